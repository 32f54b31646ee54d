"""Sitting down at a table, getting up again, letting a bot play there, playing again."""

from collections.abc import Callable
from dataclasses import replace
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Form, Response

from trigrad.club import patience
from trigrad.club.people import User, clean_name
from trigrad.club.refusals import BadName, SitsAlready
from trigrad.engine.text import Refusal, Text
from trigrad.web.answers import html, remember, see_other
from trigrad.web.context import TheClub, TheUser, TheVisit, Visit
from trigrad.web.pages.table import show

router = APIRouter()


@router.post("/t/{table_id}/seats/{seat}")
def join(
    table_id: str,
    seat: int,
    visit: TheVisit,
    name: Annotated[str, Form()] = "",
    again: Annotated[bool, Form()] = False,
) -> Response:
    """Take an open seat; one more, for somebody at this device, only if it is meant so."""
    if again:
        return _join_again(visit, table_id, seat, name)
    try:
        named = _named(visit, table_id, name)
        visit.club.tables.join(table_id, seat, named)
    except SitsAlready:
        return _ask_again(visit, table_id, seat, None)
    response = see_other(f"/t/{table_id}")
    remember(visit, response, named)
    return response


def _named(visit: Visit, table_id: str, name: str) -> User:
    """The visitor under the name of the form; it has none where they sit already."""
    if not name and visit.club.tables.get(table_id).seats_of(visit.user):
        return visit.user
    return replace(visit.user, name=clean_name(name))


def _join_again(visit: Visit, table_id: str, seat: int, name: str) -> Response:
    try:
        visit.club.tables.join(table_id, seat, replace(visit.user, name=clean_name(name)), again=True)
    except BadName as refusal:
        return _ask_again(visit, table_id, seat, refusal.reason)
    return see_other(f"/t/{table_id}")  # the visitor keeps their own name


def _ask_again(visit: Visit, table_id: str, seat: int, notice: Text | None) -> Response:
    status = HTTPStatus.BAD_REQUEST
    return html(visit, "sit_again.html", status, table_id=table_id, seat=seat, notice=notice, name="")


@router.post("/t/{table_id}/seats/{seat}/leave")
def leave(table_id: str, seat: int, visit: TheVisit) -> Response:
    """Leave my seat before the game begins; the table says why not, as where it has begun."""
    return _table_after(visit, table_id, lambda: visit.club.tables.leave(table_id, seat, visit.user))


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
        return show(visit, visit.club.tables.get(table_id), None, whole=True, refusal=refusal)
    return see_other(f"/t/{table_id}")


@router.post("/t/{table_id}/again")
def play_again(table_id: str, club: TheClub, user: TheUser) -> Response:
    """The next game of the same people."""
    return see_other(f"/t/{club.tables.play_again(table_id, user)}")
