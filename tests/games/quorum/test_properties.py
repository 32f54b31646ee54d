"""Properties of Quorum at any point of any game, sought by Hypothesis."""

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, note
from hypothesis import strategies as st
from tests.games.quorum.positions import (
    ADVANCE,
    ENDED,
    GAME,
    PLAY,
    SPECTATOR,
    TAKE,
    Event,
    State,
    actions,
    all_cards,
    c,
    copy_game,
    deck_of,
    events,
    gods_held,
    hand_of,
    of_kind,
    of_seats,
    order,
    played_by,
    rome_of,
    seed_of,
)
from tests.games.quorum.steered import RARITIES, begin, play_on

from trigrad.engine.header import game_from_bytes
from trigrad.games.quorum import scoring
from trigrad.games.quorum.rules.turn import gods_in_rome
from trigrad.games.quorum.state import is_shown
from trigrad.games.quorum.view import Effect, View, score_sheet, view

SEEDS = st.binary(min_size=32, max_size=32)
PLAYERS = st.integers(c.PLAYERS_MIN, c.PLAYERS_MAX)
CHANCE = st.randoms(use_true_random=False)


@st.composite
def positions(draw: st.DrawFn, *, over: bool = False, made_up: bool | None = None) -> State:
    """A game some choices after its start, or at its end; steered to rare states."""
    chance = draw(CHANCE)
    made_up = draw(st.booleans()) if made_up is None else made_up
    game = begin(draw(PLAYERS), draw(SEEDS), chance, made_up)
    play_on(game, chance, GAME.max_game_length if over else draw(st.integers(0, 130)))
    note(f"{game.players} players, {of_seats(game, game.played_count)} cards in play")
    return game


@pytest.mark.parametrize("rarity", RARITIES)
def test_rare_states_are_reached(rarity: str) -> None:
    """What the properties are sought in: else they would hold by saying little."""
    assert any(RARITIES[rarity](game, happened) for game, happened in some_pieces())


def some_pieces() -> Iterator[tuple[State, list[Event]]]:
    """Games after each ten choices, with what happened in them."""
    for number in range(40):
        chance = random.Random(number)
        game = begin(2 + number % 3, seed_of(number), chance, made_up=number % 4 > 0)
        while not game.over:
            yield game, play_on(game, chance, 10)


@given(positions())
def test_all_86_cards_are_there_once_each(game: State) -> None:
    assert all_cards(game) == list(range(86))


@given(positions())
def test_hands_hold_four_cards_between_turns_gods_included(game: State) -> None:
    for seat in range(game.players):
        in_hand = int(game.hand_size[seat]) + int(game.god_count[seat])
        acting = seat == game.to_move and game.step != TAKE
        assert in_hand == 4 + acting
        assert game.god_count[seat] <= 3


@given(positions())
def test_markers_values_and_rankings_stay_in_range(game: State) -> None:
    assert all(1 <= points <= 4 for points in game.values)
    assert all(0 <= on <= 15 for row in game.spaces for on in row)
    for where, key in enumerate(c.PROVINCES):
        ahead = order(game, key)
        assert sorted(ahead) == list(range(game.players))
        spaces = [int(game.spaces[seat, where]) for seat in ahead]
        assert spaces == sorted(spaces, reverse=True)


@given(positions(made_up=False))
def test_marker_sums_are_the_influence_of_the_cards_in_play_and_of_the_gods(game: State) -> None:
    for seat in range(game.players):
        for where in range(6):
            moved = sum(c.CARD_LIST[card].influence for card in played_by(game, seat) if c.CARD_PROVINCE[card] == where)
            assert min(15, moved) <= game.spaces[seat, where] <= moved + game.god_count[seat]


@given(positions(), st.integers(SPECTATOR, 3), SEEDS, st.booleans())
def test_what_a_viewer_cannot_know_does_not_show(game: State, viewer: int, seed: bytes, memory: bool) -> None:
    viewer = min(viewer, int(game.players) - 1)
    assert view(GAME.resampled(game, viewer, seed), viewer, memory) == view(game, viewer, memory)


@given(positions(), st.integers(SPECTATOR, 3), SEEDS)
def test_resampled_worlds_hold_the_same_cards_and_keep_what_was_seen(game: State, viewer: int, seed: bytes) -> None:
    viewer = min(viewer, int(game.players) - 1)
    other = GAME.resampled(game, viewer, seed)
    assert all_cards(other) == list(range(86))
    assert c.back(deck_of(other)[0]) == c.back(deck_of(game)[0])
    for seat in range(game.players):
        for before, after in zip(hand_of(game, seat), hand_of(other, seat), strict=True):
            known = seat == viewer or is_shown(game, before)
            assert before == after if known else not is_shown(game, after)
    for before, after in zip(rome_of(game), rome_of(other), strict=True):
        assert c.is_god(after) if c.is_god(before) else before == after
    for field in ("step", "replaced", "played", "gods", "shown", "spaces", "ranking", "values", "ring"):
        assert game[field].tobytes() == other[field].tobytes()


@given(positions(), SEEDS)
def test_bytes_round_trip(game: State, choices: bytes) -> None:
    other = game_from_bytes(State, game.tobytes())
    for byte in choices:
        if game.over:
            break
        action = GAME.legal(game)[byte % len(GAME.legal(game))]
        assert GAME.apply(other, action) == GAME.apply(game, action)
    assert other.tobytes() == game.tobytes()


@given(positions(over=True))
def test_the_score_sheet_is_the_score(game: State) -> None:
    for sheet in score_sheet(game):
        parts = sum(line.points for line in sheet.provinces) + sum(line.points for line in sheet.types)
        assert sheet.total == parts == game.scores[sheet.seat] == scoring.score(game, sheet.seat)
        assert sheet.place == game.places[sheet.seat]
        assert all(line.points == line.multiplier * line.cards for line in sheet.provinces)


@given(PLAYERS, SEEDS, CHANCE, st.booleans())
def test_a_game_lasts_twelve_turns_a_player_each_takes_a_card_from_the_deck(
    players: int, seed: bytes, chance: random.Random, made_up: bool
) -> None:
    game = begin(players, seed, chance, made_up)
    size, choices = int(game.deck_size), 0
    while not game.over:
        play_on(game, chance, 1)
        choices += 1
    assert of_seats(game, game.played_count) == [12] * players
    assert size - game.deck_size == 12 * players
    assert 2 * 12 * players <= choices <= (3 * 12 + 3) * players


@given(positions(), CHANCE)
def test_events_tell_what_becomes_of_the_record(game: State, chance: random.Random) -> None:
    """Rome, markers and values follow from what was noted, and the player to move can always choose."""
    while not game.over:
        rome, spaces = rome_of(game), [[int(on) for on in row] for row in game.spaces]
        values, mover = [int(points) for points in game.values], int(game.to_move)
        happened = GAME.apply(game, chance.choice(GAME.legal(game)))
        for event in happened:
            if event.kind == events.REFILLED:
                rome[event.position] = event.card
            elif event.kind == events.ADVANCED:
                assert (event.player, spaces[event.player][event.province]) == (mover, event.before)
                spaces[event.player][event.province] = event.after
            elif event.kind == events.CHANGED:
                assert values[event.province] == event.before
                values[event.province] = event.after
        assert [-1 if c.is_god(card) else card for card in rome] == [
            -1 if c.is_god(card) else card for card in rome_of(game)
        ]
        assert spaces == [[int(on) for on in row] for row in game.spaces]
        assert values == list(game.values)
        assert bool(of_kind(happened, ENDED)) == bool(game.over)
        assert game.over or GAME.legal(game)
        assert all_cards(game) == list(range(86))


@given(positions())
def test_nobody_with_three_gods_is_left_with_nothing_to_take(game: State) -> None:
    if not game.over and game.step == TAKE and len(gods_held(game, int(game.to_move))) == 3:
        assert gods_in_rome(game) < 5


@given(positions())
def test_nothing_lies_behind_the_deck_or_a_hand(game: State) -> None:
    assert not any(game.deck[i] for i in range(game.deck_size, c.CARDS))
    for seat in range(game.players):
        assert not any(game.hand[seat, i] for i in range(game.hand_size[seat], c.HAND + 1))


@given(positions())
def test_a_hint_of_a_card_is_what_playing_it_does(game: State) -> None:
    if game.over or game.step != PLAY:
        return
    seat = int(game.to_move)
    before = view(game, seat)
    for index, card in enumerate(before.seats[seat].hand):
        after = copy_game(game)
        GAME.apply_silently(after, actions.PLAY_0 + index)
        assert card.effect is not None
        assert card.effect.values == {}
        assert card.effect.after - card.effect.before == card.influence or card.effect.after == 15
        compare_hint(card.effect, seat, before, view(after, seat))


@given(positions())
def test_a_hint_of_a_god_is_what_letting_it_act_does(game: State) -> None:
    if game.over or game.step != ADVANCE:
        return
    seat = int(game.to_move)
    before = view(game, seat)
    for where in before.provinces:
        after = copy_game(game)
        GAME.apply_silently(after, actions.ADVANCE_0 + c.PROVINCES.index(where.key))
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
def test_without_hints_a_view_has_none_and_is_the_same_otherwise(game: State, viewer: int) -> None:
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
