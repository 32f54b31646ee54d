"""People: their names, and how they are known again."""

import pytest

from trigrad.club.people import LONGEST_NAME, Tokens, User, clean_name, new_user
from trigrad.club.refusals import BadName


@pytest.mark.parametrize(
    ("name", "cleaned"),
    [
        ("Ada", "Ada"),
        ("  Ada \t Lovelace ", "Ada Lovelace"),
        ("A\x00d\u202ea", "A d a"),
        ("Ève 玲", "Ève 玲"),
        ("A" + 30 * "\u0336", "A\u0336\u0336"),
    ],
)
def test_a_name_is_shown_without_what_would_disturb(name: str, cleaned: str) -> None:
    assert clean_name(name) == cleaned


@pytest.mark.parametrize(
    "name", ["", "   ", "\u200b", "\u3164", "\u2800\u115f", "\u0301\u0301", "x" * (LONGEST_NAME + 1), "x " * 1000]
)
def test_a_name_that_cannot_be_shown_is_refused(name: str) -> None:
    with pytest.raises(BadName):
        clean_name(name)


def test_the_longest_name_is_taken() -> None:
    assert clean_name("x" * LONGEST_NAME) == "x" * LONGEST_NAME


def test_a_token_is_its_user_for_whoever_signed_it() -> None:
    ada = User("1", "Ада")
    token = Tokens("secret").of(ada)
    assert Tokens("secret").read(token) == ada
    assert Tokens("other").read(token) is None


@pytest.mark.parametrize("token", ["", "abc", "a.b", "é", "WzEsMl0.x"])
def test_what_was_not_signed_is_nobody(token: str) -> None:
    assert Tokens("secret").read(token) is None


def test_new_users_are_different_people() -> None:
    assert new_user("Ada") != new_user("Ada")
