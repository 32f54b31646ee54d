"""Starting the server: print the address, open the browser, serve until interrupted."""

import ctypes
import gc
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import uvicorn
from fastapi import FastAPI
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from trigrad.club.club import Club
from trigrad.store.database import NewerDatabase
from trigrad.store.sole import InUse, database_file, sole_server
from trigrad.store.trouble import Trouble, trouble
from trigrad.web import logs, processes, settings
from trigrad.web.app import create_app
from trigrad.web.limits import patient_protocol
from trigrad.web.neighbours import NeighbourlyServer, Neighbours
from trigrad.web.settings import BadSetting, Settings

HOST = "127.0.0.1"
_SLICE = 0.001  # seconds that a thread goes on while others wait: by default it is as long as a whole answer takes
_ARENAS = -8  # M_ARENA_MAX of the GNU C library
_NEW_OBJECTS = 10_000  # between two collections: what a page leaves behind goes by itself, what stays is looked through


class AnnouncedServer(NeighbourlyServer):
    """A server that says where it is as soon as it answers there, and then how its bots get ready."""

    def __init__(
        self, config: uvicorn.Config, club: Club, address: str, neighbours: Neighbours | None, *, open_browser: bool
    ) -> None:
        super().__init__(config, neighbours)
        self._club = club
        self._address = address
        self._open_browser = open_browser
        self.failed = False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then announce the address."""
        await super().startup(sockets)
        self.failed = self.lifespan.should_exit
        if self.should_exit:
            return
        sys.setswitchinterval(_SLICE)
        _spare_collector()
        _say(f"Trigrad is at {self._address}  (Ctrl+C ends it)")
        self._club.bot_processes.listen(_say)
        if self._open_browser:
            threading.Thread(target=webbrowser.open, args=[self._address], daemon=True).start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop: streams end, so that browsers look for them again; what is being answered is answered to its end."""
        self._club.hub.close()
        await super().shutdown(sockets)


def _spare_memory() -> None:
    """Let all threads take memory from one arena, where there are several: they wait for Python's lock anyway."""
    with suppress(OSError, AttributeError, TypeError):  # elsewhere than with the GNU C library
        ctypes.CDLL(None).mallopt(_ARENAS, 1)


def _spare_collector() -> None:
    """Let the garbage collector leave alone what stays as long as the server: each look through all takes 0.1 s."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS)


def _say(line: str) -> None:
    """Say something on the console, if anybody still listens there."""
    with suppress(OSError, ValueError):
        print(line, flush=True)


class CannotServe(Exception):
    """The server cannot start; the message says what to change."""


def serve(port: int, *, open_browser: bool, host: str = HOST, number: int = 1) -> None:
    """Serve at an address and port (0 = any free one) until interrupted; ``CannotServe`` if that is not possible.

    ``number`` of processes share the port and the database, which must be PostgreSQL where they are several.
    """
    with listen(host, port) as listener:
        address = f"http://{visible_name(host)}:{listener.getsockname()[1]}/"
        if number == 1:
            serve_at(listener, address, open_browser=open_browser)
            return
        if os.name == "nt" or settings.database_url().get_backend_name() == "sqlite":
            raise CannotServe(
                "several processes need PostgreSQL, and another system than Windows: see TRIGRAD_DATABASE"
            )
        with _prepared() as (_, app):  # what cannot work is said once; the secret is made, the database up to date
            app.state.server.club.store.close()
        processes.run(listener, address, number)


def serve_among(file: int, address: str, folder: str, index: int, number: int) -> None:
    """Serve as one of a ``number`` of processes, at a socket that they share and among neighbours in a folder."""
    os.set_inheritable(file, False)
    serve_at(socket.socket(fileno=file), address, Neighbours(Path(folder), index, number))


def serve_at(
    listener: socket.socket, address: str, neighbours: Neighbours | None = None, *, open_browser: bool = False
) -> None:
    """Serve at a socket that listens, which neighbours may do too."""
    _spare_memory()
    with listener, _prepared() as (chosen, app):
        config = uvicorn.Config(
            app,
            http=patient_protocol(chosen.timeout, neighbours),
            ws="none",
            log_level="warning",
            timeout_graceful_shutdown=2,
            access_log=False,
            log_config=None,  # see logs.py
            proxy_headers=False,  # they are looked at in proxies.py
        )
        server = AnnouncedServer(config, app.state.server.club, address, neighbours, open_browser=open_browser)
        with suppress(KeyboardInterrupt):
            server.run(sockets=[listener])
    if server.failed:
        raise CannotServe("the server could not start; what is above says why")


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens at an address and port; ``CannotServe`` if that is not possible."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        # Named, the protocol tells asyncio to send each part of an answer at once, not when the last one was confirmed
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        if os.name != "nt":  # there it would let two servers listen at once
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    except OSError as error:
        raise CannotServe(f"there is no network for {host} ({error.strerror})") from error
    try:
        listener.bind((host, port))
    except (OSError, UnicodeError) as error:
        listener.close()
        words = error.strerror if isinstance(error, OSError) else "no name of a machine"
        raise CannotServe(f"port {port} of {host} cannot be used ({words}); choose another with --port") from error
    return listener


@contextmanager
def _prepared() -> Iterator[tuple[Settings, FastAPI]]:
    """The settings and the application, its database held against other servers; ``CannotServe`` if that fails."""
    with ExitStack() as held:
        with _said_plainly():
            chosen = settings.from_environment()
            logs.set_up(chosen.log)
            file = database_file(chosen.database)
            if file is not None:
                settings.check_writable(file.parent)
            held.enter_context(sole_server(chosen.database))
            app = create_app(chosen)
        yield chosen, app


_AT_START = {
    Trouble.FULL: "there is no space left for the database",
    Trouble.READ_ONLY: "the database is read-only",
    Trouble.BUSY: "another program holds the database locked",
}


@contextmanager
def _said_plainly() -> Iterator[None]:
    """Turn what can be wrong with settings, folders and database into ``CannotServe``, one line each."""
    try:
        yield
    except InUse as error:
        raise CannotServe(str(error)) from error
    except NewerDatabase as error:
        raise CannotServe(f"the database cannot be used: {error}") from error
    except BadSetting as error:
        raise CannotServe(f"a setting cannot be used: {error}") from error
    except OSError as error:
        raise CannotServe(f"the data folder cannot be used: {in_words(error)}") from error
    except (ArgumentError, ValueError, ImportError) as error:  # the database's URL
        words = str(error).partition("\n")[0]
        raise CannotServe(f"a setting cannot be used: TRIGRAD_DATABASE: {words}") from error
    except SQLAlchemyError as error:
        words = _AT_START.get(trouble(error)) or str(error).partition("\n")[0]
        raise CannotServe(f"the database cannot be used: {words}") from error


def in_words(error: OSError) -> str:
    """What the system says, and of which file, on one line."""
    return ": ".join(str(part) for part in (error.filename, error.strerror or error) if part)


def visible_name(host: str) -> str:
    """The address under which others find this machine, where it listens at ``host``."""
    if host == HOST:
        return "localhost"
    if host in ("0.0.0.0", "::"):  # noqa: S104 - compared, not bound
        return _own_address()
    return f"[{host}]" if ":" in host else host


def _own_address() -> str:
    """This machine's address in its network, its name where it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation: nothing is sent to it
        except OSError:
            return socket.gethostname()
        return str(probe.getsockname()[0])
