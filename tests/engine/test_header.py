"""Games' records: the common header first, copies of their own."""

from trigrad.engine.header import Header, copy_game, game_from_bytes, new_games
from trigrad.engine.random import Generator
from trigrad.engine.record import Record, int8, int16, new_record


class Small(Header):
    """A game's record."""

    money = int16()
    hand = int8(3)


def named(kind: type[Record]) -> list[str]:
    """A record's fields, without those that only fill up."""
    return [name for name in kind.dtype.names or () if not name.startswith("_zeros_")]


def test_a_record_begins_with_the_generator_then_the_header() -> None:
    generator, header, small = map(named, (Generator, Header, Small))
    assert generator == ["key", "block", "counter", "used"]
    assert header == [*generator, "players", "to_move", "over", "scores", "tie_breaks", "places"]
    assert small == [*header, "money", "hand"]


def test_the_header_lies_where_it_lies_in_every_game() -> None:
    """A rule that is compiled for the generator or the header alone reads any game."""
    for kind in (Generator, Header):
        assert kind.dtype.fields
        assert Small.dtype.fields
        assert {name: Small.dtype.fields[name] for name in kind.dtype.fields} == dict(kind.dtype.fields)


def test_new_games_are_zeroed() -> None:
    games = new_games(Small, 4)
    assert games.tobytes() == bytes(4 * Small.dtype.itemsize)
    games[2].hand[1] = 7
    assert list(games[2].hand) == [0, 7, 0]
    assert list(games[1].hand) == [0, 0, 0]


def test_a_copy_is_independent_both_ways() -> None:
    game = new_record(Small)
    game.money, game.hand[0] = 5, 1
    copy = copy_game(game)
    copy.hand[0], copy.money = 2, 6
    assert (int(game.money), int(game.hand[0])) == (5, 1)
    game.money = 7
    assert (int(copy.money), int(copy.hand[0])) == (6, 2)


def test_a_game_comes_back_from_its_bytes() -> None:
    game = new_record(Small)
    game.money, game.hand[2] = 5, 1
    again = game_from_bytes(Small, game.tobytes())
    assert (int(again.money), list(again.hand)) == (5, [0, 0, 1])
    game.money = 6
    assert int(again.money) == 5
