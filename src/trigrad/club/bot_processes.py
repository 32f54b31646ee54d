"""The processes in which bots think: with compiled rules, and until these are warm the greedy bot without."""

import logging
import multiprocessing
import os
import secrets
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from typing import TypeVar

from trigrad import games
from trigrad.bots.levels import Budget, Thought
from trigrad.club import bot_worker
from trigrad.engine.game import Game
from trigrad.engine.header import Header

logger = logging.getLogger(__name__)

_ATTEMPTS = 3  # to ask, while processes die

_T = TypeVar("_T")


class BotProcesses:
    """Computes bots' choices in processes of their own, so that no page waits for them.

    The workers compile the rules first; until they are warm, and wherever that fails,
    another process runs the quick bots interpreted. Without workers the server does.
    """

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._compiled: ProcessPoolExecutor | None = None
        self._interpreted: ProcessPoolExecutor | None = None
        self._warm = False
        self._warming = False
        self._closed = False
        self._lock = threading.Lock()

    def start(self) -> None:
        """Start the processes; the workers compile in the background."""
        if self._workers:
            try:
                with _interrupts_ignored():
                    self._interpreted = _processes(1)
                    self._interpreted.submit(os.getpid)
                    self._start_compiled()
            except (OSError, ImportError, NotImplementedError) as error:  # no semaphores, no processes
                self._do_without(error)

    def _do_without(self, error: Exception) -> None:
        logger.warning("bots think in the server, as with TRIGRAD_WORKERS=0: no processes can be started (%s)", error)
        for pool in (self._interpreted, self._compiled):
            if pool is not None:
                pool.shutdown(wait=False, cancel_futures=True)
        self._interpreted = self._compiled = None
        self._warm = self._warming = False

    def _start_compiled(self) -> None:
        self._warm = False
        self._warming = True
        self._compiled = _processes(self._workers, native=True)
        self._compiled.submit(bot_worker.warm_up, games.names()).add_done_callback(self._warmed_up)

    def _warmed_up(self, done: "Future[bool]") -> None:
        if done.cancelled() or self._closed:
            return
        if error := done.exception():
            logger.warning("bots run without compiled rules: %s", error)
        else:
            self._warm = True
        self._warming = False

    def close(self) -> None:
        """Stop the processes, whatever they are at: compiling can take long."""
        self._closed = True
        for process in multiprocessing.active_children():
            process.terminate()
        for pool in (self._compiled, self._interpreted):
            if pool is not None:
                pool.shutdown(cancel_futures=True)

    @property
    def warm(self) -> bool:
        """Whether the compiled rules are ready; until then a search sees little in its time."""
        return self._warm

    @property
    def warming(self) -> bool:
        """Whether the compiled rules will soon be ready; never where compiling failed or is not wanted."""
        return self._warming

    def decide(self, game: Game, record: Header, seat: int, bot: str) -> int:
        """A bot's choice, from what its seat may know."""
        return self._ask(bot_worker.decide, game, record, seat, bot)

    def think(self, game: Game, record: Header, seat: int, budget: Budget, only: int | None = None) -> list[Thought]:
        """What a search thinks of each choice of the seat to move, or of one, from what that seat may know.

        The best comes first.
        """
        return self._ask(bot_worker.think, game, record, seat, budget, only)

    def _ask(self, function: Callable[..., _T], game: Game, record: Header, seat: int, *how: object) -> _T:
        """Call a function of ``bot_worker``, compiled if that is ready; it is handed a record that is drawn anew."""
        seed = secrets.token_bytes(32)
        known = game.resampled(record, seat, seed).tobytes()
        for attempt in range(_ATTEMPTS):
            pool = self._compiled if self._warm else self._interpreted
            if pool is None:
                break
            try:
                return pool.submit(function, game.name, known, seat, *how, seed).result()
            except BrokenProcessPool:
                if self._closed or attempt == _ATTEMPTS - 1:
                    raise
                logger.warning("a process of the bots died; starting another")
                self._replace(pool)
        return function(game.name, known, seat, *how, seed)

    def _replace(self, broken: ProcessPoolExecutor) -> None:
        with self._lock:
            if broken is self._compiled:
                self._start_compiled()
            elif broken is self._interpreted:
                self._interpreted = _processes(1)


def _processes(count: int, *, native: bool = False) -> ProcessPoolExecutor:
    spawn = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(count, mp_context=spawn, initializer=partial(bot_worker.start, native=native))


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Ctrl+C reaches all processes, but only the server answers it: those begun here ignore it from the first."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    answered = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, answered)
