"""Observatory, Debtor’s Prison, action cards and guests, ruling by ruling."""

from typing import Any

import pytest
from tests.games.petersburg.positions import FIRST, SECOND, act, choices, end_phase, paid_for, position, refusal
from tests.games.petersburg.reading import area, hand, money, of_kind, pile, points

from trigrad.games.petersburg import GAME, events
from trigrad.games.petersburg import components as c
from trigrad.games.petersburg.view import view

# --- P8 -------------------------------------------------------------------------------


def test_ruling_p08_a_used_observatory_gives_no_point_and_works_once_a_round() -> None:
    game = position(
        phase="building", areas={FIRST: ["observatory_ns", "market"]}, deck_top={"worker": ["lumberjack", "shepherd"]}
    )
    act(game, "observe-new worker", "drawn discard")
    assert pile(game) == {"lumberjack": 1}
    act(game, "pass")
    assert refusal(game, "observe-new worker") == "Observatory (New Society) was already used this round."
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
    assert refusal(game, "observe-new worker") == "Observatory (New Society) is used only in the phase of buildings."
    assert refusal(game, "prison") == "Debtor’s Prison is used only in the phase of buildings."


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
    assert paid_for(game, "buy 2") == 8 - 1  # identical although face down
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
    observed = of_kind(happened, events.OBSERVED)[0]
    assert (observed.player, observed.card, observed.deck) == (FIRST, c.KIND["shepherd"], c.WORKER)
    seen = view(game, SECOND).drawn
    assert seen is not None
    assert seen.id == "shepherd"
    assert events.OBSERVED in GAME.revealing


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


def test_ruling_p16_black_market_that_fills_the_hand_is_room_enough_to_take() -> None:
    """With three in hand and no ruble nothing can be bought, but once the Black Market is played two are left."""
    game = position(hands={FIRST: ["judge", "black_market", "bank"]}, pile=["author"])
    assert "play 2" in choices(game)
    act(game, "play 2", "card author")
    assert choices(game) == ["drawn take"]


def test_ruling_p16_black_market_needs_a_card_of_the_pile() -> None:
    game = position(hands={FIRST: ["black_market"]}, pile=["golden_donkey"])
    assert refusal(game, "play 1") == "The discard pile holds no card that could be bought or taken."


def test_ruling_p16_black_market_over_the_limit_must_buy() -> None:
    """Four in hand without the Warehouse: after the Black Market there is still no room."""
    held = ["black_market", "judge", "bank", "harbor"]
    game = position(money={FIRST: 5}, areas={FIRST: ["warehouse"]}, hands={FIRST: held}, pile=["theater", "author"])
    game.owned[FIRST, c.KIND["warehouse"]] = 0
    act(game, "play 1")
    assert choices(game) == ["card author"]
    assert refusal(game, "card theater") == "With a full hand only a card that can be paid for is chosen."
    act(game, "card author")
    assert choices(game) == ["drawn buy"]


def test_ruling_p16_black_market_over_the_limit_with_nothing_to_buy_is_not_played() -> None:
    held = ["black_market", "judge", "bank", "harbor"]
    game = position(money={FIRST: 3}, areas={FIRST: ["warehouse"]}, hands={FIRST: held}, pile=["theater", "author"])
    game.owned[FIRST, c.KIND["warehouse"]] = 0
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
    while game.phase != c.PHASES.index(phase):
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
    assert choices(game) == ["guest jester"]
    assert refusal(game, "card judge") == "Judge has a guest: choose it with the guest."
    act(game, "guest jester")
    assert pile(game) == {"judge": 1, "jester": 1}
    assert area(game, FIRST) == {"patriarch": 1}
    assert money(game)[FIRST] == 20 - 1
    end_phase(game)
    assert (money(game)[FIRST], points(game)[FIRST]) == (19, 0)


@pytest.mark.parametrize("guest", ["jester", "the_banquet"])
def test_ruling_p17_a_host_makes_room_again_once_its_guest_is_gone(guest: str) -> None:
    game = position(
        phase="aristocrat", money={FIRST: 20}, areas={FIRST: ["judge"]}, hands={FIRST: [guest]}, upper=["patriarch"]
    )
    act(game, "play 1", "card judge")
    end_phase(game)
    while game.to_move != FIRST:
        act(game, "pass")
    act(game, "buy 1")
    assert choices(game) == ["card judge"]


def test_ruling_p17_another_players_host_makes_no_room() -> None:
    game = position(
        money={SECOND: 20}, areas={FIRST: ["judge"], SECOND: ["author"]}, hands={FIRST: ["jester"]}, upper=["patriarch"]
    )
    act(game, "play 1", "card judge", "buy 1")
    assert choices(game) == ["card author"]
    assert refusal(game, "guest jester") == "There is no such guest in your area."


# --- P25 ------------------------------------------------------------------------------


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
    assert list(game.host) == [-1, c.KIND["judge"]]
