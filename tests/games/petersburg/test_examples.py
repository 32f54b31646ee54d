"""Every price, income and score that the rulebook names in an example."""

from typing import Any

import pytest
from tests.games.petersburg.positions import FIRST, act, end_phase, position
from tests.games.petersburg.reading import area, board, money, pile, points

from trigrad.games.petersburg import components as c
from trigrad.games.petersburg import scoring
from trigrad.games.petersburg.view import score_sheet

PRICES = [example for example in c.DATA["price_example"] if example["card"] != "senator"]


def test_all_price_examples_are_there() -> None:
    assert len(c.DATA["price_example"]) == 17


@pytest.mark.parametrize("example", PRICES, ids=lambda e: "-".join(map(str, e.values())))
def test_price(example: dict[str, Any]) -> None:
    card = example["card"]
    own = [card] * example.get("own_copies", 0) + example.get("own", [])
    if "displaces" in example:
        own.append(example["displaces"])
    lower, upper = ([card], []) if example.get("row") == "lower" else ([], [card])
    game = position(expansions="base", money={FIRST: 30}, areas={FIRST: own}, lower=lower, upper=upper)
    act(game, "buy 1")
    if "displaces" in example:
        act(game, f"card {example['displaces']}")
        assert pile(game) == {example["displaces"]: 1}
    assert money(game)[FIRST] == 30 - example["price"]
    assert area(game, FIRST)[card] == example.get("own_copies", 0) + 1


def test_a_trading_card_of_no_higher_price_costs_a_ruble() -> None:
    game = position(money={FIRST: 1}, areas={FIRST: ["secretary"]}, upper=["senator"])
    act(game, "buy 1", "card secretary")
    assert money(game)[FIRST] == 0
    assert area(game, FIRST) == {"senator": 1}


@pytest.mark.parametrize(("owned", "price"), [(0, 3), (1, 2), (2, 1), (3, 1), (4, 1)])
def test_five_lumberjacks(owned: int, price: int) -> None:
    game = position(money={FIRST: 3}, areas={FIRST: ["lumberjack"] * owned}, upper=["lumberjack"])
    act(game, "buy 1")
    assert money(game)[FIRST] == 3 - price


def test_tips_price_points_of_the_dearer_building_less() -> None:
    prices = {kind.id: kind.cost / kind.points for kind in c.KIND_LIST if kind.points and kind.group == "building"}
    assert prices["market"] == 5
    assert prices["customs_house"] == 4


def test_action_example_of_the_aristocrat_phase() -> None:
    """Anton buys, Boris passes, Victor buys, Galina takes; then Anton takes, Boris takes, Victor lays out, all pass."""
    anton, _boris, victor, _galina = range(4)
    game = position(
        4,
        expansions="base",
        phase="aristocrat",
        to_move=anton,
        money={anton: 10, victor: 20},
        hands={victor: ["warehouse_manager"]},
        upper=[
            "administrator",
            "administrator",
            "secretary",
            "ship_builder",
            "st_isaac_cathedral",
            "author",
            "author",
            "judge",
        ],
    )
    act(game, "buy 1", "pass", "buy 1", "take 1", "take 1", "take 1", "play 1")
    assert money(game) == [10 - 7, 0, 20 - 7 - 10, 0]
    act(game, "pass", "pass", "pass")
    assert game.phase == c.ARISTOCRAT
    act(game, "pass")
    assert game.phase == c.TRADING
    assert game.market_size == 8  # three were left, five trading cards joined them
    assert game.deck_size[c.TRADING] == 30 - 5 - 1  # one is in Boris' hand


def test_income_example_of_twelve_rubles_and_a_point() -> None:
    """Workers and buildings pay nothing in the phase of aristocrats."""
    aristocrats = ["secretary", "controller", "author", "warehouse_manager"]  # 4 + 4 + 1 + 3 rubles, 1 point
    own = ["lumberjack", "fur_trapper", "market", "theater", *aristocrats]
    game = position(expansions="base", phase="aristocrat", areas={FIRST: own})
    end_phase(game)
    assert money(game)[FIRST] == 12
    assert points(game)[FIRST] == 1


def test_new_cards_example() -> None:
    """Three cards are left after the phase of aristocrats: five trading cards fill the upper row."""
    game = position(expansions="base", phase="aristocrat", lower=["market"], upper=["author", "judge"])
    end_phase(game)
    assert (game.lower_size, game.market_size) == (1, 8)
    assert [c.KIND_LIST[c.KIND[card]].deck for card in board(game)[1][2:]] == ["trading"] * 5


def test_round_end_example() -> None:
    """Three cards of the upper row move down: five workers fill the upper row."""
    game = position(expansions="base", phase="trading", lower=["pub"], upper=["author", "judge", "bank"])
    end_phase(game)
    assert (game.lower_size, game.market_size) == (3, 8)
    assert pile(game) == {"pub": 1}
    assert [c.KIND_LIST[c.KIND[card]].deck for card in board(game)[1]] == ["worker"] * 5


def test_final_scoring_example() -> None:
    """Six different aristocrats 21, seventeen rubles 1, no hand: 22 on top of 52 are 74."""
    own = ["author", "administrator", "warehouse_manager", "warehouse_manager", "secretary", "controller", "judge"]
    game = position(expansions="base", money={FIRST: 17}, points={FIRST: 52}, areas={FIRST: own})
    assert scoring.distinct_aristocrats(game, FIRST) == 6
    assert scoring.score(game, FIRST) == 74
    sheet = score_sheet(game)[FIRST]
    assert (sheet.track, sheet.aristocrats, sheet.aristocrat_points) == (52, 6, 21)


@pytest.mark.parametrize(("rubles", "expected"), [(9, 0), (10, 1), (19, 1), (20, 2)])
def test_money_is_rounded_down(rubles: int, expected: int) -> None:
    assert scoring.money_points(position(money={FIRST: rubles}), FIRST) == expected


def test_a_warehouse_lets_lose_twenty_points() -> None:
    game = position(areas={FIRST: ["warehouse"]}, hands={FIRST: ["market", "author", "bank", "judge"]})
    assert scoring.hand_points(game, FIRST) == -20


def test_twelve_aristocrats_with_new_society() -> None:
    assert scoring.aristocrat_points(12, 1) == 75
