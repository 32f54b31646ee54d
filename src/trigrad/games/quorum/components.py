"""Quorum's cards, gods and provinces, as arrays for the rules and as data for people."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from trigrad.engine.rule import rule
from trigrad.engine.text import Name

DATA: dict[str, Any] = tomllib.loads(Path(__file__).with_name("components.toml").read_text("utf-8"))

_setup = DATA["setup"]
PLAYERS_MIN: int = _setup["players_min"]
PLAYERS_MAX: int = _setup["players_max"]
HAND: int = _setup["hand_size"]
ROME_SIZE: int = _setup["rome_size"]
ROUNDS: int = _setup["rounds"]
TRACK: int = _setup["track_length"]
VALUE_START: int = _setup["province_value_start"]
VALUE_MIN: int = _setup["province_value_min"]
VALUE_MAX: int = _setup["province_value_max"]
GODS_MAX: int = _setup["god_hand_max"]
REPLACE_MIN_GODS: int = _setup["rome_replace_min_gods"]

ROME_CARDS: int = _setup["rome_cards"]  # cards 0..71
GOD_CARDS: int = _setup["god_cards"]  # cards 72..85
CARDS = ROME_CARDS + GOD_CARDS

TYPES: list[str] = [t["key"] for t in DATA["type"]]
PROVINCES: list[str] = [p["key"] for p in DATA["province"]]
GOODS: list[str] = [g["key"] for g in DATA["good"]]
BUILDINGS: list[str] = [b["key"] for b in DATA["building"]]
GODS: list[str] = [g["key"] for g in DATA["god"]]
NUM_PROVINCES = len(PROVINCES)
ARMY, POLITICS, ARCHITECTURE, TRADE = map(TYPES.index, ("army", "politics", "architecture", "trade"))


@dataclass(frozen=True)
class Card:
    """A Rome card: its number here is ``id`` - 1 of the data file."""

    type: str
    province: str
    strength: int
    influence: int
    goods: tuple[str, ...]
    building: str | None


@dataclass(frozen=True)
class God:
    """A god: the changes of the values left and right of the chosen province."""

    key: str
    left: int
    right: int


CARD_LIST = [
    Card(c["type"], c["province"], c["strength"], c["influence"], tuple(c.get("goods", ())), c.get("building"))
    for c in DATA["card"]
]
GOD_LIST = [God(g["key"], g["left"], g["right"]) for g in DATA["god"]]

# What the rules read, one entry a Rome card
CARD_PROVINCE = np.array([PROVINCES.index(c.province) for c in CARD_LIST], np.int8)
CARD_INFLUENCE = np.array([c.influence for c in CARD_LIST], np.int8)
CARD_BUILDING = np.array([BUILDINGS.index(c.building) if c.building else -1 for c in CARD_LIST], np.int8)  # -1 = none

# What a card counts for in the scoring: 4 bits a feature, so that a sum of cards is a table of
# counts. No count passes 12, the cards in play (a good stands 8 times in the whole deck).
TALLY_TYPE = 0  # + type
TALLY_STRENGTH = 4  # + strength - 1
TALLY_ARMY_STRENGTH = 7  # + strength - 1
TALLY_GOOD = 10  # + good


def _tally(card: Card) -> int:
    features = [TALLY_TYPE + TYPES.index(card.type)]
    if card.strength:
        features.append(TALLY_STRENGTH + card.strength - 1)
        if card.type == TYPES[ARMY]:
            features.append(TALLY_ARMY_STRENGTH + card.strength - 1)
    features += [TALLY_GOOD + GOODS.index(good) for good in card.goods]
    return sum(1 << (4 * feature) for feature in features)


CARD_TALLY = np.array([_tally(c) for c in CARD_LIST], np.int64)

# The god of each of the cards 72..85, and each god's two changes
CARD_GOD = np.array([i for i, g in enumerate(DATA["god"]) for _ in range(g["count"])], np.int8)
GOD_LEFT = np.array([g.left for g in GOD_LIST], np.int8)
GOD_RIGHT = np.array([g.right for g in GOD_LIST], np.int8)


@rule
def is_god(card: int) -> bool:
    """Whether a card number is a god's."""
    return card >= ROME_CARDS


@rule
def god_of(card: int) -> int:
    """Which god 0..6 the card of a god shows."""
    return int(CARD_GOD[card - ROME_CARDS])


@rule
def back(card: int) -> int:
    """What the back of a card shows: its province, or -1 for a god (Ruling Q7)."""
    return -1 if is_god(card) else int(CARD_PROVINCE[card])


# Which cards a province counts: those of a type, or those of a strength (-1 = not so)
PROVINCE_TYPE = np.array(
    [TYPES.index(p["scores_value"]) if p["scores"] == "type" else -1 for p in DATA["province"]], np.int8
)
PROVINCE_STRENGTH = np.array(
    [p["scores_value"] if p["scores"] == "strength" else -1 for p in DATA["province"]], np.int8
)

_scoring = DATA["scoring"]
ARMY_PAIR: int = _scoring["army"]["pair_points"]
TRADE_POINTS = np.array(_scoring["trade"]["points_by_count"], np.int16)  # by number of one good, last = and more
ARCHITECTURE_POINTS = np.array(_scoring["architecture"]["points_by_distinct"], np.int16)
POLITICS_STRENGTH: int = _scoring["politics"]["strength"]


def _names(kind: str) -> dict[str, Name]:
    return {entry["key"]: Name(entry["en"], entry["fr"], entry["ru"]) for entry in DATA[kind]}


TYPE_NAMES = _names("type")
PROVINCE_NAMES = _names("province")
GOOD_NAMES = _names("good")
BUILDING_NAMES = _names("building")
GOD_NAMES = _names("god")
