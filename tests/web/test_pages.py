import re
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from tests.web.people import Person, play_to_end

from trigrad import games, i18n

LANGUAGES = list(i18n.LANGUAGES)
FORM = {"name": "Ada", "seat0": "me", "seat1": "friend", "undo": "on", "hints": "on"}


@pytest.fixture
def other(app: FastAPI, client: TestClient) -> TestClient:
    """A second browser at the same server."""
    return TestClient(app, raise_server_exceptions=False)


def create(client: TestClient, **changes: str) -> str:
    """Create a table by the form; returns its address."""
    answer = client.post("/new/quorum", data=FORM | changes, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def hidden(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found
    return found[1]


def choose(client: TestClient, address: str, page: str, action: str, **headers: str) -> Any:
    form = {"action": action, "seat": hidden(page, "seat"), "version": hidden(page, "version")}
    return client.post(f"{address}/act", data=form, headers=headers)


def actions(page: str) -> list[str]:
    """What can be chosen, in the order of the list of all choices; most stand on the board once more."""
    return list(dict.fromkeys(re.findall(r'name="action" value="([^"]+)"', page)))


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize(
    "path", ["/", "/rules", "/me", "/me/settings", "/new/quorum", *(f"/rules/{game}" for game in games.names())]
)
def test_every_page_is_there_in_every_language(client: TestClient, path: str, code: str) -> None:
    page = client.get(path, headers={"Accept-Language": code})
    assert page.status_code == 200
    assert f'<html lang="{code}">' in page.text
    for other in LANGUAGES:
        assert f'hreflang="{other}"' in page.text


def test_the_language_is_kept_once_chosen(client: TestClient) -> None:
    page = client.get("/language/fr?to=/me", headers={"Accept-Language": "ru"})
    assert str(page.url).endswith("/me")
    assert '<html lang="fr">' in page.text
    assert '<html lang="fr">' in client.get("/", headers={"Accept-Language": "ru"}).text


def test_bots_have_their_name_in_the_readers_language(client: TestClient) -> None:
    address = create(client, seat1="bot:greedy", listed="on")
    for path in ("/", address):
        page = client.get(path, headers={"Accept-Language": "fr"}).text
        assert "Glouton" in page
        assert "Greedy" not in page


@pytest.mark.parametrize("to", ["//evil.example", "https://evil.example", "/\\evil.example", "\\\\evil.example", "x"])
def test_the_language_switch_leads_to_no_other_site(client: TestClient, to: str) -> None:
    answer = client.get("/language/fr", params={"to": to}, follow_redirects=False)
    assert answer.headers["location"] == "/"


def test_a_table_by_the_form_and_a_friend_by_the_link(client: TestClient, other: TestClient) -> None:
    address = create(client)
    assert address in client.get("/").text
    assert address not in other.get("/").text
    lobby = other.get(address).text
    assert f"{address}/seats/1" in lobby
    joined = other.post(f"{address}/seats/1", data={"name": "Bob"})
    assert joined.status_code == 200
    assert "Bob" in joined.text
    hands = [bool(actions(browser.get(address).text)) for browser in (client, other)]
    assert sorted(hands) == [False, True]


@pytest.mark.parametrize(
    "changes",
    [
        {"name": ""},
        {"name": "x" * 25},
        {"seat1": "none"},
        {"seat1": "bot:hal"},
        {"seat1": "king"},
        {"seat1": "here"},
        {"seat1": "here", "name1": "y" * 30},
    ],
)
def test_a_wrong_form_comes_back_with_what_was_entered(client: TestClient, changes: dict[str, str]) -> None:
    answer = client.post("/new/quorum", data=FORM | {"memory": "on"} | changes)
    assert answer.status_code == 400
    assert 'role="alert"' in answer.text
    assert 'name="memory" checked' in answer.text


def test_playing_without_javascript(client: TestClient) -> None:
    address = create(client, seat1="here", name1="Bob")
    page = client.get(address).text
    assert actions(page) == []  # two people at one device: first somebody lifts the curtain
    seat = re.search(r'name="as" value="(\d)"', page)
    assert seat
    page = client.get(f"{address}?as={seat[1]}").text
    assert [action for action in actions(page) if action.startswith("take")] == [f"take {n}" for n in range(1, 6)]
    page = choose(client, address, page, "take 1").text
    assert "play 1" in actions(page)
    page = choose(client, address, page, "play 1").text
    assert 'name="as"' in page  # handed over to the other one
    assert actions(page) == []


def test_a_page_without_javascript_reloads_itself_only_while_it_waits(client: TestClient, other: TestClient) -> None:
    address = create(client)
    pages = {"seated, waiting": client.get(address).text, "about to sit down": other.get(address).text}
    other.post(f"{address}/seats/1", data={"name": "Bob"})
    for person in (client, other):
        page = person.get(address).text
        pages["to choose" if actions(page) else "to wait"] = page
    reloading = {who for who, page in pages.items() if 'http-equiv="refresh"' in page}
    assert reloading == {"seated, waiting", "to wait"}


def test_every_page_has_a_heading(client: TestClient) -> None:
    for path in ("/", "/rules", "/rules/quorum", "/new/quorum", "/me", "/nowhere", create(client), create(client)):
        assert client.get(path).text.count("<h1") == 1, path


def test_the_curtain_hides_the_hand_of_whoever_is_next(client: TestClient) -> None:
    address = create(client, seat1="here", name1="Bob")
    waiting = re.search(r'name="as" value="(\d)"', client.get(address).text)
    assert waiting
    wrong = 1 - int(waiting[1])
    assert actions(client.get(f"{address}?as={wrong}").text) == []
    assert actions(client.get(f"{address}?as=7").text) == []


def test_a_fragment_answers_a_choice_by_htmx(client: TestClient) -> None:
    address = create(client, seat1="here", name1="Bob")
    seat = re.search(r'name="as" value="(\d)"', client.get(address).text)
    assert seat
    page = client.get(f"{address}/live?as={seat[1]}").text
    assert "<html" not in page
    answer = choose(client, address, page, "take 2", **{"HX-Request": "true"})
    assert answer.status_code == 200
    assert "<html" not in answer.text
    assert hidden(answer.text, "version") == "1"


def test_a_stale_page_is_told_so_and_shown_how_things_are(client: TestClient) -> None:
    address = create(client, seat1="here", name1="Bob")
    seat = re.search(r'name="as" value="(\d)"', client.get(address).text)
    assert seat
    page = client.get(f"{address}?as={seat[1]}").text
    choose(client, address, page, "take 1")
    stale = choose(client, address, page, "take 2")
    assert stale.status_code == 409
    assert "moved on" in stale.text
    assert hidden(stale.text, "version") == "1"


@pytest.mark.parametrize(
    "form", [{}, {"action": "take 1"}, {"seat": "x"}, {"action": "fly", "seat": "0", "version": "0"}]
)
def test_a_garbled_choice_changes_nothing(client: TestClient, form: dict[str, str]) -> None:
    address = create(client, seat1="here", name1="Bob")
    answer = client.post(f"{address}/act", data=form)
    assert answer.status_code in (400, 403, 422)
    assert 'role="alert"' in answer.text
    assert hidden(client.get(address).text, "version") == "0"


def test_html_in_names_is_text(client: TestClient) -> None:
    address = create(client, name="<img src=x>", seat1="bot:random")
    for page in (client.get(address).text, client.get("/").text, client.get("/me").text):
        assert "<img src=x" not in page
        assert "&lt;img src=x&gt;" in page


def test_a_spectator_sees_no_hand_and_has_no_buttons(client: TestClient, other: TestClient) -> None:
    address = create(client, seat1="bot:random")
    page = other.get(address).text
    assert actions(page) == []
    assert "/move/" not in page + other.get(f"{address}/sheet/info").text


def test_a_private_link_moves_the_seat(client: TestClient, other: TestClient) -> None:
    address = create(client, seat1="bot:random")
    link = re.search(rf"{re.escape(address)}/move/[\w-]+", client.get(f"{address}/sheet/info").text)
    assert link
    assert "Ada" in other.get(link[0]).text  # asked first: looking at a link moves nothing
    assert "/move/" in client.get(f"{address}/sheet/info").text
    other.post(link[0])
    assert "/move/" in other.get(f"{address}/sheet/info").text
    assert "/move/" not in client.get(f"{address}/sheet/info").text
    assert client.post(link[0]).status_code == 404  # used up


def test_a_new_name_is_shown_at_the_table(client: TestClient) -> None:
    address = create(client, seat1="bot:random")
    client.post("/me", data={"name": "Augusta"})
    assert "Augusta" in client.get(address).text
    assert client.post("/me", data={"name": " "}).status_code == 400


def test_a_new_name_is_not_given_to_others_at_the_device(client: TestClient) -> None:
    address = create(client, seat1="here", name1="Bob")
    client.post("/me", data={"name": "Augusta"})
    seats = client.get(f"/api/tables/{address.rpartition('/')[2]}").json()["seats"]
    assert [seat["name"] for seat in seats] == ["Augusta", "Bob"]


def test_the_end_shows_sheet_seed_and_play_again(client: TestClient) -> None:
    ada = Person(client, "Ada")
    client.headers.update(ada.headers)
    table_id = ada.create("me", "here").json()["id"]
    address = f"/t/{table_id}"
    promised = re.search(r"[0-9a-f]{64}", client.get(f"{address}/sheet/info").text)
    assert promised
    state = play_to_end(ada, table_id)
    page = client.get(address).text + client.get(f"{address}/sheet/info").text
    assert promised[0] in page
    assert state["seed"] in page
    for score in state["scores"]:
        assert re.search(rf">\s*{score}\s*<", page)
    again = client.post(f"{address}/again", follow_redirects=False).headers["location"]
    assert again != address
    assert client.get(again).status_code == 200
    assert client.post(f"{address}/again", follow_redirects=False).headers["location"] == again
    assert again in client.get(address).text


def test_only_those_who_played_may_play_again(client: TestClient, other: TestClient) -> None:
    address = create(client, seat1="bot:random")
    assert other.post(f"{address}/again").status_code == 403


def test_the_next_game_waits_for_the_end_of_this_one(client: TestClient) -> None:
    answer = client.post(f"{create(client, seat1='bot:random')}/again")
    assert answer.status_code == 400
    assert "once this one is over" in answer.text


@pytest.mark.parametrize(
    "path", ["/t/nowhere", "/t/nowhere/live", "/new/go", "/rules/go", "/nothing", "/t/x/move/y", "/static/../app.py"]
)
def test_what_is_not_there_is_said_to_be_so(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert 'role="alert"' in answer.text


@pytest.mark.parametrize(
    "path",
    [
        "app.py",
        "../app.py",
        "%2e%2e/app.py",
        "games/quorum/rules.py",
        "games/quorum/../rules.py",
        "games/../i18n.py",
        "games/quorum/../../web/static/site.css",
        "a%00b.css",
        "a" * 300 + ".css",
        "a/" * 3000 + "b.css",
        "",
    ],
)
def test_static_files_are_only_the_static_ones(client: TestClient, path: str) -> None:
    assert client.get(f"/static/{path}").status_code == 404


def test_static_files_with_a_digest_are_kept_for_ever(client: TestClient) -> None:
    style = re.search(r"/static/site\.css\?v=\w+", client.get("/").text)
    assert style
    assert "immutable" in client.get(style[0]).headers["cache-control"]
    assert client.get("/static/site.css?v=0123456789ab").headers["cache-control"] == "no-cache"


def test_pages_ask_no_other_host_and_say_so(client: TestClient) -> None:
    address = create(client, seat1="bot:random")
    for path in ("/", "/new/quorum", "/rules/quorum", address):
        answer = client.get(path)
        assert "default-src 'self'" in answer.headers["content-security-policy"]
        outside = re.findall(r'(?:src|href)="(?:https?:)?//[^"]*"', answer.text)
        assert outside == []


def test_cookies_are_out_of_reach_of_scripts(client: TestClient) -> None:
    answer = client.post("/me", data={"name": "Ada"}, follow_redirects=False)
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
