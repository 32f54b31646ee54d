"""How much of a game is luck: ``python benchmarks/luck.py --games 20``.

Two searches of the same thought play against a bot on the same shuffles, in all seatings; one of them sees all that is
hidden, also what will be drawn. What that one wins is about what anybody could win who knew no more than the seat may
know, or less. Prints one JSON object: wins of the seer and of the honest search with their 95% intervals (Wilson), and
how much more the seer wins, with its error by pairs of games.
"""

import argparse
import hashlib
import json
import os
import statistics
from typing import Any

os.environ.setdefault("TRIGRAD_NATIVE", "1")

import numpy as np

from trigrad import bots, games
from trigrad.arena.simulate import wilson
from trigrad.arena.single import game_seed
from trigrad.bots import search
from trigrad.bots.levels import NODES, Budget, Level, choose
from trigrad.bots.scratch import SearchScratch, new_search_scratch
from trigrad.bots.search import Tree
from trigrad.engine.game import Game, returns
from trigrad.engine.header import Header
from trigrad.engine.random import Generator, generator
from trigrad.engine.rule import rule


@rule
def see_all(real: Header, iterations: int, chance: Generator, tree: Tree, scratch: SearchScratch) -> None:
    """Let a tree grow in the real world instead of imagined ones."""
    for _ in range(iterations):
        scratch.world = real
        length = search.descend(tree, chance, scratch)
        search.play_out(chance, scratch)
        search.value_all(scratch.world, scratch)
        search.remember(tree, length, scratch)


class Seer:
    """Chooses as the search does, but knows the real position."""

    def __init__(self, game: Game, iterations: int) -> None:
        self._game = game
        self._iterations = iterations
        self._scratch = new_search_scratch(game)
        self._tree = search.new_tree(min(NODES, iterations + 1 + game.num_actions))

    def choose(self, record: Any, _seat: int, seed: bytes) -> int:
        """What the search looks at most."""
        search.plant(self._tree, self._scratch)
        see_all(record, self._iterations, generator(seed), self._tree, self._scratch)
        meanings = {int(self._game.functions.meaning(record, action)): action for action in self._game.legal(record)}
        best, most = 0, -1
        child = int(self._tree[search.ROOT].child)
        while child != search.NONE:
            node = self._tree[child]
            if node.visits > most:
                best, most = meanings[int(node.meaning)], int(node.visits)
            child = int(node.sibling)
        return best


def share(game: Game, player: Any, against: str, wish: argparse.Namespace) -> list[float]:
    """The shares of the victory of a player against a bot, over all games."""
    found = []
    for index in range(wish.games):
        number, seat = divmod(index, wish.players)
        record = game.new(wish.players, game_seed(wish.seed, number))
        step = 0
        while not record.over:
            legal = game.legal(record)
            action = legal[0]
            if len(legal) > 1:
                mover = int(record.to_move)
                chance = hashlib.sha256(f"{wish.seed} {number} {seat} {step}".encode()).digest()
                action = (
                    player(record, mover, chance)
                    if mover == seat
                    else bots.decide(game, record, mover, against, chance)
                )
            step += 1
            game.apply_silently(record, action)
        found.append(returns(record)[seat])
    return found


def summary(shares: list[float]) -> dict[str, Any]:
    """The mean of some shares, and its interval."""
    low, high = wilson(sum(shares), len(shares))
    return {"win_rate": round(statistics.mean(shares), 3), "interval": [round(low, 3), round(high, 3)]}


def main() -> None:
    """Play, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", default="quorum")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--iterations", type=int, default=4000, help="Of the searches, a choice.")
    parser.add_argument("--against", default="planner", help="A bot.")
    parser.add_argument("--seed", type=int, default=0)
    wish = parser.parse_args()
    game = games.load(wish.game)
    level = Level(Budget(iterations=wish.iterations))
    seer = share(game, Seer(game, wish.iterations).choose, wish.against, wish)
    honest = share(game, lambda record, seat, seed: choose(game, record, seat, level, seed), wish.against, wish)
    error = 1.96 * float(np.std(np.subtract(seer, honest))) / len(seer) ** 0.5
    gain = {"gain": round(statistics.mean(seer) - statistics.mean(honest), 3), "error": round(error, 3)}
    print(json.dumps({"games": wish.games, "seer": summary(seer), "honest": summary(honest)} | gain))


if __name__ == "__main__":
    main()
