"""Many games between bots, on all cores, and what came of them."""

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, as_completed
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from trigrad import bots as all_bots
from trigrad import games as all_games
from trigrad.arena.match import Notes, play_games
from trigrad.arena.single import game_seed, master_key, play
from trigrad.arena.workers import executor_of
from trigrad.bots.scratch import new_scratch
from trigrad.data.files import Ragged
from trigrad.data.games import Games, Kind
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
    """What came of each of some games, and their choices where they are kept."""

    scores: NDArray[np.int16]  # (games, players)
    places: NDArray[np.int8]  # (games, players)
    tally: NDArray[np.int64]  # (games, 2): decisions and forced choices
    actions: NDArray[np.int16]  # the choices of one game after the other, or none

    def choices(self) -> Ragged:
        """The choices of all games, where they are kept."""
        return Ragged(self.actions, self.tally.sum(axis=1).astype(np.int32))


@dataclass(frozen=True)
class _Run:
    """The games of a simulation; in what batches and order they are played, and where, does not matter."""

    game: str
    bots: tuple[str, ...]
    seed: int
    options: Mapping[str, str]
    kept: bool  # whether the choices are

    @property
    def play(self) -> Callable[["_Run", int, int], _Results]:
        """What plays some of these games: ``play(run, first, count)``."""
        compiled = all(all_bots.load(name).policy is not None for name in self.bots)
        return _play_compiled if compiled else _play_one_by_one


def _play_compiled(run: _Run, first: int, count: int) -> _Results:
    """The games ``first`` .. ``first + count - 1``, all of whose bots are compiled."""
    game, players, key = all_games.load(run.game), len(run.bots), master_key(run.seed)
    games, tally = new_games(game.record_type, count), np.zeros((count, 2), np.int64)
    history = np.zeros((count, game.max_game_length if run.kept else 0), np.int16)
    policies = np.array([all_bots.compiled(name) for name in run.bots], np.int64)
    options, stream, chance = game.encode_options(players, run.options), generator(key), generator(key)
    play_games(games, first, options, policies, stream, chance, new_scratch(game), Notes(tally, history))
    played = np.asarray(games)
    choices = np.arange(history.shape[1]) < tally.sum(axis=1)[:, None]
    # copies, or every record would stay in memory for the sake of its scores
    scores, places = played["scores"][:, :players].copy(), played["places"][:, :players].copy()
    return _Results(scores, places, tally, history[choices])


def _play_one_by_one(run: _Run, first: int, count: int) -> _Results:
    """The same of bots that search, or are somebody's own."""
    game = all_games.load(run.game)
    games = [play(game, run.bots, number, run.seed, run.options) for number in range(first, first + count)]
    decisions = [sum(played.decisions.values()) for played in games]
    tally = [[number, len(played.actions) - number] for number, played in zip(decisions, games, strict=True)]
    return _Results(
        np.array([played.scores for played in games], np.int16),
        np.array([played.places for played in games], np.int8),
        np.array(tally, np.int64),
        np.array([action for played in games for action in played.actions if run.kept], np.int16),
    )


def _warm_up(run: _Run) -> None:
    """Compile everything outside the measured time."""
    if run.play is _play_compiled:
        _play_compiled(run, 0, 0)
        return
    game = all_games.load(run.game)
    for bot in set(run.bots):
        record = game.new(len(run.bots), bytes(SEED_BYTES), run.options)
        all_bots.decide(game, record, int(record.to_move), bot, bytes(SEED_BYTES), iterations=2)


def simulate(
    game_name: str,
    players: int,
    games: int,
    bots: Sequence[str],
    seed: int = 0,
    options: Mapping[str, str] | None = None,
    on_progress: Callable[[int], None] | None = None,
    workers: int | str | None = None,
) -> Summary:
    """Play ``games`` games, seat i by the bot ``bots[i]``; the same seed gives the same games.

    Bots that think for a time give the same games only with a number of iterations in its place, ``expert:2000``.
    ``on_progress`` is told how many games were finished since it was last called. They are played by as
    many threads as ``workers``, one a core by default, or on a Ray cluster with its address in their place, see
    ``trigrad.arena.workers``. ``ValueError`` for a wrong number of bots or games; ``UnknownGame``, ``UnknownBot``,
    ``UnknownOption``, ``NoCluster``.
    """
    run = _run_of(game_name, players, bots, seed, options or {}, kept=False)
    return _play(run, games, on_progress, workers)[0]


def simulate_and_keep(
    game_name: str,
    players: int,
    games: int,
    bots: Sequence[str],
    seed: int = 0,
    options: Mapping[str, str] | None = None,
    on_progress: Callable[[int], None] | None = None,
    workers: int | str | None = None,
) -> tuple[Summary, Games]:
    """The same, and all the games with it, to save or to learn from."""
    run = _run_of(game_name, players, bots, seed, options or {}, kept=True)
    summary, results = _play(run, games, on_progress, workers)
    seeds = np.frombuffer(b"".join(game_seed(seed, number) for number in range(games)), np.uint8)
    names = list(dict.fromkeys(bots))
    seats = np.array([names.index(bot) for bot in bots], np.uint8)
    return summary, Games(
        kind=Kind.of(all_games.load(game_name), len(bots), options or {}, names),
        seeds=seeds.reshape(games, SEED_BYTES),
        seats=np.tile(seats, (games, 1)),
        actions=results.choices(),
        scores=results.scores,
        places=results.places,
    )


def _run_of(
    game_name: str, players: int, bots: Sequence[str], seed: int, options: Mapping[str, str], *, kept: bool
) -> _Run:
    if len(bots) != players:
        raise ValueError(f"a table for {players} takes as many bots, not {len(bots)}")
    all_games.load(game_name).encode_options(players, options)
    for bot in bots:
        all_bots.load(bot)
    return _Run(game_name, tuple(bots), seed, dict(options), kept)


def _play(
    run: _Run, games: int, on_progress: Callable[[int], None] | None, workers: int | str | None
) -> tuple[Summary, _Results]:
    if not 1 <= games <= MOST_GAMES:
        raise ValueError(f"the number of games is 1 to {MOST_GAMES:,}")
    with executor_of(workers) as (executor, number):
        _warm_up(run)
        started = time.perf_counter()
        results = _play_all(run, games, executor, number, on_progress or _ignore)
        seconds = time.perf_counter() - started
    decisions, forced = (int(total) for total in results.tally.sum(axis=0))
    shares = victory_shares(results.places)
    return Summary(
        game=run.game,
        players=len(run.bots),
        games=games,
        seed=run.seed,
        options=dict(run.options),
        seats=[_seat_summary(name, results.scores[:, i], shares[:, i]) for i, name in enumerate(run.bots)],
        decisions_per_game=decisions / games,
        forced_per_game=forced / games,
        seconds=seconds,
        games_per_s=games / seconds,
        decisions_per_s=decisions / seconds,
    ), results


def _ignore(_: int) -> None:
    """Nobody wants to know the progress."""


def _play_all(run: _Run, games: int, executor: Executor, number: int, on_progress: Callable[[int], None]) -> _Results:
    """Play every game, in batches that each of a number of workers takes in turn."""
    size = max(1, min(BATCH_MOST, games // (8 * number)))
    batches = {
        executor.submit(run.play, run, first, min(size, games - first)): first for first in range(0, games, size)
    }
    played: dict[int, _Results] = {}
    for future in as_completed(batches):
        results = future.result()
        played[batches.pop(future)] = results
        on_progress(len(results.tally))
    ordered = [played[first] for first in sorted(played)]
    return _Results(
        np.concatenate([results.scores for results in ordered]),
        np.concatenate([results.places for results in ordered]),
        np.concatenate([results.tally for results in ordered]),
        np.concatenate([results.actions for results in ordered]),
    )


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
