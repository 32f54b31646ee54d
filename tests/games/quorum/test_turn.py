"""The two steps of a turn, Rome, markers and the end: Rulings Q1, Q4, Q5, Q6 and Q8 by name."""

import pytest
from tests.games.quorum.positions import (
    ADVANCE,
    CLOCKWISE,
    ENDED,
    FIRST,
    FOURTH,
    GALLIA,
    GAME,
    PLAY,
    SECOND,
    TAKE,
    THIRD,
    State,
    act,
    c,
    cards,
    deck_of,
    events,
    god,
    gods,
    gods_held,
    hand_of,
    legal,
    of_kind,
    of_seats,
    only_card,
    order,
    play,
    playing,
    position,
    replace_rome,
    rome_of,
    seed_of,
    space,
    take,
    value,
)

from trigrad.engine.game import IllegalAction
from trigrad.games.quorum.rules.turn import gods_in_rome
from trigrad.games.quorum.view import view

ALL_OF_ROME = [f"take {number}" for number in range(1, 6)]


# --- Q1 ---------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ruling_q01_clockwise_until_all_have_twelve_cards_in_play(players: int) -> None:
    game = GAME.new(players, seed_of(players))
    happened = []
    while not game.over:
        happened += GAME.apply(game, GAME.legal(game)[-1])
    seats = [event.player for event in of_kind(happened, events.PLAYED)]
    assert seats == [(seats[0] + turn) % players for turn in range(12 * players)]
    assert of_seats(game, game.played_count) == [12] * players
    assert [event for event in happened if event.kind == ENDED] == [happened[-1]]
    assert (legal(game), int(game.to_move)) == ([], -1)


def test_ruling_q01_any_seat_can_begin() -> None:
    assert {int(GAME.new(3, seed_of(seed)).to_move) for seed in range(40)} == {0, 1, 2}


# --- Q4 ---------------------------------------------------------------------------


def test_ruling_q04_a_card_goes_to_the_hand_and_the_next_takes_its_position() -> None:
    game = position(rome=GALLIA[:5], deck_top=[GALLIA[7]])
    hand = hand_of(game, FIRST)
    happened = take(game, 2)
    assert hand_of(game, FIRST) == [*hand, GALLIA[2]]
    assert rome_of(game) == [*GALLIA[:2], GALLIA[7], *GALLIA[3:5]]
    assert [event.kind for event in happened] == [events.TAKEN, events.REFILLED]
    assert [(event.player, event.position, event.card) for event in happened] == [
        (FIRST, 2, GALLIA[2]),
        (-1, 2, GALLIA[7]),
    ]
    assert legal(game) == ["play 1", "play 2", "play 3", "play 4", "play 5"]


def test_ruling_q04_rome_is_refilled_before_the_god_is_turned_up_then_acts_then_a_card_is_played() -> None:
    vulcan, other = god("vulcan"), god("mars")
    game = position(rome=[*GALLIA[:4], vulcan], deck_top=[other], ring=CLOCKWISE)
    hand = hand_of(game, FIRST)
    taken, refilled, turned_up = take(game, 4)
    assert (taken.kind, taken.player, taken.card) == (events.TAKEN, FIRST, -1)  # face down
    assert (refilled.kind, refilled.player, refilled.card) == (events.REFILLED, -1, -1)
    assert (turned_up.kind, turned_up.player, c.GODS[turned_up.god]) == (events.TURNED_UP, FIRST, "vulcan")
    assert rome_of(game)[4] == other
    assert view(game, FIRST).rome[4].card is None
    assert (gods_held(game, FIRST), hand_of(game, FIRST)) == ([vulcan], hand)
    assert legal(game) == [f"advance {key}" for key in c.PROVINCES]
    acted = act(game, "africa")
    assert [event.kind for event in acted] == [events.ADVANCED, events.CHANGED, events.CHANGED]
    assert [c.PROVINCES[event.province] for event in acted] == ["africa", "germania", "hispania"]
    assert legal(game) == ["play 1", "play 2", "play 3", "play 4"]
    play(game, hand[0])
    assert (hand_of(game, FIRST), gods_held(game, FIRST), int(game.to_move)) == (hand[1:], [vulcan], SECOND)


def test_ruling_q04_a_god_may_act_where_the_own_marker_cannot_advance() -> None:
    game = position(step=ADVANCE, ring=CLOCKWISE, gods_of={FIRST: [god("vulcan")]}, markers={"africa": [(FIRST, 15)]})
    act(game, "africa")
    assert (space(game, FIRST, "africa"), value(game, "germania"), value(game, "hispania")) == (15, 3, 1)


def test_ruling_q04_there_is_always_a_card_to_play_even_with_three_gods() -> None:
    held = [god("mars"), god("venus")]
    game = position(rome=[god("vulcan"), *GALLIA[:4]], gods_of={FIRST: held})
    take(game, 0)
    act(game, "asia")
    assert legal(game) == ["play 1", "play 2"]
    play(game, hand_of(game, FIRST)[0])
    assert (len(gods_held(game, FIRST)), len(hand_of(game, FIRST))) == (3, 1)


def test_ruling_q04_replaced_positions_are_in_drawing_order() -> None:
    game = position(rome=[*gods(3), *GALLIA[:2]], deck_top=GALLIA[5:10])
    happened = replace_rome(game)
    assert rome_of(game) == GALLIA[5:10]
    refilled = [(event.position, event.card) for event in of_kind(happened, events.REFILLED)]
    assert refilled == list(enumerate(GALLIA[5:10]))


def test_ruling_q04_a_played_card_leaves_the_rest_of_the_hand_in_order() -> None:
    hand = GALLIA[:5]
    for index, card in enumerate(hand):
        game = position(step=PLAY, hands={FIRST: hand})
        play(game, card)
        assert hand_of(game, FIRST) == hand[:index] + hand[index + 1 :]


# --- Q5 ---------------------------------------------------------------------------


@pytest.mark.parametrize("count", range(6))
def test_ruling_q05_rome_can_be_replaced_with_three_gods_or_more(count: int) -> None:
    game = position(rome=[*gods(count), *GALLIA[: 5 - count]])
    assert ("replace" in legal(game)) == (count >= 3)
    assert view(game, FIRST).may_replace == (count >= 3)


def test_ruling_q05_only_before_taking() -> None:
    game = position(rome=[*gods(4), GALLIA[0]], deck_top=[GALLIA[1]])
    take(game, 4)
    with pytest.raises(IllegalAction):
        replace_rome(game)


def test_ruling_q05_once_a_turn_and_again_in_the_next() -> None:
    game = position(rome=[*gods(3), *GALLIA[:2]], deck_top=[*gods(6)[3:], *GALLIA[2:4]])
    replace_rome(game)
    assert legal(game) == ALL_OF_ROME
    with pytest.raises(IllegalAction) as refused:
        replace_rome(game)
    assert refused.value.reason.pattern == "Rome can be replaced only once a turn."
    take(game, 4)
    play(game, hand_of(game, FIRST)[0])
    assert (int(game.to_move), "replace" in legal(game)) == (SECOND, True)


def test_ruling_q05_five_are_drawn_before_the_old_five_return() -> None:
    old = [*gods(3), *GALLIA[:2]]
    orders = set()
    for seed in range(20):
        game = GAME.resampled(position(rome=old), FIRST, seed_of(seed))
        old_now, coming = rome_of(game), deck_of(game)[:5]
        size = int(game.deck_size)
        replace_rome(game)
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
    assert legal(game) == ["take 1", "take 3", "take 5"]
    with pytest.raises(IllegalAction) as refused:
        take(game, 1)
    assert refused.value.reason.pattern == "Nobody may hold more than three gods."


def before_five_gods(gods_of_second: list[int], deck_top: list[int]) -> State:
    """The first player is to play; then it is the turn of the second, before whom five gods lie."""
    return playing(GALLIA[0], rome=OTHERS[:5], gods_of={SECOND: gods_of_second}, deck_top=deck_top)


def test_ruling_q06_five_gods_are_replaced_when_the_turn_of_a_holder_of_three_begins() -> None:
    game = before_five_gods(THREE, GALLIA[1:6])
    happened = play(game, GALLIA[0])
    assert [(event.player, event.automatic) for event in of_kind(happened, events.REPLACED)] == [(SECOND, 1)]
    assert rome_of(game) == GALLIA[1:6]
    assert (int(game.to_move), int(game.step)) == (SECOND, TAKE)
    assert set(OTHERS[:5]) < set(deck_of(game))


def test_ruling_q06_others_meet_five_gods_as_they_are() -> None:
    game = before_five_gods(THREE[:2], [])
    assert of_kind(play(game, GALLIA[0]), events.REPLACED) == []
    assert rome_of(game) == OTHERS[:5]
    assert legal(game) == [*ALL_OF_ROME, "replace"]


def test_ruling_q06_a_holder_of_three_meets_four_gods_as_they_are() -> None:
    game = playing(GALLIA[0], rome=[*OTHERS[:4], GALLIA[1]], gods_of={SECOND: THREE})
    assert of_kind(play(game, GALLIA[0]), events.REPLACED) == []
    assert legal(game) == ["take 5", "replace"]


def test_ruling_q06_again_until_a_rome_card_shows() -> None:
    game = before_five_gods(THREE, OTHERS[5:10])
    happened = play(game, GALLIA[0])
    assert len(of_kind(happened, events.REPLACED)) >= 2
    assert gods_in_rome(game) < 5
    assert legal(game)[0] in ALL_OF_ROME


def test_ruling_q06_the_optional_replacement_stays_open() -> None:
    game = before_five_gods(THREE, [*OTHERS[5:9], GALLIA[1]])
    play(game, GALLIA[0])
    assert legal(game) == ["take 5", "replace"]
    replace_rome(game)
    assert "replace" not in legal(game)


def test_ruling_q06_also_after_an_optional_replacement_that_shows_five_gods() -> None:
    game = position(rome=[*OTHERS[:3], *GALLIA[:2]], gods_of={FIRST: THREE}, deck_top=OTHERS[3:8])
    happened = replace_rome(game)
    replaced = [(event.player, event.automatic) for event in of_kind(happened, events.REPLACED)]
    assert replaced[0] == (FIRST, 0)
    assert replaced[1:]
    assert set(replaced[1:]) == {(FIRST, 1)}
    assert gods_in_rome(game) < 5
    assert "replace" not in legal(game)


def test_ruling_q06_undo_treats_it_as_something_revealed() -> None:
    game = before_five_gods(THREE, GALLIA[1:6])
    assert any(event.kind in GAME.revealing for event in play(game, GALLIA[0]))


def test_ruling_q06_the_last_turn_is_followed_by_no_replacement() -> None:
    """Five gods and a holder of three who has played all: the game is over, Rome stays."""
    played = {FIRST: cards(type="army")[:11], SECOND: cards(type="politics")[:12]}
    game = playing(GALLIA[0], rome=OTHERS[:5], gods_of={SECOND: THREE}, played=played)
    kinds = [event.kind for event in play(game, GALLIA[0])]
    assert kinds == [events.PLAYED, events.ADVANCED, ENDED]
    assert rome_of(game) == OTHERS[:5]


# --- Q8 ---------------------------------------------------------------------------


@pytest.mark.parametrize("influence", [1, 2, 3])
def test_ruling_q08_a_marker_on_15_stays_and_keeps_its_place(influence: int) -> None:
    card = only_card("gallia", influence)
    game = playing(card, players=3, markers={"gallia": [(FIRST, 15), (SECOND, 15), (THIRD, 4)]})
    advanced = of_kind(play(game, card), events.ADVANCED)
    assert [(event.before, event.after) for event in advanced] == [(15, 15)]
    assert (space(game, FIRST, "gallia"), order(game, "gallia")) == (15, [FIRST, SECOND, THIRD])


@pytest.mark.parametrize(("before", "influence"), [(12, 3), (13, 3), (14, 1), (14, 3)])
def test_ruling_q08_a_marker_arrives_on_15_on_top_of_others(before: int, influence: int) -> None:
    card = only_card("gallia", influence)
    game = playing(card, players=3, markers={"gallia": [(SECOND, 15), (THIRD, 15), (FIRST, before)]})
    play(game, card)
    assert (space(game, FIRST, "gallia"), order(game, "gallia")) == (15, [SECOND, THIRD, FIRST])


def test_ruling_q08_the_lower_marker_of_a_space_is_ahead() -> None:
    card = only_card("gallia", 2)
    game = playing(card, players=4, markers={"gallia": [(FOURTH, 9), (SECOND, 7), (THIRD, 7), (FIRST, 5)]})
    play(game, card)
    assert order(game, "gallia") == [FOURTH, SECOND, THIRD, FIRST]


def test_ruling_q08_nothing_happens_on_spaces_passed() -> None:
    card = only_card("gallia", 3)
    game = playing(card, players=4, markers={"gallia": [(FOURTH, 9), (SECOND, 7), (THIRD, 6), (FIRST, 5)]})
    play(game, card)
    assert (space(game, FIRST, "gallia"), order(game, "gallia")) == (8, [FOURTH, FIRST, SECOND, THIRD])


def test_ruling_q08_a_marker_that_leaves_a_space_frees_those_above() -> None:
    card = only_card("gallia", 1)
    game = playing(card, players=3, markers={"gallia": [(FIRST, 4), (SECOND, 4), (THIRD, 4)]})
    play(game, card)
    assert (space(game, FIRST, "gallia"), order(game, "gallia")) == (5, [FIRST, SECOND, THIRD])
