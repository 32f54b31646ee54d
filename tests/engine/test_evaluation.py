"""The lead is over the best of the others, in points."""

import numpy as np
import pytest

from trigrad.engine.evaluation import POINT, lead


@pytest.mark.parametrize(
    ("worths", "leads"),
    [
        ([300, 100], [2.0, -2.0]),
        ([500, 500, 125], [0.0, 0.0, -3.75]),
        ([-700, -900], [2.0, -2.0]),  # below nothing too
        ([0, 0, 0, 0, 0], [0.0] * 5),
    ],
)
def test_the_lead_is_over_the_best_of_the_others(worths: list[int], leads: list[float]) -> None:
    given = np.array(worths, np.int64)
    assert [lead(given, seat, len(worths)) for seat in range(len(worths))] == leads


def test_seats_that_are_empty_do_not_count() -> None:
    worths = np.array([100, 50, 900, 900, 900], np.int64)
    assert lead(worths, 0, 2) == 0.5


def test_worths_are_in_hundredths_of_a_point() -> None:
    assert lead(np.array([1, 0], np.int64), 0, 2) == 1 / POINT == 0.01
