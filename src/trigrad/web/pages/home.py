"""The first page: the games, my tables, public tables; and playing at once."""

import secrets
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Form, Response

from trigrad import games, i18n
from trigrad.club import play_now
from trigrad.club.own_tables import OwnTable
from trigrad.club.people import User
from trigrad.engine.text import Text
from trigrad.store.store import TableRow
from trigrad.web.answers import html, introduce, remember, see_other
from trigrad.web.context import TheVisit, Visit
from trigrad.web.pages import screen
from trigrad.web.pages.rules import game_of_page

router = APIRouter()


@router.get("/")
def home(visit: TheVisit) -> Response:
    """The games, my tables, public tables."""
    own = visit.club.tables.own(visit.user)
    known = {table.row.id for table in own}
    listed = [row for row in visit.club.tables.listed() if row.id not in known]
    response = html(
        visit,
        "home.html",
        games=[games.load(name) for name in games.names()],
        user=visit.user,
        listed=listed,
        key=secrets.token_urlsafe(9),
        **_lists(visit, own, listed),
    )
    introduce(visit, response)
    return response


@router.get("/my-tables")
def my_tables(visit: TheVisit) -> Response:
    """The list of my tables, for a script that keeps it current."""
    return html(visit, "my_tables.html", **_lists(visit, visit.club.tables.own(visit.user), []))


def _lists(visit: Visit, own: list[OwnTable], listed: list[TableRow]) -> dict[str, object]:
    """What lists of my tables and of others are filled from."""
    rows = [*(table.row for table in own), *listed]
    return {
        "own": own,
        "titles": {row.game: games.load(row.game).title for row in rows},
        "seats": {row.id: screen.seats_on_page(row, [], i18n.catalogue(visit.language)) for row in rows},
    }


@router.post("/play/{game_name}")
def play(game_name: str, visit: TheVisit, key: Annotated[str, Form(max_length=64)] = "") -> Response:
    """Play at once against a fitting bot; whoever has no name yet gets one of a guest."""
    game = game_of_page(game_name)
    user = visit.user if visit.user.name else replace(visit.user, name=_guest_name(visit.user, visit.language))
    response = see_other(f"/t/{play_now.begin(visit.club.tables, user, game.name, key)}")
    remember(visit, response, user)
    return response


def _guest_name(user: User, language: str) -> str:
    """A name for somebody who has not said one: with a number, so that not all guests are called the same."""
    number = int(user.id[:6], 16) % 1000
    return Text("Guest {number}", {"number": number}).render(i18n.catalogue(language))
