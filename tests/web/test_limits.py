"""Half-sent requests, and readers who do not read, by plain sockets."""

import asyncio
import socket
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

import pytest
import uvicorn
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, StreamingResponse
from starlette.types import Receive, Scope, Send

from trigrad.web.limits import patient_protocol

PATIENCE = 0.4  # seconds
SOON = PATIENCE + 3  # for a busy machine
LONG = b"x" * 4_000_000  # more than the system keeps for a reader


class Application:
    """Answers what it is sent, at length, or with an endless stream of events; notes what broke off."""

    def __init__(self) -> None:
        self.broken_off = threading.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        await {"/": self.echo, "/long": self.long, "/events": self.events}[scope["path"]](scope, receive, send)

    async def echo(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            body = await Request(scope, receive).body()
        except ClientDisconnect:
            self.broken_off.set()
        else:
            await PlainTextResponse(body)(scope, receive, send)

    async def long(self, scope: Scope, receive: Receive, send: Send) -> None:
        await StreamingResponse(iter([LONG]))(scope, receive, send)

    async def events(self, scope: Scope, receive: Receive, send: Send) -> None:
        await StreamingResponse(self.endless(), media_type="text/event-stream")(scope, receive, send)

    async def endless(self) -> AsyncIterator[str]:
        try:
            while True:
                yield "x" * 10_000
                await asyncio.sleep(0)
        finally:
            self.broken_off.set()


@pytest.fixture
def application() -> Application:
    return Application()


@pytest.fixture
def address(application: Application) -> Iterator[tuple[str, int]]:
    config = uvicorn.Config(application, http=patient_protocol(PATIENCE), ws="none", lifespan="off", log_config=None)
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=server.run, args=([listener],))
        thread.start()
        yield listener.getsockname()
        server.should_exit = True
        thread.join()


@contextmanager
def connected(address: tuple[str, int]) -> Iterator[socket.socket]:
    """A connection whose own end keeps little of what it is sent."""
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.settimeout(SOON)
        connection.connect(address)
        yield connection


def read_to_end(connection: socket.socket) -> bytes:
    """All that comes until the server ends the connection; ``TimeoutError`` if it does not."""
    found = b""
    try:
        while part := connection.recv(65536):
            found += part
    except ConnectionResetError:
        pass
    return found


def answer(connection: socket.socket, length: int) -> bytes:
    """The body of an answer that is so long."""
    found = b""
    while len(found.partition(b"\r\n\r\n")[2]) < length:
        found += connection.recv(65536)
    assert found.startswith(b"HTTP/1.1 200 ")
    return found.partition(b"\r\n\r\n")[2]


POST = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n"


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        (b"", b""),
        (b"G", b"HTTP/1.1 408 "),
        (b"GET / HTTP/1.1\r\nHost: x\r\n", b"HTTP/1.1 408 "),
        (POST, b"HTTP/1.1 408 "),
        (POST + b"abc", b"HTTP/1.1 408 "),
        (b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n", b"HTTP/1.1 408 "),
    ],
)
def test_a_request_that_is_not_sent_to_its_end_is_ended(address: tuple[str, int], sent: bytes, told: bytes) -> None:
    with connected(address) as connection:
        connection.sendall(sent)
        found = read_to_end(connection)
    assert found.startswith(told)
    assert bool(found) == bool(told)


def test_headers_beyond_reason_are_refused(address: tuple[str, int]) -> None:
    """More than 64 KiB of them; not a byte is left unread, so that the answer arrives."""
    with connected(address) as connection:
        head = b"GET / HTTP/1.1\r\nHost: x\r\nX: "
        connection.sendall(head + b"x" * (64 * 1024 + 1 - len(head)))
        assert read_to_end(connection).startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize(
    "sent",
    [
        POST.replace(b"\r\n\r\n", b"\r\nTransfer-Encoding: chunked\r\n\r\n") + b"0\r\n\r\n",
        POST.replace(b"\r\n\r\n", b"\r\nContent-Length: 5\r\n\r\n") + b"abcde",
        POST.replace(b"4", b"+4") + b"abcd",
        POST.replace(b"Content-Length: 4", b"Transfer-Encoding: xchunked"),
        POST.replace(b"Host:", b"Host :"),
        POST.replace(b"x\r\n", b"x\r\n y: z\r\n"),
        POST.replace(b"x\r\n", b"x\ry: z\r\n"),
        POST.replace(b" / ", b" /\xc3\xa9 "),
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ],
)
def test_what_can_be_read_in_two_ways_is_not_read(address: tuple[str, int], sent: bytes) -> None:
    """So no proxy in front of the server takes for one request what are two here (RFC 9112, section 11.2)."""
    with connected(address) as connection:
        connection.sendall(sent + POST + b"abcd")
        found = read_to_end(connection)
    assert found.startswith(b"HTTP/1.1 400 ")
    assert found.count(b"HTTP/1.1 ") == 1


def test_requests_that_come_together_are_answered_in_their_order(address: tuple[str, int]) -> None:
    last = POST.replace(b"Host", b"Connection: close\r\nHost")
    with connected(address) as connection:
        connection.sendall(b"\r\n" + POST + b"abcd" + POST + b"efgh" + last + b"ijkl")
        found = read_to_end(connection)
    assert [part.partition(b"\r\n\r\n")[2] for part in found.split(b"HTTP/1.1 200 ")[1:]] == [b"abcd", b"efgh", b"ijkl"]


def test_what_cannot_be_upgraded_to_is_answered_as_it_is(address: tuple[str, int]) -> None:
    """And nothing after it, which would be of the other protocol."""
    with connected(address) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n" + POST + b"abcd")
        found = read_to_end(connection)
    assert found.startswith(b"HTTP/1.1 200 ")
    assert found.count(b"HTTP/1.1 ") == 1


def test_line_ends_are_no_request(address: tuple[str, int]) -> None:
    with connected(address) as connection:
        connection.sendall(b"\r\n")
        assert read_to_end(connection) == b""
    with connected(address) as connection:
        connection.sendall(POST + b"abcd")
        assert answer(connection, 4) == b"abcd"
        connection.sendall(b"\r\n")
        assert read_to_end(connection) == b""


def test_whoever_drips_is_ended_as_well(address: tuple[str, int], application: Application) -> None:
    def drip(connection: socket.socket) -> None:
        for _ in range(200):
            connection.sendall(b"a")
            time.sleep(PATIENCE / 8)

    with connected(address) as connection:
        connection.sendall(POST.replace(b"4", b"1000"))
        with pytest.raises(OSError, match=r"pipe|reset"):
            drip(connection)
    assert application.broken_off.wait(SOON)


def test_the_second_request_of_a_connection_has_the_same_time(address: tuple[str, int]) -> None:
    with connected(address) as connection:
        connection.sendall(POST + b"abcd" + b"GET / HT")
        found = read_to_end(connection)
    assert b"abcd" in found
    assert b"HTTP/1.1 408 " in found


def test_requests_that_take_their_time_are_answered(address: tuple[str, int]) -> None:
    with connected(address) as connection:
        for _ in range(4):  # each within the time, together beyond it
            for part in (POST[:20], POST[20:] + b"ab", b"cd"):
                connection.sendall(part)
                time.sleep(PATIENCE / 10)
            assert answer(connection, 4) == b"abcd"
            time.sleep(PATIENCE / 4)


@pytest.mark.parametrize("path", ["/long", "/events"])
def test_a_reader_who_does_not_read_is_ended(address: tuple[str, int], application: Application, path: str) -> None:
    with connected(address) as connection:
        connection.sendall(b"GET %s HTTP/1.1\r\nHost: x\r\n\r\n" % path.encode())
        time.sleep(PATIENCE * 4)
        found = read_to_end(connection)
    assert 0 < len(found) < len(LONG)
    if path == "/events":
        assert application.broken_off.wait(SOON)


def test_a_slow_reader_gets_all(address: tuple[str, int]) -> None:
    with connected(address) as connection:
        connection.sendall(b"GET /long HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        began = time.monotonic()
        found = b""
        while part := connection.recv(60_000):
            found += part
            if time.monotonic() - began < 2 * PATIENCE:
                time.sleep(0.02)
    assert found.count(b"x") >= len(LONG)
