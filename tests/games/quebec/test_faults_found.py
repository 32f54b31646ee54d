"""Faults that were found by playing Québec against its rulebook, each with the rule that it broke."""

import pytest
from tests.games.quebec.positions import NEUTRAL, At, on_sites, play, position

from trigrad.games.quebec import components as c
from trigrad.games.quebec import state
from trigrad.games.quebec.view import view


@pytest.mark.parametrize("architect", [0, NEUTRAL])
def test_ruling_b13_workers_are_still_on_the_site_while_the_political_leader_chooses(architect: int) -> None:
    """Nobody's workers are lost from sight, and the building counts as one until it is completed."""
    game = position(
        leaders={0: "economic", 2: "political"},
        sites={9: At(architect=architect, slots=[2, 1])},
        zones={1: {"religion": 2}},
    )
    play(game, "start own" if architect == 0 else "start neutral")
    assert game.step == state.REDIRECT
    seen = view(game, 1)
    assert [seat.on_sites for seat in seen.seats] == [0, 3, 3]
    for seat in seen.seats:
        assert seat.active + seat.passive + sum(seat.zones) + seat.on_sites == c.WORKERS[3]
    assert seen.sites[8].status == "building"
    assert seen.neutral_in_hand == (architect == 0)
    play(game, "zone culture")
    assert [on_sites(game, seat) for seat in range(3)] == [0, 0, 0]
    assert game.architects[architect] == state.NONE
