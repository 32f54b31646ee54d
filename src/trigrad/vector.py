"""Thousands of games at once, on arrays: for learners.

    games = VectorGame("petersburg", players=3, batch=4096, opponents="greedy", seed=1)
    step = games.reset()
    while True:
        step = games.step(policy(step.observations, step.masks))

One compiled call plays a choice in every game, on all cores. When a game is over, the next one begins in the same step.
The arrays are always the same ones, overwritten by each step: copy what is to be kept. What stands where in an
observation says ``games.observation``; its ``encode`` makes numbers for a network of it.

Import this module before anything else of Trigrad, so that the rules run compiled (``trigrad.native``).
"""

import trigrad.native  # noqa: F401 - before anything of the rules

# isort: split
import weakref
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from trigrad import bots
from trigrad import games as all_games
from trigrad.arena.batch import (
    AGENT,
    GROUP,
    Batch,
    Lane,
    Plan,
    choose_at_random,
    first_illegal,
)
from trigrad.arena.crew import BEGIN, STEP, Crew
from trigrad.arena.gpu import GPUBatch
from trigrad.arena.single import master_key
from trigrad.arena.workers import cores
from trigrad.bots.scratch import new_scratch
from trigrad.engine.game import Game, IllegalAction
from trigrad.engine.header import Header, copy_game, new_games
from trigrad.engine.random import generator, reseed, seed_words
from trigrad.engine.record import new_records

DEVICES = ("cpu", "cuda")


class Step(NamedTuple):
    """What a step shows of every game; the arrays are overwritten by the next one."""

    observations: NDArray[Any]  # int8 or int16 (batch, size), of the seat to move, the own seat first
    masks: NDArray[np.bool_]  # (batch, num_actions): the legal actions, two or more
    to_move: NDArray[np.int8]  # (batch,): the seat to move, among opponents always the agent's
    rewards: NDArray[np.float32]  # (batch, players): of a game that ended in this step, each seat's victory; else 0
    done: NDArray[np.bool_]  # (batch,): whether a game ended in this step; what is observed then is the next one


class VectorGame:
    """``batch`` games of one kind, a choice in each a step; forced choices are made by themselves.

    The agent chooses for all seats, or, with ``opponents``, for one: seat i of the players in game i, i + players, and
    so on, so that it sits everywhere equally often. Each game's seeds follow from ``seed`` and its number alone,
    however many threads play: place i plays the games i, i + batch, i + 2 batch …, with the shuffles that
    ``trigrad.arena.simulate`` gives those numbers.
    """

    game: Game
    """The game that is played."""
    players: int
    batch: int
    seats: NDArray[np.int8]
    """The agent's seat in each game (batch,), where it has one."""

    def __init__(  # noqa: PLR0913 - all but the game are named
        self,
        game: str,
        *,
        players: int | None = None,
        batch: int = 1024,
        options: Mapping[str, str] | None = None,
        seed: int = 0,
        opponents: str | Sequence[str] | None = None,
        memory: bool = True,
        threads: int | None = None,
        device: str = "cpu",
    ) -> None:
        """A batch of games before its ``reset``.

        ``opponents``: a compiled bot for all other seats, or one for each, clockwise from the agent's. ``memory``: what
        everybody saw is observed even when it is no longer visible. ``threads``: all cores by default. ``device``: with
        ``cuda`` games and arrays are on the GPU, as arrays of numba-cuda, and actions may be such or any with the CUDA
        array interface. ``ValueError`` for numbers that cannot be; ``UnknownGame``, ``UnknownBot``, ``UnknownOption``,
        ``NoGPU``.
        """
        if batch < 1:
            raise ValueError(f"a batch has one game or more, not {batch}")
        if device not in DEVICES:
            raise ValueError(f"a device is one of {', '.join(DEVICES)}, not {device!r}")
        self.game = all_games.load(game)
        self.observation = self.game.observation
        self.players = players or self.game.min_players
        self.batch = batch
        self._options = self.game.encode_options(self.players, options or {})
        self._policies = _policies(self.players, opponents)
        self._memory = memory
        alone = opponents is not None
        self.seats = (np.arange(batch) % self.players if alone else np.zeros(batch)).astype(np.int8)
        self._begun = False
        self._make_arrays()
        self._gpu = GPUBatch(self.game, self._batch, self._options) if device == "cuda" else None
        if self._gpu:
            self._step, threads = _step_of(self._gpu.arrays), 1
        count = min(threads or cores(), -(-batch // GROUP))
        self._shares = [self._batch._replace(**self._own()) for _ in range(count)]
        self._crew = Crew(self._shares, self._options)
        weakref.finalize(self, self._crew.close)
        self.seed(seed)

    def _make_arrays(self) -> None:
        batch, game = self.batch, self.game
        lanes = new_records(Lane, batch)
        np.asarray(lanes)["seat"] = self.seats
        games: Any = Batch(
            games=new_games(game.record_type, batch),
            blank=new_games(game.record_type, 1),
            **self._own(),
            lanes=lanes,
            actions=np.zeros(batch, np.int16),
            observations=game.observation.new(batch),
            masks=np.zeros((batch, game.num_actions), np.uint8),
            to_move=np.zeros(batch, np.int8),
            rewards=np.zeros((batch, self.players), np.float32),
            done=np.zeros(batch, np.uint8),
        )
        self._batch = games
        self._step = _step_of(games)

    def _own(self) -> dict[str, Any]:
        """What a thread needs for itself."""
        scratch = new_scratch(self.game)
        own = new_records(type(scratch), 1)
        own[0] = scratch
        return {"plan": new_records(Plan, 1), "scratch": own}

    # --- Playing ------------------------------------------------------------------------

    def seed(self, seed: int) -> None:
        """From the next ``reset`` on the games are those of another seed."""
        key = master_key(seed)
        for share in self._shares:
            plan = share.plan[0]
            reseed(plan.stream, seed_words(key))
            plan.stride, plan.memory = self.batch, int(self._memory)
            for turn, policy in enumerate(self._policies):
                plan.policies[turn] = policy
        chance = master_key(seed ^ 1 << 62)
        self._chance = generator(chance)
        if self._gpu:
            self._gpu.seed(self._shares[0].plan[0], chance)
        self._begun = False

    def reset(self) -> Step:
        """Begin the games 0 .. batch - 1 of the seed, up to the agent's first choice in each."""
        if self._gpu:
            self._gpu.begin()
        else:
            self._crew.do(BEGIN)
        self._begun = True
        return self._step

    def step(self, actions: ArrayLike) -> Step:
        """Make a choice in every game, and go on up to the agent's next ones.

        ``actions`` integers (batch,). ``IllegalAction`` if one is not possible; then none was carried out.
        """
        if not self._begun:
            raise ValueError("the games have not begun: reset comes first")
        if self._gpu:
            return self._step_on_gpu(self._gpu, actions)
        chosen = np.asarray(actions)
        if chosen.shape != (self.batch,):
            raise ValueError(f"there are actions for {chosen.shape}, not for ({self.batch},) games")
        wrong = int(first_illegal(chosen.astype(np.int64), self._batch.masks))
        if wrong >= 0:
            raise IllegalAction(self.game.explain(self._batch.games[wrong], int(chosen[wrong])))
        self._batch.actions[:] = chosen
        self._crew.do(STEP)
        return self._step

    def _step_on_gpu(self, gpu: GPUBatch, actions: Any) -> Step:
        shape = np.shape(actions)
        if shape != (self.batch,):
            raise ValueError(f"there are actions for {shape}, not for ({self.batch},) games")
        wrong = gpu.take(actions)
        if wrong >= 0:
            raise IllegalAction(self.game.explain(gpu.record(wrong), int(actions[wrong])))
        gpu.step()
        return self._step

    def sample(self) -> NDArray[np.int16]:
        """Any legal action in every game (batch,), each as likely as the others; the array is always the same one."""
        if self._gpu:
            drawn: NDArray[np.int16] = self._gpu.sample()
            return drawn
        choose_at_random(self._batch.masks, self._chance, self._batch.actions)
        actions: NDArray[np.int16] = self._batch.actions
        return actions

    # --- Looking ------------------------------------------------------------------------

    def record(self, index: int) -> Header:
        """A copy of the game at a place of the batch, secrets and all: to look at, draw, or search from."""
        if self._gpu:
            return self._gpu.record(range(self.batch)[index])
        record: Header = self._batch.games[index]
        return copy_game(record)

    def close(self) -> None:
        """End the threads."""
        self._crew.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _step_of(games: Any) -> Step:
    """What a step shows, of the arrays of a batch."""
    masks, done = games.masks.view(np.bool_), games.done.view(np.bool_)
    return Step(games.observations, masks, games.to_move, games.rewards, done)


def _policies(players: int, opponents: str | Sequence[str] | None) -> list[int]:
    """Who plays each seat, from the agent's on."""
    if opponents is None:
        return [AGENT] * players
    names = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
    if len(names) != players - 1:
        raise ValueError(f"{players} players leave {players - 1} opponents, not {len(names)}")
    return [AGENT, *map(bots.compiled, names)]
