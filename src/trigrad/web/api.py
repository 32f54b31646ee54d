"""The JSON API: all that the pages can do, for programs."""

from collections.abc import AsyncIterator
from dataclasses import asdict
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, FastAPI, Header, Query, Response
from fastapi.openapi.docs import get_swagger_ui_html
from pydantic import BaseModel, Field
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.concurrency import run_in_threadpool

from trigrad import bots, games, i18n
from trigrad.engine.game import SPECTATOR, Description
from trigrad.engine.text import ENGLISH, Text
from trigrad.store.store import TableRow
from trigrad.table import record
from trigrad.table.table import NotYourTurn, Table, commitment
from trigrad.web import pages, patience, rendering
from trigrad.web.context import TheLanguage, TheServer, TheUser
from trigrad.web.hints import HintedChoice
from trigrad.web.identity import User, clean_name
from trigrad.web.tables import BadTable, BotPlays, Forbidden, LiveTable, SeatWish, TableWish

PROBLEM = {"description": "Refused, with the reason (RFC 9457)", "content": {"application/problem+json": {}}}
router = APIRouter(tags=["tables"], responses={"4XX": PROBLEM})


# --- What goes in and out -------------------------------------------------------------


class Player(BaseModel):
    """A player to be."""

    name: str = Field(max_length=200, description="As others see it, at most 24 characters")


class Token(BaseModel):
    """A player's identity: send it as ``Authorization: Bearer <token>``."""

    token: str
    name: str


class NewSeat(BaseModel):
    """A seat: ``me``, ``here`` (another name that I play for), ``friend`` (taken by link), or ``bot``."""

    kind: str
    bot: str | None = None
    name: str = Field("", max_length=200)


class NewTable(BaseModel):
    """A table to be created."""

    game: str
    seats: list[NewSeat] = Field(max_length=10)
    options: dict[str, str] = Field(default_factory=dict, description="The game's own options")
    undo: bool = True
    hints: bool = True
    memory: bool = False
    listed: bool = False
    patience: str = Field(
        patience.DEFAULT,
        description="How long a player may let the table wait until others may let a bot play their seat: "
        + ", ".join(f"``{key}``" for key in patience.SECONDS),
    )


class GameInfo(BaseModel):
    """A game that can be played here."""

    name: str
    title: str
    rules_version: int
    min_players: int
    max_players: int
    num_actions: int
    options: dict[str, list[str]]


class SeatInfo(BaseModel):
    """A seat of a table."""

    seat: int
    kind: str = Field(description="``open``, ``human`` or ``bot``")
    name: str
    bot: str | None = Field(description="The bot that chooses, also while a human seat is lent to it")
    mine: bool = Field(description="It belongs to me, also while a bot plays it")


class TableInfo(BaseModel):
    """A table, without the game on it."""

    id: str
    game: str
    rules_version: int
    options: dict[str, str]
    undo: bool
    hints: bool
    memory: bool
    listed: bool
    patience: str
    seats: list[SeatInfo]
    finished: bool
    commitment: str = Field(description="SHA-256 of the secret seed")
    rematch: str | None


class ActionInfo(BaseModel):
    """A legal action."""

    action: int
    notation: str
    text: str
    data: dict[str, Any]


class LogLine(BaseModel):
    """A line of the log; ``seat`` is null when it belongs to nobody in particular."""

    seat: int | None
    text: str


class TableState(TableInfo):
    """A table with the game as one seat (or a spectator, -1) sees it."""

    started: bool
    version: int = Field(description="Send it back with an action; it grows with each change")
    viewer: int
    to_move: int | None
    waiting_since: float | None = Field(description="When the table began to wait for it, in seconds since 1970")
    view: dict[str, Any] | None
    legal: list[ActionInfo]
    can_undo: bool
    log: list[LogLine]
    scores: list[int] | None
    places: list[int] | None
    seed: str | None = Field(description="The secret seed, once the game is over")


class Choice(BaseModel):
    """A choice for one of my seats, by number or in notation."""

    seat: int
    version: int
    action: int | str


class HintQuestion(BaseModel):
    """A question what is best for one of my seats, which is to move."""

    seat: int
    version: int


class HintedAction(ActionInfo):
    """A legal action, and what is to be expected of it."""

    chance: float = Field(description="To win, 0 to 1; a victory shared by n counts 1/n")
    lead: float = Field(description="Points ahead of the best other player at the end")
    visits: int = Field(description="Imagined games that began with it")
    standing: str = Field(description="The chance in words, beside an even share of 1 to the number of players")
    comparison: str = Field(description="With the best choice, in words")


class HintInfo(BaseModel):
    """The best choices, at most three that read differently, best first: an estimate from what the seat can know."""

    seat: int
    version: int
    games: int = Field(description="Imagined for it, about; below 2000 it was a short look")
    choices: list[HintedAction]


class Undo(BaseModel):
    """Taking back the last choice of one of my seats."""

    seat: int
    version: int


class StandIn(BaseModel):
    """A bot that is to play in a person's place."""

    bot: str = Field(patience.STAND_IN, max_length=32)


# --- Games and identity ---------------------------------------------------------------


@router.get("/games", tags=["games"])
def list_games() -> list[GameInfo]:
    """The games that can be played here."""
    return [
        GameInfo(
            name=game.name,
            title=game.title.en,
            rules_version=game.rules_version,
            min_players=game.min_players,
            max_players=game.max_players,
            num_actions=game.NUM_ACTIONS,
            options={option.key: [value for value, _ in option.choices] for option in game.options},
        )
        for game in map(games.load, games.names())
    ]


@router.get("/bots", tags=["games"])
def list_bots() -> dict[str, str]:
    """The bots that can take a seat, with what they are like."""
    return {name: bots.load(name).description.render(ENGLISH) for name in bots.names()}


@router.post("/players", tags=["identity"], status_code=HTTPStatus.CREATED)
def new_player(player: Player, server: TheServer) -> Token:
    """A new identity under a name."""
    user = server.identities.new(clean_name(player.name))
    return Token(token=server.identities.token(user), name=user.name)


# --- Tables ---------------------------------------------------------------------------


@router.get("/tables")
def list_tables(server: TheServer, user: TheUser) -> list[TableInfo]:
    """My tables, then the public ones in play."""
    mine = server.tables.mine(user)
    known = {row.id for row in mine}
    rows = [*mine, *(row for row in server.tables.listed() if row.id not in known)]
    return [TableInfo(**_info(row, user)) for row in rows]


@router.post("/tables", status_code=HTTPStatus.CREATED)
def create_table(table: NewTable, server: TheServer, user: TheUser, language: TheLanguage) -> TableState:
    """Create a table."""
    wish = TableWish(
        game=table.game,
        seats=[SeatWish(seat.kind, seat.bot, seat.name) for seat in table.seats],
        options=table.options,
        undo=table.undo,
        hints=table.hints,
        memory=table.memory,
        listed=table.listed,
        patience=table.patience,
    )
    return _state(server.tables.get(server.tables.create(wish, user)), user, None, language)


@router.get("/tables/{table_id}")
def get_table(
    table_id: str,
    server: TheServer,
    user: TheUser,
    language: TheLanguage,
    seat: Annotated[int | None, Query(description="A seat of mine; else the one to move, else the first")] = None,
) -> TableState:
    """A table as I see it: with my hand if I sit at it, else as a spectator."""
    return _state(server.tables.get(table_id), user, seat, language)


@router.post("/tables/{table_id}/seats/{seat}")
def join(table_id: str, seat: int, server: TheServer, user: TheUser, language: TheLanguage) -> TableState:
    """Take an open seat."""
    server.tables.join(table_id, seat, user)
    return _state(server.tables.get(table_id), user, seat, language)


@router.post("/tables/{table_id}/seats/{seat}/bot")
def lend(
    table_id: str, seat: int, stand_in: StandIn, server: TheServer, user: TheUser, language: TheLanguage
) -> TableState:
    """Let a bot play my seat, or, at a table of mine, that of a player who has let it wait beyond its patience."""
    server.tables.lend(table_id, user, seat, stand_in.bot)
    return _state(server.tables.get(table_id), user, None, language)


@router.delete("/tables/{table_id}/seats/{seat}/bot")
def take_back(table_id: str, seat: int, server: TheServer, user: TheUser, language: TheLanguage) -> TableState:
    """Play my seat myself again, whoever gave it to a bot."""
    server.tables.take_back(table_id, user, seat)
    return _state(server.tables.get(table_id), user, seat, language)


@router.post("/tables/{table_id}/actions")
def act(table_id: str, choice: Choice, server: TheServer, user: TheUser, language: TheLanguage) -> TableState:
    """Make a choice."""
    live = server.tables.get(table_id)
    action = choice.action
    if isinstance(action, str):
        try:
            action = games.load(live.row.game).parse(action)
        except ValueError as error:
            raise BadTable(Text("There is no such choice.")) from error
    server.tables.act(table_id, user, choice.seat, action, choice.version)
    return _state(server.tables.get(table_id), user, choice.seat, language)


@router.post("/tables/{table_id}/undo")
def undo(table_id: str, choice: Undo, server: TheServer, user: TheUser, language: TheLanguage) -> TableState:
    """Take back my last choice, while nothing hidden was seen and nobody else has acted."""
    server.tables.undo(table_id, user, choice.seat, choice.version)
    return _state(server.tables.get(table_id), user, choice.seat, language)


@router.post("/tables/{table_id}/hint")
async def hint(
    table_id: str, question: HintQuestion, server: TheServer, user: TheUser, language: TheLanguage
) -> HintInfo:
    """The best three choices of one of my seats, which is to move, where the table allows hints.

    Thinking takes about a second. It sees only what the seat can know: all that is hidden is drawn
    anew for each imagined game. The same question has the same answer.
    """
    found = await server.hints.hint(table_id, user, question.seat, question.version)
    await run_in_threadpool(server.hints.check, table_id, user, found)
    return HintInfo(
        seat=found.seat,
        version=found.version,
        games=found.games,
        choices=[_hinted(choice, language) for choice in found.choices],
    )


@router.get("/tables/{table_id}/explain")
def explain(
    table_id: str, action: int, server: TheServer, user: TheUser, language: TheLanguage, seat: int
) -> dict[str, str | bool]:
    """Whether an action is possible for one of my seats now, and if not, why."""
    live = server.tables.get(table_id)
    with live.lock:
        if seat not in live.seats_of(user):
            raise Forbidden
        table = live.playing()
        legal = action in live.legal(seat)
        reason = "" if legal else _why_not(live, table, seat, action).render(i18n.catalogue(language))
    return {"legal": legal, "reason": reason}


def _why_not(live: LiveTable, table: Table, seat: int, action: int) -> Text:
    if live.bot_plays(seat):
        return BotPlays().reason
    if not table.over and seat != table.to_move:
        return NotYourTurn().reason
    return table.rules.game.explain(table.record, action)


@router.get("/tables/{table_id}/record")
def get_record(table_id: str, server: TheServer) -> dict[str, Any]:
    """A finished game, as ``trigrad verify`` and ``trigrad replay`` read it."""
    return record.to_json(pages.finished(server, table_id))


@router.get("/tables/{table_id}/events", response_class=EventSourceResponse)
async def events(
    table_id: str,
    server: TheServer,
    revision: str = "",
    last_event_id: Annotated[str | None, Header()] = None,
) -> Response:
    """Server-sent events: ``changed``, whenever there is something new to fetch."""
    await run_in_threadpool(server.tables.get, table_id)  # 404 before the stream begins

    async def stream() -> AsyncIterator[ServerSentEvent]:
        seen = last_event_id or revision
        async for _ in server.hub.changes(table_id):
            current = (await run_in_threadpool(server.tables.get, table_id)).revision
            if current != seen:
                seen = current
                yield ServerSentEvent(current, event="changed", id=current)

    return EventSourceResponse(stream(), headers={"Cache-Control": "no-store"})


def _info(row: TableRow, user: User) -> dict[str, Any]:
    return {
        "id": row.id,
        "game": row.game,
        "rules_version": row.rules_version,
        "options": dict(row.options),
        "undo": row.undo,
        "hints": row.hints,
        "memory": row.memory,
        "listed": row.listed,
        "patience": row.patience,
        "seats": [
            SeatInfo(seat=seat.seat, kind=seat.kind, name=seat.name, bot=seat.bot, mine=seat.user == user.id)
            for seat in row.seats
        ],
        "finished": row.finished,
        "commitment": commitment(row.seed),
        "rematch": row.rematch,
    }


def _state(live: LiveTable, user: User, wanted: int | None, language: str) -> TableState:
    with live.lock:
        mine = live.seats_of(user)
        if wanted is not None and wanted not in mine:
            raise Forbidden
        table = live.table if live.started else None
        viewer = _viewer(table, mine, wanted)
        return TableState(
            **_info(live.row, user),
            started=live.started,
            viewer=viewer,
            version=table.version if table else 0,
            **_game_state(live, viewer, language),
        )


def _viewer(table: Table | None, mine: list[int], wanted: int | None) -> int:
    if wanted is not None:
        return wanted
    if table is not None and table.to_move in mine:
        return int(table.to_move)
    return mine[0] if mine else SPECTATOR


def _game_state(live: LiveTable, viewer: int, language: str) -> dict[str, Any]:
    table = live.table
    if table is None or not live.started:
        nothing = dict.fromkeys(("to_move", "waiting_since", "view", "scores", "places", "seed"))
        return {**nothing, "legal": [], "can_undo": False, "log": []}
    game = table.rules.game
    words = i18n.catalogue(language)
    players = range(table.rules.players)
    return {
        "to_move": table.to_move,
        "waiting_since": None if table.to_move is None else patience.waiting_since(live.row, table.to_move),
        "view": asdict(table.view(viewer)),
        "legal": [_action(game.describe(table.record, action), language) for action in live.legal(viewer)],
        "can_undo": live.can_undo(viewer),
        "log": [LogLine(seat=line.seat, text=line.text.render(words)) for line in table.log()],
        "scores": [int(table.record.scores[seat]) for seat in players] if table.over else None,
        "places": [int(table.record.places[seat]) for seat in players] if table.over else None,
        "seed": table.seed.hex() if table.over else None,
    }


def _action(description: Description, language: str) -> ActionInfo:
    return ActionInfo(
        action=description.action,
        notation=description.notation,
        text=description.text.render(i18n.catalogue(language)),
        data=dict(description.data),
    )


def _hinted(choice: HintedChoice, language: str) -> HintedAction:
    words = i18n.catalogue(language)
    return HintedAction(
        **_action(choice.description, language).model_dump(),
        chance=round(choice.chance, 4),
        lead=round(choice.lead, 2),
        visits=choice.visits,
        standing=choice.standing.render(words),
        comparison=choice.comparison.render(words),
    )


# --- The pages that describe it ---------------------------------------------------------


_SWAGGER = "vendor/swagger-ui-5.35.0/swagger-ui"


def describe(app: FastAPI) -> None:
    """OpenAPI's description at /api/openapi.json and its pages at /api/docs, from this server alone."""

    @app.get("/api/openapi.json", include_in_schema=False)
    def openapi() -> dict[str, Any]:
        return app.openapi()

    @app.get("/api/docs", include_in_schema=False)
    def docs() -> Response:
        page = get_swagger_ui_html(
            openapi_url="/api/openapi.json",
            title="Trigrad",
            swagger_js_url=rendering.static_url(f"{_SWAGGER}-bundle.js"),
            swagger_css_url=rendering.static_url(f"{_SWAGGER}.css"),
            swagger_favicon_url=rendering.static_url("icon.svg"),
        )
        page.headers["Content-Security-Policy"] = (
            "default-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'"
        )
        return page
