"""Rulings B1-B9, B15, B16, B19, B20, B22 by name; the others stand beside what they rule.

B9-B11, B24: ``test_districts``, B12-B14: ``test_leaders``, B17, B18: ``test_event_cards``,
B21, B23: ``test_two_players``, B25: ``test_faults_found``.
"""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from tests.games.quebec import positions as q

from trigrad.engine.conformance import seed_of
from trigrad.games.quebec import GAME, state
from trigrad.games.quebec import components as c
from trigrad.games.quebec import events as ev
from trigrad.games.quebec.state import State
from trigrad.games.quebec.view import century_scored, score_sheet

ALL_LEADERS = {"religious", "political", "economic", "cultural", "citadel"}


def leaders_offered(game: State) -> set[str]:
    return {choice.split()[1] for choice in q.choices(game) if choice.startswith("leader")}


# --- B1 -----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_ruling_b01_two_and_three_players_do_without_the_religious_leader(players: int) -> None:
    expected = ALL_LEADERS if players > 3 else ALL_LEADERS - {"religious"}
    assert leaders_offered(q.position(players)) == expected


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_ruling_b01_the_cultural_leaders_side(players: int) -> None:
    expected = [0, 1, 2, 3] if players <= 3 else [0, 2, 3, 4]
    assert c.CULTURAL_POINTS[players].tolist() == expected


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_ruling_b01_the_family_rules_have_no_leaders_and_no_events(players: int) -> None:
    game = q.position(players, rules="family")
    assert leaders_offered(game) == set()
    assert list(game.drawn) == [-1] * 4


# --- B2 -----------------------------------------------------------------------------------


def repeats(game: State) -> bool:
    """Whether some district has two tiles of the same century."""
    centuries = np.array([next(n for n in range(4) if int(game.tiles[n]) >> site & 1) for site in range(44)])
    around = [[centuries[number - 1] for number in q.sites_of(district)] for district in c.DISTRICTS]
    return any(len(set(lying)) < len(lying) for lying in around)


@pytest.mark.parametrize("layout", ["spread", "free"])
def test_ruling_b02_every_tile_lies_on_a_site_of_its_colour(layout: str) -> None:
    for seed in range(20):
        game = GAME.new(3, seed_of(seed), {"layout": layout})
        for zone, colour in enumerate(("purple", "red", "yellow", "blue")):
            lying = [(int(game.tiles[n]) & int(c.ZONE_SITES[zone])).bit_count() for n in range(4)]
            assert lying == c.DATA["tiles"][colour]


def test_ruling_b02_spread_is_the_default_and_mixes_the_centuries_around_every_district() -> None:
    assert not any(repeats(GAME.new(3, seed_of(seed))) for seed in range(100))


def test_ruling_b02_free_does_not() -> None:
    assert any(repeats(GAME.new(3, seed_of(seed), {"layout": "free"})) for seed in range(20))


@pytest.mark.parametrize("layout", ["spread", "free"])
def test_ruling_b02_any_century_can_lie_on_any_site(layout: str) -> None:
    games = [GAME.new(3, seed_of(seed), {"layout": layout}) for seed in range(200)]
    for century in range(4):
        assert np.bitwise_or.reduce([int(game.tiles[century]) for game in games]) == 2**44 - 1


# --- B3 -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "workers"), [(2, 25), (3, 25), (4, 22), (5, 20)])
def test_ruling_b03_workers_by_number_of_players(players: int, workers: int) -> None:
    game = GAME.new(players, seed_of(players))
    assert [q.all_workers(game, seat) for seat in range(players)] == [workers] * players
    second = (int(game.to_move) + 1) % players
    active = [4 if players == 2 and seat == second else 3 for seat in range(players)]
    assert list(game.active)[:players] == active


def test_ruling_b03_anybody_can_begin() -> None:
    assert {int(GAME.new(5, seed_of(seed)).to_move) for seed in range(60)} == {0, 1, 2, 3, 4}


# --- B4 -----------------------------------------------------------------------------------


def test_ruling_b04_nobody_may_pass() -> None:
    game = q.position()
    assert "skip" not in q.choices(game)
    assert q.reason(game, "skip") == "Nobody may pass: choose one of the four actions."


def test_ruling_b04_without_active_workers_and_leaders_to_take_a_building_must_be_started() -> None:
    site = {9: q.At(architect=1)}
    assert q.choices(q.position(active={0: 0}, sites=site, leaders={0: "citadel"})) == ["start own"]
    assert q.choices(q.position(active={0: 0}, sites=site, leaders={0: "economic"})) == ["start own", "start neutral"]
    taken = {1: "political", 2: "cultural"}
    assert leaders_offered(q.position(active={0: 0}, sites=site, leaders=taken)) == {"economic", "citadel"}
    assert q.choices(q.position(rules="family", active={0: 0}, sites=site)) == ["start own"]


def test_ruling_b04_a_turn_is_one_action() -> None:
    for action in ("zone religion", "leader citadel"):
        game = q.position(sites={9: q.At(architect=0)})
        q.play(game, action)
        assert (game.to_move, game.step) == (1, state.TURN)


# --- B5 -----------------------------------------------------------------------------------


def test_ruling_b05_the_first_time_only_place_and_activate() -> None:
    game = q.position()
    site = q.open_sites(game)[0]
    happened = q.play(game, "start own", f"site {site}")
    assert [event.kind for event in happened] == [ev.STARTED, ev.PLACED, ev.ACTIVATED]
    assert [event.values for event in happened] == [(0,), (site - 1, 0), (3,)]
    assert game.architects[0] == site - 1
    assert site not in q.open_sites(game)
    assert q.supply(game, 0) == (6, 19)
    assert game.to_move == 1


@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_ruling_b05_a_building_is_completed_with_a_star_for_each_contribution(count: int) -> None:
    site = q.site_of("municipal")
    game = q.position(sites={site: q.At(architect=0, slots=[1, 2, 1][:count])})
    q.play(game, "start own")
    assert q.choices(game) == [f"site {number}" for number in q.open_sites(game)]
    assert q.token(game, site) == ((0, count) if count else None)
    assert [q.zones_of(game, seat) for seat in range(3)] == [
        {},
        {"politics": 2 * [0, 1, 1, 2][count]} if count else {},
        {"politics": 2} if count >= 2 else {},
    ]
    assert q.on_sites(game, 1) == q.on_sites(game, 2) == 0
    assert site not in q.open_sites(game)
    assert game.architects[0] == -1


@pytest.mark.parametrize(("slots", "told"), [([], (-1, 0)), ([1], (0, 1))])
def test_ruling_b05_the_completed_building_is_told_of_whoever_gets_a_token(
    slots: list[int], told: tuple[int, int]
) -> None:
    happened = q.play(q.position(sites={9: q.At(architect=0, slots=slots)}), "start own")
    assert [(event.player, event.stars) for event in q.of_kind(happened, ev.COMPLETED)] == [told]


def test_ruling_b05_a_short_supply_activates_what_there_is() -> None:
    game = q.position(active={0: 23})
    q.play(game, "start own", f"site {q.open_sites(game)[0]}")
    assert q.supply(game, 0) == (25, 0)


@pytest.mark.parametrize(("event", "grant"), [("british_immigration", 4), ("war_of_1812", 2), ("naval_canals", 3)])
@pytest.mark.parametrize("placed", [True, False])
def test_ruling_b05_events_change_the_grant_first_placements_included(event: str, grant: int, placed: bool) -> None:
    sites = {9: q.At(architect=0)} if placed else {}
    game = q.position(century=3, card=event, sites=sites)
    q.play(game, "start own", f"site {q.open_sites(game)[0]}")
    assert q.supply(game, 0)[0] == 3 + grant


# --- B6 -----------------------------------------------------------------------------------


def test_ruling_b06_the_interrupted_turn_is_finished_in_the_next_century() -> None:
    game = q.position(zones={1: {"religion": 2}}, sites={9: q.At(architect=0, slots=[1])}, open_sites=[])
    happened = q.play(game, "start own")
    assert q.token(game, 9) == (0, 1)
    assert q.endings(happened) == [(0, state.NO_SITE)]
    assert (game.century, game.to_move, game.step) == (1, 0, state.PLACE_ARCHITECT)
    # The three military workers were in politics already: religion 2, cascade 1; politics 3 + 1, ...
    assert q.points(game)[1] == 2 + 4 + 2 + 1
    assert q.supply(game, 0) == (3, 22)
    site = q.open_sites(game)[0]
    assert int(game.tiles[1]) >> (site - 1) & 1
    q.play(game, f"site {site}")
    assert q.supply(game, 0) == (6, 19)
    assert game.to_move == 1


def test_ruling_b06_war_of_1812_holds_for_the_interrupted_turn() -> None:
    game = q.position(century=2, first_card="champlain", sites={9: q.At(architect=0)}, open_sites=[])
    game.drawn[2] = c.WAR_OF_1812
    q.play(game, "start own")
    assert q.supply(game, 0)[0] == 3
    q.play(game, f"site {q.open_sites(game)[0]}")
    assert q.supply(game, 0)[0] == 5


def test_ruling_b06_the_new_event_is_resolved_before_the_turn_is_finished() -> None:
    """1867 activates everybody's rank while the architect still waits."""
    game = q.position(century=2, first_card="champlain", points={0: 5, 1: 9, 2: 5}, open_sites=[])
    game.drawn[2] = c.PROVINCIAL_CAPITAL
    q.play(game, "start own")
    assert game.step == state.PLACE_ARCHITECT
    assert [q.supply(game, seat)[0] for seat in range(3)] == [3 + 2, 3 + 1, 3 + 2]


def test_ruling_b06_an_architect_never_placed_ends_the_century_likewise() -> None:
    game = q.position(open_sites=[])
    q.play(game, "start own", f"site {site_of_century(game, 2)}")
    assert game.century == 1
    assert q.supply(game, 0)[0] == 6


def site_of_century(game: State, century: int) -> int:
    return next(number for number in range(1, 45) if int(game.tiles[century - 1]) >> (number - 1) & 1)


def test_ruling_b06_the_neutral_architect_in_hand_cannot_end_a_century() -> None:
    game = q.position(leaders={0: "economic"}, open_sites=[])
    assert "start neutral" not in q.choices(game)
    assert q.reason(game, "start neutral") == "No site is open for the neutral architect."
    assert "start neutral" in q.choices(q.position(leaders={0: "economic"}))


def test_ruling_b06_at_the_end_of_the_last_century_nothing_is_activated() -> None:
    game = q.position(century=4, active={0: 1}, sites={9: q.At(architect=0, slots=[1, 1])}, open_sites=[])
    q.play(game, "start own")
    assert game.over
    assert q.token(game, 9) == (0, 2)
    assert q.supply(game, 0) == (1, 24)


# --- B7 -----------------------------------------------------------------------------------


def test_ruling_b07_a_player_without_workers_ends_the_century_and_begins_the_next() -> None:
    game = q.position(active={1: 0}, zones={1: {"religion": 10, "culture": 15}})
    happened = q.play(game, "zone citadel")
    assert [(event.player, event.century, event.cause) for event in q.of_kind(happened, ev.CENTURY_ENDED)] == [
        (1, 0, state.NO_WORKERS)
    ]
    assert (game.century, game.to_move, game.step) == (1, 1, state.TURN)
    assert q.all_workers(game, 1) == 25


def test_ruling_b07_who_still_has_none_ends_the_next_century_too() -> None:
    """All 20 workers of one player stand on other people's sites: nothing brings them back."""
    crowd = {
        9: q.At(architect=0, slots=[1, 1, 1]),
        16: q.At(architect=2, slots=[1, 1, 1]),
        41: q.At(architect=3, slots=[1]),
        42: q.At(architect=4, slots=[1]),
    }
    game = q.position(5, active={1: 0}, sites=crowd)
    assert q.supply(game, 1) == (0, 0)
    happened = q.play(game, "zone citadel")
    assert q.endings(happened) == [(century, state.NO_WORKERS) for century in range(4)]
    assert game.over


def test_ruling_b07_active_or_passive_workers_are_enough_to_play_on() -> None:
    for left in ((1, 0), (0, 1)):
        game = q.position(active={1: left[0]}, passive={1: left[1]})
        q.play(game, "zone citadel")
        assert (game.century, game.to_move) == (0, 1)


def test_ruling_b07_finishing_a_turn_is_not_the_beginning_of_one() -> None:
    """Its player may have no worker left: the architect is placed all the same."""
    crowd = {
        9: q.At(architect=1, slots=[0, 0, 0]),
        16: q.At(architect=2, slots=[0, 0, 0]),
        40: q.At(architect=3, slots=[0]),
    }
    game = q.position(5, active={0: 0}, passive={0: 0}, sites=crowd, open_sites=[])
    q.play(game, "start own")
    assert q.supply(game, 0) == (0, 0)
    assert (game.century, game.step) == (1, state.PLACE_ARCHITECT)
    q.play(game, f"site {q.open_sites(game)[0]}")
    assert (game.century, game.to_move) == (1, 1)


# --- B8 -----------------------------------------------------------------------------------


def test_ruling_b08_the_century_ends_step_by_step() -> None:
    game = q.position(
        century=2,
        first_card="fort_fire",
        leaders={1: "economic", 2: "cultural"},
        sites={20: q.At(architect=state.NEUTRAL, slots=[2, 1]), 9: q.At(architect=2, slots=[0]), 16: q.At(architect=0)},
        open_sites=[],
    )
    dead = [number for number in q.open_sites(q.position(century=2)) if number not in (9, 16, 20)]
    happened = q.play(game, "start own")
    # (a) the leader's building is completed before the zones are scored
    assert q.token(game, 20) == (1, 2)
    kinds = [event.kind for event in happened]
    order = [ev.COMPLETED, ev.CENTURY_ENDED, ev.COMPLETED, ev.ZONE_SCORED, ev.CENTURY_BEGUN, ev.REVEALED]
    places = [kinds.index(kind) if kind != ev.COMPLETED else None for kind in order]
    assert kinds.index(ev.COMPLETED) < kinds.index(ev.CENTURY_ENDED)
    assert max(i for i, kind in enumerate(kinds) if kind == ev.COMPLETED) > kinds.index(ev.CENTURY_ENDED)
    assert all(one < two for one, two in pairwise(place for place in places if place is not None))
    # (b) leaders and neutral architect go back
    assert list(game.leaders)[:3] == [-1, -1, -1]
    assert game.architects[state.NEUTRAL] == -1
    # (c) seat 2 scored two in politics and what they cascade to, seat 1 as many
    assert q.points(game)[1:] == [2 + 1, 2 + 1]
    # (d) what stands under an architect stays, the rest of the century is dead
    assert game.architects[2] == 8
    assert q.on_sites(game, 0) == 3
    assert not set(dead) & set(q.open_sites(game))
    # (e), (f) the next sites and event
    assert int(game.open) == int(game.tiles[2]) & ~(1 << 8) & ~(1 << 15)
    assert (game.century, game.drawn[0]) == (2, c.FORT_FIRE)


def test_ruling_b08_ended_by_the_neutral_architect_the_next_player_moves() -> None:
    game = q.position(leaders={0: "economic"}, sites={20: q.At(architect=state.NEUTRAL, slots=[1])}, open_sites=[])
    happened = q.play(game, "start neutral")
    assert q.endings(happened) == [(0, state.NO_SITE_FOR_LEADER)]
    assert q.token(game, 20) == (0, 1)
    assert (game.century, game.to_move, game.step) == (1, 1, state.TURN)
    assert q.supply(game, 0) == (3, 22)
    assert game.neutral_waits == 0


def test_ruling_b08_workers_under_an_architect_survive_into_later_centuries() -> None:
    game = q.position(sites={9: q.At(architect=1, slots=[0])}, open_sites=[])
    q.play(game, "start own", f"site {site_of_century(game, 2)}")
    q.play(game, "start own")
    assert q.token(game, 9) == (1, 1)
    assert q.zones_of(game, 0) == {"politics": 3}


# --- B15, B16 -------------------------------------------------------------------------------


def scored(zones: dict[int, dict[str, int]], **described: Any) -> State:
    game = q.position(zones=zones, active=dict.fromkeys(range(3), 0), open_sites=[], **described)
    q.play(game, "start own")
    return game


@pytest.mark.parametrize(
    ("century", "order"),
    [
        (1, ["citadel", "religion", "politics", "economy", "culture"]),
        (2, ["citadel", "politics", "economy", "culture", "religion"]),
        (3, ["citadel", "economy", "culture", "religion", "politics"]),
        (4, ["citadel", "culture", "religion", "politics", "economy"]),
    ],
)
def test_ruling_b15_from_the_citadel_to_the_zone_of_the_century_and_clockwise(century: int, order: list[str]) -> None:
    """16 workers score 16, then at most 5, then 2, then 1; of those from the fifth zone half become active."""
    for place, zone in enumerate(order):
        game = scored({1: {zone: 16}}, century=century)
        assert century_scored(game, century - 1).totals[1] == 16 + sum([5, 2, 1][: 4 - place])
        assert q.supply(game, 1)[0] == [0, 0, 1, 2, 5][place]


def test_ruling_b15_a_single_worker_is_a_majority_of_which_half_is_none() -> None:
    game = scored({1: {"citadel": 1}})
    assert q.points(game)[1] == 1
    assert q.supply(game, 1) == (0, 25)


def test_ruling_b15_all_with_a_tied_majority_cascade() -> None:
    game = scored({0: {"citadel": 4}, 1: {"citadel": 4}, 2: {"citadel": 3}})
    assert q.points(game) == [4 + 2 + 1, 4 + 2 + 1, 3]


def test_ruling_b15_from_the_fifth_zone_workers_become_active() -> None:
    game = scored({1: {"culture": 7}, 2: {"culture": 6}})
    assert [q.supply(game, seat) for seat in (1, 2)] == [(3, 22), (0, 25)]


@pytest.mark.parametrize(("workers", "bonus"), [(1, 0), (2, 1), (3, 1), (9, 4), (10, 5), (12, 5)])
def test_ruling_b16_the_family_bonus_is_half_at_most_five(workers: int, bonus: int) -> None:
    game = scored({1: {"economy": workers}, 2: {"economy": workers - 1}}, rules="family")
    assert q.points(game) == [0, workers + bonus, workers - 1]


def test_ruling_b16_everybody_with_a_majority_gets_it_in_each_zone_and_all_go_home() -> None:
    game = scored({0: {"economy": 4, "citadel": 2}, 1: {"economy": 4}}, rules="family")
    assert q.points(game) == [4 + 2 + 2 + 1, 4 + 2, 0]
    assert [q.supply(game, seat) for seat in range(3)] == [(0, 25)] * 3


# --- B19, B20, B22 ----------------------------------------------------------------------------


def test_ruling_b19_the_last_century_is_scored_before_sites_hands_and_buildings() -> None:
    game = q.position(
        century=4,
        active={0: 3, 1: 0, 2: 0},
        zones={0: {"economy": 10}},
        sites={9: q.At(architect=1, slots=[0, 2])},
        open_sites=[],
    )
    happened = q.play(game, "start own")
    # Economy is the last zone: five of the ten come to the hand, and with three there make 4 points
    final = q.of_kind(happened, ev.FINAL_SCORED)
    assert [event.active for event in final if event.player == 0] == [4]
    assert [event.sites for event in final] == [3, 0, 3]
    assert q.points(game) == [10 + 3 + 4, 0, 3]


def test_ruling_b19_a_site_with_an_architect_gets_no_token_at_the_end() -> None:
    game = q.position(century=4, sites={9: q.At(architect=1, slots=[0, 0, 0])}, open_sites=[])
    q.play(game, "start own")
    assert q.token(game, 9) is None
    assert score_sheet(game)[1].group_points == 0


def test_ruling_b20_family_one_three_six_and_complete_the_main_group() -> None:
    tokens = {3: q.At(token=(0, 1)), 4: q.At(token=(0, 2)), 44: q.At(token=(0, 3)), 30: q.At(token=(0, 1))}
    totals = {}
    for rules in ("family", "complete"):
        sheet = score_sheet(q.position(rules=rules, active={0: 0}, sites=tokens))[0]
        totals[rules] = sheet.group_points + sheet.other_points
    # Main group: site 44 alone, worth 6; the others 1 + 2 + 1
    assert totals == {"family": 1 + 3 + 6 + 1, "complete": 6 + 4}


def test_ruling_b20_six_neighbours_on_the_grid() -> None:
    neighbours = {3: [4, 9], 9: [3, 4, 10, 17, 18], 25: [19, 24, 26, 33]}
    for site, near in neighbours.items():
        for other in range(1, 45):
            if other != site:
                sheet = score_sheet(q.position(sites={site: q.At(token=(0, 1)), other: q.At(token=(0, 1))}))[0]
                assert (len(sheet.group) == 2) == (other in near)


def test_ruling_b22_family_rules_for_two_keep_the_neutral_architect() -> None:
    game = q.position(2, rules="family")
    first, second = q.open_sites(game)[:2]
    q.play(game, "start own", f"site {first}", f"site {second}")
    assert game.architects[state.NEUTRAL] == second - 1
    assert q.supply(game, 0) == (6, 19)
    assert leaders_offered(game) == set()
