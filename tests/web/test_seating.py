"""Sitting down, getting up, and forms that are sent twice, by page and by API."""

import re
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from tests.web.people import Person, alone_against_oneself, assert_refused, play_to_end

FORM = {"name": "Ada", "seat0": "me", "seat1": "friend", "seat2": "friend", "undo": "on"}
ASKED = "You already sit at this table"


@pytest.fixture
def other(app: FastAPI) -> TestClient:
    """A second browser at the same server."""
    return TestClient(app, raise_server_exceptions=False)


def create(client: TestClient, **changes: str) -> str:
    answer = client.post("/new/quorum", data=FORM | changes, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def seats(client: TestClient, address: str) -> list[tuple[str, bool]]:
    """Of each seat who sits there, and whether it is mine."""
    table = client.get(f"/api/tables/{address.rpartition('/')[2]}").json()
    return [(seat["name"], seat["mine"]) for seat in table["seats"]]


def leave(person: Person, table_id: str, seat: int) -> Any:
    return person.client.delete(f"/api/tables/{table_id}/seats/{seat}", headers=person.headers)


# --- Leaving ------------------------------------------------------------------------------


def test_who_sits_in_the_lobby_can_leave(client: TestClient, other: TestClient) -> None:
    address = create(client)
    other.post(f"{address}/seats/1", data={"name": "Bob"})
    page = other.get(address).text
    assert re.findall(rf'action="{address}/seats/(\d)/leave"', page) == ["1"]
    left = other.post(f"{address}/seats/1/leave")
    assert left.status_code == 200
    assert "/leave" not in left.text
    assert 'id="join1"' in left.text
    assert other.post(f"{address}/seats/1/leave").status_code == 200  # pressed twice
    assert seats(client, address) == [("Ada", True), ("", False), ("", False)]
    assert client.post(f"{address}/seats/0/leave").status_code == 200  # the creator too
    assert seats(client, address) == [("", False)] * 3
    assert address not in client.get("/").text


def test_no_seat_of_another_and_none_in_a_game_is_left(client: TestClient, other: TestClient) -> None:
    address = create(client, seat2="none")
    refused = other.post(f"{address}/seats/0/leave")
    assert refused.status_code == 403
    assert "belongs to somebody else" in refused.text
    other.post(f"{address}/seats/1", data={"name": "Bob"})
    refused = other.post(f"{address}/seats/1/leave")
    assert refused.status_code == 409
    assert "The game has begun" in refused.text
    assert "/leave" not in refused.text
    assert [name for name, _ in seats(client, address)] == ["Ada", "Bob"]


def test_leaving_by_the_api(ada: Person, bob: Person) -> None:
    table_id = ada.create("me", "friend", "friend").json()["id"]
    bob.post(f"/tables/{table_id}/seats/1")
    assert_refused(leave(ada, table_id, 1), 403, "somebody else")
    left = leave(bob, table_id, 1)
    assert left.status_code == 200
    assert (left.json()["viewer"], left.json()["seats"][1]["kind"]) == (-1, "open")
    assert leave(bob, table_id, 1).status_code == 200
    assert_refused(leave(bob, table_id, 7), 400, "no such seat")
    bob.post(f"/tables/{table_id}/seats/2")
    ada.post(f"/tables/{table_id}/seats/1", again=True)
    assert_refused(leave(bob, table_id, 2), 409, "has begun")


# --- A second seat ------------------------------------------------------------------------


def test_who_sits_already_is_asked_first(client: TestClient) -> None:
    address = create(client)
    assert 'id="join1"' not in client.get(address).text
    asked = client.post(f"{address}/seats/1")
    assert asked.status_code == 400
    assert ASKED in asked.text
    assert seats(client, address)[1] == ("", False)
    again = dict(re.findall(r'name="(again)" value="(\w+)"', asked.text))
    nameless = client.post(f"{address}/seats/1", data=again)
    assert nameless.status_code == 400
    assert ASKED in nameless.text
    assert 'role="alert"' in nameless.text
    assert client.post(f"{address}/seats/1", data=again | {"name": "Tom"}).status_code == 200
    assert seats(client, address) == [("Ada", True), ("Tom", True), ("", False)]
    assert 'value="Ada"' in client.get("/me").text  # one's own name stays


def test_a_page_from_before_asks_too(client: TestClient) -> None:
    """As where somebody has sat down in another tab, and presses the button of this one."""
    address = create(client)
    asked = client.post(f"{address}/seats/1", data={"name": "Ada"})
    assert asked.status_code == 400
    assert ASKED in asked.text


def test_a_second_seat_by_the_api(ada: Person) -> None:
    table_id = ada.create("me", "friend", "friend").json()["id"]
    assert_refused(ada.post(f"/tables/{table_id}/seats/1"), 400, ASKED)
    assert ada.post(f"/tables/{table_id}/seats/1", again=True, name="Tom").status_code == 200
    assert ada.post(f"/tables/{table_id}/seats/2", again=True).status_code == 200
    assert [seat["name"] for seat in ada.table(table_id)["seats"]] == ["Ada", "Tom", "Ada (3)"]
    assert_refused(ada.post(f"/tables/{table_id}/seats/0", again="perhaps"), 422)


def test_a_program_may_sit_down_without_a_body(ada: Person, bob: Person) -> None:
    table_id = ada.create("me", "friend").json()["id"]
    joined = bob.client.post(f"/api/tables/{table_id}/seats/1", headers=bob.headers)
    assert joined.status_code == 200
    assert joined.json()["started"]


# --- Sent twice ---------------------------------------------------------------------------


def twice(app: FastAPI, visited: TestClient, address: str, form: dict[str, str]) -> list[Any]:
    """What a form is answered that is sent twice before the first answer is there: both with the same cookies."""
    answers = []
    for _ in range(2):
        browser = TestClient(app, cookies=dict(visited.cookies))
        answers.append(browser.post(address, data=form, follow_redirects=False))
    return answers


def test_a_new_table_is_made_once(client: TestClient, app: FastAPI) -> None:
    page = client.get("/new/quorum").text  # the first visit of somebody
    key = re.search(r'name="key" value="([\w-]+)"', page)
    assert key
    first, second = twice(app, client, "/new/quorum", FORM | {"key": key[1]})
    assert first.status_code == second.status_code == 303
    assert first.headers["location"] == second.headers["location"]
    assert seats(client, first.headers["location"])[0] == ("Ada", True)
    wrong = client.post("/new/quorum", data=FORM | {"key": key[1], "name": ""})
    assert f'name="key" value="{key[1]}"' in wrong.text  # it is still the same form


def test_a_seat_is_taken_once_by_a_browser_that_nobody_was(client: TestClient, other: TestClient, app: FastAPI) -> None:
    address = create(client)
    other.get(address)
    first, second = twice(app, other, f"{address}/seats/1", {"name": "Bob"})
    assert first.status_code == second.status_code == 303
    assert seats(other, address) == [("Ada", False), ("Bob", True), ("", False)]


def test_a_seat_is_moved_to_a_browser_that_nobody_was(client: TestClient, other: TestClient, app: FastAPI) -> None:
    address = create(client, seat1="bot:random", seat2="none")
    link = re.search(rf"{re.escape(address)}/move/[\w-]+", client.get(f"{address}/sheet/info").text)
    assert link
    other.get(link[0])
    twice(app, other, link[0], {})
    assert seats(other, address)[0] == ("Ada", True)


def test_an_identity_is_given_once(client: TestClient, ada: Person) -> None:
    assert "set-cookie" in client.get("/new/quorum").headers
    assert "set-cookie" not in client.get("/new/quorum").headers
    client.cookies.clear()
    assert "set-cookie" not in client.get("/new/quorum", headers=ada.headers).headers


def test_a_table_of_the_api_is_made_once(ada: Person) -> None:
    first, second = (ada.create("me", "friend", key="k") for _ in range(2))
    assert first.json()["id"] == second.json()["id"]
    assert len(ada.get("/tables").json()) == 1
    assert ada.create("me", "friend").json()["id"] != first.json()["id"]
    assert_refused(ada.create("me", "friend", key="k" * 65), 422)


def test_choices_seats_and_games_count_once(ada: Person) -> None:
    table_id = alone_against_oneself(ada)
    page, headers = f"/t/{table_id}", ada.headers
    seat = ada.table(table_id)["to_move"]
    form = {"seat": str(seat), "version": "0", "action": "take 1"}
    answers = [ada.client.post(f"{page}/act", data=form, headers=headers).status_code for _ in range(2)]
    assert answers == [200, 409]
    assert ada.table(table_id)["version"] == 1
    ada.client.post(f"{page}/act", data=form | {"version": "1", "action": "play 1"}, headers=headers)
    undo = form | {"version": "2", "action": "undo"}
    assert [ada.client.post(f"{page}/act", data=undo, headers=headers).status_code for _ in range(2)] == [200, 409]
    assert ada.table(table_id)["version"] == 3
    waiting = 1 - seat
    for action in ("bot", "back"):
        before = [ada.client.post(f"{page}/seats/{waiting}/{action}", headers=headers).status_code for _ in range(2)]
        assert before == [200, 200]
    play_to_end(ada, table_id)
    again = {str(ada.client.post(f"{page}/again", headers=headers).url) for _ in range(2)}
    assert len(again) == 1
