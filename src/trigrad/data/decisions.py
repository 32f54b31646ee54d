"""Games replayed into arrays to learn from: what was observed, what was possible, what was chosen, what it brought."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from trigrad.data import files
from trigrad.data.files import BadData
from trigrad.data.games import Games
from trigrad.engine.game import Game, returns
from trigrad.engine.generic import apply_action, legal_actions, observe, setup
from trigrad.engine.header import Header, new_games
from trigrad.engine.journal import NO_JOURNAL, Journal
from trigrad.engine.record import Array, Grid, Row
from trigrad.engine.rule import rule

FORMAT = "trigrad-decisions"
FORMAT_VERSION = 1
GAMES_AT_ONCE = 1000  # of ``batches``


class Decisions(NamedTuple):
    """Choices between two or more actions, a row each, in the order in which they were made, game by game."""

    observations: NDArray[Any]  # int8 or int16 (decisions, size), of the seat that chose, the own seat first
    masks: NDArray[np.bool_]  # (decisions, num_actions): the legal actions
    actions: NDArray[np.int16]  # (decisions,): what was chosen
    returns: NDArray[np.float32]  # (decisions,): the share of the victory that the seat got in the end
    seats: NDArray[np.int8]  # (decisions,): which seat chose
    games: NDArray[np.int32]  # (decisions,): the number of the game among those that were replayed


def decisions(games: Games, memory: bool = True) -> Decisions:
    """Replay games; each choice and result is checked on the way.

    ``memory``: what everybody saw is observed even when it is no longer visible. ``BadData`` for games that were not
    played by these rules.
    """
    game, players = games.kind.rules().game, games.kind.players
    records = new_games(game.record_type, len(games))
    courses = Courses(
        records,
        game.encode_options(players, games.kind.options),
        np.ascontiguousarray(games.seeds).view("<u4").astype(np.uint32),
        games.actions.values.astype(np.int16),
        games.actions.starts(),
    )
    written = _room(game, len(games.actions.values))
    found = int(replay(courses, written, memory, np.zeros(game.num_actions, np.int16), NO_JOURNAL))
    if found < 0:
        _complain(games, -1 - found)
    _check_results(games, np.asarray(records))
    shares = np.array([returns(record) for record in records], np.float32).reshape(len(games), players)
    observations, masks, actions, seats, numbers = (np.asarray(column)[:found] for column in written)
    return Decisions(observations, masks.view(np.bool_), actions, shares[numbers, seats], seats, numbers)


def batches(games: Games, memory: bool = True, size: int = GAMES_AT_ONCE) -> Iterator[Decisions]:
    """The decisions of ``size`` games at a time, so that any number of them needs little memory."""
    for first in range(0, len(games), size):
        yield decisions(games[first : first + size], memory)


def save_decisions(games: Games, found: Decisions, path: str | Path, memory: bool = True) -> None:
    """Write decisions into a file, ``.npz``, ``.zst`` or ``.parquet``; ``BadData`` for another, ``OSError``."""
    kind = games.kind
    header = {"format": FORMAT, "format_version": FORMAT_VERSION, "game": kind.game, "players": kind.players}
    more = {"options": dict(kind.options), "rules_version": kind.rules_version, "memory": memory}
    files.write(Path(path), {**header, **more}, found._asdict())


def _complain(games: Games, choice: int) -> None:
    """Say which choice of which game was not possible, or comes too many."""
    starts = games.actions.starts()
    number = int(np.searchsorted(starts, choice, side="right")) - 1
    action = int(games.actions.values[choice])
    raise BadData(f"game {number}: {action} is not possible at choice {choice - int(starts[number]) + 1}")


def _check_results(games: Games, records: NDArray[Any]) -> None:
    players = games.kind.players
    unfinished = np.flatnonzero(records["over"] == 0)
    if len(unfinished):
        raise BadData(f"game {unfinished[0]} is not finished")
    for name in ("scores", "places"):
        wrong = np.flatnonzero((records[name][:, :players] != getattr(games, name)).any(axis=1))
        if len(wrong):
            raise BadData(f"game {wrong[0]}: the {name} are not those of the replayed game")


# --- The compiled loop --------------------------------------------------------------


class Courses(NamedTuple):
    """How some games went."""

    games: Array[Header]  # zeroed records, to be played in
    options: Row  # int32, encoded
    seeds: Grid  # uint32 (games, 8)
    actions: Row  # int16: the choices of all games
    starts: Row  # int64 (games + 1,): those of game i are starts[i] .. starts[i + 1] - 1


class Written(NamedTuple):
    """Room for a row for each decision, zeroed."""

    observations: Grid
    masks: Grid  # uint8: 1 = legal
    actions: Row  # int16
    seats: Row  # int8
    games: Row  # int32


def _room(game: Game, choices: int) -> Written:
    written: Any = Written(
        game.observation.new(choices),
        np.zeros((choices, game.num_actions), np.uint8),
        np.zeros(choices, np.int16),
        np.zeros(choices, np.int8),
        np.zeros(choices, np.int32),
    )
    return written  # type: ignore[no-any-return]  # NumPy's arrays, which the rules see as rows of integers


@rule
def replay(courses: Courses, written: Written, memory: bool, legal: Row, journal: Journal) -> int:
    """Play every game by its choices; return how many decisions were written, or -1 - the first impossible choice."""
    row = 0
    for i in range(len(courses.games)):
        game = courses.games[i]
        setup(game, courses.options, courses.seeds[i])
        for choice in range(courses.starts[i], courses.starts[i + 1]):
            action, count = int(courses.actions[choice]), legal_actions(game, legal)
            if not contains(legal, count, action):
                return -1 - choice
            if count > 1:
                write(written, row, game, memory, legal, count)
                written.actions[row] = action
                written.games[row] = i
                row += 1
            apply_action(game, action, journal)
    return row


@rule
def write(written: Written, row: int, game: Header, memory: bool, legal: Row, count: int) -> None:
    """Write what the seat to move observes, and its ``count`` legal actions."""
    seat = int(game.to_move)
    written.seats[row] = seat
    observe(game, seat, memory, written.observations[row])
    for k in range(count):
        written.masks[row, legal[k]] = 1


@rule
def contains(numbers: Row, count: int, number: int) -> bool:
    """Whether a number is among the first ``count``."""
    k = 0
    while k < count and numbers[k] != number:
        k += 1
    return k < count
