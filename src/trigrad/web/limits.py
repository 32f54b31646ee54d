"""How long a connection may take: to send a request that was begun, and to take an answer."""

import asyncio
import socket
from collections.abc import Callable
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

_SEND_BUFFER = 64 * 1024  # bytes that the system keeps for a reader, so that one who does not read is noticed
_LEAST_TAKEN = 16 * 1024  # bytes of a long answer that a slow reader takes within the time, to be waited for
_TOO_LATE = b"The request did not arrive in time."


class _Deadline:
    """A time after which something is done, unless it is stopped before."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._timer: asyncio.TimerHandle | None = None

    @property
    def running(self) -> bool:
        return self._timer is not None

    def start(self, seconds: float, function: Callable[..., None], *arguments: int) -> None:
        self.stop()
        self._timer = self._loop.call_later(seconds, function, *arguments)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class PatientProtocol(H11Protocol):
    """HTTP with somebody who has ``patience`` seconds for each request, and as long to take what is sent.

    The server's memory for each is bounded: the next part of an answer is made once the last one has left.
    """

    patience: ClassVar[float]

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._coming = _Deadline(self.loop)  # while a request is awaited or half there
        self._going = _Deadline(self.loop)  # while something waits to be taken

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has connected, and is to ask for something."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=0)
        connection = transport.get_extra_info("socket")
        if connection is not None:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
        self._coming.start(self.patience, self._came_too_late)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is awaited any more."""
        self._coming.stop()
        self._going.stop()
        super().connection_lost(exc)

    # --- Requests -------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Read on."""
        super().data_received(data)
        self._watch_request()

    def on_response_complete(self) -> None:
        """Go on to the next request, which may be half there."""
        super().on_response_complete()
        self._watch_request()

    def _watch_request(self) -> None:
        if not self._is_half_there():
            self._coming.stop()
        elif not self._coming.running:
            self._coming.start(self.patience, self._came_too_late)

    def _is_half_there(self) -> bool:
        if self.conn.their_state is h11.IDLE:
            return bool(self.conn.trailing_data[0])
        return self.conn.their_state is h11.SEND_BODY

    def _came_too_late(self) -> None:
        if self.transport.is_closing():
            return
        if self._is_half_there() and self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            headers = [("content-type", "text/plain; charset=utf-8"), ("connection", "close")]
            for event in (
                h11.Response(status_code=408, headers=headers, reason=b"Request Timeout"),
                h11.Data(data=_TOO_LATE),
                h11.EndOfMessage(),
            ):
                self.transport.write(self.conn.send(event) or b"")
        if self.cycle is not None:
            self.cycle.disconnected = True  # whoever waits for the rest adds nothing to this
        self.transport.close()

    # --- Answers --------------------------------------------------------------------

    def pause_writing(self) -> None:
        """The reader does not take what is sent, for now."""
        super().pause_writing()
        self._await_reader()

    def resume_writing(self) -> None:
        """The reader has taken all."""
        self._going.stop()
        super().resume_writing()

    def _await_reader(self) -> None:
        waiting = self.transport.get_write_buffer_size()
        self._going.start(self.patience, self._check_reader, waiting)

    def _check_reader(self, before: int) -> None:
        if self.transport.get_write_buffer_size() > before - _LEAST_TAKEN:
            self.transport.abort()
        else:
            self._await_reader()


def patient_protocol(patience: float) -> type[PatientProtocol]:
    """The protocol for a server that waits so many seconds."""
    return type("Protocol", (PatientProtocol,), {"patience": patience})
