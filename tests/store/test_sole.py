"""One server to a database."""

import subprocess
import sys
from pathlib import Path

import pytest
from filelock import FileLock
from sqlalchemy import URL

from trigrad.store.sole import InUse, database_file, sole_server

HOLD = """
import sys
from trigrad.store.sole import sole_server
with sole_server(sys.argv[1]):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_second_server_is_refused_until_the_first_ends_however_it_does(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'db'}"
    with subprocess.Popen([sys.executable, "-c", HOLD, url], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(InUse, match=r"another server uses .*db"), sole_server(url):
            pass
        other.kill()
    for _ in range(2):
        with sole_server(url):
            pass


def test_a_database_is_the_same_by_every_name(tmp_path: Path) -> None:
    (tmp_path / "db").touch()
    (tmp_path / "link").symlink_to("db")
    with (
        sole_server(f"sqlite:///{tmp_path / 'db'}"),
        pytest.raises(InUse),
        sole_server(URL.create("sqlite", database=str(tmp_path / "link"))),
    ):
        pass


def test_databases_do_not_hinder_each_other(tmp_path: Path) -> None:
    with (
        sole_server(f"sqlite:///{tmp_path / 'a'}"),
        sole_server(f"sqlite:///{tmp_path / 'b'}"),
        sole_server("sqlite://"),
    ):
        pass


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:", "sqlite:///file:x?uri=true", "postgresql://h/db"])
def test_only_a_file_is_held(url: str) -> None:
    assert database_file(url) is None


def test_where_nothing_can_be_locked_the_server_says_so_and_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(_lock: FileLock) -> None:
        raise OSError(37, "No locks available")

    monkeypatch.setattr(FileLock, "acquire", refuse)
    with sole_server(f"sqlite:///{tmp_path / 'db'}"):
        assert "can be locked" in caplog.text
