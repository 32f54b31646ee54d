"""How a server is set up: from the environment, with defaults that need nothing."""

import os
import secrets
import tempfile
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

from trigrad.club.origins import Limits


@dataclass(frozen=True)
class Settings:
    """Settings of one server process."""

    database: str  # SQLAlchemy URL
    secret: str = field(repr=False)  # signs the cookies
    bot_pace: float = 0.7  # seconds between choices of bots at a table with people, to follow them
    workers: int = 1  # processes with compiled rules for bots' choices; 0 = none, the server runs them interpreted
    tables_an_hour: int = 120  # tables one person may create
    limits: Limits = field(default_factory=Limits)  # of all from one address together
    streams: int = 800  # of changes, open at most: each holds a connection


def data_folder() -> Path:
    """The folder for database and secret: TRIGRAD_DATA, else the user's data folder."""
    path = Path(os.environ.get("TRIGRAD_DATA") or platformdirs.user_data_path("trigrad", appauthor=False))
    path.mkdir(mode=0o700, parents=True, exist_ok=True)  # the database holds everybody's secrets
    return path


def from_environment() -> Settings:
    """Settings from the environment's variables, which the README lists."""
    return Settings(
        database=os.environ.get("TRIGRAD_DATABASE") or f"sqlite:///{data_folder() / 'trigrad.sqlite3'}",
        secret=os.environ.get("TRIGRAD_SECRET") or _kept_secret(data_folder() / "secret.key"),
        bot_pace=float(os.environ.get("TRIGRAD_BOT_PACE", "0.7")),
        workers=int(os.environ.get("TRIGRAD_WORKERS", "1")),
        limits=_limits(),
        streams=int(os.environ.get("TRIGRAD_STREAMS", "800")),
    )


def _limits() -> Limits:
    usual = Limits()
    return Limits(
        tables=int(os.environ.get("TRIGRAD_ADDRESS_TABLES", usual.tables)),
        hints=int(os.environ.get("TRIGRAD_ADDRESS_HINTS", usual.hints)),
        analyses=int(os.environ.get("TRIGRAD_ADDRESS_ANALYSES", usual.analyses)),
        streams=int(os.environ.get("TRIGRAD_ADDRESS_STREAMS", usual.streams)),
    )


def _kept_secret(path: Path) -> str:
    """The secret of this installation, made at its first start and readable by its user alone."""
    if not path.exists():
        _write_once(path, secrets.token_hex(32))
    return path.read_text("ascii").strip()


def _write_once(path: Path, text: str) -> None:
    """Write a private file as a whole or not at all; what another process has written meanwhile stays."""
    descriptor, draft = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(text)
            file.flush()
            os.fsync(descriptor)
        with suppress(FileExistsError):
            os.link(draft, path)
    finally:
        Path(draft).unlink()
