"""How a server is set up: from the environment, with defaults that need nothing."""

import ipaddress
import math
import os
import re
import secrets
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import platformdirs
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from trigrad.club.ages import DAY, Ages
from trigrad.club.origins import Limits
from trigrad.web.address import parse_origin, split_address

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
T = TypeVar("T")

SHORTEST_SECRET = 16  # characters; the one that is made here has 64
_KEY_FILE = "secret.key"
_LOOPBACK = "127.0.0.0/8, ::1"
_MOST = 1_000_000  # that a limit can be
_PROBE_BYTES = 64 * 1024  # a folder that takes these takes a database


class BadSetting(ValueError):
    """A setting that cannot be used; the message names it and says why."""


@dataclass(frozen=True)
class Settings:
    """Settings of one server process."""

    database: str | URL  # as SQLAlchemy reads it
    secret: str = field(repr=False)  # signs the cookies
    bot_pace: float = 0.7  # seconds between choices of bots at a table with people, to follow them
    undo_time: float = 3.0  # seconds that bots leave a person to take back a choice, where that is possible
    workers: int = 1  # processes with compiled rules for bots' choices; 0 = none, the server runs them interpreted
    tables_an_hour: int = 120  # tables one person may create
    address: str | None = None  # where visitors find the server, as https://host/games; None = as each request says
    proxies: tuple[Network, ...] = ()  # which may say who sent a request, and how
    timeout: float = 30.0  # seconds in which a request has come whole, and a reader takes what is sent
    limits: Limits = field(default_factory=Limits)  # of all from one address together
    streams: int = 800  # of changes, open at most: each holds a connection
    ages: Ages = field(default_factory=Ages)  # at which tables are closed
    metrics_token: str | None = field(default=None, repr=False)  # for /metrics; None = there is no such page
    log: str = "plain"  # or json


def data_folder() -> Path:
    """The folder for database and secret: TRIGRAD_DATA, else the user's data folder."""
    path = data_path()
    path.mkdir(mode=0o700, parents=True, exist_ok=True)  # the database holds everybody's secrets
    return path


def data_path() -> Path:
    """Where the data folder is or will be."""
    return Path(os.environ.get("TRIGRAD_DATA") or platformdirs.user_data_path("trigrad", appauthor=False))


def from_environment() -> Settings:
    """Settings from the variables TRIGRAD_…; ``BadSetting`` or ``OSError`` if they cannot be used."""
    if not os.environ.get("TRIGRAD_DATABASE"):
        data_folder()
    return _with_secret(_given_secret() or _kept_secret(data_folder() / _KEY_FILE))


def check_environment() -> None:
    """``BadSetting`` or ``OSError`` where ``from_environment`` would raise it for what is there; makes nothing."""
    _with_secret(given := _given_secret() or "")
    file = data_path() / _KEY_FILE
    if not given and file.exists():
        _kept_secret(file)


def _with_secret(secret: str) -> Settings:
    return Settings(
        database=database_url(),
        secret=secret,
        bot_pace=_number("TRIGRAD_BOT_PACE", 0.7, most=3600),
        undo_time=_number("TRIGRAD_UNDO_TIME", 3.0, most=3600),
        workers=_whole_number("TRIGRAD_WORKERS", 1, most=256),
        timeout=_number("TRIGRAD_TIMEOUT", 30.0, least=0.1, most=3600),
        address=_read("TRIGRAD_ADDRESS", "", parse_address),
        proxies=_read("TRIGRAD_PROXIES", _LOOPBACK, parse_networks),
        limits=_limits(),
        streams=_whole_number("TRIGRAD_STREAMS", 800, most=_MOST),
        ages=Ages(_days("TRIGRAD_CLOSE_UNSTARTED", 30), _days("TRIGRAD_CLOSE_ABANDONED", 365)),
        metrics_token=_metrics_token(),
        log=_read("TRIGRAD_LOG", "plain", _form_of_log),
    )


def _days(name: str, default: int) -> float | None:
    """Days as seconds; 0 = never."""
    return _number(name, default, most=_MOST) * DAY or None


def _metrics_token() -> str | None:
    given = os.environ.get("TRIGRAD_METRICS_TOKEN")
    if given:
        _check_secret(given, "TRIGRAD_METRICS_TOKEN")
    return given or None


def _form_of_log(text: str) -> str:
    if text not in ("plain", "json"):
        raise ValueError(f"{text!r} is neither plain nor json")
    return text


def _limits() -> Limits:
    usual = Limits()
    return Limits(
        tables=_whole_number("TRIGRAD_ADDRESS_TABLES", usual.tables, most=_MOST),
        hints=_whole_number("TRIGRAD_ADDRESS_HINTS", usual.hints, most=_MOST),
        analyses=_whole_number("TRIGRAD_ADDRESS_ANALYSES", usual.analyses, most=_MOST),
        streams=_whole_number("TRIGRAD_ADDRESS_STREAMS", usual.streams, most=_MOST),
    )


def database_url() -> URL:
    """The database: TRIGRAD_DATABASE, else a file in the data folder, whatever characters its path has."""
    given = os.environ.get("TRIGRAD_DATABASE")
    if not given:
        return URL.create("sqlite", database=str(data_path() / "trigrad.sqlite3"))
    try:
        return make_url(given)
    except (ArgumentError, ValueError) as error:  # neither says what was given: it may hold a password
        raise BadSetting("TRIGRAD_DATABASE is no SQLAlchemy URL, as sqlite:////path/to/file") from error


def check_writable(folder: Path) -> None:
    """``OSError`` if a folder takes no new file, or has no space for one."""
    try:
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".trigrad-probe-") as probe:
            probe.write(bytes(_PROBE_BYTES))
            probe.flush()
            os.fsync(probe.fileno())
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(folder)) from error


# --- Addresses ------------------------------------------------------------------------


def _read(name: str, default: str, parse: Callable[[str], T]) -> T:
    try:
        return parse(os.environ.get(name, default))
    except ValueError as error:
        raise BadSetting(f"{name} cannot be used: {error}") from error


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


# --- Numbers --------------------------------------------------------------------------


def _number(name: str, default: float, *, least: float = 0, most: float) -> float:
    value = os.environ.get(name) or default
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not least <= number <= most:  # also where it is no number
        raise BadSetting(f"{name} is {value!r}, and must be a number from {least:g} to {most:g}")
    return number


def _whole_number(name: str, default: int, *, most: int) -> int:
    number = _number(name, default, most=most)
    if number != int(number):
        raise BadSetting(f"{name} is {os.environ[name]!r}, and must be a whole number")
    return int(number)


# --- The secret -----------------------------------------------------------------------


def _given_secret() -> str | None:
    given = os.environ.get("TRIGRAD_SECRET")
    if given is not None:
        _check_secret(given, "TRIGRAD_SECRET")
    return given


def _kept_secret(path: Path) -> str:
    """The secret of this installation, made at its first start and readable by its user alone."""
    if not path.exists():
        check_writable(path.parent)
        _write_once(path, secrets.token_hex(32))
    secret = path.read_text("ascii", errors="replace").strip()
    _check_secret(secret, str(path))
    return secret


def _check_secret(secret: str, place: str) -> None:
    """``BadSetting`` for a secret that could be guessed, and with it the cookies of everybody."""
    if len(secret) < SHORTEST_SECRET:
        what = f"too short: {len(secret)} characters of {SHORTEST_SECRET} or more" if secret else "empty"
        raise BadSetting(f"{place} is {what}; remove it, and one is made, or enter a long random one")


def _write_once(path: Path, text: str) -> None:
    """Write a private file as a whole or not at all; what another process has written meanwhile stays."""
    descriptor, draft = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(text)
            file.flush()
            os.fsync(descriptor)
        try:
            os.link(draft, path)
        except FileExistsError:
            return
        except OSError:  # not every file system has hard links
            _write_where_there_is_none(path, text)
    finally:
        Path(draft).unlink()


def _write_where_there_is_none(path: Path, text: str) -> None:
    """As ``_write_once``, but another start might see half of it, and be refused for that."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(text)
            file.flush()
            os.fsync(descriptor)
    except OSError:
        path.unlink()
        raise
