"""Every ruling P1-P26 by name, in positions made for it."""

from collections import Counter
from typing import Any

import pytest
from tests.games.petersburg.positions import (
    FIRST,
    PHASES,
    SECOND,
    THIRD,
    act,
    all_cards,
    area,
    board,
    choices,
    deck,
    end_phase,
    hand,
    kind,
    money,
    of_kind,
    pile,
    points,
    position,
    refusal,
)

from trigrad.engine.conformance import seed_of
from trigrad.games.petersburg import GAME, events, rules, scoring
from trigrad.games.petersburg import components as c
from trigrad.games.petersburg.state import ACT, GUILD_MIX, HOUSE_DEAL, PUB_DEAL, THEFT
from trigrad.games.petersburg.view import view

WORKERS = ["lumberjack", "gold_miner", "shepherd", "fur_trapper", "ship_builder"]


def buys_for(game: Any, *notations: str) -> int:
    """What the player to move pays for these choices."""
    seat, before = int(game.to_move), money(game)
    act(game, *notations)
    return before[seat] - money(game)[seat]


# --- P1 -------------------------------------------------------------------------------


def test_ruling_p01_all_reductions_add_up_and_are_clamped_once() -> None:
    own = ["lumberjack", "gold_smelter", "czar_superstar", "author", "author", "secretary"]
    game = position(money={FIRST: 20}, areas={FIRST: own}, lower=["author"])
    assert buys_for(game, "buy 1") == 1  # 4 - 2 twins - 1 row - 2 discount cards = -1
    game = position(money={FIRST: 20}, areas={FIRST: ["market", "carpenter_workshop"]}, lower=["bank"])
    assert buys_for(game, "buy 1", "card market") == 13 - 1 - 1 - 5
    # clamped once at the end: 6 - 1 (row) - 1 (discount) - 18, not 1 - 1
    game = position(money={FIRST: 1}, areas={FIRST: ["gold_smelter", "judge"]}, lower=["pope"])
    assert buys_for(game, "buy 1", "card judge") == 1


def test_ruling_p01_no_lower_row_discount_from_hand() -> None:
    game = position(money={FIRST: 20, SECOND: 20}, lower=["theater"])
    act(game, "take 1", "pass")
    assert buys_for(game, "play 1") == 20


def test_ruling_p01_no_lower_row_discount_for_drawn_cards() -> None:
    game = position(
        phase="building",
        money={FIRST: 30},
        areas={FIRST: ["observatory_ns"]},
        lower=["pub"],
        deck_top={"worker": ["lumberjack"]},
    )
    assert buys_for(game, "observe-new worker", "drawn buy") == 3
    game = position(
        phase="building", money={FIRST: 30}, areas={FIRST: ["debtors_prison"]}, lower=["pub"], pile=["market"]
    )
    assert buys_for(game, "prison", "card market", "drawn buy") == 5


# --- P2 -------------------------------------------------------------------------------


def test_ruling_p02_the_three_villages_are_no_twins() -> None:
    own = ["potemkin_village", "potemkin_village_1_4"]
    game = position(money={FIRST: 20}, areas={FIRST: own}, upper=["potemkin_village_3_8"])
    assert buys_for(game, "buy 1") == 3


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


def test_ruling_p02_two_versions_of_a_noble_are_two_cards_for_the_price_but_one_noble() -> None:
    game = position(
        expansions="base",
        options={"card_mistress_of_ceremonies_ns": "1"},
        money={FIRST: 40},
        areas={FIRST: ["mistress_of_ceremonies"]},
        upper=["mistress_of_ceremonies_ns"],
    )
    assert buys_for(game, "buy 1") == 18
    assert scoring.distinct_nobles(game, FIRST) == 1


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
    assert buys_for(game, "buy 1", f"card {village}") == 13 - value
    assert pile(game) == {village: 1}


def test_ruling_p03_wrong_cards_are_refused() -> None:
    game = position(money={FIRST: 30}, areas={FIRST: ["lumberjack", "shepherd", "bank"]}, upper=["weaving_mill"])
    act(game, "buy 1")
    assert refusal(game, "card lumberjack") == "Weaving Mill cannot displace Lumberjack."
    assert refusal(game, "card bank") == "A trading card never makes room for another."
    assert refusal(game, "card market") == "Market is not in your area."
    assert refusal(game, "pass") == "First choose the own card that makes room."


# --- P4 -------------------------------------------------------------------------------


def test_ruling_p04_who_passed_may_act_again() -> None:
    game = position(3, money={FIRST: 10, SECOND: 10}, upper=["lumberjack", "shepherd"])
    act(game, "pass", "buy 1", "pass", "buy 1", "pass", "pass")
    assert area(game, FIRST) == {"shepherd": 1}
    assert game.phase == c.WORKER
    act(game, "pass")
    assert game.phase == c.BUILDING


def test_ruling_p04_passes_of_a_double_turn_are_one_players() -> None:
    game = position(3, hands={SECOND: ["double_turn"]})
    act(game, "pass", "play 1", "pass", "pass")
    assert (game.phase, game.to_move) == (c.WORKER, THIRD)
    act(game, "pass")
    assert game.phase == c.WORKER  # two players have passed in a row, not three
    act(game, "pass")
    assert game.phase == c.BUILDING


def test_ruling_p04_passing_in_the_first_worker_phase_is_allowed() -> None:
    game = GAME.new(2, seed_of(1))
    act(game, "pass", "pass")
    assert game.phase == c.BUILDING


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


# --- P6 -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "following"), [("worker", "building"), ("building", "aristocrat"), ("aristocrat", "trading")]
)
def test_ruling_p06_upper_row_is_filled_to_eight_from_the_next_deck(phase: str, following: str) -> None:
    game = position(phase=phase, lower=["lumberjack"], upper=["market", "author"])
    expected = deck(game, following)[:5]
    end_phase(game)
    assert board(game) == (["lumberjack"], ["market", "author", *expected])


def test_ruling_p06_after_trading_the_rows_move_down() -> None:
    game = position(phase="trading", lower=["lumberjack", "pub"], upper=["market", "author"])
    expected = deck(game, "worker")[:6]
    end_phase(game)
    assert board(game) == (["market", "author"], expected)
    assert pile(game) == {"lumberjack": 1, "pub": 1}
    assert game.round_number == 3


def test_ruling_p06_nothing_is_laid_out_on_a_full_board() -> None:
    row = [*WORKERS, "market", "author", "bank"]
    game = position(upper=row)
    end_phase(game)
    assert board(game) == ([], row)
    assert game.phase == c.BUILDING


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_ruling_p06_two_workers_a_player_at_set_up(players: int) -> None:
    assert len(board(GAME.new(players, seed_of(players)))[1]) == 2 * players


def test_ruling_p06_a_card_that_leaves_keeps_the_others_in_their_rows() -> None:
    game = position(money={FIRST: 9}, lower=["lumberjack", "pub"], upper=["market", "author"])
    act(game, "buy 1", "take 1", "take 1")
    assert board(game) == ([], ["author"])
    game = position(lower=["lumberjack", "pub"], upper=["market", "author"])
    act(game, "take 3")
    assert board(game) == (["lumberjack", "pub"], ["author"])


# --- P7 -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "following"), [("worker", "building"), ("building", "aristocrat"), ("aristocrat", "trading")]
)
def test_ruling_p07_a_deck_that_runs_out_makes_the_round_the_last(phase: str, following: str) -> None:
    game = position(phase=phase, upper=["pub"], deck_size={following: 3})
    happened = end_phase(game)
    assert [(e.a, e.b) for e in of_kind(happened, events.EV_LAST_ROUND)] == [(PHASES[following], 2)]
    assert game.market_size == 4  # as many as there were
    while not game.over:
        act(game, "pass")
    assert game.round_number == 2
    assert game.phase == c.TRADING


def test_ruling_p07_exactly_the_last_card_counts_as_well() -> None:
    game = position(upper=[*WORKERS, "market", "author"], deck_size={"building": 1})
    end_phase(game)
    assert game.last_round == 1
    game = position(upper=[*WORKERS, "market", "author"], deck_size={"building": 2})
    end_phase(game)
    assert game.last_round == 0


def test_ruling_p07_workers_that_run_out_make_the_next_round_the_last() -> None:
    game = position(phase="trading", upper=["pub"], deck_size={"worker": 2})
    happened = end_phase(game)
    assert [(e.a, e.b) for e in of_kind(happened, events.EV_LAST_ROUND)] == [(c.WORKER, 3)]
    assert not game.over
    while not game.over:
        act(game, "pass")
    assert game.round_number == 3


def test_ruling_p07_the_observatory_never_takes_the_last_card() -> None:
    game = position(phase="building", areas={FIRST: ["observatory_ns"]}, deck_size={"worker": 1, "trading": 0})
    assert "observe-new building" in choices(game)
    assert refusal(game, "observe-new worker") == "The last card of a deck is never drawn."
    assert refusal(game, "observe-new trading") == "The deck is empty."


def test_ruling_p07_no_income_and_no_refill_after_the_last_trading_actions() -> None:
    game = position(phase="trading", areas={FIRST: ["lumberjack"]}, lower=["pub"], upper=["market"])
    game.last_round = 1
    end_phase(game)
    assert game.over
    assert board(game) == (["pub"], ["market"])
    assert money(game) == [0, 0]


# --- P8 -------------------------------------------------------------------------------


def test_ruling_p08_a_used_observatory_gives_no_point_and_works_once_a_round() -> None:
    game = position(
        phase="building", areas={FIRST: ["observatory_ns", "market"]}, deck_top={"worker": ["lumberjack", "shepherd"]}
    )
    act(game, "observe-new worker", "drawn discard")
    assert pile(game) == {"lumberjack": 1}
    act(game, "pass")
    assert refusal(game, "observe-new worker") == "Observatory was already used this round."
    end_phase(game)
    assert points(game)[FIRST] == 1  # the Market's alone
    while game.round_number == 2:
        act(game, "pass")
    while game.phase != c.BUILDING:
        act(game, "pass")
    while game.to_move != FIRST:
        act(game, "pass")
    assert "observe-new worker" in choices(game)


def test_ruling_p08_only_in_the_phase_of_buildings() -> None:
    game = position(phase="worker", areas={FIRST: ["observatory_ns", "debtors_prison"]}, pile=["market"])
    assert refusal(game, "observe-new worker") == "Observatory is used only in the phase of buildings."
    assert refusal(game, "prison") == "Debtor's Prison is used only in the phase of buildings."


def test_ruling_p08_two_observatories_are_used_one_by_one() -> None:
    game = position(phase="building", areas={FIRST: ["observatory_ns", "observatory_ns"]})
    act(game, "observe-new worker", "drawn discard", "pass", "observe-new building", "drawn discard", "pass")
    assert "already used" in refusal(game, "observe-new worker")
    end_phase(game)
    assert points(game)[FIRST] == 0


def test_ruling_p08_a_face_down_card_is_not_displaced_but_counts() -> None:
    game = position(
        phase="building",
        money={FIRST: 40},
        areas={FIRST: ["observatory_ns", "mayor"]},
        upper=["bank", "observatory_ns"],
    )
    act(game, "observe-new worker", "drawn discard", "pass")
    assert refusal(game, "buy 1") == "A card that lies face down cannot make room."
    assert buys_for(game, "buy 2") == 8 - 1  # identical although face down
    act(game, "pass")
    assert "buy 1" in choices(game)  # the second one lies face up
    end_phase(game)
    end_phase(game)
    assert money(game)[FIRST] == 40 - 7 + 2  # the Mayor counts both Observatories


def test_ruling_p08_a_blue_trading_card_drawn_cannot_displace_its_own_observatory() -> None:
    game = position(
        phase="building", money={FIRST: 40}, areas={FIRST: ["observatory_ns"]}, deck_top={"trading": ["bank"]}
    )
    act(game, "observe-new trading")
    assert choices(game) == ["drawn take", "drawn discard"]
    assert refusal(game, "drawn buy") == "A card that lies face down cannot make room."


def test_ruling_p08_a_drawn_trading_card_displaces_at_once() -> None:
    game = position(
        phase="building", money={FIRST: 40}, areas={FIRST: ["observatory_ns", "pub"]}, deck_top={"trading": ["bank"]}
    )
    act(game, "observe-new trading", "drawn buy")
    assert choices(game) == ["card pub"]
    act(game, "card pub")
    assert area(game, FIRST) == {"observatory_ns": 1, "bank": 1}
    assert money(game)[FIRST] == 40 - 12


def test_ruling_p08_the_drawn_card_is_public() -> None:
    game = position(phase="building", areas={FIRST: ["observatory_ns"]}, deck_top={"worker": ["shepherd"]})
    happened = act(game, "observe-new worker")
    assert of_kind(happened, events.EV_OBSERVE)[0][1:4] == (FIRST, kind("shepherd"), c.WORKER)
    seen = view(game, SECOND).drawn
    assert seen is not None
    assert seen.id == "shepherd"
    assert events.EV_OBSERVE in GAME.revealing


def test_ruling_p08_prison_takes_any_card_of_the_pile_but_action_cards() -> None:
    game = position(
        phase="building",
        money={FIRST: 4},
        areas={FIRST: ["debtors_prison"]},
        pile=["author", "theater", "golden_donkey"],
    )
    act(game, "prison")
    assert set(choices(game)) == {"card author", "card theater"}
    act(game, "card theater")
    assert choices(game) == ["drawn take"]  # room and no money: it must be taken
    assert refusal(game, "drawn discard") == "The card may be discarded only if the hand is full."
    act(game, "drawn take")
    assert hand(game, FIRST) == ["theater"]
    assert pile(game) == {"author": 1, "golden_donkey": 1}
    end_phase(game)
    assert points(game)[FIRST] == 0  # it lies face down


def test_ruling_p08_prison_with_a_full_hand_may_discard() -> None:
    held = ["market", "judge", "bank"]
    game = position(phase="building", areas={FIRST: ["debtors_prison"]}, hands={FIRST: held}, pile=["author"])
    act(game, "prison", "card author")
    assert choices(game) == ["drawn discard"]
    act(game, "drawn discard")
    assert pile(game) == {"author": 1}


def test_ruling_p08_prison_needs_a_card_in_the_pile() -> None:
    game = position(phase="building", areas={FIRST: ["debtors_prison"]}, pile=["golden_donkey"])
    assert refusal(game, "prison") == "The discard pile holds no card that could be bought or taken."


# --- P9 -------------------------------------------------------------------------------


def test_ruling_p09_the_discard_pile_is_public() -> None:
    game = position(pile=["market", "market", "golden_donkey"])
    for viewer in (-1, FIRST, SECOND):
        assert [(card.id, count) for card, count in view(game, viewer).pile] == [("market", 2), ("golden_donkey", 1)]


# --- P10 ------------------------------------------------------------------------------


def test_ruling_p10_pub_sells_up_to_five_points_after_the_income() -> None:
    game = position(phase="building", expansions="base", money={FIRST: 3}, areas={FIRST: ["pub", "bank", "market"]})
    end_phase(game)
    assert (game.step, game.to_move) == (PUB_DEAL, FIRST)
    assert money(game)[FIRST] == 8  # the Bank's five are there
    assert choices(game) == [f"points {n}" for n in range(5)]
    assert refusal(game, "points 5") == "There are only 8 rubles."
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
    assert refusal(game, "points 2") == "There are only 2 rubles."


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


def test_ruling_p13_inn_counts_red_cards() -> None:
    assert paid("coffee_house", "author", "patriarch", "lumberjack", phase="building") == (2, 0)


def test_ruling_p13_mayor_counts_blue_cards() -> None:
    assert paid("mayor", "market", "potemkin_village", "bank", "author", phase="aristocrat") == (3 + 1, 0)


def test_ruling_p13_textile_factory_counts_weaving_symbols_of_other_cards() -> None:
    own = ["shepherd", "weaving_mill", "czar_and_carpenter_ns", "new_society_card", "obshchina_commune", "lumberjack"]
    assert paid("textile_factory", *own, phase="building") == (0, 8)
    assert paid("textile_factory", phase="building") == (0, 0)


# --- P14 ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "expected"),
    [(0, 0), (1, 1), (2, 3), (3, 6), (4, 10), (5, 15), (6, 21), (7, 28), (8, 36), (9, 45), (10, 55)],
)
def test_ruling_p14_the_table_of_aristocrats(count: int, expected: int) -> None:
    assert scoring.noble_points(count, 0) == scoring.noble_points(count, 1) == expected


def test_ruling_p14_hand_cards_cost_five_but_action_cards() -> None:
    game = position(hands={FIRST: ["market", "golden_donkey", "author"]})
    assert scoring.hand_points(game, FIRST) == -10


def ended(rubles: list[int], track: list[int]) -> Any:
    """A game that has just ended with this money and these points."""
    game = position(phase="trading", money=dict(enumerate(rubles)), points=dict(enumerate(track)))
    game.last_round = 1
    end_phase(game)
    assert game.over
    return game


def test_ruling_p14_a_tie_goes_to_more_money_all_of_it() -> None:
    game = ended([12, 19], [50, 50])
    assert game.scores[:2].tolist() == [51, 51]
    assert game.places[:2].tolist() == [2, 1]


def test_ruling_p14_then_the_victory_is_shared() -> None:
    assert ended([12, 12], [50, 50]).places[:2].tolist() == [1, 1]
    assert ended([12, 29], [50, 49]).places[:2].tolist() == [2, 1]


# --- P15 ------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "held"), [(2, [2, 2]), (3, [1, 1, 2]), (4, [1, 1, 1, 1]), (5, [0, 1, 1, 1, 1])])
def test_ruling_p15_tokens_at_set_up(players: int, held: list[int]) -> None:
    deals = set()
    for number in range(60):
        game = GAME.new(players, seed_of(number))
        tokens = Counter(int(seat) for seat in game.starter)
        assert sorted(tokens[seat] for seat in range(players)) == held
        deals.add(tuple(game.starter.tolist()))
    assert len(deals) > 5


@pytest.mark.parametrize(("players", "steps"), [(2, 1), (3, 1), (4, 1), (5, 2)])
def test_ruling_p15_tokens_are_passed_at_the_end_of_a_round(players: int, steps: int) -> None:
    game = position(players, phase="trading")
    before, disc = game.starter.tolist(), int(game.disc)
    end_phase(game)
    assert game.starter.tolist() == [(seat + steps) % players for seat in before]
    assert game.disc == ((disc + steps) % players if players == 5 else -1)
    assert game.to_move == game.starter[c.WORKER]


def test_ruling_p15_the_disc() -> None:
    game = GAME.new(5, seed_of(4))
    disc = int(game.disc)
    assert disc not in game.starter.tolist()
    assert money(game)[disc] == 27
    assert points(game)[disc] == 2  # the first round has begun
    while game.round_number == 1:
        act(game, "pass")
    following = (disc + 2) % 5
    assert game.disc == following
    assert (money(game)[following], points(game)[following]) == (25, 2)


# --- P16 ------------------------------------------------------------------------------


def test_ruling_p16_action_cards_are_taken_free_and_count_for_the_limit() -> None:
    game = position(upper=["golden_donkey", "black_market"], hands={FIRST: ["market", "author"]})
    assert refusal(game, "buy 1") == "An action card is not bought: it is taken in hand free of charge."
    act(game, "take 1", "pass")
    assert "The hand is full" in refusal(game, "take 1")


def test_ruling_p16_an_action_card_from_the_observatory_is_taken_or_discarded() -> None:
    game = position(
        phase="building", money={FIRST: 9}, areas={FIRST: ["observatory_ns"]}, deck_top={"trading": ["golden_donkey"]}
    )
    act(game, "observe-new trading")
    assert choices(game) == ["drawn take", "drawn discard"]


def test_ruling_p16_golden_donkey() -> None:
    game = position(hands={FIRST: ["golden_donkey"]})
    act(game, "play 1")
    assert money(game) == [5, 0]
    assert pile(game) == {"golden_donkey": 1}
    assert game.to_move == SECOND


def test_ruling_p16_away_with_it_discards_another_card_an_action_card_too() -> None:
    game = position(hands={FIRST: ["away_with_it", "judge", "golden_donkey"]})
    act(game, "play 1")
    assert choices(game) == ["discard 1", "discard 2"]
    act(game, "discard 2")
    assert hand(game, FIRST) == ["judge"]
    assert pile(game) == {"away_with_it": 1, "golden_donkey": 1}


def test_ruling_p16_away_with_it_needs_another_card() -> None:
    game = position(hands={FIRST: ["away_with_it_2"]})
    assert refusal(game, "play 1") == "There is no other card in the hand to discard."


def test_ruling_p16_black_market_buys_or_takes_though_the_hand_was_full() -> None:
    game = position(
        money={FIRST: 9}, hands={FIRST: ["judge", "black_market", "bank"]}, pile=["author", "theater", "golden_donkey"]
    )
    act(game, "play 2")
    assert set(choices(game)) == {"card author", "card theater"}
    act(game, "card author")
    assert choices(game) == ["drawn buy", "drawn take"]
    assert refusal(game, "drawn discard") == "A card from the Black Market is bought or taken in hand."
    act(game, "drawn take")
    assert hand(game, FIRST) == ["judge", "bank", "author"]
    assert pile(game) == {"theater": 1, "golden_donkey": 1, "black_market": 1}


def test_ruling_p16_black_market_needs_a_card_of_the_pile() -> None:
    game = position(hands={FIRST: ["black_market"]}, pile=["golden_donkey"])
    assert refusal(game, "play 1") == "The discard pile holds no card that could be bought or taken."


def test_ruling_p16_black_market_over_the_limit_must_buy() -> None:
    """Four in hand without the Warehouse: after the Black Market there is still no room."""
    held = ["black_market", "judge", "bank", "harbor"]
    game = position(money={FIRST: 5}, areas={FIRST: ["warehouse"]}, hands={FIRST: held}, pile=["theater", "author"])
    game.owned[FIRST, kind("warehouse")] = 0
    act(game, "play 1")
    assert choices(game) == ["card author"]
    assert refusal(game, "card theater") == "With a full hand only a card that can be paid for is chosen."
    act(game, "card author")
    assert choices(game) == ["drawn buy"]


def test_ruling_p16_black_market_over_the_limit_with_nothing_to_buy_is_not_played() -> None:
    held = ["black_market", "judge", "bank", "harbor"]
    game = position(money={FIRST: 3}, areas={FIRST: ["warehouse"]}, hands={FIRST: held}, pile=["theater", "author"])
    game.owned[FIRST, kind("warehouse")] = 0
    assert refusal(game, "play 1") == "The discard pile holds no card that could be bought or taken."


def test_ruling_p16_double_turn() -> None:
    game = position(
        phase="building",
        money={FIRST: 20},
        areas={FIRST: ["observatory_ns"]},
        hands={FIRST: ["double_turn"]},
        upper=["market"],
    )
    act(game, "play 1")
    assert (game.to_move, game.extra) == (FIRST, 2)
    act(game, "observe-new worker", "drawn discard")
    assert game.to_move == FIRST
    act(game, "buy 1")
    assert (game.to_move, game.extra) == (SECOND, 0)


# --- P17 ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("guest", "host", "phase", "normal", "expected"),
    [
        ("jester", "controller", "aristocrat", (4, 1), (1, 4)),
        ("the_banquet", "controller", "aristocrat", (4, 1), (8, 2)),
        ("jester", "bank", "building", (5, 1), (1, 5)),
        ("the_banquet", "wharf", "worker", (6, 1), (12, 2)),
    ],
)
def test_ruling_p17_swapped_or_doubled_once(guest: str, host: str, phase: str, normal: Any, expected: Any) -> None:
    game = position(phase=phase, areas={FIRST: [host]}, hands={FIRST: [guest]})
    act(game, "play 1", f"card {host}")
    end_phase(game)
    assert (money(game)[FIRST], points(game)[FIRST]) == expected
    assert pile(game) == {guest: 1}
    while game.phase != PHASES[phase]:
        act(game, "pass")
    end_phase(game)
    assert money(game)[FIRST] == expected[0] + normal[0]


def test_ruling_p17_the_host_must_print_both() -> None:
    game = position(areas={FIRST: ["guild_hall", "lumberjack", "market", "author"]}, hands={FIRST: ["jester"]})
    assert refusal(game, "play 1") == "There is no own card that brings both rubles and points."


def test_ruling_p17_one_guest_for_each_host() -> None:
    game = position(areas={FIRST: ["judge", "controller"]}, hands={FIRST: ["jester", "the_banquet"]})
    act(game, "play 1", "card judge", "pass", "play 1")
    assert choices(game) == ["card controller"]
    assert refusal(game, "card judge") == "Judge already has a guest."


def test_ruling_p17_two_guests_on_two_copies() -> None:
    game = position(phase="aristocrat", areas={FIRST: ["judge", "judge"]}, hands={FIRST: ["jester", "the_banquet"]})
    act(game, "play 1", "card judge", "pass", "play 1", "card judge")
    end_phase(game)
    assert (money(game)[FIRST], points(game)[FIRST]) == (2 + 10, 5 + 4)


def test_ruling_p17_a_displaced_host_takes_its_guest_along() -> None:
    game = position(money={FIRST: 20}, areas={FIRST: ["judge"]}, hands={FIRST: ["jester"]}, upper=["patriarch"])
    act(game, "play 1", "card judge", "pass", "buy 1")
    assert choices(game) == ["guest buffoon"]
    assert refusal(game, "card judge") == "Judge has a guest: choose it with the guest."
    act(game, "guest buffoon")
    assert pile(game) == {"judge": 1, "jester": 1}
    assert area(game, FIRST) == {"patriarch": 1}
    assert money(game)[FIRST] == 20 - 1
    end_phase(game)
    assert (money(game)[FIRST], points(game)[FIRST]) == (19, 0)


# --- P18 ------------------------------------------------------------------------------


def test_ruling_p18_the_thief_is_asked_when_a_phase_begins_and_acts_first() -> None:
    game = position(3, hands={THIRD: ["pickpocket"]})
    end_phase(game)
    assert (game.phase, game.step, game.to_move) == (c.BUILDING, THEFT, THIRD)
    act(game, "wait")
    assert (game.step, game.to_move) == (ACT, game.starter[c.BUILDING])
    end_phase(game)
    assert (game.phase, game.step) == (c.ARISTOCRAT, THEFT)
    starters = game.starter.tolist()
    act(game, "steal")
    assert (game.step, game.to_move, game.first) == (ACT, THIRD, THIRD)
    assert pile(game) == {"pickpocket": 1}
    assert game.starter.tolist() == starters
    act(game, "pass")
    assert game.to_move == FIRST
    end_phase(game)
    assert (game.phase, game.step) == (c.TRADING, ACT)  # it is gone


def test_ruling_p18_it_is_no_action() -> None:
    game = position(hands={FIRST: ["pickpocket", "market"]})
    assert refusal(game, "play 1") == "The Theft is played only when a phase begins."


def test_ruling_p18_who_begins_anyway_may_play_it() -> None:
    game = position(hands={SECOND: ["pickpocket"]})
    end_phase(game)
    assert game.starter[c.BUILDING] == SECOND == game.to_move
    act(game, "steal")
    assert (game.step, game.to_move) == (ACT, SECOND)


def test_ruling_p18_a_stolen_phase_asks_its_thief_first() -> None:
    game = position(areas={FIRST: ["pub"], SECOND: ["pub"]}, hands={FIRST: ["pickpocket"]})
    end_phase(game)
    assert game.starter[c.BUILDING] == SECOND
    act(game, "steal")
    end_phase(game)
    assert (game.step, game.to_move) == (PUB_DEAL, FIRST)


def test_ruling_p18_a_theft_discarded_or_drawn() -> None:
    game = position(hands={FIRST: ["away_with_it", "pickpocket"]})
    act(game, "play 1", "discard 1")
    end_phase(game)
    assert game.step == ACT
    game = position(phase="building", areas={SECOND: ["observatory_ns"]}, deck_top={"trading": ["pickpocket"]})
    act(game, "pass", "observe-new trading", "drawn take")
    end_phase(game)
    assert (game.step, game.to_move) == (THEFT, SECOND)


# --- P19 ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("open_money", "open_hands"), [("secret", "secret"), ("open", "secret"), ("secret", "open"), ("open", "open")]
)
def test_ruling_p19_money_and_hands_are_secret_unless_an_option_opens_them(open_money: str, open_hands: str) -> None:
    game = position(
        options={"money": open_money, "hands": open_hands},
        money={FIRST: 7, SECOND: 8},
        hands={FIRST: ["market"], SECOND: ["judge"]},
    )
    for viewer in (-1, FIRST, SECOND):
        for seat in view(game, viewer).seats:
            own = seat.seat == viewer
            assert (seat.money is not None) == (own or open_money == "open")
            assert (seat.hand is not None) == (own or open_hands == "open")
            assert seat.hand_size == 1
        for line in GAME.score_sheet(game):
            assert (line.money is not None) == (open_money == "open")
            assert (line.hand_points is not None) == (open_hands == "open")


def test_ruling_p19_a_perfect_memory_knows_both() -> None:
    game = position(money={SECOND: 8}, hands={SECOND: ["judge"]})
    seen = view(game, FIRST, memory=True).seats[SECOND]
    assert seen.money == 8
    assert [card.id for card in seen.hand or ()] == ["judge"]
    other = GAME.resampled(game, FIRST, seed_of(9))
    assert hand(other, SECOND) == ["judge"]
    assert money(other) == money(game)


# --- P20 ------------------------------------------------------------------------------


def test_ruling_p20_who_can_do_nothing_is_asked_all_the_same() -> None:
    game = position()
    assert choices(game) == ["pass"]
    act(game, "pass")
    assert (game.to_move, choices(game)) == (SECOND, ["pass"])


def test_ruling_p20_a_penniless_owner_of_a_pub_is_asked_all_the_same() -> None:
    game = position(phase="building", areas={FIRST: ["pub"]})
    end_phase(game)
    assert (game.step, choices(game)) == (PUB_DEAL, ["points 0"])


# --- P21 ------------------------------------------------------------------------------


def test_ruling_p21_beyond_ten_aristocrats() -> None:
    assert [scoring.noble_points(n, 0) for n in (10, 11, 15)] == [55, 55, 55]
    assert [scoring.noble_points(n, 1) for n in (10, 11, 15)] == [55, 65, 105]


def test_ruling_p21_totals_may_be_negative() -> None:
    game = position(phase="trading", hands={FIRST: ["market", "author", "bank"]})
    game.last_round = 1
    end_phase(game)
    assert game.scores[:2].tolist() == [-15, 0]
    assert game.places[:2].tolist() == [2, 1]


# --- P22 ------------------------------------------------------------------------------


def test_ruling_p22_names_of_the_data() -> None:
    names = {
        card: c.KIND_LIST[c.KIND[card]].name.ru for card in ("pickpocket", "jester", "coffee_house", "new_society_card")
    }
    assert names == {
        "pickpocket": "Кража",
        "jester": "Скоморох",
        "coffee_house": "Трактир",
        "new_society_card": "Пролетариат",
    }


# --- P23 to P26 -------------------------------------------------------------------------


def test_ruling_p23_five_players_take_new_society_whatever_is_chosen() -> None:
    game = GAME.new(5, bytes(32), {"expansions": "base"})
    assert game.society == 1
    assert all_cards(game)["new_farmer"] == 6


def test_ruling_p24_the_first_of_the_deal_is_drawn_for_three_players() -> None:
    """There is no youngest player here: each of the three is as likely to get two tokens."""
    double = Counter(Counter(GAME.new(3, seed_of(n)).starter.tolist()).most_common(1)[0][0] for n in range(300))
    assert all(60 < double[seat] < 140 for seat in range(3))


def test_ruling_p25_either_copy_may_be_displaced() -> None:
    game = position(
        money={FIRST: 20}, areas={FIRST: ["judge", "judge"]}, hands={FIRST: ["the_banquet"]}, upper=["patriarch"]
    )
    act(game, "play 1", "card judge", "pass", "buy 1")
    assert choices(game) == ["card judge", "guest banquet"]


def test_ruling_p25_the_guest_stays_if_the_other_copy_goes() -> None:
    game = position(
        money={FIRST: 20}, areas={FIRST: ["judge", "judge"]}, hands={FIRST: ["the_banquet"]}, upper=["patriarch"]
    )
    act(game, "play 1", "card judge", "pass", "buy 1", "card judge")
    assert pile(game) == {"judge": 1}
    assert area(game, FIRST) == {"judge": 1, "patriarch": 1}
    assert game.host.tolist() == [-1, kind("judge")]


def test_ruling_p26_the_extra_nobles_score_only_with_new_society_itself() -> None:
    single = {f"card_{k.id}": "1" for k in c.KIND_LIST if k.set == "new_society"}
    game = GAME.new(2, bytes(32), {"expansions": "base", **single})
    assert all_cards(game)["mayor"] == 1
    assert game.society == 0
    assert GAME.new(2, bytes(32), {"expansions": "society", "card_mayor": "0"}).society == 1


def test_all_rulings_have_a_test() -> None:
    tested = {name.split("_")[2] for name in globals() if name.startswith("test_ruling_p")}
    assert tested == {f"p{number:02d}" for number in range(1, 27)}


def test_the_last_action_is_known() -> None:
    assert rules.NUM_ACTIONS == rules.WAIT + 1
