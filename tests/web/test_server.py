"""The server as a process: started, watched, killed, started again."""

import asyncio
import json
import os
import re
import signal
import socket
import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import httpx2
import pytest
from tests.web.running import RunningServer

from trigrad.store.database import LOCK_TIMEOUT
from trigrad.web.server import HOST, _spare_memory, listen, visible_name

pytestmark = pytest.mark.slow  # real servers and set-ups

SEATS = [{"kind": "me"}, {"kind": "here", "name": "Bob"}]


def choose(client: httpx2.Client, table_id: str) -> Any:
    state = client.get(f"/tables/{table_id}").json()
    choice = {"seat": state["viewer"], "version": state["version"], "action": state["legal"][-1]["action"]}
    answer = client.post(f"/tables/{table_id}/actions", json=choice)
    assert answer.status_code == 200
    return answer.json()


@pytest.mark.slow
def test_a_killed_server_has_lost_nothing_that_it_answered(tmp_path: Path) -> None:
    with RunningServer(tmp_path) as server:
        client = server.player()
        token = client.headers["Authorization"]
        table_id = client.post("/tables", json={"game": "quorum", "seats": SEATS}).json()["id"]
        for _ in range(9):
            answered = choose(client, table_id)
        server.kill()
    with RunningServer(tmp_path) as server:
        client = server.client(Authorization=token)
        found = client.get(f"/tables/{table_id}", params={"seat": answered["viewer"]}).json()
        assert found == answered
        while not client.get(f"/tables/{table_id}").json()["finished"]:
            choose(client, table_id)


def test_a_bot_goes_on_after_a_restart(tmp_path: Path) -> None:
    seats = [{"kind": "bot", "bot": "random"}] * 4
    with RunningServer(tmp_path) as server:
        client = server.player()
        table_id = client.post("/tables", json={"game": "quorum", "seats": seats, "listed": True}).json()["id"]
        server.kill()
    with RunningServer(tmp_path) as server:
        client = server.client()
        finished = threading.Event()
        for _ in range(600):
            if client.get(f"/tables/{table_id}").json()["finished"]:
                break
            finished.wait(0.1)
        else:
            pytest.fail("the bots did not finish their game")


def test_a_stream_tells_when_there_is_something_new(tmp_path: Path) -> None:
    with RunningServer(tmp_path) as server:
        client = server.player()
        table_id = client.post("/tables", json={"game": "quorum", "seats": SEATS}).json()["id"]
        with client.stream("GET", f"/tables/{table_id}/events") as stream:
            lines = stream.iter_lines()
            first = next(line for line in lines if line.startswith("id:"))
            choose(client, table_id)
            second = next(line for line in lines if line.startswith("id:"))
        assert re.fullmatch(r"id: 0-[0-9a-f]+", first)
        assert re.fullmatch(r"id: 1-[0-9a-f]+", second)
        with client.stream("GET", f"/tables/{table_id}/events", headers={"Last-Event-ID": second[4:]}) as stream:
            lines = stream.iter_lines()
            choose(client, table_id)
            assert next(line for line in lines if line.startswith("id:")).startswith("id: 2-")
        assert client.get("/tables/nowhere/events").status_code == 404


def test_one_stream_tells_of_several_tables(tmp_path: Path) -> None:
    with RunningServer(tmp_path) as server:
        client = server.player()
        one, two = (client.post("/tables", json={"game": "quorum", "seats": SEATS}).json()["id"] for _ in range(2))
        with client.stream("GET", "/events", params={"table": [one, two, "nowhere"]}) as stream:
            changes = (json.loads(line[6:]) for line in stream.iter_lines() if line.startswith("data: "))
            known = {told["table"]: told["revision"] for told in (next(changes), next(changes))}
            assert set(known) == {one, two}
            choose(client, two)
            told = next(changes)
            assert told["table"] == two
            assert told["revision"].startswith("1-")
        listed = [f"{one}:{known[one]}", f"{two}:{known[two]}"]
        with client.stream("GET", "/events", params={"table": listed}) as stream:  # as after a while without
            changes = (json.loads(line[6:]) for line in stream.iter_lines() if line.startswith("data: "))
            assert next(changes) == told
            choose(client, one)
            assert next(changes)["table"] == one
        assert client.get("/events", params={"table": ["nowhere"]}).status_code == 404
        assert client.get("/events").status_code == 400
        assert client.get("/events", params={"table": [one] * 51}).status_code == 422


def test_the_server_stops_while_somebody_watches_and_says_nothing_of_it(tmp_path: Path) -> None:
    with RunningServer(tmp_path) as server:
        client = server.player()
        table_id = client.post("/tables", json={"game": "quorum", "seats": SEATS}).json()["id"]
        with client.stream("GET", f"/tables/{table_id}/events") as stream:
            next(stream.iter_lines())
            client.post("/tables", content=b"{")
            client.post(f"/tables/{table_id}/actions", json={"seat": 0, "version": 7, "action": 99})
            server.process.terminate()
            server.errors = server.process.communicate(timeout=15)[1]
    assert "Traceback" not in server.errors


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads /proc")
def test_the_server_needs_no_compiler_and_little_memory(tmp_path: Path) -> None:
    with RunningServer(tmp_path) as server:
        client = server.player()
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
        for _ in range(5):
            client.post("/tables", json={"game": "quorum", "seats": seats})
        assert client.get("/tables").status_code == 200
        process = Path(f"/proc/{server.process.pid}")
        libraries = (process / "maps").read_text("utf-8")
        assert "llvmlite" not in libraries
        assert "numba" not in libraries
        used = re.search(r"VmRSS:\s+(\d+) kB", (process / "status").read_text("utf-8"))
        assert used
        assert int(used[1]) < 150_000


@pytest.mark.parametrize(
    ("host", "name"),
    [("127.0.0.1", "localhost"), ("192.0.2.7", "192.0.2.7"), ("::1", "[::1]"), ("example.org", "example.org")],
)
def test_the_address_is_one_that_others_can_open(host: str, name: str) -> None:
    assert visible_name(host) == name


def test_listening_everywhere_is_announced_by_this_machines_own_address() -> None:
    assert visible_name("0.0.0.0") not in ("", "0.0.0.0", "localhost")


def test_while_the_database_is_locked_pages_are_answered(tmp_path: Path) -> None:
    with RunningServer(tmp_path) as server, closing(sqlite3.connect(tmp_path / "trigrad.sqlite3")) as other:
        browser = server.client()
        form = {"name": "Ada", "seat0": "me", "seat1": "bot:greedy"}
        other.execute("BEGIN IMMEDIATE")
        with ThreadPoolExecutor() as threads:
            creating = threads.submit(browser.post, f"{server.address}/new/quorum", data=form)
            assert not wait([creating], timeout=0.5).done
            assert httpx2.get(f"{server.address}/rules", timeout=10).status_code == 200
            other.rollback()
            assert creating.result().status_code == 303


def test_while_a_choice_waits_for_the_database_everything_can_be_looked_at(tmp_path: Path) -> None:
    with RunningServer(tmp_path) as server, closing(sqlite3.connect(tmp_path / "trigrad.sqlite3")) as other:
        client = server.player()
        first, second = (client.post("/tables", json={"game": "quorum", "seats": SEATS}).json()["id"] for _ in range(2))
        other.execute("BEGIN IMMEDIATE")
        with ThreadPoolExecutor() as threads:
            choosing = threads.submit(choose, client, first)
            assert not wait([choosing], timeout=0.5).done
            for path in (f"/api/tables/{first}", f"/t/{first}", f"/api/tables/{second}", "/", "/api/tables"):
                began = time.monotonic()
                assert client.get(f"{server.address}{path}").status_code == 200
                assert time.monotonic() - began < 1, path
            assert not choosing.done()
            other.rollback()
            assert choosing.result()["version"] == 1


@pytest.mark.slow
def test_a_crowd_that_waits_to_write_leaves_room_for_those_who_read(tmp_path: Path) -> None:
    with RunningServer(tmp_path) as server, closing(sqlite3.connect(tmp_path / "trigrad.sqlite3")) as other:
        client = server.player()
        other.execute("BEGIN IMMEDIATE")
        with ThreadPoolExecutor(80) as threads:
            waiting = [
                threads.submit(client.post, "/tables", json={"game": "quorum", "seats": SEATS}) for _ in range(80)
            ]
            deadline = time.monotonic() + LOCK_TIMEOUT - 1
            while sum(answer.done() for answer in waiting) < 50:  # refused, since too many wait already
                assert time.monotonic() < deadline
                time.sleep(0.05)
            began = time.monotonic()
            assert server.client().get(f"{server.address}/").status_code == 200
            assert time.monotonic() - began < 1
            other.rollback()
            assert 503 in {answer.result().status_code for answer in waiting} <= {201, 503}


@pytest.mark.parametrize("name", ["100%41", "a?b#c d"])
def test_a_second_server_on_the_same_data_is_refused(tmp_path: Path, name: str) -> None:
    folder = tmp_path / name
    with RunningServer(folder) as server:
        with pytest.raises(RuntimeError, match=r"Error: another server uses .*trigrad\.sqlite3"), RunningServer(folder):
            pass
        assert server.client().get("/tables").status_code == 200
        server.kill()
    with RunningServer(folder) as server:
        assert server.client().get("/tables").status_code == 200


def test_the_server_and_its_bots_take_no_file_beside_them_for_a_module(tmp_path: Path) -> None:
    for module in ("random", "socket", "numpy", "trigrad", "logging", "click"):
        (tmp_path / f"{module}.py").write_text("raise SystemExit('not the module that was meant')\n")
    data = tmp_path / "dätä ☃"  # and an output as where nothing is set up
    with RunningServer(
        data, workers=1, beside=tmp_path, PYTHONIOENCODING="ascii", LC_ALL="C", PYTHONUTF8="0"
    ) as server:
        client = server.player()
        seats = [{"kind": "bot", "bot": "random"}] * 2
        table_id = client.post("/tables", json={"game": "quorum", "seats": seats}).json()["id"]
        for _ in range(600):
            if client.get(f"/tables/{table_id}").json()["version"] >= 4:
                break
            time.sleep(0.05)
        else:
            pytest.fail("the bots do not play")
    assert server.errors == ""


def test_a_half_sent_request_is_ended_and_others_are_answered(tmp_path: Path) -> None:
    with RunningServer(tmp_path, TRIGRAD_TIMEOUT="0.5") as server:
        host, port = server.address.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port)), timeout=10) as half:
            half.sendall(b"POST /api/players HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{")
            assert server.client().get("/tables").status_code == 200
            assert half.recv(1000).startswith(b"HTTP/1.1 408 ")
    assert server.errors == ""


def processes_beside(folder: Path) -> set[str]:
    """The processes that were started with this data folder in their environment."""
    found = set()
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if str(folder).encode() in (process / "environ").read_bytes():
                found.add(process.name)
    return found


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="reads /proc")
def test_the_bots_processes_end_with_a_killed_server(tmp_path: Path) -> None:
    with RunningServer(tmp_path, workers=1) as server:
        client = server.player()
        seats = [{"kind": "bot", "bot": "random"}] * 2
        table_id = client.post("/tables", json={"game": "quorum", "seats": seats}).json()["id"]
        while client.get(f"/tables/{table_id}").json()["version"] < 4:
            time.sleep(0.05)
        assert len(processes_beside(tmp_path)) >= 3  # the server, its workers, and what looks after their resources
        server.kill()
    for _ in range(200):
        if not processes_beside(tmp_path):
            return
        time.sleep(0.1)
    pytest.fail("a process outlived the server")


def test_the_server_stops_at_once_and_in_silence_while_its_workers_compile(tmp_path: Path) -> None:
    with RunningServer(tmp_path, workers=1) as server:
        client = server.player()
        client.post("/tables", json={"game": "quorum", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "expert"}]})
        for process in processes_beside(tmp_path):  # as Ctrl+C in a terminal does
            os.kill(int(process), signal.SIGINT)
        server.errors = server.process.communicate(timeout=15)[1]
    assert server.errors == ""
    assert server.process.returncode == 0


def test_a_server_that_is_told_to_stop_ends_its_streams_and_does_so_at_once(tmp_path: Path) -> None:
    with RunningServer(tmp_path) as server:
        client = server.player()
        table = client.post("/tables", json={"game": "quorum", "seats": SEATS}).json()["id"]
        with client.stream("GET", f"/tables/{table}/events") as stream:
            events = stream.iter_lines()
            assert next(line for line in events if line.startswith("id:"))
            began = time.monotonic()
            server.process.terminate()
            for _ in events:  # to its end, without an error
                pass
        server.process.communicate(timeout=10)
        assert time.monotonic() - began < 3
    with RunningServer(tmp_path) as server:
        assert server.client().get(f"/tables/{table}").json()["version"] == 0


def test_parts_of_an_answer_do_not_wait_until_the_last_one_is_confirmed() -> None:
    async def sent_at_once() -> bool:
        accepted: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        async def take(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            connection = writer.get_extra_info("socket")
            accepted.set_result(bool(connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)))
            writer.close()
            await writer.wait_closed()

        async with await asyncio.start_server(take, sock=listen(HOST, 0)) as server:
            _, writer = await asyncio.open_connection(*server.sockets[0].getsockname()[:2])
            at_once = await accepted
            writer.close()
            await writer.wait_closed()
            return at_once

    assert asyncio.run(sent_at_once())


@pytest.mark.parametrize("refusal", [OSError, TypeError, AttributeError])
def test_a_library_that_knows_no_arenas_is_left_alone(
    monkeypatch: pytest.MonkeyPatch, refusal: type[Exception]
) -> None:
    """As those of Windows, macOS and Alpine: they cannot be opened so, or have no such function."""
    asked: list[str | None] = []

    def opened(name: str | None) -> None:
        asked.append(name)
        raise refusal

    monkeypatch.setattr("ctypes.CDLL", opened)
    _spare_memory()
    assert asked == [None]
