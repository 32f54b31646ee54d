"""Several processes behind one port: a connection goes to the one that has its table at hand.

What a table needs is then read and drawn by one process, whoever of its people asks. Each process can answer
everything, so where another one takes no connections for now, whoever has one keeps it.
"""

import asyncio
import logging
import os
import re
import socket
import zlib
from array import array
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import uvicorn

logger = logging.getLogger(__name__)

_MOST_BEGUN = 60_000  # bytes of a request that go along with a connection
_TABLE = re.compile(rb"[A-Z]+ (?:[^ ?]*?/(?:t|tables)/|[^ ]*?[?&]table=)([\w-]+)")  # where a request begins

Begin = Callable[[socket.socket, bytes], None]


class Neighbours:
    """The processes of a server, each with a socket in a folder of their own by its number, 0 to ``count`` - 1."""

    def __init__(self, folder: Path, own: int, count: int) -> None:
        self._folder, self._own, self._count = folder, own, count
        self._socket: socket.socket | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self, begin: Begin) -> None:
        """Take connections from now on: each is begun with what was read of it already. ``OSError``."""
        place = self._place(self._own)
        place.unlink(missing_ok=True)  # of a process of this number that was killed
        taking = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        try:
            taking.setblocking(False)
            taking.bind(str(place))
        except OSError:
            taking.close()
            raise
        self._socket, self._loop = taking, asyncio.get_running_loop()
        self._loop.add_reader(taking, self._take, begin)

    def close(self, begin: Begin) -> None:
        """Take no more; what is on its way is begun still."""
        if self._socket is None or self._loop is None:
            return
        self._place(self._own).unlink(missing_ok=True)
        self._loop.remove_reader(self._socket)
        while self._take(begin):
            pass
        self._socket.close()
        self._socket = None

    def pass_on(self, connection: int, begun: bytes) -> bool:
        """Whether a connection, by its file, that begins a request has gone to the process which has its table."""
        home = self._home(begun)
        if home == self._own or self._socket is None or len(begun) > _MOST_BEGUN:
            return False
        along = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array("i", [connection]))]
        try:
            self._socket.sendmsg([begun], along, 0, str(self._place(home)))
        except OSError:  # it is not there, or has more to do than it can
            return False
        return True

    def _home(self, begun: bytes) -> int:
        """The process for what a request asks for: this one if that is no table, or cannot be told yet."""
        line, whole, _ = begun.partition(b"\r\n")
        table = _TABLE.match(line) if whole else None
        return zlib.crc32(table[1]) % self._count if table else self._own

    def _place(self, number: int) -> Path:
        return self._folder / str(number)

    def _take(self, begin: Begin) -> bool:
        """Begin a connection that another process has passed on; whether there was one."""
        assert self._socket is not None
        try:
            begun, files, flags, _ = socket.recv_fds(self._socket, _MOST_BEGUN, 1)
        except OSError:
            return False
        if flags & socket.MSG_CTRUNC or not files:  # no more files can be open: the other side sees it closed
            for file in files:
                with suppress(OSError):
                    os.close(file)
            return True
        begin(socket.socket(fileno=files[0]), begun)
        return True


class NeighbourlyServer(uvicorn.Server):
    """A server that takes the connections which its neighbours pass on."""

    def __init__(self, config: uvicorn.Config, neighbours: Neighbours | None) -> None:
        super().__init__(config)
        self._neighbours = neighbours
        self._beginning: set[asyncio.Task[Any]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and take what comes from neighbours."""
        await super().startup(sockets)
        if self._neighbours is not None and not self.should_exit:
            try:
                self._neighbours.start(self._begin)
            except OSError as error:  # such as a folder whose name is too long for a socket
                logger.warning("connections are not passed on to the process that has their table: %s", error)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop: what was passed on is answered still."""
        if self._neighbours is not None:
            self._neighbours.close(self._begin)
            await asyncio.gather(*self._beginning, return_exceptions=True)
        await super().shutdown(sockets)

    def _begin(self, connection: socket.socket, begun: bytes) -> None:
        connection.setblocking(False)
        kind: Any = self.config.http_protocol_class
        state = {"server_state": self.server_state, "app_state": self.lifespan.state}
        protocol = partial(kind, config=self.config, begun=begun, **state)
        task = asyncio.ensure_future(asyncio.get_running_loop().connect_accepted_socket(protocol, connection))
        self._beginning.add(task)
        task.add_done_callback(self._beginning.discard)
