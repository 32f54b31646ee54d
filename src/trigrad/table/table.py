"""A table: a game that is being played, as the list of its choices.

The list of entries only ever grows; an undo is an entry too. Everything else is
derived from seed, options and entries by replay.
"""

import hashlib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import takewhile

from trigrad.engine.game import SPECTATOR, Game, IllegalAction, PlainData
from trigrad.engine.header import Header, copy_game
from trigrad.engine.journal import Event
from trigrad.engine.text import Refusal, RefusalKind, Text

# In place of an action:
UNDO = -1  # the seat's last choice is taken back
HOLD = -2  # the choice has passed to others, who wait until the seat has finished its turn
FINISH = -3  # the seat has finished it
_WORLDS = 4  # that agree on what is called certain


class TableError(Refusal, abstract=True):
    """A request that a table refuses."""


class StaleChoice(TableError):
    """The table has moved on since the page was shown."""

    kind = RefusalKind.CONFLICT
    reason = Text("The table has moved on since this page was shown. Nothing was changed.")


class NotYourTurn(TableError):
    """A choice for a seat that is not asked now."""

    kind = RefusalKind.INVALID
    reason = Text("It is somebody else’s choice now.")


class TurnHeld(TableError):
    """A choice while the seat's own turn is still to be finished."""

    kind = RefusalKind.CONFLICT
    reason = Text("Finish your turn first, or take your choice back.")


class NothingToFinish(TableError):
    """A turn that does not wait to be finished."""

    kind = RefusalKind.INVALID
    reason = Text("There is no turn of yours to finish.")


class TableOver(TableError):
    """A choice at a finished table."""

    kind = RefusalKind.CONFLICT
    reason = Text("The game is over.")


class OtherRules(TableError):
    """A table begun under other rules, which cannot go on."""

    kind = RefusalKind.GONE
    reason = Text("This game was begun under an earlier version of the rules and can no longer be continued.")


class CannotUndo(TableError):
    """An undo that is not allowed."""

    kind = RefusalKind.INVALID
    reason = Text(
        "Only your own last choice can be taken back, as long as nothing hidden was seen and nobody else has acted."
    )


@dataclass(frozen=True)
class Rules:
    """What is agreed when a table is created."""

    game: Game
    players: int
    options: Mapping[str, str] = field(default_factory=dict)
    undo: bool = True
    hints: bool = True
    memory: bool = False  # show what everybody has seen


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a table's list: who chose what. ``action`` may be ``UNDO``, ``HOLD`` or ``FINISH``."""

    seat: int
    action: int
    bot: str | None = None  # which bot chose for the seat, if one did


@dataclass(frozen=True, slots=True)
class Step:
    """A choice that stands, with the game before it and what followed from it."""

    entry: Entry
    before: Header
    events: tuple[Event, ...]
    turn: int  # how often the choice had passed to another seat before
    forced: bool
    finished: bool = False  # the turn that ended with it was finished: it stands


@dataclass(frozen=True)
class Line:
    """A line of the log: a seat (None = nobody in particular) and what happened."""

    seat: int | None
    turn: int
    text: Text
    bot: str | None = None  # which bot chose it for the seat, if one did
    step: int = 0  # number of the choice that it belongs to, from 1, among those that stand
    event: Event | None = None  # that it tells of


def commitment(seed: bytes) -> str:
    """The fingerprint of a secret seed that is shown before the game: its SHA-256 in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


class Table:
    """A game in play. Not safe for use by several threads at once."""

    def __init__(self, rules: Rules, seed: bytes, entries: Iterable[Entry] = ()) -> None:
        """Replay the entries; ``TableError`` or ``IllegalAction`` if they do not fit the rules."""
        self.rules = rules
        self.seed = seed
        self.entries: list[Entry] = []
        self.steps: list[Step] = []
        self.record = rules.game.new(rules.players, seed, rules.options)
        for entry in entries:
            self.apply_entry(entry)

    # --- Reading ----------------------------------------------------------------

    @property
    def version(self) -> int:
        """Number of entries: grows with each change."""
        return len(self.entries)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.record.over)

    @property
    def held_by(self) -> int | None:
        """The seat that is still to finish its turn, while all others wait for that."""
        return self.entries[-1].seat if self.entries and self.entries[-1].action == HOLD else None

    @property
    def to_move(self) -> int | None:
        """The seat that the table waits for: whose choice it is, or who is to finish their turn."""
        if self.over:
            return None
        return int(self.record.to_move) if self.held_by is None else self.held_by

    @property
    def turn(self) -> int:
        """How often the choice has passed from one seat to another."""
        if not self.steps:
            return 0
        last = self.steps[-1]
        return last.turn + int(last.entry.seat != self.record.to_move)

    def legal(self, seat: int) -> list[int]:
        """The legal actions of a seat: empty while it is somebody else's choice, or a turn is to be finished."""
        return self.rules.game.legal(self.record) if seat == self.to_move and self.held_by is None else []

    def view(self, viewer: int = SPECTATOR) -> PlainData:
        """All that a seat or a spectator may see."""
        return self.rules.game.view(self.record, viewer, self.rules.memory, self.rules.hints)

    def log(self) -> list[Line]:
        """What happened. Cards that went into a hand are named only since the last turn of whoever is asked.

        With the memory aid, or once the game is over, they are named always.
        """
        lines = []
        for number, step in enumerate(self.steps, 1):
            recent = step.turn > self.turn - self.rules.players
            told = self._lines(step, recent or self.rules.memory or self.over)
            lines += [replace(line, step=number) for line in told]
        return lines

    def news(self, seat: int) -> list[Line]:
        """What happened since a seat's last choice of its own; for a spectator, or right after it, the last choice."""
        since = len(self.steps)
        for step in reversed(self.steps):
            own = not step.forced and step.entry.seat == seat
            if own and since < len(self.steps):
                break
            since -= 1
            if own or (seat == SPECTATOR and not step.forced):
                break
        return [line for number in range(since, len(self.steps)) for line in self.led_to(number + 1)]

    def led_to(self, at: int) -> list[Line]:
        """What the choice brought that led to the position after ``at`` choices; nothing at the beginning."""
        return [replace(line, step=at) for line in self._lines(self.steps[at - 1], memory=True)] if at else []

    def outlook(self, seat: int, action: int) -> list[Line]:
        """What a seat's choice would bring for certain: what follows from it however the hidden things may lie.

        Raises ``IllegalAction`` if it is none of theirs, and changes nothing.
        """
        game = self.rules.game
        if action not in self.legal(seat):
            raise IllegalAction(game.explain(self.record, action))
        worlds = (game.resampled(self.record, seat, bytes([number]) * 32) for number in range(_WORLDS))
        in_step = zip(*(game.apply(world, action) for world in worlds), strict=False)
        certain = [
            events[0] for events in takewhile(lambda events: all(event == events[0] for event in events), in_step)
        ]
        turn = self.turn
        told = [(event, game.tell(event, memory=True)) for event in certain]
        return [
            Line(event.player if event.player >= 0 else None, turn, text, event=event) for event, text in told if text
        ]

    def last_lines(self) -> list[Line]:
        """The lines of the log that belong to the last choice, with all that was seen."""
        return self._lines(self.steps[-1], memory=True) if self.steps else []

    def _lines(self, step: Step, memory: bool) -> list[Line]:
        lines = []
        for event in step.events:
            text = self.rules.game.tell(event, memory)
            if text is not None:
                bot = step.entry.bot if event.player == step.entry.seat else None
                lines.append(Line(event.player if event.player >= 0 else None, step.turn, text, bot, event=event))
        return lines

    # --- Changing ---------------------------------------------------------------

    def act(
        self,
        seat: int,
        action: int,
        version: int,
        bot: str | None = None,
        *,
        hold: bool = False,
        asking: Collection[int] = (),
    ) -> list[Entry]:
        """A seat's choice, made by its person or by a bot when the table had ``version`` entries.

        With ``hold`` others wait until the seat finishes its turn, if the choice passes to them and can be taken back.
        Returns the new entries: the choice, and then choices of one, which are made for people but those of the seats
        in ``asking``. Raises ``TableError`` or ``IllegalAction``, and then nothing has changed.
        """
        self.check_asked(seat, version)
        if action in (UNDO, HOLD, FINISH):  # no choices: they have rules of their own
            raise IllegalAction(self.rules.game.explain(self.record, action))
        self.apply_entry(Entry(seat, action, bot))
        self._go_on(asking, holder=seat if hold else None)
        return self.entries[version:]

    def finish(self, seat: int, version: int, asking: Collection[int] = ()) -> list[Entry]:
        """A seat has finished its turn: others go on, as after a choice; ``TableError`` if none waits for that."""
        if version != self.version:
            raise StaleChoice
        self.apply_entry(Entry(seat, FINISH))
        self._go_on(asking)
        return self.entries[version:]

    def _go_on(self, asking: Collection[int], holder: int | None = None) -> None:
        """Make choices of one, up to where a turn is to be finished or somebody is to be asked."""
        while not self.over:
            seat = int(self.record.to_move)
            if holder not in (None, seat) and self.can_undo(holder):
                self.apply_entry(Entry(holder, HOLD))
                return
            forced = self.rules.game.legal(self.record)
            if len(forced) != 1 or seat in asking:
                return
            self.apply_entry(Entry(seat, forced[0]))

    def check_asked(self, seat: int, version: int) -> None:
        """``TableError`` unless a seat is to choose at a table of ``version`` entries."""
        if self.over:
            raise TableOver
        if version != self.version:
            raise StaleChoice
        if seat != self.to_move:
            raise NotYourTurn
        if self.held_by is not None:
            raise TurnHeld

    def can_undo(self, seat: int) -> bool:
        """Whether a seat may take back its last choice."""
        return self.rules.undo and not self.over and self._undoable(seat)

    def undo(self, seat: int, version: int) -> list[Entry]:
        """Take back a seat's last choice; ``TableError`` if that is not possible."""
        if version != self.version:
            raise StaleChoice
        if not self.can_undo(seat):
            raise CannotUndo
        self.apply_entry(Entry(seat, UNDO))
        return self.entries[version:]

    def _undoable(self, seat: int) -> bool:
        """Whether the seat's person made the last choice and saw nothing new: a bot is somebody else."""
        for step in reversed(self.steps):
            if step.entry.seat != seat or step.entry.bot is not None or step.finished or self._reveals(step):
                return False
            if not step.forced:
                return True
        return False

    def _reveals(self, step: Step) -> bool:
        return any(event.kind in self.rules.game.revealing for event in step.events)

    def apply_entry(self, entry: Entry) -> None:
        """Carry out one entry as it stands in a list; ``TableError`` or ``IllegalAction`` if it does not fit."""
        {UNDO: self._take_back, HOLD: self._hold, FINISH: self._finish}.get(entry.action, self._choose)(entry)
        self.entries.append(entry)

    def _choose(self, entry: Entry) -> None:
        if self.over:
            raise TableOver
        if entry.seat != self.to_move:
            raise NotYourTurn
        if self.held_by is not None:
            raise TurnHeld
        game = self.rules.game
        before = copy_game(self.record)
        forced = len(game.legal(before)) == 1
        turn = self.turn
        events = tuple(game.apply(self.record, entry.action))
        self.steps.append(Step(entry, before, events, turn, forced))

    def _hold(self, entry: Entry) -> None:
        if self.over or self.held_by is not None or not self._undoable(entry.seat):
            raise NothingToFinish

    def _finish(self, entry: Entry) -> None:
        if entry.seat != self.held_by:
            raise NothingToFinish
        self.steps[-1] = replace(self.steps[-1], finished=True)

    def _take_back(self, entry: Entry) -> None:
        if not self._undoable(entry.seat):
            raise CannotUndo
        while self.steps:
            step = self.steps.pop()
            self.record = step.before
            if not step.forced:
                return


__all__ = [
    "FINISH",
    "HOLD",
    "UNDO",
    "CannotUndo",
    "Entry",
    "IllegalAction",
    "Line",
    "NotYourTurn",
    "NothingToFinish",
    "OtherRules",
    "Rules",
    "StaleChoice",
    "Step",
    "Table",
    "TableError",
    "TableOver",
    "TurnHeld",
    "commitment",
]
