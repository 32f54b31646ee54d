"""Who may let a bot play which seat: their own at any time, another's once the table has waited too long."""

import time

from trigrad.club import patience
from trigrad.club.live_table import LiveTable
from trigrad.club.people import User
from trigrad.club.refusals import BotPlays, Forbidden, NoSuchSeat, NotLeft
from trigrad.engine.text import Text
from trigrad.store.store import HUMAN, SeatRow


def seat_to_lend(live: LiveTable, user: User, seat: int, bot: str) -> SeatRow | None:
    """The seat, if the user may let a bot play it now; None if that bot does already, ``TableError`` if not."""
    if not 0 <= seat < live.row.players:
        raise NoSuchSeat
    mine = seat in live.seats_of(user)
    if not mine and not live.is_part(user):
        raise Forbidden
    row = live.row.seats[seat]
    if row.kind == HUMAN and row.bot == bot:
        return None
    if live.bot_plays(seat):
        raise BotPlays(Text("A bot plays this seat already."))
    if not mine:
        _check_left(live, seat)
    return row


def _check_left(live: LiveTable, seat: int) -> None:
    """``NotLeft`` unless the table has waited too long for a seat."""
    if live.table is None or live.table.to_move != seat:
        raise NotLeft(Text("The table does not wait for this seat."))
    left = patience.seconds_left(live.row, seat, time.time())
    if left is None:
        raise NotLeft(Text("At this table nobody gives the seat of another to a bot."))
    if left > 0:
        raise NotLeft(Text("A bot may play this seat in {time}.", {"time": patience.duration(left)}))
