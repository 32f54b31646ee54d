"""Thoughts come in fair order: a flood from one side makes nobody else wait for more than one of its thoughts."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass

import pytest

from trigrad.club import thinking as thoughts
from trigrad.club.refusals import TooBusy
from trigrad.club.thinking import Kind, Thinking, Turn

EVE, ADA = "192.0.2.1", "192.0.2.2"


class Thinker:
    """Thinks when it is told to, one thought after the other, by a clock of its own."""

    def __init__(self) -> None:
        self.now = 0.0
        self.told: list[int] = []
        self.thinking = Thinking(1, lambda: self.now, self.told.append)
        self.begun: list[str] = []
        self.ended: list[tuple[str, float]] = []
        self.closing = False
        self._go = threading.Semaphore(0)
        self._may_begin = threading.Semaphore(0)

    def submit(self, turn: Turn, seconds: float = 1.0) -> "Future[str]":
        def think() -> str:
            self.begun.append(turn.subject)
            self._may_begin.release()
            assert self._go.acquire(timeout=20)
            self.now += seconds
            self.ended.append((turn.subject, self.now))
            return turn.subject

        return self.thinking.submit(turn, think)

    def end_one(self) -> None:
        """Let the thought that is at work end, once it has begun."""
        assert self._may_begin.acquire(timeout=20)
        ended = len(self.ended)
        self._go.release()
        wait_until(lambda: len(self.ended) > ended)

    def end_until(self, thought: "Future[str]") -> None:
        """Let thoughts end until this one has."""
        while not thought.done():
            self.end_one()
            wait_until(lambda: thought.done() or len(self.begun) > len(self.ended))

    def ended_at(self, subject: str) -> float:
        return next(when for which, when in self.ended if which == subject)

    def close(self) -> None:
        self.closing = True
        self.thinking.close()
        for _ in range(2000):
            self._go.release()


def wait_until(happened: Callable[[], object]) -> None:
    deadline = time.monotonic() + 20
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.001)


@pytest.fixture
def thinker() -> Iterator[Thinker]:
    thinker = Thinker()
    yield thinker
    thinker.close()


@dataclass
class Flood:
    """Tables that ask for the next thought as soon as they have one."""

    thinker: Thinker
    kind: Kind
    seconds: float = 1.0

    def begin(self, tables: int, person: Callable[[int], str], origin: str = EVE) -> None:
        for number in range(tables):
            self.ask(Turn(self.kind, origin, person(number), f"flood {number}"))

    def ask(self, turn: Turn) -> None:
        thought = self.thinker.submit(turn, self.seconds)
        thought.add_done_callback(lambda done: None if self.thinker.closing or done.cancelled() else self.ask(turn))


@pytest.mark.parametrize("tables", [1, 25, 200])
@pytest.mark.parametrize("kind", [Kind.BOTS_ALONE, Kind.ANALYSIS])
def test_tables_that_nobody_plays_at_raise_a_persons_wait_by_one_thought_at_most(
    thinker: Thinker, tables: int, kind: Kind
) -> None:
    flood = Flood(thinker, kind)
    flood.begin(tables, lambda number: f"eve {number}")
    for choice in range(20):
        for _ in range(choice % 3):
            thinker.end_one()  # while Ada thinks herself
        asked = thinker.now
        mine = thinker.submit(Turn(Kind.PLAY, ADA, "ada", f"mine {choice}"), 0.8)
        thinker.end_until(mine)
        assert thinker.ended_at(f"mine {choice}") - asked <= 0.8 + flood.seconds + 1e-6


@pytest.mark.parametrize("tables", [1, 25, 200])
def test_tables_of_another_address_at_which_people_play_do_so_too(thinker: Thinker, tables: int) -> None:
    flood = Flood(thinker, Kind.PLAY)
    flood.begin(tables, lambda number: f"eve {number}")
    for choice in range(10):
        asked = thinker.now
        mine = thinker.submit(Turn(Kind.PLAY, ADA, "ada", f"mine {choice}"), 0.8)
        thinker.end_until(mine)
        assert thinker.ended_at(f"mine {choice}") - asked <= 0.8 + flood.seconds + 1e-6
        thinker.end_one()


def test_what_nobody_watches_goes_on_all_the_same(thinker: Thinker) -> None:
    flood = Flood(thinker, Kind.PLAY)
    flood.begin(3, str)
    alone = thinker.submit(Turn(Kind.BOTS_ALONE, ADA, "ada", "alone"))
    for _ in range(12):
        thinker.end_one()
    wait_until(alone.done)


def test_a_persons_quick_bots_do_not_wait_for_as_many_thoughts_of_an_expert(thinker: Thinker) -> None:
    flood = Flood(thinker, Kind.PLAY, seconds=1.0)
    flood.begin(1, str)
    thinker.end_one()
    quick = [thinker.submit(Turn(Kind.PLAY, ADA, "ada", "quick"), 0.01) for _ in range(50)]
    thinker.end_until(quick[-1])
    assert thinker.begun.count("flood 0") <= 4


# --- Bounds ----------------------------------------------------------------------------


def test_where_too_many_wait_whoever_asks_most_is_refused_and_nobody_else(
    thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thoughts, "_MOST", 10)
    first = thinker.submit(Turn(Kind.PLAY, EVE, "eve", "at work"))
    wait_until(lambda: thinker.begun)
    waiting = [thinker.submit(Turn(Kind.PLAY, EVE, f"eve {number}", f"table {number}")) for number in range(9)]
    alone = thinker.submit(Turn(Kind.BOTS_ALONE, EVE, "eve", "alone"))
    with pytest.raises(TooBusy):
        thinker.submit(Turn(Kind.PLAY, EVE, "another", "table"))
    mine = thinker.submit(Turn(Kind.PLAY, ADA, "ada", "mine"))
    with pytest.raises(TooBusy):
        alone.result(0)  # the least urgent made room
    other = thinker.submit(Turn(Kind.PLAY, "192.0.2.3", "bob", "his"))
    with pytest.raises(TooBusy):
        waiting[-1].result(0)  # and then the last
    for _ in range(11):
        thinker.end_one()
    wait_until(lambda: all(one.done() for one in (first, mine, other, *waiting)))
    assert len(thinker.ended) == 11
    assert thinker.thinking._waiting == {}
    assert len(thinker.thinking._queue) == 0


def test_a_thought_that_nobody_waits_for_is_not_thought(thinker: Thinker) -> None:
    thinker.submit(Turn(Kind.PLAY, EVE, "eve", "at work"))
    wait_until(lambda: thinker.begun)
    given_up = thinker.submit(Turn(Kind.PLAY, ADA, "ada", "given up"))
    last = thinker.submit(Turn(Kind.PLAY, ADA, "ada", "last"))
    assert given_up.cancel()
    thinker.end_one()
    thinker.end_one()
    assert last.result(20) == "last"
    assert thinker.begun == ["at work", "last"]


def test_an_error_is_told_to_whoever_waits_and_the_next_thought_comes(thinker: Thinker) -> None:
    def fail() -> str:
        raise OSError("a process died")

    failed = thinker.thinking.submit(Turn(Kind.PLAY, EVE, "eve", "table"), fail)
    with pytest.raises(OSError, match="died"):
        failed.result(20)
    after = thinker.submit(Turn(Kind.PLAY, EVE, "eve", "table"))
    thinker.end_one()
    assert after.result(20) == "table"


def test_when_it_is_closed_whoever_waits_is_told(thinker: Thinker) -> None:
    thinker.submit(Turn(Kind.PLAY, EVE, "eve", "at work"))
    wait_until(lambda: thinker.begun)
    waiting = thinker.submit(Turn(Kind.PLAY, EVE, "eve", "waiting"))
    thinker.thinking.close()
    assert waiting.cancelled()


def test_what_waits_is_told_by_kind_with_the_age_of_the_oldest() -> None:
    thinker = Thinker()
    may_end = threading.Event()
    first = thinker.thinking.submit(Turn(Kind.PLAY, ADA, "ada", "t"), may_end.wait)
    while not first.running():
        time.sleep(0.001)
    waiting = []
    for kind, now in ((Kind.ANALYSIS, 1.0), (Kind.PLAY, 2.0), (Kind.PLAY, 4.0)):
        thinker.now = now
        waiting.append(thinker.thinking.submit(Turn(kind, ADA, "ada", f"{now}"), lambda: None))
    thinker.now = 5.0
    assert thinker.thinking.waiting() == {Kind.PLAY: (2, 3.0), Kind.ANALYSIS: (1, 4.0), Kind.BOTS_ALONE: (0, 0.0)}
    may_end.set()
    for thought in waiting:
        thought.result(20)
    assert all(number == 0 for number, _ in thinker.thinking.waiting().values())
    assert thinker.told == [1, 0, 1, 2, 1, 0]  # how many of those wait that people wait for
    thinker.thinking.close()
