"""A record stays the same however it is copied, saved or sent, and plays on alike."""

import importlib
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Any

from trigrad.engine.conformance.cases import Case, NotConforming, play_out, some_of, walk
from trigrad.engine.conformance.ways import WAYS, array_with
from trigrad.engine.header import Header, copy_game, game_from_bytes


def check_copies(case: Case) -> None:
    """A choice in a copy leaves the original as it is, and does the same there."""
    chance = case.chance()
    game = case.new()
    while not game.over:
        action = chance.choice(case.game.legal(game))
        other, before = copy_game(game), game.tobytes()
        case.game.apply_silently(other, action)
        case.demand(game.tobytes() == before, "a choice in a copy changes the original")
        case.game.apply_silently(game, action)
        case.demand(game.tobytes() == other.tobytes(), "a copy plays on differently")


def check_bytes(case: Case) -> None:
    """A game saved and restored before every choice is the same game."""
    chance = case.chance()
    other = case.new()
    for game in walk(case):
        case.demand(other.tobytes() == game.tobytes(), "a restored game plays on differently")
        if not game.over:
            other = game_from_bytes(case.game.record_type, other.tobytes())
            case.game.apply_silently(other, chance.choice(case.game.legal(other)))


def check_records(case: Case) -> None:
    """Whatever way a record is copied or saved, what comes of it is the same to the last byte, and its own game."""
    chance = case.chance()
    for number, game in enumerate(some_of(case)):
        if number == 0 or chance.randrange(4) == 0:
            before, end = game.tobytes(), copy_game(game)
            play_out(case, end)
            for way, again in WAYS.items():
                _check_copied(case, game, way, again, end.tobytes())
                case.demand(game.tobytes() == before, f"a game copied by {way} changes the original")


def _check_copied(case: Case, game: Header, way: str, again: Callable[[Any], Header], end: bytes) -> None:
    try:
        other = again(game)
        case.demand(type(other) is type(game) and other.dtype == game.dtype, f"{way} makes another kind of record")
        case.demand(other.tobytes() == game.tobytes(), f"{way} changes bytes")
        play_out(case, other)
    except (ValueError, TypeError, AttributeError, pickle.PickleError) as error:
        raise NotConforming(f"{case}: {way} is not possible, or no record to write to: {error}") from error
    case.demand(other.tobytes() == end, f"a game copied by {way} plays on differently")


def check_sent(case: Case) -> None:
    """A pickled record, alone or in an array, is the same in a new process, and plays on to the same end there."""
    game = next(some_of(case))
    end = copy_game(game)
    play_out(case, end)
    try:
        sent = pickle.dumps((case.players, dict(case.options), case.seed, game, array_with(game)))
    except (AttributeError, pickle.PickleError) as error:
        raise NotConforming(f"{case}: a record cannot be sent: {error}") from error
    run = subprocess.run(  # noqa: S603 - this very package
        [sys.executable, "-m", "trigrad.engine.conformance", type(case.game).__module__],
        input=sent,
        capture_output=True,
        check=False,
    )
    case.demand(run.returncode == 0, f"a record cannot be read in a new process: {run.stderr.decode()[-300:]}")
    arrived, *ends = pickle.loads(run.stdout)  # noqa: S301 - from this very package
    case.demand(arrived == game.tobytes(), "a record arrives in a new process with other bytes")
    case.demand(ends == [end.tobytes()] * 2, "a game that was sent to a new process plays on differently")


def play_what_was_sent(module: str) -> None:
    """The other end of ``check_sent``."""
    players, options, seed, game, several = pickle.load(sys.stdin.buffer)  # noqa: S301 - from this very package
    case = Case(importlib.import_module(module).GAME, players, options, seed)
    case.game.register()
    arrived = game.tobytes()
    for each in (game, several[1]):
        play_out(case, each)
    sys.stdout.buffer.write(pickle.dumps((arrived, game.tobytes(), several[1].tobytes())))
