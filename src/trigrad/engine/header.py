"""The header that every game's record begins with."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from trigrad.engine import random
from trigrad.engine.record import record_dtype

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
    """The record type of a game: the common header, then its own ``fields``."""
    return record_dtype([*HEADER, *fields])


def new_games(state: "np.dtype[np.void]", count: int) -> Any:
    """``count`` zeroed games of a record type, as an array (count,)."""
    return np.zeros(count, state)


def copy_game(game: Any) -> Any:
    """An independent copy of a game record."""
    return game_from_bytes(game.dtype, game.tobytes())


def game_from_bytes(state: "np.dtype[np.void]", saved: bytes) -> Any:
    """The game of a record type that ``tobytes`` has saved."""
    return np.frombuffer(bytearray(saved), state)[0]
