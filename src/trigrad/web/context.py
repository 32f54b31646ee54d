"""What every request needs: the server's parts, the user, the language."""

from dataclasses import dataclass, replace
from typing import Annotated

from fastapi import Depends, Request

from trigrad import i18n
from trigrad.club.club import Club
from trigrad.club.people import Tokens, User
from trigrad.web import identity, origin
from trigrad.web.settings import Settings

LANGUAGE_COOKIE = "language"


@dataclass(frozen=True)
class Server:
    """The parts of a running server."""

    settings: Settings
    tokens: Tokens
    club: Club


def server_of(request: Request) -> Server:
    """The server that answers a request."""
    server: Server = request.app.state.server
    return server


def club_of(request: Request) -> Club:
    """The club that a request is about."""
    return server_of(request).club


def user_of(request: Request) -> User:
    """Whoever sends a request, and where they come from."""
    user = identity.of_request(request, server_of(request).tokens)
    return replace(user, origin=origin.of_scope(request.scope))


def language_of(request: Request) -> str:
    """The language that the reader chose, or that their browser prefers."""
    chosen = request.cookies.get(LANGUAGE_COOKIE, "")
    return chosen if chosen in i18n.LANGUAGES else i18n.negotiate(request.headers.get("Accept-Language", ""))


TheServer = Annotated[Server, Depends(server_of)]
TheClub = Annotated[Club, Depends(club_of)]
TheUser = Annotated[User, Depends(user_of)]
TheLanguage = Annotated[str, Depends(language_of)]


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


def visit_of(request: Request, server: TheServer, user: TheUser, language: TheLanguage) -> Visit:
    """The visit that a request is."""
    return Visit(request, server, user, language)


TheVisit = Annotated[Visit, Depends(visit_of)]
