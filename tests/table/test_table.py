import pytest

from trigrad.engine.game import SPECTATOR, IllegalAction
from trigrad.engine.text import ENGLISH
from trigrad.games import load
from trigrad.games.quorum.view import View
from trigrad.table.table import (
    UNDO,
    CannotUndo,
    Entry,
    NotYourTurn,
    Rules,
    StaleChoice,
    Table,
    TableOver,
    commitment,
)

QUORUM = load("quorum")
SEED = bytes(range(32))


def new_table(players: int = 2, *, undo: bool = True, hints: bool = True, memory: bool = False) -> Table:
    return Table(Rules(QUORUM, players, undo=undo, hints=hints, memory=memory), SEED)


def choose(table: Table, notation: str) -> None:
    seat = table.to_move
    assert seat is not None
    table.act(seat, QUORUM.parse(notation), table.version)


def view_of(table: Table, viewer: int = SPECTATOR) -> View:
    view = table.view(viewer)
    assert isinstance(view, View)
    return view


def play_turn(table: Table) -> None:
    """Take the first Rome card that is no god and play the oldest card."""
    view = view_of(table)
    position = next(i for i, card in enumerate(view.rome) if card.back != "god")
    choose(table, f"take {position + 1}")
    choose(table, "play 1")


def play_to_end(table: Table) -> None:
    while not table.over:
        seat = table.to_move
        assert seat is not None
        table.act(seat, table.legal(seat)[0], table.version)


def test_a_table_is_its_list_of_choices() -> None:
    table = new_table(3)
    play_to_end(table)
    again = Table(table.rules, SEED, table.entries)
    assert again.record.tobytes() == table.record.tobytes()
    assert again.log() == table.log()


def test_commitment_is_the_sha256_of_the_seed() -> None:
    # SHA-256 of the empty text and of "abc" from FIPS 180-4's examples
    assert commitment(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert commitment(SEED) != commitment(bytes(32))


def test_a_choice_out_of_turn_is_refused() -> None:
    table = new_table()
    assert table.to_move is not None
    with pytest.raises(NotYourTurn):
        table.act(1 - table.to_move, 0, 0)
    assert table.version == 0


def test_a_stale_choice_is_refused() -> None:
    table = new_table()
    seat = table.to_move
    assert seat is not None
    table.act(seat, 0, 0)
    before = table.record.tobytes()
    with pytest.raises(StaleChoice):
        table.act(seat, 12, 0)
    assert table.record.tobytes() == before


def test_an_illegal_choice_is_refused_with_its_reason() -> None:
    table = new_table()
    assert table.to_move is not None
    with pytest.raises(IllegalAction, match="First take a card"):
        table.act(table.to_move, QUORUM.parse("play 1"), 0)
    assert table.entries == []


def test_a_finished_table_takes_no_choice() -> None:
    table = new_table()
    play_to_end(table)
    with pytest.raises(TableOver):
        table.act(0, 0, table.version)
    with pytest.raises(CannotUndo):
        table.undo(0, table.version)


def test_a_play_can_be_taken_back_until_somebody_else_acts() -> None:
    table = new_table()
    first = table.to_move
    assert first is not None
    choose(table, "take 1")
    after_take = table.record.tobytes()
    choose(table, "play 1")
    assert table.can_undo(first)
    table.undo(first, table.version)
    assert table.record.tobytes() == after_take
    assert table.entries[-1] == Entry(first, UNDO)
    choose(table, "play 1")
    choose(table, "take 1")
    assert not table.can_undo(first)


def test_undo_then_redo_is_identity() -> None:
    table = new_table()
    choose(table, "take 2")
    choose(table, "play 3")
    played = table.record.tobytes()
    assert table.to_move is not None
    table.undo(1 - table.to_move, table.version)
    choose(table, "play 3")
    assert table.record.tobytes() == played


def test_taking_a_card_shows_the_next_one_and_cannot_be_taken_back() -> None:
    table = new_table()
    first = table.to_move
    assert first is not None
    choose(table, "take 1")
    assert not table.can_undo(first)
    with pytest.raises(CannotUndo):
        table.undo(first, table.version)


def test_somebody_elses_choice_cannot_be_taken_back() -> None:
    table = new_table()
    choose(table, "take 1")
    choose(table, "play 1")
    assert table.to_move is not None
    with pytest.raises(CannotUndo):
        table.undo(table.to_move, table.version)


def test_no_undo_of_what_a_bot_chose_for_the_seat() -> None:
    own, by_bot = new_table(), new_table()
    first = own.to_move
    assert first is not None
    for table, bot in ((own, None), (by_bot, "casual")):
        choose(table, "take 1")
        table.act(first, QUORUM.parse("play 1"), table.version, bot)
    assert own.can_undo(first)
    assert not by_bot.can_undo(first)
    with pytest.raises(CannotUndo):
        by_bot.undo(first, by_bot.version)
    assert not Table(by_bot.rules, SEED, by_bot.entries).can_undo(first)


def test_no_undo_where_the_table_has_none() -> None:
    table = new_table(undo=False)
    first = table.to_move
    assert first is not None
    choose(table, "take 1")
    choose(table, "play 1")
    with pytest.raises(CannotUndo):
        table.undo(first, table.version)


def test_a_choice_is_no_undo_in_disguise() -> None:
    table = new_table(undo=False)
    while (god := next((i for i, card in enumerate(view_of(table).rome, 1) if card.back == "god"), None)) is None:
        play_turn(table)
    choose(table, f"take {god}")
    choose(table, "advance africa")
    assert table.to_move is not None
    with pytest.raises(IllegalAction, match="no such choice"):
        table.act(table.to_move, UNDO, table.version)


def test_undone_choices_survive_a_replay() -> None:
    table = new_table()
    choose(table, "take 1")
    choose(table, "play 1")
    assert table.to_move is not None
    table.undo(1 - table.to_move, table.version)
    again = Table(table.rules, SEED, table.entries)
    assert again.record.tobytes() == table.record.tobytes()
    assert len(again.steps) == 1


def test_turns_count_how_often_the_choice_passes_on() -> None:
    table = new_table()
    assert table.turn == 0
    choose(table, "take 1")
    assert table.turn == 0
    choose(table, "play 1")
    assert table.turn == 1


def takes(table: Table) -> list[str]:
    return [text for line in table.log() if (text := line.text.render(ENGLISH)).startswith("takes")]


def test_the_log_forgets_cards_taken_before_the_last_turn_of_whoever_is_asked() -> None:
    table = new_table(2)
    for _ in range(3):
        play_turn(table)
    *old, recent = takes(table)
    assert len(old) == 2
    assert all(text.startswith("takes a card of ") for text in old)
    assert "+" in recent


def test_the_log_forgets_nothing_with_the_memory_aid() -> None:
    table = new_table(2, memory=True)
    for _ in range(3):
        play_turn(table)
    assert all("+" in text for text in takes(table))


def test_a_finished_game_tells_everything() -> None:
    table = new_table(2)
    play_to_end(table)
    assert not any(text.startswith("takes a card of") for text in takes(table))


def test_without_hints_no_card_tells_what_it_would_do() -> None:
    shown = new_table(hints=True)
    hidden = new_table(hints=False)
    seat = shown.to_move
    assert seat is not None
    assert all(card.effect for card in view_of(shown, seat).seats[seat].hand)
    view = view_of(hidden, seat)
    assert not any(card.effect for card in (*view.seats[seat].hand, *view.rome))
