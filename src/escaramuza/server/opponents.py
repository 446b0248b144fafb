"""The agents of a live match: they think elsewhere, and act as any seat does."""

import asyncio
import hashlib
import itertools
import logging
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError

from escaramuza.engine.errors import EscaramuzaError
from escaramuza.server.orders import Failed, Jobs, Order
from escaramuza.server.store import Gone
from escaramuza.server.words import Problem
from escaramuza.server.work import packed

if TYPE_CHECKING:
    from escaramuza.server.live import LiveMatch

# How long an agent waits before it tries again to think, or to have its action stored; the last pause is repeated.
AGAIN_SECONDS = (1.0, 2.0, 5.0, 15.0)
# Who decides for an agent that was wrong so often about one position: one that looks no further than what is allowed.
MOST_WRONG, PLAIN_AGENT = 2, "greedy"
log = logging.getLogger("escaramuza.server")


class Opponents:
    """The seats of a match that agents hold."""

    def __init__(self, live: "LiveMatch", jobs: Jobs) -> None:
        self.live = live
        self.jobs = jobs
        self.thinking: asyncio.Task[None] | None = None
        self.thought: asyncio.Task[str] | None = None
        # Somebody wants the agents to move at once, until a person has to decide.
        self.hurried = False
        # The head at which the rules refused what an agent decided, and how often.
        self._refused = (-1, 0)

    @property
    def wrong(self) -> int:
        """How often the rules refused what an agent decided in this state of the match."""
        head, times = self._refused
        return times if head == self.live.head else 0

    @property
    def seats(self) -> set[str]:
        """The seats that agents hold."""
        return {seat for seat, info in self.live.seats.items() if info["agent"]}

    @property
    def may_act(self) -> bool:
        """Whether it is an agent's turn, somebody is there to see it, and nobody is asked about a take-back, nor a
        machine about a draw."""
        live = self.live
        held = live.closed or live.take_backs.hold_agents or live.endings.machine_asked or live.arrivals.awaited
        return live.match.actor in self.seats and bool(live.guests) and not held

    def stop(self) -> None:
        """Think no longer about what it is being thought about."""
        if self.thought is not None:
            self.thought.cancel()

    def hurry(self, seats: list[str], seq: int) -> None:
        """Move now: what is being thought about is decided with what is known of it, and so is what follows until a
        person has to decide. For those who play; where nobody thinks any more it comes too late and does nothing."""
        if not seats:
            raise Problem("SPECTATORS_WATCH", 403)
        if seq == self.live.seq and self.may_act:
            self.hurried = True
            self.jobs.hurry(self._key)

    def close(self) -> None:
        """Think no more."""
        if self.thinking is not None:
            self.thinking.cancel()

    def wake(self) -> None:
        """Let the agent think whose turn it is, unless it does already or nobody is there."""
        self.live.endings.wake()
        if not self.may_act:
            return
        if self.thinking is None or self.thinking.done():
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
        """Agents act one decision at a time."""
        tries = 0
        while self.may_act:
            seq = self.live.seq
            self.thought = asyncio.create_task(self._think())
            try:
                await asyncio.wait({self.thought})
                action = self.thought.result()
            except asyncio.CancelledError:
                if self.thought.cancelled():
                    return
                self.thought.cancel()
                raise
            except (Failed, Problem, SQLAlchemyError, Gone) as error:
                log.warning("match %s: the agent will think again: %r", self.live.id, error)
                await asyncio.sleep(_pause(tries))
                tries += 1
                continue
            tries = 0
            await self._act_for_agent(action, seq)
        self.hurried = False

    async def _act_for_agent(self, action: str, seq: int) -> None:
        """Make an agent's action; where it cannot be stored it is tried again as long as somebody waits for it."""
        for tries in itertools.count():
            async with self.live.lock:
                try:
                    await self.live.be_sure()
                    if seq != self.live.seq or not self.may_act:
                        return
                    draft = self.live.match.copy()
                    self.live.endings.play_on(draft)
                    draft.act(action)
                    await self.live.keep(draft)
                    return
                except EscaramuzaError as error:
                    log.error("match %s: the agent decided what is not allowed: %s", self.live.id, error)
                    self._refused = (self.live.head, self.wrong + 1)
                    break
                except Problem as problem:
                    if problem.code == "STALE":
                        return
                    if problem.code not in ("NOT_STORED", "IN_DOUBT"):
                        log.error("match %s: the agent may not act: %s", self.live.id, problem.code)
                        self.live.closed = True
                        return
            await asyncio.sleep(_pause(tries))
        await asyncio.sleep(_pause(self.wrong - 1))

    async def _think(self) -> str:
        """What the agent decides whose turn it is: for each state of a match it is thought about once, whoever asks."""
        live, match = self.live, self.live.match
        seat = str(match.actor)
        lot = hashlib.blake2b(f"{match.seed:032x} {live.head}{self._again}".encode(), digest_size=5).digest()
        data = {
            "game": match.game.id,
            "state": packed(match.state),
            "agent": live.seats[seat]["agent"] if self.wrong < MOST_WRONG else PLAIN_AGENT,
            "seed": int.from_bytes(lot, "big"),
            # Whoever was wrong thinks again from the beginning.
            "match": "" if self.wrong else live.id,
            "hurry": self.hurried,
        }
        order = Order("move", self._key, self._asking(), match.game.id, data)
        return str(await self.jobs.do(order, lambda share: self._tell_thinking(seat, share)))

    @property
    def _key(self) -> str:
        """What is thought about in this state of the match."""
        return f"move {self.live.id} {self.live.head}{self._again}"

    @property
    def _again(self) -> str:
        return f" again {self.wrong}" if self.wrong else ""

    def _asking(self) -> str:
        """Whom an agent's time is counted to: somebody who plays against it, or watches if nobody else is there."""
        return next((guest.name for guest in sorted(self.live.guests, key=lambda guest: not guest.seats)), "")

    def _tell_thinking(self, seat: str, share: float) -> None:
        for guest in list(self.live.guests):
            guest.tell({"type": "thinking", "seat": seat, "share": round(share, 3)})


def _pause(tries: int) -> float:
    return AGAIN_SECONDS[min(tries, len(AGAIN_SECONDS) - 1)]
