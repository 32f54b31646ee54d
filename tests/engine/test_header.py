"""Games' records: the common header first, copies of their own."""

import numpy as np

from trigrad.engine.header import HEADER, copy_game, game_from_bytes, new_games, state_dtype
from trigrad.engine.record import new_record

SMALL = state_dtype([("money", np.int16), ("hand", np.int8, (3,))])


def test_a_record_begins_with_the_header() -> None:
    names = [name for name, *_ in HEADER]
    assert SMALL.names == (*names, "money", "hand")
    assert {"key", "players", "to_move", "over", "scores", "places"} <= set(names)


def test_new_games_are_zeroed() -> None:
    games = new_games(SMALL, 4)
    assert games.tobytes() == bytes(4 * SMALL.itemsize)
    games[2].hand[1] = 7
    assert games[2].hand.tolist() == [0, 7, 0]
    assert games[1].hand.tolist() == [0, 0, 0]


def test_a_copy_is_independent_both_ways() -> None:
    game = new_record(SMALL)
    game.money, game.hand[0] = 5, 1
    copy = copy_game(game)
    copy.hand[0], game.money = 2, 6
    assert (int(game.money), int(game.hand[0])) == (6, 1)
    assert (int(copy.money), int(copy.hand[0])) == (5, 2)


def test_a_game_comes_back_from_its_bytes() -> None:
    game = new_record(SMALL)
    game.money, game.hand[2] = 5, 1
    again = game_from_bytes(SMALL, game.tobytes())
    assert (int(again.money), again.hand.tolist()) == (5, [0, 0, 1])
    game.money = 6
    assert int(again.money) == 5
