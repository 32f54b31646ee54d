"""The analysis of a finished game: costs by hand, and a won game that is thrown away."""

import hashlib
import json
from collections.abc import Sequence
from typing import Any

import pytest

from trigrad.bots import levels
from trigrad.bots.levels import Budget, Thought
from trigrad.bots.teaching import Ground
from trigrad.engine.game import returns
from trigrad.engine.header import copy_game
from trigrad.games import load
from trigrad.table.analysis import Analysis, Choice, Think, analyse, choices_to_look_at
from trigrad.table.table import Entry, Rules, Table
from trigrad.table.thoughts import LEAST, Estimate

QUORUM = load("quorum")
SEED = bytes(range(32))


@pytest.fixture(scope="module")
def table() -> Table:
    """A finished game in which everybody made the first possible choice."""
    table = Table(Rules(QUORUM, 2), SEED)
    while table.to_move is not None:
        table.act(table.to_move, table.legal(table.to_move)[0], table.version)
    return table


def thought(action: int, visits: int, chance: float) -> Thought:
    return Thought(action, visits, worth=chance, chance=chance, lead=10 * chance)


class Search:
    """A search that would choose as was chosen, but at some steps another action.

    ``chances`` has for these the chance of that other action and of the one that was chosen.
    """

    def __init__(self, table: Table, chances: dict[int, tuple[float, float]]) -> None:
        self._by_record = {step.before.tobytes(): number for number, step in enumerate(table.steps, 1)}
        self._table = table
        self._chances = chances

    def __call__(self, record: Any, seat: int, only: int | None, budget: Budget) -> Sequence[Thought]:
        number = self._by_record[record.tobytes()]
        chosen, other = self._table.steps[number - 1].entry.action, QUORUM.legal(record)[-1]
        assert seat == record.to_move
        if number not in self._chances:
            assert only is None  # for it would choose as was chosen
            return [thought(chosen, 900, 0.5)]
        best, worse = self._chances[number]
        if only is not None:
            assert only == chosen
            return [thought(chosen, 1000, worse)]
        return [thought(other, 990, best), thought(chosen, 10, worse / 2)]


def compare(record: Any, seat: int, actions: Sequence[int]) -> Sequence[tuple[Ground, ...]]:
    """In place of comparing actions: the second lacks a point, two if it is the first of all legal ones."""
    best, chosen = actions
    assert best != chosen
    assert seat == record.to_move
    return [(Ground(0, 1, 1.0),), (Ground(0, -1 - (chosen == QUORUM.legal(record)[0]), -1.0),)]


def complete(table: Table, think: Think) -> Analysis:
    *_, last = analyse(table, think, compare)
    assert last.analysis is not None
    return last.analysis


def made(step: int, seat: int, before: float, after: float, visits: int = LEAST) -> Choice:
    return Choice(step, seat, 1000, Estimate(1, visits, after, 0.0), (Estimate(2, 900, before, 1.0),))


# --- Costs ----------------------------------------------------------------------------


def test_every_choice_that_was_one_is_judged_once(table: Table) -> None:
    analysis = complete(table, Search(table, {}))
    assert [choice.step for choice in analysis.choices] == [
        number for number, step in enumerate(table.steps, 1) if len(QUORUM.legal(step.before)) > 1
    ]
    assert [choice.seat for choice in analysis.choices] == [
        table.steps[choice.step - 1].entry.seat for choice in analysis.choices
    ]
    assert analysis.result == tuple(returns(table.record))
    assert analysis.costliest() == []


def test_the_costliest_come_first_of_all_or_of_one_seat(table: Table) -> None:
    by_seat: dict[int, list[int]] = {0: [], 1: []}
    for number in choices_to_look_at(table):
        by_seat[table.steps[number - 1].entry.seat].append(number)
    first, second = by_seat[0][:2]
    other, another = by_seat[1][:2]
    chances = {first: (0.6, 0.5), second: (0.9, 0.2), other: (0.8, 0.6), another: (0.5, 0.45)}
    analysis = complete(table, Search(table, chances))
    assert [choice.step for choice in analysis.costliest()] == [second, other, first]
    assert [choice.step for choice in analysis.costliest(seat=1)] == [other, another]
    assert analysis.costliest(seat=7) == []
    worst = analysis.costliest()[0]
    assert (worst.before, worst.after, worst.looks) == (0.9, 0.2, 1000)
    assert worst.cost == pytest.approx(0.7)


def test_a_choice_better_than_the_searchs_costs_nothing() -> None:
    assert made(1, 0, before=0.4, after=0.5).cost == 0


def test_what_was_looked_at_too_little_is_not_judged(table: Table) -> None:
    barely = made(1, 0, before=0.9, after=0.1, visits=LEAST - 1)
    assert (barely.sure, barely.after, barely.cost) == (False, None, 0.0)
    assert made(1, 0, before=0.9, after=0.1).sure


def test_what_seems_costly_is_looked_at_again_and_that_look_counts(table: Table) -> None:
    """An estimate that was only by chance so low does not make a choice a costly one."""
    suspect, costly = choices_to_look_at(table)[3:5]
    seen = Search(table, {suspect: (0.9, 0.1), costly: (0.5, 0.4)})
    closer = Search(table, {suspect: (0.6, 0.6), costly: (0.5, 0.3)})
    first_looks = len(choices_to_look_at(table))
    looks: list[float] = []

    def think(record: Any, seat: int, only: int | None, budget: Budget) -> Sequence[Thought]:
        if only is None:
            looks.append(budget.seconds or 0)
        return (closer if len(looks) > first_looks else seen)(record, seat, only, budget)

    analysis = complete(table, think)
    assert [choice.step for choice in analysis.costliest()] == [costly]
    assert looks == [looks[0]] * first_looks + [looks[-1]] * 2
    assert looks[-1] > looks[0]


def test_a_second_search_imagines_as_many_games_as_began_with_the_searchs_own_choice(table: Table) -> None:
    """With more or fewer it would see more or less of what may follow, and the difference would be no cost."""
    costly = choices_to_look_at(table)[0]
    search = Search(table, {costly: (0.9, 0.1)})
    second: list[Budget] = []

    def think(record: Any, seat: int, only: int | None, budget: Budget) -> Sequence[Thought]:
        if only is not None:
            second.append(budget)
        return search(record, seat, only, budget)

    complete(table, think)
    assert second == [Budget(iterations=990)] * 2  # in the first look, and in the closer one


@pytest.mark.parametrize("game", ["quorum", "petersburg"])
def test_all_looks_at_a_game_end_in_time_however_many_there_are(game: str) -> None:
    """A game in which each choice is another than the search's, and every second search is as long as the first."""
    rules = Rules(load(game), load(game).max_players)
    table = Table(rules, SEED)
    while table.to_move is not None:
        table.act(table.to_move, table.legal(table.to_move)[0], table.version)
    taken: list[float] = []

    def think(record: Any, seat: int, only: int | None, budget: Budget) -> Sequence[Thought]:
        taken.append(taken[-1] * 0.7 if budget.seconds is None else budget.seconds)  # most visits are the favourite's
        actions = rules.game.legal(record)
        if only is not None:
            return [thought(only, 700, 0.1)]
        return [thought(actions[-1], 700, 0.9), thought(actions[0], 300, 0.1)]

    *_, last = analyse(table, think, lambda _, __, actions: [()] * len(actions))
    assert last.analysis is not None
    assert len(last.analysis.choices) >= 60
    assert sum(taken) <= 20


def test_progress_goes_up_look_by_look(table: Table) -> None:
    count = len(choices_to_look_at(table))
    costly = choices_to_look_at(table)[0]
    steps = list(analyse(table, Search(table, {costly: (0.9, 0.1)}), compare))
    assert [step.done for step in steps] == [*range(1, count + 1), count, count + 1]
    assert [step.total for step in steps] == [count] * count + [count + 1] * 2
    assert [step.analysis is not None for step in steps] == [False] * (count + 1) + [True]


def test_of_what_cost_most_it_is_said_why(table: Table) -> None:
    """Of the choice that was made beside the best one; all chose what came first of all legal actions."""
    costly = choices_to_look_at(table)[0]
    analysis = complete(table, Search(table, {costly: (0.9, 0.1)}))
    assert {choice.step: choice.grounds for choice in analysis.choices if choice.grounds} == {
        costly: (Ground(0, -2, -1.0),)
    }


def test_an_analysis_survives_being_written_down(table: Table) -> None:
    analysis = complete(table, Search(table, {choices_to_look_at(table)[0]: (0.9, 0.1)}))
    assert Analysis.from_json(json.loads(json.dumps(analysis.to_json()))) == analysis


# --- With the search ------------------------------------------------------------------


def thrown_away() -> Table:
    """A game of Quorum whose last choice, of a card to play, turns a sure victory into a defeat."""
    table = Table(Rules(QUORUM, 2), hashlib.sha256(bytes(2)).digest())
    while not table.over:
        seat = table.to_move
        assert seat is not None
        legal = table.legal(seat)
        shares = [_share(table, action, seat) for action in legal]
        if set(shares) == {0.0, 1.0}:
            table.act(seat, legal[shares.index(0.0)], table.version)
            return table
        table.apply_entry(Entry(seat, legal[table.version % len(legal)]))
    raise AssertionError("the last choice of this game does not decide it")


def _share(table: Table, action: int, seat: int) -> float | None:
    """A seat's share of the victory if an action ends the game, else None."""
    record = copy_game(table.record)
    QUORUM.apply_silently(record, action)
    return returns(record)[seat] if record.over else None


def test_a_victory_thrown_away_by_the_last_choice_costs_all() -> None:
    """The plain search hardly looks at such a choice: it would not tell it from one that was bad by chance."""
    table = thrown_away()
    last = choices_to_look_at(table)[-1]
    other = Search(table, {})

    def think(record: Any, seat: int, only: int | None, budget: Budget) -> Sequence[Thought]:
        if record.tobytes() != table.steps[last - 1].before.tobytes():
            return other(record, seat, only, budget)
        known = QUORUM.resampled(record, seat, SEED)
        return levels.think(QUORUM, known, seat, Budget(iterations=50), SEED, only)

    analysis = complete(table, think)
    [costliest] = analysis.costliest()
    assert (costliest.step, costliest.before, costliest.after, costliest.cost) == (last, 1.0, 0.0, 1.0)
    assert analysis.result[costliest.seat] == 0.0
