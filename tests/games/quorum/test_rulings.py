"""Rulings Q1-Q7 by name: turns, gods, Rome, and what is hidden."""

from collections import Counter
from itertools import permutations
from typing import Any

import pytest
from tests.games.quorum.positions import (
    FIRST,
    SECOND,
    advance,
    cards,
    deck_of,
    god,
    gods,
    gods_held,
    hand_of,
    of_kind,
    only_card,
    play,
    playing,
    position,
    rome_of,
    space,
    value,
)

from trigrad.engine.conformance import Case, seed_of, walk
from trigrad.engine.game import SPECTATOR, IllegalAction
from trigrad.games.quorum import GAME, rules
from trigrad.games.quorum import components as c
from trigrad.games.quorum.state import ADVANCE, TAKE
from trigrad.games.quorum.view import view

GALLIA = cards(province="gallia")
ALL_ROME_CARDS = [rules.TAKE_0 + place for place in range(5)]


# --- Q1 ---------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ruling_q01_clockwise_until_all_have_twelve_cards_in_play(players: int) -> None:
    game = GAME.new(players, seed_of(players))
    seats = []
    while not game.over:
        seats += [event.player for event in of_kind(GAME.apply(game, GAME.legal(game)[-1]), rules.EV_PLAY)]
    assert seats == [(seats[0] + turn) % players for turn in range(12 * players)]
    assert game.played_count.tolist()[:players] == [12] * players


def test_ruling_q01_any_seat_can_begin() -> None:
    assert {int(GAME.new(3, seed_of(seed)).to_move) for seed in range(40)} == {0, 1, 2}


# --- Q2 ---------------------------------------------------------------------------


def test_ruling_q02_the_ring_is_random_and_all_values_are_two() -> None:
    games = [GAME.new(2, seed_of(seed)) for seed in range(40)]
    assert all(sorted(game.ring) == [0, 1, 2, 3, 4, 5] for game in games)
    assert all(game.values.tolist() == [2] * 6 for game in games)
    assert all({int(game.ring[place]) for game in games} == {0, 1, 2, 3, 4, 5} for place in range(6))


RING = ("asia", "germania", "africa", "hispania", "macedonia", "gallia")  # clockwise


@pytest.mark.parametrize("place", range(6))
def test_ruling_q02_right_is_the_clockwise_neighbour(place: int) -> None:
    game = position(step=ADVANCE, ring=RING, gods_of={FIRST: [god("vulcan")]})
    assert [p.key for p in view(game, SPECTATOR).provinces] == list(RING)
    GAME.apply(game, advance(RING[place]))
    expected = dict.fromkeys(RING, 2) | {RING[place - 1]: 3, RING[(place + 1) % 6]: 1}
    assert {key: value(game, key) for key in RING} == expected


@pytest.mark.parametrize(
    ("key", "left", "right"),
    [
        ("minerva", 3, 3),
        ("neptune", 1, 1),
        ("pluto", 3, 3),
        ("venus", 1, 3),
        ("vulcan", 3, 1),
        ("mars", 3, 1),
        ("jupiter", 1, 1),
    ],
)
def test_ruling_q02_each_god_changes_its_two_neighbours(key: str, left: int, right: int) -> None:
    game = position(step=ADVANCE, ring=RING, gods_of={FIRST: [god(key)]})
    GAME.apply(game, advance("africa"))
    assert (value(game, "germania"), value(game, "hispania")) == (left, right)


# --- Q3 ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "before", "after"),
    [
        ("vulcan", (4, 2), (4, 1)),
        ("vulcan", (2, 1), (3, 1)),
        ("vulcan", (4, 1), (4, 1)),
        ("venus", (1, 3), (1, 4)),
        ("venus", (3, 4), (2, 4)),
        ("minerva", (3, 4), (4, 4)),
        ("jupiter", (1, 2), (1, 1)),
    ],
)
def test_ruling_q03_a_change_beyond_1_to_4_is_ignored_alone(
    key: str, before: tuple[int, int], after: tuple[int, int]
) -> None:
    game = position(
        step=ADVANCE,
        ring=RING,
        gods_of={FIRST: [god(key)]},
        values={"germania": before[0], "hispania": before[1]},
    )
    happened = GAME.apply(game, advance("africa"))
    assert (value(game, "germania"), value(game, "hispania")) == after
    assert space(game, FIRST, "africa") == 1
    changes = [(event.b, event.c) for event in of_kind(happened, rules.EV_VALUE)]
    assert changes == list(zip(before, after, strict=True))


# --- Q4 ---------------------------------------------------------------------------


def test_ruling_q04_a_card_goes_to_the_hand_and_the_next_takes_its_position() -> None:
    game = position(rome=GALLIA[:5], deck_top=[GALLIA[7]])
    hand = hand_of(game, FIRST)
    happened = GAME.apply(game, rules.TAKE_0 + 2)
    assert hand_of(game, FIRST) == [*hand, GALLIA[2]]
    assert rome_of(game) == [*GALLIA[:2], GALLIA[7], *GALLIA[3:5]]
    assert [event.kind for event in happened] == [rules.EV_TAKE, rules.EV_REFILL]
    assert GAME.legal(game) == [rules.PLAY_0 + i for i in range(5)]


def test_ruling_q04_rome_is_refilled_before_the_god_is_shown_then_acts_then_a_card_is_played() -> None:
    vulcan, other = god("vulcan"), god("mars")
    game = position(rome=[*GALLIA[:4], vulcan], deck_top=[other], ring=RING)
    hand = hand_of(game, FIRST)
    taken = GAME.apply(game, rules.TAKE_0 + 4)
    assert [event.kind for event in taken] == [rules.EV_TAKE, rules.EV_REFILL, rules.EV_GOD]
    assert [taken[0].b, taken[1].b] == [-1, -1]  # face down, both
    assert c.GODS[taken[2].a] == "vulcan"
    assert rome_of(game)[4] == other
    assert view(game, FIRST).rome[4].card is None
    assert (gods_held(game, FIRST), hand_of(game, FIRST)) == ([vulcan], hand)
    assert GAME.legal(game) == [rules.ADVANCE_0 + where for where in range(6)]
    acted = GAME.apply(game, advance("africa"))
    assert [event.kind for event in acted] == [rules.EV_ADVANCE, rules.EV_VALUE, rules.EV_VALUE]
    assert [c.PROVINCES[event.a] for event in acted] == ["africa", "germania", "hispania"]
    assert GAME.legal(game) == [rules.PLAY_0 + i for i in range(4)]
    play(game, hand[0])
    assert (hand_of(game, FIRST), gods_held(game, FIRST), int(game.to_move)) == (hand[1:], [vulcan], SECOND)


def test_ruling_q04_a_god_may_act_where_the_own_marker_cannot_advance() -> None:
    game = position(step=ADVANCE, ring=RING, gods_of={FIRST: [god("vulcan")]}, markers={"africa": [(FIRST, 15)]})
    GAME.apply(game, advance("africa"))
    assert (space(game, FIRST, "africa"), value(game, "germania"), value(game, "hispania")) == (15, 3, 1)


def test_ruling_q04_there_is_always_a_card_to_play_even_with_three_gods() -> None:
    held = [god("mars"), god("venus")]
    game = position(rome=[god("vulcan"), *GALLIA[:4]], gods_of={FIRST: held})
    GAME.apply(game, rules.TAKE_0)
    GAME.apply(game, advance("asia"))
    assert GAME.legal(game) == [rules.PLAY_0, rules.PLAY_0 + 1]
    GAME.apply(game, rules.PLAY_0)
    assert (len(gods_held(game, FIRST)), len(hand_of(game, FIRST))) == (3, 1)


def test_ruling_q04_replaced_positions_are_in_drawing_order() -> None:
    game = position(rome=[*gods(3), *GALLIA[:2]], deck_top=GALLIA[5:10])
    GAME.apply(game, rules.REPLACE)
    assert rome_of(game) == GALLIA[5:10]


# --- Q5 ---------------------------------------------------------------------------


@pytest.mark.parametrize("count", range(6))
def test_ruling_q05_rome_can_be_replaced_with_three_gods_or_more(count: int) -> None:
    game = position(rome=[*gods(count), *GALLIA[: 5 - count]])
    assert (rules.REPLACE in GAME.legal(game)) == (count >= 3)
    assert view(game, FIRST).may_replace == (count >= 3)


def test_ruling_q05_only_before_taking() -> None:
    game = position(rome=[*gods(4), GALLIA[0]], deck_top=[GALLIA[1]])
    GAME.apply(game, rules.TAKE_0 + 4)
    with pytest.raises(IllegalAction):
        GAME.apply(game, rules.REPLACE)


def test_ruling_q05_once_a_turn_and_again_in_the_next() -> None:
    game = position(rome=[*gods(3), *GALLIA[:2]], deck_top=[*gods(6)[3:], *GALLIA[2:4]])
    GAME.apply(game, rules.REPLACE)
    assert GAME.legal(game) == ALL_ROME_CARDS
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(game, rules.REPLACE)
    assert refused.value.reason.pattern == "Rome can be replaced only once a turn."
    GAME.apply(game, rules.TAKE_0 + 4)
    GAME.apply(game, rules.PLAY_0)
    assert (int(game.to_move), rules.REPLACE in GAME.legal(game)) == (SECOND, True)


def test_ruling_q05_five_are_drawn_before_the_old_five_return() -> None:
    old = [*gods(3), *GALLIA[:2]]
    orders = set()
    for seed in range(20):
        game = GAME.resampled(position(rome=old), FIRST, seed_of(seed))
        old_now, coming = rome_of(game), deck_of(game)[:5]
        size = int(game.deck_size)
        GAME.apply(game, rules.REPLACE)
        assert rome_of(game) == coming
        assert set(old_now) < set(deck_of(game))
        assert game.deck_size == size
        orders.add(tuple(deck_of(game).index(card) for card in old_now[3:]))
    assert len(orders) > 10  # shuffled in, not put under


# --- Q6 ---------------------------------------------------------------------------

THREE = [god("mars"), god("venus"), god("vulcan")]
OTHERS = [card for card in range(72, 86) if card not in THREE]


def test_ruling_q06_nobody_takes_a_fourth_god() -> None:
    game = position(rome=[GALLIA[0], OTHERS[0], GALLIA[1], OTHERS[1], GALLIA[2]], gods_of={FIRST: THREE})
    assert GAME.legal(game) == [rules.TAKE_0, rules.TAKE_0 + 2, rules.TAKE_0 + 4]
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(game, rules.TAKE_0 + 1)
    assert refused.value.reason.pattern == "Nobody may hold more than three gods."


def before_five_gods(**described: Any) -> Any:
    """The first player is to play; then it is the turn of the second, before whom five gods lie."""
    return playing(GALLIA[0], rome=OTHERS[:5], **described)


def test_ruling_q06_five_gods_are_replaced_when_the_turn_of_a_holder_of_three_begins() -> None:
    game = before_five_gods(gods_of={SECOND: THREE}, deck_top=GALLIA[1:6])
    happened = play(game, GALLIA[0])
    assert [event[:3] for event in of_kind(happened, rules.EV_REPLACE)] == [(rules.EV_REPLACE, SECOND, 1)]
    assert rome_of(game) == GALLIA[1:6]
    assert (int(game.to_move), int(game.step)) == (SECOND, TAKE)
    assert set(OTHERS[:5]) < set(deck_of(game))


def test_ruling_q06_others_meet_five_gods_as_they_are() -> None:
    game = before_five_gods(gods_of={SECOND: THREE[:2]})
    assert of_kind(play(game, GALLIA[0]), rules.EV_REPLACE) == []
    assert rome_of(game) == OTHERS[:5]
    assert GAME.legal(game) == [*ALL_ROME_CARDS, rules.REPLACE]


def test_ruling_q06_again_until_a_rome_card_shows() -> None:
    game = before_five_gods(gods_of={SECOND: THREE}, deck_top=OTHERS[5:10])
    happened = play(game, GALLIA[0])
    assert len(of_kind(happened, rules.EV_REPLACE)) >= 2
    assert rules.gods_in_rome(game) < 5
    assert GAME.legal(game)[0] < rules.REPLACE


def test_ruling_q06_the_optional_replacement_stays_open() -> None:
    game = before_five_gods(gods_of={SECOND: THREE}, deck_top=[*OTHERS[5:9], GALLIA[1]])
    play(game, GALLIA[0])
    assert GAME.legal(game) == [rules.TAKE_0 + 4, rules.REPLACE]
    GAME.apply(game, rules.REPLACE)
    assert rules.REPLACE not in GAME.legal(game)


def test_ruling_q06_also_after_an_optional_replacement_that_shows_five_gods() -> None:
    game = position(rome=[*OTHERS[:3], *GALLIA[:2]], gods_of={FIRST: THREE}, deck_top=OTHERS[3:8])
    happened = GAME.apply(game, rules.REPLACE)
    replaced = [(event.player, event.a) for event in of_kind(happened, rules.EV_REPLACE)]
    assert replaced[0] == (FIRST, 0)
    assert replaced[1:]
    assert set(replaced[1:]) == {(FIRST, 1)}
    assert rules.gods_in_rome(game) < 5
    assert rules.REPLACE not in GAME.legal(game)


def test_ruling_q06_undo_treats_it_as_something_revealed() -> None:
    game = before_five_gods(gods_of={SECOND: THREE}, deck_top=GALLIA[1:6])
    assert any(event.kind in GAME.revealing for event in play(game, GALLIA[0]))


# --- Q7 ---------------------------------------------------------------------------


def test_ruling_q07_backs_are_public_and_fronts_are_not() -> None:
    hand = [GALLIA[0], *cards(province="asia")[:3]]
    game = position(3, hands={SECOND: hand}, rome=[god("mars"), *GALLIA[1:5]], deck_top=[god("venus")])
    own, others = view(game, SECOND).seats[SECOND].hand, view(game, FIRST).seats[SECOND].hand
    assert [card.card for card in own] == hand
    assert [(card.back, card.card, card.type) for card in others] == [
        ("gallia", None, None),
        ("asia", None, None),
        ("asia", None, None),
        ("asia", None, None),
    ]
    assert view(game, SPECTATOR).seats[SECOND].hand == others
    assert [card.back for card in view(game, FIRST).rome] == ["god", *["gallia"] * 4]
    assert view(game, FIRST).rome[0].card is None
    assert view(game, FIRST).deck_top == "god"


def test_ruling_q07_gods_are_public_once_taken() -> None:
    game = position(rome=[god("mars"), *GALLIA[:4]])
    GAME.apply(game, rules.TAKE_0)
    assert view(game, SECOND).seats[FIRST].gods == ("mars",)
    assert view(game, SECOND).god == "mars"


def test_ruling_q07_the_end_reveals_nothing_more() -> None:
    *_, game = walk(Case(GAME, 3, {}, 1))
    assert game.over
    hands = view(game, FIRST).seats[SECOND].hand
    assert hands
    assert all(card.card is None for card in hands)
    assert rules.EV_END not in GAME.revealing


def test_ruling_q07_memory_shows_cards_that_were_taken_openly() -> None:
    hand = [GALLIA[0], *cards(province="asia")[:3]]
    game = position(hands={SECOND: hand}, shown=[hand[1]])
    assert [card.card for card in view(game, FIRST, memory=True).seats[SECOND].hand] == [None, hand[1], None, None]
    assert [card.card for card in view(game, FIRST).seats[SECOND].hand] == [None] * 4


def test_ruling_q07_whatever_lay_in_rome_has_been_seen() -> None:
    """A card comes to Rome and is taken: in that hand everybody knows it, and every drawn world keeps it."""
    coming = only_card("asia", 3)
    game = position(rome=GALLIA[:5], deck_top=[coming])
    GAME.apply(game, rules.TAKE_0)
    GAME.apply(game, rules.PLAY_0)
    GAME.apply(game, rules.TAKE_0)
    assert hand_of(game, SECOND)[-1] == coming
    assert view(game, FIRST, memory=True).seats[SECOND].hand[-1].card == coming
    assert all(hand_of(GAME.resampled(game, FIRST, seed_of(seed)), SECOND)[-1] == coming for seed in range(10))


@pytest.mark.parametrize("seed", range(6))
def test_ruling_q07_seen_are_just_the_cards_that_lay_in_rome_or_in_play(seed: int) -> None:
    game = GAME.new(2 + seed % 3, seed_of(seed))
    seen = set(rome_of(game))
    while not game.over:
        wanted = rules.REPLACE if rules.REPLACE in GAME.legal(game) else GAME.legal(game)[seed % 2]
        for event in GAME.apply(game, wanted):
            if event.kind == rules.EV_REFILL and event.b >= 0:
                seen.add(event.b)
            if event.kind == rules.EV_PLAY:
                seen.add(event.a)
        assert {card for card in range(72) if rules.is_shown(game, card)} == seen


def test_ruling_q07_a_card_shuffled_back_is_never_among_those_dealt() -> None:
    """Each front that fits is drawn about alike often; those seen, or in the own hand, never."""
    own, seen = GALLIA[:2], GALLIA[2:5]
    asia = cards(province="asia")
    game = position(
        hands={FIRST: [*own, *cards(province="africa")[:2]], SECOND: [GALLIA[5], *asia[:3]]},
        rome=cards(province="hispania")[:5],
        deck_top=[seen[0]],
        shown=seen,
    )
    drawn, tops = [], []
    for seed in range(420):
        other = GAME.resampled(game, FIRST, seed_of(seed))
        drawn.append(hand_of(other, SECOND)[0])
        tops.append(deck_of(other)[0])
    assert set(drawn) == set(GALLIA[5:])
    # 7 candidates, 60 draws each on average, standard deviation 7.2
    assert all(31 < drawn.count(card) < 89 for card in GALLIA[5:])
    # The top of the deck can be a card that was seen: 9 candidates for it, all but the own two and the drawn one
    assert set(tops) == set(GALLIA[2:])


def test_ruling_q07_the_deck_below_its_top_is_in_any_order() -> None:
    game = position()
    deck = set(deck_of(game))
    worlds = [deck_of(GAME.resampled(game, FIRST, seed_of(seed))) for seed in range(400)]
    # 77 hidden cards: 73 of the deck, four of the other hand
    for place in (1, 30, len(deck) - 1):
        found = {world[place] for world in worlds}
        assert found <= deck | set(hand_of(game, SECOND))
        assert len(found) > 65  # each is missed by 400 draws with a chance of 0.5 %


def test_ruling_q07_all_worlds_that_fit_are_drawn_alike() -> None:
    """Two hidden cards of Gaul in a hand, one on the deck; left for them are three cards unseen and one seen."""
    unseen, seen = GALLIA[:3], GALLIA[3]
    game = position(
        hands={SECOND: [*unseen[:2], *cards(province="asia")[:2]]},
        deck_top=[unseen[2], seen],
        played={FIRST: GALLIA[4:]},
        shown=[seen],
    )
    worlds = Counter(
        (*hand_of(world, SECOND)[:2], deck_of(world)[0])
        for world in (GAME.resampled(game, FIRST, seed_of(seed)) for seed in range(480))
    )
    fitting = {world for world in permutations(GALLIA[:4], 3) if seen not in world[:2]}
    assert len(fitting) == 12
    assert set(worlds) == fitting
    # 40 draws each on average; the sum has mean 11 and standard deviation 4.7
    assert sum((count - 40) ** 2 / 40 for count in worlds.values()) < 30


def test_ruling_q07_face_down_gods_are_drawn_anew() -> None:
    game = position(rome=[god("mars"), *GALLIA[:4]], gods_of={SECOND: [god("mars", 1)]})
    drawn = {rome_of(GAME.resampled(game, FIRST, seed_of(seed)))[0] for seed in range(150)}
    assert drawn == set(range(72, 86)) - {god("mars", 1)}
