"""Limits by where people come from: new names are no way round them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import func, make_url, select
from tests.store.postgres import Cluster

from trigrad.club.origins import HERE, Limits, Origins, Places
from trigrad.club.people import User
from trigrad.club.refusals import TooManyFromHere, TooManyTables
from trigrad.store.database import open_engine
from trigrad.store.schema import created
from trigrad.store.store import Store
from trigrad.store.under_way import UnderWay
from trigrad.store.wire import Alone, wire_of


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(f"sqlite:///{tmp_path / 'db'}")
    yield store
    store.close()


def test_an_origin_creates_so_many_tables_an_hour(store: Store) -> None:
    clock = Clock()
    here, there = (Origins(Limits(tables=3), UnderWay(store), clock) for _ in range(2))  # two processes
    for number, origins in enumerate((here, there, here)):
        clock.now = 600.0 * number
        origins.new_table(User(str(number), "Eve", "one"), f"t{number}")
    for origins in (here, there):
        with pytest.raises(TooManyTables):
            origins.new_table(User("new", "Eve", "one"), "t3")
    here.new_table(User("ada", "Ada", "other"), "t4")
    here.new_table(User("ada", "Ada", "other"), "t4")  # which is the same table
    clock.now = 3600.1
    there.new_table(User("new", "Eve", "one"), "t5")  # the first is an hour old, what was refused counts for nothing
    with pytest.raises(TooManyTables):
        here.new_table(User("new", "Eve", "one"), "t6")


def test_this_machine_is_limited_but_generously(store: Store) -> None:
    origins = Origins(Limits(tables=3), UnderWay(store), Clock())
    for number in range(30):
        origins.new_table(User(str(number), "P", HERE), f"t{number}")
    with pytest.raises(TooManyTables):
        origins.new_table(User("30", "P", HERE), "t30")


def test_what_was_created_more_than_an_hour_ago_is_forgotten(store: Store) -> None:
    clock = Clock()
    origins = Origins(Limits(), UnderWay(store), clock)
    for number in range(100):
        clock.now += 120
        origins.new_table(User(str(number), "P", f"place {number}"), f"t{number}")
    with store.reading() as connection:
        assert connection.execute(select(func.count()).select_from(created)).scalar_one() == 31


def test_it_is_known_from_where_somebody_last_created_a_table(store: Store) -> None:
    origins = Origins(Limits(), UnderWay(store), Clock())
    assert origins.of("ada") == ""
    for number, origin in enumerate(("one", "other")):
        origins.new_table(User("ada", "Ada", origin), f"t{number}")
    assert origins.of("ada") == "other"


def test_places_are_counted_by_origin_and_given_back() -> None:
    places = Places(Limits(hints=2), "hints", Alone())
    for _ in range(2):
        places.take("one")
    with pytest.raises(TooManyFromHere):
        places.take("one")
    places.take("other")
    places.give_back("one")
    places.take("one")
    for origin in ("one", "one", "other"):
        places.give_back(origin)
    assert not places._claims


@pytest.mark.postgres
def test_places_are_counted_over_all_processes(cluster: Cluster) -> None:
    url = make_url(cluster.database())
    engines = [open_engine(url) for _ in range(2)]
    wires = [wire_of(engine) for engine in engines]
    here, there = (Places(Limits(analyses=3), "analyses", wire) for wire in wires)
    for places in (here, there, here):
        places.take("one")
    for places in (here, there):
        with pytest.raises(TooManyFromHere):
            places.take("one")
    here.take("other")
    there.give_back("one")
    here.take("one")
    wires[0].close()  # as where its process ends
    for _ in range(3):
        there.take("one")
    wires[1].close()
    for engine in engines:
        engine.dispose()


def test_an_address_is_written_nowhere_that_a_user_is() -> None:
    assert "192.0.2.1" not in repr(User("ada", "Ada", "192.0.2.1"))
    assert User("ada", "Ada", "192.0.2.1") == User("ada", "Ada")
