"""What is hidden, from whom, and how it is drawn anew: Ruling Q7 by name."""

from collections import Counter
from itertools import permutations

import pytest
from tests.games.quorum.positions import (
    ENDED,
    FIRST,
    GALLIA,
    GAME,
    SECOND,
    SPECTATOR,
    THIRD,
    State,
    actions,
    c,
    cards,
    deck_of,
    events,
    god,
    hand_of,
    only_card,
    play,
    position,
    rome_of,
    seed_of,
    take,
)

from trigrad.games.quorum.state import is_shown
from trigrad.games.quorum.view import view


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
    take(game, 0)
    assert view(game, SECOND).seats[FIRST].gods == ("mars",)
    assert view(game, SECOND).god == "mars"


def test_ruling_q07_the_end_reveals_nothing_more() -> None:
    game = GAME.new(3, seed_of(1))
    while not game.over:
        happened = GAME.apply(game, GAME.legal(game)[0])
    hands = view(game, FIRST).seats[SECOND].hand
    assert hands
    assert all(card.card is None for card in hands)
    assert happened[-1].kind == ENDED
    assert not [event for event in happened if event.kind in GAME.revealing]


def test_ruling_q07_memory_shows_cards_that_were_taken_openly() -> None:
    hand = [GALLIA[0], *cards(province="asia")[:3]]
    game = position(hands={SECOND: hand}, shown=[hand[1]])
    assert [card.card for card in view(game, FIRST, memory=True).seats[SECOND].hand] == [None, hand[1], None, None]
    assert [card.card for card in view(game, FIRST).seats[SECOND].hand] == [None] * 4


def test_ruling_q07_whatever_lay_in_rome_has_been_seen() -> None:
    """A card comes to Rome and is taken: in that hand everybody knows it, and every drawn world keeps it."""
    coming = only_card("asia", 3)
    game = position(rome=GALLIA[:5], deck_top=[coming])
    take(game, 0)
    play(game, hand_of(game, FIRST)[0])
    take(game, 0)
    assert hand_of(game, SECOND)[-1] == coming
    assert view(game, FIRST, memory=True).seats[SECOND].hand[-1].card == coming
    assert all(hand_of(GAME.resampled(game, FIRST, seed_of(seed)), SECOND)[-1] == coming for seed in range(10))


@pytest.mark.parametrize("seed", range(6))
def test_ruling_q07_seen_are_just_the_cards_that_lay_in_rome_or_in_play(seed: int) -> None:
    game = GAME.new(2 + seed % 3, seed_of(seed))
    seen = set(rome_of(game))
    while not game.over:
        wanted = actions.REPLACE if actions.REPLACE in GAME.legal(game) else GAME.legal(game)[seed % 2]
        for event in GAME.apply(game, wanted):
            if event.kind == events.REFILLED and event.card >= 0:
                seen.add(event.card)
            if event.kind == events.PLAYED:
                seen.add(event.card)
        assert {card for card in range(72) if is_shown(game, card)} == seen


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


# --- As numbers ---------------------------------------------------------------------------


def seen_hands(game: State, viewer: int, memory: bool) -> list[list[int]]:
    """The hands in an observation: 1 + a card's number, or 73 + the province of its back."""
    hands: list[list[int]] = GAME.observation.read(GAME.observe(game, viewer, memory))["hands"].tolist()
    return hands


def test_ruling_q07_an_observation_shows_own_fronts_and_others_backs() -> None:
    asia = cards(province="asia")[:3]
    game = position(hands={SECOND: [GALLIA[0], *asia]}, shown=[asia[0]])
    gallia, back = 73 + c.PROVINCES.index("gallia"), 73 + c.PROVINCES.index("asia")
    assert seen_hands(game, SECOND, False)[0] == [GALLIA[0] + 1, *(card + 1 for card in asia), 0]
    assert seen_hands(game, FIRST, False)[1] == [gallia, back, back, back, 0]
    assert seen_hands(game, FIRST, True)[1] == [gallia, asia[0] + 1, back, back, 0]
    assert seen_hands(game, SPECTATOR, True)[1] == [gallia, asia[0] + 1, back, back, 0]


def test_ruling_q07_two_worlds_that_look_alike_are_observed_alike() -> None:
    """In one of them the other player's hidden card, and the god in Rome, are others, with the same backs."""
    asia = cards(province="asia")[:3]
    own, top = cards(province="africa")[:4], [asia[2]]
    here = position(hands={FIRST: own, SECOND: [GALLIA[0], *asia[:2]]}, rome=[god("mars"), *GALLIA[3:7]], deck_top=top)
    there = position(
        hands={FIRST: own, SECOND: [GALLIA[1], *asia[:2]]}, rome=[god("venus"), *GALLIA[3:7]], deck_top=top
    )
    for memory in (False, True):
        assert GAME.observe(here, FIRST, memory).tolist() == GAME.observe(there, FIRST, memory).tolist()
        assert GAME.information_key(here, FIRST, memory) == GAME.information_key(there, FIRST, memory)
        assert GAME.observe(here, SECOND, memory).tolist() != GAME.observe(there, SECOND, memory).tolist()
        assert GAME.information_key(here, SECOND, memory) != GAME.information_key(there, SECOND, memory)


def test_ruling_q07_what_was_seen_counts_with_memory_alone() -> None:
    """Whether a card of a hand lay in Rome before, whoever remembers nothing cannot tell."""
    hand = [GALLIA[0], *cards(province="asia")[:3]]
    here, there = position(hands={SECOND: hand}, shown=[hand[0]]), position(hands={SECOND: hand})
    assert GAME.observe(here, FIRST, False).tolist() == GAME.observe(there, FIRST, False).tolist()
    assert GAME.information_key(here, FIRST, False) == GAME.information_key(there, FIRST, False)
    assert GAME.observe(here, FIRST).tolist() != GAME.observe(there, FIRST).tolist()
    assert GAME.information_key(here, FIRST) != GAME.information_key(there, FIRST)


def test_an_observation_begins_with_the_own_seat() -> None:
    game = position(3, markers={"gallia": [(SECOND, 5), (FIRST, 2), (THIRD, 0)]})
    gallia = c.PROVINCES.index("gallia")
    for viewer, spaces, ranks, mover in (
        (FIRST, [2, 5, 0, 0], [2, 1, 3, 0], 1),
        (SECOND, [5, 0, 2, 0], [1, 3, 2, 0], 3),
        (SPECTATOR, [2, 5, 0, 0], [2, 1, 3, 0], 1),
    ):
        parts = GAME.observation.read(GAME.observe(game, viewer))
        assert parts["spaces"][:, gallia].tolist() == spaces
        assert parts["ranks"][:, gallia].tolist() == ranks
        assert parts["to_move"] == mover
