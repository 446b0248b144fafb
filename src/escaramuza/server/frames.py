"""What a guest may send over a WebSocket below the messages that the table hears, and how long it may leave unread what
it is told.

The table counts messages. What a connection sends besides them, pings, pongs and pieces of messages, is looked at
before the table hears of anything: whoever sends very many of those would keep everybody else waiting. And whoever
reads nothing would have everything kept for it for ever.
"""

import asyncio
from typing import Any

from uvicorn._types import ASGIReceiveEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from escaramuza.server.limits import Bucket
from escaramuza.server.listening import MustRead
from escaramuza.server.settings import Settings

# So many bytes are looked at before others have their turn; the smallest frame has six.
SLICE = 1024
# Frames that are not a whole message. Browsers send none of their own accord, other clients a ping now and then.
FRAMES_BURST, FRAMES_RATE = 256, 16.0
TOO_MANY = 1008
# Whoever does not take a goodbye is hung up on.
GOODBYE_SECONDS = 15.0


class PatientSocket(MustRead, WebSocketsSansIOProtocol):
    """A WebSocket with limits."""

    def __init__(self, *settings: Any, **named: Any) -> None:
        super().__init__(*settings, **named)
        # What has come and was not looked at yet, and who is about to.
        self.rest = b""
        self.looking: asyncio.Handle | None = None
        self.spare = Bucket(FRAMES_BURST, FRAMES_RATE)
        self.goodbye: asyncio.TimerHandle | None = None

    def data_received(self, data: bytes) -> None:
        self.rest += data
        if self.looking is None:
            self._look()

    def _look(self) -> None:
        """Look at a little of what has come. While there is more of it, or the table has not heard all messages, no
        more is read."""
        self.looking = None
        part, self.rest = self.rest[:SLICE], self.rest[SLICE:]
        if part and not self.transport.is_closing():
            super().data_received(part)
        if self.transport.is_closing():
            self.rest = b""
        elif self.rest:
            self._read(False)
            if self.queue.empty() or self.close_sent:
                self._look_soon()
        elif self.queue.empty():
            self._read(True)

    def _read(self, more: bool) -> None:
        if self.read_paused is more:
            self.read_paused = not more
            (self.transport.resume_reading if more else self.transport.pause_reading)()

    def _look_soon(self) -> None:
        if self.looking is None:
            self.looking = self.loop.call_soon(self._look)

    async def receive(self) -> ASGIReceiveEvent:
        message = await self.queue.get()
        if self.read_paused and self.queue.empty() and not self.disconnected:
            self._look_soon()
        return message

    def handle_ping(self) -> None:
        if self._may_have_sent_one_more():
            if self.writable.is_set():
                super().handle_ping()
            else:
                # Who does not read hears no echo.
                self.conn.data_to_send()

    def handle_pong(self, event: Frame) -> None:
        if self._may_have_sent_one_more():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._may_have_sent_one_more():
            super().handle_cont(event)

    def handle_text(self, event: Frame) -> None:
        if event.fin or self._may_have_sent_one_more():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        if event.fin or self._may_have_sent_one_more():
            super().handle_bytes(event)

    def _may_have_sent_one_more(self) -> bool:
        """Whether one more frame that is not a whole message may be; else the connection ends."""
        if self.transport.is_closing():
            return False
        if self.spare.take():
            return True
        self.conn.fail(TOO_MANY, "too many frames")
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.queue.put_nowait({"type": "websocket.disconnect", "code": TOO_MANY})
        self.close_sent = True
        self.transport.close()
        self._part()
        return False

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self._part()

    async def run_asgi(self) -> None:
        await super().run_asgi()
        self._part()

    def _part(self) -> None:
        """Goodbye was said; a transport that is closed waits for ever for somebody who does not read."""
        if self.goodbye is None and not self.disconnected:
            self.goodbye = self.loop.call_later(GOODBYE_SECONDS, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        self._let_read()
        for waiting in (self.goodbye, self.looking):
            if waiting is not None:
                waiting.cancel()
        super().connection_lost(exc)


def patient_socket(settings: Settings) -> type[PatientSocket]:
    """The protocol with the limits of a server."""
    return type("Patient", (PatientSocket,), {"answer_seconds": settings.answer_seconds})
