"""How long a connection may take: to send a request that was begun, and to take an answer; and who answers it."""

import asyncio
import socket
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from trigrad.web.neighbours import Neighbours

_SEND_BUFFER = 64 * 1024  # bytes that the system keeps for a reader, so that one who does not read is noticed
_LEAST_TAKEN = 16 * 1024  # bytes of a long answer that a slow reader takes within the time, to be waited for
_LARGEST_HEAD = 64 * 1024  # bytes of a request before its body
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


class PatientProtocol(HttpToolsProtocol):
    """HTTP with somebody who has ``patience`` seconds for each request, and as long to take what is sent.

    The server's memory for each is bounded: the next part of an answer is made once the last one has left.
    With ``neighbours``, other processes of the server, a connection goes to the one that has its table at hand;
    ``begun`` is what one of them has read of it.
    """

    patience: ClassVar[float]
    neighbours: ClassVar[Neighbours | None]

    def __init__(self, *arguments: Any, begun: bytes = b"", **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._begun = begun
        self._coming = _Deadline(self.loop)  # while a request is awaited or half there
        self._going = _Deadline(self.loop)  # while something waits to be taken
        self._head = 0  # bytes that came of a head which is not whole
        self._in_head = self._in_body = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has connected, and is to ask for something."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=0)
        connection = transport.get_extra_info("socket")
        if connection is not None:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
        self._coming.start(self.patience, self._came_too_late)
        if self._begun:
            self._read(self._begun)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is awaited any more."""
        self._coming.stop()
        self._going.stop()
        super().connection_lost(exc)

    # --- Requests -------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Read on."""
        if not self._pass_on(data):
            self._read(data)

    def _pass_on(self, data: bytes) -> bool:
        """Whether a request that begins here has gone to another process, with the connection."""
        if self.neighbours is None or self._is_half_there() or self._is_answering() or self._going.running:
            return False
        if not self.neighbours.pass_on(self.transport.get_extra_info("socket").fileno(), data):
            return False
        self.transport.abort()  # closes it for this process alone
        return True

    def _read(self, data: bytes) -> None:
        super().data_received(data)
        self._head = self._head + len(data) if self._in_head else 0
        if self._head > _LARGEST_HEAD and not self.transport.is_closing():
            self.send_400_response("The request is too large.")
        self._watch_request(half_there=self._is_half_there() or not self._is_answering())

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._in_head = True

    def on_headers_complete(self) -> None:
        """Its head is whole, and it is answered from now on."""
        self._in_head, self._in_body = False, True
        super().on_headers_complete()
        if self.parser.should_upgrade():  # to what there is not; nothing more is understood after it
            self.cycle.keep_alive = False

    def on_message_complete(self) -> None:
        """It is whole."""
        self._in_body = False
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Go on to the next request, which may be half there."""
        super().on_response_complete()
        self._watch_request(half_there=self._is_half_there())

    def _watch_request(self, *, half_there: bool) -> None:
        if not half_there:
            self._coming.stop()
        elif not self._coming.running:
            self._coming.start(self.patience, self._came_too_late)

    def _is_half_there(self) -> bool:
        return self._in_head or self._in_body

    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _came_too_late(self) -> None:
        if self.transport.is_closing():
            return
        if self._may_say_so():
            self.transport.write(
                STATUS_LINE[HTTPStatus.REQUEST_TIMEOUT]
                + b"content-type: text/plain; charset=utf-8\r\ncontent-length: %d\r\nconnection: close\r\n\r\n%b"
                % (len(_TOO_LATE), _TOO_LATE)
            )
        if self.cycle is not None:
            self.cycle.disconnected = True  # whoever waits for the rest adds nothing to this
        self.transport.close()

    def _may_say_so(self) -> bool:
        """Whether the request that is half there can be answered: it has begun, and nothing is being answered."""
        if self._in_body:
            return not self.cycle.response_started and not self.pipeline
        return self._in_head and not self._is_answering()

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


def patient_protocol(patience: float, neighbours: Neighbours | None = None) -> type[PatientProtocol]:
    """The protocol for a server that waits so many seconds, and has such neighbours."""
    return type("Protocol", (PatientProtocol,), {"patience": patience, "neighbours": neighbours})
