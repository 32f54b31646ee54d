"""What a strong player of Quorum looks at, as numbers: how the points of a position will probably go on.

The weights of these features were fitted to imagined games after different ends of a turn, see
``trigrad.bots.foresight`` and ``trigrad.arena.train``. Whoever has just ended a turn has weights of their own: they
wait longest for the cards of Rome.
"""

from trigrad.engine.record import Floats
from trigrad.engine.rule import rule
from trigrad.games.quorum.components import (
    ARCHITECTURE_POINTS,
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
    ROME_SIZE,
    ROUNDS,
    TALLY_GOOD,
    TALLY_STRENGTH,
    TALLY_TYPE,
    TRACK,
    TYPES,
    is_god,
)
from trigrad.games.quorum.scoring import (
    armies_of_strength,
    army_points,
    buildings,
    cards_counted,
    cards_of_strength,
    cards_of_type,
    counted,
    distinct_buildings,
    multiplier,
    politics_points,
    tally,
    trade_points,
)
from trigrad.games.quorum.state import TAKE, State

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_GOODS = len(GOODS)
_TYPES = len(TYPES)
_STRENGTHS = 3
_MOST_OF_A_GOOD = 4  # more do not score
_FAR = 4  # spaces ahead: more are no safer
NAMES = (
    "points as they stand",
    "always 1",
    *(f"multiplier in the {ordinal} province" for ordinal in _ORDINALS),
    *(f"cards that the {ordinal} province counts" for ordinal in _ORDINALS),
    *(f"spaces in the {ordinal} province" for ordinal in _ORDINALS),
    *(f"value of the {ordinal} province" for ordinal in _ORDINALS),
    "cards counted where ahead, times the spaces ahead",
    *(f"army cards of strength {strength + 1}" for strength in range(_STRENGTHS)),
    "different buildings",
    "their square",
    "politics cards",
    "cards of strength 3",
    *(f"goods of which there are {count + 1}" for count in range(_MOST_OF_A_GOOD)),
    "gods taken",
    "what the hand counts in the provinces",
    "influence of the hand, times the provinces' values",
    *(f"influence of the hand in the {ordinal} province" for ordinal in _ORDINALS),
    "new buildings in hand",
    "goods in hand that score with more",
    *(f"{kind} cards in hand" for kind in TYPES),
    *(f"cards of strength {strength + 1} in hand" for strength in range(_STRENGTHS)),
    "what the best card of the hand would bring",
    "what all of them would bring",
    "what the best card of Rome would bring",
    "what the second best would bring",
)
NOW, ONE, MULTIPLIER_0 = range(3)
COUNTED_0 = MULTIPLIER_0 + NUM_PROVINCES
SPACES_0 = COUNTED_0 + NUM_PROVINCES
VALUE_0 = SPACES_0 + NUM_PROVINCES
AHEAD = VALUE_0 + NUM_PROVINCES
ARMY_0 = AHEAD + 1
BUILDINGS = ARMY_0 + _STRENGTHS
BUILDINGS_SQUARED, POLITICS_CARDS, STRONG_CARDS, GOODS_0 = range(BUILDINGS + 1, BUILDINGS + 5)
GODS = GOODS_0 + _MOST_OF_A_GOOD
HAND_COUNTED, HAND_INFLUENCE, HAND_PROVINCE_0 = range(GODS + 1, GODS + 4)
HAND_BUILDINGS = HAND_PROVINCE_0 + NUM_PROVINCES
HAND_GOODS, HAND_TYPE_0 = range(HAND_BUILDINGS + 1, HAND_BUILDINGS + 3)
HAND_STRENGTH_0 = HAND_TYPE_0 + _TYPES
HAND_BEST = HAND_STRENGTH_0 + _STRENGTHS
HAND_ALL, ROME_BEST, ROME_SECOND = range(HAND_BEST + 1, HAND_BEST + 4)
STAGES = (PLAYERS_MAX - PLAYERS_MIN + 1) * (ROUNDS + 1) * 2


@rule
def features(game: State, player: int, out: Floats) -> int:
    """Write a player's features into ``out`` (float64[len(NAMES)]); return the stage, whose weights count."""
    for i in range(len(NAMES)):
        out[i] = 0.0
    cards = tally(game, player)
    out[ONE] = 1.0
    out[GODS] = int(game.god_count[player])
    _provinces(game, player, cards, out)
    _sets(game, player, cards, out)
    _hand(game, player, cards, out)
    _rome(game, player, cards, out)
    return _stage(game, player)


@rule
def _stage(game: State, player: int) -> int:
    """The number of players, the cards that a player has in play, and whether the turn before was theirs."""
    players = int(game.players)
    ended = game.step == TAKE and (int(game.to_move) - player) % players == 1
    return ((players - PLAYERS_MIN) * (ROUNDS + 1) + int(game.played_count[player])) * 2 + ended


@rule
def _provinces(game: State, player: int, cards: int, out: Floats) -> None:
    """How a player stands in each province."""
    for province in range(NUM_PROVINCES):
        steps, count = multiplier(game, player, province), cards_counted(cards, province)
        spaces, others = int(game.spaces[player, province]), 0
        for other in range(game.players):
            if other != player:
                others = max(others, int(game.spaces[other, province]))
        out[NOW] += steps * count
        out[MULTIPLIER_0 + province] = steps
        out[COUNTED_0 + province] = count
        out[SPACES_0 + province] = spaces
        out[VALUE_0 + province] = int(game.values[province])
        out[AHEAD] += count * min(_FAR, max(0, spaces - others))


@rule
def _sets(game: State, player: int, cards: int, out: Floats) -> None:
    """Cards in play that score together."""
    for strength in range(_STRENGTHS):
        out[ARMY_0 + strength] = armies_of_strength(cards, strength + 1)
    different = distinct_buildings(game, player)
    out[NOW] += _points_of_sets(cards) + int(ARCHITECTURE_POINTS[different])
    out[BUILDINGS] = different
    out[BUILDINGS_SQUARED] = different * different
    out[POLITICS_CARDS] = cards_of_type(cards, POLITICS)
    out[STRONG_CARDS] = cards_of_strength(cards, POLITICS_STRENGTH)
    for good in range(_GOODS):
        count = counted(cards, TALLY_GOOD + good)
        if count > 0:
            out[GOODS_0 + min(count, _MOST_OF_A_GOOD) - 1] += 1.0


@rule
def _points_of_sets(cards: int) -> int:
    """Points of all types but architecture, whose buildings no tally counts."""
    return army_points(cards) + politics_points(cards) + trade_points(cards)


@rule
def _hand(game: State, player: int, cards: int, out: Floats) -> None:
    """Cards in hand, by what they would add."""
    built = buildings(game, player)
    for i in range(game.hand_size[player]):
        card = int(game.hand[player, i])
        more, province = int(CARD_TALLY[card]), int(CARD_PROVINCE[card])
        out[HAND_INFLUENCE] += int(CARD_INFLUENCE[card]) * int(game.values[province])
        out[HAND_PROVINCE_0 + province] += int(CARD_INFLUENCE[card])
        out[HAND_BUILDINGS] += _is_new(card, built)
        for kind in range(_TYPES):
            out[HAND_TYPE_0 + kind] += counted(more, TALLY_TYPE + kind)
        for strength in range(_STRENGTHS):
            out[HAND_STRENGTH_0 + strength] += counted(more, TALLY_STRENGTH + strength)
        for good in range(_GOODS):
            have = counted(cards, TALLY_GOOD + good)
            out[HAND_GOODS] += max(0, min(counted(more, TALLY_GOOD + good), _MOST_OF_A_GOOD - have))
        for counting in range(NUM_PROVINCES):
            out[HAND_COUNTED] += out[MULTIPLIER_0 + counting] * cards_counted(more, counting)
        gain = _gain(game, player, card, cards, built, out)
        out[HAND_ALL] += gain
        out[HAND_BEST] = max(out[HAND_BEST], gain)


@rule
def _rome(game: State, player: int, cards: int, out: Floats) -> None:
    """What Rome offers a player; what a god would bring is not known."""
    built = buildings(game, player)
    for position in range(ROME_SIZE):
        if not is_god(game.rome[position]):
            gain = _gain(game, player, int(game.rome[position]), cards, built, out)
            out[ROME_SECOND] = max(out[ROME_SECOND], min(gain, out[ROME_BEST]))
            out[ROME_BEST] = max(out[ROME_BEST], gain)


@rule
def _is_new(card: int, built: int) -> int:
    """1 for a card with a building that a player has not yet, of whose buildings ``built`` has one bit each."""
    building = int(CARD_BUILDING[card])
    return 1 if building >= 0 and (built >> building) & 1 == 0 else 0


@rule
def _gain(game: State, player: int, card: int, cards: int, built: int, out: Floats) -> float:
    """The points that a player would have more with a card in play, which moves their marker too."""
    more, moved = int(CARD_TALLY[card]), int(CARD_PROVINCE[card])
    gain = float(_points_of_sets(cards + more) - _points_of_sets(cards))
    if _is_new(card, built) == 1:
        different = int(out[BUILDINGS])
        gain += int(ARCHITECTURE_POINTS[different + 1]) - int(ARCHITECTURE_POINTS[different])
    for province in range(NUM_PROVINCES):
        gain += out[MULTIPLIER_0 + province] * cards_counted(more, province)
    steps = _multiplier_after(game, player, moved, int(CARD_INFLUENCE[card])) - out[MULTIPLIER_0 + moved]
    return gain + steps * (out[COUNTED_0 + moved] + cards_counted(more, moved))


@rule
def _multiplier_after(game: State, player: int, province: int, spaces: int) -> int:
    """A player's multiplier in a province after so many spaces: those whom they meet there stay ahead."""
    after, ahead = min(TRACK, int(game.spaces[player, province]) + spaces), 0
    for other in range(game.players):
        ahead += other != player and int(game.spaces[other, province]) >= after
    return max(0, int(game.values[province]) - ahead)
