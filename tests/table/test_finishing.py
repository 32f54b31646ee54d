"""Turns that are finished by a button: others wait, and until then what showed nothing hidden can be taken back."""

import pytest

from trigrad.engine.game import IllegalAction
from trigrad.games import load
from trigrad.table.table import (
    FINISH,
    HOLD,
    CannotUndo,
    Entry,
    NothingToFinish,
    NotYourTurn,
    Rules,
    StaleChoice,
    Table,
    TurnHeld,
)

QUORUM, QUEBEC, PETERSBURG = load("quorum"), load("quebec"), load("petersburg")
SEED = bytes(range(32))


def choose(table: Table, notation: str, *, hold: bool = True) -> int:
    seat = table.to_move
    assert seat is not None
    table.act(seat, QUORUM.parse(notation), table.version, hold=hold)
    return seat


def held_table(*, undo: bool = True) -> tuple[Table, int]:
    """A game of two at which the first turn, a card taken and played, is to be finished; and whose turn that is."""
    table = Table(Rules(QUORUM, 2, undo=undo), SEED)
    choose(table, "take 1")
    return table, choose(table, "play 1")


def test_the_table_waits_for_who_has_chosen() -> None:
    table, seat = held_table()
    other = 1 - seat
    assert table.entries[-1] == Entry(seat, HOLD)
    assert (table.held_by, table.to_move) == (seat, seat)
    assert table.legal(seat) == table.legal(other) == []
    with pytest.raises(TurnHeld):
        table.act(seat, 0, table.version)
    with pytest.raises(NotYourTurn):
        table.act(other, 0, table.version)
    with pytest.raises(NothingToFinish):
        table.finish(other, table.version)
    with pytest.raises(StaleChoice):
        table.finish(seat, table.version - 1)
    assert table.can_undo(seat)


def test_a_finished_turn_stands() -> None:
    table, seat = held_table()
    new = table.finish(seat, table.version)
    assert new == [Entry(seat, FINISH)]
    assert (table.held_by, table.to_move) == (None, 1 - seat)
    with pytest.raises(CannotUndo):
        table.undo(seat, table.version)
    with pytest.raises(NothingToFinish):
        table.finish(seat, table.version)
    choose(table, "take 1", hold=False)
    choose(table, "play 1", hold=False)
    table.undo(1 - seat, table.version)
    assert not table.can_undo(seat)  # nor after others have taken theirs back


def test_a_choice_taken_back_holds_nothing() -> None:
    table, seat = held_table()
    table.undo(seat, table.version)
    assert (table.held_by, table.to_move) == (None, seat)
    assert QUORUM.parse("play 1") in table.legal(seat)
    choose(table, "play 1")
    assert table.held_by == seat


def test_nothing_is_held_within_a_turn_nor_where_it_cannot_be_taken_back() -> None:
    table = Table(Rules(QUORUM, 2), SEED)
    choose(table, "take 1")
    assert table.held_by is None
    without, seat = held_table(undo=False)
    assert (without.held_by, without.to_move) == (None, 1 - seat)


def test_held_and_finished_turns_survive_a_replay() -> None:
    table, seat = held_table()
    for _ in range(2):
        again = Table(table.rules, SEED, table.entries)
        assert again.record.tobytes() == table.record.tobytes()
        assert (again.held_by, again.can_undo(seat)) == (table.held_by, table.can_undo(seat))
        if table.held_by is not None:
            table.finish(seat, table.version)


@pytest.mark.parametrize("action", [HOLD, FINISH])
def test_they_are_no_choices(action: int) -> None:
    table = Table(Rules(QUORUM, 2), SEED)
    assert table.to_move is not None
    with pytest.raises(IllegalAction):
        table.act(table.to_move, action, table.version)
    with pytest.raises(NothingToFinish):
        Table(table.rules, SEED, [Entry(table.to_move, action)])


def forced_game(*, asking: tuple[int, ...]) -> Table:
    """A game of Québec, played by first choices, up to the first choice of one, made or not."""
    table = Table(Rules(QUEBEC, 2), SEED)
    while not table.over and not any(step.forced for step in table.steps):
        legal = QUEBEC.legal(table.record)
        if len(legal) == 1:
            break
        seat = table.to_move
        assert seat is not None
        table.act(seat, legal[0], table.version, asking=asking)
    return table


def test_who_wants_to_be_asked_is_asked_where_only_one_choice_is_possible() -> None:
    made, asked = forced_game(asking=()), forced_game(asking=(0, 1))
    assert made.steps[-1].forced
    assert not any(step.forced for step in asked.steps)
    seat = asked.to_move
    assert seat is not None
    (only,) = asked.legal(seat)
    assert made.steps[len(asked.steps)].entry == Entry(seat, only)


def test_others_are_not_moved_on_while_a_turn_is_held() -> None:
    """Where the next player has but one choice, it is made once the turn is finished, and not before."""
    table = Table(Rules(PETERSBURG, 2), SEED)
    moved_on = 0
    while not table.over:
        seat = table.to_move
        assert seat is not None
        if table.held_by is not None:
            before = len(table.steps)
            others = {step.entry.seat for step in table.steps[before - 1 :]}
            assert others == {seat}
            moved_on += len(table.finish(seat, table.version)) - 1
        else:
            table.act(seat, table.legal(seat)[0], table.version, hold=True)
    assert moved_on > 0
    assert any(entry.action == FINISH for entry in table.entries)
