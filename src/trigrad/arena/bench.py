"""How fast a game goes, by random playouts: interpreted, native, on all cores.

``measure`` asks processes of their own, since a process runs the rules one way only and
compiles them once; each is this module started by ``python -m``.
"""

import hashlib
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from tempfile import TemporaryDirectory

import numpy as np

from trigrad import games as all_games
from trigrad.arena.gpu import look_for_gpu
from trigrad.arena.workers import cores
from trigrad.engine.game import Game
from trigrad.engine.header import Header, new_games
from trigrad.engine.journal import NO_JOURNAL
from trigrad.engine.playout import play_many_random
from trigrad.engine.random import generator
from trigrad.engine.record import Array
from trigrad.engine.rule import rule

BATCH_BYTES = 256 * 1024  # of records, so that a batch stays in the cache of a core
SECONDS = 2.0  # that each rate is measured for
LEAST_REPETITIONS = 5
COPIED = 64  # records copied to and fro
COPY_ROUNDS = 20_000


@dataclass(frozen=True)
class Speed:
    """How fast a game goes. A decision has two or more legal actions; forced choices do not count."""

    players: int
    decisions_per_game: float
    interpreted_per_s: float  # decisions, on one core
    native_per_s: float
    native_all_cores_per_s: float
    vector_per_s: float  # the same in steps of ``trigrad.vector``, observations and masks written
    vector_all_cores_per_s: float
    observe_ns: float  # of one observation
    record_bytes: int
    copy_ns: float  # of one record, native
    compile_s: float  # from the start of a process until the first game was played, nothing compiled before
    cached_s: float  # the same with everything compiled before


class Playouts:
    """Some games of one kind, played again and again by random choices."""

    def __init__(self, game: Game, players: int, count: int, number: int = 0) -> None:
        self._options = game.encode_options(players, {})
        self._games = new_games(game.record_type, count)
        self._out = np.zeros(game.num_actions, np.int16)
        self._seeds = np.random.default_rng(number)
        self._chance = generator(hashlib.sha256(f"trigrad bench {number}".encode()).digest())

    def play(self) -> tuple[int, float]:
        """Play all the games anew; return how many decisions that were and the seconds that it took."""
        tally = np.zeros(2, np.int64)
        seeds = self._seeds.integers(0, 2**32, (len(self._games), 8), np.uint32)
        began = time.perf_counter()
        np.asarray(self._games).view(np.uint8).fill(0)
        play_many_random(self._games, self._options, seeds, self._chance, self._out, NO_JOURNAL, tally)
        return int(tally[0]), time.perf_counter() - began

    def play_for(self, seconds: float) -> list[tuple[int, float]]:
        """Play all the games again and again for some time."""
        runs: list[tuple[int, float]] = []
        end = time.perf_counter() + seconds
        while time.perf_counter() < end or len(runs) < LEAST_REPETITIONS:
            runs.append(self.play())
        return runs


@rule
def copy_to_and_fro(here: Array[Header], there: Array[Header], rounds: int) -> None:
    """Copy every record of one array over that of another, then back, ``rounds`` times."""
    for _ in range(rounds):
        for i in range(len(here)):
            there[i] = here[i]
        for i in range(len(here)):
            here[i] = there[i]


# --- In a process of its own ------------------------------------------------------


def play_first(game: Game, players: int) -> dict[str, float]:
    """Play one game: all that is measured is the time that a user waits for it."""
    Playouts(game, players, 1).play()
    return {}


def play_interpreted(game: Game, players: int) -> dict[str, float]:
    """The rate of the plain Python functions."""
    return {"interpreted_per_s": _rate(Playouts(game, players, 1).play_for(SECONDS))}


def play_native(game: Game, players: int) -> dict[str, float]:
    """The rates of the compiled functions, and the time of a copy."""
    count = max(1, BATCH_BYTES // game.record_type.dtype.itemsize)
    playouts = Playouts(game, players, count)
    playouts.play()
    runs = playouts.play_for(SECONDS)
    return {
        "decisions_per_game": sum(decisions for decisions, _ in runs) / (len(runs) * count),
        "native_per_s": _rate(runs),
        "native_all_cores_per_s": _rate_on_all_cores(game, players, count),
        "copy_ns": _copy_ns(game),
    }


def _rate(runs: list[tuple[int, float]]) -> float:
    return statistics.median(decisions / seconds for decisions, seconds in runs)


def _rate_on_all_cores(game: Game, players: int, count: int) -> float:
    """Decisions a second of all threads together, each with games of its own."""
    threads = [Playouts(game, players, count, number) for number in range(cores())]
    with ThreadPoolExecutor(len(threads)) as executor:
        began = time.perf_counter()
        results: list[list[tuple[int, float]]] = list(
            executor.map(lambda playouts: playouts.play_for(SECONDS), threads)
        )
        seconds = time.perf_counter() - began
    return sum(decisions for runs in results for decisions, _ in runs) / seconds


def _copy_ns(game: Game) -> float:
    here, there = new_games(game.record_type, COPIED), new_games(game.record_type, COPIED)
    copy_to_and_fro(here, there, 1)
    times = []
    for _ in range(LEAST_REPETITIONS):
        began = time.perf_counter()
        copy_to_and_fro(here, there, COPY_ROUNDS)
        times.append(time.perf_counter() - began)
    return statistics.median(times) * 1e9 / (2 * COPIED * COPY_ROUNDS)


_TASKS = {task.__name__: task for task in (play_first, play_interpreted, play_native)}


def main(task: str, game: str, players: str) -> None:
    """Do one of the tasks and print what was found as JSON."""
    sys.stdout.write(json.dumps(_TASKS[task](all_games.load(game), int(players))))


# --- Asking such processes -----------------------------------------------------------


def measure(game_name: str, players: int, on_step: Callable[[str], None]) -> Speed:
    """Measure everything about a game; ``on_step`` is told what is being measured.

    ``UnknownGame``, ``UnknownOption`` for what cannot be played.
    """
    game = all_games.load(game_name)
    game.encode_options(players, {})
    with TemporaryDirectory() as cache:
        native = {"TRIGRAD_NATIVE": "1", "NUMBA_CACHE_DIR": cache}
        on_step("first compilation")
        _, compile_s = _ask("play_first", game_name, players, native)
        on_step("from the cache")
        _, cached_s = _ask("play_first", game_name, players, native)
        on_step("native")
        rates, _ = _ask("play_native", game_name, players, native)
        on_step("steps of many games")
        task = ["trigrad.steps", game_name, str(players)]
        _run(task, native)
        steps, _ = _run(task, native)  # from the cache, as users have it: just compiled, the same code is slower
    on_step("interpreted")
    interpreted, _ = _ask("play_interpreted", game_name, players, {"TRIGRAD_NATIVE": "0"})
    return Speed(
        players=players,
        record_bytes=game.record_type.dtype.itemsize,
        compile_s=compile_s,
        cached_s=cached_s,
        **rates,
        **steps,
        **interpreted,
    )


def measure_on_gpu(game_name: str, players: int) -> dict[str, float]:
    """Decisions a second in steps on the GPU; ``NoGPU``, ``UnknownGame``, ``UnknownOption``."""
    all_games.load(game_name).encode_options(players, {})
    look_for_gpu()
    figures, _ = _run(["trigrad.steps", game_name, str(players), "cuda"], {"TRIGRAD_NATIVE": "1"})
    return figures


def _ask(task: str, game: str, players: int, environment: dict[str, str]) -> tuple[dict[str, float], float]:
    """What a process found that does one of the tasks, and the seconds from its start to its end."""
    return _run(["trigrad.arena.bench", task, game, str(players)], environment)


def _run(module: list[str], environment: dict[str, str]) -> tuple[dict[str, float], float]:
    """The same of any module, with its arguments."""
    began = time.perf_counter()
    process = subprocess.run(  # noqa: S603 (these are modules of ours)
        [sys.executable, "-m", *module],
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    )
    seconds = time.perf_counter() - began
    found: dict[str, float] = json.loads(process.stdout)
    return found, seconds


if __name__ == "__main__":
    main(*sys.argv[1:])
