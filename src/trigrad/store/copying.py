"""Whole databases copied from one to another, and compared table by table; backups, which are SQLite files.

What is read is one moment of the database, also while a server writes to it.
"""

import hashlib
import json
import os
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, Table, func, insert, select

from trigrad.store.database import is_newer, migrate, open_engine, version_of
from trigrad.store.schema import HEAD, metadata
from trigrad.store.sole import database_file, sole_server

_ROWS = 1000  # that are read and written at a time
_MODULUS = 2**256


class CannotCopy(Exception):
    """A database cannot be copied as wished; the message says why, in one line."""


@dataclass(frozen=True)
class Contents:
    """What a table of the database holds. Tables of the same rows have the same digest, in whatever order."""

    rows: int
    digest: str  # hexadecimal


def backup(source: URL, file: Path) -> dict[str, Contents]:
    """Write a database, of any kind and while it is used, into a new SQLite file; what it holds, by table.

    ``CannotCopy`` if the file is there already; it is there as a whole or not at all.
    """
    if file.exists():
        raise CannotCopy(f"{file} is there already")
    descriptor, draft = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}-")  # for its user alone
    os.close(descriptor)
    Path(draft).unlink()
    try:
        contents = copy(source, _file_url(Path(draft)))
        Path(draft).chmod(0o600)
        _sync(Path(draft))
        Path(draft).rename(file)
    finally:
        _remove(Path(draft))
    return contents


def restore(file: Path, target: URL) -> dict[str, Contents]:
    """Write a backup, of this version or an earlier one, into an empty database; what it holds, by table."""
    if not file.is_file():
        raise CannotCopy(f"there is no file {file}")
    with tempfile.TemporaryDirectory(dir=_folder_of(target)) as folder:
        working = Path(folder) / "backup"
        try:
            with (
                closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as source,
                closing(sqlite3.connect(working)) as copied,
            ):
                source.backup(copied)
        except sqlite3.DatabaseError as error:
            raise CannotCopy(f"{file} is no backup ({error})") from error
        with _opened(_file_url(working)) as engine:
            with engine.connect() as connection:
                version = version_of(connection)
            if version is None:
                raise CannotCopy(f"{file} is no backup (no tables are in it)")
            if is_newer(version):
                raise CannotCopy(f"{file} is of a newer version of Trigrad: update, then restore it")
            migrate(engine)
        return copy(_file_url(working), target)


def copy(source: URL, target: URL) -> dict[str, Contents]:
    """Write all of a database into another one, which must be empty, and compare both; what they hold, by table.

    ``CannotCopy`` if the target is not empty, if a server uses it, or if the source is of another version.
    """
    with (
        sole_server(target),
        _opened(source) as from_engine,
        _opened(target) as to_engine,
        _one_moment(from_engine) as reading,
    ):
        if version_of(reading) != HEAD:
            raise CannotCopy("the database is not of this version: a start of the server brings it up to date")
        migrate(to_engine)
        with to_engine.begin() as writing:
            _take_time(writing)
            _fill(reading, writing)
        with to_engine.connect() as written:
            return _compared(contents_of(reading), contents_of(written))


def _fill(reading: Connection, writing: Connection) -> None:
    for table in metadata.sorted_tables:
        if writing.execute(select(func.count()).select_from(table)).scalar_one():
            raise CannotCopy("the database to be written is not empty")
        for rows in _rows(reading, table):
            writing.execute(insert(table), rows)


def _compared(expected: dict[str, Contents], found: dict[str, Contents]) -> dict[str, Contents]:
    different = [name for name, contents in expected.items() if found[name] != contents]
    if different:
        raise CannotCopy(f"the copy is not like the database: {', '.join(different)}")
    return found


# --- What is in a database --------------------------------------------------------------


def contents_of(connection: Connection) -> dict[str, Contents]:
    """What each table holds."""
    return {table.name: _contents(connection, table) for table in metadata.sorted_tables}


def _contents(connection: Connection, table: Table) -> Contents:
    number = total = 0
    for rows in _rows(connection, table):
        for row in rows:
            number += 1
            total += int.from_bytes(hashlib.sha256(_canonical(row)).digest())
    return Contents(number, f"{total % _MODULUS:064x}")


def _rows(connection: Connection, table: Table) -> Iterator[list[dict[str, object]]]:
    found = connection.execution_options(yield_per=_ROWS).execute(select(table)).mappings()
    for part in found.partitions():
        yield [dict(row) for row in part]


def _canonical(row: Mapping[str, object]) -> bytes:
    """A row as bytes, the same from each kind of database."""
    return json.dumps(row, sort_keys=True, default=lambda value: bytes(value).hex()).encode()


# --- Reaching it --------------------------------------------------------------------------


@contextmanager
def _opened(url: URL) -> Iterator[Engine]:
    engine = open_engine(url)
    try:
        yield engine
    finally:
        engine.dispose()


@contextmanager
def _one_moment(engine: Engine) -> Iterator[Connection]:
    """A connection that sees the database as it is now, whatever others write meanwhile."""
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN")
        else:
            connection.execution_options(isolation_level="REPEATABLE READ")
            _take_time(connection)
        yield connection


def _take_time(connection: Connection) -> None:
    """Let a transaction stand still while the other database is at work."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")


def _file_url(file: Path) -> URL:
    return URL.create("sqlite", database=str(file))


def _folder_of(url: URL) -> Path | None:
    """Where there is room for as much again: beside a database in a file."""
    file = database_file(url)
    return file.parent if file is not None else None


def _sync(file: Path) -> None:
    with file.open("rb") as written:
        os.fsync(written.fileno())


def _remove(draft: Path) -> None:
    for name in (draft.name, f"{draft.name}-wal", f"{draft.name}-shm", f"{draft.name}.lock"):
        with suppress(FileNotFoundError):
            draft.with_name(name).unlink()
