"""People: a random id that makes somebody the same person again, and a name for others."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from itsdangerous import BadSignature, URLSafeSerializer

from trigrad.club.refusals import BadName
from trigrad.engine.text import Text
from trigrad.store.store import SeatRow
from trigrad.table import names

LONGEST_NAME = 24
_LONGEST_TOKEN = 1_000  # characters; ours have some 100 to 300
_KEPT = 2_000  # tokens in memory, since each comes with every request of its user


@dataclass(frozen=True)
class User:
    """A visitor. The id never leaves the server but in a signed token; the name is what others see."""

    id: str
    name: str
    origin: str = field(default="", compare=False, repr=False)  # where they come from now, see ``origins``


def new_user(name: str) -> User:
    """A user that nobody has been before."""
    return User(secrets.token_hex(12), name)


def clean_name(name: str) -> str:
    """A name fit to be shown, see ``names.shown``; ``BadName`` if too long, or if nothing of it can be seen."""
    cleaned = names.shown(name)
    if not cleaned:
        raise BadName(Text("Please give a name."))
    if len(cleaned) > LONGEST_NAME:
        raise BadName(
            Text.plural(
                "A name has at most {number} character.", "A name has at most {number} characters.", LONGEST_NAME
            )
        )
    return cleaned


def names_at(seats: Sequence[SeatRow]) -> list[str]:
    """What the seats of a table are called, told apart."""
    return names.told_apart([seat.name for seat in seats])


class Tokens:
    """Makes and reads the signed tokens by which a person is known again."""

    def __init__(self, secret: str) -> None:
        self._serializer = URLSafeSerializer(secret, salt="trigrad-user")
        self._verified = lru_cache(_KEPT)(self._verify)

    def of(self, user: User) -> str:
        """The signed form of a user."""
        return str(self._serializer.dumps([user.id, user.name]))

    def read(self, token: str) -> User | None:
        """The user of a token, None if it was not signed here."""
        return self._verified(token) if len(token) <= _LONGEST_TOKEN else None

    def _verify(self, token: str) -> User | None:
        try:
            user_id, name = self._serializer.loads(token)
        except (BadSignature, ValueError, TypeError):
            return None
        return User(str(user_id), str(name))
