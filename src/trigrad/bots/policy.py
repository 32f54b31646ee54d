"""One door to every bot for compiled code, where a bot is a number."""

from trigrad.bots import greedy, random
from trigrad.bots.scratch import Scratch
from trigrad.engine.generic import resample
from trigrad.engine.header import Header
from trigrad.engine.random import Generator
from trigrad.engine.rule import rule

RANDOM, GREEDY, PLANNER = range(3)


@rule
def choose(policy: int, game: Header, seat: int, chance: Generator, scratch: Scratch) -> int:
    """A bot's choice for the seat to move; all its chance comes from ``chance``.

    A bot is handed what its seat can know: a resampled copy, the same for all games that
    the seat cannot tell apart. The random bot needs none, as it looks at legal actions only.
    """
    if policy == RANDOM:
        return random.choose(game, chance, scratch)
    scratch.known = game
    greedy.draw_seed(chance, scratch.seed)
    resample(scratch.known, seat, scratch.seed)
    scratch.foresees = policy == PLANNER
    return greedy.choose(scratch.known, seat, chance, scratch)
