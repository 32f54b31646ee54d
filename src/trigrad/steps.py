"""How fast batches of games go, with everything written that a learner reads: a task of ``trigrad bench``.

python -m trigrad.steps GAME PLAYERS [cuda]
"""

import json
import statistics
import sys
import time

import numpy as np

from trigrad.arena.workers import cores
from trigrad.engine.generic import observe
from trigrad.engine.header import Header
from trigrad.engine.record import Array, Grid
from trigrad.engine.rule import rule
from trigrad.vector import VectorGame

BATCH = 4096
GPU_BATCH = 16384
SECONDS = 2.0  # that each figure is measured for
LEAST_STEPS = 5
MIXED = 100  # steps after which the games of a batch stand at all stages


@rule
def observe_all(games: Array[Header], out: Grid) -> None:
    """What the seat to move of every game observes."""
    for i in range(len(games)):
        observe(games[i], int(games[i].to_move), True, out[i])


def measure(game: str, players: int) -> dict[str, float]:
    """Decisions a second of steps on one core and on all, and the nanoseconds of an observation."""
    with VectorGame(game, players=players, batch=BATCH, threads=1) as games:
        one, observe_ns = steps_per_s(games), _observe_ns(games)
    with VectorGame(game, players=players, batch=BATCH, threads=cores()) as games:
        everything = steps_per_s(games)
    return {"vector_per_s": one, "vector_all_cores_per_s": everything, "observe_ns": observe_ns}


def measure_on_gpu(game: str, players: int) -> dict[str, float]:
    """Decisions a second of steps on a GPU, choices included; ``NoGPU``."""
    with VectorGame(game, players=players, batch=GPU_BATCH, device="cuda") as games:
        games.reset()
        for _ in range(MIXED):
            games.step(games.sample())
        steps, began = 0, time.perf_counter()
        while time.perf_counter() < began + SECONDS or steps < LEAST_STEPS:
            games.step(games.sample())  # which waits for the one before
            steps += 1
        games.record(0)  # waits for the last one
        seconds = time.perf_counter() - began
    return {"players": players, "batch": GPU_BATCH, "gpu_vector_per_s": GPU_BATCH * steps / seconds}


def steps_per_s(games: VectorGame) -> float:
    """Choices of all games together a second, by random choices, which are made outside the measured time."""
    games.reset()
    for _ in range(MIXED):
        games.step(games.sample())
    times: list[float] = []
    end = time.perf_counter() + SECONDS
    while time.perf_counter() < end or len(times) < LEAST_STEPS:
        actions = games.sample()
        began = time.perf_counter()
        games.step(actions)
        times.append(time.perf_counter() - began)
    return games.batch / statistics.median(times)


def _observe_ns(games: VectorGame) -> float:
    records = np.array([games.record(index) for index in range(games.batch)])
    out = games.observation.new(games.batch)
    observe_all(records, out)
    times = []
    for _ in range(LEAST_STEPS):
        began = time.perf_counter()
        observe_all(records, out)
        times.append(time.perf_counter() - began)
    return statistics.median(times) * 1e9 / games.batch


if __name__ == "__main__":
    task = measure_on_gpu if "cuda" in sys.argv[3:] else measure
    sys.stdout.write(json.dumps(task(sys.argv[1], int(sys.argv[2]))))
