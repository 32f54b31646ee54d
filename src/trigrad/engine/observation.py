"""What a seat may know as a row of numbers, for learners: the table that says what stands where.

A game's ``knowledge.py`` lists the parts of its observation in one table, and gets from it where each begins::

    OBSERVATION = Observation()
    VALUES = OBSERVATION.numbers("values", 6, most=4, meaning="value of each province")
    ROME = OBSERVATION.categories("rome", 5, names=CARD_NAMES, meaning="card at each position of Rome")

    out[VALUES + province] = game.values[province]  # in ``observe``

The same table gives the size and the type of the row, the documentation (``describe``), parts by name (``read``), and
the numbers as a network likes them (``encode``): categories one-hot, quantities between -1 and 1.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from trigrad.engine.header import Header
from trigrad.engine.record import Row
from trigrad.engine.rule import rule


@dataclass(frozen=True)
class Part:
    """Some numbers of an observation that mean the same thing, from the index ``first`` on."""

    name: str
    shape: tuple[int, ...]  # () = a single number
    least: int
    most: int
    meaning: str
    first: int
    names: tuple[str, ...] | None = None  # of the categories 1, 2, …; 0 = none; None for quantities

    @property
    def size(self) -> int:
        """How many numbers these are."""
        return prod(self.shape)

    @property
    def encoded_size(self) -> int:
        """How many numbers ``Observation.encode`` makes of them."""
        return self.size * len(self.names) if self.names else self.size


class Observation:
    """The layout of a game's observations: parts one after the other, each added once, in order."""

    def __init__(self) -> None:
        self.parts: list[Part] = []

    def numbers(self, name: str, *shape: int, most: int, meaning: str, least: int = 0) -> int:
        """Add quantities ``least`` .. ``most``; return the index of the first."""
        return self._add(Part(name, shape, least, most, meaning, self.size))

    def categories(self, name: str, *shape: int, names: Sequence[str], meaning: str) -> int:
        """Add numbers that each name one of ``names``, from 1 on, 0 for none; return the index of the first."""
        return self._add(Part(name, shape, 0, len(names), meaning, self.size, tuple(names)))

    def _add(self, part: Part) -> int:
        if any(part.name == other.name for other in self.parts):
            raise ValueError(f"there are two parts {part.name}")
        self.parts.append(part)
        return part.first

    @property
    def size(self) -> int:
        """How many numbers an observation has."""
        return sum(part.size for part in self.parts)

    @cached_property
    def dtype(self) -> np.dtype[Any]:
        """The smallest type of integers that holds every number: int8 or int16."""
        least, most = min(part.least for part in self.parts), max(part.most for part in self.parts)
        return np.dtype(np.int8 if least >= -128 and most <= 127 else np.int16)

    def new(self, *batch: int, dtype: DTypeLike | None = None) -> NDArray[Any]:
        """Room for observations, (batch…, size)."""
        return np.zeros((*batch, self.size), dtype or self.dtype)

    @cached_property
    def least(self) -> NDArray[Any]:
        """The least that each number can be, (size,)."""
        return np.concatenate([np.full(part.size, part.least, self.dtype) for part in self.parts])

    @cached_property
    def most(self) -> NDArray[Any]:
        """The most that each number can be, (size,)."""
        return np.concatenate([np.full(part.size, part.most, self.dtype) for part in self.parts])

    def read(self, observed: NDArray[Any]) -> Mapping[str, NDArray[Any]]:
        """The parts of observations (…, size) by name, each (…, shape), without copying them."""
        batch = observed.shape[:-1]
        return {
            part.name: observed[..., part.first : part.first + part.size].reshape(batch + part.shape)
            for part in self.parts
        }

    # --- For networks -------------------------------------------------------------------

    @cached_property
    def encoded_size(self) -> int:
        """How many numbers ``encode`` makes of an observation."""
        return sum(part.encoded_size for part in self.parts)

    @cached_property
    def _categorical(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Of each number that is a category, its index; and where its one-hot numbers begin."""
        indices, places, place = [], [], 0
        for part in self.parts:
            if part.names:
                indices.append(part.first + np.arange(part.size))
                places.append(place + len(part.names) * np.arange(part.size))
            place += part.encoded_size
        nothing = np.zeros(0, np.int64)
        return np.concatenate([nothing, *indices]), np.concatenate([nothing, *places])

    @cached_property
    def _quantities(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float32]]:
        """Of each number that is a quantity, its index, its place when encoded, and what it is multiplied by."""
        indices, places, scales, place = [], [], [], 0
        for part in self.parts:
            if not part.names:
                indices.append(part.first + np.arange(part.size))
                places.append(place + np.arange(part.size))
                scales.append(np.full(part.size, 1 / max(abs(part.least), abs(part.most)), np.float32))
            place += part.encoded_size
        nothing, none = np.zeros(0, np.int64), np.zeros(0, np.float32)
        return np.concatenate([nothing, *indices]), np.concatenate([nothing, *places]), np.concatenate([none, *scales])

    def encode(self, observed: NDArray[Any]) -> NDArray[np.float32]:
        """Observations (…, size) as float32 (…, encoded_size): one-hot categories, quantities within -1 .. 1."""
        rows = observed.reshape(-1, self.size)
        encoded = np.zeros((len(rows), self.encoded_size), np.float32)
        indices, places, scales = self._quantities
        encoded[:, places] = rows[:, indices] * scales
        indices, places = self._categorical
        categories = rows[:, indices].astype(np.int64)
        which, column = np.nonzero(categories)
        encoded[which, places[column] + categories[which, column] - 1] = 1
        return encoded.reshape(*observed.shape[:-1], self.encoded_size)

    # --- For people ---------------------------------------------------------------------

    def describe(self) -> str:
        """The layout as a table in Markdown: name, indices, shape, range, meaning."""
        lines = ["| name | from | shape | range | meaning |", "| --- | --- | --- | --- | --- |"]
        for part in self.parts:
            shape = "×".join(map(str, part.shape)) or "1"
            kind = f"0..{part.most}, a category" if part.names else f"{part.least}..{part.most}"
            lines.append(f"| `{part.name}` | {part.first} | {shape} | {kind} | {part.meaning} |")
        return "\n".join(lines)


def seat_names(players: int) -> tuple[str, ...]:
    """The categories of a seat as a viewer sees it: itself, then clockwise."""
    return ("own seat", *(f"{turn} to the left" for turn in range(1, players)))


@rule
def clear(out: Row) -> None:
    """Forget what an observation was written over."""
    for i in range(len(out)):
        out[i] = 0


@rule
def nearest_seat(viewer: int) -> int:
    """The seat that comes first in an observation: the own one, for a spectator the first of the game."""
    return max(0, int(viewer))


@rule
def turned(game: Header, viewer: int, turn: int) -> int:
    """The seat that comes ``turn`` places after the viewer's."""
    seat = nearest_seat(viewer) + int(turn)
    return seat - int(game.players) if seat >= game.players else seat  # quicker than to divide


@rule
def seat_category(game: Header, viewer: int, seat: int) -> int:
    """A seat as a category: 1 for the first in the observation, then clockwise; 0 for -1, nobody."""
    if seat < 0:
        return 0
    turn = int(seat) - nearest_seat(viewer)
    return turn + 1 if turn >= 0 else turn + int(game.players) + 1
