"""The page of a table: what one sees of the game, and choosing."""

import json
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from http import HTTPStatus
from typing import Annotated, Literal

from fastapi import APIRouter, Form, Query, Request, Response
from fastapi.responses import HTMLResponse, PlainTextResponse
from pydantic import BaseModel
from starlette.concurrency import run_in_threadpool

from trigrad import bots, i18n
from trigrad.club import patience
from trigrad.club.hints import Hint
from trigrad.club.live_table import LiveTable
from trigrad.engine.text import Refusal, Text
from trigrad.table import record
from trigrad.web import hints
from trigrad.web.address import seen_from_outside
from trigrad.web.answers import NEVER_KEPT, html, introduce, see_other
from trigrad.web.context import TheClub, TheVisit, Visit, parsed, visit_of
from trigrad.web.observing import NamedRoute
from trigrad.web.pages import screen
from trigrad.web.parts import Parts, Shared, parse_known, sheets
from trigrad.web.refusals import STATUS, NotFound

router = APIRouter()

UNDO, FINISH, LOG = "undo", "finish", "log"

Wanted = Annotated[int | None, Query(alias="as")]  # seat from which somebody asks to look
Hands = Annotated[Literal["open", ""], Query()]  # whether all hands are to lie open, in the past of a finished game
At = Annotated[int | None, Query(ge=-10_000, le=10_000)]  # choices after which, or before now, they ask to look


# --- Looking --------------------------------------------------------------------------


@router.get("/t/{table_id}")
def table_page(table_id: str, visit: TheVisit, wanted: Wanted = None, at: At = None, hands: Hands = "") -> Response:
    """The page of a table, as it is or at an earlier position."""
    live = visit.club.tables.get(table_id)
    response = show(visit, live, wanted, at=at, hands=hands == "open", whole=True)
    introduce(visit, response)
    return response


class Look(BaseModel):
    """What a script asks to see of a table."""

    wanted: Wanted = None
    at: At = None
    hands: Hands = ""


def table_fragment(request: Request) -> Response:
    """What changes on the page of a table."""
    visit, look = visit_of(request), parsed(Look, request.query_params, "query")
    live = visit.club.tables.get(request.path_params["table_id"])
    return show(visit, live, look.wanted, at=look.at, hands=look.hands == "open", whole=False)


def show(
    visit: Visit,
    live: LiveTable,
    wanted: int | None,
    *,
    whole: bool,
    at: int | None = None,
    hands: bool = False,
    refusal: Refusal | None = None,
    hint: Hint | None = None,
) -> Response:
    """A table as a visitor sees it from the ``wanted`` seat, now or ``at`` a position, and why a wish was refused.

    A script is sent the parts that differ from those that it says its page shows.
    """
    learner = visit.club.tables.is_learner(live, visit.user, anew=whole)
    language = i18n.catalogue(visit.language)
    shown = screen.of_table(live, visit.user, wanted, language, at=at, hands=hands, learner=learner)
    notice = refusal.reason if refusal else None
    advice = hint if hint and _answers(hint, shown) else None
    status = HTTPStatus.OK if refusal is None else STATUS[refusal.kind]
    with _context(visit, shown, notice=notice, advice=advice) as (context, parts):
        if whole:
            return html(visit, "table.html", status, listens=live.row.id, **context)
        headers = visit.request.headers
        if headers.get("X-Form") != shown.form:
            return html(visit, "table_live.html", status, **context)
        known = parse_known(headers.get("X-Parts", ""))
        changed = "".join(parts.changed({name: digest for name, digest in known.items() if shown.shows(name)}))
    if not changed:
        return Response(status_code=HTTPStatus.NO_CONTENT, headers=NEVER_KEPT)
    return HTMLResponse(changed, status, headers=NEVER_KEPT)


@contextmanager
def _context(
    visit: Visit, shown: screen.Screen, *, notice: Text | None = None, advice: Hint | None = None
) -> Iterator[tuple[dict[str, object], Parts]]:
    """What the templates of a table's page are filled from, and its parts, which are among that."""
    game, row = shown.game, shown.row

    def public() -> dict[str, object]:
        known = shown.known()
        return {
            "row": row,
            "game": game,
            "sheet": known.sheet,
            "motion": shown.motion,
            "view": known.view,
            "picture": game.picture(known.view) if known.view is not None else {},
            "seats": screen.seats_on_page(row, [], i18n.catalogue(visit.language)),
            "to_move": shown.to_move.index if shown.to_move else None,
        }

    now = shown.at is None
    shared = visit.server.kept_parts.of(row.id, visit.language, shown.revision) if now else Shared()
    own: dict[str, object] = {
        "screen": shown,
        "base": seen_from_outside(visit.request.scope, visit.server.settings.address),
        "bots": [bots.load(name) for name in bots.names()],
        "patience": patience.LABELS,
        "duration": patience.duration,
        "stand_in_bot": patience.STAND_IN,
        "weaker": visit.club.bot_processes.strength.warning if shown.level_plays else None,
        "sheet": shared.context(public)["sheet"],
        "user": visit.user,
        "act": shown.act(i18n.catalogue(visit.language)),
        "view": shown.view,
        "picture": game.picture(shown.view) if shown.view is not None else {},
        "seats": shown.seats,
        "notice": notice,
        "advice": advice,
    }
    with closing(Parts(game.name, visit.language, own, public, shared)) as parts:
        yield {**own, "part": parts}, parts


def _answers(hint: Hint, shown: screen.Screen) -> bool:
    """Whether a hint is what the reader may ask now; while it was thought of, table and seat may have moved on."""
    return shown.can_ask_hint and (hint.seat, hint.version) == (shown.viewer, shown.version)


@router.get("/t/{table_id}/sheet/{name}")
def sheet(table_id: str, name: str, visit: TheVisit, wanted: Wanted = None, at: At = None) -> Response:
    """What lies beside the table until somebody looks at it: the log, the points, what was agreed."""
    live = visit.club.tables.get(table_id)
    shown = screen.of_table(live, visit.user, wanted, i18n.catalogue(visit.language), at=at)
    templates = sheets(shown.game.name)
    if name not in templates or not shown.playable:
        raise NotFound
    with live.lock:
        log = live.table.log() if live.table and name == LOG else []
    template = "sheet_fragment.html" if visit.by_htmx else "sheet.html"
    with _context(visit, shown) as (context, _):
        return html(visit, template, **context, sheet_template=templates[name], log=log)


@router.get("/t/{table_id}/effect")
def effect(table_id: str, visit: TheVisit, action: str = "", seat: int = -1, version: int = -1) -> Response:
    """What a choice of a seat of mine would bring for certain, in words; nothing at a table without hints."""
    live = visit.club.tables.get(table_id)
    with live.lock:
        lines = live.outlook(visit.user, seat, live.parse(action), version) if live.row.hints else []
        seats = screen.seats_on_page(live.row, live.seats_of(visit.user), i18n.catalogue(visit.language))
    return html(visit, "effect.html", lines=lines, seats=seats)


@router.get("/t/{table_id}/game.json")
def export(table_id: str, club: TheClub) -> Response:
    """A finished game as a file."""
    return _file(record.to_json(club.tables.record(table_id)), f"trigrad-{table_id}.json")


@router.get("/t/{table_id}/seen.json")
def seen(table_id: str, visit: TheVisit, wanted: Wanted = None) -> Response:
    """What a visitor sees of a game in play as a file, to report a fault without giving secrets away."""
    live = visit.club.tables.get(table_id)
    with live.lock:
        content = live.sight(visit.user, wanted, i18n.catalogue(visit.language))
    return _file(content, f"trigrad-{content['game']}-seen-{content['version']}.json")


def _file(content: Mapping[str, object], name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    text = json.dumps(content, indent=1, ensure_ascii=False) + "\n"
    return PlainTextResponse(text, headers=headers, media_type="application/json")


# --- Choosing -------------------------------------------------------------------------


class Choice(BaseModel):
    """What somebody chooses: an action in its notation, to take one back, or to finish a turn."""

    action: str = ""
    seat: int = -1
    version: int = -1


async def act(request: Request) -> Response:
    """Make a choice, take one back or finish a turn, and show the table as it is then."""
    async with request.form() as form:
        choice = parsed(Choice, form, "body")
    return await run_in_threadpool(_act, visit_of(request), request.path_params["table_id"], choice)


def _act(visit: Visit, table_id: str, choice: Choice) -> Response:
    tables, user, seat, refused = visit.club.tables, visit.user, choice.seat, None
    try:
        if choice.action == UNDO:
            live = tables.undo(table_id, user, seat, choice.version)
        elif choice.action == FINISH:
            live = tables.finish(table_id, user, seat, choice.version)
        else:
            live = tables.act(table_id, user, seat, choice.action, choice.version)
    except Refusal as refusal:
        live, refused = tables.get(table_id), refusal
    if refused is None and not visit.by_htmx:
        return see_other(f"/t/{table_id}?as={seat}")
    return show(visit, live, seat, whole=not visit.by_htmx, refusal=refused)


OFTEN = (NamedRoute("/t/{table_id}/act", act, methods=["POST"]), NamedRoute("/t/{table_id}/live", table_fragment))
"""What is asked for at each choice: by itself, since all that FastAPI does for a request takes longer than HTTP."""


@router.post("/t/{table_id}/explained")
def explained(table_id: str, visit: TheVisit, seat: Annotated[int, Form()] = -1) -> Response:
    """Explain nothing any more, here and in later games, and show the table."""
    live = visit.club.tables.get(table_id)
    if live.seats_of(visit.user):
        visit.club.person_settings.change(visit.user, {"learning": "never"})
        visit.club.tables.is_learner(live, visit.user, anew=True)
    return show(visit, live, seat, whole=False) if visit.by_htmx else see_other(f"/t/{table_id}?as={seat}")


@router.post("/t/{table_id}/hint")
async def give_hint(
    table_id: str,
    visit: TheVisit,
    seat: Annotated[int, Form()] = -1,
    version: Annotated[int, Form()] = -1,
) -> Response:
    """The table with a hint for a seat of mine; without it if the table has moved on meanwhile."""
    hint, refused = None, None
    try:
        hint = await hints.hint(visit.club, table_id, visit.user, seat, version)
    except Refusal as refusal:
        refused = refusal

    def answer() -> Response:
        live = visit.club.tables.get(table_id)
        return show(visit, live, seat, whole=not visit.by_htmx, refusal=refused, hint=hint)

    return await run_in_threadpool(answer)
