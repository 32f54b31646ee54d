"""What can be known of a game of Québec: all but the event cards of centuries to come."""

from tests.games.quebec import positions as q

from trigrad.engine.conformance import seed_of
from trigrad.games.quebec import GAME
from trigrad.games.quebec.view import view


def test_event_cards_to_come_are_hidden_and_drawn_anew() -> None:
    game = q.position(century=2, card="fortification")
    worlds = [GAME.resampled(game, 0, seed_of(seed)) for seed in range(100)]
    assert all(list(world.drawn)[:2] == list(game.drawn)[:2] for world in worlds)
    assert {int(world.drawn[2]) for world in worlds} == {8, 9, 10, 11}
    assert {int(world.drawn[3]) for world in worlds} == {12, 13, 14, 15}
    assert all(view(world, 0) == view(game, 0) for world in worlds)


def test_without_event_cards_nothing_is_hidden() -> None:
    world = GAME.resampled(q.position(), 0, seed_of(1))
    assert list(world.drawn) == [-1] * 4
