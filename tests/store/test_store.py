import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError

from trigrad.store.store import BOT, HUMAN, OPEN, Conflict, SeatRow, Store, TableRow, UnknownTable
from trigrad.table.table import Entry

ROW = TableRow(
    id="t1",
    game="quorum",
    rules_version=1,
    players=3,
    options={},
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
    seats=(
        SeatRow(0, HUMAN, "Ada", user="ada", key="k0"),
        SeatRow(1, OPEN, key="k1"),
        SeatRow(2, BOT, "Greedy", bot="greedy", key="k2"),
    ),
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(f"sqlite:///{tmp_path / 'db'}")
    yield store
    store.close()


def test_a_table_is_stored_and_found(store: Store) -> None:
    store.create(ROW)
    assert store.table("t1") == ROW


def test_an_unknown_table_is_an_error(store: Store) -> None:
    with pytest.raises(UnknownTable):
        store.table("nowhere")


def test_choices_are_kept_in_order(store: Store) -> None:
    store.create(ROW)
    store.append("t1", 0, [Entry(0, 3), Entry(0, 12)], finished=False)
    store.append("t1", 2, [Entry(1, -1)], finished=True)
    assert store.choices("t1") == [Entry(0, 3), Entry(0, 12), Entry(1, -1)]
    assert store.table("t1").finished


def test_the_same_place_cannot_be_written_twice(store: Store) -> None:
    store.create(ROW)
    store.append("t1", 0, [Entry(0, 3)], finished=False)
    with pytest.raises(Conflict):
        store.append("t1", 0, [Entry(0, 4)], finished=True)
    assert store.choices("t1") == [Entry(0, 3)]
    assert not store.table("t1").finished


def test_several_choices_are_written_all_or_none(store: Store) -> None:
    store.create(ROW)
    store.append("t1", 1, [Entry(0, 9)], finished=False)
    with pytest.raises(Conflict):
        store.append("t1", 0, [Entry(0, 3), Entry(0, 4)], finished=False)
    assert store.choices("t1") == [Entry(0, 9)]


def test_of_many_writers_one_wins(store: Store) -> None:
    store.create(ROW)
    won = []

    def write(action: int) -> None:
        try:
            store.append("t1", 0, [Entry(0, action)], finished=False)
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
    assert store.table("t1").seats[1] == SeatRow(1, HUMAN, "Bob", user="bob", key="k1")
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


def test_a_new_name_is_shown_at_all_own_seats(store: Store) -> None:
    store.create(ROW)
    store.create(replace(ROW, id="t2"))
    assert sorted(store.rename("ada", "Augusta")) == ["t1", "t2"]
    assert [seat.name for seat in store.table("t2").seats] == ["Augusta", "", "Greedy"]


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
    assert sorted(store.unfinished_with_bots(0)) == ["t1", "t2"]
    assert store.unfinished_with_bots(1.5) == ["t2"]
    assert store.count_created("ada", 0) == 2
    assert store.count_created("ada", 1.5) == 0


def test_everything_is_there_after_reopening(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'db'}"
    first = Store(url)
    first.create(ROW)
    first.append("t1", 0, [Entry(0, 3)], finished=False)
    first.close()
    second = Store(url)
    assert second.choices("t1") == [Entry(0, 3)]
    second.close()


def test_secrets_do_not_show_in_a_printed_row() -> None:
    assert "k0" not in repr(ROW)
    assert "seed" not in repr(ROW)


def test_secrets_do_not_show_in_an_error(store: Store) -> None:
    store.create(ROW)
    for again in (ROW, replace(ROW, id="t2", seats=(ROW.seats[0], ROW.seats[0]))):
        with pytest.raises(IntegrityError) as error:
            store.create(again)
        assert not any(secret in str(error.value) for secret in ("'ada'", "k0", "memory at", "\\x00"))


def test_an_analysis_replaces_the_one_before(store: Store) -> None:
    store.create(ROW)
    store.keep_analysis("t1", 1, {"choices": []})
    store.keep_analysis("t1", 2, {"choices": [1]})
    assert store.analysis("t1", 1) is None
    assert store.analysis("t1", 2) == {"choices": [1]}
    assert store.analysis("t2", 2) is None
