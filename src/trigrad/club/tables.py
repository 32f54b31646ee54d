"""The tables of a server: loaded from the store, kept in memory, changed under a lock each."""

import logging
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress

from trigrad import bots, games
from trigrad.club import patience
from trigrad.club.bot_players import Asked, BotPlayers
from trigrad.club.hub import Hub
from trigrad.club.lending import seat_to_lend
from trigrad.club.live_table import LiveTable
from trigrad.club.new_tables import TableWish, again, new_row
from trigrad.club.origins import Origins
from trigrad.club.own_tables import OwnTable, of_person, turns_of
from trigrad.club.people import User, clean_name, names_at
from trigrad.club.person_settings import Chosen, PersonSettings
from trigrad.club.refusals import (
    Begun,
    Blocked,
    Damaged,
    Forbidden,
    InPlay,
    NoSuchBot,
    SeatTaken,
    TooManyTables,
    WrongLink,
)
from trigrad.club.seating import is_to_leave, is_to_take
from trigrad.club.tally import Tally
from trigrad.engine.header import copy_game
from trigrad.engine.text import Text
from trigrad.store.store import HUMAN, OPEN, Conflict, News, Standing, Store, TableRow, UnknownTable
from trigrad.store.wire import Wire
from trigrad.table.record import Record, of_table
from trigrad.table.table import Entry, Rules, StaleChoice, Table, TableError

logger = logging.getLogger(__name__)

_KEPT = 500  # tables in memory; others are replayed when asked for
_LEFT = 10.0  # seconds after which one that changes elsewhere and that nobody watches here is let go
_HOUR = 3600
_AT_ONCE = 50  # tables that are seen to after another process has died


class Tables:
    """All tables: creating, joining, choosing. Methods may be called from several threads."""

    def __init__(
        self,
        store: Store,
        wire: Wire,
        hub: Hub,
        bot_players: BotPlayers,
        origins: Origins,
        settings: PersonSettings,
        an_hour: int,
    ) -> None:
        self._store = store
        self._wire = wire
        self._settings = settings
        self._hub = hub
        self._bot_players = bot_players
        self._origins = origins
        self._an_hour = an_hour
        self._kept: OrderedDict[str, LiveTable] = OrderedDict()
        self._lock = threading.Lock()
        self._telling = threading.Lock()
        self.chosen = Tally()  # by whom: person, bot

    @property
    def kept(self) -> int:
        """How many tables are in memory."""
        return len(self._kept)

    # --- Finding ----------------------------------------------------------------

    def get(self, table_id: str) -> LiveTable:
        """A table by its id; ``UnknownTable`` if there is none, ``Damaged`` if it cannot be read."""
        with self._lock:
            live = self._kept.get(table_id)
            if live is not None:
                self._kept.move_to_end(table_id)
                live.asked = time.monotonic()
        if live is not None:
            if self._wire.shared:
                self._catch_up(live, self._store.revision(table_id) or 0)
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

    # --- What other processes do ------------------------------------------------------

    def changed_elsewhere(self, table_id: str, revision: int) -> None:
        """Bring a table that is in memory to a revision that it has in the store, unless nobody looks at it here."""
        live = self._in_memory(table_id)
        if live is not None:
            self._catch_up(live, revision)
        if self._hub.tells_turns and self._in_memory(table_id) is None:
            self._tell_of_turns(table_id)

    def _in_memory(self, table_id: str) -> LiveTable | None:
        with self._lock:
            return self._kept.get(table_id)

    def _is_left(self, live: LiveTable) -> bool:
        """Whether nobody listens to a table, and nobody has asked for it who may be about to."""
        return not self._hub.is_listened_to(live.row.id) and time.monotonic() - live.asked > _LEFT

    def _tell_of_turns(self, table_id: str) -> None:
        """Tell people of their turns at a table that is not in memory: one change after the other, the newest last."""
        with self._telling:
            row = self._store.table(table_id)
            to_move = self._to_move(row)
            live = self._in_memory(table_id)  # now, if only the game could say
            if live is None:
                self._hub.publish(table_id, "", turns_of(row, to_move))
                return
            with live.lock:
                self._hub.publish(table_id, live.revision, live.turns)

    def catch_up(self) -> None:
        """Bring all tables in memory to what is in the store, after changes may have been missed."""
        with self._lock:
            kept = list(self._kept)
        for table_id, revision in self._store.revisions(kept).items():
            self.changed_elsewhere(table_id, revision)

    def hear_again(self) -> None:
        """Make up for what others may have changed unheard: also turns at tables that are not in memory."""
        self.catch_up()
        for person in self._hub.told_of_turns:
            for row in self._store.tables_of(person):
                if self._in_memory(row.id) is None:
                    self._tell_of_turns(row.id)

    def _catch_up(self, live: LiveTable, revision: int) -> None:
        if live.row.revision >= revision:
            return
        with live.lock:
            if live.row.revision >= revision:  # it was this process itself
                return
            if self._is_left(live):
                self._forget(live.row.id)
                return
            try:
                self._read_on(live)
            except (LookupError, ValueError, TableError):
                self._forget(live.row.id)
                raise
            self._hub.publish(live.row.id, live.revision, live.turns)

    def _read_on(self, live: LiveTable) -> None:
        """Take in what others have done; where they have but chosen, the seats need not be read.

        Choices are looked for once more after the row was read: one may have been made in between, of which the
        revision then knows.
        """
        news = self._take_in_choices(live)
        if news is not None and news.revision == live.row.revision + 1:
            live.went_on(news.at)
            return
        live.row = self._store.table(live.row.id)
        self._take_in_choices(live)

    def _take_in_choices(self, live: LiveTable) -> News | None:
        """Make the choices at a table that are not known yet; None if there are none."""
        news = self._store.news(live.row.id, live.table.version) if live.table is not None else None
        if live.table is not None and news is not None:
            for entry in news.entries:
                live.table.apply_entry(entry)
        return news

    def _forget(self, table_id: str) -> None:
        with self._lock:
            self._kept.pop(table_id, None)

    @contextmanager
    def _to_write(self, live: LiveTable) -> Iterator[None]:
        """Lock a table to change it, once the database can be written: until then others may look at it."""
        self._store.await_turn()
        with live.lock:
            yield

    def mine(self, user: User) -> list[TableRow]:
        """The tables at which a user sits, last changed first, and then those that were closed."""
        return list(filter(_is_known, self._store.tables_of(user.id)))

    def own(self, user: User) -> list[OwnTable]:
        """The same with what goes on there, those first where they are to choose."""
        return of_person(user.id, [(row, self._to_move(row)) for row in self.mine(user)])

    def _to_move(self, row: TableRow) -> int | None:
        """The seat that is to choose at a table, None where nobody is."""
        goes_on = not row.finished and row.closed is None and all(seat.kind != OPEN for seat in row.seats)
        if not goes_on or row.rules_version != games.load(row.game).rules_version:
            return None
        if row.to_move is not None:
            return row.to_move
        with suppress(Damaged):  # nobody has chosen yet, so the game itself must say
            return self.get(row.id).to_move
        return None

    def is_first(self, live: LiveTable, user: User) -> bool:
        """Whether a table's game is the first of its kind for a user who sits there: no earlier one was finished."""
        return bool(live.seats_of(user)) and not self._store.has_finished(user.id, live.row.game, live.row.created)

    def is_learner(self, live: LiveTable, user: User, *, anew: bool = False) -> bool:
        """Whether things are explained to a user at a table, as they have set it: looked up once, or ``anew``."""
        if not live.seats_of(user):
            return False
        if anew or user.id not in live.learners:
            wanted = self._settings.of(user)["learning"]
            live.learners[user.id] = wanted == "always" or (wanted == "first" and self.is_first(live, user))
        return live.learners[user.id]

    def listed(self) -> list[TableRow]:
        """The public tables in play."""
        return list(filter(_is_known, self._store.listed()))

    # --- Creating and joining -----------------------------------------------------

    def create(self, wish: TableWish, user: User, key: str = "") -> str:
        """A new table; returns its id. ``TableError`` if it cannot be as wished.

        Who sends the same wish with the same ``key`` again gets the same table.
        """
        row = new_row(wish, user, key)
        if not (key and self._exists(row.id)):
            self._check_number(user, row.id)
            with suppress(Conflict):  # the same wish came twice at a time
                self._store.create(row)
        self._tell_of_new(row.id)
        return row.id

    def _tell_of_new(self, table_id: str) -> None:
        live = self.get(table_id)
        self._hub.publish(table_id, live.revision, live.turns)

    def _exists(self, table_id: str) -> bool:
        try:
            self._store.table(table_id)
        except UnknownTable:
            return False
        return True

    def _check_welcome(self, user: User) -> Standing:
        standing = self._store.standing(user.id)
        if standing.blocked:
            raise Blocked
        return standing

    def _check_number(self, user: User, table_id: str) -> None:
        own = self._check_welcome(user).tables_an_hour
        if self._store.count_created(user.id, time.time() - _HOUR) >= (self._an_hour if own is None else own):
            raise TooManyTables
        self._origins.new_table(user, table_id)

    def join(self, table_id: str, seat: int, user: User, *, again: bool = False) -> None:
        """Take an open seat; nothing if it is the user's already, ``SeatTaken`` if it is none.

        Whoever has a seat at the table must say that they mean ``again`` one: ``SitsAlready`` otherwise.
        """
        live = self.get(table_id)
        with self._to_write(live):
            if not is_to_take(live, user, seat, again):
                return
            live.check_open()
            self._check_welcome(user)
            try:
                self._store.take_seat(table_id, seat, user.id, clean_name(user.name))
            except Conflict as error:
                raise SeatTaken from error
            finally:
                self._changed(live)

    def leave(self, table_id: str, seat: int, user: User) -> None:
        """Open a user's seat for others before the game begins; nothing if it is open, ``TableError`` if refused."""
        live = self.get(table_id)
        with live.lock:
            if not is_to_leave(live, user, seat):
                return
            try:
                self._store.leave_seat(table_id, seat, user.id, secrets.token_urlsafe(18))
            except Conflict as error:  # in another process the last seat was taken
                raise Begun from error
            finally:
                self._changed(live)

    def move_seat(self, table_id: str, key: str, user: User) -> None:
        """Give the seat of a private link to whoever opened it; ``WrongLink`` if it is none."""
        live = self.get(table_id)
        with self._to_write(live):
            self._check_welcome(user)
            try:
                self._store.move_seat(table_id, key, user.id, secrets.token_urlsafe(18))
            except Conflict as error:
                raise WrongLink from error
            self._changed(live)

    def rename(self, user: User, former: str) -> None:
        """Show a user's new name at their seats, where the ``former`` one stood."""
        for table_id in self._store.rename(user.id, user.name, former):
            live = self._in_memory(table_id)
            if live is not None:
                with live.lock:
                    self._changed(live)

    def play_again(self, table_id: str, user: User) -> str:
        """A new table with the same seats; returns its id, for all who ask the same."""
        live = self.get(table_id)
        with self._to_write(live):
            if live.row.rematch is not None:
                return live.row.rematch
            if not live.is_part(user):
                raise Forbidden
            if not live.row.finished:
                raise InPlay(Text("The next game can begin once this one is over."))
            row = again(live.row, user)
            self._check_number(user, row.id)
            self._store.create(row)
            with suppress(Conflict):  # another process was faster: its table stands in the row
                self._store.set_rematch(table_id, row.id)
            self._changed(live)
            rematch = live.row.rematch
        self._tell_of_new(row.id)
        return rematch or row.id

    def record(self, table_id: str) -> Record:
        """A finished game, to be kept as a file; ``TableError`` while it is in play."""
        live = self.get(table_id)
        with live.lock:
            table = live.finished(Text("A game can be saved once it is over."))
            return of_table(table, names_at(live.row.seats))

    # --- Seats lent to bots -----------------------------------------------------------

    def lend(self, table_id: str, user: User, seat: int, bot: str) -> None:
        """Let a bot play a user's own seat, or that of a player who has let the table wait too long.

        Nothing if that bot does already, ``TableError`` if that is refused.
        """
        live = self.get(table_id)
        with self._to_write(live):
            table = live.in_play()
            player = seat_to_lend(live, user, seat, bot)
            if player is None:
                return
            if bot not in bots.names():
                raise NoSuchBot
            try:
                self._store.lend_seat(table_id, player, bot, table.version)
            except Conflict as error:
                self._forget(table_id)
                raise StaleChoice from error
            self._changed(live)

    def take_back(self, table_id: str, user: User, seat: int) -> None:
        """Let a user play their seat again; nothing if they do already, ``TableError`` if it is not theirs."""
        live = self.get(table_id)
        with self._to_write(live):
            live.in_play()
            if seat not in live.seats_of(user):
                raise Forbidden
            with suppress(Conflict):
                self._store.return_seat(table_id, seat, user.id)
            self._changed(live)

    # --- Choosing -------------------------------------------------------------------

    def act(self, table_id: str, user: User, seat: int, action: int | str, version: int) -> LiveTable:
        """A person's choice, as a number or its notation; ``TableError`` or ``IllegalAction`` if it is refused."""
        live = self.get(table_id)
        chosen = live.parse(action) if isinstance(action, str) else action
        with self._to_write(live):
            table = live.chosen_by(user, seat)
            habits = self._habits(live)
            holds = live.row.finish or habits[seat]["finishing"] == "always"
            self._write(live, table, seat, table.act(seat, chosen, version, hold=holds, asking=_asking(habits)))
        return live

    def finish(self, table_id: str, user: User, seat: int, version: int) -> LiveTable:
        """Finish a person's turn; ``TableError`` if nobody waits for that."""
        live = self.get(table_id)
        with self._to_write(live):
            table = live.chosen_by(user, seat)
            self._write(live, table, seat, table.finish(seat, version, _asking(self._habits(live))))
        return live

    def _habits(self, live: LiveTable) -> dict[int, Chosen]:
        """What those have set for themselves who play a seat, by seat."""
        playing = {seat.seat: seat.user for seat in live.row.seats if seat.bot is None and seat.user is not None}
        settings = self._settings.of_all(set(playing.values()))
        return {seat: settings[user] for seat, user in playing.items()}

    def undo(self, table_id: str, user: User, seat: int, version: int) -> LiveTable:
        """Take back a person's last choice; ``TableError`` if it is refused."""
        live = self.get(table_id)
        with self._to_write(live):
            table = live.chosen_by(user, seat)
            self._write(live, table, seat, table.undo(seat, version))
        return live

    def _write(self, live: LiveTable, table: Table, seat: int, entries: list[Entry]) -> None:
        """Store what was just chosen; nothing is answered, and nothing kept, before it is on disk."""
        first = table.version - len(entries)
        try:
            row, player = live.row, live.row.seats[seat]
            at = self._store.append(row.id, first, entries, table.over, player, table.to_move, row.revision)
            self.chosen.count("person" if player.bot is None else "bot", len(entries))
            if at is None:
                self._changed(live)
            else:
                live.went_on(at)
                self._tell(live)
        except BaseException as error:
            # Others may hold this table already, waiting for its lock: it is again as it was.
            live.table = Table(table.rules, table.seed, table.entries[:first])
            self._forget(live.row.id)
            if isinstance(error, Conflict):
                raise StaleChoice from error
            raise

    def _changed(self, live: LiveTable) -> None:
        live.row = self._store.table(live.row.id)
        self._tell(live)

    def _tell(self, live: LiveTable) -> None:
        self._hub.publish(live.row.id, live.revision, live.turns)
        self._wake_bots(live)

    # --- Bots -----------------------------------------------------------------------

    def wake_bots_since(self, since: float) -> None:
        """After a start: see to the tables at which a bot may be to choose."""
        self._wake(self._store.unfinished_with_bots(since))

    def wake_bots_left_behind(self, since: float, until: float) -> None:
        """See to tables at which a bot was to choose ``until`` a time, as where the process that did so has died."""
        self._wake(self._store.unfinished_with_bots(since, until, _AT_ONCE))

    def _wake(self, ids: Sequence[str]) -> None:
        for table_id in ids:
            with suppress(Damaged, UnknownTable):
                live = self.get(table_id)
                self._wake_bots(live)
                if live.table is not None and live.table.version == 0 and live.table.to_move is not None:
                    self._store.note_to_move(table_id, live.table.to_move)

    def _wake_bots(self, live: LiveTable) -> None:
        if live.bot_to_move() is not None:
            self._bot_players.wake(self, live.row.id)

    def bot_waits(self, table_id: str) -> bool:
        """Whether a table in memory waits for a bot."""
        live = self._in_memory(table_id)
        return live is not None and live.bot_to_move() is not None

    def bot_to_move(self, table_id: str) -> Asked | None:
        """What a bot is asked at a table, None if it is not a bot's choice."""
        live = self.get(table_id)
        self._finish_for_bot(live)
        with live.lock:
            seat = live.bot_to_move()
            if seat is None or live.table is None:
                return None
            return Asked(
                game=live.table.rules.game,
                record=copy_game(live.table.record),
                seat=seat.seat,
                bot=seat.bot or "",
                version=live.table.version,
                owner=live.row.owner,
                people=frozenset(other.user for other in live.row.seats if other.kind == HUMAN),
                played=any(other.kind == HUMAN and other.bot is None for other in live.row.seats),
                undoable=any(live.can_undo(other.seat) for other in live.row.seats),
            )

    def _finish_for_bot(self, live: LiveTable) -> None:
        """Finish a turn whose person has left it to a bot."""
        if live.table is None or live.table.held_by is None:
            return
        with self._to_write(live):
            table = live.begun()
            seat = table.held_by
            if seat is not None and live.bot_plays(seat):
                with suppress(StaleChoice):
                    self._write(live, table, seat, table.finish(seat, table.version, _asking(self._habits(live))))

    def act_as_bot(self, table_id: str, asked: Asked, action: int) -> None:
        """A bot's choice; nothing if the table has moved on meanwhile, or the seat was taken back."""
        live = self.get(table_id)
        with self._to_write(live):
            table = live.begun()
            if table.version != asked.version or live.row.seats[asked.seat].bot != asked.bot:
                return
            with suppress(StaleChoice):
                entries = table.act(asked.seat, action, asked.version, asked.bot, asking=_asking(self._habits(live)))
                self._write(live, table, asked.seat, entries)


def _asking(habits: Mapping[int, Chosen]) -> set[int]:
    """The seats of people who want to be asked even where nothing else is possible."""
    return {seat for seat, chosen in habits.items() if chosen["passing"] == "asked"}


def _is_known(row: TableRow) -> bool:
    """Whether the game and the bots of a table exist here."""
    return row.game in games.every_name() and all(seat.bot is None or seat.bot in bots.names() for seat in row.seats)


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
