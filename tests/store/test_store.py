import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from trigrad.store import database as database_module
from trigrad.store import store as store_module
from trigrad.store.store import BOT, HUMAN, OPEN, Busy, Conflict, SeatRow, Store, TableRow, UnknownTable
from trigrad.store.trouble import Trouble, trouble
from trigrad.table.table import Entry

ROW = TableRow(
    id="t1",
    game="quorum",
    rules_version=1,
    players=3,
    options={},
    finish=False,
    undo=True,
    hints=True,
    memory=False,
    listed=True,
    seed=bytes(32),
    owner="ada",
    created=1.0,
    changed=1.0,
    finished=False,
    rematch=None,
    patience="1h",
    chosen=None,
    seats=(
        SeatRow(0, HUMAN, "Ada", user="ada", key="k0"),
        SeatRow(1, OPEN, key="k1"),
        SeatRow(2, BOT, "Greedy", bot="greedy", key="k2"),
    ),
)


def test_a_table_is_stored_and_found(store: Store) -> None:
    store.create(ROW)
    assert store.table("t1") == ROW


def test_an_unknown_table_is_an_error(store: Store) -> None:
    with pytest.raises(UnknownTable):
        store.table("nowhere")


def test_choices_are_kept_in_order(store: Store) -> None:
    store.create(ROW)
    store.append("t1", 0, [Entry(0, 3), Entry(0, 12)], finished=False, player=ROW.seats[0])
    store.append("t1", 2, [Entry(1, -1)], finished=True, player=ROW.seats[0])
    assert store.choices("t1") == [Entry(0, 3), Entry(0, 12), Entry(1, -1)]
    assert store.table("t1").finished


def test_the_same_place_cannot_be_written_twice(store: Store) -> None:
    store.create(ROW)
    store.append("t1", 0, [Entry(0, 3)], finished=False, player=ROW.seats[0])
    with pytest.raises(Conflict):
        store.append("t1", 0, [Entry(0, 4)], finished=True, player=ROW.seats[0])
    assert store.choices("t1") == [Entry(0, 3)]
    assert not store.table("t1").finished


def test_several_choices_are_written_all_or_none(store: Store) -> None:
    store.create(ROW)
    store.append("t1", 1, [Entry(0, 9)], finished=False, player=ROW.seats[0])
    with pytest.raises(Conflict):
        store.append("t1", 0, [Entry(0, 3), Entry(0, 4)], finished=False, player=ROW.seats[0])
    assert store.choices("t1") == [Entry(0, 9)]


def test_of_many_writers_one_wins(store: Store) -> None:
    store.create(ROW)
    won = []

    def write(action: int) -> None:
        try:
            store.append("t1", 0, [Entry(0, action)], finished=False, player=ROW.seats[0])
            won.append(action)
        except Conflict:
            pass

    threads = [threading.Thread(target=write, args=(action,)) for action in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(won) == 1
    assert store.choices("t1") == [Entry(0, won[0])]


def test_an_open_seat_is_taken_once(store: Store) -> None:
    store.create(ROW)
    store.take_seat("t1", 1, "bob", "Bob")
    taken = store.table("t1").seats[1]
    assert replace(taken, since=0.0) == SeatRow(1, HUMAN, "Bob", user="bob", key="k1")
    assert taken.since > ROW.created
    for seat in (0, 1, 2, 7):
        with pytest.raises(Conflict):
            store.take_seat("t1", seat, "eve", "Eve")


def test_a_seat_moves_by_its_key_which_then_changes(store: Store) -> None:
    store.create(ROW)
    assert store.move_seat("t1", "k0", "phone", "fresh") == 0
    assert store.table("t1").seats[0].user == "phone"
    for key in ("k0", "k1", "k2", "", "nonsense"):
        with pytest.raises(Conflict):
            store.move_seat("t1", key, "eve", "other")


def test_a_seat_is_lent_to_a_bot_once_and_comes_back_once(store: Store) -> None:
    store.create(ROW)
    ada = ROW.seats[0]
    store.lend_seat("t1", ada, "casual", 0)
    assert store.table("t1").seats[0] == replace(ada, bot="casual")
    with pytest.raises(Conflict):
        store.lend_seat("t1", ada, "expert", 0)
    with pytest.raises(Conflict):
        store.return_seat("t1", 0, "bob")
    store.return_seat("t1", 0, "ada")
    back = store.table("t1").seats[0]
    assert replace(back, since=0.0) == ada
    assert back.since > ROW.created
    with pytest.raises(Conflict):
        store.return_seat("t1", 0, "ada")


def test_no_seat_is_lent_by_who_has_not_seen_the_last_of_it(store: Store) -> None:
    store.create(ROW)
    ada = ROW.seats[0]
    store.append("t1", 0, [Entry(0, 3)], finished=False, player=ada)
    for unseen, version in ((ada, 0), (replace(ada, user="bob"), 1), (replace(ada, since=5.0), 1)):
        with pytest.raises(Conflict):
            store.lend_seat("t1", unseen, "casual", version)
    for nobody in ROW.seats[1:]:
        with pytest.raises(Conflict):
            store.lend_seat("t1", nobody, "casual", 1)
    store.lend_seat("t1", ada, "casual", 1)


def test_nobody_chooses_for_a_seat_that_has_passed_on(store: Store) -> None:
    store.create(ROW)
    ada = ROW.seats[0]
    bot = replace(ada, bot="casual")
    with pytest.raises(Conflict):
        store.append("t1", 0, [Entry(0, 3, "casual")], finished=True, player=bot)
    store.lend_seat("t1", ada, "casual", 0)
    with pytest.raises(Conflict):
        store.append("t1", 0, [Entry(0, 3)], finished=True, player=ada)
    assert store.choices("t1") == []
    assert not store.table("t1").finished
    store.append("t1", 0, [Entry(0, 3, "casual")], finished=False, player=bot)
    assert store.choices("t1") == [Entry(0, 3, "casual")]


def test_who_knows_the_latest_revision_knows_the_table_after_a_choice(store: Store) -> None:
    store.create(ROW)
    player = ROW.seats[0]
    at = store.append("t1", 0, [Entry(0, 3)], finished=True, player=player, revision=ROW.revision)
    assert at is not None
    assert store.table("t1") == replace(ROW, changed=at, chosen=at, finished=True, revision=ROW.revision + 1)
    store.rename("ada", "Ada L.", "Ada")
    assert store.append("t1", 1, [Entry(0, 4)], finished=True, player=player, revision=ROW.revision + 1) is None
    assert store.table("t1").revision == ROW.revision + 3


@pytest.mark.parametrize("revision", [ROW.revision, ROW.revision + 1])
def test_knowing_a_revision_lets_nobody_choose_who_may_not(store: Store, revision: int) -> None:
    store.create(ROW)
    store.lend_seat("t1", ROW.seats[0], "casual", 0)
    if revision == ROW.revision:  # from before the seat was lent
        with pytest.raises(Conflict):
            store.append("t1", 0, [Entry(0, 3)], finished=False, player=ROW.seats[0], revision=revision)
    bot = store.table("t1").seats[0]
    store.append("t1", 0, [Entry(0, 3, "casual")], finished=False, player=bot, revision=revision)
    with pytest.raises(Conflict):  # the same place in the list
        store.append("t1", 0, [Entry(0, 4, "casual")], finished=False, player=bot, revision=revision + 1)
    assert store.choices("t1") == [Entry(0, 3, "casual")]


def test_the_time_of_the_last_choice_is_known(store: Store) -> None:
    store.create(ROW)
    store.append("t1", 0, [Entry(0, 3)], finished=False, player=ROW.seats[0])
    first = store.table("t1").chosen
    store.append("t1", 1, [Entry(2, 3)], finished=False, player=ROW.seats[2])
    last = store.table("t1").chosen
    assert first is not None
    assert last is not None
    assert first < last


def test_a_new_name_is_shown_at_all_own_seats(store: Store) -> None:
    store.create(ROW)
    store.create(replace(ROW, id="t2"))
    assert sorted(store.rename("ada", "Augusta", "Ada")) == ["t1", "t2"]
    assert [seat.name for seat in store.table("t2").seats] == ["Augusta", "", "Greedy"]


def test_others_at_the_same_device_keep_their_names(store: Store) -> None:
    others = replace(ROW.seats[1], kind="human", name="Bob", user="ada")
    store.create(replace(ROW, seats=(ROW.seats[0], others, ROW.seats[2])))
    store.rename("ada", "Augusta", "Ada")
    assert [seat.name for seat in store.table("t1").seats] == ["Augusta", "Bob", "Greedy"]


def test_a_seat_alone_at_its_table_is_renamed_whoever_sat_there_before(store: Store) -> None:
    store.create(ROW)
    store.rename("ada", "Augusta", "on another device")
    assert store.table("t1").seats[0].name == "Augusta"


def test_a_table_has_one_next_game(store: Store) -> None:
    store.create(ROW)
    store.set_rematch("t1", "t2")
    with pytest.raises(Conflict):
        store.set_rematch("t1", "t3")
    assert store.table("t1").rematch == "t2"


def test_lists(store: Store) -> None:
    store.create(ROW)
    store.create(replace(ROW, id="t2", listed=False, changed=2.0))
    store.create(
        replace(ROW, id="t3", finished=True, owner="bob", changed=3.0, seats=(SeatRow(0, HUMAN, "B", user="b"),))
    )
    assert [row.id for row in store.tables_of("ada")] == ["t2", "t1"]
    assert [row.id for row in store.listed()] == ["t1"]
    assert store.count_created("ada", 0) == 2
    assert store.count_created("ada", 1.5) == 0


def test_the_tables_that_may_wait_for_a_bot(store: Store) -> None:
    ada, bot = ROW.seats[0], replace(ROW.seats[2], seat=1)
    store.create(ROW)  # a seat is open
    store.create(replace(ROW, id="people", seats=(ada,)))
    store.create(replace(ROW, id="new", seats=(ada, bot)))
    store.create(replace(ROW, id="late", seats=(ada, bot), changed=9.0))
    assert sorted(store.unfinished_with_bots(0)) == ["late", "new"]
    assert store.unfinished_with_bots(5) == ["late"]
    store.append("new", 0, [Entry(0, 1)], finished=False, player=ada, to_move=1)
    store.append("late", 0, [Entry(0, 1)], finished=False, player=ada, to_move=0)
    assert store.unfinished_with_bots(0) == ["new"]
    store.lend_seat("late", ada, "casual", 1)
    assert sorted(store.unfinished_with_bots(0)) == ["late", "new"]
    store.append("new", 1, [Entry(1, 1)], finished=True, player=bot)
    assert store.unfinished_with_bots(0) == ["late"]


def test_every_change_of_a_table_raises_its_revision(store: Store) -> None:
    store.create(ROW)
    revisions = [store.table("t1").revision]
    for change in (
        lambda: store.take_seat("t1", 1, "bob", "Bob"),
        lambda: store.append("t1", 0, [Entry(0, 3)], finished=False, player=ROW.seats[0]),
        lambda: store.lend_seat("t1", ROW.seats[0], "casual", 1),
        lambda: store.return_seat("t1", 0, "ada"),
        lambda: store.rename("bob", "Robert", "Bob"),
        lambda: store.move_seat("t1", "k0", "phone", "fresh"),
        lambda: store.set_rematch("t1", "t2"),
    ):
        change()
        revisions.append(store.table("t1").revision)
    assert revisions == list(range(8))


def test_everything_is_there_after_reopening(database: str) -> None:
    first = Store(database)
    first.create(ROW)
    first.append("t1", 0, [Entry(0, 3)], finished=False, player=ROW.seats[0])
    first.close()
    second = Store(database)
    assert second.choices("t1") == [Entry(0, 3)]
    second.close()


@pytest.mark.parametrize("strange", ["\0", "\ud800", "x" * 33, "é", ""])
def test_what_no_database_can_hold_is_no_table(store: Store, strange: str) -> None:
    with pytest.raises(UnknownTable):
        store.table(strange)


def test_secrets_do_not_show_in_a_printed_row() -> None:
    assert "k0" not in repr(ROW)
    assert "seed" not in repr(ROW)


def test_secrets_do_not_show_in_an_error(store: Store) -> None:
    store.create(ROW)
    for again in (ROW, replace(ROW, id="t2", seats=(ROW.seats[0], ROW.seats[0]))):
        with pytest.raises(Conflict) as error:
            store.create(again)
        said = f"{error.value} {error.value.__cause__}"
        assert not any(secret in said for secret in ("'ada'", "k0", "memory at", "\\x00"))


def test_an_analysis_replaces_the_one_before(store: Store) -> None:
    store.create(ROW)
    store.keep_analysis("t1", 1, {"choices": []})
    store.keep_analysis("t1", 2, {"choices": [1]})
    assert store.analysis("t1", 1) is None
    assert store.analysis("t1", 2) == {"choices": [1]}
    assert store.analysis("t2", 2) is None


# --- When somebody else writes ------------------------------------------------------------


@pytest.fixture
def in_a_file(tmp_path: Path) -> Iterator[Store]:
    """A store of SQLite, for what is SQLite's own."""
    store = Store(f"sqlite:///{tmp_path / 'db'}")
    yield store
    store.close()


def test_a_write_waits_and_reads_do_not(in_a_file: Store, tmp_path: Path) -> None:
    store = in_a_file
    store.create(ROW)
    with closing(sqlite3.connect(tmp_path / "db", check_same_thread=False)) as other:
        other.execute("BEGIN IMMEDIATE")
        writing = threading.Thread(target=store.append, args=("t1", 0, [Entry(0, 3)], False, ROW.seats[0]))
        writing.start()
        began = time.monotonic()
        assert store.choices("t1") == []
        assert store.table("t1") == ROW
        assert time.monotonic() - began < 1
        assert writing.is_alive()
        other.rollback()
        writing.join()
    assert store.choices("t1") == [Entry(0, 3)]


def test_a_write_that_waited_too_long_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_module, "LOCK_TIMEOUT", 0.1)
    store = Store(f"sqlite:///{tmp_path / 'db'}")
    store.create(ROW)
    with closing(sqlite3.connect(tmp_path / "db")) as other:
        other.execute("BEGIN IMMEDIATE")
        for write in (store.await_turn, lambda: store.take_seat("t1", 1, "bob", "Bob")):
            with pytest.raises(OperationalError) as told:
                write()
            assert trouble(told.value) == Trouble.BUSY
    assert store.table("t1") == ROW
    store.close()


def test_of_very_many_writers_the_last_are_refused(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "_QUEUE_TIMEOUT", 0.05)
    store._writers = threading.BoundedSemaphore(1)
    with store.writing(), pytest.raises(Busy):
        store.create(ROW)
    store.create(ROW)


def test_with_sqlite_a_writer_waits_for_its_turn_before_it_asks_the_database(
    in_a_file: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = in_a_file
    store.create(ROW)
    monkeypatch.setattr(store_module, "LOCK_TIMEOUT", 0.05)
    with store.writing():  # which has written nothing yet, so that the database itself would let another one write
        for write in (store.await_turn, lambda: store.take_seat("t1", 1, "bob", "Bob")):
            with pytest.raises(Busy):
                write()
    store.take_seat("t1", 1, "bob", "Bob")
    assert store.table("t1").seats[1].name == "Bob"


def test_a_full_database_is_told_as_full(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'db'}")
    with store.engine.connect() as connection:  # the pool hands the same connection out again
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
    big = replace(ROW, options={"long": "x" * 100_000})
    with pytest.raises(OperationalError) as told:
        store.create(big)
    assert trouble(told.value) == Trouble.FULL
    store.close()


def test_a_database_that_may_not_be_written_is_told_as_such(in_a_file: Store) -> None:
    store = in_a_file
    with store.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA query_only = ON")
    with pytest.raises(OperationalError) as told:
        store.create(ROW)
    assert trouble(told.value) == Trouble.READ_ONLY


def test_other_errors_are_told_as_such() -> None:
    assert trouble(SQLAlchemyError("?")) == Trouble.UNREACHABLE


def test_a_seat_is_left_by_its_user_while_another_is_open(store: Store) -> None:
    store.create(ROW)
    [waiting] = [seat.seat for seat in ROW.seats if seat.kind == OPEN]
    own = next(seat for seat in ROW.seats if seat.kind == HUMAN)
    assert own.user
    with pytest.raises(Conflict):
        store.leave_seat("t1", own.seat, "somebody else", "k")
    store.leave_seat("t1", own.seat, own.user, "k")
    assert store.table("t1").seats[own.seat] == SeatRow(own.seat, OPEN, key="k")
    store.take_seat("t1", own.seat, "u", "U")
    store.take_seat("t1", waiting, "v", "V")
    with pytest.raises(Conflict):
        store.leave_seat("t1", own.seat, "u", "l")
    assert store.table("t1").seats[own.seat].user == "u"
