"""Who plays the games of a simulation or a tournament: this machine's threads, or a Ray cluster.

Both are executors: a task is a function of this package with its arguments, and what comes of it is the same on either.
"""

import os
import re
import socket
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeVar

from trigrad import bots
from trigrad.engine.rule import NATIVE, source_digest

T = TypeVar("T")
PATIENCE = 5.0  # seconds that an address has to answer; Ray itself would go on trying for minutes
RUNNING_HERE = "auto"  # in place of an address: the cluster that this machine belongs to


class NoCluster(ValueError):
    """There is no Ray cluster to play on; one line says why."""


class OtherRules(ValueError):
    """A machine of the cluster has another version of Trigrad, which may play other games."""


@contextmanager
def executor_of(workers: int | str | None) -> Iterator[tuple[Executor, int]]:
    """Who does the tasks, and how many of them at a time; what was not begun at the end is left undone.

    ``workers``: so many threads of this process, by default one a core; or the cores of the Ray cluster at an address,
    ``host:port``, or ``auto`` for the one that this machine belongs to. ``NoCluster`` if Ray is not installed, or no
    cluster answers.
    """
    if isinstance(workers, str):
        executor: Executor = (cluster := Cluster(workers))
        number = cluster.cores
    else:
        number = workers or cores()
        executor = ThreadPoolExecutor(number)
    try:
        yield executor, number
    finally:
        executor.shutdown(cancel_futures=True)


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Cluster(Executor):
    """A Ray cluster, whose machines have the same Trigrad installed; each task is done on one core of it."""

    def __init__(self, address: str) -> None:
        """Join it, or go on with the one that this process has joined by itself; ``NoCluster``."""
        try:
            import ray
        except ImportError as error:
            raise NoCluster('Ray is not installed; pip install "trigrad[ray]" brings it') from error
        self._ray = ray
        self._joined_here = not ray.is_initialized()
        if self._joined_here:
            _join(ray, address)
        self.cores = max(1, int(ray.cluster_resources().get("CPU", 1)))
        environment = {"env_vars": {"TRIGRAD_NATIVE": str(int(NATIVE))}}
        self._remotely = ray.remote(num_cpus=1, runtime_env=environment)(_carry_out)

    def submit(self, function: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Let the cluster carry out a function of Trigrad's."""
        theirs = self._remotely.remote(source_digest(), bots.registered(), function, args, kwargs).future()
        done: Future[T] = Future()
        theirs.add_done_callback(lambda _: _pass_on(theirs, done))
        return done

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002 - as executors have
        """Leave the cluster, which then drops what this process has asked for."""
        if self._joined_here:
            self._ray.shutdown()


def _join(ray: Any, address: str) -> None:
    """``NoCluster`` unless a cluster answers there."""
    if address != RUNNING_HERE:
        _look_for(address)
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    except (OSError, RuntimeError, ValueError, SystemExit) as error:  # it exits where something else answers
        raise NoCluster(f"no Ray cluster answers at {address}: {_in_one_line(error)}") from error


def _look_for(address: str) -> None:
    """``NoCluster`` if nothing listens there, which Ray would take two minutes to say."""
    parts = re.fullmatch(r"\[?([^\s/\[\]]+)\]?:([0-9]{1,5})", address)
    if parts is None:
        raise NoCluster(f"the address of a Ray cluster is host:port or {RUNNING_HERE}, not {address!r}")
    try:
        socket.create_connection((parts[1], int(parts[2])), timeout=PATIENCE).close()
    except (OSError, OverflowError, UnicodeError) as error:
        raise NoCluster(f"no Ray cluster answers at {address}: {_in_one_line(error)}") from error


def _carry_out(
    digest: str, own: Mapping[str, bots.Chooser], function: Callable[..., T], args: Sequence[Any], kwargs: Any
) -> T:
    """Do a task, on a machine of a cluster; ``OtherRules``."""
    if digest != source_digest():
        raise OtherRules("a machine of the cluster has another version of Trigrad, which might play other games")
    for name, choose in own.items():
        if name not in bots.registered():
            bots.register(name, choose)
    return function(*args, **kwargs)


def _pass_on(theirs: Future[T], done: Future[T]) -> None:
    """What came of a task; where it failed the error that was raised, without Ray's around it."""
    error = theirs.exception()
    if error is None:
        done.set_result(theirs.result())
    else:
        done.set_exception(getattr(error, "cause", None) or NoCluster(f"the cluster failed: {_in_one_line(error)}"))


def _in_one_line(error: BaseException) -> str:
    return " ".join(str(error).split())
