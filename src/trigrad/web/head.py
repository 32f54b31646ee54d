"""HEAD: what GET would answer, without its body."""

import asyncio

from starlette.types import ASGIApp, Message, Receive, Scope, Send


class Head:
    """Answers HEAD wherever GET is answered."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return
        answered, asked = asyncio.Event(), False

        async def send_head(message: Message) -> None:
            if message["type"] == "http.response.start":
                await send(message)
                await send({"type": "http.response.body", "body": b""})
                answered.set()

        async def receive_until_answered() -> Message:
            """A request without a body, whose sender is content with the head: a stream of events ends there."""
            nonlocal asked
            if not asked:
                asked = True
                return {"type": "http.request", "body": b"", "more_body": False}
            await answered.wait()
            return {"type": "http.disconnect"}

        await self._app({**scope, "method": "GET"}, receive_until_answered, send_head)
