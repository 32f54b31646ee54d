"""The pages of the games say what the code says."""

import re

import pytest
from scripts import game_pages

from trigrad import games

AGAIN = "run: python -m scripts.game_pages"


@pytest.mark.parametrize("name", games.names())
def test_the_page_of_a_game_is_up_to_date(name: str) -> None:
    text = game_pages.page(name).read_text("utf-8")
    assert {found[1] for found in re.finditer(r"<!-- from the code: (\w+) -->", text)} == {"facts", "observation"}
    assert game_pages.renewed(text, game_pages.of_game(games.load(name))) == text, AGAIN


@pytest.mark.parametrize("name", games.names())
def test_the_page_of_a_game_has_what_researchers_look_for(name: str) -> None:
    text, game = game_pages.page(name).read_text("utf-8"), games.load(name)
    headings = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert {"Actions", "Observation", "End and result", "Chance and what is hidden", "Versions"} <= set(headings)
    assert len(set(headings)) == len(headings)
    versions = text.partition("\n## Versions\n")[2]
    assert [int(number) for number in re.findall(r"^(\d+)\. ", versions, re.MULTILINE)] == list(
        range(1, game.rules_version + 1)
    )


def test_the_guide_has_all_games_side_by_side() -> None:
    text = game_pages.GUIDE.read_text("utf-8")
    assert "<!-- from the code: games -->" in text
    assert game_pages.renewed(text, {"games": game_pages.overview}) == text, AGAIN


def test_what_is_out_of_date_is_written_anew() -> None:
    text = "a\n<!-- from the code: facts -->\nold\n<!-- end -->\nb"
    assert game_pages.renewed(text, {"facts": lambda: "new"}) == (
        "a\n<!-- from the code: facts -->\n\nnew\n\n<!-- end -->\nb"
    )
    with pytest.raises(KeyError):
        game_pages.renewed(text, {})
