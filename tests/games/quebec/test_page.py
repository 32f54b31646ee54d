"""Québec's pages: every choice is a button, the board shows what stands, a century's end is shown zone by zone."""

import random
import re

import pytest
from tests.games.quebec import positions as q

from trigrad import i18n
from trigrad.games.quebec import GAME, board, state
from trigrad.games.quebec import components as c
from trigrad.games.quebec.state import State
from trigrad.games.quebec.view import view
from trigrad.web import rendering


class Seat:
    """A seat as the pages know it."""

    def __init__(self, index: int) -> None:
        self.name = self.playing = f"P{index}"


class Screen:
    """What the table's page takes from the screen."""

    def __init__(self, game: State) -> None:
        self.game = GAME
        described = [GAME.describe(game, action) for action in GAME.legal(game)]
        self.legal = {description.notation: description for description in described}

    def act(self, notation: str, label: str, style: str = "act") -> str:
        return f"[{style}:{notation}:{label}]" if notation in self.legal else ""


def page(game: State, language: str = "en", **view_options: bool) -> str:
    screen = Screen(game)
    seen = view(game, max(0, int(game.to_move)), **view_options)
    return rendering.page(
        "quebec/table.html",
        language,
        screen=screen,
        view=seen,
        picture=GAME.picture(seen),
        sheet=GAME.score_sheet(game),
        seats=[Seat(index) for index in range(game.players)],
        act=screen.act,
    )


def offered(text: str) -> set[str]:
    return {notation for _, notation in re.findall(r"\[([\w -]+):([\w ]+):", text)}


@pytest.mark.parametrize("rules", ["events", "complete", "family"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_choice_of_a_whole_game_can_be_made_on_the_page(players: int, rules: str) -> None:
    game = GAME.new(players, bytes([players]) * 32, {"rules": rules})
    chance = random.Random(players)
    languages = list(i18n.LANGUAGES)
    while not game.over:
        legal = GAME.legal(game)
        if chance.randrange(8) == 0:
            text = page(game, chance.choice(languages), hints=chance.random() < 0.5)
            assert offered(text) == {GAME.describe(game, action).notation for action in legal}
        GAME.apply_silently(game, chance.choice(legal))
    assert offered(page(game)) == set()


def test_sites_can_be_chosen_on_the_board_and_in_words() -> None:
    text = page(q.position(sites={9: q.At(architect=1)}))
    assert "[b-spot:site 9:9]" in text
    assert "Contribute 3 workers to site 9 (Military administration), with its action]" in text


def test_the_board_shows_architects_workers_and_tokens() -> None:
    sites = {
        9: q.At(architect=1, slots=[0, 2]),
        20: q.At(architect=state.NEUTRAL),
        3: q.At(token=(0, 2)),
        4: q.At(token=(0, 1)),
    }
    text = page(q.position(sites=sites, leaders={2: "economic"}))
    assert 'id="architect-1"' in text
    assert 'id="architect-neutral"' in text
    assert 'id="architect-0"' not in text
    assert "Site 9, Military administration, century" in text
    assert "P0, 2 stars" in text
    assert text.count('class="group p0"') == 1  # between 3 and 4
    assert "Main group (3, 4): 4 points; others: 0" in text


def test_places_of_the_board_lie_apart_and_inside() -> None:
    places = [*board.SITE_PLACES, *((d["x"], d["y"]) for d in board.DISTRICTS.values())]
    for x, y in places:
        assert board.LEFT + board.RADIUS < x < board.LEFT + board.WIDTH - board.RADIUS
        assert board.TOP + board.ZONE_HEIGHT + board.RADIUS < y < board.TOP + board.HEIGHT - board.ZONE_HEIGHT
    nearest = min(abs(x1 - x2) + abs(y1 - y2) for x1, y1 in places for x2, y2 in places if (x1, y1) != (x2, y2))
    assert nearest > 2 * board.RADIUS


def test_the_four_corner_zones_go_clockwise_from_religion() -> None:
    corners = [board.ZONE_PLACES[zone] for zone in c.ZONES[:4]]
    left, right, top, bottom = corners[0][0], corners[1][0], corners[0][1], corners[2][1]
    assert corners == [(left, top), (right, top), (right, bottom), (left, bottom)]
    assert left < board.ZONE_PLACES["citadel"][0] < right


def test_the_scoring_of_a_century_is_shown_zone_by_zone() -> None:
    game = q.position(zones={0: {"citadel": 5}, 1: {"religion": 4, "culture": 3}}, open_sites=[])
    before = page(game)
    preview = steps(before, "b-preview")
    q.play(game, "start own")
    assert steps(page(game), "scored-1") == preview
    assert [row[:2] for row in preview] == [
        ["Citadel", "5 → Religion 2"],
        ["Religion", "2"],
        ["Politics", "0"],
        ["Economy", "0"],
        ["Culture", "0"],
        ["Points", "7"],
    ]
    assert [row[2] for row in preview] == ["0", "4 → Politics 2", "2 → Economy 1", "1", "3 → active 1", "10"]


def steps(text: str, section: str) -> list[list[str]]:
    """The table of a scoring, a list of cells a row."""
    table = text.split(f'id="{section}"')[1].split("<tbody>")[1].split("</table>", maxsplit=1)[0]
    rows = re.findall(r"<tr.*?</tr>", table, re.DOTALL)
    cells = [re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL) for row in rows]
    return [[" ".join(re.sub(r"<[^>]*>", " ", cell).split()) for cell in row] for row in cells]


def test_without_hints_no_scoring_is_foreseen() -> None:
    game = q.position(zones={0: {"citadel": 5}})
    assert 'id="b-preview"' in page(game)
    assert 'id="b-preview"' not in page(game, hints=False)


def test_the_event_card_in_force_and_that_of_1608() -> None:
    text = page(q.position(century=2, card="fortification", first_card="fort_fire"))
    assert "Fortification of Québec" in text
    assert "A single contribution gives no star token" in text
    assert "Fort Québec Fire" in text


def test_leaders_show_their_holders_and_what_they_do() -> None:
    text = page(q.position(leaders={1: "cultural"}))
    assert "Points for each star token you place: 1, 2 or 3 for its 1, 2 or 3 stars" in text
    assert "Religious leader" not in text
    assert "Taking a leader activates 1 worker" in text
