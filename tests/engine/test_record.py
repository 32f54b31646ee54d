"""Records: their fields are attributes, no field hides a method, and they travel."""

import copy
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from trigrad import games
from trigrad.bots.scratch import new_scratch, new_search_scratch
from trigrad.bots.search import Node
from trigrad.engine.random import Generator
from trigrad.engine.record import (
    Record,
    copy_record,
    float64,
    int8,
    int16,
    int32,
    new_record,
    new_records,
    record,
    record_from_bytes,
    records,
    records_from,
    uint8,
)
from trigrad.games.noughts import GAME


class Inner(Record):
    """A record within others."""

    x = int8()


class Base(Record):
    """What others add to."""

    money = int16()
    hand = int8(3)


class Outer(Base):
    """Every sort of field."""

    inner = record(Inner)
    rows = records(Inner, 2)
    grid = uint8(2, 3)
    cube = int8(2, 2, 2)
    weight = float64()


def named(kind: type[Record]) -> tuple[str, ...]:
    """A record's fields, without those that only fill up."""
    return tuple(name for name in kind.dtype.names or () if not name.startswith("_zeros_"))


def test_each_field_lies_at_a_multiple_of_its_width_and_no_byte_belongs_to_none() -> None:
    """Which GPUs demand. A Wide begins with 1 + 3 (zeros) + 4 bytes, then 2, 6 of zeros, 8, and 1, 7 of zeros."""

    class Narrow(Record):
        flag = int8()
        count = int32()

    class Wide(Narrow):
        money = int16()
        weight = float64()
        last = int8()

    class Holder(Record):
        first = int8()
        several = records(Wide, 2)

    fields: Any = Wide.dtype.fields
    assert {name: fields[name][1] for name in named(Wide)} == {
        "flag": 0, "count": 4, "money": 8, "weight": 16, "last": 24
    }  # fmt: skip
    assert (Narrow.dtype.itemsize, Wide.dtype.itemsize, Holder.dtype.itemsize) == (8, 32, 8 + 2 * 32)
    for kind in (Narrow, Wide, Holder):
        sizes = [kind.dtype[name].itemsize for name in kind.dtype.names or ()]
        assert sum(sizes) == kind.dtype.itemsize


def test_fields_are_those_of_the_numpy_type_the_inherited_ones_first() -> None:
    assert Inner.dtype.names == ("x",)
    assert named(Base) == ("money", "hand")
    assert named(Outer) == ("money", "hand", "inner", "rows", "grid", "cube", "weight")
    assert Outer.dtype.fields
    of = {name: field[0] for name, field in Outer.dtype.fields.items()}
    assert (of["money"], of["hand"], of["inner"]) == (np.dtype(np.int16), np.dtype((np.int8, 3)), Inner.dtype)
    assert (of["rows"].shape, of["grid"].shape, of["cube"].shape) == ((2,), (2, 3), (2, 2, 2))
    assert (of["grid"].base, of["weight"]) == (np.dtype(np.uint8), np.dtype(np.float64))


def test_fields_are_attributes_and_views() -> None:
    outer = new_record(Outer)
    outer.money, outer.weight = 300, 0.5
    outer.hand[1] = 7
    outer.inner.x = 1
    outer.rows[1].x = 2
    outer.grid[1, 2] = 3
    outer.grid[0][1] = 4
    outer.cube[1, 0, 1] = 5
    assert (outer.money, list(outer.hand), outer.inner.x, outer.rows[1].x) == (300, [0, 7, 0], 1, 2)
    assert [list(row) for row in outer.grid] == [[0, 4, 0], [0, 0, 3]]
    assert (outer.cube[1, 0, 1], list(outer.cube[1, 0]), outer.weight) == (5, [0, 5], 0.5)
    assert outer["money"] == 300


def test_an_array_of_records_gives_records() -> None:
    several = new_records(Outer, 3)
    several[1].money = 5
    assert [int(each.money) for each in several] == [0, 5, 0]
    assert type(several[1]) is Outer


def test_a_record_within_another_is_replaced_as_a_whole() -> None:
    outer, other = new_record(Outer), new_record(Inner)
    other.x = 5
    outer.inner = other
    other.x = 6
    assert outer.inner.x == 5


def test_a_field_that_is_not_there_is_refused() -> None:
    inner = new_record(Inner)
    with pytest.raises(ValueError, match="y"):
        inner.y = 1  # type: ignore[attr-defined]  # the very mistake
    with pytest.raises(ValueError, match="money"):
        inner.money = 1  # type: ignore[attr-defined]  # a field of others
    with pytest.raises(AttributeError, match="money"):
        inner.money  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(AttributeError, match="y"):
        inner.y  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.parametrize("name", ["copy", "sum", "round", "item", "tobytes", "dtype"])
def test_a_field_may_not_hide_a_method(name: str) -> None:
    with pytest.raises(ValueError, match=name):
        type("Hiding", (Record,), {name: int8()})


def pickled(outer: Outer) -> Outer:
    other: Outer = pickle.loads(pickle.dumps(outer))  # noqa: S301 - its own bytes
    return other


@pytest.mark.parametrize("again", [pickled, copy.copy, copy.deepcopy, copy_record])
def test_a_copy_is_a_record_of_its_own(again: Callable[[Outer], Outer]) -> None:
    outer = new_record(Outer)
    outer.money, outer.hand[1], outer.inner.x = 300, 7, 5
    other = again(outer)
    outer.money, outer.hand[1], outer.inner.x = 301, 8, 6
    assert type(other) is Outer
    assert (other.money, other.hand[1], other.inner.x, other.dtype) == (300, 7, 5, Outer.dtype)
    other.money, other.rows[0].x = 9, 1
    assert (outer.money, outer.rows[0].x, other.money) == (301, 0, 9)


def unused_bytes(kind: np.dtype[Any]) -> int:
    """How many bytes belong to no field."""
    if kind.subdtype is not None:
        base, shape = kind.subdtype
        return int(np.prod(shape)) * unused_bytes(base)
    if not kind.fields:
        return 0
    fields = [field[0] for field in kind.fields.values()]
    return kind.itemsize - sum(field.itemsize - unused_bytes(field) for field in fields)


@pytest.mark.parametrize("kind", [Inner, Outer, Node, Generator])
def test_every_byte_belongs_to_a_field(kind: type[Record]) -> None:
    assert unused_bytes(kind.dtype) == 0


@pytest.mark.parametrize("name", games.every_name())
def test_every_byte_of_what_bots_think_with_belongs_to_a_field(name: str) -> None:
    game = games.load(name)
    assert [unused_bytes(room.dtype) for room in (new_scratch(game), new_search_scratch(game))] == [0, 0]


def test_a_record_put_where_something_else_was_leaves_nothing_of_it() -> None:
    outer = new_record(Outer)
    outer.weight, outer.money = 0.5, 300
    several = np.frombuffer(bytearray(b"\x55" * 2 * Outer.dtype.itemsize), Outer.dtype)
    several[1] = outer
    assert several[1].tobytes() == outer.tobytes()


def test_records_come_back_from_a_file_of_numpy(tmp_path: Path) -> None:
    several = new_records(Outer, 3)
    several[1].money, several[1].weight = 300, 0.5
    np.save(tmp_path / "records.npy", np.asarray(several))
    again = records_from(Outer, np.load(tmp_path / "records.npy"))
    assert type(again[1]) is Outer
    assert again.tobytes() == several.tobytes()
    again[1].money += 1
    assert (again[1].money, several[1].money) == (301, 300)
    with pytest.raises(ValueError, match="no records of the kind Base"):
        records_from(Base, np.load(tmp_path / "records.npy"))


def test_a_record_comes_back_from_its_bytes() -> None:
    outer = new_record(Outer)
    outer.money = 300
    again = record_from_bytes(Outer, outer.tobytes())
    outer.money = 1
    assert again.money == 300


ELSEWHERE = """
import pickle, sys
game = pickle.load(sys.stdin.buffer)
game.marks += 1
game.board[8] = 2
print(type(game).__name__, game.dtype == type(game).dtype, game.players, game.marks, list(map(int, game.board)))
"""


def test_records_travel_to_another_process_and_can_be_read_and_written_there() -> None:
    game = GAME.new(2, bytes(32))
    GAME.apply(game, GAME.parse("b2"))
    run = subprocess.run(
        [sys.executable, "-c", ELSEWHERE], input=pickle.dumps(game), stdout=subprocess.PIPE, check=True
    )
    assert run.stdout.decode().strip() == "State True 2 2 [0, 0, 0, 0, 1, 0, 0, 0, 2]"


# --- What the type checker sees -------------------------------------------------------

ROOT = Path(__file__).parents[2]
SNIPPET = """
from trigrad.games.quorum import GAME

game = GAME.new(2, bytes(32))
step: int = game.{field}
game.{field} = step + 1
space: int = game.spaces[0, 1] + game.spaces[0][1] + len(game.ring)
"""


def type_check(program: str, folder: Path) -> tuple[int, str]:
    """The exit status of the type checker and what it says of a program."""
    folder.mkdir(exist_ok=True)
    path = folder / "program.py"
    path.write_text(program, "utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml"), str(path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    return run.returncode, run.stdout


@pytest.mark.slow
def test_the_type_checker_knows_the_fields_of_a_record(tmp_path: Path) -> None:
    """In folders of their own: the type checker takes a file of the same size and second for unchanged."""
    right, wrong = (SNIPPET.format(field=field) for field in ("step", "stpe"))
    assert type_check(right, tmp_path / "right") == (0, "Success: no issues found in 1 source file\n")
    status, said = type_check(wrong, tmp_path / "wrong")
    assert status == 1
    assert said.count('"State" has no attribute "stpe"') == 2  # read and written


@pytest.mark.slow
@pytest.mark.parametrize(
    "wrong", ["step: str = game.step", 'game.step = "take"', "step = game.spaces[0, 1, 2]", "game.ring = 1"]
)
def test_the_type_checker_knows_what_a_field_holds(wrong: str, tmp_path: Path) -> None:
    status, said = type_check(SNIPPET.format(field="step").replace("step: int = game.step", wrong), tmp_path)
    assert status == 1
    assert "program.py:5: error" in said
