"""What a strong player of Quorum looks at, as numbers: how the points of a position will probably go on.

The weights of these features were fitted to finished games, see ``trigrad.bots.foresight``.
"""

from trigrad.engine.record import Floats
from trigrad.engine.rule import rule
from trigrad.games.quorum.components import (
    CARD_BUILDING,
    CARD_INFLUENCE,
    CARD_PROVINCE,
    CARD_TALLY,
    GOODS,
    NUM_PROVINCES,
    PLAYERS_MAX,
    PLAYERS_MIN,
    POLITICS,
    POLITICS_STRENGTH,
    ROUNDS,
    TALLY_GOOD,
)
from trigrad.games.quorum.scoring import (
    armies_of_strength,
    buildings,
    cards_counted,
    cards_of_strength,
    cards_of_type,
    counted,
    distinct_buildings,
    multiplier,
    score,
    tally,
    total_influence,
)
from trigrad.games.quorum.state import TAKE, State

NAMES = (
    "points as they stand",
    "always 1",
    "multiplier in the first province",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "cards that the first province counts",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "army cards of strength 1",
    "of strength 2",
    "of strength 3",
    "different buildings",
    "their square",
    "politics cards",
    "cards of strength 3",
    "goods that one more makes score",
    "goods complete",
    "influence",
    "gods taken",
    "what the hand counts in the provinces",
    "influence of the hand",
    "new buildings in hand",
    "politics cards in hand",
    "cards of strength 3 in hand",
    "a card to play",
    "seats until the own choice",
)
(
    NOW,
    ONE,
    MULTIPLIER_0,
    _,
    _,
    _,
    _,
    _,
    COUNTED_0,
    _,
    _,
    _,
    _,
    _,
    ARMY_1,
    _,
    _,
    BUILDINGS,
    BUILDINGS_SQUARED,
    POLITICS_CARDS,
    STRONG_CARDS,
    GOODS_OPEN,
    GOODS_COMPLETE,
    INFLUENCE,
    GODS,
    HAND_COUNTED,
    HAND_INFLUENCE,
    HAND_BUILDINGS,
    HAND_POLITICS,
    HAND_STRONG,
    TO_PLAY,
    DISTANCE,
) = range(len(NAMES))
STAGES = (PLAYERS_MAX - PLAYERS_MIN + 1) * (ROUNDS + 1)

_GOODS = len(GOODS)
_COMPLETE = 4  # of one good: more do not score
_STRENGTHS = 3


@rule
def features(game: State, player: int, out: Floats) -> int:
    """Write a player's features into ``out`` (float64[len(NAMES)]); return the stage, whose weights count."""
    for i in range(len(NAMES)):
        out[i] = 0.0
    cards = tally(game, player)
    out[NOW] = score(game, player)
    out[ONE] = 1.0
    for province in range(NUM_PROVINCES):
        out[MULTIPLIER_0 + province] = multiplier(game, player, province)
        out[COUNTED_0 + province] = cards_counted(cards, province)
    _sets(game, player, cards, out)
    _hand(game, player, out)
    out[INFLUENCE] = total_influence(game, player)
    out[GODS] = int(game.god_count[player])
    players = int(game.players)
    out[DISTANCE] = ((player - int(game.to_move)) % players) / players
    if game.to_move == player and game.step != TAKE:
        out[TO_PLAY] = 1.0
    return (players - PLAYERS_MIN) * (ROUNDS + 1) + int(game.played_count[player])


@rule
def _sets(game: State, player: int, cards: int, out: Floats) -> None:
    """Cards in play that score together."""
    for strength in range(_STRENGTHS):
        out[ARMY_1 + strength] = armies_of_strength(cards, strength + 1)
    different = distinct_buildings(game, player)
    out[BUILDINGS] = different
    out[BUILDINGS_SQUARED] = different * different
    out[POLITICS_CARDS] = cards_of_type(cards, POLITICS)
    out[STRONG_CARDS] = cards_of_strength(cards, POLITICS_STRENGTH)
    for good in range(_GOODS):
        count = counted(cards, TALLY_GOOD + good)
        if count >= _COMPLETE:
            out[GOODS_COMPLETE] += 1.0
        elif count > 0:
            out[GOODS_OPEN] += 1.0


@rule
def _hand(game: State, player: int, out: Floats) -> None:
    """Cards in hand, by what they would add."""
    built = buildings(game, player)
    for i in range(game.hand_size[player]):
        card = int(game.hand[player, i])
        cards = int(CARD_TALLY[card])
        for province in range(NUM_PROVINCES):
            out[HAND_COUNTED] += out[MULTIPLIER_0 + province] * cards_counted(cards, province)
        out[HAND_INFLUENCE] += int(CARD_INFLUENCE[card]) * int(game.values[CARD_PROVINCE[card]])
        building = int(CARD_BUILDING[card])
        if building >= 0 and (built >> building) & 1 == 0:
            out[HAND_BUILDINGS] += 1.0
        out[HAND_POLITICS] += cards_of_type(cards, POLITICS)
        out[HAND_STRONG] += cards_of_strength(cards, POLITICS_STRENGTH)
