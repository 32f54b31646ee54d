"""What every request needs: the server's parts, the user, the language."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from trigrad import i18n
from trigrad.web.analyses import Analyses
from trigrad.web.hints import Hints
from trigrad.web.identity import Identities, User
from trigrad.web.live import Hub
from trigrad.web.players import Brains
from trigrad.web.settings import Settings
from trigrad.web.tables import Tables

LANGUAGE_COOKIE = "language"


@dataclass(frozen=True)
class Server:
    """The parts of a running server."""

    settings: Settings
    identities: Identities
    hub: Hub
    tables: Tables
    brains: Brains
    hints: Hints
    analyses: Analyses


def server_of(request: Request) -> Server:
    """The server that answers a request."""
    server: Server = request.app.state.server
    return server


def user_of(request: Request) -> User:
    """Whoever sends a request."""
    return server_of(request).identities.of_request(request)


def language_of(request: Request) -> str:
    """The language that the reader chose, or that their browser prefers."""
    chosen = request.cookies.get(LANGUAGE_COOKIE, "")
    return chosen if chosen in i18n.LANGUAGES else i18n.negotiate(request.headers.get("Accept-Language", ""))


TheServer = Annotated[Server, Depends(server_of)]
TheUser = Annotated[User, Depends(user_of)]
TheLanguage = Annotated[str, Depends(language_of)]
