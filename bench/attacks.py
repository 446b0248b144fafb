"""`make attack`: how long people wait for their actions while others misuse the server. All on loopback, and bounded:
each attack ends by itself after a few seconds.

Attackers come from addresses of their own (127.0.0.2 and on), since a server judges guests by their address.
"""

import asyncio
import json
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from bench.load import Server, _update, load, report

SECONDS = 12.0
MATCHES = 20
PAUSE = 0.2
GUESTS = 20
HALF_OPEN = 1200
WANTED_P99 = 0.15

Attack = Callable[[Server, asyncio.Event], Awaitable[int]]


def _address(number: int) -> tuple[str, int]:
    return f"127.0.0.{2 + number % 200}", 0


async def _asks(server: Server, number: int, game: str, seats: dict[str, str], over: asyncio.Event) -> int:
    """One guest that asks for odds and hints without a pause; how many answers it got."""
    answers = 0
    tokens = await asyncio.to_thread(server.new, game, **seats)
    async with connect(server.url(tokens[next(iter(seats))]), local_addr=_address(number)) as wire:
        await wire.send('{"type": "hello"}')
        state = await _update(wire, [])
        questions = [{"type": "hint"}] + [{"type": "odds", "action": one["action"]} for one in state["legal"][:20]]
        while not over.is_set():
            for id, question in enumerate(questions):
                await wire.send(json.dumps({"id": id, **question}))
            for _ in questions:
                while not over.is_set():
                    with suppress(TimeoutError):
                        message = json.loads(await asyncio.wait_for(wire.recv(), 0.5))
                        if message["type"] == "reply":
                            answers += message["ok"]
                            break
    return answers


async def ask_without_pause(server: Server, over: asyncio.Event) -> int:
    """Odds and hints from twenty guests at once, half of them in Escaramuzas de Café."""
    kinds = [("cafe", {"blue": "link", "red": "link"}), ("tactics", {"white": "link", "black": "link"})]
    asking = [_asks(server, number, *kinds[number % 2], over) for number in range(GUESTS)]
    return sum(await asyncio.gather(*asking))


async def begin_requests(server: Server, over: asyncio.Event) -> int:
    """Requests without an end, from one address."""
    begun = 0
    async with AsyncExitStack() as stack:
        while not over.is_set():
            if begun < HALF_OPEN:
                _, writer = await asyncio.open_connection("127.0.0.1", server.port, local_addr=_address(0))
                stack.callback(writer.close)
                writer.write(b"GET / HTTP/1.1\r\nhost: ")
                begun += 1
            else:
                await asyncio.sleep(0.1)
    return begun


async def come_and_go(server: Server, over: asyncio.Event) -> int:
    """Guests of the largest battle that say hello again and again."""
    tokens = await asyncio.to_thread(server.new, "forglory", {"battle": "hollenmar"}, south="link", north="link")
    hellos = 0

    async def one(number: int) -> None:
        nonlocal hellos
        while not over.is_set():
            with suppress(WebSocketException, OSError):
                async with connect(server.url(tokens["south"]), local_addr=_address(number)) as wire:
                    for _ in range(20):
                        await wire.send('{"type": "hello"}')
                    await _update(wire, [])
                    hellos += 1

    await asyncio.gather(*map(one, range(5)))
    return hellos


ATTACKS: dict[str, Attack | None] = {
    "nobody": None,
    f"{GUESTS} guests ask for odds and hints without a pause": ask_without_pause,
    f"{HALF_OPEN} requests are begun and not ended": begin_requests,
    "guests of the largest battle come and go": come_and_go,
}


async def under(server: Server, attack: Attack | None) -> tuple[list[float], list[Any], int]:
    """What people at twenty tables feel of an attack."""
    over = asyncio.Event()
    task = asyncio.ensure_future(attack(server, over)) if attack else None
    times, errors = await load(server, MATCHES, SECONDS, PAUSE, 2.0)
    over.set()
    return times, errors, (await task) if task else 0


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        try:
            server.wait_for_games()
            for what, attack in ATTACKS.items():
                times, errors, count = asyncio.run(under(server, attack))
                _, p99 = report(f"{MATCHES} matches, {what} ({count})", times, errors, SECONDS)
                reached = p99 < WANTED_P99 and not errors
                print(f"  wanted p99 < {WANTED_P99 * 1000:.0f} ms, no error: {'reached' if reached else 'MISSED'}")
        finally:
            server.process.terminate()
            server.process.wait()


if __name__ == "__main__":
    main()
