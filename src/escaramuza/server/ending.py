"""How matches end by agreement: what a guest says becomes the words of its seats, and is stored as a step.

A side of several people resigns when all of them have said so, one by one: nobody throws a partner's match away. A draw
needs everybody; those who play on instead of answering an offer of the other side decline it. A machine answers from
its estimate, and goes with the people of its own side. Whoever is to decide and does not for as long as the terms
of the match say deserts it; whoever sits at the table meanwhile has twice as long.
"""

import asyncio
import itertools
import logging
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError

from escaramuza.agents import judging
from escaramuza.engine import agreement
from escaramuza.engine.errors import Refused
from escaramuza.engine.match import Match
from escaramuza.server import messages, terms, wire
from escaramuza.server.guests import Guest
from escaramuza.server.orders import Failed, Order
from escaramuza.server.store import Gone
from escaramuza.server.words import Problem
from escaramuza.server.work import packed

if TYPE_CHECKING:
    from escaramuza.server.live import LiveMatch

# A word is judged again on what another process stored meanwhile, so often.
TRIES = 3
# What somebody may say without ending the match until something is played.
MOST_WORDS = 8
# Whoever sits at the table and thinks has so many times as long.
AT_THE_TABLE = 2
AGAIN_SECONDS = 2.0
log = logging.getLogger("escaramuza.server")


def now() -> datetime:
    """The server's clock: no client is asked what time it is."""
    return datetime.now(UTC)


class Endings:
    """What is said about the end of a live match."""

    def __init__(self, live: "LiveMatch") -> None:
        self.live = live
        self.judging: asyncio.Task[None] | None = None
        self.words: dict[str, Callable[[Match, Guest, str], None]] = {
            agreement.RESIGN: self._resign,
            agreement.DECLINE_RESIGN: self._decline_resigning,
            agreement.WITHDRAW_RESIGN: self._withdraw_resigning,
            agreement.OFFER_DRAW: self._offer,
            agreement.AGREE_DRAW: self._agree,
            agreement.DECLINE_DRAW: self._decline,
            agreement.WITHDRAW_DRAW: self._withdraw,
            agreement.CLAIM: self._claim,
            agreement.ABORT: self._abort,
        }

    @property
    def people(self) -> set[str]:
        """The seats that people hold."""
        return terms.people(self.live.seats)

    async def say(self, guest: Guest, word: str, seat: str | None) -> None:
        """Let a guest say something, for one of its seats where it holds several. It is judged on the match as it
        stands: whoever resigns does so whatever was played meanwhile."""
        for tried in range(TRIES):
            try:
                async with self.live.lock:
                    await self._said(guest, word, seat)
                break
            except Problem as problem:
                if problem.code != "STALE" or tried == TRIES - 1:
                    raise
        self.live.opponents.wake()

    async def _said(self, guest: Guest, word: str, seat: str | None) -> None:
        live = self.live
        await live.be_sure()
        if not guest.seats:
            raise Problem("SPECTATORS_WATCH", 403)
        if seat is not None and seat not in guest.seats:
            raise Problem("NOT_YOUR_SEAT", 403)
        if live.match.actor is None or live.closed:
            raise Refused("MATCH_OVER")
        draft = live.match.copy()
        self.words[word](draft, guest, seat or messages.viewpoint(draft, guest.seats) or guest.seats[0])
        if draft.actor is None:
            live.opponents.stop()
        elif live.arrivals.awaited:
            # What is brought changes the position, and every entry holds the hash of its own. It can be called off.
            raise Problem("AWAITED", 409)
        elif self._words_since(guest.seats) >= MOST_WORDS:
            # A match has room for so many entries: nobody talks it to its end.
            raise Problem("TOO_FAST", 429)
        await live.keep(draft)

    def _words_since(self, seats: list[str]) -> int:
        """How often these seats have spoken since the last action."""
        said = itertools.takewhile(lambda step: step.word is not None, reversed(self.live.match.steps))
        return sum(step.seat in seats for step in said)

    def _resign(self, draft: Match, guest: Guest, seat: str) -> None:
        mine = [one for one in guest.seats if draft.side_of[one] == draft.side_of[seat]]
        if not set(agreement.resignation_waits_for(draft, seat, self.people)) - set(mine):
            draft.say(seat, agreement.RESIGN)
            return
        fresh = [one for one in mine if one not in draft.talk.resigning]
        for one in fresh or [seat]:
            draft.say(one, agreement.WISH_RESIGN)

    def _decline_resigning(self, draft: Match, guest: Guest, seat: str) -> None:
        asked = [one for one in guest.seats if self._asked_to_resign(draft, one)]
        draft.say(next(iter(asked), seat), agreement.DECLINE_RESIGN)

    def _asked_to_resign(self, match: Match, seat: str) -> bool:
        wishing = {match.side_of[one] for one in match.talk.resigning}
        return match.side_of[seat] in wishing and seat not in match.talk.resigning

    def _withdraw_resigning(self, draft: Match, guest: Guest, seat: str) -> None:
        for one in [one for one in guest.seats if one in draft.talk.resigning] or [seat]:
            draft.say(one, agreement.WITHDRAW_RESIGN)

    def _offer(self, draft: Match, guest: Guest, seat: str) -> None:
        refusal = agreement.why_no_offer(draft, seat)
        if refusal is not None:
            raise refusal
        draft.say(seat, agreement.OFFER_DRAW)
        if self._asked(draft, guest.seats):
            # Those at one screen have talked about it.
            self._agree(draft, guest, seat)

    def _asked(self, match: Match, seats: list[str]) -> list[str]:
        return [seat for seat in agreement.draw_waits_for(match, self.people) if seat in seats]

    def _agree(self, draft: Match, guest: Guest, seat: str) -> None:
        asked = self._asked(draft, guest.seats)
        if not asked:
            raise Refused("NO_DRAW_OFFERED")
        for one in asked:
            self._agree_with(draft, one)

    def _agree_with(self, draft: Match, seat: str) -> None:
        last = agreement.draw_waits_for(draft, self.people) == [seat]
        draft.say(seat, agreement.ACCEPT_DRAW if last else agreement.AGREE_DRAW)

    def _decline(self, draft: Match, guest: Guest, seat: str) -> None:
        draft.say(next(iter(self._asked(draft, guest.seats)), seat), agreement.DECLINE_DRAW)

    def _withdraw(self, draft: Match, guest: Guest, seat: str) -> None:
        offered_by = draft.talk.offered_by
        draft.say(offered_by if offered_by in guest.seats else seat, agreement.WITHDRAW_DRAW)

    def _claim(self, draft: Match, guest: Guest, seat: str) -> None:
        found = self.claim(guest)
        if found is None:
            # The words say why, where the rules of agreeing know it.
            agreement.after(draft, seat, agreement.CLAIM)
            raise Refused("NOTHING_TO_CLAIM")
        left = found["left_here"] if self.live.who()[found["seat"]]["online"] else found["left"]
        if left > 0:
            raise Problem("CLAIM_LATER", 409, minutes=-(-left // 60))
        draft.say(seat, agreement.CLAIM)

    def _abort(self, draft: Match, guest: Guest, seat: str) -> None:
        draft.say(seat, agreement.ABORT)

    def play_on(self, draft: Match) -> None:
        """Whoever is offered a draw by the other side and acts instead declines it."""
        seat, offered_by = draft.actor, draft.talk.offered_by
        if seat is None or offered_by is None or draft.side_of[seat] == draft.side_of[offered_by]:
            return
        if self._asked(draft, [seat]):
            draft.say(seat, agreement.DECLINE_DRAW)

    def claim(self, guest: Guest) -> wire.Claim | None:
        """Whom a guest waits for in vain, and for how many seconds more that does not count as desertion; None where
        nobody can desert."""
        live, match = self.live, self.live.match
        after, seat = live.terms.claim_after, match.actor
        if after is None or seat is None or seat not in self.people or not guest.seats:
            return None
        if match.side_of[seat] in {match.side_of[one] for one in guest.seats} or not agreement.began(match):
            return None
        waited = (now() - live.moved).total_seconds()
        left, here = (max(0, int(after * times - waited + 1)) for times in (1, AT_THE_TABLE))
        return {"seat": seat, "after": after, "left": left, "left_here": here}

    def told(self, guest: Guest) -> wire.Talk:
        """What a guest hears of it."""
        match, seats = self.live.match, guest.seats
        waits = agreement.draw_waits_for(match, self.people)
        offered_by = match.talk.offered_by
        over = match.actor is None or self.live.closed or not seats
        speaker = messages.viewpoint(match, seats)
        return {
            "draw": None
            if offered_by is None
            else {"seat": offered_by, "mine": offered_by in seats, "asks_you": bool(set(waits) & set(seats))},
            "resigning": [
                {
                    "seat": seat,
                    "mine": seat in seats,
                    "asks_you": any(
                        match.side_of[one] == match.side_of[seat] and self._asked_to_resign(match, one) for one in seats
                    ),
                }
                for seat in sorted(match.talk.resigning)
            ],
            "may_offer_draw": not over and speaker is not None and agreement.why_no_offer(match, speaker) is None,
            "may_abort": not over and not agreement.began(match),
            "claim": None if over else self.claim(guest),
        }

    @property
    def machine_asked(self) -> str | None:
        """The machine that has to answer an offer."""
        if self.live.match.actor is None:
            return None
        waits = agreement.draw_waits_for(self.live.match, self.people)
        return next((seat for seat in waits if seat not in self.people), None)

    def wake(self) -> None:
        """Let a machine answer that is asked, while somebody waits for it."""
        idle = self.judging is None or self.judging.done()
        if idle and self.machine_asked and self.live.guests and not self.live.closed:
            self.judging = asyncio.create_task(self._answer_for_machine())

    async def _answer_for_machine(self) -> None:
        for tries in itertools.count():
            seat, seq = self.machine_asked, self.live.seq
            if seat is None or not self.live.guests or self.live.closed:
                break
            try:
                agrees = await self._judge(seat)
                async with self.live.lock:
                    await self.live.be_sure()
                    if seq == self.live.seq and self.machine_asked == seat:
                        draft = self.live.match.copy()
                        if agrees:
                            self._agree_with(draft, seat)
                        else:
                            draft.say(seat, agreement.DECLINE_DRAW)
                        await self.live.keep(draft)
            except (Problem, SQLAlchemyError, Gone) as error:
                log.warning("match %s: the machine will answer again: %r", self.live.id, error)
                await asyncio.sleep(AGAIN_SECONDS * min(tries + 1, 5))
        self.live.opponents.wake()

    async def _judge(self, seat: str) -> bool:
        """Whether a machine takes a draw; where it cannot think, it plays on."""
        live, match = self.live, self.live.match
        if judging.is_setting_up(match):
            return True
        data = {
            "game": match.game.id,
            "state": packed(match.state),
            "seat": match.seat_number(seat),
            "seed": live.lot(seat) & 0x7FFFFFFF,
        }
        asking = next((guest.name for guest in live.guests if guest.seats), "")
        try:
            return bool(await live.jobs.do(Order("draw", f"draw {live.id} {live.head}", asking, match.game.id, data)))
        except Failed:
            return False
