"""Names that mislead: two people of one name at a table are told apart wherever names are shown."""

import re

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from tests.web.people import Person, finished_table, made_analysis, play_to_end

from trigrad.club.club import Club
from trigrad.table import analysis

TWINS = ["Ada", "Ada (2)"]


@pytest.fixture
def club(app: FastAPI) -> Club:
    found: Club = app.state.server.club
    return found


def words(page: str) -> str:
    """The text of a page, without its tags."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page))


def seated(person: Person, table_id: str) -> list[str]:
    return [seat["name"] for seat in person.table(table_id)["seats"]]


def table_of_twins(ada: Person, client: TestClient) -> tuple[str, Person]:
    """A public table of two people who are both called Ada."""
    table_id = ada.create("me", "friend", listed=True).json()["id"]
    other = Person(client, "Ada")
    assert other.post(f"/tables/{table_id}/seats/1").status_code == 200
    return table_id, other


def test_two_of_one_name_are_told_apart_while_they_play(ada: Person, client: TestClient) -> None:
    table_id, other = table_of_twins(ada, client)
    assert seated(ada, table_id) == seated(other, table_id) == TWINS
    assert [seat["name"] for seat in ada.get("/tables").json()[0]["seats"]] == TWINS
    mover = (ada, other)[ada.table(table_id)["to_move"]]
    mover.choose(table_id, mover.table(table_id))
    for path in (f"/t/{table_id}", "/"):
        for person in (ada, other):
            assert "Ada (2)" in words(client.get(path, headers=person.headers).text)
    log = client.get(f"/t/{table_id}/sheet/log", headers=ada.headers | {"HX-Request": "true"}).text
    assert "Ada" in log
    assert ("Ada (2)" in log) == (mover is other)


def test_a_link_that_moves_a_seat_names_whose_it_is(ada: Person, client: TestClient, club: Club) -> None:
    table_id, other = table_of_twins(ada, client)
    key = club.tables.get(table_id).row.seats[1].key
    assert "Ada (2)" in client.get(f"/t/{table_id}/move/{key}").text
    lent = other.post(f"/tables/{table_id}/seats/1/bot", bot="casual")
    assert [seat["name"] for seat in lent.json()["seats"]] == TWINS
    assert "Ada (2) (Casual plays)" in words(client.get("/", headers=ada.headers).text)


def test_a_saved_game_names_them_apart(ada: Person) -> None:
    seats = [{"kind": "me"}, {"kind": "here", "name": "ADA"}]
    table_id = ada.post("/tables", game="quorum", seats=seats).json()["id"]
    play_to_end(ada, table_id)
    assert ada.get(f"/tables/{table_id}/record").json()["names"] == ["Ada", "ADA (2)"]
    assert ada.client.get(f"/t/{table_id}/game.json").json()["names"] == ["Ada", "ADA (2)"]


def test_an_analysis_names_them_apart(client: TestClient, club: Club) -> None:
    table_id = finished_table(club.store, "quorum", 2, ["Ada", "Ada"])
    table = club.tables.get(table_id).table
    assert table
    club.store.keep_analysis(table_id, analysis.VERSION, made_analysis(table).to_json())
    assert "Ada (2)" in client.get(f"/t/{table_id}/analysis").text


@pytest.mark.parametrize(("code", "level"), [("en", "Greedy"), ("fr", "Glouton")])
def test_nobody_passes_for_a_bot(ada: Person, client: TestClient, club: Club, code: str, level: str) -> None:
    table_id = ada.post("/tables", game="quorum", seats=[{"kind": "bot", "bot": "greedy"}, {"kind": "friend"}]).json()[
        "id"
    ]
    bot = club.tables.get(table_id).row.seats[0].name
    other = Person(client, bot)
    assert other.post(f"/tables/{table_id}/seats/1").status_code == 200
    page = words(client.get("/", headers=other.headers | {"Accept-Language": code}).text)
    assert f"{bot} ({level}), {bot} (2)" in page


@pytest.mark.parametrize("name", ["\u3164", "\u2800\u2800", "\u115f", "\u0301\u0301", "\u202e"])
def test_nobody_is_called_what_nobody_can_see(client: TestClient, ada: Person, name: str) -> None:
    assert client.post("/api/players", json={"name": name}).status_code == 400
    assert client.post("/me", data={"name": name}).status_code == 400
    form = {"name": name, "seat0": "me", "seat1": "bot:random"}
    assert client.post("/new/quorum", data=form).status_code == 400
    table_id = ada.create("me", "friend").json()["id"]
    assert client.post(f"/t/{table_id}/seats/1", data={"name": name}).status_code == 400
