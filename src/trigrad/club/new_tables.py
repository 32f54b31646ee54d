"""Tables that somebody wants to create, as rows of the store."""

import base64
import hashlib
import secrets
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from trigrad import bots, games
from trigrad.club import bot_names, patience
from trigrad.club.people import User, clean_name
from trigrad.club.refusals import BadTable, NoSuchBot
from trigrad.engine.game import UnknownOption
from trigrad.engine.text import Text
from trigrad.store.store import BOT, HUMAN, OPEN, SeatRow, TableRow

_ID_BYTES = 9  # of a table, 12 letters


@dataclass(frozen=True)
class SeatWish:
    """A seat of a new table: ``me``, ``here`` (somebody at my device), ``friend`` (by link) or ``bot``."""

    kind: str
    bot: str | None = None
    name: str = ""


@dataclass(frozen=True)
class TableWish:
    """A table that somebody wants to create."""

    game: str
    seats: Sequence[SeatWish]
    options: Mapping[str, str]
    undo: bool = True
    finish: bool = False
    hints: bool = True
    memory: bool = False
    listed: bool = False
    patience: str = patience.DEFAULT


def new_row(wish: TableWish, user: User, key: str = "") -> TableRow:
    """The row of a new table, of the same id for the same wish with the same ``key``; ``TableError`` if refused."""
    try:
        game = games.load(wish.game)
        game.encode_options(len(wish.seats), wish.options)
    except games.UnknownGame as error:
        raise BadTable(Text("There is no such game.")) from error
    except UnknownOption as error:
        raise BadTable(error.reason) from error
    if wish.patience not in patience.SECONDS:
        raise BadTable(Text("There is no such patience."))
    now, table_id = time.time(), _id(wish, user, key)
    return TableRow(
        id=table_id,
        game=game.name,
        rules_version=game.rules_version,
        players=len(wish.seats),
        options=dict(wish.options),
        undo=wish.undo,
        finish=wish.finish,
        hints=wish.hints,
        memory=wish.memory,
        listed=wish.listed,
        seed=secrets.token_bytes(32),
        owner=user.id,
        created=now,
        changed=now,
        finished=False,
        rematch=None,
        patience=wish.patience,
        chosen=None,
        seats=tuple(_new_seat(seat, table_id, index, user) for index, seat in enumerate(wish.seats)),
    )


def _id(wish: TableWish, user: User, key: str) -> str:
    """A new id that nobody can guess: without a key by chance, with one from what only the user's requests say."""
    if not key:
        return secrets.token_urlsafe(_ID_BYTES)
    digest = hashlib.sha256(repr((user.id, key, wish)).encode()).digest()
    return base64.urlsafe_b64encode(digest[:_ID_BYTES]).decode()


def _new_seat(wish: SeatWish, table_id: str, index: int, user: User) -> SeatRow:
    key = secrets.token_urlsafe(18)
    if wish.kind == "me":
        return SeatRow(index, HUMAN, clean_name(user.name), user=user.id, key=key)
    if wish.kind == "here":
        return SeatRow(index, HUMAN, clean_name(wish.name), user=user.id, key=key)
    if wish.kind == "friend":
        return SeatRow(index, OPEN, key=key)
    if wish.kind == "bot":
        if wish.bot not in bots.names():
            raise NoSuchBot
        return SeatRow(index, BOT, bot_names.of_seat(table_id, index), bot=wish.bot, key=key)
    raise BadTable(Text("There is no such kind of seat."))


def again(row: TableRow, user: User) -> TableRow:
    """The row of the next game of the same people under the same rules."""
    now = time.time()
    return replace(
        row,
        id=secrets.token_urlsafe(_ID_BYTES),
        rules_version=games.load(row.game).rules_version,
        seed=secrets.token_bytes(32),
        owner=user.id,
        created=now,
        changed=now,
        finished=False,
        rematch=None,
        chosen=None,
        closed=None,
        closed_by=None,
        revision=0,
        to_move=None,
        seats=tuple(_for_people(replace(seat, key=secrets.token_urlsafe(18), since=now)) for seat in row.seats),
    )


def _for_people(seat: SeatRow) -> SeatRow:
    return replace(seat, bot=None) if seat.kind == HUMAN else seat
