"""What a seat of Saint Petersburg may know: everything but the order of the decks."""

from trigrad.engine.random import reseed, shuffle
from trigrad.engine.record import Row
from trigrad.engine.rule import rule
from trigrad.engine.stack import sort
from trigrad.games.petersburg.components import PHASES
from trigrad.games.petersburg.state import State

_DECKS = len(PHASES)


@rule
def resample(game: State, _viewer: int, seed: Row) -> None:
    """Draw anew the order of the decks, all that nobody can know (Rulings P9, P19).

    Hands were taken openly, prices and incomes are public: whoever remembers knows
    them. The result depends only on what is left in each deck and on ``seed``.
    """
    reseed(game, seed)
    for deck in range(_DECKS):
        sort(game.deck[deck], game.deck_size[deck])
        shuffle(game, game.deck[deck], 0, game.deck_size[deck])
