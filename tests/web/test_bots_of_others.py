"""Bots that are not of this package at a real server: one of an installed package, one with an account."""

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx2
import pytest
from tests.web.running import RunningServer

from trigrad import games

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples/http_bot.py"
PLUGIN = "def choose(game, record, seat, chance):\n    return game.legal(record)[-1]\n"


def install(folder: Path) -> None:
    """A package that brings a bot along, as pip leaves it."""
    (folder / "last.py").write_text(PLUGIN, "utf-8")
    info = folder / "last-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: last\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text("[trigrad.bots]\nlast = last:choose\n", "utf-8")


def new_table(client: httpx2.Client, game: str, second: dict[str, str], **more: bool) -> str:
    table: str = client.post("/tables", json={"game": game, "seats": [{"kind": "me"}, second], **more}).json()["id"]
    return table


def play_on(client: httpx2.Client, table: str, chance: random.Random) -> dict[str, Any]:
    """Play any choices whenever it is one's turn, told by the stream; return the finished table."""
    with client.stream("GET", f"/tables/{table}/events") as stream:
        for line in stream.iter_lines():
            if line.startswith("data:"):
                state: dict[str, Any] = client.get(f"/tables/{table}").json()
                while state["to_move"] == state["viewer"]:
                    choice = {"seat": state["viewer"], "version": state["version"]}
                    path = "finish" if state["can_finish"] else "actions"
                    if not state["can_finish"]:
                        choice["action"] = chance.choice(state["legal"])["action"]
                    state = client.post(f"/tables/{table}/{path}", json=choice).json()
                if state["finished"]:
                    return state
    raise AssertionError("the stream has ended")


def test_a_bot_of_an_installed_package_plays_at_tables(tmp_path: Path) -> None:
    install(tmp_path)
    path = os.pathsep.join((str(tmp_path), os.environ.get("PYTHONPATH", "")))
    with RunningServer(tmp_path / "data", PYTHONPATH=path) as server:
        ada = server.player()
        table = new_table(ada, "noughts", {"kind": "bot", "bot": "last"})
        assert play_on(ada, table, random.Random(1))["seats"][1]["bot"] == "last"
        exported = ada.get(f"{server.address}/t/{table}/game.json").json()
    game, chosen = games.load("noughts"), 0
    record = game.new(2, bytes.fromhex(exported["seed"]))
    for notation in exported["actions"]:
        if record.to_move == 1:
            assert game.parse(notation) == game.legal(record)[-1]
            chosen += 1
        game.apply(record, game.parse(notation))
    assert chosen >= 2


@pytest.mark.slow
@pytest.mark.parametrize(("game", "finish"), [("noughts", False), ("quorum", False), ("quorum", True)])
def test_the_example_of_a_bot_with_an_account_plays_a_game(game: str, finish: bool, tmp_path: Path) -> None:
    with RunningServer(tmp_path) as server:
        ada = server.player()
        table = new_table(ada, game, {"kind": "friend"}, finish=finish)
        command = [sys.executable, "-W", "error", str(EXAMPLE), server.address, table, "Hal"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as bot:
            state = play_on(ada, table, random.Random(2))
            printed = bot.communicate(timeout=30)[0]
        assert bot.returncode == 0
        assert printed.strip() == str(state["places"])
        assert state["seats"][1]["name"] == "Hal"
