"""Shapes on the table, by shapely: bases, gaps, sweeps, and what is seen from a front.

A base is given by its centre, its facing and its size; corners are rounded to whole tenths of a millimetre. In a local
frame u runs ahead from the middle of the front edge and v along it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import atan2, cos, degrees, floor, hypot, radians, sin

import numpy as np
from shapely import LineString, Point, Polygon, box, get_coordinates, multipoints, polygons, unary_union
from shapely.geometry.base import BaseGeometry

FAR = 60000.0
# Ways off another base are tried so many degrees apart, and this far at most.
TURNS_TRIED, FAR_OFF = 3, 1024.0
Spot = tuple[float, float]
EMPTY = Polygon()


@lru_cache(20000)
def base(x: float, y: float, facing: int, deep: int, front: int) -> Polygon:
    """The base of a unit; its first and last corner are those of the front edge."""
    c, s = cos(radians(facing / 10)), sin(radians(facing / 10))
    found = []
    for ahead, aside in ((1, 1), (-1, 1), (-1, -1), (1, -1)):
        a, b = ahead * (deep // 2), aside * (front // 2)
        found.append((x + floor(a * c - b * s + 0.5), y + floor(a * s + b * c + 0.5)))
    return Polygon(found)


@lru_cache(5000)
def disc(x: float, y: float, radius: float) -> Polygon:
    """An officer's base."""
    return Point(x, y).buffer(radius, quad_segs=32)


@lru_cache(5000)
def octagon(x: float, y: float, radius: float) -> Polygon:
    """An officer's base for sight."""
    turns = [radians(45 * k) for k in range(8)]
    return Polygon([(x + floor(radius * cos(t) + 0.5), y + floor(radius * sin(t) + 0.5)) for t in turns])


def distance(a: Spot, b: Spot) -> float:
    """Between two points."""
    return hypot(a[0] - b[0], a[1] - b[1])


def direction(a: Spot, b: Spot) -> Spot:
    """The unit vector from a to b."""
    length = distance(a, b)
    return ((b[0] - a[0]) / length, (b[1] - a[1]) / length)


def heading(a: Spot, b: Spot) -> float:
    """The facing that looks from a to b, in tenths of a degree."""
    return degrees(atan2(b[1] - a[1], b[0] - a[0])) * 10 % 3600


def turn_between(a: float, b: float) -> float:
    """How far two facings are apart, in tenths of a degree."""
    return abs((a - b + 1800) % 3600 - 1800)


def moved(shape: Polygon, dx: float, dy: float) -> Polygon:
    """The same shape elsewhere."""
    return polygons(get_coordinates(shape) + np.array((dx, dy)))


def swept(shape: Polygon, dx: float, dy: float) -> Polygon:
    """What a convex shape covers on a straight way."""
    points = get_coordinates(shape)
    return multipoints(np.concatenate((points, points + np.array((dx, dy))))).convex_hull


def overlap_depth(a: BaseGeometry, b: BaseGeometry) -> float:
    """How far two shapes reach into each other, roughly; negative where they are apart."""
    gap = a.distance(b)
    if gap > 0:
        return -gap
    common = a.intersection(b)
    return 0.0 if common.area == 0 else 2 * common.area / max(common.length, 1.0)


@dataclass(frozen=True)
class Frame:
    """The local frame of a front."""

    x: float
    y: float
    c: float
    s: float

    def local(self, shape: Polygon) -> Polygon:
        """A shape in this frame."""
        return Polygon([self.spot(p) for p in shape.exterior.coords[:-1]])

    def spot(self, p: Spot) -> Spot:
        """A point in this frame."""
        dx, dy = p[0] - self.x, p[1] - self.y
        return (dx * self.c + dy * self.s, -dx * self.s + dy * self.c)


def frame_of(x: float, y: float, facing: int, deep: float) -> Frame:
    """The frame of a base: its origin is the middle of the front edge."""
    c, s = cos(radians(facing / 10)), sin(radians(facing / 10))
    return Frame(x + c * deep / 2, y + s * deep / 2, c, s)


def shadow(shape: BaseGeometry) -> BaseGeometry:
    """All that lies behind a shape of a local frame, the shape included."""
    parts = [part for part in getattr(shape, "geoms", [shape]) if isinstance(part, Polygon) and not part.is_empty]
    found: list[BaseGeometry] = []
    for part in parts:
        ring = list(part.exterior.coords)
        found.append(part)
        for (u, v), (w, z) in itertools.pairwise(ring):
            if abs(v - z) > 1e-9:
                found.append(Polygon([(u, v), (w, z), (FAR, z), (FAR, v)]))
    return unary_union(found) if found else EMPTY


def widest(shape: BaseGeometry) -> float:
    """How wide the widest part of a region is, across the sight."""
    parts = [part for part in getattr(shape, "geoms", [shape]) if isinstance(part, Polygon) and not part.is_empty]
    return max((part.bounds[3] - part.bounds[1] for part in parts), default=0.0)


def share_inside(shape: Polygon, other: BaseGeometry) -> float:
    """The part of a shape that is in another."""
    return 0.0 if shape.distance(other) > 0 else shape.intersection(other).area / shape.area


def line(points: Iterable[Spot]) -> LineString:
    """A line, also one without length."""
    found = list(points)
    return LineString(found if len(found) > 1 else found * 2)


__all__ = ["LineString", "Point", "Polygon", "box"]


@lru_cache(1000)
def ways_off(shape: Polygon, other: Polygon, near: float) -> list[Spot]:
    """The shortest straight ways that bring a base off another one on which it lies: several if they are as short, or
    nearly."""
    found = []
    for turn in range(0, 360, TURNS_TRIED):
        c, s = cos(radians(turn)), sin(radians(turn))
        low, high = 0.0, FAR_OFF
        while high - low > 0.25:
            middle = (low + high) / 2
            lies = moved(shape, c * middle, s * middle).intersects(other)
            low, high = (middle, high) if lies else (low, middle)
        found.append((high, (c * high, s * high)))
    least = min(length for length, _ in found)
    return [off for length, off in found if length <= least + near]
