"""Simulations: reproducible, each seat by its bot, figures that add up."""

import dataclasses
from typing import Any

import numpy as np
import pytest

from trigrad import bots, games
from trigrad.arena import simulate as module
from trigrad.arena.match import Notes, play_games
from trigrad.arena.simulate import Summary, simulate, victory_shares, wilson
from trigrad.arena.single import game_seed, master_key
from trigrad.bots.policy import RANDOM
from trigrad.bots.scratch import new_scratch
from trigrad.engine.header import new_games
from trigrad.engine.random import generator, seed_words

QUORUM = games.load("quorum")


def results(summary: Summary) -> dict[str, Any]:
    """A summary without what the clock said."""
    data = dataclasses.asdict(summary)
    for timed in ("seconds", "games_per_s", "decisions_per_s"):
        assert data.pop(timed) > 0
    return data


def test_same_seed_same_games_on_any_number_of_threads() -> None:
    first = results(simulate("quorum", 2, 12, ["random", "random"], seed=5, workers=1))
    assert first == results(simulate("quorum", 2, 12, ["random", "random"], seed=5, workers=3))
    assert first != results(simulate("quorum", 2, 12, ["random", "random"], seed=6, workers=1))


def test_figures_add_up() -> None:
    summary = simulate("quorum", 3, 10, ["random"] * 3, seed=7)
    assert (summary.game, summary.players, summary.games, summary.seed) == ("quorum", 3, 10, 7)
    assert sum(seat.wins for seat in summary.seats) == pytest.approx(10)
    assert sum(seat.win_rate for seat in summary.seats) == pytest.approx(1)
    # 12 turns of each, with a card to take and a card to play, seldom forced; then gods and replacements
    assert 72 <= summary.decisions_per_game + summary.forced_per_game <= 72 + 9 + 36
    for seat in summary.seats:
        scores = seat.scores
        assert scores.least <= scores.lower_quartile <= scores.median <= scores.upper_quartile <= scores.most
        assert scores.least < scores.mean < scores.most
        assert 0 < scores.sd < scores.most - scores.least
        assert seat.win_rate_low <= seat.win_rate <= seat.win_rate_high


def test_each_seat_by_its_bot() -> None:
    summary = simulate("quorum", 2, 3, ["random", "greedy"], seed=8)
    assert [seat.bot for seat in summary.seats] == ["random", "greedy"]
    assert summary.seats[1].scores.mean > summary.seats[0].scores.mean


def test_scores_are_those_of_the_games() -> None:
    """The spread of three games, from these games played one by one."""
    scores = []
    for number in range(3):
        record = play(number, 1, seed=9)[0]
        scores.append(int(record.scores[0]))
    spread = simulate("quorum", 2, 3, ["random", "random"], seed=9).seats[0].scores
    low, middle, high = sorted(scores)
    assert (spread.least, spread.median, spread.most) == (low, middle, high)
    assert spread.mean == pytest.approx((low + middle + high) / 3)
    assert spread.lower_quartile == (low + middle) / 2


def play(first: int, count: int, seed: int) -> Any:
    """The records of some games of a simulation of random bots."""
    records = new_games(QUORUM.record_type, count)
    key = master_key(seed)
    policies, tally = np.full(2, RANDOM), np.zeros((count, 2), np.int64)
    options = QUORUM.encode_options(2, {})
    notes: Any = Notes(tally, np.zeros((count, 0), np.int16))
    play_games(records, first, options, policies, generator(key), generator(key), new_scratch(QUORUM), notes)
    return records


def test_each_game_has_a_secret_seed_of_its_own() -> None:
    records = play(0, 4, seed=3)
    seeds = [game_seed(3, number) for number in range(4)]
    assert len(set(seeds)) == 4
    assert [list(record.key) for record in records] == [list(seed_words(seed)) for seed in seeds]
    assert game_seed(4, 0) != seeds[0]


def test_progress_is_told() -> None:
    told: list[int] = []
    simulate("quorum", 2, 5, ["random", "random"], on_progress=told.append)
    assert sum(told) == 5
    assert len(told) > 1


def test_shared_victories() -> None:
    places = np.array([[1, 2, 3], [1, 1, 3], [1, 1, 1]], np.int8)
    assert victory_shares(places).tolist() == [[60, 0, 0], [30, 30, 0], [20, 20, 20]]


@pytest.mark.parametrize(
    ("wins", "games_played", "low", "high"),
    [(0, 10, 0, 0.2775), (10, 10, 0.7225, 1), (5, 10, 0.2366, 0.7634), (50, 100, 0.4038, 0.5962)],
)
def test_wilson_interval(wins: float, games_played: int, low: float, high: float) -> None:
    """For no win z²/(n + z²) = 3.8415/13.8415; for half of them 1/2 -+ z/2/sqrt(n + z²)."""
    assert wilson(wins, games_played) == pytest.approx((low, high), abs=1e-4)


def test_impossible_wishes() -> None:
    with pytest.raises(ValueError, match="a table for 3 takes as many bots, not 2"):
        simulate("quorum", 3, 1, ["random", "random"])
    with pytest.raises(ValueError, match="number of games"):
        simulate("quorum", 2, 0, ["random", "random"])
    with pytest.raises(ValueError, match="number of games"):
        simulate("quorum", 2, module.MOST_GAMES + 1, ["random", "random"])
    with pytest.raises(bots.UnknownBot):
        simulate("quorum", 2, 1, ["random", "perfect"])
    with pytest.raises(games.UnknownGame):
        simulate("chess", 2, 1, ["random", "random"])
