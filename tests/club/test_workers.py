"""Processes that answer, die, stop or run for ever: whoever asks gets an answer, or is told in time."""

import multiprocessing
import os
import signal
import time
from collections.abc import Iterator

import pytest

from trigrad.club.workers import Pool, Worker, WorkerLost

PATIENT = 120.0  # seconds; a process has to start first, on a machine that may be busy


@pytest.fixture
def worker() -> Iterator[Worker]:
    worker = Worker(native=False)
    yield worker
    worker.kill()


def replacing(lost: Worker) -> Worker:
    lost.kill()
    return Worker(native=False)


@pytest.fixture
def pool() -> Iterator[Pool]:
    pool = Pool([Worker(native=False)], replacing)
    yield pool
    pool.end()


def exists(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_worker_answers_in_a_process_of_its_own(worker: Worker) -> None:
    assert worker.ask(os.getpid, seconds=PATIENT) == worker.pid != os.getpid()
    assert worker.ask(max, 3, 5, seconds=PATIENT) == 5


def test_a_worker_sees_what_the_server_writes_for_all() -> None:
    crowd = multiprocessing.get_context("spawn").RawValue("d", 0.0)
    worker = Worker(native=False, crowd=crowd)
    look = "__import__('trigrad.club.bot_worker', fromlist=['_crowd'])._crowd.value"
    assert worker.ask(eval, look, seconds=PATIENT) == 0.0
    crowd.value = 2.5
    assert worker.ask(eval, look, seconds=PATIENT) == 2.5
    worker.kill()


def test_an_error_comes_back_with_where_it_happened(worker: Worker) -> None:
    with pytest.raises(ValueError, match="invalid literal") as raised:
        worker.ask(int, "five", seconds=PATIENT)
    assert "bot_worker.py" in raised.value.__notes__[0]
    assert worker.ask(max, 3, 5, seconds=PATIENT) == 5


UNSENDABLE = """
class Odd(Exception):
    def __init__(self, one, other):
        super().__init__(one)
raise Odd("what happened", 2)
"""


def test_an_error_that_cannot_be_sent_comes_back_in_words(worker: Worker) -> None:
    with pytest.raises(RuntimeError, match="Odd: what happened"):
        worker.ask(exec, UNSENDABLE, {}, seconds=PATIENT)


def test_a_dead_worker_is_lost(worker: Worker) -> None:
    with pytest.raises(WorkerLost, match="died"):
        worker.ask(os._exit, 3, seconds=PATIENT)
    with pytest.raises(WorkerLost, match="died"):
        worker.ask(os.getpid, seconds=PATIENT)


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="nothing stops a process on Windows")
def test_a_stopped_worker_is_noticed_and_replaced(pool: Pool) -> None:
    first = pool.ask(os.getpid, seconds=PATIENT)
    os.kill(first, signal.SIGSTOP)
    began = time.monotonic()
    with pytest.raises(WorkerLost, match=r"did not answer within 0\.5 s"):
        pool.ask(os.getpid, seconds=0.5)
    assert time.monotonic() - began >= 0.5
    assert pool.ask(os.getpid, seconds=PATIENT) != first
    assert not exists(first)


def test_a_worker_in_an_endless_loop_is_noticed_and_replaced(pool: Pool) -> None:
    first = pool.ask(os.getpid, seconds=PATIENT)
    with pytest.raises(WorkerLost, match="did not answer"):
        pool.ask(exec, "while True: pass", seconds=0.5)
    assert pool.ask(os.getpid, seconds=PATIENT) != first
    assert not exists(first)


def test_who_asks_a_pool_that_has_ended_is_told(pool: Pool) -> None:
    ended = pool.end()
    with pytest.raises(WorkerLost):
        pool.ask(os.getpid, seconds=PATIENT)
    assert not exists(ended.pid)
