"""Taking back between people: whoever has seen what is to be undone is asked first."""

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from escaramuza.engine.errors import Refused
from escaramuza.engine.match import Match
from escaramuza.server import messages, wire
from escaramuza.server.guests import Guest
from escaramuza.server.store import Stale
from escaramuza.server.words import Problem

if TYPE_CHECKING:
    from escaramuza.server.live import LiveMatch

PERSON = "person"
# How long an agent waits for people who are asked whether something may be taken back.
ANSWER_SECONDS = 60.0
Party = tuple[str, ...]


@dataclass(frozen=True)
class TakeBack:
    """Somebody wants to go back to a step; who still has to agree, and who has refused."""

    asker: Party
    seat: str
    kept: int
    waiting: tuple[Party, ...]
    declined_by: str | None = None

    @property
    def is_open(self) -> bool:
        """Whether somebody still has to answer."""
        return self.declined_by is None and bool(self.waiting)

    def as_json(self) -> dict[str, Any]:
        """As the database keeps it."""
        return {**asdict(self), "asker": list(self.asker), "waiting": [list(party) for party in self.waiting]}

    def agreed_by(self, seats: Sequence[str]) -> "TakeBack":
        """One more agrees."""
        return replace(self, waiting=tuple(party for party in self.waiting if not set(party) & set(seats)))

    def asks(self, seats: Sequence[str]) -> bool:
        """Whether these seats have to answer."""
        return self.declined_by is None and any(set(party) & set(seats) for party in self.waiting)

    def told(self, seats: Sequence[str]) -> wire.TakeBack:
        """What a guest hears of it."""
        mine = bool(set(self.asker) & set(seats))
        return {"seat": self.seat, "mine": mine, "asks_you": self.asks(seats), "declined_by": self.declined_by}


def of_json(found: Mapping[str, Any] | None) -> TakeBack | None:
    """What the database keeps."""
    if found is None:
        return None
    waiting = tuple(tuple(party) for party in found["waiting"])
    return TakeBack(tuple(found["asker"]), found["seat"], found["kept"], waiting, found["declined_by"])


def witnesses(match: Match, seats: Mapping[str, Mapping[str, Any]], asker: Sequence[str], kept: int) -> list[Party]:
    """The other people who have seen a step after `kept`; what is still a secret for them is its owner's business."""
    removed = {number for number in range(kept, len(match.steps)) if match.steps[number].word is None}
    parties = [party for party in _parties(seats) if not set(party) & set(asker)]
    return [party for party in parties if not all(match.concealed(seat) >= removed for seat in party)]


def _parties(seats: Mapping[str, Mapping[str, Any]]) -> list[Party]:
    """The seats of each person: those at one screen belong together, each by link is alone."""
    people = {seat: info for seat, info in seats.items() if not info["agent"]}
    here = tuple(seat for seat, info in people.items() if info["kind"] == PERSON)
    return [*([here] if here else []), *((seat,) for seat in people if seat not in here)]


class TakeBacks:
    """What is taken back of a live match, and what somebody wants to."""

    def __init__(self, live: "LiveMatch") -> None:
        self.live = live
        # What somebody wants to take back and others have seen, until they answer or the match goes on.
        self.wanted: TakeBack | None = None
        # The state in which agents last waited for an answer, and until when.
        self.held_at, self.held_until = 0, 0.0

    async def ask(self, guest: Guest, seq: int) -> None:
        """Take back to before the guest's own last action, if no dice were thrown and no secret came out since; where
        other people have seen it, they are asked."""
        live = self.live
        async with live.lock:
            await live.be_sure()
            live.check_going_on(guest, seq)
            back = self._undoable(guest.seats)
            if back == 0:
                raise self._why_not()
            if self.wanted is not None:
                raise Problem("TAKE_BACK_DECLINED" if self.wanted.declined_by else "TAKE_BACK_ASKED", 409)
            kept = len(live.match.steps) - back
            saw = witnesses(live.match, live.seats, guest.seats, kept)
            asked = [party for party in saw if live.met & set(party)]
            if not asked:
                await self._go_back(kept)
            else:
                await self._want(TakeBack(tuple(guest.seats), live.match.steps[kept].seat, kept, tuple(asked)))
        live.opponents.wake()

    async def answer(self, guest: Guest, seq: int, agree: bool) -> None:
        """Agree, or not; once all have agreed it is taken back. Whoever asked may give it up."""
        live = self.live
        async with live.lock:
            await live.be_sure()
            live.check_going_on(guest, seq)
            if self.wanted is None or self.wanted.declined_by:
                raise Problem("NO_TAKE_BACK", 409)
            answered = self._answered(self.wanted, guest, agree)
            if answered is not None and not answered.waiting:
                await self._go_back(self.wanted.kept)
            else:
                await self._want(answered)
        live.opponents.wake()

    def _answered(self, wanted: TakeBack, guest: Guest, agree: bool) -> TakeBack | None:
        """What becomes of a take-back when somebody answers; None where whoever asked gives it up."""
        if set(wanted.asker) & set(guest.seats):
            return None
        if not wanted.asks(guest.seats):
            raise Problem("NO_TAKE_BACK", 409)
        if not agree:
            return replace(wanted, declined_by=messages.viewpoint(self.live.match, guest.seats))
        return wanted.agreed_by(guest.seats)

    async def _want(self, wanted: TakeBack | None) -> None:
        """What is asked now, stored and told; the other processes hear of it."""
        live, before = self.live, self.wanted
        try:
            await live.store.ask(live.id, live.head, before and before.as_json(), wanted and wanted.as_json())
        except Stale:
            await live.read()
            raise Problem("STALE", 409) from None
        except Exception as error:
            live.doubt = True
            raise Problem("NOT_STORED", 503) from error
        self._put(wanted)
        await live.tell_all()

    def take_in(self, found: Mapping[str, Any] | None) -> None:
        """What the database says is asked."""
        self._put(of_json(found))

    def _put(self, wanted: TakeBack | None) -> None:
        """An agent whose turn it is waits for the answer, once for each state and not for long: nobody can hold a match
        up by asking."""
        live, self.wanted = self.live, wanted
        if wanted is not None and wanted.is_open and self.held_at != live.seq:
            self.held_at, self.held_until = live.seq, time.monotonic() + ANSWER_SECONDS
            live.opponents.stop()
            self.holding = asyncio.create_task(self._let_go())

    async def _let_go(self) -> None:
        await asyncio.sleep(ANSWER_SECONDS)
        self.live.opponents.wake()

    @property
    def hold_agents(self) -> bool:
        """Whether agents wait for people who are asked."""
        return self.wanted is not None and self.wanted.is_open and time.monotonic() < self.held_until

    async def _go_back(self, kept: int) -> None:
        live = self.live
        live.opponents.stop()
        await live.keep(live.match.rewound(kept))
        # While it was being stored the agent may have begun again.
        live.opponents.stop()

    def _why_not(self) -> Refused:
        last = self.live.match.last_action
        if last is None:
            return Refused("NOTHING_TO_UNDO")
        return Refused(last.why_final or "UNDO_NOT_YOURS", action=last.action)

    def _undoable(self, seats: list[str]) -> int:
        """How many steps lie between now and before the seats' own last action; 0 where dice, a revealed
        secret or others are between."""
        for back, step in enumerate(reversed(self.live.match.steps), start=1):
            if step.word is not None:
                # What was said since goes with it.
                continue
            if step.why_final is not None:
                return 0
            if step.seat in seats:
                return back
            if step.seat not in self.live.opponents.seats:
                return 0
        return 0

    def may(self, seats: list[str]) -> bool:
        """Whether these seats may take something back, or ask others whether they may."""
        if self.live.match.actor is None or self.live.closed or self.wanted is not None:
            return False
        return self._undoable(seats) > 0
