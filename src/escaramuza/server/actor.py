"""One authoritative actor a match: it alone changes the match, stores what it does, and tells the seats."""

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any

from escaramuza.agents import names
from escaramuza.agents.players import Table
from escaramuza.agents.search import Cancelled, SearchAgent
from escaramuza.engine.errors import Refused
from escaramuza.engine.eyes import Events
from escaramuza.engine.match import Match
from escaramuza.server import messages
from escaramuza.server.store import Store
from escaramuza.server.words import Problem

MOST_GUESTS = 200
HINT = "search:sims=4000,time=5"
PROGRESS_SECONDS = 0.2
log = logging.getLogger("escaramuza.server")
Tell = Callable[[dict[str, Any]], None]


class Guest:
    """One open connection: who it plays for, and how to reach it. Telling never waits: a guest that does not listen
    loses its connection, not everybody's time."""

    def __init__(self, seats: list[str], tell: Tell) -> None:
        self.seats = seats
        self.tell = tell
        self.steps = 0
        self.secret: frozenset[int] = frozenset()
        self.withheld: Events = frozenset()


class Actor:
    """A match in memory."""

    def __init__(self, id: str, match: Match, seats: dict[str, dict[str, Any]], store: Store, pool: Executor) -> None:
        self.id = id
        self.match = match
        self.seats = seats
        self.store = store
        self.pool = pool
        self.seq = len(match.steps) + 1
        # (seq, steps that stayed): what somebody who missed some changes has to be told anew.
        self.changes: list[tuple[int, int]] = []
        self.guests: list[Guest] = []
        self.lock = asyncio.Lock()
        self.cancel = threading.Event()
        self.thinking: asyncio.Task[None] | None = None
        self.agents = {seat for seat, info in seats.items() if info["agent"]}
        agents = {match.seat_number(seat): names.parse(seats[seat]["agent"]) for seat in seats if seat in self.agents}
        self.table = Table(match.spec, agents, seed=match.seed % (1 << 40) ^ 0x5EED)
        # Once somebody asked for a rematch: the token in the new match of each seat of this one.
        self.rematch: dict[str, str] | None = None

    def join(self, guest: Guest, seq: int, steps: int) -> None:
        """A connection comes, or comes back: an older one of the same seat gives way."""
        if guest in self.guests:
            self.guests.remove(guest)
        if len(self.guests) >= MOST_GUESTS:
            raise Problem("TOO_MANY", 503)
        for other in list(self.guests):
            if set(other.seats) & set(guest.seats):
                self.guests.remove(other)
                other.tell({"type": "bye", "error": Problem("TAKEN_OVER").as_json()})
        self.guests.append(guest)
        guest.steps = min(steps, self._kept_since(seq)) if seq else 0
        if guest.steps:
            # What it knew as a secret is not remembered across connections; those steps are told again.
            kept_back = (n for n, step in enumerate(self.match.steps) if step.secretive or step.private)
            guest.steps = min([guest.steps, *kept_back])
        guest.tell(messages.update(self, guest))
        self._tell_presence()
        self.wake_agent()

    def leave(self, guest: Guest) -> None:
        """A connection is gone; with the last one an agent stops thinking."""
        if guest in self.guests:
            self.guests.remove(guest)
            self._tell_presence()
        if not self.guests:
            self.cancel.set()

    async def act(self, guest: Guest, seq: int, actions: list[str]) -> None:
        """Make actions for a seat, all of them or none, up to the first that throws dice or after which another seat
        decides; stored first, then told."""
        async with self.lock:
            self._check_turn(guest, seq)
            draft = self.match.rewound(len(self.match.steps))
            seat = draft.actor
            for action in actions:
                draft.act(action)
                # At a shared screen the next to decide may sit there too: what was said was not meant for them.
                if draft.steps[-1].threw or draft.actor != seat:
                    break
            await self._keep(draft, len(self.match.steps))
        self.wake_agent()

    async def undo(self, guest: Guest, seq: int) -> None:
        """Take back to before the guest's own last action, if no dice were thrown and no secret came out since."""
        async with self.lock:
            if not guest.seats:
                raise Problem("SPECTATORS_WATCH", 403)
            if seq != self.seq:
                raise Problem("STALE", 409)
            back = self._undoable(guest.seats)
            if back == 0:
                raise self._why_no_undo()
            self.cancel.set()
            left = len(self.match.steps) - back
            await self._keep(self.match.rewound(left), left)
        self.wake_agent()

    def _why_no_undo(self) -> Refused:
        if not self.match.steps:
            return Refused("NOTHING_TO_UNDO")
        last = self.match.steps[-1]
        return Refused(last.why_final or "UNDO_NOT_YOURS", action=last.action)

    def _undoable(self, seats: list[str]) -> int:
        """How many steps lie between now and before the seats' own last action; 0 where dice, a revealed
        secret or others are between."""
        for back, step in enumerate(reversed(self.match.steps), start=1):
            if step.why_final is not None:
                return 0
            if step.seat in seats:
                return back
            if step.seat not in self.agents:
                return 0
        return 0

    def can_undo(self, seats: list[str]) -> bool:
        """Whether these seats may take something back."""
        return self._undoable(seats) > 0

    def wake_agent(self) -> None:
        """Let the agent think whose turn it is, unless it does already or nobody is there."""
        if self.match.actor not in self.agents or not self.guests:
            return
        if self.thinking is None or self.thinking.done():
            self.cancel = threading.Event()
            self.thinking = asyncio.create_task(self._agents_act())
            self.thinking.add_done_callback(self._thought)

    def _thought(self, task: asyncio.Task[None]) -> None:
        """A thought that was cancelled may be wanted again by now: somebody came back, or acted anew."""
        if task.cancelled():
            return
        if task.exception() is not None:
            log.error("match %s: the agent failed", self.id, exc_info=task.exception())
            return
        self.wake_agent()

    async def _agents_act(self) -> None:
        """Agents act one decision at a time, outside the event loop."""
        while self.match.actor in self.agents and self.guests:
            seq, seat, cancel = self.seq, self.match.actor, self.cancel
            try:
                action = await self._think(seat, cancel)
            except Cancelled:
                return
            async with self.lock:
                if seq != self.seq or cancel.is_set():
                    return
                draft = self.match.rewound(len(self.match.steps))
                draft.act(action)
                await self._keep(draft, len(self.match.steps))

    async def _think(self, seat: str, cancel: threading.Event) -> str:
        loop = asyncio.get_running_loop()
        state = self.match.state

        told = 0.0

        def progress(share: float, _: int) -> None:
            nonlocal told
            now = time.monotonic()
            if now - told >= PROGRESS_SECONDS:
                told = now
                loop.call_soon_threadsafe(self._tell_thinking, seat, share)

        return await loop.run_in_executor(self.pool, lambda: self.table.choose(state, progress, cancel))

    def _tell_thinking(self, seat: str, share: float) -> None:
        for guest in list(self.guests):
            guest.tell({"type": "thinking", "seat": seat, "share": round(share, 3)})

    async def hint(self, guest: Guest) -> dict[str, Any]:
        """What the search agent would do in the guest's place."""
        self._check_turn(guest, self.seq)
        agent: SearchAgent = names.parse(HINT).search(len(self.match.steps))
        spec, state = self.match.spec, self.match.state
        thought = await asyncio.get_running_loop().run_in_executor(self.pool, lambda: agent.think(spec, state))
        return {"action": thought.action, "line": list(thought.line), "expected": thought.expected}

    def _check_turn(self, guest: Guest, seq: int) -> None:
        if not guest.seats:
            raise Problem("SPECTATORS_WATCH", 403)
        if seq != self.seq:
            raise Problem("STALE", 409)
        if self.match.actor not in guest.seats:
            raise Problem("NOT_YOUR_TURN", 409)

    async def _keep(self, draft: Match, first: int) -> None:
        """Store a changed match, its steps from number `first` on; only then is it the match, and everybody told."""
        fresh = [(step.action, step.hash, list(step.dice)) for step in draft.steps[first:]]
        taken_back = first < len(self.match.steps)
        try:
            await self.store.append(self.id, first, fresh, draft.actor is None, taken_back)
        except Exception as error:
            log.error("match %s cannot be stored", self.id, exc_info=error)
            raise Problem("NOT_STORED", 503) from error
        self.match = draft
        self.seq += 1
        self.changes.append((self.seq, first))
        for guest in list(self.guests):
            guest.steps = min(guest.steps, first)
        self.tell_all()

    def tell_all(self) -> None:
        """The state, to everybody at the table."""
        for guest in list(self.guests):
            guest.tell(messages.update(self, guest))

    def _kept_since(self, seq: int) -> int:
        """Steps that somebody who knew the match at `seq` still knows rightly."""
        if seq > self.seq or (self.changes and seq < self.changes[0][0] - 1) or (not self.changes and seq != self.seq):
            return 0
        return min((kept for at, kept in self.changes if at > seq), default=len(self.match.steps))

    def _tell_presence(self) -> None:
        for guest in list(self.guests):
            guest.tell({"type": "presence", "seats": self.who()})

    def who(self) -> dict[str, dict[str, Any]]:
        """The seats: name, kind, whether somebody is there."""
        return {
            seat: {
                "name": info["name"],
                "kind": info["kind"],
                "online": bool(info["agent"]) or any(seat in guest.seats for guest in self.guests),
            }
            for seat, info in self.seats.items()
        }
