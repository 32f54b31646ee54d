"""Records: the common header first, no field that hides a method, copies of their own."""

import numpy as np
import pytest

from trigrad.engine.header import HEADER, copy_game, new_game, new_games, state_dtype

SMALL = state_dtype([("money", np.int16), ("hand", np.int8, (3,))])


def test_a_record_begins_with_the_header() -> None:
    names = [name for name, *_ in HEADER]
    assert SMALL.names == (*names, "money", "hand")
    assert {"key", "players", "to_move", "over", "scores", "places"} <= set(names)


@pytest.mark.parametrize("name", ["copy", "sum", "round", "item"])
def test_a_field_may_not_hide_a_method_of_records(name: str) -> None:
    with pytest.raises(ValueError, match=name):
        state_dtype([(name, np.int8)])


def test_new_games_are_zeroed() -> None:
    games = new_games(SMALL, 4)
    assert games.tobytes() == bytes(4 * SMALL.itemsize)
    games[2].hand[1] = 7
    assert games[2].hand.tolist() == [0, 7, 0]
    assert games[1].hand.tolist() == [0, 0, 0]


def test_a_copy_is_independent_both_ways() -> None:
    game = new_game(SMALL)
    game.money, game.hand[0] = 5, 1
    copy = copy_game(game)
    copy.hand[0], game.money = 2, 6
    assert (int(game.money), int(game.hand[0])) == (6, 1)
    assert (int(copy.money), int(copy.hand[0])) == (5, 2)
