"""What on this machine could keep Trigrad from working, each with what to do about it: ``trigrad doctor``."""

import errno
import json
import multiprocessing
import os
import shutil
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from sqlalchemy import URL
from sqlalchemy.exc import SQLAlchemyError

from trigrad.engine.rule import native_cache
from trigrad.store.checkup import is_locked, look_at
from trigrad.store.database import is_newer
from trigrad.store.schema import HEAD
from trigrad.store.sole import InUse, database_file, sole_server
from trigrad.web import server, settings

OK, NOTE, PROBLEM = "ok", "note", "problem"

WRITTEN = datetime(2026, 11, 1, tzinfo=UTC)  # no clock that is right is earlier
_LEAST_SPACE = 50 * 1024 * 1024  # bytes; compiled rules take some 20 million, a game some thousand
_MEASURED = 120  # seconds that compiled rules may take to be loaded
_ADVICE = {
    errno.ENOSPC: "Free some space on this disk.",
    errno.EDQUOT: "Free some space, or ask for more.",
    errno.EROFS: "Make this disk writable, or name a folder on another.",
}
_PLAY_NATIVE = """
from trigrad.arena.simulate import simulate
simulate("noughts", 2, 1, ["random", "random"])
"""


@dataclass(frozen=True)
class Finding:
    """What one check found. A note does not keep anything from working; a problem does."""

    check: str
    state: str
    words: str
    advice: str = ""


def examine(host: str, port: int) -> Iterator[Finding]:
    """All checks, one after the other; they change nothing but for files that are removed at once."""
    checks: list[tuple[str, Callable[[], Finding]]] = [
        ("python", _python),
        ("settings", _settings),
        ("data", _data),
        ("cache", _cache),
        ("compiled rules", _compiled),
        ("database", _database),
        ("port", lambda: _port(host, port)),
        ("proxy", _proxy),
        ("clock", _clock),
        ("semaphores", _semaphores),
        ("encoding", _encoding),
    ]
    for name, check in checks:
        try:
            yield check()
        except OSError as error:
            yield Finding(
                name, PROBLEM, server.in_words(error), _ADVICE.get(error.errno or 0, "Give this user access to it.")
            )


def line(finding: Finding) -> str:
    """A finding as one line for people."""
    words = f"{finding.state.upper() if finding.state == OK else finding.state:<8} {finding.check}: {finding.words}"
    return f"{words}. {finding.advice}" if finding.advice else words


def as_json(findings: list[Finding]) -> str:
    """All findings as one JSON object."""
    return json.dumps({"ok": is_well(findings), "findings": [asdict(finding) for finding in findings]})


def is_well(findings: list[Finding]) -> bool:
    """Whether nothing was found that keeps Trigrad from working."""
    return all(finding.state != PROBLEM for finding in findings)


# --- The machine ----------------------------------------------------------------------


def _python() -> Finding:
    words = f"{sys.implementation.name} {sys.version.split()[0]}, {sys.executable}"
    if sys.implementation.name != "cpython":
        return Finding(
            "python", NOTE, words, "Only CPython is tested; with another, the compiled rules may be missing."
        )
    if sys.maxsize < 2**32:
        return Finding(
            "python", PROBLEM, f"{words}, 32 bits", "Install a Python of 64 bits: others have no compiled rules."
        )
    return Finding("python", OK, words)


def _semaphores() -> Finding:
    try:
        multiprocessing.get_context("spawn").Lock()
    except (OSError, ImportError, NotImplementedError) as error:
        advice = "Bots think in the server, slower and weaker. Where /dev/shm is missing or read-only, mount it."
        return Finding("semaphores", NOTE, f"the system gives none ({error})", advice)
    return Finding("semaphores", OK, "processes of bots can be started")


def _encoding() -> Finding:
    output, files = getattr(sys.stdout, "encoding", None) or "none", sys.getfilesystemencoding()
    words = f"output {output}, file names {files}"
    if output.lower().replace("-", "") != "utf8":
        return Finding(
            "encoding", NOTE, words, "Some names are shown by numbers here; PYTHONIOENCODING=utf-8 shows them."
        )
    return Finding("encoding", OK, words)


def _clock() -> Finding:
    now = datetime.now(UTC)
    words = now.isoformat(timespec="seconds")
    if now < WRITTEN:
        return Finding("clock", PROBLEM, f"{words} is before this was written", "Set the clock of this machine.")
    newest = _newest_change()
    if newest is not None and newest > time.time() + 60:
        then = datetime.fromtimestamp(newest, UTC).isoformat(timespec="seconds")
        advice = (
            "Set the clock of this machine, or wait until it has come so far: times at tables are wrong until then."
        )
        return Finding("clock", PROBLEM, f"{words}, but a table was changed at {then}", advice)
    return Finding("clock", OK, words)


def _newest_change() -> float | None:
    try:
        url = settings.database_url()
        file = database_file(url)
        return look_at(url).changed if file is None or file.exists() else None
    except (settings.BadSetting, SQLAlchemyError, ImportError):  # told by their own checks
        return None


def _port(host: str, port: int) -> Finding:
    try:
        server.listen(host, port).close()
    except server.CannotServe as error:
        return Finding("port", NOTE, str(error), "A server that runs already has it.")
    return Finding("port", OK, f"port {port} of {host} is free")


def _proxy() -> Finding:
    proxies = urllib.request.getproxies()
    named = sorted(key for key in proxies if key in ("http", "https", "all"))
    if not named:
        return Finding("proxy", OK, "none is set")
    if "http" in proxies and not urllib.request.proxy_bypass("localhost"):
        advice = "Programs might not reach the server on this machine: add localhost,127.0.0.1 to NO_PROXY."
        return Finding("proxy", NOTE, "also used for this machine itself", advice)
    return Finding("proxy", OK, f"for {', '.join(named)}, not for this machine itself")


# --- Folders --------------------------------------------------------------------------


def _folder(check: str, path: Path) -> Finding:
    """A folder that can be written or made, with space left; ``OSError`` says what is in the way."""
    there = next(folder for folder in (path, *path.parents) if folder.exists())
    if not there.is_dir():
        return Finding(check, PROBLEM, f"{there} is no folder", "Move it away, or name another folder.")
    settings.check_writable(there)
    free = shutil.disk_usage(there).free
    words = f"{path}{'' if there == path else ', which will be made'}, {free / 1e9:,.1f} GB free"
    if free < _LEAST_SPACE:
        return Finding(check, PROBLEM, words, "Free some space on this disk.")
    return Finding(check, OK, words)


def _data() -> Finding:
    path = settings.data_path().absolute()
    found = _folder("data", path)
    if found.state != OK or not path.exists() or os.name == "nt":
        return found
    about = path.stat()
    if about.st_uid != os.geteuid():
        return Finding(
            "data", NOTE, f"{path} belongs to user {about.st_uid}, not to you", "Start the server as that user."
        )
    if about.st_mode & 0o077:
        words = f"{path} can be entered by others (mode {about.st_mode & 0o777:o})"
        return Finding("data", NOTE, words, f"It holds everybody's secrets: chmod 700 {path}")
    return found


def _cache() -> Finding:
    return _folder("cache", native_cache().absolute())


def _compiled() -> Finding:
    folder = native_cache()
    if not folder.exists():
        return Finding("compiled rules", OK, "none yet; the first use compiles them")
    environment = os.environ | {"TRIGRAD_NATIVE": "1"}
    began = time.monotonic()
    try:
        done = subprocess.run(  # noqa: S603 - this package's own code
            [sys.executable, "-P", "-c", _PLAY_NATIVE],
            env=environment,
            capture_output=True,
            timeout=_MEASURED,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Finding("compiled rules", PROBLEM, f"not loaded within {_MEASURED} s", f"Remove {folder}")
    if done.returncode:
        words = done.stderr.decode(errors="replace").strip().rpartition("\n")[2] or f"exit code {done.returncode}"
        return Finding("compiled rules", PROBLEM, f"they cannot be loaded ({words})", f"Remove {folder}")
    return Finding("compiled rules", OK, f"loaded in {time.monotonic() - began:.1f} s")


# --- Settings and database ------------------------------------------------------------


def _settings() -> Finding:
    try:
        settings.check_environment()
    except settings.BadSetting as error:
        return Finding("settings", PROBLEM, str(error), "Change that setting.")
    named = sorted(name for name in os.environ if name.startswith("TRIGRAD_"))
    return Finding("settings", OK, f"given: {', '.join(named)}" if named else "all as they come")


def _database() -> Finding:
    try:
        url = settings.database_url()
        file = database_file(url)
        if file is not None and not file.exists():
            return Finding("database", OK, f"{file}, which will be made")
        return _contents(url, file)
    except settings.BadSetting as error:
        return Finding("database", PROBLEM, str(error), "Change that setting.")
    except (SQLAlchemyError, sqlite3.Error, ImportError) as error:
        words = str(error).partition("\n")[0]
        return Finding("database", PROBLEM, f"it cannot be opened ({words})", "Name another, or restore a copy of it.")


def _contents(url: URL, file: Path | None) -> Finding:
    found = look_at(url)
    words = f"{file}, SQLite {sqlite3.sqlite_version}" if file else url.get_backend_name()
    if file and is_locked(file):
        return Finding("database", PROBLEM, f"{words}, locked by another program", "End what writes to it.")
    try:
        with sole_server(url):
            pass
    except InUse:
        words += ", a server uses it"
    if is_newer(found.version):
        return Finding("database", PROBLEM, f"{words}, of a newer version of Trigrad", "Update, or name another one.")
    if found.version not in (None, HEAD):
        return Finding("database", NOTE, f"{words}, of an earlier version", "The next start of the server adapts it.")
    return Finding("database", OK, words)
