"""Properties of Saint Petersburg at any point of any game, sought by Hypothesis."""

import random

from hypothesis import given
from hypothesis import strategies as st
from tests.games.petersburg.reading import all_cards, money, points
from tests.games.petersburg.strategies import CHANCE, TASTES, choose, positions, starts

from trigrad.engine.header import copy_game
from trigrad.engine.journal import Event
from trigrad.games.petersburg import GAME, events
from trigrad.games.petersburg import components as c
from trigrad.games.petersburg.rules import cards, income
from trigrad.games.petersburg.state import ACT, GUILD_MIX, HOUSE_DEAL, PUB_DEAL, State
from trigrad.games.petersburg.view import view


def change_by(event: Event) -> tuple[int, int]:
    """Rubles and points that an event says its seat has gained."""
    if event.kind in (events.INCOME_PAID, events.GUILD_PAID):
        return event.rubles, event.points
    if event.kind == events.POINTS_BOUGHT:
        return -event.rubles, event.points
    if event.kind == events.SYCOPHANTS_PAID:
        return -event.rubles, 0
    if event.kind == events.DONKEY_PAID:
        return event.rubles, 0
    if event.kind == events.BOUGHT:
        return -event.price, 0
    return (0, event.points) if event.kind == events.DISC_SCORED else (0, 0)


@given(starts(), CHANCE, st.sampled_from(sorted(TASTES)))
def test_no_card_ruble_or_point_appears_or_vanishes_unexplained(game: State, chance: random.Random, taste: str) -> None:
    at_start = all_cards(game)
    while not game.over:
        rubles, score = money(game), points(game)
        for event in GAME.apply(game, choose(game, chance, taste)):
            more_rubles, more_points = change_by(event)
            rubles[event.player] += more_rubles
            score[event.player] += more_points
        assert money(game) == rubles
        assert points(game) == score
        assert min(rubles) >= 0
    assert all_cards(game) == at_start


@given(positions())
def test_what_is_kept_beside_the_areas_is_true(game: State) -> None:
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


@given(positions())
def test_what_is_kept_beside_hands_and_pile_is_true(game: State) -> None:
    assert game.pile_cards == sum(game.pile[kind] for kind in range(c.TABLE_KINDS))
    held = [seat for seat in range(game.players) for i in range(game.hand_size[seat]) if _is_pickpocket(game, seat, i)]
    assert [game.pickpocket] == (held or [-1])


def _is_pickpocket(game: State, seat: int, index: int) -> bool:
    return game.hand[seat, index] == c.PICKPOCKET


@given(positions())
def test_guests_and_used_cards_lie_on_cards_that_are_there(game: State) -> None:
    for seat in range(game.players):
        for kind in range(c.TABLE_KINDS):
            assert cards.free_copies(game, seat, kind) >= 0
    for host, owner in zip(game.host, game.host_owner, strict=True):
        assert (host >= 0) == (owner >= 0)
        assert host < 0 or c.CAN_HOST[host] == 1


@given(positions())
def test_the_board_holds_at_most_eight_cards_after_the_first_round(game: State) -> None:
    assert game.lower_size <= game.market_size <= max(c.MARKET, 2 * int(game.players))


@given(positions())
def test_prices_shown_are_prices_paid(game: State) -> None:
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
            assert card.prices[0].total == before - int(copy.money[seat])


@given(positions())
def test_income_shown_is_income_paid(game: State) -> None:
    if game.over or game.step != ACT or game.phase > c.ARISTOCRAT:
        return
    seen = [view(game, seat).seats[seat].next_income for seat in range(game.players)]
    happened: list[Event] = []
    copy = copy_game(game)
    while copy.phase == game.phase and not happened:
        happened = [event for event in GAME.apply(copy, GAME.parse("pass")) if event.kind == events.INCOME_PAID]
    assert [(event.rubles, event.points) for event in happened] == [(shown.rubles, shown.points) for shown in seen]


@given(positions())
def test_questions_are_asked_only_of_owners(game: State) -> None:
    if game.over or game.step < GUILD_MIX:
        return
    assert income.most_points(game) >= 0
    kind = {GUILD_MIX: c.GUILD, HOUSE_DEAL: c.TRADING_HOUSE, PUB_DEAL: c.PUB}[int(game.step)]
    assert game.owned[game.to_move, kind] > 0
