"""Properties of Quorum at any point of any game, sought by Hypothesis."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from hypothesis import given, note
from hypothesis import strategies as st
from tests.games.quorum.positions import all_cards, deck_of, hand_of

from trigrad.engine.conformance import contents, seed_of
from trigrad.engine.game import SPECTATOR
from trigrad.engine.header import copy_game, game_from_bytes
from trigrad.engine.journal import NO_JOURNAL
from trigrad.games.quorum import GAME, rules, scoring
from trigrad.games.quorum import components as c
from trigrad.games.quorum.state import ADVANCE, PLAY, TAKE
from trigrad.games.quorum.view import Effect, View, score_sheet, view

SEEDS = st.binary(min_size=32, max_size=32)


@st.composite
def positions(draw: st.DrawFn, *, over: bool = False) -> Any:
    """A game some choices after its start, or at its end. Gods are taken more often than by mere chance."""
    game = GAME.new(draw(st.integers(c.PLAYERS_MIN, c.PLAYERS_MAX)), draw(SEEDS))
    choices = draw(st.randoms(use_true_random=False))
    left = 1000 if over else draw(st.integers(0, 130))
    while left and not game.over:
        legal = GAME.legal(game)
        gods = [a for a in legal if a < rules.REPLACE and rules.is_god(game.rome[a])]
        GAME.apply_silently(game, choices.choice(gods if gods and choices.random() < 0.5 else legal))
        left -= 1
    note(f"{game.players} players, {game.played_count.tolist()} cards in play")
    return game


@given(positions())
def test_all_86_cards_are_there_once_each(game: Any) -> None:
    assert all_cards(game) == list(range(86))


@given(positions())
def test_hands_hold_four_cards_between_turns_gods_included(game: Any) -> None:
    for seat in range(game.players):
        in_hand = int(game.hand_size[seat]) + int(game.god_count[seat])
        acting = seat == game.to_move and game.step != TAKE
        assert in_hand == 4 + acting
        assert game.god_count[seat] <= 3


@given(positions())
def test_markers_values_and_rankings_stay_in_range(game: Any) -> None:
    assert ((game.values >= 1) & (game.values <= 4)).all()
    assert ((game.positions >= 0) & (game.positions <= 15)).all()
    for where in range(6):
        ahead = game.ranking[where, : game.players].tolist()
        assert sorted(ahead) == list(range(game.players))
        spaces = [int(game.positions[seat, where]) for seat in ahead]
        assert spaces == sorted(spaces, reverse=True)


@given(positions())
def test_marker_sums_are_the_influence_of_the_cards_in_play_and_of_the_gods(game: Any) -> None:
    for seat in range(game.players):
        for where in range(6):
            played = [int(card) for card in game.played[seat, : game.played_count[seat]]]
            moved = sum(c.CARD_LIST[card].influence for card in played if c.CARD_PROVINCE[card] == where)
            assert min(15, moved) <= game.positions[seat, where] <= moved + game.god_count[seat]


@given(positions(), st.integers(SPECTATOR, 3), SEEDS, st.booleans())
def test_what_a_viewer_cannot_know_does_not_show(game: Any, viewer: int, seed: bytes, memory: bool) -> None:
    viewer = min(viewer, int(game.players) - 1)
    assert view(GAME.resampled(game, viewer, seed), viewer, memory) == view(game, viewer, memory)


@given(positions(), st.integers(SPECTATOR, 3), SEEDS)
def test_resampled_worlds_hold_the_same_cards_and_keep_what_was_seen(game: Any, viewer: int, seed: bytes) -> None:
    viewer = min(viewer, int(game.players) - 1)
    other = GAME.resampled(game, viewer, seed)
    assert all_cards(other) == list(range(86))
    assert rules.back(deck_of(other)[0]) == rules.back(deck_of(game)[0])
    for seat in range(game.players):
        for before, after in zip(hand_of(game, seat), hand_of(other, seat), strict=True):
            known = seat == viewer or rules.is_shown(game, before)
            assert before == after if known else not rules.is_shown(game, after)
    for field in ("rome", "played", "gods", "shown", "positions", "ranking", "values", "ring"):
        mine, theirs = game[field], other[field]
        hidden = mine >= c.ROME_CARDS if field == "rome" else np.zeros(mine.shape, bool)
        assert (mine == theirs)[~hidden].all()


@given(positions(), SEEDS)
def test_bytes_round_trip(game: Any, choices: bytes) -> None:
    other = game_from_bytes(GAME.State, game.tobytes())
    for byte in choices:
        if game.over:
            break
        action = GAME.legal(game)[byte % len(GAME.legal(game))]
        assert GAME.apply(other, action) == GAME.apply(game, action)
    assert other.tobytes() == game.tobytes()


@given(positions(over=True))
def test_the_score_sheet_is_the_score(game: Any) -> None:
    for sheet in score_sheet(game):
        parts = sum(line.points for line in sheet.provinces) + sum(line.points for line in sheet.types)
        assert sheet.total == parts == game.scores[sheet.seat] == scoring.score(game, sheet.seat)
        assert sheet.place == game.places[sheet.seat]
        assert all(line.points == line.multiplier * line.cards for line in sheet.provinces)


@given(st.integers(0, 10**6))
def test_every_game_lasts_twelve_turns_a_player_and_moves_the_deck_by_as_many(number: int) -> None:
    game = GAME.new(2 + number % 3, seed_of(number))
    size, start = int(game.deck_size), contents(game)
    while not game.over:
        GAME.apply_silently(game, GAME.legal(game)[0])
    assert size - game.deck_size == 12 * game.players
    assert contents(game) != start


@given(positions())
def test_a_hint_of_a_card_is_what_playing_it_does(game: Any) -> None:
    if game.over or game.step != PLAY:
        return
    seat = int(game.to_move)
    before = view(game, seat)
    for index, card in enumerate(before.seats[seat].hand):
        after = copy_game(game)
        rules.apply_action(after, rules.PLAY_0 + index, NO_JOURNAL)
        assert card.effect is not None
        assert card.effect.values == {}
        assert card.effect.after - card.effect.before == card.influence or card.effect.after == 15
        compare_hint(card.effect, seat, before, view(after, seat))


@given(positions())
def test_a_hint_of_a_god_is_what_letting_it_act_does(game: Any) -> None:
    if game.over or game.step != ADVANCE:
        return
    seat = int(game.to_move)
    before = view(game, seat)
    for where in before.provinces:
        after = copy_game(game)
        rules.apply_action(after, rules.ADVANCE_0 + c.PROVINCES.index(where.key), NO_JOURNAL)
        assert where.effect is not None
        compare_hint(where.effect, seat, before, view(after, seat))
        values = {p.key: p.value for p in view(after, seat).provinces}
        changed = {p.key: (p.value, values[p.key]) for p in before.provinces if p.value != values[p.key]}
        assert where.effect.values == changed


def compare_hint(effect: Effect, seat: int, before: View, after: View) -> None:
    """The hint's points, spaces and ranks are those of the views before and after."""
    assert effect.points == after.seats[seat].points - before.seats[seat].points
    assert (effect.before, effect.rank_before) == standing(before, effect.province, seat)
    assert (effect.after, effect.rank_after) == standing(after, effect.province, seat)


def standing(seen: View, province: str, seat: int) -> tuple[int, int]:
    standings = next(p.standings for p in seen.provinces if p.key == province)
    return next((one.space, one.rank) for one in standings if one.seat == seat)


@given(positions(), st.integers(SPECTATOR, 3))
def test_without_hints_a_view_has_none_and_is_the_same_otherwise(game: Any, viewer: int) -> None:
    viewer = min(viewer, int(game.players) - 1)
    hinted, plain = view(game, viewer), view(game, viewer, hints=False)
    assert not list(hints(plain))
    assert without_hints(hinted) == plain
    assert viewer != SPECTATOR or not list(hints(hinted))


def hints(seen: View) -> Iterator[Effect]:
    found = [p.effect for p in seen.provinces] + [card.effect for card in seen.rome]
    found += [card.effect for seat in seen.seats for card in (*seat.hand, *seat.played)]
    return (effect for effect in found if effect is not None)


def without_hints(seen: View) -> View:
    return replace(
        seen,
        provinces=tuple(replace(p, effect=None) for p in seen.provinces),
        rome=tuple(replace(card, effect=None) for card in seen.rome),
        seats=tuple(replace(seat, hand=tuple(replace(card, effect=None) for card in seat.hand)) for seat in seen.seats),
    )
