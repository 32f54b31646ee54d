"""The form for a new table."""

import secrets
from collections.abc import Mapping
from dataclasses import replace
from http import HTTPStatus

from fastapi import APIRouter, Response
from starlette.concurrency import run_in_threadpool

from trigrad import bots
from trigrad.club import patience
from trigrad.club.new_tables import SeatWish, TableWish
from trigrad.club.people import User, clean_name
from trigrad.club.refusals import BadTable
from trigrad.engine.game import Game, Option
from trigrad.engine.text import Refusal, Text
from trigrad.web.answers import html, introduce, remember, see_other
from trigrad.web.context import TheVisit, Visit
from trigrad.web.pages.rules import game_of_page

router = APIRouter()

_OPTION = "option-"  # before the key of a game's own option, in the names of the form's fields


@router.get("/new/{game_name}")
def new_table(game_name: str, visit: TheVisit) -> Response:
    """The form for a new table."""
    game = game_of_page(game_name)
    seats = ["me", "bot:casual", *["none"] * (game.max_players - 2)]
    values = {f"seat{index}": kind for index, kind in enumerate(seats)} | {
        "undo": "on",
        "hints": "on",
        "patience": patience.DEFAULT,
    }
    response = _form(visit, game, values, None)
    introduce(visit, response)
    return response


def _form(visit: Visit, game: Game, values: Mapping[str, str], notice: Text | None) -> Response:
    return html(
        visit,
        "new_table.html",
        HTTPStatus.BAD_REQUEST if notice else HTTPStatus.OK,
        here=f"/new/{game.name}",
        game=game,
        bots=[bots.load(name) for name in bots.names()],
        patience=patience.LABELS,
        user=visit.user,
        changed=[option.key for option in game.options if _is_changed(option, values)],
        values={"name": visit.user.name, "key": secrets.token_urlsafe(9), **values},
        notice=notice,
        weaker=visit.club.bot_processes.strength.warning,
    )


def _is_changed(option: Option, values: Mapping[str, str]) -> bool:
    """Whether an option is to be another than what it is by itself."""
    usual, _ = option.choices[0]
    return values.get(_OPTION + option.key, usual) != usual


@router.post("/new/{game_name}")
async def create_table(game_name: str, visit: TheVisit) -> Response:
    """Create a table from the form."""
    async with visit.request.form(max_files=0, max_fields=60) as form:
        values = {key: str(value) for key, value in form.items()}
    game = game_of_page(game_name)
    try:
        named = _named(visit.user, values)
        table_id = await run_in_threadpool(visit.club.tables.create, _wish(game, values), named, values.get("key", ""))
    except Refusal as refusal:
        return _form(visit, game, values, refusal.reason)
    response = see_other(f"/t/{table_id}")
    remember(visit, response, named)
    return response


def _named(user: User, values: Mapping[str, str]) -> User:
    """The user under the name of the form; only those who sit down need one."""
    if values.get("name", "").strip() or any(kind == "me" for kind in values.values()):
        return replace(user, name=clean_name(values.get("name", "")))
    return user


def _wish(game: Game, values: Mapping[str, str]) -> TableWish:
    seats = []
    for index in range(game.max_players):
        kind, _, bot = values.get(f"seat{index}", "none").partition(":")
        if kind != "none":
            seats.append(SeatWish(kind, bot or None, values.get(f"name{index}", "")))
    if not game.min_players <= len(seats):
        raise BadTable(
            Text.plural(
                "At least {number} seat must be taken.", "At least {number} seats must be taken.", game.min_players
            )
        )
    return TableWish(
        game=game.name,
        seats=seats,
        options={key.removeprefix(_OPTION): value for key, value in values.items() if key.startswith(_OPTION)},
        undo="undo" in values,
        finish="finish" in values,
        hints="hints" in values,
        memory="memory" in values,
        listed="listed" in values,
        patience=values.get("patience", patience.DEFAULT),
    )
