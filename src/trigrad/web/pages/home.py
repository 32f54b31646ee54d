"""The first page: the games, my tables, public tables."""

from fastapi import APIRouter, Response

from trigrad import bots, games
from trigrad.web.answers import html
from trigrad.web.context import TheVisit

router = APIRouter()


@router.get("/")
def home(visit: TheVisit) -> Response:
    """The games, my tables, public tables."""
    mine = visit.club.tables.mine(visit.user)
    known = {row.id for row in mine}
    listed = [row for row in visit.club.tables.listed() if row.id not in known]
    return html(
        visit,
        "home.html",
        games=[games.load(name) for name in games.names()],
        titles={row.game: games.load(row.game).title for row in (*mine, *listed)},
        bots={name: bots.load(name).label for name in bots.names()},
        user=visit.user,
        mine=mine,
        listed=listed,
    )
