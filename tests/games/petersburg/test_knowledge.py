"""What a seat may know, ruling by ruling and in any position."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.games.petersburg.positions import FIRST, SECOND, position
from tests.games.petersburg.reading import deck, hand, money
from tests.games.petersburg.strategies import SEEDS, positions

from trigrad.engine.conformance import seed_of
from trigrad.engine.game import SPECTATOR
from trigrad.engine.header import copy_game
from trigrad.engine.random import Generator
from trigrad.games.petersburg import GAME
from trigrad.games.petersburg import components as c
from trigrad.games.petersburg.state import State
from trigrad.games.petersburg.view import score_sheet, view

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


# --- Any position -----------------------------------------------------------------------


@given(positions(), st.integers(SPECTATOR, 4), SEEDS)
def test_resampled_worlds_differ_only_in_the_order_of_the_decks(game: State, viewer: int, seed: bytes) -> None:
    other = GAME.resampled(game, min(viewer, int(game.players) - 1), seed)
    for phase in c.PHASES:
        assert sorted(deck(other, phase)) == sorted(deck(game, phase))
    for field in State.dtype.names or ():
        if field != "deck" and field not in (Generator.dtype.names or ()):
            assert np.array_equal(other[field], game[field]), field


@given(positions(), st.integers(SPECTATOR, 4))
def test_others_money_and_hands_do_not_show(game: State, viewer: int) -> None:
    """A world in which another player has other rubles and other hand cards looks the same."""
    viewer = min(viewer, int(game.players) - 1)
    if game.over or game.open_money or game.open_hands:
        return
    other = copy_game(game)
    for seat in range(game.players):
        if seat != viewer:
            other.money[seat] += 3
            for i in range(other.hand_size[seat]):
                other.hand[seat, i] = c.KIND["market"]
    assert view(other, viewer) == view(game, viewer)
    assert score_sheet(other) == score_sheet(game)
