"""A match that is being played: this alone changes it, stores what it does, and tells the seats."""

import asyncio
import hashlib
import logging
import secrets
import threading
import time
from dataclasses import replace
from typing import Any

from escaramuza.agents import names
from escaramuza.agents.search import SearchAgent
from escaramuza.engine.errors import Refused
from escaramuza.engine.match import Match
from escaramuza.server import messages, metrics, wire
from escaramuza.server.guests import Guest
from escaramuza.server.opponents import Opponents
from escaramuza.server.rebuilding import rebuild
from escaramuza.server.store import Entry, Gone, Stale, Store, Stored
from escaramuza.server.taking_back import TakeBack, witnesses
from escaramuza.server.thinking import Thinkers
from escaramuza.server.words import Problem

MOST_SPECTATORS = 200
# How long an agent waits for people who are asked whether something may be taken back.
ANSWER_SECONDS = 60.0
# Steps and take-backs of one match: more than any game takes.
MOST_ENTRIES = 20_000
HINT = "search:sims=4000,time=5"
log = logging.getLogger("escaramuza.server")


class LiveMatch:
    """A match in memory."""

    def __init__(
        self,
        id: str,
        match: Match,
        seats: dict[str, dict[str, Any]],
        store: Store,
        thinkers: Thinkers,
        head: int,
        rematch: str | None = None,
        closed: bool = False,
    ) -> None:
        self.id = id
        self.match = match
        self.seats = seats
        self.store = store
        self.thinkers = thinkers
        # How many entries the database has of this match.
        self.head = head
        # The seq from which on the changes are known, and (seq, steps that stayed) of each: what somebody who missed
        # some has to be told anew.
        self.known_since = self.seq
        self.changes: list[tuple[int, int]] = []
        # Whether nobody may act any more although the rules would let them: it was over once, or cannot be stored.
        self.closed = closed
        # Whether the database may have more than we know: its last answer was lost.
        self.doubt = False
        # What somebody wants to take back and others have seen, until they answer or the match goes on.
        self.take_back: TakeBack | None = None
        # The state in which agents last waited for an answer, and until when.
        self.held_at, self.held_until = 0, 0.0
        # The seats that somebody has been at: who never came has seen nothing.
        self.met: set[str] = set(seats) if head else set()
        # Draws that only their seat may know.
        self.secret = secrets.token_hex(16)
        self.connections = 0
        self.guests: list[Guest] = []
        self.lock = asyncio.Lock()
        self.opponents = Opponents(self, thinkers)
        # The match that was made of this one, and the token in it of each seat of this one that asked.
        self.rematch_id = rematch
        self.rematch: dict[str, str] = {}

    @property
    def seq(self) -> int:
        """The number of the state: it grows with every entry, over restarts too."""
        return self.head + 1

    def lot(self, eyes: str | None) -> int:
        """A number drawn for a seat in this state: the same whenever it looks, and nobody else's to compute."""
        drawn = hashlib.blake2b(f"{self.secret} {self.seq} {eyes}".encode(), digest_size=7).digest()
        return int.from_bytes(drawn, "big")

    async def join(self, guest: Guest, seq: int, steps: int) -> None:
        """A connection comes, or comes back: an older one of the same seat gives way."""
        async with self.lock:
            self._seat(guest)
            self._recall(guest, seq, steps)
            await self._tell_update(guest)
        self._tell_presence()
        self.opponents.wake()

    async def tell_again(self, guest: Guest) -> None:
        """The state, to somebody who spoke of an older one."""
        async with self.lock:
            await self._tell_update(guest)

    async def _tell_update(self, guest: Guest) -> None:
        """Worked out beside the event loop: a large battle takes its time, and others are waiting."""
        guest.tell(await asyncio.get_running_loop().run_in_executor(None, messages.update, self, guest))

    def _seat(self, guest: Guest) -> None:
        if guest in self.guests:
            self.guests.remove(guest)
        if not guest.seats and sum(not other.seats for other in self.guests) >= MOST_SPECTATORS:
            raise Problem("TOO_MANY", 503)
        for other in list(self.guests):
            if set(other.seats) & set(guest.seats):
                self.guests.remove(other)
                other.tell({"type": "bye", "error": Problem("TAKEN_OVER").as_json()})
        self.guests.append(guest)
        self.met.update(guest.seats)

    def _recall(self, guest: Guest, seq: int, steps: int) -> None:
        """How many steps somebody still knows rightly who knew the match at `seq`."""
        guest.steps = min(steps, self._kept_since(seq)) if seq else 0
        if guest.steps:
            # What it knew as a secret is not remembered across connections; those steps are told again.
            kept_back = (n for n, step in enumerate(self.match.steps) if step.secretive or step.private)
            guest.steps = min([guest.steps, *kept_back])

    def leave(self, guest: Guest) -> None:
        """A connection is gone; with the last one an agent stops thinking."""
        if guest in self.guests:
            self.guests.remove(guest)
            self._tell_presence()
        if not self.guests:
            self.opponents.stop()

    async def act(self, guest: Guest, seq: int, actions: list[str]) -> None:
        """Make actions for a seat, all of them or none, up to the first that throws dice or after which another seat
        decides; stored first, then told."""
        if not actions:
            raise Problem("BAD_MESSAGE", 422, why="no actions")
        async with self.lock:
            await self.be_sure()
            self._check_turn(guest, seq)
            draft = self.match.copy()
            seat = draft.actor
            for action in actions:
                draft.act(action)
                # At a shared screen the next to decide may sit there too: what was said was not meant for them.
                if draft.steps[-1].threw or draft.actor != seat:
                    break
            await self.keep(draft)
        self.opponents.wake()

    async def undo(self, guest: Guest, seq: int) -> None:
        """Take back to before the guest's own last action, if no dice were thrown and no secret came out since; where
        other people have seen it, they are asked."""
        async with self.lock:
            await self.be_sure()
            self._check_going_on(guest, seq)
            back = self._undoable(guest.seats)
            if back == 0:
                raise self._why_no_undo()
            if self.take_back is not None:
                raise Problem("TAKE_BACK_DECLINED" if self.take_back.declined_by else "TAKE_BACK_ASKED", 409)
            kept = len(self.match.steps) - back
            saw = witnesses(self.match, self.seats, guest.seats, kept)
            asked = [party for party in saw if self.met & set(party)]
            if not asked:
                await self._go_back(kept)
            else:
                await self._ask_others(TakeBack(tuple(guest.seats), self.match.steps[kept].seat, kept, tuple(asked)))
        self.opponents.wake()

    async def answer_take_back(self, guest: Guest, seq: int, agree: bool) -> None:
        """Agree, or not; once all have agreed it is taken back. Whoever asked may give it up."""
        async with self.lock:
            await self.be_sure()
            self._check_going_on(guest, seq)
            wanted = self.take_back
            if wanted is None or wanted.declined_by:
                raise Problem("NO_TAKE_BACK", 409)
            answered = self._answered(wanted, guest, agree)
            if answered is not None and not answered.waiting:
                await self._go_back(wanted.kept)
            else:
                self.take_back = answered
                await self.tell_all()
        self.opponents.wake()

    def _answered(self, wanted: TakeBack, guest: Guest, agree: bool) -> TakeBack | None:
        """What becomes of a take-back when somebody answers; None where whoever asked gives it up."""
        if set(wanted.asker) & set(guest.seats):
            return None
        if not wanted.asks(guest.seats):
            raise Problem("NO_TAKE_BACK", 409)
        if not agree:
            return replace(wanted, declined_by=messages.viewpoint(self.match, guest.seats))
        return wanted.agreed_by(guest.seats)

    async def _ask_others(self, wanted: TakeBack) -> None:
        """Those who have seen it. An agent whose turn it is waits for their answer, once for each state and not for
        long: nobody can hold a match up by asking."""
        self.take_back = wanted
        if self.held_at != self.seq:
            self.held_at, self.held_until = self.seq, time.monotonic() + ANSWER_SECONDS
            self.opponents.stop()
            self.holding = asyncio.create_task(self._let_go())
        await self.tell_all()

    async def _let_go(self) -> None:
        await asyncio.sleep(ANSWER_SECONDS)
        self.opponents.wake()

    @property
    def holds_agents(self) -> bool:
        """Whether agents wait for people who are asked about a take-back."""
        asked = self.take_back is not None and self.take_back.is_open
        return asked and time.monotonic() < self.held_until

    def _check_going_on(self, guest: Guest, seq: int) -> None:
        if not guest.seats:
            raise Problem("SPECTATORS_WATCH", 403)
        if seq != self.seq:
            raise Problem("STALE", 409)
        if self.match.actor is None or self.closed:
            raise Problem("OVER", 409)

    async def _go_back(self, kept: int) -> None:
        self.opponents.stop()
        await self.keep(self.match.rewound(kept))
        # While it was being stored the agent may have begun anew.
        self.opponents.stop()

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
            if step.seat not in self.opponents.seats:
                return 0
        return 0

    def can_undo(self, seats: list[str]) -> bool:
        """Whether these seats may take something back, or ask others whether they may."""
        if self.match.actor is None or self.closed or self.take_back is not None:
            return False
        return self._undoable(seats) > 0

    async def hint(self, guest: Guest) -> wire.Hint:
        """What the search agent would do in the guest's place; one that goes meanwhile is thought for no longer."""
        self._check_turn(guest, self.seq)
        agent: SearchAgent = names.parse(HINT).search(len(self.match.steps))
        match, cancel = self.match, threading.Event()

        def work() -> wire.Hint:
            thought = agent.think(match.spec, match.state, None, cancel)
            line = messages.line(match, thought.line or (thought.action,))
            shape = messages.shape_of(match.view(match.actor))
            return {"shape": shape, "action": thought.action, "line": line, "expected": thought.expected}

        try:
            return await self.thinkers.think(guest.name, work)
        except asyncio.CancelledError:
            cancel.set()
            raise

    def _check_turn(self, guest: Guest, seq: int) -> None:
        if not guest.seats:
            raise Problem("SPECTATORS_WATCH", 403)
        if seq != self.seq:
            raise Problem("STALE", 409)
        if self.closed and self.match.actor is not None:
            raise Problem("OVER", 409)
        if self.match.actor not in guest.seats:
            raise Problem("NOT_YOUR_TURN", 409)

    async def keep(self, draft: Match) -> None:
        """Store a changed match; only then is it the match, and everybody told."""
        before, after = len(self.match.steps), len(draft.steps)
        if after < before:
            entries = [Entry("undo", draft.hash, [], kept=after)]
        else:
            entries = [Entry(step.action, step.hash, list(step.dice)) for step in draft.steps[before:]]
        if self.head + len(entries) > MOST_ENTRIES:
            raise Problem("TOO_LONG", 413, most=MOST_ENTRIES)
        try:
            await self.store.append(self.id, self.head, entries, draft.actor is None)
        except Exception as error:
            await self._settle(entries, error)
            return
        self.match, self.take_back = draft, None
        self.head += len(entries)
        metrics.actions.labels(draft.game).inc(max(0, after - before))
        first = min(before, after)
        self.changes.append((self.seq, first))
        for guest in list(self.guests):
            guest.steps = min(guest.steps, first)
        await self.tell_all()

    async def _settle(self, entries: list[Entry], error: Exception) -> None:
        """After a refusal or a fault of the database: whether it has our entries, somebody else's, or neither."""
        if not isinstance(error, Stale):
            log.error("match %s cannot be stored", self.id, exc_info=error)
        if isinstance(error, Gone):
            raise Problem("NOT_STORED", 503) from error
        self.doubt = True
        stored = await self._read("IN_DOUBT")
        ours = stored.entries[self.head : self.head + len(entries)] == entries
        if len(stored.entries) > self.head:
            await self._adopt(stored)
        self.doubt = False
        if ours:
            return
        if not isinstance(error, Stale):
            raise Problem("NOT_STORED", 503) from error
        if stored.finished and self.match.actor is not None:
            self.closed = True
            raise Problem("OVER", 409)
        raise Problem("STALE", 409)

    async def be_sure(self) -> None:
        """After a doubt, the match as the database has it."""
        if self.doubt:
            stored = await self._read("NOT_STORED")
            if len(stored.entries) != self.head:
                await self._adopt(stored)
            self.doubt = False

    async def _read(self, otherwise: str) -> Stored:
        try:
            stored = await self.store.load(self.id)
        except Exception as error:
            log.error("match %s cannot be read", self.id, exc_info=error)
            raise Problem(otherwise, 503) from error
        if stored is None:
            raise Problem("DEAD_LINK", 404)
        return stored

    async def _adopt(self, stored: Stored) -> None:
        """Go on from what the database has."""
        self.match = await asyncio.get_running_loop().run_in_executor(None, rebuild, stored)
        self.head, self.take_back = len(stored.entries), None
        self.known_since, self.changes = self.seq, []
        self.opponents.stop()
        for guest in self.guests:
            guest.steps = 0
        await self.tell_all()
        self.opponents.wake()

    async def tell_all(self) -> None:
        """The state, to everybody at the table."""
        for guest in list(self.guests):
            await self._tell_update(guest)

    def _kept_since(self, seq: int) -> int:
        """Steps that somebody who knew the match at `seq` still knows rightly."""
        if not self.known_since <= seq <= self.seq:
            return 0
        return min((kept for at, kept in self.changes if at > seq), default=len(self.match.steps))

    def _tell_presence(self) -> None:
        for guest in list(self.guests):
            guest.tell({"type": "presence", "seats": self.who()})

    def who(self) -> dict[str, wire.SeatInfo]:
        """The seats: name, kind, whether somebody is there."""
        return {
            seat: {
                "name": info["name"],
                "kind": info["kind"],
                "online": bool(info["agent"]) or any(seat in guest.seats for guest in self.guests),
            }
            for seat, info in self.seats.items()
        }
