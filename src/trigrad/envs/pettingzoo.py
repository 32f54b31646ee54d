"""The games for PettingZoo: ``env("quorum", players=3)`` is an AEC environment. Needs ``trigrad[pettingzoo]``.

Agents are called ``seat_0``, ``seat_1`` …; an observation holds the numbers of ``Game.observe`` and, where the
library's users look for it, the mask of legal actions. Rewards come at the end: each seat's share of the victory.
"""

import trigrad.native  # noqa: F401 - before anything of the rules

# isort: split
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from trigrad import games
from trigrad.engine.game import returns


def env(
    game: str, *, players: int | None = None, options: Mapping[str, str] | None = None, memory: bool = True
) -> AECEnv:
    """An environment of a game; who makes a choice that is not possible loses at once.

    ``memory``: what everybody saw is observed even when it is no longer visible. ``UnknownGame``, ``UnknownOption``.
    """
    wrapped = wrappers.TerminateIllegalWrapper(RawEnv(game, players, options or {}, memory), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class RawEnv(AECEnv):  # type: ignore[misc]  # the library is there for its users alone
    """The environment without the library's usual wrappers."""

    def __init__(self, game: str, players: int | None, options: Mapping[str, str], memory: bool) -> None:
        """See ``env``."""
        super().__init__()
        self.game = games.load(game)
        self.metadata = {"name": f"trigrad_{game}", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = "ansi"
        self._players = players or self.game.min_players
        self._options, self._memory = dict(options), memory
        self.game.encode_options(self._players, self._options)
        self.possible_agents = [f"seat_{seat}" for seat in range(self._players)]
        layout = self.game.observation
        observed = spaces.Dict(
            {
                "observation": spaces.Box(layout.least, layout.most, dtype=layout.dtype.type),
                "action_mask": spaces.Box(0, 1, (self.game.num_actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, observed)
        self.action_spaces = {agent: spaces.Discrete(self.game.num_actions) for agent in self.possible_agents}
        self._chance, _ = seeding.np_random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What it chooses."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - the library's
        """Begin a new game."""
        if seed is not None:
            self._chance, _ = seeding.np_random(seed)
        self.record = self.game.new(self._players, self._chance.bytes(32), self._options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[int(self.record.to_move)]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent may know, and its legal actions: none while another is to move."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(self.game.num_actions, np.int8)
        if seat == self.record.to_move:
            mask[self.game.legal(self.record)] = 1
        return {"observation": self.game.observe(self.record, seat, self._memory), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Make a choice for the agent that is selected."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[self.agent_selection] = 0
        self.game.apply(self.record, int(action))
        self._clear_rewards()
        if self.record.over:
            self.rewards = dict(zip(self.possible_agents, returns(self.record), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[int(self.record.to_move)]
        self._accumulate_rewards()

    def render(self) -> str:
        """What is asked, in English, and the choices in notation."""
        choices = [self.game.notation(action) for action in self.game.legal(self.record)]
        return f"{self.agent_selection}: {self.game.prompt(self.record)} {', '.join(choices)}"

    def close(self) -> None:
        """Nothing is held open."""
