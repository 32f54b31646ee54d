"""Levels for people: the search with more or less thought, which the weaker ones do not give to every choice."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from trigrad.bots import search
from trigrad.bots.scratch import SearchScratch, new_search_scratch
from trigrad.bots.search import Node, Tree
from trigrad.engine.game import Game
from trigrad.engine.header import Header
from trigrad.engine.random import Generator, below, generator

Clock = Callable[[], float]  # seconds

NODES = 400_000  # of a tree: 19 MB; a full tree grows no more, but is still searched
_CHUNK = 0.01  # seconds between two looks at the clock
_CATCH_UP = 1 / 3  # of the visits to come: by more a choice hardly ever gains on another
_FOR_SURE = 2**30  # visits after which nothing is expected to be hidden in an action any more
_PERCENT = 100


@dataclass(frozen=True)
class Budget:
    """How long a search may think: for some ``seconds``, or, reproducibly, for some ``iterations``."""

    seconds: float | None = None
    iterations: int | None = None

    def __post_init__(self) -> None:
        if (self.seconds is None) == (self.iterations is None):
            raise ValueError("a search thinks either for seconds or for iterations")


@dataclass(frozen=True)
class Level:
    """How far a bot thinks, and what it misses: each possible choice goes unnoticed with ``overlooks`` percent."""

    budget: Budget
    overlooks: int = 0


@dataclass(frozen=True)
class Thought:
    """What a search thinks of one choice."""

    action: int
    visits: int
    worth: float  # 0..1: mostly the chance to win; what the search goes by
    chance: float  # 0..1: to win; a victory shared by n counts 1/n
    lead: float  # points ahead of the best other player, as the imagined games went


def think(
    game: Game,
    record: Header,
    seat: int,
    budget: Budget,
    seed: bytes,
    only: int | None = None,
    *,
    clock: Clock | None = None,
    until_sure: bool = False,
) -> list[Thought]:
    """What a search thinks of each choice of the seat to move, most visited first.

    Of legal actions that mean the same there is one. With ``only`` all of the search goes into this
    one action, which it would otherwise look at the less the worse it seems. ``until_sure`` ends it
    early once it is as good as certain which choice will be the most visited one. ``clock`` gives seconds, those
    of the wall by default. The search sees worlds that the seat cannot tell apart from the real
    one, never that.
    """
    choices = {int(game.functions.meaning(record, action)): action for action in reversed(game.legal(record))}
    chance = generator(seed)
    scratch = new_search_scratch(game)
    tree = search.new_tree(_nodes(game, budget))
    search.plant(tree, scratch)
    if only is not None:
        meant = int(game.functions.meaning(record, only))
        _close(choices.keys() - {meant}, seat, tree, scratch)
        choices = {meant: only}

    def grow(iterations: int) -> None:
        search.search(record, seat, iterations, chance, tree, scratch)

    if budget.iterations is not None:
        grow(budget.iterations)
    elif budget.seconds is not None:
        _search_for(budget.seconds, clock or time.perf_counter, grow, tree if until_sure else None)
    return _thoughts(tree, choices)


def _nodes(game: Game, budget: Budget) -> int:
    """How large a tree can become."""
    return NODES if budget.iterations is None else min(NODES, budget.iterations + 1 + game.num_actions)


def _close(meanings: Iterable[int], seat: int, tree: Tree, scratch: SearchScratch) -> None:
    """Let the search believe that it knows some choices well, and that they always lose."""
    for meaning in meanings:
        child = search.add_node(tree, scratch, meaning, seat)
        tree[child].visits = tree[child].chances = _FOR_SURE
        tree[child].sibling = tree[search.ROOT].child
        tree[search.ROOT].child = child


def _search_for(seconds: float, clock: Clock, grow: Callable[[int], None], until_sure: Tree | None) -> None:
    """Let a tree grow until the time is over, in chunks that are short beside it, or until a tree is ``until_sure``.

    A chunk is as long as the mean pace so far allows: on a busy machine the pace of one chunk says
    little, since it may have been halted by others, or not at all.
    """
    started = clock()
    done, iterations = 0, 1
    while True:
        grow(iterations)
        done += iterations
        taken = clock() - started
        if taken >= seconds:
            return
        pace = done / max(taken, 1e-6)
        if until_sure is not None and search.visits_ahead(until_sure) > _CATCH_UP * pace * (seconds - taken):
            return
        iterations = max(1, min(4 * iterations, int(pace * min(_CHUNK, seconds - taken))))


def _thoughts(tree: Tree, choices: Mapping[int, int]) -> list[Thought]:
    """What a tree tells of some choices; ``choices`` has an action for each meaning."""
    thoughts = []
    child = int(tree[search.ROOT].child)
    while child != search.NONE:
        node = tree[child]
        if int(node.meaning) in choices:
            thoughts.append(_thought(node, choices[int(node.meaning)]))
        child = int(node.sibling)
    return sorted(thoughts, key=lambda thought: (-thought.visits, -thought.worth, thought.action))


def _thought(node: Node, action: int) -> Thought:
    visits = max(1, int(node.visits))
    return Thought(
        action=action,
        visits=int(node.visits),
        worth=float(node.total) / visits,
        chance=float(node.victories) / visits,
        lead=float(node.lead) / visits,
    )


def choose(game: Game, record: Header, seat: int, level: Level, seed: bytes, clock: Clock | None = None) -> int:
    """The choice of a level for the seat to move; it thinks no longer than is needed to be sure of it."""
    legal = game.legal(record)
    if len(legal) == 1:
        return legal[0]
    thoughts = think(game, record, seat, level.budget, seed, clock=clock, until_sure=True)
    return _best_noticed(thoughts, level.overlooks, generator(seed[::-1]))


def _best_noticed(thoughts: Sequence[Thought], overlooks: int, chance: Generator) -> int:
    """The choice that was looked at most of those that are not overlooked; the very last is seen after all."""
    for thought in thoughts[:-1]:
        if below(chance, _PERCENT) >= overlooks:
            return thought.action
    return thoughts[-1].action
