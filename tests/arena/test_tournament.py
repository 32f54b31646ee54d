import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from trigrad.arena import tournament
from trigrad.arena.single import Played
from trigrad.arena.tournament import pair_wins, play_tournament, rate, rounded, save, seatings
from trigrad.table import record


def played(seats: tuple[str, ...], places: tuple[int, ...]) -> Played:
    winners = places.count(1)
    shares = [1 / winners if place == 1 else 0.0 for place in places]
    return Played(0, seats, [], [0] * len(seats), places, shares, dict.fromkeys(seats, 1), dict.fromkeys(seats, 0.5))


def test_every_bot_sits_in_every_seat() -> None:
    assert seatings(["a", "b"], 2) == [("a", "b"), ("b", "a")]
    assert seatings(["a", "b"], 4) == [
        ("a", "b", "b", "b"),
        ("b", "a", "b", "b"),
        ("b", "b", "a", "b"),
        ("b", "b", "b", "a"),
    ]
    assert seatings(["a", "b", "c"], 3) == [("a", "b", "c"), ("c", "a", "b"), ("b", "c", "a")]


def test_a_bot_is_not_compared_with_itself_alone() -> None:
    with pytest.raises(ValueError, match="name two different bots"):
        seatings(["a", "a"], 2)
    assert len(seatings(["a", "a", "b"], 3)) == 3


@pytest.mark.parametrize("bots", [[], ["a"], ["a", "b", "c"]])
def test_a_wrong_number_of_bots_is_refused(bots: list[str]) -> None:
    with pytest.raises(ValueError, match="a table for 2 takes 2 to 2 bots"):
        seatings(bots, 2)


def test_games_are_rounded_up_to_whole_sets_of_seatings() -> None:
    assert rounded("quorum", ["greedy", "random"], 5, None) == 6
    assert rounded("quorum", ["greedy", "random"], 5, 4) == 8


def test_a_pair_is_counted_by_who_was_placed_before_whom() -> None:
    games = [played(("a", "b"), (1, 2)), played(("b", "a"), (1, 1)), played(("a", "b", "b"), (2, 1, 3))]
    # first game 1:0, second half each, third: before one b and behind the other
    assert pair_wins(["a", "b"], games).tolist() == [[0, 2.5], [1.5, 0]]


def test_ratings_of_two_bots_are_the_log_of_their_wins() -> None:
    games = [played(("a", "b"), (1, 2))] * 30 + [played(("a", "b"), (2, 1))] * 10
    ratings, errors = rate(["a", "b"], games)
    # 30.25 : 10.25 with the half game added; 400 log10 of it is 188.0, half to each side of 0
    assert ratings[0] - ratings[1] == pytest.approx(400 * np.log10(30.25 / 10.25), abs=1e-3)
    assert sum(ratings) == pytest.approx(0, abs=1e-6)
    # the difference has the variance 1/(n p q) in logits; each rating is half of it
    p = 30.25 / 40.5
    assert errors[0] == pytest.approx(1.96 * 400 / np.log(10) * 0.5 / np.sqrt(40.5 * p * (1 - p)), rel=1e-6)


def test_who_wins_everything_has_a_finite_rating() -> None:
    ratings, errors = rate(["a", "b"], [played(("a", "b"), (1, 2))] * 20)
    assert 100 < ratings[0] < 2000
    assert np.isfinite(errors).all()


def test_a_tournament_is_balanced_and_paired(tmp_path: Path) -> None:
    progress: list[int] = []
    result = play_tournament("quorum", ["greedy", "random"], 3, seed=5, on_progress=progress.append, workers=1)
    assert result.games == len(progress) == 4
    assert [game.seats for game in result.played] == [("greedy", "random"), ("random", "greedy")] * 2
    assert [game.number for game in result.played] == [0, 0, 1, 1]
    assert sum(standing.wins for standing in result.standings) == 4
    assert {standing.bot: standing.games for standing in result.standings} == {"greedy": 4, "random": 4}
    save(result, tmp_path)
    files = sorted(tmp_path.iterdir())
    assert len(files) == 4
    saved = [record.from_json(json.loads(file.read_text("utf-8"))) for file in files]
    assert all(record.verify(game) == [] for game in saved)
    assert saved[0].seed == saved[1].seed != saved[2].seed


def test_the_same_seed_plays_the_same_games() -> None:
    first, second = (play_tournament("quorum", ["greedy", "random"], 2, seed=9, workers=t) for t in (1, 2))
    assert [game.actions for game in first.played] == [game.actions for game in second.played]


@pytest.mark.parametrize(("bots", "games"), [(["greedy", "hal"], 2), (["greedy", "random"], 0)])
def test_what_cannot_be_played_is_refused(bots: list[str], games: int) -> None:
    with pytest.raises((ValueError, LookupError)):
        play_tournament("quorum", bots, games)


def test_standings_hold_the_mean_points_of_every_seat_of_a_bot() -> None:
    games = [replace(played(("a", "b", "b"), (1, 2, 3)), scores=scores) for scores in ([50, 40, 30], [41, 20, 36])]
    found = tournament._standings(["a", "b"], games)
    assert {standing.bot: standing.points for standing in found} == {"a": 45.5, "b": 31.5}


def test_standings_hold_time_and_choices() -> None:
    found = tournament._standings(["a", "b"], [played(("a", "b"), (1, 2)), played(("b", "a"), (2, 1))])
    assert [(s.bot, s.wins, s.decisions, s.seconds_per_decision) for s in found] == [("a", 2, 2, 0.5), ("b", 0, 2, 0.5)]
