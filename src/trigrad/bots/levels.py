"""Levels for people: the search with more or less thought; the weaker ones err as people do.

A person who is new to a game looks first at what brings something at once and overlooks the rest, thinks hardly
further than the own turn, and counts what is on the table. So do the weaker levels: they throw no dice over what they
see.
"""

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from trigrad.bots import search
from trigrad.bots.greedy import best_way, imagine
from trigrad.bots.scratch import SearchScratch, new_scratch, new_search_scratch
from trigrad.bots.search import Node, Tree
from trigrad.engine.game import Game
from trigrad.engine.header import Header
from trigrad.engine.random import generator, next_word

Clock = Callable[[], float]  # seconds

NODES = 400_000  # of a tree: 19 MB; a full tree grows no more, but is still searched
_CHUNK = 0.01  # seconds between two looks at the clock
_CATCH_UP = 1 / 3  # of the visits to come: by more a choice hardly ever gains on another
_FOR_SURE = 2**30  # visits after which nothing is expected to be hidden in an action any more
_PERCENT = 100
_WAYS = 60  # that the own turn may go on, which are looked at for one choice at first glance


@dataclass(frozen=True)
class Budget:
    """How long a search may think: for some ``seconds``, or, reproducibly, for some ``iterations``."""

    seconds: float | None = None
    iterations: int | None = None

    def __post_init__(self) -> None:
        if (self.seconds is None) == (self.iterations is None):
            raise ValueError("a search thinks either for seconds or for iterations")


@dataclass(frozen=True)
class Sight:
    """How much of a position is seen, where that is less than all."""

    overlooks: int  # percent of the choices: those that bring least by the end of the own turn
    playout: int  # choices imagined after the own turn before a position is valued
    simple: bool = False  # whether it is valued as it stands, and not by foresight


@dataclass(frozen=True)
class Level:
    """How long a bot thinks, and how much it sees; None = all."""

    budget: Budget
    sight: Sight | None = None


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
    only: int | Sight | None = None,
    *,
    clock: Clock | None = None,
    until_sure: bool = False,
) -> list[Thought]:
    """What a search thinks of each choice of the seat to move, most visited first.

    Of legal actions that mean the same there is one. With an action as ``only`` all of the search goes into this
    one, which it would otherwise look at the less the worse it seems; with a sight into what that sees.
    ``until_sure`` ends it early once it is as good as certain which choice will be the most visited one. ``clock``
    gives seconds, those of the wall by default. The search sees worlds that the seat cannot tell apart from the real
    one, never that.
    """
    choices = {int(game.functions.meaning(record, action)): action for action in reversed(game.legal(record))}
    chance = generator(seed)
    scratch = new_search_scratch(game)
    tree = search.new_tree(_nodes(game, budget))
    search.plant(tree, scratch)
    seen = choices
    if isinstance(only, Sight):
        seen = _noticed(game, record, seat, choices, only.overlooks, seed)
        scratch.turns, scratch.playout, scratch.foresees = 1, only.playout, not only.simple
    elif only is not None:
        seen = {int(game.functions.meaning(record, only)): only}
    _close(choices.keys() - seen.keys(), seat, tree, scratch)

    def grow(iterations: int) -> None:
        search.search(record, seat, iterations, chance, tree, scratch)

    if budget.iterations is not None:
        grow(budget.iterations)
    elif budget.seconds is not None:
        _search_for(budget.seconds, clock or time.perf_counter, grow, tree if until_sure else None)
    return _thoughts(tree, seen)


def _nodes(game: Game, budget: Budget) -> int:
    """How large a tree can become."""
    return NODES if budget.iterations is None else min(NODES, budget.iterations + 1 + game.num_actions)


def _noticed(
    game: Game, record: Header, seat: int, choices: Mapping[int, int], overlooks: int, seed: bytes
) -> dict[int, int]:
    """Of some choices, by their meanings, those that strike the eye: by the end of the own turn they bring most."""
    scratch, chance = new_scratch(game), generator(seed)
    scratch.foresees = 0
    imagine(record, seat, chance, scratch)
    strikes = {
        meant: (best_way(action, seat, chance, scratch, _WAYS), next_word(chance))  # of equal ones any
        for meant, action in choices.items()
    }
    most = max(2, len(choices) - len(choices) * overlooks // _PERCENT)
    return {meant: choices[meant] for meant in sorted(strikes, key=strikes.__getitem__, reverse=True)[:most]}


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
    return think(game, record, seat, level.budget, seed, level.sight, clock=clock, until_sure=True)[0].action
