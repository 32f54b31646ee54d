"""Where compiled rules lie between two processes: files that are whole and the user's own, or none at all.

Compiled code is run as it is read, so a file is used only if it is what was written under its name, to the last
byte, and nobody else could have written it. Whatever is wrong with a file or a folder costs time and nothing
else: the rules are compiled anew. What happened is said in one line.
"""

import atexit
import hashlib
import logging
import os
import shutil
import stat
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

logger = logging.getLogger(__name__)

_DIGEST = hashlib.sha256().digest_size


def usable(wanted: Path) -> Path | None:
    """This folder, where nothing speaks against it; else a folder for this process alone, None if there is none."""
    problem = _problem_with(wanted)
    if problem is None:
        return wanted
    logger.warning("compiled rules cannot be kept in %s (%s); they are compiled anew this time", wanted, problem)
    return private()


def private() -> Path | None:
    """An empty folder that nobody else can look into, gone with this process; None where none can be made."""
    try:
        folder = Path(tempfile.mkdtemp(prefix="trigrad-"))
    except OSError:
        return None
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _problem_with(folder: Path) -> str | None:
    """Why no code may be kept in a folder, which is made if need be."""
    home = Path("~").expanduser()
    if not folder.is_absolute() or (folder.is_relative_to(home) and not home.is_dir()):
        return "there is no home folder"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _is_own(folder.stat()):
            return "others can write to it"
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        return error.strerror or str(error)
    return None


def _is_own(found: os.stat_result) -> bool:
    """Whether nobody but this user, and root, can have written what is found. Windows keeps others out by itself."""
    if not hasattr(os, "geteuid"):
        return True
    return found.st_uid in (0, os.geteuid()) and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


class Shelf:
    """Named pieces of compiled code in a folder, or nowhere."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self.missed = 0  # pieces that were asked for and were not there: each is compiled
        self.full = folder is None  # a piece could not be kept
        self.on_miss: Callable[[], None] | None = None
        self._told = False

    def read(self, name: str) -> bytes | None:
        """A piece as it was written, None if there is none that can be used."""
        content = self._sound(name)
        if content is None:
            self.missed += 1
            if self.on_miss is not None:
                self.on_miss()
        return content

    def _sound(self, name: str) -> bytes | None:
        if self.folder is None:
            return None
        try:
            with (self.folder / name).open("rb") as file:
                own, saved = _is_own(os.fstat(file.fileno())), file.read()
        except FileNotFoundError:
            return None
        except OSError as error:
            self._tell("cannot be read (%s) and is compiled anew", error.strerror)
            return None
        if not own:
            self._tell("can be written by others and is compiled anew")
            return None
        if saved[:_DIGEST] != _digest(name, saved[_DIGEST:]):
            self._tell("is damaged and is compiled anew")
            return None
        return saved[_DIGEST:]

    def write(self, name: str, content: bytes) -> None:
        """Keep a piece, as a whole or not at all."""
        if self.folder is None:
            return
        try:
            _replace(self.folder / name, _digest(name, content) + content)
        except OSError as error:
            self.full = True
            self._tell("cannot be kept (%s) and is compiled anew in each process", error.strerror)

    def _tell(self, what: str, *details: object) -> None:
        """Say once what is wrong: it is mostly wrong with many pieces."""
        if not self._told:
            self._told = True
            logger.warning(f"compiled code in %s {what}", self.folder, *details)  # noqa: G004 - a sentence of ours


def _digest(name: str, content: bytes) -> bytes:
    """What tells that content is whole, and lies under its own name."""
    return hashlib.sha256(name.encode() + b"\n" + content).digest()


def _replace(path: Path, content: bytes) -> None:
    """Write a private file; whoever reads it meanwhile gets the former one or the new one."""
    descriptor, draft = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        Path(draft).replace(path)
    except OSError:
        with suppress(OSError):
            Path(draft).unlink()
        raise
