"""The store: what must survive a crash, in small SQL tables; and the analyses, which take long to compute.

``choice`` has the key (table, index), so a choice that comes twice or late is
refused by the database itself, whoever else writes to it.
"""

import sqlite3
import threading
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from sqlalchemy import (
    JSON,
    URL,
    Boolean,
    Column,
    ColumnElement,
    Connection,
    Engine,
    Executable,
    Float,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    create_engine,
    delete,
    event,
    exists,
    func,
    insert,
    inspect,
    make_url,
    select,
    text,
    update,
)
from sqlalchemy import Table as SqlTable
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.pool import QueuePool
from sqlalchemy.schema import CreateColumn

from trigrad.engine.text import Refusal, RefusalKind, Text
from trigrad.store.trouble import Trouble
from trigrad.table.table import Entry

OPEN, HUMAN, BOT = "open", "human", "bot"

LOCK_TIMEOUT = 10.0  # seconds that a write waits while another program holds SQLite's lock
_WRITERS = 24  # at once, of the 40 threads that answer requests: the others are left to those who read
_QUEUE_TIMEOUT = 0.25  # seconds to become one of them

_metadata = MetaData()

_tables = SqlTable(
    "tables",
    _metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", JSON, nullable=False),  # the game's own
    Column("undo", Boolean, nullable=False),
    Column("finish", Boolean, nullable=False, server_default="0"),  # turns are finished by a button
    Column("hints", Boolean, nullable=False),
    Column("memory", Boolean, nullable=False),
    Column("listed", Boolean, nullable=False),  # shown to everybody on the first page
    Column("seed", LargeBinary, nullable=False),  # secret until the game is over
    Column("owner", String(32), nullable=False),
    Column("created", Float, nullable=False),  # seconds since 1970
    Column("changed", Float, nullable=False, index=True),
    Column("finished", Boolean, nullable=False, default=False),
    Column("rematch", String(32)),  # the table of the next game
    Column("patience", String(8), nullable=False, server_default="1d"),  # a key of club.patience
)

_seats = SqlTable(
    "seats",
    _metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),  # open, human, bot
    Column("bot", String(32)),  # who chooses, also while the seat is lent by its user
    Column("name", String(64), nullable=False),
    Column("user", String(32), index=True),
    Column("key", String(64), nullable=False),  # secret of the link that moves the seat
    Column("since", Float, nullable=False, server_default="0"),  # when its user sat down or came back
)

_choices = SqlTable(
    "choices",
    _metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("index", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("action", Integer, nullable=False),  # -1 = undo, -2 = hold, -3 = finish
    Column("at", Float, nullable=False),
    Column("bot", String(32)),  # which bot chose, if one did
)

_analyses = SqlTable(
    "analyses",
    _metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("version", Integer, nullable=False),  # of the program's way to analyse
    Column("analysis", JSON, nullable=False),
)

_people = SqlTable(
    "people",
    _metadata,
    Column("user", String(32), primary_key=True),
    Column("settings", JSON, nullable=False),  # where they differ from the defaults of club.person_settings
)

_last_at = (
    select(_choices.c.at)
    .where(_choices.c.table_id == _tables.c.id)
    .order_by(_choices.c.index.desc())
    .limit(1)
    .scalar_subquery()
)
_rows_of_tables = select(_tables, _last_at.label("chosen"))


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


class Store:
    """Access to one database. Its methods may be called from several threads."""

    def __init__(self, url: str | URL) -> None:
        """Open the database of an SQLAlchemy URL and create what is missing in it."""
        self.engine = _engine(make_url(url))
        self._writers = threading.BoundedSemaphore(_WRITERS)
        _metadata.create_all(self.engine)
        _add_missing_columns(self.engine)

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """A transaction that writes, all or nothing; ``Busy`` if too many wait for one."""
        if not self._writers.acquire(timeout=_QUEUE_TIMEOUT):
            raise Busy
        try:
            with self.engine.begin() as connection:
                yield connection
        finally:
            self._writers.release()

    def await_turn(self) -> None:
        """Wait until nobody else writes, before something is locked that those need who only read."""
        if self.engine.dialect.name == "sqlite":
            with self._writing() as connection:
                connection.exec_driver_sql("BEGIN IMMEDIATE")

    def create(self, row: TableRow) -> None:
        """Write a new table with its seats; ``Conflict`` if there is one of this id."""
        values = {key: getattr(row, key) for key in _tables.columns.keys()}  # noqa: SIM118 - columns is no dict
        values["options"] = dict(row.options)
        try:
            with self._writing() as connection:
                connection.execute(insert(_tables).values(values))
                connection.execute(insert(_seats), [{"table_id": row.id, **_seat_values(seat)} for seat in row.seats])
        except IntegrityError as error:
            raise Conflict(row.id) from error

    def table(self, table_id: str) -> TableRow:
        """A table by its id; ``UnknownTable`` if there is none."""
        found = self._rows(_rows_of_tables.where(_tables.c.id == table_id))
        if not found:
            raise UnknownTable
        return found[0]

    def choices(self, table_id: str) -> list[Entry]:
        """All entries of a table, in order."""
        query = select(_choices.c.seat, _choices.c.action, _choices.c.bot).where(_choices.c.table_id == table_id)
        with self.engine.connect() as connection:
            return [Entry(*row) for row in connection.execute(query.order_by(_choices.c.index))]

    def append(self, table_id: str, index: int, entries: Sequence[Entry], finished: bool, player: SeatRow) -> None:
        """Add entries from ``index`` on, all or none.

        ``Conflict`` if one of them is there already, or if the seat of ``player``, who chose,
        has passed to another user, to a bot or back from it.
        """
        now = time.time()
        rows = [
            {"table_id": table_id, "index": index + i, "at": now, **_entry_values(entry)}
            for i, entry in enumerate(entries)
        ]
        still = select(_seats.c.seat).where(
            _seats.c.table_id == table_id,
            _seats.c.seat == player.seat,
            _seats.c.user.is_not_distinct_from(player.user),
            _seats.c.bot.is_not_distinct_from(player.bot),
        )
        try:
            with self._writing() as connection:
                connection.execute(insert(_choices), rows)  # from here on nobody else writes to this table
                if connection.execute(still.with_for_update()).first() is None:
                    raise Conflict(table_id)
                connection.execute(
                    update(_tables).where(_tables.c.id == table_id).values(changed=now, finished=finished)
                )
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
        with self._writing() as connection:
            connection.execute(update(_seats).where(_seats.c.user == user, own).values(name=name))
            found = connection.execute(select(_seats.c.table_id).where(_seats.c.user == user).distinct())
            return [table_id for (table_id,) in found]

    def set_rematch(self, table_id: str, rematch: str) -> None:
        """Note the table of the next game; ``Conflict`` if there is one already."""
        with self._writing() as connection:
            changed = connection.execute(
                update(_tables).where(_tables.c.id == table_id, _tables.c.rematch.is_(None)).values(rematch=rematch)
            )
            if changed.rowcount != 1:
                raise Conflict(table_id)

    def analysis(self, table_id: str, version: int) -> dict[str, object] | None:
        """A table's analysis as plain data; None if there is none of this version."""
        query = select(_analyses.c.analysis).where(_analyses.c.table_id == table_id, _analyses.c.version == version)
        with self.engine.connect() as connection:
            found: dict[str, object] | None = connection.execute(query).scalar_one_or_none()
        return found

    def keep_analysis(self, table_id: str, version: int, analysis: Mapping[str, object]) -> None:
        """Write a table's analysis in place of any other; where two come at once, one of them stays."""
        with suppress(IntegrityError), self._writing() as connection:
            connection.execute(delete(_analyses).where(_analyses.c.table_id == table_id))
            connection.execute(insert(_analyses).values(table_id=table_id, version=version, analysis=analysis))

    def settings_of(self, user: str) -> dict[str, str]:
        """What a user has set for themselves, by name; empty for whoever has set nothing."""
        return self.settings_of_all([user]).get(user, {})

    def settings_of_all(self, users: Collection[str]) -> dict[str, dict[str, str]]:
        """What each of some users has set, those left out who have set nothing."""
        query = select(_people.c.user, _people.c.settings).where(_people.c.user.in_(users))
        with self.engine.connect() as connection:
            return {row.user: row.settings for row in connection.execute(query)}

    def keep_settings(self, user: str, settings: Mapping[str, str]) -> None:
        """Write a user's settings in place of any others; where two come at once, those of one of them stay."""
        with suppress(IntegrityError), self._writing() as connection:
            connection.execute(delete(_people).where(_people.c.user == user))
            connection.execute(insert(_people).values(user=user, settings=dict(settings)))

    def tables_of(self, user: str, limit: int = 50) -> list[TableRow]:
        """The tables at which a user has a seat, last changed first."""
        mine = select(_seats.c.table_id).where(_seats.c.user == user)
        return self._rows(_rows_of_tables.where(_tables.c.id.in_(mine)).order_by(_tables.c.changed.desc()).limit(limit))

    def listed(self, limit: int = 50) -> list[TableRow]:
        """The public tables that are not finished and that not everybody has left, last changed first."""
        sat_at = select(_seats.c.table_id).where(_seats.c.kind != OPEN)
        query = _rows_of_tables.where(_tables.c.listed, ~_tables.c.finished, _tables.c.id.in_(sat_at))
        return self._rows(query.order_by(_tables.c.changed.desc()).limit(limit))

    def has_finished(self, user: str, game: str, before: float) -> bool:
        """Whether a user sits at a finished table of a game that was created before a time."""
        mine = select(_seats.c.table_id).where(_seats.c.user == user)
        query = select(_tables.c.id).where(
            _tables.c.id.in_(mine), _tables.c.game == game, _tables.c.finished, _tables.c.created < before
        )
        with self.engine.connect() as connection:
            return connection.execute(query.limit(1)).first() is not None

    def unfinished_with_bots(self, since: float) -> list[str]:
        """Ids of unfinished tables with a bot, changed since a time: those to wake up after a start."""
        bots = select(_seats.c.table_id).where(_seats.c.bot.is_not(None))
        query = select(_tables.c.id).where(~_tables.c.finished, _tables.c.changed >= since, _tables.c.id.in_(bots))
        with self.engine.connect() as connection:
            return [table_id for (table_id,) in connection.execute(query)]

    def count_created(self, owner: str, since: float) -> int:
        """How many tables a user has created since a time."""
        query = select(func.count()).select_from(_tables)
        with self.engine.connect() as connection:
            return int(
                connection.execute(query.where(_tables.c.owner == owner, _tables.c.created >= since)).scalar_one()
            )

    def _change_seat(
        self, table_id: str, seat: int, condition: ColumnElement[bool], **values: str | float | None
    ) -> None:
        with self._writing() as connection:
            changed = connection.execute(
                update(_seats).where(_seats.c.table_id == table_id, _seats.c.seat == seat, condition).values(**values)
            )
            if changed.rowcount != 1:
                raise Conflict(table_id)
            connection.execute(update(_tables).where(_tables.c.id == table_id).values(changed=time.time()))

    def _rows(self, query: Executable) -> list[TableRow]:
        with self.engine.connect() as connection:
            found = connection.execute(query).mappings().all()
            seats = _seats_by_table(connection, [row["id"] for row in found])
        return [TableRow(**row, seats=tuple(seats[row["id"]])) for row in found]


def _seats_by_table(connection: Connection, ids: Iterable[str]) -> dict[str, list[SeatRow]]:
    seats: dict[str, list[SeatRow]] = {table_id: [] for table_id in ids}
    query = select(_seats).where(_seats.c.table_id.in_(list(seats))).order_by(_seats.c.seat)
    for row in connection.execute(query).mappings():
        values = dict(row)
        seats[values.pop("table_id")].append(SeatRow(**values))
    return seats


def _seat_values(seat: SeatRow) -> dict[str, object]:
    return {key: getattr(seat, key) for key in ("seat", "kind", "bot", "name", "user", "key", "since")}


def _entry_values(entry: Entry) -> dict[str, object]:
    return {"seat": entry.seat, "action": entry.action, "bot": entry.bot}


def _add_missing_columns(engine: Engine) -> None:
    """Bring a database of an earlier version up to date: its tables get the columns that came since."""
    quoted = engine.dialect.identifier_preparer.quote
    for table in _metadata.sorted_tables:
        there = _column_names(engine, table.name)
        for column in table.columns:
            if column.name not in there:
                definition = CreateColumn(column).compile(dialect=engine.dialect)
                try:
                    with engine.begin() as connection:
                        connection.execute(text(f"ALTER TABLE {quoted(table.name)} ADD COLUMN {definition}"))
                except DBAPIError:  # another process that starts may have been faster
                    if column.name not in _column_names(engine, table.name):
                        raise


def missing_columns(connection: Connection) -> list[str]:
    """The columns that a database of an earlier version lacks, as table.column."""
    found = inspect(connection)
    there = {name: {column["name"] for column in found.get_columns(name)} for name in found.get_table_names()}
    columns = [column for table in _metadata.sorted_tables for column in table.columns]
    return [str(column) for column in columns if column.name not in there.get(column.table.name, ())]


newest_change = _tables.c.changed


def _column_names(engine: Engine, table: str) -> set[str]:
    return {column["name"] for column in inspect(engine).get_columns(table)}


def _engine(url: URL) -> Engine:
    # What is written holds seeds and keys, which no error message may show.
    if url.get_backend_name() != "sqlite":
        return create_engine(url, hide_parameters=True)
    engine = create_engine(
        url,
        hide_parameters=True,
        poolclass=QueuePool,
        max_overflow=-1,  # readers need not wait for a connection while writers wait for the lock
        connect_args={"check_same_thread": False, "timeout": LOCK_TIMEOUT},
    )

    @event.listens_for(engine, "connect")
    def _prepare(connection: sqlite3.Connection, _record: object) -> None:
        # With a write-ahead log and full synchronisation an answered choice survives a crash.
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    return engine
