"""What a phase pays, and what may be bought with it, ruling by ruling."""

import pytest
from tests.games.petersburg.positions import FIRST, SECOND, THIRD, act, choices, end_phase, position, refusal
from tests.games.petersburg.reading import area, money, pile, points

from trigrad.games.petersburg import components as c
from trigrad.games.petersburg.state import ACT, GUILD_MIX, HOUSE_DEAL, PUB_DEAL

# --- P10 ------------------------------------------------------------------------------


def test_ruling_p10_pub_sells_up_to_five_points_after_the_income() -> None:
    game = position(phase="building", expansions="base", money={FIRST: 3}, areas={FIRST: ["pub", "bank", "market"]})
    end_phase(game)
    assert (game.step, game.to_move) == (PUB_DEAL, FIRST)
    assert money(game)[FIRST] == 8  # the Bank's five are there
    assert choices(game) == [f"points {n}" for n in range(5)]
    assert refusal(game, "points 5") == "You have only 8 rubles."
    act(game, "points 4")
    assert (money(game)[FIRST], points(game)[FIRST]) == (0, 1 + 1 + 4)
    assert game.phase == c.ARISTOCRAT


def test_ruling_p10_five_points_are_the_most_of_one_pub_and_ten_of_two() -> None:
    game = position(phase="building", money={FIRST: 30}, areas={FIRST: ["pub"]})
    end_phase(game)
    assert choices(game)[-1] == "points 5"
    assert refusal(game, "points 6") == "A Pub sells at most five points."
    game = position(phase="building", money={FIRST: 30}, areas={FIRST: ["pub", "pub"]})
    end_phase(game)
    assert choices(game)[-1] == "points 10"
    act(game, "points 10")
    assert (money(game)[FIRST], points(game)[FIRST]) == (10, 10)


def test_ruling_p10_trading_house_sells_two_points_for_three_rubles_once() -> None:
    game = position(phase="building", money={FIRST: 9}, areas={FIRST: ["trading_house"]})
    end_phase(game)
    assert choices(game) == ["points 0", "points 2"]
    assert refusal(game, "points 1") == "The Trading House sells two points or none."
    act(game, "points 2")
    assert (money(game)[FIRST], points(game)[FIRST]) == (6, 2)
    assert game.step == ACT


def test_ruling_p10_trading_house_without_three_rubles() -> None:
    game = position(phase="building", money={FIRST: 2}, areas={FIRST: ["trading_house"]})
    end_phase(game)
    assert choices(game) == ["points 0"]
    assert refusal(game, "points 2") == "You have only 2 rubles."


@pytest.mark.parametrize("number", range(5))
def test_ruling_p10_guild_gives_four_in_any_mix(number: int) -> None:
    game = position(phase="building", areas={FIRST: ["guild_hall"]})
    end_phase(game)
    assert refusal(game, "points 5") == "The Guild Hall brings four in all."
    act(game, f"points {number}")
    assert (money(game)[FIRST], points(game)[FIRST]) == (4 - number, number)


def test_ruling_p10_guilds_are_asked_first_then_seat_by_seat() -> None:
    game = position(
        3,
        phase="building",
        to_move=SECOND,
        money={FIRST: 9, SECOND: 9, THIRD: 9},
        areas={FIRST: ["guild_hall", "pub"], SECOND: ["pub"], THIRD: ["trading_house"]},
    )
    end_phase(game)
    asked = []
    while game.step != ACT:
        asked.append((int(game.to_move), int(game.step)))
        act(game, "points 0")
    assert asked == [(FIRST, GUILD_MIX), (SECOND, PUB_DEAL), (THIRD, HOUSE_DEAL), (FIRST, PUB_DEAL)]


def test_ruling_p10_trading_house_before_pub_of_one_seat_and_guild_rubles_can_be_spent() -> None:
    game = position(phase="building", areas={FIRST: ["guild_hall", "pub", "trading_house"]})
    end_phase(game)
    act(game, "points 0")  # four rubles
    assert game.step == HOUSE_DEAL
    act(game, "points 2")
    assert game.step == PUB_DEAL
    assert choices(game) == ["points 0"]  # one ruble is left


# --- P11 ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rubles", "income", "kept"), [(2, [], 2), (1, [], 1), (0, [], 0), (0, ["author"], 1), (0, ["secretary"], 2)]
)
def test_ruling_p11_sycophants_are_paid_after_all_other_income(rubles: int, income: list[str], kept: int) -> None:
    game = position(phase="aristocrat", money={FIRST: rubles}, areas={FIRST: ["sycophant", "sycophant", *income]})
    paid = {"author": 1, "secretary": 4}.get(income[0], 0) if income else 0
    end_phase(game)
    assert area(game, FIRST)["sycophant"] == kept
    assert money(game)[FIRST] == rubles + paid - kept
    assert pile(game)["sycophant"] == 2 - kept


def test_ruling_p11_sycophants_are_not_paid_in_other_phases() -> None:
    game = position(phase="worker", money={FIRST: 1}, areas={FIRST: ["sycophant"]})
    end_phase(game)
    end_phase(game)
    assert money(game)[FIRST] == 1


# --- P12 ------------------------------------------------------------------------------


def test_ruling_p12_all_get_the_income_before_any_choice() -> None:
    game = position(phase="building", areas={FIRST: ["pub", "market"], SECOND: ["theater"]})
    end_phase(game)
    assert game.step == PUB_DEAL
    assert points(game) == [1, 6]


def test_ruling_p12_choices_begin_with_the_first_player_of_the_phase() -> None:
    game = position(phase="building", to_move=SECOND, areas={FIRST: ["pub"], SECOND: ["pub"]})
    end_phase(game)
    assert game.to_move == SECOND


# --- P13 ------------------------------------------------------------------------------


def paid(card: str, *own: str, phase: str, expansions: str = "both") -> tuple[int, int]:
    """Rubles and points that a card and others bring in a phase."""
    game = position(phase=phase, expansions=expansions, areas={FIRST: [card, *own]})
    end_phase(game)
    return money(game)[FIRST], points(game)[FIRST]


def test_ruling_p13_tax_man_counts_green_cards() -> None:
    assert paid("tax_man", "lumberjack", "lumberjack", "wharf", "market", phase="aristocrat") == (3, 0)


def test_ruling_p13_both_mariinsky_theatres_count_red_cards() -> None:
    own = ["author", "author", "patriarch", "lumberjack"]
    assert paid("mariinsky_theater", *own, phase="building", expansions="base") == (3, 0)
    assert paid("mariinsky_theater_ns", *own, phase="building") == (0, 3)


def test_ruling_p13_coffee_house_counts_red_cards() -> None:
    assert paid("coffee_house", "author", "patriarch", "lumberjack", phase="building") == (2, 0)


def test_ruling_p13_mayor_counts_blue_cards() -> None:
    assert paid("mayor", "market", "potemkin_village", "bank", "author", phase="aristocrat") == (3 + 1, 0)


def test_ruling_p13_textile_factory_counts_weaving_symbols_of_other_cards() -> None:
    own = ["shepherd", "weaving_mill", "czar_and_carpenter_ns", "new_society_card", "obshchina_commune", "lumberjack"]
    assert paid("textile_factory", *own, phase="building") == (0, 8)
    assert paid("textile_factory", phase="building") == (0, 0)
