"""The set-up: Ruling Q2 and the rulebook's "Setting up"."""

import pytest
from tests.games.quorum.positions import GAME, all_cards, c, hand_of, of_seats, rome_of, seed_of

from trigrad.games.quorum.state import is_shown


def test_ruling_q02_the_ring_is_random_and_all_values_are_two() -> None:
    games = [GAME.new(2, seed_of(seed)) for seed in range(40)]
    assert all(sorted(game.ring) == [0, 1, 2, 3, 4, 5] for game in games)
    assert all(list(game.values) == [2] * 6 for game in games)
    assert all({int(game.ring[place]) for game in games} == {0, 1, 2, 3, 4, 5} for place in range(6))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_five_cards_of_rome_and_four_in_each_hand_none_of_them_a_god(players: int) -> None:
    for seed in range(20):
        game = GAME.new(players, seed_of(seed))
        dealt = rome_of(game) + [card for seat in range(players) for card in hand_of(game, seat)]
        assert of_seats(game, game.hand_size) == [4] * players
        assert not any(map(c.is_god, dealt))
        assert all_cards(game) == list(range(86))
        assert game.deck_size == 86 - 5 - 4 * players


def test_only_rome_lies_face_up() -> None:
    game = GAME.new(4, seed_of(1))
    assert {card for card in range(72) if is_shown(game, card)} == set(rome_of(game))


def test_all_markers_wait_at_the_start() -> None:
    game = GAME.new(4, seed_of(1))
    assert all(list(row) == [0] * 6 for row in game.spaces)
    assert all(sorted(row) == [0, 1, 2, 3] for row in game.ranking)
