"""Whole games by uniformly random choices: the loop of benchmarks, tests and searches."""

from trigrad.engine.generic import apply_action, legal_actions, setup
from trigrad.engine.header import Header
from trigrad.engine.journal import Journal
from trigrad.engine.random import Generator, below
from trigrad.engine.record import Array, Grid, Row
from trigrad.engine.rule import rule


@rule
def play_random(game: Header, chance: Generator, out: Row, journal: Journal, tally: Row) -> None:
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
def play_many_random(
    games: Array[Header], options: Row, seeds: Grid, chance: Generator, out: Row, journal: Journal, tally: Row
) -> None:
    """Set up and play every (zeroed) record of ``games`` with its seed of ``seeds`` (uint32[n, 8])."""
    for i in range(len(games)):
        setup(games[i], options, seeds[i])
        play_random(games[i], chance, out, journal, tally)
