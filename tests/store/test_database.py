"""Databases of earlier versions, and of later ones."""

import json
import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, inspect, make_url, text

from trigrad.club.club import Club
from trigrad.store import database as databases
from trigrad.store.database import NewerDatabase, migrate, open_engine, version_of
from trigrad.store.schema import HEAD, metadata
from trigrad.store.store import HUMAN, SeatRow, Store
from trigrad.table import record
from trigrad.table.table import Entry

Opener = Callable[[str], Engine]
FIXTURES = sorted((Path(__file__).parent / "databases").glob("*.sql"))
STEPS = [step.revision for step in ScriptDirectory(str(databases._MIGRATIONS)).walk_revisions()][::-1]


def before_migrations(folder: Path, dump: str) -> str:
    """The URL of an SQLite database that is made of SQL."""
    with closing(sqlite3.connect(folder / "old")) as old:
        old.executescript(dump)
    return f"sqlite:///{folder / 'old'}"


@pytest.fixture
def engine_of() -> Iterator[Callable[[str], Engine]]:
    """Opens databases, and closes them in the end."""
    opened = []

    def open_another(url: str) -> Engine:
        opened.append(open_engine(make_url(url)))
        return opened[-1]

    yield open_another
    for engine in opened:
        engine.dispose()


def schema_of(engine: Engine) -> dict[str, Any]:
    """Tables with their columns and indexes, in no order."""
    found = inspect(engine)
    return {
        table: (
            {
                column["name"]: (
                    str(column["type"]),
                    column["nullable"],
                    column.get("primary_key"),
                )
                for column in found.get_columns(table)
            },
            sorted((index["name"] or "", index["column_names"]) for index in found.get_indexes(table)),
            sorted((key["constrained_columns"], key["referred_table"]) for key in found.get_foreign_keys(table)),
        )
        for table in found.get_table_names()
    }


# --- Up to this version -----------------------------------------------------------------


@pytest.mark.parametrize("stop", [None, *STEPS])
@pytest.mark.parametrize("dump", FIXTURES, ids=lambda path: path.stem)
def test_tables_of_an_earlier_version_replay_the_same(
    tmp_path: Path, dump: Path, stop: str | None, engine_of: Opener
) -> None:
    url = before_migrations(tmp_path, dump.read_text("utf-8"))
    if stop is not None:  # a version between, which left its mark
        migrate(engine_of(url), stop)
    club = Club(url, workers=0, bot_pace=0, tables_an_hour=100)
    expected = json.loads(dump.with_suffix(".json").read_text("utf-8"))
    assert len(expected) == 3
    for table_id, shown in expected.items():
        live = club.tables.get(table_id)
        table = live.table
        assert table is not None
        legal = [] if table.to_move is None or not live.started else table.legal(table.to_move)
        assert (table.version, live.started, live.row.finished) == (
            shown["version"],
            shown["started"],
            shown["finished"],
        )
        assert [table.rules.game.describe(table.record, action).notation for action in legal] == shown["legal"]
        assert [[seat.kind, seat.name, seat.bot] for seat in live.row.seats] == [seat[:3] for seat in shown["seats"]]
        assert live.row.patience == shown["patience"]
        if shown["finished"]:
            assert json.loads(json.dumps(record.to_json(club.tables.record(table_id)))) == shown["record"]
    club.thinking.close()
    club.store.close()


def test_there_is_a_database_of_before_migrations_with_every_kind_of_table() -> None:
    assert "a5538b5" in [path.stem for path in FIXTURES]
    for dump in FIXTURES:
        shown = json.loads(dump.with_suffix(".json").read_text("utf-8")).values()
        assert {(state["started"], state["finished"]) for state in shown} == {
            (True, True),
            (True, False),
            (False, False),
        }


EARLIER = """
CREATE TABLE tables (
    id VARCHAR(32) NOT NULL, game VARCHAR(32) NOT NULL, rules_version INTEGER NOT NULL, players INTEGER NOT NULL,
    options JSON NOT NULL, undo BOOLEAN NOT NULL, hints BOOLEAN NOT NULL, memory BOOLEAN NOT NULL,
    listed BOOLEAN NOT NULL, seed BLOB NOT NULL, owner VARCHAR(32) NOT NULL, created FLOAT NOT NULL,
    changed FLOAT NOT NULL, finished BOOLEAN NOT NULL, rematch VARCHAR(32), PRIMARY KEY (id)
);
CREATE TABLE seats (
    table_id VARCHAR(32) NOT NULL, seat INTEGER NOT NULL, kind VARCHAR(8) NOT NULL, bot VARCHAR(32),
    name VARCHAR(64) NOT NULL, user VARCHAR(32), "key" VARCHAR(64) NOT NULL,
    PRIMARY KEY (table_id, seat), FOREIGN KEY (table_id) REFERENCES tables (id)
);
CREATE TABLE choices (
    table_id VARCHAR(32) NOT NULL, "index" INTEGER NOT NULL, seat INTEGER NOT NULL, action INTEGER NOT NULL,
    at FLOAT NOT NULL, PRIMARY KEY (table_id, "index"), FOREIGN KEY (table_id) REFERENCES tables (id)
);
INSERT INTO tables VALUES ('t1', 'quorum', 1, 1, '{}', 1, 1, 0, 1, zeroblob(32), 'ada', 1.0, 2.0, 0, NULL);
INSERT INTO seats VALUES ('t1', 0, 'human', NULL, 'Ada', 'ada', 'k0');
INSERT INTO choices VALUES ('t1', 0, 0, 3, 2.0);
"""


def test_a_database_of_still_earlier_gets_all_that_it_lacks(tmp_path: Path) -> None:
    url = before_migrations(tmp_path, EARLIER)
    ada = SeatRow(0, HUMAN, "Ada", user="ada", key="k0")
    for _ in range(2):  # once is enough, twice does no harm
        store = Store(url)
        row = store.table("t1")
        assert (row.seed, row.changed, row.patience, row.chosen, row.seats) == (bytes(32), 2.0, "1d", 2.0, (ada,))
        assert store.choices("t1") == [Entry(0, 3)]
        store.close()
    store = Store(url)
    store.lend_seat("t1", ada, "casual", 1)
    store.append("t1", 1, [Entry(0, 12, "casual")], finished=False, player=replace(ada, bot="casual"))
    assert store.choices("t1") == [Entry(0, 3), Entry(0, 12, "casual")]
    store.close()


def test_the_steps_lead_to_what_a_new_database_has(
    database: str, new_database: Callable[[], str], engine_of: Opener
) -> None:
    by_steps, at_once = engine_of(database), engine_of(new_database())
    for step in STEPS:
        migrate(by_steps, step)
    migrate(at_once)
    assert schema_of(by_steps) == schema_of(at_once)
    with by_steps.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        assert version_of(connection) == HEAD


def test_this_version_knows_its_steps() -> None:
    assert databases._versions() == STEPS
    assert STEPS[-1] == HEAD


def test_it_is_told_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    url = before_migrations(tmp_path, EARLIER)
    with caplog.at_level(logging.INFO, logger="trigrad"):
        for _ in range(2):
            Store(url).close()
    assert [line.getMessage() for line in caplog.records if line.name.startswith("trigrad")] == [
        f"the database was brought from schema before 0001 to {HEAD}"
    ]


# --- Whole or not at all ----------------------------------------------------------------


def test_a_step_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, engine_of: Opener) -> None:
    url = before_migrations(tmp_path, EARLIER)
    before = schema_of(engine_of(url))
    upgrade = databases._upgrade

    def fail_at_the_end(*arguments: Any) -> None:
        upgrade(*arguments)
        raise RuntimeError("the power is gone")

    monkeypatch.setattr(databases, "_upgrade", fail_at_the_end)
    with pytest.raises(RuntimeError):
        Store(url)
    assert schema_of(engine_of(url)) == before


def test_a_newer_database_is_refused_and_left_as_it_is(database: str, engine_of: Opener) -> None:
    Store(database).close()
    engine = engine_of(database)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(NewerDatabase, match="a newer version of Trigrad has used it") as refused:
        Store(database)
    assert "\n" not in str(refused.value)
    with engine.connect() as connection:
        assert version_of(connection) == "9999"
