"""How a stream of events ends when the server stops."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from sse_starlette import ServerSentEvent
from sse_starlette.sse import AppStatus
from starlette.types import Message

from trigrad.club.hub import Hub
from trigrad.club.origins import Limits
from trigrad.club.people import User
from trigrad.web.api.events import _Stream


async def sent_by_a_stopping_server() -> list[Message]:
    """What a stream sends if it hears of the signal to stop before the hub ends it."""
    hub, sent = Hub(Limits(streams=1), 1), list[Message]()
    listener = hub.listen(User("1", "Ada"), {"a": ""})

    async def events() -> AsyncIterator[ServerSentEvent]:
        async for change in listener:
            yield ServerSentEvent(str(change))

    async def receive() -> Message:
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: Message) -> None:
        sent.append(message)

    stream = asyncio.create_task(_Stream(events(), hub, listener)({"type": "http", "method": "GET"}, receive, send))
    await asyncio.sleep(0.2)
    hub.close()
    await asyncio.wait_for(stream, 5)
    return sent


def test_a_stream_of_a_stopping_server_comes_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AppStatus, "should_exit", True)
    assert asyncio.run(sent_by_a_stopping_server())[-1] == {
        "type": "http.response.body",
        "body": b"",
        "more_body": False,
    }
