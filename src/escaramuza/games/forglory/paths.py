"""Ways around enemies, water and difficult ground, and along roads that bend, proposed for a client to draw; the rules
judge each leg."""

import math
from typing import Any

from escaramuza.games.field import paths
from escaramuza.games.field.actions import action
from escaramuza.games.forglory import kinds, measure, state, tables
from escaramuza.games.forglory.ground import on_stretch, road_angle
from escaramuza.games.forglory.rules import stack, ways
from escaramuza.games.forglory.rules.officers import check_ride
from escaramuza.games.scene import Point
from escaramuza.kernel import buffers
from escaramuza.kernel.plane import TURN, turned_x, turned_y

RAYS, PARTS = 36, 12
MOST_AREAS = 8
# More than any way on a table is long.
ANY_LENGTH = 100_000
DISC = [(round(math.cos(k * math.pi / 4) * 1.1 * 100), round(math.sin(k * math.pi / 4) * 1.1 * 100)) for k in range(8)]


class Marcher:
    """A unit that goes its way, on a copy of the position that is its own."""

    def __init__(self, s: Any, unit: int, way: tuple[int, int, int, int]) -> None:
        self.s, self.unit = s, unit
        used, self.legs, flags, self.mode = way
        u = s.units[unit]
        self.start = paths.Spot(int(u.x), int(u.y), int(u.facing), used, flags)
        self.why = buffers.one(buffers.WHY)

    def lead(self, place: tuple[int, int, int]) -> paths.Way | None:
        """The way to a place with the front that it shall have there, or as near to it as there is one."""
        corners = self._corners(place[2], self._most())
        step = self._step(place[2], self.mode)
        found = paths.lead(self.start, place[:2], corners, step, _tireless(step))
        self._back()
        return found

    def along_road(self, place: tuple[int, int, int]) -> paths.Way | None:
        """The way to a place by the road under the unit, through its bends; as far along it as the march goes."""
        ends = [way for road in range(int(self.s.n_roads)) if (way := self._by_road(road, place)) is not None]
        self._back()
        return min(ends, key=lambda way: (not way.whole, math.dist((way.end.x, way.end.y), place[:2])), default=None)

    def areas(self, most: int) -> list[list[Point]]:
        """What is reached around each corner by a way of this length in all."""
        start = (self.start.x, self.start.y)
        corners = paths.likely(self._corners(self.start.facing, most), start, start, most - self.start.used)
        step = self._step(self.start.facing, self.mode)
        spots = [spot for spot in paths.explore(self.start, corners, step) if spot.before and spot.used < most]
        found = [
            [_farthest(spot, ray * (TURN // RAYS), most - spot.used, step) for ray in range(RAYS)]
            for spot in spots[:MOST_AREAS]
        ]
        self._back()
        return found

    def roads(self) -> list[list[Point]]:
        """How far the unit gets along each road under it, both ways, through its bends."""
        found = []
        for road in range(int(self.s.n_roads)):
            bends = [(int(x), int(y)) for x, y in self.s.roads[road].bends[: int(self.s.roads[road].n)]]
            for end in (bends[0], bends[-1]):
                way = self._by_road(road, (*end, self.start.facing))
                if way is not None:
                    spots = [self.start, *way.end.bends, way.end]
                    found.append([(spot.x, spot.y) for spot in spots])
        self._back()
        return found

    def _most(self) -> int:
        u = self.s.units[self.unit]
        return int(ways.most_length(self.s, self.unit, u.x, u.y, u.facing, self.start.flags, self.mode))

    def _step(self, facing: int, mode: int) -> paths.Step:
        """A leg as the rules go it: a pivot, then straight on; what it does to the rest of the way is noted."""
        s, unit = self.s, self.unit
        a = action(kinds.MARCH if mode == stack.TO_MARCH else kinds.MOVE, unit)

        def step(spot: paths.Spot, x: int, y: int, last: bool) -> paths.Spot | None:
            measure.put_unit(s, unit, spot.x, spot.y, spot.facing)
            a.x, a.y, a.facing = x, y, facing
            legs = self.legs + len(spot.bends) + (spot.before is not None)
            if ways.check_leg(s, unit, a, spot.used, legs, spot.flags, mode, self.why) != buffers.OK:
                return None
            flags = int(ways.flags_after(s, unit, x, y, spot.flags))
            if not last and flags & stack.ENDED:
                return None
            if mode != stack.AS_EXTRA and not flags & stack.NEAR and not ways.keeps_far(s, unit, x, y, facing):
                flags |= stack.NEAR
            used = spot.used + int(measure.centre_gap(spot.x, spot.y, x, y))
            return paths.Spot(x, y, facing, used, flags, spot)

        return step

    def _by_road(self, road: int, place: tuple[int, int, int]) -> paths.Way | None:
        """Along one road: from bend to bend, turned to its side for each stretch."""
        r = self.s.roads[road]
        bends = [(int(x), int(y)) for x, y in r.bends[: int(r.n)]]
        half = int(self.s.road_half)
        here = [k for k in range(len(bends) - 1) if on_stretch(r, k, half, self.start.x, self.start.y)]
        there = [k for k in range(len(bends) - 1) if on_stretch(r, k, half, place[0], place[1])]
        if not here or not there:
            return None
        first, last = min(((a, b) for a in here for b in there), key=lambda pair: abs(pair[0] - pair[1]))
        onward = first <= last
        spot, facing = self.start, self.start.facing
        for stretch in range(first, last + (1 if onward else -1), 1 if onward else -1):
            facing = place[2] if stretch == last else self._sideways(road, stretch, facing)
            goal = place[:2] if stretch == last else bends[stretch + 1 if onward else stretch]
            step = self._step(facing, stack.TO_MARCH)
            after = step(spot, *goal, stretch == last)
            if after is None:
                cut = paths.towards(spot, goal, self._step(self._sideways(road, stretch, facing), stack.TO_MARCH))
                return None if cut is None else paths.Way(cut, False)
            if (after.x, after.y) != (spot.x, spot.y) or stretch == last:
                spot = after
        return paths.Way(spot, True)

    def _sideways(self, road: int, stretch: int, facing: int) -> int:
        """The front that a column has on a stretch, turned as little as needed."""
        angle = int(road_angle(self.s, road * state.MOST_BENDS + stretch))
        return min(
            ((angle + TURN // 4) % TURN, (angle + 3 * TURN // 4) % TURN),
            key=lambda one: min((one - facing) % TURN, (facing - one) % TURN),
        )

    def _corners(self, facing: int, far: int) -> list[Point]:
        """Where a way may bend: around enemies and water, around what slows it down, and at bridges and fords."""
        s, u = self.s, self.s.units[self.unit]
        measure.put_unit(s, self.unit, self.start.x, self.start.y, facing)
        base = [(int(x) - self.start.x, int(y) - self.start.y) for x, y in u.corners]
        self._back()
        infantry = tables.TYPE_OF[u.category] == tables.INFANTRY
        found = _ground_corners(
            s, (self.start.x, self.start.y), far, tables.IMPASSABLE | (0 if infantry else tables.DIFFICULT)
        )
        return found + _enemy_corners(s, int(u.side), (self.start.x, self.start.y), far, base)

    def _back(self) -> None:
        measure.put_unit(self.s, self.unit, *self.start[:3])


class Rider:
    """An officer that rides, over everything but enemies."""

    def __init__(self, s: Any, officer: int, used: int, legs: int) -> None:
        self.s, self.officer, self.legs = s, officer, legs
        self.start = paths.Spot(int(s.officers[officer].x), int(s.officers[officer].y), 0, used)
        self.far = int(s.span[tables.OFFICER_MOVE]) - used
        self.why = buffers.one(buffers.WHY)

    def lead(self, place: tuple[int, int, int]) -> paths.Way | None:
        """The way to a place, or as near to it as there is one."""
        s, here = self.s, (self.start.x, self.start.y)
        radius = int(s.radius)
        disc = [(x * radius // 100, y * radius // 100) for x, y in DISC]
        corners = _enemy_corners(s, int(s.officers[self.officer].side), here, self.far, disc)
        step = self._step()
        found = paths.lead(self.start, place[:2], corners, step, _tireless(step))
        measure.put_officer(s, self.officer, *here)
        return found

    def _step(self) -> paths.Step:
        s = self.s
        a = action(kinds.RIDE, tables.UNITS + self.officer)

        def step(spot: paths.Spot, x: int, y: int, last: bool) -> paths.Spot | None:
            measure.put_officer(s, self.officer, spot.x, spot.y)
            a.x, a.y = x, y
            legs = self.legs + len(spot.bends) + (spot.before is not None)
            if check_ride(s, self.officer, a, spot.used, legs, self.why) != buffers.OK:
                return None
            return paths.Spot(x, y, 0, spot.used + int(measure.centre_gap(spot.x, spot.y, x, y)), before=spot)

        return step


def _tireless(step: paths.Step) -> paths.Step:
    """The same leg for one who has gone nothing yet and may go any length."""

    def free(spot: paths.Spot, x: int, y: int, last: bool) -> paths.Spot | None:
        there = step(spot._replace(used=spot.used - ANY_LENGTH), x, y, last)
        return None if there is None else there._replace(used=there.used + ANY_LENGTH, before=spot)

    return free


def _farthest(spot: paths.Spot, angle: int, left: int, step: paths.Step) -> Point:
    for part in range(PARTS, 0, -1):
        far = left * part // PARTS - 2
        x, y = spot.x + int(turned_x(far, 0, angle)), spot.y + int(turned_y(far, 0, angle))
        if far > 0 and step(spot, x, y, True) is not None:
            return x, y
    return spot.x, spot.y


def _ground_corners(s: Any, here: Point, far: int, roles: int) -> list[Point]:
    found: list[Point] = []
    for k in range(int(s.n_pieces)):
        p = s.pieces[k]
        if (
            here[0] + far < p.low[0]
            or here[0] - far > p.high[0]
            or here[1] + far < p.low[1]
            or here[1] - far > p.high[1]
        ):
            continue
        shape = [(int(x), int(y)) for x, y in p.corners[: int(p.n)]]
        if p.roles & tables.CROSSING:
            found += paths.gates(shape)
        elif p.roles & roles:
            found += paths.around(shape)
    return [(x, y) for x, y in found if 0 <= x <= s.width and 0 <= y <= s.height]


def _enemy_corners(s: Any, side: int, here: Point, far: int, base: list[Point]) -> list[Point]:
    """Around the bases of enemies, so far off that nobody who bends there is in contact."""
    found: list[Point] = []
    for k in range((1 - side) * tables.MOST_UNITS, (2 - side) * tables.MOST_UNITS):
        t = s.units[k]
        if t.state == state.ON_TABLE and math.dist(here, (int(t.x), int(t.y))) <= far + 2 * int(s.front):
            shape = [(int(x), int(y)) for x, y in t.corners]
            found += paths.around(shape, base, tables.CONTACT + paths.MARGIN)
    return [(x, y) for x, y in found if 0 <= x <= s.width and 0 <= y <= s.height]
