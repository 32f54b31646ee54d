"""How long a thought may take while others wait, by hand: what is left of the second is shared."""

import pytest

from trigrad.club.hurry import HurriedClock


class Thought:
    """A thought of a level, by a clock that goes by hundredths of a second."""

    def __init__(self, seconds: float, waited: float = 0.0, waiting: float = 0.0) -> None:
        self.now, self.waiting = 5.0, waiting
        self._seconds = seconds
        self._clock = HurriedClock(seconds, waited, lambda: self.waiting, lambda: self.now)

    def goes_on(self, seconds: float) -> bool:
        """Whether it still thinks after so many seconds more."""
        for _ in range(round(seconds * 100)):
            self.now += 0.01
            if self._clock() >= self._seconds - 1e-9:
                return False
        return True

    @property
    def length(self) -> float:
        """How long it takes if nothing changes."""
        began = self.now
        while self.goes_on(0.01):
            assert self.now < began + 10
        return self.now - began


@pytest.mark.parametrize(
    ("seconds", "waited", "waiting", "length"),
    [
        (1.0, 0.0, 0, 1.0),  # nobody waits: all of its time
        (0.1, 0.0, 0, 0.1),
        (1.0, 0.0, 1, 0.5),  # half for whoever waits
        (1.0, 0.2, 1, 0.4),  # of 0.8 s that are left
        (1.0, 0.0, 9, 0.1),
        (0.1, 0.0, 4, 0.1),  # there is time for all
        (0.1, 0.6, 3, 0.1),
        (0.1, 0.8, 1, 0.1),
        (1.0, 0.7, 5, 0.05),  # the least
        (1.0, 2.5, 0, 0.05),  # late as it is, it still thinks
        (0.04, 2.5, 9, 0.04),
    ],
)
def test_what_is_left_of_the_second_is_shared(seconds: float, waited: float, waiting: float, length: float) -> None:
    assert Thought(seconds, waited, waiting).length == pytest.approx(length, abs=0.0101)


def test_who_comes_while_it_thinks_hurries_it_from_then_on() -> None:
    thought = Thought(1.0)
    assert thought.goes_on(0.5)
    thought.waiting = 4
    assert thought.length == pytest.approx(0.1, abs=0.0101)  # half of its time is left, five times as fast


@pytest.mark.parametrize("many", [2, 5, 11])
def test_who_asks_at_once_is_answered_within_a_second_one_after_the_other(many: int) -> None:
    waited, lengths = 0.0, []
    for others in reversed(range(many)):
        lengths.append(Thought(1.0, waited, others).length)
        waited += lengths[-1]
    assert waited <= 1.0 + 0.01 * many
    assert lengths == pytest.approx([1.0 / many] * many, abs=0.0101 * many / 2)


def test_who_asks_again_and_again_is_answered_within_a_second() -> None:
    """Eleven who ask anew as soon as they are answered: each waits for ten."""
    asked = [0.0] * 11
    now, worst = 0.0, 0.0
    for turn in range(200):
        who = turn % 11
        now += Thought(1.0, now - asked[who], 10).length
        worst = max(worst, now - asked[who])
        asked[who] = now
    assert 0.5 < worst <= 1.0
