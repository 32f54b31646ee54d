"""Limits by where people come from: new names are no way round them."""

import pytest

from trigrad.club.origins import HERE, Limits, Origins, Places
from trigrad.club.people import User
from trigrad.club.refusals import TooManyFromHere, TooManyTables


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_an_origin_creates_so_many_tables_an_hour() -> None:
    clock = Clock()
    origins = Origins(Limits(tables=3), clock)
    for number in range(3):
        clock.now = 600.0 * number
        origins.new_table(User(str(number), "Eve", "192.0.2.1"))
    with pytest.raises(TooManyTables):
        origins.new_table(User("new", "Eve", "192.0.2.1"))
    origins.new_table(User("ada", "Ada", "192.0.2.2"))
    clock.now = 3600.0
    origins.new_table(User("new", "Eve", "192.0.2.1"))  # the first is an hour old, what was refused counts for nothing
    with pytest.raises(TooManyTables):
        origins.new_table(User("new", "Eve", "192.0.2.1"))


def test_this_machine_is_limited_but_generously() -> None:
    origins = Origins(Limits(tables=3), Clock())
    for number in range(30):
        origins.new_table(User(str(number), "P", HERE))
    with pytest.raises(TooManyTables):
        origins.new_table(User("30", "P", HERE))


def test_origins_that_created_nothing_for_an_hour_are_forgotten() -> None:
    clock = Clock()
    origins = Origins(Limits(), clock)
    for number in range(500):
        clock.now += 60
        origins.new_table(User(str(number), "P", f"192.0.2.{number}"))
    assert len(origins._created) == 60


def test_it_is_known_from_where_somebody_last_created_a_table() -> None:
    origins = Origins(Limits(), Clock())
    assert origins.of("ada") == ""
    for address in ("192.0.2.1", "192.0.2.2"):
        origins.new_table(User("ada", "Ada", address))
    assert origins.of("ada") == "192.0.2.2"


def test_places_are_counted_by_origin_and_given_back() -> None:
    places = Places(Limits(hints=2), "hints")
    for _ in range(2):
        places.take("192.0.2.1")
    with pytest.raises(TooManyFromHere):
        places.take("192.0.2.1")
    places.take("192.0.2.2")
    places.give_back("192.0.2.1")
    places.take("192.0.2.1")
    for origin in ("192.0.2.1", "192.0.2.1", "192.0.2.2"):
        places.give_back(origin)
    assert not places._taken


def test_an_address_is_written_nowhere_that_a_user_is() -> None:
    assert "192.0.2.1" not in repr(User("ada", "Ada", "192.0.2.1"))
    assert User("ada", "Ada", "192.0.2.1") == User("ada", "Ada")
