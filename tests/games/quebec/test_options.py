"""What a table of Québec may choose."""

import pytest

from trigrad.engine.game import UnknownOption
from trigrad.games.quebec import GAME


@pytest.mark.parametrize(
    ("players", "options"), [(1, {}), (6, {}), (3, {"rules": "easy"}), (3, {"layout": ""}), (3, {"tiles": "free"})]
)
def test_options_that_are_none(players: int, options: dict[str, str]) -> None:
    with pytest.raises(UnknownOption):
        GAME.new(players, bytes(32), options)


def test_only_event_cards_hide_something() -> None:
    hides = {rules: GAME.hides({"rules": rules, "layout": "spread"}) for rules in ("events", "complete", "family")}
    assert hides == {"events": True, "complete": False, "family": False}
    assert GAME.hides({})  # the default is with event cards
