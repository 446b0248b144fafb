"""`make load`: 50 matches at once over real WebSockets, agents off; then 20 matches while an agent thinks."""

import asyncio
import json
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from typing import Any

from websockets.asyncio.client import connect

MATCHES = 50
SECONDS = 15.0
WANTED_ACTIONS = 500
WANTED_P99 = 0.1
# Players take a moment between actions: a pace of a little more than is wanted, instead of a queue that only grows.
PAUSE = 0.07
SPREAD = 3.0


def _written(state: dict[str, Any]) -> list[str]:
    """A ready-made deployment as actions."""
    return [option["action"] for option in state["shortcuts"]["line"]]


class Server:
    """A server process with a database of its own."""

    def __init__(self, folder: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        database = f"sqlite:///{folder}/load.db"
        command = [sys.executable, "-m", "escaramuza", "serve", "--port", str(self.port), "--database", database]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        while True:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.1)

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


class Game:
    """Two connected seats of a match that play at random."""

    def __init__(self, server: Server, lots: random.Random, errors: list[Any]) -> None:
        self.server = server
        self.lots = lots
        self.errors = errors
        self.wires: dict[str, Any] = {}
        self.states: dict[str, Any] = {}

    async def open(self) -> None:
        tokens = await asyncio.to_thread(self.server.new, white="link", black="link")
        for seat, token in tokens.items():
            self.wires[seat] = await connect(self.server.url(token))
            await self.wires[seat].send('{"type": "hello"}')
            self.states[seat] = await _update(self.wires[seat], self.errors)

    async def close(self) -> None:
        for wire in self.wires.values():
            await wire.close()

    @property
    def over(self) -> bool:
        return self.states["white"]["actor"] is None

    async def act(self) -> float:
        """One action; the seconds from sending it to hearing of it."""
        seat = self.states["white"]["actor"]
        state, other = self.states[seat], "black" if seat == "white" else "white"
        deploying = state["scene"]["phase"] == "deployment"
        actions = [*_written(state), "ready"] if deploying else [self.lots.choice(state["legal"])["action"]]
        began = time.perf_counter()
        await self.wires[seat].send(json.dumps({"type": "act", "id": 1, "seq": state["seq"], "actions": actions}))
        self.states[seat] = await _update(self.wires[seat], self.errors)
        took = time.perf_counter() - began
        self.states[other] = await _update(self.wires[other], self.errors)
        return took


async def play(game: Game, until: float, times: list[float], pause: float, wait: float) -> None:
    """One match after another until the time is up, every action timed, openings and deployments too."""
    await asyncio.sleep(wait)
    while time.perf_counter() < until:
        if game.over:
            await game.close()
            game = Game(game.server, game.lots, game.errors)
            await game.open()
        times.append(await game.act())
        await asyncio.sleep(pause)
    await game.close()


async def _update(wire: Any, errors: list[Any]) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = json.loads(await wire.recv())
        if message["type"] == "update":
            return message
        if message["type"] == "reply" and not message["ok"]:
            errors.append(message)


async def load(
    server: Server, matches: int, seconds: float, pause: float, spread: float
) -> tuple[list[float], list[Any]]:
    """Matches that begin spread over the first seconds, or all in the same moment with a spread of 0."""
    times: list[float] = []
    errors: list[Any] = []
    games = [Game(server, random.Random(number), errors) for number in range(matches)]
    for game in games:
        await game.open()
    until = time.perf_counter() + seconds
    waits = [spread * number / matches for number in range(matches)]
    await asyncio.gather(*(play(game, until, times, pause, wait) for game, wait in zip(games, waits, strict=True)))
    return times, errors


async def with_thinker(server: Server) -> tuple[list[float], list[Any]]:
    """20 matches of people at a person's pace while an agent thinks hard in another."""
    tokens = server.new(white="person", black="search:time=10")
    async with connect(server.url(tokens["white"])) as wire:
        errors: list[Any] = []
        await wire.send('{"type": "hello"}')
        state = await _update(wire, errors)
        while state["actor"] == "white":
            deploying = state["scene"]["phase"] == "deployment"
            actions = [*_written(state), "ready"] if deploying else [state["legal"][-1]["action"]]
            await wire.send(json.dumps({"type": "act", "id": 1, "seq": state["seq"], "actions": actions}))
            state = await _update(wire, errors)
        return await load(server, 20, SECONDS, 0.2, SPREAD)


def report(what: str, times: list[float], errors: list[Any], seconds: float) -> tuple[float, float]:
    p99 = statistics.quantiles(times, n=100)[98]
    rate = len(times) / seconds
    print(
        f"{what}: {rate:,.0f} actions/s, median {statistics.median(times) * 1000:.1f} ms, p99 {p99 * 1000:.1f} ms, "
        f"errors {len(errors)}"
    )
    for error in errors[:3]:
        print("  ", error)
    return rate, p99


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        try:
            for how, spread in ((f"begun within {SPREAD:.0f} s", SPREAD), ("begun in the same moment", 0.0)):
                times, errors = asyncio.run(load(server, MATCHES, SECONDS, PAUSE, spread))
                rate, p99 = report(f"{MATCHES} matches, {how}", times, errors, SECONDS)
                reached = rate >= WANTED_ACTIONS and p99 < WANTED_P99 and not errors
                wanted = f"wanted {WANTED_ACTIONS}/s, p99 < {WANTED_P99 * 1000:.0f} ms, no error"
                print(f"  {wanted}: {'reached' if reached else 'MISSED'}")
            report("20 matches while an agent thinks", *asyncio.run(with_thinker(server)), SECONDS)
        finally:
            server.process.terminate()
            server.process.wait()


if __name__ == "__main__":
    main()
