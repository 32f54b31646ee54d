"""The complementary actions of all sixteen districts (Rulings B9, B10, B11, B24)."""

from typing import Any

import pytest
from tests.games.quebec import positions as q

from trigrad.games.quebec import components as c
from trigrad.games.quebec import events as ev
from trigrad.games.quebec import state
from trigrad.games.quebec.state import State

ALL_ZONES = [f"zone {zone}" for zone in c.ZONES]
CORNERS = ALL_ZONES[:4]


def contributing(district: str, **described: Any) -> State:
    """Seat 0 has contributed to seat 1's building at a district; its action is asked for."""
    sites = {q.site_of(district): q.At(architect=1), **described.pop("sites", {})}
    described.setdefault("active", {0: 4})
    game = q.position(sites=sites, **described)
    q.play(game, f"site {q.site_of(district)}")
    return game


def turn_is_over(game: State) -> bool:
    return (game.step, game.turn) == (state.TURN, 1)


# --- B9: contributions -------------------------------------------------------------------


@pytest.mark.parametrize("district", c.DISTRICTS)
def test_ruling_b09_a_contribution_takes_exactly_the_districts_number(district: str) -> None:
    needed = next(d["workers"] for d in c.DISTRICT_LIST if d["key"] == district)
    site = q.site_of(district)
    choice = f"site {site}"
    poor = q.position(active={0: needed - 1}, sites={site: q.At(architect=0)})
    assert q.reason(poor, choice) == "A contribution here takes {needed}; you have only {there}."
    game = q.position(active={0: needed}, sites={site: q.At(architect=0)})
    q.play(game, choice)
    assert (q.on_sites(game, 0), q.supply(game, 0)[0]) == (needed, 0)
    assert list(game.slots[site - 1]) == [1, 0, 0]


def test_ruling_b09_a_full_building_takes_no_more() -> None:
    game = q.position(sites={9: q.At(architect=1, slots=[1, 2, 0])})
    assert q.reason(game, "site 9") == "This building has had its three contributions."


def test_ruling_b09_slots_are_filled_in_order() -> None:
    game = q.position(sites={9: q.At(architect=1, slots=[2])})
    q.play(game, "site 9")
    assert list(game.slots[8]) == [3, 1, 0]


def test_ruling_b09_the_own_building_gives_no_action() -> None:
    game = q.position(sites={q.site_of("port"): q.At(architect=0)})
    q.play(game, f"site {q.site_of('port')}")
    assert turn_is_over(game)


def test_ruling_b09_but_with_the_religious_leader_it_does() -> None:
    game = q.position(4, sites={q.site_of("port"): q.At(architect=0)}, leaders={0: "religious"})
    q.play(game, f"site {q.site_of('port')}")
    assert q.choices(game) == ["do port", "skip"]


def test_ruling_b09_the_economic_leaders_building_is_its_owners() -> None:
    site = q.site_of("port")
    own = q.position(sites={site: q.At(architect=state.NEUTRAL)}, leaders={0: "economic"})
    q.play(own, f"site {site}")
    assert turn_is_over(own)
    another = q.position(sites={site: q.At(architect=state.NEUTRAL)}, leaders={1: "economic"})
    q.play(another, f"site {site}")
    assert q.choices(another) == ["do port", "skip"]


@pytest.mark.parametrize("district", c.DISTRICTS)
def test_ruling_b09_every_action_can_be_declined(district: str) -> None:
    game = contributing(district, zones={0: {"religion": 2}}, sites={44: q.At(architect=2), 37: q.At(token=(0, 1))})
    before = (q.points(game), q.zones_of(game, 0), q.supply(game, 0))
    while not turn_is_over(game):
        q.play(game, "skip")
    assert (q.points(game), q.zones_of(game, 0), q.supply(game, 0)) == before
    assert q.token(game, 37) == (0, 1)


@pytest.mark.parametrize("district", c.DISTRICTS)
def test_an_action_says_which_district_it_is_of(district: str) -> None:
    game = contributing(district, zones={0: {"religion": 2}}, sites={44: q.At(architect=2), 37: q.At(token=(0, 1))})
    happened = q.play(game, q.choices(game)[0])
    assert next(event.district for event in q.of_kind(happened, ev.ACTION_BEGUN)) == c.DISTRICTS.index(district)


def test_the_same_action_is_told_anew_every_turn() -> None:
    site = q.site_of("port")
    game = q.position(active={0: 3, 2: 3}, sites={site: q.At(architect=1)})
    first = q.play(game, f"site {site}", "do port", "zone religion")
    second = q.play(game, f"site {site}", "do port")
    assert [len(q.of_kind(happened, ev.ACTION_BEGUN)) for happened in (first, second)] == [1, 1]


# --- B10: payment --------------------------------------------------------------------------


def test_ruling_b10_workers_come_from_the_supply_first() -> None:
    game = contributing("military", passive={0: 5})
    q.play(game, "zone citadel", "workers 2")
    assert q.supply(game, 0) == (1, 3)


def test_ruling_b10_then_from_the_hand_and_mixed() -> None:
    mixed = contributing("municipal", passive={0: 1})
    q.play(mixed, "zone economy", "workers 2")
    assert (q.supply(mixed, 0), q.zones_of(mixed, 0)) == ((1, 0), {"economy": 2})
    from_hand = contributing("municipal", passive={0: 0})
    q.play(from_hand, "zone economy", "workers 2")
    assert (q.supply(from_hand, 0), q.zones_of(from_hand, 0)) == ((0, 0), {"economy": 2})


def test_ruling_b10_with_one_worker_left_only_one_is_placed_and_with_none_none() -> None:
    one = contributing("municipal", active={0: 3}, passive={0: 0})
    q.play(one, "zone religion")
    assert turn_is_over(one)
    assert q.zones_of(one, 0) == {"religion": 1}
    assert turn_is_over(contributing("municipal", active={0: 2}, passive={0: 0}))


def test_ruling_b10_a_contribution_is_all_or_nothing() -> None:
    """The business district with one worker in the supply and one in the hand: not for a site of three."""
    others = {9: q.At(architect=2), 20: q.At(architect=0)}
    game = contributing("business", active={0: 3}, passive={0: 1}, sites=others)
    assert q.choices(game) == ["site 20", "skip"]
    assert q.reason(game, "site 9") == "A contribution here takes {needed}; you have only {there}."
    q.play(game, "site 20")
    assert q.supply(game, 0) == (0, 0)


@pytest.mark.parametrize(
    ("district", "offered"),
    [
        ("archdiocese", ["irish", "protestant", "jewish"]),
        ("government_seat", ["municipal", "national", "military"]),
        ("public_market", ["rich", "business", "port"]),
        ("social_club", ["entertainment", "academic", "arts"]),
    ],
)
def test_ruling_b10_any_districts_offer_the_three_actions_of_their_colour(district: str, offered: list[str]) -> None:
    rest = {44: q.At(architect=2), 37: q.At(token=(0, 1))}
    game = contributing(district, zones={0: {"religion": 1}}, sites=rest)
    assert q.choices(game) == [*(f"do {key}" for key in offered), "skip"]


def test_ruling_b24_any_districts_offer_only_what_has_an_effect() -> None:
    game = contributing("social_club", active={0: 1})
    assert turn_is_over(game)
    assert q.choices(contributing("social_club", active={0: 2})) == ["do entertainment", "skip"]
    some = contributing("public_market", passive={0: 0}, active={0: 1})
    assert q.choices(some) == ["do rich", "skip"]
    assert q.reason(some, "do port") == "That action belongs to another colour, or would do nothing."


def test_ruling_b10_a_chosen_action_is_done_as_in_its_own_district() -> None:
    game = contributing("government_seat")
    q.play(game, "do national")
    assert q.choices(game) == ["zone politics", "zone culture", "skip"]
    q.play(game, "zone culture", "workers 1")
    assert turn_is_over(game)
    market = contributing("public_market")
    happened = q.play(market, "do port")
    assert [event.district for event in q.of_kind(happened, ev.ACTION_BEGUN)] == [
        c.DISTRICTS.index("public_market"),
        c.DISTRICTS.index("port"),
    ]
    assert turn_is_over(market)
    assert q.supply(market, 0)[0] == 4 - 1 + 3


# --- B11: religion ---------------------------------------------------------------------------


def test_ruling_b11_irish_one_point_one_active_one_placed() -> None:
    game = contributing("irish")
    q.play(game, "do irish", "do irish")
    assert q.choices(game) == [*ALL_ZONES, "skip"]
    q.play(game, "zone culture")
    assert q.points(game) == [1, 0, 0]
    assert q.supply(game, 0) == (4 - 2 + 1, 21 - 2)
    assert q.zones_of(game, 0) == {"culture": 1}
    assert turn_is_over(game)


def test_ruling_b11_each_of_the_irish_parts_can_be_declined_alone() -> None:
    for declined, (scored, active, placed) in enumerate([(0, 3, 1), (1, 2, 1), (1, 3, 0)]):
        game = contributing("irish")
        answers = ["do irish", "do irish", "zone citadel"]
        answers[declined] = "skip"
        q.play(game, *answers)
        assert q.points(game)[0] == scored
        assert q.supply(game, 0)[0] == active
        assert sum(q.zones_of(game, 0).values()) == placed


def test_ruling_b11_irish_activates_before_it_places() -> None:
    """With one worker in the supply it becomes active, and one of the hand is placed."""
    game = contributing("irish", active={0: 2}, passive={0: 1})
    q.play(game, "do irish", "do irish", "zone religion")
    assert (q.supply(game, 0), q.zones_of(game, 0)) == ((0, 0), {"religion": 1})


def test_ruling_b11_protestant_one_to_the_citadel_and_one_elsewhere() -> None:
    game = contributing("protestant")
    assert q.choices(game) == ["zone citadel", "skip"]
    q.play(game, "zone citadel")
    assert q.choices(game) == [*CORNERS, "skip"]
    assert q.reason(game, "zone citadel") == "This action does not place workers in that zone."
    q.play(game, "zone economy")
    assert q.zones_of(game, 0) == {"citadel": 1, "economy": 1}
    only_other = contributing("protestant")
    q.play(only_other, "skip", "zone culture")
    assert q.zones_of(only_other, 0) == {"culture": 1}


def test_ruling_b11_jewish_places_one_and_moves_up_to_two_together() -> None:
    game = contributing("jewish", zones={0: {"religion": 3, "culture": 1}})
    q.play(game, "zone citadel")
    assert q.choices(game) == ["zone religion", "zone culture", "zone citadel", "skip"]
    q.play(game, "zone religion")
    assert q.choices(game) == ["workers 1", "workers 2"]
    q.play(game, "workers 2")
    assert q.choices(game) == [zone for zone in ALL_ZONES if zone != "zone religion"]
    q.play(game, "zone economy")
    assert q.zones_of(game, 0) == {"religion": 1, "economy": 2, "culture": 1, "citadel": 1}
    assert turn_is_over(game)


def test_ruling_b11_jewish_the_worker_just_placed_may_move_on() -> None:
    game = contributing("jewish")
    q.play(game, "zone religion", "zone religion", "zone citadel")
    assert q.zones_of(game, 0) == {"citadel": 1}


def test_ruling_b11_jewish_without_a_worker_in_a_zone_nothing_moves() -> None:
    game = contributing("jewish")
    q.play(game, "skip")
    assert turn_is_over(game)
    only_move = contributing("jewish", zones={0: {"politics": 1}})
    q.play(only_move, "skip", "zone politics", "zone culture")
    assert q.zones_of(only_move, 0) == {"culture": 1}


# --- B11: politics -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("district", "zones"),
    [("municipal", ["religion", "economy"]), ("national", ["politics", "culture"]), ("military", ["citadel"])],
)
def test_ruling_b11_administrations_place_up_to_two_in_one_of_their_zones(district: str, zones: list[str]) -> None:
    for zone in zones:
        for number in (1, 2):
            game = contributing(district)
            assert q.choices(game) == [*(f"zone {key}" for key in zones), "skip"]
            q.play(game, f"zone {zone}")
            assert q.choices(game) == ["workers 1", "workers 2"]
            q.play(game, f"workers {number}")
            assert q.zones_of(game, 0) == {zone: number}
            assert turn_is_over(game)


# --- B11: economy --------------------------------------------------------------------------------


def test_ruling_b11_rich_starts_a_building_with_the_own_architect() -> None:
    game = contributing("rich", sites={9: q.At(architect=0, slots=[2])})
    assert q.choices(game) == ["start own", "skip"]
    q.play(game, "start own")
    assert q.token(game, 9) == (0, 1)
    q.play(game, f"site {q.open_sites(game)[0]}")
    assert q.supply(game, 0)[0] == 4 - 2 + 3
    assert turn_is_over(game)


def test_ruling_b11_rich_also_as_the_first_placement() -> None:
    game = contributing("rich")
    site = q.open_sites(game)[0]
    q.play(game, "start own", f"site {site}")
    assert game.architects[0] == site - 1


def test_ruling_b11_rich_also_with_the_neutral_architect() -> None:
    game = contributing("rich", leaders={0: "economic"})
    assert q.choices(game) == ["start own", "start neutral", "skip"]
    site = q.open_sites(game)[0]
    q.play(game, "start neutral", f"site {site}")
    assert (game.architects[state.NEUTRAL], game.architects[0]) == (site - 1, -1)
    assert q.supply(game, 0)[0] == 4 - 2 + 3


def test_ruling_b11_rich_may_end_the_century() -> None:
    game = contributing("rich", open_sites=[])
    q.play(game, "start own")
    assert (game.century, game.to_move, game.step) == (1, 0, state.PLACE_ARCHITECT)
    q.play(game, f"site {q.open_sites(game)[0]}")
    assert turn_is_over(game)


def test_ruling_b11_business_contributes_elsewhere_without_another_action() -> None:
    others = {
        9: q.At(architect=2),
        16: q.At(architect=3, slots=[1, 1, 1]),
        20: q.At(architect=0),
        40: q.At(architect=state.NEUTRAL),
    }
    game = contributing("business", players=4, sites=others, leaders={2: "economic"})
    assert q.choices(game) == ["site 9", "site 20", "site 40", "skip"]
    assert q.reason(game, "site 21") == "The business district contributes to another building."
    assert q.reason(game, "site 16") == "This building has had its three contributions."
    q.play(game, "site 9")
    assert turn_is_over(game)
    assert list(game.slots[8]) == [1, 0, 0]
    assert q.supply(game, 0)[0] == 4 - 2
    assert q.all_workers(game, 0) == 22


@pytest.mark.parametrize(("passive", "activated"), [(10, 3), (2, 2)])
def test_ruling_b11_port_activates_three(passive: int, activated: int) -> None:
    game = contributing("port", passive={0: passive})
    assert q.choices(game) == ["do port", "skip"]
    q.play(game, "do port")
    assert q.supply(game, 0) == (1 + activated, passive - activated)
    assert turn_is_over(game)


def test_ruling_b24_the_port_with_an_empty_supply_asks_nothing() -> None:
    assert turn_is_over(contributing("port", passive={0: 0}))


# --- B11: culture ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("left", "scored"), [(0, 0), (1, 1), (2, 3), (3, 4), (6, 4)])
def test_ruling_b11_entertainment_counts_active_workers_after_the_contribution(left: int, scored: int) -> None:
    game = contributing("entertainment", active={0: 2 + left})
    if scored:
        q.play(game, "do entertainment")
    assert turn_is_over(game)
    assert q.points(game) == [scored, 0, 0]


@pytest.mark.parametrize(("occupied", "scored"), [(0, 0), (1, 1), (2, 3), (3, 4), (5, 4)])
def test_ruling_b11_academic_counts_zones(occupied: int, scored: int) -> None:
    zones = {0: dict.fromkeys(c.ZONES[5 - occupied :], 2), 1: {"religion": 3}}
    game = contributing("academic", zones=zones)
    if scored:
        q.play(game, "do academic")
    assert turn_is_over(game)
    assert q.points(game) == [scored, 0, 0]


def test_ruling_b11_arts_upgrades_a_token_but_never_above_three() -> None:
    tokens = {3: q.At(token=(0, 1)), 4: q.At(token=(0, 2)), 44: q.At(token=(0, 3)), 43: q.At(token=(2, 1))}
    game = contributing("arts", sites=tokens)
    assert q.choices(game) == ["site 3", "site 4", "skip"]
    assert q.reason(game, "site 44") == "A token has at most three stars."
    assert q.reason(game, "site 43") == "You have no star token there."
    q.play(game, "site 4")
    assert q.token(game, 4) == (0, 3)
    assert turn_is_over(game)


def test_ruling_b24_arts_without_a_token_to_upgrade_asks_nothing() -> None:
    assert turn_is_over(contributing("arts", sites={44: q.At(token=(0, 3))}))


def test_every_district_has_its_sites_here() -> None:
    assert sum(len(q.sites_of(district)) for district in c.DISTRICTS) == 44
