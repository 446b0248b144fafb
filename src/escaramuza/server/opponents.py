"""The agents of a live match: they think beside the event loop, and act as any seat does."""

import asyncio
import itertools
import logging
import threading
import time
from typing import TYPE_CHECKING

from escaramuza.agents import names
from escaramuza.agents.players import Agents
from escaramuza.agents.search import Cancelled
from escaramuza.server.thinking import Thinkers
from escaramuza.server.words import Problem

if TYPE_CHECKING:
    from escaramuza.server.live import LiveMatch

# How long an agent waits before it tries again to have its action stored; the last pause is repeated.
AGAIN_SECONDS = (1.0, 2.0, 5.0, 15.0)
PROGRESS_SECONDS = 0.2
log = logging.getLogger("escaramuza.server")


class Opponents:
    """The seats of a match that agents hold."""

    def __init__(self, live: "LiveMatch", thinkers: Thinkers) -> None:
        self.live = live
        self.thinkers = thinkers
        self.seats = {seat for seat, info in live.seats.items() if info["agent"]}
        self.cancel = threading.Event()
        self.thinking: asyncio.Task[None] | None = None
        match = live.match
        agents = {match.seat_number(seat): names.parse(live.seats[seat]["agent"]) for seat in self.seats}
        self.agents = Agents(match.spec, agents, seed=match.seed % (1 << 40) ^ 0x5EED)

    @property
    def may_act(self) -> bool:
        """Whether it is an agent's turn, somebody is there to see it, and nobody is asked about a take-back."""
        live = self.live
        return (
            live.match.actor in self.seats and bool(live.guests) and not live.closed and not live.take_backs.hold_agents
        )

    def stop(self) -> None:
        """Think no longer about what it is being thought about."""
        self.cancel.set()

    def wake(self) -> None:
        """Let the agent think whose turn it is, unless it does already or nobody is there."""
        if not self.may_act:
            return
        if self.thinking is None or self.thinking.done():
            self.cancel = threading.Event()
            self.thinking = asyncio.create_task(self._agents_act())
            self.thinking.add_done_callback(self._thought)

    def _thought(self, task: asyncio.Task[None]) -> None:
        """A thought that was cancelled may be wanted again by now: somebody came back, or acted again."""
        if task.cancelled():
            return
        if task.exception() is not None:
            log.error("match %s: the agent failed", self.live.id, exc_info=task.exception())
            return
        self.wake()

    async def _agents_act(self) -> None:
        """Agents act one decision at a time, outside the event loop."""
        while self.may_act:
            seq, seat, cancel = self.live.seq, str(self.live.match.actor), self.cancel
            try:
                action = await self._think(seat, cancel)
            except Cancelled:
                return
            await self._act_for_agent(action, seq, cancel)

    async def _act_for_agent(self, action: str, seq: int, cancel: threading.Event) -> None:
        """Make an agent's action; where it cannot be stored it is tried again as long as somebody waits for it."""
        for tries in itertools.count():
            async with self.live.lock:
                try:
                    await self.live.be_sure()
                    if seq != self.live.seq or cancel.is_set() or not self.live.guests:
                        return
                    draft = self.live.match.copy()
                    draft.act(action)
                    await self.live.keep(draft)
                    return
                except Problem as problem:
                    if problem.code == "STALE":
                        return
                    if problem.code not in ("NOT_STORED", "IN_DOUBT"):
                        log.error("match %s: the agent may not act: %s", self.live.id, problem.code)
                        self.live.closed = True
                        return
            await asyncio.sleep(AGAIN_SECONDS[min(tries, len(AGAIN_SECONDS) - 1)])

    async def _think(self, seat: str, cancel: threading.Event) -> str:
        loop = asyncio.get_running_loop()
        state = self.live.match.state

        told = 0.0

        def progress(share: float, _: int) -> None:
            nonlocal told
            now = time.monotonic()
            if now - told >= PROGRESS_SECONDS:
                told = now
                loop.call_soon_threadsafe(self._tell_thinking, seat, share)

        return await self.thinkers.think(self._asking(), lambda: self.agents.choose(state, progress, cancel))

    def _asking(self) -> str:
        """Whom an agent's time is counted to: somebody who plays against it, or watches if nobody else is there."""
        return next((guest.name for guest in sorted(self.live.guests, key=lambda guest: not guest.seats)), "")

    def _tell_thinking(self, seat: str, share: float) -> None:
        for guest in list(self.live.guests):
            guest.tell({"type": "thinking", "seat": seat, "share": round(share, 3)})
