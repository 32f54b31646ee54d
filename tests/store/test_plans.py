"""What is asked often is found by an index, however many tables there are."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event, insert, text
from tests.store.test_store import ROW

from trigrad.store.office import Office
from trigrad.store.schema import seats, tables
from trigrad.store.store import Store
from trigrad.store.under_way import UnderWay

ASKED: dict[str, Callable[[Store], object]] = {
    "a table": lambda store: store.table("t1"),
    "its choices": lambda store: store.choices("t1", 3),
    "revisions": lambda store: store.revisions(["t1", "t2"]),
    "public tables": lambda store: store.listed(),
    "my tables": lambda store: store.tables_of("ada"),
    "how many I created": lambda store: store.count_created("ada", 1.0),
    "whether I have finished one": lambda store: store.has_finished("ada", "quorum", 9.0),
    "where bots wait": lambda store: store.unfinished_with_bots(1.0, 9.0, 50),
    "what a host settled": lambda store: store.standing("ada"),
    "a host's list": lambda store: Office(store).tables(50, before=9.0),
    "old tables": lambda store: Office(store).close_old(1.0, 1.0),
    "analyses": lambda store: UnderWay(store).progress("t1", 1),
    "tables of late": lambda store: UnderWay(store).note_created("t1", "here", 9.0, 1.0, 9),
    "a person": lambda store: Office(store).person("ada"),
}


@pytest.fixture
def filled(store: Store) -> Store:
    """A store with many tables, whose database knows that they are many."""
    row = {column.name: getattr(ROW, column.name) for column in tables.c}
    seat = {"seat": 0, "kind": "human", "name": "B", "key": "k"}
    with store.engine.begin() as connection:
        ids = [f"x{number}" for number in range(1000)]
        connection.execute(insert(tables), [{**row, "id": one, "owner": one} for one in ids])
        connection.execute(insert(seats), [{**seat, "table_id": one, "user": one} for one in ids])
    store.create(ROW)
    store.keep_settings("ada", {})
    with store.engine.begin() as connection:
        connection.execute(text("ANALYZE"))
    return store


@contextmanager
def noted(store: Store) -> Iterator[list[tuple[str, Any]]]:
    """The statements that are sent to a database, each with its values."""
    statements: list[tuple[str, Any]] = []

    def note(_connection: Any, _cursor: Any, statement: str, values: Any, _context: Any, _many: bool) -> None:
        statements.append((statement, values))

    event.listen(store.engine, "before_cursor_execute", note)
    yield statements
    event.remove(store.engine, "before_cursor_execute", note)


def plan(store: Store, statement: str, values: Any) -> list[str]:
    """How a database would carry out a statement, if reading whole tables cost it much."""
    with store.engine.connect() as connection:
        if store.engine.dialect.name == "sqlite":
            return [row[3] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)]
        connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
        return [row[0] for row in connection.exec_driver_sql(f"EXPLAIN {statement}", values)]


def reads_whole_tables(steps: list[str]) -> list[str]:
    return [
        step
        for step in steps
        if "Seq Scan" in step or (step.startswith("SCAN ") and "INDEX" not in step and "SUBQUERY" not in step)
    ]


@pytest.mark.parametrize("asked", ASKED)
def test_no_question_reads_whole_tables(filled: Store, asked: str) -> None:
    with noted(filled) as statements:
        ASKED[asked](filled)
    assert statements
    for statement, values in statements:
        assert reads_whole_tables(plan(filled, statement, values)) == [], statement


def test_reading_a_whole_table_would_be_seen(filled: Store) -> None:
    assert reads_whole_tables(plan(filled, "SELECT * FROM tables WHERE game = 'quorum'", ()))
