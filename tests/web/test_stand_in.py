"""Seats lent to bots: by their people, by others once they have left, and taken back."""

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from tests.web.people import Person, assert_refused, made_analysis, play_to_end

from trigrad.club.tables import Tables
from trigrad.table import analysis
from trigrad.web.app import create_app

HOUR = 3600


class Clock:
    """The time of day, which a test can put forward."""

    def __init__(self) -> None:
        self._real = time.time
        self.ahead = 0.0

    def __call__(self) -> float:
        return self._real() + self.ahead


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(time, "time", clock)
    return clock


@pytest.fixture
def tables(app: FastAPI) -> Tables:
    found: Tables = app.state.server.club.tables
    return found


@pytest.fixture
def still(client: TestClient, tables: Tables) -> Tables:
    """Bots choose only when a test tells them to."""
    tables._bot_players._loop = None
    return tables


def lend(person: Person, table_id: str, seat: int, **body: str) -> Any:
    return person.post(f"/tables/{table_id}/seats/{seat}/bot", **body)


def take_back(person: Person, table_id: str, seat: int) -> Any:
    return person.client.delete(f"/api/tables/{table_id}/seats/{seat}/bot", headers=person.headers)


def page_of(person: Person, table_id: str, query: str = "") -> str:
    return str(person.client.get(f"/t/{table_id}{query}", headers=person.headers).text)


def sheet_of(person: Person, table_id: str, name: str) -> str:
    return str(person.client.get(f"/t/{table_id}/sheet/{name}", headers=person.headers).text)


def actions(page: str) -> list[str]:
    """What can be chosen, in the order of the list of all choices; most stand on the board once more."""
    return list(dict.fromkeys(re.findall(r'name="action" value="([^"]+)"', page)))


def wait_until(happened: Callable[[], Any]) -> None:
    deadline = time.monotonic() + 30
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def two_people(ada: Person, bob: Person, **more: Any) -> tuple[str, Person, Person]:
    """A table with Ada in seat 0 and Bob in seat 1, who is to move, and who is not."""
    table_id: str = ada.create("me", "friend", **more).json()["id"]
    bob.post(f"/tables/{table_id}/seats/1")
    return (table_id, ada, bob) if ada.table(table_id)["to_move"] == 0 else (table_id, bob, ada)


def seat_to_move(person: Person, table_id: str) -> int:
    return int(person.table(table_id)["to_move"])


def bot_chooses(tables: Tables, table_id: str) -> None:
    asked = tables.bot_to_move(table_id)
    assert asked is not None
    tables.act_as_bot(table_id, asked, asked.game.legal(asked.record)[0])


# --- One's own seat -------------------------------------------------------------------


def test_a_bot_plays_for_its_owner_until_the_seat_is_taken_back(ada: Person, bob: Person, still: Tables) -> None:
    table_id, mover, other = two_people(ada, bob)
    seat = seat_to_move(ada, table_id)
    hand = mover.table(table_id)["view"]
    lent = lend(mover, table_id, seat)
    assert lent.status_code == 200
    assert (lent.json()["seats"][seat]["kind"], lent.json()["seats"][seat]["bot"]) == ("human", "casual")
    assert lent.json()["seats"][seat]["mine"]
    assert not other.table(table_id)["seats"][seat]["mine"]
    seen = mover.table(table_id)
    assert (seen["view"], seen["legal"], seen["can_undo"]) == (hand, [], False)
    for path, body in (("actions", {"action": 0}), ("undo", {})):
        refused = mover.post(f"/tables/{table_id}/{path}", seat=seat, version=0, **body)
        assert_refused(refused, 409, "Take it back")
    assert "Take it back" in mover.get(f"/tables/{table_id}/explain?seat={seat}&action=0").json()["reason"]
    bot_chooses(still, table_id)
    assert mover.table(table_id)["version"] == 1
    back = take_back(mover, table_id, seat)
    assert back.json()["seats"][seat]["bot"] is None
    assert back.json()["legal"] != []
    assert mover.choose(table_id, back.json()).status_code == 200


def test_a_server_lets_the_bot_play_on_at_once_and_after_a_restart(
    ada: Person, app: FastAPI, still: Tables, clock: Clock
) -> None:
    table_id = ada.create("me", "bot").json()["id"]
    assert lend(ada, table_id, 0, bot="random").status_code == 200
    with TestClient(create_app(app.state.server.settings)) as restarted:
        ada.client = restarted
        wait_until(lambda: ada.table(table_id)["finished"])
        names = ada.get(f"/tables/{table_id}/record").json()["names"]
    assert names[0] == "Ada"


def test_lending_wakes_the_bot_of_a_running_server(ada: Person) -> None:
    table_id = ada.create("me", "here").json()["id"]
    for seat in (0, 1):
        assert lend(ada, table_id, seat, bot="random").status_code == 200
    wait_until(lambda: ada.table(table_id)["finished"])
    assert_refused(take_back(ada, table_id, 0), 409, "over")
    again = ada.client.post(f"/t/{table_id}/again", headers=ada.headers, follow_redirects=False)
    seats = ada.table(again.headers["location"].removeprefix("/t/"))["seats"]
    assert [(seat["kind"], seat["bot"], seat["name"]) for seat in seats] == [
        ("human", None, "Ada"),
        ("human", None, "P1"),
    ]


def test_taking_back_twice_does_no_harm(ada: Person, still: Tables) -> None:
    table_id = ada.create("me", "bot").json()["id"]
    lend(ada, table_id, 0)
    assert_refused(lend(ada, table_id, 0, bot="expert"), 409, "already")
    assert [take_back(ada, table_id, 0).status_code for _ in range(2)] == [200, 200]


def test_what_cannot_be_lent(ada: Person, bob: Person, still: Tables) -> None:
    table_id = ada.create("me", "bot").json()["id"]
    assert_refused(lend(ada, table_id, 0, bot="hal"), 400, "no such bot")
    assert_refused(lend(ada, table_id, 1), 409, "already")
    for seat in (-1, 2):
        assert_refused(lend(ada, table_id, seat), 400, "no such seat")
        assert_refused(take_back(ada, table_id, seat), 403, "somebody else")
    assert_refused(take_back(ada, table_id, 1), 403, "somebody else")
    waiting = ada.create("me", "friend").json()["id"]
    assert_refused(lend(ada, waiting, 0), 400, "all seats are taken")
    over = ada.create("me", "here").json()["id"]
    play_to_end(ada, over)
    assert_refused(lend(ada, over, 0), 409, "over")


def test_a_bots_choice_is_not_the_owners_to_take_back(ada: Person, bob: Person, still: Tables) -> None:
    table_id, mover, _ = two_people(ada, bob)
    seat = seat_to_move(ada, table_id)
    mover.choose(table_id, mover.table(table_id), "take 1")
    lend(mover, table_id, seat)
    bot_chooses(still, table_id)  # plays a card, which the owner could take back had they chosen it
    state = take_back(mover, table_id, seat).json()
    assert not state["can_undo"]
    assert mover.post(f"/tables/{table_id}/undo", seat=seat, version=state["version"]).status_code == 400


def test_the_private_link_moves_a_lent_seat_too(ada: Person, bob: Person, app: FastAPI, still: Tables) -> None:
    table_id = ada.create("me", "bot").json()["id"]
    lend(ada, table_id, 0)
    assert table_id in [table["id"] for table in ada.get("/tables").json()]
    link = re.search(rf"/t/{table_id}/move/[\w-]+", sheet_of(ada, table_id, "info"))
    assert link
    assert bob.client.post(link[0], headers=bob.headers).status_code == 200
    assert_refused(take_back(ada, table_id, 0), 403, "somebody else")
    assert take_back(bob, table_id, 0).json()["seats"][0]["bot"] is None


# --- The seat of somebody who left --------------------------------------------------------


def test_others_may_lend_a_seat_once_the_table_has_waited(
    ada: Person, bob: Person, eve: Person, still: Tables, clock: Clock
) -> None:
    table_id, mover, other = two_people(ada, bob, patience="1h")
    seat = seat_to_move(ada, table_id)
    clock.ahead = HOUR - 90
    assert_refused(lend(other, table_id, seat), 409, "in 2 min")
    clock.ahead = HOUR + 1
    assert_refused(lend(eve, table_id, seat), 403, "somebody else")
    lent = lend(other, table_id, seat, bot="strong").json()
    assert lent["seats"][seat]["bot"] == "strong"
    assert lent["viewer"] == 1 - seat  # and sees no other hand than before
    assert_refused(lend(eve, table_id, seat), 403, "somebody else")
    for person in (other, eve):
        assert_refused(take_back(person, table_id, seat), 403, "somebody else")
        assert person.get(f"/tables/{table_id}?seat={seat}").status_code == 403
        assert actions(page_of(person, table_id, f"?as={seat}")) == []
    assert take_back(mover, table_id, seat).status_code == 200
    # whoever came back is waited for anew
    assert_refused(lend(other, table_id, seat), 409, "in 1 h 0 min")


def test_every_choice_begins_the_waiting_anew(ada: Person, bob: Person, still: Tables, clock: Clock) -> None:
    table_id, mover, other = two_people(ada, bob, patience="1h")
    seat = seat_to_move(ada, table_id)
    clock.ahead = HOUR + 1
    mover.choose(table_id, mover.table(table_id))
    assert seat_to_move(ada, table_id) == seat
    assert_refused(lend(other, table_id, seat), 409, "in 1 h 0 min")
    assert_refused(lend(mover, table_id, 1 - seat), 409, "does not wait")
    assert ada.table(table_id)["waiting_since"] == pytest.approx(clock(), abs=60)


def test_waiting_begins_when_the_last_has_sat_down(ada: Person, bob: Person, still: Tables, clock: Clock) -> None:
    table_id = ada.create("me", "friend", patience="5m").json()["id"]
    clock.ahead = HOUR
    bob.post(f"/tables/{table_id}/seats/1")
    seat = seat_to_move(ada, table_id)
    assert_refused(lend((bob, ada)[seat], table_id, seat), 409, "in 5 min")


@pytest.mark.parametrize(("key", "seconds"), [("5m", 300), ("1h", 3600), ("1d", 86_400), ("3d", 259_200)])
def test_patience_is_chosen_with_the_table(
    ada: Person, bob: Person, still: Tables, clock: Clock, key: str, seconds: int
) -> None:
    table_id, _, other = two_people(ada, bob, patience=key)
    seat = seat_to_move(ada, table_id)
    clock.ahead = seconds - 30
    assert lend(other, table_id, seat).status_code == 409
    clock.ahead = seconds + 1
    assert lend(other, table_id, seat).status_code == 200


def test_patience_may_have_no_end_and_is_a_day_unless_chosen(
    ada: Person, bob: Person, still: Tables, clock: Clock
) -> None:
    assert ada.create("me", "friend").json()["patience"] == "1d"
    assert_refused(ada.create("me", "friend", patience="2d"), 400, "no such patience")
    table_id, mover, other = two_people(ada, bob, patience="never")
    seat = seat_to_move(ada, table_id)
    clock.ahead = 1000 * 24 * HOUR
    assert_refused(lend(other, table_id, seat), 409, "nobody")
    assert 'id="left"' not in page_of(other, table_id)
    assert lend(mover, table_id, seat).status_code == 200  # one's own at any time


def test_who_created_the_table_may_lend_too(ada: Person, bob: Person, eve: Person, still: Tables, clock: Clock) -> None:
    table_id = eve.create("friend", "friend").json()["id"]
    ada.post(f"/tables/{table_id}/seats/0")
    bob.post(f"/tables/{table_id}/seats/1")
    seat = seat_to_move(ada, table_id)
    clock.ahead = 24 * HOUR + 1
    lent = lend(eve, table_id, seat).json()
    assert lent["seats"][seat]["bot"] == "casual"
    assert lent["viewer"] == -1


def test_no_seat_is_lent_whose_owner_has_just_chosen_elsewhere(
    ada: Person, bob: Person, still: Tables, clock: Clock
) -> None:
    table_id, mover, other = two_people(ada, bob)
    seat = seat_to_move(ada, table_id)
    clock.ahead = 24 * HOUR + 1
    stale = still.get(table_id)
    still._kept.clear()
    mover.choose(table_id, mover.table(table_id))
    still._kept[table_id] = stale  # as another server still has it
    assert_refused(lend(other, table_id, seat), 409, "moved on")
    assert ada.table(table_id)["seats"][seat]["bot"] is None


# --- Pages ----------------------------------------------------------------------------------


def test_the_page_offers_what_is_possible(ada: Person, bob: Person, eve: Person, still: Tables, clock: Clock) -> None:
    table_id, mover, other = two_people(ada, bob)
    seat = seat_to_move(ada, table_id)
    form = f'action="/t/{table_id}/seats/{seat}/bot"'
    assert form in sheet_of(mover, table_id, "info")
    assert "in 24 h 0 min" in sheet_of(other, table_id, "info")
    assert re.search(r'hx-trigger="load delay:86\d\d\ds"', page_of(other, table_id))
    assert form not in page_of(other, table_id) + sheet_of(other, table_id, "info")
    clock.ahead = 24 * HOUR + 1
    assert form in page_of(other, table_id)
    for person in (mover, eve):
        assert 'id="left"' not in page_of(person, table_id)
    assert form not in page_of(eve, table_id) + sheet_of(eve, table_id, "info")
    mover.client.post(f"/t/{table_id}/seats/{seat}/bot", headers=mover.headers)
    name = mover.table(table_id)["seats"][seat]["name"]
    for person in (mover, other, eve):
        assert f"{name} (Casual plays) is thinking" in page_of(person, table_id)
    back = f"/t/{table_id}/seats/{seat}/back"
    assert back in page_of(mover, table_id)
    assert back not in page_of(other, table_id) + page_of(eve, table_id)
    assert actions(page_of(mover, table_id)) == []
    assert f"{name} (Casual plays)" in mover.client.get("/", headers=mover.headers).text
    refused = mover.client.post(back, headers=eve.headers)
    assert refused.status_code == 403
    assert "This seat belongs to somebody else." in refused.text
    assert back not in refused.text
    assert actions(mover.client.post(back, headers=mover.headers).text) != []


def test_the_form_for_a_table_asks_for_its_patience(client: TestClient) -> None:
    form = {"name": "Ada", "seat0": "me", "seat1": "friend", "patience": "3d"}
    page = client.post("/new/quorum", data=form).text
    assert "after three days" in page
    wrong = client.post("/new/quorum", data=form | {"patience": "x"})
    assert wrong.status_code == 400


def test_at_one_device_a_lent_seat_lifts_no_curtain(ada: Person, still: Tables) -> None:
    table_id = ada.create("me", "here").json()["id"]
    seat = seat_to_move(ada, table_id)
    assert lend(ada, table_id, seat).status_code == 200
    page = page_of(ada, table_id)
    assert "Casual plays) is thinking" in page
    assert 'id="curtain"' not in page
    assert actions(page_of(ada, table_id, f"?as={seat}")) == []
    while still.bot_to_move(table_id):
        bot_chooses(still, table_id)
    page = page_of(ada, table_id)
    assert 'id="curtain"' in page  # the other person's choice, their hand still covered
    assert actions(page) == []
    assert actions(page_of(ada, table_id, f"?as={1 - seat}")) != []


def test_a_refusal_leaves_the_reader_at_the_table(ada: Person, bob: Person, still: Tables, clock: Clock) -> None:
    table_id, mover, other = two_people(ada, bob)
    seat = seat_to_move(ada, table_id)
    clock.ahead = 24 * HOUR + 1
    assert 'id="left"' in page_of(other, table_id)
    mover.choose(table_id, mover.table(table_id))  # back at last
    answer = other.client.post(f"/t/{table_id}/seats/{seat}/bot", headers=other.headers)
    assert answer.status_code == 409
    assert "A bot may play this seat in 24 h 0 min." in answer.text
    assert 'id="game"' in answer.text


def log_of(page: str) -> str:
    found = re.search(r'<ol class="log".*?</ol>', page, re.DOTALL)
    assert found
    return found[0]


def test_the_log_names_the_bot_at_its_choices_alone(ada: Person, bob: Person, still: Tables) -> None:
    table_id, mover, other = two_people(ada, bob)
    seat = seat_to_move(ada, table_id)
    name = mover.table(table_id)["seats"][seat]["name"]
    mover.choose(table_id, mover.table(table_id), "take 1")
    lend(mover, table_id, seat)
    own = log_of(sheet_of(other, table_id, "log"))
    assert f"<b>{name}</b>" in own
    assert "Casual" not in own
    bot_chooses(still, table_id)
    take_back(mover, table_id, seat)
    both = log_of(sheet_of(other, table_id, "log"))
    assert f"<b>{name} (Casual)</b>" in both
    assert f"<b>{name}</b>" in both


def test_once_the_game_is_over_nobody_is_said_to_play(ada: Person, still: Tables, client: TestClient) -> None:
    table_id = ada.create("me", "here").json()["id"]
    lend(ada, table_id, 0)
    while not (state := ada.table(table_id))["finished"]:
        if still.bot_to_move(table_id):
            bot_chooses(still, table_id)
        else:
            ada.choose(table_id, state)
    assert state["seats"][0]["bot"] == "casual"
    assert "plays)" not in page_of(ada, table_id) + client.get("/", headers=ada.headers).text
    assert ada.get(f"/tables/{table_id}/record").json()["names"] == ["Ada", "P1"]
    table = still.get(table_id).table
    assert table is not None
    still._store.keep_analysis(table_id, analysis.VERSION, made_analysis(table).to_json())
    page = page_of(ada, table_id, "/analysis")
    chosen = re.findall(r'<tr id="choice-(\d+)">.*?<b>([^<]+)</b>', page, re.DOTALL)
    assert {(table.steps[int(step) - 1].entry.seat, name) for step, name in chosen} == {(0, "Ada (Casual)"), (1, "P1")}
    first = next(step for step, name in chosen if name == "Ada (Casual)")
    position = page_of(ada, table_id, f"/analysis/{first}")
    assert "<b>Ada (Casual)</b></h1>" in position
    assert "The table as Ada saw it then" in position


def test_html_in_the_name_of_a_lent_seat_is_text(client: TestClient, still: Tables) -> None:
    ada = Person(client, "<img src=x>")
    table_id = ada.create("me", "bot").json()["id"]
    lend(ada, table_id, 0)
    for page in (page_of(ada, table_id), client.get("/", headers=ada.headers).text):
        assert "<img src=x" not in page
        assert "&lt;img src=x&gt; (Casual plays)" in page
