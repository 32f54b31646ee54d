"""Saint Petersburg's cards, as arrays for the rules and as data for people.

The rules count *kinds* of cards, not single cards: all Lumberjacks are one kind.
Kinds are numbered so that those which a trading card can displace come first
(a set of them is one integer, a bit each), then the trading cards, then the
action cards of The Banquet.
"""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from trigrad.engine.rule import rule
from trigrad.engine.text import Name

Table = dict[str, Any]  # as TOML has it

DATA: Table = tomllib.loads(Path(__file__).with_name("components.toml").read_text("utf-8"))

_setup = DATA["setup"]
_five = DATA["five_players"]
PLAYERS_MIN: int = min(_setup["players_base"])
PLAYERS_MAX: int = max(_setup["players_new_society"])
START_RUBLES: int = _setup["start_rubles"]
HAND_LIMIT: int = _setup["hand_limit"]
MARKET: int = _setup["market_size"]  # cards on the board after each phase
START_WORKERS: int = _setup["start_workers_per_player"]
MARKET_MAX = START_WORKERS * PLAYERS_MAX  # five players begin with more than eight
HAND_PENALTY: int = _setup["end_penalty_per_hand_card"]
RUBLES_PER_POINT: int = _setup["end_rubles_per_point"]
MIN_PRICE: int = _setup["min_price"]
TOKEN_PASS: int = _setup["token_pass_left"]
FIVE_TOKEN_PASS: int = _five["token_pass_left"]
DISC_RUBLES: int = _five["disc_holder_extra_rubles_once"]
DISC_POINTS: int = _five["disc_holder_points_each_round"]

PHASES: list[str] = _setup["phases"]  # also the decks, in order
WORKER, BUILDING, ARISTOCRAT, TRADING = range(4)
GROUPS: list[str] = list(DATA["group"])  # colours; the first three are numbered like their phases

SETS = ("base", "new_society", "banquet")
EXPANSIONS = ("base", "banquet", "society", "both")  # values of the option


@dataclass(frozen=True)
class Kind:
    """A kind of card; ``value`` is its worth when displaced."""

    id: str
    name: Name
    set: str
    deck: str
    group: str
    trading: bool
    symbol: str | None
    cost: int
    value: int
    rubles: int
    points: int
    ability: str | None
    replaces: str | None


def _kind(card: Table) -> Kind:
    return Kind(
        id=card["id"],
        name=Name(card["en"], card["fr"], card["ru"] or card["ru_suggested"]),
        set=card["set"],
        deck=card["deck"],
        group=card["group"],
        trading=card["trading"],
        symbol=card.get("symbol"),
        cost=card["cost"],
        value=card["value"],
        rubles=card["rubles"],
        points=card["points"],
        ability=card.get("ability"),
        replaces=card.get("replaces"),
    )


def _order(card: Table) -> tuple[bool, bool, int, int]:
    return card["group"] == "action", card["trading"], GROUPS.index(card["group"]), card["cost"]


_CARDS = sorted(DATA["card"], key=_order)
KIND_LIST = [_kind(card) for card in _CARDS]
KIND = {kind.id: number for number, kind in enumerate(KIND_LIST)}
KINDS = len(KIND_LIST)
DISPLACEABLE = sum(not k.trading and k.group != "action" for k in KIND_LIST)  # kinds 0.. below this
TABLE_KINDS = sum(k.group != "action" for k in KIND_LIST)  # kinds below this lie in areas, from this on are actions

# What the rules read, one entry a kind
COST = np.array([k.cost for k in KIND_LIST], np.int8)
VALUE = np.array([k.value for k in KIND_LIST], np.int8)
RUBLES = np.array([k.rubles for k in KIND_LIST], np.int8)
POINTS = np.array([k.points for k in KIND_LIST], np.int8)
GROUP = np.array([GROUPS.index(k.group) for k in KIND_LIST], np.int8)
DECK = np.array([PHASES.index(k.deck) for k in KIND_LIST], np.int8)
WOOL = np.array([k.symbol in ("wool", "all") for k in KIND_LIST], np.int8)  # shows the weaving symbol (Ruling P13)
CAN_HOST = np.array([k.rubles > 0 and k.points > 0 for k in KIND_LIST], np.int8)  # the Jester, the Banquet (Ruling P17)

# Rubles that a card in the area takes off cards of each of the three colours
DISCOUNTS = np.array(
    [
        [
            card["params"]["rubles"] * (g in card["params"]["groups"]) if card.get("ability") == "discount" else 0
            for g in GROUPS[:3]
        ]
        for card in _CARDS
    ],
    np.int8,
)


@rule
def is_action_card(kind: int) -> bool:
    """Whether a kind is an action card of The Banquet: never bought, only taken and played."""
    return kind >= TABLE_KINDS


@rule
def is_trading_card(kind: int) -> bool:
    """Whether a kind is a trading card, which needs an own card to displace."""
    return DISPLACEABLE <= kind < TABLE_KINDS


# --- Displacement ---------------------------------------------------------------------


def _displaces(new: Kind, old: Kind) -> bool:
    """Whether a trading card may take the place of a kind (Ruling P3)."""
    if new.group != old.group or not new.trading or old.trading:
        return False
    if new.group != "worker" or new.ability == "replaces_any_worker":
        return True
    if new.replaces == "czar_and_carpenter":  # the Czar Superstar: only the Czar and Carpenter
        return old.symbol == "all"
    return old.symbol in (new.symbol, "all")


def _mask(kinds: list[int]) -> int:
    return sum(1 << kind for kind in kinds)


_FIRST = range(DISPLACEABLE)
NOTHING = DISPLACEABLE  # in a set of kinds that make room: nothing has to, as for every card but trading cards
FITS = np.array([_mask([o for o in _FIRST if _displaces(k, KIND_LIST[o])]) for k in KIND_LIST], np.int64)
FITS[:DISPLACEABLE] = 1 << NOTHING
# What makes room with a value of at least 0, 1, ... rubles, as many as a card can cost
WORTH_AT_LEAST = np.array(
    [_mask([o for o in _FIRST if KIND_LIST[o].value >= v]) for v in range(COST.max() + 1)], np.int64
)
WORTH_AT_LEAST[0] |= 1 << NOTHING


# --- Cards with a rule of their own ---------------------------------------------------

PUB, TRADING_HOUSE, GUILD = KIND["pub"], KIND["trading_house"], KIND["guild_hall"]
WAREHOUSE, COFFEE_HOUSE, TEXTILE = KIND["warehouse"], KIND["coffee_house"], KIND["textile_factory"]
MARIINSKY, MARIINSKY_NS = KIND["mariinsky_theater"], KIND["mariinsky_theater_ns"]
TAX_MAN, MAYOR, SYCOPHANT = KIND["tax_man"], KIND["mayor"], KIND["sycophant"]
BLACK_MARKET, DONKEY, DOUBLE_TURN = KIND["black_market"], KIND["golden_donkey"], KIND["double_turn"]
PICKPOCKET, JESTER, BANQUET = KIND["pickpocket"], KIND["jester"], KIND["the_banquet"]

# Cards that can be used, and then lie face down until the round ends (Ruling P8)
USABLE = np.array([KIND["observatory"], KIND["observatory_ns"], KIND["debtors_prison"]], np.int8)
PRISON = 2  # its place in USABLE


def _params(kind: int) -> Table:
    params: Table = _CARDS[kind]["params"]
    return params


PUB_POINTS: int = _params(PUB)["max_points"]
PUB_RUBLES: int = _params(PUB)["rubles_per_point"]
HOUSE_POINTS: int = _params(TRADING_HOUSE)["max_points"]
HOUSE_RUBLES: int = _params(TRADING_HOUSE)["rubles_total"]
GUILD_TOTAL: int = _params(GUILD)["total"]
TEXTILE_POINTS: int = _params(TEXTILE)["points"]
WAREHOUSE_LIMIT: int = _params(WAREHOUSE)["hand_limit"]
DONKEY_RUBLES: int = _params(DONKEY)["rubles"]
EXTRA_ACTIONS: int = _params(DOUBLE_TURN)["actions"]


# --- Final scoring --------------------------------------------------------------------

ARISTOCRAT_TABLE = np.array(DATA["aristocrat_bonus"]["table"], np.int16)  # points by different aristocrats
ARISTOCRAT_EXTRA: int = DATA["aristocrat_bonus"]["per_extra_above_10_new_society"]
# For each kind: the kind of the same aristocrat in its other version, itself if there is none (Ruling P2)
_OTHER_VERSION = {r["id"]: r["by"] for r in DATA["remove"]}
OTHER_VERSION = np.array([KIND[_OTHER_VERSION.get(k.id, k.id)] for k in KIND_LIST], np.int8)
ARISTOCRATS = np.array([n for n, k in enumerate(KIND_LIST) if k.group == "aristocrat"], np.int8)


# --- What is in the box: how many of each kind ----------------------------------------

COPIES = np.array([card["count"] for card in _CARDS], np.int8)
IN_BASE = np.array([k.set == "base" for k in KIND_LIST], np.int8)
OF_BANQUET = np.array([k.set == "banquet" for k in KIND_LIST], np.int8)
_EXTRA = {e["id"]: e["count"] for e in DATA["extra"]}
EXTRA = np.array([_EXTRA.get(k.id, 0) for k in KIND_LIST], np.int8)  # more copies of base kinds, from New Society
REPLACED_BY = np.array([KIND[_OTHER_VERSION[k.id]] if k.id in _OTHER_VERSION else -1 for k in KIND_LIST], np.int8)

# The kinds whose number can be chosen one by one, in the order of the options
CHOICE_KINDS = [n for n, k in enumerate(KIND_LIST) if k.set != "base" or k.id in _EXTRA]
CHOICE = np.array([CHOICE_KINDS.index(n) if n in CHOICE_KINDS else -1 for n in range(KINDS)], np.int8)


def choice_max(kind: int) -> int:
    """How many expansion cards of a kind there are to choose."""
    return int(EXTRA[kind]) if IN_BASE[kind] else int(COPIES[kind])


def deck_max(deck: int) -> int:
    """The most cards that a deck can hold under any options."""
    kinds = [n for n in range(KINDS) if DECK[n] == deck]
    return sum(int(COPIES[n]) + int(EXTRA[n]) for n in kinds if REPLACED_BY[n] < 0)


DECK_MAX = max(deck_max(deck) for deck in range(len(PHASES)))
