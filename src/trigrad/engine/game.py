"""The contract of a game: all that everything outside its folder may ask of it.

A game is a subclass of ``Game`` in a module of ``trigrad.games``, and one instance of it, ``GAME``. It says what it
is, gives its rules as functions on its kind of record, and its words. ``trigrad.games.load`` makes its rules known;
``trigrad.engine.conformance`` asks whether it keeps its promises.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, Generic, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypeVar

from trigrad.engine import display, generic
from trigrad.engine.evaluation import lead
from trigrad.engine.generic import Functions
from trigrad.engine.header import MAX_PLAYERS, Header, contents, copy_game
from trigrad.engine.journal import ENDED, NO_JOURNAL, Event, EventTable, Kind, new_journal
from trigrad.engine.observation import Observation
from trigrad.engine.random import SEED_BYTES, seed_words
from trigrad.engine.reason import Reason
from trigrad.engine.record import Row, new_record
from trigrad.engine.text import Name, Refusal, RefusalKind, Text

SPECTATOR = -1


class UnknownOption(Refusal):
    """An option that the game does not have, or a value that it does not take."""

    kind = RefusalKind.INVALID


class IllegalAction(Refusal):
    """An action that is not possible now."""

    kind = RefusalKind.INVALID


@dataclass(frozen=True)
class Option:
    """A choice made when a table is created. The first of ``choices`` is the default."""

    key: str
    label: Text
    choices: Sequence[tuple[str, Text]]
    rare: bool = False  # folded away in forms, and named only where it is not the default


class Difficulty(Enum):
    """How hard the rules of a game are to learn, from the easiest on."""

    EASY = Text("easy to learn")
    MEDIUM = Text("of medium difficulty")
    HARD = Text("needs some time to learn")


@dataclass(frozen=True)
class Description:
    """An action for people and programs: lossless notation, words, and data."""

    action: int
    notation: str
    text: Text
    data: Mapping[str, Any] = field(default_factory=dict)


class Guide(NamedTuple):
    """What helps with a kind of choice: the chapter of the game's rules about it, and a word for the first time."""

    chapter: str  # id of its heading, without ``rules-``
    word: Text


class Move(NamedTuple):
    """What an event moves on the game's page, between places there.

    A place is the ``id`` or one of the words of the ``data-place`` of an element, or several of them with spaces
    between, of which the first that is seen counts. The same place twice: what lies there changes, or moves by itself.
    Without a ``target`` a thing goes away.
    """

    source: str
    target: str
    pieces: int = 1
    """Of the player, that go this way where no thing lies at the source."""


@dataclass(frozen=True)
class Tuning:
    """How a search looks at a game, found by measuring."""

    turns: int = 1000  # that the tree grows deep, each one player's choices up to the next player's; 1 = the own turn
    playout: int = 1000  # choices after the tree before a position is valued as it stands
    tries: int = 1  # random turns of which the best is played there
    mast: int = 1  # or random choices of which the one is played there that did best in earlier iterations
    explore: float = 1.0  # weight of what is little known
    margin: float = 0.25  # weight of the lead in points in the reward of a finished game; the rest is the victory
    spread: float = 10.0  # lead by ``evaluate`` that counts as well won
    foresees: bool = False  # whether what comes then is valued by the game's features, or as it stands

    def __post_init__(self) -> None:
        if self.tries > 1 and self.mast > 1:
            raise ValueError("after the tree either the best of several turns is played or of several choices")


class PlainData(Protocol):
    """A dataclass of plain values: numbers, texts, None, and tuples, mappings and dataclasses of them."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


S = TypeVar("S", bound=Header, default=Header)
V = TypeVar("V", bound=PlainData, default=PlainData)

Words = tuple[Text, Mapping[str, Any]]
_OVER = Text("The game is over.")


class Game(ABC, Generic[S, V]):
    """One game, for its kind of record ``S`` and its kind of view ``V``.

    A seat is 0 to players - 1, clockwise; a viewer is a seat or ``SPECTATOR``. An action is an integer below
    ``num_actions``. Methods change no record unless they say so.
    """

    # --- What it is -------------------------------------------------------------------

    name: str
    """As in URLs and on the command line: the name of its folder or module."""
    title: Name
    listed: bool = True
    """Whether players are offered it; one that is not is found by its name alone."""
    about: Text | None = None
    """What it is about, in a sentence or two for whoever looks for a game."""
    minutes: tuple[int, int] | None = None
    """How long people play it, from and to; None if nobody has said so."""
    difficulty: Difficulty | None = None
    """How hard its rules are to learn."""
    tie_break: Text | None = None
    """What decides between equal points, as a noun: the ``tie_breaks`` of a finished record."""
    rules_version: int = 1
    """Raised when old games would replay differently."""
    min_players: int
    max_players: int
    options: Sequence[Option] = ()

    chance: bool
    """Whether anything is shuffled, drawn or rolled: then another seed begins another game."""
    hidden_information: bool
    """Whether a record holds what some viewer cannot know: a hand, the order of a deck, an event still to come."""
    max_game_length: int
    """The most choices that a game can take, forced ones too."""
    min_return: float = 0.0
    max_return: float = 1.0
    """The range of ``returns``: each player's share of the victory, which sum to 1."""

    record_type: type[S]
    """The kind of record; it begins with ``Header``."""
    num_actions: int
    num_meanings: int = 0
    """Meanings are below it; 0 = ``num_actions``, where each action means itself."""
    events: EventTable
    """All kinds of events that its journals hold."""
    revealing: frozenset[Kind] = frozenset()
    """Kinds of events that show something hidden: after one a choice cannot be undone."""
    observation: Observation
    """What stands where in what ``observe`` writes."""
    functions: Functions[S]
    """The rules."""
    tuning: Tuning = Tuning()
    guides: Mapping[str, Guide] = MappingProxyType({})
    """What helps beginners with each kind of choice, by the kind's name."""
    feature_names: Sequence[str] = ()
    """What ``Functions.features`` writes, in order; empty = nothing, bots go by ``evaluate``."""
    reasons: Sequence[Reason] = ()
    """What these mean to people."""
    stages: int = 1
    """Stages of the game, each with weights of its own."""
    weights: Path | None = None
    """File of what a feature is worth in points: float32 (stages, features), as NumPy writes arrays."""

    def hides(self, options: Mapping[str, str]) -> bool:  # noqa: ARG002 - for games where it depends on them
        """Whether there is hidden information under these options."""
        return self.hidden_information

    def __repr__(self) -> str:
        return f"<{self.title.en}, for {self.min_players} to {self.max_players} players>"

    def _repr_html_(self) -> str:
        return display.table(
            {
                self.title.en: self.name,
                "players": f"{self.min_players} to {self.max_players}",
                "options": ", ".join(option.key for option in self.options) or "none",
                "actions": self.num_actions,
                "numbers observed": self.observation.size,
                "rules version": self.rules_version,
            }
        )

    # --- For people and programs ------------------------------------------------------

    @abstractmethod
    def notation(self, action: int) -> str:
        """An action 0 .. ``num_actions`` - 1 as a short text of its own, whatever the position."""

    @abstractmethod
    def words(self, game: S, action: int) -> Words:
        """A legal action of the player to move in words, and as data that JSON can hold."""

    @abstractmethod
    def ask(self, game: S) -> Text:
        """What is asked of the player to move, while the game goes on."""

    @abstractmethod
    def why_not(self, game: S, action: int) -> Text:
        """Why an action 0 .. ``num_actions`` - 1 is not possible now, while the game goes on."""

    @abstractmethod
    def line(self, event: Event, memory: bool) -> Text | None:
        """A line of the log for an event other than ``ENDED``, None for what needs none.

        With ``memory`` also what everybody saw and is no longer visible.
        """

    @abstractmethod
    def view(self, game: S, viewer: int, memory: bool = False, hints: bool = True) -> V:
        """All that a viewer may see.

        With ``memory`` also what everybody saw and is no longer visible; with ``hints`` also what the viewer's
        choices would do.
        """

    def open_view(self, game: S) -> V | None:  # noqa: ARG002 - for games in which players hold something
        """What a spectator sees where all lay open what they hold; None in a game in which nobody holds anything."""
        return None

    @abstractmethod
    def score_sheet(self, game: S) -> Sequence[PlainData]:
        """The points as they stand, with their working, a line for each seat in order: only what is public."""

    def asked(self, game: S) -> Sequence[str]:  # noqa: ARG002 - for games that guide beginners
        """The kinds of choices that the player to move has, keys of ``guides``: first what is asked, then what else."""
        return ()

    def chapter(self, game: S) -> str:
        """The chapter of the game's rules about what is asked now: the id of its heading, without ``rules-``."""
        if game.over:
            return "end"
        kinds = self.asked(game)
        return self.guides[kinds[0]].chapter if kinds else ""

    def touched(self, event: Event) -> Sequence[str]:  # noqa: ARG002 - for games whose pages mark what has happened
        """The ids of the things on the game's page that an event changed."""
        return ()

    def moves(self, event: Event, before: Sequence[Event]) -> Sequence[Move]:  # noqa: ARG002 - as above
        """What an event moves on the game's page; ``before`` it the same choice brought these events.

        Only what everybody may know: all who look at a table are told the same.
        """
        return ()

    def picture(self, view: V) -> Mapping[str, Any]:  # noqa: ARG002 - a game without a picture needs none
        """What the game's own pages need besides a view to draw it."""
        return {}

    # --- The same for all games -------------------------------------------------------

    def register(self) -> None:
        """Make the rules known to ``trigrad.engine.generic`` by the kind of record."""
        generic.register(self.record_type, self.functions)

    def marks(self, happened: Iterable[Event]) -> dict[str, int]:
        """The things on the game's page that events changed, by their ids, each with the seat that did so last."""
        return {thing: event.player for event in happened if event.player >= 0 for thing in self.touched(event)}

    @cached_property
    def _by_notation(self) -> dict[str, int]:
        return {self.notation(action): action for action in range(self.num_actions)}

    def parse(self, text: str) -> int:
        """The action of a notation; ``ValueError`` if there is none."""
        if text not in self._by_notation:
            raise ValueError(f"not an action of {self.title.en}: {text!r}")
        return self._by_notation[text]

    def describe(self, game: S, action: int) -> Description:
        """A legal action of the player to move, in notation, words and data."""
        text, data = self.words(game, action)
        return Description(action, self.notation(action), text, data)

    def prompt(self, game: S) -> Text:
        """What is asked of the player to move."""
        return _OVER if game.over else self.ask(game)

    def explain(self, game: S, action: int) -> Text:
        """Why an action is not possible now."""
        if game.over:
            return _OVER
        if not 0 <= action < self.num_actions:
            return Text("There is no such choice.")
        return self.why_not(game, action)

    def tell(self, event: Event, memory: bool) -> Text | None:
        """A line of the log, see ``line``."""
        return _OVER if event.kind == ENDED else self.line(event, memory)

    def encode_options(self, players: int, options: Mapping[str, str]) -> Row:
        """Players and options as int32[1 + number of options]; ``UnknownOption`` if they are none."""
        if not self.min_players <= players <= self.max_players:
            raise UnknownOption(self._for_whom())
        unknown = set(options) - {option.key for option in self.options}
        if unknown:
            raise UnknownOption(Text("{game} has no option {option}.", {"game": self.title, "option": min(unknown)}))
        encoded = [players]
        for option in self.options:
            values = [value for value, _ in option.choices]
            chosen = options.get(option.key, values[0])
            if chosen not in values:
                raise UnknownOption(
                    Text("{option} is one of: {values}.", {"option": option.label, "values": ", ".join(values)})
                )
            encoded.append(values.index(chosen))
        return np.array(encoded, np.int32)

    def _for_whom(self) -> Text:
        most = self.max_players
        gaps: dict[str, Text | Name | str | int] = {"game": self.title, "least": self.min_players}
        if self.min_players == most:
            return Text.plural("{game} is for {number} player.", "{game} is for {number} players.", most, gaps)
        return Text.plural(
            "{game} is for {least} to {number} player.", "{game} is for {least} to {number} players.", most, gaps
        )

    def new(self, players: int, seed: bytes, options: Mapping[str, str] | None = None) -> S:
        """A new game for a seed of 32 bytes; ``UnknownOption``, ``ValueError`` for what is none."""
        game = new_record(self.record_type)
        self.functions.setup(game, self.encode_options(players, options or {}), seed_words(seed))
        return game

    def legal(self, game: S) -> list[int]:
        """The legal actions, ascending; empty only when the game is over."""
        out = np.zeros(self.num_actions, np.int16)
        return [int(action) for action in out[: self.functions.legal_actions(game, out)]]

    def apply(self, game: S, action: int) -> list[Event]:
        """Carry out a choice in the record and return what happened; ``IllegalAction`` if it is not possible."""
        if action not in self.legal(game):
            raise IllegalAction(self.explain(game, action))
        journal = new_journal()
        self.functions.apply_action(game, action, journal)
        return self.events.read(journal)

    def apply_silently(self, game: S, action: int) -> None:
        """Carry out a choice in the record that is known to be legal."""
        self.functions.apply_action(game, action, NO_JOURNAL)

    def resampled(self, game: S, viewer: int, seed: bytes) -> S:
        """A copy in which all that ``viewer`` cannot know is drawn anew from a seed of 32 bytes."""
        other = copy_game(game)
        self.functions.resample(other, viewer, seed_words(seed))
        return other

    def observe(self, game: S, viewer: int, memory: bool = True) -> NDArray[Any]:
        """What a viewer may know as numbers, (``observation.size``,) of ``observation.dtype``, the own seat first.

        With ``memory`` also what everybody saw and is no longer visible.
        """
        out = self.observation.new()
        self.functions.observe(game, viewer, memory, out)
        return out

    def information_key(self, game: S, viewer: int, memory: bool = True) -> bytes:
        """A key that is the same for all positions which a viewer cannot tell apart, and hashable.

        With ``memory`` it is made of all that the record holds beside what the viewer cannot know, without it of
        what can be seen now. It says nothing of the choices that led to a position.
        """
        if not memory:
            return b"%d " % viewer + self.observe(game, viewer, memory=False).tobytes()
        return b"%d " % viewer + contents(self.resampled(game, viewer, bytes(SEED_BYTES)))

    def lead(self, game: S, seat: int) -> float:
        """The points that a seat's position is worth more than the best other one's, by the game's own scoring."""
        worths = np.zeros(MAX_PLAYERS, np.int64)
        self.functions.evaluate(game, worths)
        return float(lead(worths, seat, int(game.players)))


def returns(game: Header) -> list[float]:
    """Each player's share of the victory: 1 for a sole winner, 1/n for n winners, else 0."""
    places = [int(game.places[player]) for player in range(game.players)]
    winners = places.count(1)
    return [1 / winners if place == 1 else 0.0 for place in places]


__all__ = [
    "MAX_PLAYERS",
    "SPECTATOR",
    "Description",
    "Difficulty",
    "Functions",
    "Game",
    "IllegalAction",
    "Move",
    "Option",
    "PlainData",
    "Tuning",
    "UnknownOption",
    "Words",
    "returns",
]
