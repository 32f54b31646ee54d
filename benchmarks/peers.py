"""Trigrad beside pgx (JAX) and OpenSpiel (C++): random games on one core of this machine, one after the other.

    .venv/bin/python -m benchmarks.peers                 some minutes, and 400 MB in build/peers-tools
    .venv/bin/python -m benchmarks.peers --rounds 5      each row is the best of so many rounds, 3 by default

Every row is a process of its own, bound to one core. Trigrad and pgx play a batch of 4,096 games at once: in each step
a legal action is chosen at random in every game and carried out, and observations and masks are written. OpenSpiel has
no batches: ``pyspiel.evaluate_bots`` plays whole games by its uniform bots, in C++ throughout, and observes nothing.
Time is that of the processor, so that other work on the machine matters less.
What counts is a player's action, also a forced one where a library does not make those by itself: in its favour. The
games are those of each library with chance or hidden cards that it plays fastest, or that are most like ours.
"""

import argparse
import json
import os
import subprocess
import time
from collections.abc import Callable
from typing import Any

from scripts import tools
from start import PYTHON, ROOT

WANTED = ("pgx==2.6.0", "open-spiel==2.0.2")
BATCH = 4096
SECONDS = 2.0  # of a round
STEPS = 20  # of pgx in one compiled loop, so that calls from Python cost it nothing
ROWS = (
    ("trigrad", "quorum"),
    ("trigrad", "petersburg"),
    ("trigrad", "quebec"),
    ("pgx", "kuhn_poker"),
    ("pgx", "leduc_holdem"),
    ("pgx", "backgammon"),
    ("pgx", "sparrow_mahjong"),
    ("openspiel", "leduc_poker"),
    ("openspiel", "backgammon"),
    ("openspiel", "gin_rummy"),
    ("openspiel", "hearts"),
)


def main() -> None:
    """Measure every row and print a table."""
    parser = argparse.ArgumentParser(description="Trigrad beside pgx and OpenSpiel.")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--row", nargs=2, metavar=("LIBRARY", "GAME"), help="Measure this one here, as JSON.")
    asked = parser.parse_args()
    if asked.row:
        print(json.dumps(_LIBRARIES[asked.row[0]](asked.row[1])))
        return
    peers = environment()
    found = {
        (library, game): max(ask(PYTHON if library == "trigrad" else peers, library, game) for _ in range(asked.rounds))
        for library, game in ROWS
    }
    slowest = min(found[row] for row in ROWS if row[0] == "trigrad")
    print("| library | game | actions a second | Trigrad's slowest game to it |\n| --- | --- | --- | --- |")
    for (library, game), rate in found.items():
        print(f"| {library} | {game} | {rate:,.0f} | {'' if library == 'trigrad' else f'{slowest / rate:,.1f}'} |")


def environment() -> str:
    """The Python of an environment that has the other libraries."""
    folder = tools.BUILD / "peers-tools"
    stamp = folder / "trigrad-wanted"
    if not stamp.exists() or stamp.read_text("utf-8") != str(WANTED):
        tools.install(tools.new_environment(folder), *WANTED)
        stamp.write_text(str(WANTED), "utf-8")
    return str(tools.program(folder, "python"))


def ask(python: object, library: str, game: str) -> float:
    """Actions a second, by a process that may use one core."""
    command = [str(python), "-m", "benchmarks.peers", "--row", library, game]
    done = subprocess.run(
        command, cwd=ROOT, env=os.environ | {"JAX_PLATFORMS": "cpu"}, stdout=subprocess.PIPE, check=True
    )
    rate: float = json.loads(done.stdout)
    return rate


def bind() -> None:
    """From now on this process has one core."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def rate(play: Callable[[], int]) -> float:
    """Actions a second of the quickest call of ``play``, which returns how many actions it made."""
    play()
    best, end = 0.0, time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        began = time.process_time()
        actions = play()
        best = max(best, actions / (time.process_time() - began))
    return best


# --- The libraries --------------------------------------------------------------------


def trigrad(name: str) -> float:
    """``trigrad.vector``; forced choices are made by it and not counted."""
    bind()
    from trigrad.vector import VectorGame

    games = VectorGame(name, players=2, batch=BATCH, threads=1)
    games.reset()

    def play() -> int:
        games.step(games.sample())
        return BATCH

    for _ in range(100):  # until the games stand at all stages
        play()
    return rate(play)


def pgx(name: str) -> float:
    """Batches of pgx, compiled by JAX, with its own automatic reset."""
    bind()
    import jax
    import pgx as library
    from pgx.experimental import auto_reset

    env = library.make(name)
    begin, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

    def one(_: int, carry: tuple[Any, Any]) -> tuple[Any, Any]:
        key, state = carry
        key, choice, chance = jax.random.split(key, 3)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        action = jax.random.categorical(choice, logits, axis=1)
        return key, step(state, action, jax.random.split(chance, BATCH))

    loop = jax.jit(lambda carry: jax.lax.fori_loop(0, STEPS, one, carry))
    key = jax.random.PRNGKey(1)
    carry = [(key, jax.jit(begin)(jax.random.split(key, BATCH)))]

    def play() -> int:
        carry[0] = jax.block_until_ready(loop(carry[0]))
        return BATCH * STEPS

    return rate(play)


def openspiel(name: str) -> float:
    """Whole games of OpenSpiel's own uniform bots."""
    bind()
    import pyspiel

    game = pyspiel.load_game(name)
    players, seeds = range(game.num_players()), iter(range(2**31))

    def play() -> int:
        state, seed = game.new_initial_state(), next(seeds)
        bots = [pyspiel.make_uniform_random_bot(player, seed) for player in players]
        began = time.process_time()
        pyspiel.evaluate_bots(state, bots, seed)
        times.append(time.process_time() - began)
        return sum(past.player >= 0 for past in state.full_history())

    times: list[float] = []
    actions, end = 0, time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        actions += play()
    return actions / sum(times)


_LIBRARIES = {"trigrad": trigrad, "pgx": pgx, "openspiel": openspiel}

if __name__ == "__main__":
    main()
