"""Databases: how one is reached, and how an earlier one is brought to this version's schema."""

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import QueuePool

from trigrad.store.schema import HEAD, metadata

logger = logging.getLogger(__name__)

LOCK_TIMEOUT = 10.0  # seconds that a write waits while another program holds the lock
_CONNECT_TIMEOUT = 5  # seconds to reach a database elsewhere
_IDLE = 5  # seconds after which a transaction of a process that was halted is undone, so that others need not wait
_CONNECTIONS = 5  # to such a database that are kept, and so many times three more when they are needed
_MIGRATIONS = Path(__file__).parent / "migrations"
_MIGRATING = 7_203_317_480_911  # the lock of PostgreSQL that whoever brings a database up to date holds; any number
_MARK = "alembic_version"  # Alembic's table, of one row


class NewerDatabase(Exception):
    """A database has a schema that only a later version knows; the message says so."""


def open_engine(url: URL) -> Engine:
    """The way to a database; ``ImportError`` if its driver is not installed."""
    # What is written holds seeds and keys, which no error message may show.
    if url.get_backend_name() == "sqlite":
        return _sqlite(url)
    if url.get_backend_name() in ("postgresql", "postgres"):
        return _postgresql(url)
    return create_engine(url, hide_parameters=True)


def _sqlite(url: URL) -> Engine:
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


def _postgresql(url: URL) -> Engine:
    if url.drivername in ("postgresql", "postgres"):
        url = url.set(drivername="postgresql+psycopg")
    try:
        engine = create_engine(
            url,
            hide_parameters=True,
            pool_size=_CONNECTIONS,
            max_overflow=3 * _CONNECTIONS,
            pool_timeout=LOCK_TIMEOUT,
            connect_args={"connect_timeout": _CONNECT_TIMEOUT, "application_name": "trigrad"},
        )
    except ModuleNotFoundError as error:
        raise ImportError(f"there is no {error.name}: install trigrad[postgres]") from error

    @event.listens_for(engine, "connect")
    def _limit(connection: DBAPIConnection, _record: object) -> None:
        connection.cursor().execute(f"SET lock_timeout = '{LOCK_TIMEOUT:g}s'")
        connection.cursor().execute(f"SET idle_in_transaction_session_timeout = '{_IDLE}s'")
        connection.commit()

    return engine


# --- The version of a schema ------------------------------------------------------------


def version_of(connection: Connection) -> str | None:
    """The version of a database's schema: "" for one without a mark, as of earlier times, None for an empty one."""
    names = inspect(connection).get_table_names()
    if _MARK not in names:
        return "" if "tables" in names else None
    found: str | None = connection.execute(text(f"SELECT version_num FROM {_MARK}")).scalar_one_or_none()  # noqa: S608
    return found


def is_newer(version: str | None) -> bool:
    """Whether a version is one that this program does not know."""
    return bool(version) and version not in _versions()


def _versions() -> list[str]:
    return [path.stem[1:5] for path in sorted((_MIGRATIONS / "versions").glob("v*.py"))]


def migrate(engine: Engine, to: str = HEAD) -> None:
    """Bring a database to this version's schema, in one step or not at all; ``NewerDatabase`` if it is beyond."""
    with engine.connect() as connection:
        if version_of(connection) == to:
            return
    with _alone(engine) as connection:
        version = version_of(connection)
        if version == to:  # another server was faster
            return
        if is_newer(version):
            raise NewerDatabase(
                f"a newer version of Trigrad has used it (its schema is {version}, this one knows those up to {HEAD}): "
                "update Trigrad, or restore a copy from before"
            )
        if version is None and to == HEAD:
            metadata.create_all(connection)
            connection.execute(text(f"CREATE TABLE {_MARK} (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"))
            connection.execute(text(f"INSERT INTO {_MARK} VALUES (:version)"), {"version": HEAD})  # noqa: S608
            return
        _upgrade(connection, to)
        logger.info("the database was brought from schema %s to %s", version or "before 0001", to)


def _upgrade(connection: Connection, to: str) -> None:
    from alembic import command  # takes a while, and is needed once a version
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, to)


@contextmanager
def _alone(engine: Engine) -> Iterator[Connection]:
    """A transaction in which no other server changes the schema."""
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        elif engine.dialect.name == "postgresql":
            connection.execute(text("SET LOCAL lock_timeout = 0"))
            connection.execute(text(f"SELECT pg_advisory_xact_lock({_MIGRATING})"))
        yield connection
