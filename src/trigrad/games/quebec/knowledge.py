"""What can be known in a game of Québec: all but the event cards of centuries to come."""

from trigrad.engine.random import reseed
from trigrad.engine.record import Row
from trigrad.engine.rule import rule
from trigrad.games.quebec.setup import draw_event_cards
from trigrad.games.quebec.state import NONE, State


@rule
def resample(game: State, _viewer: int, seed: Row) -> None:
    """Draw anew what nobody can know, whoever looks: the event cards to come, and the generator."""
    reseed(game, seed)
    if game.drawn[0] != NONE:
        draw_event_cards(game, int(game.century) + 1)
