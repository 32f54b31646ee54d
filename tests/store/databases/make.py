"""Make the fixtures of this folder: the database of an earlier commit, with some tables in it.

    git worktree add build/earlier a5538b5
    .venv/bin/python -m tests.store.databases.make build/earlier a5538b5

starts the server of that commit, plays a little through its JSON API, and writes what is then in its database as SQL
(``a5538b5.sql``), and what it showed of each table as JSON (``a5538b5.json``). Whoever changes the schema makes one of
the commit before.
"""

import json
import os
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx2

FOLDER = Path(__file__).parent
ME = {"kind": "me"}
BOTH = [ME, {"kind": "here", "name": "Bo"}]


class Player:
    """Somebody who plays through the API of a server."""

    def __init__(self, address: str, name: str) -> None:
        api = f"{address}/api"
        token = httpx2.post(f"{api}/players", json={"name": name}).raise_for_status().json()["token"]
        self._client = httpx2.Client(base_url=api, headers={"Authorization": f"Bearer {token}"}, timeout=30)

    def ask(self, path: str) -> Any:
        return self._client.get(path).raise_for_status().json()

    def send(self, path: str, **content: object) -> Any:
        return self._client.post(path, json=content).raise_for_status().json()

    def table(self, game: str, seats: list[dict[str, str]], **more: object) -> str:
        return str(self.send("/tables", game=game, seats=seats, **more)["id"])

    def choose(self, table: str, most: int) -> None:
        """Make the first choice that is possible, at most so many times."""
        for _ in range(most):
            state = self.ask(f"/tables/{table}")
            if state["finished"]:
                return
            state = self.ask(f"/tables/{table}?seat={state['to_move']}")
            chosen = {"seat": state["to_move"], "version": state["version"], "action": state["legal"][0]["action"]}
            self.send(f"/tables/{table}/actions", **chosen)

    def shown(self, table: str) -> dict[str, Any]:
        """What the next version has to show of a table, too."""
        state = self.ask(f"/tables/{table}")
        if state["to_move"] is not None:
            state = self.ask(f"/tables/{table}?seat={state['to_move']}")
        keys = ("version", "to_move", "finished", "commitment", "scores", "places", "patience", "rematch", "started")
        return {
            **{key: state[key] for key in keys},
            "seats": [[seat[key] for key in ("kind", "name", "bot", "mine")] for seat in state["seats"]],
            "legal": [action["notation"] for action in state["legal"]],
            "record": self.ask(f"/tables/{table}/record") if state["finished"] else None,
        }


def play(address: str) -> dict[str, Any]:
    """A table of each kind; what is shown of them, by their ids."""
    ada, bob = Player(address, "Ada"), Player(address, "Bob")
    finished = ada.table("quorum", BOTH)
    ada.choose(finished, 1000)
    in_play = ada.table("petersburg", BOTH, patience="1h", memory=True)
    ada.choose(in_play, 25)
    waits = ada.table("quebec", [ME, {"kind": "friend"}, {"kind": "friend"}], listed=True)
    bob.send(f"/tables/{waits}/seats/1")
    lent = ada.table("quebec", [ME, {"kind": "friend"}], undo=False)
    bob.send(f"/tables/{lent}/seats/1")
    ada.send(f"/tables/{lent}/seats/0/bot", bot="random")
    return {table: ada.shown(table) for table in (finished, in_play, waits)}


def main(checkout: str, name: str) -> None:
    """Write the fixture of a checkout under a name."""
    with tempfile.TemporaryDirectory() as folder:
        settings = {"TRIGRAD_DATA": folder, "TRIGRAD_WORKERS": "0", "TRIGRAD_BOT_PACE": "0"}
        environment = os.environ | settings | {"PYTHONPATH": str(Path(checkout).resolve() / "src")}
        command = [sys.executable, "-m", "trigrad", "serve", "--no-browser", "--port", "0"]
        with subprocess.Popen(command, env=environment, cwd=checkout, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout
            address = server.stdout.readline().split()[3].rstrip("/")
            try:
                shown = play(address)
            finally:
                server.terminate()
        with closing(sqlite3.connect(Path(folder) / "trigrad.sqlite3")) as database:
            dump = "\n".join(database.iterdump()) + "\n"
    (FOLDER / f"{name}.sql").write_text(dump, "utf-8")
    (FOLDER / f"{name}.json").write_text(json.dumps(shown, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
