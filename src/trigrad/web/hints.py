"""Waiting for a hint, without keeping a thread from others meanwhile."""

import asyncio

from starlette.concurrency import run_in_threadpool

from trigrad.club.club import Club
from trigrad.club.hints import Hint
from trigrad.club.people import User


async def hint(club: Club, table_id: str, user: User, seat: int, version: int) -> Hint:
    """A hint for a person's seat that is to move; ``TableError`` if it is refused."""
    thinking = await run_in_threadpool(club.hints.ask, table_id, user, seat, version)
    return await asyncio.shield(asyncio.wrap_future(thinking))  # others may wait for the same
