"""The first minute: the games on the home page, playing at once, the form for a new table, invitations."""

import random
import re

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from trigrad import games, i18n
from trigrad.bots import load
from trigrad.web import qr

FORM = {"name": "Ada", "seat0": "me", "seat1": "friend", "undo": "on", "hints": "on"}


def key_of(page: str) -> str:
    found = re.search(r'name="key" value="([\w-]+)"', page)
    assert found
    return found[1]


def play(client: TestClient, key: str = "", game: str = "quorum") -> str:
    """Press the button of a game; returns the address of the table."""
    answer = client.post(f"/play/{game}", data={"key": key}, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


@pytest.mark.parametrize("code", list(i18n.LANGUAGES))
def test_the_home_page_says_what_each_game_is(client: TestClient, code: str) -> None:
    page = client.get("/", headers={"Accept-Language": code}).text
    for name in games.names():
        game = games.load(name)
        assert game.about
        assert game.difficulty
        assert game.minutes
        assert game.about.render(i18n.catalogue(code)) in page
        assert game.difficulty.value.render(i18n.catalogue(code)) in page
        for number in (game.min_players, game.max_players, *game.minutes):
            assert str(number) in page
        [picture] = re.findall(rf'src="(/static/games/{name}/board\.svg[^"]*)"', page)
        assert client.get(picture).headers["content-type"] == "image/svg+xml"


@pytest.mark.parametrize("game", games.names())
def test_playing_at_once_as_a_guest(client: TestClient, game: str) -> None:
    address = play(client, key_of(client.get("/").text), game)
    page = client.get(address).text
    [guest] = set(re.findall(r"Guest \d+", client.get("/me").text))
    assert guest in page
    assert load("beginner").label.pattern in page
    assert client.post("/me", data={"name": "Ada"}).status_code == 200
    assert "Ada" in client.get(address).text


def test_a_guest_has_a_name_in_their_language(client: TestClient) -> None:
    play(client)
    client.cookies.clear()
    client.post("/play/quorum", headers={"Accept-Language": "ru"})
    assert "Гость" in client.get("/me").text


def test_whoever_has_a_name_keeps_it(client: TestClient) -> None:
    client.post("/me", data={"name": "Ada"})
    assert "Ada" in client.get(play(client)).text
    assert "Guest" not in client.get("/me").text


def test_pressing_twice_makes_one_table(client: TestClient) -> None:
    key = key_of(client.get("/").text)
    assert play(client, key) == play(client, key)
    assert play(client, key_of(client.get("/").text)) != play(client, key)


def test_no_table_of_an_unknown_game(client: TestClient) -> None:
    assert client.post("/play/chess").status_code == 404


def test_a_refused_form_leads_back_to_itself_in_another_language(client: TestClient) -> None:
    refused = client.post("/new/quorum", data=FORM | {"name": ""})
    assert refused.status_code == 400
    assert "/language/fr?to=/new/quorum" in refused.text


def test_changed_choices_in_detail_come_back_unfolded(client: TestClient) -> None:
    folded = client.post("/new/petersburg", data=FORM | {"name": ""}).text
    assert '<details id="rare">' in folded
    option = next(option for option in games.load("petersburg").options if option.rare)
    other, _ = option.choices[1]
    refused = client.post("/new/petersburg", data=FORM | {"name": "", f"option-{option.key}": other}).text
    assert '<details id="rare" open>' in refused


def test_an_invitation_can_be_copied_shared_and_scanned(app: FastAPI, client: TestClient) -> None:
    address = client.post("/new/quorum", data=FORM, follow_redirects=False).headers["location"]
    page = client.get(address).text
    link = f"http://testserver{address}"
    assert f'<input id="invitation" readonly value="{link}">' in page
    assert str(qr.svg(link)) in page
    assert 'data-copy="invitation"' in page
    assert 'data-share="invitation"' in page
    TestClient(app).post(f"{address}/seats/1", data={"name": "Bob"})
    assert "data-copy" not in re.sub(r"<a [^>]*>", "", client.get(address).text)


def test_a_code_says_the_address_and_none_is_drawn_of_what_does_not_fit() -> None:
    address = "https://play.example/games/t/abcdefghijkl"
    drawn = str(qr.svg(address))
    assert drawn.startswith("<svg")
    size = re.search(r'viewBox="0 0 (\d+) \1"', drawn)
    assert size
    assert int(size[1]) == 17 + 4 * 3 + 8  # 41 bytes at level M need version 3 (ISO 18004, table 7), and 4 around it
    assert qr.svg("x" * 1001) == ""


def test_a_long_host_name_breaks_no_lobby(client: TestClient) -> None:
    address = client.post("/new/quorum", data=FORM, follow_redirects=False).headers["location"]
    page = client.get(address, headers={"Host": "x" * 2000})
    assert page.status_code == 200
    assert "qr-code" not in page.text


def chapters(page: str) -> list[str]:
    return re.findall(r'id="rules-([\w-]+)"', page)


@pytest.mark.parametrize("name", games.names())
def test_the_rules_have_every_chapter_in_every_language(client: TestClient, name: str) -> None:
    game = games.load(name)
    pages = [client.get(f"/rules/{name}", headers={"Accept-Language": code}).text for code in i18n.LANGUAGES]
    found = [chapters(page) for page in pages]
    assert found[0] == found[1] == found[2]
    assert len(set(found[0])) == len(found[0])
    assert {guide.chapter for guide in game.guides.values()} | {"end"} <= set(found[0])


# Options and numbers of players under which every kind of choice comes
EVERY_KIND: dict[str, list[tuple[int, dict[str, str]]]] = {
    "quorum": [(4, {})],
    "petersburg": [(2, {"expansions": "both"}), (5, {"expansions": "both"})],
    "quebec": [(2, {}), (5, {}), (3, {"rules": "family"})],
}


@pytest.mark.parametrize("name", games.names())
def test_every_kind_of_choice_has_its_word_and_chapter_in_every_language(name: str) -> None:
    game = games.load(name)
    asked: set[str] = set()
    chance = random.Random(name)
    for _ in range(40):
        for players, options in EVERY_KIND[name]:
            record = game.new(players, chance.randbytes(32), options)
            while not record.over:
                kinds = game.asked(record)
                asked.update(kinds)
                assert game.chapter(record) == game.guides[kinds[0]].chapter
                game.apply_silently(record, chance.choice(game.legal(record)))
            assert game.chapter(record) == "end"
        if asked == set(game.guides):
            break
    assert asked == set(game.guides)
    for code in ("fr", "ru"):
        words = {guide.word.render(i18n.catalogue(code)) for guide in game.guides.values()}
        assert not words & {guide.word.render(i18n.catalogue("en")) for guide in game.guides.values()}


def test_the_rules_lie_beside_the_table(client: TestClient) -> None:
    address = play(client)
    page = client.get(address).text
    assert 'data-chapter="turn"' in page or 'data-chapter="gods"' in page
    beside = client.get(f"{address}/sheet/rules", headers={"HX-Request": "true"}).text
    assert "<html" not in beside
    assert "turn" in chapters(beside)
    assert chapters(client.get(f"{address}/sheet/rules").text) == chapters(beside)


def test_bots_are_called_otherwise_than_their_level(client: TestClient) -> None:
    form = {**FORM, "seat1": "bot:casual", "seat2": "bot:casual"}
    page = client.get(client.post("/new/quorum", data=form, follow_redirects=False).headers["location"]).text
    named = set(re.findall(r"(\w+) \(Casual\)", client.get("/").text))
    assert len(named) == 2
    for name in named:
        assert name in page
