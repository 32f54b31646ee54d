"""Actions and questions of Québec in words."""

import pytest
from tests.games.quebec import positions as q

from trigrad.engine.text import ENGLISH, render
from trigrad.games.quebec import GAME
from trigrad.games.quebec import components as c
from trigrad.games.quebec.state import State


def words(game: State, choice: str) -> str:
    return render(GAME.describe(game, GAME.parse(choice)).text, ENGLISH)


def test_actions_in_words() -> None:
    game = q.position(
        5,
        leaders={1: "economic", 2: "political"},
        sites={9: q.At(architect=1), 16: q.At(architect=0, slots=[2])},
    )
    assert words(game, "site 9") == "Contribute 3 workers to site 9 (Military administration), with its action"
    assert words(game, "site 16") == "Contribute 3 workers to site 16 (Military administration)"
    assert words(game, "leader citadel") == "Take the leader: Leader of the Citadel; 2 workers become active"
    assert words(game, "start own") == "Start a building; complete site 16 (Military administration)"
    q.play(game, "start own")
    assert words(game, "zone politics") == "Let your workers go to their zone: Politics"
    assert words(game, "zone culture") == "Redirect your workers: Culture"
    question = render(GAME.prompt(game), ENGLISH)
    assert question == "site 16 (Military administration) is completed: where do your workers go?"


@pytest.mark.parametrize("district", c.DISTRICTS)
def test_every_question_of_an_action_is_put_in_words(district: str) -> None:
    game = q.position(
        active={0: 5},
        zones={0: {"religion": 3}},
        sites={q.site_of(district): q.At(architect=1), 44: q.At(architect=2), 37: q.At(token=(0, 1))},
    )
    q.play(game, f"site {q.site_of(district)}")
    while game.turn == 0:
        assert render(GAME.prompt(game), ENGLISH)
        legal = GAME.legal(game)
        texts = [render(GAME.describe(game, action).text, ENGLISH) for action in legal]
        assert len(set(texts)) == len(texts)
        GAME.apply(game, legal[0])
