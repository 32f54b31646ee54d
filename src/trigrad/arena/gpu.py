"""A batch of games on a GPU: the arrays stay there, and each step is two kernels, one thread a game.

Needs numba-cuda, ``pip install "trigrad[cuda]"``, and an NVIDIA GPU, or Numba's simulator of one.
"""

import hashlib
from importlib.util import find_spec
from typing import Any

import numpy as np

from trigrad.arena.batch import Batch, Plan
from trigrad.engine.game import Game
from trigrad.engine.header import Header, game_from_bytes
from trigrad.engine.random import Generator, generator
from trigrad.engine.record import Row, new_records

BLOCK = 64  # threads, so that each may have many registers


class NoGPU(ValueError):
    """There is no GPU that games could be played on; one line says why."""


def look_for_gpu() -> None:
    """``NoGPU`` unless there is one."""
    if find_spec("numba_cuda") is None:
        raise NoGPU('numba-cuda is not installed; pip install "trigrad[cuda]" brings it')
    if not _numba_cuda().is_available():
        raise NoGPU("there is no NVIDIA GPU here, or its driver does not answer")


def _numba_cuda() -> Any:
    import numba.cuda

    return numba.cuda


class GPUBatch:
    """The games of a ``VectorGame`` on the GPU; what they are does not depend on that."""

    def __init__(self, game: Game, batch: Batch, options: Row) -> None:
        """Bring the arrays there; ``NoGPU``."""
        look_for_gpu()
        from trigrad.arena import kernels

        self._cuda = cuda = _numba_cuda()
        self._kernels, self._game = kernels, game
        self._size = len(batch.games)
        self._grid = -(-self._size // BLOCK), BLOCK
        scratches = np.repeat(np.asarray(batch.scratch), self._size)
        self.arrays: Any = Batch(*(cuda.to_device(array) for array in batch._replace(scratch=scratches)))
        self._options = cuda.to_device(options)
        self._wrong = cuda.to_device(np.zeros(1, np.int64))

    def seed(self, plan: Plan, key: bytes) -> None:
        """The plan of all games, and the key that ``sample`` draws by."""
        plans, chances = new_records(Plan, self._size), new_records(Generator, self._size)
        for i in range(self._size):
            plans[i] = plan
            chances[i] = generator(hashlib.sha256(key + i.to_bytes(4, "little")).digest())
        self.arrays = self.arrays._replace(plan=self._cuda.to_device(plans))
        self._chances = self._cuda.to_device(chances)

    def begin(self) -> None:
        """Begin every game anew."""
        self._kernels.begin[self._grid](self.arrays, self._options)

    def take(self, actions: Any) -> int:
        """Take these actions, integers (batch,) here or there; the first game in which one is not legal, or -1."""
        there = hasattr(actions, "__cuda_array_interface__")
        chosen = actions if there else self._cuda.to_device(np.asarray(actions))
        self._wrong[0] = self._size
        self._kernels.take[self._grid](chosen, self.arrays.masks, self.arrays.actions, self._wrong)
        wrong = int(self._wrong[0])
        return -1 if wrong == self._size else wrong

    def step(self) -> None:
        """Carry out the actions that were taken."""
        self._kernels.step[self._grid](self.arrays, self._options)

    def sample(self) -> Any:
        """Any legal action in every game, each as likely as the others."""
        self._kernels.choose[self._grid](self.arrays.masks, self._chances, self.arrays.actions)
        return self.arrays.actions

    def record(self, index: int) -> Header:
        """A copy of the game at a place of the batch, here."""
        games = self.arrays.games[index : index + 1].copy_to_host()
        return game_from_bytes(self._game.record_type, games.tobytes())
