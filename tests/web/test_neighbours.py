"""Connections that go to the process which has their table at hand, by plain sockets and two servers in threads."""

import asyncio
import json
import os
import socket
import threading
import time
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import Receive, Scope, Send

from trigrad.web.limits import patient_protocol
from trigrad.web.neighbours import NeighbourlyServer, Neighbours

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there they share no socket")

PATIENCE = 5.0  # seconds
TABLES = "table-a", "table_b", "Table3", "table4", "table5"


def of(process: int) -> str:
    """A table of one of two processes."""
    return next(table for table in TABLES if zlib.crc32(table.encode()) % 2 == process)


def server_of(number: int, neighbours: Neighbours) -> NeighbourlyServer:
    """A server that tells its number, and what it was asked by whom."""

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        body = (await request.body()).decode()
        told = {"process": number, "path": request.url.path, "body": body, "client": request.client}
        await JSONResponse(told)(scope, receive, send)

    protocol = patient_protocol(PATIENCE, neighbours)
    config = uvicorn.Config(application, http=protocol, ws="none", lifespan="off", log_config=None)
    return NeighbourlyServer(config, neighbours)


@contextmanager
def serving(folder: Path, number: int) -> Iterator[tuple[str, int]]:
    """One of two processes, with a port of its own, so that it is known which one took a connection."""
    server = server_of(number, Neighbours(folder, number, 2))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        try:
            yield listener.getsockname()
        finally:
            server.should_exit = True
            thread.join()


@contextmanager
def process(folder: Path, number: int) -> Iterator[tuple[str, int]]:
    """One that takes connections of the other."""
    with serving(folder, number) as address:
        ends = time.monotonic() + PATIENCE
        while not (folder / str(number)).exists():
            assert time.monotonic() < ends
            time.sleep(0.01)
        yield address


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[tuple[str, int], tuple[str, int]]]:
    folder = tmp_path_factory.mktemp("both")
    with process(folder, 0) as first, process(folder, 1) as second:
        yield first, second


class Client:
    """A connection that is kept."""

    def __init__(self, address: tuple[str, int]) -> None:
        self.socket = socket.create_connection(address, timeout=5)
        self._come = b""

    def send(self, path: str, body: bytes = b"", *headers: str) -> bytes:
        """A whole request, as it would be sent."""
        lines = [f"{'POST' if body else 'GET'} {path} HTTP/1.1", "Host: x", f"Content-Length: {len(body)}", *headers]
        return "\r\n".join([*lines, "", ""]).encode() + body

    def ask(self, path: str, body: bytes = b"", *headers: str) -> Any:
        self.socket.sendall(self.send(path, body, *headers))
        return self.answer()

    def answer(self) -> Any:
        """The next answer."""
        while b"\r\n\r\n" not in self._come:
            self._read()
        head, _, self._come = self._come.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200 ")
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        while len(self._come) < length:
            self._read()
        body, self._come = self._come[:length], self._come[length:]
        return json.loads(body)

    def _read(self) -> None:
        part = self.socket.recv(65536)
        assert part, "the server has hung up"
        self._come += part


@pytest.fixture
def clients(both: tuple[tuple[str, int], tuple[str, int]]) -> Iterator[list[Client]]:
    with ExitStack() as open_ones:
        found = [Client(address) for address in both]
        for client in found:
            open_ones.enter_context(client.socket)
        yield found


@pytest.mark.parametrize(
    "path",
    [
        "/t/ID",
        "/t/ID/act",
        "/games/t/ID/live?as=0",
        "/api/tables/ID?seat=1",
        "/api/events?table=ID:3.1",
        "/api/events?turns=1&table=ID%3A3&table=other",
    ],
)
def test_a_request_for_a_table_is_answered_by_its_process(clients: list[Client], path: str) -> None:
    for client in clients:
        for home in (0, 1, 1, 0):  # on one connection
            answer = client.ask(path.replace("ID", of(home)))
            assert answer["process"] == home
            assert answer["client"] == list(client.socket.getsockname())


@pytest.mark.parametrize(
    "path", ["/", "/api/tables", "/t/", "/rules/quorum", "/me?next=/t/ID", "/about/ID", "/?tables=ID"]
)
def test_what_is_no_table_is_answered_where_it_was_asked(clients: list[Client], path: str) -> None:
    for number, client in enumerate(clients):
        for home in (0, 1):
            assert client.ask(path.replace("ID", of(home)))["process"] == number


def test_a_body_that_comes_later_is_read_by_whoever_has_the_connection(clients: list[Client]) -> None:
    client = clients[0]
    whole = client.send(f"/t/{of(1)}/act", b"a choice")
    for cut in (len(whole) - len(b"a choice"), len(whole) - 3):
        client.socket.sendall(whole[:cut])
        time.sleep(0.1)
        client.socket.sendall(whole[cut:])
        answer = client.answer()
        assert (answer["process"], answer["body"]) == (1, "a choice")
        assert client.ask(f"/t/{of(0)}")["process"] == 0


def test_a_request_that_cannot_be_told_yet_stays(clients: list[Client]) -> None:
    client = clients[0]
    whole = client.send(f"/t/{of(1)}/act", b"a choice")
    client.socket.sendall(whole[:9])
    time.sleep(0.1)
    client.socket.sendall(whole[9:])
    answer = client.answer()
    assert (answer["process"], answer["path"], answer["body"]) == (0, f"/t/{of(1)}/act", "a choice")


def test_requests_that_come_together_are_answered_in_their_order(clients: list[Client]) -> None:
    client = clients[0]
    paths = [f"/t/{of(1)}", f"/t/{of(0)}", "/", f"/t/{of(1)}/act"]
    client.socket.sendall(b"".join(map(client.send, paths)))
    assert [client.answer()["path"] for _ in paths] == paths


def test_a_long_request_stays(clients: list[Client]) -> None:
    answer = clients[0].ask(f"/t/{of(1)}/act", b"x" * 62_000)
    assert len(answer["body"]) == 62_000
    assert clients[0].ask(f"/t/{of(1)}/act", b"x" * 1_000)["process"] == 1


def test_where_a_neighbour_is_not_there_its_tables_are_answered_too(tmp_path: Path) -> None:
    with process(tmp_path, 0) as address:
        assert asked_once(address, f"/t/{of(1)}") == 0  # not yet
        with process(tmp_path, 1):
            assert asked_once(address, f"/t/{of(1)}") == 1
        assert asked_once(address, f"/t/{of(1)}") == 0  # no more
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as killed:
            killed.bind(str(tmp_path / "1"))  # and has left its socket behind
        assert asked_once(address, f"/t/{of(1)}") == 0
        with process(tmp_path, 1):
            ends = time.monotonic() + PATIENCE
            while asked_once(address, f"/t/{of(1)}") == 0:  # until it has a socket of its own
                assert time.monotonic() < ends


def asked_once(address: tuple[str, int], path: str) -> int:
    """Who answers on a connection of its own."""
    client = Client(address)
    with client.socket:
        answered: int = client.ask(path)["process"]
    return answered


def test_a_neighbour_that_takes_nothing_gets_no_more(tmp_path: Path) -> None:
    """What waits for it already waits on, as what it has taken does; the rest is answered by others."""
    with process(tmp_path, 0) as address, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as stuck:
        stuck.bind(str(tmp_path / "1"))
        with ExitStack() as open_ones:
            for _ in range(300):
                waiting = Client(address)
                open_ones.enter_context(waiting.socket).sendall(waiting.send(f"/t/{of(1)}"))
            assert asked_once(address, f"/t/{of(1)}") == 0


def test_where_there_can_be_no_socket_all_is_answered_all_the_same(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / ("long" * 40)
    folder.mkdir()
    with serving(folder, 0) as address:
        assert asked_once(address, f"/t/{of(1)}") == 0
    assert "not passed on" in caplog.text


def test_what_is_on_its_way_when_a_process_stops_is_begun_still(tmp_path: Path) -> None:
    begun: list[bytes] = []

    def begin(connection: socket.socket, data: bytes) -> None:
        connection.close()
        begun.append(data)

    async def pass_on_and_stop() -> None:
        here, there = Neighbours(tmp_path, 0, 2), Neighbours(tmp_path, 1, 2)
        here.start(begin)
        there.start(begin)
        request = f"GET /t/{of(1)} HTTP/1.1\r\n".encode()
        with socket.socket() as connection:
            assert here.pass_on(connection.fileno(), request)
            there.close(begin)
            assert begun == [request]
            assert not here.pass_on(connection.fileno(), request)
        here.close(begin)
        here.close(begin)

    asyncio.run(pass_on_and_stop())
    assert list(tmp_path.iterdir()) == []
