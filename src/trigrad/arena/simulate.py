"""Many games between bots, on all cores, and what came of them."""

import hashlib
import os
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from trigrad import bots as all_bots
from trigrad import games as all_games
from trigrad.arena.match import draw_game_seed, play_games
from trigrad.bots.scratch import new_scratch
from trigrad.engine.game import Game
from trigrad.engine.header import new_games
from trigrad.engine.random import SEED_BYTES, generator
from trigrad.engine.record import Row

BATCH_MOST = 1000  # games that one thread plays at a time
MOST_GAMES = 100_000_000  # whose results fit in memory
VICTORY = 60  # a victory is kept in sixtieths, so that shared ones add up exactly
_Z95 = 1.959964  # two-sided 95% of the normal distribution


@dataclass(frozen=True)
class Scores:
    """How the points of one seat are spread."""

    mean: float
    sd: float
    least: int
    lower_quartile: float
    median: float
    upper_quartile: float
    most: int


@dataclass(frozen=True)
class SeatSummary:
    """What one seat's bot reached."""

    bot: str
    wins: float  # a victory shared by n counts 1/n
    win_rate: float
    win_rate_low: float  # 95% interval
    win_rate_high: float
    scores: Scores


@dataclass(frozen=True)
class Summary:
    """What came of a simulation."""

    game: str
    players: int
    games: int
    seed: int
    options: Mapping[str, str]
    seats: Sequence[SeatSummary]
    decisions_per_game: float  # choices between two or more actions
    forced_per_game: float  # choices with one legal action
    seconds: float
    games_per_s: float
    decisions_per_s: float


@dataclass(frozen=True)
class _Run:
    """The games of a simulation: what they have in common, and what came of each."""

    game: Game
    options: Row  # int32, encoded
    policies: Row  # int64 (players,)
    key: bytes
    scores: NDArray[np.int16]  # (games, players)
    shares: NDArray[np.int8]  # (games, players): of the victory, in sixtieths

    def play(self, first: int, count: int) -> NDArray[np.int64]:
        """Play the games ``first`` .. ``first + count - 1`` on this thread; return their tally."""
        games = new_games(self.game.record_type, count)
        tally = np.zeros(2, np.int64)
        stream, chance = generator(self.key), generator(self.key)
        play_games(games, first, self.options, self.policies, stream, chance, new_scratch(self.game), tally)
        seats = slice(len(self.policies))
        played = np.asarray(games)
        self.scores[first : first + count] = played["scores"][:, seats]
        self.shares[first : first + count] = victory_shares(played["places"][:, seats])
        return tally


def simulate(
    game_name: str,
    players: int,
    games: int,
    bots: Sequence[str],
    seed: int = 0,
    options: Mapping[str, str] | None = None,
    on_progress: Callable[[int], None] | None = None,
    threads: int | None = None,
) -> Summary:
    """Play ``games`` games, seat i by the bot ``bots[i]``; the same seed gives the same games.

    ``on_progress`` is told how many games were finished since it was last called. ``ValueError``
    for a wrong number of bots or games; ``UnknownGame``, ``UnknownBot``, ``UnknownOption``.
    """
    if len(bots) != players:
        raise ValueError(f"a table for {players} takes as many bots, not {len(bots)}")
    if not 1 <= games <= MOST_GAMES:
        raise ValueError(f"the number of games is 1 to {MOST_GAMES:,}")
    game = all_games.load(game_name)
    run = _Run(
        game,
        game.encode_options(players, options or {}),
        np.array([all_bots.compiled(name) for name in bots], np.int64),
        master_key(seed),
        np.zeros((games, players), np.int16),
        np.zeros((games, players), np.int8),
    )
    run.play(0, 0)  # compiles, outside the measured time
    started = time.perf_counter()
    tally = _play_all(run, games, threads or cores(), on_progress or _ignore)
    seconds = time.perf_counter() - started
    return Summary(
        game=game_name,
        players=players,
        games=games,
        seed=seed,
        options=dict(options or {}),
        seats=[_seat_summary(name, run.scores[:, i], run.shares[:, i]) for i, name in enumerate(bots)],
        decisions_per_game=int(tally[0]) / games,
        forced_per_game=int(tally[1]) / games,
        seconds=seconds,
        games_per_s=games / seconds,
        decisions_per_s=int(tally[0]) / seconds,
    )


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def master_key(seed: int) -> bytes:
    """The 256-bit key that all seeds of a simulation are drawn from."""
    return hashlib.sha256(f"trigrad simulation {seed}".encode()).digest()


def game_seed(seed: int, number: int) -> bytes:
    """The seed of game ``number`` (from 0) of a simulation: to look at that game by itself."""
    words = np.zeros(SEED_BYTES // 4, "<u4")
    draw_game_seed(generator(master_key(seed)), number, words)
    return words.tobytes()


def _ignore(_: int) -> None:
    """Nobody wants to know the progress."""


def _play_all(run: _Run, games: int, threads: int, on_progress: Callable[[int], None]) -> NDArray[np.int64]:
    """Play every game, in batches that each thread takes in turn; return the tally of all."""
    size = max(1, min(BATCH_MOST, games // (8 * threads)))
    batches = [(first, min(size, games - first)) for first in range(0, games, size)]
    tally = np.zeros(2, np.int64)
    executor = ThreadPoolExecutor(threads)
    try:
        playing = {executor.submit(run.play, first, count): count for first, count in batches}
        for future in as_completed(playing):
            tally += future.result()
            on_progress(playing[future])
    finally:
        executor.shutdown(cancel_futures=True)
    return tally


def victory_shares(places: NDArray[np.int8]) -> NDArray[np.int8]:
    """From places (games, players), in sixtieths: all for a sole winner, 1/n for each of n, else 0."""
    winners = places == 1
    shares: NDArray[np.int64] = winners * VICTORY // winners.sum(axis=1, keepdims=True)
    return shares.astype(np.int8)


def _seat_summary(bot: str, scores: NDArray[np.int16], shares: NDArray[np.int8]) -> SeatSummary:
    wins = int(shares.sum(dtype=np.int64)) / VICTORY
    low, high = wilson(wins, len(shares))
    return SeatSummary(bot, wins, wins / len(shares), low, high, _spread(scores))


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95% interval of a win rate after Wilson: right also for few games and rates near 0 and 1."""
    rate = wins / games
    z2 = _Z95 * _Z95
    middle = (rate + z2 / (2 * games)) / (1 + z2 / games)
    half = _Z95 / (1 + z2 / games) * sqrt(rate * (1 - rate) / games + z2 / (4 * games * games))
    return max(0.0, middle - half), min(1.0, middle + half)


def _spread(scores: NDArray[np.int16]) -> Scores:
    lower, median, upper = (float(q) for q in np.quantile(scores, (0.25, 0.5, 0.75)))
    return Scores(
        mean=float(scores.mean()),
        sd=float(scores.std(ddof=1)) if len(scores) > 1 else 0.0,
        least=int(scores.min()),
        lower_quartile=lower,
        median=median,
        upper_quartile=upper,
        most=int(scores.max()),
    )
