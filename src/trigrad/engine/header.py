"""The header that every game's record begins with."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from trigrad.engine import random

MAX_PLAYERS = 5

HEADER: list[Any] = [
    *random.FIELDS,
    ("players", np.int8),  # 2..5
    ("to_move", np.int8),  # seat whose choice it is; -1 once the game is over
    ("over", np.int8),  # 1 once the game is over
    ("scores", np.int16, (MAX_PLAYERS,)),  # victory points, set when the game is over
    ("places", np.int8, (MAX_PLAYERS,)),  # 1 = winner, equal = shared; 0 until over
]


def state_dtype(fields: Sequence[Any]) -> "np.dtype[np.void]":
    """The record type of a game: the common header, then its own ``fields``.

    ``ValueError`` for a field that hides a method of ``np.record``.
    """
    for name, *_ in fields:
        if hasattr(np.record, name):
            raise ValueError(f"a field may not be called {name!r}: np.record has a method of this name")
    return np.dtype((np.record, np.dtype([*HEADER, *fields], align=True)))


def new_games(state: "np.dtype[np.void]", count: int) -> Any:
    """``count`` zeroed games of a record type, as ``np.recarray`` (count,)."""
    return np.zeros(count, state).view(np.recarray)


def new_game(state: "np.dtype[np.void]") -> Any:
    """One zeroed game."""
    return new_games(state, 1)[0]


def copy_game(game: Any) -> Any:
    """An independent copy of a game record."""
    copies = new_games(game.dtype, 1)
    copies[0] = game
    return copies[0]
