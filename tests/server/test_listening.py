"""Requests that are begun and never ended: they cost their sender the connection, and nobody else anything."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.asyncio.client import connect

from escaramuza.server.listening import PatientProtocol

Reader, Writer = asyncio.StreamReader, asyncio.StreamWriter
HALF_A_BODY = b"POST / HTTP/1.1\r\nhost: here\r\ncontent-length: 9\r\n\r\nabc"
WHOLE = b"GET / HTTP/1.1\r\nhost: here\r\n\r\n"


async def app(scope: Any, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]) -> None:
    """Answers with the length of the body; on a socket with what it hears."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (heard := await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": heard["text"]})
        return
    length, more = 0, True
    while more:
        message = await receive()
        length, more = length + len(message.get("body", b"")), message.get("more_body", False)
    body = str(length).encode()
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(body))]})
    await send({"type": "http.response.body", "body": body})


@asynccontextmanager
async def serving() -> AsyncIterator[int]:
    config = uvicorn.Config(app, log_level="critical", lifespan="off")
    config.load()
    state = ServerState()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: PatientProtocol(config, state, {}), "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for connection in list(state.connections):
            connection.transport.abort()


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PatientProtocol, "header_seconds", 0.3)
    monkeypatch.setattr(PatientProtocol, "body_seconds", 0.3)


async def say(port: int, words: bytes) -> tuple[Reader, Writer]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(words)
    await writer.drain()
    return reader, writer


async def ended(reader: Reader) -> bytes:
    """What came before the server hung up."""
    try:
        return await asyncio.wait_for(reader.read(), 30)
    except ConnectionResetError:
        return b""


@pytest.mark.parametrize(
    "words",
    [
        b"",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nhost: here\r\n",
        b"POST / HTTP/1.1\r\nhost: h\r\ncontent-length: 9\r\n\r\nabc",
    ],
    ids=["nothing", "half a line", "half a header", "half a body"],
)
def test_half_a_request_is_hung_up_on(short: None, words: bytes) -> None:
    async def attack() -> None:
        async with serving() as port:
            reader, writer = await say(port, words)
            assert b"200 OK" not in await ended(reader)
            writer.close()

    asyncio.run(attack())
    assert not PatientProtocol.begun


def test_a_letter_now_and_then_wins_no_time(short: None) -> None:
    async def attack() -> None:
        async with serving() as port:
            reader, writer = await say(port, b"GET / HTTP/1.1\r\n")
            hung_up = asyncio.create_task(ended(reader))
            for _ in range(600):
                if hung_up.done():
                    break
                writer.write(b"x")
                await asyncio.sleep(0.05)
            assert hung_up.done()
            writer.close()

    asyncio.run(attack())


def test_a_second_request_on_the_same_line_has_its_own_time(short: None) -> None:
    async def play() -> None:
        async with serving() as port:
            reader, writer = await say(port, WHOLE)
            assert b"200 OK" in await reader.readuntil(b"\r\n\r\n0")
            writer.write(WHOLE[:10])
            assert b"200 OK" not in await ended(reader)
            writer.close()

    asyncio.run(play())


def test_a_thousand_begun_requests_leave_room_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PatientProtocol, "most_begun", 20)

    async def attack() -> None:
        async with serving() as port:
            begun = [await say(port, b"GET / HTTP/1.1\r\n") for _ in range(300)]
            reader, writer = await say(port, WHOLE)
            assert b"200 OK" in await asyncio.wait_for(reader.readuntil(b"\r\n\r\n0"), 30)
            assert len(PatientProtocol.begun["127.0.0.1"]) <= 20
            assert not await ended(begun[0][0]), "the oldest go first"
            for _, held in [*begun, (reader, writer)]:
                held.close()

    asyncio.run(attack())


def test_a_socket_outlives_the_time_for_its_header(short: None) -> None:
    async def play() -> None:
        async with serving() as port, connect(f"ws://127.0.0.1:{port}/") as socket:
            await asyncio.sleep(0.6)
            await socket.send("still here")
            assert await socket.recv() == "still here"

    asyncio.run(play())
    assert not PatientProtocol.begun
