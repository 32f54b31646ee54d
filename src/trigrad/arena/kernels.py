"""The loops of playouts and of batches as CUDA kernels, one thread a game. They need numba-cuda: ``trigrad[cuda]``.

The rules are those of the CPU, compiled from the same source: a kernel calls the same functions, each thread with a
game, generators and scratch of its own, so that the games of a seed are the same ones too.
"""

from collections.abc import Callable
from typing import Any

import numba.cuda

from trigrad.arena.batch import Batch, begin_games, choose_at_random, rows, step_games
from trigrad.engine.generic import setup
from trigrad.engine.header import Header
from trigrad.engine.journal import Journal
from trigrad.engine.playout import play_random
from trigrad.engine.random import Generator
from trigrad.engine.record import Array, Grid, Row

cuda: Any = numba.cuda  # which tells no types


def kernel(function: Callable[..., None]) -> Any:
    """What a GPU runs, once in each of many threads: ``kernel[blocks, threads](…)``."""
    return cuda.jit(function)


@kernel
def play_out(
    games: Array[Header],
    options: Row,
    seeds: Grid,
    chances: Array[Generator],
    legal: Grid,
    journal: Journal,
    tallies: Grid,
) -> None:
    """Set up each (zeroed) game with its seed of ``seeds`` (uint32[n, 8]) and play it to its end by uniform choices.

    ``legal`` int16[n, num_actions] is room; decisions and forced choices are added to ``tallies`` int64[n, 2].
    """
    i = cuda.grid(1)
    if i < len(games):
        setup(games[i], options, seeds[i])
        play_random(games[i], chances[i], legal[i], journal, tallies[i])


@kernel
def begin(batch: Batch, options: Row) -> None:
    """See ``batch.begin_games``; each game has a plan and a scratch of its own."""
    i = cuda.grid(1)
    if i < len(batch.games):
        begin_games(rows(batch, i, i + 1, batch.plan[i : i + 1], batch.scratch[i : i + 1]), i, options)


@kernel
def step(batch: Batch, options: Row) -> None:
    """See ``batch.step_games``; each game has a plan and a scratch of its own."""
    i = cuda.grid(1)
    if i < len(batch.games):
        step_games(rows(batch, i, i + 1, batch.plan[i : i + 1], batch.scratch[i : i + 1]), options)


@kernel
def take(chosen: Row, masks: Grid, actions: Row, wrong: Row) -> None:
    """Copy what was chosen into ``actions``; ``wrong[0]`` becomes the first game in which that is not legal, if any."""
    i = cuda.grid(1)
    if i < len(actions):
        action = int(chosen[i])
        if action < 0 or action >= len(masks[i]) or masks[i, action] == 0:
            cuda.atomic.min(wrong, 0, i)
        else:
            actions[i] = action


@kernel
def choose(masks: Grid, chances: Array[Generator], actions: Row) -> None:
    """Any legal action in every game, see ``batch.choose_at_random``; each game has a generator of its own."""
    i = cuda.grid(1)
    if i < len(actions):
        choose_at_random(masks[i : i + 1], chances[i], actions[i : i + 1])
