"""The journal takes events in order while there is room."""

from trigrad.engine.journal import NO_JOURNAL, ROWS, Event, events, new_journal, note


def test_events_come_back_in_order() -> None:
    journal = new_journal()
    assert events(journal) == []
    note(journal, 3, 1, 10, 20, 30, 40)
    note(journal, 1, -1, 0, 0, 0, -300)
    assert events(journal) == [Event(3, 1, 10, 20, 30, 40), Event(1, -1, 0, 0, 0, -300)]


def test_a_full_journal_keeps_what_it_has() -> None:
    journal = new_journal()
    for number in range(ROWS + 5):
        note(journal, 1, 0, number, 0, 0, 0)
    assert [event.a for event in events(journal)] == list(range(ROWS))


def test_no_journal_takes_nothing() -> None:
    note(NO_JOURNAL, 1, 0, 0, 0, 0, 0)
    assert events(NO_JOURNAL) == []
