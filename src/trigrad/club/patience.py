"""How long a table waits for a player before others may let a bot choose in their place."""

from math import ceil

from trigrad.engine.text import Text
from trigrad.store.store import TableRow

_HOUR = 3600
_DAY = 24 * _HOUR

STAND_IN = "casual"  # the bot, unless another is chosen
DEFAULT = "1d"
SECONDS: dict[str, int | None] = {"5m": 300, "1h": _HOUR, "1d": _DAY, "3d": 3 * _DAY, "never": None}
LABELS = {
    "5m": Text("after five minutes"),
    "1h": Text("after one hour"),
    "1d": Text("after one day"),
    "3d": Text("after three days"),
    "never": Text("never"),
}


def waiting_since(row: TableRow, seat: int) -> float:
    """Since when a table in play has waited for the seat to move, in seconds since 1970.

    A player who sits down, comes back, or moves to another device is waited for anew.
    Before the first choice, the game began when the last player had sat down.
    """
    begun = row.chosen if row.chosen is not None else max(player.since for player in row.seats)
    return max(row.created, begun, row.seats[seat].since)


def seconds_left(row: TableRow, seat: int, now: float) -> float | None:
    """How long the table has still to wait for the seat to move: 0 = it need not, None = for ever."""
    patience = SECONDS[row.patience]
    return None if patience is None else max(0.0, waiting_since(row, seat) + patience - now)


def duration(seconds: float) -> Text:
    """A time in hours and minutes, rounded up."""
    hours, minutes = divmod(ceil(seconds / 60), 60)
    if not hours:
        return Text("{minutes} min", {"minutes": minutes})
    return Text("{hours} h {minutes} min", {"hours": hours, "minutes": minutes})
