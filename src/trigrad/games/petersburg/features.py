"""What a strong player of Saint Petersburg looks at, as numbers: how the points of a position will probably go on.

The weights of these features were fitted to finished games, see ``trigrad.bots.foresight``.
"""

from trigrad.engine.evaluation import POINT
from trigrad.engine.record import Floats
from trigrad.engine.rule import rule
from trigrad.games.petersburg.components import (
    ARISTOCRAT,
    COFFEE_HOUSE,
    DISPLACEABLE,
    GROUP,
    GUILD,
    MARIINSKY,
    MARIINSKY_NS,
    MAYOR,
    PHASES,
    PLAYERS_MAX,
    PLAYERS_MIN,
    PUB,
    TAX_MAN,
    TEXTILE,
    TRADING_HOUSE,
    USABLE,
    WAREHOUSE,
    is_action_card,
)
from trigrad.games.petersburg.evaluation import hand_card_worth, kind_worth, payments, rounds_left, ruble
from trigrad.games.petersburg.rules.cards import can_buy, hand_limit, in_lower_row, price
from trigrad.games.petersburg.rules.income import counted_points, counted_rubles
from trigrad.games.petersburg.scoring import distinct_aristocrats, score
from trigrad.games.petersburg.state import ACT, State

NAMES = (
    "points if the game ended now",
    "always 1",
    "rubles",
    "rubles missing to eight",
    "rubles beyond twenty",
    "rubles to come from workers",
    "from buildings",
    "from aristocrats",
    "points to come from workers",
    "from buildings",
    "from aristocrats",
    "workers",
    "buildings",
    "aristocrats",
    "different aristocrats",
    "their square",
    "new aristocrats in hand",
    "cards in hand",
    "no room in the hand",
    "worth of the cards in hand",
    "cards in hand that are too dear now",
    "rubles off workers",
    "off buildings",
    "off aristocrats",
    "Observatories",
    "used this round",
    "Pubs",
    "Trading House",
    "Guild Hall",
    "Warehouse",
    "cards that pay for aristocrats",
    "Tax Man and Mayor",
    "Textile Factory",
    "seats until the own turn in the coming worker phase",
    "building phase",
    "aristocrat phase",
    "trading phase",
    "seats until the own choice",
    "best card on the board for this player",
    "a new aristocrat on the board in reach",
    "a choice to finish",
    "building phase now",
    "aristocrat phase now",
    "trading phase now",
)
(
    SCORE,
    ONE,
    MONEY,
    SHORT,
    RICH,
    RUBLES_0,
    _,
    _,
    POINTS_0,
    _,
    _,
    CARDS_0,
    _,
    _,
    DISTINCT,
    DISTINCT_SQUARED,
    HAND_NEW,
    HAND,
    HAND_FULL,
    HAND_WORTH,
    HAND_DEAR,
    DISCOUNT_0,
    _,
    _,
    OBSERVATORIES,
    OBSERVED,
    PUBS,
    HOUSE,
    GUILDS,
    WAREHOUSES,
    THEATRES,
    TAXES,
    CLOTH,
    STARTER_0,
    _,
    _,
    _,
    DISTANCE,
    MARKET_BEST,
    MARKET_NEW,
    TO_FINISH,
    PHASE_1,
    _,
    _,
) = range(len(NAMES))

_PHASES = len(PHASES)
_ROUNDS = 7  # rounds to follow are 0 to 5, or more
STAGES = (PLAYERS_MAX - PLAYERS_MIN + 1) * 2 * _ROUNDS
_POOR, _WELL_OFF = 8, 20  # rubles


@rule
def features(game: State, player: int, out: Floats) -> int:
    """Write a player's features into ``out`` (float64[len(NAMES)]); return the stage, whose weights count."""
    for i in range(len(NAMES)):
        out[i] = 0.0
    rounds = rounds_left(game)
    money = int(game.money[player])
    out[SCORE] = score(game, player)
    out[ONE] = 1.0
    out[MONEY] = money
    out[SHORT] = max(0, _POOR - money)
    out[RICH] = max(0, money - _WELL_OFF)
    _area(game, player, rounds, out)
    _hand(game, player, rounds, out)
    _board(game, player, rounds, out)
    players = int(game.players)
    for phase in range(_PHASES):
        out[STARTER_0 + phase] = ((player - int(game.starter[phase])) % players) / players
    out[DISTANCE] = ((player - int(game.to_move)) % players) / players
    if game.phase > 0:
        out[PHASE_1 + int(game.phase) - 1] = 1.0
    if game.to_move == player and game.step != ACT:
        out[TO_FINISH] = 1.0
    kind = (players - PLAYERS_MIN) * 2 + int(game.society)
    return kind * _ROUNDS + min(_ROUNDS - 1, rounds)


@rule
def _area(game: State, player: int, rounds: int, out: Floats) -> None:
    """Cards in the area, what they pay, and those with a rule of their own."""
    owned = game.owned
    for colour in range(_PHASES - 1):
        times = payments(game, colour, rounds)
        rubles = int(game.income_rubles[player, colour]) + counted_rubles(game, player, colour)
        points = int(game.income_points[player, colour]) + counted_points(game, player, colour)
        out[RUBLES_0 + colour] = times * rubles
        out[POINTS_0 + colour] = times * points
        out[CARDS_0 + colour] = int(game.cards[player, colour])
        out[DISCOUNT_0 + colour] = int(game.discount[player, colour])
    distinct = distinct_aristocrats(game, player)
    out[DISTINCT] = distinct
    out[DISTINCT_SQUARED] = distinct * distinct
    out[OBSERVATORIES] = int(owned[player, USABLE[0]]) + int(owned[player, USABLE[1]])
    out[OBSERVED] = int(game.face_down[player, 0]) + int(game.face_down[player, 1])
    out[PUBS] = int(owned[player, PUB])
    out[HOUSE] = int(owned[player, TRADING_HOUSE])
    out[GUILDS] = int(owned[player, GUILD])
    out[WAREHOUSES] = int(owned[player, WAREHOUSE])
    out[THEATRES] = int(owned[player, MARIINSKY]) + int(owned[player, MARIINSKY_NS]) + int(owned[player, COFFEE_HOUSE])
    out[TAXES] = int(owned[player, TAX_MAN]) + int(owned[player, MAYOR])
    out[CLOTH] = int(owned[player, TEXTILE])


@rule
def _hand(game: State, player: int, rounds: int, out: Floats) -> None:
    """What is held back, and what it will bring."""
    size = int(game.hand_size[player])
    out[HAND] = size
    out[HAND_FULL] = 1.0 if size >= hand_limit(game, player) else 0.0
    for i in range(size):
        kind = int(game.hand[player, i])
        out[HAND_WORTH] += hand_card_worth(game, player, kind, rounds) / POINT
        if is_action_card(kind):
            continue
        if GROUP[kind] == ARISTOCRAT and game.owned[player, kind] == 0:
            out[HAND_NEW] += 1.0
        if not can_buy(game, player, kind, 0):
            out[HAND_DEAR] += 1.0


@rule
def _board(game: State, player: int, rounds: int, out: Floats) -> None:
    """What the board offers this player next."""
    best = 0
    for place in range(game.market_size):
        kind = int(game.market[place])
        if is_action_card(kind):
            continue
        lower = in_lower_row(game, place)
        if not can_buy(game, player, kind, lower):
            continue
        if GROUP[kind] == ARISTOCRAT and game.owned[player, kind] == 0:
            out[MARKET_NEW] = 1.0
        if kind < DISPLACEABLE:
            cost = price(game, player, kind, lower, -1) * ruble(rounds)
            best = max(best, kind_worth(game, player, kind, rounds) - cost)
    out[MARKET_BEST] = best / POINT
