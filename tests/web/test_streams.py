"""How a stream of events goes on while nothing happens, and how it ends."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from starlette.types import Message

from trigrad.club.hub import Hub, Listener
from trigrad.club.origins import Limits
from trigrad.club.people import User
from trigrad.web.api import events

SOON = 0.05  # seconds
END: Message = {"type": "http.response.body", "body": b"", "more_body": False}


class Open:
    """A stream of the table "a" that somebody reads."""

    def __init__(self) -> None:
        self.hub = Hub(Limits(streams=1), 1)
        self.hub.start()
        self.listener = self.hub.listen(User("1", "Ada"), {"a": ""})
        self.sent: list[Message] = []
        self.gone = asyncio.Event()
        stream = events._Stream(told(self.listener), self.hub, self.listener)
        scope = {"type": "http", "method": "GET"}
        self.task = asyncio.create_task(stream(scope, self.receive, self.send))

    async def receive(self) -> Message:
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        self.sent.append(message)

    async def ends(self) -> None:
        await asyncio.wait_for(self.task, 5)
        assert self.hub.streams == 0, "it still counts as one that listens"

    @property
    def bodies(self) -> list[bytes]:
        return [message["body"] for message in self.sent if message.get("body")]


async def told(listener: Listener) -> AsyncIterator[bytes]:
    async for change in events._changes(listener):
        yield f"{change}\n".encode()


def test_it_ends_when_the_server_stops() -> None:
    async def stopped() -> list[Message]:
        stream = Open()
        await asyncio.sleep(SOON)
        stream.hub.close()
        await stream.ends()
        return stream.sent

    assert asyncio.run(stopped())[-1] == END


@pytest.mark.parametrize("after", [0.0, SOON])
def test_it_ends_when_nobody_reads_it_any_more(after: float) -> None:
    """Even where nobody ever did."""

    async def left() -> list[Message]:
        stream = Open()
        await asyncio.sleep(after)
        stream.gone.set()
        await stream.ends()
        return stream.sent

    assert END not in asyncio.run(left())  # which is as well, as nobody is there


def test_it_says_that_it_lives_while_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "_SILENCE", SOON)

    async def silent_then_changed() -> list[bytes]:
        stream = Open()
        await asyncio.sleep(5 * SOON)
        stream.hub.publish("a", "2")
        await asyncio.sleep(SOON / 2)
        stream.hub.close()
        await stream.ends()
        return stream.bodies

    said = asyncio.run(silent_then_changed())
    assert said[:2] == [b"None\n"] * 2
    assert b"Changed(table='a', revision='2')\n" in said
