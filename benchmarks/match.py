"""How well this commit's bots play against another's: ``python benchmarks/match.py a5538b5 --game quebec``.

One seat is this commit's, the others the other commit's; each shuffle is played once with every seat being the one.
Each commit thinks in a process of its own, by the clock of its thread, and both follow the same list of choices. Prints
one JSON object: wins of this commit with their 95% interval (Wilson), and the mean points of both.
"""

import argparse
import hashlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from trigrad import games as all_games
from trigrad.arena.simulate import wilson
from trigrad.arena.single import game_seed
from trigrad.engine.game import Game, returns

ROOT = Path(__file__).resolve().parents[1]

THINKER = """
import json, sys, time
from trigrad import bots, games
from trigrad.bots import levels
for line in sys.stdin:
    name, players, shuffle, options, actions, bot, seed, seconds = json.loads(line)
    game = games.load(name)
    record = game.new(players, bytes.fromhex(shuffle), options)
    for action in actions:
        game.apply_silently(record, action)
    chance, seat = bytes.fromhex(seed), int(record.to_move)
    if seconds is None:
        action = bots.decide(game, record, seat, bot, chance, clock=time.thread_time)
    else:
        budget = (levels.Budget if hasattr(levels, "Budget") else levels.Dial)(seconds=seconds)
        thoughts = levels.think(game, record, seat, budget, chance, clock=time.thread_time, until_sure=True)
        action = thoughts[0].action
    print(action, flush=True)
"""


QUICK = ("random", "greedy", "planner")


class Thinker:
    """A commit's bots, in a process of its own."""

    def __init__(self, tree: Path) -> None:
        environment = os.environ | {"PYTHONPATH": str(tree / "src"), "TRIGRAD_NATIVE": "1"}
        command = [sys.executable, "-c", THINKER]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, env=environment, cwd=tree, stdin=pipe, stdout=pipe, text=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None) -> None:
        self._process.communicate()

    def decide(self, question: list[Any]) -> int:
        """A choice after a list of choices."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())


def play(game: Game, here: Thinker, there: Thinker, wish: argparse.Namespace, number: int, seat: int) -> Any:
    """One game: the finished record."""
    shuffle, options = game_seed(wish.seed, number), dict(option.split("=") for option in wish.option)
    record = game.new(wish.players, shuffle, options)
    actions: list[int] = []
    while not record.over:
        action = game.legal(record)[0]
        if len(game.legal(record)) > 1:
            thinker, bot = (here, wish.bot) if record.to_move == seat else (there, wish.against or wish.bot)
            chance = hashlib.sha256(f"{wish.seed} {number} {seat} {len(actions)}".encode()).hexdigest()
            seconds = None if bot in QUICK else wish.seconds
            action = thinker.decide([game.name, wish.players, shuffle.hex(), options, actions, bot, chance, seconds])
        actions.append(action)
        game.apply_silently(record, action)
    return record


def match(wish: argparse.Namespace, here: Thinker, there: Thinker) -> dict[str, Any]:
    """All games, and what came of them."""
    game = all_games.load(wish.game)
    shares, own, others = [], [], []
    for index in range(wish.games):
        number, seat = divmod(index, wish.players)
        record = play(game, here, there, wish, number, seat)
        points = [int(score) for score in record.scores[: wish.players]]
        shares.append(returns(record)[seat])
        own.append(points.pop(seat))
        others.append(statistics.mean(points))
        print(f"{len(shares)} of {wish.games} games: {sum(shares):g} won", file=sys.stderr)
    low, high = wilson(sum(shares), len(shares))
    return {
        "games": len(shares),
        "win_rate": round(statistics.mean(shares), 3),
        "interval": [round(low, 3), round(high, 3)],
        "points": round(statistics.mean(own), 1),
        "points_of_others": round(statistics.mean(others), 1),
    }


def main() -> None:
    """Check another commit out, play, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("commit")
    parser.add_argument("--game", required=True)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--bot", default="strong")
    parser.add_argument("--against", help="The other commit's bot, the same by default.")
    parser.add_argument("--seconds", type=float, help="For which any level thinks, in place of its own time.")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--seed", type=int, default=0)
    wish = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        other = Path(place) / "other"
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", other, wish.commit], cwd=ROOT, check=True)
        try:
            with Thinker(ROOT) as here, Thinker(other) as there:
                found = match(wish, here, there)
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", other], cwd=ROOT, check=True)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
