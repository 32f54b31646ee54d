"""What a kernel takes on a GPU, found without one: ``python -m tests.envs.ptx KERNEL GAME…``.

numba-cuda compiles it to PTX, and NVIDIA’s assembler tells of that how many registers a thread has and what does not
fit into them. Prints a JSON object.
"""

import json
import re
import subprocess
import sys
from importlib.resources import files
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

import numba.cuda.dispatcher
import numpy as np
from numba import from_dtype

import trigrad.native  # noqa: F401 - before anything of the rules
from trigrad import games
from trigrad.arena import kernels
from trigrad.arena.batch import Batch, Lane, Plan
from trigrad.bots.scratch import new_scratch
from trigrad.engine.game import Game
from trigrad.engine.random import Generator

cuda: Any = numba.cuda  # which tells no types
types: Any = numba.types
CAPABILITY = (9, 0)  # of the GPU that is compiled for
ARCHITECTURE = "sm_90"


def rows(kind: Any, dimensions: int = 1) -> Any:
    """The type of an array of records or numbers."""
    return types.Array(from_dtype(kind.dtype) if hasattr(kind, "dtype") else kind, dimensions, "C")


def signature(kernel: str, game: Game) -> tuple[Any, ...]:
    """The types of a kernel's arguments."""
    records, options = rows(game.record_type), rows(types.int32)
    if kernel == "play_out":
        room, tallies = rows(types.int16, 2), rows(types.int64, 2)
        return records, options, rows(types.uint32, 2), rows(Generator), room, rows(types.int16, 2), tallies
    batch = Batch(
        games=records,
        blank=records,
        plan=rows(Plan),
        scratch=rows(new_scratch(game)),
        lanes=rows(Lane),
        actions=rows(types.int16),
        observations=rows(from_dtype(np.dtype(game.observation.dtype)), 2),
        masks=rows(types.uint8, 2),
        to_move=rows(types.int8),
        rewards=rows(types.float32, 2),
        done=rows(types.uint8),
    )
    return types.NamedTuple(tuple(batch), Batch), options


def needs(kernel: str, game: Game) -> dict[str, int]:
    """Registers of a thread, and the bytes that it spills to memory."""
    compiled: Any = getattr(kernels, kernel)
    ptx, _ = cuda.compile_ptx(compiled.py_func, signature(kernel, game), cc=CAPABILITY)
    assembler = files("nvidia.cuda_nvcc") / "bin" / "ptxas"
    with TemporaryDirectory() as folder:
        command = [str(assembler), "-v", f"-arch={ARCHITECTURE}", f"-o={folder}/kernel", "-"]
        told = subprocess.run(command, input=ptx, capture_output=True, text=True, check=True).stderr
    figures = {"registers": r"Used (\d+) registers", "spilled": r"(\d+) bytes spill stores"}
    return {name: max(map(int, re.findall(pattern, told))) for name, pattern in figures.items()}


def main(kernel: str, *names: str) -> None:
    """Compile a kernel for some games."""
    cuda.dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=CAPABILITY)
    print(json.dumps({name: needs(kernel, games.load(name)) for name in names}))


if __name__ == "__main__":
    main(*sys.argv[1:])
