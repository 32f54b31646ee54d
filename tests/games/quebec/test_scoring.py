"""The worked examples of Québec's rulebook, and scoring in positions made for it."""

from collections.abc import Mapping
from typing import Any

import pytest
from tests.games.quebec.positions import NEUTRAL, ZONES, At, a, all_workers, of_kind, play, points, position, supply

from trigrad.games.quebec import components as c
from trigrad.games.quebec import scoring
from trigrad.games.quebec.view import century_preview, score_sheet, view

EXAMPLES = {example["topic"]: example for example in c.DATA["example"]}
PLAYERS = ("black", "white", "green")

# A start without an open site ends the century; the last contributor's turn is long over
ENDING: Mapping[str, Any] = {"open_sites": []}


def seated(by_colour: Mapping[str, int]) -> tuple[int, ...]:
    """Numbers by seat."""
    return tuple(by_colour.get(colour, 0) for colour in PLAYERS)


def example_position() -> Any:
    before = EXAMPLES["scoring"]["before"]
    zones = {
        seat: {zone: before[zone].get(colour, 0) for zone in ZONES if colour in before[zone]}
        for seat, colour in enumerate(PLAYERS)
    }
    return position(zones=zones, active={0: 1, 1: 1, 2: 1}, **ENDING)


# --- "Example of a complete scoring" -----------------------------------------------------


@pytest.mark.parametrize("place", range(5))
def test_the_scoring_example_zone_by_zone(place: int) -> None:
    example = EXAMPLES["scoring"]
    game = example_position()
    before = century_preview(game).steps[place]
    happened = [event for event in of_kind(play(game, "start own"), a.EV_ZONE) if c.ZONES[event.a] == before.zone]
    for step in (before, view(game, 0).scored[0].steps[place]):
        assert step.zone == ("citadel", "religion", "politics", "economy", "culture")[place]
        assert step.workers == seated(example["points"][step.zone])
        assert step.moved == seated(example["cascade"][step.zone])
    assert {event.player: event.b for event in happened} == {
        seat: number for seat, number in enumerate(before.workers) if number
    }
    target = ("religion", "politics", "economy", "culture", "active")[place]
    assert before.target == target
    assert {event.d for event in happened} == {[*c.ZONES, "active"].index(target)}


def test_the_scoring_example_in_all() -> None:
    game = example_position()
    expected = [sum(seated(EXAMPLES["scoring"]["points"][zone])[seat] for zone in ZONES) for seat in range(3)]
    assert expected == [18, 21, 33]
    assert list(century_preview(game).totals) == expected
    play(game, "start own")
    assert points(game) == expected
    # White and green, who share culture, get three workers each; nobody's are left in a zone
    assert [supply(game, seat)[0] for seat in range(3)] == [1, 4, 4]
    assert not game.zones.any()
    assert [all_workers(game, seat) for seat in range(3)] == [25] * 3


def test_the_family_example() -> None:
    """Three players in religion with 3, 5 and 12 workers: the majority's bonus is 5."""
    assert EXAMPLES["family"] == {"topic": "family", "workers": 12, "points": 17}
    zones = {0: {"religion": 3}, 1: {"religion": 5}, 2: {"religion": 12}}
    game = position(rules="family", zones=zones, **ENDING)
    assert century_preview(game).totals == (3, 5, 17)
    happened = play(game, "start own")
    assert points(game) == [3, 5, 17]
    assert [event[2:5] for event in of_kind(happened, a.EV_FAMILY_ZONE)] == [(0, 3, 0), (0, 5, 0), (0, 12, 5)]
    assert [supply(game, seat) for seat in range(3)] == [(3, 22)] * 3


# --- Main group ---------------------------------------------------------------------------


def with_tokens(tokens: Mapping[int, int], *, rules: str = "complete") -> Any:
    return position(rules=rules, sites={site: At(token=(0, stars)) for site, stars in tokens.items()})


def test_the_main_group_example() -> None:
    """Four connected buildings of 1, 2, 3 and 3 stars, and two others of three stars together."""
    example = EXAMPLES["main_group"]
    group = dict(zip((3, 4, 9, 10), example["main_stars"], strict=True))
    others = {14: 1, 15: 2}
    game = with_tokens({**group, **others})
    sheet = score_sheet(game)[0]
    assert sheet.group == group
    assert sheet.group_points == example["main_points"] == 16
    assert sheet.others == others
    assert sheet.other_points == example["other_points"] == 3


def test_the_main_group_is_worth_most_not_largest() -> None:
    """One building of three stars (6) beats three of one star (3), connected or not."""
    game = with_tokens({3: 1, 4: 1, 9: 1, 44: 3})
    sheet = score_sheet(game)[0]
    assert (sheet.group, sheet.group_points) == ({44: 3}, 6)
    assert (sheet.others, sheet.other_points) == ({3: 1, 4: 1, 9: 1}, 3)


def test_of_equal_groups_the_better_total_counts() -> None:
    """Two buildings of two stars are worth 6 like one of three, but leave 3 more, not 4."""
    game = with_tokens({3: 2, 4: 2, 44: 3})
    sheet = score_sheet(game)[0]
    assert (sheet.group, sheet.group_points, sheet.other_points) == ({44: 3}, 6, 4)
    for lone in (1, 30):  # wherever the lone one stands in the numbering
        sheet = score_sheet(with_tokens({lone: 3, 40: 2, 41: 2}))[0]
        assert (sheet.group, sheet.other_points) == ({lone: 3}, 4)


def test_diagonal_places_of_the_grid_are_no_neighbours() -> None:
    """Sites 4 and 6 lie in one line with a site between them: two groups."""
    sheet = score_sheet(with_tokens({4: 2, 6: 2}))[0]
    assert (len(sheet.group), len(sheet.others)) == (1, 1)
    assert score_sheet(with_tokens({4: 2, 5: 1, 6: 2}))[0].group == {4: 2, 5: 1, 6: 2}


def test_in_the_family_rules_every_building_counts_in_full() -> None:
    game = with_tokens({3: 1, 15: 2, 44: 3}, rules="family")
    sheet = score_sheet(game)[0]
    assert (sheet.group_points, sheet.other_points) == (1 + 3 + 6, 0)


def test_a_player_without_buildings_has_no_group() -> None:
    sheet = score_sheet(position())[1]
    assert (sheet.group, sheet.group_points, sheet.other_points) == ({}, 0, 0)


# --- End of the game ------------------------------------------------------------------------


def test_the_final_scoring_by_hand() -> None:
    """Seat 0: zones 2 + 1, sites 2 + 3, five active workers 2, group 6 + 1, another 2 stars: 19 more."""
    game = position(
        century=4,
        active={0: 5, 1: 0, 2: 3},
        zones={0: {"politics": 2}},
        sites={
            7: At(architect=1, slots=[0, 1]),  # municipal: two workers each
            9: At(architect=2, slots=[0]),  # military: three workers
            3: At(token=(0, 3)),
            4: At(token=(0, 1)),
            44: At(token=(0, 2)),
        },
        open_sites=[],
        points={0: 10, 1: 20, 2: 0},
    )
    happened = play(game, "start own")
    assert game.over
    final = {event.player: event[2:] for event in of_kind(happened, a.EV_FINAL)}
    # Politics comes third in the fourth century: one of two goes on to economy and scores again
    assert final == {0: (5, 2, 7, 2), 1: (2, 0, 0, 0), 2: (0, 1, 0, 0)}
    assert points(game) == [10 + 2 + 1 + 16, 20 + 2, 1]
    assert game.scores.tolist()[:3] == points(game)
    assert game.places.tolist() == [1, 2, 3, 0, 0]


def test_ties_share_the_victory() -> None:
    game = position(4, century=4, open_sites=[], points={0: 5, 1: 9, 2: 9, 3: 2}, active=dict.fromkeys(range(4), 0))
    play(game, "start own")
    assert game.places.tolist() == [3, 1, 1, 4, 0]


# --- How the greedy bot sees it ---------------------------------------------------------------


def test_the_lead_counts_track_zones_and_buildings() -> None:
    game = position(
        active={0: 2, 1: 0, 2: 0},
        zones={0: {"culture": 1}, 1: {"citadel": 2}},
        sites={3: At(token=(0, 2)), 9: At(architect=0, slots=[1]), 7: At(architect=NEUTRAL, slots=[2])},
        points={0: 10, 1: 12},
    )
    # Seat 0: 10 + 1 zone + 1 active + 3 building + 1 star to be; seat 1: 12 + 2 + 1 cascaded + 3 on the site
    assert scoring.lead(game, 0) == 16 - 18
    assert scoring.lead(game, 1) == 18 - 16
    assert scoring.lead(game, 2) == 2 - 18


def test_stars_to_be_are_those_of_the_own_building_only() -> None:
    """Seat 2 has six workers on seat 1's site, whose two contributions will be stars of seat 1."""
    game = position(active=dict.fromkeys(range(3), 0), sites={44: At(architect=1, slots=[2, 2])})
    assert [scoring.lead(game, seat) for seat in range(3)] == [-6, 2 - 6, 6 - 2]
    first = position(active=dict.fromkeys(range(3), 0), sites={1: At(architect=1, slots=[2])})
    assert scoring.lead(first, 1) == 1 - 3


def test_nobody_leads_where_nobody_has_anything() -> None:
    game = position(active=dict.fromkeys(range(3), 0))
    assert [scoring.lead(game, seat) for seat in range(3)] == [0, 0, 0]


def test_the_lead_at_the_end_is_that_of_the_scores() -> None:
    game = position(century=4, open_sites=[], points={0: 5, 1: 9, 2: 9}, active=dict.fromkeys(range(3), 0))
    play(game, "start own")
    assert [scoring.lead(game, seat) for seat in range(3)] == [-4, 0, 0]
