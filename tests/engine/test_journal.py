"""The journal takes events in order while there is room, and reads them by name."""

import copy
import pickle

import pytest

from trigrad.engine.journal import ENDED, NO_JOURNAL, ROWS, Event, EventTable, Kind, new_journal, note

EVENTS = EventTable()
BOUGHT = EVENTS.kind("bought", "card price source change")
PASSED = EVENTS.kind("passed")
PAID = EVENTS.kind("paid", "price")


def test_kinds_are_numbered_from_the_end_of_the_game_on() -> None:
    assert [(int(kind), kind.name) for kind in EVENTS] == [(1, "ended"), (2, "bought"), (3, "passed"), (4, "paid")]
    assert list(EventTable()) == [ENDED]


def test_events_come_back_in_order_with_the_values_of_their_kind() -> None:
    journal = new_journal()
    assert EVENTS.read(journal) == []
    note(journal, BOUGHT, 1, 10, 20, 30, 40)
    note(journal, PAID, -1, -300)
    note(journal, PASSED, 2)
    note(journal, ENDED, -1)
    assert EVENTS.read(journal) == [
        Event(BOUGHT, 1, (10, 20, 30, 40)),
        Event(PAID, -1, (-300,)),
        Event(PASSED, 2, ()),
        Event(ENDED, -1, ()),
    ]


def test_values_are_plain_integers() -> None:
    journal = new_journal()
    note(journal, PAID, 0, 5)
    [event] = EVENTS.read(journal)
    assert (type(event.price), type(event.player), type(event.kind)) == (int, int, Kind)


def test_a_full_journal_keeps_what_it_has() -> None:
    journal = new_journal()
    for number in range(ROWS + 5):
        note(journal, PAID, 0, number)
    assert [event.price for event in EVENTS.read(journal)] == list(range(ROWS))


def test_no_journal_takes_nothing() -> None:
    note(NO_JOURNAL, PAID, 0, 5)
    assert EVENTS.read(NO_JOURNAL) == []


def test_values_go_by_their_names() -> None:
    event = Event(BOUGHT, 1, (10, 20, 30, 40))
    assert (event.card, event.price, event.source, event.change) == (10, 20, 30, 40)


@pytest.mark.parametrize("name", ["pirce", "a", "seat", "name"])
def test_a_name_that_a_kind_does_not_have_is_refused(name: str) -> None:
    with pytest.raises(AttributeError, match=f"bought has no {name}, but card, price"):
        getattr(Event(BOUGHT, 1, (10, 20, 30, 40)), name)


def test_a_name_of_another_kind_is_refused() -> None:
    with pytest.raises(AttributeError, match="paid has no card"):
        Event(PAID, 1, (10,)).card  # noqa: B018


@pytest.mark.parametrize(
    "fields",
    [
        "a b c d e",  # more than a row has room for
        "price price",
        "kind",  # what every event has
        "price player",
        "values",
        "to_json",
    ],
)
def test_values_that_no_event_can_have_are_refused(fields: str) -> None:
    table = EventTable()
    with pytest.raises(ValueError, match="bought cannot have the values"):
        table.kind("bought", fields)
    assert list(table) == [ENDED]


@pytest.mark.parametrize("name", ["bought", "ended"])
def test_two_kinds_of_one_name_are_refused(name: str) -> None:
    table = EventTable()
    first = table.kind("bought", "card")
    with pytest.raises(ValueError, match=f"two kinds of events called {name}"):
        table.kind(name, "price")
    assert list(table) == [ENDED, first]


@pytest.mark.parametrize("kind", [ENDED, BOUGHT, PASSED])
def test_kinds_and_events_travel(kind: Kind) -> None:
    event = Event(kind, 1, tuple(range(len(kind.fields))))
    for other in (pickle.loads(pickle.dumps(event)), copy.deepcopy(event), copy.copy(event)):  # noqa: S301 - its own
        assert other == event
        assert (other.kind.name, other.kind.fields) == (kind.name, kind.fields)
        assert other.to_json() == event.to_json()


def test_events_as_plain_data_and_in_words() -> None:
    bought, passed = Event(BOUGHT, 1, (10, 20, 30, 40)), Event(PASSED, -1, ())
    assert bought.to_json() == {"kind": "bought", "player": 1, "card": 10, "price": 20, "source": 30, "change": 40}
    assert passed.to_json() == {"kind": "passed", "player": -1}
    assert str(bought) == "bought player=1 card=10 price=20 source=30 change=40"
    assert str(passed) == "passed player=-1"
