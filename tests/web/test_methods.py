"""HEAD, and methods that a path does not know."""

import asyncio

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from httpx2 import Response
from starlette.types import Message
from tests.web.people import Person, alone_against_oneself, play_to_end

PATHS = (
    "/",
    "/rules",
    "/rules/quorum",
    "/new/quorum",
    "/me",
    "/t/{id}",
    "/t/{id}/live",
    "/t/{id}/analysis",
    "/t/{id}/game.json",
    "/static/site.css",
    "/language/fr",
    "/me/",
    "/nothing",
    "/t/nowhere",
    "/api/docs",
    "/api/openapi.json",
    "/api/games",
    "/api/tables/{id}",
    "/api/tables/{id}/record",
    "/api/tables/nowhere",
)


def test_head_is_answered_as_get_is_but_for_the_body(ada: Person) -> None:
    table_id = alone_against_oneself(ada)
    play_to_end(ada, table_id)
    client = ada.client
    client.follow_redirects = False
    for path in PATHS:
        address = path.format(id=table_id)
        head, get = client.head(address, headers=ada.headers), client.get(address, headers=ada.headers)
        assert head.content == b"", path
        assert head.status_code == get.status_code, path
        assert headers_of(head) == headers_of(get), path


def headers_of(answer: Response) -> dict[str, str]:
    """All but the length, which a form's fresh key changes once it is packed, and the answer's own id."""
    return {name: value for name, value in answer.headers.items() if name not in ("content-length", "x-request-id")}


def test_the_head_of_a_stream_of_events_comes_at_once_and_is_all(app: FastAPI, ada: Person) -> None:
    table_id = alone_against_oneself(ada)
    answered: list[Message] = []

    async def ask() -> None:
        path = f"/api/tables/{table_id}/events"
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": "HEAD",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "headers": [(b"host", b"games.example")],
            "client": ("203.0.113.7", 1),
            "server": ("games.example", 80),
        }

        async def receive() -> Message:
            return await asyncio.Future()

        async def send(message: Message) -> None:
            answered.append(message)

        await asyncio.wait_for(app(scope, receive, send), timeout=10)

    assert ada.client.portal
    ada.client.portal.call(ask)
    start, *bodies = answered
    assert start["status"] == 200
    assert (b"content-type", b"text/event-stream; charset=utf-8") in start["headers"]
    assert [body.get("body") for body in bodies] == [b""]


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("PUT", "/", "GET, HEAD"),
        ("POST", "/rules", "GET, HEAD"),
        ("DELETE", "/me", "GET, HEAD, POST"),
        ("DELETE", "/new/quorum", "GET, HEAD, POST"),
        ("GET", "/t/x/act", "POST"),
        ("HEAD", "/t/x/act", "POST"),
        ("PATCH", "/t/x/move/y", "GET, HEAD, POST"),
        ("POST", "/static/site.css", "GET, HEAD"),
        ("OPTIONS", "/api/games", "GET, HEAD"),
        ("DELETE", "/api/tables", "GET, HEAD, POST"),
        ("GET", "/api/players", "POST"),
        ("GET", "/api/tables/x/seats/0/bot", "POST, DELETE"),
        ("PUT", "/api/tables/x/analysis", "GET, HEAD, POST"),
        ("POST", "/api/docs", "GET, HEAD"),
        ("POST", "/api/openapi.json", "GET, HEAD"),
    ],
)
def test_what_is_not_allowed_is_answered_with_what_is(client: TestClient, method: str, path: str, allowed: str) -> None:
    answer = client.request(method, path)
    assert answer.status_code == 405
    assert answer.headers["allow"] == allowed
