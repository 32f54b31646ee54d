"""What can be known of a game of Québec: all but the event cards of centuries to come."""

from dataclasses import replace

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


def test_all_see_the_same_of_a_position_and_another_once_it_has_changed() -> None:
    game = q.position()
    before = view(game, 0)
    assert view(game, 1) == replace(before, viewer=1)
    game.points[0] += 1
    assert [seat.points for seat in view(game, 0).seats] == [before.seats[0].points + 1, 0, 0]
    assert view(game, 0, hints=False) == replace(view(game, 0), preview=None)


def test_without_event_cards_nothing_is_hidden() -> None:
    world = GAME.resampled(q.position(), 0, seed_of(1))
    assert list(world.drawn) == [-1] * 4


def test_an_observation_shows_the_event_cards_of_centuries_that_have_begun() -> None:
    game = q.position(century=2, card="fortification")
    other = GAME.resampled(game, 0, seed_of(1))
    other.drawn[3] = 12 + (int(game.drawn[3]) - 12 + 1) % 4
    for memory in (False, True):
        seen = GAME.observation.read(GAME.observe(game, 0, memory))["event_cards"].tolist()
        assert seen == [int(game.drawn[0]) + 1, int(game.drawn[1]) + 1, 0, 0]
        assert GAME.observe(other, 0, memory).tolist() == GAME.observe(game, 0, memory).tolist()
        assert GAME.information_key(other, 0, memory) == GAME.information_key(game, 0, memory)


def test_an_observation_begins_with_the_own_seat() -> None:
    game = GAME.new(3, seed_of(1))
    start = next(action for action in GAME.legal(game) if GAME.notation(action) == "start own")
    mover = int(game.to_move)
    GAME.apply(game, start)
    site = GAME.legal(game)[0]
    GAME.apply(game, site)
    for viewer in range(3):
        parts = GAME.observation.read(GAME.observe(game, viewer))
        assert parts["architects"][site] == (mover - viewer) % 3 + 1
        assert parts["active"].tolist() == [int(game.active[(viewer + turn) % 3]) for turn in range(3)] + [0, 0]
