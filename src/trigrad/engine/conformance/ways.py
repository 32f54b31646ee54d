"""Every way in which a game's record is copied or saved, for the conformance suite."""

import copy
import io
import pickle
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from trigrad.engine.header import Header, copy_game, game_from_bytes
from trigrad.engine.record import Array, Record, int8, new_records, record, records_from

_GARBAGE = b"\x55"  # in memory that a record is put into


def _put_into_an_array(game: Header) -> Header:
    kind = type(game)
    several: Array[Header] = np.frombuffer(bytearray(_GARBAGE * 3 * kind.dtype.itemsize), kind.dtype)
    several[1] = game
    return several[1]


@cache
def _holder_of(kind: Any) -> Any:
    class Holder(Record):
        odd = int8()
        game = record(kind)

    return Holder


def _put_into_another_record(game: Header) -> Header:
    own: Any = type(game)
    kind = _holder_of(own)
    holder = np.frombuffer(bytearray(_GARBAGE * kind.dtype.itemsize), kind.dtype)[0]
    holder.game = game
    held: Header = holder.game
    return held


def array_with(game: Header) -> Array[Header]:
    """An array in which a game is the second of two."""
    several = new_records(type(game), 2)
    several[1] = game
    return several


def _pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))  # noqa: S301 - its own bytes


def _saved_as_an_array(game: Header) -> Header:
    with io.BytesIO() as file:
        np.save(file, np.asarray(array_with(game)))
        file.seek(0)
        return records_from(type(game), np.load(file))[1]


WAYS: dict[str, Callable[[Any], Header]] = {
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
    "copy()": lambda game: game.copy(),
    "copy_game": copy_game,
    "assignment into an array": _put_into_an_array,
    "assignment into another record": _put_into_another_record,
    "a copy of an array": lambda game: np.array(array_with(game))[1],
    "pickle": _pickled,
    "pickle of an array": lambda game: _pickled(array_with(game))[1],
    "tobytes": lambda game: game_from_bytes(type(game), game.tobytes()),
    "np.save of an array": _saved_as_an_array,
}
