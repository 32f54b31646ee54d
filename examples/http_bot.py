"""A bot with an account of its own, which takes an open seat at a table of a server and plays to the end.

    python examples/http_bot.py http://127.0.0.1:8000 TABLE [NAME]

It needs Python alone. It asks nothing in vain: the server's stream of events tells it when there is something new.
"""

import json
import random
import sys
import time
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen


def choose(state: dict[str, Any]) -> int:
    """Your policy: ``state["view"]`` is all that the seat may see, ``state["legal"]`` what is possible."""
    action: int = random.choice(state["legal"])["action"]
    return action


class Account:
    """Somebody at a server; its description of all routes is at /api/docs."""

    def __init__(self, address: str, name: str) -> None:
        self._api, self._headers = f"{address.rstrip('/')}/api", {"Content-Type": "application/json"}
        self._headers["Authorization"] = f"Bearer {self.ask('/players', {'name': name})['token']}"

    def ask(self, path: str, body: object = None) -> Any:
        """The answer to a GET, or to a POST if there is a body."""
        sent = None if body is None else json.dumps(body).encode()
        with urlopen(Request(self._api + path, sent, self._headers), timeout=30) as answer:
            return json.load(answer)

    def changes(self, table: str) -> Iterator[None]:
        """Once at the start, then whenever the table has changed; a stream that breaks off is begun anew."""
        while True:
            try:
                with urlopen(Request(f"{self._api}/tables/{table}/events", headers=self._headers)) as stream:
                    yield from (None for line in stream if line.startswith(b"data:"))
            except (URLError, ConnectionError, TimeoutError):
                time.sleep(1)


def play(account: Account, table: str) -> dict[str, Any]:
    """Take the first open seat and play it; return the finished table."""
    seats = account.ask(f"/tables/{table}")["seats"]
    seat = next(seat["seat"] for seat in seats if seat["kind"] == "open")
    account.ask(f"/tables/{table}/seats/{seat}", {})
    for _ in account.changes(table):
        state: dict[str, Any] = account.ask(f"/tables/{table}?seat={seat}")
        try:
            while state["to_move"] == seat:
                mine = {"seat": seat, "version": state["version"]}
                if state["can_finish"]:  # others wait until I do
                    state = account.ask(f"/tables/{table}/finish", mine)
                else:
                    state = account.ask(f"/tables/{table}/actions", {**mine, "action": choose(state)})
        except HTTPError as error:
            if error.code != 409:  # somebody took a choice back meanwhile: that is told as a change
                raise
        if state["finished"]:
            return state
    raise AssertionError("changes never end")


if __name__ == "__main__":
    address, table, *name = sys.argv[1:]
    print(play(Account(address, name[0] if name else "http_bot"), table)["places"])
