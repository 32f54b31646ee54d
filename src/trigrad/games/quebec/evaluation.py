"""What a position of Québec is worth, for bots."""

from trigrad.engine.evaluation import POINT
from trigrad.engine.record import Row
from trigrad.engine.rule import rule
from trigrad.games.quebec.scoring import century_points, final_points, unpacked
from trigrad.games.quebec.state import NONE, State, contributions


@rule
def evaluate(game: State, worths: Row) -> None:
    """The points of each player as they stand: the track, the zones if scored now, the buildings."""
    century = 0 if game.over == 1 else century_points(game)
    for player in range(game.players):
        worths[player] = POINT * prospects(game, player, century)


@rule
def prospects(game: State, player: int, century: int) -> int:
    """A player's points as they stand.

    ``century``: what everybody would score in the zones, packed. The stars of the building under
    the own architect count one each, and the final scores are what they are.
    """
    if game.over == 1:
        return int(game.scores[player])
    points = int(game.points[player]) + final_points(game, player) + unpacked(century, player)
    site = int(game.architects[player])
    if site != NONE:
        points += contributions(game, site)
    return points
