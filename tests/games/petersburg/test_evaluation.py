"""What the greedy bot compares: worked out by hand, and seen to lead to sensible choices."""

from typing import Any

import numpy as np
from tests.games.petersburg.positions import FIRST, SECOND, act, choices, end_phase, in_last_round, position

from trigrad import bots, games
from trigrad.engine.conformance import seed_of
from trigrad.engine.evaluation import POINT
from trigrad.engine.header import MAX_PLAYERS
from trigrad.games.petersburg import GAME, evaluation
from trigrad.games.petersburg.state import State


def decided(game: State) -> str:
    """The greedy bot's choice, in notation."""
    seat = int(game.to_move)
    return GAME.describe(game, bots.decide(games.load(GAME.name), game, seat, "greedy", seed_of(1))).notation


def last(**described: Any) -> State:
    return in_last_round(position(**described))


def test_a_ruble_a_round_is_the_sum_of_its_payments() -> None:
    each = [evaluation.ruble(rounds) for rounds in (2, 1, 0)]
    assert evaluation.rubles_a_round(2, 3) == sum(each)
    assert evaluation.rubles_a_round(2, 2) == sum(each[:2])
    assert evaluation.rubles_a_round(5, 0) == 0


def test_at_the_end_ten_rubles_are_a_point() -> None:
    assert 10 * evaluation.ruble(0) == POINT


def test_incomes_still_to_come_are_counted() -> None:
    """In the last round, among buildings: workers have paid, a Market pays one point more, an Author one ruble."""
    game = last(phase="building", areas={FIRST: ["lumberjack", "market", "author"]})
    assert evaluation.rounds_left(game) == 0
    one_aristocrat = 100
    assert evaluation.worth(game, FIRST) == 0 + 100 + 10 + one_aristocrat


def test_when_the_game_is_over_only_points_count() -> None:
    game = last(phase="trading", money={FIRST: 27}, areas={FIRST: ["market", "author"]})
    end_phase(game)
    assert game.over
    assert GAME.lead(game, FIRST) == 3  # two for money, one for the aristocrat, against nothing
    assert GAME.lead(game, SECOND) == -3


def test_every_player_has_a_worth() -> None:
    game = last(players=3, phase="trading", money={FIRST: 27}, areas={FIRST: ["market"], SECOND: ["author"]})
    worths = np.zeros(MAX_PLAYERS, np.int64)
    evaluation.evaluate(game, worths)
    assert worths.tolist() == [270, 100, 0, 0, 0]  # rubles at a tenth of a point, one aristocrat


def test_a_hand_card_costs_five_points_unless_it_can_be_laid_out_for_less() -> None:
    poor = last(phase="trading", money={FIRST: 19}, hands={FIRST: ["theater"]})
    assert evaluation.hand_card_worth(poor, FIRST, int(poor.hand[FIRST, 0]), 0) == -500
    rich = last(phase="trading", money={FIRST: 20}, hands={FIRST: ["theater"]})
    assert evaluation.hand_card_worth(rich, FIRST, int(rich.hand[FIRST, 0]), 0) == -200
    roomless = last(phase="trading", money={FIRST: 20}, hands={FIRST: ["bank"]})
    assert evaluation.hand_card_worth(roomless, FIRST, int(roomless.hand[FIRST, 0]), 0) == -500


def test_the_order_of_the_decks_does_not_matter() -> None:
    game = GAME.new(3, seed_of(1))
    assert GAME.lead(game, 0) == GAME.lead(GAME.resampled(game, 0, seed_of(2)), 0)


def test_the_greedy_bot_hires_workers_first() -> None:
    assert decided(GAME.new(2, seed_of(5))).startswith("buy")


def test_the_greedy_bot_at_the_very_end() -> None:
    """An Author of 4 is a point for less than one; a Judge of 16 is not; a hand card is laid out to save five."""
    assert decided(last(phase="trading", money={FIRST: 39}, upper=["theater", "author"])) == "buy 2"
    assert decided(last(phase="trading", money={FIRST: 30}, upper=["theater", "judge"])) == "pass"
    assert decided(last(phase="trading", money={FIRST: 20}, hands={FIRST: ["theater"]})) == "play 1"


def test_the_greedy_bot_displaces_what_costs_least() -> None:
    game = position(phase="trading", money={FIRST: 9}, areas={FIRST: ["market", "theater"]}, upper=["bank"])
    act(game, "buy 1")
    assert set(choices(game)) == {"card market", "card theater"}
    assert decided(game) == "card market"
