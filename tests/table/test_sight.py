"""The file to report a fault with: complete for its seat, and the same in all games that the seat cannot tell apart."""

import dataclasses
import json

import pytest

import trigrad
from trigrad import games
from trigrad.engine.game import SPECTATOR
from trigrad.engine.header import contents, copy_game
from trigrad.engine.text import ENGLISH
from trigrad.table import sight
from trigrad.table.table import Rules, Table

SEED = bytes(range(32))
NAMES = ["Ada", "Bob", "Cleo"]


def played(name: str, choices: int, players: int = 3) -> Table:
    """A game after some choices of no meaning."""
    table = Table(Rules(games.load(name), players), SEED)
    while table.version < choices and table.to_move is not None:
        legal = table.legal(table.to_move)
        table.act(table.to_move, legal[(7 * table.version) % len(legal)], table.version)
    return table


def saved(table: Table, viewer: int) -> str:
    return json.dumps(sight.of_seat(table, viewer, NAMES, ENGLISH))


@pytest.mark.parametrize("choices", [0, 13, 40])
@pytest.mark.parametrize("name", games.names())
def test_two_worlds_that_a_seat_cannot_tell_apart_make_the_same_file(name: str, choices: int) -> None:
    here = played(name, choices)
    game = here.rules.game
    for viewer in (SPECTATOR, 0, 1, 2):
        there = played(name, choices)
        there.seed = b"another" + bytes(25)
        there.record = game.resampled(here.record, viewer, bytes(32))
        there.steps = [
            dataclasses.replace(step, before=game.resampled(step.before, viewer, number.to_bytes(32, "big")))
            for number, step in enumerate(here.steps)
        ]
        assert contents(there.record) != contents(here.record)
        assert saved(there, viewer) == saved(here, viewer)
        assert SEED.hex() not in saved(here, viewer)


def test_the_place_of_a_card_in_the_hand_of_another_is_not_told() -> None:
    """Two histories: a player has two cards of the hand the other way round, and plays the same card of both."""
    here = played("quorum", 12)
    while here.to_move is None or here.rules.game.notation(here.legal(here.to_move)[0]) != "play 1":
        assert here.to_move is not None
        here.act(here.to_move, here.legal(here.to_move)[0], here.version)
    seat = here.to_move
    there = Table(here.rules, SEED, here.entries)
    there.record = copy_game(here.record)
    hand = there.record["hand"][seat]
    hand[[0, 1]] = hand[[1, 0]]
    parse = here.rules.game.parse
    here.act(seat, parse("play 1"), here.version)
    there.act(seat, parse("play 2"), there.version)
    assert contents(here.record) == contents(there.record)
    for viewer in {SPECTATOR, 0, 1, 2} - {seat}:
        assert saved(here, viewer) == saved(there, viewer)
    assert saved(here, seat) != saved(there, seat)


def test_it_holds_all_that_the_seat_knows() -> None:
    table = played("quorum", 12)
    assert table.to_move is not None
    file = sight.of_seat(table, table.to_move, NAMES, ENGLISH)
    assert file["program"] == trigrad.__version__
    assert (file["game"], file["rules_version"], file["players"]) == ("quorum", table.rules.game.rules_version, 3)
    assert (file["names"], file["viewer"], file["version"]) == (NAMES, table.to_move, 12)
    assert file["view"] == dataclasses.asdict(table.view(table.to_move))
    assert file["legal"] == [table.rules.game.notation(action) for action in table.legal(table.to_move)]
    assert [line["text"] for line in file["log"]] == [line.text.render(ENGLISH) for line in table.log()]
    assert len(file["choices"]) == 12
    for choice, entry in zip(file["choices"], table.entries, strict=True):
        own = table.rules.game.notation(entry.action) if entry.seat == table.to_move else None
        assert choice == {"seat": entry.seat, "bot": None, "action": own}


def test_where_nothing_is_hidden_all_choices_are_told() -> None:
    table = played("noughts", 4, players=2)
    actions = [choice["action"] for choice in sight.of_seat(table, SPECTATOR, NAMES[:2], ENGLISH)["choices"]]
    assert actions == [table.rules.game.notation(entry.action) for entry in table.entries]


def test_what_was_taken_back_is_told() -> None:
    table = Table(Rules(games.load("quorum"), 2), SEED)
    seat = table.to_move
    assert seat is not None
    table.act(seat, table.rules.game.parse("take 1"), 0)
    table.act(seat, table.rules.game.parse("play 1"), table.version)
    table.undo(seat, table.version)
    for viewer, actions in ((seat, ["take 1", "play 1", "undo"]), (1 - seat, [None, None, "undo"])):
        told = sight.of_seat(table, viewer, NAMES[:2], ENGLISH)["choices"]
        assert [choice["action"] for choice in told] == actions
