"""What runs in a process of the bots, where the rules are compiled.

This module imports nothing of the rules at its top: the switch to native must be
set first.
"""

import multiprocessing
import os
import signal
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from trigrad.bots.levels import Budget, Thought


def start(*, native: bool) -> None:
    """Settle whether this process is a native one, and let it end with the server, however that ends."""
    os.environ["TRIGRAD_NATIVE"] = "1" if native else "0"
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # also where a process is replaced, see ``bot_processes``
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def warm_up(games: tuple[str, ...]) -> bool:
    """Compile what the bots need for the games, by letting each of them choose once."""
    from trigrad import bots
    from trigrad.games import load

    for name in games:
        game = load(name)
        record = game.new(game.min_players, bytes(32))
        for bot in bots.names():
            bots.decide(game, record, int(record.to_move), bot, bytes(32), iterations=2)
    return True


def decide(game_name: str, record: bytes, seat: int, bot: str, seed: bytes) -> int:
    """A bot's choice for a seat; ``record`` is already drawn anew from what the seat knows.

    Where the rules are not compiled, a search would see too little: the greedy bot answers for it.
    """
    from trigrad import bots
    from trigrad.engine.header import game_from_bytes
    from trigrad.engine.rule import NATIVE
    from trigrad.games import load

    game = load(game_name)
    if not NATIVE and bots.load(bot).level is not None:
        bot = "greedy"
    return bots.decide(game, game_from_bytes(game.record_type, record), seat, bot, seed)


def think(game_name: str, record: bytes, seat: int, budget: "Budget", only: int | None, seed: bytes) -> "list[Thought]":
    """What a search thinks of each choice of a seat; ``record`` is already drawn anew from what the seat knows."""
    from trigrad.bots import levels
    from trigrad.engine.header import game_from_bytes
    from trigrad.games import load

    game = load(game_name)
    return levels.think(game, game_from_bytes(game.record_type, record), seat, budget, seed, only)
