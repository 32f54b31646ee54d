"""Programs and browsers that visit a test server."""

import hashlib
from collections.abc import Sequence
from typing import Any

from fastapi.testclient import TestClient
from tests.club import tables

from trigrad import games
from trigrad.club import patience
from trigrad.club.club import Club
from trigrad.club.people import User
from trigrad.store.store import HUMAN, SeatRow, Store, TableRow
from trigrad.table.analysis import Analysis, Choice, choices_to_look_at
from trigrad.table.table import Rules, Table
from trigrad.table.thoughts import Estimate


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

    def create(self, *kinds: str, game: str = "quorum", **more: Any) -> Any:
        """A new table, e.g. ``create("me", "friend")``; ``bot`` is the random bot."""
        seats = [
            {"kind": kind, "bot": "random" if kind == "bot" else None, "name": f"P{i}"} for i, kind in enumerate(kinds)
        ]
        return self.post("/tables", game=game, seats=seats, **more)

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


def assert_refused(response: Any, status: int, words: str = "") -> None:
    """A request of the API was refused, for a reason with these words."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    problem = response.json()
    assert problem["status"] == status
    assert words in problem["detail"]


def play_to_end(person: Person, table_id: str) -> Any:
    """Play all seats of a table that belong to one person, until the game is over."""
    play_at_once(person.client, table_id)
    return person.table(table_id)


def play_at_once(client: TestClient, table_id: str) -> None:
    """The same for whoever created the table, without a request for each choice."""
    app: Any = client.app
    club: Club = app.state.server.club
    tables.play_to_end(club, User(club.tables.get(table_id).row.owner, ""), table_id)


def played_to_end(game_name: str, players: int, **options: str) -> Table:
    """A finished game of random choices."""
    seed = hashlib.sha256(f"{game_name}-{players}".encode()).digest()
    table = Table(Rules(games.load(game_name), players, options), seed)
    while table.to_move is not None:
        legal = table.legal(table.to_move)
        table.act(table.to_move, legal[(37 * table.version) % len(legal)], table.version)
    return table


def finished_table(store: Store, game_name: str, players: int, names: Sequence[str] = (), **options: str) -> str:
    """A table of a finished game of random choices, written at once, for nobody in particular; returns its id."""
    table_id = "-".join((game_name, str(players), *options.values()))
    table = played_to_end(game_name, players, **options)
    game = table.rules.game
    seats = [
        SeatRow(seat, HUMAN, names[seat] if names else f"P{seat}", user="nobody", key=f"{table_id}-{seat}")
        for seat in range(players)
    ]
    row = TableRow(
        id=table_id,
        game=game_name,
        rules_version=game.rules_version,
        players=players,
        seed=table.seed,
        owner="nobody",
        created=0.0,
        changed=0.0,
        finished=False,
        rematch=None,
        seats=tuple(seats),
        options=options,
        finish=False,
        undo=True,
        hints=True,
        memory=False,
        listed=False,
        patience=patience.DEFAULT,
        chosen=None,
    )
    store.create(row)
    store.append(table_id, 0, table.entries, finished=True, player=seats[table.entries[-1].seat])
    return table_id


def made_analysis(table: Table) -> Analysis:
    """A made-up analysis, by which every choice that was one should have been another; up to 45 in 100 worse."""
    choices = []
    for number in choices_to_look_at(table):
        step = table.steps[number - 1]
        chosen = step.entry.action
        other = next(action for action in table.rules.game.legal(step.before) if action != chosen)
        choices.append(
            Choice(
                step=number,
                seat=step.entry.seat,
                looks=1000,
                chosen=Estimate(chosen, 900, 0.7 - number % 10 / 20, -3.0),
                preferred=(Estimate(other, 900, 0.7, 4.0),),
            )
        )
    return Analysis(tuple(choices), (1.0,) + (0.0,) * (table.rules.players - 1))
