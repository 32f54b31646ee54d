"""Many games in a file, and the decisions that they are made of."""

import contextlib
import dataclasses
import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trigrad import data, games
from trigrad.arena.simulate import simulate_and_keep
from trigrad.arena.single import game_seed
from trigrad.data import BadData, files
from trigrad.data.decisions import batches, save_decisions
from trigrad.data.files import Ragged
from trigrad.data.games import Games
from trigrad.engine.game import returns
from trigrad.table import record

NAMES = {"noughts": 2, "quorum": 3}  # with numbers of players


@cache
def few(name: str) -> Games:
    players = NAMES[name]
    return simulate_and_keep(name, players, 3, ["random", "greedy", *["random"] * (players - 2)], seed=4)[1]


def same(one: Games, other: Games) -> None:
    assert one.kind == other.kind
    for name in ("seeds", "seats", "scores", "places"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))
    for mine, theirs in zip(one.actions, other.actions, strict=True):
        np.testing.assert_array_equal(mine, theirs)


def assert_arrays_are_those_of_the_games(name: str, memory: bool, some: Games) -> None:
    """Every decision as the contract of the game tells it, choice by choice."""
    game, found, row = games.load(name), data.decisions(some, memory), 0
    starts = some.actions.starts()
    for number in range(len(some)):
        state = game.new(some.kind.players, game_seed(4, number), some.kind.options)
        began = row
        for action in some.actions.values[starts[number] : starts[number + 1]].tolist():
            legal, seat = game.legal(state), int(state.to_move)
            if len(legal) > 1:
                assert np.flatnonzero(found.masks[row]).tolist() == legal
                assert found.observations[row].tolist() == game.observe(state, seat, memory).tolist()
                assert (found.actions[row], found.seats[row], found.games[row]) == (action, seat, number)
                row += 1
            game.apply(state, action)
        assert state.over
        shares = returns(state)
        assert found.returns[began:row].tolist() == [np.float32(shares[seat]) for seat in found.seats[began:row]]
    assert all(len(column) == row for column in found)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("memory", [True, False])
def test_decisions_are_those_of_the_games(name: str, memory: bool) -> None:
    assert_arrays_are_those_of_the_games(name, memory, few(name))


@pytest.mark.slow
@pytest.mark.parametrize("name", games.names())
def test_decisions_of_every_game_with_most_players(name: str) -> None:
    most = games.load(name).max_players
    assert_arrays_are_those_of_the_games(name, True, simulate_and_keep(name, most, 2, ["random"] * most, seed=4)[1])


def test_memory_makes_a_difference() -> None:
    with_memory, without = (data.decisions(few("quorum"), memory).observations for memory in (True, False))
    assert (with_memory != without).any()


@pytest.mark.parametrize("suffix", [".npz", ".zst"])
@pytest.mark.parametrize("name", NAMES)
def test_games_go_to_a_file_and_back(name: str, suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"games{suffix}"
    data.save(few(name), path)
    back = data.load(path)
    same(back, few(name))
    assert back.actions.values.dtype == np.uint8  # the smallest that will do


def test_decisions_go_to_a_file(tmp_path: Path) -> None:
    found = data.decisions(few("quorum"))
    save_decisions(few("quorum"), found, tmp_path / "d.npz")
    header, columns = files.read(tmp_path / "d.npz")
    assert (header["format"], header["format_version"], header["memory"]) == ("trigrad-decisions", 1, True)
    for name, column in found._asdict().items():
        np.testing.assert_array_equal(columns[name], column)


def test_some_of_the_games() -> None:
    three = few("quorum")
    middle = three[1:2]
    assert len(middle) == 1
    assert len(three[3:]) == 0
    assert middle.seeds.tobytes() == game_seed(4, 1)
    assert len(middle.actions.values) == three.actions.lengths[1]
    whole, parts = data.decisions(three), list(batches(three, size=2))
    np.testing.assert_array_equal(np.concatenate([part.actions for part in parts]), whole.actions)
    assert [set(part.games.tolist()) for part in parts] == [{0, 1}, {0}]
    with pytest.raises(ValueError, match="follow each other"):
        three[::2]


@pytest.mark.parametrize("name", NAMES)
def test_a_single_game_is_a_record_that_can_be_verified(name: str) -> None:
    for number in range(3):
        one = few(name).record(number)
        assert record.verify(one) == []
        assert one.names[:2] == ["random", "greedy"]
    with pytest.raises(IndexError, match="no game 3"):
        few(name).record(3)
    with pytest.raises(IndexError, match="no game -1"):
        few(name).record(-1)


# --- What is wrong ------------------------------------------------------------------------


def changed(name: str, row: int, value: Any) -> Games:
    column = getattr(few("quorum"), name).copy()
    column[row] = value
    return dataclasses.replace(few("quorum"), **{name: column})


def with_choice(choice: int, action: int) -> Games:
    actions = few("quorum").actions
    values = actions.values.copy()
    values[choice] = action
    return dataclasses.replace(few("quorum"), actions=Ragged(values, actions.lengths))


def test_what_was_not_played_by_the_rules_is_refused() -> None:
    second = int(few("quorum").actions.lengths[0])
    for call in (data.decisions, lambda some: some.record(1)):
        with pytest.raises(BadData, match=r"game 1: 16 is not possible at choice 1$"):
            call(with_choice(second, 16))
    with pytest.raises(BadData, match="game 2: the scores"):
        data.decisions(changed("scores", 2, 0))
    with pytest.raises(BadData, match="game 0: the places"):
        data.decisions(changed("places", 0, 3))
    short = dataclasses.replace(
        few("quorum")[:1], actions=Ragged(few("quorum").actions.values[:5], np.array([5], np.int32))
    )
    with pytest.raises(BadData, match="game 0 is not finished"):
        data.decisions(short)
    values = few("quorum")[:1].actions.values
    long = Ragged(np.append(values, values[-1]), np.array([len(values) + 1], np.int32))
    with pytest.raises(BadData, match=f"not possible at choice {len(values) + 1}$"):
        data.decisions(dataclasses.replace(few("quorum")[:1], actions=long))


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"game": "go"}, "there is no game 'go'"),
        ({"rules_version": 99}, "rules version 99, not"),
        ({"players": 9}, "2 to 4"),
        ({"options": {"sun": "yes"}}, "no option sun"),
    ],
)
def test_games_of_another_kind_are_refused(change: dict[str, Any], complaint: str) -> None:
    three = few("quorum")
    other = dataclasses.replace(three, kind=dataclasses.replace(three.kind, **change))
    with pytest.raises(BadData, match=complaint):
        data.decisions(other)
    with pytest.raises(BadData, match=complaint):
        other.record(0)


@cache
def written_header() -> dict[str, Any]:
    return {"format": "trigrad-games", "format_version": 1, **dataclasses.asdict(few("noughts").kind)}


@cache
def written_columns() -> dict[str, Any]:
    return {name: getattr(few("noughts"), name) for name in ("seeds", "seats", "actions", "scores", "places")}


@pytest.mark.parametrize(
    ("header", "columns", "complaint"),
    [
        ({"format": "trigrad-decisions"}, {}, "holds no games"),
        ({"format_version": 2}, {}, "format version is not 1"),
        ({"game": 7}, {}, "game of the header"),
        ({"players": True}, {}, "players of the header"),
        ({"trigrad": None}, {}, "trigrad of the header"),
        ({"bots": [1, 2]}, {}, "no texts"),
        ({"options": {"a": 1}}, {}, "no texts"),
        ({"bots": ["random"]}, {}, "names a bot that is not in the header"),
        ({"players": 3}, {}, r"seats is not \(3, 3\)"),
        ({}, {"seeds": np.zeros((3, 31), np.uint8)}, r"seeds is not \(3, 32\)"),
        ({}, {"seeds": np.zeros((3, 32), np.int16)}, "seeds has no bytes"),
        ({}, {"seeds": np.array(3)}, r"seeds is not \(0, 32\)"),
        ({}, {"scores": np.zeros((3, 2))}, "scores is not"),
        ({}, {"places": np.zeros((2, 2), np.int8)}, "places is not"),
        ({}, {"seats": np.full((3, 2), -1)}, "names a bot"),
        ({}, {"actions": np.zeros(3, np.int8)}, "actions has no lists"),
        ({}, {"actions": Ragged(np.zeros(3), np.ones(3, np.int8))}, "actions has no lists"),
        ({}, {"actions": Ragged(np.full(3, 65539), np.ones(3, np.int8))}, "no choice of any game"),
        ({}, {"actions": Ragged(np.full(3, -1), np.ones(3, np.int8))}, "no choice of any game"),
        ({}, {"actions": Ragged(np.zeros(3, int), np.ones(2, np.int8))}, "no list for each game"),
        ({}, {"actions": Ragged(np.zeros(3, int), np.array([4, 0, -1]))}, "no list for each game"),
        ({}, {"actions": Ragged(np.zeros(3, int), np.array([4, 0, 0]))}, "not as many choices"),
    ],
)
def test_a_file_that_does_not_fit_together_is_refused(
    header: dict[str, Any], columns: dict[str, Any], complaint: str, tmp_path: Path
) -> None:
    path = tmp_path / "games.npz"
    files.write(path, written_header() | header, written_columns() | columns)
    with pytest.raises(BadData, match=complaint):
        data.load(path)


def test_a_missing_column_is_named(tmp_path: Path) -> None:
    path = tmp_path / "games.npz"
    columns = {name: column for name, column in written_columns().items() if name != "places"}
    files.write(path, written_header(), columns)
    with pytest.raises(BadData, match="the column places is missing"):
        data.load(path)


@pytest.mark.parametrize("suffix", [".npz", ".zst"])
@pytest.mark.parametrize("content", [b"", b"no file", b"PK\x03\x04", b"\x28\xb5\x2f\xfd"])
def test_what_is_no_file_of_columns_is_refused(suffix: str, content: bytes, tmp_path: Path) -> None:
    path = tmp_path / f"games{suffix}"
    path.write_bytes(content)
    with pytest.raises(BadData, match=str(path)):
        data.load(path)


def test_arrays_without_a_header_and_headers_that_are_none(tmp_path: Path) -> None:
    path = tmp_path / "games.npz"
    with path.open("wb") as file:
        np.savez(file, seeds=np.zeros(3))
    with pytest.raises(BadData, match="no file of columns"):
        data.load(path)
    with path.open("wb") as file:
        np.save(file, np.zeros(3))
    with pytest.raises(BadData, match="no file of columns"):
        data.load(path)
    with path.open("wb") as file:
        np.savez(file, header=np.array(json.dumps([1])))
    with pytest.raises(BadData, match="the header is no object"):
        data.load(path)


@pytest.mark.parametrize("suffix", [".npz", ".zst"])
@given(change=st.data())
def test_a_damaged_file_is_refused_or_harmless(
    suffix: str, change: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("damaged") / f"games{suffix}"
    data.save(few("noughts"), path)
    content = bytearray(path.read_bytes())
    for _ in range(change.draw(st.integers(1, 3))):
        content[change.draw(st.integers(0, len(content) - 1))] = change.draw(st.integers(0, 255))
    path.write_bytes(content[: change.draw(st.sampled_from([len(content), len(content) // 2, 10]))])
    with contextlib.suppress(BadData):  # anything else is a fault
        data.decisions(data.load(path))


def test_what_cannot_be_written_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    with pytest.raises(BadData, match=r"ends in \.npz, \.zst or \.parquet"):
        files.check(tmp_path / "games.csv")
    with pytest.raises(BadData, match="there is no folder"):
        files.check(tmp_path / "nowhere" / "games.npz")
    with pytest.raises(FileNotFoundError):
        data.load(tmp_path / "games.npz")


def test_a_missing_library_is_named_with_its_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_zstd", lambda: None)
    monkeypatch.setattr(files, "find_spec", lambda _: None)
    with pytest.raises(BadData, match=r"trigrad\[zstd\]"):
        files.check(tmp_path / "games.zst")
    with pytest.raises(BadData, match=r"trigrad\[parquet\]"):
        files.check(tmp_path / "games.parquet")
