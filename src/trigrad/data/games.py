"""Many finished games of one kind: their seeds, choices and results as arrays, in one file."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

import trigrad
from trigrad.data import files
from trigrad.data.files import BadData, Column, Ragged
from trigrad.engine.game import Game, UnknownOption
from trigrad.engine.random import SEED_BYTES
from trigrad.games import UnknownGame
from trigrad.games import load as load_game
from trigrad.table import record
from trigrad.table.table import Entry, Rules, Table

FORMAT = "trigrad-games"
FORMAT_VERSION = 1
_MOST_ACTION = 2**15 - 1  # an action is an int16 for the rules


@dataclass(frozen=True)
class Kind:
    """What all games of a file have in common."""

    game: str
    rules_version: int
    players: int
    options: Mapping[str, str]
    bots: Sequence[str]  # the names of all that play
    trigrad: str  # the version that wrote them

    @classmethod
    def of(cls, game: Game, players: int, options: Mapping[str, str], bots: Sequence[str]) -> Self:
        """The kind of games of this version."""
        return cls(game.name, game.rules_version, players, dict(options), list(bots), trigrad.__version__)

    def rules(self) -> Rules:
        """The rules that the games are played by; ``BadData`` if this version has no such game."""
        try:
            game = load_game(self.game)
            game.encode_options(self.players, self.options)
        except UnknownGame as error:
            raise BadData(f"there is no game {self.game!r}") from error
        except UnknownOption as error:
            raise BadData(str(error)) from error
        if game.rules_version != self.rules_version:
            raise BadData(f"the games were played under rules version {self.rules_version}, not {game.rules_version}")
        return Rules(game, self.players, self.options)


@dataclass(frozen=True)
class Games:
    """Finished games of one kind, a row each; ``games[100:200]`` are some of them, without copying."""

    kind: Kind
    seeds: NDArray[np.uint8]  # (games, 32)
    seats: NDArray[np.uint8]  # (games, players): who plays, as an index of ``kind.bots``
    actions: Ragged  # every choice of each game in order, forced ones too
    scores: NDArray[np.int16]  # (games, players)
    places: NDArray[np.int8]  # (games, players): 1 = winner, equal = shared

    def __len__(self) -> int:
        return len(self.seeds)

    def __getitem__(self, some: slice) -> "Games":
        starts = self.actions.starts()[:-1][some]
        if some.step not in (None, 1):
            raise ValueError("only games that follow each other can be taken out")
        first = int(starts[0]) if len(starts) else 0
        lengths = self.actions.lengths[some]
        actions = Ragged(self.actions.values[first : first + int(lengths.sum())], lengths)
        return Games(self.kind, self.seeds[some], self.seats[some], actions, self.scores[some], self.places[some])

    def record(self, number: int) -> record.Record:
        """One game as the file that the web exports, to replay and verify; ``IndexError``, ``BadData``."""
        if not 0 <= number < len(self):
            raise IndexError(f"there is no game {number}; there are {len(self)}, from 0 on")
        rules = self.kind.rules()
        table = Table(rules, self.seeds[number].tobytes())
        for action in self[number : number + 1].actions.values:
            if int(action) not in rules.game.legal(table.record):
                raise BadData(f"game {number}: {int(action)} is not possible at choice {len(table.steps) + 1}")
            table.apply_entry(Entry(int(table.record.to_move), int(action)))
        return record.of_table(table, [self.kind.bots[bot] for bot in self.seats[number]])


def save(games: Games, path: str | Path) -> None:
    """Write games into a file, ``.npz``, ``.zst`` or ``.parquet``; ``BadData`` for another, ``OSError``."""
    columns: dict[str, Column] = {name: getattr(games, name) for name in _COLUMNS}
    smallest = np.min_scalar_type(int(games.actions.values.max(initial=0)))
    columns["actions"] = Ragged(games.actions.values.astype(smallest), games.actions.lengths)
    files.write(Path(path), {"format": FORMAT, "format_version": FORMAT_VERSION, **asdict(games.kind)}, columns)


def load(path: str | Path) -> Games:
    """Read games from a file; ``BadData`` if it holds none, ``OSError`` if it cannot be read."""
    header, columns = files.read(Path(path))
    try:
        return _games(header, columns)
    except BadData as error:
        raise BadData(f"{path}: {error}") from error


_COLUMNS = ("seeds", "seats", "actions", "scores", "places")
_KINDS = {"game": str, "rules_version": int, "players": int, "options": dict, "bots": list, "trigrad": str}
assert tuple(_KINDS) == tuple(field.name for field in fields(Kind))


def _games(header: dict[str, Any], columns: dict[str, Column]) -> Games:
    if header.get("format") != FORMAT:
        raise BadData("the file holds no games of Trigrad")
    if header.get("format_version") != FORMAT_VERSION:
        raise BadData(f"the file's format version is not {FORMAT_VERSION}")
    for name, kind in _KINDS.items():
        if not isinstance(header.get(name), kind) or isinstance(header[name], bool):
            raise BadData(f"{name} of the header is missing or of the wrong kind")
    words = [*header["bots"], *header["options"].values()]
    if not all(isinstance(word, str) for word in words):
        raise BadData("bots or options of the header are no texts")
    for name in _COLUMNS:
        if name not in columns:
            raise BadData(f"the column {name} is missing")
    games = Games(Kind(**{name: header[name] for name in _KINDS}), **{name: columns[name] for name in _COLUMNS})  # type: ignore[arg-type]
    _check_shapes(games)
    return games


def _check_shapes(games: Games) -> None:
    """``BadData`` where columns do not fit together, before anybody computes with them."""
    count, players = len(games.seeds) if np.ndim(games.seeds) else 0, games.kind.players
    for name, width in (("seeds", SEED_BYTES), ("seats", players), ("scores", players), ("places", players)):
        column = getattr(games, name)
        if isinstance(column, Ragged) or column.dtype.kind not in "iu" or column.shape != (count, width):
            raise BadData(f"the column {name} is not ({count}, {width}) integers")
    if games.seeds.dtype != np.uint8:
        raise BadData("the column seeds has no bytes")
    actions = games.actions
    if not isinstance(actions, Ragged) or actions.values.ndim != 1 or actions.values.dtype.kind not in "iu":
        raise BadData("the column actions has no lists of integers")
    if actions.values.max(initial=0) > _MOST_ACTION or actions.values.min(initial=0) < 0:
        raise BadData("the column actions holds a number that is no choice of any game")
    lengths = actions.lengths
    if lengths.shape != (count,) or lengths.dtype.kind not in "iu" or lengths.min(initial=0) < 0:
        raise BadData("the column actions has no list for each game")
    if int(lengths.sum(dtype=np.int64)) != len(actions.values):
        raise BadData("the column actions has not as many choices as it says")
    if count and (games.seats.max() >= len(games.kind.bots) or games.seats.min() < 0):
        raise BadData("the column seats names a bot that is not in the header")
