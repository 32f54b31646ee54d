"""Each library's own tests of its environments, on every game. Run by ``python3 -m scripts.check_envs``."""

import random
from typing import Any

import numpy as np
import pytest

from trigrad import games

pytestmark = pytest.mark.envs
NAMES = games.every_name()


@pytest.mark.filterwarnings("ignore:Observation:UserWarning")  # its own games have masks too
@pytest.mark.parametrize("name", NAMES)
def test_pettingzoo_s_own_tests(name: str) -> None:
    from pettingzoo.test import api_test, seed_test

    from trigrad.envs import pettingzoo

    most = games.load(name).max_players
    api_test(pettingzoo.env(name), num_cycles=300)
    api_test(pettingzoo.env(name, players=most), num_cycles=300)
    seed_test(lambda: pettingzoo.env(name), num_cycles=100)


def test_pettingzoo_shares_out_the_victory_and_ends_what_is_illegal() -> None:
    from trigrad.envs import pettingzoo

    env = pettingzoo.env("noughts")
    env.reset(seed=1)
    for square in (0, 3, 1, 4, 2):
        env.step(square)
    assert env.rewards == {"seat_0": 1.0, "seat_1": 0.0}
    env.reset(seed=1)
    env.step(0)
    env.step(0)
    assert env.terminations["seat_1"]
    assert env.rewards["seat_1"] == -1


@pytest.mark.parametrize("name", NAMES)
def test_openspiel_s_own_tests(name: str) -> None:
    import pyspiel

    from trigrad.envs import openspiel

    assert openspiel.SHUFFLES > 1
    most = games.load(name).max_players
    for parameters in ("", f"(players={most},shuffles=50)"):
        game = pyspiel.load_game(f"trigrad_{name}{parameters}")
        pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_openspiel_knows_options_and_refuses_what_is_none() -> None:
    import pyspiel

    from trigrad.engine.game import UnknownOption
    from trigrad.envs import openspiel

    game = pyspiel.load_game("trigrad_quebec(rules=family,shuffles=3)")
    state = game.new_initial_state()
    assert state.chance_outcomes() == [(0, 1 / 3), (1, 1 / 3), (2, 1 / 3)]
    state.apply_action(2)
    assert state.record.family == 1
    with pytest.raises(UnknownOption):
        openspiel.SpielGame("quebec", openspiel._type_of(games.load("quebec")), {"rules": "none"})


def test_openspiel_s_ismcts_plays_through_resample() -> None:
    import pyspiel
    from open_spiel.python.algorithms import ismcts, mcts

    from trigrad.envs import openspiel

    state = pyspiel.load_game("trigrad_quorum(shuffles=5)").new_initial_state()
    assert isinstance(state, openspiel.SpielState)
    state.apply_action(3)
    evaluator: Any = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot: Any = ismcts.ISMCTSBot(
        game=state.get_game(),
        evaluator=evaluator,
        uct_c=1.0,
        max_simulations=5,
        max_world_samples=ismcts.UNLIMITED_NUM_WORLD_SAMPLES,
        random_state=np.random.RandomState(2),
    )
    assert bot.step(state) in state.legal_actions()
    chance = random.Random(1)
    other = state.resample_from_infostate(0, chance.random)
    assert other.information_state_string(0) == state.information_state_string(0)
    assert other.record.tobytes() != state.record.tobytes()


@pytest.mark.filterwarnings("ignore:.*WARN.*")  # the checker's remarks on what is optional
@pytest.mark.parametrize("encoded", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_gymnasium_s_own_tests(name: str, encoded: bool) -> None:
    from gymnasium.utils.env_checker import check_env

    from trigrad.envs.gymnasium import SeatEnv

    check_env(SeatEnv(name, opponents="random", encoded=encoded), skip_render_check=True)


def test_gymnasium_plays_to_the_end_with_masks() -> None:
    from trigrad.envs.gymnasium import SeatEnv

    env = SeatEnv("quorum", players=3, opponents=["random", "greedy"], seat=2)
    seen, info = env.reset(seed=4)
    total, over = 0.0, False
    while not over:
        assert seen in env.observation_space
        assert (info["action_mask"] == env.action_masks()).all()
        seen, reward, over, cut, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        total += reward
    assert not cut
    assert total == (1 if env.record.places[2] == 1 else 0)
    with pytest.raises(ValueError, match="no seat 3"):
        SeatEnv("quorum", players=3, seat=3)
    with pytest.raises(ValueError, match="leave 1 opponents"):
        SeatEnv("quorum", opponents=["random", "random"])


def test_gymnasium_plays_many_games_at_once() -> None:
    from trigrad.envs.gymnasium import SeatVectorEnv

    env = SeatVectorEnv("noughts", 8, opponents="random")
    seen, info = env.reset(seed=3)
    ended, rewarded = 0, 0.0
    for _ in range(30):
        assert seen in env.observation_space
        seen, rewards, done, cut, info = env.step(info["action_mask"].argmax(axis=1))
        ended, rewarded = ended + int(done.sum()), rewarded + float(rewards.sum())
        assert not cut.any()
        assert (rewards[~done] == 0).all()
    assert 0 < rewarded <= ended
    env.close()
