"""Québec's pages: every choice is a button, the board shows what stands, a century's end is shown zone by zone."""

import random
import re
from types import SimpleNamespace

import pytest
from markupsafe import Markup
from tests.games.quebec import positions as q

from trigrad import i18n
from trigrad.engine.game import SPECTATOR, Move
from trigrad.engine.journal import Event
from trigrad.games.quebec import GAME, board, events, state
from trigrad.games.quebec import components as c
from trigrad.games.quebec.state import State
from trigrad.games.quebec.view import view
from trigrad.web import rendering

SEATS = [SimpleNamespace(index=index, name=f"P{index}", playing=f"P{index}") for index in range(5)]
SHARED = ("board", "century", "players", "foreseen")


def page(game: State, language: str = "en", viewer: int | None = None, **view_options: bool) -> str:
    """The table of a viewer, by default of whoever is to choose; a button shows as style, notation and label."""
    seat = max(0, int(game.to_move)) if viewer is None else viewer
    described = [GAME.describe(game, action) for action in GAME.legal(game)] if seat == game.to_move else []
    legal = {description.notation: description for description in described}
    own, public = (
        {
            "screen": SimpleNamespace(game=GAME, legal=legal),
            "view": seen,
            "picture": GAME.picture(seen),
            "sheet": GAME.score_sheet(game),
            "seats": SEATS[: game.players],
            "act": lambda notation, label, style="act": f"[{style}:{notation}:{label}]" if notation in legal else "",
        }
        for seen in (view(game, who, **view_options) for who in (seat, SPECTATOR))
    )

    def part(name: str) -> Markup:
        folder, context = ("shared", public) if name in SHARED else ("own", own)
        return Markup(rendering.page(f"quebec/{folder}/{name}.html", language, **context))  # noqa: S704 - our own

    templates = ("table", "actions") if legal else ("table",)
    return "".join(rendering.page(f"quebec/{name}.html", language, part=part, **own) for name in templates)


def offered(text: str) -> set[str]:
    return {notation for _, notation in re.findall(r"\[([\w -]+):([\w ]+):", text)}


def sheet_of(game: State) -> str:
    """The sheet of points."""
    seen = view(game, SPECTATOR)
    seats = SEATS[: game.players]
    return rendering.page(
        "quebec/score.html", "en", view=seen, picture=GAME.picture(seen), sheet=GAME.score_sheet(game), seats=seats
    )


@pytest.mark.parametrize(
    ("players", "rules"),
    [
        pytest.param(players, rules, marks=[] if (players + number) % 4 == 1 else pytest.mark.slow)
        for players in (2, 3, 4, 5)
        for number, rules in enumerate(["events", "complete", "family"])
    ],
)
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


def test_only_whoever_is_asked_is_offered_anything() -> None:
    game = q.position(sites={9: q.At(architect=1)})
    assert "site 9" in offered(page(game))
    assert offered(page(game, viewer=1)) == offered(page(game, viewer=SPECTATOR)) == set()


def ghosts(game: State) -> dict[str, board.Ghost]:
    """What each choice of whoever is asked would bring, by notation."""
    return {ghost.notation: ghost for ghost in GAME.picture(view(game, int(game.to_move)))["ghosts"]}


def count_of(players: int, zone: str, seat: int) -> board.Point:
    """Where a seat's workers in a zone are counted."""
    (x, y), width = board.ZONE_PLACES[zone], (board.ZONE_WIDTH - board.COUNTS[0]) / players
    return x + board.COUNTS[0] + seat * width, y + board.COUNTS[1]


def test_a_contribution_would_fill_the_next_free_slot_of_its_site() -> None:
    game = q.position(sites={9: q.At(architect=1, slots=[0, 2]), 20: q.At(architect=2, slots=[0, 0, 1])})
    x, y = board.SITE_PLACES[8]
    assert ghosts(game)["site 9"].workers == ((0, x + board.SLOTS[2][0], y + board.SLOTS[2][1]),)
    assert "site 20" not in ghosts(game)
    assert GAME.picture(view(game, 0))["changes"]["site 9"] == -3  # the military administration takes three


def test_starting_a_building_would_send_the_workers_of_the_completed_one_to_their_zone() -> None:
    # Site 3 belongs to the social club: culture, one worker a contribution
    game = q.position(sites={3: q.At(architect=0, slots=[1, 2, 1])})
    ghost = ghosts(game)["start own"]
    assert ghost.stars == ((*board.SITE_PLACES[2], 3),)
    assert ghost.counts == ((*count_of(3, "culture", 1), "+2"), (*count_of(3, "culture", 2), "+1"))
    assert [way[:2] for way in ghost.ways] == [board.SITE_PLACES[2]]


def test_two_players_complete_the_common_building_too_unless_nobody_has_contributed() -> None:
    common = {3: q.At(architect=0, slots=[1]), 9: q.At(architect=state.NEUTRAL, slots=[0])}
    assert len(ghosts(q.position(players=2, sites=common))["start own"].stars) == 2
    bare = {**common, 9: q.At(architect=state.NEUTRAL)}
    assert len(ghosts(q.position(players=2, sites=bare))["start own"].stars) == 1
    assert len(ghosts(q.position(players=3, sites=common))["start own"].stars) == 1


def test_the_fortification_lets_a_single_contribution_give_no_star() -> None:
    sites = {3: q.At(architect=0, slots=[1])}
    for card, stars in (("fortification", 0), ("british_immigration", 1)):
        game = q.position(century=2, card=card, sites=sites)
        assert ghosts(game)["start own"].stars == ((*board.SITE_PLACES[2], stars),)


def test_the_architect_would_stand_on_the_site_that_is_pointed_at() -> None:
    game = q.position()
    q.play(game, "start own")
    offered_sites = {GAME.describe(game, action).notation for action in GAME.legal(game)}
    assert len(offered_sites) == 11  # as many discs as a century has
    assert set(ghosts(game)) == offered_sites
    for notation, ghost in ghosts(game).items():
        x, y = board.SITE_PLACES[int(notation.removeprefix("site ")) - 1]
        assert ghost.architect == (0, x + board.PAWN[0], y + board.PAWN[1])


def test_a_choice_of_a_turn_says_how_many_workers_stay_active() -> None:
    game = q.position(active={0: 5}, passive={0: 2}, leaders={1: "political"})
    changes = GAME.picture(view(game, 0))["changes"]
    assert changes["zone culture"] == -1
    assert changes["start own"] == 2  # three would become active, but there are but two
    assert changes["leader citadel"] == 1  # one leader is taken
    assert GAME.picture(view(game, 1))["changes"] == {}


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
    assert len(re.findall(r'class="group p0" d="(?:M[\d. -]+L[\d. -]+)"', text)) == 1  # between 3 and 4
    assert "Main group (3, 4): 4 points; others: 0" in text


def test_what_has_happened_is_marked_where_it_happened() -> None:
    # Leader 4 is that of the Citadel, zones 0 and 3 are religion and culture
    happened = [
        Event(events.CONTRIBUTED, 1, (8, 2, events.BY_TURN)),
        Event(events.SCORED, 1, (1, 0)),
        Event(events.MOVED, 2, (0, 3, 1)),
        Event(events.LEADER_TAKEN, 0, (4,)),
        Event(events.PLACED, 2, (8, 0)),
        Event(events.COMPLETED, -1, (20, 0)),
    ]
    assert GAME.marks(happened) == {
        "site-9": 2,
        "zone-religion-2": 2,
        "zone-culture-2": 2,
        "leader-citadel": 0,
    }
    text = page(q.position(zones={2: {"religion": 1}}))
    for thing in GAME.marks(happened):
        assert f'id="{thing}"' in text


def test_what_an_event_moves() -> None:
    completed = Event(events.COMPLETED, 1, (8, 2))
    left = Event(events.LEFT_SITE, 2, (3, 2, 0))
    assert GAME.moves(left, [Event(events.COMPLETED, 0, (20, 1)), completed]) == (Move("site-9", "zone-culture-2", 2),)
    # Five workers in religion, whose majority of two goes on to politics, and to be active from the last zone
    scored = Event(events.ZONE_SCORED, 0, (0, 5, 2, 1))
    stays = (Move("zone-religion-0", "supply-0", 3), Move("points-0", "points-0"))
    assert GAME.moves(scored, []) == (Move("zone-religion-0", "zone-politics-0", 2), *stays)
    last = Event(events.ZONE_SCORED, 0, (0, 5, 2, events.TO_ACTIVE))
    assert GAME.moves(last, []) == (Move("zone-religion-0", "active-0", 2), *stays)
    assert GAME.moves(Event(events.PLACED, 1, (3, 1)), []) == (Move("architect-neutral player-1", "architect-neutral"),)
    assert GAME.moves(Event(events.CHOSEN, 1, ()), []) == ()


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
    assert steps(sheet_of(game), "scored-1") == preview
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
