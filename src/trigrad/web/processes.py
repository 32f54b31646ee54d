"""Several processes of one server behind one port: they share its socket, and their database tells them the rest."""

import os
import signal
import socket
import subprocess
import sys
import threading
from types import FrameType

_PAUSE = 1.0  # seconds until a process that has ended is followed by another
_PATIENCE = 10.0  # seconds that the processes have to end in order
_LOOK = 0.2


def run(listener: socket.socket, address: str, number: int) -> int:
    """Keep so many processes running that answer at a socket, until told to stop; the exit code."""
    listener.listen(2048)
    listener.set_inheritable(True)
    stopped = threading.Event()

    def stop(_signal: int, _frame: FrameType | None) -> None:
        stopped.set()

    before = {one: signal.signal(one, stop) for one in (signal.SIGTERM, signal.SIGINT)}
    running = [_start(listener, address, first=index == 0) for index in range(number)]
    try:
        while not stopped.wait(_LOOK):
            for index, process in enumerate(running):
                if process.poll() is not None and not stopped.wait(_PAUSE):
                    running[index] = _start(listener, address, first=index == 0)
    finally:
        _end(running)
        for one, handler in before.items():
            signal.signal(one, handler)
    return 0


def _start(listener: socket.socket, address: str, *, first: bool) -> "subprocess.Popen[bytes]":
    """A process that answers at the socket; the first says so for all."""
    number = listener.fileno()
    command = [sys.executable, "-P", "-m", "trigrad", "serve", "--no-browser", "--socket", str(number), address]
    said = None if first else subprocess.DEVNULL
    return subprocess.Popen(command, pass_fds=[number], stdout=said, start_new_session=True)  # noqa: S603 - ourselves


def _end(running: "list[subprocess.Popen[bytes]]") -> None:
    for process in running:
        process.terminate()
    for process in running:
        try:
            process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def inherited(number: int) -> socket.socket:
    """The socket that another process handed over."""
    os.set_inheritable(number, False)
    return socket.socket(fileno=number)
