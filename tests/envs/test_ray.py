"""Games on a Ray cluster of two machines, both of them this one. Run by ``python3 -m scripts.check_envs``."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.envs
SOURCES = Path(__file__).parents[2] / "src"
MEMORY = 80 * 2**20  # bytes that a machine keeps results in, Ray's least
CLUSTER = """
import sys
from ray.cluster_utils import Cluster
machine = {"num_cpus": 1, "object_store_memory": MEMORY}
cluster = Cluster(initialize_head=True, head_node_args=machine | {"include_dashboard": False})
cluster.add_node(**machine)
print(cluster.address, flush=True)
sys.stdin.read()
cluster.shutdown()
""".replace("MEMORY", str(MEMORY))
GAMES = """
import json, os, sys
import numpy as np
from trigrad import bots, games
from trigrad.arena.simulate import simulate_and_keep
from trigrad.arena.tournament import play_tournament
from trigrad.arena.train import Course, train
from trigrad.arena.workers import executor_of


def last(game, record, seat, chance):
    return int(game.legal(record)[-1])


bots.register("last", last)
def play(workers):
    summary, kept = simulate_and_keep("noughts", 2, 20, ["random", "greedy"], 3, workers=workers)
    told = []
    tournament = play_tournament("noughts", ["last", "strong:20"], 4, seed=5, on_progress=told.append, workers=workers)
    weights = train(games.load("quorum"), [(2, {})], 2, Course(bytes(32), iterations=3), workers=workers)
    return [
        kept.actions.values.tolist(), kept.scores.tolist(), kept.places.tolist(), [seat.wins for seat in summary.seats],
        [[game.seats, game.actions, game.scores] for game in tournament.played], told, weights.tolist(),
    ]


found = [play(2)]
with executor_of(ADDRESS) as (executor, number):
    assert number == 2
    assert executor.submit(os.getpid).result() != os.getpid()
    assert isinstance(executor.submit(divmod, 1, 0).exception(), ZeroDivisionError)
    found.append(play(ADDRESS))
print(json.dumps(found))
"""


def environment() -> dict[str, str]:
    """In which the sources are found, and nothing is told to Ray's makers."""
    return os.environ | {"PYTHONPATH": str(SOURCES), "RAY_USAGE_STATS_ENABLED": "0", "TRIGRAD_NATIVE": "0"}


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """The address of a cluster of two machines with a core each."""
    command = [sys.executable, "-c", CLUSTER]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=environment()) as process:
        assert process.stdin
        assert process.stdout
        yield process.stdout.readline().strip()
        process.stdin.close()


def test_a_cluster_plays_the_same_games(cluster: str) -> None:
    command = [sys.executable, "-c", GAMES.replace("ADDRESS", repr(cluster))]
    done = subprocess.run(command, capture_output=True, check=False, text=True, env=environment())
    assert done.returncode == 0, done.stderr
    here, there = json.loads(done.stdout)
    assert here == there
    assert len(here[0]) > 20 * 5  # a game has five choices or more
    assert here[5] == [1] * 4


def test_where_none_answers_one_line_says_so() -> None:
    from trigrad.arena.workers import NoCluster, executor_of

    with socket.create_server(("127.0.0.1", 0)) as server:
        free = server.getsockname()[1]
    for address in (f"127.0.0.1:{free}", "127.0.0.1:99999", "nowhere.invalid:6379"):
        with pytest.raises(NoCluster, match=f"^no Ray cluster answers at {address}: .+$"), executor_of(address):
            pass
    for address in ("rubbish", "ray://127.0.0.1:10001", ""):
        refusal = f"^the address of a Ray cluster is host:port or auto, not '{address}'$"
        with pytest.raises(NoCluster, match=refusal), executor_of(address):
            pass
