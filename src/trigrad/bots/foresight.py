"""What a position will probably bring each player in the end: a game's features times their weights.

A game says what a strong player looks at (``Functions.features``); how many points each of these is worth was
fitted to games of bots with themselves (``trigrad train``). A game without features is valued as it stands.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from trigrad.engine.evaluation import POINT
from trigrad.engine.game import Game
from trigrad.engine.generic import evaluate, features
from trigrad.engine.header import Header
from trigrad.engine.record import Floats, Record, Row, float64, int32, new_record
from trigrad.engine.rule import rule


class WrongWeights(ValueError):
    """Weights that were not fitted for a game's features."""


class Foresight(Record):
    """A game's weights, and room for the features of one player; its size depends on the game."""

    values: Floats
    weights: Floats  # of each stage in turn
    width = int32()  # how many features there are; 0 = a position is valued as it stands


@cache
def foresight_of(game: Game) -> type[Foresight]:
    """The kind of record for a game."""
    width = max(1, len(game.feature_names))

    class ForesightOfGame(Foresight):
        values = float64(width)
        weights = float64(width * game.stages)

    return ForesightOfGame


def new_foresight(game: Game) -> Foresight:
    """The foresight for a game with the weights that come with it; ``WrongWeights``."""
    foresight = new_record(foresight_of(game))
    if game.weights is not None:
        arm(foresight, game, _read(game))
    return foresight


@cache
def _read(game: Game) -> NDArray[np.float64]:
    assert game.weights is not None
    return np.asarray(np.load(game.weights, allow_pickle=False), np.float64)


def arm(foresight: Foresight, game: Game, weights: NDArray[np.float64]) -> None:
    """Give a foresight these weights, (stages, features); ``WrongWeights`` if they are not for the game's features."""
    wanted = (game.stages, len(game.feature_names))
    if weights.shape != wanted:
        raise WrongWeights(f"weights for {game.name} have the shape {wanted}, not {weights.shape}")
    np.asarray(foresight.weights)[:] = weights.ravel()
    foresight.width = wanted[1]


@rule
def foresee(game: Header, foresight: Foresight, worths: Row) -> None:
    """What each player will probably end with, in hundredths of a point; ``worths`` int64[MAX_PLAYERS]."""
    if foresight.width == 0 or game.over != 0:
        evaluate(game, worths)
        return
    for player in range(game.players):
        worths[player] = int(POINT * expected(game, player, foresight))


@rule
def expected(game: Header, player: int, foresight: Foresight) -> float:
    """The points that a player will probably end with."""
    first = features(game, player, foresight.values) * foresight.width
    points = 0.0
    for i in range(foresight.width):
        points += foresight.weights[first + i] * foresight.values[i]
    return points


__all__ = ["Foresight", "WrongWeights", "arm", "expected", "foresee", "foresight_of", "new_foresight"]
