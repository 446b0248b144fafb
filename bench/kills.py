"""`make kills`: four server processes, a worker and PostgreSQL are killed with -9 again and again, in mixed order,
while people and agents play. No confirmed action may be lost or doubled, every match must load, and nobody may be
stuck. All on loopback, and bounded: `python -m bench.kills --kills 1000 --seconds 1800`."""

import argparse
import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections import Counter, defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from bench.postgres import Postgres, children_of

PEOPLE = {"white": "link", "black": "link"}
AGENT = {"white": "person", "black": "search:sims=40,time=1"}
OPTIONS = {"deployment": "open"}
PAUSE = 0.05
HEAR_SECONDS = 0.5
# How often a match is asked for before it is said not to load.
LOADS = 40
# What a guest may hear while something is dead; it tries again.
PASSING = {"STALE", "NOT_STORED", "IN_DOUBT", "NO_DATABASE", "TOO_FAST", "FAULT", "PREPARING", "TOO_MANY", "OVER"}


@dataclass
class Play:
    """A match: what was sent for each head, and what was confirmed."""

    tokens: dict[str, str]
    people: list[str]
    sent: defaultdict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    confirmed: dict[int, str] = field(default_factory=dict)
    seq: int = 0
    moved: float = field(default_factory=time.monotonic)
    longest: float = 0.0
    over: bool = False
    checked: bool = False

    def note(self, seq: int) -> None:
        """It stands here now."""
        if seq > self.seq:
            now = time.monotonic()
            self.longest = max(self.longest, now - self.moved)
            self.seq, self.moved = seq, now


class Servers:
    """`escaramuza serve --workers`, started again if it is killed itself."""

    def __init__(self, url: str, workers: int, *options: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = url
        self.workers = workers
        self.options = options
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "escaramuza", "serve", "--port", str(self.port), "--database", self.url]
        more = ["--workers", str(self.workers), "--thinkers", "2", *self.options]
        self.process = subprocess.Popen([*command, *more], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def keep(self) -> None:
        """As whoever runs servers does: one that could not start, because the database was away, is started again."""
        if self.process.poll() is not None:
            self.start()

    def pids(self, what: str) -> list[int]:
        """Its processes of a kind."""
        found = []
        for pid in children_of(self.process.pid):
            with suppress(OSError):
                if Path(f"/proc/{pid}/comm").read_text().strip() == what:
                    found.append(pid)
        return found

    def kill_all(self) -> None:
        """The parent and all that it keeps."""
        for pid in [self.process.pid, *children_of(self.process.pid)]:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()
        self.start()

    def get(self, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/api/{path}", data, {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.loads(answer.read())

    async def ask(self, path: str, body: Any = None, tries: int = 1000) -> Any:
        """The same, again and again until it is answered."""
        for _ in range(tries):
            self.keep()
            with suppress(OSError, ValueError):
                return await asyncio.to_thread(self.get, path, body)
            await asyncio.sleep(0.3)
        raise AssertionError(f"{path} is never answered")


class Run:
    """Plays and kills, and checks what is left."""

    def __init__(self, servers: Servers, postgres: Postgres, matches: int, seed: int) -> None:
        self.servers = servers
        self.postgres = postgres
        self.lots = random.Random(seed)
        self.matches = matches
        self.plays: list[Play] = []
        self.faults: list[str] = []
        self.kills: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()
        # The longest time that PostgreSQL took to come back after it was killed.
        self.database_away = 0.0
        self.ending = False

    async def go(self, kills: int, seconds: float, every: float) -> None:
        """Kill so many, or for so long; then everybody must be able to go on."""
        tables = [asyncio.create_task(self._table(number)) for number in range(self.matches)]
        until, began = time.monotonic() + seconds, time.monotonic()
        while len(self.plays) < self.matches or not all(play.seq > 3 for play in self.plays[: self.matches]):
            await asyncio.sleep(0.2)
            assert time.monotonic() < until, "play never began"
        while self.kills.total() < kills and time.monotonic() < until and not self.faults:
            self.servers.keep()
            before = self.kills.total()
            await self._kill()
            await asyncio.sleep(self.lots.random() * 2 * every)
            if self.kills.total() // 50 > before // 50:
                confirmed = sum(len(play.confirmed) for play in self.plays)
                took = time.monotonic() - began
                print(f"  {self.kills.total()} kills in {took:.0f} s, {confirmed} actions confirmed", flush=True)
        await self._all_go_on()
        self.ending = True
        await asyncio.gather(*tables)
        for play in self.plays:
            await self._check(play)

    async def _kill(self) -> None:
        """One of them, most often a server process."""
        lot = self.lots.random()
        if lot < 0.03:
            began = time.monotonic()
            await asyncio.to_thread(self.postgres.kill)
            self.database_away = max(self.database_away, time.monotonic() - began)
            self.kills["postgresql, whole"] += 1
        elif lot < 0.10:
            await asyncio.to_thread(self.postgres.kill_one)
            self.kills["postgresql, one process"] += 1
        elif lot < 0.12:
            self.servers.kill_all()
            self.kills["the servers' parent with all"] += 1
        else:
            what = "esc-worker" if lot < 0.35 else "esc-server"
            found = self.servers.pids(what)
            if found:
                with suppress(ProcessLookupError):
                    os.kill(self.lots.choice(found), signal.SIGKILL)
                    self.kills["workers" if what == "esc-worker" else "servers"] += 1

    async def _all_go_on(self) -> None:
        """Nobody is stuck: within two minutes after the servers are back every match that is not over has gone on."""
        await self.servers.ask("health/ready")
        stood = {id(play): play.seq for play in self.plays}
        for _ in range(600):
            self.servers.keep()
            if all(play.over or play.seq > stood.get(id(play), 0) for play in self.plays):
                return
            await asyncio.sleep(0.2)
        stuck = [play for play in self.plays if not play.over and play.seq == stood.get(id(play), 0)]
        self.faults.append(f"{len(stuck)} matches are stuck")

    async def _table(self, number: int) -> None:
        """One match after the other."""
        while not self.ending:
            seats = AGENT if number % 3 == 0 else PEOPLE
            made = await self.servers.ask("matches", {"game": "tactics", "seats": seats, "options": OPTIONS})
            play = Play(made["tokens"], [seat for seat, kind in seats.items() if kind in ("link", "person")])
            self.plays.append(play)
            await asyncio.gather(*(self._guest(play, seat) for seat in play.people))

    async def _guest(self, play: Play, seat: str) -> None:
        """A person who plays at random and comes back whenever the connection is lost."""
        while not self.ending and not play.over:
            with suppress(OSError, WebSocketException, TimeoutError):
                address = f"ws://127.0.0.1:{self.servers.port}/api/table/{play.tokens[seat]}"
                async with connect(address, max_size=None, open_timeout=20) as wire:
                    await self._talk(play, seat, wire)
            await asyncio.sleep(0.05 + self.lots.random() * 0.2)

    async def _talk(self, play: Play, seat: str, wire: Any) -> None:
        await wire.send('{"type": "hello"}')
        state: dict[str, Any] = {}
        asked: tuple[int, str] | None = None
        while not self.ending and not play.over:
            if state and state["actor"] == seat and asked is None:
                action = self.lots.choice(state["legal"])["action"]
                asked = state["seq"] - 1, action
                play.sent[asked[0]].add(action)
                await wire.send(json.dumps({"type": "act", "id": 1, "seq": state["seq"], "actions": [action]}))
            try:
                message = json.loads(await asyncio.wait_for(wire.recv(), HEAR_SECONDS))
            except TimeoutError:
                await wire.send('{"type": "ping"}')
                continue
            if message["type"] == "bye":
                return
            if message["type"] == "update":
                self._see(play, state, message)
                state = message
            elif message["type"] == "reply" and asked is not None:
                if message["ok"]:
                    self._confirm(play, *asked)
                    await asyncio.sleep(PAUSE)
                else:
                    self.refusals[message["error"]["code"]] += 1
                    if message["error"]["code"] not in PASSING:
                        self.faults.append(f"refused: {message}")
                    await asyncio.sleep(0.2)
                asked = None

    def _see(self, play: Play, before: dict[str, Any], message: dict[str, Any]) -> None:
        if before and message["seq"] < before["seq"]:
            self.faults.append(f"seq went back from {before['seq']} to {message['seq']}")
        for step in message["steps"]:
            known = play.confirmed.get(step["number"])
            if known is not None and step["action"] not in (known, None):
                self.faults.append(f"step {step['number']} was {known}, is {step['action']}")
        if len(play.confirmed) and message["from"] + len(message["steps"]) < min(play.confirmed):
            self.faults.append("confirmed steps are missing")
        play.note(message["seq"])
        play.over = play.over or message["outcome"] is not None

    def _confirm(self, play: Play, head: int, action: str) -> None:
        if play.confirmed.setdefault(head, action) != action:
            self.faults.append(f"two actions were confirmed for head {head}")

    async def _check(self, play: Play) -> None:
        """The match loads, and its log has what was confirmed, and nothing that nobody sent for its place."""
        message = await self._loaded(play)
        if message is None:
            return
        steps = {step["number"]: step for step in message["steps"]}
        for head, action in play.confirmed.items():
            if head not in steps or steps[head]["action"] != action:
                self.faults.append(f"head {head}: {action} was confirmed and is lost")
        for number, step in steps.items():
            if step["seat"] in play.people and step["action"] not in play.sent[number]:
                self.faults.append(f"step {number}: nobody sent {step['action']} for it")
        play.checked = True

    async def _loaded(self, play: Play) -> dict[str, Any] | None:
        """What a match tells somebody who comes new; what passes by is waited for."""
        last: Any = None
        for _ in range(LOADS):
            self.servers.keep()
            with suppress(OSError, WebSocketException, TimeoutError):
                address = f"ws://127.0.0.1:{self.servers.port}/api/table/{play.tokens[play.people[0]]}"
                async with connect(address, max_size=None, open_timeout=20) as wire:
                    # Who is turned away hears why.
                    with suppress(WebSocketException):
                        await wire.send('{"type": "hello"}')
                    while (last := json.loads(await asyncio.wait_for(wire.recv(), 60)))["type"] != "bye":
                        if last["type"] == "update":
                            return dict(last)
                if last["error"]["code"] not in PASSING:
                    break
            await asyncio.sleep(0.5)
        self.faults.append(f"a match does not load: {last}")
        return None


async def run(postgres: Postgres, kills: int, seconds: float, every: float, matches: int = 12, seed: int = 1) -> Run:
    """Servers on a PostgreSQL, under play and kills."""
    servers = Servers(postgres.url, 4)
    try:
        await servers.ask("health/ready")
        done = Run(servers, postgres, matches, seed)
        await done.go(kills, seconds, every)
        return done
    finally:
        servers.process.terminate()
        servers.process.wait()


def main() -> None:
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("--kills", type=int, default=1000)
    wanted.add_argument("--seconds", type=float, default=1800.0)
    wanted.add_argument("--every", type=float, default=0.5, help="seconds between two kills, on average")
    wanted.add_argument("--matches", type=int, default=12)
    wanted.add_argument("--seed", type=int, default=1, help="which order of kills; parts of a run take different ones")
    given = wanted.parse_args()
    postgres = Postgres()
    try:
        done = asyncio.run(run(postgres, given.kills, given.seconds, given.every, given.matches, given.seed))
    finally:
        postgres.close()
    print(f"{done.kills.total()} kills: {dict(done.kills)}")
    print(f"{len(done.plays)} matches, {sum(len(play.confirmed) for play in done.plays)} actions confirmed")
    for who, people in (("of people", 2), ("with an agent", 1)):
        waits = [play.longest for play in done.plays if len(play.people) == people]
        print(f"longest wait for a match {who} to go on: {max(waits, default=0.0):.1f} s")
    print(f"longest wait for PostgreSQL to come back: {done.database_away:.1f} s")
    print(f"passing refusals: {dict(done.refusals)}")
    print(f"matches that load: {sum(play.checked for play in done.plays)} of {len(done.plays)}")
    for fault in done.faults[:10]:
        print("  FAULT", fault)
    sys.exit(1 if done.faults else 0)


if __name__ == "__main__":
    main()
