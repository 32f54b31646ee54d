"""Bots' choices in a process of their own, where the rules are compiled.

This module imports nothing of the rules at its top: the switch to native must be
set first.
"""

import os


def start() -> None:
    """Make this process a native one."""
    os.environ["TRIGRAD_NATIVE"] = "1"


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
    """A bot's choice for a seat; ``record`` is already drawn anew from what the seat knows."""
    import numpy as np

    from trigrad import bots
    from trigrad.games import load

    game = load(game_name)
    games = np.frombuffer(bytearray(record), game.State).view(np.recarray)
    return bots.decide(game, games[0], seat, bot, seed)
