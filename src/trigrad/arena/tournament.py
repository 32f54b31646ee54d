"""Matches between any bots: balanced seats, the same games for all, ratings with their errors."""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import as_completed
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from trigrad import bots as all_bots
from trigrad import games as all_games
from trigrad.arena.simulate import wilson
from trigrad.arena.single import Played, game_seed, play
from trigrad.arena.workers import executor_of
from trigrad.data import files
from trigrad.data.files import Ragged
from trigrad.data.games import Games, Kind
from trigrad.data.games import save as save_games
from trigrad.engine.game import Game
from trigrad.engine.random import SEED_BYTES
from trigrad.table import record

ELO = 400 / np.log(10)  # rating points of one unit of the Bradley-Terry model
_ROUNDS = 1000  # of fitting, at most


@dataclass(frozen=True)
class Standing:
    """What one bot reached in a tournament."""

    bot: str
    games: int
    wins: float  # a victory shared by n counts 1/n
    win_rate: float
    win_rate_low: float  # 95% interval
    win_rate_high: float
    points: float  # in the mean
    rating: float  # Bradley-Terry on the scale of Elo, the mean of all bots 0
    rating_error: float  # half of the 95% interval
    decisions: int
    seconds_per_decision: float


@dataclass(frozen=True)
class Tournament:
    """What came of a tournament."""

    game: str
    players: int
    options: Mapping[str, str]
    seed: int
    games: int
    standings: Sequence[Standing]
    seconds: float
    played: Sequence[Played] = field(repr=False)


def seatings(bots: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """Every bot in every seat: the line of bots, filled up with the last one, in all its rotations."""
    if not 2 <= len(bots) <= players:
        raise ValueError(f"a table for {players} takes 2 to {players} bots, not {len(bots)}")
    if len(set(bots)) < 2:
        raise ValueError(f"{bots[0]} alone cannot be compared; name two different bots")
    line = [*bots, *[bots[-1]] * (players - len(bots))]
    return [tuple(line[-turn:] + line[:-turn]) for turn in range(players)]


def rounded(game_name: str, bots: Sequence[str], games: int, players: int | None) -> int:
    """How many games a tournament will have: whole sets of seatings."""
    table = players or max(len(bots), all_games.load(game_name).min_players)
    return -(-games // table) * table


def play_tournament(
    game_name: str,
    bots: Sequence[str],
    games: int,
    players: int | None = None,
    seed: int = 0,
    options: Mapping[str, str] | None = None,
    on_progress: Callable[[int], None] | None = None,
    workers: int | str | None = None,
) -> Tournament:
    """Play ``games`` games (rounded up to whole sets of seatings), all seatings on each shuffle.

    ``on_progress`` is told how many games were finished since it was last called. They are played by as
    many threads as ``workers``, one a core by default, or on a Ray cluster with its address in their place, see
    ``trigrad.arena.workers``. ``ValueError`` for a wrong number of bots or games; ``UnknownGame``, ``UnknownBot``,
    ``UnknownOption``, ``NoCluster``.
    """
    if games < 1:
        raise ValueError("the number of games is 1 or more")
    game = all_games.load(game_name)
    table = players or max(len(bots), game.min_players)
    game.encode_options(table, options or {})
    for bot in bots:
        all_bots.load(bot)
    lines = seatings(bots, table)
    jobs = [(number, line) for number in range(-(-games // len(lines))) for line in lines]
    with executor_of(workers) as (executor, _):
        _warm_up(game, table, options, set(bots))
        started = time.perf_counter()
        futures = [executor.submit(_play, game_name, line, number, seed, options) for number, line in jobs]
        for future in as_completed(futures):
            future.result()
            (on_progress or _ignore)(1)
        played = [future.result() for future in futures]
    standings = _standings(list(dict.fromkeys(bots)), played)
    seconds = time.perf_counter() - started
    return Tournament(game_name, table, dict(options or {}), seed, len(played), standings, seconds, played)


def _play(game_name: str, line: Sequence[str], number: int, seed: int, options: Mapping[str, str] | None) -> Played:
    return play(all_games.load(game_name), line, number, seed, options)


def _ignore(_: int) -> None:
    """Nobody wants to know the progress."""


def _warm_up(game: Game, players: int, options: Mapping[str, str] | None, bots: set[str]) -> None:
    """Compile everything outside the measured time."""
    record = game.new(players, bytes(32), options)
    for bot in bots:
        all_bots.decide(game, record, int(record.to_move), bot, bytes(32), iterations=2)


def save(tournament: Tournament, place: Path) -> None:
    """Write the games: into one file of columns, by its suffix, or each as a file of its own into a folder.

    ``trigrad data`` reads the former, ``trigrad replay`` and ``trigrad verify`` the latter.
    """
    games = games_of(tournament)
    if place.suffix in files.SUFFIXES:
        save_games(games, place)
        return
    place.mkdir(parents=True, exist_ok=True)
    for number in range(len(games)):
        data = record.to_json(games.record(number))
        (place / f"{tournament.game}-{number:05}.json").write_text(json.dumps(data, indent=1) + "\n", "utf-8")


def games_of(tournament: Tournament) -> Games:
    """The games of a tournament as columns."""
    played, players = tournament.played, tournament.players
    names = [standing.bot for standing in tournament.standings]
    seeds = b"".join(game_seed(tournament.seed, game.number) for game in played)
    lengths = np.array([len(game.actions) for game in played], np.int32)
    return Games(
        kind=Kind.of(all_games.load(tournament.game), players, tournament.options, names),
        seeds=np.frombuffer(seeds, np.uint8).reshape(len(played), SEED_BYTES),
        seats=np.array([[names.index(bot) for bot in game.seats] for game in played], np.uint8),
        actions=Ragged(np.array([action for game in played for action in game.actions], np.int16), lengths),
        scores=np.array([game.scores for game in played], np.int16),
        places=np.array([game.places for game in played], np.int8),
    )


# --- What came of it ----------------------------------------------------------------


def _standings(bots: Sequence[str], played: Sequence[Played]) -> list[Standing]:
    ratings, errors = rate(bots, played)
    found = [_standing(bot, played, ratings[i], errors[i]) for i, bot in enumerate(bots)]
    return sorted(found, key=lambda standing: -standing.rating)


def _standing(bot: str, played: Sequence[Played], rating: float, error: float) -> Standing:
    seats = [(game, seat) for game in played for seat, name in enumerate(game.seats) if name == bot]
    shares = [game.shares[seat] for game, seat in seats]
    low, high = wilson(sum(shares), len(shares))
    decisions = sum(game.decisions.get(bot, 0) for game in played)
    seconds = sum(game.seconds.get(bot, 0.0) for game in played)
    return Standing(
        bot=bot,
        games=len(shares),
        wins=sum(shares),
        win_rate=sum(shares) / len(shares),
        win_rate_low=low,
        win_rate_high=high,
        points=sum(game.scores[seat] for game, seat in seats) / len(seats),
        rating=rating,
        rating_error=error,
        decisions=decisions,
        seconds_per_decision=seconds / max(1, decisions),
    )


def pair_wins(bots: Sequence[str], played: Sequence[Played]) -> NDArray[np.float64]:
    """How often bot i was placed before bot j, (bots, bots); an equal place counts half to each."""
    wins = np.zeros((len(bots), len(bots)))
    index = {bot: i for i, bot in enumerate(bots)}
    for game in played:
        for seat, bot in enumerate(game.seats):
            for other in range(seat):
                i, j = index[bot], index[game.seats[other]]
                before = 0.5 + 0.5 * np.sign(game.places[other] - game.places[seat])
                if i != j:
                    wins[i, j] += before
                    wins[j, i] += 1 - before
    return wins


def rate(bots: Sequence[str], played: Sequence[Played]) -> tuple[list[float], list[float]]:
    """Ratings by the Bradley-Terry model, and half of their 95% intervals.

    Fitted by Hunter's minorisation-maximisation ("MM algorithms for generalized Bradley-Terry
    models", 2004). Half a game of each pair is added as drawn, so that a bot which won or lost
    everything keeps a finite rating.
    """
    wins = pair_wins(bots, played)
    wins += np.where(wins + wins.T > 0, 0.25, 0.0)
    games = wins + wins.T
    strength = np.ones(len(bots))
    for _ in range(_ROUNDS):
        before = strength
        strength = wins.sum(axis=1) / (games / (strength[:, None] + strength[None, :])).sum(axis=1)
        strength /= np.exp(np.log(strength).mean())
        if np.abs(np.log(strength / before)).max() < 1e-9:
            break
    chance = strength[:, None] / (strength[:, None] + strength[None, :])
    information = games * chance * (1 - chance)
    precision = np.diag(information.sum(axis=1)) - information
    errors = 1.96 * np.sqrt(np.maximum(np.diag(np.linalg.pinv(precision)), 0.0))
    return [float(r) for r in ELO * np.log(strength)], [float(e) for e in ELO * errors]
