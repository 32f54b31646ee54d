"""Programs and browsers that visit a test server."""

from typing import Any

from fastapi.testclient import TestClient


class Person:
    """Somebody who uses the JSON API under a name."""

    def __init__(self, client: TestClient, name: str) -> None:
        self.client = client
        token = client.post("/api/players", json={"name": name}).json()["token"]
        self.headers = {"Authorization": f"Bearer {token}"}

    def post(self, path: str, **json: Any) -> Any:
        return self.client.post(f"/api{path}", json=json, headers=self.headers)

    def get(self, path: str) -> Any:
        return self.client.get(f"/api{path}", headers=self.headers)

    def create(self, *kinds: str, **more: Any) -> Any:
        """A new Quorum table, e.g. ``create("me", "friend")``; ``bot`` is the random bot."""
        seats = [
            {"kind": kind, "bot": "random" if kind == "bot" else None, "name": f"P{i}"} for i, kind in enumerate(kinds)
        ]
        return self.post("/tables", game="quorum", seats=seats, **more)

    def table(self, table_id: str) -> Any:
        return self.get(f"/tables/{table_id}").json()

    def choose(self, table_id: str, state: Any, action: int | str | None = None) -> Any:
        """Choose at a table as shown in ``state``; the first legal action by default."""
        chosen = state["legal"][0]["action"] if action is None else action
        return self.post(f"/tables/{table_id}/actions", seat=state["viewer"], version=state["version"], action=chosen)


def alone_against_oneself(person: Person) -> str:
    """A table of two seats that both belong to a person."""
    table_id: str = person.create("me", "here").json()["id"]
    return table_id


def play_to_end(person: Person, table_id: str) -> Any:
    """Play all seats of a table that belong to one person, until the game is over."""
    state = person.table(table_id)
    while not state["finished"]:
        person.choose(table_id, state)
        state = person.table(table_id)
    return state
