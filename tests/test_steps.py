"""The benchmark of batches measures what it says."""

import numpy as np
import pytest

from trigrad import games, steps
from trigrad.vector import VectorGame


def test_figures_on_a_small_scale(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"SECONDS": 0.0, "LEAST_STEPS": 2, "BATCH": 3, "MIXED": 2}.items():
        monkeypatch.setattr(steps, name, value)
    found = steps.measure("noughts", 2)
    assert set(found) == {"vector_per_s", "vector_all_cores_per_s", "observe_ns"}
    assert all(value > 0 for value in found.values())


def test_figures_of_a_gpu_on_a_small_scale(monkeypatch: pytest.MonkeyPatch) -> None:
    """The loop is that of any batch; ``tests/envs/test_cuda.py`` has batches on a GPU."""

    def here(game: str, *, players: int, batch: int, device: str) -> VectorGame:
        assert device == "cuda"
        return VectorGame(game, players=players, batch=batch)

    for name, value in {"SECONDS": 0.0, "LEAST_STEPS": 2, "GPU_BATCH": 3, "MIXED": 2}.items():
        monkeypatch.setattr(steps, name, value)
    monkeypatch.setattr(steps, "VectorGame", here)
    found = steps.measure_on_gpu("noughts", 2)
    assert (found["players"], found["batch"]) == (2, 3)
    assert found["gpu_vector_per_s"] > 0


def test_observations_of_a_batch_are_those_of_its_games() -> None:
    game = games.load("noughts")
    with VectorGame("noughts", batch=4, threads=1) as batch:
        step = batch.reset()
        step = batch.step(batch.sample())
        records = np.array([batch.record(index) for index in range(4)])
        out = game.observation.new(4)
        steps.observe_all(records, out)
    np.testing.assert_array_equal(out, step.observations)
