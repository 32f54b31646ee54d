"""Limits by address, as requests meet them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from tests.club.thinker import Thinker
from tests.web.people import Person, assert_refused, finished_table

from trigrad.club.origins import HERE, Limits
from trigrad.web import origin
from trigrad.web.app import create_app
from trigrad.web.settings import Settings


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("127.0.0.1", HERE),
        ("127.8.8.8", HERE),
        ("::1", HERE),
        ("::ffff:127.0.0.1", HERE),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:DB8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", HERE),
        ("a name", "a name"),
    ],
)
def test_an_origin_is_an_address_or_the_network_of_one(address: str, expected: str) -> None:
    assert origin.of_address(address) == expected


@pytest.mark.parametrize(("client", "expected"), [(("192.0.2.7", 5), "192.0.2.7"), (None, HERE)])
def test_it_is_read_from_the_client_that_the_server_names(client: Any, expected: str) -> None:
    headers = [(b"x-forwarded-for", b"198.51.100.1")]  # from whoever likes to say so
    assert origin.of_scope({"type": "http", "client": client, "headers": headers}) == expected


@pytest.fixture
def app(tmp_path: Path) -> FastAPI:
    limits = Limits(tables=2, hints=1, analyses=1, streams=1)
    return create_app(
        Settings(f"sqlite:///{tmp_path / 'db'}", secret="test", bot_pace=0, undo_time=0, workers=0, limits=limits)
    )


@pytest.fixture
def one(app: FastAPI) -> Iterator[TestClient]:
    with TestClient(app, client=("192.0.2.1", 5)) as client:
        yield client


@pytest.fixture
def other(app: FastAPI, one: TestClient) -> TestClient:
    return TestClient(app, client=("192.0.2.2", 5))


def test_new_names_make_no_more_tables(one: TestClient, other: TestClient) -> None:
    for name in ("Eve", "Ewa"):
        assert Person(one, name).create("me", "bot").status_code == 201
    assert_refused(Person(one, "Eva").create("me", "bot"), 429, "many new tables")
    assert Person(other, "Ada").create("me", "bot").status_code == 201


def test_a_table_that_could_not_be_created_counts_for_nothing(one: TestClient) -> None:
    eve = Person(one, "Eve")
    for _ in range(3):
        assert eve.create("me", "king").status_code == 400
    assert eve.create("me", "bot").status_code == 201


def test_new_names_have_no_more_hints_thought_about_at_once(
    one: TestClient, other: TestClient, app: FastAPI, thinker: Thinker
) -> None:
    def ask(person: Person) -> Any:
        table_id = person.create("me", "here").json()["id"]
        state = person.table(table_id)
        return person.post(f"/tables/{table_id}/hint", seat=state["viewer"], version=state["version"])

    app.state.server.club.hints._places.take(origin.as_word("192.0.2.1", "test"))
    assert_refused(ask(Person(one, "Eve")), 429, "a lot at once")
    assert ask(Person(other, "Ada")).status_code == 200
    app.state.server.club.hints._places.give_back(origin.as_word("192.0.2.1", "test"))
    assert ask(Person(one, "Eve")).status_code == 200


def test_streams_beyond_the_limit_are_refused_in_words(one: TestClient, other: TestClient, app: FastAPI) -> None:
    table_id = Person(one, "Eve").create("me", "friend").json()["id"]
    app.state.server.club.hub._from[origin.as_word("192.0.2.1", "test")] = 1
    for path in (f"/api/tables/{table_id}/events", f"/api/events?table={table_id}"):
        assert_refused(one.get(path), 429, "a lot at once")


def test_new_names_have_no_more_games_analysed_at_once(one: TestClient, other: TestClient, app: FastAPI) -> None:
    store = app.state.server.club.store
    tables = [finished_table(store, "quorum", players) for players in (2, 3, 4)]
    app.state.server.club.bot_processes._warming = True  # so that they take long
    assert Person(one, "Eve").post(f"/tables/{tables[0]}/analysis").status_code == 202
    assert Person(one, "Ewa").post(f"/tables/{tables[0]}/analysis").status_code == 202  # the same
    assert_refused(Person(one, "Eva").post(f"/tables/{tables[1]}/analysis"), 429, "a lot at once")
    assert Person(other, "Ada").post(f"/tables/{tables[1]}/analysis").status_code == 202


def test_a_word_tells_no_address_and_is_the_same_where_the_secret_is() -> None:
    word = origin.as_word("192.0.2.1", "secret")
    assert "192" not in word
    assert word == origin.as_word("192.0.2.1", "secret")
    assert len({word, origin.as_word("192.0.2.2", "secret"), origin.as_word("192.0.2.1", "another")}) == 3
    assert origin.as_word(HERE, "secret") == HERE
