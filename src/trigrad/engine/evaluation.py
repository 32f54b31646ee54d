"""How the players of a game stand beside each other, from what their positions are worth."""

from trigrad.engine.record import Row
from trigrad.engine.rule import rule

POINT = 100  # worths are in hundredths of a point
_LEAST = -(2**60)


@rule
def lead(worths: Row, player: int, players: int) -> float:
    """The points that a player's position is worth more than that of the best other one; ``worths`` int64[players]."""
    best = _LEAST
    for other in range(players):
        if other != player:
            best = max(best, int(worths[other]))
    return float(int(worths[player]) - best) / POINT
