"""How a server is set up: from the environment, with defaults that need nothing."""

import ipaddress
import os
import re
import secrets
import tempfile
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import platformdirs

from trigrad.web.address import parse_origin, split_address

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

_LOOPBACK = "127.0.0.0/8, ::1"


@dataclass(frozen=True)
class Settings:
    """Settings of one server process."""

    database: str  # SQLAlchemy URL
    secret: str = field(repr=False)  # signs the cookies
    bot_pace: float = 0.7  # seconds between choices of bots at a table with people, to follow them
    workers: int = 1  # processes with compiled rules for bots' choices; 0 = none, the server runs them interpreted
    tables_an_hour: int = 120  # tables one person may create
    address: str | None = None  # where visitors find the server, as https://host/games; None = as each request says
    proxies: tuple[Network, ...] = ()  # which may say who sent a request, and how


def data_folder() -> Path:
    """The folder for database and secret: TRIGRAD_DATA, else the user's data folder."""
    path = Path(os.environ.get("TRIGRAD_DATA") or platformdirs.user_data_path("trigrad", appauthor=False))
    path.mkdir(mode=0o700, parents=True, exist_ok=True)  # the database holds everybody's secrets
    return path


def from_environment() -> Settings:
    """Settings from TRIGRAD_DATABASE, _SECRET, _BOT_PACE, _WORKERS, _ADDRESS and _PROXIES."""
    return Settings(
        database=os.environ.get("TRIGRAD_DATABASE") or f"sqlite:///{data_folder() / 'trigrad.sqlite3'}",
        secret=os.environ.get("TRIGRAD_SECRET") or _kept_secret(data_folder() / "secret.key"),
        bot_pace=float(os.environ.get("TRIGRAD_BOT_PACE", "0.7")),
        workers=int(os.environ.get("TRIGRAD_WORKERS", "1")),
        address=parse_address(os.environ.get("TRIGRAD_ADDRESS", "")),
        proxies=parse_networks(os.environ.get("TRIGRAD_PROXIES", _LOOPBACK)),
    )


def parse_address(text: str) -> str | None:
    """The address of a server without a slash at its end; None if none is given, ``ValueError`` if it is no such."""
    if not text:
        return None
    origin, path = split_address(text.rstrip("/"))
    found = parse_origin(origin)
    if found is None or re.fullmatch(r"(/[\w.~-]+)*", path, re.ASCII) is None:
        raise ValueError(f"{text!r} is not like https://games.example.org or https://example.org/games")
    return f"{found}{path}"


def parse_networks(text: str) -> tuple[Network, ...]:
    """Addresses and networks, with commas or blanks between them; ``ValueError`` if one is none."""
    return tuple(ipaddress.ip_network(part) for part in re.split(r"[,\s]+", text) if part)


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
