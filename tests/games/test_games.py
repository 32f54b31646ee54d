"""Games are found by their folder's name."""

import pytest

from trigrad import games


def test_every_game_goes_by_its_name() -> None:
    assert "quorum" in games.names()
    assert [games.load(name).name for name in games.every_name()] == list(games.every_name())


def test_a_game_that_is_not_listed_is_found_by_its_name() -> None:
    assert "noughts" not in games.names()
    assert games.load("noughts").title.en == "Noughts and crosses"


@pytest.mark.parametrize("name", ["chess", "", "quorum.rules", "../quorum"])
def test_other_games_are_unknown(name: str) -> None:
    with pytest.raises(games.UnknownGame):
        games.load(name)


def test_a_game_that_calls_itself_otherwise_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    games.load.cache_clear()
    monkeypatch.setattr(type(games.load("noughts")), "name", "crosses")
    games.load.cache_clear()
    with pytest.raises(ValueError, match="noughts calls itself crosses"):
        games.load("noughts")
    games.load.cache_clear()
