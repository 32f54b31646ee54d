"""Bots answer within a second even while many think: a thought gives way to those that wait behind it.

For a thought time passes the faster, the more others wait for the process that it has: what is left of the second
within which it is to be answered is shared with them. So nobody is late because another thinks at length.
"""

import time
from collections.abc import Callable

ANSWER = 1.0  # seconds from a question to its answer, as far as that is in our hands
_LEAST = 0.05  # seconds that a thought gets, also where it is late


class HurriedClock:
    """The seconds of a thought that is to take some, if nobody waits; they pass faster where somebody does."""

    def __init__(
        self,
        seconds: float,
        waited: float,
        crowd: Callable[[], float],
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        """``waited`` seconds have passed since the question; ``crowd`` tells how many others wait for the process."""
        self._seconds = seconds
        self._left = ANSWER - waited
        self._crowd = crowd
        self._clock = clock
        self._last = clock()
        self._passed = 0.0

    def __call__(self) -> float:
        """The seconds that have passed, counted from when it was made."""
        now = self._clock()
        share = max(_LEAST, self._left / (1.0 + self._crowd()))
        self._passed += (now - self._last) * max(1.0, self._seconds / share)
        self._last = now
        return self._passed
