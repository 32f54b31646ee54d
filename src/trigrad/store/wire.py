"""What the processes of one server tell each other through the database that they share.

PostgreSQL tells each of them which table has changed, at which revision, once that is committed: a trigger does
it, whoever writes. And it lends claims, which end with the process that holds them, however that ends, and also when
it has not been heard of for some seconds, as one that was halted: others then do what it had claimed. A database in a
file has one server, which has nobody to talk to.
"""

import hashlib
import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol

from sqlalchemy import Engine

from trigrad.store.schema import CHANNEL

if TYPE_CHECKING:
    import psycopg

logger = logging.getLogger(__name__)

_LOOK = 0.5  # seconds between two looks whether to stop
_PAUSE = 0.5  # seconds until the next try to connect
_SILENCE = 5.0  # seconds after which PostgreSQL takes back the claims of a process that says nothing
BEAT = 1.0  # seconds between two signs of life
_ALIVE: dict[str, Any] = {
    "connect_timeout": 5,
    "keepalives": 1,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
}


class Wire(Protocol):
    """What a process hears of others, and what it claims before them. Methods may be called from several threads."""

    shared: bool  # whether other processes may change tables

    def listen(self, changed: Callable[[str, int], object], back: Callable[[], object]) -> None:
        """Call ``changed`` with each table that was changed and its revision; ``back`` after anything may be missed."""

    def claim(self, name: str) -> bool:
        """Take something for this process; False if another has it, or if this one has it already."""

    def holds(self, name: str) -> bool:
        """Whether this process has it still, as far as it knows."""

    def beat(self) -> None:
        """Say that this process is alive: every ``BEAT`` seconds, or it loses what it has claimed."""

    def release(self, name: str) -> None:
        """Give it back; nothing if this process does not have it."""

    def close(self) -> None:
        """Hear nothing more, and give back all."""


def wire_of(engine: Engine) -> Wire:
    """The wire of a database."""
    return _Postgres(engine) if engine.dialect.name == "postgresql" else Alone()


class Alone:
    """There is one process only."""

    shared = False

    def listen(self, changed: Callable[[str, int], object], back: Callable[[], object]) -> None:
        """Nobody else changes anything."""

    def claim(self, name: str) -> bool:  # noqa: ARG002 - all is this process's
        """Nobody else claims anything."""
        return True

    def holds(self, name: str) -> bool:  # noqa: ARG002 - as above
        """Nobody takes it back."""
        return True

    def beat(self) -> None:
        """Nobody listens."""

    def release(self, name: str) -> None:
        """Nobody waits for it."""

    def close(self) -> None:
        """There is nothing to close."""


class _Postgres:
    shared = True

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()  # of what follows
        self._claiming: psycopg.Connection | None = None
        self._claimed: set[str] = set()

    def _connect(self) -> "psycopg.Connection":
        import psycopg

        arguments, options = self._engine.dialect.create_connect_args(self._engine.url)
        connection: psycopg.Connection = psycopg.connect(*arguments, **{**options, **_ALIVE, "autocommit": True})
        return connection

    # --- Hearing --------------------------------------------------------------------

    def listen(self, changed: Callable[[str, int], object], back: Callable[[], object]) -> None:
        """Listen in a thread of its own."""
        self._thread = threading.Thread(target=self._listen, args=(changed, back), name="wire", daemon=True)
        self._thread.start()

    def _listen(self, changed: Callable[[str, int], object], back: Callable[[], object]) -> None:
        import psycopg

        while not self._stopped.is_set():
            try:
                with self._connect() as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    back()
                    self._hear(connection, changed)
            except psycopg.Error as error:
                logger.warning("nothing is heard of other processes: %s", str(error).partition("\n")[0])
                self._stopped.wait(_PAUSE)

    def _hear(self, connection: "psycopg.Connection", changed: Callable[[str, int], object]) -> None:
        while not self._stopped.is_set():
            for notice in connection.notifies(timeout=_LOOK):
                table_id, _, revision = notice.payload.partition(" ")
                changed(table_id, int(revision))

    # --- Claiming -------------------------------------------------------------------

    def claim(self, name: str) -> bool:
        """Take a lock of PostgreSQL, which lasts as long as the connection; none where it is out of reach."""
        import psycopg

        with self._lock:
            if name in self._claimed:
                return False
            try:
                if self._claiming is None:
                    self._claiming = self._connect()
                    self._claiming.execute(f"SET idle_session_timeout = '{_SILENCE:g}s'")
                taken = self._claiming.execute("SELECT pg_try_advisory_lock(%s)", [_number(name)]).fetchone()
            except psycopg.Error:
                self._lose()
                return False
            if taken == (True,):
                self._claimed.add(name)
            return name in self._claimed

    def holds(self, name: str) -> bool:
        """Whether the lock has not been lost, or that was not noticed yet; waits for nothing."""
        return name in self._claimed

    def beat(self) -> None:
        """Let PostgreSQL hear of the connection that holds the locks; if it is lost, that is noticed."""
        import psycopg

        with self._lock:
            if self._claiming is None:
                return
            try:
                self._claiming.execute("SELECT 1")
            except psycopg.Error:
                logger.warning("what this process had claimed is lost: others take it over")
                self._lose()

    def release(self, name: str) -> None:
        """Give the lock back."""
        import psycopg

        with self._lock:
            if name not in self._claimed or self._claiming is None:
                return
            self._claimed.discard(name)
            try:
                self._claiming.execute("SELECT pg_advisory_unlock(%s)", [_number(name)])
            except psycopg.Error:
                self._lose()

    def _lose(self) -> None:
        """The connection is gone, and all claims with it."""
        if self._claiming is not None:
            with suppress(Exception):
                self._claiming.close()
        self._claiming = None
        self._claimed.clear()

    def close(self) -> None:
        """End both connections; claims first, since the server ends a connection only some time after it is closed."""
        self._stopped.set()
        if self._thread is not None:
            self._thread.join()
        with self._lock:
            if self._claiming is not None:
                with suppress(Exception):
                    self._claiming.execute("SELECT pg_advisory_unlock_all()")
            self._lose()


def _number(name: str) -> int:
    """A number of 64 bits for a name; that two names share one is next to impossible."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], signed=True)
