"""Sitting down and getting up before the game begins, and pressing twice."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from tests.club.tables import choose, game_at, new_table, play_to_end

from trigrad.club.club import Club
from trigrad.club.new_tables import SeatWish, TableWish
from trigrad.club.people import User
from trigrad.club.refusals import Begun, Forbidden, NotStarted, SeatTaken, SitsAlready, TooManyTables
from trigrad.store.store import OPEN

EVE = User("eve", "Eve")
WISH = TableWish("quorum", [SeatWish("me"), SeatWish("friend")], {})


def who_sits(club: Club, table_id: str) -> list[str | None]:
    return [seat.user for seat in club.tables.get(table_id).row.seats]


# --- Leaving ------------------------------------------------------------------------------


def test_a_seat_that_is_left_is_open_to_others(club: Club, ada: User, bob: User) -> None:
    table_id = new_table(club, ada, "me", "friend", "friend")
    club.tables.join(table_id, 1, bob)
    key = club.tables.get(table_id).row.seats[1].key
    club.tables.leave(table_id, 1, bob)
    seat = club.store.table(table_id).seats[1]
    assert (seat.kind, seat.user, seat.name, seat.since) == (OPEN, None, "", 0.0)
    assert seat.key != key  # the link to the seat leads no longer to it
    assert club.tables.mine(bob) == []
    club.tables.join(table_id, 1, EVE)
    club.tables.join(table_id, 2, bob)
    assert who_sits(club, table_id) == ["ada", "eve", "bob"]
    assert club.tables.get(table_id).started


def test_who_leaves_twice_has_left_once(club: Club, ada: User, bob: User) -> None:
    table_id = new_table(club, ada, "me", "friend", "friend")
    club.tables.join(table_id, 1, bob)
    club.tables.leave(table_id, 1, bob)
    revision = club.tables.get(table_id).revision
    club.tables.leave(table_id, 1, bob)
    assert club.tables.get(table_id).revision == revision
    club.tables.join(table_id, 1, EVE)
    with pytest.raises(Forbidden):
        club.tables.leave(table_id, 1, bob)
    assert who_sits(club, table_id)[1] == "eve"


def test_a_table_that_its_creator_leaves_harms_nobody(club: Club, ada: User, bob: User) -> None:
    table_id = new_table(club, ada, "me", "bot", "friend")
    club.tables.leave(table_id, 0, ada)
    assert club.tables.bot_to_move(table_id) is None
    assert not club.tables.bot_waits(table_id)
    assert club.tables.mine(ada) == []
    with pytest.raises(NotStarted):
        club.tables.record(table_id)
    club.tables.join(table_id, 0, bob)
    club.tables.join(table_id, 2, ada)  # back at another place
    assert who_sits(club, table_id) == ["bob", None, "ada"]


def test_nobody_leaves_a_game_that_has_begun(club: Club, ada: User, bob: User) -> None:
    table_id = new_table(club, ada, "me", "friend")
    club.tables.join(table_id, 1, bob)
    with pytest.raises(Begun):
        club.tables.leave(table_id, 1, bob)
    assert who_sits(club, table_id) == ["ada", "bob"]


def test_a_seat_is_not_left_when_another_process_begins_the_game(club: Club, ada: User) -> None:
    table_id = new_table(club, ada, "me", "friend")
    club.tables.get(table_id)
    club.store.take_seat(table_id, 1, "eve", "Eve")  # this process has not heard of it
    with pytest.raises(Begun):
        club.tables.leave(table_id, 0, ada)
    assert who_sits(club, table_id) == ["ada", "eve"]


# --- Sitting down -------------------------------------------------------------------------


def test_a_second_seat_is_taken_only_if_that_is_meant(club: Club, ada: User) -> None:
    table_id = new_table(club, ada, "me", "friend", "friend")
    with pytest.raises(SitsAlready):
        club.tables.join(table_id, 1, ada)
    assert who_sits(club, table_id) == ["ada", None, None]
    club.tables.join(table_id, 1, User(ada.id, "Tom"), again=True)
    assert [seat.name for seat in club.tables.get(table_id).row.seats] == ["Ada", "Tom", ""]


def test_who_sits_down_twice_has_sat_down_once(club: Club, ada: User, bob: User) -> None:
    table_id = new_table(club, ada, "me", "friend", "friend")
    club.tables.join(table_id, 1, bob)
    before = club.store.table(table_id)
    club.tables.join(table_id, 1, bob)
    assert club.store.table(table_id) == before
    with pytest.raises(SeatTaken):
        club.tables.join(table_id, 1, EVE)


def test_two_presses_at_once_take_one_seat(club: Club, ada: User, bob: User) -> None:
    table_id = new_table(club, ada, *["friend"] * 4)
    with ThreadPoolExecutor(8) as threads:
        trying = [threads.submit(club.tables.join, table_id, number % 4, bob) for number in range(8)]
    errors = [error for one in trying if (error := one.exception())]
    assert {type(error) for error in errors} <= {SitsAlready}
    assert who_sits(club, table_id).count("bob") == 1


# --- Doing something twice ----------------------------------------------------------------


def test_a_wish_that_comes_twice_makes_one_table(club: Club, ada: User, bob: User) -> None:
    with ThreadPoolExecutor(4) as threads:
        made = {one.result() for one in [threads.submit(club.tables.create, WISH, ada, "k") for _ in range(8)]}
    assert len(made) == 1
    assert len(club.tables.mine(ada)) == 1
    others = {
        club.tables.create(WISH, ada, "another key"),
        club.tables.create(TableWish("quorum", WISH.seats, {}, memory=True), ada, "k"),
        club.tables.create(WISH, bob, "k"),
        club.tables.create(WISH, ada),
        club.tables.create(WISH, ada),
    }
    assert len(others | made) == 6


def test_a_wish_that_comes_again_is_no_new_table(club: Club, ada: User, monkeypatch: pytest.MonkeyPatch) -> None:
    table_id = club.tables.create(WISH, ada, "k")
    monkeypatch.setattr(club.tables, "_an_hour", 1)
    assert club.tables.create(WISH, ada, "k") == table_id
    with pytest.raises(TooManyTables):
        club.tables.create(WISH, ada, "l")


def test_a_seat_lent_twice_is_lent_once_and_back_with_one_press(club: Club, ada: User) -> None:
    table_id = new_table(club, ada, "me", "here")
    club.tables.lend(table_id, ada, 0, "casual")
    before = club.store.table(table_id)
    club.tables.lend(table_id, ada, 0, "casual")
    assert club.store.table(table_id) == before
    for _ in range(2):
        club.tables.take_back(table_id, ada, 0)
    assert club.tables.get(table_id).row.seats[0].bot is None
    assert game_at(club, table_id)[1].version == 0


def test_all_who_want_to_play_again_at_once_get_one_table(club: Club, ada: User) -> None:
    table_id = new_table(club, ada, "me", "here")
    play_to_end(club, ada, table_id)
    with ThreadPoolExecutor(4) as threads:
        again = {one.result() for one in [threads.submit(club.tables.play_again, table_id, ada) for _ in range(8)]}
    assert len(again) == 1
    assert len(club.tables.mine(ada)) == 2
    choose(club, ada, again.pop())
