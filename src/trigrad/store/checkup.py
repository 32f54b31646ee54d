"""Looking at a database without changing it."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL, func, inspect, select

from trigrad.store.database import open_engine, version_of
from trigrad.store.schema import tables


@dataclass(frozen=True)
class Checkup:
    """What was found."""

    tables: int  # of the schema; 0 = nothing was stored yet
    version: str | None  # of the schema; "" = of before there were versions
    changed: float | None  # seconds since 1970, of the last change of any game's table


def look_at(url: URL) -> Checkup:
    """Open a database and see what is in it; ``SQLAlchemyError`` if that is not possible."""
    engine = open_engine(url)
    try:
        with engine.connect() as connection:
            names = inspect(connection).get_table_names()
            newest = select(func.max(tables.c.changed))
            changed = connection.execute(newest).scalar_one() if "tables" in names else None
            return Checkup(len(names), version_of(connection), changed)
    finally:
        engine.dispose()


def is_locked(file: Path) -> bool:
    """Whether another program holds the lock to write into an SQLite file just now."""
    with closing(sqlite3.connect(file, timeout=0.5, isolation_level=None)) as connection:
        try:
            connection.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            return True
        connection.execute("ROLLBACK")
    return False
