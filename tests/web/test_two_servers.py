"""Two servers on one PostgreSQL, as processes of their own: a table whose people each come by another of them."""

import re
import statistics
import time
from collections.abc import Callable, Iterator
from queue import Queue
from threading import Thread
from typing import Any

import httpx2
import pytest
from tests.store.postgres import Cluster
from tests.web.running import RunningServer

from trigrad.store.office import Office
from trigrad.store.store import Store

pytestmark = pytest.mark.postgres

Clients = tuple[httpx2.Client, httpx2.Client]


@pytest.fixture(scope="module")
def url(cluster: Cluster) -> str:
    return cluster.database()


@pytest.fixture(scope="module")
def servers(url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[RunningServer, RunningServer]]:
    both = "the same for both of them"
    folders = tmp_path_factory.mktemp("one"), tmp_path_factory.mktemp("other")
    with (
        RunningServer(folders[0], TRIGRAD_DATABASE=url, TRIGRAD_SECRET=both) as one,
        RunningServer(folders[1], TRIGRAD_DATABASE=url, TRIGRAD_SECRET=both) as other,
    ):
        yield one, other
    for server in (one, other):
        assert "Traceback" not in server.errors


def player(servers: tuple[RunningServer, RunningServer], name: str) -> Clients:
    """One person, as they reach each of the servers."""
    token = servers[0].client().post("/players", json={"name": name}).json()["token"]
    one, other = (server.client(Authorization=f"Bearer {token}") for server in servers)
    return one, other


def watch(client: httpx2.Client, table: str) -> "Queue[tuple[float, str]]":
    """What a stream tells, each with the time at which it came."""
    told: Queue[tuple[float, str]] = Queue()

    def listen() -> None:
        try:
            with client.stream("GET", f"/tables/{table}/events", timeout=60) as stream:
                for line in stream.iter_lines():
                    if line.startswith("id: "):
                        told.put((time.monotonic(), line.removeprefix("id: ")))
        except httpx2.HTTPError:  # the test is over
            return

    Thread(target=listen, daemon=True).start()
    return told


def test_two_people_play_at_two_servers_and_each_sees_the_other_at_once(
    servers: tuple[RunningServer, RunningServer],
) -> None:
    ada, bob = player(servers, "Ada"), player(servers, "Bob")
    eve = player(servers, "Eve")
    seats = [{"kind": "me"}, {"kind": "friend"}]
    table = ada[0].post("/tables", json={"game": "petersburg", "seats": seats}).json()["id"]
    streams = [watch(ada[0], table), watch(bob[1], table)]
    for stream in streams:
        assert stream.get(timeout=10)
    assert bob[1].post(f"/tables/{table}/seats/1", json={}).status_code == 200
    for stream in streams:
        assert stream.get(timeout=10)
    took = []
    for number in range(20):
        state = ada[0].get(f"/tables/{table}").json()
        mover = state["to_move"]
        chooser, other = ((ada[0], bob[1]), (bob[1], ada[0]))[mover]
        mine = chooser.get(f"/tables/{table}").json()
        choice = {"seat": mover, "version": mine["version"], "action": mine["legal"][-1]["action"]}
        began = time.monotonic()
        answer = chooser.post(f"/tables/{table}/actions", json=choice)
        assert answer.status_code == 200
        for index, stream in enumerate(streams):
            came, revision = stream.get(timeout=10)
            assert int(revision.partition("-")[0]) == answer.json()["version"]
            if index != mover:
                took.append(came - began)
        assert other.get(f"/tables/{table}").json()["version"] == answer.json()["version"]
        shown = [client.get(f"/tables/{table}").text for client in eve]
        assert shown[0] == shown[1]
        assert not any(stream.qsize() for stream in streams), number
    assert statistics.median(took) < 0.3  # from the choice on; some ten milliseconds where nothing else goes on


def refusals(table: str, state: Any, ada: httpx2.Client, eve: httpx2.Client) -> dict[str, httpx2.Response]:
    """What is refused at a table where it is the first seat's turn, Ada's; asked by her, and by somebody else."""
    path, version, action = f"/tables/{table}", state["version"], state["legal"][0]["action"]
    choice = {"seat": 0, "version": version, "action": action}
    page = {name: str(value) for name, value in choice.items()}

    def root(client: httpx2.Client) -> Callable[..., httpx2.Response]:
        address = str(client.base_url).removesuffix("/").removesuffix("/api")
        return lambda method, path, **more: client.request(method, address + path, **more)

    return {
        "stale": ada.post(f"{path}/actions", json=choice | {"version": version - 1}),
        "stale page": root(ada)("POST", f"/t/{table}/act", data=page | {"version": str(version - 1)}),
        "stale part": root(ada)(
            "POST", f"/t/{table}/act", data=page | {"version": "0"}, headers={"HX-Request": "true"}
        ),
        "another's seat": eve.post(f"{path}/actions", json=choice),
        "another's page": root(eve)("POST", f"/t/{table}/act", data=page),
        "impossible": ada.post(f"{path}/actions", json=choice | {"action": 10**6}),
        "unknown words": ada.post(f"{path}/actions", json=choice | {"action": "fly"}),
        "no choice": ada.post(f"{path}/actions", json={"seat": 0}),
        "bot's turn": ada.post(f"{path}/actions", json=choice | {"seat": 1}),
        "undo": ada.post(f"{path}/undo", json={"seat": 0, "version": version - 1}),
        "finish": ada.post(f"{path}/finish", json={"seat": 0, "version": version}),
        "taken": eve.post(f"{path}/seats/0", json={}),
        "no seat": eve.post(f"{path}/seats/9", json={}),
        "begun": ada.delete(f"{path}/seats/0"),
        "lent": eve.post(f"{path}/seats/0/bot", json={"bot": "greedy"}),
        "no bot": ada.post(f"{path}/seats/0/bot", json={"bot": "nobody"}),
        "return": eve.delete(f"{path}/seats/0/bot"),
        "record": ada.get(f"{path}/record"),
        "analysis": ada.post(f"{path}/analysis"),
        "unknown": ada.get("/tables/unknown"),
        "wrong link": root(eve)("POST", f"/t/{table}/move/wrong"),
    }


def test_every_refusal_is_the_same_from_both(servers: tuple[RunningServer, RunningServer], url: str) -> None:
    ada, eve = player(servers, "Ada"), player(servers, "Eve")
    seats = [{"kind": "me"}, {"kind": "here", "name": "Bo"}]
    table = ada[0].post("/tables", json={"game": "quorum", "seats": seats}).json()["id"]
    state = ada[0].get(f"/tables/{table}").json()
    for _ in range(60):  # until the first seat is to choose, and has been before
        if state["version"] > 2 and state["to_move"] == 0:
            break
        choice = {"seat": state["viewer"], "version": state["version"], "action": state["legal"][0]["action"]}
        assert ada[1].post(f"/tables/{table}/actions", json=choice).status_code == 200
        state = ada[0].get(f"/tables/{table}").json()
    in_play = [refusals(table, state, ada[index], eve[index]) for index in range(2)]
    Office(store := Store(url)).close(table)
    store.close()
    closed = [refusals(table, state, ada[index], eve[index]) for index in range(2)]
    for one, other in (in_play, closed):
        for name, answer in one.items():
            assert 400 <= answer.status_code < 500, name
            assert answer.status_code == other[name].status_code, name
            assert told(answer) == told(other[name]), name
    assert {answer.status_code for answer in in_play[0].values()} >= {400, 403, 404, 409}
    assert closed[0]["stale"].status_code == 410
    assert ada[1].get(f"/tables/{table}").json()["version"] == state["version"]


def told(answer: httpx2.Response) -> str:
    """What an answer says, wherever its server is."""
    return re.sub(r"localhost:\d+", "localhost", answer.text)
