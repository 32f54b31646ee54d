"""In place of a search, where a test needs to know what it thinks and when."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from trigrad.bots.levels import Budget, Thought
from trigrad.club.bot_processes import BotProcesses


class Thinker:
    """Thinks always the same, of the last four choices, when it may."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, int]] = []
        self.may = threading.Event()
        self.may.set()
        self.error: Exception | None = None

    def think(self, game: Any, record: Any, seat: int, budget: Budget) -> list[Thought]:
        self.asked.append((record, seat))
        assert self.may.wait(20)
        if self.error:
            raise self.error
        known = [(200_000, 0.60, 0.526, 3.44), (30_000, 0.59, 0.512, -0.26), (9_500, 0.55, 0.2, -7.0), (900, 0.1, 0, 0)]
        legal = game.legal(record)[-4:]  # not the first, which a table would take where nothing is asked
        return [
            Thought(action, visits, worth, chance, lead)
            for action, (visits, worth, chance, lead) in zip(legal, known, strict=True)
        ]


@pytest.fixture
def thinker(monkeypatch: pytest.MonkeyPatch) -> Iterator[Thinker]:
    thinker = Thinker()
    monkeypatch.setattr(BotProcesses, "think", lambda _, *question, waited: thinker.think(*question))
    yield thinker
    thinker.may.set()
