"""Small stacks of cards: what is taken out leaves no gap, what is sorted stays the same cards."""

from itertools import permutations

import numpy as np
import pytest

from trigrad.engine.stack import remove, sort


@pytest.mark.parametrize(
    ("index", "left"), [(0, [6, 7, 8, 0, 9]), (1, [5, 7, 8, 0, 9]), (2, [5, 6, 8, 0, 9]), (3, [5, 6, 7, 0, 9])]
)
def test_what_is_taken_out_leaves_no_gap(index: int, left: list[int]) -> None:
    items = np.array([5, 6, 7, 8, 9], np.int8)  # the last one is no longer of the stack
    assert remove(items, 4, index) == 3
    assert items.tolist() == left


def test_the_only_one_can_be_taken_out() -> None:
    items = np.array([5], np.int8)
    assert remove(items, 1, 0) == 0
    assert items.tolist() == [0]


def test_a_size_as_records_hold_it_will_do() -> None:
    items = np.arange(100, dtype=np.int8)
    left = remove(items, np.int8(100), 0)  # type: ignore[arg-type]  # a field of a record is a NumPy scalar
    assert (left, items[0], items[98], items[99]) == (99, 1, 99, 0)


@pytest.mark.parametrize("items", list(permutations([3, 1, 2, 1])))
def test_only_the_first_ones_are_sorted(items: tuple[int, ...]) -> None:
    given = np.array([*items, 0, -5], np.int8)
    sort(given, 4)
    assert given.tolist() == [1, 1, 2, 3, 0, -5]


def test_nothing_is_sorted_already() -> None:
    items = np.array([2, 1], np.int8)
    sort(items, 0)
    sort(items, 1)
    assert items.tolist() == [2, 1]
