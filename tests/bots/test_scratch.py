"""The room that bots think in has, for every game, just the fields that the type checker sees."""

import numpy as np
import pytest

from trigrad import games
from trigrad.bots.scratch import Scratch, SearchScratch, new_scratch, new_search_scratch
from trigrad.engine.record import Record


def face(kind: type[Record]) -> set[str]:
    """The fields that the type checker sees: those laid out already, and those of each game, which are only named."""
    return set(kind.__annotations__) | laid_out(kind.dtype)


def laid_out(kind: np.dtype[np.void]) -> set[str]:
    """The fields of a record, without those that only fill up."""
    return {name for name in kind.names or () if not name.startswith("_zeros_")}


@pytest.mark.parametrize("name", games.every_name())
def test_scratches_have_the_fields_that_are_declared(name: str) -> None:
    game = games.load(name)
    scratch, search = new_scratch(game), new_search_scratch(game)
    assert laid_out(scratch.dtype) == face(Scratch)
    assert laid_out(search.dtype) == face(SearchScratch)
    assert type(scratch.known) is type(scratch.line[0]) is type(search.world) is type(search.best) is game.record_type
    assert len(scratch.candidates) == len(scratch.worth) == len(scratch.actions[0]) == game.num_actions
    assert len(search.child_of) == len(search.meanings) == max(game.num_actions, game.num_meanings)
