"""Backups, and copies between the kinds of databases."""

import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import URL, Connection, make_url, text, update
from tests.store.test_store import ROW

from trigrad.store import copying, schema
from trigrad.store.copying import CannotCopy, backup, contents_of, copy, restore
from trigrad.store.schema import metadata
from trigrad.store.sole import InUse, sole_server
from trigrad.store.store import Store
from trigrad.store.under_way import UnderWay
from trigrad.table.table import Entry

OLD = Path(__file__).parent / "databases" / "a5538b5.sql"


def filled(url: str) -> None:
    """Put something into every table of a database."""
    with closing(Store(url)) as store:
        store.create(replace(ROW, seed=bytes(range(32)), options={"é": "ü"}, changed=1 / 3))
        store.create(replace(ROW, id="T1", created=2e9))
        store.append("t1", 0, [Entry(0, 3), Entry(0, -1, "casual")], finished=True, player=ROW.seats[0])
        store.keep_analysis("t1", 2, {"choices": [1, {"b": 0.1, "a": None}]})
        store.keep_settings("ada", {"theme": "dark"})
        UnderWay(store).begin_analysis("T1", 2, 60)
        UnderWay(store).note_created("T1", "there", 2.0, 1.0, 9)


def held(url: str | URL) -> dict[str, copying.Contents]:
    with copying._opened(make_url(url)) as engine, engine.connect() as connection:
        return contents_of(connection)


def test_every_table_of_the_schema_is_tried(database: str) -> None:
    filled(database)
    assert {name: contents.rows > 0 for name, contents in held(database).items()} == dict.fromkeys(
        metadata.tables, True
    )


def test_a_copy_to_the_other_kind_and_back_is_the_same(database: str, tmp_path: Path) -> None:
    filled(database)
    there = URL.create("sqlite", database=str(tmp_path / "there"))
    assert copy(make_url(database), there) == held(database) == held(there)
    with closing(Store(there)) as store, closing(Store(database)) as original:
        assert store.table("t1") == original.table("t1")
        assert store.choices("t1") == original.choices("t1")
        assert store.analysis("t1", 2) == original.analysis("t1", 2)
        assert store.settings_of("ada") == {"theme": "dark"}


def test_a_backup_is_restored_as_it_was(database: str, new_database: Callable[[], str], tmp_path: Path) -> None:
    filled(database)
    with closing(Store(database)):  # a server that runs
        saved = backup(make_url(database), tmp_path / "saved")
    assert (tmp_path / "saved").stat().st_mode & 0o077 == 0
    again = make_url(new_database())
    assert restore(tmp_path / "saved", again) == saved == held(again) == held(database)
    with pytest.raises(CannotCopy, match="is not empty"):
        restore(tmp_path / "saved", again)
    assert held(again) == saved


def test_a_backup_is_of_one_moment(database: str, tmp_path: Path) -> None:
    """While somebody plays, it holds the choices up to one, and none after."""
    filled(database)
    ended = threading.Event()

    def play(store: Store) -> None:
        for index in range(2, 10_000):
            if ended.is_set():
                return
            store.append("t1", index, [Entry(0, index)], finished=False, player=ROW.seats[0])

    with closing(Store(database)) as store:
        playing = threading.Thread(target=play, args=(store,))
        playing.start()
        try:
            for number in range(3):
                backup(make_url(database), tmp_path / f"{number}")
        finally:
            ended.set()
            playing.join()
    for number in range(3):
        with closing(Store(f"sqlite:///{tmp_path / str(number)}")) as saved:
            entries = saved.choices("t1")
            assert [entry.action for entry in entries[2:]] == list(range(2, len(entries)))


def test_a_backup_of_before_migrations_is_restored(tmp_path: Path, database: str) -> None:
    with closing(sqlite3.connect(tmp_path / "old")) as old:
        old.executescript(OLD.read_text("utf-8"))
    before = (tmp_path / "old").read_bytes()
    assert restore(tmp_path / "old", make_url(database))["tables"].rows == 4
    assert (tmp_path / "old").read_bytes() == before


def test_a_copy_that_differs_is_noticed(database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(database)
    fill = copying._fill

    def lose(reading: Connection, writing: Connection) -> None:
        fill(reading, writing)
        writing.execute(update(schema.seats).values(name="Eve"))

    monkeypatch.setattr(copying, "_fill", lose)
    with pytest.raises(CannotCopy, match="not like the database: seats"):
        copy(make_url(database), URL.create("sqlite", database=str(tmp_path / "there")))


def test_what_cannot_be_copied_is_told_in_a_line(database: str, tmp_path: Path) -> None:
    filled(database)
    there = tmp_path / "there"
    there.write_text("no database at all, but some words that are long enough to be looked at")
    url = make_url(database)
    with pytest.raises(CannotCopy, match="is there already"):
        backup(url, there)
    with pytest.raises(CannotCopy, match="is no backup"):
        restore(there, url)
    with pytest.raises(CannotCopy, match="there is no file"):
        restore(tmp_path / "nowhere", url)
    empty = tmp_path / "empty"
    empty.touch()
    with pytest.raises(CannotCopy, match="no tables are in it"):
        restore(empty, url)
    assert sorted(path.name for path in tmp_path.iterdir() if "db" not in path.name) == ["empty", "there"]


def test_other_versions_are_not_copied(database: str, tmp_path: Path) -> None:
    filled(database)
    with copying._opened(make_url(database)) as engine, engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(CannotCopy, match="not of this version"):
        backup(make_url(database), tmp_path / "saved")
    assert not (tmp_path / "saved").exists()


def test_nothing_is_restored_under_a_server(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'db'}"
    filled(url)
    backup(make_url(url), tmp_path / "saved")
    with sole_server(f"sqlite:///{tmp_path / 'other'}"), pytest.raises(InUse):
        restore(tmp_path / "saved", make_url(f"sqlite:///{tmp_path / 'other'}"))
