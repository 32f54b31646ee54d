"""The cards of Quorum add up as printed, so that a slip in the data file cannot pass."""

from collections import Counter
from itertools import product

import pytest

from trigrad.games.quorum import components as c

CARDS = c.CARD_LIST
STRENGTHS = {"army": {1, 2, 3}, "politics": {0, 1, 2}, "architecture": {1, 2, 3}, "trade": {1, 2, 3}}
OWN = {"gallia": "army", "germania": "politics", "macedonia": "architecture", "hispania": "trade"}
OWN_STRENGTH = {"africa": 1, "asia": 2}


def test_the_box_holds_72_rome_cards_and_14_gods() -> None:
    assert len(CARDS) == 72
    assert len(c.CARD_GOD) == 14
    assert [card["id"] for card in c.DATA["card"]] == list(range(1, 73))


def test_rome_cards_are_spread_evenly() -> None:
    assert Counter(card.type for card in CARDS) == dict.fromkeys(STRENGTHS, 18)
    assert Counter(card.province for card in CARDS) == dict.fromkeys([*OWN, *OWN_STRENGTH], 12)
    assert Counter(card.influence for card in CARDS) == {1: 24, 2: 24, 3: 24}
    assert Counter(card.strength for card in CARDS) == {0: 6, 1: 24, 2: 24, 3: 18}


@pytest.mark.parametrize("kind", STRENGTHS)
def test_each_type_has_its_three_strengths_and_influences_six_times(kind: str) -> None:
    assert Counter(card.strength for card in CARDS if card.type == kind) == dict.fromkeys(STRENGTHS[kind], 6)
    assert Counter(card.influence for card in CARDS if card.type == kind) == {1: 6, 2: 6, 3: 6}


def test_no_card_counts_in_its_own_province() -> None:
    assert not [card for card in CARDS if OWN.get(card.province) == card.type]
    assert not [card for card in CARDS if OWN_STRENGTH.get(card.province) == card.strength]


@pytest.mark.parametrize(("kind", "province"), list(product(STRENGTHS, [*OWN, *OWN_STRENGTH])))
def test_each_type_in_each_province_has_every_strength_and_influence_it_may(kind: str, province: str) -> None:
    block = [card for card in CARDS if (card.type, card.province) == (kind, province)]
    if OWN.get(province) == kind:
        assert block == []
        return
    assert len(block) == (3 if province in OWN_STRENGTH else 4)
    assert {card.influence for card in block} == {1, 2, 3}
    assert {card.strength for card in block} == STRENGTHS[kind] - {OWN_STRENGTH.get(province)}


def test_goods_are_on_trade_cards_alone_eight_of_each() -> None:
    assert all(bool(card.goods) == (card.type == "trade") for card in CARDS)
    assert Counter(good for card in CARDS for good in card.goods) == dict.fromkeys(c.GOODS, 8)


def test_trade_cards_come_in_three_kinds() -> None:
    goods = [card.goods for card in CARDS if card.goods]
    doubled = [g for g in goods if len(g) == 3 and len(set(g)) == 2]
    three = [g for g in goods if len(set(g)) == 3]
    two = [g for g in goods if len(g) == 2 and len(set(g)) == 2]
    assert (len(doubled), len(three), len(two)) == (6, 6, 6)
    assert Counter(max(g, key=g.count) for g in doubled) == dict.fromkeys(c.GOODS, 1)
    assert Counter(min(g, key=g.count) for g in doubled) == dict.fromkeys(c.GOODS, 1)
    assert Counter(good for g in three for good in g) == dict.fromkeys(c.GOODS, 3)
    assert Counter(good for g in two for good in g) == dict.fromkeys(c.GOODS, 2)


def test_buildings_are_on_architecture_cards_alone_three_of_each() -> None:
    assert all(bool(card.building) == (card.type == "architecture") for card in CARDS)
    assert Counter(card.building for card in CARDS if card.building) == dict.fromkeys(c.BUILDINGS, 3)


def test_gods_change_values_in_balance() -> None:
    assert Counter((god.left, god.right) for god in c.GOD_LIST) == {(1, 1): 2, (-1, -1): 2, (1, -1): 2, (-1, 1): 1}
    assert Counter(c.CARD_GOD.tolist()) == dict.fromkeys(range(7), 2)


def test_set_up_numbers() -> None:
    assert (c.PLAYERS_MIN, c.PLAYERS_MAX, c.HAND, c.ROME_SIZE, c.ROUNDS, c.TRACK) == (2, 4, 4, 5, 12, 15)
    assert (c.VALUE_START, c.VALUE_MIN, c.VALUE_MAX, c.GODS_MAX, c.REPLACE_MIN_GODS) == (2, 1, 4, 3, 3)
