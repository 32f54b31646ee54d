"""Moving a seat to another device by its private link."""

from fastapi import APIRouter, Response

from trigrad.club.people import names_at
from trigrad.club.refusals import WrongLink
from trigrad.store.store import HUMAN
from trigrad.web.answers import html, introduce, remember, see_other
from trigrad.web.context import TheVisit

router = APIRouter()


@router.get("/t/{table_id}/move/{key}")
def ask_move(table_id: str, key: str, visit: TheVisit) -> Response:
    """Ask before a seat moves to this device."""
    row = visit.club.tables.get(table_id).row
    seat = next((seat for seat in row.seats if seat.key == key and seat.kind == HUMAN), None)
    if seat is None:
        raise WrongLink
    response = html(visit, "move.html", row=row, name=names_at(row.seats)[seat.seat], key=key)
    introduce(visit, response)
    return response


@router.post("/t/{table_id}/move/{key}")
def move(table_id: str, key: str, visit: TheVisit) -> Response:
    """Move a seat to this device."""
    visit.club.tables.move_seat(table_id, key, visit.user)
    response = see_other(f"/t/{table_id}")
    remember(visit, response, visit.user)
    return response
