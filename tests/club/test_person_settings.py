"""What a person sets for themselves: kept with their identity, refused where it does not exist."""

from pathlib import Path

import pytest

from trigrad import i18n
from trigrad.club.people import User
from trigrad.club.person_settings import DEFAULTS, SETTINGS, PersonSettings
from trigrad.club.refusals import BadSettings
from trigrad.store.store import Store

ADA, BOB = User("ada", "Ada"), User("bob", "Bob")


@pytest.fixture
def settings(tmp_path: Path) -> PersonSettings:
    return PersonSettings(Store(f"sqlite:///{tmp_path / 'db'}"))


def test_who_has_set_nothing_has_the_defaults(settings: PersonSettings) -> None:
    assert settings.of(ADA) == DEFAULTS
    assert DEFAULTS["theme"] == "system"


def test_what_is_set_is_kept_for_one_person_alone(settings: PersonSettings, tmp_path: Path) -> None:
    settings.keep(ADA, {"theme": "dark"})
    settings.keep(ADA, {"theme": "light", "pace": "slow"})
    assert settings.of(BOB) == DEFAULTS
    later = PersonSettings(Store(f"sqlite:///{tmp_path / 'db'}"))
    assert later.of(User("ada", "Countess")) == {**DEFAULTS, "theme": "light", "pace": "slow"}


def test_what_is_not_named_is_as_by_default_again(settings: PersonSettings) -> None:
    settings.keep(ADA, {"theme": "dark"})
    settings.keep(ADA, {"pace": "fast"})
    assert settings.of(ADA) == {**DEFAULTS, "pace": "fast"}


@pytest.mark.parametrize("values", [{"theme": "pink"}, {"colour": "dark"}, {"theme": ""}, {"theme": "dark", "x": "y"}])
def test_what_does_not_exist_is_refused_and_changes_nothing(settings: PersonSettings, values: dict[str, str]) -> None:
    settings.keep(ADA, {"pace": "fast"})
    with pytest.raises(BadSettings):
        settings.keep(ADA, values)
    assert settings.of(ADA) == {**DEFAULTS, "pace": "fast"}


def test_what_an_other_version_has_kept_does_no_harm(settings: PersonSettings, tmp_path: Path) -> None:
    Store(f"sqlite:///{tmp_path / 'db'}").keep_settings("ada", {"theme": "pink", "smell": "on", "pace": "slow"})
    assert settings.of(ADA) == {**DEFAULTS, "pace": "slow"}


@pytest.mark.parametrize("code", list(i18n.LANGUAGES))
def test_the_choices_of_a_setting_read_differently(code: str) -> None:
    words = i18n.catalogue(code)
    for setting in SETTINGS:
        labels = [label.render(words) for label in setting.choices.values()]
        assert len(set(labels)) == len(labels)
