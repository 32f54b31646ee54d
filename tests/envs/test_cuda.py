"""Games on a GPU: their kernels compiled without one, and run by Numba's simulator. Run by ``scripts.check_envs``."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from trigrad import games
from trigrad.arena.gpu import NoGPU, look_for_gpu
from trigrad.vector import VectorGame

pytestmark = pytest.mark.envs
ROOT = Path(__file__).parents[2]
SAME = """
import sys
import numpy as np
from trigrad.engine.game import IllegalAction
from trigrad.vector import VectorGame

name, opponents, steps = sys.argv[1], sys.argv[2] or None, int(sys.argv[3])
chosen = dict(batch=3, seed=5, opponents=opponents)
with VectorGame(name, **chosen) as here, VectorGame(name, device="cuda", **chosen) as there:
    ours, theirs = here.reset(), there.reset()
    chance, ended = np.random.default_rng(1), 0
    for _ in range(steps):
        for one, other in zip(ours, theirs, strict=True):
            assert one.tobytes() == other.copy_to_host().tobytes()
            assert one.dtype == other.dtype
        actions = np.array([chance.choice(np.flatnonzero(mask)) for mask in ours.masks])
        ours, theirs = here.step(actions), there.step(actions)
        ended += ours.done.sum()
    for i in (0, 1, -1):
        assert here.record(i).tobytes() == there.record(i).tobytes()
    drawn = there.sample().copy_to_host()
    assert all(ours.masks[np.arange(3), drawn])
    for wrong, error in (([0, -1, 0], IllegalAction), ([0, 99, 0], IllegalAction), ([0, 0], ValueError)):
        try:
            there.step(wrong)
        except error:
            pass
        else:
            raise AssertionError(wrong)
    assert here.record(0).tobytes() == there.record(0).tobytes()
    theirs = there.step(there.sample())
    assert not np.array_equal(theirs.observations.copy_to_host(), ours.observations)
print(ended)
"""


def run(command: list[str], **environment: str) -> Any:
    """What a process of its own prints."""
    chosen = os.environ | {"PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"} | environment
    done = subprocess.run([sys.executable, *command], capture_output=True, check=False, text=True, env=chosen, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


# the step of a large game with all its bots takes minutes to compile: python -m tests.envs.ptx step quorum
@pytest.mark.parametrize(("kernel", "names", "most"), [("play_out", games.names(), 96), ("step", ("noughts",), 192)])
def test_kernels_fit_into_registers(kernel: str, names: tuple[str, ...], most: int) -> None:
    found = run(["-m", "tests.envs.ptx", kernel, *names], TRIGRAD_NATIVE="1")
    assert set(found) == set(names)
    for name, needs in found.items():
        assert needs["spilled"] == 0, name
        assert needs["registers"] <= most, name


@pytest.mark.parametrize(
    ("name", "opponents", "steps"),
    [("noughts", "", 30), ("quorum", "greedy", 15), ("petersburg", "", 30), ("quebec", "random", 20)],
)
def test_the_simulated_gpu_plays_the_same_games(name: str, opponents: str, steps: int) -> None:
    simulated = {"NUMBA_ENABLE_CUDASIM": "1", "TRIGRAD_NATIVE": "0"}
    ended = run(["-c", SAME, name, opponents, str(steps)], **simulated)
    assert ended > 0 or name != "noughts"  # the next games begin as they should


def has_gpu() -> bool:
    try:
        look_for_gpu()
    except NoGPU:
        return False
    return True


@pytest.mark.skipif("not has_gpu()", reason="there is no GPU here")
@pytest.mark.parametrize("name", games.every_name())
def test_a_gpu_plays_the_same_games(name: str) -> None:
    run(["-c", SAME, name, "greedy", "200"], TRIGRAD_NATIVE="1")


@pytest.mark.skipif("has_gpu()", reason="there is a GPU here")
def test_without_a_gpu_one_line_says_so() -> None:
    with pytest.raises(NoGPU, match="no NVIDIA GPU here"):
        VectorGame("noughts", device="cuda")
