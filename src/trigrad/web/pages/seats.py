"""Sitting down at a table, letting a bot play there, playing again."""

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Form, Response

from trigrad.club import patience
from trigrad.club.people import clean_name
from trigrad.engine.text import Refusal
from trigrad.web.answers import remember, see_other
from trigrad.web.context import TheClub, TheUser, TheVisit, Visit
from trigrad.web.pages.table import show

router = APIRouter()


@router.post("/t/{table_id}/seats/{seat}")
def join(table_id: str, seat: int, visit: TheVisit, name: Annotated[str, Form()] = "") -> Response:
    """Take an open seat."""
    named = replace(visit.user, name=clean_name(name))
    visit.club.tables.join(table_id, seat, named)
    response = see_other(f"/t/{table_id}")
    remember(visit, response, named)
    return response


@router.post("/t/{table_id}/seats/{seat}/bot")
def lend(table_id: str, seat: int, visit: TheVisit, bot: Annotated[str, Form()] = patience.STAND_IN) -> Response:
    """Let a bot play my seat, or that of a player who has left; the table says why not, as where they are back."""
    return _table_after(visit, table_id, lambda: visit.club.tables.lend(table_id, visit.user, seat, bot))


@router.post("/t/{table_id}/seats/{seat}/back")
def take_back(table_id: str, seat: int, visit: TheVisit) -> Response:
    """Play my seat myself again; the table says why not, as where the game has ended."""
    return _table_after(visit, table_id, lambda: visit.club.tables.take_back(table_id, visit.user, seat))


def _table_after(visit: Visit, table_id: str, change: Callable[[], None]) -> Response:
    """The table after a change of its seats; as it is, if that is refused, and why nothing was changed."""
    try:
        change()
    except Refusal as refusal:
        return show(visit, table_id, None, whole=True, refusal=refusal)
    return see_other(f"/t/{table_id}")


@router.post("/t/{table_id}/again")
def play_again(table_id: str, club: TheClub, user: TheUser) -> Response:
    """The next game of the same people."""
    return see_other(f"/t/{club.tables.play_again(table_id, user)}")
