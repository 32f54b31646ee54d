"""How fast this commit plays beside another: ``python benchmarks/compare.py a5538b5 --runs 10``.

Both commits play random games by compiled rules in turn, on the same machine, so that a change of its pace meets both;
prints one JSON object: for each game the median decisions a second of both and the ratio of the medians, and the same
for the seconds of a first compilation.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def ask(tree: Path, task: str, game: str, cache: Path) -> tuple[dict[str, float], float]:
    """What a task of ``trigrad.arena.bench`` finds with the sources of a tree, and the seconds that it takes."""
    environment = os.environ | {"PYTHONPATH": str(tree / "src"), "TRIGRAD_NATIVE": "1", "NUMBA_CACHE_DIR": str(cache)}
    began = time.perf_counter()
    command = [sys.executable, "-m", "trigrad.arena.bench", task, game, "2"]
    done = subprocess.run(command, env=environment, cwd=tree, stdout=subprocess.PIPE, check=True, text=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found, time.perf_counter() - began


def compare(trees: dict[str, Path], game: str, runs: int, compilations: int) -> dict[str, dict[str, float]]:
    """Let two trees play a game in turn."""
    paces: dict[str, list[float]] = {name: [] for name in trees}
    compiled: dict[str, list[float]] = {name: [] for name in trees}
    with tempfile.TemporaryDirectory() as place:
        for number in range(compilations):
            for name, tree in trees.items():
                compiled[name].append(ask(tree, "play_first", game, Path(place) / f"{name}{number}")[1])
        for _ in range(runs):
            for name, tree in trees.items():
                paces[name].append(ask(tree, "play_native", game, Path(place) / name)[0]["native_per_s"])
    return {"decisions_per_s": medians(paces), "first_game_s": medians(compiled)}


def medians(found: dict[str, list[float]]) -> dict[str, float]:
    """The median of each, and the first's by the second's."""
    each = {name: statistics.median(values) for name, values in found.items()}
    here, there = each.values()
    return {**{name: round(value, 2) for name, value in each.items()}, "ratio": round(here / there, 3)}


def main() -> None:
    """Check another commit out, play, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("commit")
    parser.add_argument("--games", default="petersburg,quebec,quorum")
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--compilations", type=int, default=3)
    wish = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        other = Path(place) / "other"
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", other, wish.commit], cwd=ROOT, check=True)
        try:
            trees = {"here": ROOT, "there": other}
            found = {game: compare(trees, game, wish.runs, wish.compilations) for game in wish.games.split(",")}
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", other], cwd=ROOT, check=True)
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
