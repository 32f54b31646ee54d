"""Change a game's rules in one place at a time, and see whether its tests notice.

    uv pip install --python .venv cosmic-ray
    .venv/bin/python scripts/mutate.py petersburg --sample 200 --seed 1 > survivors.txt

A change that no test notices survives, and is printed as a diff. Each survivor is to be looked at: a test is missing,
or the change makes no difference (the order of a sum, a bound that is never reached).

Cosmic Ray finds and makes the changes; of its many kinds those are used that a slip of the hand could make, and one
is added: leaving out a call. The rules run interpreted, in copies of the project, so that the tree stays as it is.
"""

import argparse
import os
import queue
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from typing import Any

from cosmic_ray.ast import get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Operator
from cosmic_ray.plugins import get_operator
from parso.python.tree import PythonNode
from parso.tree import NodeOrLeaf

ROOT = Path(__file__).resolve().parent.parent
COPIED = ("src", "tests", "pyproject.toml", "README.md", "docs", "start.py")
WORDS = ("board.py", "words.py", "components.py", "__init__.py")  # no rules
SECONDS = 300  # for the tests of one change; endless loops are noticed so

KINDS = (
    *(
        f"core/ReplaceComparisonOperator_{one}_{other}"
        for one, other in (
            *(("Lt", "LtE"), ("LtE", "Lt"), ("Gt", "GtE"), ("GtE", "Gt")),
            *(("Eq", "NotEq"), ("NotEq", "Eq"), ("Eq", "GtE"), ("Lt", "GtE"), ("Gt", "LtE")),
        )
    ),
    *(
        f"core/ReplaceBinaryOperator_{one}_{other}"
        for one, other in (
            ("Add", "Sub"),
            ("Sub", "Add"),
            ("Mul", "FloorDiv"),
            ("FloorDiv", "Mul"),
            ("BitAnd", "BitOr"),
        )
    ),
    *("core/NumberReplacer", "core/AddNot", "core/ReplaceAndWithOr", "core/ReplaceOrWithAnd"),
    *("core/ReplaceTrueWithFalse", "core/ReplaceFalseWithTrue", "core/ReplaceBreakWithContinue"),
    "core/ZeroIterationForLoop",
)


class LeaveOutCall(Operator):  # type: ignore[misc]  # it comes without types
    """Leaves out a call that is a statement of its own."""

    def mutation_positions(self, node: NodeOrLeaf) -> Iterator[tuple[Any, Any]]:
        """Where a call can be left out."""
        if _is_call(node) and node.parent is not None and node.parent.type == "simple_stmt":
            yield node.start_pos, node.end_pos

    def mutate(self, node: PythonNode, _index: int) -> NodeOrLeaf:
        """A statement that does nothing, in its place."""
        nothing = get_ast("None\n").children[0].children[0]
        nothing.prefix = node.get_first_leaf().prefix
        return nothing

    @classmethod
    def examples(cls) -> tuple[()]:
        """None: Cosmic Ray tests its own operators alone."""
        return ()


def _is_call(node: NodeOrLeaf) -> bool:
    trailers = getattr(node, "children", [])
    return node.type in ("atom_expr", "power") and trailers[-1].type == "trailer" and trailers[-1].children[0] == "("


@dataclass(frozen=True)
class Change:
    """One change of one file."""

    path: Path  # within the project
    kind: str
    occurrence: int

    def made(self) -> str | None:
        """The file as changed; None where it would stay as it is."""
        changed: str | None = mutate_code((ROOT / self.path).read_text("utf-8"), _operator(self.kind), self.occurrence)
        return changed

    def diff(self) -> str:
        """What is changed, as people read it."""
        before = (ROOT / self.path).read_text("utf-8").splitlines()
        return "\n".join(
            unified_diff(before, (self.made() or "").splitlines(), str(self.path), self.kind, lineterm="", n=2)
        )


def _operator(kind: str) -> Operator:
    return LeaveOutCall() if kind == LeaveOutCall.__name__ else get_operator(kind)()


def changes(files: list[Path]) -> Iterator[Change]:
    """Every change of some files that these kinds can make."""
    for path in files:
        ast = get_ast((ROOT / path).read_text("utf-8"))
        for kind in (*KINDS, LeaveOutCall.__name__):
            operator = _operator(kind)
            places = sum(len(list(operator.mutation_positions(node))) for node in _nodes(ast))
            yield from (Change(path, kind, occurrence) for occurrence in range(places))


def _nodes(node: NodeOrLeaf) -> Iterator[NodeOrLeaf]:
    yield node
    for child in getattr(node, "children", ()):
        yield from _nodes(child)


def is_noticed(game: str, folder: Path, change: Change) -> bool:
    """Whether a test of the game fails in a copy of the project with the change; the copy is then as before."""
    text = change.made()
    if text is None or text == (ROOT / change.path).read_text("utf-8"):
        return True
    (folder / change.path).write_text(text, "utf-8")
    try:
        return not all(_passes(folder, arguments) for arguments in _tests(game))
    finally:
        shutil.copy(ROOT / change.path, folder / change.path)


def _tests(game: str) -> list[list[str]]:
    """The tests of a game: its own, then those that every game has."""
    own = [f"tests/games/{game}"] if (ROOT / "tests/games" / game).exists() else []
    general = ["tests/games/test_playthroughs.py", "tests/games/test_conformance.py", "-k", game]
    return [arguments for arguments in (own, general) if arguments]


def _passes(folder: Path, arguments: list[str]) -> bool:
    options = ["-x", "-q", "-p", "no:cacheprovider", "--hypothesis-seed=0"]
    marks = [*options, "-m", "not slow and not browser and not proxy and not envs"]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "TRIGRAD_NATIVE": "0"}
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *marks, *arguments],
            cwd=folder,
            env=environment,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode in (0, 5)  # 5: there is no such test


def main() -> None:
    """Make changes, run the tests, print the survivors."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--only", help="a part of the files' names, as rules/income")
    parser.add_argument("--sample", type=int, help="so many changes, drawn at random; by default all of them")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    wish = parser.parse_args()
    found = list(changes(_files(wish.game, wish.only)))
    if wish.sample is not None and wish.sample < len(found):
        found = random.Random(wish.seed).sample(found, wish.sample)  # noqa: S311 - no secret
    survivors = list(_survivors(wish.game, found, wish.jobs))
    print(f"{wish.game}: {len(found)} changes, {len(found) - len(survivors)} noticed, {len(survivors)} survived")


def _files(game: str, only: str | None) -> list[Path]:
    place = ROOT / "src/trigrad/games" / game
    files = sorted(place.rglob("*.py")) if place.is_dir() else [place.with_suffix(".py")]
    rules = [path for path in files if path.name not in WORDS or path.parent.name == "rules" or path.stem == game]
    return [path.relative_to(ROOT) for path in rules if only is None or only in str(path)]


def _survivors(game: str, found: list[Change], jobs: int) -> Iterator[Change]:
    """The changes that no test notices, each printed as soon as that is known."""
    with tempfile.TemporaryDirectory() as place:
        copies: queue.Queue[Path] = queue.Queue()
        for number in range(jobs):
            copies.put(_copy(Path(place) / str(number)))
        if not all(_passes(Path(place) / "0", arguments) for arguments in _tests(game)):
            sys.exit("The tests fail without any change.")

        def notice(change: Change) -> bool:
            folder = copies.get()
            try:
                return is_noticed(game, folder, change)
            finally:
                copies.put(folder)

        with ThreadPoolExecutor(jobs) as pool:
            for number, (change, noticed) in enumerate(zip(found, pool.map(notice, found), strict=True), 1):
                print(f"{number} of {len(found)}", end="\r", file=sys.stderr)
                if not noticed:
                    print(change.diff(), end="\n\n", flush=True)
                    yield change


def _copy(folder: Path) -> Path:
    folder.mkdir()
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, folder / name)
    return folder


if __name__ == "__main__":
    main()
