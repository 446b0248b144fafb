"""Whether there is room for a body at all: the region that is left when all that forbids a place is taken away.

Regions are drawn a little too small and a little too large: a place in the small one is sure, an empty large one too.
"""

from __future__ import annotations

from collections.abc import Callable

from shapely import Point, Polygon, box
from shapely.geometry.base import BaseGeometry

from escaramuza.games.forglory import kinds
from tests.naive.forglory import plane
from tests.naive.forglory.feed import Act
from tests.naive.forglory.fuzzy import Fuzzy
from tests.naive.forglory.judging import Judging
from tests.naive.forglory.model import CONTACT, FIRST_OFFICER, NONE, Body, Officer, Unit

# Round outlines are drawn with so many corners, and lengths are not judged nearer than this.
CORNERS = 64
NEAR = 4.0
# A region is tried on a net of so many places a side.
NET = 9


class Rooms(Judging):
    """Room for officers and units."""

    def around(self, body: Body, reach: float, surely: bool) -> BaseGeometry:
        """All points within a distance of a body, or a little fewer or more."""
        shape = body.shape if isinstance(body, Unit) else Point(body.here).buffer(self.table.radius, CORNERS)
        # A buffer's outline lies a little inside the true one.
        return shape.buffer(max(reach + (-NEAR if surely else NEAR), 0), CORNERS)

    def room_for_officer(self, officer: Officer, surely: bool) -> BaseGeometry:
        """Where an officer's centre may be: on the table, off impassable ground, on nobody, out of contact."""
        margin = self.table.radius + (NEAR if surely else -NEAR)
        room: BaseGeometry = box(margin, margin, self.table.width - margin, self.table.height - margin)
        room = room.difference(self.table.impassable.buffer(NEAR if surely else -NEAR))
        for other in self.bodies():
            if other.id != officer.id:
                least = self.table.radius + (CONTACT if other.side != officer.side else 0)
                room = room.difference(self.around(other, least, not surely))
        return room

    def room_for_successor(self, officer: Officer, surely: bool) -> BaseGeometry:
        """The same for a fallen general's successor, all of his units within L; exposed places are still in it."""
        room = self.room_for_officer(officer, surely)
        for unit in self.standing(officer.side):
            if unit.division == officer.id - FIRST_OFFICER:
                room = room.intersection(self.around(unit, self.span("L") + self.table.radius, surely))
        return room

    def room_for_deployed(self, officer: Officer, surely: bool) -> BaseGeometry:
        """The same for a general who comes to the table, or for a staff."""
        room = self.room_for_officer(officer, surely)
        reach = self.span("XL") + self.table.radius
        for enemy in self.enemies(officer.side):
            room = room.difference(self.around(enemy, reach, not surely))
        if officer.staff:
            mates = [o for o in self.officers.values() if o.there and not o.staff and o.side == officer.side]
            near = [room.intersection(self.around(o, reach, surely)) for o in mates]
            return max(near, key=lambda one: one.area, default=plane.EMPTY)
        return room.intersection(self.own_strip(officer, surely))

    def own_strip(self, officer: Officer, surely: bool) -> Polygon:
        """The own half, or the strip along the edge by which it comes."""
        width, height, slack = self.table.width, self.table.height, -NEAR if surely else NEAR
        if officer.edge == NONE:
            low, high = (height / 2 - slack, height) if officer.side == 0 else (0, height / 2 + slack)
            half = box(0, low, width, high)
            zone = self.table.zones.get(officer.id - FIRST_OFFICER)
            return half if zone is None else half.intersection(box(*zone))
        deep = self.span("XL") + self.table.radius + slack
        strips = {
            "west": (0, 0, deep, height),
            "east": (width - deep, 0, width, height),
            "north": (0, 0, width, deep),
            "south": (0, height - deep, width, height),
        }
        return box(*strips[self.edge_of(officer)])

    def edge_of(self, officer: Officer) -> str:
        """The edge by which a reinforcement comes."""
        raise NotImplementedError

    def room_to_put(self, officer: Officer) -> Fuzzy:
        """Whether there is any place for a fallen general's successor."""
        return self.any_place(
            lambda surely: self.room_for_successor(officer, surely),
            lambda x, y: self.judge_put(officer, Act(kinds.PUT, x=x, y=y)).answer,
        )

    def any_place(
        self, region: Callable[[bool], BaseGeometry], fits: Callable[[int, int], Fuzzy] | None = None
    ) -> Fuzzy:
        """Whether a region has a place, of those that fit."""
        large = region(False)
        if large.is_empty:
            return False
        small = region(True)
        if fits is None:
            return None if small.is_empty or small.area < 4 else True
        parts = [part for part in getattr(small, "geoms", [small]) if not part.is_empty]
        for part in parts:
            x0, y0, x1, y1 = part.bounds
            spots = [part.representative_point()]
            spots += [
                Point(x0 + (x1 - x0) * i / NET, y0 + (y1 - y0) * j / NET)
                for i in range(NET + 1)
                for j in range(NET + 1)
            ]
            if any(part.contains(spot) and fits(round(spot.x), round(spot.y)) for spot in spots):
                return True
        return None
