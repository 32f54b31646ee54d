"""The store: what must survive a crash, in small SQL tables; and the analyses, which take long to compute.

``choice`` has the key (table, index), so a choice that comes twice or late is
refused by the database itself, whoever else writes to it.
"""

import threading
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sqlalchemy import (
    URL,
    ColumnElement,
    Connection,
    Executable,
    RowMapping,
    Select,
    Update,
    bindparam,
    delete,
    exists,
    func,
    insert,
    make_url,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from trigrad.engine.text import Refusal, RefusalKind, Text
from trigrad.store.database import LOCK_TIMEOUT, migrate, open_engine
from trigrad.store.schema import analyses as _analyses
from trigrad.store.schema import analysing as _analysing
from trigrad.store.schema import choices as _choices
from trigrad.store.schema import people as _people
from trigrad.store.schema import seats as _seats
from trigrad.store.schema import tables as _tables
from trigrad.store.trouble import Trouble
from trigrad.table.table import Entry

OPEN, HUMAN, BOT = "open", "human", "bot"
BY_AGE, BY_HOST = "age", "host"  # what has closed a table

_WRITERS = 24  # at once, of the 40 threads that answer requests: the others are left to those who read
_QUEUE_TIMEOUT = 0.25  # seconds to become one of them
_LONGEST_ID = 32  # of a table

_last_at = (
    select(_choices.c.at)
    .where(_choices.c.table_id == _tables.c.id)
    .order_by(_choices.c.index.desc())
    .limit(1)
    .scalar_subquery()
)
_rows_of_tables = select(*_tables.c, _last_at.label("chosen"))

# What each request asks is put together once, which takes longer than to ask it
_one_table = _rows_of_tables.where(_tables.c.id == bindparam("table"))
_seats_of_one = select(_seats).where(_seats.c.table_id == bindparam("table")).order_by(_seats.c.seat)
_seats_of_some = (
    select(_seats).where(_seats.c.table_id.in_(bindparam("tables", expanding=True))).order_by(_seats.c.seat)
)
_revision_of_one = select(_tables.c.revision).where(_tables.c.id == bindparam("table"))
_choices_of_one = (
    select(_choices.c.seat, _choices.c.action, _choices.c.bot)
    .where(_choices.c.table_id == bindparam("table"), _choices.c.index >= bindparam("first"))
    .order_by(_choices.c.index)
)
_news_of_one = (  # what was chosen since, and at which revision the table is, of the same moment
    select(_tables.c.revision, _choices.c.at, _choices.c.seat, _choices.c.action, _choices.c.bot)
    .join_from(_tables, _choices, (_choices.c.table_id == _tables.c.id) & (_choices.c.index >= bindparam("first")))
    .where(_tables.c.id == bindparam("table"))
    .order_by(_choices.c.index)
)
_settings_of_some = select(_people.c.user, _people.c.settings).where(
    _people.c.user.in_(bindparam("users", expanding=True))
)
_append_choices = insert(_choices)
_go_on = (  # of a table that is still as known
    update(_tables)
    .where(_tables.c.id == bindparam("table"), _tables.c.revision == bindparam("known"))
    .values(revision=_tables.c.revision + 1, **{name: bindparam(name) for name in ("changed", "finished", "to_move")})
)


_in_play = ~_tables.c.finished & _tables.c.closed.is_(None)


class Conflict(Exception):
    """Somebody else has written first."""


class UnknownTable(Refusal):
    """There is no table of this id."""

    kind = RefusalKind.NOT_FOUND
    reason = Text("There is no such table.")


class Busy(Refusal):
    """Too many already wait to write."""

    kind = RefusalKind.UNAVAILABLE
    reason = Trouble.BUSY.value


@dataclass(frozen=True)
class SeatRow:
    """A seat as it is stored. A human seat with a bot is lent: the bot chooses until its user comes back."""

    seat: int
    kind: str
    name: str = ""
    bot: str | None = None
    user: str | None = None
    key: str = field(default="", repr=False)
    since: float = 0.0  # when its user sat down or came back; 0 = with the table


@dataclass(frozen=True)
class TableRow:
    """A table as it is stored, without its choices."""

    id: str
    game: str
    rules_version: int
    players: int
    options: Mapping[str, str]
    undo: bool
    finish: bool
    hints: bool
    memory: bool
    listed: bool
    seed: bytes = field(repr=False)
    owner: str
    created: float
    changed: float
    finished: bool
    rematch: str | None
    patience: str
    chosen: float | None  # when the last choice was made
    seats: tuple[SeatRow, ...]
    closed: float | None = None  # since when nobody can go on, though the game was not over
    closed_by: str | None = None  # ``BY_AGE`` or ``BY_HOST``; None where that is not known
    revision: int = 0
    to_move: int | None = None  # the seat that is to choose; None also where nobody has chosen yet


class News(NamedTuple):
    """What was chosen at a table since it was looked at."""

    entries: list[Entry]
    at: float  # when the last of them was
    revision: int  # the table's, of the same moment


@dataclass(frozen=True)
class Standing:
    """What a host has settled for a person."""

    blocked: bool = False
    tables_an_hour: int | None = None  # None = as everybody


class Store:
    """Access to one database. Its methods may be called from several threads."""

    def __init__(self, url: str | URL) -> None:
        """Open the database of an SQLAlchemy URL, and bring it to this version's schema.

        ``NewerDatabase`` if it is of a later version already.
        """
        self.engine = open_engine(make_url(url))
        # A look is one statement, or bears that something changes between two: it needs no transaction.
        alone = self.engine.dialect.name != "sqlite"  # which begins none to read
        self._reading = self.engine.execution_options(isolation_level="AUTOCOMMIT") if alone else self.engine
        self._writers = threading.BoundedSemaphore(_WRITERS)
        # SQLite lets one write at a time, and has the others look again and again whether it is their turn.
        self._turn = threading.BoundedSemaphore(_WRITERS if alone else 1)
        try:
            migrate(self.engine)
        except BaseException:
            self.engine.dispose()
            raise

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()

    def reading(self) -> Connection:
        """A connection to look at things with; each look stands for itself."""
        return self._reading.connect()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that writes, all or nothing; ``Busy`` if too many wait for one."""
        with _place(self._writers, _QUEUE_TIMEOUT), _place(self._turn, LOCK_TIMEOUT), self.engine.begin() as connection:
            yield connection

    def _lock(self, connection: Connection, which: ColumnElement[bool]) -> None:
        """Let nobody else write to tables until the transaction ends, so that what it looks at stays as it is."""
        if self.engine.dialect.name != "sqlite":  # which lets one write at a time anyway
            connection.execute(select(_tables.c.id).where(which).order_by(_tables.c.id).with_for_update())

    def check(self) -> None:
        """``SQLAlchemyError`` if the database cannot be read just now."""
        with self.reading() as connection:
            connection.execute(select(_tables.c.id).limit(1))

    def await_turn(self) -> None:
        """Wait until nobody else writes, before something is locked that those need who only read."""
        if self.engine.dialect.name == "sqlite":
            with self.writing() as connection:
                connection.exec_driver_sql("BEGIN IMMEDIATE")

    def create(self, row: TableRow) -> None:
        """Write a new table with its seats; ``Conflict`` if there is one of this id."""
        values = {column.name: getattr(row, column.name) for column in _tables.c}
        values["options"] = dict(row.options)
        try:
            with self.writing() as connection:
                connection.execute(insert(_tables).values(values))
                connection.execute(insert(_seats), [{"table_id": row.id, **_seat_values(seat)} for seat in row.seats])
        except IntegrityError as error:
            raise Conflict(row.id) from error

    def table(self, table_id: str) -> TableRow:
        """A table by its id; ``UnknownTable`` if there is none."""
        if not _may_be_id(table_id):
            raise UnknownTable
        with self.reading() as connection:
            row = connection.execute(_one_table, {"table": table_id}).mappings().one_or_none()
            if row is None:
                raise UnknownTable
            seats = connection.execute(_seats_of_one, {"table": table_id}).mappings().all()
        return TableRow(**row, seats=tuple(map(_seat_row, seats)))

    def revision(self, table_id: str) -> int | None:
        """The revision of a table; None if there is none."""
        with self.reading() as connection:
            found: int | None = connection.execute(_revision_of_one, {"table": table_id}).scalar_one_or_none()
        return found

    def revisions(self, ids: Sequence[str]) -> dict[str, int]:
        """The revisions of those of some tables that there are."""
        query = select(_tables.c.id, _tables.c.revision).where(_tables.c.id.in_(ids))
        with self.reading() as connection:
            return {row.id: row.revision for row in connection.execute(query)}

    def note_to_move(self, table_id: str, seat: int) -> None:
        """Keep whose choice it is at a table where nobody has chosen yet."""
        none = ~exists().where(_choices.c.table_id == table_id)
        with self.writing() as connection:
            connection.execute(update(_tables).where(_tables.c.id == table_id, none).values(to_move=seat))

    def choices(self, table_id: str, first: int = 0) -> list[Entry]:
        """The entries of a table from one on, in order."""
        with self.reading() as connection:
            found = connection.execute(_choices_of_one, {"table": table_id, "first": first})
            return [Entry(*row) for row in found]

    def news(self, table_id: str, first: int) -> News | None:
        """The entries of a table from one on; None if there are none."""
        with self.reading() as connection:
            rows = connection.execute(_news_of_one, {"table": table_id, "first": first}).all()
        if not rows:
            return None
        last = rows[-1]
        return News([Entry(row.seat, row.action, row.bot) for row in rows], last.at, last.revision)

    def append(
        self,
        table_id: str,
        index: int,
        entries: Sequence[Entry],
        finished: bool,
        player: SeatRow,
        to_move: int | None = None,
        revision: int | None = None,
    ) -> float | None:
        """Add entries from ``index`` on, all or none; then it is the choice of the seat ``to_move``.

        ``Conflict`` if one of them is there already, if the seat of ``player``, who chose,
        has passed to another user, to a bot or back from it, or if the table was closed.
        Returns the time that was noted if nothing else has changed since the table had this ``revision``, None if
        the table is to be read anew.
        """
        now = time.time()
        rows = [
            {"table_id": table_id, "index": index + i, "at": now, **_entry_values(entry)}
            for i, entry in enumerate(entries)
        ]
        then = {"changed": now, "finished": finished, "to_move": to_move}
        try:
            with self.writing() as connection:
                as_known = {"table": table_id, "known": revision, **then}
                if revision is not None and connection.execute(_go_on, as_known).rowcount == 1:
                    connection.execute(_append_choices, rows)
                    return now
                self._lock(connection, _tables.c.id == table_id)
                connection.execute(_append_choices, rows)  # from here on nobody else writes to this table
                if connection.execute(_still_chooses(table_id, player)).first() is None:
                    raise Conflict(table_id)
                connection.execute(_change(table_id, **then))
                return None
        except IntegrityError as error:
            raise Conflict(table_id) from error

    def take_seat(self, table_id: str, seat: int, user: str, name: str) -> None:
        """Give an open seat to a user; ``Conflict`` if it is no longer open."""
        self._change_seat(table_id, seat, _seats.c.kind == OPEN, kind=HUMAN, user=user, name=name, since=time.time())

    def leave_seat(self, table_id: str, seat: int, user: str, new_key: str) -> None:
        """Open a user's seat, with a new key, for others; ``Conflict`` if it is not theirs or the game has begun."""
        other = _seats.alias()
        waiting = exists().where(other.c.table_id == table_id, other.c.kind == OPEN)
        theirs = (_seats.c.kind == HUMAN) & (_seats.c.user == user)
        values = {"kind": OPEN, "user": None, "name": "", "bot": None, "key": new_key, "since": 0.0}
        self._change_seat(table_id, seat, theirs & waiting, **values)

    def lend_seat(self, table_id: str, player: SeatRow, bot: str, version: int) -> None:
        """Let a bot choose for a user's seat.

        ``Conflict`` if the user has come back or a bot plays already, or if more than ``version`` entries are there.
        """
        moved_on = exists().where(_choices.c.table_id == table_id, _choices.c.index >= version)
        as_seen = (
            (_seats.c.kind == HUMAN)
            & (_seats.c.user == player.user)
            & (_seats.c.since == player.since)
            & _seats.c.bot.is_(None)
        )
        self._change_seat(table_id, player.seat, as_seen & ~moved_on, bot=bot)

    def return_seat(self, table_id: str, seat: int, user: str) -> None:
        """Let a user choose for their seat again; ``Conflict`` if it is not theirs or no bot plays it."""
        lent = (_seats.c.kind == HUMAN) & (_seats.c.user == user) & _seats.c.bot.is_not(None)
        self._change_seat(table_id, seat, lent, bot=None, since=time.time())

    def move_seat(self, table_id: str, key: str, user: str, new_key: str) -> int:
        """Give the seat with a secret key, which changes, to another user; ``Conflict`` if there is none."""
        row = self.table(table_id)
        for seat in row.seats:
            if seat.key == key and seat.kind == HUMAN:
                self._change_seat(table_id, seat.seat, _seats.c.key == key, user=user, key=new_key, since=time.time())
                return seat.seat
        raise Conflict(table_id)

    def rename(self, user: str, name: str, former: str) -> list[str]:
        """A user's new name at their seats; returns the ids of their tables.

        Others at their device keep theirs: where a user has several seats, only their ``former`` name changes.
        """
        alone = (
            select(_seats.c.table_id).where(_seats.c.user == user).group_by(_seats.c.table_id).having(func.count() == 1)
        )
        own = (_seats.c.name == former) | _seats.c.table_id.in_(alone)
        with self.writing() as connection:
            mine = select(_seats.c.table_id).where(_seats.c.user == user).distinct()
            self._lock(connection, _tables.c.id.in_(mine))
            connection.execute(update(_seats).where(_seats.c.user == user, own).values(name=name))
            ids = [table_id for (table_id,) in connection.execute(mine)]
            connection.execute(_changes(_tables.c.id.in_(mine)))
            return ids

    def set_rematch(self, table_id: str, rematch: str) -> None:
        """Note the table of the next game; ``Conflict`` if there is one already."""
        with self.writing() as connection:
            changed = connection.execute(_change(table_id, rematch=rematch).where(_tables.c.rematch.is_(None)))
            if changed.rowcount != 1:
                raise Conflict(table_id)

    def analysis(self, table_id: str, version: int) -> dict[str, object] | None:
        """A table's analysis as plain data; None if there is none of this version."""
        query = select(_analyses.c.analysis).where(_analyses.c.table_id == table_id, _analyses.c.version == version)
        with self.reading() as connection:
            found: dict[str, object] | None = connection.execute(query).scalar_one_or_none()
        return found

    def keep_analysis(self, table_id: str, version: int, analysis: Mapping[str, object]) -> None:
        """Write a table's analysis in place of those of other versions; of one version the first stays."""
        others = (_analyses.c.table_id == table_id) & (_analyses.c.version != version)
        with suppress(IntegrityError), self.writing() as connection:
            connection.execute(delete(_analysing).where(_analysing.c.table_id == table_id))
            connection.execute(delete(_analyses).where(others))
            connection.execute(insert(_analyses).values(table_id=table_id, version=version, analysis=analysis))

    def settings_of(self, user: str) -> dict[str, str]:
        """What a user has set for themselves, by name; empty for whoever has set nothing."""
        return self.settings_of_all([user]).get(user, {})

    def settings_of_all(self, users: Collection[str]) -> dict[str, dict[str, str]]:
        """What each of some users has set, those left out who have set nothing."""
        with self.reading() as connection:
            return {row.user: row.settings for row in connection.execute(_settings_of_some, {"users": list(users)})}

    def keep_settings(self, user: str, settings: Mapping[str, str]) -> None:
        """Write a user's settings in place of any others; where two come at once, those of one of them stay."""
        self.keep_of_person(user, settings=dict(settings))

    def keep_of_person(self, user: str, **values: object) -> None:
        """Write columns of a person's row, which is there or not."""
        with suppress(IntegrityError), self.writing() as connection:
            changed = connection.execute(update(_people).where(_people.c.user == user).values(**values))
            if not changed.rowcount:
                connection.execute(insert(_people).values(user=user, **{"settings": {}, **values}))

    def standing(self, user: str) -> Standing:
        """What the host has settled for a person."""
        query = select(_people.c.blocked, _people.c.tables_an_hour).where(_people.c.user == user)
        with self.reading() as connection:
            found = connection.execute(query).first()
        return Standing(*found) if found else Standing()

    def tables_of(self, user: str, limit: int = 50) -> list[TableRow]:
        """The tables at which a user has a seat, last changed first, and then those that were closed."""
        mine = select(_seats.c.table_id).where(_seats.c.user == user)
        query = _rows_of_tables.where(_tables.c.id.in_(mine))
        return self._rows(query.order_by(_tables.c.closed.is_not(None), _tables.c.changed.desc()).limit(limit))

    def listed(self, limit: int = 50) -> list[TableRow]:
        """The public tables that are not finished and that not everybody has left, last changed first."""
        sat_at = exists().where(_seats.c.table_id == _tables.c.id, _seats.c.kind != OPEN)
        query = _rows_of_tables.where(_tables.c.listed, _in_play, sat_at)
        return self._rows(query.order_by(_tables.c.changed.desc()).limit(limit))

    def has_finished(self, user: str, game: str, before: float) -> bool:
        """Whether a user sits at a finished table of a game that was created before a time."""
        query = (
            select(_seats.c.table_id)
            .join(_tables)
            .where(_seats.c.user == user, _tables.c.game == game, _tables.c.finished, _tables.c.created < before)
        )
        with self.reading() as connection:
            return connection.execute(query.limit(1)).first() is not None

    def unfinished_with_bots(self, since: float, until: float | None = None, limit: int | None = None) -> list[str]:
        """Ids of tables in play, changed since a time, at which a bot may be to choose: to wake up after a start.

        ``until`` leaves out those that were changed after it. Those that have waited longest come first.
        """
        open_seat = _seats.alias()
        query = select(_tables.c.id).where(
            _in_play,
            _tables.c.changed >= since,
            exists().where(
                _seats.c.table_id == _tables.c.id,
                _seats.c.bot.is_not(None),
                _tables.c.to_move.is_(None) | (_tables.c.to_move == _seats.c.seat),
            ),
            ~exists().where(open_seat.c.table_id == _tables.c.id, open_seat.c.kind == OPEN),
        )
        if until is not None:
            query = query.where(_tables.c.changed < until)
        query = query.order_by(_tables.c.changed).limit(limit)
        with self.reading() as connection:
            return [table_id for (table_id,) in connection.execute(query)]

    def count_created(self, owner: str, since: float) -> int:
        """How many tables a user has created since a time."""
        query = select(func.count()).select_from(_tables)
        with self.reading() as connection:
            return int(
                connection.execute(query.where(_tables.c.owner == owner, _tables.c.created >= since)).scalar_one()
            )

    def _change_seat(
        self, table_id: str, seat: int, condition: ColumnElement[bool], **values: str | float | None
    ) -> None:
        with self.writing() as connection:
            self._lock(connection, _tables.c.id == table_id)
            goes_on = exists().where(_tables.c.id == table_id, _tables.c.closed.is_(None))
            this = (_seats.c.table_id == table_id) & (_seats.c.seat == seat)
            changed = connection.execute(update(_seats).where(this, goes_on, condition).values(**values))
            if changed.rowcount != 1:
                raise Conflict(table_id)
            connection.execute(_change(table_id, changed=time.time()))

    def _rows(self, query: Executable) -> list[TableRow]:
        with self.reading() as connection:
            found = connection.execute(query).mappings().all()
            seats = _seats_by_table(connection, [row["id"] for row in found])
        return [TableRow(**row, seats=tuple(seats[row["id"]])) for row in found]


@contextmanager
def _place(places: threading.BoundedSemaphore, timeout: float) -> Iterator[None]:
    """One of some places, given back at the end; ``Busy`` if within so many seconds none gets free."""
    if not places.acquire(timeout=timeout):
        raise Busy
    try:
        yield
    finally:
        places.release()


def _change(table_id: str, **values: object) -> Update:
    """A change of a table's row, which raises its revision."""
    return _changes(_tables.c.id == table_id, **values)


def _changes(which: ColumnElement[bool], **values: object) -> Update:
    return update(_tables).where(which).values(revision=_tables.c.revision + 1, **values)


def _still_chooses(table_id: str, player: SeatRow) -> Select[tuple[int]]:
    """The seat of whoever chose, while it is still theirs at a table that was not closed."""
    return select(_seats.c.seat).where(
        _seats.c.table_id == table_id,
        _tables.c.id == _seats.c.table_id,
        _tables.c.closed.is_(None),
        _seats.c.seat == player.seat,
        _seats.c.user.is_not_distinct_from(player.user),
        _seats.c.bot.is_not_distinct_from(player.bot),
    )


def _may_be_id(table_id: str) -> bool:
    """Whether a database can be asked for this: what an address says may be no text at all."""
    return len(table_id) <= _LONGEST_ID and table_id.isascii() and table_id.isprintable()


def _seats_by_table(connection: Connection, ids: Iterable[str]) -> dict[str, list[SeatRow]]:
    seats: dict[str, list[SeatRow]] = {table_id: [] for table_id in ids}
    for row in connection.execute(_seats_of_some, {"tables": list(seats)}).mappings():
        seats[row["table_id"]].append(_seat_row(row))
    return seats


def _seat_row(row: RowMapping) -> SeatRow:
    values: dict[str, Any] = dict(row)
    del values["table_id"]
    return SeatRow(**values)


def _seat_values(seat: SeatRow) -> dict[str, object]:
    return {key: getattr(seat, key) for key in ("seat", "kind", "bot", "name", "user", "key", "since")}


def _entry_values(entry: Entry) -> dict[str, object]:
    return {"seat": entry.seat, "action": entry.action, "bot": entry.bot}
