"""My tables: whose turn it is, mine first; and the mark on other pages."""

import json
import re
from pathlib import Path

from fastapi.testclient import TestClient
from tests.web.people import Person, play_to_end
from tests.web.running import RunningServer

ITEM = re.compile(r'<li class="(\w+)" data-table="([^"]+)".*?</li>', re.DOTALL)
STATE = re.compile(r'<span class="state">(.*?)</span>', re.DOTALL)
MARK = re.compile(r'<a class="turns"[^>]*>.*?</a>', re.DOTALL)


def listed(person: Person, path: str = "/my-tables") -> list[tuple[str, str, str]]:
    """The tables that a page lists as a person's own: id, class, and what is said of each."""
    text = person.client.get(path, headers=person.headers).text
    return [(found[2], found[1], STATE.search(found[0])[1].strip()) for found in ITEM.finditer(text)]  # type: ignore[index]


def mark(person: Person, path: str) -> tuple[bool, str, str]:
    """Of the mark in the header: whether it is seen, its number, and where it leads."""
    text = person.client.get(path, headers=person.headers).text
    [found] = MARK.findall(text)
    number, leads = re.search(r"<b>(\d+)</b>", found), re.search(r'href="([^"]*)"', found)
    assert number
    assert leads
    return " hidden>" not in found, number[1], leads[1]


def table_of(ada: Person, bob: Person) -> tuple[str, Person, Person]:
    """A table of two, and who is to move there, and who is not."""
    table_id: str = ada.create("me", "friend").json()["id"]
    bob.post(f"/tables/{table_id}/seats/1")
    first = ada.table(table_id)["to_move"]
    return table_id, *((ada, bob) if first == 0 else (bob, ada))


def test_tables_where_i_am_to_choose_come_first(ada: Person, bob: Person) -> None:
    over = ada.create("me", "here").json()["id"]
    play_to_end(ada, over)
    table_id, mover, other = table_of(ada, bob)
    waits = mover.create("me", "friend").json()["id"]
    names = {ada: "Ada", bob: "Bob"}
    expected = [(table_id, "my_turn", "your turn"), (waits, "waiting", "waiting for players")]
    expected += [(over, "finished", "finished")] if mover is ada else []
    assert listed(mover) == listed(mover, "/") == expected
    assert (table_id, "in_play", f"to move: {names[mover]}") in listed(other)
    while mover.table(table_id)["to_move"] == mover.table(table_id)["viewer"]:
        mover.choose(table_id, mover.table(table_id))
    assert listed(other)[0] == (table_id, "my_turn", "your turn")
    assert (table_id, "in_play", f"to move: {names[other]}") in listed(mover)


def test_they_stand_above_the_games_for_whoever_is_waited_for(ada: Person, bob: Person) -> None:
    _, mover, waits = table_of(ada, bob)
    for person, above in ((mover, True), (waits, False)):
        text = person.client.get("/", headers=person.headers).text
        assert text.count('id="my-tables"') == 1
        assert (text.index('id="my-tables"') < text.index('class="game-cards"')) is above


def test_a_seat_that_a_bot_plays_is_not_my_turn(ada: Person, bob: Person) -> None:
    table_id, mover, _ = table_of(ada, bob)
    seat = mover.table(table_id)["viewer"]
    assert listed(mover)[0][1] == "my_turn"
    mover.post(f"/tables/{table_id}/seats/{seat}/bot", bot="random")
    assert all(state != "my_turn" for _, state, _ in listed(mover))


def test_words_of_a_notification_name_game_and_players_alone(ada: Person, bob: Person) -> None:
    _, mover, _ = table_of(ada, bob)
    item = mover.client.get("/my-tables", headers=mover.headers | {"Accept-Language": "fr"}).text
    assert 'data-title="Quorum\u202f: à vous de jouer"' in item
    assert 'data-words="À la table\u202f: Ada, Bob"' in item


def test_other_pages_say_how_often_it_is_my_turn_elsewhere(ada: Person, client: TestClient) -> None:
    assert not MARK.search(client.get("/").text)  # nobody yet
    one = ada.create("me", "here").json()["id"]
    assert mark(ada, "/rules") == mark(ada, "/") == (True, "1", f"/t/{one}")
    assert mark(ada, f"/t/{one}")[:2] == (False, "0")
    two = ada.create("me", "here").json()["id"]
    assert mark(ada, "/me/settings") == (True, "2", "/#my-tables")
    assert mark(ada, f"/t/{two}") == (True, "1", f"/t/{one}")
    assert f'data-table="{two}"' in ada.client.get(f"/t/{two}", headers=ada.headers).text
    assert "data-table=" not in ada.client.get(f"/t/{two}/sheet/log", headers=ada.headers).text  # changes with nothing
    play_to_end(ada, one)
    play_to_end(ada, two)
    assert not MARK.search(ada.client.get("/", headers=ada.headers).text)


def test_a_stream_tells_of_my_turns_at_all_my_tables(tmp_path: Path) -> None:
    with RunningServer(tmp_path) as server:
        client, stranger = server.player(), server.player()
        wish = {"game": "quorum", "seats": [{"kind": "me"}, {"kind": "here", "name": "Bob"}]}

        def new() -> str:
            table_id: str = client.post("/tables", json=wish).json()["id"]
            return table_id

        known = new()
        with (
            client.stream("GET", "/events", params={"turns": "true"}) as stream,
            stranger.stream("GET", "/events", params={"turns": "true"}) as nothing,
        ):
            lines = (line for line in stream.iter_lines() if line.startswith(("event: ", "data: ")))
            assert next(lines) == "event: turns"
            assert json.loads(next(lines)[6:]) == {"tables": [known]}
            other = new()
            assert next(lines) == "event: turn"
            assert json.loads(next(lines)[6:]) == {"table": other, "mine": True}
            theirs = (line for line in nothing.iter_lines() if line.startswith("data: "))
            assert json.loads(next(theirs)[6:]) == {"tables": []}
