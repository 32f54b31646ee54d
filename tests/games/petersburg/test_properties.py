"""Properties of Saint Petersburg at any point of any game, sought by Hypothesis."""

from typing import Any

import numpy as np
from hypothesis import given, note
from hypothesis import strategies as st
from tests.games.petersburg.positions import all_cards, money, points

from trigrad.engine.game import SPECTATOR
from trigrad.engine.header import copy_game
from trigrad.engine.journal import Event
from trigrad.games.petersburg import GAME, cards, events, income, scoring
from trigrad.games.petersburg import components as c
from trigrad.games.petersburg.state import ACT
from trigrad.games.petersburg.view import score_sheet, view

SEEDS = st.binary(min_size=32, max_size=32)
OPTIONS = st.fixed_dictionaries(
    {"expansions": st.sampled_from(c.EXPANSIONS)},
    optional={option.key: st.sampled_from([value for value, _ in option.choices]) for option in GAME.options[1:]},
)


@st.composite
def starts(draw: st.DrawFn) -> Any:
    """A new game of any number of players with any options."""
    players, options = draw(st.integers(2, 5)), draw(OPTIONS)
    note(f"{players} players, {options}")
    return GAME.new(players, draw(SEEDS), options)


@st.composite
def positions(draw: st.DrawFn, *, over: bool = False) -> Any:
    """A game some choices after its start, or at its end."""
    game, chance = draw(starts()), draw(st.randoms(use_true_random=False))
    left = 10_000 if over else draw(st.integers(0, 300))
    while left and not game.over:
        GAME.apply_silently(game, chance.choice(GAME.legal(game)))
        left -= 1
    return game


def change_by(event: Any) -> tuple[int, int, int]:
    """Seat, rubles and points that an event says have changed hands."""
    kind, seat = event.kind, event.player
    changes = {
        events.EV_DISC: (0, event.a),
        events.EV_BUY: (-event.b, 0),
        events.EV_DONKEY: (event.a, 0),
        events.EV_INCOME: (event.b, event.c),
        events.EV_UPKEEP: (-event.a, 0),
        events.EV_GUILD: (event.a, event.b),
        events.EV_POINTS_BOUGHT: (-event.c, event.b),
    }
    return seat, *changes.get(kind, (0, 0))


@given(starts(), st.randoms(use_true_random=False))
def test_no_card_ruble_or_point_appears_or_vanishes_unexplained(game: Any, chance: Any) -> None:
    at_start = all_cards(game)
    while not game.over:
        rubles, score = money(game), points(game)
        for event in GAME.apply(game, chance.choice(GAME.legal(game))):
            seat, more_rubles, more_points = change_by(event)
            rubles[seat] += more_rubles
            score[seat] += more_points
        assert money(game) == rubles
        assert points(game) == score
        assert min(rubles) >= 0
    assert all_cards(game) == at_start


@given(positions())
def test_what_is_kept_beside_the_areas_is_true(game: Any) -> None:
    for seat in range(game.players):
        owned = [kind for kind in range(c.TABLE_KINDS) for _ in range(game.owned[seat, kind])]
        for group in range(3):
            own = [kind for kind in owned if c.GROUP[kind] == group]
            assert game.cards[seat, group] == len(own)
            assert game.income_points[seat, group] == sum(int(c.POINTS[kind]) for kind in own)
            assert game.income_rubles[seat, group] == sum(max(0, int(c.RUBLES[kind])) for kind in own)
            assert game.discount[seat, group] == sum(int(c.DISCOUNTS[kind, group]) for kind in owned)
        assert game.wool[seat] == sum(int(c.WOOL[kind]) for kind in owned)
        free = [kind for kind in range(c.DISPLACEABLE) if cards.free_copies(game, seat, kind) > 0]
        assert game.displaceable[seat] == sum(1 << kind for kind in free)
        assert game.hand_size[seat] <= c.WAREHOUSE_LIMIT
    assert game.pile_cards == game.pile[: c.TABLE_KINDS].sum()
    thieves = [seat for seat in range(game.players) if c.THEFT_CARD in game.hand[seat, : game.hand_size[seat]]]
    assert [game.thief] == (thieves or [-1])


@given(positions())
def test_the_board_holds_at_most_eight_cards_after_the_first_round(game: Any) -> None:
    assert game.lower_size <= game.market_size <= max(c.MARKET, 2 * int(game.players))


@given(positions(), st.integers(SPECTATOR, 4), SEEDS)
def test_resampled_worlds_differ_only_in_the_order_of_the_decks(game: Any, viewer: int, seed: bytes) -> None:
    viewer = min(viewer, int(game.players) - 1)
    other = GAME.resampled(game, viewer, seed)
    for deck in range(4):
        assert sorted(other.deck[deck]) == sorted(game.deck[deck])
    for field in game.dtype.names:
        if field not in ("deck", "key", "block", "counter", "used"):
            assert np.array_equal(other[field], game[field]), field


@given(positions(), st.integers(SPECTATOR, 4))
def test_others_money_and_hands_do_not_show(game: Any, viewer: int) -> None:
    """A world in which another player has other rubles and other hand cards looks the same."""
    viewer = min(viewer, int(game.players) - 1)
    if game.over or game.open_money or game.open_hands:
        return
    other = copy_game(game)
    for seat in range(game.players):
        if seat != viewer:
            other.money[seat] += 3
            other.hand[seat, : other.hand_size[seat]] = c.KIND["market"]
    assert view(other, viewer) == view(game, viewer)
    assert score_sheet(other) == score_sheet(game)


@given(positions(over=True))
def test_the_score_sheet_adds_up(game: Any) -> None:
    for sheet in score_sheet(game):
        assert None not in (sheet.money_points, sheet.hand_points)
        parts = sheet.track + sheet.noble_points + (sheet.money_points or 0) + (sheet.hand_points or 0)
        assert sheet.total == parts == game.scores[sheet.seat] == scoring.score(game, sheet.seat)
        assert sheet.place == game.places[sheet.seat]


@given(positions())
def test_prices_shown_are_prices_paid(game: Any) -> None:
    if game.over or game.step != ACT:
        return
    seat = int(game.to_move)
    seen = view(game, seat)
    for card in seen.lower + seen.upper:
        legal = GAME.parse(f"buy {card.notation}") in GAME.legal(game)
        assert legal == any(price.affordable for price in card.prices)
        if legal and not card.trading:
            copy = copy_game(game)
            GAME.apply(copy, GAME.parse(f"buy {card.notation}"))
            before = int(game.money[seat])
            assert card.prices[0].total == before - int(copy.money[seat]) or copy.phase != game.phase


@given(positions())
def test_income_shown_is_income_paid(game: Any) -> None:
    if game.over or game.step != ACT or game.phase > c.ARISTOCRAT:
        return
    seen = [view(game, seat).seats[seat].next_income for seat in range(game.players)]
    happened: list[Event] = []
    copy = copy_game(game)
    while copy.phase == game.phase and not happened:
        happened = [event for event in GAME.apply(copy, GAME.parse("pass")) if event.kind == events.EV_INCOME]
    assert [(event.b, event.c) for event in happened] == [(shown.rubles, shown.points) for shown in seen]


@given(positions())
def test_questions_are_asked_only_of_owners(game: Any) -> None:
    if game.over or game.step < 7:
        return
    assert income.most_points(game) >= 0
    kind = {7: c.GUILD, 8: c.TRADING_HOUSE, 9: c.PUB}[int(game.step)]
    assert game.owned[game.to_move, kind] > 0
