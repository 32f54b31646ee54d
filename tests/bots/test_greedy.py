"""The greedy bot in made-up positions of Quorum, with worths calculated by hand."""

import hashlib
from typing import Any

import pytest

from trigrad import bots, games
from trigrad.arena.simulate import simulate
from trigrad.bots import greedy
from trigrad.bots.scratch import new_scratch
from trigrad.engine.random import generator
from trigrad.engine.record import new_record
from trigrad.games.quorum.actions import PLAY_0, TAKE_0
from trigrad.games.quorum.components import CARD_LIST, ROME_CARDS
from trigrad.games.quorum.state import PLAY, TAKE

QUORUM = games.load("quorum")


def card(card_type: str, strength: int, number: int = 0, shows: str | None = None) -> int:
    """The card of a type and strength, the first, second, ... one, perhaps only of those that show something."""
    found = [
        index
        for index, it in enumerate(CARD_LIST)
        if (it.type, it.strength) == (card_type, strength) and (shows is None or shows in (it.building, *it.goods))
    ]
    return found[number]


def two_fish() -> int:
    """The trade card of strength 1 with two fish and some wheat."""
    return next(i for i, it in enumerate(CARD_LIST) if it.goods == ("fish", "fish", "wheat"))


def position(hand: list[int], rome: list[int], step: int) -> Any:
    """All values are 1, and player 0 is at the end of every track, player 1 nowhere: so each province
    gives player 0 one point for each card that it counts. In play: an army of 1 and one of 2.
    """
    played = [card("army", 1), card("army", 2)]
    strangers = [c for c in range(ROME_CARDS) if c not in (*hand, *rome, *played)][:4]
    rest = [c for c in range(ROME_CARDS + 14) if c not in (*hand, *rome, *played, *strangers)]
    game: Any = new_record(QUORUM.record_type)
    game.players, game.to_move, game.step = 2, 0, step
    game.ring[:] = range(6)
    game.values[:] = 1
    game.spaces[0] = 15
    game.ranking[:, 1] = 1
    game.rome[:] = rome
    game.deck[: len(rest)], game.deck_size = rest, len(rest)
    game.hand[0, : len(hand)], game.hand_size[0] = hand, len(hand)
    game.hand[1, :4], game.hand_size[1] = strangers, 4
    game.played[0, :2], game.played_count[0] = played, 2
    for shown in (*rome, *played):
        game.shown[shown >> 3] |= 1 << (shown & 7)
    return game


# As it stands 9: army pair 5, Gaul 2 (armies), Africa 1 (strength 1), Asia 1 (strength 2)
NOTHING = card("politics", 0)  # 10: Germania 1 (politics)
ARMY_1 = card("army", 1, 1)  # 11: Gaul 1, Africa 1; no second pair
POLITICS_1 = card("politics", 1)  # 11: Germania 1, Africa 1
FISH = two_fish()  # 13: two fish 2, Spain 1 (trade), Africa 1
ARMY_3 = card("army", 3)  # 15: three armies 10 for the 5 of the pair, Gaul 1
ROME = [card("politics", 0, 1), card("politics", 0, 2), card("politics", 0, 3), ARMY_3, card("architecture", 3)]


def test_worth_of_each_card_to_play() -> None:
    game = position([NOTHING, ARMY_1, FISH, ARMY_3], [*ROME[:3], card("trade", 3), ROME[4]], PLAY)
    scratch = new_scratch(QUORUM)
    assert greedy.choose(game, 0, generator(bytes(32)), scratch) == PLAY_0 + 3
    assert [total / greedy.IMAGINED for total in scratch.worth[:4]] == [10, 11, 13, 15]


def test_takes_the_card_that_it_can_play_best() -> None:
    """Without the army of 3 the best is the fish: 13."""
    game = position([NOTHING, ARMY_1, FISH, POLITICS_1], ROME, TAKE)
    scratch = new_scratch(QUORUM)
    assert greedy.choose(game, 0, generator(bytes(32)), scratch) == TAKE_0 + 3
    assert [total / greedy.IMAGINED for total in scratch.worth[:5]] == [13, 13, 13, 15, 13]


def test_equal_choices_are_equally_likely() -> None:
    """Two equally good politics cards: in 40 choices each is taken at least once (else 1 in 2**39)."""
    game = position([NOTHING, ROME[0]], [*ROME[1:], card("trade", 3)], PLAY)
    chosen = {bots.decide(QUORUM, game, 0, "greedy", hashlib.sha256(bytes([i])).digest()) for i in range(40)}
    assert chosen == {PLAY_0, PLAY_0 + 1}


def test_a_way_is_cut_short_fairly(monkeypatch: pytest.MonkeyPatch) -> None:
    """With room for one way a candidate, a choice is still made, and it is a legal one."""
    monkeypatch.setattr(greedy, "WAYS", 1)
    game = position([NOTHING, ARMY_1, FISH, POLITICS_1], ROME, TAKE)
    scratch = new_scratch(QUORUM)
    assert greedy.choose(game, 0, generator(bytes(32)), scratch) in range(5)
    worth = [total / greedy.IMAGINED for total in scratch.worth[:5]]
    assert all(10 <= value <= 15 for value in worth)


def test_beats_random() -> None:
    """All of 5 games; a bot no better than random does that once in 32."""
    summary = simulate("quorum", 2, 5, ["greedy", "random"], seed=1)
    assert summary.seats[0].wins == 5


@pytest.mark.slow
def test_beats_two_random_ones() -> None:
    """At least 13 of 16 games, where a bot no better than random wins 5."""
    summary = simulate("quorum", 3, 16, ["random", "greedy", "random"], seed=2)
    assert summary.seats[1].wins >= 13
