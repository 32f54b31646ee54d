"""Analysing finished games in the background: computed once, by one process, then kept in the store."""

import asyncio
import logging
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from sqlalchemy.exc import SQLAlchemyError

from trigrad.bots.levels import Budget, Thought
from trigrad.club.bot_processes import BotProcesses
from trigrad.club.origins import Limits, Places
from trigrad.club.people import User
from trigrad.club.refusals import TooBusy, TooManyAnalyses
from trigrad.club.tables import Tables
from trigrad.club.thinking import Kind, Thinking, Turn
from trigrad.engine.game import Game
from trigrad.engine.header import Header
from trigrad.engine.text import Refusal, Text
from trigrad.store.store import Store
from trigrad.store.under_way import UnderWay
from trigrad.store.wire import Wire
from trigrad.table import analysis
from trigrad.table.analysis import Analysis, Progress
from trigrad.table.table import Table

logger = logging.getLogger(__name__)

_ROUGH_LOOK = Budget(iterations=40)  # where no rules are compiled
_MOST = 60  # analyses that are computed, all by turns
_PATIENCE = 0.5  # seconds between two looks whether the rules are compiled
_TELLING = 1.0  # seconds between two notes of how far one is, for other processes
_RETRY = 10  # seconds until the next try where too much is to be thought about


@dataclass(frozen=True)
class State:
    """How it stands with the analysis of a table: one or neither of ``progress`` and ``analysis`` is there."""

    progress: Progress | None = None
    analysis: Analysis | None = None
    warming: bool = False  # it waits for compiled rules


class Analyses:
    """All analyses of a server. ``begin``, ``adopt`` and ``state`` may be called from several threads.

    That one is wanted stands in the database, with how far it is. A process claims it, and computes it by turns with
    others; where that process ends, another one adopts it, or a later server.
    """

    def __init__(
        self,
        store: Store,
        under_way: UnderWay,
        wire: Wire,
        bot_processes: BotProcesses,
        tables: Tables,
        thinking: Thinking,
        limits: Limits,
    ) -> None:
        self._store = store
        self._under_way = under_way
        self._wire = wire
        self._bot_processes = bot_processes
        self._tables = tables
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thinking = thinking
        self._places = Places(limits, "analyses", wire)
        self._lock = threading.Lock()
        self._running: dict[str, Progress] = {}  # of this process
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Bind to the running event loop."""
        self._loop = asyncio.get_running_loop()

    async def close(self) -> None:
        """Stop computing; what is not complete others adopt, or a later server."""
        self._loop = None
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def state(self, table_id: str) -> State:
        """How it stands, at whatever process; ``TableError`` while the game is in play."""
        self.finished(table_id)
        with self._lock:
            progress = self._running.get(table_id)
        if progress is None and (elsewhere := self._under_way.progress(table_id, analysis.VERSION)):
            progress = Progress(*elsewhere)
        if progress is not None:
            return State(progress, warming=self._bot_processes.warming)
        stored = self._store.analysis(table_id, analysis.VERSION)
        return State(analysis=None if stored is None else Analysis.from_json(stored))

    def begin(self, table_id: str, user: User) -> None:
        """See to it that a table is analysed; ``TableError`` while it is in play or where too many are."""
        table = self.finished(table_id)
        if self._loop is None or self._store.analysis(table_id, analysis.VERSION) is not None:
            return
        wanted = self._under_way.analyses(analysis.VERSION)
        if table_id in wanted:
            return
        if len(wanted) >= _MOST:
            raise TooManyAnalyses
        self._places.take(user.origin)
        try:
            total = len(analysis.choices_to_look_at(table))
            self._under_way.begin_analysis(table_id, analysis.VERSION, total)
            begun = self._begin(table_id, table, Turn(Kind.ANALYSIS, user.origin, user.id, table_id), counted=True)
        except BaseException:
            self._places.give_back(user.origin)
            raise
        if not begun:
            self._places.give_back(user.origin)

    def adopt(self) -> None:
        """See to the analyses that are wanted and that no process computes."""
        for table_id in self._under_way.analyses(analysis.VERSION):
            if table_id in self._running or self._loop is None:
                continue
            try:
                table = self.finished(table_id)
            except Refusal as error:
                logger.warning("a game cannot be analysed: %s", error)
                self._under_way.give_up_analysis(table_id)
            else:
                self._begin(table_id, table, Turn(Kind.ANALYSIS, "", "", table_id), counted=False)

    def finished(self, table_id: str) -> Table:
        """A table whose game is over; ``TableError`` if it is not."""
        live = self._tables.get(table_id)
        with live.lock:
            return live.finished(Text("A game can be analysed once it is over."))

    def _begin(self, table_id: str, table: Table, turn: Turn, *, counted: bool) -> bool:
        """Compute an analysis; False if a process does already. ``counted`` = its origin has one place less."""
        with self._lock:
            if self._loop is None or table_id in self._running or not self._wire.claim(_claim(table_id)):
                return False
            self._running[table_id] = Progress(0, len(analysis.choices_to_look_at(table)))
            self._loop.call_soon_threadsafe(self._start_task, table, turn, counted)
        return True

    def _start_task(self, table: Table, turn: Turn, counted: bool) -> None:
        task = asyncio.create_task(self._compute(table, turn, counted))
        self._tasks.add(task)
        task.add_done_callback(partial(self._end, turn))

    def _end(self, turn: Turn, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        self._running.pop(turn.subject, None)
        if not task.cancelled() and (error := task.exception()):
            logger.error("a game could not be analysed", exc_info=error)

    async def _compute(self, table: Table, turn: Turn, counted: bool) -> None:
        """Analyse a table that this process has claimed, look by look, and keep the result."""
        table_id = turn.subject
        try:
            if await asyncio.to_thread(self._store.analysis, table_id, analysis.VERSION) is None:
                await self._look_by_look(table_id, table, turn)
        except SQLAlchemyError:
            raise  # it is wanted still, once the database can be reached
        except Exception:
            await asyncio.to_thread(self._under_way.give_up_analysis, table_id)
            raise
        finally:
            await asyncio.to_thread(self._wire.release, _claim(table_id))
            if counted:
                await asyncio.to_thread(self._places.give_back, turn.origin)

    async def _look_by_look(self, table_id: str, table: Table, turn: Turn) -> None:
        game, told = table.rules.game, time.monotonic()
        looks = analysis.analyse(table, partial(self._think, game), partial(self._bot_processes.compare, game))
        while self._wire.holds(_claim(table_id)) and (progress := await self._next(looks, turn)):
            self._running[table_id] = progress
            if progress.analysis is not None:
                plain = progress.analysis.to_json()
                await asyncio.to_thread(self._store.keep_analysis, table_id, analysis.VERSION, plain)
            elif self._wire.shared and time.monotonic() > told + _TELLING:
                told = time.monotonic()
                await asyncio.to_thread(self._under_way.note_progress, table_id, progress.done, progress.total)

    async def _next(self, looks: Iterator[Progress], turn: Turn) -> Progress | None:
        """The next look, when it is its turn."""
        while True:
            while self._bot_processes.warming:  # noqa: ASYNC110 - a process ends it, which knows of no loop
                await asyncio.sleep(_PATIENCE)
            try:
                return await asyncio.wrap_future(self._thinking.submit(turn, partial(next, looks, None)))
            except TooBusy:
                await asyncio.sleep(_RETRY)

    def _think(self, game: Game, record: Header, seat: int, only: int | None, budget: Budget) -> Sequence[Thought]:
        enough = budget if self._bot_processes.warm else _ROUGH_LOOK
        return self._bot_processes.think(game, record, seat, enough, only)


def _claim(table_id: str) -> str:
    """What the process that analyses a table has claimed."""
    return f"analysis {table_id}"
