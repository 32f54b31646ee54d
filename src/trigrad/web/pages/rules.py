"""The rules of the games, to read."""

from fastapi import APIRouter, Response

from trigrad import games, i18n
from trigrad.engine.game import Game
from trigrad.web.answers import html
from trigrad.web.context import TheVisit
from trigrad.web.refusals import NotFound

router = APIRouter()


@router.get("/rules")
def rules_index(visit: TheVisit) -> Response:
    """The games whose rules can be read."""
    return html(visit, "rules.html", games=[games.load(name) for name in games.names()])


@router.get("/rules/{game_name}")
def rules_page(game_name: str, visit: TheVisit) -> Response:
    """A game's rules in the reader's language, else in English, else that nobody has written them."""
    game = game_of_page(game_name)
    written = [f"{game.name}/rules.{language}.html" for language in (visit.language, i18n.DEFAULT)]
    return html(visit, [*written, "plain_rules.html"], game=game)


def game_of_page(name: str) -> Game:
    """The game whose name stands in a page's address; ``NotFound`` if there is none."""
    try:
        return games.load(name)
    except games.UnknownGame as error:
        raise NotFound from error
