"""Why one choice is better than another: how the ends of the own turn differ in what a strong player looks at.

Where each choice leads is imagined as the planner does it, in worlds that the seat cannot tell apart from the real one,
the same ones for every choice. A difference in a feature times its weight is what it is worth in points.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from trigrad.bots.foresight import foresee, new_foresight
from trigrad.bots.greedy import IMAGINED, best_way, imagine
from trigrad.bots.scratch import new_scratch
from trigrad.engine.evaluation import POINT
from trigrad.engine.game import Game
from trigrad.engine.generic import features
from trigrad.engine.header import Header
from trigrad.engine.random import generator
from trigrad.engine.reason import more_or_fewer
from trigrad.engine.text import Text

OTHERS = -1  # in place of a reason: what the best other player will probably have
_WAYS = 60  # most ways looked at for one choice in one world
_LEAST = 0.3  # points below which a difference means nothing


@dataclass(frozen=True)
class Ground:
    """A difference that speaks for one choice beside another, or against it."""

    reason: int  # place in ``Game.reasons``, or ``OTHERS``
    difference: int  # never 0; for ``OTHERS`` in points
    points: float  # that it is probably worth, in tenths; above 0 it speaks for the choice


@dataclass(frozen=True)
class _Outlook:
    """Where a choice leads, on average over the worlds."""

    stage: int
    features: NDArray[np.float64]  # of the seat to choose
    others: float  # points that the best other player will probably have


def grounds(game: Game, record: Header, seat: int, actions: Sequence[int], seed: bytes) -> list[tuple[Ground, ...]]:
    """What speaks for or against each of some legal actions of the seat to move, most weighty first.

    The first action is compared with the second, all others with the first; of equal knowledge and ``seed`` (32
    bytes) come equal grounds.
    """
    if len(actions) < 2:
        return [() for _ in actions]
    outlooks = _outlooks(game, record, seat, actions, seed)
    first = outlooks[0]
    weights = np.asarray(new_foresight(game).weights).reshape(game.stages, -1)[first.stage]
    return [_compared(game, weights, one, first if place else outlooks[1]) for place, one in enumerate(outlooks)]


def in_words(game: Game, ground: Ground) -> Text:
    """A ground in words."""
    return (
        _OTHERS(ground.difference) if ground.reason == OTHERS else game.reasons[ground.reason].words(ground.difference)
    )


_OTHERS = more_or_fewer(
    "{number} point to come for the best other player", "{number} points to come for the best other player"
)


def _outlooks(game: Game, record: Header, seat: int, actions: Sequence[int], seed: bytes) -> list[_Outlook]:
    """Where each action leads, in the same worlds."""
    scratch = new_scratch(game)
    chance = generator(seed)
    stages = [0] * len(actions)
    found = np.zeros((len(actions), len(scratch.foresight.values)))
    others = np.zeros(len(actions))
    for _ in range(IMAGINED):
        imagine(record, seat, chance, scratch)
        for place, action in enumerate(actions):
            best_way(action, seat, chance, scratch, _WAYS)
            foresee(scratch.end, scratch.foresight, scratch.worths)
            others[place] += max(int(scratch.worths[other]) for other in range(int(record.players)) if other != seat)
            stages[place] = int(features(scratch.end, seat, scratch.foresight.values))
            found[place] += scratch.foresight.values
    return [
        _Outlook(stage, sums / IMAGINED, most / IMAGINED / POINT)
        for stage, sums, most in zip(stages, found, others, strict=True)
    ]


def _compared(game: Game, weights: NDArray[np.float64], one: _Outlook, other: _Outlook) -> tuple[Ground, ...]:
    """What speaks for one outlook beside another, or against it, most weighty first."""
    differences = one.features - other.features
    points = weights * differences
    found = [Ground(OTHERS, round(one.others - other.others), round(other.others - one.others, 1))]
    for place, reason in enumerate(game.reasons):
        number = round(differences[list(reason.features)].sum())
        worth = round(float(points[[*reason.features, *reason.also]].sum()), 1)
        if worth * reason.better * number > 0:
            found.append(Ground(place, number, worth))
    told = [ground for ground in found if ground.difference != 0 and abs(ground.points) >= _LEAST]
    return tuple(sorted(told, key=lambda ground: -abs(ground.points)))
