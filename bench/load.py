"""`make load`: many matches at once over real WebSockets; a table of what came of each load at the end. Some
loads alone: `python -m bench.load people many`.

The players compute on the same cores as the server: `late` is by how much they themselves came too late, in 99 of 100
moments. Figures of one run on a busy machine say little; the server's own computing time for an action says more than
what the clock shows, and runs of two versions in turn say most.
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
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from bench.postgres import Postgres, children_of
from escaramuza.server.listening import ask_for_connections

SECONDS = float(os.environ.get("LOAD_SECONDS", "15"))
# Players take a moment between actions: a pace of a little more than is wanted, instead of a queue that only grows.
QUICK_PAUSE = 0.07
# What a person takes to think of the next action; where there are 2,000 matches on the same cores, a slower one.
PERSON_PAUSE = 5.0
SLOW_PAUSE = 20.0
PROCESSES = 4
# So many tables are opened at a time, and an answer that takes longer than this is an error.
OPENING = 16
PATIENCE = 60.0
LAG_SECONDS = 0.05
SPREAD = 3.0
GUESTS = 20
TICKS = os.sysconf("SC_CLK_TCK")
# Many guests come from one address here; a server that is asked by many people sees many.
LIMITS = {
    "ESCARAMUZA_MOST_CONNECTIONS": "100000",
    "ESCARAMUZA_REQUESTS_BURST": "100000",
    "ESCARAMUZA_ACTIONS_BURST": "1000000",
    "ESCARAMUZA_ACTIONS_EACH": "1000",
}


class Server:
    """A server with a database of its own, in one process or in several."""

    def __init__(self, database: str, processes: int = 1, limits: Mapping[str, str] = LIMITS) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        command = [sys.executable, "-m", "escaramuza", "serve", "--port", str(self.port), "--database", database]
        more = ["--workers", str(processes)] if processes > 1 else []
        self.process = subprocess.Popen([*command, *more], stdout=subprocess.DEVNULL, env={**os.environ, **limits})
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

    def new(self, game_id: str = "tactics", options: dict[str, Any] | None = None, **seats: str) -> dict[str, str]:
        body = json.dumps({"game": game_id, "seats": seats, "options": options or {}}).encode()
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/api/matches", body, headers)
        made: dict[str, Any] = json.loads(urllib.request.urlopen(request).read())
        tokens: dict[str, str] = made["tokens"]
        return tokens

    def url(self, token: str) -> str:
        return f"ws://127.0.0.1:{self.port}/api/table/{token}"

    @property
    def cpu(self) -> float:
        """Seconds that those have computed that answer."""
        fields = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in self._pids]
        return sum(int(one[11]) + int(one[12]) for one in fields) / TICKS

    @property
    def memory(self) -> int:
        """Bytes that it has in memory; what its processes share counts once."""
        rolls = [Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines() for pid in self._pids]
        return 1024 * sum(int(line.split()[1]) for lines in rolls for line in lines if line.startswith("Pss:"))

    @property
    def _pids(self) -> list[int]:
        """Those that answer; not those that think or compile."""
        copies = [pid for pid in children_of(self.process.pid) if _name_of(pid) == "esc-server"]
        return copies or [self.process.pid]


def _name_of(pid: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{pid}/comm").read_text().strip()
    return ""


@dataclass(frozen=True)
class Kind:
    """What is played, and by whom."""

    game_id: str
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
        tokens = await asyncio.to_thread(self.server.new, self.kind.game_id, self.kind.options, **seats)
        for seat, token in tokens.items():
            # Pings that are late because the players are would hang up on a server that is well.
            self.wires[seat] = await connect(
                self.server.url(token), max_size=None, open_timeout=PATIENCE, ping_interval=None, compression=None
            )
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
        message: dict[str, Any] = json.loads(await asyncio.wait_for(wire.recv(), PATIENCE))
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
    # By how much the players themselves were late.
    lags: list[float]

    @property
    def rate(self) -> float:
        return len(self.times) / self.seconds

    @property
    def p99(self) -> float:
        return _p99(self.times)

    @property
    def late(self) -> float:
        return _p99(self.lags)


def _p99(values: list[float]) -> float:
    return statistics.quantiles(values, n=100)[98] if len(values) > 1 else 0.0


async def play(game: Game, until: float, times: list[float], pause: float, wait: float) -> None:
    """One match after another until the time is up, every action timed, openings and deployments too."""
    await asyncio.sleep(wait)
    while time.perf_counter() < until:
        if game.over:
            await game.close()
            game = Game(game.server, game.lots, game.errors, game.kind)
            await game.open()
        try:
            times.append(await game.act())
        except (OSError, TimeoutError, WebSocketException) as error:
            game.errors.append(repr(error))
            return
        await asyncio.sleep(pause)
    await game.close()


async def feel_lag(lags: list[float]) -> None:
    """By how much this process wakes up too late."""
    while True:
        wanted = time.perf_counter() + LAG_SECONDS
        await asyncio.sleep(LAG_SECONDS)
        lags.append(time.perf_counter() - wanted)


async def open_all(games: list[Game]) -> None:
    """Some at a time."""
    waiting = iter(games)

    async def some() -> None:
        for game in waiting:
            await game.open()

    await asyncio.gather(*(some() for _ in range(OPENING)))


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
    await open_all(games)
    memory = (server.memory - before) / matches
    cpu, began = server.cpu, time.perf_counter()
    waits = [spread * number / matches for number in range(matches)]
    until = began + seconds
    lags: list[float] = []
    feeling = asyncio.create_task(feel_lag(lags))
    await asyncio.gather(*(play(game, until, times, pause, wait) for game, wait in zip(games, waits, strict=True)))
    feeling.cancel()
    return Result(times, errors, time.perf_counter() - began, server.cpu - cpu, memory, lags)


async def asks(server: Server, number: int, kind: Kind, over: asyncio.Event) -> int:
    """One guest that asks for odds and hints without a pause; how many answers it got."""
    answers = 0
    tokens = await asyncio.to_thread(server.new, kind.game_id, kind.options, **dict.fromkeys(kind.seats, "link"))
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


HEAD = ("load", "actions/s", "p50 ms", "p99 ms", "late ms", "CPU ms an action", "KiB a match", "errors", "wanted")


class Report:
    """The figures of all loads, and whether they are what is wanted."""

    def __init__(self) -> None:
        self.rows = [HEAD]
        self.missed = False

    def add(self, what: str, result: Result, wanted_p99: float = 0.0, wanted_rate: float = 0.0) -> None:
        """One load; it is told at once."""
        reached = result.p99 < wanted_p99 and not result.errors and result.rate >= wanted_rate
        rate = f"{wanted_rate:.0f}/s, " if wanted_rate else ""
        judged = f"{rate}p99 < {wanted_p99 * 1000:.0f}: {'reached' if reached else 'MISSED'}" if wanted_p99 else ""
        self.missed = self.missed or bool(result.errors) or (bool(wanted_p99) and not reached)
        row = (
            what,
            f"{result.rate:,.0f}",
            f"{statistics.median(result.times) * 1000:.1f}",
            f"{result.p99 * 1000:.1f}",
            f"{result.late * 1000:.1f}",
            f"{result.cpu / len(result.times) * 1000:.1f}",
            f"{result.memory / 1024:,.0f}",
            str(len(result.errors)),
            judged,
        )
        self.rows.append(row)
        print("; ".join(f"{name} {value}" for name, value in zip(HEAD, row, strict=True) if value), flush=True)
        for error in result.errors[:3]:
            print("  ", error)

    def show(self) -> None:
        """All of them as a table."""
        first, *rest = (" | ".join(row) for row in self.rows)
        print(
            "\n".join(
                ("", f"| {first} |", "| --- |" + " ---: |" * (len(HEAD) - 2) + " --- |", *(f"| {r} |" for r in rest))
            )
        )


@contextmanager
def alone(limits: Mapping[str, str] = LIMITS) -> Iterator[Server]:
    """One process, on SQLite."""
    with tempfile.TemporaryDirectory() as folder:
        yield from _served(Server(f"sqlite:///{folder}/load.db", limits=limits))


@contextmanager
def together() -> Iterator[Server]:
    """Four processes and their worker, on a PostgreSQL that waits for the disk."""
    postgres = Postgres(careful=True)
    try:
        yield from _served(Server(postgres.url, PROCESSES))
    finally:
        postgres.close()


def _served(server: Server) -> Iterator[Server]:
    try:
        server.wait_for_games()
        yield server
    finally:
        server.stop()


def main() -> None:
    ask_for_connections()
    chosen, report = sys.argv[1:] or list(LOADS), Report()
    for name in chosen:
        made, loads = LOADS[name]
        with made() as server:
            loads(server, report)
    report.show()
    sys.exit(1 if report.missed else 0)


def _quick(server: Server, report: Report) -> None:
    for how, spread in ((f"begun within {SPREAD:.0f} s", SPREAD), ("begun in the same moment", 0.0)):
        report.add(f"50 quick matches, {how}", asyncio.run(load(server, 50, QUICK_PAUSE, spread)), 0.1, 500)


def _thinker(server: Server, report: Report) -> None:
    report.add("20 matches while an agent thinks", asyncio.run(with_thinker(server)))


def _people(server: Server, report: Report) -> None:
    loading = load(server, 500, PERSON_PAUSE, PERSON_PAUSE, seconds=2 * SECONDS)
    report.add(f"500 matches on one process, an action every {PERSON_PAUSE:.0f} s each", asyncio.run(loading), 0.15)


def _asking(server: Server, report: Report) -> None:
    async def both() -> tuple[Result, int]:
        loading = load(server, 500, PERSON_PAUSE, PERSON_PAUSE, seconds=2 * SECONDS)
        return await while_others(loading, lambda over: ask_without_pause(server, over))

    result, answers = asyncio.run(both())
    what = f"the same while {GUESTS} guests ask for odds and hints without a pause ({answers} answers)"
    report.add(what, result, 0.15)


def _many(server: Server, report: Report) -> None:
    loading = load(server, 2000, SLOW_PAUSE, SLOW_PAUSE, seconds=SLOW_PAUSE + 2 * SECONDS)
    what = f"2,000 matches over {PROCESSES} processes, an action every {SLOW_PAUSE:.0f} s each"
    report.add(what, asyncio.run(loading), 0.15)


def _tables(server: Server, report: Report) -> None:
    for what, kind in (("Café", CAFE), ("For Glory", GLORY), ("the largest battle", LARGEST)):
        report.add(f"20 matches of {what}", asyncio.run(load(server, 20, 0.5, 0.5, kind)))


# Each on a server of its own: what one leaves in memory is not another's.
LOADS: dict[str, tuple[Callable[[], Any], Callable[[Server, Report], None]]] = {
    "quick": (alone, _quick),
    "thinker": (alone, _thinker),
    "people": (alone, _people),
    "asking": (alone, _asking),
    "many": (together, _many),
    "tables": (alone, _tables),
}

if __name__ == "__main__":
    main()
