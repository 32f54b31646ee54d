"""The analysis of a finished game: what each choice cost in chances to win, by what its seat could know.

A search looks at the position before each choice. It tells the chance to win after its own
choice and after the one that was made; the difference is what the choice cost. A search looks
little at what seems bad, and sees it worse than it is: so if the choice made is another than its
own, all of a second search goes into that, of as many games as the first imagined of its own.
The choices that seem costliest are looked at once more and longer, since the largest of many
estimates is likely to be too large. Where the second search finds the choice better than the
search's own, that one was the best there is known of.

All looks at a game share a time that does not grow with the game: the more choices, the shorter each look.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Protocol

from trigrad.bots.levels import Budget, Thought
from trigrad.bots.teaching import Ground
from trigrad.engine.game import returns
from trigrad.engine.header import Header
from trigrad.engine.text import ENGLISH
from trigrad.table.table import Table
from trigrad.table.thoughts import Estimate, estimates, ranked

VERSION = 4  # raised when games would be analysed, or grounds be numbered, otherwise: then all is computed anew
_PREFERRED = 6  # choices of the search that are kept
_REVIEWED = 4  # choices of each seat that are looked at once more
_FIRST_LOOKS = 8.0  # seconds for the searches of all of them; the second searches take less than that again
_LAST_LOOKS = 3.5
_FIRST_LOOK = 0.1  # seconds at most; also short so that bots at other tables get their turns in between
_LAST_LOOK = 0.5


class Think(Protocol):
    """Asks a search, and sees to it that it sees only what the seat may know."""

    def __call__(self, record: Header, seat: int, only: int | None, budget: Budget) -> Sequence[Thought]:
        """What the search thinks of all actions of the seat to move, or of ``only`` one; most visited first."""


class Compare(Protocol):
    """Asks what speaks for actions and against them, and sees to it that only what the seat may know is seen."""

    def __call__(self, record: Header, seat: int, actions: Sequence[int]) -> Sequence[tuple[Ground, ...]]:
        """For each action in turn, see ``teaching.grounds``."""


@dataclass(frozen=True)
class Choice:
    """A choice that was really one, and what the search makes of it."""

    step: int  # number of the choice among all of the game, from 1
    seat: int
    looks: int  # games that were imagined, for all actions together
    chosen: Estimate
    preferred: tuple[Estimate, ...]  # what the search would choose, and what was chosen: best first
    grounds: tuple[Ground, ...] = ()  # for and against what was chosen, beside the best, where that was looked into

    @property
    def sure(self) -> bool:
        """Whether the estimates of this choice and the best one's can be compared."""
        return self.chosen.sure and self.preferred[0].sure

    @property
    def before(self) -> float:
        """The chance to win before the choice: that of the best one."""
        return self.preferred[0].chance

    @property
    def after(self) -> float | None:
        """The chance to win after the choice; None if there is too little to tell by."""
        return self.chosen.chance if self.chosen.sure else None

    @property
    def cost(self) -> float:
        """The chance that the choice gave away; 0 if there is too little to tell by."""
        return self.suspected if self.sure else 0.0

    @property
    def suspected(self) -> float:
        """The cost as it stands, however little it rests on."""
        return max(0.0, round(self.before - self.chosen.chance, 2))


@dataclass(frozen=True)
class Analysis:
    """All choices of a game, and each seat's share of the victory."""

    choices: tuple[Choice, ...]
    result: tuple[float, ...]

    def costliest(self, seat: int | None = None, count: int = 3) -> list[Choice]:
        """The choices that gave away most, of a seat or of all; fewer if fewer gave away anything."""
        costly = [choice for choice in self.choices if choice.cost > 0 and seat in (None, choice.seat)]
        return sorted(costly, key=lambda choice: -choice.cost)[:count]

    def to_json(self) -> dict[str, Any]:
        """The analysis as plain data."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Analysis":
        """The analysis that ``to_json`` made plain, before or after it went through JSON."""
        return cls(tuple(map(_choice_from_json, data["choices"])), tuple(data["result"]))


@dataclass(frozen=True)
class Progress:
    """How far an analysis is: looks done and to be done; ``analysis`` once it is complete."""

    done: int
    total: int
    analysis: Analysis | None = None


def choices_to_look_at(table: Table) -> list[int]:
    """The numbers, from 1, of the choices at which there was something to choose."""
    return [number for number, step in enumerate(table.steps, 1) if not step.forced]


def analyse(table: Table, think: Think, compare: Compare) -> Iterator[Progress]:
    """Analyse a finished table, one look at a time; the last progress has the analysis."""
    numbers = choices_to_look_at(table)
    choices: dict[int, Choice] = {}
    budget = _shared(_FIRST_LOOKS, len(numbers), _FIRST_LOOK)
    for number in numbers:
        choices[number] = _look(table, number, think, budget)
        yield Progress(len(choices), len(numbers))
    reviewed = _to_review(list(choices.values()), table.rules.players)
    budget = _shared(_LAST_LOOKS, len(reviewed), _LAST_LOOK)
    total = len(numbers) + len(reviewed)
    for done, number in enumerate(reviewed, len(numbers)):
        yield Progress(done, total)
        choices[number] = _explained(table, _look(table, number, think, budget), compare)
    yield Progress(total, total, Analysis(tuple(choices.values()), tuple(returns(table.record))))


def _shared(seconds: float, looks: int, most: float) -> Budget:
    """What each of some looks gets of the time for all."""
    return Budget(seconds=min(most, seconds / max(1, looks)))


def _look(table: Table, number: int, think: Think, budget: Budget) -> Choice:
    step = table.steps[number - 1]
    entry = step.entry

    def reads(action: int) -> str:
        return table.rules.game.describe(step.before, action).text.render(ENGLISH)

    seen = estimates(think(step.before, entry.seat, None, budget), reads)
    others = [one for one in seen[:_PREFERRED] if reads(one.action) != reads(entry.action)]
    if seen[0] in others:
        as_long = Budget(iterations=seen[0].visits)
        [chosen] = estimates(think(step.before, entry.seat, entry.action, as_long), reads)
        known = [*others, chosen]
    else:  # what the search would choose, or another card of the same kind
        chosen = replace(seen[0], action=entry.action)
        known = [chosen, *others]
    return Choice(
        step=number,
        seat=entry.seat,
        looks=sum(one.visits for one in seen),
        chosen=chosen,
        preferred=_best_first(known, chosen),
    )


def _explained(table: Table, choice: Choice, compare: Compare) -> Choice:
    """A choice with what speaks against it, if it cost anything."""
    if choice.cost == 0:
        return choice
    before = table.steps[choice.step - 1].before
    _, grounds = compare(before, choice.seat, [choice.preferred[0].action, choice.chosen.action])
    return replace(choice, grounds=grounds)


def _best_first(known: Sequence[Estimate], chosen: Estimate) -> tuple[Estimate, ...]:
    """What is known of a choice's actions; what was looked at too little to be told comes last.

    Where that is even so with the first, the search's favourite, there is nothing to go by but its preference.
    """
    if not known[0].sure:
        return tuple(known)
    return tuple(sorted(ranked(known, chosen), key=lambda one: not one.sure))


def _to_review(choices: Sequence[Choice], players: int) -> list[int]:
    """The numbers of each seat's choices that seem costliest, in the order of the game."""
    suspects: list[int] = []
    for seat in range(players):
        own = [choice for choice in choices if choice.seat == seat and choice.suspected > 0]
        suspects += [choice.step for choice in sorted(own, key=lambda choice: -choice.suspected)[:_REVIEWED]]
    return sorted(suspects)


def _choice_from_json(data: Mapping[str, Any]) -> Choice:
    preferred = tuple(Estimate(**estimate) for estimate in data["preferred"])
    grounds = tuple(Ground(**ground) for ground in data["grounds"])
    return Choice(**{**data, "chosen": Estimate(**data["chosen"]), "preferred": preferred, "grounds": grounds})
