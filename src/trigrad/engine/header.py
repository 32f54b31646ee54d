"""The header that every game's record begins with."""

from typing import Any, TypeVar

import numpy as np

from trigrad.engine import display
from trigrad.engine.random import Generator
from trigrad.engine.record import Array, copy_record, int8, int16, new_records, record_from_bytes

MAX_PLAYERS = 5


class Header(Generator):
    """What is asked of a game whatever its rules; a game's own record adds its fields."""

    players = int8()  # 2..5
    to_move = int8()  # seat whose choice it is; -1 once the game is over
    over = int8()  # 1 once the game is over
    scores = int16(MAX_PLAYERS)  # victory points, set when the game is over
    tie_breaks = int16(MAX_PLAYERS)  # what decides between equal scores, more is better; 0 until over
    places = int8(MAX_PLAYERS)  # 1 = winner, equal = shared; 0 until over

    def public(self) -> dict[str, Any]:
        """What everybody knows of a game whatever its rules, by name: neither its seed nor anything hidden."""
        found: dict[str, Any] = {"players": int(self.players), "over": bool(self.over)}
        if not self.over:
            return found | {"to_move": int(self.to_move)}
        seats = range(self.players)
        return found | {name: [int(self[name][seat]) for seat in seats] for name in ("scores", "tie_breaks", "places")}

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value}' for name, value in self.public().items())})"

    __str__ = __repr__

    def _repr_html_(self) -> str:
        return display.picture(self) or display.table(self.public())


S = TypeVar("S", bound=Header)


def new_games(state: type[S], count: int) -> Array[S]:
    """``count`` zeroed games of a kind of record, as a NumPy array (count,)."""
    return new_records(state, count)


def copy_game(game: S) -> S:
    """An independent copy of a game record."""
    return copy_record(game)


def contents(game: Header) -> bytes:
    """A record without its random generator, as bytes."""
    names = [name for name in game.dtype.names or () if name not in (Generator.dtype.names or ())]
    return b"".join(np.asarray(game[name]).tobytes() for name in names)


def game_from_bytes(state: type[S], saved: bytes) -> S:
    """The game of a kind of record that ``tobytes`` has saved."""
    return record_from_bytes(state, saved)
