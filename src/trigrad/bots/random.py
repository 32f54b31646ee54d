"""The random bot: every legal choice is equally likely."""

from typing import Any

from trigrad.engine.generic import legal_actions
from trigrad.engine.random import below
from trigrad.engine.rule import rule


@rule
def choose(game: Any, chance: Any, scratch: Any) -> int:
    """Any of the legal actions; nothing else of the record is looked at."""
    count = legal_actions(game, scratch.candidates)
    return int(scratch.candidates[below(chance, count)])
