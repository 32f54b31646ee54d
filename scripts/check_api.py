"""Ask the JSON API whatever its description allows, and much that it does not, at tables that there are.

    python3 -m scripts.check_api             about two minutes
    python3 -m scripts.check_api -n 1000     what follows goes to Schemathesis

A server starts with a new database, and some games are begun and one is finished there. Then Schemathesis makes up
requests from /api/openapi.json, in which scripts/api_hooks.py puts these tables. No answer may be one that the
description does not know. For Linux and macOS, after ``start.py test``.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from scripts import tools
from start import PYTHON, ROOT

CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
    "unsupported_method",
)
STREAMS = "/events$"  # never end
EXAMPLES = 60  # of each route
HUMAN = {"kind": "here", "name": "Bob"}


def main(more: list[str]) -> int:
    """Start a server, begin games, ask."""
    schemathesis = tools.environment("api").with_name("schemathesis")
    with tempfile.TemporaryDirectory(prefix="trigrad-") as name, server(Path(name)) as address:
        ada = Player(address)
        answers = Path(name) / "answers.json"
        told = {"TRIGRAD_TABLES": ",".join(tables(ada)), "TRIGRAD_ANSWERS": str(answers)}
        told |= {"PYTHONPATH": str(ROOT), "SCHEMATHESIS_HOOKS": "scripts.api_hooks"}
        command = [str(schemathesis), "run", f"{address}/api/openapi.json", "--url", address, "--header", ada.header]
        options = ["--checks", ",".join(CHECKS), "--exclude-path-regex", STREAMS, "--max-examples", str(EXAMPLES)]
        choices = [
            "--phases",
            "examples,coverage,fuzzing",
            "--seed",
            "1",
            "--no-color",
            "--suppress-health-check",
            "all",
        ]
        asked = subprocess.run([*command, *options, *choices, *more], env=os.environ | told, cwd=name, check=False)
        return asked.returncode or missed(json.loads(answers.read_text("utf-8")))


def missed(answers: dict[str, dict[str, int]]) -> int:
    """How many routes of the description were never asked about a table that there is, in words that they know."""
    missing = 0
    for route, counts in sorted(answers.items()):
        if set(counts) != {"405"}:  # a method that is not described
            reached = bool(set(counts) - {"404", "405", "422"})
            missing += not reached
            print(f"{route}: {counts}{'' if reached else '  NEVER REACHED'}")
    return missing


@contextmanager
def server(folder: Path) -> Iterator[str]:
    """A server with its data in a folder; gives its address."""
    settings = {"TRIGRAD_DATA": str(folder), "TRIGRAD_WORKERS": "0", "TRIGRAD_BOT_PACE": "0", "TRIGRAD_UNDO_TIME": "0"}
    command = [str(PYTHON), "-m", "trigrad", "serve", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, env=os.environ | settings, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        words = process.stdout.readline()
        try:
            yield re.findall(r"http://\S+:\d+", words)[0]
        finally:
            process.terminate()


class Player:
    """Somebody who uses the API."""

    def __init__(self, address: str) -> None:
        self._address = address
        self.header = "Accept-Language: en"
        self.header = f"Authorization: Bearer {self.ask('/players', {'name': 'Ada'})['token']}"

    def ask(self, path: str, body: object = None) -> Any:
        """The answer to a request, which is a POST where it has a body."""
        name, _, value = self.header.partition(": ")
        headers = {name: value, "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(urllib.request.Request(f"{self._address}/api{path}", data, headers)) as answer:
            return json.load(answer)


def tables(ada: Player) -> Iterator[str]:
    """A table of each game in play, one that waits for a friend, one with a bot, and one whose game is over."""
    for game in ada.ask("/games"):
        yield new_table(ada, game["name"], HUMAN)
    yield new_table(ada, "quorum", {"kind": "friend"})
    yield new_table(ada, "quorum", {"kind": "bot", "bot": "random"})
    yield finished(ada, new_table(ada, "quorum", HUMAN))


def new_table(ada: Player, game: str, second: dict[str, str]) -> str:
    """A new table of Ada and somebody else."""
    table_id: str = ada.ask("/tables", {"game": game, "seats": [{"kind": "me"}, second], "listed": True})["id"]
    return table_id


def finished(ada: Player, table_id: str) -> str:
    """A table whose game has been played to its end."""
    state = ada.ask(f"/tables/{table_id}")
    while not state["finished"]:
        choice = {"seat": state["viewer"], "version": state["version"], "action": state["legal"][0]["action"]}
        ada.ask(f"/tables/{table_id}/actions", choice)
        state = ada.ask(f"/tables/{table_id}")
    return table_id


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
