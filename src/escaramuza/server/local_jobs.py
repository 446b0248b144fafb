"""Orders done by a child process of the server, which is started with the first of them: whoever works never holds up
those who answer people, and whatever becomes of the child, the server stays. A child that dies is replaced and its work
given out again."""

import asyncio
import itertools
import json
import logging
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from typing import Any

import msgspec

from escaramuza.server import logs
from escaramuza.server.orders import ANALYSIS, LAB, MOST_TRIES, PRINT, QUESTION, THOUGHT, Order, Progress, result_of
from escaramuza.server.processes import NICE
from escaramuza.server.settings import Settings
from escaramuza.server.thinking import Turns
from escaramuza.server.words import Problem

log = logging.getLogger("escaramuza.server")
STOP_SECONDS = 2.0


Answer = dict[str, Any]


class Said(msgspec.Struct):
    """A line of a child's: how far an order is, or what came of it and how many seconds it took to compute."""

    id: int
    share: float | None = None
    seconds: float = 0.0
    # Without one nobody wanted it any more. A result is only passed on, so it stays as it is written.
    answer: dict[str, msgspec.Raw] | None = None


read = msgspec.json.Decoder(Said).decode


@dataclass(eq=False)
class Running:
    """An order that a child has."""

    id: int
    order: Order
    progress: Progress | None
    answer: asyncio.Future[Answer] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    wanted: bool = True
    tries: int = 0

    def tell(self, share: float) -> None:
        """Whoever waits hears how far it is, in the loop in which it waits."""
        if self.progress is not None:
            self._in_loop(self.progress, share)

    def settle(self, answer: Answer | None) -> None:
        """Whoever waits has the answer; without one it failed."""
        self._in_loop(self._settle, answer)

    def _settle(self, answer: Answer | None) -> None:
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
            [sys.executable, "-P", "-m", "escaramuza.server.child", str(self.jobs.nice)],
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
        try:
            with process.stdout:
                for line in process.stdout:
                    # A line without its end was cut off by death.
                    if line.endswith("\n"):
                        self._tell(self.jobs.heard, read(line))
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            # Whoever waits for what it said would wait for ever.
            log.error("a process that works for this server cannot be understood", exc_info=error)
            process.kill()
        process.wait()
        self.lines.put(None)
        self._tell(self.jobs.died, self)

    def _tell(self, hear: Any, what: Any) -> None:
        with suppress(RuntimeError):
            self.loop.call_soon_threadsafe(hear, what)


class LocalJobs:
    """Has orders done by a child, in turns; whoever wants to is told what each of them cost its guest."""

    def __init__(
        self, settings: Settings, nice: int = NICE, charge: Callable[[str, float], None] | None = None
    ) -> None:
        self.settings = settings
        self.nice = nice
        self.charge = charge
        self.lanes = {
            QUESTION: Turns(settings.answerers, 1),
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
        self.tasks: set[asyncio.Task[Answer]] = set()
        self.closing = False

    async def do(self, order: Order, progress: Progress | None = None) -> Any:
        """What comes of an order, in its guest's turn."""
        return msgspec.json.decode(await self.written(order, progress))

    async def written(self, order: Order, progress: Progress | None = None) -> msgspec.Raw:
        """The same as it is written, for whoever only passes it on."""
        lane = self.lanes[order.lane]
        if order.lane == PRINT and (
            lane.queue >= self.settings.most_prints_waiting
            or lane.wanted_by(order.guest) >= self.settings.most_prints_each
        ):
            raise Problem("TOO_FAST", 429)
        async with AsyncExitStack() as waiting:
            await waiting.enter_async_context(lane.turn(order.guest))
            running = Running(next(self.numbers), order, progress)
            self._give(running)
            place = waiting.pop_all()
        self.running[running.id] = running
        work = asyncio.create_task(self._until_done(running, place))
        self.tasks.add(work)
        work.add_done_callback(self.tasks.discard)
        try:
            result: msgspec.Raw = result_of(await asyncio.shield(work))
            return result
        except asyncio.CancelledError:
            running.wanted = False
            if self.child is not None:
                self.child.say(cancel=running.id)
            raise

    async def _until_done(self, running: Running, place: AsyncExitStack) -> Answer:
        """An order's place is taken until the child has let go of it, also if nobody waits for it any more: whoever
        goes and comes back has no more of them."""
        async with place:
            return await running.answer

    def hurry(self, key: str) -> None:
        """Tell the child, if it has the order."""
        for running in self.running.values():
            if running.order.key == key and self.child is not None:
                self.child.say(hurry=running.id)

    def _give(self, running: Running) -> None:
        running.tries += 1
        self._child().say(id=running.id, kind=running.order.kind, data=running.order.data)

    def _child(self) -> Child:
        if self.child is None:
            self.child = Child(self)
        return self.child

    def expect(self, game_id: str) -> None:
        """Have a game loaded while people still choose and deploy."""
        if game_id not in self.expected and not self.closing:
            self.expected.add(game_id)
            self._child().say(expect=game_id)

    def heard(self, said: Said) -> None:
        """How far an order is, or what came of it."""
        running = self.running.get(said.id)
        if running is None:
            return
        if said.share is not None:
            running.tell(said.share)
            return
        del self.running[said.id]
        if self.charge is not None:
            self.charge(running.order.guest, said.seconds)
        running.settle(said.answer)

    def died(self, child: Child) -> None:
        """Another child takes up what this one had, but for what has been tried often enough."""
        if child is not self.child:
            return
        self.child, expected, self.expected = None, self.expected, set()
        if self.closing:
            return
        if self.running:
            log.warning("a process that works for this server has died; its work is done again")
            for game_id in expected:
                self.expect(game_id)
        for running in list(self.running.values()):
            if running.wanted and running.tries < MOST_TRIES:
                self._give(running)
            else:
                del self.running[running.id]
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
        for task in self.tasks:
            task.cancel()
        if self.child is not None:
            self.child.close()
