"""Who is asking: a signed token in a cookie, or the same as a bearer token."""

from fastapi import Request, Response

from trigrad.club.people import Tokens, User, new_user
from trigrad.web.address import url

COOKIE = "trigrad"
_YEAR = 365 * 24 * 3600


def of_request(request: Request, tokens: Tokens) -> User:
    """Whoever sends a request; somebody new without a name if there is no valid token."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        token = request.cookies.get(COOKIE, "")
    return tokens.read(token) or new_user("")


def remember(request: Request, response: Response, tokens: Tokens, user: User) -> None:
    """Set the cookie: out of reach of scripts and of other sites' requests."""
    keep(request, response, COOKIE, tokens.of(user), httponly=True)


def keep(request: Request, response: Response, name: str, value: str, *, httponly: bool = False) -> None:
    """Set a cookie for a year, for this server alone: below its path, and over TLS only where that is known."""
    secure = request.url.scheme == "https"
    response.set_cookie(name, value, max_age=_YEAR, httponly=httponly, samesite="lax", secure=secure, path=url("/"))
