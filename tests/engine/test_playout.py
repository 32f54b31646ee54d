"""Playing many games at once is playing each of them."""

import random as python_random

import numpy as np
import pytest

from trigrad import games
from trigrad.engine import generic, playout, random
from trigrad.engine.header import MAX_PLAYERS, Header, contents, copy_game, new_games
from trigrad.engine.journal import NO_JOURNAL
from trigrad.engine.record import new_record

GAME = games.load("quorum")

SEEDS = [python_random.Random(number).randbytes(32) for number in range(4)]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_batch_is_its_games_one_by_one(players: int) -> None:
    batch, tally = new_games(GAME.record_type, len(SEEDS)), np.zeros(2, np.int64)
    out = np.zeros(GAME.num_actions, np.int16)
    seeds = np.array([random.seed_words(seed) for seed in SEEDS])
    options = GAME.encode_options(players, {})
    playout.play_many_random(batch, options, seeds, random.generator(bytes(32)), out, NO_JOURNAL, tally)
    chance, choices, forced = random.generator(bytes(32)), 0, 0
    for seed, played in zip(SEEDS, batch, strict=True):
        game = GAME.new(players, seed)
        while not game.over:
            legal = GAME.legal(game)
            forced += len(legal) == 1
            choices += len(legal) > 1
            GAME.apply(game, legal[0] if len(legal) == 1 else legal[random.below(chance, len(legal))])
        assert played.tobytes() == game.tobytes()
    assert tally.tolist() == [choices, forced]


def test_generic_functions_are_the_games_own() -> None:
    game, own = new_games(GAME.record_type, 2)
    words, options = random.seed_words(SEEDS[0]), GAME.encode_options(2, {})
    generic.setup(game, options, words)
    GAME.functions.setup(own, options, words)
    assert game.tobytes() == own.tobytes()
    out = np.zeros(GAME.num_actions, np.int16)
    assert out[: generic.legal_actions(game, out)].tolist() == GAME.legal(game)
    generic.apply_action(game, 2, NO_JOURNAL)
    GAME.functions.apply_action(own, 2, NO_JOURNAL)
    assert contents(game) == contents(own)
    for action in GAME.legal(game):
        assert generic.meaning(game, action) == GAME.functions.meaning(game, action)
    worths, own_worths = np.zeros(MAX_PLAYERS, np.int64), np.zeros(MAX_PLAYERS, np.int64)
    generic.evaluate(game, worths)
    GAME.functions.evaluate(game, own_worths)
    assert worths.tolist() == own_worths.tolist()
    other = copy_game(game)
    generic.resample(other, 0, words)
    assert other.tobytes() == GAME.resampled(game, 0, SEEDS[0]).tobytes()


def test_a_game_whose_rules_are_not_known_is_refused() -> None:
    class Unknown(Header):
        """A record of no game."""

    with pytest.raises(KeyError):
        generic.legal_actions(new_record(Unknown), np.zeros(1, np.int16))
