"""Playing many games at once: the inner loops of simulation and benchmark.

A ``policy`` is the number of a bot that is compiled in (see ``trigrad.bots``).
"""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from trigrad.engine.generic import apply_action, legal_actions, setup
from trigrad.engine.random import below, reseed
from trigrad.engine.rule import rule


@rule
def play_random(game: Any, chance: Any, out: Any, journal: Any, tally: Any) -> None:
    """Play a game to its end by uniform choices; count choices and forced ones into ``tally`` (int64[2])."""
    while game.over == 0:
        count = legal_actions(game, out)
        forced = count == 1
        tally[1 if forced else 0] += 1
        apply_action(game, out[0] if forced else out[below(chance, count)], journal)


@rule
def play_many_random(games: Any, options: Any, seeds: Any, chance: Any, out: Any, journal: Any, tally: Any) -> None:
    """Set up and play every record of ``games`` with the seeds (uint32[n, 8])."""
    for i in range(len(games)):
        setup(games[i], options, seeds[i])
        play_random(games[i], chance, out, journal, tally)
