import errno
import os
from pathlib import Path
from typing import NoReturn

import pytest

from trigrad.web import settings


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "data"
    monkeypatch.setenv("TRIGRAD_DATA", str(folder))
    monkeypatch.delenv("TRIGRAD_SECRET", raising=False)
    return folder


def test_the_secret_is_made_once(folder: Path) -> None:
    secret = settings.from_environment().secret
    assert len(bytes.fromhex(secret)) == 32
    assert settings.from_environment().secret == secret
    assert [file.name for file in folder.iterdir()] == ["secret.key"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")
def test_nobody_else_can_read_the_data(folder: Path) -> None:
    settings.from_environment()
    assert folder.stat().st_mode & 0o077 == 0
    assert (folder / "secret.key").stat().st_mode & 0o077 == 0


def test_a_full_disk_leaves_no_half_secret(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_descriptor: int) -> NoReturn:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space"):
            settings.from_environment()
    assert list(folder.iterdir()) == []


def test_of_two_first_starts_one_makes_the_secret(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def meanwhile(_descriptor: int) -> None:
        (folder / "secret.key").write_text("the other's", "ascii")

    monkeypatch.setattr(os, "fsync", meanwhile)
    found = settings.from_environment().secret
    assert found == "the other's"
