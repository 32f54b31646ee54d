"""Room for bots to think in: a bot allocates nothing, so that it can be compiled like a rule."""

from functools import cache
from typing import Any

import numpy as np

from trigrad.engine.game import Game
from trigrad.engine.header import new_game
from trigrad.engine.journal import COLUMNS

DEPTH = 8  # most choices in a row that a bot looks ahead


@cache
def _scratch_dtype(state: Any, num_actions: int) -> "np.dtype[np.void]":
    fields: list[Any] = [
        ("known", state),  # the position as the bot's seat may know it
        ("line", state, (DEPTH + 1,)),  # an imagined position, then after one more choice each
        ("candidates", np.int16, (num_actions,)),  # the choices to compare
        ("worth", np.float64, (num_actions,)),  # of each candidate, summed over imagined positions
        ("actions", np.int16, (DEPTH + 1, num_actions)),  # the choices at each position of the line
        ("left", np.int16, (DEPTH + 1,)),  # how many of these are still to be tried
        ("seed", np.uint32, (8,)),
        ("journal", np.int16, (0, COLUMNS)),  # no rows: what is only thought of is not noted
    ]
    return np.dtype((np.record, np.dtype(fields, align=True)))


def new_scratch(game: Game) -> Any:
    """Room for any bot to play this game; for one bot at a time, so one for each thread."""
    return new_game(_scratch_dtype(game.State, game.NUM_ACTIONS))
