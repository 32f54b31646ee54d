"""Faults that a comparison with the rulebook, section by section, has found: each once."""

from tests.games.petersburg.positions import FIRST, SECOND, act, end_phase, position, refusal

from trigrad.games.petersburg import components as c
from trigrad.games.petersburg.state import PICKPOCKET_PLAY, PUB_DEAL
from trigrad.games.petersburg.view import view


def test_the_only_host_taken_is_the_reason_and_not_that_there_is_none() -> None:
    """Ruling P17, one guest a host: the Judge brings both, but the Jester already lies on it."""
    game = position(areas={FIRST: ["judge", "author"]}, hands={FIRST: ["jester", "the_banquet"]})
    act(game, "play 1", "card judge", "pass")
    assert refusal(game, "play 1") == "Judge already has a guest."


def test_another_players_guest_is_no_reason() -> None:
    game = position(areas={FIRST: ["judge"], SECOND: ["author"]}, hands={FIRST: ["jester"], SECOND: ["the_banquet"]})
    act(game, "play 1", "card judge")
    assert refusal(game, "play 1") == "There is no own card that brings both rubles and points."


def test_while_the_pickpocket_is_asked_for_the_tokens_owner_is_first() -> None:
    """Ruling P18: the phase before began with the first seat, this one is the second's until it is stolen."""
    game = position(hands={FIRST: ["pickpocket"]})
    end_phase(game)
    assert (game.phase, game.step) == (c.BUILDING, PICKPOCKET_PLAY)
    assert view(game, FIRST).first == SECOND
    act(game, "steal")
    assert view(game, FIRST).first == FIRST


def test_while_the_pub_is_asked_the_building_income_is_paid_and_the_aristocrats_is_next() -> None:
    game = position(areas={FIRST: ["pub", "author"]}, money={FIRST: 20})
    end_phase(game)
    end_phase(game)
    assert (game.phase, game.step) == (c.BUILDING, PUB_DEAL)
    assert view(game, FIRST).seats[FIRST].next_income.phase == "aristocrat"
