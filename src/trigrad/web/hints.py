"""Hints: what the search thinks of a person's choices, in words and numbers.

The search sees what the asking seat may know, never the real record. It thinks in the
bots' processes and outside the table's lock, so nobody waits but whoever asked.
"""

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from starlette.concurrency import run_in_threadpool

from trigrad.bots.levels import Dial, Thought
from trigrad.engine.game import Description, Game
from trigrad.engine.header import copy_game
from trigrad.engine.text import Text
from trigrad.table.table import TableError
from trigrad.web.estimates import comparison, standing, told_apart
from trigrad.web.identity import User
from trigrad.web.players import Brains
from trigrad.web.tables import BotPlays, Forbidden, LiveTable, Tables

DIAL = Dial(seconds=1.0)  # as the expert thinks
_MOST = 3  # choices in a hint
_SHORT = 2000  # imagined games below which an estimate says little
_KEPT = 500  # hints in memory
_QUEUE = 8  # people whose question is thought about or waits for that

_BEST = Text("the best choice")


class HintsOff(TableError):
    """A hint at a table without them."""

    reason = Text("There are no hints at this table.")


class OnlyChoice(TableError):
    """A hint where nothing can be chosen."""

    reason = Text("There is only one choice here, so you need no hint.")


class OneHintAtATime(TableError):
    """A person asks for hints faster than they can be thought of."""

    reason = Text("Your last hint is still being thought about. Please wait a moment for the next one.")


class GettingReady(TableError):
    """A hint while the bots' processes compile, when a search would see next to nothing."""

    reason = Text("The computer is still getting ready to think; after a first start that takes about a minute.")


class TooManyHints(TableError):
    """More people ask for hints than can be answered soon."""

    reason = Text("Many people are asking for a hint just now. Please try again in a moment.")


@dataclass(frozen=True)
class HintedChoice:
    """A choice, and what is to be expected of it."""

    description: Description
    chance: float  # 0..1: to win
    lead: float  # points ahead of the best other player at the end
    visits: int  # imagined games that began with it
    standing: Text
    comparison: Text  # with the best choice


@dataclass(frozen=True)
class Hint:
    """The best choices of a seat at a version of its table, best first."""

    seat: int
    version: int
    games: int  # imagined for it, to two digits
    share: float  # 0..1: the chance to win of each player where all stand alike
    choices: tuple[HintedChoice, ...]

    @property
    def short(self) -> bool:
        """Whether little was seen, as where the rules cannot be compiled."""
        return self.games < _SHORT


@dataclass(frozen=True)
class _Question:
    """The position that somebody asks about; ``record`` is a copy."""

    game: Game
    record: Any
    seat: int
    version: int


class Hints:
    """Gives hints, the same one to whoever asks the same again. Methods may be called from several threads."""

    def __init__(self, tables: Tables, brains: Brains, workers: int) -> None:
        self._tables = tables
        self._brains = brains
        self._threads = ThreadPoolExecutor(max(1, workers // 2), "hint")  # the other workers are the bots' alone
        self._kept: OrderedDict[tuple[str, int], Future[Hint]] = OrderedDict()
        self._asking: set[str] = set()  # users
        self._lock = threading.Lock()

    def close(self) -> None:
        """Think about no further question."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def hint(self, table_id: str, user: User, seat: int, version: int) -> Hint:
        """A hint for a person's seat that is to move; ``TableError`` if it is refused.

        The table may have moved on while it was thought of, and the seat too: see ``check``.
        """
        thinking = await run_in_threadpool(self._ask, table_id, user, seat, version)
        return await asyncio.shield(asyncio.wrap_future(thinking))  # others may wait for the same

    def check(self, table_id: str, user: User, hint: Hint) -> None:
        """``TableError`` if the user may no longer ask what the hint answers."""
        _question(self._tables.get(table_id), user, hint.seat, hint.version)

    def _ask(self, table_id: str, user: User, seat: int, version: int) -> "Future[Hint]":
        """A hint that is known, being thought of, or begun now."""
        question = _question(self._tables.get(table_id), user, seat, version)
        if self._brains.warming:
            raise GettingReady
        key = table_id, version
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
            if user.id in self._asking:
                raise OneHintAtATime
            if len(self._asking) >= _QUEUE:
                raise TooManyHints
            thinking = self._threads.submit(_think, self._brains, question)
            self._asking.add(user.id)
            self._kept[key] = thinking
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)

        def thought(done: "Future[Hint]") -> None:
            with self._lock:
                self._asking.discard(user.id)
                if done.cancelled() or done.exception():
                    self._kept.pop(key, None)

        thinking.add_done_callback(thought)
        return thinking


def _question(live: LiveTable, user: User, seat: int, version: int) -> _Question:
    """What a user asks about; ``TableError`` if they may not."""
    with live.lock:
        if seat not in live.seats_of(user):
            raise Forbidden
        if live.bot_plays(seat):
            raise BotPlays
        table = live.playing()
        if not table.rules.hints:
            raise HintsOff
        table.check_asked(seat, version)
        if len(table.legal(seat)) == 1:
            raise OnlyChoice
        return _Question(table.rules.game, copy_game(table.record), seat, version)


def _think(brains: Brains, question: _Question) -> Hint:
    return _in_words(question, brains.think(question.game, question.record, question.seat, DIAL))


def _in_words(question: _Question, thoughts: Sequence[Thought]) -> Hint:
    """The hint that a search's thoughts amount to."""
    share = 1 / int(question.record.players)

    def described(thought: Thought) -> Description:
        return question.game.describe(question.record, thought.action)

    best = told_apart(thoughts, lambda thought: described(thought).text)[:_MOST]
    return Hint(
        seat=question.seat,
        version=question.version,
        games=_two_digits(sum(thought.visits for thought in thoughts)),
        share=share,
        choices=tuple(
            HintedChoice(
                description=described(thought),
                chance=thought.chance,
                lead=thought.lead,
                visits=thought.visits,
                standing=standing(thought.chance, share),
                comparison=comparison(best[0].chance - thought.chance) if place else _BEST,
            )
            for place, thought in enumerate(best)
        ),
    )


def _two_digits(number: int) -> int:
    return round(number, 2 - len(str(number)))
