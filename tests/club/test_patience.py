"""How long a table waits for a player, and the words for it."""

from dataclasses import replace

import pytest
from tests.club.tables import new_table

from trigrad import i18n
from trigrad.club import patience
from trigrad.club.club import Club
from trigrad.club.people import User
from trigrad.engine.text import ENGLISH


def test_every_patience_has_its_words() -> None:
    assert set(patience.LABELS) == set(patience.SECONDS)
    assert patience.DEFAULT in patience.SECONDS


def test_a_table_waits_since_the_last_thing_that_happened_at_the_seat(club: Club, ada: User) -> None:
    row = club.store.table(new_table(club, ada, "me", "here", patience="1h"))
    seats = (replace(row.seats[0], since=500.0), replace(row.seats[1], since=700.0))
    row = replace(row, created=100.0, seats=seats, chosen=None)
    assert [patience.waiting_since(row, seat) for seat in (0, 1)] == [700.0, 700.0]  # when the last had sat down
    row = replace(row, chosen=600.0)
    assert [patience.waiting_since(row, seat) for seat in (0, 1)] == [600.0, 700.0]
    assert patience.seconds_left(row, 0, now=1000.0) == 600.0 + 3600 - 1000
    assert patience.seconds_left(row, 0, now=9000.0) == 0.0
    assert patience.seconds_left(replace(row, patience="never"), 0, now=9000.0) is None


@pytest.mark.parametrize(
    ("seconds", "words"), [(1, "1 min"), (60, "1 min"), (61, "2 min"), (3600, "1 h 0 min"), (7290, "2 h 2 min")]
)
def test_a_duration_is_rounded_up_to_minutes(seconds: float, words: str) -> None:
    assert patience.duration(seconds).render(ENGLISH) == words


def test_durations_have_words_in_every_language() -> None:
    assert patience.duration(7290).render(i18n.catalogue("ru")) == "2 ч 2 мин"
