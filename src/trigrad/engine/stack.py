"""Small stacks of cards in an array: the first ``size`` entries count, those behind them are 0."""

from trigrad.engine.record import Row
from trigrad.engine.rule import rule


@rule
def remove(items: Row, size: int, index: int) -> int:
    """Take an item out of the first ``size`` and close the gap, in the same order; return how many are left."""
    for i in range(len(items) - 1):
        items[i] = items[i + 1] if i >= index else items[i]
    items[size - 1] = 0
    return int(size) - 1


@rule
def sort(items: Row, size: int) -> None:
    """Put the first ``size`` items into ascending order."""
    for i in range(1, size):
        item = items[i]
        j = i
        while j > 0 and items[j - 1] > item:
            items[j] = items[j - 1]
            j -= 1
        items[j] = item
