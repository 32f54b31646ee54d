"""Who is asking: a name and a random id in a signed cookie, or the same as a bearer token."""

import re
import secrets
import unicodedata
from dataclasses import dataclass

from fastapi import Request, Response
from itsdangerous import BadSignature, URLSafeSerializer

from trigrad.engine.text import Refusal, Text

COOKIE = "trigrad"
LONGEST_NAME = 24
_YEAR = 365 * 24 * 3600


class BadName(Refusal):
    """A name that cannot be shown."""


@dataclass(frozen=True)
class User:
    """A visitor. The id never leaves the server but in the cookie; the name is what others see."""

    id: str
    name: str


def clean_name(name: str) -> str:
    """A name fit to be shown: no control characters, single spaces; ``BadName`` if too long or empty."""
    printable = "".join(" " if unicodedata.category(char)[0] in "CZ" else char for char in name[:1000])
    cleaned = re.sub(r"\s+", " ", printable).strip()
    if not cleaned:
        raise BadName(Text("Please give a name."))
    if len(cleaned) > LONGEST_NAME:
        raise BadName(Text("A name has at most {count} characters.", {"count": LONGEST_NAME}))
    return cleaned


class Identities:
    """Makes and reads the signed tokens."""

    def __init__(self, secret: str) -> None:
        self._serializer = URLSafeSerializer(secret, salt="trigrad-user")

    def token(self, user: User) -> str:
        """The signed form of a user, for a cookie or an Authorization header."""
        return str(self._serializer.dumps([user.id, user.name]))

    def read(self, token: str) -> User | None:
        """The user of a token, None if it was not signed here."""
        try:
            user_id, name = self._serializer.loads(token)
        except (BadSignature, ValueError, TypeError):
            return None
        return User(str(user_id), str(name))

    def of_request(self, request: Request) -> User:
        """Whoever sends a request; somebody new without a name if there is no valid token."""
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            token = request.cookies.get(COOKIE, "")
        return self.read(token) or self.new("")

    def new(self, name: str) -> User:
        """A user that nobody has been before."""
        return User(secrets.token_hex(12), name)

    def remember(self, response: Response, user: User, *, secure: bool) -> None:
        """Set the cookie: out of reach of scripts and of other sites' requests."""
        response.set_cookie(
            COOKIE, self.token(user), max_age=_YEAR, httponly=True, samesite="lax", secure=secure, path="/"
        )
