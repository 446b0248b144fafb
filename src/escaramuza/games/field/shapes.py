"""Shapes on a table: what keeps corners from being an outline, what comes near a point, lengths in words."""

from typing import Any

import numpy as np

from escaramuza.games.basics import NotationError
from escaramuza.games.field.notation import centimetres, place_text
from escaramuza.kernel import plane

LEAST_CORNERS, MOST_CORNERS = 3, 12
Place = tuple[int, int]
Corners = tuple[Place, ...]


def shape_problem(corners: Corners) -> NotationError | None:
    """What keeps corners from being the outline of a simple shape."""
    count = len(corners)
    if not LEAST_CORNERS <= count <= MOST_CORNERS:
        return NotationError("MAP_CORNERS", found=count, low=LEAST_CORNERS, high=MOST_CORNERS)
    if len(set(corners)) < count:
        return NotationError("MAP_SAME_CORNER", place=place_text(*twice_in(corners)))
    if plane.area(outline(corners), count) == 0:
        return NotationError("MAP_FLAT")
    crossed = _crossed_edges(corners)
    return None if crossed is None else NotationError("MAP_CROSSED", first=crossed[0] + 1, second=crossed[1] + 1)


def twice_in(points: Corners) -> Place:
    """The first point that is there more than once."""
    return next(point for point in points if points.count(point) > 1)


def _crossed_edges(corners: Corners) -> tuple[int, int] | None:
    """Two edges (numbered by the corner they start at) that share more than the corner between neighbours."""
    count = len(corners)
    edges = [(*corners[i], *corners[(i + 1) % count]) for i in range(count)]
    for i in range(count):
        for k in range(i + 1, count):
            if k == i + 1 or (i == 0 and k == count - 1):
                before, after = (i, k) if k == i + 1 else (k, i)
                if _turns_back(edges[before], edges[after]):
                    return i, k
            elif plane.segments_meet(*edges[i], *edges[k]):
                return i, k
    return None


def _turns_back(edge: tuple[int, ...], following: tuple[int, ...]) -> bool:
    """Whether an edge runs back over the one before it."""
    ax, ay, bx, by = edge
    _, _, cx, cy = following
    return plane.cross(ax, ay, bx, by, cx, cy) == 0 and (ax - bx) * (cx - bx) + (ay - by) * (cy - by) > 0


def reaches(x: int, y: int, radius: int, corners: Corners) -> bool:
    """Whether a shape comes nearer to a point than a radius; exactly at the radius it does not."""
    shape = outline(corners)
    away = int(plane.point_gap(x, y, shape, len(shape)))
    if away != radius:
        return away < radius
    # Rounded up it is the radius: only the exact squares tell.
    return any(_nearer(x, y, *corners[i - 1], *corners[i], radius) for i in range(len(corners)))


def _nearer(px: int, py: int, ax: int, ay: int, bx: int, by: int, radius: int) -> bool:
    lx, ly, x, y = bx - ax, by - ay, px - ax, py - ay
    along, length = x * lx + y * ly, lx * lx + ly * ly
    if 0 < along < length:
        return (x * ly - y * lx) ** 2 < radius * radius * length
    end_x, end_y = (ax, ay) if along <= 0 else (bx, by)
    return (px - end_x) ** 2 + (py - end_y) ** 2 < radius * radius


def holds(corners: Corners, x: int, y: int) -> bool:
    """Whether a point is inside a shape, not on its edge."""
    return bool(plane.where(x, y, 1, outline(corners), len(corners)) == plane.INSIDE)


def covers(corners: Corners, x: int, y: int) -> bool:
    """Whether a point is inside a shape or on its edge."""
    return bool(plane.where(x, y, 1, outline(corners), len(corners)) != plane.OUTSIDE)


def touch(corners: Corners, other: Corners) -> bool:
    """Whether two shapes share a point."""
    return bool(plane.meet(outline(corners), len(corners), outline(other), len(other)))


def outline(corners: Corners) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Corners as the kernel reads them."""
    return np.array(corners, np.int64).reshape(-1, 2)


def length_problem(code: str, found: int, low: int, high: int) -> NotationError:
    """A length that is not within its limits."""
    return NotationError(code, found=centimetres(found), low=centimetres(low), high=centimetres(high))
