"""Training: the fit is that of a hand calculation, and a run can be repeated."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from tests.bots.test_search import last_choice

from trigrad import games
from trigrad.arena import train
from trigrad.bots.scratch import new_search_scratch
from trigrad.engine.random import generator
from trigrad.engine.record import new_records


def test_the_fit_finds_what_the_points_are_made_of() -> None:
    """Many notes whose points are 2 a for the first feature and 5 a for the second: the pull of 20 notes is lost."""
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(20_000, 2))
    points = 2 * rows[:, 0] + 5 * rows[:, 1]
    moments = np.zeros((2, 2, 3))
    train.add_moments(moments, rows, np.ones(len(rows), np.int16), points)
    before = np.array([[1.0, 0.0], [1.0, 0.0]])
    fitted = train.fit(moments, before)
    assert fitted[0].tolist() == [1.0, 0.0]  # no notes
    assert fitted[1] == pytest.approx([2.0, 5.0], abs=0.01)


def test_a_single_note_changes_little() -> None:
    """One note of feature 1 and 21 points with a pull of 20 notes to 0: 21 / (1 + 20) = 1."""
    moments = np.zeros((1, 1, 2))
    train.add_moments(moments, np.array([[1.0]]), np.zeros(1, np.int16), np.array([21.0]))
    assert train.fit(moments, np.array([[0.0]]))[0, 0] == pytest.approx(1.0)


def test_tables_are_all_numbers_of_players_with_every_value_of_the_first_option() -> None:
    found = list(train.tables(games.load("quebec"), None, {}))
    assert len(found) == 4 * 3
    assert list(train.tables(games.load("quebec"), 3, {"rules": "family"})) == [(3, {"rules": "family"})]


def test_a_game_without_features_cannot_be_trained() -> None:
    with pytest.raises(ValueError, match="noughts"):
        train.train(games.load("noughts"), [(2, {})], 1, train.Course(bytes(32)))


# --- Ends of a turn -----------------------------------------------------------------------


def test_the_luck_of_a_position_says_little_of_its_ends() -> None:
    """Ends worth 2 for each of the first feature, and up to 20 points more or less by the luck of their position."""
    rng = np.random.default_rng(0)
    moments = np.zeros((1, 2, 3))
    for _ in range(200):
        rows = np.column_stack([rng.normal(size=12), np.ones(12)])
        train.add_differences(moments, rows, np.zeros(12, np.int16), 2 * rows[:, 0] + rng.uniform(-20, 20))
    assert train.fit(moments, np.zeros((1, 2)))[0, 0] == pytest.approx(2.0, abs=0.05)


def test_the_ends_of_the_last_turn_are_worth_their_points() -> None:
    """Nothing is left to be imagined after it, in whatever world."""
    game = games.load("quorum")
    record = last_choice(game, 2, 0)
    scratch, chance = new_search_scratch(game), generator(bytes(32))
    ends, width = new_records(game.record_type, 6), len(game.feature_names)
    notes, stages, points = np.zeros(6 * 2 * width), np.zeros(12, np.int16), np.zeros(12)
    train.compare_ends(record, ends, chance, generator(bytes(32)), scratch, notes, stages, points)
    assert points.tolist() == pytest.approx([int(score) for end in ends for score in end.scores[:2]])
    assert len({end.tobytes() for end in ends}) > 1
    values = np.zeros(width)
    for end, noted in zip(ends, notes.reshape(6, 2, width), strict=True):
        for player in range(2):
            game.functions.features(end, player, values)
            assert noted[player].tolist() == values.tolist()


# --- The gate -----------------------------------------------------------------------------


def quorum_weights(standing: float) -> train.Weights:
    """Weights of somebody who wants as many points as they can get, or with -1 as few."""
    return standing * train.unlearned(games.load("quorum"))


@pytest.mark.parametrize(
    ("shares", "games_to_win", "taken"),
    [
        ([0.4, 0.7, 0.61], 100, 1),  # the best of the trial, and more than 0.5 by two errors of 0.05
        ([0.4, 0.59, 0.5], 100, None),  # not by two errors
        ([0.4, 0.59, 0.5], 400, 1),  # which are smaller then
    ],
)
def test_only_what_wins_clearly_passes_the_gate(
    monkeypatch: pytest.MonkeyPatch, shares: list[float], games_to_win: int, taken: int | None
) -> None:
    game = games.load("quorum")
    before, fits = quorum_weights(1.0), [quorum_weights(2.0 + number) for number in range(3)]
    played: list[int] = []

    def meet(
        _game: object, one: train.Weights, other: train.Weights, _encoded: object, count: int, _key: bytes
    ) -> float:
        assert other is before
        played.append(count)
        return next(share for share, fitted in zip(shares, fits, strict=True) if fitted is one)

    monkeypatch.setattr(train, "meet", meet)
    found = train.gated(game, before, fits, game.encode_options(2, {}), games_to_win, b"key")
    assert found is (before if taken is None else fits[taken])
    assert played == [games_to_win // 2] * 3 + [games_to_win]


def test_weights_are_replaced_only_at_the_tables_where_new_ones_win(monkeypatch: pytest.MonkeyPatch) -> None:
    """For two players they pass, for three not: those have stages of their own."""
    game = games.load("quorum")
    before = quorum_weights(1.0)
    course = train.Course(bytes(32), before, random_percent=100)

    def gated(_game: object, best: train.Weights, fits: list[train.Weights], encoded: list[int], *_: object) -> object:
        return fits[0] if encoded[0] == 2 else best

    monkeypatch.setattr(train, "gated", gated)
    found = train.train(game, [(2, {}), (3, {})], 1, course, workers=1)
    changed = (found != before).any(axis=1)
    stages = game.stages // 3  # of each number of players
    assert changed[:stages].any()
    assert not changed[stages:].any()


# --- The command --------------------------------------------------------------------------


def trained(folder: Path, name: str, *more: str) -> bytes:
    """The weights of a small run of the command."""
    file = folder / name
    command = [sys.executable, "-m", "trigrad", "train", "quorum", "--out", str(file), "--players", "2"]
    subprocess.run(
        [*command, "--games", "8", "--iterations", "20", *more],
        env={**os.environ, "TRIGRAD_NATIVE": "1"},
        capture_output=True,
        check=True,
    )
    return file.read_bytes()


@pytest.mark.slow
def test_a_run_can_be_repeated_and_gone_on_with(tmp_path: Path) -> None:
    first = trained(tmp_path, "first.npy")
    assert trained(tmp_path, "again.npy") == first
    assert trained(tmp_path, "other.npy", "--seed", "1") != first
    go_on = "--start", str(tmp_path / "first.npy")
    assert trained(tmp_path, "second.npy", *go_on) == trained(tmp_path, "second again.npy", *go_on)
    compared = trained(tmp_path, "ends.npy", "--ends", "4")
    assert trained(tmp_path, "ends again.npy", "--ends", "4") == compared != first


_TOY = """
import numpy as np
from trigrad import games
from trigrad.arena import train
game = games.load("quorum")
encoded = game.encode_options(2, {})
weights = train.train(game, [(2, {})], 25, train.Course(bytes(32), iterations=30), workers=1)
print(train.meet(game, weights, np.zeros_like(weights), encoded, 60, bytes(32)))
"""


@pytest.mark.slow
def test_a_toy_run_improves_on_random() -> None:
    """25 games teach a planner of Quorum to beat one that knows nothing, and so chooses any, in 3 of 4 games."""
    done = subprocess.run(
        [sys.executable, "-c", _TOY],
        env={**os.environ, "TRIGRAD_NATIVE": "1"},
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    assert float(done.stdout) > 0.75
