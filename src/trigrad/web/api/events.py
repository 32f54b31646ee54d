"""What has happened at tables, as soon as it has."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from functools import lru_cache
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Header, Query, Response
from fastapi.sse import KEEPALIVE_COMMENT, format_sse_event
from starlette.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse
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
_SILENCE = 15.0  # seconds after which a stream says that it lives, so that neither proxies nor browsers give it up


class NothingToTell(Refusal):
    """A stream of no table."""

    kind = RefusalKind.INVALID
    reason = Text("Say which tables to tell of.")


class _Stream(StreamingResponse):
    """A stream that listens until it ends, however that comes about."""

    media_type = "text/event-stream"

    def __init__(self, content: AsyncIterator[bytes], hub: Hub, listener: Listener) -> None:
        super().__init__(content, headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        self._hub = hub
        self._listener = listener

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._hub.leave(self._listener)


@router.get(
    "/tables/{table_id}/events",
    status_code=HTTPStatus.OK,
    response_class=_Stream,
    responses=reading(404, 410, 429, 503),
)
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

    async def stream() -> AsyncIterator[bytes]:
        async for change in _changes(listener):
            if change is None:
                yield KEEPALIVE_COMMENT
            elif isinstance(change, Changed):
                yield format_sse_event(data_str=change.revision, event="changed", id=change.revision)

    return _Stream(stream(), club.hub, listener)


@router.get("/events", status_code=HTTPStatus.OK, response_class=_Stream, responses=reading(400, 404, 410, 429, 503))
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
            yield format_sse_event(data_str=json.dumps({"tables": mine}), event="turns")
        async for change in _changes(listener):
            yield _told(change) if change else KEEPALIVE_COMMENT

    return _Stream(stream(), club.hub, listener)


@lru_cache(_MOST_TOLD, typed=True)
def _told(change: Changed | Turn) -> bytes:
    """A change as a stream tells it, put together once for all who listen."""
    event = "turn" if isinstance(change, Turn) else "changed"
    return format_sse_event(data_str=json.dumps(change._asdict()), event=event)


async def _changes(listener: Listener) -> AsyncIterator[Changed | Turn | None]:
    """What a listener is told; None whenever that was nothing for a while."""
    while True:
        try:
            async with asyncio.timeout(_SILENCE):
                change = await anext(listener)
        except TimeoutError:
            yield None
        except StopAsyncIteration:
            return
        else:
            yield change


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
