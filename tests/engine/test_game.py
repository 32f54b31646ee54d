"""What a game offers to the outside, seen on Quorum."""

import dataclasses

import pytest

from trigrad.engine.game import IllegalAction, Option, UnknownOption, returns
from trigrad.engine.text import ENGLISH, Text
from trigrad.games.quorum import GAME

LONG, SHORT = Text("long"), Text("short")


OPTIONAL = dataclasses.replace(GAME, options=(Option("length", LONG, [("long", LONG), ("short", SHORT)]),))


@pytest.mark.parametrize(
    ("options", "encoded"), [({}, [3, 0]), ({"length": "long"}, [3, 0]), ({"length": "short"}, [3, 1])]
)
def test_the_first_choice_of_an_option_is_its_default(options: dict[str, str], encoded: list[int]) -> None:
    assert OPTIONAL.encode_options(3, options).tolist() == encoded


@pytest.mark.parametrize(
    ("players", "options", "named"),
    [(1, {}, "2"), (5, {}, "4"), (2, {"colour": "red"}, "colour"), (2, {"length": "endless"}, "short")],
)
def test_unknown_options_are_refused_by_name(players: int, options: dict[str, str], named: str) -> None:
    with pytest.raises(UnknownOption, match=named):
        OPTIONAL.encode_options(players, options)


def test_an_illegal_action_is_refused_in_words() -> None:
    game = GAME.new(2, bytes(32))
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(game, GAME.parse("play 1"))
    assert refused.value.reason.render(ENGLISH) == str(refused.value)
    assert "take a card" in str(refused.value)


def test_resampled_is_a_copy() -> None:
    game = GAME.new(2, bytes(32))
    before = game.tobytes()
    assert GAME.resampled(game, 0, bytes(32)).tobytes() != before
    assert game.tobytes() == before


@pytest.mark.parametrize(
    ("places", "shares"),
    [([1, 2, 3], [1, 0, 0]), ([1, 1, 3], [0.5, 0.5, 0]), ([2, 1, 2], [0, 1, 0]), ([1, 1, 1], [1 / 3] * 3)],
)
def test_winners_share_the_victory(places: list[int], shares: list[float]) -> None:
    game = GAME.new(3, bytes(32))
    game.places[:3] = places
    assert returns(game) == shares
