"""Saint Petersburg's final scoring ("End of the game and final scoring")."""

from trigrad.engine.ending import end_game
from trigrad.engine.journal import Journal, note
from trigrad.engine.rule import rule
from trigrad.games.petersburg.components import (
    ARISTOCRAT_EXTRA,
    ARISTOCRAT_TABLE,
    ARISTOCRATS,
    HAND_PENALTY,
    OTHER_VERSION,
    RUBLES_PER_POINT,
    is_action_card,
)
from trigrad.games.petersburg.events import FINAL_SCORED
from trigrad.games.petersburg.state import State

_TABLE_END = len(ARISTOCRAT_TABLE) - 1
_ARISTOCRATS = len(ARISTOCRATS)


@rule
def distinct_aristocrats(game: State, player: int) -> int:
    """Different aristocrats in the area; two versions of one are one (Ruling P2)."""
    owned = game.owned
    count = 0
    for i in range(_ARISTOCRATS):
        kind = int(ARISTOCRATS[i])
        if owned[player, kind] > 0:
            other = int(OTHER_VERSION[kind])
            if other == kind or owned[player, other] == 0:
                count += 1
    return count


@rule
def aristocrat_points(count: int, society: int) -> int:
    """Points for different aristocrats: the table; beyond ten only New Society pays (Rulings P14, P21)."""
    if count <= _TABLE_END:
        return int(ARISTOCRAT_TABLE[count])
    return int(ARISTOCRAT_TABLE[_TABLE_END]) + (ARISTOCRAT_EXTRA * (count - _TABLE_END) if society == 1 else 0)


@rule
def money_points(game: State, player: int) -> int:
    """A point for each full ten rubles."""
    return int(game.money[player]) // RUBLES_PER_POINT


@rule
def hand_points(game: State, player: int) -> int:
    """Minus five for each card in hand that is no action card (Ruling P14)."""
    count = 0
    for i in range(game.hand_size[player]):
        if not is_action_card(game.hand[player, i]):
            count += 1
    return -HAND_PENALTY * count


@rule
def score(game: State, player: int) -> int:
    """All points of a player if the game ended as things stand."""
    aristocrats = aristocrat_points(distinct_aristocrats(game, player), game.society)
    return int(game.points[player]) + aristocrats + money_points(game, player) + hand_points(game, player)


@rule
def final_scoring(game: State, journal: Journal) -> None:
    """Score everybody and end the game; of equal scores more money wins, all of it counts (Ruling P14)."""
    for player in range(game.players):
        game.scores[player] = score(game, player)
        game.tie_breaks[player] = game.money[player]
        aristocrats = aristocrat_points(distinct_aristocrats(game, player), game.society)
        note(journal, FINAL_SCORED, player, aristocrats, money_points(game, player), hand_points(game, player))
    end_game(game, journal)
