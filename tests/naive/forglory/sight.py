"""Vision, cover, flank and the reaction area (G-R2, G-R3, G-R4, G-R51)."""

from __future__ import annotations

from dataclasses import dataclass

from shapely import Polygon, box, unary_union
from shapely.geometry.base import BaseGeometry

from tests.naive.forglory import plane
from tests.naive.forglory.fuzzy import Fuzzy, all_of, any_of, at_most
from tests.naive.forglory.model import Body, Officer, Piece, Table, Unit, gap

# How much is seen is judged along lines a fiftieth of the front apart: a blocker's edge may be off by half of that, 5,
# times the greatest depth of a base: 583 of an area of 150,000, of an officer's octagon 200 of 28,284.
SHARE_NEAR, OFFICER_SHARE_NEAR = 0.02, 0.036
HALF_NEAR = 0.01
# Pieces that overlap are measured along lines.
DENSE_NEAR = 0.02
# Nearest points and edges are rounded.
DEPTH_NEAR = 3.0
EDGE = 1.5
SLACK = 4.0


@dataclass
class Seen:
    """What of a target is seen: its least and greatest region in the viewer's frame, and the share of its base."""

    least: BaseGeometry
    most: BaseGeometry
    share: float
    unsure: bool
    near: float = SHARE_NEAR

    def visible(self, depth: float = plane.FAR) -> Fuzzy:
        """Whether any point of it is seen, not farther ahead than that."""
        low = self.least if depth >= plane.FAR else self.least.intersection(_ahead(depth - DEPTH_NEAR))
        high = self.most if depth >= plane.FAR else self.most.intersection(_ahead(depth + DEPTH_NEAR))
        if high.is_empty or high.area < 1e-6:
            return False
        if self.unsure or plane.widest(low) < 2 * EDGE or low.area < 4:
            return None
        return True

    @property
    def obscured(self) -> Fuzzy:
        """Whether half of it or more is unseen."""
        if self.unsure or abs(self.share - 0.5) <= self.near:
            return None
        return self.share < 0.5


def _ahead(depth: float) -> Polygon:
    return box(-10.0, -plane.FAR, max(depth, -9.0), plane.FAR)


class Sight:
    """What units see of each other."""

    table: Table
    units: dict[int, Unit]
    officers: dict[int, Officer]

    def bodies(self, side: int | None = None) -> list[Body]:
        """All that stands, by number."""
        everybody: list[Body] = [*self.units.values(), *self.officers.values()]
        return sorted((b for b in everybody if b.there and side in (None, b.side)), key=lambda b: b.id)

    def standing(self, side: int | None = None) -> list[Unit]:
        """The units that stand, by number."""
        return sorted((u for u in self.units.values() if u.there and side in (None, u.side)), key=lambda u: u.id)

    def stands_in(self, body: Body, piece: Piece) -> Fuzzy:
        """Whether half of a base or more is in a piece of ground."""
        share = plane.share_inside(body.seen, piece.shape)
        return None if abs(share - 0.5) <= HALF_NEAR else share > 0.5

    def dense(self, body: Body) -> Fuzzy:
        """Whether it has cover by where it stands."""
        share = plane.share_inside(body.seen, self.table.dense)
        return None if abs(share - 0.5) <= DENSE_NEAR else share > 0.5

    def seen(self, viewer: Unit, target: Body, heads: bool | None = None) -> Seen:
        """What a unit sees of a target. `heads`: units hide it; by default they do, but not from artillery."""
        heads = viewer.arm != "artillery" if heads is None else heads
        table = self.table
        frame = plane.frame_of(viewer.x, viewer.y, viewer.facing, table.deep)
        shape = frame.local(target.seen)
        half = table.front / 2
        # Corners are rounded as a front sees them.
        strip, wide = box(0, -half, plane.FAR, half), box(-EDGE, -half - EDGE, plane.FAR, half + EDGE)
        least, most = shape.intersection(strip), shape.intersection(wide)
        if most.is_empty or most.area < 1e-6:
            return Seen(plane.EMPTY, plane.EMPTY, 0.0, False)
        near = box(0, most.bounds[1] - SLACK, most.bounds[2], most.bounds[3] + SLACK)
        sure, maybe = self._hiding(viewer, target, heads)
        dark = unary_union([plane.shadow(frame.local(one).intersection(near)) for one in sure])
        doubtful = unary_union([plane.shadow(frame.local(one).intersection(near)) for one in maybe])
        whole = least.difference(dark)
        share = whole.area / shape.area
        least = whole.difference(doubtful)
        unsure = abs(least.area - whole.area) / shape.area > HALF_NEAR
        if least.area < 1e-6 and maybe == [] and all(u.facing % 900 == 0 for u in self.standing()):
            # Where all bases are square to each other nothing is rounded.
            return Seen(plane.EMPTY, plane.EMPTY, share, False)
        if not dark.is_empty:
            most = most.difference(dark.buffer(-SLACK))
        return Seen(least, most, share, unsure, SHARE_NEAR if isinstance(target, Unit) else OFFICER_SHARE_NEAR)

    def _hiding(self, viewer: Unit, target: Body, heads: bool) -> tuple[list[Polygon], list[Polygon]]:
        """The shapes that interrupt sight between two bodies, and those of which it is not sure."""
        sure, maybe = [], []
        for piece in self.table.pieces:
            if "hides" in piece.roles:
                inside = any_of((self.stands_in(viewer, piece), self.stands_in(target, piece)))
                if inside is not True:
                    (maybe if inside is None else sure).append(piece.shape)
        if heads:
            sure += [u.shape for u in self.standing() if u.id not in (viewer.id, target.id)]
        return sure, maybe

    def sees(self, viewer: Unit, target: Body) -> Fuzzy:
        """Whether it sees any of it."""
        return self.seen(viewer, target).visible()

    def in_area(self, reactor: Unit, trigger: Body) -> Fuzzy:
        """Whether a body is in a unit's reaction area (G-R4)."""
        return self.seen(reactor, trigger).visible(reactor.move)

    def covered_from_fire(self, shooter: Unit, target: Body) -> Fuzzy:
        """Cover against a shot: obscured, by units too where artillery shoots over them, or in dense ground."""
        return any_of((self.dense(target), self.seen(shooter, target, heads=True).obscured))

    def from_flank(self, attacker: Unit, target: Body) -> Fuzzy:
        """Whether an attacker's centre is not ahead of the line of the target's front (G-R3)."""
        if not isinstance(target, Unit):
            return False
        ahead = plane.frame_of(target.x, target.y, target.facing, self.table.deep).spot(attacker.here)[0]
        return None if abs(ahead) <= 1.5 else ahead < 0

    def in_range(self, shooter: Unit, target: Body) -> Fuzzy:
        """Whether a shot reaches it."""
        return at_most(gap(shooter, target), shooter.range)

    def can_hit(self, shooter: Unit, target: Body) -> Fuzzy:
        """Seen and in range."""
        return all_of((self.in_range(shooter, target), self.sees(shooter, target)))
