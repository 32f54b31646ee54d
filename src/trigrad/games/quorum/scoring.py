"""Quorum's scoring: provinces, types of cards, what decides a tie (rulebook, "Final scoring")."""

from trigrad.engine.rule import rule
from trigrad.games.quorum.components import (
    ARCHITECTURE,
    ARCHITECTURE_POINTS,
    ARMY,
    ARMY_PAIR,
    BUILDINGS,
    CARD_BUILDING,
    CARD_TALLY,
    GOODS,
    NUM_PROVINCES,
    POLITICS,
    POLITICS_STRENGTH,
    PROVINCE_STRENGTH,
    PROVINCE_TYPE,
    TALLY_ARMY_STRENGTH,
    TALLY_GOOD,
    TALLY_STRENGTH,
    TALLY_TYPE,
    TRADE_POINTS,
)
from trigrad.games.quorum.state import State

_GOODS = len(GOODS)
_BUILDINGS = len(BUILDINGS)
_MOST_GOODS = len(TRADE_POINTS) - 1


# --- Provinces ------------------------------------------------------------------


@rule
def rank(game: State, player: int, province: int) -> int:
    """A player's rank in a province, 0 = first; -1 for a marker that never advanced (Ruling Q9)."""
    if game.spaces[player, province] == 0:
        return -1
    place = 0
    while game.ranking[province, place] != player:
        place += 1
    return place


@rule
def multiplier(game: State, player: int, province: int) -> int:
    """The province's value less one for each player ahead, never below 0 (Ruling Q9)."""
    place = rank(game, player, province)
    if place < 0:
        return 0
    return max(0, int(game.values[province]) - place)


@rule
def cards_counted(cards: int, province: int) -> int:
    """How many of the tallied cards a province multiplies (Ruling Q10)."""
    if PROVINCE_TYPE[province] >= 0:
        return cards_of_type(cards, PROVINCE_TYPE[province])
    return cards_of_strength(cards, PROVINCE_STRENGTH[province])


@rule
def province_points(game: State, player: int, cards: int, province: int) -> int:
    """Multiplier times cards (rulebook, "Scoring the provinces")."""
    count = cards_counted(cards, province)
    return multiplier(game, player, province) * count if count else 0


# --- Types of cards ---------------------------------------------------------------


@rule
def tally(game: State, player: int) -> int:
    """A player's cards in play, counted: 4 bits for each feature of ``components.CARD_TALLY``."""
    total = 0
    for i in range(game.played_count[player]):
        total += int(CARD_TALLY[game.played[player, i]])
    return total


@rule
def counted(cards: int, feature: int) -> int:
    """The count of one feature in a tally."""
    return (cards >> (4 * int(feature))) & 15


@rule
def cards_of_type(cards: int, card_type: int) -> int:
    """Cards of a type in a tally."""
    return counted(cards, TALLY_TYPE + card_type)


@rule
def cards_of_strength(cards: int, strength: int) -> int:
    """Cards of a strength 1..3, of any type, in a tally."""
    return counted(cards, TALLY_STRENGTH + strength - 1)


@rule
def armies_of_strength(cards: int, strength: int) -> int:
    """Army cards of a strength 1..3 in a tally."""
    return counted(cards, TALLY_ARMY_STRENGTH + strength - 1)


@rule
def army_points(cards: int) -> int:
    """5 for each pair of consecutive strengths, 10 for each 1-2-3, in the best split (Ruling Q11).

    Each card of strength 2 can join one 1 and one 3; each such joint is worth 5.
    """
    ones, twos, threes = armies_of_strength(cards, 1), armies_of_strength(cards, 2), armies_of_strength(cards, 3)
    return ARMY_PAIR * (min(ones, twos) + min(threes, twos))


@rule
def goods_points(count: int) -> int:
    """Points for the number of one good (Ruling Q11)."""
    return int(TRADE_POINTS[min(count, _MOST_GOODS)])


@rule
def trade_points(cards: int) -> int:
    """Points of all goods."""
    points = 0
    for good in range(_GOODS):
        points += goods_points(counted(cards, TALLY_GOOD + good))
    return points


@rule
def politics_points(cards: int) -> int:
    """Politics cards times cards of strength 3 of any type (Ruling Q11)."""
    return cards_of_type(cards, POLITICS) * cards_of_strength(cards, POLITICS_STRENGTH)


@rule
def buildings(game: State, player: int) -> int:
    """The buildings that a player has in play, one bit each."""
    found = 0
    for i in range(game.played_count[player]):
        building = CARD_BUILDING[game.played[player, i]]
        if building >= 0:
            found |= 1 << int(building)
    return found


@rule
def distinct_buildings(game: State, player: int) -> int:
    """How many different buildings a player has in play."""
    found = buildings(game, player)
    count = 0
    for building in range(_BUILDINGS):
        count += (found >> building) & 1
    return count


@rule
def architecture_points(game: State, player: int) -> int:
    """Points for different buildings (Ruling Q11)."""
    return int(ARCHITECTURE_POINTS[distinct_buildings(game, player)])


@rule
def type_points(game: State, player: int, cards: int, card_type: int) -> int:
    """Points of a player for one type of cards."""
    if card_type == ARMY:
        return army_points(cards)
    if card_type == POLITICS:
        return politics_points(cards)
    if card_type == ARCHITECTURE:
        return architecture_points(game, player)
    return trade_points(cards)


# --- All together -----------------------------------------------------------------


@rule
def score(game: State, player: int) -> int:
    """All points of a player as things stand."""
    cards = tally(game, player)
    points = army_points(cards) + politics_points(cards) + trade_points(cards)
    points += architecture_points(game, player)
    for province in range(NUM_PROVINCES):
        points += province_points(game, player, cards, province)
    return points


@rule
def total_influence(game: State, player: int) -> int:
    """Sum of a player's spaces in all provinces: decides a tie (Ruling Q13)."""
    total = 0
    for province in range(NUM_PROVINCES):
        total += int(game.spaces[player, province])
    return total


@rule
def final_scoring(game: State) -> None:
    """Everybody's points, and the influence that decides between equal ones (Ruling Q13)."""
    for player in range(game.players):
        game.scores[player] = score(game, player)
        game.tie_breaks[player] = total_influence(game, player)
