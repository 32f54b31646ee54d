"""The tables at which a person sits: what they may do at each, those where they are to choose first."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum

from trigrad.store.store import HUMAN, OPEN, TableRow


class State(IntEnum):
    """What goes on at a table, for one who sits there. Those that ask most of them come first."""

    MY_TURN = 0
    IN_PLAY = 1
    WAITING = 2  # for players
    FINISHED = 3
    CLOSED = 4


@dataclass(frozen=True)
class OwnTable:
    """A table of a person's own."""

    row: TableRow
    state: State
    to_move: int | None  # the seat that is to choose; None where nobody is


def of_person(user: str, rows: Iterable[tuple[TableRow, int | None]]) -> list[OwnTable]:
    """The tables of a user, each with the seat to move: those first where they are to choose, else as they come."""
    own = [OwnTable(row, _state(user, row, to_move), to_move) for row, to_move in rows]
    return sorted(own, key=lambda table: table.state)


def turns_of(row: TableRow, to_move: int | None) -> dict[str, bool]:
    """Whether each of the people who sit at a table is to choose where it is the choice of ``to_move``."""
    people = {seat.user: False for seat in row.seats if seat.kind == HUMAN and seat.user is not None}
    seat = None if to_move is None else row.seats[to_move]
    if seat is not None and seat.bot is None and seat.user is not None:
        people[seat.user] = True
    return people


def _state(user: str, row: TableRow, to_move: int | None) -> State:
    if row.finished:
        return State.FINISHED
    if row.closed is not None:
        return State.CLOSED
    if any(seat.kind == OPEN for seat in row.seats):
        return State.WAITING
    return State.MY_TURN if turns_of(row, to_move).get(user) else State.IN_PLAY
