"""Answers that nobody reads: they cost the one who asked the connection."""

import asyncio
from typing import Any

import uvicorn
from uvicorn.server import ServerState

from escaramuza.server.listening import PatientProtocol
from tests import effort

LARGE = b"x" * 64 * 1024 * 1024
ASK = b"GET / HTTP/1.1\r\nhost: here\r\n\r\n"


async def app(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(LARGE))]})
    await send({"type": "http.response.body", "body": LARGE})


async def open_to(seconds: float) -> Any:
    config = uvicorn.Config(app, log_level="critical", lifespan="off")
    config.load()
    state = ServerState()
    protocol = type("Impatient", (PatientProtocol,), {"answer_seconds": seconds})
    loop = asyncio.get_running_loop()
    return state, await loop.create_server(lambda: protocol(config, state, {}), "127.0.0.1", 0)


def test_a_slow_reader_has_all_of_a_large_answer() -> None:
    """However long it takes, as long as it takes some of it."""

    async def read() -> None:
        _, server = await open_to(3.0)
        reader, writer = await asyncio.open_connection("127.0.0.1", server.sockets[0].getsockname()[1], limit=1024)
        writer.write(ASK)
        await reader.readuntil(b"\r\n\r\n")
        got = 0
        for _ in range(8):
            got += len(await reader.readexactly(len(LARGE) // 8))
            await asyncio.sleep(0.5)
        assert got == len(LARGE)
        writer.close()
        server.close()

    asyncio.run(read())


def test_a_large_answer_is_not_kept_for_somebody_who_reads_none_of_it() -> None:
    async def attack() -> None:
        state, server = await open_to(1.0)
        _, writer = await asyncio.open_connection("127.0.0.1", server.sockets[0].getsockname()[1], limit=1024)
        writer.write(ASK)
        while not state.connections:
            await asyncio.sleep(0.05)
        async with asyncio.timeout(effort.PATIENCE):
            while state.connections:
                await asyncio.sleep(0.05)
        writer.close()
        server.close()

    asyncio.run(attack())
