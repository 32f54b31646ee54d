import errno
import os
from pathlib import Path
from typing import NoReturn

import pytest

from trigrad.store.store import Store
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
        (folder / "secret.key").write_text("the other's, long enough", "ascii")

    monkeypatch.setattr(os, "fsync", meanwhile)
    found = settings.from_environment().secret
    assert found == "the other's, long enough"


def test_without_hard_links_the_secret_is_made_all_the_same(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_source: str, _target: Path) -> NoReturn:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    secret = settings.from_environment().secret
    assert settings.from_environment().secret == secret == (folder / "secret.key").read_text("ascii")
    assert [file.name for file in folder.iterdir()] == ["secret.key"]
    if os.name != "nt":
        assert (folder / "secret.key").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("secret", ["", "abc", "fifteen letters"])
def test_a_secret_that_could_be_guessed_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch, secret: str) -> None:
    folder.mkdir()
    (folder / "secret.key").write_text(secret + "\n", "ascii")
    with pytest.raises(settings.BadSetting, match=r"secret\.key is (empty|too short)"):
        settings.from_environment()
    monkeypatch.setenv("TRIGRAD_SECRET", secret)
    with pytest.raises(settings.BadSetting, match=r"TRIGRAD_SECRET is (empty|too short)") as told:
        settings.from_environment()
    assert not secret or secret not in str(told.value)


@pytest.mark.parametrize("name", ["100%41", "a?mode=memory", "b#c", "d e", "é", "a&b=c;d", "file:x"])
def test_the_database_is_in_the_data_folder_whatever_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("TRIGRAD_DATA", str(tmp_path / name))
    monkeypatch.chdir(tmp_path)
    store = Store(settings.from_environment().database)
    store.close()
    assert [file.relative_to(tmp_path) for file in tmp_path.rglob("*.sqlite3")] == [Path(name, "trigrad.sqlite3")]


@pytest.mark.parametrize(
    ("name", "value", "complaint"),
    [
        ("TRIGRAD_WORKERS", "-1", "from 0 to 256"),
        ("TRIGRAD_WORKERS", "1.5", "a whole number"),
        ("TRIGRAD_BOT_PACE", "nan", "from 0 to 3600"),
        ("TRIGRAD_BOT_PACE", "-1", "from 0 to 3600"),
        ("TRIGRAD_UNDO_TIME", "-1", "from 0 to 3600"),
        ("TRIGRAD_TIMEOUT", "0", "from 0.1 to 3600"),
        ("TRIGRAD_TIMEOUT", "inf", "from 0.1 to 3600"),
    ],
)
def test_a_number_out_of_range_is_refused_by_name(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, complaint: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(settings.BadSetting, match=f"{name} is '{value}', and must be .*{complaint}"):
        settings.from_environment()


def test_what_a_database_is_does_not_show_in_a_complaint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRIGRAD_DATABASE", "hunter2 at nowhere")
    with pytest.raises(settings.BadSetting) as told:
        settings.from_environment()
    assert "hunter2" not in str(told.value)
