"""Many games between bots, on all cores, and what came of them."""

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
from trigrad.arena.match import Notes, play_games
from trigrad.arena.single import game_seed, master_key, play
from trigrad.bots.scratch import new_scratch
from trigrad.data.files import Ragged
from trigrad.data.games import Games, Kind
from trigrad.engine.game import Game
from trigrad.engine.header import new_games
from trigrad.engine.random import SEED_BYTES, generator

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
class _Results:
    """What came of each game of a simulation, and its choices where they are kept."""

    scores: NDArray[np.int16]  # (games, players)
    places: NDArray[np.int8]  # (games, players)
    tally: NDArray[np.int64]  # (games, 2): decisions and forced choices
    kept: dict[int, NDArray[np.int16]] | None  # the choices of a batch, one game after the other, by its first game

    def actions(self) -> Ragged:
        """The choices of all games."""
        assert self.kept is not None
        batches = [self.kept[first] for first in sorted(self.kept)]
        return Ragged(np.concatenate(batches), self.tally.sum(axis=1).astype(np.int32))


class _Run:
    """The games of a simulation between compiled bots; in what batches and order they are played does not matter."""

    def __init__(self, game: Game, bots: Sequence[str], seed: int, options: Mapping[str, str]) -> None:
        self.game, self.players, self.bots = game, len(bots), tuple(bots)
        self.seed, self.chosen = seed, options
        self._options = game.encode_options(self.players, options)
        self._key = master_key(seed)

    def warm_up(self) -> None:
        """Compile everything outside the measured time."""
        self.play(0, 0, self.room(0, kept=False))

    def room(self, games: int, *, kept: bool) -> _Results:
        """Room for the results of so many games."""
        return _Results(
            np.zeros((games, self.players), np.int16),
            np.zeros((games, self.players), np.int8),
            np.zeros((games, 2), np.int64),
            {} if kept else None,
        )

    def play(self, first: int, count: int, results: _Results) -> None:
        """Play the games ``first`` .. ``first + count - 1`` on this thread."""
        games, rows = new_games(self.game.record_type, count), slice(first, first + count)
        tally = results.tally[rows]
        history = np.zeros((count, 0 if results.kept is None else self.game.max_game_length), np.int16)
        policies = np.array([all_bots.compiled(name) for name in self.bots], np.int64)
        stream, chance = generator(self._key), generator(self._key)
        scratch = new_scratch(self.game)
        play_games(games, first, self._options, policies, stream, chance, scratch, Notes(tally, history))
        played = np.asarray(games)
        results.scores[rows] = played["scores"][:, : self.players]
        results.places[rows] = played["places"][:, : self.players]
        if results.kept is not None:
            choices = np.arange(history.shape[1]) < tally.sum(axis=1)[:, None]
            results.kept[first] = history[choices]


class _SlowRun(_Run):
    """The games of a simulation in which a bot searches, or is somebody's own: one by one."""

    def warm_up(self) -> None:
        for bot in set(self.bots):
            record = self.game.new(self.players, bytes(SEED_BYTES), self.chosen)
            all_bots.decide(self.game, record, int(record.to_move), bot, bytes(SEED_BYTES), iterations=2)

    def play(self, first: int, count: int, results: _Results) -> None:
        games = [play(self.game, self.bots, number, self.seed, self.chosen) for number in range(first, first + count)]
        for number, played in enumerate(games, first):
            decisions = sum(played.decisions.values())
            results.scores[number], results.places[number] = played.scores, played.places
            results.tally[number] = decisions, len(played.actions) - decisions
        if results.kept is not None:
            results.kept[first] = np.array([action for played in games for action in played.actions], np.int16)


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

    Bots that think for a time give the same games only with a number of iterations in its place, ``expert:2000``.
    ``on_progress`` is told how many games were finished since it was last called. ``ValueError``
    for a wrong number of bots or games; ``UnknownGame``, ``UnknownBot``, ``UnknownOption``.
    """
    run = _run_of(game_name, players, bots, seed, options or {})
    return _play(run, games, on_progress, threads, kept=False)[0]


def simulate_and_keep(
    game_name: str,
    players: int,
    games: int,
    bots: Sequence[str],
    seed: int = 0,
    options: Mapping[str, str] | None = None,
    on_progress: Callable[[int], None] | None = None,
    threads: int | None = None,
) -> tuple[Summary, Games]:
    """The same, and all the games with it, to save or to learn from."""
    run = _run_of(game_name, players, bots, seed, options or {})
    summary, results = _play(run, games, on_progress, threads, kept=True)
    seeds = np.frombuffer(b"".join(game_seed(seed, number) for number in range(games)), np.uint8)
    names = list(dict.fromkeys(bots))
    seats = np.array([names.index(bot) for bot in bots], np.uint8)
    return summary, Games(
        kind=Kind.of(run.game, len(bots), options or {}, names),
        seeds=seeds.reshape(games, SEED_BYTES),
        seats=np.tile(seats, (games, 1)),
        actions=results.actions(),
        scores=results.scores,
        places=results.places,
    )


def _run_of(game_name: str, players: int, bots: Sequence[str], seed: int, options: Mapping[str, str]) -> _Run:
    if len(bots) != players:
        raise ValueError(f"a table for {players} takes as many bots, not {len(bots)}")
    game = all_games.load(game_name)
    compiled = all(all_bots.load(name).policy is not None for name in bots)
    return (_Run if compiled else _SlowRun)(game, bots, seed, options)


def _play(
    run: _Run, games: int, on_progress: Callable[[int], None] | None, threads: int | None, *, kept: bool
) -> tuple[Summary, _Results]:
    if not 1 <= games <= MOST_GAMES:
        raise ValueError(f"the number of games is 1 to {MOST_GAMES:,}")
    results = run.room(games, kept=kept)
    run.warm_up()
    started = time.perf_counter()
    _play_all(run, games, results, threads or cores(), on_progress or _ignore)
    seconds = time.perf_counter() - started
    decisions, forced = (int(total) for total in results.tally.sum(axis=0))
    shares = victory_shares(results.places)
    return Summary(
        game=run.game.name,
        players=run.players,
        games=games,
        seed=run.seed,
        options=dict(run.chosen),
        seats=[_seat_summary(name, results.scores[:, i], shares[:, i]) for i, name in enumerate(run.bots)],
        decisions_per_game=decisions / games,
        forced_per_game=forced / games,
        seconds=seconds,
        games_per_s=games / seconds,
        decisions_per_s=decisions / seconds,
    ), results


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _ignore(_: int) -> None:
    """Nobody wants to know the progress."""


def _play_all(run: _Run, games: int, results: _Results, threads: int, on_progress: Callable[[int], None]) -> None:
    """Play every game, in batches that each thread takes in turn."""
    size = max(1, min(BATCH_MOST, games // (8 * threads)))
    batches = [(first, min(size, games - first)) for first in range(0, games, size)]
    executor = ThreadPoolExecutor(threads)
    try:
        playing = {executor.submit(run.play, first, count, results): count for first, count in batches}
        for future in as_completed(playing):
            future.result()
            on_progress(playing[future])
    finally:
        executor.shutdown(cancel_futures=True)


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
