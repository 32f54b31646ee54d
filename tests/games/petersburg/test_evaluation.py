"""What the greedy bot compares: worked out by hand, and seen to lead to sensible choices."""

from typing import Any

from tests.games.petersburg.positions import FIRST, SECOND, act, choices, end_phase, position

from trigrad import bots
from trigrad.engine.conformance import seed_of
from trigrad.games.petersburg import GAME, worth


def decided(game: Any) -> str:
    """The greedy bot's choice, in notation."""
    seat = int(game.to_move)
    return GAME.describe(game, bots.decide(GAME, game, seat, "greedy", seed_of(1))).notation


def in_last_round(**described: Any) -> Any:
    game = position(**described)
    game.last_round = 1
    return game


def test_a_ruble_a_round_is_the_sum_of_its_payments() -> None:
    each = [worth.ruble(rounds) for rounds in (2, 1, 0)]
    assert worth.rubles_a_round(2, 3) == sum(each)
    assert worth.rubles_a_round(2, 2) == sum(each[:2])
    assert worth.rubles_a_round(5, 0) == 0


def test_at_the_end_ten_rubles_are_a_point() -> None:
    assert 10 * worth.ruble(0) == worth.POINT


def test_incomes_still_to_come_are_counted() -> None:
    """In the last round, among buildings: workers have paid, a Market pays one point more, an Author one ruble."""
    game = in_last_round(phase="building", areas={FIRST: ["lumberjack", "market", "author"]})
    assert worth.rounds_left(game) == 0
    one_noble = 100
    assert worth.worth(game, FIRST) == 0 + 100 + 10 + one_noble


def test_when_the_game_is_over_only_points_count() -> None:
    game = in_last_round(phase="trading", money={FIRST: 27}, areas={FIRST: ["market", "author"]})
    end_phase(game)
    assert game.over
    assert GAME.evaluate(game, FIRST) == 3  # two for money, one for the noble, against nothing
    assert GAME.evaluate(game, SECOND) == -3


def test_a_hand_card_costs_five_points_unless_it_can_be_laid_out_for_less() -> None:
    poor = in_last_round(phase="trading", money={FIRST: 19}, hands={FIRST: ["theater"]})
    assert worth.hand_card_worth(poor, FIRST, int(poor.hand[FIRST, 0]), 0) == -500
    rich = in_last_round(phase="trading", money={FIRST: 20}, hands={FIRST: ["theater"]})
    assert worth.hand_card_worth(rich, FIRST, int(rich.hand[FIRST, 0]), 0) == -200
    roomless = in_last_round(phase="trading", money={FIRST: 20}, hands={FIRST: ["bank"]})
    assert worth.hand_card_worth(roomless, FIRST, int(roomless.hand[FIRST, 0]), 0) == -500


def test_the_order_of_the_decks_does_not_matter() -> None:
    game = GAME.new(3, seed_of(1))
    assert GAME.evaluate(game, 0) == GAME.evaluate(GAME.resampled(game, 0, seed_of(2)), 0)


def test_the_greedy_bot_hires_workers_first() -> None:
    assert decided(GAME.new(2, seed_of(5))).startswith("buy")


def test_the_greedy_bot_at_the_very_end() -> None:
    """An Author of 4 is a point for less than one; a Judge of 16 is not; a hand card is laid out to save five."""
    assert decided(in_last_round(phase="trading", money={FIRST: 39}, upper=["theater", "author"])) == "buy 2"
    assert decided(in_last_round(phase="trading", money={FIRST: 30}, upper=["theater", "judge"])) == "pass"
    assert decided(in_last_round(phase="trading", money={FIRST: 20}, hands={FIRST: ["theater"]})) == "play 1"


def test_the_greedy_bot_displaces_what_costs_least() -> None:
    game = position(phase="trading", money={FIRST: 9}, areas={FIRST: ["market", "theater"]}, upper=["bank"])
    act(game, "buy 1")
    assert set(choices(game)) == {"card market", "card theater"}
    assert decided(game) == "card market"
