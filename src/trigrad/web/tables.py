"""The tables of a server: loaded from the store, kept in memory, changed under a lock each."""

import logging
import secrets
import threading
import time
import zlib
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from trigrad import bots, games
from trigrad.engine.game import Game, UnknownOption
from trigrad.engine.header import copy_game
from trigrad.engine.text import Text
from trigrad.store.store import BOT, HUMAN, OPEN, Conflict, SeatRow, Store, TableRow, UnknownTable
from trigrad.table.table import Entry, OtherRules, Rules, StaleChoice, Table, TableError, TableOver
from trigrad.web import patience
from trigrad.web.identity import User, clean_name
from trigrad.web.live import Hub
from trigrad.web.players import BotPlayers

logger = logging.getLogger(__name__)

_KEPT = 500  # tables in memory; others are replayed when asked for
_HOUR = 3600


class Forbidden(TableError):
    """A request for a seat that belongs to somebody else."""

    reason = Text("This seat belongs to somebody else.")


class SeatTaken(TableError):
    """The seat is no longer open."""

    reason = Text("This seat is already taken.")


class WrongLink(TableError):
    """A link that moves no seat."""

    reason = Text("This link does not move any seat.")


class NotStarted(TableError):
    """A choice before all seats are taken."""

    reason = Text("The game begins when all seats are taken.")


class TooManyTables(TableError):
    """A person creates tables without end."""

    reason = Text("Those are many new tables for one hour. Please play some of them first.")


class NotFound(TableError):
    """A page or file that does not exist."""

    reason = Text("There is no such page.")


class Damaged(TableError):
    """A table whose stored game cannot be read."""

    reason = Text("What is stored of this table cannot be read here, so it can no longer be shown.")


class BotPlays(TableError):
    """A choice for a seat while a bot plays it."""

    reason = Text("A bot plays this seat. Take it back to choose yourself.")


class NotLeft(TableError):
    """Giving a bot the seat of somebody for whom the table does not wait, or not long enough."""


class BadTable(TableError):
    """A table that cannot be created as asked."""


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
    hints: bool = True
    memory: bool = False
    listed: bool = False
    patience: str = patience.DEFAULT


@dataclass
class LiveTable:
    """A table in memory. ``table`` is None if its rules are no longer these."""

    row: TableRow
    table: Table | None
    lock: threading.RLock

    @property
    def started(self) -> bool:
        """Whether all seats are taken."""
        return all(seat.kind != OPEN for seat in self.row.seats)

    @property
    def revision(self) -> str:
        """Changes with everything that a page shows of the table."""
        row = self.row
        shown = repr((row.changed, row.rematch, [seat.name for seat in row.seats]))
        return f"{self.table.version if self.table else 0}-{zlib.crc32(shown.encode()):08x}"

    def seats_of(self, user: User) -> list[int]:
        """The seats that belong to a user, also while a bot plays them."""
        return [seat.seat for seat in self.row.seats if seat.kind == HUMAN and seat.user == user.id]

    def bot_plays(self, seat: int) -> bool:
        """Whether a bot chooses for a seat, its own or one that was lent to it."""
        return self.row.seats[seat].bot is not None

    def legal(self, seat: int) -> list[int]:
        """What the person of a seat, or a spectator, may choose now: nothing while a bot plays it."""
        if self.table is None or seat < 0 or self.bot_plays(seat):
            return []
        return self.table.legal(seat)

    def can_undo(self, seat: int) -> bool:
        """Whether the person of a seat may take back its last choice."""
        return self.table is not None and seat >= 0 and not self.bot_plays(seat) and self.table.can_undo(seat)

    def seconds_left(self, user: User) -> float | None:
        """After how many seconds a user may let a bot play the seat to move; None if they may not at all."""
        seat = self.table.to_move if self.table and self.started else None
        if seat is None or self.bot_plays(seat) or not self.is_part(user) or seat in self.seats_of(user):
            return None
        return patience.seconds_left(self.row, seat, time.time())

    def is_part(self, user: User) -> bool:
        """Whether a user sits at the table or has created it."""
        return bool(self.seats_of(user)) or self.row.owner == user.id

    def playing(self) -> Table:
        """The table, if choices can be made at it; ``TableError`` otherwise."""
        if self.table is None:
            raise OtherRules
        if not self.started:
            raise NotStarted
        return self.table


@dataclass(frozen=True)
class Asked:
    """A bot's choice that is to be made."""

    game: Game
    record: Any
    seat: int
    bot: str
    version: int
    watched: bool  # people sit at the table


class Tables:
    """All tables: creating, joining, choosing. Methods may be called from several threads."""

    def __init__(self, store: Store, hub: Hub, bot_players: BotPlayers, an_hour: int) -> None:
        self._store = store
        self._hub = hub
        self._bot_players = bot_players
        self._an_hour = an_hour
        self._kept: OrderedDict[str, LiveTable] = OrderedDict()
        self._lock = threading.Lock()

    # --- Finding ----------------------------------------------------------------

    def get(self, table_id: str) -> LiveTable:
        """A table by its id; ``UnknownTable`` if there is none, ``Damaged`` if it cannot be read."""
        with self._lock:
            live = self._kept.get(table_id)
            if live is not None:
                self._kept.move_to_end(table_id)
                return live
        loaded = self._load(table_id)
        with self._lock:
            live = self._kept.setdefault(table_id, loaded)
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        self._wake_bots(live)
        return live

    def _load(self, table_id: str) -> LiveTable:
        row = self._store.table(table_id)
        choices = self._store.choices(table_id)
        try:
            return LiveTable(row, _replayed(row, choices), threading.RLock())
        except (LookupError, ValueError) as error:
            logger.warning("table %s cannot be read: %r", table_id, error)
            raise Damaged from error

    def _forget(self, table_id: str) -> None:
        with self._lock:
            self._kept.pop(table_id, None)

    def mine(self, user: User) -> list[TableRow]:
        """The tables at which a user sits."""
        return list(filter(_is_known, self._store.tables_of(user.id)))

    def listed(self) -> list[TableRow]:
        """The public tables in play."""
        return list(filter(_is_known, self._store.listed()))

    # --- Creating and joining -----------------------------------------------------

    def create(self, wish: TableWish, user: User) -> str:
        """A new table; returns its id. ``TableError`` if it cannot be as wished."""
        self._check_number(user)
        row = new_row(wish, user)
        self._store.create(row)
        self.get(row.id)
        return row.id

    def _check_number(self, user: User) -> None:
        if self._store.count_created(user.id, time.time() - _HOUR) >= self._an_hour:
            raise TooManyTables

    def join(self, table_id: str, seat: int, user: User) -> None:
        """Take an open seat; ``SeatTaken`` if it is none."""
        live = self.get(table_id)
        with live.lock:
            if not 0 <= seat < live.row.players:
                raise SeatTaken
            try:
                self._store.take_seat(table_id, seat, user.id, clean_name(user.name))
            except Conflict as error:
                raise SeatTaken from error
            finally:
                self._changed(live)

    def move_seat(self, table_id: str, key: str, user: User) -> None:
        """Give the seat of a private link to whoever opened it; ``WrongLink`` if it is none."""
        live = self.get(table_id)
        with live.lock:
            try:
                self._store.move_seat(table_id, key, user.id, secrets.token_urlsafe(18))
            except Conflict as error:
                raise WrongLink from error
            self._changed(live)

    def rename(self, user: User, former: str) -> None:
        """Show a user's new name at their seats, where the ``former`` one stood."""
        for table_id in self._store.rename(user.id, user.name, former):
            with self._lock:
                live = self._kept.get(table_id)
            if live is not None:
                with live.lock:
                    self._changed(live)

    def play_again(self, table_id: str, user: User) -> str:
        """A new table with the same seats; returns its id, for all who ask the same."""
        live = self.get(table_id)
        with live.lock:
            if live.row.rematch is not None:
                return live.row.rematch
            if not live.is_part(user):
                raise Forbidden
            if not live.row.finished:
                raise BadTable(Text("The next game can begin once this one is over."))
            self._check_number(user)
            row = again(live.row, user)
            self._store.create(row)
            with suppress(Conflict):  # another process was faster: its table stands in the row
                self._store.set_rematch(table_id, row.id)
            self._changed(live)
            rematch = live.row.rematch
        self.get(row.id)
        return rematch or row.id

    # --- Seats lent to bots -----------------------------------------------------------

    def lend(self, table_id: str, user: User, seat: int, bot: str) -> None:
        """Let a bot play a user's own seat, or that of a player who has let the table wait too long.

        ``TableError`` if that is refused.
        """
        live = self.get(table_id)
        with live.lock:
            table = _in_play(live)
            player = _seat_to_lend(live, user, seat)
            if bot not in bots.names():
                raise BadTable(Text("There is no such bot."))
            try:
                self._store.lend_seat(table_id, player, bot, table.version)
            except Conflict as error:
                self._forget(table_id)
                raise StaleChoice from error
            self._changed(live)

    def take_back(self, table_id: str, user: User, seat: int) -> None:
        """Let a user play their seat again; nothing if they do already, ``TableError`` if it is not theirs."""
        live = self.get(table_id)
        with live.lock:
            _in_play(live)
            if seat not in live.seats_of(user):
                raise Forbidden
            with suppress(Conflict):
                self._store.return_seat(table_id, seat, user.id)
            self._changed(live)

    # --- Choosing -------------------------------------------------------------------

    def act(self, table_id: str, user: User, seat: int, action: int, version: int) -> None:
        """A person's choice; ``TableError`` or ``IllegalAction`` if it is refused."""
        live = self.get(table_id)
        with live.lock:
            table = self._own(live, user, seat)
            self._write(live, table, seat, table.act(seat, action, version))

    def undo(self, table_id: str, user: User, seat: int, version: int) -> None:
        """Take back a person's last choice; ``TableError`` if it is refused."""
        live = self.get(table_id)
        with live.lock:
            table = self._own(live, user, seat)
            self._write(live, table, seat, table.undo(seat, version))

    def _own(self, live: LiveTable, user: User, seat: int) -> Table:
        if seat not in live.seats_of(user):
            raise Forbidden
        if live.bot_plays(seat):
            raise BotPlays
        return live.playing()

    def _write(self, live: LiveTable, table: Table, seat: int, entries: list[Entry]) -> None:
        """Store what was just chosen; nothing is answered, and nothing kept, before it is on disk."""
        first = table.version - len(entries)
        try:
            self._store.append(live.row.id, first, entries, table.over, live.row.seats[seat])
            self._changed(live)
        except BaseException as error:
            # Others may hold this table already, waiting for its lock: it is again as it was.
            live.table = Table(table.rules, table.seed, table.entries[:first])
            self._forget(live.row.id)
            if isinstance(error, Conflict):
                raise StaleChoice from error
            raise

    def _changed(self, live: LiveTable) -> None:
        live.row = self._store.table(live.row.id)
        self._hub.publish(live.row.id)
        self._wake_bots(live)

    # --- Bots -----------------------------------------------------------------------

    def wake_bots_since(self, since: float) -> None:
        """After a start: see to the tables at which a bot may be to choose."""
        for table_id in self._store.unfinished_with_bots(since):
            with suppress(Damaged):
                self.get(table_id)

    def _wake_bots(self, live: LiveTable) -> None:
        if _bot_to_move(live) is not None:
            self._bot_players.wake(self, live.row.id)

    def bot_waits(self, table_id: str) -> bool:
        """Whether a table in memory waits for a bot."""
        with self._lock:
            live = self._kept.get(table_id)
        return live is not None and _bot_to_move(live) is not None

    def bot_to_move(self, table_id: str) -> Asked | None:
        """What a bot is asked at a table, None if it is not a bot's choice."""
        live = self.get(table_id)
        with live.lock:
            seat = _bot_to_move(live)
            if seat is None or live.table is None:
                return None
            return Asked(
                game=live.table.rules.game,
                record=copy_game(live.table.record),
                seat=seat.seat,
                bot=seat.bot or "",
                version=live.table.version,
                watched=any(other.kind == HUMAN for other in live.row.seats),
            )

    def act_as_bot(self, table_id: str, asked: Asked, action: int) -> None:
        """A bot's choice; nothing if the table has moved on meanwhile, or the seat was taken back."""
        live = self.get(table_id)
        with live.lock:
            table = live.playing()
            if table.version != asked.version or live.row.seats[asked.seat].bot != asked.bot:
                return
            with suppress(StaleChoice):
                self._write(live, table, asked.seat, table.act(asked.seat, action, asked.version, asked.bot))


def _is_known(row: TableRow) -> bool:
    """Whether the game and the bots of a table exist here."""
    return row.game in games.names() and all(seat.bot is None or seat.bot in bots.names() for seat in row.seats)


def _replayed(row: TableRow, choices: Sequence[Entry]) -> Table | None:
    """The table of a row, None under other rules; ``LookupError`` or ``ValueError`` if they do not fit together."""
    game = games.load(row.game)
    if not _is_known(row) or len(row.seats) != row.players:
        raise ValueError("its seats are not as they should be")
    if row.patience not in patience.SECONDS:
        raise ValueError("its patience is unknown")
    if row.rules_version != game.rules_version:
        return None
    rules = Rules(game, row.players, row.options, row.undo, row.hints, row.memory)
    return Table(rules, row.seed, choices)


def _bot_to_move(live: LiveTable) -> SeatRow | None:
    if live.table is None or not live.started or live.table.to_move is None:
        return None
    seat = live.row.seats[live.table.to_move]
    return seat if seat.bot is not None else None


def _in_play(live: LiveTable) -> Table:
    table = live.playing()
    if table.over:
        raise TableOver
    return table


def _seat_to_lend(live: LiveTable, user: User, seat: int) -> SeatRow:
    """The seat, if the user may let a bot play it now; ``TableError`` if not."""
    if not 0 <= seat < live.row.players:
        raise BadTable(Text("There is no such seat."))
    mine = seat in live.seats_of(user)
    if not mine and not live.is_part(user):
        raise Forbidden
    if live.bot_plays(seat):
        raise BotPlays(Text("A bot plays this seat already."))
    if not mine:
        _check_left(live, seat)
    return live.row.seats[seat]


def _check_left(live: LiveTable, seat: int) -> None:
    """``NotLeft`` unless the table has waited too long for a seat."""
    if live.table is None or live.table.to_move != seat:
        raise NotLeft(Text("The table does not wait for this seat."))
    left = patience.seconds_left(live.row, seat, time.time())
    if left is None:
        raise NotLeft(Text("At this table nobody gives the seat of another to a bot."))
    if left > 0:
        raise NotLeft(Text("A bot may play this seat in {time}.", {"time": patience.duration(left)}))


# --- New tables ---------------------------------------------------------------------


def new_row(wish: TableWish, user: User) -> TableRow:
    """The row of a new table; ``TableError`` if it cannot be as wished."""
    try:
        game = games.load(wish.game)
        game.encode_options(len(wish.seats), wish.options)
    except games.UnknownGame as error:
        raise BadTable(Text("There is no such game.")) from error
    except UnknownOption as error:
        raise BadTable(error.reason) from error
    if wish.patience not in patience.SECONDS:
        raise BadTable(Text("There is no such patience."))
    now = time.time()
    return TableRow(
        id=secrets.token_urlsafe(9),
        game=game.name,
        rules_version=game.rules_version,
        players=len(wish.seats),
        options=dict(wish.options),
        undo=wish.undo,
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
        seats=tuple(_new_seat(seat, index, user) for index, seat in enumerate(wish.seats)),
    )


def _new_seat(wish: SeatWish, index: int, user: User) -> SeatRow:
    key = secrets.token_urlsafe(18)
    if wish.kind == "me":
        return SeatRow(index, HUMAN, clean_name(user.name), user=user.id, key=key)
    if wish.kind == "here":
        return SeatRow(index, HUMAN, clean_name(wish.name), user=user.id, key=key)
    if wish.kind == "friend":
        return SeatRow(index, OPEN, key=key)
    if wish.kind == "bot":
        if wish.bot not in bots.names():
            raise BadTable(Text("There is no such bot."))
        return SeatRow(index, BOT, wish.bot.capitalize(), bot=wish.bot, key=key)
    raise BadTable(Text("There is no such kind of seat."))


def again(row: TableRow, user: User) -> TableRow:
    """The row of the next game of the same people under the same rules."""
    now = time.time()
    return replace(
        row,
        id=secrets.token_urlsafe(9),
        rules_version=games.load(row.game).rules_version,
        seed=secrets.token_bytes(32),
        owner=user.id,
        created=now,
        changed=now,
        finished=False,
        rematch=None,
        chosen=None,
        seats=tuple(_for_people(replace(seat, key=secrets.token_urlsafe(18), since=now)) for seat in row.seats),
    )


def _for_people(seat: SeatRow) -> SeatRow:
    return replace(seat, bot=None) if seat.kind == HUMAN else seat


__all__ = [
    "BadTable",
    "BotPlays",
    "Forbidden",
    "LiveTable",
    "NotFound",
    "NotLeft",
    "NotStarted",
    "SeatTaken",
    "SeatWish",
    "TableWish",
    "Tables",
    "TooManyTables",
    "UnknownTable",
    "WrongLink",
]
