"""While levels are weaker than their names, pages and the API say so."""

from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from tests.web.people import Person

PLANNER_HERE = {
    "en": "On this server the bots cannot think ahead",
    "fr": "Sur ce serveur, les bots ne peuvent pas calculer",
    "ru": "На этом сервере боты не могут считать наперёд",
}
NOT_YET = {"en": "still getting ready", "fr": "se préparent encore", "ru": "ещё готовятся"}
HURRIED = {
    "en": "the strongest think for less time than usual",
    "fr": "les plus forts réfléchissent moins longtemps",
    "ru": "сильнейшие думают меньше обычного",
}


def pages(client: TestClient, table_id: str, language: str = "en") -> list[str]:
    """The form for a new table, a table, and what changes on it."""
    headers = {"Accept-Language": language}
    return [client.get(path, headers=headers).text for path in ("/new/quorum", f"/t/{table_id}", f"/t/{table_id}/live")]


def table_with(client: TestClient, ada: Person, bot: str) -> Any:
    """A new table, as the API tells it."""
    headers = {"Authorization": f"Bearer {client.post('/api/players', json={'name': 'Ada'}).json()['token']}"}
    seats = [{"kind": "me"}, {"kind": "bot", "bot": bot}]
    return client.post("/api/tables", json={"game": "quorum", "seats": seats}, headers=headers).json()


@pytest.mark.parametrize("language", PLANNER_HERE)
def test_where_no_rules_are_compiled_it_is_said(client: TestClient, app: FastAPI, ada: Person, language: str) -> None:
    table = table_with(client, ada, "expert")
    assert table["levels"] == "planner"
    assert [page.count(PLANNER_HERE[language]) for page in pages(client, table["id"], language)] == [1, 1, 1]
    app.state.server.club.bot_processes._warming = True
    assert client.get(f"/api/tables/{table['id']}").json()["levels"] == "getting ready"
    assert [page.count(NOT_YET[language]) for page in pages(client, table["id"], language)] == [1, 1, 1]


@pytest.mark.parametrize("language", HURRIED)
def test_while_many_are_waited_for_it_is_said(client: TestClient, app: FastAPI, ada: Person, language: str) -> None:
    table, processes = table_with(client, ada, "expert"), app.state.server.club.bot_processes
    processes._compiled, processes._warm, processes._hurried_until = None, True, processes._clock() + 60
    assert client.get(f"/api/tables/{table['id']}").json()["levels"] == "hurried"
    assert [page.count(HURRIED[language]) for page in pages(client, table["id"], language)] == [1, 1, 1]


def test_once_they_are_compiled_nothing_is_said(client: TestClient, app: FastAPI, ada: Person) -> None:
    table = table_with(client, ada, "expert")
    app.state.server.club.bot_processes._compiled = None
    app.state.server.club.bot_processes._warm = True
    assert client.get(f"/api/tables/{table['id']}").json()["levels"] == "full"
    assert [page.count('id="weaker"') for page in pages(client, table["id"])] == [0, 0, 0]


@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_a_table_without_a_level_says_nothing_of_levels(client: TestClient, ada: Person, bot: str) -> None:
    table = table_with(client, ada, bot)
    assert [page.count('id="weaker"') for page in pages(client, table["id"])] == [1, 0, 0]
