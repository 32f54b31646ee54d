"""Who may sit down where, and leave again, before the game begins."""

from trigrad.club.live_table import LiveTable
from trigrad.club.people import User
from trigrad.club.refusals import Begun, Forbidden, NoSuchSeat, SeatTaken, SitsAlready
from trigrad.store.store import OPEN


def is_to_take(live: LiveTable, user: User, seat: int, again: bool) -> bool:
    """Whether a user's wish to sit down changes anything: no if they sit there already, as who presses twice.

    ``NoSuchSeat`` if there is none, ``SeatTaken`` if it is not open; ``SitsAlready`` if they have another one, unless
    they ask for it ``again``.
    """
    mine = live.seats_of(user)
    if seat in mine:
        return False
    if not 0 <= seat < live.row.players:
        raise NoSuchSeat
    if live.row.seats[seat].kind != OPEN:
        raise SeatTaken
    if mine and not again:
        raise SitsAlready
    return True


def is_to_leave(live: LiveTable, user: User, seat: int) -> bool:
    """Whether a user's wish to get up changes anything: no if nobody sits there. ``TableError`` if it is refused."""
    if not 0 <= seat < live.row.players:
        raise NoSuchSeat
    if live.row.seats[seat].kind == OPEN:
        return False
    if seat not in live.seats_of(user):
        raise Forbidden
    if live.started:
        raise Begun
    return True
