"""Where people come from, and how much is done at once from there.

An identity costs nothing, an address does: so what is limited is limited by address too. An origin is a word
for one, made by whatever brings people here; this module knows no networks.
"""

import threading
import time
from collections import OrderedDict, defaultdict
from collections.abc import Callable
from dataclasses import dataclass

from trigrad.club.people import User
from trigrad.club.refusals import TooManyFromHere, TooManyTables
from trigrad.store.under_way import UnderWay
from trigrad.store.wire import Wire

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
    """Things of one kind that are under way, counted by origin over all processes of a server.

    Each has a claim of its own, which ends with its process. Methods may be called from several threads.
    """

    def __init__(self, limits: Limits, kind: str, wire: Wire) -> None:
        self._limits = limits
        self._kind = kind
        self._wire = wire
        self._claims: defaultdict[str, list[str]] = defaultdict(list)  # of this process
        self._lock = threading.Lock()

    def take(self, origin: str) -> None:
        """Count one more; ``TooManyFromHere`` if that is too many."""
        most = self._limits.most(self._kind, origin)
        with self._lock:
            if len(self._claims[origin]) >= most:
                raise TooManyFromHere
            claims = (f"{self._kind} {origin} {number}" for number in range(most))
            claim = next(filter(self._wire.claim, claims), None)
            if claim is None:
                raise TooManyFromHere
            self._claims[origin].append(claim)

    def give_back(self, origin: str) -> None:
        """Count one less."""
        with self._lock:
            self._wire.release(self._claims[origin].pop())
            if not self._claims[origin]:
                del self._claims[origin]


class Origins:
    """Who created tables, and from where. Methods may be called from several threads."""

    def __init__(self, limits: Limits, under_way: UnderWay, clock: Callable[[], float] = time.time) -> None:
        self._limits = limits
        self._under_way = under_way
        self._clock = clock
        self._of_person: OrderedDict[str, str] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, person: str) -> str:
        """Where a person came from when they last created a table; all of whom that is forgotten are one origin."""
        with self._lock:
            return self._of_person.get(person, "")

    def new_table(self, user: User, table_id: str) -> None:
        """Count a new table; ``TooManyTables`` if its creator's origin has made too many within an hour."""
        now, most = self._clock(), self._limits.most("tables", user.origin)
        if not self._under_way.note_created(table_id, user.origin, now, now - _HOUR, most):
            raise TooManyTables
        with self._lock:
            self._of_person[user.id] = user.origin
            self._of_person.move_to_end(user.id)
            while len(self._of_person) > _KEPT:
                self._of_person.popitem(last=False)
