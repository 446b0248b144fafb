"""Plane geometry for the oracle of Escaramuzas de Café: shapely decides what is clear, fractions decide near ties.

Shapes are lists of whole corners. Touching is not an overlap, a line along an edge does not cross, a gap of exactly d
is within d.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from math import cos, floor, radians, sin, sqrt

from shapely import LineString, Polygon, box

Point = tuple[int, int]
Exact = tuple[Fraction, Fraction]
Corners = tuple[Point, ...]
NEAR = 0.15
LENGTH, WIDTH = 200, 150


@cache
def box_offsets(facing: int) -> Corners:
    """The corners of a base around its centre: turned, then rounded to whole numbers, halves up."""
    c, s = cos(radians(facing / 10)), sin(radians(facing / 10))
    if facing % 900 == 0:
        c, s = float(round(c)), float(round(s))
    pairs = [(1, 1), (-1, 1), (-1, -1), (1, -1)]
    turned = [(a * LENGTH / 2 * c - b * WIDTH / 2 * s, a * LENGTH / 2 * s + b * WIDTH / 2 * c) for a, b in pairs]
    return tuple((floor(x + 0.5), floor(y + 0.5)) for x, y in turned)


def base(x: int, y: int, facing: int) -> Corners:
    """The corners of a base on the table."""
    return tuple((x + dx, y + dy) for dx, dy in box_offsets(facing))


@lru_cache(5000)
def polygon(corners: Corners) -> Polygon:
    """The same shape for shapely."""
    return Polygon(corners)


def cross(o: tuple, a: tuple, b: tuple):
    """Twice the signed area of a triangle."""
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def edges(corners: Corners) -> list[tuple[Point, Point]]:
    """The sides of a shape."""
    return [(corners[i - 1], corners[i]) for i in range(len(corners))]


def hull(points: list[Point]) -> Corners:
    """The convex hull, without corners on a straight line."""
    points = sorted(set(points))
    parts = []
    for run in (points, points[::-1]):
        part: list[Point] = []
        for point in run:
            while len(part) > 1 and cross(part[-2], part[-1], point) <= 0:
                part.pop()
            part.append(point)
        parts.append(part[:-1])
    return tuple(parts[0] + parts[1])


def swept(corners: Corners, dx: int, dy: int) -> Corners:
    """What a convex shape covers while it is moved along a straight line."""
    return hull([*corners, *((x + dx, y + dy) for x, y in corners)])


def square_to_segment(p: tuple, a: tuple, b: tuple) -> Fraction:
    """The squared distance of a point and a segment, exactly."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    if length == 0:
        return Fraction((p[0] - a[0]) ** 2 + (p[1] - a[1]) ** 2)
    t = Fraction((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / Fraction(length)
    t = min(max(t, Fraction(0)), Fraction(1))
    return (a[0] + t * dx - p[0]) ** 2 + (a[1] + t * dy - p[1]) ** 2


def segments_meet(a: tuple, b: tuple, c: tuple, d: tuple) -> bool:
    """Whether two segments share a point."""

    def sign(value) -> int:
        return (value > 0) - (value < 0)

    def on(p: tuple, q: tuple, r: tuple) -> bool:
        return min(p[0], q[0]) <= r[0] <= max(p[0], q[0]) and min(p[1], q[1]) <= r[1] <= max(p[1], q[1])

    s1, s2 = sign(cross(a, b, c)), sign(cross(a, b, d))
    s3, s4 = sign(cross(c, d, a)), sign(cross(c, d, b))
    if s1 != s2 and s3 != s4:
        return True
    return (
        (s1 == 0 and on(a, b, c)) or (s2 == 0 and on(a, b, d)) or (s3 == 0 and on(c, d, a)) or (s4 == 0 and on(c, d, b))
    )


def strictly_inside(p: tuple, corners: Corners) -> bool:
    """Whether a point lies inside a shape and not on its edge."""
    inside = False
    for a, b in edges(corners):
        side = cross(a, b, p)
        if side == 0 and min(a[0], b[0]) <= p[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= p[1] <= max(a[1], b[1]):
            return False
        if (a[1] > p[1]) != (b[1] > p[1]) and (side > 0) == (b[1] > a[1]):
            inside = not inside
    return inside


def square_gap(one: list[tuple[tuple, tuple]], other: list[tuple[tuple, tuple]]) -> Fraction:
    """The squared distance of the nearest points of two sets of segments, exactly."""
    best: Fraction | None = None
    for a, b in one:
        for c, d in other:
            if segments_meet(a, b, c, d):
                return Fraction(0)
            found = min(
                square_to_segment(a, c, d),
                square_to_segment(b, c, d),
                square_to_segment(c, a, b),
                square_to_segment(d, a, b),
            )
            best = found if best is None or found < best else best
    assert best is not None
    return best


def within(one: Corners, other: Corners, limit: int) -> bool:
    """Whether the gap of two shapes is at most the limit."""
    rough = polygon(one).distance(polygon(other))
    if abs(rough - limit) > NEAR:
        return rough < limit
    if strictly_inside(one[0], other) or strictly_inside(other[0], one):
        return True
    return square_gap(edges(one), edges(other)) <= limit * limit


def point_within(point: Point, shape: Corners, limit: int) -> bool:
    """Whether a point is at most the limit away from a shape."""
    if strictly_inside(point, shape):
        return True
    return min(square_to_segment(point, a, b) for a, b in edges(shape)) <= limit * limit


def convex_overlap(one: Corners, other: Corners) -> bool:
    """Whether the insides of two convex shapes meet: no side parts them."""
    for shape in (one, other):
        for (ax, ay), (bx, by) in edges(shape):
            nx, ny = by - ay, ax - bx
            first = [nx * x + ny * y for x, y in one]
            second = [nx * x + ny * y for x, y in other]
            if max(first) <= min(second) or max(second) <= min(first):
                return False
    return True


@cache
def triangles(corners: Corners) -> tuple[Corners, ...]:
    """A simple shape cut into triangles by its ears."""
    ring = list(corners)
    if sum(a[0] * b[1] - b[0] * a[1] for a, b in edges(corners)) < 0:
        ring.reverse()
    found: list[Corners] = []
    while len(ring) > 3:
        for i in range(len(ring)):
            a, b, c = ring[i - 1], ring[i], ring[(i + 1) % len(ring)]
            turn = cross(a, b, c)
            if turn < 0 or (turn > 0 and any(in_triangle(p, a, b, c) for p in ring if p not in (a, b, c))):
                continue
            if turn > 0:
                found.append((a, b, c))
            del ring[i]
            break
        else:
            raise ValueError(f"no simple shape: {corners}")
    if cross(*ring) > 0:
        found.append((ring[0], ring[1], ring[2]))
    return tuple(found)


def in_triangle(p: Point, a: Point, b: Point, c: Point) -> bool:
    """Whether a point is in a triangle or on its edge."""
    return cross(a, b, p) >= 0 and cross(b, c, p) >= 0 and cross(c, a, p) >= 0


def overlap(convex: Corners, shape: Corners) -> bool:
    """Whether the insides of a convex shape and any simple shape meet."""
    if polygon(convex).distance(polygon(shape)) > NEAR:
        return False
    return any(convex_overlap(convex, part) for part in triangles(shape))


def cuts(a: Point, b: Point, shape: Corners) -> set[Fraction]:
    """Where, from 0 to 1, the way from a to b meets the edge of a shape."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    found: set[Fraction] = set()
    for c, d in edges(shape):
        ex, ey = d[0] - c[0], d[1] - c[1]
        turn = dx * ey - dy * ex
        if turn:
            t = Fraction((c[0] - a[0]) * ey - (c[1] - a[1]) * ex, turn)
            u = Fraction((c[0] - a[0]) * dy - (c[1] - a[1]) * dx, turn)
            if 0 <= u <= 1:
                found.add(t)
        elif cross(a, b, c) == 0:
            length = dx * dx + dy * dy
            found |= {Fraction((p[0] - a[0]) * dx + (p[1] - a[1]) * dy, length) for p in (c, d)}
    return {t for t in found if 0 < t < 1}


def along(a: Point, b: Point, t: Fraction) -> Exact:
    """The point at a share of the way."""
    return a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])


@dataclass(frozen=True)
class Piece:
    """A piece of terrain."""

    number: int
    roles: frozenset[str]
    corners: Corners

    @cached_property
    def shape(self) -> Polygon:
        """For shapely."""
        return Polygon(self.corners)


def stretches(a: Point, b: Point, pieces: list[Piece]) -> list[tuple[Fraction, Fraction, list[Piece]]]:
    """The way from a to b, cut where it meets an edge, with the pieces that each part lies inside of."""
    if a == b:
        return []
    line = LineString([a, b])
    near = [piece for piece in pieces if line.distance(piece.shape) < NEAR]
    ends = sorted({Fraction(0), Fraction(1)}.union(*(cuts(a, b, piece.corners) for piece in near)))
    return [
        (s, t, [piece for piece in near if strictly_inside(along(a, b, (s + t) / 2), piece.corners)])
        for s, t in pairwise(ends)
    ]


def length(a: Point, b: Point) -> float:
    """The length of a straight way."""
    return sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2)


def on_table(corners: Corners, width: int, height: int, margin: int = 0) -> bool:
    """Whether a shape lies on the table, so far from each edge."""
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    inner = box(margin, margin, width - margin, height - margin)
    x0, y0, x1, y1 = inner.bounds
    return min(xs) >= x0 and max(xs) <= x1 and min(ys) >= y0 and max(ys) <= y1
