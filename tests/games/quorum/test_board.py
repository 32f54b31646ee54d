"""The picture of the board: where things lie on the page."""

from collections import Counter
from itertools import pairwise
from math import atan2, degrees, dist, hypot

import pytest

from trigrad.engine.game import SPECTATOR, Move
from trigrad.engine.journal import NO_JOURNAL, Event
from trigrad.games.quorum import GAME, board, components, events
from trigrad.games.quorum.rules.turn import advance_marker

PLACES = range(6)
SPACES = range(16)


def angle(point: board.Point) -> float:
    """Clockwise from the right: a page's y grows downwards."""
    return degrees(atan2(point[1], point[0])) % 360


@pytest.mark.parametrize("place", PLACES)
def test_every_space_lies_in_its_own_sector_and_touches_the_next_one(place: int) -> None:
    points = [board.space_point(place, space) for space in SPACES]
    assert len(set(points)) == 16
    for point in points:
        assert abs((angle(point) - board.middle(place) + 180) % 360 - 180) < 30
        assert board.INNER < hypot(*point) < board.OUTER
    assert all(dist(a, b) < 56 for a, b in pairwise(points))


def test_the_next_province_lies_clockwise() -> None:
    # Top, then down the right side (Ruling Q2)
    tops = [board.space_point(place, 8) for place in PLACES]
    assert tops[0][1] == min(y for _, y in tops)
    assert tops[1][0] > 0
    assert tops[2][0] > 0
    assert tops[3][1] == max(y for _, y in tops)
    assert tops[4][0] < 0
    assert tops[5][0] < 0


@pytest.mark.parametrize("place", PLACES)
def test_a_value_stands_left_of_what_it_multiplies(place: int) -> None:
    game = GAME.new(2, bytes(32))
    sector = GAME.picture(GAME.view(game, SPECTATOR))["sectors"][place]
    assert sector["token"][0] < sector["counted"][0]
    assert dist(sector["token"], sector["counted"]) > 2 * 24


def test_in_a_stack_the_lower_marker_is_drawn_first_and_lower() -> None:
    game = GAME.new(3, bytes(32))
    gallia = components.PROVINCES.index("gallia")
    for player in (2, 0, 1):
        advance_marker(game, player, gallia, 3, NO_JOURNAL)
    markers = [m for m in GAME.picture(GAME.view(game, SPECTATOR))["markers"] if m["province"] == "gallia"]
    assert [m["seat"] for m in markers] == [2, 0, 1]
    assert markers[0]["y"] > markers[1]["y"] > markers[2]["y"]


def test_every_marker_is_drawn_once_and_none_hides_another() -> None:
    game = GAME.new(4, bytes(32))
    markers = GAME.picture(GAME.view(game, SPECTATOR))["markers"]
    assert Counter((m["seat"], m["province"]) for m in markers) == Counter(
        (seat, province) for seat in range(4) for province in components.PROVINCES
    )
    assert len({(m["x"], m["y"]) for m in markers}) == 24


def test_a_card_shows_where_the_own_marker_would_come_to() -> None:
    game = GAME.new(2, bytes(32))
    viewer = int(game.to_move)
    view = GAME.view(game, viewer)
    ghosts = {ghost["for"]: (ghost["x"], ghost["y"]) for ghost in GAME.picture(view)["ghosts"]}
    assert set(ghosts) == {f"take {i}" for i in range(1, 6)} | {f"play {i}" for i in range(1, 5)}
    card = view.seats[viewer].hand[0]
    assert card.influence
    place = [province.key for province in view.provinces].index(card.back)
    assert ghosts["play 1"] == board.space_point(place, card.influence)
    assert GAME.picture(GAME.view(game, SPECTATOR))["ghosts"] == []


def stays(place: str) -> Move:
    return Move(place, place)


def test_what_an_event_moves_and_marks() -> None:
    # Card 17 is taken from the third place of Rome and played; province 2 as the data file numbers them
    province = components.PROVINCES[2]
    happened = {
        Event(events.TAKEN, 1, (2, 17)): ("rome-3", Move("rome-3", "held-1")),
        Event(events.REFILLED, -1, (2, 30)): (None, Move("deck", "rome-3")),
        Event(events.PLAYED, 1, (17,)): ("played-17", Move("held-1", "played-17")),
        Event(events.ADVANCED, 1, (2, 3, 5)): (f"marker-1-{province}", stays(f"marker-1-{province}")),
        Event(events.CHANGED, 0, (2, 1, 3)): (f"value-{province}", stays(f"value-{province}")),
    }
    for event, (thing, move) in happened.items():
        assert list(GAME.moves(event, [])) == [move]
        assert list(GAME.touched(event)) == ([thing] if thing else [])
    assert GAME.marks(happened) == {thing: event.player for event, (thing, _) in happened.items() if thing}
    assert [move.source for move in GAME.moves(Event(events.REPLACED, 0, (0,)), [])] == [
        "rome-1",
        "rome-2",
        "rome-3",
        "rome-4",
        "rome-5",
    ]
