"""How long the analysis of a game takes, and how true it is: ``python benchmarks/analysis.py quebec --players 3``.

Bots play whole games, each of which is analysed as the server does it, on the clock of one core, and, unless
``--reference 0``, once more with so many seconds for each search. Prints one JSON object: the seconds, and how what the
choices cost by the one analysis compares with what they cost by the other.
"""

import argparse
import hashlib
import json
import os
import statistics
import time
from collections.abc import Sequence
from functools import partial
from typing import Any

os.environ.setdefault("TRIGRAD_NATIVE", "1")

from trigrad import bots, games
from trigrad.arena.single import game_seed
from trigrad.bots import levels, teaching
from trigrad.bots.levels import Budget, Thought
from trigrad.engine.game import Game
from trigrad.engine.header import Header
from trigrad.table.analysis import Analysis, analyse
from trigrad.table.table import Rules, Table

_SMALL = 0.05  # a chance given away that hardly anybody would care about


def seed_of(*what: object) -> bytes:
    """Chance that is the same each time."""
    return hashlib.sha256(repr(what).encode()).digest()


def finished(game: Game, wish: argparse.Namespace, number: int) -> Table:
    """A game between bots, to its end."""
    options = dict(option.split("=") for option in wish.option)
    table = Table(Rules(game, wish.players, options), game_seed(wish.seed, number))
    while (seat := table.to_move) is not None:
        action = bots.decide(game, table.record, seat, wish.bot, seed_of(wish.seed, number, table.version))
        table.act(seat, action, table.version)
    return table


def think(
    game: Game, seconds: float | None, record: Header, seat: int, only: int | None, budget: Budget
) -> Sequence[Thought]:
    """What a search thinks, for as long as it is told to or for some seconds."""
    chance = seed_of(record.tobytes(), only, budget, seconds)
    known = game.resampled(record, seat, chance)
    enough = budget if seconds is None else Budget(seconds=seconds)
    return levels.think(game, known, seat, enough, chance, only, clock=time.thread_time)


def compare(game: Game, record: Header, seat: int, actions: Sequence[int]) -> Sequence[tuple[teaching.Ground, ...]]:
    """What speaks for actions and against them."""
    chance = seed_of(record.tobytes(), actions)
    return teaching.grounds(game, game.resampled(record, seat, chance), seat, list(actions), chance)


def analysed(table: Table, seconds: float | None = None) -> tuple[Analysis, float]:
    """The analysis of a game, and the seconds that it took of a core."""
    game, began = table.rules.game, time.process_time()
    *_, last = analyse(table, partial(think, game, seconds), partial(compare, game))
    assert last.analysis is not None
    return last.analysis, time.process_time() - began


def compared(quick: Analysis, reference: Analysis) -> dict[str, Any]:
    """How the costs of one analysis compare with those of a longer one."""
    pairs = list(zip(quick.choices, reference.choices, strict=True))
    known = {choice.step: choice.cost for choice in reference.choices}
    named = quick.costliest()
    most = sum(choice.cost for choice in reference.costliest())
    wrong = [(one, other) for one, other in pairs if max(one.cost, other.cost) >= _SMALL]
    return {
        "apart": statistics.mean(abs(one.cost - other.cost) for one, other in pairs),
        "apart_where_costly": statistics.mean([abs(one.cost - other.cost) for one, other in wrong] or [0.0]),
        "told": statistics.mean([choice.cost for choice in named] or [0.0]),
        "told_by_reference": statistics.mean([known[choice.step] for choice in named] or [0.0]),
        "worst_by_reference": most / max(1, len(reference.costliest())),
        "ordered": order([one.cost for one, _ in pairs], [other.cost for _, other in pairs]),
    }


def order(ones: Sequence[float], others: Sequence[float]) -> float:
    """How often two choices, of which one cost clearly more by the second list, stand in that order in the first."""
    right = asked = 0.0
    for one, other in zip(ones, others, strict=True):
        for second_one, second_other in zip(ones, others, strict=True):
            if other >= second_other + _SMALL:
                asked += 1
                right += (one > second_one) + (one == second_one) / 2
    return right / asked if asked else 1.0


def main() -> None:
    """Play, analyse, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--bot", default="casual", help="That plays the games.")
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--reference", type=float, default=1.0, help="Seconds for each search; 0 = none.")
    wish = parser.parse_args()
    game = games.load(wish.game)
    analysed(finished(game, argparse.Namespace(**{**vars(wish), "bot": "planner"}), -1 % 2**31))  # compiles
    seconds, choices, found = [], [], []
    for number in range(wish.games):
        table = finished(game, wish, number)
        quick, took = analysed(table)
        seconds.append(took)
        choices.append(len(quick.choices))
        if wish.reference:
            found.append(compared(quick, analysed(table, wish.reference)[0]))
    means = {key: round(statistics.mean(one[key] for one in found), 3) for key in (found[0] if found else ())}
    print(json.dumps({"choices": choices, "seconds": [round(one, 1) for one in seconds], **means}))


if __name__ == "__main__":
    main()
