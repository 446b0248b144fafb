"""`make attack`: how long people wait for their actions while others misuse the server. All on loopback, and bounded:
each attack ends by itself after a few seconds.

Attackers come from addresses of their own (127.0.0.2 and on), since a server judges guests by their address.
"""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from bench.load import GUESTS, LARGEST, SECONDS, Result, Server, ask_without_pause, load, report, update, while_others

MATCHES = 20
PAUSE = 0.2
HALF_OPEN = 1200
WANTED_P99 = 0.15

Attack = Callable[[Server, asyncio.Event], Awaitable[int]]


def _address(number: int) -> tuple[str, int]:
    return f"127.0.0.{2 + number % 200}", 0


async def begin_requests(server: Server, over: asyncio.Event) -> int:
    """Requests without an end, from one address."""
    begun = 0
    async with AsyncExitStack() as stack:
        while not over.is_set():
            if begun < HALF_OPEN:
                with suppress(OSError):
                    _, writer = await asyncio.open_connection("127.0.0.1", server.port, local_addr=_address(0))
                    stack.callback(writer.close)
                    writer.write(b"GET / HTTP/1.1\r\nhost: ")
                begun += 1
            else:
                await asyncio.sleep(0.1)
    return begun


async def come_and_go(server: Server, over: asyncio.Event) -> int:
    """Guests of the largest battle that say hello again and again."""
    seats = dict.fromkeys(LARGEST.seats, "link")
    tokens = await asyncio.to_thread(server.new, LARGEST.game, LARGEST.options, **seats)
    hellos = 0

    async def one(number: int) -> None:
        nonlocal hellos
        while not over.is_set():
            # A server may hang up on them.
            with suppress(WebSocketException, OSError, TimeoutError):
                async with (
                    asyncio.timeout(SECONDS),
                    connect(server.url(tokens["south"]), local_addr=_address(number), max_size=None) as wire,
                ):
                    for _ in range(20):
                        await wire.send('{"type": "hello"}')
                    await update(wire, [])
                    hellos += 1

    await asyncio.gather(*map(one, range(5)))
    return hellos


ATTACKS: dict[str, Attack | None] = {
    "nobody": None,
    f"{GUESTS} guests ask for odds and hints without a pause": ask_without_pause,
    f"{HALF_OPEN} requests are begun and not ended": begin_requests,
    "guests of the largest battle come and go": come_and_go,
}


async def under(server: Server, attack: Attack | None) -> tuple[Result, int]:
    """What people at twenty tables feel of an attack."""
    loading = load(server, MATCHES, PAUSE, 2.0)
    if attack is None:
        return await loading, 0
    return await while_others(loading, lambda over: attack(server, over))


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        try:
            server.wait_for_games()
            for what, attack in ATTACKS.items():
                result, count = asyncio.run(under(server, attack))
                report(f"{MATCHES} matches, {what} ({count})", result, WANTED_P99)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
