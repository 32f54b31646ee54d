"""Closed tables: the page and the lists say so, and why; nothing is offered there that cannot be done."""

import re
import time

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from tests.web.people import Person

from trigrad.club.club import Club
from trigrad.store.office import Office

CHOICE = re.compile(r'name="action" value=')


@pytest.fixture
def club(app: FastAPI) -> Club:
    found: Club = app.state.server.club
    return found


def page(person: Person, path: str) -> str:
    answer = person.client.get(path, headers=person.headers)
    assert answer.status_code == 200
    return str(answer.text)


def main_of(text: str) -> str:
    return text[text.index("<main") : text.index("</main>")]


def test_a_table_that_the_host_closed_says_so_and_can_still_be_looked_at(ada: Person, club: Club) -> None:
    table_id = ada.create("me", "here").json()["id"]
    for _ in range(3):
        ada.choose(table_id, ada.table(table_id))
    before = page(ada, f"/t/{table_id}?as={ada.table(table_id)['to_move']}")
    assert CHOICE.search(main_of(before))
    Office(club.store).close(table_id)
    club.tables.catch_up()
    for seat in (0, 1):
        text = main_of(page(ada, f"/t/{table_id}?as={seat}"))
        assert "This table was closed." in text
        assert "by the host of this server" in text
        assert f'data-at="2" href="/t/{table_id}' in text
        assert 'href="/new/quorum"' in text
        assert not CHOICE.search(text)
        assert "prompt mine" not in text
        assert 'http-equiv="refresh"' not in text
    earlier = page(ada, f"/t/{table_id}?as=0&at=1")
    assert 'data-at="1"' in earlier
    assert 'id="closed"' not in earlier
    info = page(ada, f"/t/{table_id}/sheet/info?as=0")
    assert "Let a bot play for me" not in info
    assert 'id="move"' not in info


def test_a_table_that_waited_too_long_offers_no_seats(ada: Person, eve: Person, client: TestClient, club: Club) -> None:
    table_id = ada.create("me", "friend").json()["id"]
    assert Office(club.store).close_old(-1.0, None) == 1
    club.tables.catch_up()
    for person in (ada, eve):
        text = main_of(page(person, f"/t/{table_id}"))
        assert "since nobody had gone on here for a long time" in text
        assert "You can still step" not in text
        assert "/seats/" not in text
        assert 'id="invite"' not in text
    year = str(time.gmtime().tm_year)
    for code, words in (("fr", "Cette table a été fermée."), ("ru", "Этот стол закрыт.")):
        text = client.get(f"/t/{table_id}", headers={"Accept-Language": code}).text
        assert words in text
        assert year in text[text.index('id="closed"') :]
    assert "This table was closed." in client.get(f"/t/{table_id}/picture.svg").text


def test_one_that_an_earlier_version_closed_says_no_more_than_that(ada: Person, club: Club) -> None:
    table_id = ada.create("me", "friend").json()["id"]
    Office(club.store).close(table_id)
    with club.store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE tables SET closed_by = NULL")
    club.tables.catch_up()
    text = page(ada, f"/t/{table_id}")
    assert re.search(r"<p>Closed on [^,]*, \d{4}\.", text)


def test_lists_of_those_who_sit_there_say_so_and_others_have_it_not(ada: Person, eve: Person, club: Club) -> None:
    closed, other = (ada.create("me", "friend", listed=True).json()["id"] for _ in range(2))
    assert f"/t/{closed}" in page(eve, "/")
    Office(club.store).close(closed)
    club.tables.catch_up()
    mine = page(ada, "/my-tables")
    assert mine.index(other) < mine.index(closed)
    assert ">closed</span>" in mine[mine.index(closed) :]
    assert f"/t/{closed}" not in page(eve, "/")
    assert {table["id"]: table["closed"] for table in ada.get("/tables").json()} == {other: False, closed: True}
    assert [table["id"] for table in eve.get("/tables").json()] == [other]
