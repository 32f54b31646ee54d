"""The notation of Québec's choices."""

import pytest

from trigrad.games.quebec import GAME


@pytest.mark.parametrize("action", range(GAME.num_actions))
def test_notation_leads_back(action: int) -> None:
    assert GAME.parse(GAME.notation(action)) == action


@pytest.mark.parametrize("text", ["", "site 0", "site 45", "zone", "workers 3", "Site 1", "skip "])
def test_nonsense_is_no_notation(text: str) -> None:
    with pytest.raises(ValueError, match="not an action of Québec"):
        GAME.parse(text)
