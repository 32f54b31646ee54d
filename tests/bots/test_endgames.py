"""The search where the right choice can be computed, and what it costs: it wins what can be won, in time."""

import os
import subprocess
import sys
from typing import Any

import pytest
from tests.bots.solving import Solver, is_right, puzzles
from tests.bots.test_bots import seed
from tests.games.petersburg import positions as petersburg
from tests.games.quebec import positions as quebec
from tests.games.quorum import positions as quorum

from trigrad import games
from trigrad.bots import levels, search
from trigrad.bots.levels import Budget, Level
from trigrad.engine.game import Game
from trigrad.games.quorum.components import PROVINCES
from trigrad.games.quorum.state import PLAY

FIRST, SECOND, THIRD = 0, 1, 2

# --- Positions made by hand ---------------------------------------------------------------


def wins_only_by(game: Game, record: Any, notation: str) -> None:
    """One choice alone wins if all play on as well as they can; and the search takes it."""
    seat = int(record.to_move)
    ends = Solver(game, 1000).choices(record)
    winning = [game.describe(record, action).notation for action, end in ends.items() if end[seat][0] == 1.0]
    assert winning == [notation]
    chosen = levels.choose(game, record, seat, Level(Budget(iterations=200)), seed("by hand"))
    assert game.describe(record, chosen).notation == notation


def test_the_last_card_of_quorum() -> None:
    """Only the third army makes 16 of 5: a pair more is 5, and with a 3 six politics cards score 6.

    An army of 1 makes 10, another 3 makes 11 and its own point or two. The second player has 15:
    a pair of armies 5, and alone scores in a province, Germania of value 1 with ten politics cards.
    """
    where = [quorum.cards(province=key) for key in ("germania", "macedonia", "hispania")]

    def some(kind: str, strength: int, number: int = 1) -> list[int]:
        return quorum.cards(type=kind, strength=strength)[:number]

    def one_there(kind: str, strength: int) -> int:
        """A card that moves the first player's marker where the second's is ahead."""
        return next(
            card for card in quorum.cards(type=kind, strength=strength)[::-1] if any(card in it for it in where)
        )

    army = one_there("army", 3)
    hand = [one_there("architecture", 3), one_there("trade", 3), army, one_there("army", 1), one_there("trade", 1)]
    record = quorum.position(
        step=PLAY,
        values=dict.fromkeys(PROVINCES, 1),
        markers={key: [(SECOND, 15)] for key in ("germania", "macedonia", "hispania")},
        hands={FIRST: hand, SECOND: []},
        played={
            FIRST: [*some("army", 1), *some("army", 2, 4), *some("politics", 2, 6)],
            SECOND: [
                *some("politics", 0, 6),
                *some("politics", 1, 4),
                quorum.cards(type="army", strength=1)[1],
                quorum.cards(type="army", strength=2)[4],
            ],
        },
    )
    wins_only_by(games.load("quorum"), record, f"play {hand.index(army) + 1}")


def petersburg_last_trading(**described: Any) -> Any:
    """The last actions of a game without expansions; nobody's hand has room, and all in it is too dear to play.

    Each hand card costs five points, so 15 points of those on the track are none.
    """
    record = petersburg.position(
        expansions="base",
        phase="trading",
        hands=dict.fromkeys((FIRST, SECOND), ("hospital", "library", "theater")),
        **described,
    )
    record.last_round = 1
    return record


def test_the_last_purchase_of_saint_petersburg() -> None:
    """A second aristocrat of another name brings two points more, another author none.

    First 10 + 3 with the administrator, 10 + 1 without; the second has 12.
    """
    record = petersburg_last_trading(
        money={FIRST: 7},
        points={FIRST: 25, SECOND: 27},
        areas={FIRST: ["author"]},
        upper=["author", "administrator", "market"],
    )
    wins_only_by(games.load("petersburg"), record, "buy 2")


def test_the_last_aristocrat_that_both_want() -> None:
    """Who gets the administrator wins: first 10 + 3 against 11 + 1, or 10 + 1 against 11 + 3."""
    record = petersburg_last_trading(
        money={FIRST: 7, SECOND: 7},
        points={FIRST: 25, SECOND: 26},
        areas={FIRST: ["author"], SECOND: ["author"]},
        upper=["administrator", "author", "market"],
    )
    wins_only_by(games.load("petersburg"), record, "buy 1")


def test_the_last_worker_of_quebec() -> None:
    """Only the first still has a worker; the zones are scored culture, religion, politics, economy.

    In culture it makes a tie: 4 there, 2 cascade to 2 in religion, 2 to politics, 1 to economy: 11 points,
    the second scores 4 + 2. In religion or politics it wins a point on the second, elsewhere none.
    The first is three points behind.
    """
    record = quebec.position(
        century=4,
        open_sites=[],
        active={FIRST: 1, SECOND: 0, THIRD: 0},
        passive={FIRST: 0, SECOND: 0, THIRD: 0},
        zones={FIRST: {"culture": 3, "religion": 2}, SECOND: {"culture": 4}},
        points={FIRST: 10, SECOND: 13},
        leaders={FIRST: "religious"},
    )
    wins_only_by(games.load("quebec"), record, "zone culture")


# --- Ends of random games -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "players", "number"), [("quorum", 2, 4), ("petersburg", 3, 0), ("petersburg", 2, 0), ("quebec", 3, 4)]
)
def test_the_search_wins_what_can_be_won(name: str, players: int, number: int) -> None:
    puzzle = next(puzzle for puzzle in puzzles(games.load(name), players, number, room=60) if puzzle.decisive)
    assert is_right(puzzle, iterations=100)


_SOLVE = """
import sys
from tests.bots.solving import is_right, puzzles
from trigrad import games
name, most, least = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
decisive = 0
for players in range(2, most + 1):
    for number in range(15):
        for place, puzzle in enumerate(puzzles(games.load(name), players, number, room=400)):
            decisive += puzzle.decisive
            if not is_right(puzzle, iterations=30_000):
                print("wrong:", players, "players, game", number, "position", place)
print("enough" if decisive >= least else f"only {decisive}")
"""


@pytest.mark.slow
@pytest.mark.parametrize(("name", "most", "least"), [("quorum", 4, 5), ("petersburg", 4, 60), ("quebec", 5, 60)])
def test_the_search_chooses_what_is_best_to_the_end(name: str, most: int, least: int) -> None:
    """In each position of 15 random games for each number of players that can be solved, others' answers included."""
    assert natively(_SOLVE, name, most, least) == "enough"


# --- What it costs ----------------------------------------------------------------------------


def natively(program: str, *arguments: object) -> str:
    """What a program prints, run with compiled rules."""
    done = subprocess.run(
        [sys.executable, "-c", program, *map(str, arguments)],
        env={**os.environ, "TRIGRAD_NATIVE": "1", "PYTHONPATH": os.pathsep.join(("src", "."))},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


_TIME = """
import statistics, subprocess, sys, time, os
from tests.bots.test_bots import positions, seed
from trigrad import games
from trigrad.bots import levels
from trigrad.bots.levels import Budget
found = [(game, record) for game in map(games.load, games.names()) for record in positions(game, game.max_players)]
for game, record in found:
    levels.think(game, record, int(record.to_move), Budget(iterations=1), seed("compiled"))
busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(os.cpu_count())]
try:
    for seconds in (0.1, 1.0):
        for name in games.names():
            taken = []
            for game, record in found:
                if game.name == name:
                    started = time.perf_counter()
                    levels.think(game, record, int(record.to_move), Budget(seconds=seconds), seed("time"))
                    taken.append(time.perf_counter() - started)
            print(name, seconds, statistics.median(taken))
finally:
    for process in busy:
        process.kill()
"""


@pytest.mark.slow
def test_the_time_is_kept_on_a_busy_machine() -> None:
    """The median thought takes at most a fifth more or less than its time while every core has other work too."""
    lines = [line.split() for line in natively(_TIME).splitlines()]
    assert len(lines) == 2 * len(games.names())
    assert [line for line in lines if not 0.8 * float(line[1]) <= float(line[2]) <= 1.2 * float(line[1])] == []


_MEMORY = """
import resource
from tests.bots.test_bots import positions, seed
from trigrad import games
from trigrad.bots import levels
from trigrad.bots.levels import Budget, Level
found = [(game, record) for game in map(games.load, games.names()) for record in positions(game, game.max_players)]
def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
for game, record in found:
    levels.choose(game, record, int(record.to_move), Level(Budget(seconds=0.01)), seed("compiled"))
before = peak()
for turn in range(4):
    for game, record in found:
        levels.choose(game, record, int(record.to_move), Level(Budget(iterations=20_000)), seed("memory", turn))
print(peak() - before)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="counts memory in kilobytes as Linux does")
def test_many_choices_need_the_memory_of_one() -> None:
    """Dozens of choices with room for 20,000 nodes, 1 MB, each: one such tree may stay, and as much besides."""
    assert int(natively(_MEMORY)) <= 2 * 20_001 * search.Node.dtype.itemsize
