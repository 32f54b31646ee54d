"""Saint Petersburg's final scoring and places ("End of the game and final scoring")."""

from typing import Any

from trigrad.engine.journal import note
from trigrad.engine.rule import rule
from trigrad.games.petersburg.cards import is_action_card
from trigrad.games.petersburg.components import (
    HAND_PENALTY,
    NOBLE_EXTRA,
    NOBLE_TABLE,
    NOBLES,
    RUBLES_PER_POINT,
    TWIN,
)
from trigrad.games.petersburg.events import EV_END, EV_FINAL
from trigrad.games.petersburg.state import plain

_TABLE_END = len(NOBLE_TABLE) - 1
_NOBLES = len(NOBLES)


@rule
def distinct_nobles(game: Any, player: int) -> int:
    """Different aristocrats in the area; two versions of one are one (Ruling P2)."""
    count = 0
    for i in range(_NOBLES):
        kind = plain(NOBLES[i])
        if game.owned[player, kind] > 0 and (TWIN[kind] == kind or game.owned[player, TWIN[kind]] == 0):
            count += 1
    return count


@rule
def noble_points(count: int, society: int) -> int:
    """Points for different aristocrats: the table; beyond ten only New Society pays (Rulings P14, P21)."""
    if count <= _TABLE_END:
        return int(NOBLE_TABLE[count])
    return int(NOBLE_TABLE[_TABLE_END]) + (NOBLE_EXTRA * (count - _TABLE_END) if society == 1 else 0)


@rule
def money_points(game: Any, player: int) -> int:
    """A point for each full ten rubles."""
    return int(game.money[player]) // RUBLES_PER_POINT


@rule
def hand_points(game: Any, player: int) -> int:
    """Minus five for each card in hand that is no action card (Ruling P14)."""
    count = 0
    for i in range(game.hand_size[player]):
        if not is_action_card(plain(game.hand[player, i])):
            count += 1
    return -HAND_PENALTY * count


@rule
def score(game: Any, player: int) -> int:
    """All points of a player if the game ended as things stand."""
    nobles = noble_points(distinct_nobles(game, player), plain(game.society))
    return int(game.points[player]) + nobles + money_points(game, player) + hand_points(game, player)


@rule
def final_scoring(game: Any, journal: Any) -> None:
    """Score everybody, set the places, end the game."""
    for player in range(game.players):
        game.scores[player] = score(game, player)
        nobles = noble_points(distinct_nobles(game, player), plain(game.society))
        note(journal, EV_FINAL, player, nobles, money_points(game, player), hand_points(game, player), 0)
    for player in range(game.players):
        game.places[player] = final_place(game, player)
    game.over = 1
    game.to_move = -1
    note(journal, EV_END, -1, 0, 0, 0, 0)


@rule
def final_place(game: Any, player: int) -> int:
    """1 plus those with more points, or as many and more money (Ruling P14)."""
    place = 1
    for other in range(game.players):
        if game.scores[other] > game.scores[player] or (
            game.scores[other] == game.scores[player] and game.money[other] > game.money[player]
        ):
            place += 1
    return place
