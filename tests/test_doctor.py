"""``trigrad doctor``: what it finds where all is well, and where something is not."""

import errno
import json
import multiprocessing
import os
import socket
import sqlite3
import sys
import time
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NoReturn

import pytest
from click.testing import CliRunner

from trigrad import cli, doctor
from trigrad.engine import rule
from trigrad.store.sole import sole_server
from trigrad.store.store import Store
from trigrad.web import settings

CHECKS = [
    *("python", "settings", "data", "cache", "compiled rules", "database", "port", "proxy", "clock"),
    *("semaphores", "encoding"),
]


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine where nothing was started yet, and nothing is set."""
    for name in list(os.environ):
        if name.startswith("TRIGRAD_") or name.lower().endswith("_proxy"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("TRIGRAD_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(doctor, "native_cache", lambda: tmp_path / "cache")
    return tmp_path / "data"


def examined(*arguments: str) -> tuple[int, dict[str, Any]]:
    """Exit code and findings by their check."""
    result = CliRunner().invoke(cli.main, ["doctor", "--port", "0", "--json", *arguments])
    told = json.loads(result.stdout)
    assert told["ok"] == (result.exit_code == 0)
    assert [finding["check"] for finding in told["findings"]] == CHECKS
    return result.exit_code, {finding["check"]: finding for finding in told["findings"]}


def problem(check: str, words: str) -> str:
    """The advice where one check alone finds a problem that says these words."""
    code, found = examined()
    assert code == 1
    assert [name for name, finding in found.items() if finding["state"] == doctor.PROBLEM] == [check]
    assert words in found[check]["words"]
    assert found[check]["advice"]
    return str(found[check]["advice"])


def note(check: str, *arguments: str) -> str:
    """The words of a note, which is no problem."""
    code, found = examined(*arguments)
    assert code == 0
    assert found[check]["state"] == doctor.NOTE
    assert found[check]["advice"]
    return str(found[check]["words"])


def started(data: Path) -> Path:
    """The database of a server that has run."""
    Store(settings.from_environment().database).close()
    return data / "trigrad.sqlite3"


def test_where_nothing_was_started_all_is_well_and_stays_as_it_is(tmp_path: Path) -> None:
    code, found = examined()
    assert code == 0
    assert {finding["state"] for finding in found.values()} == {doctor.OK}
    assert list(tmp_path.iterdir()) == []


def test_each_finding_is_a_line_for_people(data: Path) -> None:
    started(data)
    result = CliRunner().invoke(cli.main, ["doctor", "--port", "0"])
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert [line.split(maxsplit=1)[1].partition(":")[0] for line in lines] == CHECKS
    assert all(line.startswith("OK ") for line in lines)


def test_a_setting_and_its_value_out_of_range(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRIGRAD_WORKERS", "-1")
    problem("settings", "TRIGRAD_WORKERS is '-1'")


def test_a_secret_that_could_be_guessed_is_not_shown(data: Path) -> None:
    data.mkdir(mode=0o700)
    (data / "secret.key").write_text("hunter2")
    assert "hunter2" not in problem("settings", "secret.key is too short: 7 characters")


@pytest.mark.parametrize(
    ("number", "advice"), [(errno.ENOSPC, "space"), (errno.EROFS, "writable"), (errno.EACCES, "access")]
)
def test_a_folder_that_cannot_be_written(monkeypatch: pytest.MonkeyPatch, data: Path, number: int, advice: str) -> None:
    def refuse(folder: Path) -> None:
        if folder == data:
            raise OSError(number, os.strerror(number), str(folder))

    data.mkdir(mode=0o700)
    monkeypatch.setattr(settings, "check_writable", refuse)
    assert advice in problem("data", f"{data}: {os.strerror(number)}")


def test_a_data_folder_that_is_a_file(data: Path) -> None:
    data.touch()
    _, found = examined()
    assert found["data"]["words"] == f"{data} is no folder"


@pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")
def test_data_that_others_can_read(data: Path) -> None:
    data.mkdir()
    data.chmod(0o755)
    assert "755" in note("data")


def test_a_cache_that_cannot_be_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cache").mkdir()
    monkeypatch.setattr(doctor, "_PLAY_NATIVE", "raise EOFError('ran out of input')")
    assert problem("compiled rules", "EOFError: ran out of input") == f"Remove {tmp_path / 'cache'}"


@pytest.mark.slow
def test_a_cache_that_can_be_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(doctor, "native_cache", rule.native_cache)
    rule.native_cache().mkdir(parents=True, exist_ok=True)
    assert examined()[1]["compiled rules"]["words"].startswith("loaded in ")


def test_a_database_that_is_none(data: Path) -> None:
    data.mkdir(mode=0o700)
    (data / "trigrad.sqlite3").write_text("This is no database, but long enough to be looked at. " * 20)
    problem("database", "file is not a database")


def test_a_locked_database(data: Path) -> None:
    with closing(sqlite3.connect(started(data))) as other:
        other.execute("BEGIN IMMEDIATE")
        problem("database", "locked by another program")


def test_a_database_that_a_server_uses(data: Path) -> None:
    with sole_server(f"sqlite:///{started(data)}"):
        assert examined()[1]["database"]["words"].endswith(", a server uses it")


def test_a_database_of_an_earlier_version(data: Path) -> None:
    with closing(sqlite3.connect(started(data))) as database:
        database.execute("DROP TABLE alembic_version")
    assert note("database").endswith("of an earlier version")


def test_a_database_of_a_newer_version(data: Path) -> None:
    with closing(sqlite3.connect(started(data))) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    problem("database", "of a newer version of Trigrad")


def test_a_port_that_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert f"port {port} of 127.0.0.1 cannot be used" in note("port", "--port", port)


def test_a_proxy_between_this_machine_and_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://ada:hunter2@proxy.example:3128")
    assert "hunter2" not in note("proxy")
    monkeypatch.setenv("no_proxy", "localhost,127.0.0.1")
    assert examined()[1]["proxy"] == {
        "check": "proxy",
        "state": doctor.OK,
        "words": "for http, not for this machine itself",
        "advice": "",
    }


def test_a_clock_that_is_behind(monkeypatch: pytest.MonkeyPatch, data: Path) -> None:
    with closing(sqlite3.connect(started(data))) as database, database:
        columns = ", ".join(f'"{row[1]}"' for row in database.execute("PRAGMA table_info(tables)"))
        names = [name.strip('"') for name in columns.split(", ")]
        values = [time.time() + 3600 if name == "changed" else 0 for name in names]
        gaps = ", ".join("?" * len(names))
        database.execute(f"INSERT INTO tables ({columns}) VALUES ({gaps})", values)  # noqa: S608 - names of columns
    problem("clock", "a table was changed at")
    monkeypatch.setattr(doctor, "WRITTEN", datetime(9999, 1, 1, tzinfo=UTC))
    problem("clock", "is before this was written")


def test_no_semaphores(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> NoReturn:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(type(multiprocessing.get_context("spawn")), "Lock", refuse)
    assert "Read-only file system" in note("semaphores")


def test_an_output_that_is_not_utf_8() -> None:
    result = CliRunner(charset="ascii").invoke(cli.main, ["doctor", "--port", "0"])
    assert "note     encoding: output ascii" in result.stdout


def test_another_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "maxsize", 2**31 - 1)
    assert "64 bits" in problem("python", "32 bits")
