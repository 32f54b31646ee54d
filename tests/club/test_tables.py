"""Tables between people, bots and other processes, without a server around them."""

import pytest
from tests.club.tables import choose, game_at, new_table, play_to_end

from trigrad.club import tables
from trigrad.club.club import Club
from trigrad.club.people import User
from trigrad.club.refusals import Forbidden, SeatTaken
from trigrad.table import record
from trigrad.table.table import FINISH, Entry, NotYourTurn


def test_two_people_play_a_whole_game(club: Club, ada: User, bob: User) -> None:
    table_id = new_table(club, ada, "me", "friend")
    club.tables.join(table_id, 1, bob)
    with pytest.raises(SeatTaken):
        club.tables.join(table_id, 1, User("eve", "Eve"))
    while not club.tables.get(table_id).row.finished:
        _, table = game_at(club, table_id)
        assert table.to_move is not None
        mover, other = (ada, bob) if table.to_move == 0 else (bob, ada)
        with pytest.raises(Forbidden):
            club.tables.act(table_id, other, table.to_move, table.legal(table.to_move)[0], table.version)
        with pytest.raises(NotYourTurn):
            club.tables.act(table_id, other, 1 - table.to_move, table.legal(table.to_move)[0], table.version)
        choose(club, mover, table_id)
    kept = club.tables.record(table_id)
    assert kept.names == ["Ada", "Bob"]
    assert record.verify(kept) == []


def test_bots_play_when_they_are_let(club: Club, ada: User) -> None:
    table_id = new_table(club, ada, "bot", "bot")
    while asked := club.tables.bot_to_move(table_id):
        assert not asked.watched
        club.tables.act_as_bot(table_id, asked, asked.game.legal(asked.record)[0])
    assert club.tables.get(table_id).row.finished


def test_a_bot_whose_choice_another_process_made_looks_again(club: Club, ada: User) -> None:
    table_id = new_table(club, ada, "bot", "bot")
    asked = club.tables.bot_to_move(table_id)
    assert asked is not None
    player = club.store.table(table_id).seats[asked.seat]
    club.store.append(table_id, 0, [Entry(asked.seat, 0)], finished=False, player=player)
    club.tables.act_as_bot(table_id, asked, 1)
    again = club.tables.bot_to_move(table_id)
    assert again is not None
    assert again.version == 1
    assert game_at(club, table_id)[1].entries == [Entry(asked.seat, 0)]


def test_nobody_sees_or_builds_on_what_was_not_written(club: Club, ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    table_id = new_table(club, ada, "me", "here")
    held, table = game_at(club, table_id)  # as by somebody who waits for the table
    before = table.record.tobytes()

    def out_of_reach(*_: object, **__: object) -> None:
        raise OSError("out of reach")

    with monkeypatch.context() as broken:
        broken.setattr(club.store, "append", out_of_reach)
        with pytest.raises(OSError, match="out of reach"):
            choose(club, ada, table_id)
    assert held.table is not None
    assert held.table.version == 0
    assert held.table.record.tobytes() == before
    choose(club, ada, table_id)


# --- Seats lent to bots -----------------------------------------------------------------


@pytest.mark.parametrize("where", ["here", "elsewhere"])
def test_a_choice_thought_of_before_the_seat_was_taken_back_is_dropped(club: Club, ada: User, where: str) -> None:
    table_id = new_table(club, ada, "me", "here")
    seat = game_at(club, table_id)[1].to_move
    assert seat is not None
    club.tables.lend(table_id, ada, seat, "casual")
    asked = club.tables.bot_to_move(table_id)
    assert asked is not None
    assert (asked.seat, asked.bot, asked.watched) == (seat, "casual", True)
    if where == "here":
        club.tables.take_back(table_id, ada, seat)
    else:
        club.store.return_seat(table_id, seat, ada.id)  # in another process: this one has not heard of it
    club.tables.act_as_bot(table_id, asked, asked.game.legal(asked.record)[0])
    assert club.store.choices(table_id) == []
    assert club.tables.bot_to_move(table_id) is None
    choose(club, ada, table_id)


# --- What watchers are told ---------------------------------------------------------------


def test_a_new_name_and_a_next_game_are_news(club: Club, ada: User) -> None:
    table_id = new_table(club, ada, "me", "here")
    play_to_end(club, ada, table_id)
    seen = {club.tables.get(table_id).revision}
    club.tables.rename(User(ada.id, "Augusta"), ada.name)
    seen.add(club.tables.get(table_id).revision)
    again = club.tables.play_again(table_id, ada)
    seen.add(club.tables.get(table_id).revision)
    assert len(seen) == 3
    assert club.tables.play_again(table_id, ada) == again


def test_the_table_that_nobody_has_asked_for_longest_leaves_memory(
    club: Club, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "_KEPT", 2)
    first, second = (new_table(club, ada, "me", "here") for _ in range(2))
    held = {table_id: club.tables.get(table_id) for table_id in (second, first)}  # the first was asked for last
    third = new_table(club, ada, "me", "here")
    assert club.tables.get(first) is held[first]
    assert club.tables.get(third) is club.tables.get(third)
    assert club.tables.get(second) is not held[second]  # loaded anew


def held_table(club: Club, ada: User, bob: User) -> tuple[str, int, User]:
    """A table of two people at which the first turn is to be finished, whose it is, and by whom."""
    for user in (ada, bob):
        club.person_settings.keep(user, {"finishing": "always"})
    table_id = new_table(club, ada, "me", "friend")
    club.tables.join(table_id, 1, bob)
    seat = game_at(club, table_id)[1].to_move
    assert seat is not None
    mover = (ada, bob)[seat]
    for _ in range(2):  # a card taken and played
        choose(club, mover, table_id)
    assert game_at(club, table_id)[1].held_by == seat
    return table_id, seat, mover


def test_who_set_to_finish_their_turns_is_waited_for(club: Club, ada: User, bob: User) -> None:
    table_id, seat, mover = held_table(club, ada, bob)
    other = bob if mover is ada else ada
    with pytest.raises(Forbidden):
        club.tables.finish(table_id, other, seat, 3)
    club.tables.finish(table_id, mover, seat, 3)
    assert game_at(club, table_id)[1].to_move == 1 - seat
    club.person_settings.keep(other, {})
    for _ in range(2):
        choose(club, other, table_id)
    assert game_at(club, table_id)[1].held_by is None


def test_a_stand_in_finishes_what_its_person_left(club: Club, ada: User, bob: User) -> None:
    table_id, seat, mover = held_table(club, ada, bob)
    club.tables.lend(table_id, mover, seat, "random")
    assert club.tables.bot_to_move(table_id) is None  # the other person is to choose now
    table = game_at(club, table_id)[1]
    assert (table.held_by, table.to_move) == (None, 1 - seat)
    assert table.entries[-1] == Entry(seat, FINISH)
