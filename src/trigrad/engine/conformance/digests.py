"""All that the rules answer along a game as one number, to compare native rules with interpreted ones."""

import hashlib
import os
import struct
import subprocess
import sys

from trigrad.engine.conformance.cases import Case, cases, seed_of
from trigrad.engine.game import Game
from trigrad.engine.journal import new_journal


def digest(case: Case) -> str:
    """A number for all that the rules answer along a game: records, choices, journals, draws, standings."""
    chance = case.chance()
    game, total = case.new(), hashlib.sha256()
    while not game.over:
        legal = case.game.legal(game)
        total.update(game.tobytes())
        total.update(repr(legal).encode())
        total.update(repr([int(case.game.functions.meaning(game, action)) for action in legal]).encode())
        if chance.randrange(6) == 0:
            seat = chance.randrange(case.players)
            total.update(case.game.resampled(game, seat, seed_of(case.seed)).tobytes())
            total.update(struct.pack("<d", case.game.lead(game, seat)))
        if chance.randrange(30) == 0:  # interpreted it takes longer than a choice
            for memory in (False, True):
                total.update(case.game.observe(game, int(game.to_move), memory).tobytes())
        journal = new_journal()
        case.game.functions.apply_action(game, chance.choice(legal), journal)
        total.update(journal.tobytes())
    total.update(game.tobytes())
    return total.hexdigest()


def digests(game: Game, count: int) -> list[str]:
    """One line a game, its case and its digest, for ``count`` games."""
    return [f"{case} {digest(case)}" for case in cases(game, count)]


def native_digests(module: str, count: int) -> list[str]:
    """The same from native rules, in a process of their own; ``module`` holds the game as ``GAME``."""
    run = subprocess.run(  # noqa: S603 - this very package
        [sys.executable, "-m", "trigrad.engine.conformance", module, str(count)],
        env={**os.environ, "TRIGRAD_NATIVE": "1"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return run.stdout.splitlines()
