"""Tables when something goes wrong: damaged rows, a database out of reach, other processes."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from sqlalchemy import event, text
from tests.web.people import Person, alone_against_oneself

from trigrad.club.tables import Tables
from trigrad.store.store import Store
from trigrad.web.app import create_app


@pytest.fixture
def tables(app: FastAPI) -> Tables:
    found: Tables = app.state.server.club.tables
    return found


@pytest.fixture
def store(tables: Tables) -> Store:
    return tables._store


def forget_all(tables: Tables) -> None:
    tables._kept.clear()


def write(store: Store, statement: str, table_id: str) -> None:
    with store.engine.begin() as connection:
        connection.execute(text(statement), {"id": table_id})


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE tables SET game = 'chess' WHERE id = :id",
        "UPDATE tables SET players = 9 WHERE id = :id",
        "UPDATE tables SET patience = 'long' WHERE id = :id",
        "UPDATE tables SET seed = x'00' WHERE id = :id",
        'UPDATE tables SET options = \'{"a": "b"}\' WHERE id = :id'.replace(":", "\\:", 1),
        "UPDATE choices SET action = 99 WHERE table_id = :id",
        "UPDATE choices SET action = -1 WHERE table_id = :id",
        "UPDATE choices SET seat = 7 WHERE table_id = :id",
        "DELETE FROM seats WHERE table_id = :id AND seat = 1",
        "UPDATE seats SET bot = 'nobody' WHERE table_id = :id AND seat = 1",
    ],
)
def test_a_damaged_table_says_so_and_harms_no_other(ada: Person, tables: Tables, store: Store, damage: str) -> None:
    table_id = ada.create("me", "here", listed=True).json()["id"]
    ada.choose(table_id, ada.table(table_id))
    write(store, damage, table_id)
    forget_all(tables)
    for path in (f"/t/{table_id}", f"/t/{table_id}/live", f"/api/tables/{table_id}", f"/api/tables/{table_id}/record"):
        answer = ada.client.get(path, headers=ada.headers)
        assert answer.status_code == 410
        assert "cannot be read" in answer.text
    assert ada.client.get("/", headers=ada.headers).status_code == 200
    assert ada.get("/tables").status_code == 200


def test_a_damaged_table_stops_no_other_tables_bots(ada: Person, app: FastAPI, tables: Tables, store: Store) -> None:
    tables._bot_players._loop = None  # bots wait for the restart
    damaged, _ = (ada.create("bot", "bot", listed=True).json()["id"] for _ in range(2))
    write(store, "UPDATE tables SET seed = x'00', changed = changed - 1 WHERE id = :id", damaged)
    with TestClient(create_app(app.state.server.settings)) as restarted:
        # the list wakes nobody, and leaves out what is finished
        wait_until(lambda: [table["id"] for table in restarted.get("/api/tables").json()] == [damaged])


def wait_until(happened: Callable[[], Any]) -> None:
    deadline = time.monotonic() + 30
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.01)


# --- A database out of reach ----------------------------------------------------------


class ReadOnly:
    """Makes the database refuse every write, as a full disk or a missing right does."""

    def __init__(self, store: Store) -> None:
        self._engine = store.engine

    def __enter__(self) -> None:
        event.listen(self._engine, "checkout", _refuse_writes)

    def __exit__(self, *_: object) -> None:
        event.remove(self._engine, "checkout", _refuse_writes)
        self._engine.dispose()


def _refuse_writes(connection: Any, *_: object) -> None:
    connection.execute("PRAGMA query_only = ON")


def test_a_database_that_takes_nothing_is_told_in_words(ada: Person, store: Store, client: TestClient) -> None:
    table_id = alone_against_oneself(ada)
    before = ada.table(table_id)
    with ReadOnly(store):
        refused = ada.choose(table_id, before)
        assert refused.status_code == 503
        assert "is read-only just now" in refused.json()["detail"]
        page = client.post("/new/quorum", data={"name": "Ada", "seat0": "me", "seat1": "bot:greedy"})
        assert page.status_code == 503
        assert 'role="alert"' in page.text
        assert ada.table(table_id) == before
    assert ada.choose(table_id, before).status_code == 200
