"""The course of the game: set-up, rounds, damage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from random import Random
from types import SimpleNamespace
from typing import Any

from tests.naive.cafe import plane
from tests.naive.cafe.units import (
    BEATEN,
    BLUE,
    COPIES,
    MOST_WOUNDS,
    OTHER,
    PATCH,
    QUESTIONS,
    REACH,
    RED,
    SIDES,
    Cause,
    Unit,
    frame,
    parse_place,
)

PRINTED = {
    "objective": 1,
    "zone": 1,
    "zone_three": 3,
    "range": 1,
    "range_three": 2,
    "close": 1,
    "close_three": 2,
    "six_close": 5,
    "six_range": 5,
    "first": 3,
    "all": 6,
}


class Applying:
    """Actions with their dice, and what is pending."""

    def apply(
        self,
        text: str,
        dice: Iterable[int] = (),
        drawn: Mapping[str, Iterable[str]] | None = None,
        told: Mapping[str, Any] | None = None,
    ) -> None:
        """Make an action with these dice and drawn cards; all dice must be used. `told` decides what is unsure."""
        faces = list(dice)
        self._told = dict(told or {})
        self._drawn = {seat: list(cards) for seat, cards in (drawn or {}).items()}
        self._dice = lambda: faces.pop(0)
        self._act(text)
        if faces:
            raise ValueError(f"dice left over: {faces}")

    def predict(self, text: str, random: Random, told: Mapping[str, Any] | None = None) -> list[int]:
        """The dice that an action throws, at random."""
        faces: list[int] = []
        trial = self.copy()

        def throw() -> int:
            faces.append(random.randint(1, 6))
            return faces[-1]

        trial._dice = throw
        trial._drawn, trial._told = None, dict(told or {})
        trial._act(text)
        return faces

    def _act(self, text: str) -> None:
        if text.startswith("ask:"):
            self.asking[str(self.seat)] = text[4:]
            return
        if self.activation is not None and text != "no":
            self.activation.calm = None
        q = self.stack.pop()
        if text.startswith("card:"):
            self.play_card(text, q)
        else:
            getattr(self, "answer_" + q.what.replace("-", "_"))(text, q)
        self.settle()
        self._dice = None

    def throw(self) -> int:
        """The next die."""
        assert self._dice is not None
        return self._dice()

    def plan(self, *frames: SimpleNamespace) -> None:
        """These come next, in this order."""
        self.stack.extend(reversed(frames))

    def settle(self) -> None:
        """Do what is pending up to the next question."""
        while self.stack[-1].what not in QUESTIONS:
            f = self.stack.pop()
            getattr(self, "do_" + f.what)(f)


class Course:
    """Set-up, rounds and damage."""

    def seats_of(self, side: str) -> list[str]:
        """The seats of a side in their order."""
        return [seat for seat in self.seats if self.side_of(seat) == side]

    def answer_die_off(self, text: str, q: SimpleNamespace) -> None:
        """One die each, again if equal."""
        blue = red = 0
        while blue == red:
            blue, red = self.throw(), self.throw()
        self.plan(frame("sides", seat=self.seats_of(BLUE if blue > red else RED)[0]))

    def answer_sides(self, text: str, q: SimpleNamespace) -> None:
        """The zones stay or change."""
        if text == "swap":
            self.zones = {side: self.zones[OTHER[side]] for side in SIDES}
        sharing = [frame("share_next", place=0)] if len(self.seats) > 2 else []
        if sharing:
            for unit in self.units.values():
                unit.seat = ""
        self.plan(*sharing, frame("deployment"), frame("round_start"))

    def do_share_next(self, f: SimpleNamespace) -> None:
        """The next seat whose side has units left to share out; alike ones are dealt (C-R31)."""
        for step in range(len(self.seats)):
            seat = self.seats[(f.place + step) % len(self.seats)]
            left = self.unshared(self.side_of(seat))
            if len({u.type for u in left}) == 1:
                self.deal_out(seat)
            elif left:
                self.plan(frame("share", seat=seat))
                return

    def unshared(self, side: str) -> list[Unit]:
        """The units of a side that are nobody's yet, in the order of the army."""
        return [u for _, u in sorted(self.units.items()) if u.side == side and not u.seat]

    def deal_out(self, first: str) -> None:
        """One each in turn, beginning with a seat."""
        seats = self.seats_of(self.side_of(first))
        start = seats.index(first)
        for number, unit in enumerate(self.unshared(self.side_of(first))):
            unit.seat = seats[(start + number) % len(seats)]

    def answer_share(self, text: str, q: SimpleNamespace) -> None:
        """A unit for this seat, or all that are left dealt out."""
        if text == "deal":
            self.deal_out(q.seat)
        else:
            self.unit_named(text[5:]).seat = q.seat
        self.plan(frame("share_next", place=self.seats.index(q.seat) + 1))

    def do_deployment(self, f: SimpleNamespace) -> None:
        """Secretly seat after seat, or one unit in turn."""
        if self.options["face_down"]:
            self.plan(*(frame("deploy", seat=seat, secret=True) for seat in self.seats))
        else:
            self.plan(frame("deploy_next", place=0))

    def do_deploy_next(self, f: SimpleNamespace) -> None:
        """The next seat that has a unit left to place."""
        for step in range(len(self.seats)):
            place = (f.place + step) % len(self.seats)
            seat = self.seats[place]
            if any(u.seat == seat and u.state == "hand" for u in self.units.values()):
                self.plan(frame("deploy", seat=seat, secret=False), frame("deploy_next", place=place + 1))
                return

    def answer_deploy(self, text: str, q: SimpleNamespace) -> None:
        """A unit is placed, or a seat is ready."""
        if text == "ready":
            return
        name, _, place = text.partition("@")
        unit = self.unit_named(name)
        x, y, facing = parse_place(place)
        unit.x, unit.y, unit.state = x, y, "table"
        unit.facing = unit.facing if facing is None else facing
        if q.secret:
            self.stack.append(q)

    def do_round_start(self, f: SimpleNamespace) -> None:
        """Poison and tourniquets strike, then initiative (C-R16)."""
        self.passed = []
        self.points = {BLUE: 0, RED: 0}
        self.round_kills = {BLUE: Counter(), RED: Counter()}
        self.row(BLUE)
        for unit in self.alive():
            unit.acted = unit.camouflaged = unit.harmless = False
            unit.due, unit.waiting = unit.waiting, []
        strikes = [frame("strikes", seat=seat) for seat in self.seats]
        self.plan(*strikes, frame("struck"), frame("judge_defeat"), frame("initiative", seat=self.seats[0]))

    def do_strikes(self, f: SimpleNamespace) -> None:
        """What is due on a seat's units, all points of one cause together; the player chooses where that matters."""
        hurt = [u for u in self.of_seat(f.seat) if u.due]
        kinds = [(u.id, cause) for u in hurt for cause in dict.fromkeys(cause for _, cause in u.due)]
        if not kinds:
            return
        if len(kinds) > 1 and any(len(u.due) >= u.health for u in hurt):
            self.plan(frame("order", seat=f.seat))
        else:
            self.strike(*kinds[0])

    def answer_order(self, text: str, q: SimpleNamespace) -> None:
        """The strike that comes first."""
        name, *by = text.split()[1:]
        self.strike(self.unit_named(name).id, (self.unit_named(by[0]).id, by[1]) if by else (None, ""))

    def strike(self, number: int, cause: Cause) -> None:
        """All points that one unit caused in one way; then the rest."""
        unit = self.units[number]
        points = [one for one in unit.due if one[1] == cause]
        unit.due = [one for one in unit.due if one[1] != cause]
        self.plan(frame("promote"), frame("strikes", seat=unit.seat))
        self.hurt(unit, len(points), cause)

    def do_struck(self, f: SimpleNamespace) -> None:
        """Up to here the strikes are half done."""

    def answer_initiative(self, text: str, q: SimpleNamespace) -> None:
        """Two dice each, again if equal; the higher sum is the points of both (C-R2)."""
        blue = red = 0
        while blue == red:
            blue, red = self.throw() + self.throw(), self.throw() + self.throw()
        self.points = dict.fromkeys(SIDES, max(blue, red))
        self.first = BLUE if blue > red else RED
        self.turn_of, self.last = None, {}
        self.plan(frame("next_turn"))

    def do_next_turn(self, f: SimpleNamespace) -> None:
        """Sides alternate, and players within a side, as far as they can and will activate (C-R2, C-R15)."""
        side = self.first if self.turn_of is None else OTHER[self.side_of(self.turn_of)]
        for one in (side, OTHER[side]):
            seats = self.seats_of(one)
            start = seats.index(self.last[one]) + 1 if one in self.last else 0
            for seat in seats[start:] + seats[:start]:
                if seat not in self.passed and self.points[one] > 0 and self.unused(seat):
                    self.turn_of, self.card_this_turn = seat, False
                    self.last[one] = seat
                    self.plan(frame("turn", seat=seat))
                    return
        self.plan(frame("round_end"))

    def do_ask_turn(self, f: SimpleNamespace) -> None:
        """Back to the turn after a card, unless no unit is left for it."""
        self.plan(frame("turn", seat=self.turn_of) if self.unused(str(self.turn_of)) else frame("next_turn"))

    def do_round_end(self, f: SimpleNamespace) -> None:
        """Objectives, then points (C-R9, C-R10)."""
        self.turn_of = None
        self.capture()
        for side in SIDES:
            row = self.row(side)
            owned = sum(one["owner"] == side for one in self.objectives)
            row["objectives"] += owned * self.worth("objective")
            row["all"] += self.worth("all") if owned == len(self.objectives) else 0
            low, high = self.zones[OTHER[side]]
            row["zone"] += self.reached(sum(low <= u.x <= high for u in self.alive(side)), "zone")
            for kind in ("close", "range"):
                row[f"{kind}_kills"] += self.reached(self.round_kills[side][kind], kind)
        if self.round >= self.options["rounds"]:
            self.by_points()
            return
        self.round += 1
        self.plan(frame("round_start"))

    def worth(self, row: str) -> int:
        """What a row of the table of victory points gives: as printed, or as agreed."""
        return int(self.options.get(f"vp_{row}", PRINTED[row]))

    def reached(self, count: int, row: str) -> int:
        """For three the higher row, for one the lower."""
        return self.worth(f"{row}_three") if count >= 3 else self.worth(row) if count else 0

    def capture(self) -> None:
        """Who holds each objective at the end of a round."""
        for one in self.objectives:
            near = {u.side for u in self.alive() if plane.point_within((one["x"], one["y"]), u.corners, PATCH + REACH)}
            if len(near) == 2 and self.options["contested"] == "neutral":
                one["owner"] = None
            elif len(near) == 1:
                one["owner"] = near.pop()
            if one["owner"] is not None and one["first"] is None:
                one["first"], one["unbroken"] = one["owner"], True
            elif one["owner"] != one["first"]:
                one["unbroken"] = False

    def by_points(self) -> None:
        """The last points, then the higher score (C-R10, C-R11)."""
        for side in SIDES:
            kept = sum(one["first"] == side and one["unbroken"] for one in self.objectives)
            self.row(side)["first"] = kept * self.worth("first")
        score = self.score
        self.winner = None if score[BLUE] == score[RED] else max(SIDES, key=lambda side: score[side])
        self.over("draw" if self.winner is None else "points")

    def over(self, how: str) -> None:
        """Nothing is pending any more."""
        self.how, self.activation = how, None
        self.stack = [frame("finished", seat=None)]

    def do_judge_defeat(self, f: SimpleNamespace) -> None:
        """Three units or fewer, judged when nothing is half done (C-R11, C-R23)."""
        if any(pending.what in ("worked_out", "struck", "blast") for pending in self.stack):
            return
        beaten = [side for side in SIDES if len(self.alive(side)) <= BEATEN]
        if len(beaten) == 2:
            self.by_points()
        elif beaten:
            self.winner = OTHER[beaten[0]]
            self.over("beaten")

    def hurt(self, unit: Unit, points: int, cause: Cause) -> None:
        """Damage, the question for a tourniquet, then removal; these come next."""
        unit.health -= points
        self.plan(
            frame("tourniquet_maybe", unit=unit.id, cause=cause, left=points),
            frame("removal", unit=unit.id, cause=cause),
        )

    def do_tourniquet_maybe(self, f: SimpleNamespace) -> None:
        """The owner is asked if it holds the card, or any if it is always asked; not where so much cannot be held back
        that the unit stays (C-E11)."""
        unit = self.units[f.unit]
        owner = unit.seat
        always = self.asking[owner] == "always" and bool(self.hands[owner])
        own, all_of_them = self.hands[owner].count("tourniquet"), COPIES["tourniquet"]
        stays = [unit.health + min(f.left, cards) > 0 for cards in (own, all_of_them)]
        if self.asking[owner] != "never" and ((own and stays[0]) or (always and stays[1])):
            self.plan(frame("tourniquet", seat=owner, unit=f.unit, cause=f.cause, left=f.left))

    def answer_tourniquet(self, text: str, q: SimpleNamespace) -> None:
        """No."""

    def do_removal(self, f: SimpleNamespace) -> None:
        """Out at no health or three wounds."""
        unit = self.units[f.unit]
        if unit.on_table and (unit.health <= 0 or unit.wounds >= MOST_WOUNDS):
            self.take_off(unit, f.cause)

    def take_off(self, unit: Unit, cause: Cause) -> None:
        """A unit leaves; the kill counts for the enemy unit that caused it (C-R18)."""
        unit.state, unit.camouflaged = "out", False
        unit.health = max(unit.health, 0)
        unit.waiting, unit.due = [], []
        if cause[0] is None:
            return
        killer = self.units[cause[0]]
        if killer.side != unit.side:
            killer.kills += 1
            self.count_kill(killer.side, cause[1])

    def count_kill(self, side: str, kind: str) -> None:
        """A kill for the sheet; the sixth of its kind scores at once."""
        self.kills[side][kind] += 1
        self.round_kills[side][kind] += 1
        if self.kills[side][kind] == 6:
            self.row(side)[f"six_{kind}"] = self.worth(f"six_{kind}")

    def do_promote(self, f: SimpleNamespace) -> None:
        """Units that have destroyed enough are made whole and draw (C-R12)."""
        for unit in self.alive():
            if unit.kills >= unit.kind.promotes_at:
                unit.kills, unit.health, unit.wounds = 0, unit.kind.health, 0
                unit.waiting, unit.due = [], []
                self.plan(frame("draw", seat=unit.seat), frame("promote"))
                return

    def do_draw(self, f: SimpleNamespace) -> None:
        """A card; the trap goes off at once."""
        if self.deck == 0 or not self.options["cards"]:
            return
        waiting = [] if self._drawn is None else self._drawn.get(f.seat, [])
        card = waiting.pop(0) if waiting else "trap" if self._drawn is not None else "?"
        if card == "trap":
            self.plan(frame("judge_defeat"), frame("trap", seat=f.seat))
            return
        self.hands[f.seat].append(card)
        self.deck -= 1

    def answer_trap(self, text: str, q: SimpleNamespace) -> None:
        """One damage that counts for nobody."""
        self.plan(frame("judge_defeat"))
        self.hurt(self.standing(text[5:]), 1, (None, ""))
