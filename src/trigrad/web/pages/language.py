"""Choosing the language."""

from urllib.parse import quote

from fastapi import APIRouter, Response

from trigrad import i18n
from trigrad.web.answers import see_other
from trigrad.web.context import LANGUAGE_COOKIE

router = APIRouter()

_YEAR = 365 * 24 * 3600


@router.get("/language/{code}")
def choose_language(code: str, to: str = "/") -> Response:
    """Switch the language and go back to a page of ours."""
    local = to.startswith("/") and not to.startswith(("//", "/\\")) and "\\" not in to
    response = see_other(quote(to, safe="/?=&%~-._") if local else "/")
    if code in i18n.LANGUAGES:
        response.set_cookie(LANGUAGE_COOKIE, code, max_age=_YEAR, samesite="lax", path="/")
    return response
