"""What has happened at tables, as soon as it has."""

import json
from collections.abc import AsyncIterator, Mapping
from typing import Annotated

from fastapi import APIRouter, Header, Query, Response
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.concurrency import run_in_threadpool
from starlette.types import Receive, Scope, Send

from trigrad.club.club import Club
from trigrad.club.hub import Hub, Listener
from trigrad.club.live_table import LiveTable
from trigrad.club.people import User
from trigrad.club.refusals import Damaged
from trigrad.store.store import UnknownTable
from trigrad.web.api.problems import reading
from trigrad.web.context import TheClub, TheUser

router = APIRouter(tags=["tables"])

_MOST_TABLES = 50  # of one stream


@router.get("/tables/{table_id}/events", response_class=EventSourceResponse, responses=reading(404, 410, 429, 503))
async def events(
    table_id: str,
    club: TheClub,
    user: TheUser,
    revision: str = "",
    last_event_id: Annotated[str | None, Header()] = None,
) -> Response:
    """Server-sent events: ``changed``, whenever there is something new to fetch.

    One person has at most four such streams at a table, of which the oldest end, and all from one network
    address together a number that the server sets: beyond that the answer is 429.
    """
    live = await run_in_threadpool(club.tables.get, table_id)  # 404 before the stream begins
    listener = _listen(club, user, {table_id: live}, {table_id: last_event_id or revision})

    async def stream() -> AsyncIterator[ServerSentEvent]:
        async for _, current in listener:
            yield ServerSentEvent(current, event="changed", id=current)

    return _Stream(stream(), club.hub, listener)


@router.get("/events", response_class=EventSourceResponse, responses=reading(404, 410, 429, 503))
async def events_of_tables(
    club: TheClub,
    user: TheUser,
    table: Annotated[
        list[str],
        Query(min_length=1, max_length=_MOST_TABLES, description="A table’s id, or ``id:revision`` as last seen"),
    ],
) -> Response:
    """Server-sent events of several tables in one stream: ``changed``, with the ``table`` and its ``revision``.

    Tables that cannot be read are left out; where none can, the answer is that of the first.
    """
    known = {table_id: revision for table_id, _, revision in (one.partition(":") for one in table)}
    found = await run_in_threadpool(_tables, club, list(known))
    listener = _listen(club, user, found, known)

    async def stream() -> AsyncIterator[ServerSentEvent]:
        async for table_id, current in listener:
            yield ServerSentEvent(json.dumps({"table": table_id, "revision": current}), event="changed")

    return _Stream(stream(), club.hub, listener)


def _tables(club: Club, table_ids: list[str]) -> dict[str, LiveTable]:
    found: dict[str, LiveTable] = {}
    errors: list[UnknownTable | Damaged] = []
    for table_id in table_ids:
        try:
            found[table_id] = club.tables.get(table_id)
        except (UnknownTable, Damaged) as error:
            errors.append(error)
    if not found:
        raise errors[0]
    return found


def _listen(club: Club, user: User, found: Mapping[str, LiveTable], known: Mapping[str, str]) -> Listener:
    """A listener that is told at once of what it does not know."""
    seated = {table_id for table_id, live in found.items() if live.seats_of(user)}
    listener = club.hub.listen(user, {table_id: known[table_id] for table_id in found}, seated)
    for table_id, live in found.items():
        listener.tell(table_id, live.revision)
    return listener


class _Stream(EventSourceResponse):
    """A stream that listens until it ends, however that comes about."""

    def __init__(self, content: AsyncIterator[ServerSentEvent], hub: Hub, listener: Listener) -> None:
        super().__init__(content, headers={"Cache-Control": "no-store"})
        self._hub = hub
        self._listener = listener

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._hub.leave(self._listener)
