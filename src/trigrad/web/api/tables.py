"""Tables and their seats."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Query

from trigrad.club.new_tables import SeatWish, TableWish
from trigrad.web.api.models import NewTable, StandIn, TableInfo, TableState
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


@router.post("/tables", status_code=HTTPStatus.CREATED, responses=writing(429))
def create_table(table: NewTable, club: TheClub, user: TheUser, language: TheLanguage) -> TableState:
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
    return state(club.tables.get(club.tables.create(wish, user)), user, None, language)


@router.get("/tables/{table_id}", responses=reading(403, 404, 410, 503))
def get_table(
    table_id: str,
    club: TheClub,
    user: TheUser,
    language: TheLanguage,
    seat: Annotated[int | None, Query(description="A seat of mine; else the one to move, else the first")] = None,
) -> TableState:
    """A table as I see it: with my hand if I sit at it, else as a spectator."""
    return state(club.tables.get(table_id), user, seat, language)


@router.post("/tables/{table_id}/seats/{seat}", responses=writing(404, 409, 410))
def join(table_id: str, seat: int, club: TheClub, user: TheUser, language: TheLanguage) -> TableState:
    """Take an open seat."""
    club.tables.join(table_id, seat, user)
    return state(club.tables.get(table_id), user, seat, language)


@router.post("/tables/{table_id}/seats/{seat}/bot", responses=writing(404, 409, 410))
def lend(
    table_id: str, seat: int, stand_in: StandIn, club: TheClub, user: TheUser, language: TheLanguage
) -> TableState:
    """Let a bot play my seat, or, at a table of mine, that of a player who has let it wait beyond its patience."""
    club.tables.lend(table_id, user, seat, stand_in.bot)
    return state(club.tables.get(table_id), user, None, language)


@router.delete("/tables/{table_id}/seats/{seat}/bot", responses=writing(404, 409, 410))
def take_back(table_id: str, seat: int, club: TheClub, user: TheUser, language: TheLanguage) -> TableState:
    """Play my seat myself again, whoever gave it to a bot."""
    club.tables.take_back(table_id, user, seat)
    return state(club.tables.get(table_id), user, seat, language)
