"""Batches of games are the single games, step by step, however they are divided among threads."""

import hashlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from trigrad import bots, games
from trigrad.arena import crew, gpu
from trigrad.arena.batch import GROUP
from trigrad.arena.match import draw_game_seed
from trigrad.arena.single import game_seed, master_key
from trigrad.bots import policy
from trigrad.bots.scratch import new_scratch
from trigrad.engine.game import IllegalAction, UnknownOption, returns
from trigrad.engine.random import generator, next_word, reseed
from trigrad.vector import VectorGame


class Single:
    """One place of a batch, played by the contract alone."""

    def __init__(self, name: str, players: int, number: int, batch: int, opponents: Sequence[str] = ()) -> None:
        self.game, self.players, self.number, self.batch = games.load(name), players, number, batch
        self.seat, self.opponents = number % players, opponents
        self.done, self.rewards = False, [0.0] * players
        self.begin()

    def begin(self) -> None:
        self.record = self.game.new(self.players, game_seed(5, self.number))
        stream, words = generator(master_key(5)), np.zeros(8, np.uint32)
        draw_game_seed(stream, self.number, words)
        self.chance = generator(bytes(32))
        reseed(self.chance, np.array([next_word(stream) for _ in range(8)], np.uint32))
        self.play_on()

    def play_on(self) -> None:
        while not self.record.over:
            legal, turn = self.game.legal(self.record), (int(self.record.to_move) - self.seat) % self.players
            if len(legal) == 1:
                self.game.apply_silently(self.record, legal[0])
            elif not self.opponents or turn == 0:
                return
            else:
                number = bots.compiled(self.opponents[turn - 1])
                seat, scratch = int(self.record.to_move), new_scratch(self.game)
                self.game.apply_silently(self.record, policy.choose(number, self.record, seat, self.chance, scratch))

    def step(self, action: int) -> None:
        self.done, self.rewards = False, [0.0] * self.players
        self.game.apply(self.record, action)
        self.play_on()
        if self.record.over:
            self.done, self.rewards = True, returns(self.record)
            self.number += self.batch
            self.begin()


def assert_same(single: Single, step: Any, place: int) -> None:
    seat = int(single.record.to_move)
    assert step.to_move[place] == seat
    assert np.flatnonzero(step.masks[place]).tolist() == single.game.legal(single.record)
    assert step.observations[place].tolist() == single.game.observe(single.record, seat).tolist()
    assert bool(step.done[place]) == single.done
    assert step.rewards[place].tolist() == pytest.approx(single.rewards)


@pytest.mark.parametrize(
    ("name", "players", "size", "steps", "opponents"),
    [
        ("noughts", 2, 2 * GROUP + 5, 25, ()),
        ("quorum", 3, 4, 150, ()),
        ("petersburg", 2, 4, 60, ()),
        ("quebec", 5, 4, 60, ()),
        ("noughts", 2, 4, 25, ("greedy",)),
        ("quorum", 3, 4, 60, ("random", "random")),
    ],
)
def test_a_batch_is_its_single_games(name: str, players: int, size: int, steps: int, opponents: Sequence[str]) -> None:
    with VectorGame(name, players=players, batch=size, seed=5, opponents=opponents or None, threads=1) as batch:
        step = batch.reset()
        singles = [Single(name, players, number, size, opponents) for number in range(size)]
        ended = 0
        for _ in range(steps):
            for place, single in enumerate(singles):
                assert_same(single, step, place)
            actions = batch.sample().tolist()
            step = batch.step(actions)
            for single, action in zip(singles, actions, strict=True):
                single.step(action)
            ended += int(step.done.sum())
        assert ended > 0 or name in ("petersburg", "quebec")


def digest(name: str, threads: int, size: int = 5 * GROUP - 3) -> str:
    """All that a batch shows along some steps, as a number; now and then those that help have gone to sleep."""
    total = hashlib.sha256()
    with VectorGame(name, batch=size, seed=2, threads=threads) as batch:
        step = batch.reset()
        for number in range(60):
            if number % 20 == 0:
                time.sleep(0.05)
            for array in step:
                total.update(np.ascontiguousarray(array).tobytes())
            step = batch.step(batch.sample())
    return total.hexdigest()


def test_threads_make_no_difference() -> None:
    assert len({digest("noughts", threads) for threads in (1, 2, 3, 9)}) == 1


def test_a_batch_of_one_game_is_none_of_several() -> None:
    assert digest("noughts", 2, size=1) == digest("noughts", 1, size=1)


def test_those_that_help_end_with_their_batch() -> None:
    def helping() -> int:
        return sum(thread.name == "batch" for thread in threading.enumerate())

    before = helping()
    batches = [VectorGame("noughts", batch=4 * GROUP, threads=3) for _ in range(2)]
    assert helping() == before + 4
    batches.pop().close()
    batches.clear()  # the other one is forgotten
    deadline = time.monotonic() + 20
    while helping() > before:
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_what_goes_wrong_in_another_thread_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(part: Any, options: Any) -> None:
        if threading.current_thread().name == "batch":
            raise ZeroDivisionError("a rule of somebody's game")
        time.sleep(0.01)

    monkeypatch.setattr(crew, "step_games", wrong)
    with VectorGame("noughts", batch=16 * GROUP, threads=2) as batch:
        batch.reset()
        with pytest.raises(ZeroDivisionError):
            batch.step(batch.sample())


def test_where_somebody_is_halted_the_others_wait_for_them() -> None:
    with VectorGame("noughts", batch=4 * GROUP, threads=2) as batch:
        batch.reset()
        board = batch._crew._board
        board[crew._BUSY] += 1  # somebody has taken games and is not done with them
        threading.Timer(0.3, lambda: board.__setitem__(crew._BUSY, board[crew._BUSY] - 1)).start()
        began = time.monotonic()
        batch.step(batch.sample())
        assert time.monotonic() - began > 0.2


_IN_THREADS = """
import trigrad.native, threading
from trigrad.arena import crew
from trigrad.vector import VectorGame
begin, compiled = threading.Thread.start, []
threading.Thread.start = lambda each: (compiled.append(len(crew.stand_by.overloads)), begin(each))
VectorGame("noughts", batch=96, threads=3)
print(compiled)
"""


@pytest.mark.slow
def test_nothing_is_left_for_threads_to_compile_since_a_process_may_end_meanwhile() -> None:
    environment = {key: value for key, value in os.environ.items() if key != "TRIGRAD_NATIVE"}
    done = subprocess.run(
        [sys.executable, "-c", _IN_THREADS], env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    assert done.stdout == "[1, 1]\n"


@pytest.mark.slow
@pytest.mark.parametrize("name", games.names())
def test_compiled_batches_are_the_interpreted_ones(name: str) -> None:
    """The module compiles the rules by itself, in a process that has not imported them yet."""
    source = (
        f"import tests.test_vector as t; from trigrad.engine.rule import NATIVE; print(NATIVE, t.digest({name!r}, 2))"
    )
    environment = {key: value for key, value in os.environ.items() if key != "TRIGRAD_NATIVE"}
    run = subprocess.run(
        [sys.executable, "-c", "import trigrad.vector; " + source],
        env={**environment, "PYTHONPATH": os.pathsep.join(("src", "."))},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    assert run.stdout.split() == ["True", digest(name, 1)]


def test_the_arrays_are_always_the_same() -> None:
    with VectorGame("quorum", batch=2) as batch:
        first = batch.reset()
        before = first.observations.copy()
        second = batch.step(batch.sample())
        assert all(one is other for one, other in zip(first, second, strict=True))
        assert (first.observations != before).any()
        assert first.masks.dtype == first.done.dtype == np.bool_


def test_the_agent_sits_everywhere_equally_often() -> None:
    with VectorGame("quorum", players=4, batch=8, opponents="random") as batch:
        step = batch.reset()
        assert batch.seats.tolist() == [0, 1, 2, 3, 0, 1, 2, 3]
        for _ in range(5):
            assert step.to_move.tolist() == batch.seats.tolist()
            step = batch.step(batch.sample())


def test_the_seed_and_the_options_decide_on_the_games() -> None:
    def begun(seed: int, **more: Any) -> NDArray[Any]:
        with VectorGame("quebec", batch=3, seed=seed, **more) as batch:
            return batch.reset().observations.copy()

    assert (begun(1) == begun(1)).all()
    assert (begun(1) != begun(2)).any()
    family = games.load("quebec").observation.read(begun(1, options={"rules": "family"}))["family"]
    assert family.tolist() == [1, 1, 1]


def test_a_record_of_the_batch_is_a_copy() -> None:
    with VectorGame("noughts", batch=2) as batch:
        step = batch.reset()
        record = batch.record(1)
        batch.game.apply(record, 4)
        assert step.masks[1].all()


def test_what_is_not_possible_is_refused() -> None:
    with VectorGame("noughts", batch=2) as batch:
        with pytest.raises(ValueError, match="have not begun"):
            batch.step([0, 0])
        batch.reset()
        batch.step([3, 4])
        with pytest.raises(IllegalAction):
            batch.step([0, 4])
        with pytest.raises(IllegalAction):
            batch.step([0, 70000])
        assert (batch.record(0).tobytes() == batch.record(1).tobytes()) is False
        batch.step([4, 3])  # the first game was left as it was
        with pytest.raises(ValueError, match=r"not for \(2,\)"):
            batch.step([1])
    with pytest.raises(ValueError, match="one game or more"):
        VectorGame("noughts", batch=0)
    with pytest.raises(ValueError, match="leave 1 opponents"):
        VectorGame("noughts", opponents=["random", "random"])
    with pytest.raises(ValueError, match="thinks too long"):
        VectorGame("noughts", opponents="expert")
    with pytest.raises(bots.UnknownBot):
        VectorGame("noughts", opponents="nobody")
    with pytest.raises(UnknownOption):
        VectorGame("quorum", players=5)
    with pytest.raises(games.UnknownGame):
        VectorGame("chess")
    with pytest.raises(ValueError, match="a device is one of cpu, cuda, not 'tpu'"):
        VectorGame("noughts", device="tpu")


def test_a_gpu_is_refused_where_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu, "find_spec", lambda _: None)
    with pytest.raises(gpu.NoGPU, match="numba-cuda is not installed"):
        VectorGame("noughts", device="cuda")
