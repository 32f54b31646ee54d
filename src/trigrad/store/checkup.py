"""Looking at a database without changing it."""

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL, create_engine, func, inspect, select
from sqlalchemy.pool import NullPool

from trigrad.store.store import missing_columns, newest_change


@dataclass(frozen=True)
class Checkup:
    """What was found."""

    tables: int  # of the schema; 0 = nothing was stored yet
    missing: list[str]  # columns that came with a later version
    changed: float | None  # seconds since 1970, of the last change of any game's table


def look_at(url: URL) -> Checkup:
    """Open a database and see what is in it; ``SQLAlchemyError`` if that is not possible."""
    engine = create_engine(url, hide_parameters=True, poolclass=NullPool)
    with engine.connect() as connection:
        names = inspect(connection).get_table_names()
        missing = missing_columns(connection) if names else []
        changed = connection.execute(select(func.max(newest_change))).scalar_one() if "tables" in names else None
    return Checkup(len(names), missing, changed)


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
