"""At the end places follow the points, then what decides between equal ones."""

from collections.abc import Sequence
from itertools import permutations

import pytest

from trigrad.engine.ending import end_game
from trigrad.engine.header import Header
from trigrad.engine.journal import ENDED, Event, EventTable, new_journal
from trigrad.engine.record import new_record


def ended(scores: Sequence[int], tie_breaks: Sequence[int] | None = None) -> tuple[Header, list[Event]]:
    game, journal = new_record(Header), new_journal()
    game.players = len(scores)
    for seat, score in enumerate(scores):
        game.scores[seat] = score
        game.tie_breaks[seat] = 0 if tie_breaks is None else tie_breaks[seat]
    end_game(game, journal)
    return game, EventTable().read(journal)


def test_the_game_is_over_nobody_is_to_move_and_it_is_noted_once() -> None:
    game, happened = ended([3, 5])
    assert (game.over, game.to_move) == (1, -1)
    assert happened == [Event(ENDED, -1, ())]


@pytest.mark.parametrize("scores", list(permutations([-3, 0, 250, 251])))
def test_most_points_win_and_empty_seats_have_no_place(scores: tuple[int, ...]) -> None:
    game, _ = ended(scores)
    assert list(game.places) == [{-3: 4, 0: 3, 250: 2, 251: 1}[score] for score in scores] + [0]


@pytest.mark.parametrize(
    ("scores", "tie_breaks", "places"),
    [
        ([7, 7], [2, 3], [2, 1]),
        ([7, 7], [3, 3], [1, 1]),  # shared
        ([8, 7], [0, 9], [1, 2]),  # points come first
        ([7, 7, 7], [0, 4, -1], [2, 1, 3]),
        ([7, 7, 7], [0, 4, 4], [3, 1, 1]),  # the place after a shared one is left out
        ([9, 7, 7, 5], [0, 1, 1, 8], [1, 2, 2, 4]),
        ([7, 7, 7, 7, 7], [5, 4, 3, 2, 1], [1, 2, 3, 4, 5]),
    ],
)
def test_equal_points_are_decided_by_the_tie_breaks(
    scores: list[int], tie_breaks: list[int], places: list[int]
) -> None:
    game, _ = ended(scores, tie_breaks)
    assert list(game.places)[: len(places)] == places
