"""How well a player stands: what bots compare.

All worths are in hundredths of a point. Rubles are worth more the more rounds there
are to spend them in; incomes are counted over the rounds to come.
"""

from trigrad.engine.evaluation import POINT
from trigrad.engine.record import Row
from trigrad.engine.rule import rule
from trigrad.games.petersburg.components import (
    ARISTOCRAT,
    BUILDING,
    COFFEE_HOUSE,
    DISPLACEABLE,
    DONKEY,
    DONKEY_RUBLES,
    FITS,
    GROUP,
    GUILD,
    GUILD_TOTAL,
    HAND_PENALTY,
    HOUSE_POINTS,
    HOUSE_RUBLES,
    MARIINSKY,
    MARIINSKY_NS,
    MAYOR,
    PHASES,
    POINTS,
    PUB,
    PUB_POINTS,
    PUB_RUBLES,
    RUBLES,
    SYCOPHANT,
    TAX_MAN,
    TEXTILE,
    TEXTILE_POINTS,
    TRADING_HOUSE,
    USABLE,
    WOOL,
    WORKER,
    is_action_card,
)
from trigrad.games.petersburg.rules.cards import price
from trigrad.games.petersburg.rules.income import counted_points, counted_rubles, guest_points, guest_rubles
from trigrad.games.petersburg.scoring import aristocrat_points, distinct_aristocrats
from trigrad.games.petersburg.state import State

RUBLE_AT_END = 10  # ten rubles are a point
RUBLE_A_ROUND = 11  # what each round to come adds to the worth of a ruble
ACTION_CARD = 60  # in hand
NO_ROOM = -2 * POINT  # a trading card in hand that nothing own can make room for
HAND_SHARE = 75  # percent of its gain in the area that a card in hand is worth
TOO_DEAR = 100 * POINT
_DECKS = len(PHASES)


@rule
def rounds_left(game: State) -> int:
    """How many rounds will probably follow this one: by the deck that runs out first."""
    if game.last_round == 1:
        return 0
    drawn = int(game.players) + 2  # about so many cards of each deck a round
    fewest = 99
    for deck in range(_DECKS):
        fewest = min(fewest, (int(game.deck_size[deck]) + drawn - 1) // drawn)
    return max(1, fewest - 1) if game.round_number > 1 else fewest


@rule
def ruble(rounds: int) -> int:
    """What a ruble is worth with this many rounds to follow."""
    return RUBLE_AT_END + RUBLE_A_ROUND * rounds


@rule
def rubles_a_round(rounds: int, payments: int) -> int:
    """What one ruble a round is worth: the first of ``payments`` comes when ``rounds`` are to follow."""
    last = rounds - payments + 1
    return payments * RUBLE_AT_END + RUBLE_A_ROUND * payments * (rounds + last) // 2


@rule
def payments(game: State, phase: int, rounds: int) -> int:
    """How often the income of a phase will still be paid."""
    return rounds + (1 if phase >= game.phase else 0)


@rule
def income_worth(game: State, phase: int, rounds: int, rubles: int, points: int) -> int:
    """What an income of a phase is worth over the rounds to come."""
    times = payments(game, phase, rounds)
    first = rounds if phase >= game.phase else rounds - 1
    return rubles * rubles_a_round(first, times) + points * POINT * times


@rule
def deal_worth(rounds: int, times: int, points: int, rubles: int) -> int:
    """What it is worth that so many points can be bought for so many rubles each round."""
    worth = 0
    for i in range(times):
        worth += max(0, points * POINT - rubles * ruble(min(i, rounds)))
    return worth // 2  # the rubles must be there


@rule
def area_worth(game: State, player: int, rounds: int) -> int:
    """The incomes of an area over the rounds to come, and the special cards in it."""
    worth = 0
    for phase in range(3):
        rubles = int(game.income_rubles[player, phase]) + counted_rubles(game, player, phase)
        points = int(game.income_points[player, phase]) + counted_points(game, player, phase)
        if phase == BUILDING:
            used = 0
            for which in range(3):
                used += int(game.face_down[player, which])
            points += used  # missing this round only
            if game.phase <= BUILDING:
                worth -= used * POINT
        worth += income_worth(game, phase, rounds, rubles, points)
        if phase >= game.phase or rounds > 0:
            worth += guest_rubles(game, player, phase) * ruble(rounds)
            worth += guest_points(game, player, phase) * POINT
    return worth + _special_worth(game, player, rounds)


@rule
def _special_worth(game: State, player: int, rounds: int) -> int:
    """Pub, Trading House, Guild Hall, Observatories, Sycophants."""
    owned = game.owned
    times = payments(game, BUILDING, rounds)
    worth = int(owned[player, PUB]) * deal_worth(rounds, times, PUB_POINTS, PUB_POINTS * PUB_RUBLES)
    worth += int(owned[player, TRADING_HOUSE]) * deal_worth(rounds, times, HOUSE_POINTS, HOUSE_RUBLES)
    worth += int(owned[player, GUILD]) * income_worth(game, BUILDING, rounds, 0, GUILD_TOTAL)
    for which in range(3):
        worth += int(owned[player, USABLE[which]]) * 40 * rounds
    return worth - int(owned[player, SYCOPHANT]) * income_worth(game, ARISTOCRAT, rounds, 1, 0)


@rule
def aristocrats_worth(game: State, player: int, rounds: int) -> int:
    """The final points for aristocrats, as if some more were to come while rounds are left."""
    more = rounds // 2
    count = distinct_aristocrats(game, player)
    society = int(game.society)
    return POINT * (aristocrat_points(count + more, society) - aristocrat_points(more, society))


# --- Cards in hand --------------------------------------------------------------------


@rule
def kind_rubles(game: State, player: int, kind: int) -> int:
    """The rubles a round that a card of a kind would bring a player."""
    rubles = int(RUBLES[kind])
    if kind in (MARIINSKY, COFFEE_HOUSE):
        rubles += int(game.cards[player, ARISTOCRAT])
    elif kind == TAX_MAN:
        rubles += int(game.cards[player, WORKER])
    elif kind == MAYOR:
        rubles += int(game.cards[player, BUILDING])
    return rubles


@rule
def kind_points(game: State, player: int, kind: int) -> int:
    """The points a round that a card of a kind would bring a player."""
    points = int(POINTS[kind])
    if kind == MARIINSKY_NS:
        points += int(game.cards[player, ARISTOCRAT])
    elif kind == TEXTILE:
        points += TEXTILE_POINTS * int(game.wool[player])
    elif kind == GUILD:
        points += GUILD_TOTAL
    if game.owned[player, TEXTILE] > 0:
        points += TEXTILE_POINTS * int(WOOL[kind])
    return points


@rule
def kind_worth(game: State, player: int, kind: int, rounds: int) -> int:
    """What a card of a kind would be worth in the area, from the next income on."""
    group = int(GROUP[kind])
    worth = income_worth(game, group, rounds, kind_rubles(game, player, kind), kind_points(game, player, kind))
    if group == ARISTOCRAT and game.owned[player, kind] == 0:
        worth += POINT * (distinct_aristocrats(game, player) + 1 + rounds // 2)
    return worth


@rule
def hand_card_worth(game: State, player: int, kind: int, rounds: int) -> int:
    """What a card in hand is worth: to be laid out later, or five points lost."""
    if is_action_card(kind):
        return DONKEY_RUBLES * ruble(rounds) if kind == DONKEY else ACTION_CARD
    gain = kind_worth(game, player, kind, rounds)
    if kind < DISPLACEABLE:
        gain -= cost_worth(game, player, price(game, player, kind, 0, -1), rounds)
    else:
        gain = _after_displacing(game, player, kind, rounds, gain)
    if gain > 0:
        gain = gain * HAND_SHARE // 100
    return max(-HAND_PENALTY * POINT, gain)


@rule
def cost_worth(game: State, player: int, rubles: int, rounds: int) -> int:
    """What paying rubles costs; in the last round nothing more comes in to pay what is too dear now."""
    if game.last_round == 1 and rubles > game.money[player]:
        return TOO_DEAR
    return rubles * ruble(rounds)


@rule
def _after_displacing(game: State, player: int, kind: int, rounds: int, gain: int) -> int:
    """A trading card's gain after its price and the loss of the own card that loses least."""
    best = NO_ROOM if game.last_round == 0 else -TOO_DEAR
    kinds = int(game.displaceable[player]) & int(FITS[kind])
    old = 0
    while kinds != 0:
        if kinds & 1 == 1:
            cost = cost_worth(game, player, price(game, player, kind, 0, old), rounds)
            best = max(best, gain - cost - kind_worth(game, player, old, rounds))
        kinds >>= 1
        old += 1
    return best


@rule
def worth(game: State, player: int) -> int:
    """All that a player has, in hundredths of a point."""
    if game.over == 1:
        return POINT * int(game.scores[player])
    rounds = rounds_left(game)
    total = POINT * int(game.points[player]) + int(game.money[player]) * ruble(rounds)
    total += area_worth(game, player, rounds) + aristocrats_worth(game, player, rounds)
    for i in range(game.hand_size[player]):
        total += hand_card_worth(game, player, game.hand[player, i], rounds)
    return total


@rule
def evaluate(game: State, worths: Row) -> None:
    """What each player's position is worth, by what they have and what their area will still bring."""
    for player in range(game.players):
        worths[player] = worth(game, player)
