"""Bots of one's own: functions that are registered, or that an installed package brings along."""

import logging
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from trigrad import bots, games
from trigrad.arena.tournament import play_tournament
from trigrad.engine.conformance import LANGUAGES
from trigrad.engine.game import Game
from trigrad.engine.text import render


@pytest.fixture(autouse=True)
def _no_bots_of_others_afterwards() -> Iterator[None]:
    yield
    bots._all.cache_clear()


def first_of_all(game: Game, record: Any, seat: int, chance: random.Random) -> int:
    return game.legal(record)[0]


def test_a_function_plays_in_the_arena_by_its_name() -> None:
    bots.register("first", first_of_all, "The first", "Takes the first choice {as it is}.")
    assert bots.names()[-1] == "first"
    assert render(bots.load("first").description, LANGUAGES[0]) == "Takes the first choice {as it is}."
    tournament = play_tournament("noughts", ["first", "random"], 4, seed=1)
    again = play_tournament("noughts", ["first", "random"], 4, seed=1)
    assert [game.actions for game in tournament.played] == [game.actions for game in again.played]
    begun = [game.actions[0] for game in tournament.played if game.seats[0] == "first"]
    assert begun == [0, 0]


def test_a_function_is_handed_no_secrets_and_may_do_what_it_likes_with_the_record() -> None:
    seen = []

    def curious(game: Game, record: Any, seat: int, chance: random.Random) -> int:
        seen.append((record.tobytes(), seat, chance.random()))
        record.hand[0, 0] = record.hand[1, 0]
        return game.legal(record)[-1]

    bots.register("curious", curious)
    quorum = games.load("quorum")
    game = quorum.new(2, bytes(32))
    before = game.tobytes()
    other = quorum.resampled(game, 0, bytes(range(32)))
    for record in (game, other):
        bots.decide(quorum, record, 0, "curious", bytes(32))
    assert game.tobytes() == before
    assert seen[0] == seen[1]
    assert seen[0][0] != before


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="a bot random already"):
        bots.register("random", first_of_all)
    with pytest.raises(ValueError, match="small letters"):
        bots.register("My bot", first_of_all)
    bots.register("wrong", lambda *_: 99)
    noughts = games.load("noughts")
    with pytest.raises(ValueError, match="chose 99, which is not possible"):
        bots.decide(noughts, noughts.new(2, bytes(32)), 0, "wrong", bytes(32))
    with pytest.raises(ValueError, match="let it play in the arena"):
        bots.compiled("wrong")


PLUGIN = """
def choose(game, record, seat, chance):
    return chance.choice(game.legal(record))
"""


def install(folder: Path, *entries: str) -> None:
    """A package with entry points, as pip leaves it."""
    (folder / "plugin.py").write_text(PLUGIN, "utf-8")
    info = folder / "plugin-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: plugin\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text("\n".join(["[trigrad.bots]", *entries, ""]), "utf-8")


def test_an_installed_package_brings_its_bot_along(tmp_path: Path) -> None:
    install(tmp_path, "ours = plugin:choose")
    run = subprocess.run(
        [sys.executable, "-m", "trigrad", "arena", "noughts", "--bots", "ours,random", "--games", "2", "--json"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path), "src")), "TRIGRAD_NATIVE": "0"},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    assert '"ours"' in run.stdout


def test_a_bot_that_cannot_be_loaded_hinders_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    install(tmp_path, "broken = plugin:nothing", "greedy = plugin:choose", "ours = plugin:choose")
    monkeypatch.syspath_prepend(tmp_path)
    bots._all.cache_clear()
    with caplog.at_level(logging.WARNING):
        assert "ours" in bots.names()
    assert "broken" not in bots.names()
    assert bots.load("greedy").policy is not None
    assert "the bot broken of plugin:nothing cannot be loaded" in caplog.text
    assert "the bot greedy of plugin:choose is left out" in caplog.text
