"""Compiled code on disk: read only if it is whole and nobody else's, and nothing is lost where it cannot be kept."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from trigrad.engine import shelf
from trigrad.engine.shelf import Shelf

CODE = bytes(range(256)) * 40


@pytest.fixture
def kept(tmp_path: Path) -> Shelf:
    """A shelf on which a piece lies."""
    Shelf(tmp_path).write("rule", CODE)
    return Shelf(tmp_path)


def test_a_piece_comes_back_as_it_was_written(kept: Shelf) -> None:
    assert kept.read("rule") == CODE
    assert (kept.missed, kept.full) == (0, False)


def test_a_piece_that_is_not_there_is_missed_without_a_word(kept: Shelf, caplog: pytest.LogCaptureFixture) -> None:
    calls = []
    kept.on_miss = lambda: calls.append(1)
    assert kept.read("another") is None
    assert (kept.missed, calls, caplog.messages) == (1, [1], [])


def _flip_a_bit(saved: bytes) -> bytes:
    return saved[:500] + bytes([saved[500] ^ 1]) + saved[501:]


DAMAGE = {
    "empty": lambda _: b"",
    "cut off": lambda saved: saved[:-1],
    "cut off early": lambda saved: saved[:10],
    "garbage": lambda _: b"garbage" * 999,
    "zeros": lambda saved: bytes(len(saved)),
    "one bit": _flip_a_bit,
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE.keys())
def test_a_damaged_piece_is_missed_said_and_replaced(
    kept: Shelf, damage: object, caplog: pytest.LogCaptureFixture
) -> None:
    assert kept.folder
    assert callable(damage)
    path = kept.folder / "rule"
    path.write_bytes(damage(path.read_bytes()))
    assert kept.read("rule") is None
    assert kept.read("rule") is None
    assert kept.missed == 2
    assert caplog.messages == [f"compiled code in {kept.folder} is damaged and is compiled anew"]  # once
    kept.write("rule", CODE)
    assert kept.read("rule") == CODE


def test_a_piece_under_the_name_of_another_is_not_taken_for_it(kept: Shelf) -> None:
    assert kept.folder
    (kept.folder / "rule").rename(kept.folder / "another")
    assert kept.read("another") is None


def test_a_folder_in_place_of_a_piece_does_no_harm(kept: Shelf) -> None:
    assert kept.folder
    (kept.folder / "another").mkdir()
    assert kept.read("another") is None
    kept.write("another", CODE)
    assert kept.full
    assert sorted(path.name for path in kept.folder.iterdir()) == ["another", "rule"]


@contextmanager
def no_room(most: int) -> Iterator[None]:
    """No file can become longer: a full disk."""
    resource = pytest.importorskip("resource")  # Windows has none
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_on_a_full_disk_nothing_is_kept_and_nothing_half(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    kept = Shelf(tmp_path)
    with no_room(100):
        kept.write("rule", CODE)
        kept.write("another", CODE)
    assert kept.full
    assert list(tmp_path.iterdir()) == []
    assert len(caplog.messages) == 1
    assert "cannot be kept" in caplog.messages[0]


def test_no_folder_is_a_shelf_on_which_nothing_ever_lies() -> None:
    nowhere = Shelf(None)
    nowhere.write("rule", CODE)
    assert nowhere.read("rule") is None
    assert nowhere.full


# --- Others on the same machine -------------------------------------------------------


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="Windows has other rights")
class TestOthers:
    def test_code_that_others_can_write_is_not_run(self, kept: Shelf, caplog: pytest.LogCaptureFixture) -> None:
        assert kept.folder
        (kept.folder / "rule").chmod(0o620)
        assert kept.read("rule") is None
        assert "can be written by others" in caplog.messages[0]

    def test_code_of_another_user_is_not_run(self, kept: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
        assert kept.folder
        if os.geteuid() == 0:
            os.chown(kept.folder / "rule", 4321, 4321)
        else:
            own = os.geteuid()
            monkeypatch.setattr(os, "geteuid", lambda: own + 1)
        assert kept.read("rule") is None

    def test_nobody_else_can_read_or_write_what_is_kept(self, kept: Shelf) -> None:
        assert kept.folder
        assert (kept.folder / "rule").stat().st_mode & 0o077 == 0

    @pytest.mark.parametrize("mode", [0o777, 0o1777, 0o775])
    def test_a_folder_that_others_can_write_to_is_not_used(
        self, tmp_path: Path, mode: int, caplog: pytest.LogCaptureFixture
    ) -> None:
        shared = tmp_path / "shared"
        shared.mkdir()
        shared.chmod(mode)
        used = shelf.usable(shared)
        assert used is not None
        assert used != shared
        assert used.stat().st_mode & 0o077 == 0
        assert len(caplog.messages) == 1
        assert "others can write to it" in caplog.messages[0]


# --- Folders --------------------------------------------------------------------------


def test_a_folder_of_ones_own_is_used_and_made_if_need_be(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    assert shelf.usable(folder) == folder
    assert folder.stat().st_mode & 0o077 == 0
    assert shelf.usable(folder) == folder
    assert list(folder.iterdir()) == []


def test_without_a_home_a_folder_for_this_process_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "nobody"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "nobody"))
    used = shelf.usable(tmp_path / "nobody" / ".cache" / "trigrad")
    assert used is not None
    assert used.parent == Path(tempfile.gettempdir())
    assert not (tmp_path / "nobody").exists()
    assert "there is no home folder" in caplog.messages[0]


def test_a_home_that_nobody_knows_is_none(caplog: pytest.LogCaptureFixture) -> None:
    used = shelf.usable(Path("~/.cache/trigrad"))  # what is left of a path for a user without an entry
    assert used is not None
    assert used.is_absolute()
    assert not Path("~").exists()
    assert "there is no home folder" in caplog.messages[0]


def test_where_no_folder_can_be_made_there_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "file"
    file.touch()
    monkeypatch.setattr(tempfile, "tempdir", str(file))
    assert shelf.usable(file / "folder") is None
    assert len(caplog.messages) == 1
    assert "Not a directory" in caplog.messages[0]
