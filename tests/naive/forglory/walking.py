"""Movement: legs of a way, marches, strategic moves, charges' paths, retreats and pushes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import cos, radians, sin

from shapely import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from tests.naive.forglory import plane
from tests.naive.forglory.fuzzy import NEAR, Fuzzy, Verdict, all_of, any_of, at_most, no
from tests.naive.forglory.model import CONTACT, Body, Officer, Unit, gap_at
from tests.naive.forglory.plane import Spot
from tests.naive.forglory.sight import Sight

MOST_LEGS = 4
SQUARE_NEAR = 50
OVERSHOOT = 10
SPOTS_APART = 10
# Rounded corners leave this much open, gaps to round bases that are rounded up a little more.
EDGE_NEAR = 1.5
# Contact that takes longer than this to come about is that of a way beside its target; that ends no farther than this
# from where it is as near as it comes, but for a hair.
PASSING = 40
BRUSH, HAIR = 20, 0.3
ROUND_NEAR = 2.5
# Who leaves one on whom it lies is thought just beside him, by no more than this.
BESIDE = 5


@dataclass
class Way:
    """How far a unit has come with its order."""

    used: float = 0.0
    legs: int = 0
    march: bool = False
    far: Fuzzy = True
    slow: Fuzzy = False
    stopped: Fuzzy = False
    limit: int | None = None


@dataclass
class Path:
    """A charge: where it first touches, as the least and greatest distance from the start; whether it may miss."""

    facing: int
    ahead: Spot
    near: float
    touch: float
    misses: Fuzzy = False

    def spot(self, start: Spot, length: float) -> Spot:
        """The centre after that way."""
        return (start[0] + self.ahead[0] * length, start[1] + self.ahead[1] * length)


class Walking(Sight):
    """Who may go where."""

    def on_table(self, shape: Polygon) -> Fuzzy:
        """Whether a base lies on the table."""
        x0, y0, x1, y1 = shape.bounds
        out = max(-x0, -y0, x1 - self.table.width, y1 - self.table.height)
        return True if out <= 0 else None if out <= EDGE_NEAR else False

    def overlaps(self, body: Body, shape: Polygon, other: Body) -> Fuzzy:
        """Whether a base would lie on another."""
        depth = plane.overlap_depth(shape, other.shape)
        if isinstance(body, Officer) or isinstance(other, Officer):
            both = isinstance(body, Officer) and isinstance(other, Officer)
            return None if abs(depth) <= ROUND_NEAR * (1 + both) else depth > 0
        return False if depth <= 0 else None if depth <= EDGE_NEAR else True

    def touches(self, body: Body, here: Spot, shape: Polygon, other: Body) -> Fuzzy:
        """Whether a base would be in contact with another."""
        round_ones = isinstance(body, Officer) or isinstance(other, Officer)
        return at_most(gap_at(body, here, shape, other), CONTACT, ROUND_NEAR if round_ones else EDGE_NEAR)

    def enemies(self, side: int) -> list[Body]:
        """The bodies of the other side, officers too (G-R24)."""
        return self.bodies(1 - side)

    def friends(self, body: Body) -> list[Body]:
        """The other bodies of its side."""
        return [b for b in self.bodies(body.side) if b.id != body.id]

    def impassable_at(self, spot: Spot) -> Fuzzy:
        """Whether nobody may stand with its centre there."""
        ground = self.table.impassable
        if ground.is_empty:
            return False
        point = Point(spot)
        return None if ground.boundary.distance(point) <= EDGE_NEAR else bool(ground.contains(point))

    def difficult_at(self, spot: Spot) -> Fuzzy:
        """Whether a centre there is in difficult ground."""
        ground = self.table.difficult
        if ground.is_empty:
            return False
        point = Point(spot)
        return None if ground.boundary.distance(point) <= EDGE_NEAR else bool(ground.contains(point))

    def may_stop(self, v: Verdict, body: Body, x: int, y: int, facing: int) -> Verdict:
        """On the table, on nobody, out of contact, off impassable ground."""
        shape = body.at(x, y, facing)
        v.need(self.on_table(shape), "off the table")
        v.need(no(self.impassable_at((x, y))), "impassable ground")
        for other in self.friends(body):
            v.need(no(self.overlaps(body, shape, other)), f"on {other.id}")
        for enemy in self.enemies(body.side):
            v.need(no(self.touches(body, (x, y), shape, enemy)), f"in contact with {enemy.id}")
        return v

    def begin(self, unit: Unit, march: bool = False, limit: int | None = None, charge: bool = False) -> Way:
        """Before the first leg."""
        far = False if unit.disorganised or limit is not None or charge else self.keeps_off(unit, unit.shape)
        return Way(0.0, 0, march, far, self.difficult_at(unit.here), False, limit)

    def keeps_off(self, unit: Unit, shape: Polygon) -> Fuzzy:
        """XL or more from every enemy (G-R22)."""
        found = []
        for enemy in self.enemies(unit.side):
            apart = gap_at(unit, unit.here, shape, enemy)
            found.append(no(at_most(apart, self.table.span["XL"])))
        return all_of(found)

    def most(self, unit: Unit, way: Way) -> tuple[float, float]:
        """How far it may come in all, at least and at most."""
        if way.limit is not None:
            return way.limit, way.limit
        found = []
        for doubt in (False, True):
            slow = not doubt if way.slow is None else way.slow
            far = doubt if way.far is None else way.far
            value = self.table.span[unit.kind.difficult] if slow else unit.move
            found.append(float(value * (1 + way.march + bool(far))))
        return found[0], found[1]

    def leg(self, unit: Unit, way: Way, x: int, y: int, facing: int) -> tuple[Verdict, Way]:
        """One leg: a pivot, then straight on. What is demanded of it, and how far the unit has then come."""
        v = Verdict()
        length = plane.distance(unit.here, (x, y))
        shape = unit.at(unit.x, unit.y, facing)
        area = plane.swept(shape, x - unit.x, y - unit.y)
        after = replace(way, used=way.used + length, legs=way.legs + (length > 0))
        if length > 0:
            v.need(no(way.stopped), "its move is over")
            v.need(after.legs <= MOST_LEGS, "too many legs")
        for enemy in self.enemies(unit.side):
            depth = plane.overlap_depth(area, enemy.shape)
            near = ROUND_NEAR if isinstance(enemy, Officer) else EDGE_NEAR
            v.need(None if abs(depth) <= near else depth < 0, f"sweeps over {enemy.id}")
        if way.limit is None and not unit.disorganised:
            after.far = all_of((way.far, self.keeps_off(unit, area)))
        track = plane.line([unit.here, (x, y)])
        self.over_ground(v, unit, after, track, way.legs == 0)
        if way.march:
            self.by_road(v, unit, track, area, facing)
        self.may_stop(v, unit, x, y, facing)
        if unit.kind.code == "FA":
            v.need(self.near_road(unit.at(x, y, facing)), "far from roads")
        low, high = self.most(unit, after)
        first = way.legs == 0
        v.need(self.affords(after.used, low, high, first), f"costs {after.used:.1f}, most {low:g} to {high:g}")
        return v, after

    def affords(self, cost: float, low: float, high: float, first: bool) -> Fuzzy:
        """Whether a way is not too long; legs after the first add the rounding of each."""
        margin = 0.6 if first else 2.5
        if cost <= low + 1e-9 - (0 if first else margin):
            return True
        return False if cost > high + margin else None

    def over_ground(self, v: Verdict, unit: Unit, after: Way, track: LineString, first: bool) -> None:
        """Impassable and difficult ground on a leg (G-R18, G-R19, G-R20, G-E4)."""
        blocked = length_in(track, self.table.impassable)
        v.need(True if blocked == 0 else None if blocked <= EDGE_NEAR else False, "through impassable ground")
        inside = length_in(track, self.table.difficult)
        if inside == 0:
            return
        if unit.arm == "cavalry":
            entered = self.entered(track)
            v.need(self.halts(track), "does not stop at difficult ground")
            after.stopped = any_of((after.stopped, None if 0 < entered <= EDGE_NEAR else entered > 0))
        elif unit.arm == "artillery":
            after.slow = any_of((after.slow, None if inside <= EDGE_NEAR else True))
        if unit.kind.code == "FA":
            v.need(self.goes_by_road(track), "no road through it")

    def goes_by_road(self, track: LineString) -> Fuzzy:
        """Whether a leg of foot artillery that enters difficult ground is one by road (G-R20, G-E5)."""
        entered = self.entered(track)
        if entered == 0:
            return True
        held = any_of(self.held_by(pair, track) for pair in self.table.stretches)
        return None if held is False and entered <= EDGE_NEAR else held

    def entered(self, track: LineString) -> float:
        """The length of a leg in difficult ground that it enters, not counting where it began in it."""
        return float(sum(part.length for part in self.entered_parts(track)))

    def entered_parts(self, track: LineString) -> list[LineString]:
        """The parts of a leg in difficult ground that it enters."""
        start = Point(track.coords[0])
        parts = lines_in(track, self.table.difficult)
        return [part for part in parts if part.distance(start) > EDGE_NEAR or not self._in(start)]

    def halts(self, track: LineString) -> Fuzzy:
        """Whether a leg of cavalry ends where it enters difficult ground (G-R19, G-E4)."""
        parts = self.entered_parts(track)
        if not parts:
            return True
        past = track.length - min(part.distance(Point(track.coords[0])) for part in parts)
        grazed = sum(part.length for part in parts) <= EDGE_NEAR
        return None if grazed else at_most(past, OVERSHOOT, EDGE_NEAR)

    def _in(self, point: Point) -> bool:
        return bool(self.table.difficult.contains(point))

    def by_road(self, v: Verdict, unit: Unit, track: LineString, area: Polygon, facing: int) -> None:
        """Along one stretch, sideways, through nobody (G-R14, G-E5, G-M7)."""
        found = []
        for one, other in self.table.stretches:
            held = self.held_by((one, other), track)
            turn = plane.turn_between(facing, plane.heading(one, other))
            if held is not False:
                found.append(all_of((held, at_most(abs(turn - 900), SQUARE_NEAR, 1.0))))
        v.need(any_of(found), "not along a road")
        for other in self.friends(unit):
            if isinstance(other, Unit):
                depth = plane.overlap_depth(area, other.shape)
                v.need(True if depth <= 0 else None if depth <= EDGE_NEAR else False, f"{other.id} is on the road")

    def held_by(self, stretch: tuple[Spot, Spot], track: LineString) -> Fuzzy:
        """Whether a leg starts and ends on a straight stretch of a road."""
        ends = (Point(track.coords[0]), Point(track.coords[-1]))
        return all_of(at_most(plane.line(stretch).distance(end), self.table.road_half, EDGE_NEAR) for end in ends)

    def near_road(self, shape: Polygon) -> Fuzzy:
        """Within XS of a road or a town."""
        found = [
            at_most(shape.distance(plane.line(road)) - self.table.road_half, self.span("XS")) for road in self.roads
        ]
        if not self.table.settled.is_empty:
            found.append(at_most(shape.distance(self.table.settled), self.span("XS")))
        return any_of(found)

    @property
    def roads(self) -> list[list[Spot]]:
        """The roads of the table."""
        return self.table.roads

    def span(self, name: str) -> int:
        """A length by its name."""
        return self.table.span[name]

    def path(self, unit: Unit, target: Body, aim: Spot | None) -> Path | None:
        """The straight way to a target up to contact; None where it misses."""
        aim = target.here if aim is None else aim
        if plane.distance(unit.here, aim) < 1:
            return None
        facing = round(plane.heading(unit.here, aim)) % 3600
        ahead = plane.direction(unit.here, aim)
        shape = unit.at(unit.x, unit.y, facing)
        doubt = ROUND_NEAR if isinstance(target, Officer) else EDGE_NEAR
        near, touch = (self.first_touch(shape, ahead, target, within) for within in (CONTACT + doubt, 0.0))
        if near is None:
            return None
        deep = self.first_touch(shape, ahead, target, 0.0, EDGE_NEAR)
        if touch is not None and deep is not None and deep - touch <= PASSING:
            # A little nearer than contact is near enough.
            return Path(facing, ahead, self.first_touch(shape, ahead, target, CONTACT) or near, touch)
        # It brushes past, and stops where it has come as near as it will.
        least = self.apart(shape, ahead, target, 2 * self.span("XL"))
        touch = self.first_touch(shape, ahead, target, least + HAIR)
        assert touch is not None
        return Path(facing, ahead, near, touch + BRUSH, None if least > CONTACT - doubt else False)

    def first_touch(self, shape: Polygon, ahead: Spot, other: Body, within: float, deep: float = 0.0) -> float | None:
        """How far a base goes until it is so near to another body, or so deep in it; None if it never is."""
        reach = 2 * self.span("XL")
        if self.apart(shape, ahead, other, reach, within == 0, deep) > within + 1e-6:
            return None
        low, high = 0.0, float(reach)
        while high - low > 0.2:
            middle = (low + high) / 2
            meets = self.apart(shape, ahead, other, middle, within == 0, deep) <= within + 1e-6
            low, high = (low, middle) if meets else (middle, high)
        return high

    def apart(
        self, shape: Polygon, ahead: Spot, other: Body, length: float, inside: bool = False, deep: float = 0.0
    ) -> float:
        """How near a base comes to another body on a way; to be inside a round one takes a little more."""
        area = plane.swept(shape, ahead[0] * length, ahead[1] * length)
        if isinstance(other, Officer):
            return float(area.distance(Point(other.here))) - self.table.radius + (ROUND_NEAR if inside else 0.0)
        return float(area.distance(other.shape.buffer(-deep) if deep else other.shape))

    def slides(self, body: Body, ahead: Spot, length: float, halts: bool = False) -> tuple[Spot, Spot]:
        """Where a slide ends, up to enemies and a little more than contact before them."""
        found = []
        for clear in (0.5, CONTACT + 2):
            way = self.slide(body, ahead, length, halts, clear)
            found.append((body.x + ahead[0] * way, body.y + ahead[1] * way))
        return found[0], found[1]

    def slide(
        self,
        body: Body,
        ahead: Spot,
        length: float,
        halts: bool = False,
        clear: float = 0.5,
        used: float = 0.0,
        charging: bool = False,
    ) -> float:
        """How far a body comes that is driven straight on: up to enemies, the edge, impassable ground, and (where it
        `halts`) cavalry up to difficult ground; from there back to the last spot free of friends."""
        facing = body.facing if isinstance(body, Unit) else 0
        shape = body.at(body.x, body.y, facing)
        best = min(length, self._barrier(body, shape, ahead, length, clear))
        if halts and isinstance(body, Unit) and body.arm == "cavalry":
            best = min(best, self._edge_of(body.here, ahead, best, clear))
        if halts and isinstance(body, Unit) and body.arm == "artillery":
            best = min(best, self._slow_limit(body, ahead, best, clear, used))
        area = plane.swept(shape, *times(ahead, best))
        others = [b for b in self.friends(body) if area.distance(b.shape) <= EDGE_NEAR]
        others += [b for b in self.enemies(body.side) if b.shape.intersects(shape)]
        if charging:
            # It keeps off enemy officers, whom it would touch beside its way.
            others += [b for b in self.enemies(body.side) if isinstance(b, Officer) and area.distance(b.shape) <= 30]
        # A spot is free for sure if it is clear of friends as far as spots are apart, perhaps if it only grazes one.
        most, room = (EDGE_NEAR, 0) if clear < CONTACT else (-EDGE_NEAR, SPOTS_APART)
        guns = halts and isinstance(body, Unit) and body.kind.code == "FA"
        while best > 0:
            here = plane.moved(shape, *times(ahead, best))
            behind = plane.moved(shape, *times(ahead, max(best - room, 0)))
            near_road = not guns or all_of((self.near_road(here), self.near_road(behind)))
            rests = near_road or (near_road is None and clear < CONTACT)
            if rests and all(plane.overlap_depth(s, b.shape) <= most for b in others for s in (here, behind)):
                break
            best -= 2
        return max(best, 0.0)

    def _barrier(self, body: Body, shape: Polygon, ahead: Spot, length: float, clear: float) -> float:
        """Where enemies, the edge or impassable ground stop it."""
        # Directions are rounded: at its best a way passes what it would only graze.
        graze = EDGE_NEAR + length / 1000
        # So are places: along an edge it may stay beside it.
        solid = self.table.impassable.buffer(-EDGE_NEAR) if clear < CONTACT else self.table.impassable
        bodies = self.enemies(body.side)
        # From under one on whom it lies it may go where it would pass him if it began just beside him.
        under = [
            (enemy.shape, plane.ways_off(shape, enemy.shape, EDGE_NEAR))
            for enemy in bodies
            if enemy.shape.intersects(shape)
        ]
        foes = [(enemy.shape, enemy.shape.distance(shape) > CONTACT) for enemy in bodies]
        foes = [(foe, far) for foe, far in foes if far or not foe.intersects(shape)]

        def met(foe: Polygon, area: Polygon, far: bool) -> bool:
            if clear < CONTACT:
                return plane.overlap_depth(area, foe) > graze
            return foe.distance(area) <= clear if far else area.intersection(foe).area > 20

        def held(foe: Polygon, offs: list[Spot], way: float) -> bool:
            areas = [plane.swept(plane.moved(shape, *off), *times(ahead, way)) for off in offs]
            if clear < CONTACT:
                return all(plane.overlap_depth(area, foe) > graze + BESIDE for area in areas)
            return any(area.intersection(foe).area > 20 for area in areas)

        def free(way: float) -> bool:
            area = plane.swept(shape, *times(ahead, way))
            end = plane.moved(shape, *times(ahead, way))
            track = plane.line([body.here, (body.x + ahead[0] * way, body.y + ahead[1] * way)])
            if any(met(foe, area, far) for foe, far in foes) or any(held(foe, offs, way) for foe, offs in under):
                return False
            on_table = self.on_table(end)
            if on_table is False or (on_table is None and clear > CONTACT):
                return False
            return length_in(track, solid) <= 0.1

        if free(length):
            return length
        low, high = 0.0, length
        while high - low > 0.5:
            middle = (low + high) / 2
            low, high = (middle, high) if free(middle) else (low, middle)
        return low

    def _slow_limit(self, unit: Unit, ahead: Spot, length: float, clear: float, used: float = 0.0) -> float:
        """Artillery that enters difficult ground comes no farther than there it may, foot artillery only by road."""
        start = unit.here
        track = plane.line([start, (start[0] + ahead[0] * length, start[1] + ahead[1] * length)])
        if length_in(track, self.table.difficult) == 0:
            return length
        if unit.kind.code == "FA" and self.entered_parts(track):
            held = any_of(self.held_by(pair, track) for pair in self.table.stretches)
            if not (held or (held is None and clear < CONTACT)):
                return self._edge_of(start, ahead, length, clear)
        return min(length, max(self.span(unit.kind.difficult) - used, self._edge_of(start, ahead, length, clear)))

    def _edge_of(self, start: Spot, ahead: Spot, length: float, clear: float) -> float:
        """Where a centre enters difficult ground, at best or at worst: directions are rounded, so that a way along an
        edge may as well stay beside it."""
        if length <= 0 or self.table.difficult.is_empty:
            return length
        here, graze = Point(start), EDGE_NEAR + length / 1000
        track = plane.line([start, (start[0] + ahead[0] * length, start[1] + ahead[1] * length)])
        begins = self.difficult_at(start)
        if clear < CONTACT:
            inner = self.table.difficult.buffer(-graze)
            parts = [part for part in self.entered_parts(track) if part.intersects(inner)]
            parts = [part for part in parts if begins is not None or part.distance(here) > graze]
        else:
            parts = lines_in(track, self.table.difficult.buffer(graze))
            parts = [part for part in parts if not begins or part.distance(here) > 0]
        return min((float(part.distance(here)) for part in parts), default=length)

    def nearest_enemies(self, unit: Unit) -> list[Body]:
        """Those that may be the nearest: several if it is too close to call."""
        gaps = {enemy.id: gap_at(unit, unit.here, unit.shape, enemy) for enemy in self.enemies(unit.side)}
        least = min(gaps.values(), default=0.0)
        return [enemy for enemy in self.enemies(unit.side) if gaps[enemy.id] <= least + NEAR]


def times(ahead: Spot, length: float) -> Spot:
    """A way along a direction."""
    return (ahead[0] * length, ahead[1] * length)


def length_in(track: LineString, ground: BaseGeometry) -> float:
    """How much of a line is inside a region."""
    if ground.is_empty or track.length == 0:
        return 0.0
    common = track.intersection(ground)
    along = common.intersection(ground.boundary)
    return max(0.0, float(common.length - along.length))


def lines_in(track: LineString, ground: BaseGeometry) -> list[LineString]:
    """The parts of a line in a region; what runs along an edge is outside."""
    common = track.intersection(ground).difference(ground.boundary)
    return [part for part in getattr(common, "geoms", [common]) if isinstance(part, LineString)]


def facing_vector(facing: float) -> Spot:
    """Where a facing looks."""
    return (cos(radians(facing / 10)), sin(radians(facing / 10)))


__all__ = ["Iterable", "Path", "Walking", "Way"]
