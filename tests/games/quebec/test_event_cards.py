"""All sixteen event cards (Rulings B17, B18), in positions made for them."""

from typing import Any

import pytest
from tests.games.quebec import positions as q

from trigrad.engine.conformance import seed_of
from trigrad.games.quebec import GAME, state
from trigrad.games.quebec import components as c
from trigrad.games.quebec import events as ev
from trigrad.games.quebec.state import State
from trigrad.games.quebec.view import century_preview, view


def ended(card: str, century: int, zones: dict[int, dict[str, int]], **described: Any) -> State:
    """A century with an card that ends by a start, everybody without active workers, and what was foreseen."""
    described.setdefault("active", dict.fromkeys(range(3), 0))
    game = q.position(card=card, century=century, zones=zones, open_sites=[], **described)
    foreseen = century_preview(game).totals
    before = q.points(game)
    q.play(game, "start own")
    scored = [q.scored_in(game, century - 1, seat) for seat in range(3)]
    carnival = [int(game.earned[seat, state.FROM_EVENT_CARDS]) for seat in range(3)]
    if not game.over:
        assert [now - then for now, then in zip(q.points(game), before, strict=True)] == list(foreseen)
    assert [one + other for one, other in zip(scored, carnival, strict=True)] == list(foreseen)
    return game


def zone_scores(game: State, seat: int) -> dict[str, int]:
    """What a seat scored in the zones of all centuries."""
    totals = [sum(int(game.scored[century, zone, seat]) for century in range(4)) for zone in range(5)]
    return {key: total for key, total in zip(c.ZONES, totals, strict=True) if total}


# --- B17: 1708 ------------------------------------------------------------------------------


def test_ruling_b17_1759_everybody_moves_half_of_the_citadel_to_politics() -> None:
    zones = {0: {"citadel": 5}, 1: {"citadel": 3}, 2: {"citadel": 13}}
    game = ended("plains_of_abraham", 2, zones)
    # Politics: 2, 1 and 5; from there only the majority goes on
    assert zone_scores(game, 0) == {"citadel": 5, "politics": 2}
    assert zone_scores(game, 1) == {"citadel": 3, "politics": 1}
    assert zone_scores(game, 2) == {"citadel": 13, "politics": 5, "economy": 2, "culture": 1}


def test_ruling_b17_1759_without_the_event_only_the_majority_cascades() -> None:
    game = ended("seven_years_war", 2, {0: {"citadel": 5}, 1: {"citadel": 3}})
    assert zone_scores(game, 1) == {"citadel": 3}


def test_ruling_b17_1756_no_worker_is_activated_with_a_leader() -> None:
    game = q.position(century=2, card="seven_years_war", leaders={1: "cultural", 2: "political"})
    q.play(game, "leader citadel")
    assert (q.supply(game, 0)[0], q.zones_of(game, 0)) == (3, {"citadel": 3})


def test_ruling_b17_1763_no_leader_can_be_taken() -> None:
    game = q.position(century=2, card="royal_proclamation")
    assert not [choice for choice in q.choices(game) if choice.startswith("leader")]
    assert q.reason(game, "leader citadel") == "Under the Royal Proclamation no leader can be taken."
    alone = q.position(century=2, card="royal_proclamation", active={0: 0})
    assert q.choices(alone) == ["start own"]
    later = q.position(century=3, card="naval_canals")
    later.drawn[1] = c.ROYAL_PROCLAMATION
    assert "leader citadel" in q.choices(later)


@pytest.mark.parametrize(("count", "stars"), [(1, 0), (2, 2), (3, 3)])
def test_ruling_b17_1775_only_more_than_one_contribution_gives_a_token(count: int, stars: int) -> None:
    game = q.position(century=2, card="fortification", sites={9: q.At(architect=0, slots=[1] * count)})
    q.play(game, "start own")
    assert q.token(game, 9) == ((0, stars) if stars else None)
    assert q.zones_of(game, 1) == {"politics": 3 * count}


# --- B17: 1808 ------------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "grant"), [("british_immigration", 4), ("war_of_1812", 2)])
def test_ruling_b17_grants_of_1800_and_1812(card: str, grant: int) -> None:
    game = q.position(century=3, card=card, sites={9: q.At(architect=0)})
    assert view(game, 0).grant == grant
    q.play(game, "start own", f"site {q.open_sites(game)[0]}")
    assert q.supply(game, 0)[0] == 3 + grant
    game = q.position(century=3, card=card, active={0: 6}, sites={q.site_of("port"): q.At(architect=1)})
    q.play(game, f"site {q.site_of('port')}", "do port")
    assert q.supply(game, 0)[0] == 3 + 3  # the port is no building started


@pytest.mark.parametrize(
    ("scores", "ranks"),
    [([9, 5, 1], [1, 2, 3]), ([5, 5, 1], [1, 1, 3]), ([5, 9, 5], [2, 1, 2]), ([0, 0, 0], [1, 1, 1])],
)
def test_ruling_b17_1867_everybody_activates_their_rank_on_reveal(scores: list[int], ranks: list[int]) -> None:
    game = q.position(century=2, first_card="champlain", points=dict(enumerate(scores)), open_sites=[])
    game.drawn[2] = c.PROVINCIAL_CAPITAL
    happened = q.play(game, "start own")
    assert [q.supply(game, seat)[0] for seat in range(3)] == [3 + rank for rank in ranks]
    kinds = [event.kind for event in happened]
    assert kinds.index(ev.REVEALED) < kinds.index(ev.ACTIVATED)


def test_ruling_b17_1867_who_ties_shares_the_better_rank() -> None:
    """A rank is 1 plus the players strictly ahead: 9; 7 and 7 behind one; 3 and 3 behind three."""
    scores = {0: 7, 1: 3, 2: 9, 3: 7, 4: 3}
    game = q.position(5, century=2, first_card="champlain", points=scores, open_sites=[])
    game.drawn[2] = c.PROVINCIAL_CAPITAL
    happened = q.play(game, "start own")
    assert {event.player: event.workers for event in q.of_kind(happened, ev.ACTIVATED)} == {
        0: 2,
        1: 4,
        2: 1,
        3: 2,
        4: 4,
    }


def test_ruling_b17_1867_ranks_by_the_points_after_the_scoring() -> None:
    game = q.position(
        century=2, first_card="champlain", points={0: 1}, zones={1: {"religion": 3}}, active={1: 0}, open_sites=[]
    )
    game.drawn[2] = c.PROVINCIAL_CAPITAL
    q.play(game, "start own")
    assert q.points(game) == [1, 3, 0]
    # Religion is the last zone of the second century: one of the three becomes active
    assert [q.supply(game, seat)[0] for seat in range(3)] == [3 + 2, 0 + 1 + 1, 3 + 3]


def test_ruling_b17_1871_at_most_three_active_workers_stay_after_the_scoring() -> None:
    zones = {1: {"politics": 8}, 2: {"politics": 2}}
    game = ended("naval_canals", 3, zones, active={0: 7, 1: 2, 2: 3})
    # Politics is the last zone of the third century: four of the eight become active first
    assert [q.supply(game, seat) for seat in range(3)] == [(3, 22)] * 3
    q.play(game, f"site {q.open_sites(game)[0]}")
    assert q.supply(game, 0)[0] == 6


# --- B17: 1908 ------------------------------------------------------------------------------


def test_ruling_b17_1917_groups_of_one_or_two_leave_before_the_scoring() -> None:
    zones = {0: {"culture": 2, "religion": 1, "citadel": 3}, 1: {"culture": 1, "economy": 4}, 2: {"citadel": 2}}
    game = ended("conscription", 4, zones)
    # Citadel 3 of seat 0: one goes on to culture, where it is alone and scores
    assert zone_scores(game, 0) == {"citadel": 3, "culture": 1}
    assert zone_scores(game, 1) == {"economy": 4}
    assert zone_scores(game, 2) == {}


def test_ruling_b17_1917_the_workers_go_back_to_the_supply() -> None:
    game = q.position(century=4, card="conscription", zones={1: {"culture": 2, "religion": 1}}, open_sites=[])
    happened = q.play(game, "start own")
    assert [(event.player, event.workers) for event in q.of_kind(happened, ev.WITHDRAWN)] == [(1, 3)]
    assert q.supply(game, 1) == (3, 22)


def test_ruling_b17_1955_five_points_for_workers_in_all_zones() -> None:
    all_five = dict.fromkeys(c.ZONES, 1)
    four = dict.fromkeys(c.ZONES[1:], 1)
    game = ended("winter_carnival", 4, {0: all_five, 1: four, 2: all_five})
    assert [int(game.earned[seat, state.FROM_EVENT_CARDS]) for seat in range(3)] == [5, 0, 5]


def test_ruling_b17_1917_and_1955_exclude_each_other() -> None:
    """Both are of the fourth century, of which one is drawn."""
    assert {c.EVENT_CARD_LIST[event]["century"] for event in (c.CONSCRIPTION, c.WINTER_CARNIVAL)} == {4}
    for seed in range(40):
        drawn = GAME.new(3, seed_of(seed)).drawn
        assert [event // 4 for event in drawn] == [0, 1, 2, 3]


def test_ruling_b17_2001_cascades_only_to_where_own_workers_are() -> None:
    zones = {0: {"citadel": 4, "culture": 1}, 1: {"culture": 4, "religion": 3}}
    game = ended("summit_of_americas", 4, zones)
    # Citadel -> culture: seat 0 is there. Culture 3 : 4 -> religion: seat 1 is there, 3 + 2. Then politics: nobody
    assert zone_scores(game, 0) == {"citadel": 4, "culture": 3}
    assert zone_scores(game, 1) == {"culture": 4, "religion": 5}


def test_ruling_b17_2001_nobody_cascades_instead_and_ties_are_judged_one_by_one() -> None:
    zones = {0: {"citadel": 4}, 1: {"citadel": 4, "culture": 1}, 2: {"citadel": 3, "culture": 1}}
    game = ended("summit_of_americas", 4, zones)
    assert q.cascaded_from(game, 3, c.CITADEL) == [0, 2, 0]
    alone = ended("summit_of_americas", 4, {0: {"citadel": 4}, 1: {"citadel": 3, "culture": 1}})
    assert q.cascaded_from(alone, 3, c.CITADEL) == [0, 0, 0]


def test_ruling_b17_2001_the_hand_is_no_zone() -> None:
    game = ended("summit_of_americas", 4, {1: {"economy": 6}})
    assert q.supply(game, 1) == (3, 22)


def test_ruling_b17_2008_without_all_four_corners_nothing_cascades_at_all() -> None:
    corners = dict.fromkeys(c.ZONES[:4], 1)
    zones = {0: {"citadel": 6, **corners}, 1: {"citadel": 6, "culture": 4}, 2: {"economy": 6}}
    game = ended("anniversary_400", 4, zones)
    # Seats 0 and 1 tie in the Citadel, only seat 0 goes on: culture 4 against 4, again only seat 0
    assert q.cascaded_from(game, 3, c.CITADEL) == [3, 0, 0]
    assert q.cascaded_from(game, 3, c.CULTURE) == [2, 0, 0]
    assert zone_scores(game, 0) == {"citadel": 6, "culture": 4, "religion": 3, "politics": 2, "economy": 2}
    # The last one to the hand included: seat 2 has the majority in economy
    assert q.supply(game, 2) == (0, 25)


def test_ruling_b17_2008_is_judged_at_the_start_of_the_scoring() -> None:
    """Workers that only cascade into a corner zone do not count, those that have left one do."""
    late = ended("anniversary_400", 4, {0: {"citadel": 6, "religion": 1, "politics": 1, "economy": 1}})
    assert zone_scores(late, 0) == {"citadel": 6, "religion": 1, "politics": 1, "economy": 1}
    early = ended("anniversary_400", 4, {0: dict.fromkeys(c.ZONES[:4], 2)})
    assert zone_scores(early, 0) == {"culture": 2, "religion": 3, "politics": 3, "economy": 3}
    assert q.supply(early, 0)[0] == 1


def test_event_cards_of_other_centuries_do_nothing() -> None:
    """2008 and 1917, in the cards of the fourth century, while the second is scored."""
    for card in (c.ANNIVERSARY_400, c.CONSCRIPTION):
        game = q.position(century=2, first_card="champlain", zones={1: {"citadel": 2}}, open_sites=[])
        game.drawn[3] = card
        q.play(game, "start own")
        assert zone_scores(game, 1) == {"citadel": 2, "politics": 1}


def test_the_event_card_of_a_century_is_gone_with_it() -> None:
    game = q.position(century=2, card="fortification", sites={9: q.At(architect=0, slots=[1])}, open_sites=[])
    assert view(game, 0).event_card == "fortification"
    q.play(game, "start own", f"site {q.open_sites(q.position(century=3))[0]}")
    assert view(game, 0).event_card == "naval_canals"
    q.play(game, "zone culture", "zone culture", "start own")
    assert view(game, 0).first_event_card == "champlain"


# --- B18 --------------------------------------------------------------------------------------


def at_the_end(*tokens: dict[int, int], **described: Any) -> list[int]:
    """Points from 1608's card at the end of a game, with tokens (site: stars) of each seat."""
    sites = {site: q.At(token=(seat, stars)) for seat, own in enumerate(tokens) for site, stars in own.items()}
    game = q.position(century=4, card="winter_carnival", sites=sites, open_sites=[], **described)
    q.play(game, "start own")
    assert game.over
    return [int(game.earned[seat, state.FROM_EVENT_CARDS]) for seat in range(3)]


def test_ruling_b18_champlain_the_most_buildings_not_the_most_stars() -> None:
    assert at_the_end({3: 1, 4: 1, 9: 1}, {40: 3, 41: 3}, {14: 3}, first_card="champlain") == [8, 0, 0]


def test_ruling_b18_champlain_all_that_tie_score() -> None:
    assert at_the_end({3: 1, 4: 1}, {40: 3, 41: 3}, {14: 3}, first_card="champlain") == [8, 8, 0]


def test_ruling_b18_champlain_needs_neighbours_and_a_token() -> None:
    assert at_the_end({3: 1, 44: 1}, {40: 1}, {}, first_card="champlain") == [8, 8, 0]
    assert at_the_end({}, {}, {}, first_card="champlain") == [0, 0, 0]


def test_ruling_b18_champlain_scores_only_where_it_is_drawn() -> None:
    assert at_the_end({3: 1, 4: 1}, {}, {}, first_card="jean_talon") == [0, 0, 0]


RACES = {
    # two buildings in each of three colours; the last of them is completed in the race
    "sovereign_council": {3: 1, 4: 1, 9: 1, 16: 1, 22: 1},
    # three stars in each of four colours
    "jean_talon": {3: 3, 9: 3, 14: 3},
    # three blue buildings
    "fort_fire": {3: 1, 4: 2},
}
LAST = {"sovereign_council": (10, 1), "jean_talon": (10, 3), "fort_fire": (2, 1)}  # site, contributions


def racing(card: str, *, seat: int = 0, fulfilled: tuple[int, ...] = (), count: int | None = None) -> State:
    """A seat about to complete the last building that it needs."""
    site, needed = LAST[card]
    sites = {number: q.At(token=(seat, stars)) for number, stars in RACES[card].items()}
    sites[site] = q.At(architect=seat, slots=[(seat + 1) % 3] * (needed if count is None else count))
    game = q.position(to_move=seat, first_card=card, sites=sites)
    for place, who in enumerate(fulfilled):
        game.fulfilled[place] = who
    return game


@pytest.mark.parametrize("card", RACES)
def test_ruling_b18_races_give_eight_to_the_first_and_four_to_the_second(card: str) -> None:
    first = racing(card)
    q.play(first, "start own")
    assert q.points(first) == [8, 0, 0]
    assert view(first, 0).race == (0,)
    second = racing(card, fulfilled=(2,))
    q.play(second, "start own")
    assert q.points(second) == [4, 0, 0]
    assert view(second, 0).race == (2, 0)
    third = racing(card, fulfilled=(1, 2))
    q.play(third, "start own")
    assert q.points(third) == [0, 0, 0]


@pytest.mark.parametrize("card", RACES)
def test_ruling_b18_nobody_scores_a_race_twice(card: str) -> None:
    game = racing(card, fulfilled=(0,))
    q.play(game, "start own")
    assert q.points(game) == [0, 0, 0]
    assert view(game, 0).race == (0,)


@pytest.mark.parametrize("card", RACES)
def test_ruling_b18_a_building_without_a_token_does_not_count(card: str) -> None:
    game = racing(card, count=0)
    q.play(game, "start own")
    assert q.points(game) == [0, 0, 0]


def test_ruling_b18_three_stars_are_needed_of_each_colour() -> None:
    game = racing("jean_talon", count=2)
    q.play(game, "start own")
    assert q.points(game) == [0, 0, 0]


def test_ruling_b18_an_upgraded_token_counts_at_once() -> None:
    sites = {3: q.At(token=(0, 2)), 9: q.At(token=(0, 3)), 14: q.At(token=(0, 3)), 10: q.At(token=(0, 3))}
    game = q.position(first_card="jean_talon", sites={**sites, q.site_of("arts"): q.At(architect=1)})
    q.play(game, f"site {q.site_of('arts')}", "site 3")
    assert q.points(game) == [8, 0, 0]


def test_ruling_b18_the_economic_leaders_building_at_the_centurys_end_counts() -> None:
    sites = {3: q.At(token=(1, 1)), 4: q.At(token=(1, 2)), 2: q.At(architect=state.NEUTRAL, slots=[2])}
    game = q.position(first_card="fort_fire", leaders={1: "economic"}, sites=sites, open_sites=[])
    q.play(game, "start own")
    assert int(game.earned[1, state.FROM_EVENT_CARDS]) == 8
