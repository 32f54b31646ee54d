"""Letting bots choose: one task for each table at which it is a bot's choice."""

import asyncio
import logging
import time
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from trigrad.club.bot_processes import BotProcesses
from trigrad.club.hub import Hub
from trigrad.club.origins import Origins
from trigrad.club.refusals import TooBusy
from trigrad.club.thinking import Kind, Thinking, Turn
from trigrad.engine.game import Game
from trigrad.engine.header import Header
from trigrad.engine.text import Refusal
from trigrad.store.wire import Wire

logger = logging.getLogger(__name__)

_TAKE_OVER = 0.5  # seconds after which it is looked whether another process still sees to a bot's turn
_RETRY = 10  # seconds after which a bot that failed, as when the database was out of reach, tries again


@dataclass(frozen=True)
class Asked:
    """A bot's choice that is to be made."""

    game: Game
    record: Header
    seat: int
    bot: str
    version: int
    owner: str  # the person who created the table
    people: frozenset[str | None]  # who have seats at the table, also while bots play them
    played: bool  # some of these play themselves
    undoable: bool  # a person may still take back what was chosen last

    @property
    def watched(self) -> bool:
        """Whether people sit at the table."""
        return bool(self.people)


class BotTables(Protocol):
    """The tables at which bots play, as far as the bots need to know them."""

    def bot_waits(self, table_id: str) -> bool:
        """Whether a table in memory waits for a bot."""

    def bot_to_move(self, table_id: str) -> Asked | None:
        """What a bot is asked at a table, None if it is not a bot's choice."""

    def act_as_bot(self, table_id: str, asked: Asked, action: int) -> None:
        """A bot's choice; nothing if the table has moved on meanwhile, or the seat was taken back."""


class BotPlayers:
    """Plays the bots' seats: one task for each table at which a bot is to choose."""

    def __init__(
        self,
        bot_processes: BotProcesses,
        thinking: Thinking,
        hub: Hub,
        wire: Wire,
        origins: Origins,
        pace: float,
        undo_time: float,
    ) -> None:
        self._bot_processes = bot_processes
        self._thinking = thinking
        self._hub = hub
        self._wire = wire
        self._origins = origins
        self._pace = pace
        self._undo_time = undo_time
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: dict[str, asyncio.Task[bool]] = {}

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

    def wake(self, tables: BotTables, table_id: str) -> None:
        """See to a table soon, unless somebody already does. May be called from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._begin, tables, table_id)

    def _begin(self, tables: BotTables, table_id: str) -> None:
        if table_id in self._tasks or self._loop is None:
            return
        task = self._loop.create_task(self._play(tables, table_id))
        self._tasks[table_id] = task
        task.add_done_callback(lambda _: self._end(tables, table_id))

    def _end(self, tables: BotTables, table_id: str) -> None:
        task = self._tasks.pop(table_id)
        if not task.cancelled() and (error := task.exception()):
            if not isinstance(error, TooBusy):
                logger.error("a bot could not play", exc_info=error)
            if self._loop is not None and (isinstance(error, TooBusy) or not isinstance(error, Refusal)):
                self._loop.call_later(_RETRY, self._begin, tables, table_id)
        elif tables.bot_waits(table_id):
            if task.cancelled() or task.result():  # somebody else chose while the task was ending
                self.wake(tables, table_id)
            elif self._loop is not None:  # another process sees to it, unless it dies
                self._loop.call_later(_TAKE_OVER, self._begin, tables, table_id)

    async def _play(self, tables: BotTables, table_id: str) -> bool:
        """Let bots choose at a table until it is somebody else's choice; False if another process does so."""
        claim = f"bots {table_id}"
        if not self._wire.shared:
            await self._play_alone(tables, table_id, claim)
            return True
        if not await asyncio.to_thread(self._wire.claim, claim):
            return False
        try:
            await self._play_alone(tables, table_id, claim)
        finally:
            await asyncio.to_thread(self._wire.release, claim)
        return True

    async def _play_alone(self, tables: BotTables, table_id: str, claim: str) -> None:
        """Choose while it is a bot's choice; no longer if another process has taken over, after this one was halted."""
        while self._wire.holds(claim) and (asked := await asyncio.to_thread(tables.bot_to_move, table_id)):
            began = time.monotonic()
            turn = self._turn(table_id, asked)
            choose = partial(self._choose, tables, table_id, began if turn.kind is Kind.PLAY else None)
            chosen = await asyncio.wrap_future(self._thinking.submit(turn, choose))
            if chosen is not None:
                least = max(self._pace, self._undo_time) if chosen[0].undoable else self._pace
                await asyncio.sleep(max(0.0, least - (time.monotonic() - began)))
                await asyncio.to_thread(tables.act_as_bot, table_id, *chosen)

    def _turn(self, table_id: str, asked: Asked) -> Turn:
        awaited = asked.played or self._hub.is_watched(table_id, asked.people)
        kind = Kind.PLAY if awaited else Kind.BOTS_ALONE
        return Turn(kind, self._origins.of(asked.owner), asked.owner, table_id)

    def _choose(self, tables: BotTables, table_id: str, since: float | None) -> tuple[Asked, int] | None:
        """What a bot chooses now that it is the table's turn, if people are to follow it; else it is done at once.

        Somebody has waited ``since`` then; None = nobody does.
        """
        asked = tables.bot_to_move(table_id)  # while it waited, somebody may have taken the seat back
        if asked is None:
            return None
        waited = 0.0 if since is None else time.monotonic() - since
        action = self._bot_processes.decide(asked.game, asked.record, asked.seat, asked.bot, waited)
        if asked.watched:
            return asked, action
        tables.act_as_bot(table_id, asked, action)  # within the turn: writing takes time too
        return None
