"""What follows from dice: hits, pushes, losses, shots and melees."""

from __future__ import annotations

from collections.abc import Generator
from itertools import permutations
from math import cos, radians, sin

from escaramuza.games.forglory import kinds, state
from escaramuza.games.forglory.tables import MELEE_ROWS, MODIFIERS, ROWS
from tests.naive.forglory import plane
from tests.naive.forglory.combat import MARKER_FROM, Combat, fire_row, melee_row, passes
from tests.naive.forglory.feed import PLACE_NEAR, Act, Disagreement, Feed, Question
from tests.naive.forglory.fuzzy import Fuzzy, Verdict, at_most, no
from tests.naive.forglory.model import (
    FIRST_OFFICER,
    HAND,
    OUT,
    REMOVED,
    TABLE,
    Body,
    Group,
    Marker,
    Objective,
    Officer,
    Unit,
    gap_at,
)
from tests.naive.forglory.plane import Spot

SHEET = ("units", "divisions", "held", "taken", "officers", "staff")
WORTH = {"units": 1, "divisions": 2, "held": 1, "taken": 4, "officers": 2, "staff": 4}
MOST_HITS = 3
Asking = Generator[Question, Act, None]
Deciding = Generator[Question, Act, bool]


def judge_push(a: Act, numbers: list[int]) -> Verdict:
    """Which of several is pushed first."""
    return Verdict().need(a.kind == kinds.USE and a.unit in numbers, "not to be pushed")


class Over(Exception):
    """The battle has ended."""

    def __init__(self, how: str) -> None:
        super().__init__(how)
        self.how = how


class Fights(Combat):
    """Dice and what they lead to."""

    feed: Feed
    groups: list[Group]
    objectives: list[Objective]
    sheet: list[dict[str, int]]
    round: int
    removed: int
    staff_lost: set[int]

    def score(self, side: int, column: str) -> None:
        """Points of victory."""
        self.sheet[side][column] += WORTH[column]
        self.feed.maybe("POINTS_SCORED", side=side, column=SHEET.index(column))

    def check_morale(self, unit: Unit) -> bool:
        """A check with its die."""
        face = self.feed.take("CHECK_DIE", unit=unit.id)["face"]
        passed = self.feed.find("MORALE_PASSED", unit=unit.id)
        failed = self.feed.find("MORALE_FAILED", unit=unit.id)
        name = "MORALE_PASSED" if failed is None or (passed and self._before(passed, failed)) else "MORALE_FAILED"
        total = face + self.feed.modifiers(unit.id, self.morale(unit), MODIFIERS, name, unit=unit.id)
        right = "MORALE_PASSED" if passes(face, total) else "MORALE_FAILED"
        if self.feed.take(right, unit=unit.id)["total"] != total:
            raise Disagreement(f"morale of {unit.id}: total {total}")
        return right == "MORALE_PASSED"

    def _before(self, one: object, other: object) -> bool:
        order = [id(event) for event in self.feed.events]
        return order.index(id(one)) < order.index(id(other))

    def hit(self, unit: Unit, number: int, alone: bool = True) -> None:
        """Hits; the third destroys."""
        unit.hits = min(unit.hits + number, MOST_HITS)
        told = self.feed.take("HIT", unit=unit.id)
        if told["hits"] != unit.hits:
            raise Disagreement(f"hits of {unit.id}: oracle {unit.hits}, rules {told['hits']}")
        if unit.hits >= MOST_HITS:
            self.destroy(unit, alone)

    def destroy(self, unit: Unit, alone: bool = True) -> None:
        """A unit is lost, and at times its division with it (G-R11, G-R59); in a melee that is judged afterwards."""
        unit.state = OUT
        self.feed.take("DESTROYED", unit=unit.id)
        self.score(1 - unit.side, "units")
        general = self.general(unit)
        general.lost += 1
        self.feed.take("BRIGADE_LOST", officer=general.id, lost=general.lost, left=self.brigades(unit.division))
        if alone:
            self.judge_division(unit.division)

    def brigades(self, division: int) -> int:
        """How many brigades a division still has."""
        return sum(u.division == division and u.state not in (OUT, REMOVED) for u in self.units.values())

    def judge_division(self, division: int) -> None:
        """As many counters as brigades: the division goes (G-R11)."""
        general = self.officers[FIRST_OFFICER + division]
        if general.state != REMOVED and general.lost >= max(self.brigades(division), 1):
            self.remove_division(division)

    def remove_division(self, division: int) -> None:
        """A division leaves the table with all that is left of it."""
        self.feed.take("DIVISION_REMOVED", division=division)
        for unit in self.units.values():
            if unit.division == division and unit.state != OUT:
                unit.state = REMOVED
        general = self.officers[FIRST_OFFICER + division]
        general.state = REMOVED
        self.removed += 1
        self.score(1 - general.side, "divisions")

    def judge_end(self) -> None:
        """Two divisions gone, or a staff (G-R58)."""
        if self.staff_lost:
            raise Over("staff")
        if self.removed >= 2:
            raise Over("divisions")

    def push(self, body: Body, ahead: Spot) -> None:
        """XS straight on (G-R9)."""
        ends = self.slides(body, ahead, self.span("XS"))
        if isinstance(body, Unit):
            body.column = False
        if self.feed.maybe("HEMMED_IN", unit=body.id) is not None:
            if not self.stays(body, ends):
                raise Disagreement(f"{body.id} is not hemmed in: between {ends}")
            return
        before = body.here
        body.x, body.y = self.feed.between("PUSHED", *ends, unit=body.id)
        if body.here == before:
            raise Disagreement(f"{body.id} is told to be pushed and stays")

    def stays(self, body: Body, ends: tuple[Spot, Spot]) -> bool:
        """Whether a body that could be moved to between two places may as well stay where it is."""
        return bool(plane.line(ends).distance(plane.Point(body.here)) <= PLACE_NEAR * max(1.0, self.table.scale))

    def broken_off(self, unit: Unit, left: Fuzzy) -> None:
        """Told of a unit whose order is cut short, not where nothing of it was left."""
        told = self.feed.maybe("INTERRUPTED", unit=unit.id) is not None
        if self.feed.decide(left, told, "broken off") != told:
            raise Disagreement(f"{unit.id} breaks off: oracle {left}, rules {told}")

    def shoot(self, shooter: Unit, target: Body, moved: bool, reaction: bool, left: Fuzzy = False) -> Deciding:
        """A shot with all that follows; whether the target was moved, destroyed or gone."""
        told = self.feed.take("SHOOTS", unit=shooter.id, target=target.id)
        if abs(told["gap"] - gap_at(shooter, shooter.here, shooter.shape, target)) > 10:
            raise Disagreement(f"gap of {shooter.id} and {target.id}: {told['gap']}")
        face = self.feed.take("COMBAT_DIE", unit=shooter.id)["face"]
        found = self.fire(shooter, target, moved, reaction)
        total = face + self.feed.modifiers(shooter.id, found, MODIFIERS, "FIRE_RESULT", unit=shooter.id)
        row = fire_row(total)
        self.feed.take("FIRE_RESULT", unit=shooter.id, target=target.id, total=total, row=ROWS.index(row))
        self.feed.compared[f"fire {row}"] += 1
        away = plane.direction(shooter.here, target.here)
        last = target.shape
        struck = row != "none"
        if isinstance(target, Unit):
            if row == "destroyed":
                self.destroy(target)
            elif row in ("hit", "two-hits"):
                self.hit(target, 1 if row == "hit" else 2)
            if struck and target.there:
                self.push(target, away)
                self.broken_off(target, left)
        elif row == "pushed":
            self.push(target, away)
        spot, last = target.here, target.shape if target.there else last
        if isinstance(target, Officer) and row not in ("none", "pushed"):
            yield from self.officer_falls(target)
        self.judge_end()
        if shooter.arm == "artillery" and total >= MARKER_FROM:
            yield from self.mark(shooter, target, spot, last)
        return struck

    def mark(self, shooter: Unit, target: Body, spot: Spot, last: plane.Polygon) -> Asking:
        """The shooter places a marker within XS of the target and XS from others (G-R52)."""

        def judge(a: Act) -> Verdict:
            v = Verdict()
            v.need(a.kind == kinds.MARKER, "a marker is asked for")
            v.need(0 <= a.x <= self.table.width and 0 <= a.y <= self.table.height, "off the table")
            here = plane.Point(a.x, a.y)
            apart = (
                here.distance(plane.Point(spot)) - self.table.radius
                if isinstance(target, Officer)
                else here.distance(last)
            )
            v.need(at_most(apart, self.span("XS")), "far from the target")
            for one in self.markers:
                v.need(no(at_most(here.distance(plane.Point(one.x, one.y)), self.span("XS"))), "too near to a marker")
            return v

        full = self.feed.maybe("NO_ROOM_FOR_MARKER") is not None
        if self.feed.decide(self.room_for_marker(target, spot, last), not full, "room for a marker") == full:
            raise Disagreement(f"room for a marker near {target.id}: rules {not full}")
        if full:
            return
        a = yield Question(state.MARKING, shooter.side, judge, target.id)
        self.feed.take("MARKER_PLACED", side=shooter.side, x=a.x, y=a.y)
        self.markers.append(Marker(a.x, a.y, self.round, shooter.side))

    def room_for_marker(self, target: Body, spot: Spot, last: plane.Polygon) -> Fuzzy:
        """Whether a marker could lie anywhere; a very narrow room is not sure."""
        reach = self.span("XS")
        around = (
            plane.Point(spot).buffer(self.table.radius + reach) if isinstance(target, Officer) else last.buffer(reach)
        )
        room = around.intersection(plane.box(0, 0, self.table.width, self.table.height))
        for one in self.markers:
            room = room.difference(plane.Point(one.x, one.y).buffer(reach, 64))
        if room.is_empty or room.buffer(3).area < 1:
            return False
        return None if room.buffer(-5).is_empty else True

    def follow(self, shooter: Unit, ahead: Spot) -> Asking:
        """The option G-R53: XS the same way."""

        def judge(a: Act) -> Verdict:
            return Verdict().need(a.kind in (kinds.ADVANCE, kinds.STAY), "advance or stay")

        a = yield Question(state.FOLLOWING, shooter.side, judge, shooter.id)
        if a.kind == kinds.ADVANCE:
            ends = self.slides(shooter, ahead, self.span("XS"), halts=True)
            if self.stays(shooter, ends) and self.feed.find("FOLLOWS", unit=shooter.id) is None:
                return
            shooter.x, shooter.y = self.feed.between("FOLLOWS", *ends, unit=shooter.id)

    def officer_falls(self, officer: Officer) -> Asking:
        """A general is put elsewhere by his owner; a staff ends the battle (G-R10, G-R49)."""
        if officer.staff:
            self.feed.take("STAFF_FALLS", staff=officer.id)
            self.staff_lost.add(officer.side)
            officer.state = OUT
            self.score(1 - officer.side, "staff")
            return
        self.feed.take("OFFICER_FALLS", officer=officer.id)
        officer.experience = 0
        division = officer.id - FIRST_OFFICER
        officer.state = HAND
        disbands = self.feed.maybe("DIVISION_DISBANDS", division=division) is not None
        room = self.room_to_put(officer)
        self.feed.compared["room" if room is not None else "room unsure"] += 1
        if self.feed.decide(room, not disbands, "room for a successor") == disbands:
            raise Disagreement(f"room for {officer.id}: oracle {room}, rules {not disbands}")
        if disbands:
            self.feed.compared["disbands"] += 1
            self.remove_division(division)
            return
        a = yield Question(state.RELOCATING, officer.side, lambda a: self.judge_put(officer, a), officer.id)
        officer.state, officer.x, officer.y = TABLE, a.x, a.y
        self.feed.take("OFFICER_RELOCATED", officer=officer.id, x=a.x, y=a.y)
        self.score(1 - officer.side, "officers")

    def room_to_put(self, officer: Officer) -> Fuzzy:
        """Whether there is any place for a fallen general's successor (G-R64)."""
        raise NotImplementedError

    def judge_put(self, officer: Officer, a: Act) -> Verdict:
        """Where a fallen general may be put."""
        raise NotImplementedError

    def fight(self, first: Unit) -> Asking:
        """One melee of all that are linked with a unit: the winners that charged succeed, and every charge in it is
        over (G-R8, G-R42, G-R45)."""
        told = self.feed.take("MELEE", unit=first.id)
        fighters, sure = self.fighters(first)
        if not sure:
            self.feed.skipped["fighters"] += 1
            fighters = [self.units[number] for number in sorted(self.feed.units_in("COMBAT_DIE", "MELEE_RESULT"))]
        sides = [[u for u in fighters if u.side == side] for side in (first.side, 1 - first.side)]
        if sure and (told["units"], told["enemies"]) != (len(sides[0]), len(sides[1])):
            raise Disagreement(f"melee of {[u.id for u in fighters]}: rules {told}")
        sums = [sum(self._throw(unit, fighters) for unit in side) for side in sides]
        for side, total in zip(sides, sums, strict=True):
            self.feed.take("MELEE_SUM", side=side[0].side, total=total)
        difference = abs(sums[0] - sums[1])
        row = melee_row(difference)
        self.feed.take("MELEE_RESULT", difference=difference, row=MELEE_ROWS.index(row))
        self.feed.compared[f"melee {row}"] += 1
        won = 0 if sums[0] > sums[1] else 1
        if row == "draw":
            yield from self.beaten(sides[1] + sides[0], row, fighters)
        else:
            self.feed.take("MELEE_WON", side=sides[won][0].side)
            yield from self.beaten(sides[1 - won], row, fighters)
        for unit in fighters:
            if row != "draw" and unit in sides[won] and unit.charging is not None and unit.there:
                self.succeed(unit)
            unit.charging, unit.by_reaction = None, False

    def succeed(self, unit: Unit) -> None:
        """A charge succeeded."""
        raise NotImplementedError

    def _throw(self, unit: Unit, fighters: list[Unit]) -> int:
        face = self.feed.take("COMBAT_DIE", unit=unit.id)["face"]
        expected = self.melee(unit, [enemy for enemy in self.touched_by(unit) if enemy in fighters])
        return face + self.feed.modifiers(unit.id, expected, MODIFIERS, "MELEE_SUM", side=unit.side)

    def beaten(self, units: list[Unit], row: str, fighters: list[Unit]) -> Asking:
        """The row of the table for these, defenders first (G-R46)."""
        away = {u.id: self.away(u, fighters) for u in units}
        for unit in units:
            if row == "destroyed":
                self.destroy(unit, alone=False)
            elif row in ("draw", "two-hits"):
                self.hit(unit, 1 if row == "draw" else 2, alone=False)
        # All losses count before a division goes (G-R63).
        for division in sorted({unit.division for unit in units}):
            self.judge_division(division)
        if row != "destroyed":
            for side in dict.fromkeys(unit.side for unit in units):
                yield from self.driven([u for u in units if u.side == side and u.there], away)

    def driven(self, units: list[Unit], away: dict[int, Spot]) -> Asking:
        """The pushes of one side, in its owner's order where that makes a difference (G-R65)."""
        while units:
            first = units[0]
            after = self.feed.after
            asked = int(after.phase) == state.PUSHES and int(after.asked) == first.side
            if len(units) > 1 and self.feed.decide(self.order_matters(units, away), asked, "order of pushes"):
                numbers = [unit.id for unit in units]
                a = yield Question(state.PUSHES, first.side, lambda a, n=numbers: judge_push(a, n), -1, 0.0, numbers)
                first = self.units[a.unit]
                self.feed.compared["order of pushes"] += 1
            units.remove(first)
            self.push(first, away[first.id])

    def order_matters(self, units: list[Unit], away: dict[int, Spot]) -> Fuzzy:
        """Whether the pushed units end elsewhere in another order."""
        homes = {unit.id: unit.here for unit in units}
        unsure = False
        found: list[list[Spot]] = []
        for order in permutations(units):
            for unit in order:
                ends = self.slides(unit, away[unit.id], self.span("XS"))
                unsure = unsure or plane.distance(*ends) > PLACE_NEAR
                unit.x, unit.y = ends[0]  # type: ignore[assignment]
            found.append([unit.here for unit in units])
            for unit in units:
                unit.x, unit.y = homes[unit.id]
        apart = max(plane.distance(a, b) for spots in found for a, b in zip(found[0], spots, strict=True))
        if unsure or 0 < apart <= 2 * PLACE_NEAR:
            return None
        return apart > 0

    def away(self, unit: Unit, fighters: list[Unit]) -> Spot:
        """From the mean centre of the enemies that touch it."""
        touching = [u for u in self.touched_by(unit) if u in fighters]
        mean = (sum(u.x for u in touching) / len(touching), sum(u.y for u in touching) / len(touching))
        if plane.distance(mean, unit.here) < 1e-6:
            # Without a direction straight back (G-R65).
            return (-cos(radians(unit.facing / 10)), -sin(radians(unit.facing / 10)))
        return plane.direction(mean, unit.here)
