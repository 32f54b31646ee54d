"""The arrows between the rooms are those that docs/architecture.md tells of, and nothing runs in circles."""

import ast
import itertools
import re
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src/trigrad"
HTTP = {"fastapi", "httpx2", "jinja2", "markupsafe", "pydantic", "starlette", "uvicorn"}
Arrows = dict[str, set[str]]  # from who imports to what is imported


# --- What the source imports ----------------------------------------------------------


@cache
def modules() -> dict[str, Path]:
    """Every module of the package by its name, packages by theirs."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def imports(module: str) -> frozenset[str]:
    """All that a module imports: at its top, within functions, and for types alone."""
    tree = ast.parse(modules()[module].read_text("utf-8"))
    return frozenset(name for node in ast.walk(tree) for name in imported(node))


def imported(node: ast.AST) -> Iterator[str]:
    """The modules that a statement imports; ``from a import b`` is ``a.b`` where that is a module of ours."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        assert node.level == 0, "imports are absolute"
        assert node.module
        for alias in node.names:
            whole = f"{node.module}.{alias.name}"
            yield whole if whole in modules() else node.module


def room(module: str) -> str:
    return module.split(".")[1] if "." in module else "trigrad"


@cache
def arrows_between_rooms() -> Arrows:
    found: Arrows = {}
    for module in modules():
        if room(module) not in ("trigrad", "__main__"):  # the package itself says its version, and starts the command
            theirs = {room(name) for name in imports(module) if name.startswith("trigrad.")}
            found.setdefault(room(module), set()).update(theirs - {room(module)})
    return found


def arrows_within(start: str) -> Arrows:
    return {
        module: {name for name in imports(module) if name.startswith(start)} - {module}
        for module in modules()
        if module.startswith(start)
    }


def circle(arrows: Mapping[str, set[str]]) -> list[str]:
    """A circle of arrows, if there is one."""
    try:
        TopologicalSorter(arrows).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


# --- What the page tells --------------------------------------------------------------


def arrows_told() -> Arrows:
    page = (ROOT / "docs/architecture.md").read_text("utf-8")
    told = re.findall(r"```imports\n(.*?)```", page, re.DOTALL)
    assert len(told) == 1
    lines = [line.partition("→") for line in told[0].splitlines()]
    return {name.strip(): set(reached.split()) for name, _, reached in lines}


def test_every_arrow_is_told_and_every_told_one_is_there() -> None:
    assert arrows_between_rooms() == arrows_told()


def test_the_drawn_arrows_are_among_them() -> None:
    page = (ROOT / "docs/architecture.md").read_text("utf-8")
    drawn = re.search(r"```\n(engine ← .*?)```", page, re.DOTALL)
    assert drawn
    chains = [[name.strip() for name in line.split("←")] for line in drawn[1].splitlines()]
    assert {name for chain in chains for name in chain} == set(arrows_told()) - {
        "cli",
        "doctor",
        "hosting",
        "i18n",
        "native",
    }
    told = arrows_told()
    wrong = [(of, by) for chain in chains for of, by in itertools.pairwise(chain) if of not in told[by]]
    assert wrong == []


def test_rooms_stand_in_no_circle() -> None:
    assert circle(arrows_told()) == []


@pytest.mark.parametrize("start", ["trigrad.club", "trigrad.web"])
def test_modules_stand_in_no_circle(start: str) -> None:
    assert circle(arrows_within(start)) == []


@pytest.mark.parametrize("above", ["engine", "games", "bots", "arena", "table", "store", "club", "i18n"])
def test_only_the_web_knows_http(above: str) -> None:
    libraries = {name.partition(".")[0] for module in modules() if room(module) == above for name in imports(module)}
    assert libraries & HTTP == set()


# --- That it would be seen ------------------------------------------------------------


def test_hidden_imports_are_seen() -> None:
    source = """
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from trigrad.web import rendering
def later():
    import trigrad.web.app
    from trigrad.engine.text import Text
"""
    seen = {name for node in ast.walk(ast.parse(source)) for name in imported(node)}
    assert seen == {"typing", "trigrad.web.rendering", "trigrad.web.app", "trigrad.engine.text"}


def test_a_circle_is_seen() -> None:
    assert set(circle({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}})) == {"a", "b", "c"}
