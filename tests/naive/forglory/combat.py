"""Modifiers and result tables: morale, leadership, fire and melee. A modifier that is too close to call has several
values that it may have, 0 among them where it may not apply."""

from __future__ import annotations

from math import ceil

from tests.naive.forglory.fuzzy import Fuzzy, any_of, at_most
from tests.naive.forglory.model import FIRST_OFFICER, FIRST_STAFF, QUALITY, Body, Marker, Officer, Unit, gap
from tests.naive.forglory.plane import Point
from tests.naive.forglory.walking import Walking

Modifiers = dict[str, set[int]]
PASSES_ABOVE = 3
MARKER_FROM = 2


def when(answer: Fuzzy, value: int) -> set[int]:
    """A modifier that applies in a case."""
    return {0, value} if answer is None else {value} if answer else {0}


def told(found: Modifiers) -> Modifiers:
    """Only those that may apply."""
    return {name: values for name, values in found.items() if values != {0}}


def passes(face: int, total: int) -> bool:
    """A check: a 1 fails, a 6 passes, else more than 3."""
    return face == 6 or (face != 1 and total > PASSES_ABOVE)


def fire_row(total: int) -> str:
    """The column of the result table for shots."""
    return (
        "destroyed"
        if total >= 10
        else "two-hits"
        if total >= 7
        else "hit"
        if total >= 4
        else "pushed"
        if total == 3
        else "none"
    )


def melee_row(difference: int) -> str:
    """The column of the result table for melees."""
    return (
        "destroyed" if difference >= 7 else "two-hits" if difference >= 4 else "pushed" if difference == 3 else "draw"
    )


class Combat(Walking):
    """What counts in a throw."""

    markers: list[Marker]

    def general(self, unit: Unit) -> Officer:
        """The officer of its division."""
        return self.officers[FIRST_OFFICER + unit.division]

    def staff(self, side: int) -> Officer:
        """The staff of a side."""
        return self.officers[FIRST_STAFF + side]

    def morale(self, unit: Unit) -> Modifiers:
        """Chequeo de moral."""
        general = self.general(unit)
        near = at_most(gap(unit, general), self.span("XS")) if general.there else False
        return told(
            {
                "quality": {QUALITY[unit.quality]},
                "officer": when(near, 2),
                "lost": {-general.lost},
                "hits": {-unit.hits},
                "disorganised": when(unit.disorganised, -1),
            }
        )

    def leadership(self, general: Officer) -> Modifiers:
        """Chequeo de liderazgo (G-R6)."""
        staff = self.staff(general.side)
        apart, length = gap(general, staff), self.span("XL")
        steps = {max(1, ceil((apart + slack) / length)) for slack in (-3, 0, 3)}
        return told(
            {
                "experience": {general.experience},
                "staff": when(at_most(apart, self.span("XS")), 2),
                "lost": {-general.lost},
                "distance": {-step for step in steps},
            }
        )

    def fire(self, shooter: Unit, target: Body, moved: bool, reaction: bool) -> Modifiers:
        """A shot at a target."""
        artillery = shooter.arm == "artillery"
        return told(
            {
                "category": {shooter.kind.fire},
                "quality": {QUALITY[shooter.quality]},
                "flank": when(self.from_flank(shooter, target), 2),
                "road": when(isinstance(target, Unit) and target.column, 1),
                "cover": when(self.covered_from_fire(shooter, target), -1),
                "disorganised": when(shooter.disorganised, -1),
                "moved": when(moved, -1),
                "hits": {-shooter.hits},
                "reaction": when(reaction, -2),
                "close": when(at_most(gap(shooter, target), self.span("XS")), 2) if artillery else {0},
                "markers": self.markers_near(target) if artillery else {0},
            }
        )

    def markers_near(self, target: Body) -> set[int]:
        """How many artillery markers lie within XS of a target."""
        sure = maybe = 0
        for marker in self.markers:
            near = at_most(self.point_gap(target, (marker.x, marker.y)), self.span("XS"))
            sure += near is True
            maybe += near is None
        return set(range(sure, sure + maybe + 1))

    def point_gap(self, body: Body, spot: tuple[float, float]) -> float:
        """From a point to the nearest point of a body."""
        if isinstance(body, Officer):
            return max(0.0, Point(body.here).distance(Point(spot)) - self.table.radius)
        return float(body.shape.distance(Point(spot)))

    def melee(self, unit: Unit, touched: list[Unit]) -> Modifiers:
        """One unit in a melee: flank and front are for chargers, cover and road if any enemy it touches has them."""
        return told(
            {
                "category": {unit.kind.melee},
                "quality": {QUALITY[unit.quality]},
                "flank": when(unit.charging == "flank", 2),
                "frontal": when(unit.charging == "front", -1),
                "road": when(any(other.column for other in touched), 1),
                "cover": when(any_of(self.dense(other) for other in touched), -1),
                "disorganised": when(unit.disorganised, -1),
                "hits": {-unit.hits},
                "reaction": when(unit.charging is not None and unit.by_reaction, -2),
            }
        )

    def fighters(self, first: Unit) -> tuple[list[Unit], bool]:
        """All units linked by contact with enemies (G-R42), and whether that is sure."""
        found, waiting, sure = {first.id}, [first], True
        while waiting:
            unit = waiting.pop()
            for enemy in self.standing(1 - unit.side):
                touching = self.touches(unit, unit.here, unit.shape, enemy)
                sure &= touching is not None
                if touching and enemy.id not in found:
                    found.add(enemy.id)
                    waiting.append(enemy)
        return [self.units[number] for number in sorted(found)], sure

    def touched_by(self, unit: Unit) -> list[Unit]:
        """The enemy units in contact."""
        return [e for e in self.standing(1 - unit.side) if self.touches(unit, unit.here, unit.shape, e) is not False]
