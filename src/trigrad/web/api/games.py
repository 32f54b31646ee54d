"""The games and the bots that there are."""

from fastapi import APIRouter

from trigrad import bots, games
from trigrad.engine.text import ENGLISH
from trigrad.web.api.models import GameInfo
from trigrad.web.api.problems import refused

router = APIRouter(tags=["games"])


@router.get("/games", responses=refused(400))
def list_games() -> list[GameInfo]:
    """The games that can be played here."""
    return [
        GameInfo(
            name=game.name,
            title=game.title.en,
            rules_version=game.rules_version,
            min_players=game.min_players,
            max_players=game.max_players,
            num_actions=game.num_actions,
            options={option.key: [value for value, _ in option.choices] for option in game.options},
        )
        for game in map(games.load, games.names())
    ]


@router.get("/bots", responses=refused(400))
def list_bots() -> dict[str, str]:
    """The bots that can take a seat, with what they are like."""
    return {name: bots.load(name).description.render(ENGLISH) for name in bots.names()}
