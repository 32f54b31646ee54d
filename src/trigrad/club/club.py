"""A club: its parts, opened and closed together."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy import URL

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
from trigrad.store.office import Office
from trigrad.store.store import Store

_DAY = 24 * 3600
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
        self._ages = ages
        self.person_settings = PersonSettings(self.store)
        self.hub = Hub(limits, streams)
        self.bot_processes = BotProcesses(workers)
        self.thinking = Thinking(max(1, workers))
        origins = Origins(limits)
        self.bot_players = BotPlayers(self.bot_processes, self.thinking, self.hub, origins, bot_pace, undo_time)
        self.tables = Tables(self.store, self.hub, self.bot_players, origins, tables_an_hour)
        self.hints = Hints(self.tables, self.bot_processes, self.thinking, limits)
        self.analyses = Analyses(self.store, self.bot_processes, self.tables, self.thinking, limits)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Open within the running event loop, wake the bots of tables in play, and close in the end."""
        self.hub.start()
        self.bot_players.start()
        self.analyses.start()
        self.bot_processes.start()
        closing = asyncio.create_task(close_old_tables(Office(self.store), self._ages))
        waking = asyncio.create_task(asyncio.to_thread(self.tables.wake_bots_since, time.time() - _DAY))
        yield
        self.hub.close()
        closing.cancel()
        await asyncio.gather(waking, closing, self.bot_players.close(), self.analyses.close(), return_exceptions=True)
        self.thinking.close()
        self.bot_processes.close()
        self.store.close()
