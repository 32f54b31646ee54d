"""Where people come from, and how much is done at once from there.

An identity costs nothing, an address does: so what is limited is limited by address too. An origin is a word
for one, made by whatever brings people here; this module knows no networks.
"""

import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass

from trigrad.club.people import User
from trigrad.club.refusals import TooManyFromHere, TooManyTables

HERE = "here"  # this machine: many people, where a web server on it passes their requests on

_GENEROUS = 10  # times as much is allowed to those from here
_HOUR = 3600
_KEPT = 10_000  # people whose origin is remembered


@dataclass(frozen=True)
class Limits:
    """What is allowed to all who come from one origin together."""

    tables: int = 240  # new ones within an hour
    hints: int = 4  # at once
    analyses: int = 3  # at once
    streams: int = 60  # of changes, at once

    def most(self, of: str, origin: str) -> int:
        """What one of these limits allows to an origin."""
        allowed: int = getattr(self, of)
        return allowed * _GENEROUS if origin == HERE else allowed


class Places:
    """Things of one kind that are under way, counted by origin. Methods may be called from several threads."""

    def __init__(self, limits: Limits, kind: str) -> None:
        self._limits = limits
        self._kind = kind
        self._taken: Counter[str] = Counter()
        self._lock = threading.Lock()

    def take(self, origin: str) -> None:
        """Count one more; ``TooManyFromHere`` if that is too many."""
        with self._lock:
            if self._taken[origin] >= self._limits.most(self._kind, origin):
                raise TooManyFromHere
            self._taken[origin] += 1

    def give_back(self, origin: str) -> None:
        """Count one less."""
        with self._lock:
            self._taken[origin] -= 1
            if not self._taken[origin]:
                del self._taken[origin]


class Origins:
    """Who created tables, and from where. Methods may be called from several threads."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self._limits = limits
        self._clock = clock
        self._of_person: OrderedDict[str, str] = OrderedDict()
        self._created: OrderedDict[str, deque[float]] = OrderedDict()  # by origin, the last one at the end
        self._lock = threading.Lock()

    def of(self, person: str) -> str:
        """Where a person came from when they last created a table; all of whom that is forgotten are one origin."""
        with self._lock:
            return self._of_person.get(person, "")

    def new_table(self, user: User) -> None:
        """Count a new table; ``TooManyTables`` if its creator's origin has made too many within an hour."""
        now = self._clock()
        with self._lock:
            self._forget(now - _HOUR)
            created = self._created.get(user.origin, deque())
            while created and created[0] <= now - _HOUR:
                created.popleft()
            if len(created) >= self._limits.most("tables", user.origin):
                raise TooManyTables
            created.append(now)
            self._created[user.origin] = created
            self._created.move_to_end(user.origin)
            self._of_person[user.id] = user.origin
            self._of_person.move_to_end(user.id)
            while len(self._of_person) > _KEPT:
                self._of_person.popitem(last=False)

    def _forget(self, before: float) -> None:
        """Drop the origins that have created nothing since; they stand first."""
        while self._created and next(iter(self._created.values()))[-1] <= before:
            self._created.popitem(last=False)
