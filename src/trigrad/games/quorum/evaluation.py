"""What a position of Quorum is worth, for bots."""

from trigrad.engine.evaluation import POINT
from trigrad.engine.record import Row
from trigrad.engine.rule import rule
from trigrad.games.quorum.scoring import score
from trigrad.games.quorum.state import State


@rule
def evaluate(game: State, worths: Row) -> None:
    """To every player the points as they stand, from the cards in play alone."""
    for player in range(game.players):
        worths[player] = POINT * score(game, player)
