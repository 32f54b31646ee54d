"""Properties of Québec at any point of any game, sought by Hypothesis."""

from typing import Any

import numpy as np
from hypothesis import given, note, settings
from hypothesis import strategies as st
from tests.games.quebec.positions import all_workers, of_kind

from trigrad.engine.game import SPECTATOR
from trigrad.engine.header import game_from_bytes
from trigrad.games.quebec import GAME, scoring, state
from trigrad.games.quebec import actions as a
from trigrad.games.quebec import components as c
from trigrad.games.quebec.view import century_preview, score_sheet, view

FEW = settings(max_examples=30)  # a game is long
SEEDS = st.binary(min_size=32, max_size=32)


@st.composite
def positions(draw: st.DrawFn, *, over: bool = False) -> Any:
    """A game some choices after its start, or at its end, under any rules. Skipping is rarer than by mere chance."""
    options = {option.key: draw(st.sampled_from([value for value, _ in option.choices])) for option in GAME.options}
    game = GAME.new(draw(st.integers(c.PLAYERS_MIN, c.PLAYERS_MAX)), draw(SEEDS), options)
    choices = draw(st.randoms(use_true_random=False))
    left = 10_000 if over else draw(st.integers(0, 300))
    while left and not game.over:
        legal = GAME.legal(game)
        if a.SKIP in legal and choices.random() < 0.7:
            legal.remove(a.SKIP)
        GAME.apply_silently(game, choices.choice(legal))
        left -= 1
    note(f"{game.players} players, {options}, century {game.century + 1}")
    return game


@given(positions())
def test_workers_are_conserved_per_colour(game: Any) -> None:
    for seat in range(game.players):
        assert all_workers(game, seat) == c.WORKERS[game.players]
    assert (game.active >= 0).all()
    assert (game.passive >= 0).all()
    assert (game.zones >= 0).all()
    for seen in view(game, SPECTATOR, hints=False).seats:
        assert seen.active + seen.passive + sum(seen.zones) + seen.on_sites == c.WORKERS[game.players]
    assert not game.active[game.players :].any()


@FEW
@given(positions())
def test_tokens_have_one_to_three_stars_and_one_owner(game: Any) -> None:
    owned = [int(sites) for sites in game.starred]
    assert sum(owned) == np.bitwise_or.reduce(owned)
    assert sum(owned) & int(game.open) == 0
    for site in range(c.SITES):
        assert 0 <= game.stars[site] <= 3
        assert (game.stars[site] > 0) == any(sites >> site & 1 for sites in owned)


@FEW
@given(positions())
def test_architects_stand_alone_on_sites_that_are_neither_open_nor_done(game: Any) -> None:
    standing = [int(site) for site in game.architects if site != state.NONE]
    assert len(set(standing)) == len(standing)
    for site in standing:
        assert not int(game.open) >> site & 1
        assert game.stars[site] == 0
    for site in set(range(c.SITES)) - set(standing):
        assert not game.slots[site].any()


@FEW
@given(positions())
def test_open_sites_are_of_the_century(game: Any) -> None:
    assert int(game.open) & ~int(game.tiles[game.century]) == 0


@FEW
@given(positions())
def test_slots_are_filled_in_order(game: Any) -> None:
    for site in range(c.SITES):
        filled = [slot != 0 for slot in game.slots[site]]
        assert filled == sorted(filled, reverse=True)


@FEW
@given(positions())
def test_leaders_are_held_once_each_by_those_who_play_with_them(game: Any) -> None:
    held = [int(leader) for leader in game.leaders[: game.players] if leader != state.NONE]
    assert len(set(held)) == len(held)
    assert not held or not game.family
    assert all(int(c.LEADERS_IN_PLAY[game.players]) >> leader & 1 for leader in held)


@FEW
@given(positions())
def test_points_are_the_sum_of_what_earned_them(game: Any) -> None:
    for seat in range(game.players):
        zones = int(game.scored[:, :, seat].sum())
        bonus = int(game.cascaded[:, :, seat].sum()) if game.family else 0
        final = int(scoring.final_points(game, seat)) if game.over else 0
        assert game.points[seat] == zones + bonus + int(game.earned[seat].sum()) + final


@FEW
@given(positions(), SEEDS, st.integers(SPECTATOR, 4))
def test_what_nobody_can_know_does_not_show(game: Any, seed: bytes, viewer: int) -> None:
    other = GAME.resampled(game, viewer, seed)
    assert view(other, viewer) == view(game, viewer)
    assert score_sheet(other) == score_sheet(game)
    assert GAME.legal(other) == GAME.legal(game)


@FEW
@given(positions(), SEEDS)
def test_a_turn_that_ends_a_century_scores_what_was_foreseen(game: Any, choices: bytes) -> None:
    """Unless the turn itself moved workers into zones, or the political leader is asked before it is scored."""
    for byte in choices:
        if game.over:
            return
        century = int(game.century)
        foreseen = century_preview(game)
        legal = GAME.legal(game)
        happened = GAME.apply(game, legal[byte % len(legal)])
        moved = of_kind(happened, a.EV_LEAVE) or of_kind(happened, a.EV_SEND) or of_kind(happened, a.EV_MOVE)
        if of_kind(happened, a.EV_CENTURY_ENDS) and not moved and game.step != state.REDIRECT:
            done = [game.scored[century, :, seat].sum() for seat in range(game.players)]
            if game.family:
                done = [d + game.cascaded[century, :, s].sum() for s, d in enumerate(done)]
            carnival = game.drawn[century] == c.WINTER_CARNIVAL
            assert [int(d) for d in done] == list(foreseen.totals) or carnival
            return


@FEW
@given(positions(), SEEDS)
def test_bytes_round_trip(game: Any, choices: bytes) -> None:
    other = game_from_bytes(GAME.State, game.tobytes())
    for byte in choices:
        if game.over:
            break
        action = GAME.legal(game)[byte % len(GAME.legal(game))]
        assert GAME.apply(other, action) == GAME.apply(game, action)
    assert other.tobytes() == game.tobytes()


@FEW
@given(positions(over=True))
def test_the_score_sheet_is_the_score(game: Any) -> None:
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
def test_the_main_group_is_connected_and_worth_most(game: Any) -> None:
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
        worth = [sum(c.GROUP_POINTS[stars[site]] for site in group) for group in groups]
        assert set(sheet.group) in groups or not stars
        assert sheet.group_points == max(worth, default=0)


def test_the_record_is_small() -> None:
    assert GAME.State.itemsize <= 1500
    assert GAME.NUM_ACTIONS <= 110
