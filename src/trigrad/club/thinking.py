"""Whose thought comes next: bots' choices, hints and analyses wait in one fair queue for the bots' processes.

An identity costs nothing, and neither does a table: so time is shared first between the addresses that people
come from, then between the people of an address, then between a person's tables. What somebody waits for goes
before what nobody watches, which still gets a share of its own, so that it goes on.
"""

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, TypeVar

from trigrad.club.fair_queue import FairQueue, Path
from trigrad.club.refusals import TooBusy

_MOST = 1000  # thoughts that wait; each is a few kB at most

_T = TypeVar("_T")


class Kind(IntEnum):
    """What a thought is for, the most urgent first."""

    PLAY = 0  # a bot's choice at a table with people, or a hint
    ANALYSIS = 1
    BOTS_ALONE = 2  # a bot's choice at a table that nobody plays at or watches


_WEIGHTS: dict[Hashable, float] = {Kind.PLAY: 8.0, Kind.ANALYSIS: 2.0, Kind.BOTS_ALONE: 1.0}


@dataclass(frozen=True)
class Turn:
    """In whose name a thought is asked for."""

    kind: Kind
    origin: str  # where the person comes from, see ``origins``
    person: str
    subject: str  # a table, or what else the person has thought about

    @property
    def path(self) -> Path:
        """The groups that share the time, the widest first."""
        return self.kind, self.origin, self.person, self.subject


@dataclass(eq=False)
class _Thought:
    turn: Turn
    think: Callable[[], Any]
    since: float
    future: "Future[Any]" = field(default_factory=Future)


class Thinking:
    """Thinks ``at_once`` many thoughts at a time, in fair order. Methods may be called from several threads."""

    def __init__(
        self,
        at_once: int,
        clock: Callable[[], float] = time.monotonic,
        on_waiting: Callable[[int], None] = lambda _: None,
    ) -> None:
        """``on_waiting`` is told how many thoughts wait that people wait for, whenever that changes."""
        self._clock = clock
        self._on_waiting = on_waiting
        self._awaited = 0
        self._threads = ThreadPoolExecutor(at_once, "thinking")
        self._coming = 0  # threads that were asked for and have not begun
        self._queue: FairQueue[_Thought] = FairQueue(_WEIGHTS)
        self._waiting: defaultdict[str, dict[_Thought, None]] = defaultdict(dict)  # by origin, the oldest first
        self._lock = threading.Lock()

    def submit(self, turn: Turn, think: Callable[[], _T]) -> "Future[_T]":
        """Let a thought wait for its turn; ``TooBusy`` if too many wait, most of them from the same origin.

        Where it is another origin that most come from, the last of those is dropped instead: its future says so.
        """
        thought = _Thought(turn, think, self._clock())
        with self._lock:
            dropped = self._make_room(turn.origin)
            self._queue.put(turn.path, thought)
            self._waiting[turn.origin][thought] = None
            self._count(thought, 1)
            if self._coming < len(self._queue):
                self._threads.submit(self._next)
                self._coming += 1
        if dropped is not None and dropped.future.set_running_or_notify_cancel():
            dropped.future.set_exception(TooBusy())
        return thought.future

    def waiting(self) -> dict[Kind, tuple[int, float]]:
        """How many thoughts of each kind wait, and for how many seconds the oldest has."""
        with self._lock:
            now, thoughts = self._clock(), [thought for waiting in self._waiting.values() for thought in waiting]
        ages: dict[Kind, list[float]] = {kind: [] for kind in Kind}
        for thought in thoughts:
            ages[thought.turn.kind].append(now - thought.since)
        return {kind: (len(of_kind), max(of_kind, default=0.0)) for kind, of_kind in ages.items()}

    def _make_room(self, origin: str) -> _Thought | None:
        """Drop a thought if too many wait; it is the least urgent of whoever has most."""
        if len(self._queue) < _MOST:
            return None
        most = max(self._waiting, key=lambda other: len(self._waiting[other]), default=origin)
        if most == origin:
            raise TooBusy
        dropped = max(reversed(self._waiting[most]), key=lambda thought: thought.turn.kind)
        self._queue.drop(dropped.turn.path, dropped)
        self._no_longer_waits(dropped)
        return dropped

    def _no_longer_waits(self, thought: _Thought) -> None:
        waiting = self._waiting[thought.turn.origin]
        del waiting[thought]
        self._count(thought, -1)
        if not waiting:
            del self._waiting[thought.turn.origin]

    def _count(self, thought: _Thought, change: int) -> None:
        if thought.turn.kind is Kind.PLAY:
            self._awaited += change
            self._on_waiting(self._awaited)

    def _next(self) -> None:
        """Think the thought whose turn it is, unless nobody waits for it any more."""
        with self._lock:
            self._coming -= 1
            taken = self._queue.take()
            if taken is None:
                return
            path, thought = taken
            self._no_longer_waits(thought)
        if not thought.future.set_running_or_notify_cancel():
            self._done(path, 0.0)
            return
        self._think(path, thought)

    def _think(self, path: Path, thought: _Thought) -> None:
        began = self._clock()
        try:
            result = thought.think()
        except BaseException as error:  # noqa: BLE001 - whoever waits for it is told
            self._done(path, self._clock() - began)
            thought.future.set_exception(error)
        else:
            self._done(path, self._clock() - began)
            thought.future.set_result(result)

    def _done(self, path: Path, seconds: float) -> None:
        with self._lock:
            self._queue.done(path, seconds)

    def close(self) -> None:
        """Think no further thought; what still waits is cancelled."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        with self._lock:
            left = [thought for waiting in self._waiting.values() for thought in waiting]
        for thought in left:
            thought.future.cancel()
