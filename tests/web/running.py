"""A real server in a process of its own, as ``trigrad serve`` starts it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Self

import httpx2


class RunningServer:
    """``trigrad serve`` on a free port, its data in a folder; ``kill`` is as sudden as a power cut."""

    def __init__(
        self, folder: Path, port: int = 0, workers: int = 0, beside: Path | None = None, **settings: str
    ) -> None:
        self.folder = folder
        self._port = port
        self._workers = workers
        self._beside = beside  # the current folder of the server
        self._settings = settings
        self._clients: list[httpx2.Client] = []

    def __enter__(self) -> Self:
        self.started = time.monotonic()
        environment = os.environ | {
            "TRIGRAD_DATA": str(self.folder),
            "TRIGRAD_BOT_PACE": "0",
            "TRIGRAD_UNDO_TIME": "0",
            "TRIGRAD_WORKERS": str(self._workers),
            **self._settings,
        }
        command = [sys.executable, "-P", "-m", "trigrad", "serve", "--no-browser", "--port", str(self._port)]
        self.process = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=self._beside
        )
        assert self.process.stdout
        line = self.process.stdout.readline()
        if "http://" not in line:
            self.process.kill()
            raise RuntimeError(f"the server did not start: {line}{self.process.communicate()[1]}")
        self.address = next(word for word in line.split() if word.startswith("http://")).rstrip("/")
        return self

    def client(self, **headers: str) -> httpx2.Client:
        """A program that talks to the JSON API."""
        client = httpx2.Client(base_url=f"{self.address}/api", headers=headers, timeout=30)
        self._clients.append(client)
        return client

    def player(self) -> httpx2.Client:
        """A program with an identity."""
        token = self.client().post("/players", json={"name": "Ada"}).json()["token"]
        return self.client(Authorization=f"Bearer {token}")

    def kill(self) -> None:
        """End the process at once, without giving it a chance to save anything."""
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for client in self._clients:
            client.close()
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.errors = self.process.communicate(timeout=15)[1]
            except subprocess.TimeoutExpired:
                self.kill()
                raise
