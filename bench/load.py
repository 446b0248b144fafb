"""`make load`: many matches at once over real WebSockets, each on a server of its own kind of load.

Figures of one run on a busy machine say little; the server's own computing time for an action says more than what the
clock shows, and runs of two versions in turn say most.
"""

import asyncio
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

SECONDS = float(os.environ.get("LOAD_SECONDS", "15"))
# Players take a moment between actions: a pace of a little more than is wanted, instead of a queue that only grows.
QUICK_PAUSE = 0.07
# What a person takes to think of the next action.
PERSON_PAUSE = 5.0
SPREAD = 3.0
GUESTS = 20
TICKS = os.sysconf("SC_CLK_TCK")
# Many guests come from one address here; a server that is asked by many people sees many.
LIMITS = {"ESCARAMUZA_MOST_CONNECTIONS": "10000", "ESCARAMUZA_REQUESTS_BURST": "10000"}


class Server:
    """A server process with a database of its own."""

    def __init__(self, folder: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        database = f"sqlite:///{folder}/load.db"
        command = [sys.executable, "-m", "escaramuza", "serve", "--port", str(self.port), "--database", database]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env={**os.environ, **LIMITS})
        while True:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.1)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()

    def wait_for_games(self) -> None:
        """Until all games are prepared."""
        while True:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api/readiness") as answer:
                if all(game["state"] == "ready" for game in json.loads(answer.read())):
                    return
            time.sleep(0.5)

    def new(self, game: str = "tactics", options: dict[str, Any] | None = None, **seats: str) -> dict[str, str]:
        body = json.dumps({"game": game, "seats": seats, "options": options or {}}).encode()
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/api/matches", body, headers)
        made: dict[str, Any] = json.loads(urllib.request.urlopen(request).read())
        tokens: dict[str, str] = made["tokens"]
        return tokens

    def url(self, token: str) -> str:
        return f"ws://127.0.0.1:{self.port}/api/table/{token}"

    @property
    def cpu(self) -> float:
        """Seconds that the process has computed."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    @property
    def memory(self) -> int:
        """Bytes that it has in memory."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True)
class Kind:
    """What is played, and by whom."""

    game: str
    seats: tuple[str, str]
    options: dict[str, Any] = field(default_factory=dict)


TACTICS = Kind("tactics", ("white", "black"))
CAFE = Kind("cafe", ("blue", "red"))
GLORY = Kind("forglory", ("south", "north"))
LARGEST = Kind("forglory", ("south", "north"), {"battle": "hollenmar"})


def choice(state: dict[str, Any], lots: random.Random) -> list[str]:
    """What a player does next: be ready, take a ready-made deployment, or something at random."""
    if any(option["action"] == "ready" for option in state["legal"]):
        return ["ready"]
    for line in state["shortcuts"].values():
        if line:
            return [option["action"] for option in line]
    return [lots.choice(state["legal"])["action"]]


class Game:
    """Two connected seats of a match that play at random."""

    def __init__(self, server: Server, lots: random.Random, errors: list[Any], kind: Kind = TACTICS) -> None:
        self.server, self.lots, self.errors, self.kind = server, lots, errors, kind
        self.wires: dict[str, Any] = {}
        self.states: dict[str, Any] = {}

    async def open(self) -> None:
        seats = dict.fromkeys(self.kind.seats, "link")
        tokens = await asyncio.to_thread(self.server.new, self.kind.game, self.kind.options, **seats)
        for seat, token in tokens.items():
            self.wires[seat] = await connect(self.server.url(token), max_size=None)
            await self.wires[seat].send('{"type": "hello"}')
            self.states[seat] = await update(self.wires[seat], self.errors)

    async def close(self) -> None:
        for wire in self.wires.values():
            await wire.close()

    @property
    def over(self) -> bool:
        return self.states[self.kind.seats[0]]["actor"] is None

    async def act(self) -> float:
        """One decision; the seconds from sending it to hearing of it."""
        first, second = self.kind.seats
        seat = self.states[first]["actor"]
        state, other = self.states[seat], second if seat == first else first
        actions = choice(state, self.lots)
        began = time.perf_counter()
        await self.wires[seat].send(json.dumps({"type": "act", "id": 1, "seq": state["seq"], "actions": actions}))
        self.states[seat] = await update(self.wires[seat], self.errors)
        took = time.perf_counter() - began
        self.states[other] = await update(self.wires[other], self.errors)
        return took


async def update(wire: Any, errors: list[Any]) -> dict[str, Any]:
    """The next state that a guest is told."""
    while True:
        message: dict[str, Any] = json.loads(await wire.recv())
        if message["type"] == "update":
            return message
        if message["type"] == "reply" and not message["ok"]:
            errors.append(message)


@dataclass
class Result:
    """What came of a load."""

    times: list[float]
    errors: list[Any]
    seconds: float
    cpu: float
    # Bytes that the server grew by for each match.
    memory: float

    @property
    def p99(self) -> float:
        return statistics.quantiles(self.times, n=100)[98]


async def play(game: Game, until: float, times: list[float], pause: float, wait: float) -> None:
    """One match after another until the time is up, every action timed, openings and deployments too."""
    await asyncio.sleep(wait)
    while time.perf_counter() < until:
        if game.over:
            await game.close()
            game = Game(game.server, game.lots, game.errors, game.kind)
            await game.open()
        times.append(await game.act())
        await asyncio.sleep(pause)
    await game.close()


async def load(
    server: Server, matches: int, pause: float, spread: float, kind: Kind = TACTICS, seconds: float = SECONDS
) -> Result:
    """Matches that begin spread over the first seconds, or all in the same moment with a spread of 0."""
    times: list[float] = []
    errors: list[Any] = []
    # What a game takes by itself is not a match's.
    first = Game(server, random.Random(0), errors, kind)
    await first.open()
    await first.close()
    before = server.memory
    games = [Game(server, random.Random(number), errors, kind) for number in range(matches)]
    for game in games:
        await game.open()
    memory = (server.memory - before) / matches
    cpu, began = server.cpu, time.perf_counter()
    waits = [spread * number / matches for number in range(matches)]
    until = began + seconds
    await asyncio.gather(*(play(game, until, times, pause, wait) for game, wait in zip(games, waits, strict=True)))
    return Result(times, errors, time.perf_counter() - began, server.cpu - cpu, memory)


async def asks(server: Server, number: int, kind: Kind, over: asyncio.Event) -> int:
    """One guest that asks for odds and hints without a pause; how many answers it got."""
    answers = 0
    tokens = await asyncio.to_thread(server.new, kind.game, kind.options, **dict.fromkeys(kind.seats, "link"))
    # From an address of its own, since a server judges guests by their address.
    address = (f"127.0.0.{2 + number % 200}", 0)
    async with connect(server.url(tokens[kind.seats[0]]), local_addr=address, max_size=None) as wire:
        await wire.send('{"type": "hello"}')
        state = await update(wire, [])
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
    kinds = (CAFE, TACTICS)
    return sum(await asyncio.gather(*(asks(server, number, kinds[number % 2], over) for number in range(GUESTS))))


async def while_others(
    loading: Awaitable[Result], others: Callable[[asyncio.Event], Awaitable[int]]
) -> tuple[Result, int]:
    """A load while others do something."""
    over = asyncio.Event()
    task = asyncio.ensure_future(others(over))
    try:
        result = await loading
    finally:
        over.set()
    return result, await task


async def with_thinker(server: Server) -> Result:
    """20 matches of people at a person's pace while an agent thinks hard in another."""
    tokens = await asyncio.to_thread(server.new, white="person", black="search:time=10")
    lots = random.Random(0)
    async with connect(server.url(tokens["white"])) as wire:
        errors: list[Any] = []
        await wire.send('{"type": "hello"}')
        state = await update(wire, errors)
        while state["actor"] == "white":
            actions = choice(state, lots)
            await wire.send(json.dumps({"type": "act", "id": 1, "seq": state["seq"], "actions": actions}))
            state = await update(wire, errors)
        return await load(server, 20, 0.2, SPREAD)


def report(what: str, result: Result, wanted_p99: float = 0.0, wanted_rate: float = 0.0) -> None:
    """The figures of a load, and whether they are what is wanted."""
    times = result.times
    print(
        f"{what}: {len(times) / result.seconds:,.0f} actions/s, median {statistics.median(times) * 1000:.1f} ms, "
        f"p99 {result.p99 * 1000:.1f} ms, computing {result.cpu / len(times) * 1000:.1f} ms an action, "
        f"{result.memory / 1024:,.0f} KiB a match, errors {len(result.errors)}",
        flush=True,
    )
    for error in result.errors[:3]:
        print("  ", error)
    if wanted_p99:
        rate = f"{wanted_rate:.0f}/s, " if wanted_rate else ""
        reached = result.p99 < wanted_p99 and not result.errors and len(times) / result.seconds >= wanted_rate
        print(f"  wanted {rate}p99 < {wanted_p99 * 1000:.0f} ms, no error: {'reached' if reached else 'MISSED'}")


def main() -> None:
    chosen = sys.argv[1:] or list(LOADS)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        try:
            server.wait_for_games()
            for name in chosen:
                LOADS[name](server)
        finally:
            server.stop()


def _quick(server: Server) -> None:
    for how, spread in ((f"begun within {SPREAD:.0f} s", SPREAD), ("begun in the same moment", 0.0)):
        report(f"50 quick matches, {how}", asyncio.run(load(server, 50, QUICK_PAUSE, spread)), 0.1, 500)


def _thinker(server: Server) -> None:
    report("20 matches while an agent thinks", asyncio.run(with_thinker(server)))


def _people(server: Server) -> None:
    loading = load(server, 500, PERSON_PAUSE, PERSON_PAUSE, seconds=2 * SECONDS)
    report("500 matches at a person's pace", asyncio.run(loading), 0.15)


def _asking(server: Server) -> None:
    async def both() -> tuple[Result, int]:
        loading = load(server, 500, PERSON_PAUSE, PERSON_PAUSE, seconds=2 * SECONDS)
        return await while_others(loading, lambda over: ask_without_pause(server, over))

    result, answers = asyncio.run(both())
    report(f"the same while {GUESTS} guests ask for odds and hints without a pause ({answers} answers)", result, 0.15)


def _tables(server: Server) -> None:
    for what, kind in (("Café", CAFE), ("For Glory", GLORY), ("the largest battle", LARGEST)):
        report(f"20 matches of {what}", asyncio.run(load(server, 20, 0.5, 0.5, kind)))


LOADS: dict[str, Callable[[Server], None]] = {
    "quick": _quick,
    "thinker": _thinker,
    "people": _people,
    "asking": _asking,
    "tables": _tables,
}

if __name__ == "__main__":
    main()
