"""Faults found by playing Québec against its rulebook, and Ruling B25 that came of it."""

import random
from typing import Any

import numpy as np
import pytest
from tests.games.quebec import positions as q

from trigrad.engine.conformance import seed_of
from trigrad.games.quebec import GAME, state
from trigrad.games.quebec import components as c
from trigrad.games.quebec.view import view


@pytest.mark.parametrize("architect", [0, state.NEUTRAL])
def test_ruling_b25_workers_are_still_on_the_site_while_the_political_leader_chooses(architect: int) -> None:
    """Nobody's workers are lost from sight, and the building counts as one until it is completed."""
    game = q.position(
        leaders={0: "economic", 2: "political"},
        sites={9: q.At(architect=architect, slots=[2, 1])},
        zones={1: {"religion": 2}},
    )
    q.play(game, "start own" if architect == 0 else "start neutral")
    assert game.step == state.REDIRECT
    seen = view(game, 1)
    assert [seat.on_sites for seat in seen.seats] == [0, 3, 3]
    for seat in seen.seats:
        assert seat.active + seat.passive + sum(seat.zones) + seat.on_sites == c.WORKERS[3]
    assert seen.sites[8].status == "building"
    assert seen.neutral_in_hand == (architect == 0)
    q.play(game, "zone culture")
    assert [q.on_sites(game, seat) for seat in range(3)] == [0, 0, 0]
    assert game.architects[architect] == state.NONE


@pytest.mark.parametrize(
    ("leader", "asked"),
    [("citadel", []), ("economic", []), ("political", ["zone religion", "zone politics"])],
)
def test_ruling_b25_what_a_leader_does_at_once_cannot_be_declined(leader: str, asked: list[str]) -> None:
    game = q.position(2, sites={q.site_of("port"): q.At(architect=state.NEUTRAL)})
    q.play(game, f"leader {leader}")
    if asked:
        assert q.choices(game) == asked
        q.play(game, asked[0])
    assert game.turn == 1
    placed = {"citadel": 3, "economic": 3, "political": 4}
    assert sum(q.supply(game, 0)) == 25 - placed[leader]


@pytest.mark.parametrize("integer", [np.int8, np.int16, np.int32, np.int64])
def test_a_choice_from_an_array_of_narrow_integers_does_the_same(integer: Any) -> None:
    """As interpreted playouts take it from the legal actions: a set with the bit of site 44 needs a wide one."""
    chance = random.Random(4)
    game, other = (GAME.new(2, seed_of(4)) for _ in range(2))
    while not game.over:
        action = chance.choice(GAME.legal(game))
        GAME.apply_silently(game, action)
        GAME.apply_silently(other, integer(action))
        assert other.tobytes() == game.tobytes()
