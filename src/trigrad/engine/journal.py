"""The journal: what happened while a choice was carried out.

``apply_action`` notes events in an array of rows ``(kind, player, a, b, c, d)``.
Only public facts are noted, so a journal may be shown to everybody. A journal of
no rows records nothing and costs nothing.
"""

from typing import Any, NamedTuple

import numpy as np

from trigrad.engine.rule import rule

COLUMNS = 6
ROWS = 64  # more than any one choice can fill

NO_JOURNAL = np.zeros((0, COLUMNS), np.int16)


class Event(NamedTuple):
    """One row: what happened (``kind``, 1 and up, the game's own), to whom, with which values."""

    kind: int
    player: int
    a: int
    b: int
    c: int
    d: int


def new_journal() -> "np.ndarray[Any, np.dtype[np.int16]]":
    """An empty journal, int16[ROWS, COLUMNS]."""
    return np.zeros((ROWS, COLUMNS), np.int16)


def events(journal: "np.ndarray[Any, np.dtype[np.int16]]") -> list[Event]:
    """The rows that were filled in, in order."""
    return [Event(*map(int, row)) for row in journal if row[0]]


@rule
def note(journal: Any, kind: int, player: int, a: int, b: int, c: int, d: int) -> None:
    """Write an event into the first free row, if there is one."""
    for i in range(journal.shape[0]):
        if journal[i, 0] == 0:
            journal[i, 0] = kind
            journal[i, 1] = player
            journal[i, 2] = a
            journal[i, 3] = b
            journal[i, 4] = c
            journal[i, 5] = d
            return
