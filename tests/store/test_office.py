"""What a host may look at and settle."""

import time
from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.store.test_store import ROW

from trigrad.store.office import Office, UnknownPerson
from trigrad.store.store import Conflict, Standing, Store, UnknownTable
from trigrad.table.table import Entry

PLAYING = replace(ROW, id="playing", seats=(ROW.seats[0], ROW.seats[2]), changed=2.0)


@pytest.fixture
def office(store: Store) -> Office:
    store.create(ROW)
    store.create(PLAYING)
    store.create(replace(PLAYING, id="over", finished=True, changed=3.0))
    return Office(store)


def test_tables_are_listed_page_by_page_and_tell_nothing_secret(office: Office, store: Store) -> None:
    store.append("playing", 0, [Entry(0, 1), Entry(0, 2)], finished=False, player=ROW.seats[0])
    first = office.tables(2)
    assert [(line.id, line.state, line.choices) for line in first] == [
        ("playing", "playing", 2),
        ("over", "finished", 0),
    ]
    assert [(line.id, line.state) for line in office.tables(2, before=first[-1].changed)] == [("t1", "open")]
    line, seats = office.table("t1")
    assert [(seat.kind, seat.user) for seat in seats] == [("human", "ada"), ("open", None), ("bot", None)]
    assert not any(secret in repr((line, seats)) for secret in ("k0", "k1", "\\x00"))
    with pytest.raises(UnknownTable):
        office.table("nowhere")


def test_at_a_closed_table_nothing_goes_on_and_only_its_people_have_it_in_their_lists(
    office: Office, store: Store
) -> None:
    before = store.table("t1")
    office.close("t1")
    closed = store.table("t1")
    assert closed.closed is not None
    assert closed.closed_by == "host"
    assert closed.revision == before.revision + 1
    attempts: list[Callable[[], object]] = [
        lambda: store.append("t1", 0, [Entry(0, 1)], finished=False, player=ROW.seats[0]),
        lambda: store.take_seat("t1", 1, "bob", "Bob"),
        lambda: store.lend_seat("t1", ROW.seats[0], "casual", 0),
    ]
    for attempt in attempts:
        with pytest.raises(Conflict):
            attempt()
    assert store.choices("t1") == []
    assert [row.id for row in store.listed()] == ["playing"]
    assert [row.id for row in store.tables_of("ada")] == ["over", "playing", "t1"]
    assert office.table("t1")[0].state == "closed"
    for once in ("t1", "over", "nowhere"):
        with pytest.raises(UnknownTable):
            office.close(once)


def test_old_tables_are_closed_by_age_and_finished_ones_stay(office: Office, store: Store) -> None:
    now = time.time()
    store.create(replace(ROW, id="new", changed=now - 50))
    store.create(replace(PLAYING, id="slow", changed=now - 500))
    assert office.close_old(None, None) == 0
    assert office.close_old(100, None) == 1
    assert store.table("t1").closed is not None
    assert store.table("t1").closed_by == "age"
    assert office.close_old(100, 1000) == 1
    assert store.table("playing").closed is not None
    assert office.close_old(100, 1000) == 0
    assert [store.table(table).closed for table in ("new", "slow", "over")] == [None, None, None]


def test_people_are_listed_page_by_page(office: Office, store: Store) -> None:
    store.take_seat("t1", 1, "bob", "Bob")
    store.keep_settings("eve", {"theme": "dark"})
    first = office.people(2)
    assert [(line.id, line.names, line.tables, line.created) for line in first] == [
        ("ada", ("Ada",), 3, 3),
        ("bob", ("Bob",), 1, 0),
    ]
    assert [line.id for line in office.people(2, after="bob")] == ["eve"]
    assert office.person("eve").last is None
    with pytest.raises(UnknownPerson):
        office.person("nobody")


def test_what_is_settled_for_a_person_and_what_they_settle_stay_apart(office: Office, store: Store) -> None:
    office.block("ada", blocked=True)
    office.limit("ada", 3)
    store.keep_settings("ada", {"theme": "dark"})
    assert store.standing("ada") == Standing(blocked=True, tables_an_hour=3)
    assert store.standing("bob") == Standing()
    office.block("ada", blocked=False)
    office.limit("ada", None)
    assert store.standing("ada") == Standing()
    assert store.settings_of("ada") == {"theme": "dark"}
    with pytest.raises(UnknownPerson):
        office.block("nobody", blocked=True)
    with pytest.raises(UnknownPerson):
        office.limit("nobody", 1)
