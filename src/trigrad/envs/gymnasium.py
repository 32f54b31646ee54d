"""The games for Gymnasium: one seat is the agent's, bots play the others. Needs ``trigrad[gymnasium]``.

``SeatEnv`` is a single game against any bots, ``SeatVectorEnv`` thousands of them at once against compiled ones. The
mask of legal actions is ``info["action_mask"]``, and ``action_masks()`` as maskable learners ask for it. The reward is
the agent's share of the victory, at the end.
"""

import trigrad.native  # noqa: F401 - before anything of the rules

# isort: split
from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from trigrad import bots, games
from trigrad.engine.game import Game, returns
from trigrad.vector import VectorGame

ILLEGAL = -1.0  # reward of a choice that is not possible, which ends a single game


def _space(game: Game, encoded: bool) -> spaces.Box:
    layout = game.observation
    if encoded:
        return spaces.Box(-1, 1, (layout.encoded_size,), np.float32)
    return spaces.Box(layout.least, layout.most, dtype=layout.dtype.type)


class SeatEnv(gymnasium.Env):  # type: ignore[misc]  # the library is there for its users alone
    """A game for one agent; a choice that is not possible loses at once, with a reward of ``ILLEGAL``."""

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012 - the library's

    def __init__(
        self,
        game: str,
        *,
        players: int | None = None,
        options: Mapping[str, str] | None = None,
        opponents: str | Sequence[str] = "greedy",
        seat: int | None = None,
        memory: bool = True,
        encoded: bool = True,
    ) -> None:
        """An environment before its ``reset``.

        ``opponents``: a bot for all other seats, or one for each, clockwise. ``seat``: the agent's; by default drawn
        anew for each game. ``encoded``: observations are float32 for networks, else the numbers of ``Game.observe``.
        ``ValueError`` for numbers that cannot be; ``UnknownGame``, ``UnknownBot``, ``UnknownOption``.
        """
        self.game = games.load(game)
        self._players = players or self.game.min_players
        self._options, self._memory, self._encoded = dict(options or {}), memory, encoded
        self.game.encode_options(self._players, self._options)
        names = [opponents] * (self._players - 1) if isinstance(opponents, str) else list(opponents)
        if len(names) != self._players - 1:
            raise ValueError(f"{self._players} players leave {self._players - 1} opponents, not {len(names)}")
        if seat is not None and not 0 <= seat < self._players:
            raise ValueError(f"there is no seat {seat}")
        for name in names:
            bots.load(name)
        self._opponents, self._chosen_seat = names, seat
        self.observation_space = _space(self.game, encoded)
        self.action_space = spaces.Discrete(self.game.num_actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begin a new game, up to the agent's first choice."""
        super().reset(seed=seed, options=options)
        drawn = int(self.np_random.integers(self._players))
        self.seat = drawn if self._chosen_seat is None else self._chosen_seat
        self.record = self.game.new(self._players, self.np_random.bytes(32), self._options)
        self._play_on()
        return self._observed(), self._info()

    def step(self, action: int) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Make a choice, and let the others play up to the agent's next one."""
        if not self.action_masks()[int(action)]:
            return self._observed(), ILLEGAL, True, False, self._info()
        self.game.apply_silently(self.record, int(action))
        self._play_on()
        reward = returns(self.record)[self.seat]
        return self._observed(), reward, bool(self.record.over), False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, (num_actions,)."""
        mask = np.zeros(self.game.num_actions, np.bool_)
        mask[self.game.legal(self.record)] = True
        return mask

    def _play_on(self) -> None:
        """Carry out forced choices and the opponents'."""
        while not self.record.over:
            legal, mover = self.game.legal(self.record), int(self.record.to_move)
            if len(legal) > 1 and mover == self.seat:
                return
            action = legal[0]
            if len(legal) > 1:
                name = self._opponents[(mover - self.seat) % self._players - 1]
                action = bots.decide(self.game, self.record, mover, name, self.np_random.bytes(32))
            self.game.apply_silently(self.record, action)

    def _observed(self) -> NDArray[Any]:
        seen = self.game.observe(self.record, self.seat, self._memory)
        return self.game.observation.encode(seen) if self._encoded else seen

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype(np.int8), "seat": self.seat}


class SeatVectorEnv(VectorEnv):  # type: ignore[misc]  # as above
    """Many games for one agent, compiled; a game that is over is followed by the next one in the same step.

    What is observed then is the next game; nothing follows from the end of the last one but its reward. A choice that
    is not possible is refused with ``IllegalAction``. Arrays that are not encoded are overwritten by the next step.
    """

    def __init__(self, game: str, num_envs: int = 1024, *, encoded: bool = True, **more: Any) -> None:
        """``more`` goes to ``trigrad.vector.VectorGame``; the opponents are greedy by default."""
        self.games = VectorGame(game, batch=num_envs, **({"opponents": "greedy"} | more))
        self.num_envs, self._encoded = num_envs, encoded
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.single_observation_space = _space(self.games.game, encoded)
        self.single_action_space = spaces.Discrete(self.games.game.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rows = np.arange(num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begin all games anew, those of another seed if there is one."""
        super().reset(seed=seed, options=options)
        if seed is not None:
            self.games.seed(seed)
        step = self.games.reset()
        return self._observed(step.observations), {"action_mask": step.masks}

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Make a choice in every game."""
        step = self.games.step(actions)
        rewards = step.rewards[self._rows, self.games.seats]
        truncated = np.zeros(self.num_envs, np.bool_)
        return self._observed(step.observations), rewards, step.done.copy(), truncated, {"action_mask": step.masks}

    def _observed(self, observations: NDArray[Any]) -> NDArray[Any]:
        return self.games.observation.encode(observations) if self._encoded else observations

    def close_extras(self, **_: Any) -> None:
        """End the threads."""
        self.games.close()
