"""Saving what one sees of a game in play: who may, and from which seat."""

import json
import re

from fastapi import FastAPI
from fastapi.testclient import TestClient
from tests.web.people import Person, alone_against_oneself, assert_refused, play_to_end


def two_at_a_table(ada: Person, bob: Person) -> str:
    table_id: str = ada.create("me", "friend").json()["id"]
    bob.post(f"/tables/{table_id}/seats/1")
    return table_id


def test_a_player_saves_what_their_seat_sees(ada: Person, bob: Person, eve: Person, app: FastAPI) -> None:
    table_id = two_at_a_table(ada, bob)
    live = app.state.server.club.tables.get(table_id)
    secret = [live.row.seed.hex(), *(seat.key for seat in live.row.seats), *(seat.user for seat in live.row.seats)]
    for person, seat in ((ada, 0), (bob, 1), (eve, -1)):
        told = person.get(f"/tables/{table_id}/sight")
        assert told.json()["view"] == person.table(table_id)["view"]
        assert (told.json()["viewer"], told.json()["names"]) == (seat, ["Ada", "Bob"])
        page = person.client.get(f"/t/{table_id}/sheet/info", headers=person.headers).text
        link = re.search(rf'href="(/t/{table_id}/seen\.json\?as={seat})"', page)
        assert link
        file = person.client.get(link[1], headers=person.headers)
        assert 'attachment; filename="trigrad-quorum-seen-0.json"' in file.headers["content-disposition"]
        assert file.json() == told.json()
        assert not [text for text in secret if text in file.text]


def test_nobody_saves_what_another_sees(ada: Person, bob: Person, eve: Person) -> None:
    table_id = two_at_a_table(ada, bob)
    for person, seat in ((bob, 0), (eve, 0), (eve, 1), (ada, 7)):
        assert_refused(person.get(f"/tables/{table_id}/sight?seat={seat}"), 403, "somebody else")
        refused = person.client.get(f"/t/{table_id}/seen.json?as={seat}", headers=person.headers)
        assert refused.status_code == 403


def test_who_shares_the_device_is_not_shown_by_accident(ada: Person) -> None:
    table_id = alone_against_oneself(ada)
    assert ada.get(f"/tables/{table_id}/sight").json()["viewer"] == -1
    assert ada.get(f"/tables/{table_id}/sight?seat=1").json()["viewer"] == 1


def test_there_is_something_to_see_once_the_game_has_begun(ada: Person, client: TestClient) -> None:
    table_id = ada.create("me", "friend").json()["id"]
    assert_refused(ada.get(f"/tables/{table_id}/sight"), 400, "begins when all seats are taken")
    assert "seen.json" not in client.get(f"/t/{table_id}", headers=ada.headers).text
    finished = alone_against_oneself(ada)
    play_to_end(ada, finished)
    assert "seen.json" not in client.get(f"/t/{finished}", headers=ada.headers).text
    assert json.loads(ada.get(f"/tables/{finished}/sight").text)["to_move"] is None
