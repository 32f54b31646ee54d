"""The commands of a host: ``trigrad admin``, ``backup``, ``restore``, ``copy``."""

import json
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.store.test_store import ROW

from trigrad import cli
from trigrad.store.store import Store


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a server with a table; where it is, ``database`` in it."""
    monkeypatch.setenv("TRIGRAD_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("TRIGRAD_DATABASE", raising=False)
    (tmp_path / "data").mkdir()
    with closing(Store(f"sqlite:///{tmp_path / 'data' / 'trigrad.sqlite3'}")) as store:
        store.create(ROW)
    return tmp_path / "data"


def trigrad(*arguments: object) -> Result:
    return CliRunner().invoke(cli.main, [str(argument) for argument in arguments])


def refused(*arguments: object) -> str:
    """The one line that a command ends with."""
    result = trigrad(*arguments)
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
    return result.stderr


def test_tables_and_people_are_looked_after(data: Path) -> None:
    assert "t1     quorum  open   0        1970-01-01 00:00:01  ada" in trigrad("admin", "tables").stdout
    assert "There may be more: --before 1.0" in trigrad("admin", "tables", "--limit", 1).stdout
    assert "0     human  Ada             ada" in trigrad("admin", "table", "t1").stdout
    assert json.loads(trigrad("admin", "table", "t1", "--json").stdout)["seats"][2]["bot"] == "greedy"
    assert trigrad("admin", "close", "t1").stdout == "t1 is closed.\n"
    assert json.loads(trigrad("admin", "tables", "--json").stdout)["tables"][0]["state"] == "closed"
    assert "no such table" in refused("admin", "close", "t1")
    assert trigrad("admin", "block", "ada").stdout == "ada is blocked.\n"
    assert trigrad("admin", "limit", "ada", 5).stdout == "ada may create 5 tables an hour.\n"
    person = json.loads(trigrad("admin", "person", "ada", "--json").stdout)
    assert (person["blocked"], person["tables_an_hour"], person["names"]) == (True, 5, ["Ada"])
    assert trigrad("admin", "block", "ada", "--lift").stdout == "ada is no longer blocked.\n"
    assert trigrad("admin", "limit", "ada").stdout == "ada may create as many tables an hour.\n"
    assert "blocked         False" in trigrad("admin", "person", "ada").stdout
    assert trigrad("admin", "people").stdout.splitlines()[1].split() == [
        "ada",
        "1",
        "1",
        "1970-01-01",
        "00:00:01",
        "Ada",
    ]
    assert "nobody of this id" in refused("admin", "person", "eve")


def test_a_name_steers_no_terminal(data: Path) -> None:
    with closing(Store(f"sqlite:///{data / 'trigrad.sqlite3'}")) as store:
        store.rename("ada", "A\x1b[2Jda", "Ada")
    assert "A?[2Jda" in trigrad("admin", "table", "t1").stdout


def test_a_backup_comes_back(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said = trigrad("backup", tmp_path / "saved").stdout
    assert "seats                 3 rows, the same on both sides" in said
    assert "is there already" in refused("backup", tmp_path / "saved")
    assert "is not empty" in refused("restore", tmp_path / "saved")
    monkeypatch.setenv("TRIGRAD_DATA", str(tmp_path / "another"))
    assert trigrad("restore", tmp_path / "saved").stdout == said
    with closing(Store(f"sqlite:///{tmp_path / 'another' / 'trigrad.sqlite3'}")) as store:
        assert store.table("t1") == ROW


def test_a_copy_from_url_to_url(data: Path, tmp_path: Path) -> None:
    there = f"sqlite:///{tmp_path / 'there'}"
    assert "tables                1 rows" in trigrad("copy", f"sqlite:///{data / 'trigrad.sqlite3'}", there).stdout
    assert "is not empty" in refused("copy", f"sqlite:///{data / 'trigrad.sqlite3'}", there)
    assert "cannot be used" in refused("copy", "nonsense", there)
    assert "cannot be used" in refused("copy", "oracle://host/name", there)
