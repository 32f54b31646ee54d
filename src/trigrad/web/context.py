"""What every request needs: the server's parts, the user, the language.

What requests depend on is asynchronous though it waits for nothing: a plain function would be called in a thread, and
getting there costs more than all that these do. A route of Starlette calls ``visit_of`` and ``parsed`` itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, TypeVar

from fastapi import Depends, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ValidationError

from trigrad import i18n
from trigrad.club.club import Club
from trigrad.club.people import Tokens, User
from trigrad.web import identity, origin
from trigrad.web.metrics import Metrics
from trigrad.web.parts import Kept
from trigrad.web.raster import Raster
from trigrad.web.settings import Settings

LANGUAGE_COOKIE = "language"

Wish = TypeVar("Wish", bound=BaseModel)


@dataclass(frozen=True)
class Server:
    """The parts of a running server."""

    settings: Settings
    tokens: Tokens
    club: Club
    kept_parts: Kept  # of tables' pages
    metrics: Metrics
    raster: Raster


def server_of(request: Request) -> Server:
    """The server that answers a request."""
    server: Server = request.app.state.server
    return server


def user_of(request: Request) -> User:
    """Whoever sends a request, and where they come from."""
    user = identity.of_request(request, server_of(request).tokens)
    return replace(user, origin=origin.as_word(origin.of_scope(request.scope), server_of(request).settings.secret))


def language_of(request: Request) -> str:
    """The language that the reader chose, or that their browser prefers."""
    chosen = request.cookies.get(LANGUAGE_COOKIE, "")
    return chosen if chosen in i18n.LANGUAGES else i18n.negotiate(request.headers.get("Accept-Language", ""))


async def _server(request: Request) -> Server:
    return server_of(request)


async def _club(request: Request) -> Club:
    return server_of(request).club


async def _user(request: Request) -> User:
    return user_of(request)


async def _language(request: Request) -> str:
    return language_of(request)


TheServer = Annotated[Server, Depends(_server)]
TheClub = Annotated[Club, Depends(_club)]
TheUser = Annotated[User, Depends(_user)]
TheLanguage = Annotated[str, Depends(_language)]


@dataclass(frozen=True)
class Visit:
    """A request for a page, with all that an answer to it needs."""

    request: Request
    server: Server
    user: User
    language: str

    @property
    def club(self) -> Club:
        """The club that the request is about."""
        return self.server.club

    @property
    def by_htmx(self) -> bool:
        """Whether a script asks for a part of a page."""
        return by_htmx(self.request)


def by_htmx(request: Request) -> bool:
    """Whether a script asks for a part of a page."""
    return request.headers.get("HX-Request") == "true"


def visit_of(request: Request) -> Visit:
    """A request for a page, with all that an answer to it needs."""
    return Visit(request, server_of(request), user_of(request), language_of(request))


async def _visit(request: Request) -> Visit:
    return visit_of(request)


TheVisit = Annotated[Visit, Depends(_visit)]


def parsed(kind: type[Wish], given: Mapping[str, object], place: str) -> Wish:
    """What a request asks in its ``query`` or its form, its ``body``; ``RequestValidationError`` if that is garbled."""
    try:
        return kind.model_validate({name: value for name, value in given.items() if value != ""})
    except ValidationError as error:
        raise RequestValidationError([{**one, "loc": (place, *one["loc"])} for one in error.errors()]) from error
