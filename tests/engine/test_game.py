"""What a game offers to the outside, seen on Quorum and on noughts and crosses."""

import pytest

from trigrad.engine.game import SPECTATOR, Game, IllegalAction, Option, UnknownOption, returns
from trigrad.engine.journal import ENDED, Event
from trigrad.engine.record import new_record
from trigrad.engine.text import ENGLISH, Text, render
from trigrad.games import noughts
from trigrad.games.quorum import GAME, Quorum

LONG, SHORT = Text("long"), Text("short")


class Optional(Quorum):
    """Quorum with an option."""

    options = (Option("length", LONG, [("long", LONG), ("short", SHORT)]),)


OPTIONAL = Optional()


@pytest.mark.parametrize(
    ("options", "encoded"), [({}, [3, 0]), ({"length": "long"}, [3, 0]), ({"length": "short"}, [3, 1])]
)
def test_the_first_choice_of_an_option_is_its_default(options: dict[str, str], encoded: list[int]) -> None:
    assert list(OPTIONAL.encode_options(3, options)) == encoded


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


@pytest.mark.parametrize("action", [-1, 9, 1000])
def test_a_number_that_is_no_action_is_refused_as_such(action: int) -> None:
    game = noughts.GAME.new(2, bytes(32))
    assert render(noughts.GAME.explain(game, action), ENGLISH) == "There is no such choice."


def test_every_action_has_a_notation_that_leads_back_to_it() -> None:
    assert [GAME.parse(GAME.notation(action)) for action in range(17)] == list(range(17))
    with pytest.raises(ValueError, match="not an action of Quorum: 'b2'"):
        GAME.parse("b2")


def test_an_action_is_described_in_notation_words_and_data() -> None:
    described = noughts.GAME.describe(noughts.GAME.new(2, bytes(32)), 4)
    assert (described.action, described.notation, described.data) == (4, "b2", {"square": 4})
    assert render(described.text, ENGLISH) == "Mark b2"


def won() -> noughts.State:
    """A game that the first seat has won with three in the lowest row."""
    game = noughts.GAME.new(2, bytes(32))
    for square in ("a1", "a2", "b1", "b2", "c1"):
        happened = noughts.GAME.apply(game, noughts.GAME.parse(square))
    assert happened == [Event(noughts.MARKED, 0, (8,)), Event(ENDED, -1, ())]
    return game


def test_a_finished_game_is_said_to_be_over_by_all_that_is_asked() -> None:
    game = won()
    assert noughts.GAME.legal(game) == []
    said = [noughts.GAME.prompt(game), noughts.GAME.explain(game, 0), noughts.GAME.explain(game, -1)]
    said += [line for memory in (False, True) if (line := noughts.GAME.tell(Event(ENDED, -1, ()), memory))]
    assert [render(text, ENGLISH) for text in said] == ["The game is over."] * 5
    with pytest.raises(IllegalAction, match="The game is over"):
        noughts.GAME.apply(game, 0)


def test_the_lead_is_in_points() -> None:
    game = won()
    assert [noughts.GAME.lead(game, seat) for seat in range(2)] == [1.0, -1.0]
    assert [returns(game), list(game.places)[:2]] == [[1.0, 0.0], [1, 2]]


def test_a_silent_choice_does_the_same() -> None:
    one, other = GAME.new(2, bytes(32)), GAME.new(2, bytes(32))
    GAME.apply(one, 2)
    GAME.apply_silently(other, 2)
    assert one.tobytes() == other.tobytes()


def test_resampled_is_a_copy() -> None:
    game = GAME.new(2, bytes(32))
    before = game.tobytes()
    assert GAME.resampled(game, 0, bytes(32)).tobytes() != before
    assert game.tobytes() == before


def test_a_game_without_secrets_is_drawn_anew_in_its_generator_alone() -> None:
    game = noughts.GAME.new(2, bytes(32))
    noughts.GAME.apply(game, 4)
    other = noughts.GAME.resampled(game, SPECTATOR, bytes([1] * 32))
    assert [list(other.key), list(game.key)] == [[0x01010101] * 8, [0] * 8]
    assert (list(other.board), other.to_move, other.marks) == (list(game.board), game.to_move, game.marks)
    assert not noughts.GAME.hides({})
    assert GAME.hides({})


def test_a_game_that_lacks_a_part_of_the_contract_cannot_be_made() -> None:
    class Wordless(Game[noughts.State]):
        """Knows its notation alone."""

        def notation(self, action: int) -> str:
            return str(action)

    with pytest.raises(TypeError, match=r"abstract .*ask.*line"):
        Wordless()  # type: ignore[abstract]  # the very mistake


@pytest.mark.parametrize(
    ("places", "shares"),
    [([1, 2, 3], [1, 0, 0]), ([1, 1, 3], [0.5, 0.5, 0]), ([2, 1, 2], [0, 1, 0]), ([1, 1, 1], [1 / 3] * 3)],
)
def test_winners_share_the_victory(places: list[int], shares: list[float]) -> None:
    game = new_record(GAME.record_type)
    game.players = 3
    for seat, place in enumerate(places):
        game.places[seat] = place
    assert returns(game) == shares
