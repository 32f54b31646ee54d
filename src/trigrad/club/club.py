"""A club: its parts, opened and closed together."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial

from sqlalchemy import URL
from sqlalchemy.exc import SQLAlchemyError

from trigrad.club.ages import Ages, close_old_tables
from trigrad.club.analyses import Analyses
from trigrad.club.bot_players import BotPlayers
from trigrad.club.bot_processes import BotProcesses
from trigrad.club.hints import Hints
from trigrad.club.hub import Hub
from trigrad.club.origins import Limits, Origins
from trigrad.club.person_settings import PersonSettings
from trigrad.club.tables import Tables
from trigrad.club.thinking import Thinking
from trigrad.engine.text import Refusal
from trigrad.store.office import Office
from trigrad.store.store import Store
from trigrad.store.under_way import UnderWay
from trigrad.store.wire import BEAT, wire_of

logger = logging.getLogger(__name__)

_DAY = 24 * 3600
_HEARING = 4  # threads that bring tables up to date with other processes: one table that is locked halts one of them
_TENDING = 2.0  # seconds between two looks for bots' turns that another process left behind
_CATCHING_UP = 20.0  # seconds between two looks for what a host has closed
_LIMITS = Limits()
_AGES = Ages()


class Club:
    """All that people do with each other on a server, whatever way they reach it."""

    def __init__(
        self,
        database: str | URL,
        *,
        workers: int,
        bot_pace: float,
        undo_time: float = 0.0,
        tables_an_hour: int,
        limits: Limits = _LIMITS,
        streams: int = 800,
        ages: Ages = _AGES,
    ) -> None:
        """A club with its tables in the database of an SQLAlchemy URL.

        ``workers`` processes let bots think with compiled rules (0 = none, they think here), ``bot_pace`` is the
        least seconds between two choices of bots that people watch, ``undo_time`` those that they leave a person to
        take back a choice, where that is possible, and a person may create ``tables_an_hour``.
        ``limits`` are those of all who come from one origin; ``streams`` of changes are open at most. Tables that
        nobody has touched for longer than their ``ages`` are closed.
        """
        self.store = Store(database)
        self.wire = wire_of(self.store.engine)
        self._ages = ages
        self.person_settings = PersonSettings(self.store)
        self.hub = Hub(limits, streams)
        self.bot_processes = BotProcesses(workers)
        self.thinking = Thinking(max(1, workers), on_waiting=self.bot_processes.others_wait)
        under_way = UnderWay(self.store)
        origins = Origins(limits, under_way)
        self.bot_players = BotPlayers(
            self.bot_processes, self.thinking, self.hub, self.wire, origins, bot_pace, undo_time
        )
        self.tables = Tables(
            self.store, self.wire, self.hub, self.bot_players, origins, self.person_settings, tables_an_hour
        )
        self.hints = Hints(self.tables, self.wire, self.bot_processes, self.thinking, limits)
        self.analyses = Analyses(
            self.store, under_way, self.wire, self.bot_processes, self.tables, self.thinking, limits
        )

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Open within the running event loop, wake the bots of tables in play, and close in the end."""
        self.hub.start()
        self.bot_players.start()
        self.analyses.start()
        self.bot_processes.start()
        closing = asyncio.create_task(close_old_tables(Office(self.store), self._ages))
        hearing = ThreadPoolExecutor(_HEARING, "hearing")
        waking = asyncio.create_task(asyncio.to_thread(self.tables.wake_bots_since, time.time() - _DAY))
        resuming = asyncio.create_task(asyncio.to_thread(self._hear, self.analyses.adopt))
        tending = asyncio.create_task(self._tend())
        beating = asyncio.create_task(self._beat())
        if self.wire.shared:
            self.wire.listen(
                lambda *change: hearing.submit(self._hear, partial(self.tables.changed_elsewhere, *change)),
                lambda: hearing.submit(self._hear, self.tables.hear_again),
            )
        yield
        self.hub.close()
        closing.cancel()
        tending.cancel()
        beating.cancel()
        await asyncio.gather(
            waking,
            resuming,
            closing,
            tending,
            beating,
            self.bot_players.close(),
            self.analyses.close(),
            return_exceptions=True,
        )
        self.thinking.close()
        await asyncio.to_thread(self.wire.close)
        hearing.shutdown(cancel_futures=True)
        self.bot_processes.close()
        self.store.close()

    async def _tend(self) -> None:
        """See again and again to what other processes did without a word.

        Where they are servers too, that is what one of them left behind, bots' turns and analyses; where they are not,
        a host's command may have closed tables that are in memory here.
        """
        while not self.wire.shared:
            await asyncio.sleep(_CATCHING_UP)
            await asyncio.to_thread(self._hear, self.tables.catch_up)
        while True:
            await asyncio.sleep(_TENDING)
            now = time.time()
            look = partial(self.tables.wake_bots_left_behind, now - _DAY, now - _TENDING)
            await asyncio.to_thread(self._hear, look)
            await asyncio.to_thread(self._hear, self.analyses.adopt)

    async def _beat(self) -> None:
        """Let others know that this process goes on, from the loop on which all that it has claimed depends."""
        while self.wire.shared:
            await asyncio.sleep(BEAT)
            await asyncio.to_thread(self.wire.beat)

    @staticmethod
    def _hear(happens: Callable[[], None]) -> None:
        """Do what another process makes necessary; where that fails, the next look at the table makes up for it."""
        try:
            happens()
        except (Refusal, SQLAlchemyError) as error:
            logger.warning("what another process did is looked at later: %s", error)
