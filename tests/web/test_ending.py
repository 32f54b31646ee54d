"""The end of a game: who has won and why, in words; the picture of a table."""

import re
import struct
from xml.etree import ElementTree as ET

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from tests.web.people import Person, finished_table, play_to_end

from trigrad import games, i18n
from trigrad.engine.game import SPECTATOR
from trigrad.engine.header import Header
from trigrad.engine.text import ENGLISH
from trigrad.web import raster
from trigrad.web.pages.ending import of_game

NAMES = ["Ada", "Bob", "Eve"]
SVG = "{http://www.w3.org/2000/svg}"


def finished(game: str, scores: list[int], tie_breaks: list[int], places: list[int]) -> Header:
    """A finished record of a game with these results."""
    record = games.load(game).new(len(scores), bytes(32))
    record.over = 1
    for seat, (score, tie_break, place) in enumerate(zip(scores, tie_breaks, places, strict=True)):
        record.scores[seat], record.tie_breaks[seat], record.places[seat] = score, tie_break, place
    return record


@pytest.mark.parametrize(
    ("game", "scores", "tie_breaks", "places", "headline", "reason"),
    [
        ("quorum", [30, 58, 47], [9, 1, 5], [3, 1, 2], "Victory: Bob", "Points: 58, 11 more than Eve."),
        (
            "quorum",
            [47, 47, 30],
            [5, 9, 50],
            [2, 1, 3],
            "Victory: Bob",
            "Points: 47 each. The tie-break decides: influence (Ada 5, Bob 9).",
        ),
        (
            "petersburg",
            [20, 10, 20],
            [4, 9, 4],
            [1, 3, 1],
            "A shared victory: Ada, Eve",
            "Points: 20 each. The tie-break is even too: money, 4 each.",
        ),
        (
            "petersburg",
            [20, 20, 20],
            [4, 3, 4],
            [1, 3, 1],
            "A shared victory: Ada, Eve",
            "Points: 20 each. The tie-break decides: money (Ada 4, Bob 3, Eve 4).",
        ),
        (
            "quebec",
            [70, 70, 9],
            [0, 0, 0],
            [1, 1, 3],
            "A shared victory: Ada, Bob",
            "Points: 70 each, and nothing in the rules decides between them.",
        ),
    ],
)
def test_who_has_won_and_why(
    game: str, scores: list[int], tie_breaks: list[int], places: list[int], headline: str, reason: str
) -> None:
    ending = of_game(games.load(game), finished(game, scores, tie_breaks, places), NAMES)
    assert ending.headline.render(ENGLISH) == headline
    assert ending.reason.render(ENGLISH) == reason
    assert [placed.place for placed in ending.placed] == sorted(places)
    assert [placed.seat for placed in ending.placed] == sorted(range(3), key=lambda seat: (places[seat], seat))
    for placed in ending.placed:
        assert placed.points == scores[placed.seat]
        tied = scores.count(placed.points) > 1 and game != "quebec"
        assert placed.tie_break == (tie_breaks[placed.seat] if tied else None)


@pytest.mark.parametrize("code", list(i18n.LANGUAGES))
@pytest.mark.parametrize("game", games.names())
def test_the_end_shows_places_and_what_to_do_next(app: FastAPI, client: TestClient, game: str, code: str) -> None:
    club = app.state.server.club
    table_id = finished_table(club.store, game, 2, ["Ada", "Bob"])
    table = club.tables.get(table_id).table
    page = client.get(f"/t/{table_id}", headers={"Accept-Language": code}).text
    places = re.findall(r'<li class="(?:winner)?" value="(\d)">.*?</li>', page, re.DOTALL)
    assert places == [str(place) for place in sorted(table.record.places[:2])]
    ending = of_game(table.rules.game, table.record, ["Ada", "Bob"])
    for words in (ending.headline, ending.reason):
        assert words.render(i18n.catalogue(code)) in page
    assert f'action="/t/{table_id}/analysis"' in page
    assert 'data-share="shared-link"' in page


def test_whoever_has_won_is_told_so(ada: Person) -> None:
    table_id = ada.create("me", "here").json()["id"]
    state = play_to_end(ada, table_id)
    for seat in (0, 1):
        page = ada.client.get(f"/t/{table_id}?as={seat}", headers=ada.headers).text
        assert ("data-won" in page) == (state["places"][seat] == 1)
        assert ("You have won" in page) == (state["places"][seat] == 1 and state["places"].count(1) == 1)
    assert ">Play again<" in page


def test_whoever_only_comes_to_see_a_finished_game_has_missed_nothing(app: FastAPI, client: TestClient) -> None:
    table_id = finished_table(app.state.server.club.store, "quorum", 2, ["Ada", "Bob"])
    page = client.get(f"/t/{table_id}").text
    assert 'id="result"' in page
    assert 'id="newest"' not in page
    assert 'id="news"' not in page


def lines(picture: str) -> list[str]:
    return ["".join(text.itertext()) for text in ET.fromstring(picture).iter(f"{SVG}text")]  # noqa: S314


def test_the_picture_of_a_finished_table(app: FastAPI, client: TestClient) -> None:
    club = app.state.server.club
    table_id = finished_table(club.store, "quorum", 3, ["Ada", "<b>Bob</b>", "Eve"])
    record = club.tables.get(table_id).table.record
    answer = client.get(f"/t/{table_id}/picture.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    shown = lines(answer.text)
    assert shown[:2] == ["Quorum", "The game is over."]
    listed = [(shown[i], int(shown[i + 1])) for i in (2, 4, 6)]
    by_name = dict(zip(("Ada", "<b>Bob</b>", "Eve"), map(int, record.scores), strict=False))
    assert dict(listed) == by_name
    assert listed == sorted(listed, key=lambda line: -line[1])


def test_the_picture_shows_nothing_hidden(ada: Person, client: TestClient) -> None:
    table_id = ada.create("me", "here").json()["id"]
    mine = client.get(f"/t/{table_id}/picture.svg", headers=ada.headers)
    theirs = client.get(f"/t/{table_id}/picture.svg")
    assert mine.text == theirs.text
    assert lines(mine.text)[1] == "in play"


@pytest.mark.parametrize("game", games.names())
@pytest.mark.parametrize("players", [2, 4])
def test_the_picture_shows_the_board_as_it_stands(ada: Person, client: TestClient, game: str, players: int) -> None:
    table_id = ada.create("me", *["here"] * (players - 1), game=game).json()["id"]
    seen = set()
    for _ in range(12):
        picture = ET.fromstring(client.get(f"/t/{table_id}/picture.svg").text)  # noqa: S314
        board = picture.find(f"{SVG}svg")
        assert board is not None
        drawn = ET.tostring(board, "unicode")
        assert not re.search(r"style=|href=|<image", drawn)  # which programs that show previews do not fetch
        seen.add(drawn)
        ada.choose(table_id, ada.table(table_id))
    assert len(seen) > 4
    assert size_of(client.get(f"/t/{table_id}/picture.png").content) == (1200, 630)


@pytest.mark.parametrize("started", [False, True])
def test_a_link_has_a_preview(ada: Person, client: TestClient, started: bool) -> None:
    table_id = ada.create("me", "bot" if started else "friend").json()["id"]
    page = client.get(f"/t/{table_id}").text
    tags = dict(re.findall(r'<meta property="(og:[\w:]+)" content="([^"]*)">', page))
    assert tags["og:title"] == "Quorum"
    assert tags["og:url"] == f"http://testserver/t/{table_id}"
    assert ("Ada" if started else "1 free seat") in tags["og:description"]
    assert (tags["og:image:width"], tags["og:image:height"]) == ("1200", "630")
    assert tags["og:image:type"] == "image/png"
    picture = client.get(tags["og:image"])
    assert picture.status_code == 200
    assert size_of(picture.content) == (1200, 630)


def test_no_picture_of_no_table(client: TestClient) -> None:
    for kind in ("svg", "png"):
        assert client.get(f"/t/nowhere/picture.{kind}").status_code == 404


def size_of(png: bytes) -> tuple[int, int]:
    """Width and height of a PNG, which stand in its first chunk."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_worlds_that_look_the_same_have_the_same_picture_which_is_drawn_once(
    ada: Person, eve: Person, app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = ada.create("me", "here").json()["id"]
    for _ in range(4):
        ada.choose(table_id, ada.table(table_id))
    drawn: list[str] = []

    def draw(svg: str) -> bytes:
        drawn.append(svg)
        return b"a picture"

    monkeypatch.setattr(raster, "draw", draw)

    def picture(person: Person) -> bytes:
        answer = person.client.get(f"/t/{table_id}/picture.png", headers=person.headers)
        assert answer.headers["content-type"] == "image/png"
        return bytes(answer.content)

    assert picture(ada) == picture(eve) == b"a picture"
    live = app.state.server.club.tables.get(table_id)
    game = live.table.rules.game
    live.table.record = game.resampled(live.table.record, SPECTATOR, bytes(32))
    assert picture(ada) == b"a picture"
    assert len(drawn) == 1
    ada.choose(table_id, ada.table(table_id))
    picture(ada)
    assert len(drawn) <= 2
