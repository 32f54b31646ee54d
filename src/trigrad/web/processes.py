"""Several processes of one server behind one port: they share its socket, and their database tells them the rest.

Each knows its number and a folder in which they pass connections to each other, see ``neighbours``.
"""

import signal
import socket
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from types import FrameType

_PAUSE = 1.0  # seconds until a process that has ended is followed by another
_PATIENCE = 10.0  # seconds that the processes have to end in order
_LOOK = 0.2


def run(listener: socket.socket, address: str, number: int) -> int:
    """Keep so many processes running that answer at a socket, until told to stop; the exit code."""
    with tempfile.TemporaryDirectory(prefix="trigrad-") as folder:  # for this user alone
        return _run(listener, address, Path(folder), number)


def _run(listener: socket.socket, address: str, folder: Path, number: int) -> int:
    listener.listen(2048)
    listener.set_inheritable(True)
    stopped = threading.Event()

    def stop(_signal: int, _frame: FrameType | None) -> None:
        stopped.set()

    before = {one: signal.signal(one, stop) for one in (signal.SIGTERM, signal.SIGINT)}
    running = [_start(listener, address, folder, index, number) for index in range(number)]
    try:
        while not stopped.wait(_LOOK):
            for index, process in enumerate(running):
                if process.poll() is not None and not stopped.wait(_PAUSE):
                    running[index] = _start(listener, address, folder, index, number)
    finally:
        _end(running)
        for one, handler in before.items():
            signal.signal(one, handler)
    return 0


def _start(listener: socket.socket, address: str, folder: Path, index: int, number: int) -> "subprocess.Popen[bytes]":
    """A process that answers at the socket; the first says so for all."""
    file = listener.fileno()
    place = [str(file), address, str(folder), str(index), str(number)]
    command = [sys.executable, "-P", "-m", "trigrad", "serve", "--no-browser", "--among", *place]
    said = None if index == 0 else subprocess.DEVNULL
    return subprocess.Popen(command, pass_fds=[file], stdout=said, start_new_session=True)  # noqa: S603 - ourselves


def _end(running: "list[subprocess.Popen[bytes]]") -> None:
    for process in running:
        process.terminate()
    for process in running:
        try:
            process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
