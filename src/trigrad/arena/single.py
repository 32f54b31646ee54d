"""One game between any bots, as part of many: its seed by its number, its choices, and what came of it."""

import hashlib
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from trigrad import bots as all_bots
from trigrad.arena.match import draw_game_seed
from trigrad.engine.game import Game, returns
from trigrad.engine.random import SEED_BYTES, generator


@dataclass(frozen=True)
class Played:
    """One game between bots."""

    number: int  # games of the same number begin alike
    seats: Sequence[str]  # the bot of each seat
    actions: Sequence[int]
    scores: Sequence[int]
    places: Sequence[int]
    shares: Sequence[float]  # of the victory
    decisions: Mapping[str, int]  # choices between two or more actions, by bot
    seconds: Mapping[str, float]  # of thought on a core, by bot


def master_key(seed: int) -> bytes:
    """The 256-bit key that all seeds of a simulation are drawn from."""
    return hashlib.sha256(f"trigrad simulation {seed}".encode()).digest()


def game_seed(seed: int, number: int) -> bytes:
    """The seed of game ``number`` (from 0) of a simulation: to look at that game by itself."""
    words = np.zeros(SEED_BYTES // 4, "<u4")
    draw_game_seed(generator(master_key(seed)), number, words)
    return words.tobytes()


def play(game: Game, line: Sequence[str], number: int, seed: int, options: Mapping[str, str] | None) -> Played:
    """Play one game; its shuffle depends on ``number`` alone, the bots' chance also on the seating.

    Bots think by the clock of their own thread, which stands still while others have the core: other
    work on the machine, and other games of the tournament, make them no weaker.
    """
    record = game.new(len(line), game_seed(seed, number), options)
    actions: list[int] = []
    decisions = dict.fromkeys(line, 0)
    seconds = dict.fromkeys(line, 0.0)
    while not record.over:
        legal = game.legal(record)
        bot = line[int(record.to_move)]
        action = legal[0]
        if len(legal) > 1:
            began = time.thread_time()
            chance = hashlib.sha256(f"{seed} {number} {line} {len(actions)}".encode()).digest()
            action = all_bots.decide(game, record, int(record.to_move), bot, chance, clock=time.thread_time)
            seconds[bot] += time.thread_time() - began
            decisions[bot] += 1
        actions.append(action)
        game.apply_silently(record, action)
    scores = [int(record.scores[seat]) for seat in range(len(line))]
    places = [int(record.places[seat]) for seat in range(len(line))]
    return Played(number, tuple(line), actions, scores, places, returns(record), decisions, seconds)
