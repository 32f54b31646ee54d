"""The numbers of the choices, their notation, and what they mean."""

import pytest
from tests.games.petersburg.positions import FIRST, act, choices, position

from trigrad.games.petersburg import GAME, actions


@pytest.mark.parametrize(
    ("first", "last", "notations"),
    [
        (0, 9, ("buy 1", "buy 10")),
        (10, 19, ("take 1", "take 10")),
        (20, 23, ("play 1", "play 4")),
        (24, 24, ("pass", "pass")),
        (25, 32, ("observe worker", "observe-new trading")),
        (33, 33, ("prison", "prison")),
        (34, 36, ("drawn buy", "drawn discard")),
        (37, 106, ("card lumberjack", "card czar")),
        (107, 108, ("guest jester", "guest banquet")),
        (109, 119, ("points 0", "points 10")),
        (120, 123, ("discard 1", "discard 4")),
        (124, 125, ("steal", "wait")),
    ],
)
def test_numbers_are_those_of_saved_games(first: int, last: int, notations: tuple[str, str]) -> None:
    assert (actions.notation(first), actions.notation(last)) == notations
    assert actions.NUM_ACTIONS == 126


def test_all_notations_differ() -> None:
    assert len({actions.notation(action) for action in range(actions.NUM_ACTIONS)}) == actions.NUM_ACTIONS


def test_a_former_notation_is_still_read() -> None:
    game = position(money={FIRST: 20}, areas={FIRST: ["judge"]}, hands={FIRST: ["jester"]}, upper=["patriarch"])
    act(game, "play 1", "card judge", "pass", "buy 1")
    assert choices(game) == ["guest jester"]
    assert GAME.parse("guest buffoon") == GAME.parse("guest jester")
    act(game, "guest buffoon")
    assert game.host[0] == -1


def test_nonsense_is_not_read() -> None:
    with pytest.raises(ValueError, match="not an action of Saint Petersburg: 'guest'"):
        GAME.parse("guest")


def test_copies_in_one_row_mean_the_same_and_the_lower_row_is_another_price() -> None:
    game = position(lower=["market"], upper=["market", "market", "pub"], hands={FIRST: ["market", "market"]})
    lower, upper, copy, pub = (actions.meaning(game, actions.TAKE_0 + place) for place in range(4))
    assert upper == copy
    assert len({lower, upper, pub}) == 3
    first, second = (actions.meaning(game, actions.PLAY_0 + index) for index in range(2))
    assert first == second


def test_a_meaning_names_the_card_and_not_the_place() -> None:
    one = position(upper=["market", "pub"], hands={FIRST: ["author", "judge"]})
    other = position(upper=["pub", "market"], hands={FIRST: ["judge", "author"]})
    for first in (actions.BUY_0, actions.TAKE_0, actions.PLAY_0):
        here = [actions.meaning(one, first + place) for place in range(2)]
        there = [actions.meaning(other, first + place) for place in range(2)]
        assert here == there[::-1]
        assert here[0] != here[1]
