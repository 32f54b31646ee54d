"""Playing many games at once is playing each of them."""

import random as python_random

import numpy as np
import pytest

from trigrad.engine import generic, playout, random
from trigrad.engine.conformance import contents
from trigrad.engine.header import copy_game, new_games
from trigrad.engine.journal import NO_JOURNAL
from trigrad.games.quorum import GAME

SEEDS = [python_random.Random(number).randbytes(32) for number in range(4)]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_batch_is_its_games_one_by_one(players: int) -> None:
    games, tally = new_games(GAME.State, len(SEEDS)), np.zeros(2, np.int64)
    out = np.zeros(GAME.NUM_ACTIONS, np.int16)
    seeds = np.array([random.seed_words(seed) for seed in SEEDS])
    options = GAME.encode_options(players, {})
    playout.play_many_random(games, options, seeds, random.generator(bytes(32)), out, NO_JOURNAL, tally)
    chance, choices, forced = random.generator(bytes(32)), 0, 0
    for seed, played in zip(SEEDS, games, strict=True):
        game = GAME.new(players, seed)
        while not game.over:
            legal = GAME.legal(game)
            forced += len(legal) == 1
            choices += len(legal) > 1
            GAME.apply(game, legal[0] if len(legal) == 1 else legal[random.below(chance, len(legal))])
        assert played.tobytes() == game.tobytes()
    assert tally.tolist() == [choices, forced]


def test_generic_functions_are_the_games_own() -> None:
    game, own = new_games(GAME.State, 2)
    words, options = random.seed_words(SEEDS[0]), GAME.encode_options(2, {})
    generic.setup(game, options, words)
    GAME.setup(own, options, words)
    assert game.tobytes() == own.tobytes()
    out = np.zeros(GAME.NUM_ACTIONS, np.int16)
    assert out[: generic.legal_actions(game, out)].tolist() == GAME.legal(game)
    generic.apply_action(game, 2, NO_JOURNAL)
    GAME.apply_action(own, 2, NO_JOURNAL)
    assert contents(game) == contents(own)
    assert generic.evaluate(game, 1) == GAME.evaluate(game, 1)
    other = copy_game(game)
    generic.resample(other, 0, words)
    assert other.tobytes() == GAME.resampled(game, 0, SEEDS[0]).tobytes()
