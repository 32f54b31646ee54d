"""The pages: HTML for people, with and without JavaScript."""

import json
from dataclasses import replace
from http import HTTPStatus
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse
from starlette.concurrency import run_in_threadpool

from trigrad import bots, games, i18n
from trigrad.engine.game import Game
from trigrad.engine.text import Refusal, Text
from trigrad.store.store import HUMAN
from trigrad.table import record
from trigrad.web import patience, rendering, screen
from trigrad.web.context import LANGUAGE_COOKIE, Server, TheLanguage, TheServer, TheUser
from trigrad.web.hints import Hint
from trigrad.web.identity import User, clean_name
from trigrad.web.tables import BadTable, NotFound, SeatWish, TableWish, WrongLink

router = APIRouter(include_in_schema=False)

_YEAR = 365 * 24 * 3600
UNDO = "undo"


def _is_htmx(request: Request) -> bool:
    return request.headers.get("HX-Request") == "true"


def html(request: Request, template: str, language: str, status: int = 200, **context: Any) -> HTMLResponse:
    """A template as the answer to a request, kept by nobody."""
    here = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    content = rendering.page(template, language, here=here if request.method == "GET" else "/", **context)
    return HTMLResponse(content, status, headers={"Cache-Control": "no-store", "Vary": "Cookie, Accept-Language"})


def see_other(address: str) -> RedirectResponse:
    """Send the browser on to a page of ours."""
    return RedirectResponse(address, HTTPStatus.SEE_OTHER)


def _remember(request: Request, server: Server, response: Response, user: User) -> None:
    server.identities.remember(response, user, secure=request.url.scheme == "https")


def error_page(request: Request, language: str, words: str) -> str:
    """A page that says why a request was refused."""
    template = "error_fragment.html" if _is_htmx(request) else "error.html"
    return rendering.page(template, language, here="/", words=words)


# --- First page, rules, language, name ------------------------------------------------


@router.get("/")
def home(request: Request, server: TheServer, user: TheUser, language: TheLanguage) -> Response:
    """The games, my tables, public tables."""
    mine = server.tables.mine(user)
    known = {row.id for row in mine}
    offered = [games.load(name) for name in games.names()]
    return html(
        request,
        "home.html",
        language,
        games=offered,
        titles={game.name: game.title for game in offered},
        bots={name: bots.load(name).label for name in bots.names()},
        user=user,
        mine=mine,
        listed=[row for row in server.tables.listed() if row.id not in known],
    )


@router.get("/rules")
def rules_index(request: Request, language: TheLanguage) -> Response:
    """The games whose rules can be read."""
    return html(request, "rules.html", language, games=[games.load(name) for name in games.names()])


@router.get("/rules/{game_name}")
def rules_page(request: Request, game_name: str, language: TheLanguage) -> Response:
    """A game's rules in the reader's language."""
    game = _game(game_name)
    return html(request, f"{game.name}/rules.{language}.html", language, game=game)


@router.get("/language/{code}")
def choose_language(code: str, to: str = "/") -> Response:
    """Switch the language and go back to a page of ours."""
    local = to.startswith("/") and not to.startswith(("//", "/\\")) and "\\" not in to
    response = see_other(quote(to, safe="/?=&%~-._") if local else "/")
    if code in i18n.LANGUAGES:
        response.set_cookie(LANGUAGE_COOKIE, code, max_age=_YEAR, samesite="lax", path="/")
    return response


@router.get("/me")
def me(request: Request, user: TheUser, language: TheLanguage) -> Response:
    """My name."""
    return html(request, "me.html", language, user=user, notice=None)


@router.post("/me")
def rename(
    request: Request, server: TheServer, user: TheUser, language: TheLanguage, name: Annotated[str, Form()] = ""
) -> Response:
    """Take another name."""
    try:
        renamed = replace(user, name=clean_name(name))
    except Refusal as refusal:
        return html(request, "me.html", language, HTTPStatus.BAD_REQUEST, user=user, notice=refusal.reason)
    server.tables.rename(renamed, user.name)
    response = see_other("/")
    _remember(request, server, response, renamed)
    return response


# --- A new table ----------------------------------------------------------------------


@router.get("/new/{game_name}")
def new_table(request: Request, game_name: str, user: TheUser, language: TheLanguage) -> Response:
    """The form for a new table."""
    seats = ["me", "bot:casual", *["none"] * (_game(game_name).max_players - 2)]
    values = {f"seat{index}": kind for index, kind in enumerate(seats)} | {
        "undo": "on",
        "hints": "on",
        "patience": patience.DEFAULT,
    }
    return _form(request, game_name, user, language, values, None)


def _form(
    request: Request, game_name: str, user: User, language: str, values: dict[str, str], notice: Text | None
) -> Response:
    return html(
        request,
        "new.html",
        language,
        HTTPStatus.BAD_REQUEST if notice else HTTPStatus.OK,
        game=_game(game_name),
        bots=[bots.load(name) for name in bots.names()],
        patience=patience.LABELS,
        user=user,
        values={"name": user.name} | values,
        notice=notice,
    )


@router.post("/new/{game_name}")
async def create_table(
    request: Request, game_name: str, server: TheServer, user: TheUser, language: TheLanguage
) -> Response:
    """Create a table from the form."""
    async with request.form(max_files=0, max_fields=60) as form:
        values = {key: str(value) for key, value in form.items()}
    game = _game(game_name)
    try:
        named = _named(user, values)
        table_id = await run_in_threadpool(server.tables.create, _wish(game, values), named)
    except Refusal as refusal:
        return _form(request, game_name, user, language, values, refusal.reason)
    response = see_other(f"/t/{table_id}")
    _remember(request, server, response, named)
    return response


def _named(user: User, values: dict[str, str]) -> User:
    """The user under the name of the form; only those who sit down need one."""
    if values.get("name", "").strip() or any(kind == "me" for kind in values.values()):
        return replace(user, name=clean_name(values.get("name", "")))
    return user


def _wish(game: Game, values: dict[str, str]) -> TableWish:
    seats = []
    for index in range(game.max_players):
        kind, _, bot = values.get(f"seat{index}", "none").partition(":")
        if kind != "none":
            seats.append(SeatWish(kind, bot or None, values.get(f"name{index}", "")))
    if not game.min_players <= len(seats):
        raise BadTable(Text("At least {count} seats must be taken.", {"count": game.min_players}))
    return TableWish(
        game=game.name,
        seats=seats,
        options={option.key: values[option.key] for option in game.options if option.key in values},
        undo="undo" in values,
        hints="hints" in values,
        memory="memory" in values,
        listed="listed" in values,
        patience=values.get("patience", patience.DEFAULT),
    )


def _game(name: str) -> Game:
    try:
        return games.load(name)
    except games.UnknownGame as error:
        raise NotFound from error


# --- A table --------------------------------------------------------------------------


@router.get("/t/{table_id}")
def table_page(
    request: Request,
    table_id: str,
    server: TheServer,
    user: TheUser,
    language: TheLanguage,
    wanted: Annotated[int | None, Query(alias="as")] = None,
) -> Response:
    """The page of a table."""
    return _table(request, server, table_id, user, language, wanted, whole=True)


@router.get("/t/{table_id}/live")
def table_fragment(
    request: Request,
    table_id: str,
    server: TheServer,
    user: TheUser,
    language: TheLanguage,
    wanted: Annotated[int | None, Query(alias="as")] = None,
) -> Response:
    """What changes on the page of a table."""
    return _table(request, server, table_id, user, language, wanted, whole=False)


def _table(
    request: Request,
    server: Server,
    table_id: str,
    user: User,
    language: str,
    wanted: int | None,
    *,
    whole: bool,
    notice: Text | None = None,
    status: int = HTTPStatus.OK,
    hint: Hint | None = None,
) -> Response:
    shown = screen.of_table(server.tables.get(table_id), user, wanted, i18n.catalogue(language))
    return html(
        request,
        "table.html" if whole else "table_live.html",
        language,
        status,
        screen=shown,
        user=user,
        notice=notice,
        advice=hint if hint and _answers(hint, shown) else None,
        act=shown.act(i18n.catalogue(language)),
        view=shown.view,
        picture=shown.picture,
        seats=shown.seats,
        sheet=shown.sheet,
        base=str(request.base_url).rstrip("/"),
        bots=[bots.load(name) for name in bots.names()],
        patience=patience.LABELS,
        duration=patience.duration,
        stand_in_bot=patience.STAND_IN,
    )


def _answers(hint: Hint, shown: screen.Screen) -> bool:
    """Whether a hint is what the reader may ask now; while it was thought of, table and seat may have moved on."""
    return shown.can_ask_hint and (hint.seat, hint.version) == (shown.viewer, shown.version)


@router.post("/t/{table_id}/act")
def act(
    request: Request,
    table_id: str,
    server: TheServer,
    user: TheUser,
    language: TheLanguage,
    action: Annotated[str, Form()] = "",
    seat: Annotated[int, Form()] = -1,
    version: Annotated[int, Form()] = -1,
) -> Response:
    """Make a choice, or take one back, and show the table as it is then."""
    notice, status = None, HTTPStatus.OK
    try:
        _choose(server, table_id, user, seat, action, version)
    except Refusal as refusal:
        notice, status = refusal.reason, HTTPStatus.CONFLICT
    if notice is None and not _is_htmx(request):
        return see_other(f"/t/{table_id}?as={seat}")
    whole = not _is_htmx(request)
    return _table(request, server, table_id, user, language, seat, whole=whole, notice=notice, status=status)


def _choose(server: Server, table_id: str, user: User, seat: int, action: str, version: int) -> None:
    if action == UNDO:
        server.tables.undo(table_id, user, seat, version)
        return
    game = games.load(server.tables.get(table_id).row.game)
    try:
        number = game.parse(action)
    except ValueError as error:
        raise BadTable(Text("There is no such choice.")) from error
    server.tables.act(table_id, user, seat, number, version)


@router.post("/t/{table_id}/hint")
async def give_hint(
    request: Request,
    table_id: str,
    server: TheServer,
    user: TheUser,
    language: TheLanguage,
    seat: Annotated[int, Form()] = -1,
    version: Annotated[int, Form()] = -1,
) -> Response:
    """The table with a hint for a seat of mine; without it if the table has moved on meanwhile."""
    hint, notice, status = None, None, HTTPStatus.OK
    try:
        hint = await server.hints.hint(table_id, user, seat, version)
    except Refusal as refusal:
        notice, status = refusal.reason, HTTPStatus.CONFLICT

    def show() -> Response:
        whole = not _is_htmx(request)
        return _table(
            request, server, table_id, user, language, seat, whole=whole, notice=notice, status=status, hint=hint
        )

    return await run_in_threadpool(show)


@router.post("/t/{table_id}/seats/{seat}")
def join(
    request: Request, table_id: str, seat: int, server: TheServer, user: TheUser, name: Annotated[str, Form()] = ""
) -> Response:
    """Take an open seat."""
    named = replace(user, name=clean_name(name))
    server.tables.join(table_id, seat, named)
    response = see_other(f"/t/{table_id}")
    _remember(request, server, response, named)
    return response


@router.post("/t/{table_id}/seats/{seat}/bot")
def lend(
    request: Request,
    table_id: str,
    seat: int,
    server: TheServer,
    user: TheUser,
    language: TheLanguage,
    bot: Annotated[str, Form()] = patience.STAND_IN,
) -> Response:
    """Let a bot play my seat, or that of a player who has left; the table says why not, as where they are back."""
    try:
        server.tables.lend(table_id, user, seat, bot)
    except Refusal as refusal:
        return _refusing(request, server, table_id, user, language, refusal)
    return see_other(f"/t/{table_id}")


@router.post("/t/{table_id}/seats/{seat}/back")
def take_back(
    request: Request, table_id: str, seat: int, server: TheServer, user: TheUser, language: TheLanguage
) -> Response:
    """Play my seat myself again; the table says why not, as where the game has ended."""
    try:
        server.tables.take_back(table_id, user, seat)
    except Refusal as refusal:
        return _refusing(request, server, table_id, user, language, refusal)
    return see_other(f"/t/{table_id}")


def _refusing(request: Request, server: Server, table_id: str, user: User, language: str, refusal: Refusal) -> Response:
    """The table as it is, and why nothing was changed."""
    return _table(
        request,
        server,
        table_id,
        user,
        language,
        None,
        whole=True,
        notice=refusal.reason,
        status=HTTPStatus.CONFLICT,
    )


@router.get("/t/{table_id}/move/{key}")
def ask_move(request: Request, table_id: str, key: str, server: TheServer, language: TheLanguage) -> Response:
    """Ask before a seat moves to this device."""
    row = server.tables.get(table_id).row
    seat = next((seat for seat in row.seats if seat.key == key and seat.kind == HUMAN), None)
    if seat is None:
        raise WrongLink
    return html(request, "move.html", language, row=row, seat=seat, key=key)


@router.post("/t/{table_id}/move/{key}")
def move(request: Request, table_id: str, key: str, server: TheServer, user: TheUser) -> Response:
    """Move a seat to this device."""
    server.tables.move_seat(table_id, key, user)
    response = see_other(f"/t/{table_id}")
    _remember(request, server, response, user)
    return response


@router.post("/t/{table_id}/again")
def play_again(table_id: str, server: TheServer, user: TheUser) -> Response:
    """The next game of the same people."""
    return see_other(f"/t/{server.tables.play_again(table_id, user)}")


@router.get("/t/{table_id}/game.json")
def export(table_id: str, server: TheServer) -> Response:
    """A finished game as a file."""
    content = json.dumps(record.to_json(finished(server, table_id)), indent=1, ensure_ascii=False)
    headers = {"Content-Disposition": f'attachment; filename="trigrad-{table_id}.json"'}
    return PlainTextResponse(content + "\n", headers=headers, media_type="application/json")


def finished(server: Server, table_id: str) -> record.Record:
    """The record of a finished table; ``TableError`` while it is in play."""
    live = server.tables.get(table_id)
    with live.lock:
        table = live.playing()
        if not table.over:
            raise BadTable(Text("A game can be saved once it is over."))
        return record.of_table(table, [seat.name for seat in live.row.seats])


@router.get("/static/{path:path}")
def static(path: str, v: str = "") -> Response:
    """A static file; with its digest in the address it may be kept for ever."""
    try:
        file = rendering.static_file(path)
    except LookupError as error:
        raise NotFound from error
    same = rendering.static_url(path).endswith(f"?v={v}")
    keep = "public, max-age=31536000, immutable" if same else "no-cache"
    return Response(file.read_bytes(), media_type=rendering.MEDIA_TYPES[file.suffix], headers={"Cache-Control": keep})
