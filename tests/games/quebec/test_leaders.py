"""The leaders in all their versions for three to five players (Rulings B12, B13, B14); two players' stand apart."""

import pytest
from tests.games.quebec import positions as q

from trigrad.games.quebec import events as ev
from trigrad.games.quebec import state
from trigrad.games.quebec.state import State

# --- B12 ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("taken", "activated"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 4)])
def test_ruling_b12_activate_as_many_as_leaders_were_taken(taken: int, activated: int) -> None:
    keys = ["religious", "political", "economic", "cultural"][:taken]
    game = q.position(5, leaders=dict(enumerate(keys, start=1)))
    q.play(game, "leader citadel")
    assert q.supply(game, 0) == (3 + activated, 20 - 3 - activated - 3)


def test_ruling_b12_activation_comes_first_and_a_short_supply_is_not_made_up_for() -> None:
    """Two in the supply, one leader taken: one becomes active, so the Citadel gets one."""
    game = q.position(passive={0: 2}, leaders={1: "cultural"})
    q.play(game, "leader citadel")
    assert (q.supply(game, 0), q.zones_of(game, 0)) == ((4, 0), {"citadel": 1})
    empty = q.position(passive={0: 0})
    q.play(empty, "leader citadel")
    assert (q.supply(empty, 0), q.zones_of(empty, 0)) == ((3, 0), {})


def test_ruling_b12_one_leader_a_player_and_century() -> None:
    game = q.position(leaders={0: "cultural"})
    assert q.reason(game, "leader citadel") == "Nobody takes a second leader in the same century."
    assert "leader citadel" in q.choices(q.position(leaders={1: "cultural"}))


def test_ruling_b12_a_leader_taken_is_gone_until_the_century_ends() -> None:
    game = q.position(leaders={1: "citadel"}, open_sites=[])
    assert q.reason(game, "leader citadel") == "Another player has this leader until the century ends."
    q.play(game, "start own", f"site {q.open_sites(q.position(century=2))[0]}")
    assert "leader citadel" in q.choices(game)


def test_ruling_b12_the_citadel_leader_places_three_and_has_no_other_effect() -> None:
    game = q.position()
    q.play(game, "leader citadel")
    assert (q.zones_of(game, 0), q.supply(game, 0)) == ({"citadel": 3}, (3, 19))
    assert game.leaders[0] == 4


def test_leaders_not_in_play_are_refused_with_the_reason() -> None:
    assert q.reason(q.position(3), "leader religious") == "This leader is not used with so many players."
    assert q.reason(q.position(rules="family"), "leader citadel") == "The family rules have no leaders."


# --- Economic leader ---------------------------------------------------------------------------


def test_the_economic_leader_starts_buildings_with_a_second_architect() -> None:
    game = q.position(sites={9: q.At(architect=0)})
    q.play(game, "leader economic")
    assert game.architects[state.NEUTRAL] == -1  # it does not come into play at once
    q.play(game, "zone religion", "zone religion")
    site = q.open_sites(game)[0]
    started, placed = q.play(game, "start neutral", f"site {site}")[:2]
    assert (started.kind, started.player, started.neutral) == (ev.STARTED, 0, 1)
    assert (placed.kind, placed.site, placed.neutral) == (ev.PLACED, site - 1, 1)
    assert (game.architects[state.NEUTRAL], game.architects[0]) == (site - 1, 8)
    assert q.supply(game, 0)[0] == 6


def test_the_economic_leader_completes_buildings_with_the_own_token() -> None:
    game = q.position(leaders={0: "economic"}, sites={20: q.At(architect=state.NEUTRAL, slots=[1, 1])})
    q.play(game, "start neutral")
    assert q.token(game, 20) == (0, 2)
    assert q.zones_of(game, 1) == {"politics": 4}
    q.play(game, f"site {q.open_sites(game)[0]}")
    assert q.supply(game, 0)[0] == 6


def test_the_economic_leaders_building_is_completed_even_in_the_last_century() -> None:
    game = q.position(
        century=4, leaders={1: "economic"}, sites={20: q.At(architect=state.NEUTRAL, slots=[1])}, open_sites=[]
    )
    q.play(game, "start own")
    assert game.over
    assert q.token(game, 20) == (1, 1)


def test_nobody_else_moves_the_neutral_architect() -> None:
    game = q.position(leaders={1: "economic"})
    assert q.reason(game, "start neutral") == "Only the economic leader lends the neutral architect."


# --- B13: political leader ------------------------------------------------------------------------


def test_ruling_b13_the_holder_is_asked_before_the_new_site_is_chosen() -> None:
    game = q.position(leaders={2: "political"}, sites={9: q.At(architect=0, slots=[2, 1, 2])})
    q.play(game, "start own")
    assert (game.to_move, game.turn, game.step) == (2, 0, state.REDIRECT)
    assert q.choices(game) == ["zone religion", "zone politics", "zone economy", "zone culture"]
    assert q.reason(game, "zone citadel") == "The political leader sends workers to one of the four corner zones."
    q.play(game, "zone culture")
    assert (q.zones_of(game, 2), q.zones_of(game, 1)) == ({"culture": 6}, {"politics": 3})
    assert q.token(game, 9) == (0, 3)
    assert (game.to_move, game.step) == (0, state.PLACE_ARCHITECT)


def test_ruling_b13_the_workers_may_stay_with_the_sites_own_zone() -> None:
    game = q.position(leaders={2: "political"}, sites={9: q.At(architect=0, slots=[2])})
    happened = q.play(game, "start own", "zone politics")
    assert q.zones_of(game, 2) == {"politics": 3}
    assert [event.redirected for event in q.of_kind(happened, ev.LEFT_SITE)] == [0]


def test_ruling_b13_by_whomever_the_building_is_completed() -> None:
    game = q.position(leaders={0: "political"}, sites={9: q.At(architect=0, slots=[0])})
    q.play(game, "start own", "zone economy")
    assert q.zones_of(game, 0) == {"economy": 3}
    assert game.step == state.PLACE_ARCHITECT


def test_ruling_b13_without_own_workers_nothing_is_asked() -> None:
    game = q.position(leaders={2: "political"}, sites={9: q.At(architect=0, slots=[1])})
    q.play(game, "start own")
    assert (game.to_move, game.step) == (0, state.PLACE_ARCHITECT)


def test_ruling_b13_also_when_the_rich_district_completes_a_building() -> None:
    sites = {q.site_of("rich"): q.At(architect=1), 9: q.At(architect=0, slots=[2])}
    game = q.position(leaders={2: "political"}, sites=sites)
    q.play(game, f"site {q.site_of('rich')}", "start own")
    assert (game.to_move, game.step) == (2, state.REDIRECT)
    q.play(game, "zone religion", f"site {q.open_sites(game)[0]}")
    assert game.to_move == 1


def test_ruling_b13_also_for_the_economic_leaders_building_at_the_centurys_end() -> None:
    """Two questions within one start: the starter's building, then the leader's, then the scoring."""
    game = q.position(
        leaders={1: "economic", 2: "political"},
        sites={9: q.At(architect=0, slots=[2]), 20: q.At(architect=state.NEUTRAL, slots=[2, 0])},
        open_sites=[],
    )
    q.play(game, "start own")
    assert (game.to_move, game.site) == (2, 9 - 1)
    q.play(game, "zone religion")
    assert (game.to_move, game.site, game.century) == (2, 20 - 1, 0)
    q.play(game, "zone religion")
    assert q.token(game, 20) == (1, 2)
    # Religion 5, cascade 2 to politics, 1 to economy; seat 0 has two in politics, which seat 2 ties
    assert q.points(game)[2] == 5 + 2 + 1
    assert q.points(game)[0] == 2 + 1
    assert (game.century, game.to_move, game.step) == (1, 0, state.PLACE_ARCHITECT)


def test_ruling_b13_when_the_century_ends_for_want_of_workers() -> None:
    game = q.position(
        leaders={1: "economic", 2: "political"},
        active={1: 0},
        zones={1: {"religion": 25}},
        sites={20: q.At(architect=state.NEUTRAL, slots=[2])},
    )
    q.play(game, "zone citadel")
    assert (game.to_move, game.turn, game.step) == (2, 1, state.REDIRECT)
    q.play(game, "zone culture")
    assert q.points(game)[2] == 2
    assert q.supply(game, 2)[0] == 3 + 1


# --- B14: cultural leader ----------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("stars", [0, 1, 2, 3])
def test_ruling_b14_points_for_each_token_placed(players: int, stars: int) -> None:
    game = q.position(players, leaders={0: "cultural"}, sites={9: q.At(architect=0, slots=[1] * stars)})
    q.play(game, "start own")
    expected = [0, 1, 2, 3] if players == 3 else [0, 2, 3, 4]
    assert q.points(game)[0] == expected[stars]
    assert not any(q.points(game)[1:])


def test_ruling_b14_others_tokens_give_its_holder_nothing() -> None:
    game = q.position(leaders={1: "cultural"}, sites={9: q.At(architect=0, slots=[1])})
    q.play(game, "start own")
    assert q.points(game) == [0, 0, 0]


def test_ruling_b14_an_upgraded_token_gives_nothing() -> None:
    sites = {q.site_of("arts"): q.At(architect=1), 3: q.At(token=(0, 1))}
    game = q.position(leaders={0: "cultural"}, sites=sites)
    q.play(game, f"site {q.site_of('arts')}", "site 3")
    assert q.token(game, 3) == (0, 2)
    assert q.points(game) == [0, 0, 0]


@pytest.mark.parametrize(("count", "stars", "scored"), [(1, 0, 0), (2, 2, 2), (3, 3, 3)])
def test_ruling_b14_fortification_with_the_cultural_leader(count: int, stars: int, scored: int) -> None:
    sites = {9: q.At(architect=0, slots=[1] * count)}
    game = q.position(century=2, card="fortification", leaders={0: "cultural"}, sites=sites)
    q.play(game, "start own")
    assert q.token(game, 9) == ((0, stars) if stars else None)
    assert q.points(game)[0] == scored


# --- Religious leader ----------------------------------------------------------------------------------


def test_the_religious_leader_makes_the_own_building_give_its_action() -> None:
    sites = {q.site_of("entertainment"): q.At(architect=0)}
    game = q.position(5, active={0: 5}, leaders={0: "religious"}, sites=sites)
    q.play(game, f"site {q.site_of('entertainment')}", "do entertainment")
    assert q.points(game)[0] == 4
    assert q.on_sites(game, 0) == 2


def test_the_religious_leader_of_another_does_not() -> None:
    game = q.position(5, leaders={1: "religious"}, sites={q.site_of("port"): q.At(architect=0)})
    q.play(game, f"site {q.site_of('port')}")
    assert (game.to_move, game.step) == (1, state.TURN)


def unused(game: State) -> list[str]:
    return [choice for choice in q.choices(game) if choice.startswith("leader")]


def test_after_the_centurys_end_everybody_can_take_a_leader_again() -> None:
    game = q.position(leaders={0: "cultural", 1: "citadel", 2: "political"}, open_sites=[])
    q.play(game, "start own", f"site {q.open_sites(q.position(century=2))[0]}")
    assert unused(game) == ["leader political", "leader economic", "leader cultural", "leader citadel"]
