"""Telling whoever watches a table that it has changed."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager


class Hub:
    """Who listens to which table. ``publish`` may be called from any thread."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._listeners: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self.closing = False

    def start(self) -> None:
        """Bind to the running event loop."""
        self._loop = asyncio.get_running_loop()

    def close(self) -> None:
        """End all streams."""
        self.closing = True
        for listeners in self._listeners.values():
            for changed in listeners:
                changed.set()

    def publish(self, table_id: str) -> None:
        """Wake everybody who listens to a table."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake, table_id)

    def _wake(self, table_id: str) -> None:
        for changed in self._listeners.get(table_id, ()):
            changed.set()

    @contextmanager
    def _listening(self, table_id: str) -> Iterator[asyncio.Event]:
        changed = asyncio.Event()
        self._listeners[table_id].add(changed)
        try:
            yield changed
        finally:
            self._listeners[table_id].discard(changed)
            if not self._listeners[table_id]:
                del self._listeners[table_id]

    async def changes(self, table_id: str) -> AsyncIterator[None]:
        """Yield once at the start and then after each change, changes in quick succession as one."""
        with self._listening(table_id) as changed:
            while not self.closing:
                yield None
                await changed.wait()
                changed.clear()
