"""A PostgreSQL of the tests' own, in a temporary folder, where its programs are installed."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg
import pytest

_DEBIAN = Path("/usr/lib/postgresql")
_USER = "postgres"  # whom Debian's package adds; root may not run a database
_SETTINGS = {"fsync": "off", "full_page_writes": "off", "listen_addresses": "", "max_connections": "60"}


def programs() -> Path | None:
    """Where PostgreSQL's programs are; the newest, if there are several."""
    found = shutil.which("initdb")
    if found:
        return Path(found).parent
    versions = sorted(_DEBIAN.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return versions[-1].parent if versions else None


class Cluster:
    """A running PostgreSQL, reached by a socket in its folder."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self.folder = folder
        self._programs = programs
        self._user = _USER if os.name != "nt" and os.getuid() == 0 else None
        self._numbers = count()

    def run(self, program: str, *arguments: str) -> None:
        """Run one of PostgreSQL's programs to its end, as who may."""
        command = [str(self._programs / program), *arguments]
        subprocess.run(command, check=True, user=self._user, stdout=subprocess.DEVNULL, cwd=self.folder)

    def create(self) -> None:
        """Make the files of the cluster."""
        if self._user:
            shutil.chown(self.folder, self._user)
        self.run("initdb", "-D", "data", "-U", _USER, "-A", "trust", "--no-sync", "--locale=C", "-E", "UTF8")

    def start(self) -> None:
        """Start it, and wait until it answers."""
        settings = {**_SETTINGS, "unix_socket_directories": str(self.folder)}
        options = " ".join(f"-c {name}='{value}'" for name, value in settings.items())
        self.run("pg_ctl", "-D", "data", "-l", "log", "-w", "-t", "60", "-o", options, "start")

    def stop(self, how: str = "fast") -> None:
        """Stop it: ``fast`` ends what is under way, ``immediate`` is as sudden as a power cut."""
        self.run("pg_ctl", "-D", "data", "-w", "-m", how, "stop")

    def execute(self, command: str) -> None:
        """Run a statement outside of the tests' databases."""
        with psycopg.connect(host=str(self.folder), user=_USER, dbname="postgres", autocommit=True) as connection:
            connection.execute(command)  # type: ignore[call-overload,unused-ignore]

    def database(self) -> str:
        """A new and empty database; its URL as the setting TRIGRAD_DATABASE has it."""
        name = f"trigrad{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name}")
        return f"postgresql://{_USER}@/{name}?host={self.folder}"


@contextmanager
def running() -> Iterator[Cluster]:
    """A cluster while the tests need it; skips them where PostgreSQL is not installed."""
    found = programs()
    if found is None:
        pytest.skip("PostgreSQL is not installed")
    with tempfile.TemporaryDirectory(prefix="trigrad-pg-", ignore_cleanup_errors=True) as folder:
        cluster = Cluster(Path(folder), found)
        cluster.create()
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop("immediate")
