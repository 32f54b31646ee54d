"""A real server in a thread of this process, for tests that look into it while a browser uses it."""

import threading
import time
from pathlib import Path
from types import TracebackType
from typing import Self

import uvicorn

from trigrad.club.club import Club
from trigrad.web.app import create_app
from trigrad.web.settings import Settings


class ThreadServer:
    """A server on a free port; ``club`` is what it serves."""

    def __init__(self, folder: Path) -> None:
        app = create_app(Settings(f"sqlite:///{folder / 'db'}", secret="test", bot_pace=0, undo_time=0, workers=0))
        self.club: Club = app.state.server.club
        self._server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error", timeout_graceful_shutdown=1))
        self._thread = threading.Thread(target=self._server.run)

    def __enter__(self) -> Self:
        self._thread.start()
        while not self._server.started:
            assert self._thread.is_alive()
            time.sleep(0.01)
        port = self._server.servers[0].sockets[0].getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.should_exit = True
        self._thread.join(20)
        assert not self._thread.is_alive()
