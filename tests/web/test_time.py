"""Earlier positions of a table: what a seat saw then, and nothing else; nothing can be chosen there."""

import dataclasses
import re
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from tests.web.people import Person, finished_table, made_analysis, play_to_end

from trigrad import games, i18n
from trigrad.club.club import Club
from trigrad.club.people import User
from trigrad.engine.game import SPECTATOR
from trigrad.web.pages import screen
from trigrad.web.pages.verdicts import position

ENGLISH = i18n.catalogue("en")
STRANGER = User("stranger", "Eve")
CHOICE = re.compile(r'name="action" value="([^"]+)"')


@pytest.fixture
def club(app: FastAPI) -> Club:
    found: Club = app.state.server.club
    return found


def page(person: Person, table_id: str, query: str = "") -> str:
    answer = person.client.get(f"/t/{table_id}{query}", headers=person.headers)
    assert answer.status_code == 200
    return str(answer.text)


def shown_at(text: str) -> int | None:
    found = re.search(r'id="shown"[^>]* data-at="(\d+)"', text)
    return int(found[1]) if found else None


def between_people(ada: Person, bob: Person, choices: int) -> str:
    """A table of Ada and Bob after some choices, each the first possible one."""
    table_id = str(ada.create("me", "friend").json()["id"])
    bob.post(f"/tables/{table_id}/seats/1")
    for _ in range(choices):
        mover = (ada, bob)[ada.table(table_id)["to_move"]]
        mover.choose(table_id, mover.table(table_id))
    return table_id


@pytest.mark.parametrize("name", games.names())
def test_positions_are_those_of_the_analysis(club: Club, name: str) -> None:
    live = club.tables.get(finished_table(club.store, name, 3))
    assert live.table
    analysis = made_analysis(live.table)
    for choice in analysis.choices[::7]:
        theirs = position(live.table, analysis, choice.step)
        ours = screen.of_table(live, STRANGER, choice.seat, ENGLISH, at=choice.step - 1)
        assert (ours.view, ours.prompt, ours.known().sheet) == (theirs.view, theirs.prompt, theirs.sheet)
        assert ours.viewer == choice.seat


@pytest.mark.parametrize("name", games.names())
def test_worlds_that_a_seat_cannot_tell_apart_have_the_same_past(app: FastAPI, club: Club, name: str) -> None:
    live = club.tables.get(finished_table(club.store, name, 3))
    assert live.table
    steps = list(live.table.steps)
    live.table.record = steps[-1].before  # as if it were still in play, for nobody but spectators
    assert not live.table.over
    game = live.table.rules.game
    numbers = range(0, len(steps) - 1, max(1, len(steps) // 12))
    with TestClient(app) as client:
        seen = {number: client.get(f"/t/{live.row.id}?at={number}").text for number in numbers}
        live.table.steps = [
            dataclasses.replace(step, before=game.resampled(step.before, SPECTATOR, number.to_bytes(32, "big")))
            for number, step in enumerate(steps)
        ]
        assert any(
            one.before.tobytes() != two.before.tobytes() for one, two in zip(steps, live.table.steps, strict=True)
        )
        for number in numbers:
            assert shown_at(seen[number]) == number
            assert client.get(f"/t/{live.row.id}?at={number}").text == seen[number]


def test_my_seat_sees_its_own_past_and_not_that_of_others(ada: Person, bob: Person, club: Club) -> None:
    table_id = between_people(ada, bob, 9)
    live = club.tables.get(table_id)
    assert live.table
    me = User(live.row.seats[0].user or "", "Ada")
    for number in range(len(live.table.steps)):
        before, rules = live.table.steps[number].before, live.table.rules
        for wanted in (None, 0, 1, SPECTATOR):
            shown = screen.of_table(live, me, wanted, ENGLISH, at=number)
            assert shown.viewer == 0
            assert shown.view == rules.game.view(before, 0, rules.memory, rules.hints)
        strange = screen.of_table(live, STRANGER, 1, ENGLISH, at=number)
        assert strange.view == rules.game.view(before, SPECTATOR, rules.memory, rules.hints)
        assert strange.open_seats == ()


def test_nothing_can_be_chosen_in_the_past(ada: Person, bob: Person) -> None:
    table_id = between_people(ada, bob, 6)
    for person in (ada, bob):
        for number in range(6):
            text = page(person, table_id, f"?at={number}")
            assert shown_at(text) == number
            assert CHOICE.findall(text) == []
            assert 'id="hint-button"' not in text
    choosing = (ada, bob)[ada.table(table_id)["to_move"]]
    assert CHOICE.findall(page(choosing, table_id))


def test_where_an_address_leads(ada: Person, bob: Person) -> None:
    table_id = between_people(ada, bob, 6)
    expected = {"?at=0": 0, "?at=5": 5, "?at=6": None, "?at=99": None, "?at=-1": 5, "?at=-6": 0, "?at=-99": 0}
    assert {query: shown_at(page(ada, table_id, query)) for query in expected} == expected


@pytest.mark.parametrize("query", ["?at=x", "?at=1e99", "?at=100000"])
def test_no_position_is_told_so(ada: Person, bob: Person, query: str) -> None:
    table_id = between_people(ada, bob, 2)
    assert ada.client.get(f"/t/{table_id}{query}", headers=ada.headers).status_code == 422


def test_a_table_that_has_not_begun_has_no_past(ada: Person, client: TestClient) -> None:
    waiting = ada.create("me", "friend").json()["id"]
    assert shown_at(page(ada, waiting, "?at=0")) is None
    begun = ada.create("me", "here").json()["id"]
    assert shown_at(page(ada, begun, "?at=0")) is None


def test_what_was_taken_back_is_no_position(ada: Person, club: Club) -> None:
    table_id = ada.create("me", "here").json()["id"]
    live = club.tables.get(table_id)
    seat = ada.table(table_id)["to_move"]
    while not (live.table and live.can_undo(seat)):
        state = ada.table(table_id)
        seat = state["to_move"]
        ada.choose(table_id, state)
    steps = len(live.table.steps)
    ada.post(f"/tables/{table_id}/undo", seat=seat, version=live.table.version)
    assert len(live.table.steps) < steps
    last = len(live.table.steps)
    assert shown_at(page(ada, table_id, f"?at={last}")) is None
    assert f'data-last="{last}"' in page(ada, table_id)


def test_a_curtain_hides_the_past_too(ada: Person, club: Club) -> None:
    """Two people at one device: whoever has not said that the hand is theirs sees that of nobody, then as now."""
    table_id = ada.create("me", "here").json()["id"]
    for _ in range(5):
        ada.choose(table_id, ada.table(table_id))
    live = club.tables.get(table_id)
    assert live.table
    me = User(live.row.seats[0].user or "", "Ada")
    to_move = live.table.to_move
    assert to_move is not None
    for number in range(len(live.table.steps)):
        for wanted in (None, 1 - to_move):
            assert screen.of_table(live, me, wanted, ENGLISH, at=number).viewer == SPECTATOR
        assert screen.of_table(live, me, to_move, ENGLISH, at=number).viewer == to_move


def test_a_finished_game_is_watched_with_the_eyes_of_each_seat(ada: Person, eve: Person, club: Club) -> None:
    table_id = ada.create("me", "here").json()["id"]
    play_to_end(ada, table_id)
    live = club.tables.get(table_id)
    assert live.table
    for seat in (0, 1):
        text = page(eve, table_id, f"?at=3&as={seat}")
        assert f'id="seen-as" name="as" value="{seat}"' in text
        shown = screen.of_table(live, STRANGER, seat, ENGLISH, at=3)
        assert shown.view == live.table.rules.game.view(live.table.steps[3].before, seat, False, True)
    assert screen.of_table(live, STRANGER, 7, ENGLISH, at=3).viewer == SPECTATOR


def test_the_list_of_what_happened_leads_to_each_position(ada: Person, bob: Person) -> None:
    table_id = between_people(ada, bob, 6)
    log = ada.client.get(f"/t/{table_id}/sheet/log", headers=ada.headers).text
    numbers = [int(number) for number in re.findall(r'<a data-at="(\d+)"', log)]
    assert numbers == sorted(numbers, reverse=True)
    assert set(numbers) == set(range(1, 7))
    earlier = ada.client.get(f"/t/{table_id}/sheet/log?at=2", headers=ada.headers).text
    assert earlier.count('aria-current="step"') == numbers.count(2)


def test_an_earlier_position_stays_while_the_table_goes_on(ada: Person, bob: Person) -> None:
    table_id = between_people(ada, bob, 4)
    before = page(ada, table_id, "?at=2")
    assert f"/t/{table_id}/live?as=0&amp;at=2" in before
    mover = (ada, bob)[ada.table(table_id)["to_move"]]
    mover.choose(table_id, mover.table(table_id))
    fragment = ada.client.get(f"/t/{table_id}/live?as=0&at=2", headers=ada.headers).text
    assert shown_at(fragment) == 2
    assert 'data-last="5"' in fragment


def cards_of(seat: Any) -> list[object]:
    """The fronts that are seen of a hand, by what each game tells them apart by."""
    return [getattr(card, "id", None) or card.card for card in seat.hand]


@pytest.mark.parametrize("name", games.names())
def test_a_finished_game_is_watched_with_all_hands_open(eve: Person, club: Club, name: str) -> None:
    live = club.tables.get(finished_table(club.store, name, 3))
    assert live.table
    game, held = live.table.rules.game, 0
    for number in range(0, len(live.table.steps), max(1, len(live.table.steps) // 8)):
        before = live.table.steps[number].before
        shown = screen.of_table(live, STRANGER, None, ENGLISH, at=number, hands=True)
        opened: Any = game.open_view(before)
        if opened is None:
            assert shown.hands is None
            assert shown.known().view == game.view(before, SPECTATOR, False, True)
            assert "hands=open" not in page(eve, live.row.id, f"?at={number}&hands=open")
            continue
        assert shown.hands
        assert shown.known().view == opened
        for seat in range(3):
            theirs: Any = game.view(before, seat, False, False)
            assert cards_of(opened.seats[seat]) == cards_of(theirs.seats[seat])
            held += len(cards_of(theirs.seats[seat]))
        closed = screen.of_table(live, STRANGER, None, ENGLISH, at=number)
        assert closed.hands is False
        assert closed.known().view == game.view(before, SPECTATOR, False, True)
        text = page(eve, live.row.id, f"?at={number}&hands=open")
        assert f"/live?at={number}&amp;hands=open" in text
    assert held > 0 or name == "quebec"


@pytest.mark.parametrize("name", games.names())
def test_hands_stay_hidden_while_a_game_goes_on_and_where_it_was_closed(
    app: FastAPI, club: Club, client: TestClient, name: str
) -> None:
    live = club.tables.get(finished_table(club.store, name, 3))
    assert live.table
    live.table.record = live.table.steps[-1].before  # as if it were still in play
    for closed in (None, 1.0):
        live.row = dataclasses.replace(live.row, finished=False, closed=closed)
        for seat in (None, 0, 1, 2):
            for number in (1, len(live.table.steps) // 2):
                asked = f"/t/{live.row.id}{{}}?at={number}" + (f"&as={seat}" if seat is not None else "")
                for whole in ("", "/live"):
                    plain = client.get(asked.format(whole)).text
                    opened = client.get(asked.format(whole) + "&hands=open").text
                    assert opened.replace("%26hands%3Dopen", "") == plain  # but for its own address
                    assert 'data-hands="' not in plain
