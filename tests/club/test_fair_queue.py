"""Whoever waits is served by what they had before, not by who came first or asked most."""

import random
from collections import Counter
from collections.abc import Callable

import pytest

from trigrad.club.fair_queue import FairQueue, Path


class Served:
    """One server, a clock of its own, and customers who come back as soon as they were served."""

    def __init__(self, queue: FairQueue[str], seconds: Callable[[str], float] = lambda _: 1.0) -> None:
        self.queue = queue
        self.now = 0.0
        self.order: list[str] = []
        self.time: Counter[str] = Counter()
        self._seconds = seconds

    def serve(self) -> tuple[Path, str]:
        taken = self.queue.take()
        assert taken
        path, item = taken
        took = self._seconds(item)
        self.now += took
        self.time[item] += took  # type: ignore[assignment]
        self.order.append(item)
        self.queue.done(path, took)
        return taken

    def serve_until(self, item: str) -> None:
        """Serve until an item was; whoever else is served comes back."""
        while (taken := self.serve())[1] != item:
            self.queue.put(*taken)

    def serve_endlessly_if(self, item: str) -> None:
        """Serve once; an item like this comes back."""
        if (taken := self.serve())[1] == item:
            self.queue.put(*taken)

    def serve_endlessly(self, times: int) -> None:
        for _ in range(times):
            self.queue.put(*self.serve())


def test_time_is_shared_between_those_who_wait_not_between_what_they_ask() -> None:
    queue: FairQueue[str] = FairQueue()
    for _ in range(50):
        queue.put(("eve",), "eve")
    queue.put(("ada",), "ada")
    served = Served(queue)
    served.serve_endlessly(100)
    assert served.order.count("ada") == pytest.approx(50, abs=1)


def test_long_thoughts_are_weighed_by_their_time() -> None:
    queue: FairQueue[str] = FairQueue()
    for who in ("expert", "random"):
        queue.put((who,), who)
    served = Served(queue, {"expert": 1.0, "random": 0.01}.__getitem__)
    served.serve_endlessly(2000)
    assert served.time["expert"] == pytest.approx(served.time["random"], abs=1.1)


def test_wider_groups_share_first() -> None:
    """Forty tables of one address have together what the one table of another has."""
    queue: FairQueue[str] = FairQueue()
    for number in range(40):
        queue.put(("one", f"person {number % 8}", f"table {number}"), "one")
    queue.put(("two", "ada", "table"), "two")
    served = Served(queue)
    served.serve_endlessly(200)
    assert served.order.count("two") == pytest.approx(100, abs=1)


def test_weights_are_kept() -> None:
    queue: FairQueue[str] = FairQueue({"play": 4.0, "rest": 1.0})
    for who in ("rest", "play"):
        queue.put((who,), who)
    served = Served(queue)
    served.serve_endlessly(500)
    assert served.order.count("play") == pytest.approx(400, abs=2)


def test_whoever_comes_anew_waits_for_one_thing_of_each_other_at_most() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(5):
        for _ in range(9):
            queue.put((f"eve {number}",), "eve")
    served = Served(queue)
    served.serve_endlessly(17)  # between the rounds
    queue.put(("ada",), "ada")
    served.serve_until("ada")
    assert len(served.order) <= 17 + 5 + 1


def test_ever_new_members_push_nobody_aside() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.put(("ada",), "ada")
    served = Served(queue)
    for number in range(300):
        queue.put((f"eve {number}",), "eve")
        served.serve_endlessly_if("ada")
    assert served.order.count("ada") >= 5  # she waits, but for no more than twenty seconds a time


def test_waiting_outside_saves_up_no_credit() -> None:
    queue: FairQueue[str] = FairQueue()
    for who in ("ada", "bob"):
        queue.put((who,), who)
    served = Served(queue)
    served.serve()
    served.serve()
    queue.put(("ada",), "ada")
    served.serve_endlessly(100)
    queue.put(("bob",), "bob")  # he was away for a hundred thoughts
    served.serve_endlessly(20)
    assert served.order[-20:].count("bob") == pytest.approx(10, abs=1)


def test_leaving_and_coming_back_clears_no_debt() -> None:
    """Somebody who asks for one thing at a time is not new each time."""
    queue: FairQueue[str] = FairQueue()
    for number in range(3):
        queue.put((f"other {number}",), "other")
    served = Served(queue, lambda who: 5.0 if who == "eve" else 1.0)
    for _ in range(30):
        queue.put(("eve",), "eve")
        served.serve_until("eve")
    assert served.time["eve"] == pytest.approx(served.now / 4, rel=0.2)


def test_of_several_servers_one_group_has_not_all_while_others_wait() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(5):
        queue.put(("eve", str(number)), "eve")
    queue.put(("ada", "table"), "ada")
    assert {queue.take()[1] for _ in range(2)} == {"ada", "eve"}  # type: ignore[index]


def test_what_is_dropped_is_not_served() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.put(("a", "1"), "first")
    queue.put(("a", "1"), "second")
    queue.put(("b", "1"), "third")
    queue.drop(("a", "1"), "first")
    served = Served(queue)
    served.serve()
    served.serve()
    assert sorted(served.order) == ["second", "third"]
    assert queue.take() is None


def test_nobody_is_remembered_when_all_have_been_served() -> None:
    queue: FairQueue[str] = FairQueue()
    chance = random.Random(1)
    served = Served(queue, lambda _: chance.random())
    for number in range(1000):
        queue.put((number % 7, number % 31, number), "item")
        if chance.random() < 0.7:
            served.serve()
    while len(queue):
        served.serve()
    assert queue.take() is None
    assert queue._all.members == {}


def test_those_who_have_gone_are_forgotten_while_others_go_on() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.put(("always",), "always")
    served = Served(queue)
    for number in range(1000):
        queue.put((f"once {number}",), "once")
        served.serve_until("once")
    assert len(queue._all.members) < 100
