"""`make attack`: how long people wait for their actions while others misuse the server; a table at the end. All on
loopback, and bounded: each attack ends by itself after a few seconds.

Attackers come from addresses of their own (127.0.0.2 and on), since a server judges guests by their address.
"""

import asyncio
import http.client
import json
import sys
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from pathlib import Path

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from bench.load import (
    GUESTS,
    LARGEST,
    SECONDS,
    Report,
    Result,
    Server,
    alone,
    ask_without_pause,
    load,
    update,
    while_others,
)
from escaramuza.server.listening import ask_for_connections

MATCHES = 20
PAUSE = 0.5
# The limits that a server has by itself are what is tried; only matches are made for all from one address.
LIMITS = {"ESCARAMUZA_REQUESTS_BURST": "10000"}
HALF_OPEN = 1200
ASKERS = 8
CONNECTIONS = 100
WANTED_P99 = 0.15
BATTLE = Path(__file__).parents[1] / "tests" / "golden" / "forglory" / "random-random.match"

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
    tokens = await asyncio.to_thread(server.new, LARGEST.game_id, LARGEST.options, **seats)
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


async def watch_replays(server: Server, over: asyncio.Event) -> int:
    """Replays of a battle without a pause, and none of them read."""

    def asked(path: str, body: str | None = None) -> bytes:
        line = http.client.HTTPConnection("127.0.0.1", server.port, source_address=_address(0), timeout=SECONDS)
        line.request("POST" if body else "GET", f"/api/{path}", body, {"Content-Type": "application/json"})
        with line.getresponse() as answer:
            return answer.read(1000)

    file = json.dumps({"file": BATTLE.read_text(encoding="utf-8")})
    token = json.loads(await asyncio.to_thread(asked, "matches/import", file))["token"]
    replays = 0

    async def one() -> None:
        nonlocal replays
        while not over.is_set():
            with suppress(OSError, http.client.HTTPException):
                await asyncio.to_thread(asked, f"matches/{token}/replay")
                replays += 1

    await asyncio.gather(*(one() for _ in range(ASKERS)))
    return replays


async def act_everywhere(server: Server, over: asyncio.Event) -> int:
    """One address with many connections that act and take back as fast as it goes."""
    acts = 0

    async def one() -> None:
        nonlocal acts
        tokens = await asyncio.to_thread(server.new, "cafe", {}, blue="person", red="person")
        with suppress(WebSocketException, OSError, TimeoutError):
            async with connect(server.url(tokens["blue"]), local_addr=_address(0), max_size=None) as wire:
                await wire.send('{"type": "hello"}')
                state = await update(wire, [])
                while not over.is_set():
                    act = {"type": "act", "id": 1, "seq": state["seq"], "actions": [state["legal"][0]["action"]]}
                    await wire.send(json.dumps(act))
                    message = json.loads(await asyncio.wait_for(wire.recv(), SECONDS))
                    acts += message["type"] == "update"
                    state = message if message["type"] == "update" and message["legal"] else state

    await asyncio.gather(*(one() for _ in range(CONNECTIONS)))
    return acts


async def read_the_description(server: Server, over: asyncio.Event) -> int:
    """The description of the API, again and again: it is long, and was made for each who asked."""
    reads = 0
    while not over.is_set():
        with suppress(OSError, asyncio.IncompleteReadError):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port, local_addr=_address(0))
            writer.write(b"GET /api/openapi.json HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
            await reader.read()
            writer.close()
            reads += 1
        await asyncio.sleep(0.05)
    return reads


ATTACKS: dict[str, Attack | None] = {
    "nobody": None,
    f"{GUESTS} guests ask for odds and hints without a pause": ask_without_pause,
    f"{HALF_OPEN} requests are begun and not ended": begin_requests,
    "guests of the largest battle come and go": come_and_go,
    "replays of a battle are asked for and not read": watch_replays,
    f"{CONNECTIONS} connections of one address act without a pause": act_everywhere,
    "the API's description is read without a pause": read_the_description,
}


async def under(server: Server, attack: Attack | None) -> tuple[Result, int]:
    """What people at twenty tables feel of an attack."""
    loading = load(server, MATCHES, PAUSE, 2.0)
    if attack is None:
        return await loading, 0
    return await while_others(loading, lambda over: attack(server, over))


def main() -> None:
    ask_for_connections()
    report = Report()
    with alone(LIMITS) as server:
        for what, attack in ATTACKS.items():
            result, count = asyncio.run(under(server, attack))
            report.add(f"{MATCHES} matches, {what} ({count})", result, WANTED_P99)
    report.show()
    sys.exit(1 if report.missed else 0)


if __name__ == "__main__":
    main()
