"""Hints: what the search thinks of a person's choices, in words and numbers.

The search sees what the asking seat may know, never the real record. It thinks in the
bots' processes, in its turn, and outside the table's lock, so nobody waits but whoever asked.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial

from trigrad.bots.levels import Budget, Thought
from trigrad.bots.teaching import Ground
from trigrad.club.bot_processes import BotProcesses
from trigrad.club.estimates import Argument, argument, comparison, standing
from trigrad.club.live_table import LiveTable
from trigrad.club.origins import Limits, Places
from trigrad.club.people import User
from trigrad.club.refusals import GettingReady, HintsOff, OneHintAtATime, OnlyChoice, TooManyHints
from trigrad.club.tables import Tables
from trigrad.club.thinking import Kind, Thinking, Turn
from trigrad.engine.game import Description, Game
from trigrad.engine.header import Header, copy_game
from trigrad.engine.text import ENGLISH, Text
from trigrad.store.wire import Wire
from trigrad.table.thoughts import estimates, ranked

BUDGET = Budget(seconds=1.0)  # as the expert thinks
_MOST = 3  # choices in a hint
_SHORT = 2000  # imagined games below which an estimate says little
_KEPT = 500  # hints in memory
_QUEUE = 64  # people whose question is thought about or waits for that

_BEST = Text("the best choice")

Compare = Callable[[Sequence[int]], Sequence[tuple[Ground, ...]]]
"""What speaks for some actions and against them, see ``teaching.grounds``."""


@dataclass(frozen=True)
class HintedChoice:
    """A choice, and what is to be expected of it."""

    description: Description
    chance: float  # 0..1, in hundredths: to win
    lead: float  # points ahead of the best other player at the end, in tenths
    visits: int  # imagined games that began with it
    standing: Text
    comparison: Text  # with the best choice
    why: Argument  # beside the best choice, or for that beside the second


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
    record: Header
    seat: int
    version: int


class Hints:
    """Gives hints, the same one to whoever asks the same again. Methods may be called from several threads."""

    def __init__(
        self, tables: Tables, wire: Wire, bot_processes: BotProcesses, thinking: Thinking, limits: Limits
    ) -> None:
        self._tables = tables
        self._bot_processes = bot_processes
        self._thinking = thinking
        self._kept: OrderedDict[tuple[str, int], Future[Hint]] = OrderedDict()
        self._asking: set[str] = set()  # users
        self._places = Places(limits, "hints", wire)
        self._lock = threading.RLock()  # a question may push out another, whose end is noted at once

    def ask(self, table_id: str, user: User, seat: int, version: int) -> "Future[Hint]":
        """A hint for a person's seat that is to move: known, being thought of, or begun now. ``TableError`` if refused.

        Others may wait for the same: cancel it for nobody. The table may move on while it is thought of, and the
        seat too: see ``check``.
        """
        question = _question(self._tables.get(table_id), user, seat, version)
        if self._bot_processes.warming:
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
            thinking = self._begin(question, table_id, user)
            self._asking.add(user.id)
            self._kept[key] = thinking
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)

        def thought(done: "Future[Hint]") -> None:
            with self._lock:
                self._asking.discard(user.id)
                self._places.give_back(user.origin)
                if done.cancelled() or done.exception():
                    self._kept.pop(key, None)

        thinking.add_done_callback(thought)
        return thinking

    def _begin(self, question: _Question, table_id: str, user: User) -> "Future[Hint]":
        self._places.take(user.origin)
        turn = Turn(Kind.PLAY, user.origin, user.id, table_id)
        try:
            return self._thinking.submit(turn, partial(_think, self._bot_processes, question, time.monotonic()))
        except BaseException:
            self._places.give_back(user.origin)
            raise

    def check(self, table_id: str, user: User, hint: Hint) -> None:
        """``TableError`` if the user may no longer ask what the hint answers."""
        _question(self._tables.get(table_id), user, hint.seat, hint.version)


def _question(live: LiveTable, user: User, seat: int, version: int) -> _Question:
    """What a user asks about; ``TableError`` if they may not."""
    with live.lock:
        table = live.chosen_by(user, seat)
        if not table.rules.hints:
            raise HintsOff
        table.check_asked(seat, version)
        if len(table.legal(seat)) == 1:
            raise OnlyChoice
        return _Question(table.rules.game, copy_game(table.record), seat, version)


def _think(bot_processes: BotProcesses, question: _Question, since: float) -> Hint:
    waited = time.monotonic() - since
    thoughts = bot_processes.think(question.game, question.record, question.seat, BUDGET, waited=waited)
    return _in_words(question, thoughts, partial(bot_processes.compare, question.game, question.record, question.seat))


def _in_words(question: _Question, thoughts: Sequence[Thought], compare: Compare) -> Hint:
    """The hint that a search's thoughts amount to, with what comparing the best of them brings."""
    share = 1 / int(question.record.players)

    def described(action: int) -> Description:
        return question.game.describe(question.record, action)

    best = ranked(estimates(thoughts, lambda action: described(action).text.render(ENGLISH))[:_MOST])
    return Hint(
        seat=question.seat,
        version=question.version,
        games=_two_digits(sum(thought.visits for thought in thoughts)),
        share=share,
        choices=tuple(
            HintedChoice(
                description=described(one.action),
                chance=one.chance,
                lead=one.lead,
                visits=one.visits,
                standing=standing(one.chance, share),
                comparison=comparison(best[0].chance - one.chance) if place else _BEST,
                why=argument(question.game, grounds, best[0].chance - one.chance if place else None),
            )
            for place, (one, grounds) in enumerate(zip(best, compare([one.action for one in best]), strict=True))
        ),
    )


def _two_digits(number: int) -> int:
    return round(number, 2 - len(str(number)))
