"""Machine code that is given back to the system is there again when it is called."""

import re
import sqlite3
import sys
from pathlib import Path

import pytest

from trigrad.club import unused_code

MAPS = Path("/proc/self/smaps")
CODE = re.compile(r"^[0-9a-f]+-[0-9a-f]+ r-xp .*libsqlite3.*\n(?:[A-Z].*\n)*?Rss:\s+(\d+) kB", re.MULTILINE)


def in_memory() -> int:
    """Kilobytes of SQLite's machine code that this process has in memory."""
    return sum(map(int, CODE.findall(MAPS.read_text("utf-8"))))


@pytest.mark.skipif(sys.platform != "linux" or not MAPS.exists(), reason="reads /proc")
def test_code_is_given_back_and_works_on() -> None:
    def answer() -> object:
        return sqlite3.connect(":memory:").execute("select 6 * 7").fetchone()

    assert answer() == (42,)
    if not CODE.search(MAPS.read_text("utf-8")):
        pytest.skip("SQLite is no library of its own here")
    before = in_memory()
    assert unused_code.release("libsqlite3") > 0
    assert in_memory() < before
    assert answer() == (42,)


def test_where_nothing_is_known_nothing_is_given_back(tmp_path: Path) -> None:
    assert unused_code.release("libsqlite3", tmp_path / "none") == 0
    assert unused_code.release("no such library") == 0
