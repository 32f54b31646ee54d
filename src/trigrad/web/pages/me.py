"""My name."""

from dataclasses import replace
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Form, Response

from trigrad.club.people import clean_name
from trigrad.club.refusals import BadName
from trigrad.web.answers import html, remember, see_other
from trigrad.web.context import TheVisit

router = APIRouter()


@router.get("/me")
def me(visit: TheVisit) -> Response:
    """My name."""
    return html(visit, "me.html", user=visit.user, notice=None)


@router.post("/me")
def rename(visit: TheVisit, name: Annotated[str, Form()] = "") -> Response:
    """Take another name."""
    try:
        renamed = replace(visit.user, name=clean_name(name))
    except BadName as refusal:
        return html(visit, "me.html", HTTPStatus.BAD_REQUEST, user=visit.user, notice=refusal.reason)
    visit.club.tables.rename(renamed, visit.user.name)
    response = see_other("/")
    remember(visit, response, renamed)
    return response
