"""What is shown of a search's thoughts never contradicts itself: property tests, and cases by hand."""

import math
import random
from collections.abc import Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from trigrad.bots.levels import Budget, Thought
from trigrad.bots.teaching import Ground
from trigrad.club import estimates as words
from trigrad.engine.text import ENGLISH
from trigrad.games import load
from trigrad.table.analysis import Choice, analyse
from trigrad.table.table import Rules, Table
from trigrad.table.thoughts import Estimate, estimates, ranked
from trigrad.web.pages import verdicts

CHANCES = st.floats(0, 1)
LEADS = st.floats(-50, 50)
VISITS = st.one_of(st.integers(0, 60), st.integers(0, 200_000))
READINGS = "buy", "pass", "take"


def thoughts_of(actions: Sequence[int]) -> st.SearchStrategy[list[Thought]]:
    """Any thoughts of some actions, most visited first as a search tells them."""
    each = st.tuples(*(st.builds(Thought, st.just(action), VISITS, CHANCES, CHANCES, LEADS) for action in actions))
    return each.map(lambda thoughts: sorted(thoughts, key=lambda thought: (-thought.visits, -thought.worth)))


def reading(action: int) -> str:
    return READINGS[action % len(READINGS)]


# --- Estimates ----------------------------------------------------------------------------


@given(thoughts_of(range(7)))
def test_what_reads_the_same_is_one_choice_of_all_that_was_seen(thoughts: list[Thought]) -> None:
    told = estimates(thoughts, reading)
    assert sorted(reading(one.action) for one in told) == sorted(READINGS)
    assert sum(one.visits for one in told) == sum(thought.visits for thought in thoughts)
    for one in told:
        like = [thought for thought in thoughts if reading(thought.action) == reading(one.action)]
        assert one.action == like[0].action  # that was looked at most
        assert min(t.chance for t in like) - 0.006 <= one.chance <= max(t.chance for t in like) + 0.006
        assert one.chance == round(one.chance, 2)
        assert one.lead == round(one.lead, 1)
        assert math.copysign(1, one.lead) > 0 or one.lead < 0
    assert [one.visits for one in told] == sorted((one.visits for one in told), reverse=True)


@given(thoughts_of(range(7)))
def test_a_list_is_in_the_order_of_what_it_shows(thoughts: list[Thought]) -> None:
    told = estimates(thoughts, str)
    order = ranked(told)
    assert told[0] in order
    figures = [one.shown for one in order]
    assert figures == sorted(figures, reverse=True)
    for one in order[: order.index(told[0])]:
        assert 10 * one.visits >= told[0].visits  # nothing is better by a few looks
        assert one.sure or not told[0].sure
    assert all(one in order for one in told if one.shown <= told[0].shown)


def test_cards_of_the_same_kind_share_what_was_seen() -> None:
    """Two cards alike, each looked at less than the favourite; together more, and by no luck of one of them."""
    thoughts = [Thought(1, 500, 0, 0.5, 1.0), Thought(0, 400, 0, 0.6, 2.0), Thought(3, 200, 0, 0.3, -1.0)]
    assert estimates(thoughts, reading) == [Estimate(0, 600, 0.5, 1.0), Estimate(1, 500, 0.5, 1.0)]


@given(CHANCES, CHANCES)
def test_words_follow_from_the_percents_that_are_shown(best: float, other: float) -> None:
    a, b = round(best, 2), round(other, 2)
    percents = round(100 * a) - round(100 * b)
    expected = "about as good" if percents <= 3 else "somewhat weaker" if percents <= 10 else "clearly weaker"
    assert words.comparison(a - b).pattern == expected


# --- Analyses -----------------------------------------------------------------------------

QUORUM = load("quorum")


def finished() -> Table:
    table = Table(Rules(QUORUM, 2), bytes(range(32)))
    while table.to_move is not None:
        table.act(table.to_move, table.legal(table.to_move)[0], table.version)
    return table


TABLE = finished()


class Search:
    """Thinks anything: often much of one choice and little of others, with chances that are near each other."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)

    def __call__(self, record: Any, seat: int, only: int | None, budget: Budget) -> list[Thought]:
        actions = QUORUM.legal(record) if only is None else [only]
        thoughts = [self._thought(action) for action in actions]
        return sorted(thoughts, key=lambda thought: -thought.visits)

    def _thought(self, action: int) -> Thought:
        visits = int(10 ** self._chance.uniform(0, 4))
        chance = min(1.0, max(0.0, self._chance.gauss(0.5, self._chance.choice([0.01, 0.3]))))
        return Thought(action, visits, chance, chance, self._chance.gauss(0, 1))


def nothing_said(record: Any, seat: int, actions: Sequence[int]) -> list[tuple[Ground, ...]]:
    """In place of comparing actions."""
    return [() for _ in actions]


def reads(choice: Choice, action: int) -> str:
    return QUORUM.describe(TABLE.steps[choice.step - 1].before, action).text.render(ENGLISH)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32))
def test_an_analysis_never_contradicts_itself(seed: int) -> None:
    *_, last = analyse(TABLE, Search(seed), nothing_said)
    assert last.analysis
    for choice in last.analysis.choices:
        assert_sound(choice)
    costs = [choice.cost for choice in last.analysis.costliest()]
    assert costs == sorted(costs, reverse=True)


def assert_sound(choice: Choice) -> None:
    told = [reads(choice, one.action) for one in choice.preferred]
    assert len(set(told)) == len(told)
    own = [one for one in choice.preferred if one.action == choice.chosen.action]
    assert own == [choice.chosen]  # the same figures in the list and in the sentence
    if choice.sure:
        figures = [one.shown for one in choice.preferred if one.sure]
        assert figures == sorted(figures, reverse=True)
        assert choice.after is not None
        assert choice.before >= choice.after
        assert choice.cost == round(choice.before - choice.after, 2)
        if reads(choice, choice.chosen.action) == told[0]:
            assert choice.cost == 0
    else:
        assert choice.cost == 0
    position = verdicts._options(TABLE, choice)
    assert [option.estimate for option in position if option.chosen] == [choice.chosen]
    assert [option.estimate for option in position][:3] == list(choice.preferred[:3])


def look(thoughts: list[Thought], closer: Thought) -> Choice:
    """The first choice of the game, as a search sees it, and another that goes into the chosen action alone."""
    first = TABLE.steps[0].before.tobytes()

    def think(record: Any, seat: int, only: int | None, budget: Budget) -> list[Thought]:
        if record.tobytes() == first:
            return thoughts if only is None else [closer]
        return [Thought(action, 90, 0.5, 0.5, 0.0) for action in ([only] if only is not None else QUORUM.legal(record))]

    *_, last = analyse(TABLE, think, nothing_said)
    assert last.analysis
    return last.analysis.choices[0]


def distinct() -> tuple[int, int, int]:
    """The action that was chosen first in the game, and two that read otherwise."""
    before, chosen = TABLE.steps[0].before, TABLE.steps[0].entry.action
    others = {QUORUM.describe(before, action).text.render(ENGLISH): action for action in QUORUM.legal(before)}
    others.pop(QUORUM.describe(before, chosen).text.render(ENGLISH))
    return chosen, *list(others.values())[:2]  # type: ignore[return-value]


def test_a_choice_that_a_closer_look_finds_better_was_the_best() -> None:
    chosen, best, other = distinct()
    thoughts = [Thought(best, 800, 0.5, 0.5, 2.0), Thought(other, 90, 0.4, 0.4, 0.0), Thought(chosen, 10, 0.1, 0.1, 0)]
    choice = look(thoughts, Thought(chosen, 900, 0.6, 0.6, 4.0))
    assert (choice.before, choice.after, choice.cost) == (0.6, 0.6, 0.0)
    assert [one.action for one in choice.preferred] == [chosen, best, other]
    assert [one.chance for one in choice.preferred] == [0.6, 0.5, 0.4]


def test_what_was_hardly_looked_at_is_not_the_best_by_chance() -> None:
    chosen, best, other = distinct()
    thoughts = [Thought(best, 800, 0.5, 0.5, 2.0), Thought(other, 60, 0.9, 0.9, 9.0), Thought(chosen, 10, 0.1, 0.1, 0)]
    choice = look(thoughts, Thought(chosen, 900, 0.4, 0.4, 1.0))
    assert [one.action for one in choice.preferred] == [best, chosen]
    assert (choice.before, choice.after, choice.cost) == (0.5, 0.4, 0.1)


def test_a_drop_is_the_difference_of_what_is_shown() -> None:
    """61% → 57% by the figures that are shown costs 4, whatever their further digits."""
    chosen, best, other = distinct()
    thoughts = [Thought(best, 800, 0, 0.6051, 2.0), Thought(other, 90, 0, 0.4, 0.0)]
    choice = look(thoughts, Thought(chosen, 900, 0, 0.5749, 1.0))
    assert (choice.before, choice.after, choice.cost) == (0.61, 0.57, 0.04)
    assert verdicts.verdict(TABLE, choice).words.pattern == "somewhat weaker"
