"""The worked examples of Québec's rulebook, and scoring in positions made for it."""

from collections.abc import Mapping
from typing import Any

import pytest
from tests.games.quebec import positions as q

from trigrad.games.quebec import components as c
from trigrad.games.quebec import events as ev
from trigrad.games.quebec.state import State
from trigrad.games.quebec.view import century_preview, score_sheet, view

EXAMPLES = {example["topic"]: example for example in c.DATA["example"]}
PLAYERS = ("black", "white", "green")

# A start without an open site ends the century; the last contributor's turn is long over
ENDING: Mapping[str, Any] = {"open_sites": []}


def seated(by_colour: Mapping[str, int]) -> tuple[int, ...]:
    """Numbers by seat."""
    return tuple(by_colour.get(colour, 0) for colour in PLAYERS)


def example_position() -> State:
    before = EXAMPLES["scoring"]["before"]
    zones = {
        seat: {zone: before[zone].get(colour, 0) for zone in q.ZONES if colour in before[zone]}
        for seat, colour in enumerate(PLAYERS)
    }
    return q.position(zones=zones, active={0: 1, 1: 1, 2: 1}, **ENDING)


# --- "Example of a complete scoring" -----------------------------------------------------


@pytest.mark.parametrize("place", range(5))
def test_the_scoring_example_zone_by_zone(place: int) -> None:
    example = EXAMPLES["scoring"]
    game = example_position()
    before = century_preview(game).steps[place]
    happened = [
        event for event in q.of_kind(q.play(game, "start own"), ev.ZONE_SCORED) if c.ZONES[event.zone] == before.zone
    ]
    for step in (before, view(game, 0).scored[0].steps[place]):
        assert step.zone == ("citadel", "religion", "politics", "economy", "culture")[place]
        assert step.workers == seated(example["points"][step.zone])
        assert step.moved == seated(example["cascade"][step.zone])
    assert {event.player: event.workers for event in happened} == {
        seat: number for seat, number in enumerate(before.workers) if number
    }
    target = ("religion", "politics", "economy", "culture", "active")[place]
    assert before.target == target
    assert {event.target for event in happened} == {[*c.ZONES, "active"].index(target)}


def test_the_scoring_example_in_all() -> None:
    game = example_position()
    expected = [sum(seated(EXAMPLES["scoring"]["points"][zone])[seat] for zone in q.ZONES) for seat in range(3)]
    assert expected == [18, 21, 33]
    assert list(century_preview(game).totals) == expected
    q.play(game, "start own")
    assert q.points(game) == expected
    # White and green, who share culture, get three workers each; nobody's are left in a zone
    assert [q.supply(game, seat)[0] for seat in range(3)] == [1, 4, 4]
    assert [q.zones_of(game, seat) for seat in range(3)] == [{}] * 3
    assert [q.all_workers(game, seat) for seat in range(3)] == [25] * 3


def test_the_family_example() -> None:
    """Three players in religion with 3, 5 and 12 workers: the majority's bonus is 5."""
    assert EXAMPLES["family"] == {"topic": "family", "workers": 12, "points": 17}
    zones = {0: {"religion": 3}, 1: {"religion": 5}, 2: {"religion": 12}}
    game = q.position(rules="family", zones=zones, **ENDING)
    assert century_preview(game).totals == (3, 5, 17)
    happened = q.play(game, "start own")
    assert q.points(game) == [3, 5, 17]
    assert [(event.zone, event.workers, event.bonus) for event in q.of_kind(happened, ev.FAMILY_ZONE_SCORED)] == [
        (0, 3, 0),
        (0, 5, 0),
        (0, 12, 5),
    ]
    assert [q.supply(game, seat) for seat in range(3)] == [(3, 22)] * 3


# --- Main group ---------------------------------------------------------------------------


def with_tokens(tokens: Mapping[int, int], *, rules: str = "complete") -> State:
    return q.position(rules=rules, sites={site: q.At(token=(0, stars)) for site, stars in tokens.items()})


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
    sheet = score_sheet(q.position())[1]
    assert (sheet.group, sheet.group_points, sheet.other_points) == ({}, 0, 0)


# --- End of the game ------------------------------------------------------------------------


def test_the_final_scoring_by_hand() -> None:
    """Seat 0: zones 2 + 1, sites 2 + 3, five active workers 2, group 6 + 1, another 2 stars: 19 more."""
    game = q.position(
        century=4,
        active={0: 5, 1: 0, 2: 3},
        zones={0: {"politics": 2}},
        sites={
            7: q.At(architect=1, slots=[0, 1]),  # municipal: two workers each
            9: q.At(architect=2, slots=[0]),  # military: three workers
            3: q.At(token=(0, 3)),
            4: q.At(token=(0, 1)),
            44: q.At(token=(0, 2)),
        },
        open_sites=[],
        points={0: 10, 1: 20, 2: 0},
    )
    happened = q.play(game, "start own")
    assert game.over
    final = {event.player: event.values for event in q.of_kind(happened, ev.FINAL_SCORED)}
    # Politics comes third in the fourth century: one of two goes on to economy and scores again
    assert final == {0: (5, 2, 7, 2), 1: (2, 0, 0, 0), 2: (0, 1, 0, 0)}
    assert q.points(game) == [10 + 2 + 1 + 16, 20 + 2, 1]
    assert list(game.scores)[:3] == q.points(game)
    assert list(game.places) == [1, 2, 3, 0, 0]


def test_ties_share_the_victory() -> None:
    game = q.position(4, century=4, open_sites=[], points={0: 5, 1: 9, 2: 9, 3: 2}, active=dict.fromkeys(range(4), 0))
    q.play(game, "start own")
    assert list(game.places) == [3, 1, 1, 4, 0]
