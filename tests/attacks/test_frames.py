"""What is sent over a WebSocket below the messages that the table counts, and what is never read."""

import asyncio
import base64
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosedError

from escaramuza.cli import serve
from escaramuza.server import frames
from escaramuza.server.settings import Settings

CONT, TEXT, PING, PONG = 0, 1, 9, 10
MANY = 20_000
LARGE = "x" * 1_000_000
Told = list[Any]


def frame(kind: int, data: bytes = b"", last: bool = True) -> bytes:
    """A short one, as a client masks it."""
    return bytes([(last << 7) | kind, 0x80 | len(data)]) + bytes(4) + data


HANDSHAKE = b"\r\n".join(
    [
        b"GET / HTTP/1.1",
        b"Host: here",
        b"Upgrade: websocket",
        b"Connection: Upgrade",
        b"Sec-WebSocket-Version: 13",
        b"Sec-WebSocket-Key: " + base64.b64encode(os.urandom(16)),
        b"\r\n",
    ]
)


@asynccontextmanager
async def serving(table: Callable[..., Awaitable[None]], seconds: float = 60.0) -> AsyncIterator[tuple[int, Any]]:
    """A server as it is configured, for this table; how many connections it has."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await table(receive, send)

    config = serve._config(app, Settings(database="sqlite://", web=Path(), answer_seconds=seconds))
    config.lifespan = "off"
    config.load()
    state = ServerState()
    loop = asyncio.get_running_loop()
    made = lambda: config.http_protocol_class(config, state, {})  # noqa: E731
    server = await loop.create_server(made, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1], state
    finally:
        server.close()
        for connection in list(state.connections):
            connection.transport.abort()


async def listens(receive: Any, send: Any) -> None:
    """A table that echoes."""
    while (heard := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": heard["text"]})


async def sat_down(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**26)
    writer.write(HANDSHAKE)
    await reader.readuntil(b"\r\n\r\n")
    return reader, writer


@pytest.mark.parametrize(
    "sent",
    [
        frame(PING) * MANY,
        frame(PONG) * MANY,
        frame(TEXT, b" ", last=False) + frame(CONT, last=False) * MANY,
        (frame(TEXT, last=False) + frame(CONT)) * MANY,
    ],
    ids=["pings", "pongs", "pieces of nothing", "messages in two pieces"],
)
def test_very_many_frames_end_the_connection(sent: bytes) -> None:
    async def attack() -> None:
        async with serving(listens) as (port, _):
            reader, writer = await sat_down(port)
            writer.write(sent)
            async with asyncio.timeout(60):
                with suppress(ConnectionError):
                    while await reader.read(2**16):
                        pass
            writer.close()

    asyncio.run(attack())


def test_what_a_client_sends_of_its_own_accord_is_answered() -> None:
    async def guest() -> None:
        async with serving(listens) as (port, _), connect(f"ws://127.0.0.1:{port}/") as wire:
            for number in range(50):
                await (await wire.ping())
                await wire.send(["in ", "pieces ", str(number)])
                assert await wire.recv() == f"in pieces {number}"
            long = "long " * 10_000
            await wire.send(long)
            assert await wire.recv() == long

    asyncio.run(guest())


def test_a_message_that_is_too_long_is_refused_with_its_reason() -> None:
    async def guest() -> None:
        async with serving(listens) as (port, _), connect(f"ws://127.0.0.1:{port}/") as wire:
            await wire.send("x" * 100_000)
            with pytest.raises(ConnectionClosedError) as ended:
                await wire.recv()
            assert ended.value.rcvd is not None and ended.value.rcvd.code == 1009

    asyncio.run(guest())


def test_others_have_their_turn_between_very_many_messages() -> None:
    """What one connection sent at once is not looked at all at once; and all of it is heard, in order."""

    async def attack() -> None:
        heard: list[str] = []
        at_once: list[int] = []

        async def table(receive: Any, send: Any) -> None:
            while (message := await receive())["type"] == "websocket.receive":
                heard.append(message["text"])

        looked = WebSocketsSansIOProtocol.data_received

        def looking(self: Any, data: bytes) -> None:
            at_once.append(len(data))
            looked(self, data)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(WebSocketsSansIOProtocol, "data_received", looking)
            async with serving(table) as (port, _):
                _, writer = await sat_down(port)
                wanted = [str(number) for number in range(MANY)]
                writer.write(b"".join(frame(TEXT, text.encode()) for text in wanted))
                async with asyncio.timeout(60):
                    while len(heard) < MANY:
                        await asyncio.sleep(0.01)
                writer.close()
        assert heard == wanted
        assert max(at_once) <= frames.SLICE

    asyncio.run(attack())


async def gone(state: Any) -> None:
    async with asyncio.timeout(60):
        while state.connections:
            await asyncio.sleep(0.02)


def test_whoever_reads_nothing_is_hung_up_on() -> None:
    """As long as it is told something, and when it pings to hear an echo."""
    ended: Told = []

    async def tells(receive: Any, send: Any) -> None:
        try:
            while True:
                await send({"type": "websocket.send", "text": LARGE})
        finally:
            ended.append("telling")

    async def attack() -> None:
        async with serving(tells, 0.3) as (port, state):
            _, writer = await sat_down(port)
            writer.transport.pause_reading()  # type: ignore[attr-defined]
            await gone(state)
            writer.close()

    asyncio.run(attack())
    assert ended == ["telling"]


def test_whoever_does_not_take_a_goodbye_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "GOODBYE_SECONDS", 0.3)

    async def parts(receive: Any, send: Any) -> None:
        await send({"type": "websocket.send", "text": LARGE * 8})

    async def attack() -> None:
        async with serving(parts) as (port, state):
            _, writer = await sat_down(port)
            writer.transport.pause_reading()  # type: ignore[attr-defined]
            await gone(state)
            writer.close()

    asyncio.run(attack())


def test_no_echo_is_kept_for_whoever_reads_nothing() -> None:
    """A few pings have large echoes; the server keeps none that cannot be written."""

    async def attack() -> None:
        async with serving(listens) as (port, state):
            _, writer = await sat_down(port)
            [connection] = state.connections
            connection.writable.clear()
            before = connection.transport.get_write_buffer_size()
            writer.write(frame(PING, b"x" * 125) * 200 + frame(TEXT, b"after them"))
            async with asyncio.timeout(60):
                while connection.queue.empty() and connection.spare.left > 60:
                    await asyncio.sleep(0.01)
            assert connection.transport.get_write_buffer_size() == before
            connection.writable.set()
            writer.close()

    asyncio.run(attack())
