"""The final scoring, ruling by ruling."""

import pytest
from hypothesis import given
from tests.games.petersburg.positions import FIRST, end_phase, in_last_round, position
from tests.games.petersburg.reading import places, scores
from tests.games.petersburg.strategies import positions

from trigrad.games.petersburg import scoring
from trigrad.games.petersburg.state import State
from trigrad.games.petersburg.view import score_sheet

# --- P14 ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "expected"),
    [(0, 0), (1, 1), (2, 3), (3, 6), (4, 10), (5, 15), (6, 21), (7, 28), (8, 36), (9, 45), (10, 55)],
)
def test_ruling_p14_the_table_of_aristocrats(count: int, expected: int) -> None:
    assert scoring.aristocrat_points(count, 0) == scoring.aristocrat_points(count, 1) == expected


def test_ruling_p14_hand_cards_cost_five_but_action_cards() -> None:
    game = position(hands={FIRST: ["market", "golden_donkey", "author"]})
    assert scoring.hand_points(game, FIRST) == -10


def ended(rubles: list[int], track: list[int]) -> State:
    """A game that has just ended with this money and these points."""
    game = in_last_round(position(phase="trading", money=dict(enumerate(rubles)), points=dict(enumerate(track))))
    end_phase(game)
    assert game.over
    return game


def test_ruling_p14_a_tie_goes_to_more_money_all_of_it() -> None:
    game = ended([12, 19], [50, 50])
    assert scores(game) == [51, 51]
    assert places(game) == [2, 1]


def test_ruling_p14_then_the_victory_is_shared() -> None:
    assert places(ended([12, 12], [50, 50])) == [1, 1]
    assert places(ended([12, 29], [50, 49])) == [2, 1]


# --- P21 ------------------------------------------------------------------------------


def test_ruling_p21_beyond_ten_aristocrats() -> None:
    assert [scoring.aristocrat_points(n, 0) for n in (10, 11, 15)] == [55, 55, 55]
    assert [scoring.aristocrat_points(n, 1) for n in (10, 11, 15)] == [55, 65, 105]


def test_ruling_p21_totals_may_be_negative() -> None:
    game = position(phase="trading", hands={FIRST: ["market", "author", "bank"]})
    game.last_round = 1
    end_phase(game)
    assert scores(game) == [-15, 0]
    assert places(game) == [2, 1]


# --- Any game ---------------------------------------------------------------------------


@given(positions(over=True))
def test_the_score_sheet_adds_up(game: State) -> None:
    for sheet in score_sheet(game):
        assert None not in (sheet.money_points, sheet.hand_points)
        parts = sheet.track + sheet.aristocrat_points + (sheet.money_points or 0) + (sheet.hand_points or 0)
        assert sheet.total == parts == game.scores[sheet.seat] == scoring.score(game, sheet.seat)
        assert sheet.place == game.places[sheet.seat]
