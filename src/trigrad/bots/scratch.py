"""Room for bots to think in: a bot allocates nothing, so that it can be compiled like a rule."""

from functools import cache
from typing import Any

import numpy as np

from trigrad.engine.game import Game
from trigrad.engine.header import MAX_PLAYERS
from trigrad.engine.journal import COLUMNS
from trigrad.engine.record import new_record, record_dtype

LONGEST_PATH = 256  # choices deep, more than a search tree grows
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
    return record_dtype(fields)


def new_scratch(game: Game) -> Any:
    """Room for any bot to play this game; for one bot at a time, so one for each thread."""
    return new_record(_scratch_dtype(game.State, game.NUM_ACTIONS))


@cache
def _search_scratch_dtype(state: Any, num_actions: int, num_meanings: int) -> "np.dtype[np.void]":
    fields: list[Any] = [
        ("world", state),  # the game as imagined in this iteration
        ("start", state),  # of a turn
        ("best", state),  # the best end of it so far
        ("legal", np.int16, (num_actions,)),
        ("choices", np.int32),  # how many different ones there are from here
        ("meanings", np.int16, (num_meanings,)),  # of these
        ("action_of", np.int16, (num_meanings,)),  # an action of each meaning
        ("child_of", np.int32, (num_meanings,)),  # node that each meaning leads to
        ("path", np.int32, (LONGEST_PATH,)),  # nodes from the root down
        ("rewards", np.float64, (MAX_PLAYERS,)),  # what an iteration brought each player, see ``search.value_all``
        ("victories", np.float64, (MAX_PLAYERS,)),
        ("leads", np.float64, (MAX_PLAYERS,)),
        ("nodes", np.int32),  # in the tree
        ("turns", np.int32),  # this and what follows: see ``trigrad.engine.game.Tuning``
        ("playout", np.int32),
        ("tries", np.int32),
        ("explore", np.float64),
        ("margin", np.float64),
        ("spread", np.float64),
        ("seed", np.uint32, (8,)),
        ("journal", np.int16, (0, COLUMNS)),
    ]
    return record_dtype(fields)


def new_search_scratch(game: Game) -> Any:
    """Room for a search in this game; for one search at a time."""
    scratch = new_record(_search_scratch_dtype(game.State, game.NUM_ACTIONS, max(game.NUM_ACTIONS, game.NUM_MEANINGS)))
    tuning = game.tuning
    scratch.turns, scratch.playout, scratch.tries = tuning.turns, tuning.playout, tuning.tries
    scratch.explore, scratch.margin, scratch.spread = tuning.explore, tuning.margin, tuning.spread
    return scratch
