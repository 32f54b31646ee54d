"""Telling whoever watches tables that they have changed, and people whose turn it is at theirs."""

import asyncio
import threading
from collections import Counter, OrderedDict
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import islice
from types import MappingProxyType
from typing import NamedTuple

from trigrad.club.origins import Limits
from trigrad.club.people import User
from trigrad.club.refusals import TooManyFromHere, TooManyStreams

_OF_ONE_READER = 4  # streams of one person at one table: the newest, since a browser gone silent leaves its own behind
_OF_TURNS = 8  # streams that tell one person of their turns, by the same rule
_AT_A_TABLE = 300  # streams of those who do not sit there
_IN_A_ROW = 50  # listeners that are told before others are answered


class Changed(NamedTuple):
    """A table is at another revision."""

    table: str
    revision: str


class Turn(NamedTuple):
    """Something has happened at a table of the listener's own: whether it is their turn there."""

    table: str
    mine: bool


class Listener:
    """Somebody who is told of changes: of each table the last one only, however slowly they read.

    With ``turns`` they are told of their own turns, too, at whatever table.
    """

    def __init__(self, user: User, known: Mapping[str, str], *, turns: bool = False) -> None:
        self.turns = turns
        self.reader = user.id
        self.origin = user.origin
        self._known = dict(known)  # the revision of each table that the listener has seen
        self._changed: dict[str, str] = {}
        self._turned: dict[str, bool] = {}
        self._awake = asyncio.Event()
        self._ended = False

    @property
    def tables(self) -> Collection[str]:
        """The tables that are listened to."""
        return self._known.keys()

    def tell(self, table_id: str, revision: str) -> None:
        """Note that a table is at a revision; nothing if the listener knows."""
        if self._known[table_id] != revision:
            self._known[table_id] = self._changed[table_id] = revision
            self._awake.set()

    def tell_turn(self, table_id: str, mine: bool) -> None:
        """Note whether it is the listener's turn at a table."""
        self._turned[table_id] = mine
        self._awake.set()

    def end(self) -> None:
        """Tell the listener nothing more."""
        self._ended = True
        self._awake.set()

    def __aiter__(self) -> "Listener":
        return self

    async def __anext__(self) -> Changed | Turn:
        """The next change."""
        while not self._ended:
            if self._changed:
                table_id = next(iter(self._changed))
                return Changed(table_id, self._changed.pop(table_id))
            if self._turned:
                return Turn(*self._turned.popitem())
            self._awake.clear()
            await self._awake.wait()
        raise StopAsyncIteration


class Hub:
    """Who listens to which tables. ``publish`` may be called from any thread, most else from the event loop's."""

    def __init__(self, limits: Limits, most: int) -> None:
        self._limits = limits
        self._most = most
        self._loop: asyncio.AbstractEventLoop | None = None
        self._listeners: OrderedDict[Listener, None] = OrderedDict()  # the oldest first
        self._at: dict[str, dict[Listener, None]] = {}
        self._of: dict[str, dict[Listener, None]] = {}  # who is told of the turns of a person, the oldest first
        self._from: Counter[str] = Counter()
        self._news: dict[str, tuple[str, Mapping[str, bool]]] = {}  # what was published and has not been told yet
        self._lock = threading.Lock()
        self.closing = False

    def start(self) -> None:
        """Bind to the running event loop."""
        self._loop = asyncio.get_running_loop()

    def close(self) -> None:
        """End all streams."""
        self.closing = True
        for listener in self._listeners:
            listener.end()

    # --- Listening ----------------------------------------------------------------

    def listen(
        self, user: User, known: Mapping[str, str], seated: Collection[str] = (), *, turns: bool = False
    ) -> Listener:
        """Listen to the tables that are ``known`` at some revision, and to the user's own ``turns``, until ``leave``.

        ``TooManyFromHere`` if their origin has too many streams, ``TooManyStreams`` if the tables or the server
        have; at tables where they are ``seated`` there is always a place. Of one person's many streams at a table
        the oldest ends.
        """
        self._check(user, [table_id for table_id in known if table_id not in seated], turns)
        for table_id in known:
            self._end_oldest(user, self._at.get(table_id, ()), _OF_ONE_READER)
        if turns:
            self._end_oldest(user, self._of.get(user.id, ()), _OF_TURNS)
        listener = Listener(user, known, turns=turns)
        self._listeners[listener] = None
        self._from[user.origin] += 1
        for table_id in known:
            self._at.setdefault(table_id, {})[listener] = None
        if turns:
            self._of.setdefault(user.id, {})[listener] = None
        if self.closing:
            listener.end()
        return listener

    def _end_oldest(self, user: User, listeners: Iterable[Listener], most: int) -> None:
        own = [listener for listener in listeners if listener.reader == user.id]
        for listener in own[: max(0, len(own) - most + 1)]:
            listener.end()
            self.leave(listener)

    def _check(self, user: User, watched: Iterable[str], turns: bool) -> None:
        if self._from[user.origin] >= self._limits.most("streams", user.origin):
            raise TooManyFromHere
        if turns and len(self._listeners) >= self._most:
            raise TooManyStreams
        for table_id in watched:
            if len(self._listeners) >= self._most or len(self._at.get(table_id, ())) >= _AT_A_TABLE:
                raise TooManyStreams

    def leave(self, listener: Listener) -> None:
        """Listen no longer; nothing if that has ended already."""
        if listener not in self._listeners:
            return
        del self._listeners[listener]
        self._from[listener.origin] -= 1
        if not self._from[listener.origin]:
            del self._from[listener.origin]
        for listeners, key in (*((self._at, table_id) for table_id in listener.tables), *self._own(listener)):
            del listeners[key][listener]
            if not listeners[key]:
                del listeners[key]

    def _own(self, listener: Listener) -> Iterator[tuple[dict[str, dict[Listener, None]], str]]:
        if listener.turns:
            yield self._of, listener.reader

    @property
    def tells_turns(self) -> bool:
        """Whether anybody is told of their turns."""
        return bool(self._of)

    @property
    def told_of_turns(self) -> list[str]:
        """The people who are told of their turns; may be asked from any thread."""
        return list(self._of)

    @property
    def streams(self) -> int:
        """How many listen."""
        return len(self._listeners)

    def is_listened_to(self, table_id: str) -> bool:
        """Whether anybody listens to a table; may be called from any thread."""
        return table_id in self._at

    def is_watched(self, table_id: str, people: Collection[str | None]) -> bool:
        """Whether one of these people listens to a table."""
        return any(listener.reader in people for listener in self._at.get(table_id, ()))

    # --- Telling ------------------------------------------------------------------

    def publish(self, table_id: str, revision: str, turns: Mapping[str, bool] = MappingProxyType({})) -> None:
        """Tell who listens to a table that it is at a revision, and its people whether it is their turn."""
        if self._loop is None or self._loop.is_closed():
            return
        with self._lock:
            waits = table_id in self._news
            self._news[table_id] = revision, turns
        if not waits:
            self._loop.call_soon_threadsafe(self._tell_all, table_id)

    def _tell_all(self, table_id: str) -> None:
        with self._lock:
            revision, turns = self._news.pop(table_id)
        for person, mine in turns.items():
            for listener in self._of.get(person, ()):
                listener.tell_turn(table_id, mine)
        self._tell(iter(list(self._at.get(table_id, ()))), table_id, revision)

    def _tell(self, listeners: Iterator[Listener], table_id: str, revision: str) -> None:
        """Tell some of the listeners, and the rest once the event loop has seen to others."""
        row = list(islice(listeners, _IN_A_ROW))
        for listener in row:
            listener.tell(table_id, revision)
        if row and self._loop is not None:
            self._loop.call_soon(self._tell, listeners, table_id, revision)
