"""The benchmark measures what it says."""

import json
from typing import Any

import numpy as np
import pytest

from trigrad import games
from trigrad.arena import bench
from trigrad.engine.header import new_games

QUORUM = games.load("quorum")


def test_playouts_count_decisions() -> None:
    """24 turns with a card to take and one to play, at most six gods, at most a replacement a turn."""
    playouts = bench.Playouts(QUORUM, 2, 3)
    decisions, seconds = playouts.play()
    assert 3 * 47 <= decisions <= 3 * (48 + 6 + 24)
    assert seconds > 0
    again, _ = playouts.play()
    assert again != decisions or playouts.play()[0] != decisions  # other games each time


@pytest.mark.parametrize(
    ("task", "figures"),
    [
        ("play_first", set()),
        ("play_interpreted", {"interpreted_per_s"}),
        ("play_native", {"decisions_per_game", "native_per_s", "native_all_cores_per_s", "copy_ns"}),
    ],
)
def test_tasks(
    task: str, figures: set[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each task on a small scale, interpreted."""
    for name, value in {"SECONDS": 0.0, "LEAST_REPETITIONS": 2, "BATCH_BYTES": 1000, "COPY_ROUNDS": 2}.items():
        monkeypatch.setattr(bench, name, value)
    bench.main(task, "quorum", "2")
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert set(found) == figures
    assert all(value > 0 for value in found.values())


def test_copies_are_copies() -> None:
    here, there = new_games(QUORUM.record_type, 2), new_games(QUORUM.record_type, 2)
    QUORUM.functions.setup(here[0], np.array([3], np.int32), np.arange(8, dtype=np.uint32))
    before = here.tobytes()
    bench.copy_to_and_fro(here, there, 1)
    assert here.tobytes() == there.tobytes() == before


def test_impossible_wishes() -> None:
    with pytest.raises(games.UnknownGame):
        bench.measure("chess", 2, print)
    with pytest.raises(ValueError, match="2 to 4"):
        bench.measure("quorum", 5, print)
