"""What has happened at tables, as soon as it has."""

import json
from collections.abc import AsyncIterator, Mapping
from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Header, Query, Response
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.concurrency import run_in_threadpool
from starlette.types import Receive, Scope, Send

from trigrad.club.club import Club
from trigrad.club.hub import Changed, Hub, Listener, Turn
from trigrad.club.live_table import LiveTable
from trigrad.club.own_tables import State
from trigrad.club.people import User
from trigrad.club.refusals import Damaged
from trigrad.engine.text import Refusal, RefusalKind, Text
from trigrad.store.store import UnknownTable
from trigrad.web.api.problems import reading
from trigrad.web.context import TheClub, TheUser

router = APIRouter(tags=["tables"])

_MOST_TABLES = 50  # of one stream
_MOST_TOLD = 100  # changes that are kept as streams tell them
_TO_END = 1.5  # seconds that a stream has to end by itself when the server stops, before it is cut off


class NothingToTell(Refusal):
    """A stream of no table."""

    kind = RefusalKind.INVALID
    reason = Text("Say which tables to tell of.")


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
        async for change in listener:
            if isinstance(change, Changed):
                yield ServerSentEvent(change.revision, event="changed", id=change.revision)

    return _Stream(stream(), club.hub, listener)


@router.get("/events", response_class=EventSourceResponse, responses=reading(400, 404, 410, 429, 503))
async def events_of_tables(
    club: TheClub,
    user: TheUser,
    table: Annotated[
        list[str],
        Query(max_length=_MOST_TABLES, description="A table’s id, or ``id:revision`` as last seen"),
    ] = [],  # noqa: B006 - FastAPI copies it
    turns: Annotated[bool, Query(description="Whether to tell of my own turns, too")] = False,
) -> Response:
    """Server-sent events of several tables in one stream: ``changed``, with the ``table`` and its ``revision``.

    Tables that cannot be read are left out; where none can, the answer is that of the first. With ``turns`` it begins
    with ``turns``, the ``tables`` at which I am to choose, and ``turn`` tells whenever something has happened at a
    ``table`` where I sit, and whether it is ``mine`` to choose there now. One person has at most eight such streams,
    of which the oldest end.
    """
    if not table and not turns:
        raise NothingToTell
    known = {table_id: revision for table_id, _, revision in (one.partition(":") for one in table)}
    found = await run_in_threadpool(_tables, club, list(known))
    listener = _listen(club, user, found, known, turns=turns)
    try:
        mine = await run_in_threadpool(_turns, club, user) if turns else []
    except BaseException:
        club.hub.leave(listener)
        raise

    async def stream() -> AsyncIterator[bytes]:
        if turns:
            yield ServerSentEvent(json.dumps({"tables": mine}), event="turns").encode()
        async for change in listener:
            yield _told(change)

    return _Stream(stream(), club.hub, listener)


@lru_cache(_MOST_TOLD, typed=True)
def _told(change: Changed | Turn) -> bytes:
    """A change as a stream tells it, put together once for all who listen."""
    return ServerSentEvent(
        json.dumps(change._asdict()), event="turn" if isinstance(change, Turn) else "changed"
    ).encode()


def _turns(club: Club, user: User) -> list[str]:
    return [own.row.id for own in club.tables.own(user) if own.state is State.MY_TURN]


def _tables(club: Club, table_ids: list[str]) -> dict[str, LiveTable]:
    found: dict[str, LiveTable] = {}
    errors: list[UnknownTable | Damaged] = []
    for table_id in table_ids:
        try:
            found[table_id] = club.tables.get(table_id)
        except (UnknownTable, Damaged) as error:
            errors.append(error)
    if errors and not found:
        raise errors[0]
    return found


def _listen(
    club: Club, user: User, found: Mapping[str, LiveTable], known: Mapping[str, str], *, turns: bool = False
) -> Listener:
    """A listener that is told at once of what it does not know."""
    seated = {table_id for table_id, live in found.items() if live.seats_of(user)}
    listener = club.hub.listen(user, {table_id: known[table_id] for table_id in found}, seated, turns=turns)
    for table_id, live in found.items():
        listener.tell(table_id, live.revision)
    return listener


class _Stream(EventSourceResponse):
    """A stream that listens until it ends, however that comes about."""

    def __init__(self, content: AsyncIterator[ServerSentEvent | bytes], hub: Hub, listener: Listener) -> None:
        super().__init__(content, headers={"Cache-Control": "no-store"}, shutdown_grace_period=_TO_END)
        self._hub = hub
        self._listener = listener

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._hub.leave(self._listener)
