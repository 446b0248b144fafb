"""A match that is being played: the table of entries is the truth, and this is what a process knows of it. What the
seats here do is stored first and then told; what other processes stored is read when they say that something is new."""

import asyncio
import hashlib
import logging
from collections.abc import Mapping
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from escaramuza.engine import agreement
from escaramuza.engine.match import Match
from escaramuza.server import ending, messages, metrics, rematches, terms, wire
from escaramuza.server.arriving import Arrivals
from escaramuza.server.attendance import Attendance
from escaramuza.server.ending import Endings
from escaramuza.server.guests import Guest
from escaramuza.server.opponents import Opponents
from escaramuza.server.orders import Failed, Jobs, Order, once
from escaramuza.server.rebuilding import changes_of, follow
from escaramuza.server.store import Entry, Gone, Stale, Store, Stored
from escaramuza.server.taking_back import TakeBacks
from escaramuza.server.words import Problem
from escaramuza.server.work import about

MOST_SPECTATORS = 200
# Steps and take-backs of one match: more than any game takes.
MOST_ENTRIES = 20_000
# As the strongest level thinks, for as long as people like to wait for a hint.
HINT = "search:sims=20000,time=4"
# How long to wait before news that could not be read are looked for again.
READ_AGAIN_SECONDS = 1.0
log = logging.getLogger("escaramuza.server")


@dataclass(frozen=True)
class Services:
    """What all matches of a process share."""

    store: Store
    jobs: Jobs
    attendance: Attendance
    # Draw updates. Few: each of them wants the lock of the interpreter, which the event loop wants too.
    drawers: Executor


class LiveMatch:
    """A match in memory."""

    def __init__(self, stored: Stored, match: Match, services: Services) -> None:
        self.id = stored.id
        self.match = match
        self.seats = stored.seats
        self.options = stored.options
        self.terms = terms.of_json(stored.terms)
        # When something was last played.
        self.moved = stored.moved or ending.now()
        self.store = services.store
        self.jobs = services.jobs
        self.attendance = services.attendance
        self.drawers = services.drawers
        # How many entries we know of this match, and of each the seq after it with the steps before it that stayed:
        # what somebody who missed some has to be told again.
        self.head = len(stored.entries)
        self.changes = changes_of(stored.entries)
        # Whether nobody may act any more although the rules would let them: it was over once, or cannot be stored.
        self.closed = stored.finished
        # Whether the database may have more than we know: its last answer was lost.
        self.doubt = False
        # Whether other processes have said that there is something new, and what reads it.
        self.behind = False
        self.reading: asyncio.Task[None] | None = None
        # The seats that somebody has been at: who never came has seen nothing.
        self.met: set[str] = set(self.seats) if self.head else set()
        self.connections = 0
        self.guests: list[Guest] = []
        # The seats of connections at other processes.
        self.elsewhere: dict[str, list[str]] = {}
        self.lock = asyncio.Lock()
        self.opponents = Opponents(self, services.jobs)
        self.take_backs = TakeBacks(self)
        self.endings = Endings(self)
        self.arrivals = Arrivals(self)
        # The match that was made of this one, and the token in it of each seat of this one that asked.
        self.rematch_id: str | None = None
        self.rematch: dict[str, str] = {}
        # The seats that agree to delete the match.
        self.leaving: list[str] = []
        self._take_in(stored)

    @property
    def seq(self) -> int:
        """The number of the state: it grows with every entry, over restarts too."""
        return self.head + 1

    def lot(self, eyes: str | None) -> int:
        """A number drawn for a seat in this state: the same whenever and wherever it looks, and nobody's to compute
        who does not know the match's seed and its name."""
        secret = f"{self.id} {self.match.seed:032x} {self.seq} {eyes}"
        return int.from_bytes(hashlib.blake2b(secret.encode(), digest_size=7).digest(), "big")

    async def join(self, guest: Guest, seq: int, steps: int) -> None:
        """A connection comes, or comes back: an older one of the same seat gives way."""
        async with self.lock:
            self._seat(guest)
            self._recall(guest, seq, steps)
            with suppress(SQLAlchemyError, Gone):
                await rematches.admit_guests(self)
            await self._tell_update(guest)
            if self.leaving or seq:
                # Also that nobody does any more, to somebody who was away.
                guest.tell({"type": "leaving", "seats": self.leaving})
        self.attendance.arrive(self, guest)
        self.tell_presence()
        self.opponents.wake()

    async def tell_again(self, guest: Guest) -> None:
        """The state, to somebody who spoke of an older one."""
        async with self.lock:
            await self._tell_update(guest)

    async def _tell_update(self, *guests: Guest) -> None:
        """Worked out beside the event loop: a large battle takes its time, and others are waiting."""

        def updates() -> list[wire.Update]:
            return [messages.update(self, guest) for guest in guests]

        told = await asyncio.get_running_loop().run_in_executor(self.drawers, updates)
        for guest, update in zip(guests, told, strict=True):
            guest.tell(update)

    def _seat(self, guest: Guest) -> None:
        if guest in self.guests:
            self.guests.remove(guest)
        watching = [*(other.seats for other in self.guests), *self.elsewhere.values()].count([])
        if not guest.seats and watching >= MOST_SPECTATORS:
            raise Problem("TOO_MANY", 503)
        for other in list(self.guests):
            if set(other.seats) & set(guest.seats):
                self.part_from(other, "TAKEN_OVER")
        self.guests.append(guest)
        self.met.update(guest.seats)

    def part_from(self, guest: Guest, why: str) -> None:
        """Let a connection go, and say why."""
        self.guests.remove(guest)
        self.attendance.leave(guest)
        guest.tell({"type": "bye", "error": Problem(why).as_json()})

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
            self.attendance.leave(guest)
            self.tell_presence()
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
            self.arrivals.must_be_there()
            draft = self.match.copy()
            seat = draft.actor
            self.endings.play_on(draft)
            for action in actions:
                draft.act(action)
                # At a shared screen the next to decide may sit there too: what was said was not meant for them.
                if draft.steps[-1].threw or draft.actor != seat:
                    break
            await self.keep(draft)
        self.opponents.wake()

    def check_going_on(self, guest: Guest, seq: int) -> None:
        """Only seats of a match that is not over, who know how it stands."""
        if not guest.seats:
            raise Problem("SPECTATORS_WATCH", 403)
        if seq != self.seq:
            raise Problem("STALE", 409)
        if self.match.actor is None or self.closed:
            raise Problem("OVER", 409)

    async def hint(self, guest: Guest) -> Mapping[str, Any]:
        """What the search agent would do in the guest's place; one that goes meanwhile is thought for no longer."""
        self._check_turn(guest, self.seq)
        match = self.match
        if not self.gives_hints:
            raise Problem("NO_HINTS", 403)
        data = {**about(match), "agent": HINT, "seed": len(match.steps)}
        try:
            thought: Mapping[str, Any] = await self.jobs.do(Order("hint", once(), guest.name, match.game.id, data))
        except Failed as error:
            raise Problem("FAULT", 500) from error
        return thought

    @property
    def gives_hints(self) -> bool:
        """Between people only if they agreed on it."""
        return self.terms.hints or not terms.between_people(self.seats, self.match.side_of)

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
        self._go_on(draft, entries)
        metrics.actions.labels(draft.game.id).inc(max(0, after - before))
        await self.tell_all()

    def _go_on(self, after: Match, entries: list[Entry]) -> None:
        """Entries that are stored have led to this."""
        changes = changes_of(entries, self.seq, len(self.match.steps))
        self.match = after
        self.head += len(entries)
        if any(not agreement.is_word(entry.action) for entry in entries):
            # What is only said gives nobody more time.
            self.moved = ending.now()
        self.changes += changes
        self.take_backs.wanted = None
        for guest in self.guests:
            guest.steps = min([guest.steps, *(kept for _, kept in changes)])

    async def _settle(self, entries: list[Entry], error: Exception) -> None:
        """After a refusal or a fault of the database: whether it has our entries, somebody else's, or neither."""
        if not isinstance(error, Stale):
            log.error("match %s cannot be stored", self.id, exc_info=error)
        if isinstance(error, Gone):
            raise Problem("NOT_STORED", 503) from error
        self.doubt = True
        found = await self.read("IN_DOUBT")
        if found.entries[: len(entries)] == entries:
            return
        if not isinstance(error, Stale):
            raise Problem("NOT_STORED", 503) from error
        if self.closed and self.match.actor is not None:
            raise Problem("OVER", 409)
        raise Problem("STALE", 409)

    async def be_sure(self) -> None:
        """After a doubt, the match as the database has it."""
        if self.doubt:
            await self.read()

    async def read(self, otherwise: str = "NOT_STORED") -> Stored:
        """Read what is new, and go on from there."""
        try:
            found = await self.store.load(self.id, self.head)
        except Exception as error:
            log.error("match %s cannot be read", self.id, exc_info=error)
            raise Problem(otherwise, 503) from error
        if found is None:
            self.closed = True
            for guest in list(self.guests):
                self.part_from(guest, "DEAD_LINK")
            raise Problem("DEAD_LINK", 404)
        await self._follow(found)
        self.doubt = False
        return found

    async def _follow(self, found: Stored) -> None:
        """Let the guests here know what has happened, as if it had happened here."""
        told, present = self._told(), self.who()
        if found.entries:
            after = await asyncio.get_running_loop().run_in_executor(None, follow, self.match, found.entries, self.id)
            self._go_on(after, found.entries)
            self.opponents.stop()
        self._take_in(found)
        await rematches.admit_guests(self)
        if self._told() != told:
            await self.tell_all()
        elif self.who() != present:
            self.tell_presence()
        self.opponents.wake()

    def _told(self) -> tuple[Any, ...]:
        """What an update tells besides who is there."""
        arrived = tuple(seat for seat, info in self.seats.items() if info.get("arrived"))
        return self.seq, self.closed, self.take_backs.wanted, dict(self.rematch), arrived

    def _take_in(self, found: Stored) -> None:
        """What the database knows besides the entries."""
        self.closed = self.closed or found.finished
        self.moved = found.moved or self.moved
        if found.rematch != self.rematch_id:
            self.rematch_id, self.rematch = found.rematch, {}
        self.arrivals.take_in(found.seats, found.options)
        self.take_backs.take_in(found.take_back)
        self.hear_leaving(found.leaving)
        self.elsewhere = {id: seats for id, (process, seats) in found.visits.items() if process != self.store.process}
        taken = {seat for seats in self.elsewhere.values() for seat in seats}
        self.met |= taken
        for guest in list(self.guests):
            if taken & set(guest.seats) and guest.id not in found.visits and self.attendance.is_known(guest):
                self.part_from(guest, "TAKEN_OVER")

    def hear_leaving(self, seats: list[str]) -> None:
        """Who agrees to delete the match; everybody here is told if that is new."""
        if seats != self.leaving:
            self.leaving = seats
            for guest in list(self.guests):
                guest.tell({"type": "leaving", "seats": seats})

    def hear(self) -> None:
        """Something is new in the database."""
        self.behind = True
        if self.reading is None or self.reading.done():
            self.reading = asyncio.create_task(self._catch_up())

    async def _catch_up(self) -> None:
        while self.behind:
            self.behind = False
            try:
                async with self.lock:
                    await self.read()
            except Problem as problem:
                if problem.code != "NOT_STORED":
                    return
                # Nobody acts on what may be old.
                self.doubt = self.behind = True
                await asyncio.sleep(READ_AGAIN_SECONDS)

    async def tell_all(self) -> None:
        """The state, to everybody at the table."""
        await self._tell_update(*self.guests)

    def _kept_since(self, seq: int) -> int:
        """Steps that somebody who knew the match at `seq` still knows rightly."""
        if not 1 <= seq <= self.seq:
            return 0
        return min((kept for at, kept in self.changes[seq - 1 :]), default=len(self.match.steps))

    def tell_presence(self) -> None:
        """Who is there, to everybody at the table."""
        for guest in list(self.guests):
            guest.tell({"type": "presence", "seats": self.who()})

    def who(self) -> dict[str, wire.SeatInfo]:
        """The seats: name, kind, whether somebody is there."""
        there = {seat for seats in (*(g.seats for g in self.guests), *self.elsewhere.values()) for seat in seats}
        return {
            seat: {
                "name": info["name"],
                "kind": info["kind"],
                "online": bool(info["agent"]) or seat in there,
            }
            for seat, info in self.seats.items()
        }
