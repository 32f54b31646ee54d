"""What a search thinks, as people are shown it: choices that read the same are one, and figures are rounded once.

All that is said of a choice (its place in a list, what it costs, how it compares) follows from the rounded figures, so
that no sentence contradicts the numbers beside it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from trigrad.bots.levels import Thought

LEAST = 30  # visits below which an estimate says nothing: its standard error may pass 0.09
_HEARSAY = 10  # times less often looked at than the favourite, a choice that seems better only seems so


@dataclass(frozen=True)
class Estimate:
    """What the search makes of one action."""

    action: int
    visits: int
    chance: float  # 0..1, in hundredths: to win; a victory shared by n counts 1/n
    lead: float  # points ahead of the best other player, in tenths

    @property
    def sure(self) -> bool:
        """Whether it rests on enough visits."""
        return self.visits >= LEAST

    @property
    def shown(self) -> tuple[float, float]:
        """What people see of it, and go by: the more, the better."""
        return self.chance, self.lead


def estimates(thoughts: Iterable[Thought], reads: Callable[[int], str]) -> list[Estimate]:
    """What is shown of a search's thoughts, most visited first.

    Actions whose words ``reads`` tells alike, as for cards of the same kind, become the most visited one of them, with
    the visits of all and the mean of what these saw.
    """
    alike: dict[str, list[Thought]] = {}
    for thought in thoughts:
        alike.setdefault(reads(thought.action), []).append(thought)
    return sorted(map(_as_one, alike.values()), key=lambda estimate: -estimate.visits)


def _as_one(thoughts: Sequence[Thought]) -> Estimate:
    weights = [max(1, thought.visits) for thought in thoughts]
    parts = list(zip(weights, thoughts, strict=True))
    most = max(thoughts, key=lambda thought: thought.visits)
    return Estimate(
        action=most.action,
        visits=sum(thought.visits for thought in thoughts),
        chance=round(sum(weight * thought.chance for weight, thought in parts) / sum(weights), 2),
        lead=round(sum(weight * thought.lead for weight, thought in parts) / sum(weights), 1) + 0.0,  # no -0.0
    )


def ranked(seen: Sequence[Estimate], chosen: Estimate | None = None) -> list[Estimate]:
    """Estimates, the search's favourite first, in the order of what is shown of them, best first.

    Left out is what seems better than the favourite only because it was hardly looked at, unless it was ``chosen``.
    """
    favourite = seen[0]
    kept = [one for one in seen if one is chosen or one.shown <= favourite.shown or _may_be_better(one, favourite)]
    return sorted(kept, key=lambda one: (one.shown, one.visits), reverse=True)


def _may_be_better(one: Estimate, favourite: Estimate) -> bool:
    return one.sure >= favourite.sure and _HEARSAY * one.visits >= favourite.visits
