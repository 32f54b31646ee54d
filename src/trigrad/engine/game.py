"""What a game offers to everything outside its folder."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from trigrad.engine import generic
from trigrad.engine.header import MAX_PLAYERS, copy_game
from trigrad.engine.journal import NO_JOURNAL, Event, events, new_journal
from trigrad.engine.random import seed_words
from trigrad.engine.record import new_record
from trigrad.engine.rule import rule
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


@dataclass(frozen=True)
class Description:
    """An action for people and programs: lossless notation, words, and data."""

    action: int
    notation: str
    text: Text
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Tuning:
    """How a search looks at a game, found by measuring."""

    turns: int = 1000  # that the tree grows deep, each one player's choices up to the next player's; 1 = the own turn
    playout: int = 1000  # choices after the tree before a position is valued as it stands
    tries: int = 1  # random turns of which the best is played there
    explore: float = 1.0  # weight of what is little known
    margin: float = 0.25  # weight of the lead in points in the reward of a finished game; the rest is the victory
    spread: float = 10.0  # lead by ``evaluate`` that counts as well won
    noise: float = 1.0  # by which the noise of levels is multiplied, so that it costs as many games as elsewhere


@rule
def itself(_game: Any, action: int) -> int:
    """The meaning of an action where no action points at hidden cards, or at cards still to come."""
    return int(action)


@dataclass(frozen=True, kw_only=True)
class Game:
    """One game: its record, its rules, its words. Games are found by ``trigrad.games.load``."""

    name: str  # as in URLs and on the command line
    title: Name
    rules_version: int  # raised when old games would replay differently
    State: Any  # record type; begins with the common header
    NUM_ACTIONS: int
    min_players: int
    max_players: int
    options: Sequence[Option] = ()
    tuning: Tuning = Tuning()

    # Rules, on records; see ``trigrad.engine.generic`` for what each does
    setup: Callable[[Any, Any, Any], None]
    legal_actions: Callable[[Any, Any], int]
    apply_action: Callable[[Any, int, Any], None]
    resample: Callable[[Any, int, Any], None]
    evaluate: Callable[[Any, int], float]
    meaning: Callable[[Any, int], int] = itself  # below NUM_MEANINGS
    NUM_MEANINGS: int = 0  # 0 = NUM_ACTIONS, where each action means itself

    # For people and programs
    describe: Callable[[Any, int], Description]
    parse: Callable[[str], int]  # notation to action; ValueError if it is none
    prompt: Callable[[Any], Text]  # what is asked of the player to move
    explain: Callable[[Any, int], Text]  # why an action is not possible now
    tell: Callable[[Event, bool], Text | None]  # a line of the log; True = with what is no longer visible
    view: Callable[..., Any]  # (game, viewer, memory=False, hints=True) -> all that the viewer may see
    picture: Callable[[Any], Mapping[str, Any]]  # what the pages need to draw a view
    score_sheet: Callable[[Any], Any]  # the points as they stand, with their working
    revealing: frozenset[int]  # kinds of events that show something hidden

    def __post_init__(self) -> None:
        generic.register(
            self.State,
            {
                "setup": self.setup,
                "legal_actions": self.legal_actions,
                "apply_action": self.apply_action,
                "resample": self.resample,
                "evaluate": self.evaluate,
                "meaning": self.meaning,
            },
        )

    def encode_options(self, players: int, options: Mapping[str, str]) -> "np.ndarray[Any, np.dtype[np.int32]]":
        """Players and options as int32[1 + number of options]; ``UnknownOption`` if they are none."""
        if not self.min_players <= players <= self.max_players:
            raise UnknownOption(
                Text(
                    "{game} is for {least} to {most} players.",
                    {"game": self.title, "least": self.min_players, "most": self.max_players},
                )
            )
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

    def new(self, players: int, seed: bytes, options: Mapping[str, str] | None = None) -> Any:
        """A new game for a seed of 32 bytes."""
        game = new_record(self.State)
        self.setup(game, self.encode_options(players, options or {}), seed_words(seed))
        return game

    def legal(self, game: Any) -> list[int]:
        """The legal actions, ascending; empty only when the game is over."""
        out = np.zeros(self.NUM_ACTIONS, np.int16)
        return [int(action) for action in out[: self.legal_actions(game, out)]]

    def apply(self, game: Any, action: int) -> list[Event]:
        """Carry out a choice and return what happened; ``IllegalAction`` if it is not possible."""
        if action not in self.legal(game):
            raise IllegalAction(self.explain(game, action))
        journal = new_journal()
        self.apply_action(game, action, journal)
        return events(journal)

    def apply_silently(self, game: Any, action: int) -> None:
        """Carry out a choice that is known to be legal."""
        self.apply_action(game, action, NO_JOURNAL)

    def resampled(self, game: Any, viewer: int, seed: bytes) -> Any:
        """A copy in which all that ``viewer`` cannot know is drawn anew from a seed of 32 bytes."""
        other = copy_game(game)
        self.resample(other, viewer, seed_words(seed))
        return other


def returns(game: Any) -> list[float]:
    """Each player's share of the victory: 1 for a sole winner, 1/n for n winners, else 0."""
    places = [int(game.places[player]) for player in range(game.players)]
    winners = places.count(1)
    return [1 / winners if place == 1 else 0.0 for place in places]


__all__ = [
    "MAX_PLAYERS",
    "SPECTATOR",
    "Description",
    "Game",
    "IllegalAction",
    "Option",
    "Tuning",
    "UnknownOption",
    "returns",
]
