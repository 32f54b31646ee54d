"""The other end of checks that need a process of their own."""

import importlib
import sys

from trigrad.engine.conformance.digests import digests
from trigrad.engine.conformance.records import play_what_was_sent
from trigrad.engine.game import Game


def main() -> None:
    """Print the digests of a game, ``MODULE COUNT``; or play what is sent, ``MODULE``."""
    module, *rest = sys.argv[1:]
    if not rest:
        play_what_was_sent(module)
        return
    count = rest[0]
    game: Game = importlib.import_module(module).GAME
    game.register()
    for line in digests(game, int(count)):
        print(line)


main()
