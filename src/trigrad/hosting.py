"""What a host does on the command line: ``trigrad admin``, ``backup``, ``restore`` and ``copy``."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from trigrad.store.copying import Contents
    from trigrad.store.office import Office

_PAGE = 50  # lines of a list


@contextmanager
def _told_plainly() -> Iterator[None]:
    """Turn what can be wrong with databases and wishes into one line."""
    from sqlalchemy.exc import ArgumentError, SQLAlchemyError

    from trigrad.store.copying import CannotCopy
    from trigrad.store.database import NewerDatabase
    from trigrad.store.office import UnknownPerson
    from trigrad.store.sole import InUse
    from trigrad.store.store import UnknownTable
    from trigrad.web.settings import BadSetting

    try:
        yield
    except UnknownTable as error:
        raise click.ClickException("there is no such table that could be meant") from error
    except UnknownPerson as error:
        raise click.ClickException("nobody of this id is known") from error
    except (CannotCopy, NewerDatabase, InUse, BadSetting) as error:
        raise click.ClickException(str(error)) from error
    except (ArgumentError, SQLAlchemyError, ImportError, ValueError) as error:
        raise click.ClickException(f"the database cannot be used: {str(error).partition(chr(10))[0]}") from error


# --- Whole databases ----------------------------------------------------------------


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
def backup(file: Path) -> None:
    """Write all tables of the server, also while it runs, into a new FILE, and compare."""
    from trigrad.store import copying
    from trigrad.web import settings

    with _told_plainly():
        _tell(copying.backup(settings.database_url(), file))


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
def restore(file: Path) -> None:
    """Write a backup into the server's database, which must be empty, and compare."""
    from trigrad.store import copying
    from trigrad.web import settings

    with _told_plainly():
        settings.data_folder()
        _tell(copying.restore(file, settings.database_url()))


@click.command()
@click.argument("source")
@click.argument("target")
def copy(source: str, target: str) -> None:
    """Copy a database to another one, which must be empty, from URL to URL, and compare.

    From SQLite to PostgreSQL: copy sqlite:////path/to/trigrad.sqlite3 postgresql://user@host/name
    """
    from sqlalchemy import make_url

    from trigrad.store import copying

    with _told_plainly():
        _tell(copying.copy(make_url(source), make_url(target)))


def _tell(contents: "dict[str, Contents]") -> None:
    for name, held in contents.items():
        click.echo(f"{name:<10} {held.rows:>12,} rows, the same on both sides (SHA-256 {held.digest[:16]})")


# --- Tables and people --------------------------------------------------------------


@click.group()
def admin() -> None:
    """Look at the tables and people of the server, also while it runs; close, block, limit."""


@contextmanager
def _office() -> Iterator["Office"]:
    from trigrad.store.office import Office
    from trigrad.store.store import Store
    from trigrad.web import settings

    with _told_plainly():
        store = Store(settings.database_url())
        try:
            yield Office(store)
        finally:
            store.close()


def _as_json(command: Callable[..., None]) -> Callable[..., None]:
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")(command)


@admin.command("tables")
@click.option("--limit", type=click.IntRange(1, 10_000), default=_PAGE, show_default=True)
@click.option("--before", type=float, help="Go on: those changed before this time, in seconds since 1970.")
@_as_json
def tables(limit: int, before: float | None, as_json: bool) -> None:
    """List tables, those changed last first."""
    with _office() as office:
        found = office.tables(limit, before=before)
    if as_json:
        click.echo(json.dumps({"tables": [asdict(line) for line in found]}))
        return
    _columns(
        ("table", "game", "state", "choices", "changed", "created by"),
        [(line.id, line.game, line.state, line.choices, _when(line.changed), line.owner) for line in found],
    )
    if len(found) == limit:
        click.echo(f"There may be more: --before {found[-1].changed!r}")


@admin.command("table")
@click.argument("table_id")
@_as_json
def table(table_id: str, as_json: bool) -> None:
    """Show a table and who sits there."""
    with _office() as office:
        line, seats = office.table(table_id)
    if as_json:
        click.echo(json.dumps(asdict(line) | {"seats": [asdict(seat) for seat in seats]}))
        return
    click.echo(f"{line.id}: {line.game}, {line.state}, {line.choices} choices, changed {_when(line.changed)}")
    _columns(("seat", "kind", "name", "bot", "person"), [tuple(asdict(seat).values()) for seat in seats])


@admin.command("close")
@click.argument("table_id")
def close(table_id: str) -> None:
    """Close a table: nobody can go on there, and only the lists of those who sit there show it."""
    with _office() as office:
        office.close(table_id)
    click.echo(f"{table_id} is closed.")


@admin.command("people")
@click.option("--limit", type=click.IntRange(1, 10_000), default=_PAGE, show_default=True)
@click.option("--after", default="", help="Go on: those whose ids come after this one.")
@_as_json
def people(limit: int, after: str, as_json: bool) -> None:
    """List people by their ids."""
    with _office() as office:
        found = office.people(limit, after=after)
    if as_json:
        click.echo(json.dumps({"people": [asdict(line) for line in found]}))
        return
    _columns(
        ("person", "tables", "created", "blocked", "an hour", "last", "names"),
        [
            (
                line.id,
                line.tables,
                line.created,
                "yes" if line.blocked else "",
                line.tables_an_hour,
                None if line.last is None else _when(line.last),
                ", ".join(line.names),
            )
            for line in found
        ],
    )
    if len(found) == limit:
        click.echo(f"There may be more: --after {found[-1].id}")


@admin.command("person")
@click.argument("person_id")
@_as_json
def person(person_id: str, as_json: bool) -> None:
    """Show a person."""
    with _office() as office:
        line = office.person(person_id)
    if as_json:
        click.echo(json.dumps(asdict(line)))
    else:
        for name, value in asdict(line).items():
            click.echo(f"{name:<15} {', '.join(value) if isinstance(value, tuple) else _cell(value)}")


@admin.command("block")
@click.argument("person_id")
@click.option("--lift", is_flag=True, help="Let them again.")
def block(person_id: str, lift: bool) -> None:
    """Let a person create no table and sit down nowhere."""
    with _office() as office:
        office.block(person_id, blocked=not lift)
    click.echo(f"{person_id} is {'no longer ' if lift else ''}blocked.")


@admin.command("limit")
@click.argument("person_id")
@click.argument("tables_an_hour", type=click.IntRange(0), required=False)
def limit(person_id: str, tables_an_hour: int | None) -> None:
    """Let a person create TABLES_AN_HOUR new tables; without a number as many as everybody."""
    with _office() as office:
        office.limit(person_id, tables_an_hour)
    click.echo(f"{person_id} may create {'as many' if tables_an_hour is None else tables_an_hour} tables an hour.")


def _columns(heads: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """Print a table; what people wrote cannot steer a terminal."""
    cells = [[_cell(cell) for cell in row] for row in [heads, *rows]]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        click.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def _cell(value: object) -> str:
    text = "" if value is None else str(value)
    return "".join(char if char.isprintable() else "?" for char in text)


def _when(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S")


COMMANDS = (admin, backup, restore, copy)
