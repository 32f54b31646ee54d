"""Whole games by uniformly random choices: the loop of benchmarks, tests and searches."""

from typing import Any

from trigrad.engine.generic import apply_action, legal_actions, setup
from trigrad.engine.random import below
from trigrad.engine.rule import rule


@rule
def play_random(game: Any, chance: Any, out: Any, journal: Any, tally: Any) -> None:
    """Play a game to its end by uniform choices.

    ``chance`` is the generator of the choices, ``out`` room for legal actions. Adds to ``tally``
    (int64[2]) the decisions, which have two or more legal actions, and the forced choices.
    """
    while game.over == 0:
        count = legal_actions(game, out)
        forced = count == 1
        tally[1 if forced else 0] += 1
        apply_action(game, out[0] if forced else out[below(chance, count)], journal)


@rule
def play_many_random(games: Any, options: Any, seeds: Any, chance: Any, out: Any, journal: Any, tally: Any) -> None:
    """Set up and play every (zeroed) record of ``games`` with its seed of ``seeds`` (uint32[n, 8])."""
    for i in range(len(games)):
        setup(games[i], options, seeds[i])
        play_random(games[i], chance, out, journal, tally)
