"""Analysing finished games in the background: computed once, then kept in the store."""

import asyncio
import logging
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from trigrad.bots.levels import Budget, Thought
from trigrad.club.bot_processes import BotProcesses
from trigrad.club.origins import Limits, Places
from trigrad.club.people import User
from trigrad.club.refusals import TooBusy, TooManyAnalyses
from trigrad.club.tables import Tables
from trigrad.club.thinking import Kind, Thinking, Turn
from trigrad.engine.game import Game
from trigrad.engine.header import Header
from trigrad.engine.text import Text
from trigrad.store.store import Store
from trigrad.store.wire import Wire
from trigrad.table import analysis
from trigrad.table.analysis import Analysis, Progress
from trigrad.table.table import Table

logger = logging.getLogger(__name__)

_ROUGH_LOOK = Budget(iterations=40)  # where no rules are compiled
_MOST = 60  # analyses that are computed, all by turns
_PATIENCE = 0.5  # seconds between two looks whether the rules are compiled
_RETRY = 10  # seconds until the next try where too much is to be thought about


@dataclass(frozen=True)
class State:
    """How it stands with the analysis of a table: one or neither of ``progress`` and ``analysis`` is there."""

    progress: Progress | None = None
    analysis: Analysis | None = None
    warming: bool = False  # it waits for compiled rules


class Analyses:
    """All analyses of a server. ``begin`` and ``state`` may be called from several threads."""

    def __init__(
        self, store: Store, wire: Wire, bot_processes: BotProcesses, tables: Tables, thinking: Thinking, limits: Limits
    ) -> None:
        self._store = store
        self._wire = wire
        self._bot_processes = bot_processes
        self._tables = tables
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thinking = thinking
        self._places = Places(limits, "analyses")
        self._lock = threading.Lock()
        self._running: dict[str, Progress] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Bind to the running event loop."""
        self._loop = asyncio.get_running_loop()

    async def close(self) -> None:
        """Stop computing; what is not complete is begun again when somebody asks for it."""
        self._loop = None
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def state(self, table_id: str) -> State:
        """How it stands; ``TableError`` while the game is in play."""
        self.finished(table_id)
        with self._lock:
            progress = self._running.get(table_id)
        if progress is not None:
            return State(progress, warming=self._bot_processes.warming)
        stored = self._store.analysis(table_id, analysis.VERSION)
        return State(analysis=None if stored is None else Analysis.from_json(stored))

    def begin(self, table_id: str, user: User) -> None:
        """See to it that a table is analysed; ``TableError`` while it is in play or where too many are."""
        table = self.finished(table_id)
        if self._store.analysis(table_id, analysis.VERSION) is not None:
            return
        with self._lock:
            if table_id in self._running or self._loop is None:
                return
            if len(self._running) >= _MOST:
                raise TooManyAnalyses
            self._places.take(user.origin)
            self._running[table_id] = Progress(0, len(analysis.choices_to_look_at(table)))
            self._loop.call_soon_threadsafe(self._start_task, table_id, table, user)

    def finished(self, table_id: str) -> Table:
        """A table whose game is over; ``TableError`` if it is not."""
        live = self._tables.get(table_id)
        with live.lock:
            return live.finished(Text("A game can be analysed once it is over."))

    def _start_task(self, table_id: str, table: Table, user: User) -> None:
        turn = Turn(Kind.ANALYSIS, user.origin, user.id, table_id)
        task = asyncio.create_task(self._compute(table_id, table, turn))
        self._tasks.add(task)
        task.add_done_callback(partial(self._end, turn))

    def _end(self, turn: Turn, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        self._places.give_back(turn.origin)
        with self._lock:
            del self._running[turn.subject]
        if not task.cancelled() and (error := task.exception()):
            logger.error("a game could not be analysed", exc_info=error)

    async def _compute(self, table_id: str, table: Table, turn: Turn) -> None:
        """Analyse a table, unless another process does, look by look, and keep the result."""
        claim = f"analysis {table_id}"
        while not await asyncio.to_thread(self._wire.claim, claim):  # noqa: ASYNC110 - another process ends it
            await asyncio.sleep(_PATIENCE)
        try:
            if await asyncio.to_thread(self._store.analysis, table_id, analysis.VERSION) is None:
                await self._compute_alone(table_id, table, turn)
        finally:
            await asyncio.to_thread(self._wire.release, claim)

    async def _compute_alone(self, table_id: str, table: Table, turn: Turn) -> None:
        game = table.rules.game
        looks = analysis.analyse(table, partial(self._think, game), partial(self._bot_processes.compare, game))
        while progress := await self._next(looks, turn):
            self._running[table_id] = progress
            if progress.analysis is not None:
                plain = progress.analysis.to_json()
                await asyncio.to_thread(self._store.keep_analysis, table_id, analysis.VERSION, plain)

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
