"""The threads that step a batch of games together: each those of its own share, then what others have not begun yet.

So a game mostly stays with the thread, and in the cache of the core, that stepped it before. To wake a thread takes
longer than its part of a step of some thousand games. So whoever has helped stays at hand for a moment, until there is
something to do again, and sleeps only then. Whoever steps waits for nobody but those that are at it: without any help
it does everything itself.
"""

import threading
import time
from collections.abc import Sequence
from typing import Final

import numpy as np

from trigrad.arena.batch import GROUP, Batch, begin_games, rows, step_games
from trigrad.engine.atomic import LINE, add, read, write
from trigrad.engine.record import Row
from trigrad.engine.rule import NATIVE, rule

BEGIN, STEP = 0, 1  # what is to be done
_JOB, _BUSY, _AT_HAND, _TAKEN = (LINE * place for place in range(4))  # threads at it, and at hand; see ``taken``
_PATIENCE: Final = 300_000 if NATIVE else 300  # looks whether there is something to do: some tenths of a millisecond


@rule
def taken(share: int) -> int:
    """Where it stands how many groups of a share have been taken."""
    return _TAKEN + LINE * int(share)


@rule
def begins(batch: Batch, shares: int, share: int) -> int:
    """The first group of a share; of the share that there is not any more, the number of groups."""
    return (len(batch.games) + GROUP - 1) // GROUP * int(share) // int(shares)


@rule
def is_open(batch: Batch, board: Row, shares: int, share: int) -> bool:
    """Whether there are groups in a share that nobody has taken."""
    return bool(begins(batch, shares, share) + read(board, taken(share)) < begins(batch, shares, share + 1))


@rule
def work_off(batch: Batch, options: Row, board: Row, shares: int, share: int) -> None:
    """Take groups of one's own share, then of the others’, and do with them what is to be done, until all are taken."""
    for turn in range(shares):
        of = (share + turn) % shares
        first, stop = begins(batch, shares, of), begins(batch, shares, of + 1)
        while True:
            group = first + add(board, taken(of), 1)
            if group >= stop:
                break
            start, end = group * GROUP, min((group + 1) * GROUP, len(batch.games))
            part = rows(batch, start, end, batch.plan, batch.scratch)
            if board[_JOB] == BEGIN:
                begin_games(part, start, options)
            else:
                step_games(part, options)


@rule
def stand_by(batch: Batch, options: Row, board: Row, shares: int, share: int) -> None:
    """Help, again and again, until there was nothing to do for a moment."""
    add(board, _AT_HAND, 1)
    looks = 0
    while looks < _PATIENCE:
        looks += 1
        if is_open(batch, board, shares, share):
            add(board, _BUSY, 1)
            work_off(batch, options, board, shares, share)
            add(board, _BUSY, -1)
            looks = 0
    add(board, _AT_HAND, -1)


@rule
def do_all(batch: Batch, options: Row, board: Row, shares: int, job: int) -> bool:
    """Do something with all games, with whoever is at hand; whether all are done, or others are still at some."""
    board[_JOB] = job
    for share in range(shares):
        write(board, taken(share), 0)
    work_off(batch, options, board, shares, 0)
    looks = 0
    while looks < _PATIENCE:
        looks += 1
        if read(board, _BUSY) == 0:
            return True
    return False


class Crew:
    """The threads of a batch, of which the first is whoever calls."""

    def __init__(self, batches: Sequence[Batch], options: Row) -> None:
        """``batches`` are for each thread the same games with a plan and a scratch of its own."""
        self._own, self._options, self._shares = batches[0], options, len(batches)
        self._board = np.zeros(taken(self._shares), np.int64)
        for share in range(self._shares):
            self._board[taken(share)] = len(self._own.games)  # there is nothing to do yet
        if self._shares > 1:  # compiled here, since a process that ended while a thread compiled could crash
            stand_by(self._own, options, self._board, self._shares, 0)
        self._called = [threading.Event() for _ in batches[1:]]
        self._closed = False
        self._error: Exception | None = None
        for share, called in enumerate(self._called, 1):
            threading.Thread(target=self._help, args=(batches[share], share, called), name="batch", daemon=True).start()

    def _help(self, batch: Batch, share: int, called: threading.Event) -> None:
        while not self._closed:
            try:
                stand_by(batch, self._options, self._board, self._shares, share)
            except Exception as error:  # noqa: BLE001 - of interpreted rules; whoever waits is to know
                self._error = error
                self._board[_BUSY] -= 1
                return
            called.wait()
            called.clear()

    def do(self, job: int) -> None:
        """Do one of the jobs with every game; whatever a rule raises in another thread is raised here."""
        if self._board[_AT_HAND] < len(self._called):
            self._call()
        if not do_all(self._own, self._options, self._board, self._shares, job):
            while self._board[_BUSY]:  # somebody was halted in the middle
                time.sleep(0)
        if self._error is not None:
            raise self._error

    def _call(self) -> None:
        for called in self._called:
            called.set()

    def close(self) -> None:
        """Let the threads end."""
        self._closed = True
        self._call()
