"""The first page: the games, my tables, public tables."""

from fastapi import APIRouter, Response

from trigrad import games, i18n
from trigrad.web.answers import html
from trigrad.web.context import TheVisit
from trigrad.web.pages import screen

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
        seats={row.id: screen.seats_on_page(row, [], i18n.catalogue(visit.language)) for row in (*mine, *listed)},
        user=visit.user,
        mine=mine,
        listed=listed,
    )
