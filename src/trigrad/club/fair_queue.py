"""A queue that serves all who wait by the time that they took before, not by when they came.

This is start-time fair queueing, group by group: of the members of a group, whoever has had least is
served next. So somebody who asks a thousand times, or asks for what takes long, is no further ahead than
somebody who asks once. Whoever comes anew stands where those stand who are being served: no credit is saved
up by waiting outside, and whoever comes waits for at most one thing of each other member. Whoever has been
passed over for very long is served all the same, so that ever new members push nobody aside for good.
"""

from collections import deque
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

_GUESS = 1.0  # seconds that an item is taken for until it is known how long it took

_PATIENCE = 10.0  # seconds, for each member that waits, after which somebody has been passed over for too long

_Item = TypeVar("_Item")

Path = tuple[Hashable, ...]  # the groups of an item from the widest to the narrowest; all have the same length


@dataclass(eq=False)
class _Group(Generic[_Item]):
    """A member of a wider group, and itself a group of narrower ones or, at the end of a path, of items."""

    weight: float
    had: float  # seconds by weight, counted from where the others stood when it came
    since: float  # when it began to wait, or was served last, by the wider group's time
    time: float = 0.0  # seconds in which its members were served
    stand: float = 0.0  # what the member that was served last had had before that
    waiting: int = 0
    served: int = 0  # items that are at work
    members: "dict[Hashable, _Group[_Item]]" = field(default_factory=dict)
    items: deque[_Item] = field(default_factory=deque)

    @property
    def idle(self) -> bool:
        return not self.waiting and not self.served

    def next(self) -> "tuple[Hashable, _Group[_Item]]":
        """The member to be served next; of several, whoever weighs more or came first."""
        waiting = [entry for entry in self.members.items() if entry[1].waiting]
        longest = min(waiting, key=lambda entry: entry[1].since)
        if self.time - longest[1].since > _PATIENCE * len(waiting):
            return longest
        return min(waiting, key=lambda entry: (entry[1].had, -entry[1].weight))

    def forget(self) -> None:
        """Drop the members that are idle, and would come back as anybody new."""
        gone = [key for key, member in self.members.items() if member.idle and (self.idle or member.had <= self.stand)]
        for key in gone:
            del self.members[key]


class FairQueue(Generic[_Item]):
    """Items that wait, each on its path of groups. Not safe for several threads at once.

    The widest groups may have ``weights``: one of weight 4 gets four times the time of one of weight 1 while both
    have items that wait. All other groups share alike.
    """

    def __init__(self, weights: Mapping[Hashable, float] | None = None) -> None:
        self._weights = weights or {}
        self._all: _Group[_Item] = _Group(weight=1.0, had=0.0, since=0.0)

    def __len__(self) -> int:
        """How many items wait."""
        return self._all.waiting

    def put(self, path: Path, item: _Item) -> None:
        """Let an item wait."""
        group = self._all
        group.waiting += 1
        for depth, key in enumerate(path):
            member = group.members.get(key)
            if member is None:
                weight = 1.0 if depth else self._weights.get(key, 1.0)
                member = group.members[key] = _Group(weight, group.stand, group.time)
            elif member.idle:
                member.had = max(member.had, group.stand)
            if not member.waiting:
                member.since = group.time
            member.waiting += 1
            group = member
        group.items.append(item)

    def take(self) -> tuple[Path, _Item] | None:
        """The item to be served now, None if none waits. Say ``done`` once it has been."""
        if not self._all.waiting:
            return None
        group, path = self._all, []
        group.waiting -= 1
        group.served += 1
        while group.members:
            key, member = group.next()
            group.stand = max(group.stand, member.had)
            member.had += _GUESS / member.weight
            member.since = group.time
            member.waiting -= 1
            member.served += 1
            path.append(key)
            group = member
        return tuple(path), group.items.popleft()

    def done(self, path: Path, seconds: float) -> None:
        """An item of this path that was taken has been served, and took so many seconds."""
        groups = self._along(path)
        for group in groups[:-1]:
            group.time += seconds
        for group in groups:
            group.served -= 1
            group.had += (seconds - _GUESS) / group.weight
        self._forget(groups)

    def drop(self, path: Path, item: _Item) -> None:
        """Let an item wait no longer."""
        groups = self._along(path)
        groups[-1].items.remove(item)
        for group in groups:
            group.waiting -= 1
        self._forget(groups)

    def _along(self, path: Path) -> list[_Group[_Item]]:
        groups = [self._all]
        for key in path:
            groups.append(groups[-1].members[key])
        return groups

    def _forget(self, groups: list[_Group[_Item]]) -> None:
        for group in reversed(groups):
            group.forget()
