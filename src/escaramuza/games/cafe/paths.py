"""Ways of a unit around buildings, bases and slow ground, proposed to be drawn; `check_leg` judges each leg."""

from typing import Any

from escaramuza.games.cafe import kinds, measure, state, tables
from escaramuza.games.cafe.rules.lattice import near_mask
from escaramuza.games.cafe.rules.ways import check_leg, farthest
from escaramuza.games.field import paths
from escaramuza.games.field.actions import action
from escaramuza.games.scene import Point
from escaramuza.kernel import buffers
from escaramuza.kernel.plane import TURN

RAYS = 90
# Areas beyond so many corners show nothing new.
MOST_AREAS = 10
# More than any way on a table costs.
TIRELESS = 100_000


class Walker:
    """A unit that may go so far, on a copy of the position that is its own."""

    def __init__(self, s: Any, unit: int, left: int) -> None:
        self.s, self.unit, self.left = s, unit, left
        u = s.units[unit]
        self.start = paths.Spot(int(u.x), int(u.y), int(u.facing))
        self.mask = near_mask(s, unit, 2 * left)
        self.why = buffers.one(buffers.WHY)

    def lead(self, place: tuple[int, int, int]) -> paths.Way | None:
        """The way to a place, or as near to it as there is one."""
        found = paths.lead(
            self.start, place[:2], self._corners(), self._step(place[2], self.left), self._step(place[2], TIRELESS)
        )
        self._back()
        return found

    def areas(self) -> list[list[Point]]:
        """What is reached around each corner."""
        start = (self.start.x, self.start.y)
        corners = paths.likely(self._corners(), start, start, self.left)
        spots = paths.explore(self.start, corners, self._step(self.start.facing, self.left))
        found = [self._outline(spot) for spot in spots[1 : MOST_AREAS + 1]]
        self._back()
        return found

    def _step(self, facing: int, left: int) -> paths.Step:
        a = action(kinds.GO, self.unit)

        def step(spot: paths.Spot, x: int, y: int, last: bool) -> paths.Spot | None:
            # It is turned only at the end of the way (C-E1).
            measure.put(self.s, self.unit, spot.x, spot.y, self.start.facing)
            a.x, a.y, a.facing = x, y, facing if last else self.start.facing
            if check_leg(self.s, self.unit, a, left - spot.used, self.why, self.mask) != buffers.OK:
                return None
            cost = int(measure.leg_cost(self.s, spot.x, spot.y, x, y))
            return paths.Spot(x, y, int(a.facing), spot.used + cost, before=spot)

        return step

    def _corners(self) -> list[Point]:
        """Where a way may bend: around what a base cannot pass, around slow ground, and at the ends of bridges."""
        s, u = self.s, self.s.units[self.unit]
        base = [(int(x) - int(u.x), int(y) - int(u.y)) for x, y in u.corners]
        found: list[Point] = []
        for k in range(int(s.n_pieces)):
            p = s.pieces[k]
            shape = [(int(x), int(y)) for x, y in p.corners[: int(p.n)]]
            if not measure.near_segment(p, u.x, u.y, u.x, u.y, self.left + measure.OUTER):
                continue
            if p.roles & state.SOLID:
                found += paths.around(shape, base)
            elif p.roles & state.BRIDGE:
                found += paths.gates(shape)
            elif p.roles & (state.DIFFICULT | state.DANGEROUS):
                found += paths.around(shape)
        for j in range(tables.UNITS):
            t = s.units[j]
            far = self.left + 2 * measure.OUTER
            near = abs(int(t.x) - int(u.x)) <= far and abs(int(t.y) - int(u.y)) <= far
            if j != self.unit and t.state == state.ON_TABLE and near:
                found += paths.around([(int(x), int(y)) for x, y in t.corners], base)
        return [(x, y) for x, y in found if 0 <= x <= s.width and 0 <= y <= s.height]

    def _outline(self, spot: paths.Spot) -> list[Point]:
        left = self.left - spot.used
        measure.put(self.s, self.unit, spot.x, spot.y, self.start.facing)
        a = action(kinds.GO, self.unit, facing=self.start.facing)
        points = []
        for ray in range(RAYS):
            farthest(self.s, self.unit, ray * (TURN // RAYS), left, a, self.why, self.mask)
            points.append((int(a.x), int(a.y)))
        return points

    def _back(self) -> None:
        measure.put(self.s, self.unit, *self.start[:3])
