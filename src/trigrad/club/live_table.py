"""A table in memory, and what its people may do at it now."""

import threading
import time
import zlib
from dataclasses import dataclass, field, replace
from typing import Any

from trigrad import games
from trigrad.club import patience
from trigrad.club.own_tables import turns_of
from trigrad.club.people import User, names_at
from trigrad.club.refusals import BotPlays, Closed, Forbidden, InPlay, NoSuchChoice, NotStarted
from trigrad.engine.game import SPECTATOR
from trigrad.engine.text import Language, Text
from trigrad.store.store import HUMAN, OPEN, SeatRow, TableRow
from trigrad.table import sight
from trigrad.table.table import Line, NotYourTurn, OtherRules, Table, TableOver, TurnHeld


@dataclass
class LiveTable:
    """A table in memory. ``table`` is None if its rules are no longer these."""

    row: TableRow
    table: Table | None
    lock: threading.RLock
    learners: dict[str, bool] = field(default_factory=dict)  # to whom things are explained, once looked up
    asked: float = field(default_factory=time.monotonic)  # when somebody last looked at it

    @property
    def started(self) -> bool:
        """Whether all seats are taken."""
        return all(seat.kind != OPEN for seat in self.row.seats)

    @property
    def revision(self) -> str:
        """Changes with everything that a page shows of the table."""
        row = self.row
        shown = repr((row.changed, row.rematch, row.closed, row.closed_by, [seat.name for seat in row.seats]))
        return f"{self.table.version if self.table else 0}-{zlib.crc32(shown.encode()):08x}"

    @property
    def to_move(self) -> int | None:
        """The seat that is to choose; None while seats are free, and where nobody goes on."""
        if self.table is None or not self.started or self.row.closed is not None:
            return None
        return self.table.to_move

    @property
    def turns(self) -> dict[str, bool]:
        """Whether each of the people who sit here is to choose, by their ids."""
        return turns_of(self.row, self.to_move)

    def went_on(self, at: float) -> None:
        """Note that there were choices, the last one ``at``, and nothing else."""
        over, revision = self.table is not None and self.table.over, self.row.revision + 1
        self.row = replace(self.row, changed=at, chosen=at, finished=over, revision=revision)

    # --- People and bots --------------------------------------------------------

    def seats_of(self, user: User) -> list[int]:
        """The seats that belong to a user, also while a bot plays them."""
        return [seat.seat for seat in self.row.seats if seat.kind == HUMAN and seat.user == user.id]

    def is_part(self, user: User) -> bool:
        """Whether a user sits at the table or has created it."""
        return bool(self.seats_of(user)) or self.row.owner == user.id

    def bot_plays(self, seat: int) -> bool:
        """Whether a bot chooses for a seat, its own or one that was lent to it."""
        return self.row.seats[seat].bot is not None

    def bot_to_move(self) -> SeatRow | None:
        """The seat to move, if a bot plays it."""
        if self.to_move is None:
            return None
        seat = self.row.seats[self.to_move]
        return seat if seat.bot is not None else None

    def seconds_left(self, user: User) -> float | None:
        """After how many seconds a user may let a bot play the seat to move; None if they may not at all."""
        seat = self.to_move
        if seat is None or self.bot_plays(seat) or not self.is_part(user) or seat in self.seats_of(user):
            return None
        return patience.seconds_left(self.row, seat, time.time())

    def sight(self, user: User, wanted: int | None, language: Language) -> dict[str, Any]:
        """What a user sees from the ``wanted`` seat, to report a fault with; ``TableError`` if it is not theirs.

        Without one it is that of their only seat, or of a spectator.
        """
        mine = self.seats_of(user)
        if wanted is None:
            wanted = mine[0] if len(mine) == 1 else SPECTATOR
        if wanted not in (SPECTATOR, *mine):
            raise Forbidden
        return sight.of_seat(self.begun(), wanted, names_at(self.row.seats), language)

    # --- Choices ----------------------------------------------------------------

    def legal(self, seat: int) -> list[int]:
        """What the person of a seat, or a spectator, may choose now: nothing while a bot plays it."""
        if self.table is None or seat < 0 or self.bot_plays(seat) or self.row.closed is not None:
            return []
        return self.table.legal(seat)

    def why_not(self, user: User, seat: int, action: int) -> Text | None:
        """Why an action is not possible for a user's seat now; None if it is. ``TableError`` where nothing is."""
        self._check_own(user, seat)
        table = self.begun()
        if action in self.legal(seat):
            return None
        if self.bot_plays(seat):
            return BotPlays.reason
        if not table.over and seat != table.to_move:
            return NotYourTurn.reason
        if table.held_by is not None:
            return TurnHeld.reason
        return table.rules.game.explain(table.record, action)

    def outlook(self, user: User, seat: int, action: int, version: int) -> list[Line]:
        """What an action of a user's seat would bring for certain; refused as the choice itself would be."""
        table = self.chosen_by(user, seat)
        table.check_asked(seat, version)
        return table.outlook(seat, action)

    def parse(self, notation: str) -> int:
        """The action of a notation; ``NoSuchChoice`` if it is none."""
        try:
            return games.load(self.row.game).parse(notation)
        except ValueError as error:
            raise NoSuchChoice from error

    def can_undo(self, seat: int) -> bool:
        """Whether the person of a seat may take back its last choice."""
        return self._plays(seat) and self.begun().can_undo(seat)

    def can_finish(self, seat: int) -> bool:
        """Whether others wait for the person of a seat to finish their turn."""
        return self._plays(seat) and self.begun().held_by == seat

    def _plays(self, seat: int) -> bool:
        """Whether the person of a seat goes on here."""
        goes_on = self.table is not None and self.started and self.row.closed is None
        return goes_on and seat >= 0 and not self.bot_plays(seat)

    # --- The game, where it is as far as somebody needs it; ``TableError`` otherwise ---

    def begun(self) -> Table:
        """The table once all seats are taken."""
        if self.table is None:
            raise OtherRules
        if not self.started:
            raise NotStarted
        return self.table

    def in_play(self) -> Table:
        """The table while its game is not over."""
        table = self.begun()
        if table.over:
            raise TableOver
        self.check_open()
        return table

    def check_open(self) -> None:
        """``Closed`` if the table is."""
        if self.row.closed is not None:
            raise Closed

    def finished(self, too_early: Text) -> Table:
        """The table once its game is over; ``too_early`` says why that is needed."""
        table = self.begun()
        if not table.over:
            raise InPlay(too_early)
        return table

    def chosen_by(self, user: User, seat: int) -> Table:
        """The table for a choice of a user, for a seat of theirs that no bot plays."""
        self._check_own(user, seat)
        self.check_open()
        if self.bot_plays(seat):
            raise BotPlays
        return self.begun()

    def _check_own(self, user: User, seat: int) -> None:
        if seat not in self.seats_of(user):
            raise Forbidden
