"""Properties of Québec at any point of any game, sought by Hypothesis.

Games are played by habits that lead where mere chance seldom does: to sites that run out, to
players without workers, to leaders taken early, to districts with many parts.
"""

from itertools import pairwise

import numpy as np
from hypothesis import given, note, settings
from hypothesis import strategies as st
from tests.games.quebec import positions as q

from trigrad.engine.game import SPECTATOR
from trigrad.engine.header import game_from_bytes
from trigrad.games.quebec import GAME, scoring, state
from trigrad.games.quebec import actions as a
from trigrad.games.quebec import components as c
from trigrad.games.quebec import events as ev
from trigrad.games.quebec.state import State
from trigrad.games.quebec.view import ZoneStep, century_preview, score_sheet, view

FEW = settings(max_examples=settings().max_examples * 3 // 5)  # a game is long
SEEDS = st.binary(min_size=32, max_size=32)

CONTRIBUTING = range(a.SITE_0, a.ZONE_0)
STARTING = range(a.START_OWN, a.LEADER_0)
LEADING = range(a.LEADER_0, a.DISTRICT_0)

# How likely choices are, by habit; what is named nowhere has weight 1, and skipping 0.4
HABITS = {
    "by chance": {},
    "builds": {STARTING: 12.0},  # the open sites run out
    "seldom builds": {CONTRIBUTING: 9.0, STARTING: 0.3},  # the workers run out
    "contributes": {CONTRIBUTING: 9.0, STARTING: 2.0},  # districts with all their parts, buildings with three stars
    "leads": {LEADING: 30.0, CONTRIBUTING: 3.0, STARTING: 2.0},  # what leaders do, and redirects
}


def weight(habit: str, action: int) -> float:
    """How likely a choice is."""
    if action == a.SKIP:
        return 0.4
    return next((weight for actions, weight in HABITS[habit].items() if action in actions), 1.0)


@st.composite
def positions(draw: st.DrawFn, *, over: bool = False, rules: str | None = None, players: int | None = None) -> State:
    """A game some choices after its start, or at its end, under any rules and by the habits of its players.

    The event cards are drawn here, so that each of the sixteen is as likely to be looked for.
    """
    options = {option.key: draw(st.sampled_from([value for value, _ in option.choices])) for option in GAME.options}
    options["rules"] = rules or options["rules"]
    game = GAME.new(players or draw(st.integers(c.PLAYERS_MIN, c.PLAYERS_MAX)), draw(SEEDS), options)
    if options["rules"] == "events":
        for century in range(c.CENTURIES):
            game.drawn[century] = c.EVENT_CARDS_OF_CENTURY * century + draw(st.integers(0, 3))
    habits = [draw(st.sampled_from(sorted(HABITS))) for _ in range(game.players)]
    choices = draw(st.randoms(use_true_random=False))
    left = GAME.max_game_length if over else draw(st.integers(0, 300))
    while left and not game.over:
        legal = GAME.legal(game)
        weights = [weight(habits[game.to_move], action) for action in legal]
        GAME.apply_silently(game, choices.choices(legal, weights)[0])
        left -= 1
    note(f"{game.players} players, {options}, {habits}, century {game.century + 1}, cards {list(game.drawn)}")
    return game


# --- What lies where ----------------------------------------------------------------------


@given(positions())
def test_workers_are_conserved_per_colour(game: State) -> None:
    for seat in range(game.players):
        assert q.all_workers(game, seat) == c.WORKERS[game.players]
        assert min(*q.supply(game, seat), *game.zones[seat]) >= 0
    for seen in view(game, SPECTATOR, hints=False).seats:
        assert seen.active + seen.passive + sum(seen.zones) + seen.on_sites == c.WORKERS[game.players]
    assert not any(list(game.active)[game.players :])


@FEW
@given(positions())
def test_tokens_have_one_to_three_stars_and_one_owner(game: State) -> None:
    owned = [int(sites) for sites in game.starred]
    assert sum(owned) == np.bitwise_or.reduce(owned)
    for site in range(c.SITES):
        assert 0 <= game.stars[site] <= 3
        assert (game.stars[site] > 0) == any(sites >> site & 1 for sites in owned)


@FEW
@given(positions())
def test_a_site_is_open_or_under_construction_or_has_a_token_or_none_of_it(game: State) -> None:
    standing = [int(site) for site in game.architects if site != state.NONE]
    assert len(set(standing)) == len(standing)
    starred = sum(int(sites) for sites in game.starred)
    for site in range(c.SITES):
        assert q.is_in(game.open, site) + (site in standing) + q.is_in(starred, site) <= 1
        assert site in standing or not any(game.slots[site])


@FEW
@given(positions())
def test_every_site_has_a_tile_and_open_ones_are_of_the_century(game: State) -> None:
    tiles = [int(sites) for sites in game.tiles]
    assert sum(tiles) == np.bitwise_or.reduce(tiles) == (1 << c.SITES) - 1
    assert int(game.open) & ~tiles[game.century] == 0


@FEW
@given(positions())
def test_architects_stand_on_sites_of_centuries_that_have_begun(game: State) -> None:
    begun = sum(int(game.tiles[century]) for century in range(game.century + 1))
    for sites in (state.sites_under_construction(game), *game.starred):
        assert int(sites) & ~begun == 0
    assert all(site == state.NONE for site in list(game.architects)[game.players : state.NEUTRAL])


@FEW
@given(positions())
def test_slots_are_filled_in_order(game: State) -> None:
    for site in range(c.SITES):
        filled = [slot != 0 for slot in game.slots[site]]
        assert filled == sorted(filled, reverse=True)


@FEW
@given(positions())
def test_leaders_are_held_once_each_by_those_who_play_with_them(game: State) -> None:
    held = [int(leader) for leader in list(game.leaders)[: game.players] if leader != state.NONE]
    assert len(set(held)) == len(held)
    assert not held or not game.family
    assert all(int(c.LEADERS_IN_PLAY[game.players]) >> leader & 1 for leader in held)


@FEW
@given(positions(players=c.DUEL))
def test_two_players_have_the_neutral_architect_placed_from_the_first_start_on(game: State) -> None:
    """It leaves its site only while a start, or the end of the century within it, goes on (Ruling B21)."""
    placed = [architect for architect in range(2) if game.architects[architect] != state.NONE]
    between_turns = game.step == state.TURN and not game.over
    assert not (placed and between_turns) or game.architects[state.NEUTRAL] != state.NONE
    assert not game.neutral_waits or game.architects[state.NEUTRAL] == state.NONE


@FEW
@given(positions())
def test_the_neutral_architect_of_more_stands_only_for_the_economic_leader(game: State) -> None:
    if game.players > c.DUEL and state.holder(game, c.ECONOMIC) == state.NONE:
        assert game.architects[state.NEUTRAL] == state.NONE


@FEW
@given(positions())
def test_only_the_holder_of_the_political_leader_is_asked_in_anothers_turn(game: State) -> None:
    """Also in the own turn the redirected workers stand on the site that is completed (Rulings B13, B25)."""
    if game.step == state.REDIRECT:
        assert game.to_move == state.holder(game, c.POLITICAL) >= 0
        assert state.workers_on_site(game, game.to_move, game.site) > 0
    else:
        assert game.over or game.to_move == game.turn


@FEW
@given(positions(rules="family"))
def test_the_family_rules_know_no_leaders_and_no_event_cards(game: State) -> None:
    """Nor cascades, redirects and the like (Rulings B1, B16, B22)."""
    assert [int(leader) for leader in game.leaders][: game.players] == [state.NONE] * game.players
    assert [int(card) for card in game.drawn] == [state.NONE] * 4
    assert game.step not in (state.REDIRECT, state.PAIR)
    assert not any(action in LEADING for action in GAME.legal(game))
    assert not any(game.earned[seat, source] for seat in range(5) for source in (1, 2))
    assert game.players == c.DUEL or game.architects[state.NEUTRAL] == state.NONE


# --- Points -------------------------------------------------------------------------------


@FEW
@given(positions())
def test_points_are_the_sum_of_what_earned_them(game: State) -> None:
    for seat in range(game.players):
        zones = sum(q.scored_in(game, century, seat) for century in range(4))
        bonus = sum(q.bonus_in(game, century, seat) for century in range(4)) if game.family else 0
        final = int(scoring.final_points(game, seat)) if game.over else 0
        assert game.points[seat] == zones + bonus + sum(map(int, game.earned[seat])) + final


def slow_scoring(game: State) -> list[tuple[str, list[int], list[int]]]:
    """The zones in their order with the workers that score and what goes on, by Rulings B15 to B17, in plain words."""
    card = None if game.drawn[game.century] == state.NONE else c.EVENT_CARDS[game.drawn[game.century]]
    seats = range(game.players)
    there = [q.zones_of(game, seat) for seat in seats]
    if card == "conscription":
        there = [{zone: number for zone, number in zones.items() if number > 2} for zones in there]
    corners = ["religion", "politics", "economy", "culture"]
    order = ["citadel", *corners[game.century :], *corners[: game.century]]
    into = [0] * game.players
    steps = []
    for zone, following in pairwise([*order, None]):
        assert zone is not None
        counts = [there[seat].get(zone, 0) + into[seat] for seat in seats]
        going = [0] * game.players
        for seat in seats:
            goes = counts[seat] == max(counts)
            if not game.family:
                goes = goes or (card == "plains_of_abraham" and zone == "citadel")
                goes = goes and not (card == "summit_of_americas" and following and not there[seat].get(following))
                goes = goes and not (card == "anniversary_400" and not all(corner in there[seat] for corner in corners))
            going[seat] = min(5, counts[seat] // 2) if goes else 0
        steps.append((zone, counts, going))
        into = [0] * game.players if game.family else going
    return steps


@st.composite
def zones_to_score(draw: st.DrawFn) -> State:
    """A century that ends with the next start: few workers in each zone, so that many tie, and any event card."""
    players = draw(st.integers(c.PLAYERS_MIN, c.PLAYERS_MAX))
    rules = draw(st.sampled_from(["complete", "family", "events", "events", "events"]))
    century = draw(st.integers(1, 4))
    card = draw(st.sampled_from(c.EVENT_CARDS[4 * century - 4 : 4 * century])) if rules == "events" else None
    numbers = st.sampled_from([0, 1, 1, 2, 2, 3, 4, 12])
    zones = {}
    for seat in range(players):
        drawn = draw(st.lists(numbers, min_size=5, max_size=5).filter(lambda drawn: sum(drawn) <= 20))
        zones[seat] = dict(zip(q.ZONES, drawn, strict=True))
    active = dict.fromkeys(range(players), 0)
    return q.position(players, rules=rules, century=century, card=card, active=active, zones=zones, open_sites=[])


@given(zones_to_score())
def test_the_cascade_is_that_of_a_slow_model(game: State) -> None:
    """What is foreseen is what plain words say, and then it happens."""
    century, seats = int(game.century), range(game.players)
    slow = [(zone, tuple(counts), tuple(going)) for zone, counts, going in slow_scoring(game)]
    seen = century_preview(game)
    assert [(step.zone, step.workers, step.moved) for step in seen.steps] == slow
    totals = [sum(counts[seat] + (going[seat] if game.family else 0) for _, counts, going in slow) for seat in seats]
    if game.drawn[century] == c.WINTER_CARNIVAL:
        totals = [total + (5 if len(q.zones_of(game, seat)) == 5 else 0) for seat, total in enumerate(totals)]
    assert list(seen.totals) == totals
    q.play(game, "start own")
    assert steps_scored(game, century) == seen.steps
    assert game.over or q.points(game) == totals
    assert [q.zones_of(game, seat) for seat in seats] == [{}] * game.players


@FEW
@given(positions(), SEEDS)
def test_a_turn_that_ends_a_century_scores_what_was_foreseen(game: State, choices: bytes) -> None:
    """Unless the turn itself moved workers into zones, or the political leader is asked before it is scored."""
    for byte in choices:
        if game.over:
            return
        century = int(game.century)
        foreseen = century_preview(game)
        legal = GAME.legal(game)
        happened = GAME.apply(game, legal[byte % len(legal)])
        moved = any(event.kind in (ev.LEFT_SITE, ev.SENT, ev.MOVED) for event in happened)
        if q.endings(happened) and not moved and game.step != state.REDIRECT:
            assert steps_scored(game, century) == foreseen.steps
            return


def steps_scored(game: State, century: int) -> tuple[ZoneStep, ...]:
    """The scoring of a century as everybody sees it afterwards."""
    return view(game, SPECTATOR).scored[century].steps


@FEW
@given(positions(over=True))
def test_the_score_sheet_is_the_score(game: State) -> None:
    for sheet in score_sheet(game):
        track = sum(sheet.centuries.values()) + sheet.districts + sheet.leaders + sheet.events
        assert sheet.track == track
        assert sheet.total == track + sheet.sites + sheet.active + sheet.group_points + sheet.other_points
        assert sheet.total == game.scores[sheet.seat]
        assert sheet.place == game.places[sheet.seat]
        assert sheet.active == game.active[sheet.seat] // 2
        worth = {1: 1, 2: 3, 3: 6}
        assert sheet.group_points == sum(worth[stars] for stars in sheet.group.values())
        assert sheet.other_points == sum(sheet.others.values())
        assert not (game.family and sheet.others)


@FEW
@given(positions(over=True))
def test_the_main_group_is_connected_and_worth_most(game: State) -> None:
    """Checked against groups found in another way: by merging neighbours."""
    if game.family:
        return
    for sheet in score_sheet(game):
        stars = {**sheet.group, **sheet.others}
        groups = [{site} for site in stars]
        for one in stars:
            for two in c.SITE_LIST[one - 1]["neighbours"]:
                first, second = (next((g for g in groups if site in g), None) for site in (one, two))
                if first and second and first is not second:
                    groups.remove(second)
                    first |= second
        worth = [sum({1: 1, 2: 3, 3: 6}[stars[site]] for site in group) for group in groups]
        assert set(sheet.group) in groups or not stars
        assert sheet.group_points == max(worth, default=0)
        equal = [sum(stars[site] for site in group) for group, w in zip(groups, worth, strict=True) if w == max(worth)]
        assert sum(sheet.group.values()) == min(equal, default=0)


# --- Secrets, bytes, length ---------------------------------------------------------------


@FEW
@given(positions(), SEEDS, st.integers(SPECTATOR, 4))
def test_what_nobody_can_know_does_not_show(game: State, seed: bytes, viewer: int) -> None:
    other = GAME.resampled(game, viewer, seed)
    assert view(other, viewer) == view(game, viewer)
    assert score_sheet(other) == score_sheet(game)
    assert GAME.legal(other) == GAME.legal(game)


@FEW
@given(positions(), SEEDS)
def test_bytes_round_trip(game: State, choices: bytes) -> None:
    other = game_from_bytes(State, game.tobytes())
    for byte in choices:
        if game.over:
            break
        action = GAME.legal(game)[byte % len(GAME.legal(game))]
        assert GAME.apply(other, action) == GAME.apply(game, action)
    assert other.tobytes() == game.tobytes()


def test_the_record_is_small() -> None:
    assert State.dtype.itemsize <= 1500
    assert GAME.num_actions <= 110


def most_choices(players: int) -> int:
    """The bound on a game's choices that ``docs/games/quebec.md`` argues for, from the components."""

    def parts(district: int) -> int:
        """Most choices that a district's own parts ask for."""
        asked = {c.MOVE: 3, c.SETTLE: 2}
        found = 0
        for part in c.DISTRICT_PARTS[district]:
            found += 1 if part.kind == c.SETTLE and part.number == 1 else asked.get(part.kind, 1)
        return found

    def action(district: int) -> int:
        """Most choices of a district's action, lent ones included."""
        zone = c.DISTRICT_ZONE[district]
        others = [parts(other) for other in range(16) if c.DISTRICT_ZONE[other] == zone and other != district]
        return 1 + max(others) if c.DISTRICT_PARTS[district][0].kind == c.CHOOSE else parts(district)

    sends = 4 * players * int(c.WORKERS[players])
    contributions = 3 * sum(
        max(0, 1 + action(district) - int(c.DISTRICT_WORKERS[district])) for district in map(int, c.SITE_DISTRICT)
    )
    leaders = 4 * min(players, int(c.LEADERS_IN_PLAY[players]).bit_count())
    asked = 4 if players == c.DUEL else c.SITES  # the pair of the political leader for two; else the redirects
    return sends + contributions + (c.SITES + 4) + c.SITES + leaders + asked


def test_no_game_is_longer_than_declared() -> None:
    assert [most_choices(players) for players in (2, 3, 4, 5)] == [439, 583, 639, 691]
    assert GAME.max_game_length == 691
