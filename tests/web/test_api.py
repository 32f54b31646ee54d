import hashlib
import json
import re
import time
from collections.abc import Iterator

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from tests.web.people import Person, alone_against_oneself, assert_refused, play_to_end

from trigrad.club.bot_players import BotPlayers
from trigrad.engine.text import ENGLISH
from trigrad.table import record


def test_games_and_bots_are_listed(client: TestClient) -> None:
    games = {game["name"]: game for game in client.get("/api/games").json()}
    assert (games["quorum"]["min_players"], games["quorum"]["max_players"]) == (2, 4)
    assert set(client.get("/api/bots").json()) >= {"random", "greedy"}


def test_a_whole_game_by_the_api(ada: Person) -> None:
    created = ada.create("me", "here")
    assert created.status_code == 201
    promised = created.json()["commitment"]
    table_id = created.json()["id"]
    state = ada.table(table_id)
    while not state["finished"]:
        assert ada.choose(table_id, state).status_code == 200
        state = ada.table(table_id)
    assert hashlib.sha256(bytes.fromhex(state["seed"])).hexdigest() == promised
    assert sorted(state["places"]) in ([1, 1], [1, 2])
    assert all(len(seat["played"]) == 12 for seat in state["view"]["seats"])


def test_a_finished_game_verifies(ada: Person) -> None:
    table_id = alone_against_oneself(ada)
    assert_refused(ada.get(f"/tables/{table_id}/record"), 400, "once it is over")
    play_to_end(ada, table_id)
    saved = record.from_json(ada.get(f"/tables/{table_id}/record").json())
    assert [text.render(ENGLISH) for text in record.verify(saved)] == []
    page = ada.client.get(f"/t/{table_id}/game.json")
    assert "attachment" in page.headers["content-disposition"]
    assert record.from_json(page.json()) == saved


def test_a_game_against_a_bot(ada: Person) -> None:
    table_id = ada.create("me", "bot").json()["id"]
    deadline = time.monotonic() + 60
    state = ada.table(table_id)
    while not state["finished"] and time.monotonic() < deadline:
        if state["legal"]:
            assert ada.choose(table_id, state).status_code == 200
        else:
            time.sleep(0.01)
        state = ada.table(table_id)
    assert state["finished"]


def test_bots_play_among_themselves(ada: Person) -> None:
    table_id = ada.create("bot", "bot").json()["id"]
    deadline = time.monotonic() + 60
    while not ada.table(table_id)["finished"]:
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_friend_sits_down_by_the_link(ada: Person, bob: Person) -> None:
    table_id = ada.create("me", "friend").json()["id"]
    waiting = ada.table(table_id)
    assert (waiting["started"], waiting["view"], waiting["legal"]) == (False, None, [])
    assert_refused(ada.choose(table_id, waiting | {"viewer": 0}, 0), 400, "begins when all seats are taken")
    joined = bob.post(f"/tables/{table_id}/seats/1").json()
    assert joined["started"]
    assert [seat["name"] for seat in joined["seats"]] == ["Ada", "Bob"]


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_that_is_not_open_cannot_be_taken(ada: Person, bob: Person, seat: int) -> None:
    table_id = ada.create("me", "bot").json()["id"]
    assert_refused(bob.post(f"/tables/{table_id}/seats/{seat}"), 409, "already taken")


@pytest.mark.parametrize("seat", [-1, 2, 10**30])
def test_a_seat_that_there_is_not_cannot_be_taken(ada: Person, bob: Person, seat: int) -> None:
    table_id = ada.create("me", "bot").json()["id"]
    assert_refused(bob.post(f"/tables/{table_id}/seats/{seat}"), 400, "no such seat")


def test_a_choice_is_a_number_or_a_notation(ada: Person) -> None:
    table_id = alone_against_oneself(ada)
    assert_refused(ada.choose(table_id, ada.table(table_id), True), 422)


def test_each_seat_sees_its_own_hand_only(ada: Person, bob: Person, client: TestClient) -> None:
    table_id = ada.create("me", "friend").json()["id"]
    bob.post(f"/tables/{table_id}/seats/1")
    for person, own in ((ada, 0), (bob, 1), (Person(client, "Eve"), None)):
        state = person.table(table_id)
        for seat in state["view"]["seats"]:
            fronts = [card["card"] for card in seat["hand"]]
            assert (None not in fronts) if seat["seat"] == own else set(fronts) == {None}


def test_nothing_secret_is_answered_in_mid_game(ada: Person, bob: Person, app: FastAPI) -> None:
    table_id = ada.create("me", "friend", undo=True).json()["id"]
    bob.post(f"/tables/{table_id}/seats/1")
    live = app.state.server.club.tables.get(table_id)
    secrets = {live.row.seed.hex(), *(seat.key for seat in live.row.seats), *(seat.user for seat in live.row.seats)}
    for person in (ada, bob):
        for path in (
            f"/tables/{table_id}",
            "/tables",
            f"/tables/{table_id}/record",
            f"/tables/{table_id}/explain?seat=0&action=3",
        ):
            answer = person.get(path).text
            assert not any(secret in answer for secret in secrets)
    assert ada.table(table_id)["seed"] is None


def test_a_foreign_seat_is_refused(ada: Person, bob: Person) -> None:
    table_id = alone_against_oneself(ada)
    state = ada.table(table_id)
    assert_refused(bob.choose(table_id, state), 403, "belongs to somebody else")
    assert_refused(bob.post(f"/tables/{table_id}/undo", seat=0, version=0), 403)
    assert_refused(bob.get(f"/tables/{table_id}?seat=0"), 403)
    assert_refused(bob.get(f"/tables/{table_id}/explain?seat=0&action=0"), 403)
    assert ada.table(table_id) == state


def test_out_of_turn_stale_and_illegal_choices_change_nothing(ada: Person) -> None:
    table_id = alone_against_oneself(ada)
    state = ada.table(table_id)
    assert_refused(ada.choose(table_id, state | {"viewer": 1 - state["viewer"]}), 400, "somebody else’s choice")
    assert_refused(ada.choose(table_id, state | {"version": 5}), 409, "moved on")
    assert_refused(ada.choose(table_id, state, "play 1"), 400, "First take a card")
    assert_refused(ada.choose(table_id, state, 10**30), 400, "no such choice")
    assert_refused(ada.choose(table_id, state, -1), 400)
    assert_refused(ada.choose(table_id, state, "fly"), 400, "no such choice")
    assert ada.table(table_id) == state


def test_a_choice_sent_twice_counts_once(ada: Person) -> None:
    table_id = alone_against_oneself(ada)
    state = ada.table(table_id)
    assert ada.choose(table_id, state).status_code == 200
    assert_refused(ada.choose(table_id, state), 409, "moved on")
    assert ada.table(table_id)["version"] == 1


def test_a_finished_table_takes_no_choice(ada: Person) -> None:
    table_id = alone_against_oneself(ada)
    state = play_to_end(ada, table_id)
    assert_refused(ada.choose(table_id, state, 0), 409, "over")


def test_undo(ada: Person) -> None:
    table_id = alone_against_oneself(ada)
    taken = ada.choose(table_id, ada.table(table_id), "take 1").json()
    assert not taken["can_undo"]
    assert_refused(ada.post(f"/tables/{table_id}/undo", seat=taken["viewer"], version=1), 400, "taken back")
    played = ada.choose(table_id, taken, "play 1").json()
    assert played["can_undo"]
    undone = ada.post(f"/tables/{table_id}/undo", seat=taken["viewer"], version=2).json()
    assert undone["view"] == taken["view"]


def test_finishing_a_turn(ada: Person) -> None:
    table_id = ada.create("me", "here", finish=True).json()["id"]
    before = ada.table(table_id)
    assert before["finish"]
    taken = ada.choose(table_id, before, "take 1").json()
    played = ada.choose(table_id, taken, "play 1").json()
    seat = taken["viewer"]
    assert (played["to_move"], played["legal"], played["can_finish"], played["can_undo"]) == (seat, [], True, True)
    assert_refused(ada.post(f"/tables/{table_id}/actions", seat=seat, version=3, action=0), 409, "Finish your turn")
    assert_refused(ada.post(f"/tables/{table_id}/finish", seat=1 - seat, version=3), 400, "no turn of yours")
    told = ada.get(f"/tables/{table_id}/explain?seat={seat}&action=0").json()
    assert told == {"legal": False, "reason": "Finish your turn first, or take your choice back."}
    finished = ada.post(f"/tables/{table_id}/finish", seat=seat, version=3).json()
    assert (finished["to_move"], finished["can_finish"], finished["can_undo"]) == (1 - seat, False, False)
    assert_refused(ada.post(f"/tables/{table_id}/finish", seat=seat, version=4), 400, "no turn of yours")


def test_reasons_are_told_in_the_readers_language(client: TestClient) -> None:
    answers = {
        client.get("/api/tables/nowhere", headers={"Accept-Language": code}).json()["detail"]
        for code in ("en", "fr", "ru")
    }
    assert len(answers) == 3
    assert "There is no such table." in answers


def test_explain_tells_why_not(ada: Person) -> None:
    table_id = alone_against_oneself(ada)
    seat = ada.table(table_id)["viewer"]
    assert ada.get(f"/tables/{table_id}/explain?seat={seat}&action=0").json() == {"legal": True, "reason": ""}
    assert "three gods" in ada.get(f"/tables/{table_id}/explain?seat={seat}&action=5").json()["reason"]
    out_of_turn = ada.get(f"/tables/{table_id}/explain?seat={1 - seat}&action=0").json()
    assert out_of_turn == {"legal": False, "reason": "It is somebody else’s choice now."}


@pytest.mark.parametrize(
    "headers", [{"Content-Length": "-1"}, {"Content-Length": "1e3"}, {"Transfer-Encoding": "chunked"}]
)
def test_what_does_not_say_how_long_it_is_is_refused(ada: Person, headers: dict[str, str]) -> None:
    answer = ada.client.post("/api/tables", content=b"{}", headers=ada.headers | headers)
    assert_refused(answer, 411, "how long it is")


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"{", 422),
        (b"", 422),
        (b"[" * 60_000, 400),
        (b"null", 422),
        (b'"x"', 422),
        (b"\xff\xff", 400),
        (b'{"game": "quorum", "seats": 7}', 422),
        (b"x" * 70_000, 413),
        (json.dumps({"game": "quorum", "seats": [{"kind": "me"}] * 11}).encode(), 422),
        (json.dumps({"game": "go", "seats": [{"kind": "me"}] * 2}).encode(), 400),
        (json.dumps({"game": "../quorum", "seats": [{"kind": "me"}] * 2}).encode(), 400),
        (json.dumps({"game": "quorum", "seats": [{"kind": "me"}]}).encode(), 400),
        (json.dumps({"game": "quorum", "seats": [{"kind": "me"}] * 5}).encode(), 400),
        (json.dumps({"game": "quorum", "seats": [{"kind": "king"}] * 2}).encode(), 400),
        (json.dumps({"game": "quorum", "seats": [{"kind": "bot", "bot": "hal"}] * 2}).encode(), 400),
        (json.dumps({"game": "quorum", "seats": [{"kind": "bot"}] * 2}).encode(), 400),
        (json.dumps({"game": "quorum", "seats": [{"kind": "me"}] * 2, "options": {"sun": "1"}}).encode(), 400),
        (json.dumps({"game": "quorum", "seats": [{"kind": "me"}] * 2, "options": {"\ud800": "1"}}).encode(), 400),
        (json.dumps({"game": "quorum", "seats": [{"kind": "here", "name": "x" * 25}] * 2}).encode(), 400),
        (json.dumps({"game": "quorum", "seats": [{"kind": "here", "name": " \u0000 "}] * 2}).encode(), 400),
    ],
)
def test_a_garbled_table_is_refused(ada: Person, body: bytes, status: int) -> None:
    headers = ada.headers | {"Content-Type": "application/json"}
    assert_refused(ada.client.post("/api/tables", content=body, headers=headers), status)
    assert ada.get("/tables").json() == []


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, "\u200b", "\x00\x1b"])
def test_a_name_that_cannot_be_shown_is_refused(client: TestClient, name: str) -> None:
    assert_refused(client.post("/api/players", json={"name": name}), 400)


def test_control_characters_leave_a_name(client: TestClient) -> None:
    body = b'{"name": " A\\u0000  d\\u202ea "}'
    answer = client.post("/api/players", content=body, headers={"Content-Type": "application/json"})
    assert answer.json()["name"] == "A d a"


def test_half_a_character_is_refused(client: TestClient) -> None:
    body = b'{"name": "A\\ud800"}'
    assert_refused(client.post("/api/players", content=body, headers={"Content-Type": "application/json"}), 422)


def test_a_forged_token_is_somebody_new(ada: Person) -> None:
    ada.create("me", "bot")
    for token in ("", "abc", ada.headers["Authorization"][7:-2] + "xx"):
        answer = ada.client.get("/api/tables", headers={"Authorization": f"Bearer {token}"})
        assert answer.json() == []


def test_only_public_tables_are_listed_to_others(ada: Person, bob: Person) -> None:
    public = ada.create("me", "friend", listed=True).json()["id"]
    ada.create("me", "friend")
    assert [table["id"] for table in bob.get("/tables").json()] == [public]
    assert len(ada.get("/tables").json()) == 2


def test_public_tables_that_everybody_left_are_listed_no_more(
    ada: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(BotPlayers, "wake", lambda *_: None)  # they would finish before the list is read
    table_id = ada.create("me", "friend", listed=True).json()["id"]
    bots_only = ada.create("bot", "bot", listed=True).json()["id"]
    assert {table["id"] for table in bob.get("/tables").json()} == {table_id, bots_only}
    assert ada.client.delete(f"/api/tables/{table_id}/seats/0", headers=ada.headers).status_code == 200
    assert [table["id"] for table in bob.get("/tables").json()] == [bots_only]


def test_another_sites_page_cannot_write(ada: Person) -> None:
    body = {"game": "quorum", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}]}
    for headers in (
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://["},
        {"Sec-Fetch-Site": "cross-site"},
    ):
        assert_refused(ada.client.post("/api/tables", json=body, headers=ada.headers | headers), 403, "another site")


def test_the_description_has_typographic_apostrophes(client: TestClient) -> None:
    def words(part: object) -> Iterator[str]:
        parts: dict[object, object] = part if isinstance(part, dict) else {}
        for name, value in [*parts.items(), *enumerate(part if isinstance(part, list) else ())]:
            if name in ("description", "summary", "title") and isinstance(value, str):
                yield value
            else:
                yield from words(value)

    said = list(words(client.get("/api/openapi.json").json()))
    assert len(said) > 50
    assert [sentence for sentence in said if re.search(r"\w'\w|s' ", sentence)] == []


def test_openapi_describes_every_route_and_its_pages_come_from_here(client: TestClient) -> None:
    paths = client.get("/api/openapi.json").json()["paths"]
    assert {
        "/api/tables",
        "/api/tables/{table_id}",
        "/api/tables/{table_id}/actions",
        "/api/tables/{table_id}/events",
    } <= set(paths)
    page = client.get("/api/docs").text
    assert "https://" not in page
    files = re.findall(r'"(/static/vendor/swagger-ui[^"]+)"', page)
    assert len(files) == 2
    for address in files:
        assert client.get(address).status_code == 200


def test_one_person_cannot_create_tables_without_end(app: FastAPI) -> None:
    object.__setattr__(app.state.server.club.tables, "_an_hour", 2)
    with TestClient(app) as client:
        ada = Person(client, "Ada")
        assert [ada.create("me", "friend").status_code for _ in range(3)] == [201, 201, 429]
        table_id = alone_against_oneself(bob := Person(client, "Bob"))
        alone_against_oneself(bob)
        play_to_end(bob, table_id)
        assert bob.client.post(f"/t/{table_id}/again", headers=bob.headers).status_code == 429


def test_what_one_person_sees_is_kept_by_no_cache(ada: Person) -> None:
    table_id = alone_against_oneself(ada)
    for path in (f"/api/tables/{table_id}", "/api/tables", "/api/nothing", f"/t/{table_id}", "/t/nowhere", "/me"):
        assert ada.client.get(path, headers=ada.headers).headers["cache-control"] == "no-store"


STATUSES = {
    "GET /api/games": {200, 400, 408},
    "GET /api/tables": {200, 400, 408, 503},
    "GET /api/tables/{table_id}": {200, 400, 403, 404, 408, 410, 422, 503},
    "POST /api/players": {201, 400, 403, 408, 411, 413, 422, 429, 503},
    "POST /api/tables": {201, 400, 403, 408, 411, 413, 422, 429, 503},
    "POST /api/tables/{table_id}/hint": {200, 400, 403, 404, 408, 409, 410, 411, 413, 422, 429, 503},
    "DELETE /api/tables/{table_id}/seats/{seat}/bot": {200, 400, 403, 404, 408, 409, 410, 411, 413, 422, 429, 503},
    "GET /api/tables/{table_id}/events": {200, 400, 404, 408, 410, 422, 429, 503},
}


def test_every_route_names_what_any_like_it_may_refuse(client: TestClient) -> None:
    paths = client.get("/api/openapi.json").json()["paths"]
    routes = [(method, path, described) for path, of_path in paths.items() for method, described in of_path.items()]
    assert len(routes) >= 20
    for method, path, described in routes:
        expected = {400, 408}
        if method != "get":
            expected |= {403, 411, 413, 422, 429, 503}
        if "{table_id}" in path:
            expected |= {404, 410, 422, 503}
        if method != "get" and "{seat}" in path:
            expected |= {409}
        missing = expected - {int(status) for status in described["responses"]}
        assert not missing, (method, path)


@pytest.mark.parametrize("route", STATUSES)
def test_openapi_names_every_status_of_a_route(client: TestClient, route: str) -> None:
    described = client.get("/api/openapi.json").json()
    method, path = route.split()
    responses = described["paths"][path][method.lower()]["responses"]
    assert {int(status) for status in responses} == STATUSES[route]
    for status, response in responses.items():
        if int(status) >= 400:
            (media_type,) = response["content"]
            assert ("Retry-After" in response.get("headers", {})) == (int(status) in (429, 503))
            if int(status) == 408:  # told before it is known what was asked
                assert media_type == "text/plain"
                continue
            assert media_type == "application/problem+json"
            name = response["content"][media_type]["schema"]["$ref"].rpartition("/")[2]
            assert set(described["components"]["schemas"][name]["required"]) == {"type", "title", "status", "detail"}


@pytest.mark.parametrize("value", [False, "0", 0.5, None, [0]])
@pytest.mark.parametrize("name", ["seat", "version"])
def test_a_value_of_another_kind_is_no_number(ada: Person, name: str, value: object) -> None:
    table_id = alone_against_oneself(ada)
    choice = {"seat": ada.table(table_id)["viewer"], "version": 0, "action": 0} | {name: value}
    assert_refused(ada.post(f"/tables/{table_id}/actions", **choice), 422, name)
    assert_refused(ada.post(f"/tables/{table_id}/hint", **choice), 422, name)
    assert ada.table(table_id)["version"] == 0


@pytest.mark.parametrize("action", [False, 0.5, None, [0]])
def test_an_action_is_a_number_or_a_notation(ada: Person, action: object) -> None:
    table_id = alone_against_oneself(ada)
    choice = {"seat": ada.table(table_id)["viewer"], "version": 0, "action": action}
    assert_refused(ada.post(f"/tables/{table_id}/actions", **choice), 422, "action")
