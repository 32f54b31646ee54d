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
from trigrad.engine.game import Game
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


# Fields of what each player has, and those that name a seat, -1 = nobody's
OF_PLAYERS = {
    "quebec": ("active", "passive", "zones", "points", "leaders", "starred", "architects"),
    "petersburg": (
        *("money", "points", "owned", "cards", "income_rubles", "income_points", "discount", "wool", "displaceable"),
        *("face_down", "hand", "hand_size"),
    ),
    "quorum": ("spaces", "hand", "hand_size", "gods", "god_count", "played", "played_count"),
}
SEATS = {
    "quebec": ("turn", "fulfilled"),
    "petersburg": ("host_owner", "pickpocket", "starter", "disc", "first"),
    "quorum": ("ranking",),
}


def turned(game: Game, record: Any) -> Any:
    """The game with everybody one seat further; all its seats are taken."""
    players, other = int(record.players), copy_game(record)
    for field in OF_PLAYERS[game.name]:
        getattr(other, field)[:players] = np.roll(getattr(record, field)[:players], 1, axis=0)
    for field in (*SEATS[game.name], "to_move"):
        seats = np.asarray(getattr(record, field))
        further = np.where(seats >= 0, (seats + 1) % players, seats)
        if seats.ndim:
            getattr(other, field)[:] = further
        else:
            setattr(other, field, int(further))
    if game.name == "quebec":
        other.slots[:] = np.where(record.slots > 0, record.slots % players + 1, 0)
    return other


@pytest.mark.parametrize("name", games.names())
def test_features_do_not_depend_on_how_seats_are_numbered(name: str) -> None:
    game = games.load(name)
    here, there = np.zeros(len(game.feature_names)), np.zeros(len(game.feature_names))
    for record in positions(game, game.max_players, most=12):
        other = turned(game, record)
        for player in range(game.max_players):
            stage = game.functions.features(record, player, here)
            assert game.functions.features(other, (player + 1) % game.max_players, there) == stage
            assert here.tolist() == there.tolist()


@pytest.mark.parametrize("name", ["quorum", "petersburg"])
def test_features_do_not_depend_on_the_order_of_a_hand(name: str) -> None:
    game = games.load(name)
    here, there = np.zeros(len(game.feature_names)), np.zeros(len(game.feature_names))
    held = 0
    for record in positions(game, game.max_players, most=12):
        other = copy_game(record)
        for player in range(game.max_players):
            size = int(record.hand_size[player])
            held = max(held, size)
            other.hand[player, :size] = record.hand[player, :size][::-1]
            game.functions.features(record, player, here)
            game.functions.features(other, player, there)
            assert here.tolist() == pytest.approx(there.tolist())
    assert held >= 2


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
