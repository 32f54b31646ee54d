"""What speaks for a choice or against it, in words that people can follow.

A game's features say what a strong player looks at. A ``Reason`` names some of them that mean the same to people, and
says in words by how much two positions differ in it.
"""

from collections.abc import Callable
from dataclasses import dataclass

from trigrad.engine.text import Text


@dataclass(frozen=True)
class Reason:
    """Features that mean the same to people; the sum of their differences is the number that is told."""

    features: tuple[int, ...]
    words: Callable[[int], Text]  # of a difference, a number other than 0
    better: int = 1  # 1 = the more the better, -1 = the fewer: whatever contradicts that is not told
    also: tuple[int, ...] = ()  # features that weigh with these, but are not counted


def more_or_fewer(one: str, many: str) -> Callable[[int], Text]:
    """Words of a difference in what can be counted, from those of a ``{number}`` of them, as for ``Text.plural``."""

    def words(difference: int) -> Text:
        told = {"things": Text.plural(one, many, abs(difference))}
        return Text("{things} more", told) if difference > 0 else Text("{things} fewer", told)

    return words


def either(there: Text, missing: Text) -> Callable[[int], Text]:
    """Words of a difference in what is there or not."""
    return lambda difference: there if difference > 0 else missing
