"""A picture of a table for previews of links, drawn from what a spectator sees."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, partial

from fastapi import APIRouter, Response
from markupsafe import Markup

from trigrad import i18n
from trigrad.club.people import User
from trigrad.engine.text import Text
from trigrad.web import rendering
from trigrad.web.context import TheVisit, Visit
from trigrad.web.pages import screen

router = APIRouter()

_NOBODY = User("", "")  # sits nowhere
_FILLS = ("#b5301f", "#1d5ccc", "#c68000", "#0f9c86", "#864a80")  # the players’ colours
# The same for all who read a language, and soon another
_KEPT = {"Cache-Control": "public, max-age=60", "Vary": "Cookie, Accept-Language"}


@dataclass(frozen=True)
class Line:
    """A player in the picture."""

    seat: int
    name: str
    points: int | None
    winner: bool


@router.get("/t/{table_id}/picture.svg")
def picture(table_id: str, visit: TheVisit) -> Response:
    """The picture of a table: its game, its players, their points as everybody sees them."""
    return Response(_drawn(table_id, visit), media_type="image/svg+xml", headers=_KEPT)


@router.get("/t/{table_id}/picture.png")
def picture_as_png(table_id: str, visit: TheVisit) -> Response:
    """The same for programs that show no SVG."""
    return Response(visit.server.raster.png(_drawn(table_id, visit)), media_type="image/png", headers=_KEPT)


def _drawn(table_id: str, visit: Visit) -> str:
    language = i18n.catalogue(visit.language)
    shown = screen.of_table(visit.club.tables.get(table_id), _NOBODY, None, language)
    return rendering.page(
        "picture.svg",
        visit.language,
        game=shown.game,
        board=_board(shown, visit.language),
        fills=_FILLS,
        state=_state(shown),
        lines=_lines(shown),
    )


def _state(shown: screen.Screen) -> Text:
    if shown.ending:
        return Text("The game is over.")
    if shown.closed:
        return Text("This table was closed.")
    return Text("Waiting for players.") if shown.form == "lobby" else Text("in play")


def _lines(shown: screen.Screen) -> list[Line]:
    if shown.ending:
        return [
            Line(placed.seat, shown.seats[placed.seat].playing, placed.points, placed.place == 1)
            for placed in shown.ending.placed
        ]
    players = getattr(shown.known().view, "seats", ())
    points = {player.seat: player.points for player in players if hasattr(player, "points")}  # as the page shows them
    return [Line(seat.index, seat.playing, points.get(seat.index), winner=False) for seat in shown.seats]


def _board(shown: screen.Screen, language: str) -> Markup:
    """The board as it stands, drawn by the game’s ``preview.svg``; where nobody plays yet, the game’s own sign."""
    game, view = shown.game, shown.known().view
    if view is None or not (rendering.pages_folder(game.name) / "preview.svg").exists():
        return _sign(game.name)
    drawn = rendering.page(
        f"{game.name}/preview.svg",
        language,
        view=view,
        picture=game.picture(view),
        fills=_FILLS,
        symbol=partial(_symbol, game.name),
    )
    return Markup(drawn)  # noqa: S704 - a template, which has escaped what it was given


def _symbol(game: str, name: str, colours: Mapping[str, str]) -> Markup:
    """What a symbol of the game's ``symbols.svg`` draws, in these colours in place of a style sheet's variables."""
    return Markup(re.sub(r"var\(--(\w+)\)", lambda found: colours[found[1]], _symbols(game)[name]))  # noqa: S704 - our own file


@cache
def _symbols(game: str) -> dict[str, str]:
    file = rendering.static_file(f"games/{game}/symbols.svg").read_text("utf-8")
    return dict(re.findall(r'<symbol id="([^"]+)"[^>]*>(.*?)</symbol>', file, re.DOTALL))


@cache
def _sign(game: str) -> Markup:
    """The drawing by which a game is known, at the place of the board; nothing for a game without one."""
    try:
        drawn = rendering.static_file(f"games/{game}/board.svg").read_text("utf-8")
    except LookupError:
        return Markup("")
    return Markup(drawn.replace("<svg ", '<svg x="50" y="55" width="540" height="540" ', 1))  # noqa: S704 - our own file
