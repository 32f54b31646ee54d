"""What people are told while the database does not do what it is asked; nothing of it is kept in memory."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest
from fastapi import FastAPI
from sqlalchemy import event
from tests.web.people import Person, assert_refused

from trigrad.store import database as database_module
from trigrad.store.store import Store
from trigrad.store.trouble import Trouble


@contextmanager
def full(store: Store) -> Iterator[None]:
    """A disk that has no page left for the database."""
    with each_connection(store, "PRAGMA max_page_count = 1", "PRAGMA max_page_count = 1000000"):  # 1 = as it is
        yield


@contextmanager
def read_only(store: Store) -> Iterator[None]:
    with each_connection(store, "PRAGMA query_only = ON", "PRAGMA query_only = OFF"):
        yield


@contextmanager
def each_connection(store: Store, before: str, after: str) -> Iterator[None]:
    """Say something to each connection that is taken from the pool, and take it back in the end."""
    said = before

    def say(connection: sqlite3.Connection, *_: object) -> None:
        connection.execute(said)

    event.listen(store.engine, "checkout", say)
    yield
    said = after


@contextmanager
def locked(store: Store) -> Iterator[None]:
    other = sqlite3.connect(str(store.engine.url.database))
    other.execute("BEGIN IMMEDIATE")
    yield
    other.close()


@pytest.fixture(autouse=True)
def little_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_module, "LOCK_TIMEOUT", 0.2)


@pytest.mark.parametrize(
    ("trouble", "words"), [(full, Trouble.FULL), (read_only, Trouble.READ_ONLY), (locked, Trouble.BUSY)]
)
def test_what_cannot_be_written_is_refused_with_its_reason(
    app: FastAPI, ada: Person, trouble: Callable[[Store], AbstractContextManager[None]], words: Trouble
) -> None:
    table = ada.create("me", "here").json()
    choice = {"seat": table["viewer"], "version": 0, "action": table["legal"][0]["action"]}
    with trouble(app.state.server.club.store):
        for _ in range(200 if trouble is full else 1):  # until what is free in the file is used up
            answer = ada.create("me", "here")
            if answer.status_code != 201:
                break
        assert_refused(answer, 503, words.value.pattern)
        if trouble is not full:
            assert_refused(ada.post(f"/tables/{table['id']}/actions", **choice), 503, words.value.pattern)
        assert ada.get(f"/tables/{table['id']}").json()["version"] == 0
        assert ada.client.get("/").status_code == 200
    assert ada.post(f"/tables/{table['id']}/actions", **choice).status_code == 200
