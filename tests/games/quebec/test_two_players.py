"""Two players: the common architect and the leaders of their own (Rulings B21, B23, B24)."""

from typing import Any

import pytest
from tests.games.quebec import positions as q

from trigrad.games.quebec import components as c
from trigrad.games.quebec import events as ev
from trigrad.games.quebec import state
from trigrad.games.quebec.state import State


def duel(**described: Any) -> State:
    """A position for two."""
    return q.position(2, **described)


# --- B21: the common architect ------------------------------------------------------------------


def test_ruling_b21_the_first_start_also_places_the_common_architect() -> None:
    game = duel()
    first, second, third = q.open_sites(game)[:3]
    q.play(game, "start own", f"site {first}")
    assert (game.step, game.to_move) == (state.PLACE_ARCHITECT, 0)
    assert q.supply(game, 0)[0] == 3
    [placed] = q.of_kind(q.play(game, f"site {second}"), ev.PLACED)
    assert (placed.player, placed.site, placed.neutral) == (0, second - 1, 1)
    assert (game.architects[0], game.architects[state.NEUTRAL]) == (first - 1, second - 1)
    assert q.supply(game, 0)[0] == 6  # once, for the own building
    assert game.to_move == 1
    # The second player finds it placed and without a contribution: it stays
    q.play(game, "start own", f"site {third}")
    assert (game.to_move, game.architects[state.NEUTRAL]) == (0, second - 1)


def test_ruling_b21_it_comes_along_if_its_site_has_a_contribution() -> None:
    game = duel(sites={9: q.At(architect=0, slots=[1]), 20: q.At(architect=state.NEUTRAL, slots=[0, 1, 0])})
    q.play(game, "start own")
    assert q.token(game, 9) == (0, 1)
    assert q.token(game, 20) == (0, 3)
    assert (q.zones_of(game, 0), q.zones_of(game, 1)) == ({"politics": 4}, {"politics": 3 + 2})
    first, second = q.open_sites(game)[:2]
    q.play(game, f"site {second}", f"site {first}")
    assert (game.architects[0], game.architects[state.NEUTRAL]) == (second - 1, first - 1)


def test_ruling_b21_the_last_contributor_gets_the_token_for_all() -> None:
    game = duel(sites={20: q.At(architect=state.NEUTRAL, slots=[0, 0, 1])})
    q.play(game, "start own")
    assert q.token(game, 20) == (1, 3)


def test_ruling_b21_also_when_the_second_player_places_the_first_time() -> None:
    game = duel(to_move=1, sites={9: q.At(architect=0), 20: q.At(architect=state.NEUTRAL, slots=[0])})
    q.play(game, "start own")
    assert q.token(game, 20) == (0, 1)
    assert (game.own_waits, game.neutral_waits) == (1, 1)


def test_ruling_b21_without_a_contribution_it_stays() -> None:
    game = duel(sites={9: q.At(architect=0), 20: q.At(architect=state.NEUTRAL)})
    q.play(game, "start own", f"site {q.open_sites(game)[0]}")
    assert (game.architects[state.NEUTRAL], game.to_move) == (20 - 1, 1)


def test_ruling_b21_it_never_moves_with_the_rich_district() -> None:
    game = duel(sites={q.site_of("rich"): q.At(architect=1), 20: q.At(architect=state.NEUTRAL, slots=[0])})
    q.play(game, f"site {q.site_of('rich')}", "start own", f"site {q.open_sites(game)[0]}")
    assert (game.architects[state.NEUTRAL], game.to_move) == (20 - 1, 1)
    assert q.token(game, 20) is None


def test_ruling_b21_a_contribution_to_it_gives_the_action() -> None:
    game = duel(sites={q.site_of("port"): q.At(architect=state.NEUTRAL)})
    q.play(game, f"site {q.site_of('port')}")
    assert q.choices(game) == ["do port", "skip"]


def test_ruling_b21_nobody_starts_a_building_with_it() -> None:
    game = duel(leaders={0: "economic"})
    assert (
        q.reason(game, "start neutral") == "With two players nobody starts a building with the neutral architect alone."
    )


def test_ruling_b21_without_a_site_for_it_the_century_ends_after_the_own_is_placed() -> None:
    game = duel(sites={9: q.At(architect=0), 20: q.At(architect=state.NEUTRAL, slots=[1])}, open_sites=[16])
    happened = q.play(game, "start own", "site 16")
    assert q.endings(happened) == [(0, state.NO_SITE_FOR_COMMON)]
    assert q.token(game, 20) == (1, 1)
    assert q.points(game) == [0, 2 + 1]
    assert (game.century, game.to_move, game.architects[0]) == (1, 0, 16 - 1)
    assert q.supply(game, 0)[0] == 3
    new = q.open_sites(game)[0]
    q.play(game, f"site {new}")
    assert (game.architects[state.NEUTRAL], game.architects[0], game.to_move) == (new - 1, 16 - 1, 1)
    assert q.supply(game, 0)[0] == 6


def test_ruling_b21_then_workers_are_activated_under_the_new_event() -> None:
    game = duel(
        century=2,
        first_card="champlain",
        sites={9: q.At(architect=0), 20: q.At(architect=state.NEUTRAL, slots=[1])},
        open_sites=[16],
    )
    game.drawn[2] = c.BRITISH_IMMIGRATION
    q.play(game, "start own", "site 16", f"site {q.open_sites(q.position(2, century=3))[0]}")
    assert q.supply(game, 0)[0] == 3 + 4


def test_ruling_b21_both_wait_for_the_next_century_when_no_site_is_open() -> None:
    game = duel(sites={9: q.At(architect=0), 20: q.At(architect=state.NEUTRAL, slots=[1])}, open_sites=[])
    q.play(game, "start own")
    assert (game.century, game.own_waits, game.neutral_waits) == (1, 1, 1)
    first, second = q.open_sites(game)[:2]
    q.play(game, f"site {first}", f"site {second}")
    assert (game.architects[0], game.architects[state.NEUTRAL]) == (first - 1, second - 1)


def test_ruling_b21_it_stays_over_the_centuries() -> None:
    game = duel(
        sites={20: q.At(architect=state.NEUTRAL, slots=[1])}, active={0: 0}, zones={0: {"religion": 23}}, to_move=1
    )
    game.active[0] = game.passive[0] = 0
    q.play(game, "zone citadel")
    assert game.century == 1
    assert (game.architects[state.NEUTRAL], q.on_sites(game, 1)) == (20 - 1, 2)


def test_ruling_b21_a_start_that_ends_the_game_lifts_it_too() -> None:
    sites = {9: q.At(architect=0), 20: q.At(architect=state.NEUTRAL, slots=[0, 1])}
    game = duel(century=4, sites=sites, open_sites=[])
    q.play(game, "start own")
    assert game.over
    assert q.token(game, 20) == (1, 2)


def test_ruling_b21_else_its_workers_score_on_the_site() -> None:
    sites = {q.site_of("rich"): q.At(architect=1), 20: q.At(architect=state.NEUTRAL, slots=[1, 1])}
    game = duel(century=4, active={0: 2, 1: 0}, sites=sites, open_sites=[])
    happened = q.play(game, f"site {q.site_of('rich')}", "start own")
    assert game.over
    assert q.token(game, 20) is None
    assert {event.player: event.sites for event in q.of_kind(happened, ev.FINAL_SCORED)} == {0: 2, 1: 4}


def test_ruling_b21_without_an_own_building_the_last_contribution_may_be_the_only_star() -> None:
    """In 1775 a single contribution to the common building gives no token either."""
    game = duel(century=2, card="fortification", sites={20: q.At(architect=state.NEUTRAL, slots=[1])})
    q.play(game, "start own")
    assert q.token(game, 20) is None


def test_ruling_b24_the_active_players_token_is_placed_first() -> None:
    """Both fulfil the race by one start: the active player is first."""
    sites = {
        2: q.At(architect=0, slots=[1]),
        8: q.At(architect=state.NEUTRAL, slots=[1]),
        **{site: q.At(token=(0, 1)) for site in (3, 4)},
        **{site: q.At(token=(1, 1)) for site in (25, 28)},
    }
    game = duel(first_card="fort_fire", sites=sites)
    q.play(game, "start own")
    assert q.points(game) == [8, 4]


# --- B21: leaders ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chosen", "placed"),
    [("religion", {"religion": 2, "economy": 2}), ("politics", {"politics": 2, "culture": 2})],
)
def test_ruling_b21_the_political_leader_fills_two_opposite_zones(chosen: str, placed: dict[str, int]) -> None:
    game = duel()
    q.play(game, "leader political")
    assert q.choices(game) == ["zone religion", "zone politics"]
    q.play(game, f"zone {chosen}")
    assert (q.zones_of(game, 0), q.supply(game, 0), game.to_move) == (placed, (3, 18), 1)


def test_ruling_b21_the_political_leader_redirects_nobody() -> None:
    game = duel(leaders={1: "political"}, sites={9: q.At(architect=0, slots=[1])})
    q.play(game, "start own")
    assert q.zones_of(game, 1) == {"politics": 3}


@pytest.mark.parametrize("placed", [1, 2, 3])
def test_ruling_b23_with_a_short_supply_the_zone_named_is_filled_first(placed: int) -> None:
    game = duel(passive={0: placed})
    q.play(game, "leader political")
    assert q.choices(game) == ["zone religion", "zone politics", "zone economy", "zone culture"]
    q.play(game, "zone economy")
    assert q.zones_of(game, 0) == {"economy": min(2, placed), **({"religion": 1} if placed == 3 else {})}


def test_ruling_b23_without_a_supply_nothing_is_asked() -> None:
    game = duel(passive={0: 0})
    q.play(game, "leader political")
    assert (game.to_move, game.step) == (1, state.TURN)


def test_ruling_b21_the_economic_leader_contributes_to_the_common_building() -> None:
    game = duel(sites={q.site_of("port"): q.At(architect=state.NEUTRAL, slots=[1])})
    q.play(game, "leader economic")
    assert list(game.slots[q.site_of("port") - 1]) == [2, 1, 0]
    assert q.supply(game, 0) == (3, 22 - 3)
    assert (game.to_move, game.step) == (1, state.TURN)  # no complementary action


@pytest.mark.parametrize(
    "described",
    [
        {"sites": {9: q.At(architect=state.NEUTRAL, slots=[1, 1, 1])}},
        {"sites": {}},
        {"sites": {9: q.At(architect=state.NEUTRAL)}, "passive": {0: 2}},
    ],
)
def test_ruling_b23_it_is_without_effect_if_full_absent_or_not_to_be_paid(described: dict[str, Any]) -> None:
    game = duel(**described)
    before = q.supply(game, 0)
    q.play(game, "leader economic")
    assert q.supply(game, 0) == before
    assert game.leaders[0] == c.ECONOMIC


def test_ruling_b21_the_cultural_leader_scores_the_common_buildings_token_too() -> None:
    sites = {9: q.At(architect=0, slots=[1]), 20: q.At(architect=state.NEUTRAL, slots=[0, 1])}
    game = duel(leaders={1: "cultural"}, sites=sites)
    q.play(game, "start own")
    assert q.points(game) == [0, 2]


def test_two_players_citadel_leader() -> None:
    game = duel(leaders={1: "cultural"})
    q.play(game, "leader citadel")
    assert (q.zones_of(game, 0), q.supply(game, 0)) == ({"citadel": 3}, (4, 18))
