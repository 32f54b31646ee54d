"""The journal: what happened while a choice was carried out.

``apply_action`` notes events in an array of rows: a number for the kind of event, the player, up to four values. Only
public facts are noted, so a journal may be shown to everybody. A journal of no rows records nothing and costs nothing.

Each game has one table of its kinds of events, in its ``events.py``. The rules see a kind as its number; everybody
else reads an event's values by the names that the table gives them::

    EVENTS = EventTable()
    BOUGHT = EVENTS.kind("bought", "card price")

    note(journal, BOUGHT, player, card, price)  # in a rule
    event.price  # where it is told
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from trigrad.engine.record import Grid
from trigrad.engine.rule import rule

VALUES = 4  # of an event, at most
ROWS = 64  # more than any one choice can fill
COLUMNS = 2 + VALUES

Journal = Grid  # int16[ROWS, COLUMNS]

NO_JOURNAL: Journal = np.zeros((0, COLUMNS), np.int16)


class Kind(int):
    """A kind of event: to the rules its number, 1 and up, to everybody else its name and those of its values."""

    name: str
    fields: tuple[str, ...]

    def __new__(cls, number: int, name: str, fields: tuple[str, ...]) -> Self:
        """A kind with its number within its game."""
        kind = super().__new__(cls, number)
        kind.name = name
        kind.fields = fields
        return kind

    def __reduce__(self) -> tuple[type["Kind"], tuple[int, str, tuple[str, ...]]]:
        """What a copy, or the other end of a pickle, is made of."""
        return Kind, (int(self), self.name, self.fields)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: its ``kind``, the seat that it is about (-1 = none), and its values by name."""

    kind: Kind
    player: int
    values: tuple[int, ...]

    def __getattr__(self, name: str) -> int:
        """A value by its name; ``AttributeError`` where this kind of event has none of the name."""
        try:
            return self.values[self.kind.fields.index(name)]
        except ValueError:
            raise AttributeError(f"{self.kind.name} has no {name}, but {', '.join(self.kind.fields)}") from None

    def to_json(self) -> dict[str, Any]:
        """The event as plain data."""
        return {"kind": self.kind.name, "player": self.player, **dict(zip(self.kind.fields, self.values, strict=True))}

    def __str__(self) -> str:
        values = "".join(f" {name}={value}" for name, value in zip(self.kind.fields, self.values, strict=True))
        return f"{self.kind.name} player={self.player}{values}"


ENDED = Kind(1, "ended", ())  # the game is over; the same in every game


class EventTable:
    """All kinds of events of one game, numbered as they are added; ``ENDED`` is the first in each."""

    def __init__(self) -> None:
        self._kinds = {ENDED.name: ENDED}

    def kind(self, name: str, fields: str = "") -> Kind:
        """A further kind, with the names of its values in the order in which ``note`` takes them.

        ``ValueError`` for a second kind of the same name, more than four values, or a name that events have.
        """
        names = tuple(fields.split())
        if name in self._kinds:
            raise ValueError(f"there are two kinds of events called {name}")
        if len(names) > VALUES or len(set(names)) < len(names) or any(hasattr(Event, field) for field in names):
            raise ValueError(f"{name} cannot have the values {fields}")
        self._kinds[name] = Kind(len(self._kinds) + 1, name, names)
        return self._kinds[name]

    def __iter__(self) -> Iterator[Kind]:
        return iter(self._kinds.values())

    def read(self, journal: Journal) -> list[Event]:
        """The events of a journal, in order."""
        kinds = list(self)
        rows = [tuple(map(int, row)) for row in journal if row[0]]
        return [
            Event(kinds[number - 1], player, tuple(values[: len(kinds[number - 1].fields)]))
            for number, player, *values in rows
        ]


def new_journal() -> Journal:
    """An empty journal, int16[ROWS, COLUMNS]."""
    return np.zeros((ROWS, COLUMNS), np.int16)


@rule
def note(journal: Journal, kind: int, player: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> None:
    """Write an event into the first free row, if there is one: its values follow as its kind names them."""
    for i in range(len(journal)):
        if journal[i, 0] == 0:
            journal[i, 0] = kind
            journal[i, 1] = player
            journal[i, 2] = a
            journal[i, 3] = b
            journal[i, 4] = c
            journal[i, 5] = d
            return
