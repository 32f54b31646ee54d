"""The random bot: every legal choice is equally likely."""

from trigrad.bots.scratch import Scratch
from trigrad.engine.generic import legal_actions
from trigrad.engine.header import Header
from trigrad.engine.random import Generator, below
from trigrad.engine.rule import rule


@rule
def choose(game: Header, chance: Generator, scratch: Scratch) -> int:
    """Any of the legal actions; nothing else of the record is looked at."""
    count = legal_actions(game, scratch.candidates)
    return int(scratch.candidates[below(chance, count)])
