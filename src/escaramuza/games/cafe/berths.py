"""How many units a deployment zone has room for between its solid pieces: by laying them down (C-R31).

Where a loose lattice does not do, bases are packed on shelves: parallel to the table's edges or to an edge of a piece,
as deep as a base is wide or long, begun where a piece begins or ends or right behind the shelf before. Which shelves
hold most together is found exactly; each holds as many as it can.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from escaramuza.games.cafe import tables
from escaramuza.games.field.shapes import Corners, outline
from escaramuza.kernel import plane

# x, y and facing of a base.
Berth = tuple[int, int, int]
QUARTER = 900
# A base that lies askew has its corners rounded: so much between it and others keeps them apart.
ROUNDING = 3
# Directions of pieces that are tried beside those of the table, the longest edges first.
DIRECTIONS = 6
TINY = 1e-6


@dataclass(frozen=True)
class Zone:
    """A deployment zone: the table, how deep it is, at which end, and what solid shapes there are."""

    width: int
    height: int
    depth: int
    left: bool
    solid: tuple[Corners, ...]

    @cached_property
    def shapes(self) -> list[tuple[Any, tuple[int, ...]]]:
        """The solid shapes near the zone, each with the frame around it."""
        (low, _), (high, _), *_ = self.limits()
        found: list[tuple[Any, tuple[int, ...]]] = []
        for corners in self.solid:
            xs, ys = zip(*corners, strict=True)
            if max(xs) > low and min(xs) < high:
                found.append((outline(corners), (min(xs), max(xs), min(ys), max(ys))))
        return found

    def lattice(self) -> list[Berth]:
        """The free places of the lattice that agents look at first."""
        places = []
        for column in range((self.depth - tables.EDGE - tables.BASE_LENGTH // 2) // tables.COLUMN + 1):
            x = self.depth - column * tables.COLUMN
            for row in range((self.height - 2 * tables.EDGE - tables.BASE_WIDTH) // tables.ROW + 1):
                places.append(
                    (x if self.left else self.width - x, tables.EDGE + tables.BASE_WIDTH // 2 + row * tables.ROW, 0)
                )
        return [place for place in places if self.holds(place)]

    def holds(self, berth: Berth) -> bool:
        """Whether a base may be deployed there as far as edges and solid pieces go."""
        x, y, facing = berth
        if not (x <= self.depth if self.left else x >= self.width - self.depth):
            return False
        base = np.zeros((4, 2), np.int32)
        plane.write_box(base, x, y, tables.BASE_LENGTH, tables.BASE_WIDTH, facing)
        (low_x, low_y), (high_x, high_y) = base.min(0), base.max(0)
        if (
            low_x < tables.EDGE
            or low_y < tables.EDGE
            or high_x > self.width - tables.EDGE
            or high_y > self.height - tables.EDGE
        ):
            return False
        return not any(
            high_x > left
            and low_x < right
            and high_y > top
            and low_y < bottom
            and plane.overlap(base, 4, 0, 0, shape, len(shape))
            for shape, (left, right, top, bottom) in self.shapes
        )

    def directions(self) -> Iterator[int]:
        """Along the table's edges, then along those of pieces."""
        yield from (0, QUARTER)
        edges: dict[int, float] = {}
        for shape, _ in self.shapes:
            for (ax, ay), (bx, by) in zip(shape, np.roll(shape, -1, 0), strict=True):
                angle = round(math.degrees(math.atan2(by - ay, bx - ax)) * 10) % QUARTER
                if angle:
                    edges[angle] = max(edges.get(angle, 0), math.hypot(bx - ax, by - ay))
        for angle in sorted(edges, key=lambda angle: -edges[angle])[:DIRECTIONS]:
            yield from (angle, angle + QUARTER)

    def limits(self) -> Corners:
        """The part of the table on which bases of this zone may lie."""
        low, high = tables.EDGE, self.depth + tables.BASE_LENGTH
        if not self.left:
            low, high = self.width - high, self.width - low
        return (
            (low, tables.EDGE),
            (high, tables.EDGE),
            (high, self.height - tables.EDGE),
            (low, self.height - tables.EDGE),
        )


class _Packing:
    """Shelves in one direction: u runs across them, v along them."""

    def __init__(self, zone: Zone, angle: int) -> None:
        self.zone, self.angle = zone, angle
        turn = math.radians(angle / 10)
        self.cos, self.sin = round(math.cos(turn), 12), round(math.sin(turn), 12)
        self.spare = ROUNDING if angle % QUARTER else 0
        self.solid = [[self._turned(x, y) for x, y in shape] for shape, _ in zone.shapes]
        self.edge = [self._turned(x, y) for x, y in zone.limits()]
        middle = zone.depth if zone.left else zone.width - zone.depth
        self.front = [self._turned(middle, y) for y in (0, zone.height)]

    def _turned(self, x: float, y: float) -> tuple[float, float]:
        return x * self.cos + y * self.sin, y * self.cos - x * self.sin

    def berths(self) -> list[Berth]:
        """The best set of shelves, from the last to the first: at each place the better of a shelf here and none."""
        places = self._places()
        best: list[tuple[int, list[Berth]]] = [(0, [])]
        for at in range(len(places) - 1, -1, -1):
            here = best[-1]
            for facing in (0, QUARTER):
                deep = (tables.BASE_LENGTH if facing == 0 else tables.BASE_WIDTH) + self.spare
                own = self._shelf(places[at], facing)
                after = np.searchsorted(places, places[at] + deep - TINY)
                rest = best[len(places) - int(after)]
                if own and len(own) + rest[0] > here[0]:
                    here = (len(own) + rest[0], own + rest[1])
            best.append(here)
        return best[-1][1]

    def _places(self) -> list[int]:
        """Where shelves may begin: at an edge, where a piece begins or ends, and behind another shelf."""
        low, high = min(u for u, _ in self.edge), max(u for u, _ in self.edge)
        front = min(u for u, _ in self.front)
        starts = {low, front - tables.BASE_LENGTH // 2, front - tables.BASE_WIDTH // 2}
        starts |= {u for shape in self.solid for u, _ in shape if low <= u <= high}
        found: set[int] = set()
        queue = [math.ceil(start - TINY) for start in starts]
        while queue:
            place = queue.pop()
            if place in found or not low - TINY <= place <= high:
                continue
            found.add(place)
            queue += [place + tables.BASE_LENGTH + self.spare, place + tables.BASE_WIDTH + self.spare]
        return sorted(found)

    def _shelf(self, start: int, facing: int) -> list[Berth]:
        """As many bases as a shelf holds."""
        deep, long = (tables.BASE_LENGTH, tables.BASE_WIDTH) if facing == 0 else (tables.BASE_WIDTH, tables.BASE_LENGTH)
        ends = sorted(self._ends(start, start + deep, long))
        found: list[Berth] = []
        at, number = ends[0] if ends else 0.0, 0
        while number < len(ends):
            berth = self._berth(start + deep / 2, at + long / 2, facing)
            if self.zone.holds(berth):
                found.append(berth)
                at += long + self.spare
            else:
                while number < len(ends) and ends[number] <= at:
                    number += 1
                at = ends[number] if number < len(ends) else at
        return found

    def _berth(self, u: float, v: float, facing: int) -> Berth:
        x, y = u * self.cos - v * self.sin, u * self.sin + v * self.cos
        return round(x), round(y), (self.angle + facing) % plane.TURN

    def _ends(self, low: float, high: float, long: int) -> Iterator[float]:
        """Where, between two lines along the shelf, something ends or begins."""
        for shape in [*self.solid, self.edge]:
            for (u, v), (w, z) in zip(shape, [*shape[1:], shape[0]], strict=True):
                if low <= u <= high:
                    yield math.ceil(v - TINY) + self.spare
                for border in (low, high):
                    if min(u, w) < border < max(u, w):
                        yield math.ceil(v + (z - v) * (border - u) / (w - u) - TINY) + self.spare
        (u, v), (w, z) = self.front
        if min(u, w) < (low + high) / 2 < max(u, w):
            yield math.ceil(v + (z - v) * ((low + high) / 2 - u) / (w - u) - long / 2 - TINY) + self.spare


@lru_cache(maxsize=64)
def packing(zone: Zone, wanted: int) -> list[Berth]:
    """Places for so many units, none of which is in another's way, the front first; fewer where no more fit."""
    best: list[Berth] = []
    for angle in zone.directions():
        found = _Packing(zone, angle).berths()
        best = max(best, found, key=len)
        if len(best) >= wanted:
            break
    return sorted(best, reverse=zone.left)


@lru_cache(maxsize=64)
def room(zone: Zone, wanted: int) -> int:
    """For how many of so many units a zone has room."""
    found = len(zone.lattice())
    return min(wanted, max(found, len(packing(zone, wanted)) if found < wanted else 0))
