"""What pages answer with: a template, another address, a cookie that remembers somebody."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus

from fastapi import Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from markupsafe import Markup

from trigrad.club.own_tables import State
from trigrad.club.people import User
from trigrad.club.person_settings import DEFAULTS
from trigrad.web import identity, rendering
from trigrad.web.address import path_of, url
from trigrad.web.context import Visit

NEVER_KEPT = {"Cache-Control": "no-store", "Vary": "Cookie, Accept-Language"}


def html(
    visit: Visit, template: str | Sequence[str], status: int = HTTPStatus.OK, /, **context: object
) -> HTMLResponse:
    """A template as the answer to a request, kept by nobody.

    ``here`` is where a change of the language leads back to, unless the context says otherwise.
    """
    usual = {
        "here": _here(visit.request),
        "settings_attributes": partial(settings_attributes, visit),
        "my_turns": partial(my_turns, visit),
        "listens": None,  # the table whose changes a page shows
    }
    content = rendering.page(template, visit.language, **{**usual, **context})
    return HTMLResponse(content, status, headers=NEVER_KEPT)


def _here(request: Request) -> str:
    query = request.url.query
    return path_of(request.scope) + (f"?{query}" if query else "") if request.method == "GET" else "/"


def settings_attributes(visit: Visit) -> Markup:
    """What a visitor has set other than it is by default, as attributes ``data-…`` for styles and scripts."""
    chosen = visit.club.person_settings.of(visit.user)
    own = [(name, value) for name, value in chosen.items() if value != DEFAULTS[name]]
    return Markup("").join(Markup(' data-{}="{}"').format(*pair) for pair in own)


@dataclass(frozen=True)
class MyTurns:
    """Where a visitor is to choose, for the header of each page."""

    plays: bool  # somewhere, so that there may be turns
    tables: tuple[str, ...]


def my_turns(visit: Visit) -> MyTurns:
    """Where a visitor plays and is to choose."""
    states = {own.row.id: own.state for own in visit.club.tables.own(visit.user)}
    return MyTurns(
        plays=any(state in (State.MY_TURN, State.IN_PLAY, State.WAITING) for state in states.values()),
        tables=tuple(table_id for table_id, state in states.items() if state is State.MY_TURN),
    )


def see_other(path: str) -> RedirectResponse:
    """Send the browser on to a page of ours."""
    return RedirectResponse(url(path), HTTPStatus.SEE_OTHER)


def introduce(visit: Visit, response: Response) -> None:
    """Let a browser that nobody is yet be its visitor from now on, so that a form sent twice comes from one person."""
    request = visit.request
    if "Authorization" not in request.headers and not visit.server.tokens.read(
        request.cookies.get(identity.COOKIE, "")
    ):
        remember(visit, response, visit.user)


def remember(visit: Visit, response: Response, user: User) -> None:
    """Let the browser be a user from now on."""
    identity.remember(visit.request, response, visit.server.tokens, user)
