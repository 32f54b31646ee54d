"""What has happened at a table, as soon as it has."""

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Header, Response
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.concurrency import run_in_threadpool

from trigrad.web.api.problems import reading
from trigrad.web.context import TheClub

router = APIRouter(tags=["tables"])


@router.get("/tables/{table_id}/events", response_class=EventSourceResponse, responses=reading(404, 410, 503))
async def events(
    table_id: str,
    club: TheClub,
    revision: str = "",
    last_event_id: Annotated[str | None, Header()] = None,
) -> Response:
    """Server-sent events: ``changed``, whenever there is something new to fetch."""
    await run_in_threadpool(club.tables.get, table_id)  # 404 before the stream begins

    async def stream() -> AsyncIterator[ServerSentEvent]:
        seen = last_event_id or revision
        async for _ in club.hub.changes(table_id):
            current = (await run_in_threadpool(club.tables.get, table_id)).revision
            if current != seen:
                seen = current
                yield ServerSentEvent(current, event="changed", id=current)

    return EventSourceResponse(stream(), headers={"Cache-Control": "no-store"})
