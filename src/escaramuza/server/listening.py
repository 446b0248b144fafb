"""How long a guest may take to say what it wants. Uvicorn waits for ever for the rest of a request; whoever opens many
and ends none would keep everybody else out."""

import asyncio
import gc
import sys
from collections import defaultdict
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from escaramuza.server.limits import guest_of
from escaramuza.server.settings import Settings

# What the operating system may be asked for: connections and files.
MOST_FILES = 65_536
# After how many objects more than before the newest are looked through, and after how many of those looks older ones.
GARBAGE = (5_000, 10, 30)


class MustRead:
    """What a connection is told must be read: whoever takes nothing of it for a while is hung up on."""

    # How long a guest may take nothing of what it is told.
    answer_seconds: ClassVar[float] = Settings.answer_seconds
    loop: Any
    transport: Any
    unread: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """The guest takes no more of an answer for the moment."""
        super().pause_writing()  # type: ignore[misc]
        if self.unread is None:
            self._look_again(self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        """It does again."""
        self._let_read()
        super().resume_writing()  # type: ignore[misc]

    def _look_again(self, left: int) -> None:
        self.unread = self.loop.call_later(self.answer_seconds, self._see_what_was_read, left)

    def _see_what_was_read(self, before: int) -> None:
        """However slowly a guest reads, some of it must have gone."""
        left = self.transport.get_write_buffer_size()
        if left < before:
            self._look_again(left)
        else:
            self.transport.abort()

    def _let_read(self) -> None:
        if self.unread is not None:
            self.unread.cancel()
            self.unread = None


class PatientProtocol(MustRead, H11Protocol):
    """HTTP with limits: a request's header and its body each have their time, and an address only so many of both."""

    header_seconds: ClassVar[float] = Settings.header_seconds
    body_seconds: ClassVar[float] = Settings.body_seconds
    # Requests that one address has begun and not ended; one more ends the oldest of them.
    most_begun: ClassVar[int] = Settings.most_begun
    begun: ClassVar[defaultdict[str, dict["PatientProtocol", None]]] = defaultdict(dict)

    def __init__(self, *settings: Any, **named: Any) -> None:
        super().__init__(*settings, **named)
        self.patience: asyncio.TimerHandle | None = None
        self.awaits: Any = None
        self.upgraded = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._await(h11.IDLE)

    def connection_lost(self, exc: Exception | None) -> None:
        self._await(None)
        self._let_read()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._await(None if self.transport.is_closing() else self._unfinished())

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self.upgraded = True
        super().handle_websocket_upgrade(event)

    def _unfinished(self) -> Any:
        """The part of a request that is still to come; None if there is none."""
        state = self.conn.their_state
        return state if state in (h11.IDLE, h11.SEND_BODY) and not self.upgraded else None

    def _await(self, part: Any) -> None:
        """Wait for a part of a request; one that is awaited already gets no more time."""
        if part is self.awaits:
            return
        self.awaits = part
        if self.patience is not None:
            self.patience.cancel()
            self.patience = None
        host = guest_of(self.client[0] if self.client else "")
        waiting = self.begun[host]
        waiting.pop(self, None)
        if part is not None:
            self.patience = self.loop.call_later(
                self.header_seconds if part is h11.IDLE else self.body_seconds, self._lose_patience
            )
            if len(waiting) >= self.most_begun:
                next(iter(waiting))._lose_patience()
            waiting[self] = None
        elif not waiting:
            del self.begun[host]

    def _lose_patience(self) -> None:
        self._await(None)
        self.transport.abort()


def patient(settings: Settings) -> type[PatientProtocol]:
    """The protocol with the limits of a server."""
    limits = {
        name: getattr(settings, name) for name in ("header_seconds", "body_seconds", "answer_seconds", "most_begun")
    }
    return type("Patient", (PatientProtocol,), limits)


def look_for_garbage_seldom() -> None:
    """A look through all matches in memory keeps everybody at their tables waiting for a fifth of a second, and finds
    next to nothing: most goes as soon as nobody knows it any more."""
    gc.set_threshold(*GARBAGE)


def ask_for_connections() -> None:
    """As many open files as the system allows, up to a bound; a person's default of 1,024 is little for a server."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(MOST_FILES, hard)
    if soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
