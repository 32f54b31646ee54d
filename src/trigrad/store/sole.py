"""One server to a database in a file: two would each keep tables in memory, and not hear of the other's changes."""

import errno
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout
from sqlalchemy import URL, make_url

logger = logging.getLogger(__name__)

# What systems say where a file system, of a network or a container, has no locks.
_NO_LOCKS = {errno.ENOSYS, errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP}


class InUse(Exception):
    """Another server has the database; the message says which file tells so."""


def database_file(url: str | URL) -> Path | None:
    """The file of an SQLite database, through all links; None for one in memory or elsewhere."""
    url = make_url(url)
    name = url.database
    if url.get_backend_name() != "sqlite" or not name or name == ":memory:" or name.startswith("file:"):
        return None
    return Path(name).resolve()


@contextmanager
def sole_server(url: str | URL) -> Iterator[None]:
    """Hold a database for one server, as long as this process lives; ``InUse`` if another does.

    The system itself holds the lock, so that a crash frees it; the file stays.
    """
    file = database_file(url)
    if file is None:
        yield
        return
    lock = FileLock(file.with_name(file.name + ".lock"), mode=0o600, blocking=False, fallback_to_soft=False)
    try:
        lock.acquire()
    except Timeout as error:
        raise InUse(f"another server uses {file} (it holds {lock.lock_file})") from error
    except NotImplementedError:
        _warn(file)
    except OSError as error:
        if error.errno not in _NO_LOCKS:
            raise
        _warn(file)
    try:
        yield
    finally:
        lock.release()


def _warn(file: Path) -> None:
    logger.warning("no file beside %s can be locked: see yourself that no second server uses it", file)
