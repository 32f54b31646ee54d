"""Prices, displacement, hands and the discard pile, ruling by ruling."""

import pytest
from tests.games.petersburg.positions import FIRST, SECOND, act, choices, paid_for, position, refusal
from tests.games.petersburg.reading import all_cards, hand, money, pile

from trigrad.games.petersburg import scoring
from trigrad.games.petersburg.view import view

WORKERS = ["lumberjack", "gold_miner", "shepherd", "fur_trapper", "ship_builder"]


# --- P1 -------------------------------------------------------------------------------


def test_ruling_p01_all_reductions_add_up_and_are_clamped_once() -> None:
    own = ["lumberjack", "gold_smelter", "czar_superstar", "author", "author", "secretary"]
    game = position(money={FIRST: 20}, areas={FIRST: own}, lower=["author"])
    assert paid_for(game, "buy 1") == 1  # 4 - 2 identical - 1 row - 2 discount cards = -1
    game = position(money={FIRST: 20}, areas={FIRST: ["market", "carpenter_workshop"]}, lower=["bank"])
    assert paid_for(game, "buy 1", "card market") == 13 - 1 - 1 - 5
    # clamped once at the end: 6 - 1 (row) - 1 (discount) - 18, not 1 - 1
    game = position(money={FIRST: 1}, areas={FIRST: ["gold_smelter", "judge"]}, lower=["pope"])
    assert paid_for(game, "buy 1", "card judge") == 1


def test_ruling_p01_no_lower_row_discount_from_hand() -> None:
    game = position(money={FIRST: 20, SECOND: 20}, lower=["theater"])
    act(game, "take 1", "pass")
    assert paid_for(game, "play 1") == 20


def test_ruling_p01_no_lower_row_discount_for_drawn_cards() -> None:
    game = position(
        phase="building",
        money={FIRST: 30},
        areas={FIRST: ["observatory_ns"]},
        lower=["pub"],
        deck_top={"worker": ["lumberjack"]},
    )
    assert paid_for(game, "observe-new worker", "drawn buy") == 3
    game = position(
        phase="building", money={FIRST: 30}, areas={FIRST: ["debtors_prison"]}, lower=["pub"], pile=["market"]
    )
    assert paid_for(game, "prison", "card market", "drawn buy") == 5


# --- P2 -------------------------------------------------------------------------------


def test_ruling_p02_the_three_villages_are_not_identical() -> None:
    own = ["potemkin_village", "potemkin_village_1_4"]
    game = position(money={FIRST: 20}, areas={FIRST: own}, upper=["potemkin_village_3_8"])
    assert paid_for(game, "buy 1") == 3


def test_ruling_p02_new_society_replaces_seven_base_cards() -> None:
    cards = all_cards(position(expansions="society"))
    gone = ["czar_and_carpenter", "observatory", "academy", "mistress_of_ceremonies", "mariinsky_theater"]
    assert all(cards[card] == 0 for card in gone)
    assert [cards[f"{card}_ns"] for card in gone] == [1, 2, 1, 2, 1]


def test_ruling_p02_one_base_copy_leaves_for_each_single_card_chosen() -> None:
    cards = all_cards(
        position(expansions="base", options={"card_observatory_ns": "1", "card_mistress_of_ceremonies_ns": "2"})
    )
    assert (cards["observatory"], cards["observatory_ns"]) == (1, 1)
    assert (cards["mistress_of_ceremonies"], cards["mistress_of_ceremonies_ns"]) == (0, 2)


def test_ruling_p02_two_versions_of_an_aristocrat_are_two_cards_for_the_price_but_one_aristocrat() -> None:
    game = position(
        expansions="base",
        options={"card_mistress_of_ceremonies_ns": "1"},
        money={FIRST: 40},
        areas={FIRST: ["mistress_of_ceremonies"]},
        upper=["mistress_of_ceremonies_ns"],
    )
    assert paid_for(game, "buy 1") == 18
    assert scoring.distinct_aristocrats(game, FIRST) == 1


# --- P3 -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "rooms"),
    [
        ("carpenter_workshop", {"lumberjack", "czar_and_carpenter_ns"}),
        ("gold_smelter", {"gold_miner", "czar_and_carpenter_ns"}),
        ("weaving_mill", {"shepherd", "czar_and_carpenter_ns"}),
        ("fur_shop", {"fur_trapper", "czar_and_carpenter_ns"}),
        ("wharf", {"ship_builder", "czar_and_carpenter_ns"}),
        ("obshchina_commune", {"new_farmer", "czar_and_carpenter_ns"}),
        ("czar_superstar", {"czar_and_carpenter_ns"}),
        ("new_society_card", {*WORKERS, "new_farmer", "czar_and_carpenter_ns"}),
        ("bank", {"market", "pub"}),
        ("senator", {"author", "sycophant"}),
    ],
)
def test_ruling_p03_what_each_trading_card_displaces(card: str, rooms: set[str]) -> None:
    own = [*WORKERS, "new_farmer", "czar_and_carpenter_ns", "market", "pub", "author", "sycophant"]
    others = [other for other in ["harbor", "pope", "wharf", "fur_shop"] if other != card]
    game = position(money={FIRST: 30}, areas={FIRST: own + others}, upper=[card])
    act(game, "buy 1")
    assert set(choices(game)) == {f"card {room}" for room in rooms}


@pytest.mark.parametrize(
    ("village", "value"), [("potemkin_village", 6), ("potemkin_village_1_4", 4), ("potemkin_village_3_8", 8)]
)
def test_ruling_p03_a_village_is_worth_more_than_it_cost(village: str, value: int) -> None:
    game = position(money={FIRST: 30}, areas={FIRST: [village]}, upper=["bank"])
    assert paid_for(game, "buy 1", f"card {village}") == 13 - value
    assert pile(game) == {village: 1}


def test_ruling_p03_wrong_cards_are_refused() -> None:
    game = position(money={FIRST: 30}, areas={FIRST: ["lumberjack", "shepherd", "bank"]}, upper=["weaving_mill"])
    act(game, "buy 1")
    assert refusal(game, "card lumberjack") == "Weaving Mill cannot displace Lumberjack."
    assert refusal(game, "card bank") == "A trading card never makes room for another."
    assert refusal(game, "card market") == "Market is not in your area."
    assert refusal(game, "pass") == "First choose the own card that makes room."


# --- P5 -------------------------------------------------------------------------------


def test_ruling_p05_hand_limit_three() -> None:
    game = position(hands={FIRST: ["market", "author", "bank"]}, upper=["pub"])
    assert refusal(game, "take 1") == "The hand is full: the limit is 3 cards."


def test_ruling_p05_warehouse_four_and_three_again_when_it_is_displaced() -> None:
    game = position(
        money={FIRST: 40},
        areas={FIRST: ["warehouse"]},
        hands={FIRST: ["market", "author", "bank"]},
        upper=["pub", "harbor", "judge"],
    )
    act(game, "take 1", "pass")
    assert refusal(game, "take 1") == "The hand is full: the limit is 4 cards."
    act(game, "buy 1", "card warehouse", "pass")
    assert len(hand(game, FIRST)) == 4
    act(game, "play 1", "pass")  # the Market: three are left
    assert refusal(game, "take 1") == "The hand is full: the limit is 3 cards."
    act(game, "play 1", "pass", "take 1")
    assert hand(game, FIRST) == ["bank", "pub", "judge"]


# --- P9 -------------------------------------------------------------------------------


def test_ruling_p09_the_discard_pile_is_public() -> None:
    game = position(pile=["market", "market", "golden_donkey"])
    for viewer in (-1, FIRST, SECOND):
        assert [(card.id, count) for card, count in view(game, viewer).pile] == [("market", 2), ("golden_donkey", 1)]


# --- P27 ------------------------------------------------------------------------------


def test_ruling_p27_a_hand_over_the_limit_is_full() -> None:
    """Four cards, and the Warehouse has just made room for the Harbor."""
    game = position(
        phase="building",
        money={FIRST: 15},
        areas={FIRST: ["warehouse", "observatory_ns", "debtors_prison"]},
        hands={FIRST: ["theater", "judge", "black_market", "bank"]},
        upper=["harbor"],
        pile=["academy_ns", "pub"],
        deck_top={"worker": ["shepherd"]},
    )
    act(game, "buy 1", "card warehouse", "pass")  # for 14
    assert (len(hand(game, FIRST)), money(game)[FIRST]) == (4, 1)
    act(game, "observe-new worker")
    assert choices(game) == ["drawn discard"]
    act(game, "drawn discard", "pass", "prison", "card academy_ns")
    assert choices(game) == ["drawn discard"]
    act(game, "drawn discard", "pass", "play 3")
    assert choices(game) == ["card pub"]
    act(game, "card pub")
    assert choices(game) == ["drawn buy"]
