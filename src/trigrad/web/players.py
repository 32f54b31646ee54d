"""Letting bots play at tables: a queue, worker processes, and the greedy bot until they are warm."""

import asyncio
import logging
import multiprocessing
import os
import secrets
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from trigrad import games
from trigrad.bots.levels import Dial, Thought
from trigrad.engine.game import Game
from trigrad.engine.text import Refusal
from trigrad.web import worker

if TYPE_CHECKING:
    from trigrad.web.tables import Tables

logger = logging.getLogger(__name__)

_RETRY = 10  # seconds after which a bot that failed, as when the database was out of reach, tries again
_ATTEMPTS = 3  # to ask, while processes die

_T = TypeVar("_T")


class Brains:
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
            with _interrupts_ignored():
                self._interpreted = _processes(1)
                self._interpreted.submit(os.getpid)
                self._start_compiled()

    def _start_compiled(self) -> None:
        self._warm = False
        self._warming = True
        self._compiled = _processes(self._workers, native=True)
        self._compiled.submit(worker.warm_up, games.names()).add_done_callback(self._warmed_up)

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

    def decide(self, game: Game, record: Any, seat: int, bot: str) -> int:
        """A bot's choice, from what its seat may know."""
        return self._ask(worker.decide, game, record, seat, bot)

    def think(self, game: Game, record: Any, seat: int, dial: Dial, only: int | None = None) -> list[Thought]:
        """What a search thinks of each choice of the seat to move, or of one, from what that seat may know.

        The best comes first.
        """
        return self._ask(worker.think, game, record, seat, dial, only)

    def _ask(self, function: Callable[..., _T], game: Game, record: Any, seat: int, *how: Any) -> _T:
        """Call a function of ``worker``, compiled if that is ready; the record is drawn anew before anybody sees it."""
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
    return ProcessPoolExecutor(count, mp_context=spawn, initializer=partial(worker.start, native=native))


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


class BotPlayers:
    """Plays the bots' seats: one task for each table at which a bot is to choose."""

    def __init__(self, brains: Brains, pace: float) -> None:
        self._brains = brains
        self._pace = pace
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def start(self) -> None:
        """Bind to the running event loop."""
        self._loop = asyncio.get_running_loop()

    async def close(self) -> None:
        """Stop playing."""
        self._loop = None
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def wake(self, tables: "Tables", table_id: str) -> None:
        """See to a table soon, unless somebody already does. May be called from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._begin, tables, table_id)

    def _begin(self, tables: "Tables", table_id: str) -> None:
        if table_id in self._tasks or self._loop is None:
            return
        task = self._loop.create_task(self._play(tables, table_id))
        self._tasks[table_id] = task
        task.add_done_callback(lambda _: self._end(tables, table_id))

    def _end(self, tables: "Tables", table_id: str) -> None:
        task = self._tasks.pop(table_id)
        if not task.cancelled() and (error := task.exception()):
            logger.error("a bot could not play", exc_info=error)
            if self._loop is not None and not isinstance(error, Refusal):
                self._loop.call_later(_RETRY, self._begin, tables, table_id)
        elif tables.bot_waits(table_id):  # somebody else chose while the task was ending
            self.wake(tables, table_id)

    async def _play(self, tables: "Tables", table_id: str) -> None:
        """Let bots choose at a table until it is somebody else's choice."""
        while asked := await asyncio.to_thread(tables.bot_to_move, table_id):
            started = time.monotonic()
            action = await asyncio.to_thread(self._brains.decide, asked.game, asked.record, asked.seat, asked.bot)
            if asked.watched:
                await asyncio.sleep(max(0.0, self._pace - (time.monotonic() - started)))
            await asyncio.to_thread(tables.act_as_bot, table_id, asked, action)
