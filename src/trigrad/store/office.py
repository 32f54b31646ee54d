"""What a host does with the tables and people of a database, in a program beside the server or in the server itself."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Select, exists, func, select, update

from trigrad.store.schema import choices, people, seats, tables
from trigrad.store.store import BY_AGE, BY_HOST, HUMAN, OPEN, Store, UnknownTable


class UnknownPerson(Exception):
    """Nobody of this id has a seat, a table or settings."""


@dataclass(frozen=True)
class TableLine:
    """A table, as a host needs to see it; nothing secret is in it."""

    id: str
    game: str
    state: str  # open (seats are free), playing, finished, closed
    players: int
    choices: int
    listed: bool
    owner: str
    created: float  # seconds since 1970
    changed: float


@dataclass(frozen=True)
class SeatLine:
    """Who sits where."""

    seat: int
    kind: str
    name: str
    bot: str | None
    user: str | None


@dataclass(frozen=True)
class PersonLine:
    """A person: their names at tables, and how many."""

    id: str
    names: tuple[str, ...]
    tables: int  # at which they sit
    created: int  # that they created
    last: float | None  # when one of theirs was changed last, in seconds since 1970
    blocked: bool
    tables_an_hour: int | None


_open = exists().where(seats.c.table_id == tables.c.id, seats.c.kind == OPEN)
_number_of_choices = select(func.count()).where(choices.c.table_id == tables.c.id).scalar_subquery()


class Office:
    """Looks after a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # --- Tables -------------------------------------------------------------------

    def tables(self, limit: int, *, before: float | None = None) -> list[TableLine]:
        """The tables that were changed last, of those changed ``before`` a time: so the next page goes on."""
        query = _lines().order_by(tables.c.changed.desc(), tables.c.id).limit(limit)
        return self._table_lines(query if before is None else query.where(tables.c.changed < before))

    def table(self, table_id: str) -> tuple[TableLine, list[SeatLine]]:
        """A table and its seats; ``UnknownTable`` if there is none."""
        found = self._table_lines(_lines().where(tables.c.id == table_id))
        if not found:
            raise UnknownTable
        return found[0], [
            SeatLine(seat.seat, seat.kind, seat.name, seat.bot, seat.user) for seat in self._store.table(table_id).seats
        ]

    def _table_lines(self, query: "Select[tuple[object, ...]]") -> list[TableLine]:
        with self._store.engine.connect() as connection:
            return [
                TableLine(
                    row.id,
                    row.game,
                    _state(row.finished, row.closed, row.open),
                    row.players,
                    row.choices,
                    row.listed,
                    row.owner,
                    row.created,
                    row.changed,
                )
                for row in connection.execute(query)
            ]

    def close(self, table_id: str) -> None:
        """Let nobody go on at a table whose game is not over; ``UnknownTable`` if there is none such."""
        if not self._close(tables.c.id == table_id, BY_HOST):
            raise UnknownTable

    def close_old(self, unstarted: float | None, abandoned: float | None) -> int:
        """Close tables that nobody changed for so many seconds: that did not begin, and others; None = none of those.

        How many were closed. Finished ones stay.
        """
        now, closed = time.time(), 0
        if unstarted is not None:
            closed += self._close((tables.c.changed < now - unstarted) & _open, BY_AGE)
        if abandoned is not None:
            closed += self._close((tables.c.changed < now - abandoned) & ~_open, BY_AGE)
        return closed

    def _close(self, which: ColumnElement[bool], by: str) -> int:
        in_play = update(tables).where(~tables.c.finished, tables.c.closed.is_(None), which)
        close = in_play.values(closed=time.time(), closed_by=by, revision=tables.c.revision + 1)
        with self._store.writing() as connection:
            return connection.execute(close).rowcount

    # --- People -------------------------------------------------------------------

    def people(self, limit: int, *, after: str = "") -> list[PersonLine]:
        """People by their ids, those that come ``after`` one: so the next page goes on."""
        known = select(seats.c.user.label("id")).where(seats.c.kind == HUMAN, seats.c.user > after)
        known = known.union(select(people.c.user).where(people.c.user > after))  # type: ignore[assignment]
        with self._store.engine.connect() as connection:
            ids = connection.execute(known.order_by("id").limit(limit)).scalars().all()
        return self._people(ids)

    def person(self, user: str) -> PersonLine:
        """One person; ``UnknownPerson`` if nobody is of this id."""
        found = self._people([user])[0]
        if not found.tables and not found.created and not self._is_kept(user):
            raise UnknownPerson(user)
        return found

    def block(self, user: str, *, blocked: bool) -> None:
        """Let a person create no table and sit down nowhere, or let them again; ``UnknownPerson`` if there is none."""
        self.person(user)
        self._store.keep_of_person(user, blocked=blocked)

    def limit(self, user: str, tables_an_hour: int | None) -> None:
        """Let a person create so many tables an hour, None = as everybody; ``UnknownPerson`` if there is none."""
        self.person(user)
        self._store.keep_of_person(user, tables_an_hour=tables_an_hour)

    def _is_kept(self, user: str) -> bool:
        with self._store.engine.connect() as connection:
            return connection.execute(select(people.c.user).where(people.c.user == user)).first() is not None

    def _people(self, ids: Sequence[str]) -> list[PersonLine]:
        names: dict[str, list[str]] = {user: [] for user in ids}
        sits: dict[str, int] = {}
        last: dict[str, float] = {}
        at_tables = (
            select(seats.c.user, seats.c.name, func.count(), func.max(tables.c.changed))
            .join(tables)
            .where(seats.c.user.in_(ids))
            .group_by(seats.c.user, seats.c.name)
            .order_by(func.max(tables.c.changed).desc())
        )
        created = (
            select(tables.c.owner, func.count().label("number")).where(tables.c.owner.in_(ids)).group_by(tables.c.owner)
        )
        with self._store.engine.connect() as connection:
            for user, name, number, changed in connection.execute(at_tables):
                names[user].append(name)
                sits[user] = sits.get(user, 0) + number
                last[user] = max(last.get(user, changed), changed)
            made = {line.owner: line.number for line in connection.execute(created)}
        return [
            PersonLine(
                user,
                tuple(names[user]),
                sits.get(user, 0),
                made.get(user, 0),
                last.get(user),
                standing.blocked,
                standing.tables_an_hour,
            )
            for user in ids
            for standing in [self._store.standing(user)]
        ]


def _lines() -> "Select[tuple[object, ...]]":
    return select(
        tables.c.id,
        tables.c.game,
        tables.c.players,
        tables.c.finished,
        tables.c.closed,
        tables.c.listed,
        tables.c.owner,
        tables.c.created,
        tables.c.changed,
        _open.label("open"),
        _number_of_choices.label("choices"),
    )


def _state(finished: bool, closed: float | None, is_open: bool) -> str:
    if finished:
        return "finished"
    if closed is not None:
        return "closed"
    return "open" if is_open else "playing"
