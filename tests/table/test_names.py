"""Names: what of them is shown, and how those that look alike are told apart."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from trigrad.table.names import looks, shown, told_apart

TEXTS = st.text(st.characters(), max_size=40)
# Words of few letters, some of which are easily taken for others, and of what people append
ALIKE = st.text(st.sampled_from("AaАаoО0 ()12"), max_size=6)


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("Ada", "Ada"),
        ("Ada\u200b", "Ada"),  # a space without width
        ("\u202eadA", "adA"),  # from here on from right to left
        ("\u2066Ada\u2069", "Ada"),
        ("Ada\ufe0f", "Ada"),
        ("A\u034fda", "Ada"),
        ("Ada\U000e0101", "Ada"),
        ("A\u00a0\u2003da", "A da"),
        ("A\u3164da", "A da"),
        ("A\u2028da\nx", "A da x"),
        ("E\u0300ve", "Ève"),
        ("Tiê\u0301n", "Tiến"),
        ("A" + 9 * "\u0338" + "da", "A\u0338\u0338da"),
        ("\u0301Ada", "Ada"),
        ("Ada \u0301", "Ada"),
        ("1\u20e3", "1"),  # in a square, which lies on its neighbours too
        ("น้ำ", "น้ำ"),
        ("玲", "玲"),
        ("Zoë 🎲", "Zoë 🎲"),
    ],
)
def test_what_cannot_be_read_leaves_a_name(name: str, seen: str) -> None:
    assert shown(name) == unicodedata.normalize("NFC", seen)


@pytest.mark.parametrize(
    "blank",
    ["\u3164", "\u115f", "\u1160", "\uffa0", "\u2800", "\u200b", "\u2060", "\ufeff", "\u00ad", "\u0301", "\u180e"],
)
def test_nothing_is_left_of_what_nobody_can_see(blank: str) -> None:
    assert shown(blank) == shown(blank * 5) == shown(f"{blank} {blank}") == ""


@given(TEXTS)
@example("A\u0300\u034f\u0301\u0301")
@example("\u0344" * 5)
def test_a_shown_name_is_readable_and_shown_as_it_is(name: str) -> None:
    seen = shown(name)
    assert shown(seen) == seen == unicodedata.normalize("NFC", seen)
    assert seen == " ".join(seen.split(" "))
    assert all(char == " " or unicodedata.category(char)[0] in "LMNPS" for char in seen)
    assert not seen or unicodedata.category(seen[0])[0] != "M"
    assert longest_run_of_marks(seen) <= 2


def longest_run_of_marks(name: str) -> int:
    marks = "".join("m" if unicodedata.category(char)[0] == "M" else " " for char in name)
    return max(map(len, marks.split(" ")))


@pytest.mark.parametrize(
    ("names", "apart"),
    [
        (["Ada", "Bob"], ["Ada", "Bob"]),
        (["Ada", "Ada"], ["Ada", "Ada (2)"]),
        (["Ada", "Bob", "ada", "ADA"], ["Ada", "Bob", "ada (3)", "ADA (4)"]),
        (["Ada", "Аda"], ["Ada", "Аda (2)"]),  # the second begins with a Cyrillic letter
        (["Ada", "\uff21da"], ["Ada", "\uff21da (2)"]),  # with a wide one
        (["Straße", "STRASSE"], ["Straße", "STRASSE (2)"]),
        (["Will", "WiIl"], ["Will", "WiIl (2)"]),
        (["Ada", "Ada", "Ada (2)"], ["Ada", "Ada (5)", "Ada (2)"]),
        (["Ada (2)", "Ada", "Ada"], ["Ada (2)", "Ada", "Ada (3)"]),
        (["Ada", "", ""], ["Ada", "", ""]),  # seats that nobody has taken
        (["Ева", "Ева"], ["Ева", "Ева (2)"]),
        (["Ève", "Eve"], ["Ève", "Eve"]),
    ],
)
def test_names_that_look_alike_bear_the_number_of_their_seat(names: list[str], apart: list[str]) -> None:
    assert told_apart(names) == apart


@given(st.lists(ALIKE.map(shown), max_size=5))
def test_no_two_at_a_table_look_alike(names: list[str]) -> None:
    apart = told_apart(names)
    named = [looks(name) for name in apart if name]
    assert len(set(named)) == len(named)
    for index, (name, own) in enumerate(zip(names, apart, strict=True)):
        assert own == name or own.startswith(f"{name} (")
        if looks(name) not in map(looks, names[:index]):
            assert own == name
