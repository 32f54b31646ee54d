"""What is wrong with a database, in words that say what helps."""

import enum
import sqlite3

from sqlalchemy.exc import DBAPIError, SQLAlchemyError, TimeoutError  # noqa: A004 - that of connections

from trigrad.engine.text import Text


class Trouble(enum.Enum):
    """Why a database does not do what it is asked, each with what people are told."""

    FULL = Text("There is no space left where the server keeps its data. Nothing was changed.")
    READ_ONLY = Text("The place where the server keeps its data is read-only just now. Nothing was changed.")
    BUSY = Text("Others are writing to the server’s data just now. Please try again in a moment.")
    UNREACHABLE = Text("The server cannot reach its data just now. Please try again in a moment.")


_BY_CODE = {
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_READONLY: Trouble.READ_ONLY,
    sqlite3.SQLITE_PERM: Trouble.READ_ONLY,
    sqlite3.SQLITE_BUSY: Trouble.BUSY,
    sqlite3.SQLITE_LOCKED: Trouble.BUSY,
}
_BY_STATE = {  # what PostgreSQL says, https://www.postgresql.org/docs/current/errcodes-appendix.html
    "53100": Trouble.FULL,
    "25006": Trouble.READ_ONLY,
    "42501": Trouble.READ_ONLY,  # no right to write
    "40001": Trouble.BUSY,
    "40P01": Trouble.BUSY,
    "55P03": Trouble.BUSY,
    "53300": Trouble.BUSY,
}
_PRIMARY = 0xFF  # the lowest byte of a code of SQLite is its kind


def trouble(error: SQLAlchemyError) -> Trouble:
    """What kind of trouble an error of the database is."""
    if isinstance(error, TimeoutError):  # of the connections none became free
        return Trouble.BUSY
    cause = error.orig if isinstance(error, DBAPIError) else None
    if isinstance(cause, sqlite3.Error):
        return _BY_CODE.get(cause.sqlite_errorcode & _PRIMARY, Trouble.UNREACHABLE)
    return _BY_STATE.get(getattr(cause, "sqlstate", None) or "", Trouble.UNREACHABLE)
