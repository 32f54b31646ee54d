"""Starting the server: print the address, open the browser, serve until interrupted."""

import socket
import threading
import webbrowser
from contextlib import suppress

import uvicorn
from fastapi import FastAPI
from sqlalchemy.exc import SQLAlchemyError

from trigrad.club.club import Club
from trigrad.web import settings
from trigrad.web.app import create_app

HOST = "127.0.0.1"


class AnnouncedServer(uvicorn.Server):
    """A server that says where it is as soon as it answers there, and then how its bots get ready."""

    def __init__(self, config: uvicorn.Config, club: Club, address: str, *, open_browser: bool) -> None:
        super().__init__(config)
        self._club = club
        self._address = address
        self._open_browser = open_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then announce the address."""
        await super().startup(sockets)
        if self.should_exit:
            return
        _say(f"Trigrad is at {self._address}  (Ctrl+C ends it)")
        self._club.bot_processes.listen(_say)
        if self._open_browser:
            threading.Thread(target=webbrowser.open, args=[self._address], daemon=True).start()


def _say(line: str) -> None:
    """Say something on the console, if anybody still listens there."""
    with suppress(OSError, ValueError):
        print(line, flush=True)


class CannotServe(Exception):
    """The server cannot start; the message says what to change."""


def serve(port: int, *, open_browser: bool, host: str = HOST) -> None:
    """Serve at an address and port (0 = any free one) until interrupted; ``CannotServe`` if that is not possible."""
    with _listen(host, port) as listener:
        address = f"http://{visible_name(host)}:{listener.getsockname()[1]}/"
        app = _create_app()
        config = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=2, access_log=False)
        server = AnnouncedServer(config, app.state.server.club, address, open_browser=open_browser)
        with suppress(KeyboardInterrupt):
            server.run(sockets=[listener])


def _listen(host: str, port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise CannotServe(
            f"port {port} of {host} cannot be used ({error.strerror}); choose another with --port"
        ) from error
    return listener


def _create_app() -> FastAPI:
    try:
        return create_app(settings.from_environment())
    except OSError as error:
        raise CannotServe(f"the data folder cannot be used: {error}") from error
    except (ValueError, ImportError, SQLAlchemyError) as error:
        words = str(error).partition("\n")[0]
        raise CannotServe(f"a setting TRIGRAD_… cannot be used: {words}") from error


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
