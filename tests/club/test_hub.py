"""Whoever watches a table is told that it has changed."""

import asyncio
from collections.abc import AsyncIterator

from trigrad.club.hub import Hub


def test_watchers_of_a_table_are_told_of_its_changes_alone() -> None:
    async def watch() -> list[int]:
        hub = Hub()
        hub.start()

        async def times_told(table_id: str) -> int:
            return len([None async for _ in hub.changes(table_id)])

        watching = [asyncio.create_task(times_told(table_id)) for table_id in ("a", "a", "b")]
        await settled()
        for _ in range(2):
            await asyncio.to_thread(hub.publish, "a")
            await asyncio.to_thread(hub.publish, "a")  # in quick succession, told as one
            await settled()
        hub.close()
        return await asyncio.wait_for(asyncio.gather(*watching), 5)

    first, second, other = asyncio.run(watch())
    assert other == 1  # at the start
    assert first == second
    assert 3 <= first <= 5


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_nobody_is_remembered_who_no_longer_watches() -> None:
    async def watch() -> int:
        hub = Hub()
        hub.start()
        changes: AsyncIterator[None] = hub.changes("a")
        await anext(changes)
        assert len(hub._listeners) == 1
        await changes.aclose()  # type: ignore[attr-defined]
        return len(hub._listeners)

    assert asyncio.run(watch()) == 0


def test_before_it_is_started_nothing_is_told() -> None:
    Hub().publish("a")
