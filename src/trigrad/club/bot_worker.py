"""What runs in a process of the bots, where the rules are compiled.

This module imports nothing of the rules at its top: the switch to native must be
set first.
"""

import multiprocessing
import os
import pickle
import signal
import threading
import traceback
from dataclasses import dataclass
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from trigrad.bots.levels import Budget, Thought
    from trigrad.bots.teaching import Ground

ANSWER, ERROR, COMPILING = "answer", "error", "compiling"  # what a process says: the last before it answers


class Crowd(Protocol):
    """How many thoughts wait that people wait for, per process: memory that the server and its processes share."""

    value: float


@dataclass(frozen=True)
class Warmth:
    """How a process got its compiled rules."""

    compiled: int  # rules that were not kept from before
    kept: bool  # for the processes to come


def run(server: Connection, native: bool, folder: Path | None, crowd: Crowd | None) -> None:
    """Call the functions that the server asks for, until it is gone."""
    start(server, native=native, folder=folder, crowd=crowd)
    while True:
        try:
            function, arguments = server.recv()
        except EOFError:
            return
        try:
            answer = ANSWER, function(*arguments)
        except Exception as error:  # noqa: BLE001 - whoever asked is to know
            answer = ERROR, _that_travels(error)
        server.send(answer)


def _that_travels(error: Exception) -> Exception:
    """An error that can be sent; one of a library may not."""
    error.add_note(traceback.format_exc())
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - its own bytes
    except Exception:  # noqa: BLE001 - whatever the class does
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


def start(server: Connection, *, native: bool, folder: Path | None, crowd: Crowd | None) -> None:
    """Settle whether this process is a native one, and let it end with the server, however that ends."""
    global _server, _crowd
    _server, _crowd = server, crowd
    os.environ["TRIGRAD_NATIVE"] = "1" if native else "0"
    if folder is not None:
        os.environ["NUMBA_CACHE_DIR"] = str(folder)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # also where a process is replaced, see ``bot_processes``
    threading.Thread(target=_end_with_parent, daemon=True).start()


_server: Connection | None = None
_crowd: Crowd | None = None


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def warm_up(games: tuple[str, ...]) -> Warmth:
    """Get what the bots need for the games compiled, by letting each of them choose once; tell when that takes long."""
    from trigrad import bots
    from trigrad.bots import levels, teaching
    from trigrad.bots.levels import Budget
    from trigrad.club import unused_code
    from trigrad.engine.rule import kept_rules
    from trigrad.games import load

    if kept_rules is None:
        raise RuntimeError("there is no compiler on this machine")
    kept_rules.on_miss = _tell_once
    for name in games:
        game = load(name)
        record = game.new(game.min_players, bytes(32))
        for bot in filter(lambda bot: bots.load(bot).own is None, bots.names()):  # what others wrote compiles nothing
            bots.decide(game, record, int(record.to_move), bot, bytes(32), iterations=2)
        ticks = count().__next__  # a clock by which a search looks whether it is sure
        levels.think(game, record, int(record.to_move), Budget(seconds=2), bytes(32), clock=ticks, until_sure=True)
        teaching.grounds(game, record, int(record.to_move), game.legal(record)[:2], bytes(32))
    unused_code.release("libllvmlite")  # some 90 MB, of which loaded rules need nothing
    return Warmth(kept_rules.missed, not kept_rules.full)


def _tell_once() -> None:
    """Tell that the first rule is being compiled."""
    from trigrad.engine.rule import kept_rules

    assert kept_rules is not None
    kept_rules.on_miss = None
    if _server is not None:
        _server.send((COMPILING, None))


def _hurried(seconds: float | None, waited: float | None) -> "Callable[[], float] | None":
    """The clock of a thought, see ``hurry``; None where that is not bound to a time or nobody ``waited``."""
    from trigrad.club.hurry import HurriedClock

    if seconds is None or waited is None:
        return None
    return HurriedClock(seconds, waited, lambda: 0.0 if _crowd is None else _crowd.value)


def decide(game_name: str, record: bytes, seat: int, bot: str, waited: float, seed: bytes) -> int:
    """A bot's choice for a seat; ``record`` is already drawn anew from what the seat knows.

    Somebody has ``waited`` for it for so many seconds. Where the rules are not compiled, a search would see too
    little: the planner answers for it.
    """
    from trigrad import bots
    from trigrad.engine.header import game_from_bytes
    from trigrad.engine.rule import NATIVE
    from trigrad.games import load

    game = load(game_name)
    level = bots.load(bot).level
    if not NATIVE and level is not None:
        bot = "planner"
    clock = None if level is None else _hurried(level.budget.seconds, waited)
    return bots.decide(game, game_from_bytes(game.record_type, record), seat, bot, seed, clock=clock)


def think(
    game_name: str,
    record: bytes,
    seat: int,
    budget: "Budget",
    only: int | None,
    waited: float | None,
    seed: bytes,
) -> "list[Thought]":
    """What a search thinks of each choice of a seat; ``record`` is already drawn anew from what the seat knows.

    Somebody has ``waited`` for it for so many seconds; None = nobody does, and the search takes its time.
    """
    from trigrad.bots import levels
    from trigrad.engine.header import game_from_bytes
    from trigrad.games import load

    game = load(game_name)
    known, clock = game_from_bytes(game.record_type, record), _hurried(budget.seconds, waited)
    return levels.think(game, known, seat, budget, seed, only, clock=clock)


def compare(
    game_name: str, record: bytes, seat: int, actions: "Sequence[int]", seed: bytes
) -> "list[tuple[Ground, ...]]":
    """What speaks for some actions of a seat and against them; ``record`` is already drawn anew as above."""
    from trigrad.bots import teaching
    from trigrad.engine.header import game_from_bytes
    from trigrad.games import load

    game = load(game_name)
    return teaching.grounds(game, game_from_bytes(game.record_type, record), seat, actions, seed)
