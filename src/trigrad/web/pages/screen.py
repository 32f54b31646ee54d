"""What one person sees of one table at this moment: the context of its page."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from markupsafe import Markup

from trigrad import bots
from trigrad.club.live_table import LiveTable
from trigrad.club.people import User, names_at
from trigrad.engine.game import SPECTATOR, Description, Game, PlainData
from trigrad.engine.header import Header, copy_game
from trigrad.engine.journal import Event
from trigrad.engine.text import Language, Text
from trigrad.games import load
from trigrad.store.store import BOT, HUMAN, OPEN, SeatRow, TableRow
from trigrad.table.table import Line, Table, commitment
from trigrad.web.pages.ending import Ending, of_game
from trigrad.web.templating import escaped, marked

_SEEN = 6  # choices whose events a page may see moving: who was away for longer sees marks instead
_BUTTON = '<button class="%s" type="submit" form="choose" name="action" value="%s" aria-label="%s">%s</button>'


@dataclass(frozen=True)
class SeatOnPage:
    """A seat as a page shows it."""

    index: int
    name: str
    playing: str  # the name, and also which bot plays where one does
    level: str  # of a bot's own seat: how well it plays; shown beside its name
    person: bool
    mine: bool
    bot: bool  # a bot chooses
    lent: bool  # by a person, who may take the seat back
    open: bool

    def choosing(self, bot: str | None) -> str | Text:
        """The name at a choice that a bot made, or nobody but the seat's own player."""
        if not self.person or bot not in bots.names():
            return self.name
        return Text("{name} ({bot})", {"name": self.name, "bot": bots.load(bot).label})


@dataclass(frozen=True)
class Known:
    """What everybody may know of a position: the view of a spectator, and the points."""

    view: PlainData | None
    sheet: object


@dataclass(frozen=True)
class Screen:
    """A table as one person sees it."""

    row: TableRow
    game: Game
    seats: tuple[SeatOnPage, ...]
    started: bool
    playable: bool  # False: begun under other rules
    viewer: int  # seat whose hand is shown, or SPECTATOR
    curtain: int | None  # own seat that is to choose, its hand still covered
    mine: tuple[int, ...]
    version: int
    revision: str
    view: PlainData | None
    known: Callable[[], "Known"]  # what everybody may know, once somebody asks for it
    legal: Mapping[str, Description]  # by notation
    prompt: Text | None
    to_move: SeatOnPage | None
    can_undo: bool
    held: bool  # the seat to move has chosen, and is to finish its turn
    offer: float | None  # seconds until the reader may let a bot play the seat to move, if they ever may
    news: tuple[Line, ...]  # since the viewer's last choice, the newest last
    commitment: str
    seed: str | None  # once the game is over
    over: bool
    key: str | None  # of the private link that moves the viewer's seat
    chapter: str = ""  # of the rules, about what is asked now
    ending: Ending | None = None  # once the game is over
    last: int = 0  # choices that stand
    at: int | None = None  # of an earlier position: after how many of them it is; nothing can be chosen there
    happened: tuple[tuple[int, tuple[Event, ...]], ...] = ()  # by the newest choices: number of each, and its events
    open_seats: tuple[int, ...] = ()  # from which the reader may look at it
    hands: bool | None = None  # whether all hands lie open; None where that cannot be asked for
    learner: bool = False  # things are explained to the reader, as in a first game
    word: Text | None = None  # for a learner, about a kind of choice that they have for the first time here

    @property
    def form(self) -> str:
        """Which page this is: what lies on it, and not how it is filled."""
        if not self.playable:
            return "closed"
        if not self.started:
            return "lobby"
        return "over" if self.over else "table"

    def shows(self, part: str) -> bool:
        """Whether a part of a table's page lies on this one."""
        if part in ("question", "notices"):
            return True
        return self.form == "over" or (self.form == "table" and part != "result")

    @property
    def closed(self) -> bool:
        """Whether nobody goes on here, though the game did not end."""
        return self.row.closed is not None

    @property
    def place(self) -> str:
        """What the address of this page asks for besides the table: whose eyes, and which position."""
        wanted = [f"as={self.viewer}"] if self.viewer >= 0 else []
        if self.at is not None:
            wanted.append(f"at={self.at}")
        return "&".join([*wanted, "hands=open"] if self.hands else wanted)

    @property
    def marks(self) -> dict[str, int]:
        """The things on the page that changed since the reader's last choice, each with the seat that did so last."""
        return self.game.marks(line.event for line in self.news if line.event is not None)

    @property
    def since(self) -> int | None:
        """After how many choices the reader's last own one stood, where what has happened since can be replayed."""
        return self.news[0].step - 1 if self.news and self.at is None else None

    @property
    def motion(self) -> dict[str, object]:
        """What the newest choices move, ``since`` so many before them.

        Of each event the number of its choice, its seat, its kind, and from where to where.
        """
        moved = [
            (number, event.player, event.kind.name, moves)
            for number, events in self.happened
            for index, event in enumerate(events)
            if (moves := self.game.moves(event, events[:index]))
        ]
        return {"since": self.happened[0][0] - 1 if self.happened else 0, "events": moved}

    @property
    def waits(self) -> bool:
        """Whether the reader waits for others; if not, loading the page anew would only disturb them."""
        if self.over or self.closed or not self.playable or self.at is not None:
            return False
        return self.to_move.bot or not self.to_move.mine if self.to_move else bool(self.mine)

    @property
    def level_plays(self) -> bool:
        """Whether a level of the search is still to choose at this table."""
        playing = [bots.load(seat.bot).level for seat in self.row.seats if seat.bot is not None]
        return self.playable and not self.over and not self.closed and any(level is not None for level in playing)

    @property
    def can_ask_hint(self) -> bool:
        """Whether the reader is to choose and may ask what is best."""
        return self.row.hints and len(self.legal) > 1

    def act(self, language: Language) -> Callable[..., Markup]:
        """What templates call as ``act("take 1", label)``: a button if this is possible now, else nothing."""

        def button(notation: str, label: str, style: str = "act") -> Markup:
            description = self.legal.get(notation)
            if description is None:
                return Markup("")
            words = description.text.render(language)
            return marked(_BUTTON % (escaped(style), escaped(notation), escaped(words), escaped(label)))

        return button


def of_table(
    live: LiveTable,
    user: User,
    wanted: int | None,
    language: Language,
    *,
    at: int | None = None,
    hands: bool = False,
    learner: bool = False,
) -> Screen:
    """The screen of a table for a user; ``wanted`` is the own seat whose hand they asked to see.

    With ``at`` it shows the position after so many choices, or, if that is negative, so many before now; without it,
    or where there are not so many, the present one. Earlier positions of a finished game may be seen with all ``hands``
    open. To a ``learner`` things are explained.
    """
    with live.lock:
        mine = live.seats_of(user)
        seats = seats_on_page(live.row, mine, language)
        if not live.table or not live.started:
            return _waiting(live, seats, mine)
        shown = _playing(live, seats, user, wanted, learner)
        if at is None or at >= shown.last or not shown.last:
            return shown
        return _earlier(shown, live.table, max(0, at if at >= 0 else shown.last + at), wanted, hands=hands)


def seats_on_page(row: TableRow, mine: list[int], language: Language) -> tuple[SeatOnPage, ...]:
    """The seats of a table for whoever has ``mine``."""
    return tuple(
        _seat_on_page(seat, name, mine, row.finished, language)
        for seat, name in zip(row.seats, names_at(row.seats), strict=True)
    )


def _seat_on_page(seat: SeatRow, name: str, mine: list[int], finished: bool, language: Language) -> SeatOnPage:
    lent = seat.bot is not None and seat.kind == HUMAN and not finished
    level = bots.load(seat.bot).label.render(language) if seat.bot in bots.names() else ""
    playing = name
    if lent:
        playing = Text("{name} ({bot} plays)", {"name": name, "bot": level}).render(language)
    elif seat.kind == BOT:
        playing = Text("{name} ({bot})", {"name": name, "bot": level}).render(language)
    return SeatOnPage(
        index=seat.seat,
        name=name,
        playing=playing,
        level=level if seat.kind == BOT else "",
        person=seat.kind == HUMAN,
        mine=seat.seat in mine,
        bot=seat.bot is not None,
        lent=lent,
        open=seat.kind == OPEN,
    )


def perspective(mine: list[int], to_move: int | None, wanted: int | None) -> tuple[int, int | None]:
    """Whose hand is shown, and which own seat has still to lift the curtain; ``to_move`` is a person's seat.

    One person with several seats shares the device with others: a hand is shown only
    to the one who has just said that it is theirs.
    """
    if len(mine) < 2:
        return (mine[0] if mine else SPECTATOR), None
    if to_move in mine:
        return (to_move, None) if wanted == to_move else (SPECTATOR, to_move)
    return (wanted if wanted in mine else SPECTATOR), None


def _waiting(live: LiveTable, seats: tuple[SeatOnPage, ...], mine: list[int]) -> Screen:
    row = live.row
    return Screen(
        row=row,
        game=load(row.game),
        seats=seats,
        started=live.started,
        playable=live.table is not None,
        viewer=SPECTATOR,
        curtain=None,
        mine=tuple(mine),
        version=0,
        revision=live.revision,
        view=None,
        known=lambda: Known(None, ()),
        legal={},
        prompt=None,
        to_move=None,
        can_undo=False,
        held=False,
        offer=None,
        news=(),
        commitment=commitment(row.seed),
        seed=None,
        over=False,
        key=_key(row, mine),
    )


def _playing(live: LiveTable, seats: tuple[SeatOnPage, ...], user: User, wanted: int | None, learner: bool) -> Screen:
    table, row = live.table, live.row
    assert table is not None
    game = table.rules.game
    mine = live.seats_of(user)
    to_move = None if table.to_move is None else seats[table.to_move]
    viewer, curtain = perspective(mine, to_move.index if to_move and not to_move.bot else None, wanted)
    view = table.view(viewer)
    described = [game.describe(table.record, action) for action in live.legal(viewer)]
    return Screen(
        row=row,
        game=game,
        seats=seats,
        started=True,
        playable=True,
        viewer=viewer,
        curtain=curtain,
        mine=tuple(mine),
        version=table.version,
        revision=live.revision,
        view=view,
        known=_known(table, copy_game(table.record)),  # asked for once the table may have moved on
        legal={description.notation: description for description in described},
        prompt=game.prompt(table.record),
        to_move=to_move,
        can_undo=viewer in mine and live.can_undo(viewer),
        held=table.held_by is not None,
        offer=live.seconds_left(user),
        news=tuple(table.news(viewer)),
        commitment=commitment(row.seed),
        seed=row.seed.hex() if table.over else None,
        over=table.over,
        key=_key(row, [viewer] if viewer in mine else mine),
        chapter=game.chapter(table.record),
        ending=of_game(game, table.record, [seat.name for seat in seats]) if table.over else None,
        last=len(table.steps),
        happened=_happened(table, len(table.steps)),
        learner=learner,
        word=_word(table, viewer) if learner and viewer == table.to_move else None,
    )


def _word(table: Table, seat: int) -> Text | None:
    """A word about one kind of the choices that a seat has now, if there is one that it has not been told about.

    It is told of one kind at a time: of what is asked, then, when that is asked again, of what else is possible.
    """
    game, told = table.rules.game, set[str]()
    new = game.asked(table.record)
    for step in table.steps:
        if not new:
            break
        if not step.forced and int(step.before.to_move) == seat:
            told.update(_without(game.asked(step.before), told)[:1])
            new = _without(new, told)
    return game.guides[new[0]].word if new else None


def _without(kinds: Sequence[str], told: Collection[str]) -> Sequence[str]:
    return [kind for kind in kinds if kind not in told]


def _earlier(shown: Screen, table: Table, at: int, wanted: int | None, *, hands: bool) -> Screen:
    """The position after ``at`` choices as the reader's seat saw it then; of a finished game, as any seat did."""
    game, rules, before = shown.game, table.rules, table.steps[at].before
    seats = tuple(range(rules.players)) if table.over else ()
    viewer = wanted if wanted is not None and wanted in seats else shown.viewer
    opened = game.open_view(before) if table.over else None
    return replace(
        shown,
        at=at,
        happened=_happened(table, at),
        open_seats=seats,
        viewer=viewer,
        curtain=None,
        view=game.view(before, viewer, rules.memory, rules.hints),
        known=_known(table, before, opened if hands else None),
        hands=hands if opened is not None else None,
        legal={},
        prompt=game.prompt(before),
        to_move=shown.seats[int(before.to_move)],
        can_undo=False,
        held=False,
        offer=None,
        news=tuple(table.led_to(at)),
        seed=None,
        over=False,
        ending=None,
        key=None,
        chapter=game.chapter(before),
        word=None,
    )


def _known(table: Table, record: Header, opened: PlainData | None = None) -> Callable[[], Known]:
    """What everybody may know of a position; ``opened`` stands for the view of a spectator where all hands lie open."""
    rules = table.rules

    def known() -> Known:
        view = rules.game.view(record, SPECTATOR, rules.memory, rules.hints) if opened is None else opened
        return Known(view, rules.game.score_sheet(record))

    return known


def _happened(table: Table, at: int) -> tuple[tuple[int, tuple[Event, ...]], ...]:
    """The events of the choices that led to the position after ``at`` of them: as many as are still worth seeing."""
    numbers = range(max(0, at - _SEEN), at)
    return tuple((number + 1, table.steps[number].events) for number in numbers)


def _key(row: TableRow, mine: list[int]) -> str | None:
    return row.seats[mine[0]].key if len(mine) == 1 else None
