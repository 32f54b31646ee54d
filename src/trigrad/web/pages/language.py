"""Choosing the language."""

from urllib.parse import quote

from fastapi import APIRouter, Request, Response

from trigrad import i18n
from trigrad.web.answers import see_other
from trigrad.web.context import LANGUAGE_COOKIE
from trigrad.web.identity import keep

router = APIRouter()


@router.get("/language/{code}")
def choose_language(code: str, request: Request, to: str = "/") -> Response:
    """Switch the language and go back to a page of ours."""
    local = to.startswith("/") and not to.startswith(("//", "/\\")) and "\\" not in to
    response = see_other(quote(to, safe="/?=&%~-._") if local else "/")
    if code in i18n.LANGUAGES:
        keep(request, response, LANGUAGE_COOKIE, code)
    return response
