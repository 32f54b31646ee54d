"""Training: the fit is that of a hand calculation, and a run can be repeated."""

import dataclasses
import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from tests.bots.test_search import last_choice

from trigrad import cli, games
from trigrad.arena import train
from trigrad.arena.checkpoint import Checkpoint, OtherRun
from trigrad.bots.scratch import new_search_scratch
from trigrad.engine.random import generator
from trigrad.engine.record import new_records


def test_the_fit_finds_what_the_points_are_made_of() -> None:
    """Many notes whose points are 2 a for the first feature and 5 a for the second: the pull of 20 notes is lost."""
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(20_000, 2))
    points = 2 * rows[:, 0] + 5 * rows[:, 1]
    moments = np.zeros((2, 4, 4))
    train.add_moments(moments, rows, np.ones(len(rows), np.int16), points)
    before = np.array([[1.0, 0.0], [1.0, 0.0]])
    fitted = train.fit(moments, before)
    assert fitted[0].tolist() == [1.0, 0.0]  # no notes
    assert fitted[1] == pytest.approx([2.0, 5.0], abs=0.01)


def test_a_single_note_changes_little() -> None:
    """One note of feature 1 and 21 points with a pull of 20 notes to 0: 21 / (1 + 20) = 1."""
    moments = np.zeros((1, 3, 3))
    train.add_moments(moments, np.array([[1.0]]), np.zeros(1, np.int16), np.array([21.0]))
    assert train.fit(moments, np.array([[0.0]]))[0, 0] == pytest.approx(1.0)


def test_tables_are_all_numbers_of_players_with_every_value_of_the_first_option() -> None:
    found = list(train.tables(games.load("quebec"), None, {}))
    assert len(found) == 4 * 3
    assert list(train.tables(games.load("quebec"), 3, {"rules": "family"})) == [(3, {"rules": "family"})]


def test_a_game_without_features_cannot_be_trained() -> None:
    with pytest.raises(ValueError, match="noughts"):
        train.train(games.load("noughts"), [(2, {})], 1, train.Course(bytes(32)))


def test_games_are_imagined_to_their_end_without_weights_or_where_these_are_not_trusted() -> None:
    game = games.load("petersburg")
    weights = train.unlearned(game)
    course = train.Course(bytes(32), weights)
    assert train._thinker(game, course).playout == game.tuning.playout
    to_end = train._thinker(game, dataclasses.replace(course, to_end=True))
    assert (to_end.playout > 500, bool(to_end.foresees)) == (True, True)
    blind = train._thinker(game, dataclasses.replace(course, weights=None))
    assert (blind.playout > 500, bool(blind.foresees)) == (True, False)


def test_the_command_says_whether_weights_are_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bool] = []

    def pretend(_game: object, _kinds: object, _games: int, course: train.Course, *_: object) -> train.Weights:
        seen.append(course.to_end)
        return quorum_weights(1.0)

    monkeypatch.setattr(train, "train", pretend)
    for words in ([], ["--to-end"]):
        done = CliRunner().invoke(cli.main, ["train", "quorum", "--out", str(tmp_path / "weights.npy"), *words])
        assert done.exit_code == 0, done.output
    assert seen == [False, True]


# --- Ends of a turn -----------------------------------------------------------------------


def test_the_luck_of_a_position_says_little_of_its_ends() -> None:
    """Ends worth 2 for each of the first feature, and up to 20 points more or less by the luck of their position."""
    rng = np.random.default_rng(0)
    moments = np.zeros((1, 4, 4))
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
        _game: object,
        one: train.Weights,
        other: train.Weights,
        _encoded: object,
        count: int,
        _key: bytes,
        thought: int,
    ) -> float:
        assert other is before
        assert thought == 0  # the search of Quorum goes by no weights, so planners play
        played.append(count)
        return next(share for share, fitted in zip(shares, fits, strict=True) if fitted is one)

    monkeypatch.setattr(train, "meet", meet)
    found = train.gated(game, before, fits, game.encode_options(2, {}), games_to_win, b"key", 30)
    assert found is (before if taken is None else fits[taken])
    assert played == [games_to_win // 2] * 3 + [games_to_win]


def test_where_the_search_goes_by_weights_searches_play_at_the_gate(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.load("quebec")
    thoughts: list[int] = []

    def meet(*wish: Any) -> float:
        thoughts.append(wish[-1])
        return 0.0

    monkeypatch.setattr(train, "meet", meet)
    before = train.unlearned(game)
    train.gated(game, before, [before], game.encode_options(2, {}), 10, b"key", 30)
    assert thoughts == [30, 30]


def test_a_search_that_goes_by_the_points_as_they_stand_beats_one_that_wants_few() -> None:
    """In Quebec, whose search goes by weights; both have 4 iterations a choice."""
    game = games.load("quebec")
    before = train.unlearned(game)
    encoded = game.encode_options(2, {"rules": "family"})
    assert train.meet(game, before, -before, encoded, 2, b"key", 4) == 1.0


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


def array_file() -> bytes:
    """A file of one array."""
    file = io.BytesIO()
    np.save(file, np.zeros(3))
    return file.getvalue()


# --- Going on -----------------------------------------------------------------------------


def test_a_run_that_was_broken_off_goes_on_to_the_same_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 2 kinds of table and 3 games, one at a time, four are played before it ends, and two after that."""
    monkeypatch.setattr(train, "BATCH", 1)
    game, course = games.load("quorum"), train.Course(bytes(32), random_percent=100)
    kinds: list[tuple[int, dict[str, str]]] = [(2, {}), (3, {})]
    file = tmp_path / "weights.npy.part"
    whole = train.train(game, kinds, 3, course, workers=1)
    curve: list[train.Curve] = []
    played: list[int] = []
    play = train.play_batch

    def played_once(*wish: Any) -> train.Moments:
        played.append(wish[3])
        if len(played) == 5:
            raise KeyboardInterrupt
        return play(*wish)

    monkeypatch.setattr(train, "play_batch", played_once)
    with pytest.raises(KeyboardInterrupt):
        train.train(game, kinds, 3, course, workers=1, checkpoint=file, on_round=curve.append)
    played.clear()
    done: list[int] = []
    found = train.train(game, kinds, 3, course, done.append, 1, file, curve.append)
    assert found.tolist() == whole.tolist()
    assert played == [2, 2]
    assert done == [4, 1, 1]
    assert [len(rounds) for rounds in curve] == [0, 1, 2, 2, 3]
    assert curve[-1][:, 0].tolist() == [0, 1, 2]  # games of each kind before
    assert curve[-1][0, 1] == curve[-1][0, 2]  # when nothing was learned yet


def test_the_error_is_that_of_a_hand_calculation() -> None:
    """Points 3 and 8 where weights say 2 and 4, at two stages: the root of (1 + 16) / 2."""
    moments = np.zeros((2, 3, 3))
    train.add_moments(moments, np.array([[1.0], [2.0]]), np.array([0, 1], np.int16), np.array([3.0, 8.0]))
    assert train.error(np.array([[2.0], [2.0]]), moments) == pytest.approx((17 / 2) ** 0.5)


@pytest.mark.parametrize("change", [{"iterations": 7}, {"key": b"1" * 32}, {"ends": 4}, {"weights": np.ones((24, 1))}])
def test_a_run_does_not_go_on_with_what_another_has_found(tmp_path: Path, change: dict[str, Any]) -> None:
    game, file, course = games.load("quorum"), tmp_path / "part", train.Course(bytes(32))
    tables = [game.encode_options(2, {})]
    other = train.run_name(game, tables, 5, dataclasses.replace(course, **change))
    with Checkpoint(file, other, (1, 2, 2)) as found:
        found.add(0, np.ones((2, 2)))
    with pytest.raises(OtherRun, match="part is of another run of training"):
        train.train(game, [(2, {})], 5, course, checkpoint=file)
    gated = train.run_name(game, tables, 5, dataclasses.replace(course, gate=7))
    assert gated == train.run_name(game, tables, 5, course)  # the gate comes after the games


@pytest.mark.parametrize("content", [b"", b"PK broken", b"\x93NUMPY", array_file()])
def test_what_is_no_checkpoint_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "part"
    file.write_bytes(content)
    with pytest.raises(OtherRun, match="part is no checkpoint"):
        Checkpoint(file, "run", (1, 2, 2))


def test_a_run_of_which_nothing_is_done_leaves_no_file(tmp_path: Path) -> None:
    with Checkpoint(tmp_path / "part", "run", (1, 2, 2)):
        pass
    assert not list(tmp_path.iterdir())


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


@pytest.mark.slow
def test_the_curve_shows_that_more_games_foretell_better(tmp_path: Path) -> None:
    """Two rounds of games: the first foretold by nobody who has seen any, the second by who has seen 25."""
    trained(tmp_path, "weights.npy", "--games", "50", "--curve", str(tmp_path / "curve.csv"))
    heads, *rows = (line.split(",") for line in (tmp_path / "curve.csv").read_text().splitlines())
    assert heads == ["games", "error", "error_before"]
    assert [row[0] for row in rows] == ["0", "25"]
    assert rows[0][1] == rows[0][2]
    assert float(rows[1][1]) < 0.5 * float(rows[1][2])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["curve.csv", "weights.npy"]  # nothing else is left


@pytest.mark.parametrize("option", ["--out", "--curve"])
def test_a_file_without_a_folder_is_refused_before_hours_of_games(tmp_path: Path, option: str) -> None:
    wish = {"--out": "weights.npy", "--curve": "curve.csv"} | {option: "nowhere/file"}
    words = [word for key, file in wish.items() for word in (key, str(tmp_path / file))]
    refused = CliRunner().invoke(cli.main, ["train", "quorum", *words])
    assert refused.exit_code == 2
    assert refused.output == f"Error: there is no folder {tmp_path / 'nowhere'}\n"


_TOY = """
import numpy as np
from trigrad import cli, games
from trigrad.arena import train
from trigrad.arena.checkpoint import Checkpoint, OtherRun
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
