"""What bots make of a position of Québec: points as they stand, by hand."""

from tests.games.quebec import positions as q

from trigrad.games.quebec import GAME, state


def test_the_lead_counts_track_zones_and_buildings() -> None:
    game = q.position(
        active={0: 2, 1: 0, 2: 0},
        zones={0: {"culture": 1}, 1: {"citadel": 2}},
        sites={3: q.At(token=(0, 2)), 9: q.At(architect=0, slots=[1]), 7: q.At(architect=state.NEUTRAL, slots=[2])},
        points={0: 10, 1: 12},
    )
    # Seat 0: 10 + 1 zone + 1 active + 3 building + 1 star to be; seat 1: 12 + 2 + 1 cascaded + 3 on the site
    assert GAME.lead(game, 0) == 16 - 18
    assert GAME.lead(game, 1) == 18 - 16
    assert GAME.lead(game, 2) == 2 - 18


def test_stars_to_be_are_those_of_the_own_building_only() -> None:
    """Seat 2 has six workers on seat 1's site, whose two contributions will be stars of seat 1."""
    game = q.position(active=dict.fromkeys(range(3), 0), sites={44: q.At(architect=1, slots=[2, 2])})
    assert [GAME.lead(game, seat) for seat in range(3)] == [-6, 2 - 6, 6 - 2]
    first = q.position(active=dict.fromkeys(range(3), 0), sites={1: q.At(architect=1, slots=[2])})
    assert GAME.lead(first, 1) == 1 - 3


def test_nobody_leads_where_nobody_has_anything() -> None:
    game = q.position(active=dict.fromkeys(range(3), 0))
    assert [GAME.lead(game, seat) for seat in range(3)] == [0, 0, 0]


def test_the_lead_at_the_end_is_that_of_the_scores() -> None:
    game = q.position(century=4, open_sites=[], points={0: 5, 1: 9, 2: 9}, active=dict.fromkeys(range(3), 0))
    q.play(game, "start own")
    assert [GAME.lead(game, seat) for seat in range(3)] == [-4, 0, 0]
