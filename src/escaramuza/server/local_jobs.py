"""Orders done by a child process of the server, which is started with the first of them: thinking never holds up those
who answer people, and whatever becomes of the child, the server stays. A child that dies is replaced and its work given
out again."""

import asyncio
import itertools
import json
import logging
import os
import queue
import subprocess
import sys
import threading
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from escaramuza.server import logs
from escaramuza.server.orders import ANALYSIS, LAB, MOST_TRIES, PRINT, THOUGHT, Order, Progress, result_of
from escaramuza.server.settings import Settings
from escaramuza.server.thinking import Turns
from escaramuza.server.words import Problem

log = logging.getLogger("escaramuza.server")
STOP_SECONDS = 2.0


@dataclass
class Running:
    """An order that a child has."""

    order: Order
    progress: Progress | None
    answer: asyncio.Future[Any]
    tries: int = 0

    def tell(self, share: float) -> None:
        """Whoever waits hears how far it is, in the loop in which it waits."""
        if self.progress is not None:
            self._in_loop(self.progress, share)

    def settle(self, answer: dict[str, Any] | None) -> None:
        """Whoever waits has the answer; without one it failed."""
        self._in_loop(self._settle, answer)

    def _settle(self, answer: dict[str, Any] | None) -> None:
        if not self.answer.done():
            self.answer.set_result(answer or {"failed": "whoever did it died"})

    def _in_loop(self, hear: Any, what: Any) -> None:
        with suppress(RuntimeError):
            self.answer.get_loop().call_soon_threadsafe(hear, what)


class Child:
    """A process to work, a thread that speaks to it and one that listens."""

    def __init__(self, jobs: "LocalJobs") -> None:
        self.jobs = jobs
        self.loop = asyncio.get_running_loop()
        self.lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self.process: subprocess.Popen[str] | None = None
        self.thread = threading.Thread(target=self._speak, name="orders", daemon=True)
        self.thread.start()

    def say(self, **words: Any) -> None:
        """Put a line on its way."""
        self.lines.put(json.dumps(words) + "\n")

    def close(self) -> None:
        """It ends when it hears no more, or is ended."""
        self.lines.put(None)
        self.thread.join(STOP_SECONDS)
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def _speak(self) -> None:
        try:
            self.process = self._start()
        except OSError as error:
            log.error("no process to think with can be started", exc_info=error)
            self._tell(self.jobs.died, self)
            return
        threading.Thread(target=self._listen, args=(self.process,), name="answers", daemon=True).start()
        assert self.process.stdin is not None
        with suppress(OSError):
            while (line := self.lines.get()) is not None:
                self.process.stdin.write(line)
                self.process.stdin.flush()
        with suppress(OSError):
            self.process.stdin.close()

    def _start(self) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-P", "-m", "escaramuza.server.child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env={**os.environ, **logs.as_environment(self.jobs.settings)},
            # An interruption at the terminal is this process's to handle.
            start_new_session=True,
        )

    def _listen(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        with process.stdout:
            for line in process.stdout:
                # A line without its end was cut off by death.
                if line.endswith("\n"):
                    self._tell(self.jobs.heard, json.loads(line))
        process.wait()
        self.lines.put(None)
        self._tell(self.jobs.died, self)

    def _tell(self, hear: Any, what: Any) -> None:
        with suppress(RuntimeError):
            self.loop.call_soon_threadsafe(hear, what)


class LocalJobs:
    """Has orders done by a child, in turns."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.lanes = {
            THOUGHT: Turns(settings.thinkers, settings.thoughts_each),
            ANALYSIS: Turns(1, 1),
            PRINT: Turns(settings.printers, settings.printers),
            LAB: Turns(settings.experimenters, 1),
        }
        self.child: Child | None = None
        # The games that the child has, or is about to have.
        self.expected: set[str] = set()
        self.running: dict[int, Running] = {}
        self.numbers = itertools.count(1)
        self.closing = False

    async def do(self, order: Order, progress: Progress | None = None) -> Any:
        """What comes of an order, in its guest's turn."""
        lane = self.lanes[order.lane]
        if order.lane == PRINT and (
            lane.queue >= self.settings.most_prints_waiting
            or lane.wanted_by(order.guest) >= self.settings.most_prints_each
        ):
            raise Problem("TOO_FAST", 429)
        async with lane.turn(order.guest):
            id = next(self.numbers)
            running = self.running[id] = Running(order, progress, asyncio.get_running_loop().create_future())
            self._give(id, running)
            try:
                return result_of(await running.answer)
            finally:
                if self.running.pop(id, None) is not None and self.child is not None:
                    self.child.say(cancel=id)

    def hurry(self, key: str) -> None:
        """Tell the child, if it has the order."""
        for id, running in self.running.items():
            if running.order.key == key and self.child is not None:
                self.child.say(hurry=id)

    def _give(self, id: int, running: Running) -> None:
        running.tries += 1
        self._child().say(id=id, kind=running.order.kind, data=running.order.data)

    def _child(self) -> Child:
        if self.child is None:
            self.child = Child(self)
        return self.child

    def expect(self, game: str) -> None:
        """Have a game loaded while people still choose and deploy."""
        if game not in self.expected:
            self.expected.add(game)
            self._child().say(expect=game)

    def heard(self, said: dict[str, Any]) -> None:
        """How far an order is, or what came of it."""
        running = self.running.get(said["id"])
        if running is None:
            return
        if "share" in said:
            running.tell(said["share"])
        else:
            del self.running[said["id"]]
            running.settle(said["answer"])

    def died(self, child: Child) -> None:
        """Another child takes up what this one had, but for what has been tried often enough."""
        if child is not self.child:
            return
        self.child, expected, self.expected = None, self.expected, set()
        if self.closing:
            return
        if self.running:
            log.warning("the process that thinks has died; its work is done again")
            for game in expected:
                self.expect(game)
        for id, running in list(self.running.items()):
            if running.tries < MOST_TRIES:
                self._give(id, running)
            else:
                del self.running[id]
                running.settle(None)

    def load(self, lane: str) -> tuple[int, int]:
        """How many wait for a place, and how many have one."""
        return self.lanes[lane].queue, sum(list(self.lanes[lane].at_work.values()))

    async def workers(self) -> int:
        """The child, which is there whenever it is needed."""
        return 1

    def hear(self, what: str, id: int, rest: list[str]) -> None:
        """A server by itself hears nothing."""

    async def beat(self) -> None:
        """Nothing is to be looked after: a child is heard of when it dies."""

    def close(self) -> None:
        """Let the child go."""
        self.closing = True
        if self.child is not None:
            self.child.close()
