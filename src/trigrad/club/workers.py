"""Processes that answer one question at a time, and are replaced when they die or do not answer in time."""

import multiprocessing
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, LifoQueue
from typing import Any, TypeVar

from trigrad.club import bot_worker
from trigrad.club.bot_worker import Crowd

_DYING = 5.0  # seconds; a killed process is gone sooner

_T = TypeVar("_T")


class WorkerLost(Exception):
    """A process died, or did not answer in time; the message says which."""


class Worker:
    """A process of the bots. Only one thread at a time may ask it."""

    def __init__(self, *, native: bool, folder: Path | None = None, crowd: Crowd | None = None) -> None:
        """``folder`` holds compiled rules, if any; ``crowd`` is written here and read there."""
        spawn = multiprocessing.get_context("spawn")
        self._connection, theirs = spawn.Pipe()
        self._process = spawn.Process(target=bot_worker.run, args=(theirs, native, folder, crowd), daemon=True)
        with _interrupts_blocked():
            self._process.start()
        theirs.close()

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid or 0

    def ask(
        self,
        function: Callable[..., _T],
        *arguments: object,
        seconds: float,
        on_compiling: Callable[[], None] | None = None,
    ) -> _T:
        """What a function of ``bot_worker`` answers there within some time; ``WorkerLost`` if it does not."""
        until = time.monotonic() + seconds
        try:
            self._connection.send((function, arguments))
            while self._connection.poll(max(0.0, until - time.monotonic())):
                kind, said = self._connection.recv()
                if kind == bot_worker.ANSWER:
                    answer: _T = said
                    return answer
                if kind == bot_worker.ERROR:
                    raise said
                if on_compiling is not None:
                    on_compiling()
        except (EOFError, OSError) as error:
            raise WorkerLost("died") from error
        raise WorkerLost(f"did not answer within {seconds:g} s")

    def kill(self) -> None:
        """End it, whatever it is at, stopped or not. May be called from any thread."""
        self._process.kill()
        self._process.join(_DYING)


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Ctrl+C reaches all processes, but only the server answers it: those begun here do not hear it from the first."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class NoneReady(Exception):
    """The worker that follows a lost one is not ready yet."""


class Pool:
    """Some workers; whoever asks waits for a free one, and the time of an answer counts from then on.

    One that is lost is followed by another, which gets ready in the background.
    """

    def __init__(self, workers: Iterable[Worker], replace: Callable[[Worker], Worker]) -> None:
        """``replace`` ends a lost worker and makes the one that follows; ``WorkerLost`` where none can be had now."""
        self._replace = replace
        self._ended = False
        self._free: LifoQueue[Worker] = LifoQueue()  # the one that is warm first
        for worker in workers:
            self._free.put(worker)

    def ask(
        self, function: Callable[..., Any], *arguments: object, seconds: float, patience: float | None = None
    ) -> Any:
        """As ``Worker.ask``; after ``WorkerLost`` the next question goes to a new worker.

        ``NoneReady`` if ``patience`` seconds have passed and there is none; None = wait for as long as it takes.
        """
        try:
            worker = self._free.get(timeout=patience)
        except Empty as error:
            raise NoneReady from error
        try:
            answer = worker.ask(function, *arguments, seconds=seconds)
        except WorkerLost:
            if self._ended:
                self._free.put(worker)
            else:
                threading.Thread(target=self._follow, args=(worker,), name="bots", daemon=True).start()
            raise
        except BaseException:
            self._free.put(worker)
            raise
        self._free.put(worker)
        return answer

    def _follow(self, lost: Worker) -> None:
        """Put another in the place of a lost one; where none can be had, whoever asks the lost one tries again."""
        follower = lost
        try:
            with suppress(WorkerLost):
                follower = self._replace(lost)
        finally:
            self._free.put(follower)

    def end(self) -> Worker:
        """Answer no more; the only worker, as soon as it is free."""
        worker = self._free.get()
        self._ended = True
        worker.kill()
        self._free.put(worker)
        return worker
