"""Each answer gets an id, is counted and, where that is wished, noted in a line of the log."""

import logging
import os
import time
from contextvars import ContextVar
from dataclasses import dataclass, field

from starlette.datastructures import MutableHeaders
from starlette.routing import Match, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from trigrad.web.address import path_of
from trigrad.web.metrics import Metrics

logger = logging.getLogger(__name__)

HEADER = "X-Request-Id"
answer_id: ContextVar[str] = ContextVar("answer_id", default="")  # of the request that is being answered

_KEY = "trigrad.answer"
_NOBODY = "none"  # the route of what no route answered
_METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


@dataclass
class _Answer:
    """An answer, while it is made. Its route is a pattern: addresses themselves hold keys of seats."""

    id: str
    method: str
    began: float = field(default_factory=time.perf_counter)
    route: str = _NOBODY
    status: int = 0


class Observed:
    """The outermost layer: gives ids, counts, writes the log."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        method = scope["method"] if scope["method"] in _METHODS else "other"
        answer = scope[_KEY] = _Answer(os.urandom(8).hex(), method)
        token = answer_id.set(answer.id)

        async def send_with_id(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)[HEADER] = answer.id
                answer.status = message["status"]
                self._note(answer)
            await send(message)

        try:
            await self._app(scope, receive, send_with_id)
        except Exception:
            if not answer.status:
                answer.status = 500
                self._note(answer)
            raise
        finally:
            answer_id.reset(token)

    def _note(self, answer: _Answer) -> None:
        seconds = time.perf_counter() - answer.began
        self._metrics.answers.labels(answer.method, answer.route, str(answer.status)).inc()
        self._metrics.seconds.labels(answer.method, answer.route).observe(seconds)
        about = {
            "method": answer.method,
            "route": answer.route,
            "status": answer.status,
            "ms": round(seconds * 1000, 1),
        }
        logger.info("answered", extra={"about": about})


class Routed:
    """The innermost layer: tells which route it is, which the router alone knows."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""

        async def send_and_tell(message: Message) -> None:
            if message["type"] == "http.response.start" and _KEY in scope:
                scope[_KEY].route = _pattern(scope)
            await send(message)

        await self._app(scope, receive, send_and_tell)


class NamedRoute(Route):
    """A route by itself, which tells who it is as those of FastAPI do."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Whether it answers, and what it adds to the scope."""
        match, added = super().matches(scope)
        if match is not Match.NONE:
            added["route"] = self
        return match, added


def _pattern(scope: Scope) -> str:
    """The pattern of a request's address; a route knows its own part, without that of the router it stands in."""
    path: str = getattr(scope.get("route"), "path", _NOBODY)
    return f"/api{path}" if path != _NOBODY and path_of(scope).startswith("/api/") else path
