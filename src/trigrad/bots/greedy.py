"""The greedy bot, and the planner: the best end of the own turn, by the standing or by what will come of it.

The greedy bot goes by the game's own scoring rules, the planner by ``foresight``. Both play
out in thought all ways in which their own run of choices can go on until somebody else is to
choose, and take the first choice of the best way. What their seat cannot know (face-down
cards, refills) is imagined several times, and the mean counts.
"""

import numpy as np

from trigrad.bots.foresight import foresee
from trigrad.bots.scratch import DEPTH, Scratch
from trigrad.engine.evaluation import lead
from trigrad.engine.generic import apply_action, evaluate, legal_actions, resample
from trigrad.engine.header import Header
from trigrad.engine.random import Generator, below, next_word, shuffle
from trigrad.engine.record import Floats, Row
from trigrad.engine.rule import rule

IMAGINED = 4  # positions imagined for one choice
WAYS = 1000  # most ways looked at for one choice, shared out evenly among candidates and positions


@rule
def choose(known: Header, seat: int, chance: Generator, scratch: Scratch) -> int:
    """The candidate of the best mean worth; ``known`` is already resampled for the seat."""
    candidates, worth = scratch.candidates, scratch.worth
    count = legal_actions(known, candidates)
    if count == 1:
        return int(candidates[0])
    for i in range(count):
        worth[i] = 0.0
    share = max(1, WAYS // (IMAGINED * count))
    for _ in range(IMAGINED):
        imagine(known, seat, chance, scratch)
        for i in range(count):
            worth[i] += best_way(candidates[i], seat, chance, scratch, share)
    return int(candidates[index_of_best(worth, count, chance)])


@rule
def draw_seed(chance: Generator, seed: Row) -> None:
    """A fresh seed (uint32[8]) out of a generator."""
    for i in range(8):
        seed[i] = next_word(chance)


@rule
def imagine(known: Header, seat: int, chance: Generator, scratch: Scratch) -> None:
    """Begin the line with a position that the seat cannot tell from the known one."""
    scratch.line[0] = known
    draw_seed(chance, scratch.seed)
    resample(scratch.line[0], seat, scratch.seed)


@rule
def best_way(first: int, seat: int, chance: Generator, scratch: Scratch, share: int) -> float:
    """The worth for the seat of the best way to go on after the choice ``first``.

    Every way is tried, depth first; where there are more than ``share``, that many. Its end is left in
    ``scratch.end``.
    """
    best = -np.inf
    scratch.actions[0, 0] = first
    scratch.left[0] = 1
    depth = 0
    while depth >= 0 and share > 0:
        if scratch.left[depth] == 0:
            depth -= 1
        elif follow(depth, seat, scratch):
            worth = standing(scratch.line[depth + 1], seat, scratch)
            if worth > best:
                best = worth
                scratch.end = scratch.line[depth + 1]
            share -= 1
        else:
            depth += 1
            open_choices(depth, chance, scratch)
    return best


@rule
def standing(game: Header, seat: int, scratch: Scratch) -> float:
    """The points that a seat is ahead of the best other one, as the game stands or as it will probably end."""
    if scratch.foresees == 0:
        evaluate(game, scratch.worths)
    else:
        foresee(game, scratch.foresight, scratch.worths)
    return lead(scratch.worths, seat, game.players)


@rule
def follow(depth: int, seat: int, scratch: Scratch) -> bool:
    """Carry out the next untried choice at a depth of the line; whether the way ends there."""
    scratch.left[depth] -= 1
    scratch.line[depth + 1] = scratch.line[depth]
    game = scratch.line[depth + 1]
    apply_action(game, scratch.actions[depth, scratch.left[depth]], scratch.journal)
    return game.to_move != seat or depth + 1 == DEPTH


@rule
def open_choices(depth: int, chance: Generator, scratch: Scratch) -> None:
    """List the choices at a depth of the line, in random order: a share that ends early favours none."""
    actions = scratch.actions[depth]
    count = legal_actions(scratch.line[depth], actions)
    shuffle(chance, actions, 0, count)
    scratch.left[depth] = count


@rule
def index_of_best(worth: Floats, count: int, chance: Generator) -> int:
    """The index of the greatest worth; equal ones are equally likely."""
    best, ties = 0, 1
    for i in range(1, count):
        if worth[i] > worth[best]:
            best, ties = i, 1
        elif worth[i] == worth[best]:
            ties += 1
            if below(chance, ties) == 0:
                best = i
    return best
