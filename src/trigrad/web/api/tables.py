"""Tables and their seats."""

from dataclasses import replace
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Body, Query

from trigrad import i18n
from trigrad.club.new_tables import SeatWish, TableWish
from trigrad.web.api.models import NewTable, Sitting, StandIn, TableInfo, TableState
from trigrad.web.api.problems import reading, refused, writing
from trigrad.web.api.states import info, state
from trigrad.web.context import TheClub, TheLanguage, TheUser

router = APIRouter(tags=["tables"])


@router.get("/tables", responses=refused(400, 503))
def list_tables(club: TheClub, user: TheUser) -> list[TableInfo]:
    """My tables, then the public ones in play."""
    mine = club.tables.mine(user)
    known = {row.id for row in mine}
    rows = [*mine, *(row for row in club.tables.listed() if row.id not in known)]
    return [info(row, user) for row in rows]


@router.post("/tables", status_code=HTTPStatus.CREATED, responses=writing())
def create_table(table: NewTable, club: TheClub, user: TheUser, language: TheLanguage) -> TableState:
    """Create a table."""
    wish = TableWish(
        game=table.game,
        seats=[SeatWish(seat.kind, seat.bot, seat.name) for seat in table.seats],
        options=table.options,
        undo=table.undo,
        finish=table.finish,
        hints=table.hints,
        memory=table.memory,
        listed=table.listed,
        patience=table.patience,
    )
    return state(club, club.tables.create(wish, user, table.key), user, None, language)


@router.get("/tables/{table_id}", responses=reading(403, 404, 410, 503))
def get_table(
    table_id: str,
    club: TheClub,
    user: TheUser,
    language: TheLanguage,
    seat: Annotated[int | None, Query(description="A seat of mine; else the one to move, else the first")] = None,
) -> TableState:
    """A table as I see it: with my hand if I sit at it, else as a spectator."""
    return state(club, table_id, user, seat, language)


@router.get("/tables/{table_id}/sight", responses=reading(403, 404, 410, 503))
def get_sight(
    table_id: str,
    club: TheClub,
    user: TheUser,
    language: TheLanguage,
    seat: Annotated[int | None, Query(description="A seat of mine, or -1; else my only seat, or -1")] = None,
) -> dict[str, object]:
    """What I see of a game that has begun, to report a fault with: all that my seat may know, and nothing else."""
    live = club.tables.get(table_id)
    with live.lock:
        return live.sight(user, seat, i18n.catalogue(language))


@router.post("/tables/{table_id}/seats/{seat}", responses=writing(404, 409, 410))
def join(
    table_id: str,
    seat: int,
    club: TheClub,
    user: TheUser,
    language: TheLanguage,
    sitting: Annotated[Sitting | None, Body()] = None,
) -> TableState:
    """Take an open seat; a second one only with ``again``, for somebody who plays with me."""
    wish = sitting or Sitting()
    club.tables.join(table_id, seat, replace(user, name=wish.name or user.name), again=wish.again)
    return state(club, table_id, user, seat, language)


@router.delete("/tables/{table_id}/seats/{seat}", responses=writing(404, 409, 410))
def leave(table_id: str, seat: int, club: TheClub, user: TheUser, language: TheLanguage) -> TableState:
    """Leave my seat before the game begins; others may take it then."""
    club.tables.leave(table_id, seat, user)
    return state(club, table_id, user, None, language)


@router.post("/tables/{table_id}/seats/{seat}/bot", responses=writing(404, 409, 410))
def lend(
    table_id: str, seat: int, stand_in: StandIn, club: TheClub, user: TheUser, language: TheLanguage
) -> TableState:
    """Let a bot play my seat, or, at a table of mine, that of a player who has let it wait beyond its patience."""
    club.tables.lend(table_id, user, seat, stand_in.bot)
    return state(club, table_id, user, None, language)


@router.delete("/tables/{table_id}/seats/{seat}/bot", responses=writing(404, 409, 410))
def take_back(table_id: str, seat: int, club: TheClub, user: TheUser, language: TheLanguage) -> TableState:
    """Play my seat myself again, whoever gave it to a bot."""
    club.tables.take_back(table_id, user, seat)
    return state(club, table_id, user, seat, language)
