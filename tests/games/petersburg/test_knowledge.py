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


# --- As numbers ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("open_money", "open_hands"), [("secret", "secret"), ("open", "secret"), ("secret", "open"), ("open", "open")]
)
def test_ruling_p19_an_observation_keeps_money_and_hands_secret(open_money: str, open_hands: str) -> None:
    game = position(
        options={"money": open_money, "hands": open_hands},
        money={FIRST: 7, SECOND: 8},
        hands={FIRST: ["market"], SECOND: ["judge"]},
    )
    judge = c.KIND["judge"]
    parts = GAME.observation.read(GAME.observe(game, FIRST, memory=False))
    remembered = GAME.observation.read(GAME.observe(game, FIRST))
    assert parts["money"][:2].tolist() == [7, 8 if open_money == "open" else -1]
    assert parts["hands"][0].tolist() == [c.KIND["market"] + 1, 0, 0, 0]
    assert parts["hands"][1].tolist() == [judge + 1 if open_hands == "open" else c.KINDS + 1, 0, 0, 0]
    assert remembered["money"][:2].tolist() == [7, 8]
    assert remembered["hands"][1].tolist() == [judge + 1, 0, 0, 0]
    # A hidden Judge might lie in a deck, for all that is seen
    assert parts["unseen"][judge] - remembered["unseen"][judge] == (0 if open_hands == "open" else 1)


def test_ruling_p19_worlds_in_which_secrets_differ_are_observed_alike() -> None:
    """Whoever remembers nothing cannot tell a Judge in a hand from one in the deck; who remembers can."""
    here = position(money={SECOND: 8}, hands={SECOND: ["judge"]})
    there = copy_game(here)
    place = deck(here, "aristocrat").index("author")
    there.deck[2, here.deck_size[2] - 1 - place] = c.KIND["judge"]
    there.hand[SECOND, 0] = c.KIND["author"]
    there.money[SECOND] = 9
    assert GAME.observe(here, FIRST, False).tolist() == GAME.observe(there, FIRST, False).tolist()
    assert GAME.information_key(here, FIRST, False) == GAME.information_key(there, FIRST, False)
    assert GAME.observe(here, FIRST).tolist() != GAME.observe(there, FIRST).tolist()
    assert GAME.information_key(here, FIRST) != GAME.information_key(there, FIRST)


@given(positions(), st.integers(SPECTATOR, 4), SEEDS)
def test_the_order_of_the_decks_is_not_observed(game: State, viewer: int, seed: bytes) -> None:
    viewer = min(viewer, int(game.players) - 1)
    other = GAME.resampled(game, viewer, seed)
    assert GAME.observe(other, viewer).tolist() == GAME.observe(game, viewer).tolist()
    assert GAME.information_key(other, viewer) == GAME.information_key(game, viewer)
