"""Foresight: a game's features, and the weights that come with it."""

import hashlib
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from tests.bots.test_bots import positions, seed

from trigrad import bots, games
from trigrad.arena.train import tables, unlearned
from trigrad.bots.foresight import WrongWeights, arm, foresee, new_foresight
from trigrad.engine.header import MAX_PLAYERS, copy_game
from trigrad.engine.random import generator

KINDS = [(name, players, options) for name in games.names() for players, options in tables(games.load(name), None, {})]


@pytest.mark.parametrize(("name", "players", "options"), KINDS)
def test_every_kind_of_table_has_weights(name: str, players: int, options: dict[str, str]) -> None:
    """Each position has a stage of the game, and for it weights that were fitted."""
    game = games.load(name)
    weights = np.asarray(new_foresight(game).weights).reshape(game.stages, len(game.feature_names))
    assert np.isfinite(weights).all()
    values = np.zeros(len(game.feature_names))
    record = game.new(players, seed(name, players), options)
    chance = 0
    while not record.over:
        legal = game.legal(record)
        chance += 1
        game.apply_silently(record, legal[int.from_bytes(seed(chance)[:4]) % len(legal)])
        if chance % 20 == 0 and not record.over:
            for player in range(players):
                stage = game.functions.features(record, player, values)
                assert 0 <= stage < game.stages
                assert np.isfinite(values).all()
                assert values[1] == 1.0
                assert (weights[stage] != unlearned(game)[stage]).any()


@pytest.mark.parametrize("name", games.names())
def test_features_change_nothing(name: str) -> None:
    game = games.load(name)
    values = np.zeros(len(game.feature_names))
    for record in positions(game, game.max_players):
        before = record.tobytes()
        for player in range(game.max_players):
            game.functions.features(record, player, values)
        assert record.tobytes() == before


def turned(record: Any) -> Any:
    """A game of Québec for five with everybody one seat further."""
    other = copy_game(record)
    for field in ("active", "passive", "zones", "points", "leaders", "starred"):
        getattr(other, field)[:] = np.roll(getattr(record, field), 1, axis=0)
    other.architects[:5] = np.roll(record.architects[:5], 1)
    other.slots[:] = np.where(record.slots > 0, record.slots % 5 + 1, 0)
    other.fulfilled[:] = np.where(record.fulfilled >= 0, (record.fulfilled + 1) % 5, record.fulfilled)
    other.turn, other.to_move = (record.turn + 1) % 5, (record.to_move + 1) % 5
    return other


def test_features_do_not_depend_on_how_seats_are_numbered() -> None:
    game = games.load("quebec")
    here, there = np.zeros(len(game.feature_names)), np.zeros(len(game.feature_names))
    for record in positions(game, 5, most=12):
        other = turned(record)
        for player in range(5):
            stage = game.functions.features(record, player, here)
            assert game.functions.features(other, (player + 1) % 5, there) == stage
            assert here.tolist() == there.tolist()


def test_who_knows_nothing_goes_by_the_standing() -> None:
    """In Quorum the first feature is what ``evaluate`` says."""
    game = games.load("quorum")
    foresight = new_foresight(game)
    arm(foresight, game, unlearned(game))
    standing, foreseen = np.zeros(MAX_PLAYERS, np.int64), np.zeros(MAX_PLAYERS, np.int64)
    for record in positions(game, 3):
        game.functions.evaluate(record, standing)
        foresee(record, foresight, foreseen)
        assert standing.tolist() == foreseen.tolist()


def test_what_is_over_is_worth_its_points() -> None:
    game = games.load("quorum")
    record = game.new(2, seed("over"))
    while not record.over:
        game.apply_silently(record, game.legal(record)[0])
    worths = np.zeros(MAX_PLAYERS, np.int64)
    foresee(record, new_foresight(game), worths)
    assert worths[:2].tolist() == [100 * int(record.scores[0]), 100 * int(record.scores[1])]


def test_a_game_without_features_is_valued_as_it_stands() -> None:
    game = games.load("noughts")
    assert new_foresight(game).width == 0
    record = game.new(2, seed("plain"))
    assert bots.decide(game, record, int(record.to_move), "planner", seed("plain")) in game.legal(record)


@pytest.mark.parametrize("shape", [(1, 32), (39, 31)])
def test_weights_of_other_features_are_refused(shape: tuple[int, int]) -> None:
    game = games.load("quorum")
    with pytest.raises(WrongWeights, match="quorum"):
        arm(new_foresight(game), game, np.zeros(shape))


_FEATURES = """
import hashlib, sys
import numpy as np
from tests.bots.test_foresight import walk
print(walk())
"""


def walk() -> str:
    """A digest of the features, and of what is foreseen, along a random game of each kind."""
    from trigrad.bots.policy import PLANNER, choose
    from trigrad.bots.scratch import new_scratch

    digest = hashlib.sha256()
    for name in games.names():
        game = games.load(name)
        scratch = new_scratch(game)
        for record in positions(game, game.max_players, every=15, most=12):
            seat = int(record.to_move)
            digest.update(bytes([choose(PLANNER, record, seat, generator(seed(name)), scratch)]))
            digest.update(np.asarray(scratch.foresight.values).round(6).tobytes())
    return digest.hexdigest()


@pytest.mark.slow
def test_native_and_interpreted_features_agree() -> None:
    found = {
        subprocess.run(
            [sys.executable, "-c", _FEATURES],
            env={**os.environ, "TRIGRAD_NATIVE": native, "PYTHONPATH": "src:."},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for native in ("0", "1")
    }
    assert len(found) == 1
