"""Training: the fit is that of a hand calculation, and a run can be repeated."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from trigrad import games
from trigrad.arena import train


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
    assert trained(tmp_path, "second.npy", "--start", str(tmp_path / "first.npy")) != first
