"""A finished game as a file: to keep, to read, to check against its seed."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from trigrad.engine.game import IllegalAction, UnknownOption
from trigrad.engine.random import SEED_BYTES
from trigrad.engine.text import ENGLISH, Text
from trigrad.games import UnknownGame
from trigrad.games import load as load_game
from trigrad.table import names
from trigrad.table.table import Entry, Rules, Table, TableError, commitment

FORMAT = "trigrad-game"
FORMAT_VERSION = 1
_LARGEST = 1_000_000  # bytes; a game has some 10,000


class BadRecord(ValueError):
    """A file that is not a finished game of Trigrad; the message says why."""


@dataclass(frozen=True)
class Record:
    """A game from set-up to its end."""

    game: str
    rules_version: int
    players: int
    options: dict[str, str]
    names: list[str]
    seed: bytes
    commitment: str
    actions: list[str]  # in notation
    scores: list[int]
    places: list[int]


def of_table(table: Table, names: list[str]) -> Record:
    """The record of a finished table; its undone choices are not in it."""
    game = table.rules.game
    players = range(table.rules.players)
    return Record(
        game=game.name,
        rules_version=game.rules_version,
        players=table.rules.players,
        options=dict(table.rules.options),
        names=names,
        seed=table.seed,
        commitment=commitment(table.seed),
        actions=[game.describe(step.before, step.entry.action).notation for step in table.steps],
        scores=[int(table.record.scores[seat]) for seat in players],
        places=[int(table.record.places[seat]) for seat in players],
    )


def to_json(record: Record) -> dict[str, Any]:
    """A record as plain data, in the order in which people read it."""
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "game": record.game,
        "rules_version": record.rules_version,
        "players": record.players,
        "options": record.options,
        "names": record.names,
        "seed": record.seed.hex(),
        "commitment": record.commitment,
        "actions": record.actions,
        "scores": record.scores,
        "places": record.places,
    }


def load(path: str | Path) -> Record:
    """Read a file; ``BadRecord`` if it is none, ``OSError`` if it cannot be read."""
    raw = Path(path).read_bytes()
    if len(raw) > _LARGEST:
        raise BadRecord("the file is too large for a game")
    try:
        data = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise BadRecord("the file is not JSON") from error
    return from_json(data)


def from_json(data: Any) -> Record:
    """A record from plain data; ``BadRecord`` if it is none."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadRecord("the file is not a game of Trigrad")
    if data.get("format_version") != FORMAT_VERSION:
        raise BadRecord(f"the file's format version is not {FORMAT_VERSION}")
    players = _field(data, "players", int)
    try:
        seed = bytes.fromhex(_field(data, "seed", str))
    except ValueError as error:
        raise BadRecord("seed is not hexadecimal") from error
    if len(seed) != SEED_BYTES:
        raise BadRecord(f"seed has {len(seed)} bytes, not {SEED_BYTES}")
    options = _field(data, "options", dict)
    if not all(isinstance(part, str) for pair in options.items() for part in pair):
        raise BadRecord("options are not texts")
    return Record(
        game=_field(data, "game", str),
        rules_version=_field(data, "rules_version", int),
        players=players,
        options=options,
        names=_list(data, "names", str, players),
        seed=seed,
        commitment=_field(data, "commitment", str),
        actions=_list(data, "actions", str, None),
        scores=_list(data, "scores", int, players),
        places=_list(data, "places", int, players),
    )


def _field(data: dict[str, Any], key: str, kind: type) -> Any:
    value = data.get(key)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise BadRecord(f"{key} is missing or of the wrong kind")
    return value


def _list(data: dict[str, Any], key: str, kind: type, length: int | None) -> list[Any]:
    values: list[Any] = _field(data, key, list)
    if not all(isinstance(value, kind) and not isinstance(value, bool) for value in values):
        raise BadRecord(f"{key} holds a value of the wrong kind")
    if length is not None and len(values) != length:
        raise BadRecord(f"{key} has {len(values)} entries, not {length}")
    return values


def replay(record: Record) -> Table:
    """The table after all its choices; ``BadRecord`` at the first that is not possible."""
    table = _start(record)
    for number, notation in enumerate(record.actions, 1):
        _choose(table, number, notation)
    return table


def _start(record: Record) -> Table:
    try:
        game = load_game(record.game)
        if record.rules_version != game.rules_version:
            raise BadRecord(f"the game was played under rules version {record.rules_version}, not {game.rules_version}")
        return Table(Rules(game, record.players, record.options, memory=True), record.seed)
    except UnknownGame as error:
        raise BadRecord(f"there is no game {record.game!r}") from error
    except UnknownOption as error:
        raise BadRecord(str(error)) from error


def _choose(table: Table, number: int, notation: str) -> None:
    try:
        action = table.rules.game.parse(notation)
        seat = table.to_move
        table.apply_entry(Entry(-1 if seat is None else seat, action))
    except (IllegalAction, TableError) as error:
        raise BadRecord(f"choice {number} ({notation}): {error.reason.render(ENGLISH)}") from error
    except ValueError as error:
        raise BadRecord(f"choice {number}: {error}") from error


def steps(record: Record) -> Iterator[str]:
    """The game as text, choice by choice, and the standing at its end; ``BadRecord`` where it breaks off."""
    table = _start(record)
    called = names.told_apart([names.shown(name) or f"Seat {seat}" for seat, name in enumerate(record.names, 1)])
    yield f"{table.rules.game.title.en}, {record.players} players: {', '.join(called)}"
    for number, notation in enumerate(record.actions, 1):
        seat = table.to_move
        name = "?" if seat is None else called[seat]
        _choose(table, number, notation)
        yield f"{number:4}. {name}: {notation}"
        for line in table.last_lines():
            yield f"        {line.text.render(ENGLISH)}"
    if table.over:
        for seat in sorted(range(record.players), key=lambda seat: int(table.record.places[seat])):
            yield f"{int(table.record.places[seat])}. {called[seat]}: {int(table.record.scores[seat])}"


def verify(record: Record, shown: str | None = None) -> list[Text]:
    """What is wrong with a record: nothing, if seed, choices and result belong together.

    ``shown`` is the SHA-256 that was shown when the table was created, if the reader kept it.
    """
    problems = []
    if commitment(record.seed) != record.commitment.lower():
        problems.append(Text("The seed’s SHA-256 is not the one in the file."))
    if shown is not None and commitment(record.seed) != shown.strip().lower():
        problems.append(Text("The seed’s SHA-256 is not the one that was shown at the start."))
    try:
        table = replay(record)
    except BadRecord as error:
        return [*problems, Text("The game cannot be replayed: {error}", {"error": str(error)})]
    if not table.over:
        return [*problems, Text("The game is not finished.")]
    players = range(record.players)
    if [int(table.record.scores[seat]) for seat in players] != record.scores:
        problems.append(Text("The scores are not those of the replayed game."))
    if [int(table.record.places[seat]) for seat in players] != record.places:
        problems.append(Text("The places are not those of the replayed game."))
    return problems
