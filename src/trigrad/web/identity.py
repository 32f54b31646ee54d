"""Who is asking: a signed token in a cookie, or the same as a bearer token."""

from fastapi import Request, Response

from trigrad.club.people import Tokens, User, new_user

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
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, tokens.of(user), max_age=_YEAR, httponly=True, samesite="lax", secure=secure, path="/")
