"""How far a run of training has come: what its games have shown so far, in a file, so that it goes on where it ended.

Batches of games count in one order, so how many are done says which ones; and a run that was broken off ends with the
very weights that it would have had.
"""

import os
import time
import zipfile
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np
from numpy.typing import NDArray

EVERY = 20.0  # seconds after which what is new is written


class OtherRun(ValueError):
    """The file holds something else than what this run has found; one line says so."""


class Checkpoint:
    """The sums of a run's finished batches, and its curve; written as a context at its end too, however it ends."""

    def __init__(self, file: Path | None, run: str, shape: tuple[int, ...]) -> None:
        """Go on with what the file holds, if there is one; ``run`` names all that decides what comes of the run.

        ``shape`` is that of the sums, the kinds of table first. ``OtherRun``.
        """
        self.batches = 0  # finished
        self.moments = np.zeros(shape)
        self.earlier = np.zeros(shape[1:])  # of all kinds of table, before the round that is being played
        self.curve = np.zeros((0, 3))
        self._file, self._run, self._written = file, run, time.monotonic()
        if file is not None and file.exists():
            self._read(file)

    def __enter__(self) -> Self:
        """Nothing is to be done."""
        return self

    def __exit__(self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None) -> None:
        self._write()

    def add(self, kind: int, moments: NDArray[np.float64]) -> None:
        """What came of the next batch, at one kind of table."""
        self.moments[kind] += moments
        self.batches += 1

    def end_round(self, games: int, error: float, error_before: float) -> None:
        """Every kind of table has had its batch; what was foretold of these games was wrong by so many points."""
        self.curve = np.vstack([self.curve, [games, error, error_before]])
        self.earlier = self.moments.sum(axis=0)

    def keep(self) -> None:
        """Write what is new, from time to time."""
        if time.monotonic() - self._written >= EVERY:
            self._write()

    def _read(self, file: Path) -> None:
        try:
            with np.load(file, allow_pickle=False) as kept:
                run = str(kept["run"])
                self.batches, self.curve = int(kept["batches"]), kept["curve"]
                self.moments, self.earlier = kept["moments"], kept["earlier"]
        except (zipfile.BadZipFile, ValueError, LookupError, TypeError, AttributeError, EOFError) as error:
            raise OtherRun(f"{file} is no checkpoint of a run of training") from error
        if run != self._run:
            raise OtherRun(f"{file} is of another run of training: repeat that one, or remove the file")

    def _write(self) -> None:
        if self._file is None or self.batches == 0:
            return
        draft = self._file.with_name(f"{self._file.name}.{os.getpid()}")
        with draft.open("wb") as file:
            np.savez_compressed(
                file,
                run=np.array(self._run),
                batches=self.batches,
                curve=self.curve,
                moments=self.moments,
                earlier=self.earlier,
            )
        draft.replace(self._file)
        self._written = time.monotonic()
