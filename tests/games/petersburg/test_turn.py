"""Buying, taking and passing, ruling by ruling."""

from tests.games.petersburg.positions import FIRST, SECOND, THIRD, act, choices, end_phase, position
from tests.games.petersburg.reading import area

from trigrad.engine.conformance import seed_of
from trigrad.games.petersburg import GAME
from trigrad.games.petersburg import components as c
from trigrad.games.petersburg.state import PUB_DEAL

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
