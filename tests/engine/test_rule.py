"""One switch: the same rules interpreted, without a compiler, or native."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import trigrad
from trigrad.engine.rule import NATIVE, native_cache, rule, source_digest

PACKAGE = Path(trigrad.__file__).parent


def answer(program: str, native: str) -> str:
    """What a program prints in a process of its own."""
    environment = {**os.environ, "TRIGRAD_NATIVE": native}
    return subprocess.run(
        [sys.executable, "-c", program], env=environment, stdout=subprocess.PIPE, text=True, check=True
    ).stdout.strip()


@pytest.mark.skipif(NATIVE, reason="all tests can also be run with native rules")
def test_an_interpreted_rule_is_the_function_itself() -> None:
    def twice(x: int) -> int:
        return 2 * x

    assert rule(twice) is twice


def test_interpreted_games_need_no_compiler() -> None:
    program = """
import sys
from trigrad import games
for name in games.names():
    games.load(name).new(2, bytes(32))
print({"numba", "llvmlite"} & set(sys.modules))
"""
    assert answer(program, "0") == "set()"


def test_compiled_code_lies_in_a_folder_of_exactly_this_source() -> None:
    assert native_cache().name == source_digest()
    assert len(source_digest()) == 16


PLAYOUT = """
import hashlib
import numpy as np
from trigrad.engine import header, journal, playout, random
from trigrad.games.quorum import GAME

GAME.register()
games = header.new_games(GAME.record_type, 60)
seeds = np.random.default_rng(7).integers(0, 2**32, (60, 8), np.uint32)
chance = random.generator(bytes(32))
out, tally = np.zeros(GAME.num_actions, np.int16), np.zeros(2, np.int64)
options = GAME.encode_options(3, {})
playout.play_many_random(games, options, seeds, chance, out, journal.NO_JOURNAL, tally)
print(type(playout.play_many_random).__name__, hashlib.sha256(games.tobytes()).hexdigest(), *tally)
"""


@pytest.mark.slow
def test_a_batch_of_playouts_is_the_same_native() -> None:
    native, interpreted = answer(PLAYOUT, "1").split(), answer(PLAYOUT, "0").split()
    assert (native[0], interpreted[0]) == ("CPUDispatcher", "function")
    assert native[1:] == interpreted[1:]


WIDTHS = """
import numpy as np
from trigrad.engine.rule import rule
def widened(items, number):
    return int(items[number])
compiled = rule(widened)
print(compiled(np.ones(1, np.int8), 0), compiled.nopython_signatures[0].return_type)
"""


@pytest.mark.slow
def test_small_integers_become_wide_in_compiled_rules(tmp_path: Path) -> None:
    """As in Python; Numba by itself would keep the eight bits."""
    program = tmp_path / "program.py"
    program.write_text(WIDTHS, "utf-8")
    assert answer(f"import runpy; runpy.run_path({str(program)!r})", "1") == "1 int64"


INDICES = """
import numba
import numpy as np
from trigrad.engine.rule import rule
def last(items, number):
    return items[number]
def between(items, number):
    items[1, number] = items[0, number] + items[number][0]
    return items[1, number]
items = np.arange(6, dtype=np.int8).reshape(2, 3)
print(numba.njit(last)(items[0], -1), rule(last)(items[0], 2), rule(between)(items, 1), items.tolist())
"""


@pytest.mark.slow
def test_rules_are_compiled_for_indices_from_the_front_and_other_functions_for_all(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(INDICES, "utf-8")
    assert answer(f"import runpy; runpy.run_path({str(program)!r})", "1") == "2 2 4 [[0, 1, 2], [3, 4, 5]]"


def test_no_rule_counts_an_index_from_the_end() -> None:
    """Compiled, it would be read as it stands, in front of the array."""
    found = [
        f"{path.name}: {ast.unparse(index)}"
        for path in PACKAGE.rglob("*.py")
        for function in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(function, ast.FunctionDef)
        and any(ast.unparse(mark) == "rule" for mark in function.decorator_list)
        for index in ast.walk(function)
        if isinstance(index, ast.Subscript) and "-" in {ast.unparse(part)[0] for part in parts(index.slice)}
    ]
    assert found == []


def parts(index: ast.expr) -> list[ast.expr]:
    """Each index of several axes."""
    return index.elts if isinstance(index, ast.Tuple) else [index]
