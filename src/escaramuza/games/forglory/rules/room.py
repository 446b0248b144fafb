"""Room on the table: who is in the way, who stands where a base would go, which enemies would be touched."""

import math

import numpy as np

from escaramuza.games.forglory import tables
from escaramuza.games.forglory.ground import on_ground
from escaramuza.games.forglory.measure import enemy_officer, outer, touches
from escaramuza.games.forglory.state import ON_TABLE
from escaramuza.kernel import plane
from escaramuza.kernel.jit import rule


@rule
def off_table(s, corners, n):
    """Whether a corner of a base lies beyond the edge of the table."""
    for k in range(n):
        if corners[k, 0] < 0 or corners[k, 1] < 0 or corners[k, 0] > s.width or corners[k, 1] > s.height:
            return True
    return False


@rule
def near_way(s, u, dx, dy, x, y):
    """Whether a body with its centre at (x, y) can be met on a way at all."""
    far = 2 * outer(s)
    return (
        max(u.x, u.x + dx) + far >= x
        and min(u.x, u.x + dx) - far <= x
        and max(u.y, u.y + dy) + far >= y
        and min(u.y, u.y + dy) - far <= y
    )


@rule
def meets(s, unit, body, dx, dy):
    """Whether a unit's base runs over a body on its way; a way of (0, 0) asks about the place itself."""
    u = s.units[unit]
    if body < tables.UNITS:
        t = s.units[body]
        return near_way(s, u, dx, dy, t.x, t.y) and plane.overlap(u.corners, 4, dx, dy, t.corners, 4)
    o = s.officers[body - tables.UNITS]
    return near_way(s, u, dx, dy, o.x, o.y) and plane.disc_on_way(u.corners, 4, dx, dy, o.x, o.y, s.radius)


@rule
def enemy_on_way(s, unit, dx, dy):
    """The first enemy body whose base a unit's base would run over on its way, or -1."""
    side = s.units[unit].side
    for k in range((1 - side) * tables.UNITS // 2, (2 - side) * tables.UNITS // 2):
        if s.units[k].state == ON_TABLE and meets(s, unit, k, dx, dy):
            return k
    for k in range(tables.OFFICERS):
        if enemy_officer(s, k, side) and meets(s, unit, tables.UNITS + k, dx, dy):
            return tables.UNITS + k
    return -1


@rule
def friend_on_way(s, unit, dx, dy):
    """The first friendly unit whose base a unit's base would run over on its way, or -1."""
    side = s.units[unit].side
    for k in range(side * tables.UNITS // 2, (side + 1) * tables.UNITS // 2):
        if k != unit and s.units[k].state == ON_TABLE and meets(s, unit, k, dx, dy):
            return k
    return -1


@rule
def someone_on_way(s, unit, dx, dy):
    """Whether a unit's base would run over one of its own side on its way, officers too."""
    if friend_on_way(s, unit, dx, dy) >= 0:
        return True
    side = s.units[unit].side
    for k in range(tables.OFFICERS):
        o = s.officers[k]
        if o.state == ON_TABLE and o.side == side and meets(s, unit, tables.UNITS + k, dx, dy):
            return True
    return False


@rule
def someone_under(s, unit):
    """The body on which a unit would stand where it is now, or -1."""
    u = s.units[unit]
    for k in range(tables.UNITS):
        t = s.units[k]
        if k == unit or t.state != ON_TABLE or not near_way(s, u, 0, 0, t.x, t.y):
            continue
        if plane.overlap(u.corners, 4, 0, 0, t.corners, 4):
            return k
    for k in range(tables.OFFICERS):
        o = s.officers[k]
        if o.state != ON_TABLE or not near_way(s, u, 0, 0, o.x, o.y):
            continue
        if plane.point_gap(o.x, o.y, u.corners, 4) < s.radius:
            return tables.UNITS + k
    return -1


@rule
def enemy_touched(s, unit, but):
    """An enemy body in contact with a unit where it is now, one of them left out, or -1."""
    u = s.units[unit]
    for k in range((1 - u.side) * tables.UNITS // 2, (2 - u.side) * tables.UNITS // 2):
        if k != but and s.units[k].state == ON_TABLE and touches(s, unit, k):
            return k
    return officer_touched(s, unit, but)


@rule
def officer_touched(s, unit, but):
    """An enemy officer in contact with a unit where it is now, one of them left out, or -1."""
    for k in range(tables.OFFICERS):
        if tables.UNITS + k != but and enemy_officer(s, k, s.units[unit].side) and touches(s, unit, tables.UNITS + k):
            return tables.UNITS + k
    return -1


@rule
def officer_blocked(s, officer, x, y):
    """The body on which an officer would stand at a place, or which it would touch as an enemy; -1 if none."""
    side = s.officers[officer].side
    radius = np.int64(s.radius)
    far = outer(s) + radius + tables.CONTACT
    for k in range(tables.UNITS):
        t = s.units[k]
        if t.state != ON_TABLE or abs(t.x - x) > far or abs(t.y - y) > far:
            continue
        away = plane.point_gap(x, y, t.corners, 4) - radius
        if away < 0 or (t.side != side and away <= tables.CONTACT):
            return k
    for k in range(tables.OFFICERS):
        o = s.officers[k]
        if k == officer or o.state != ON_TABLE or abs(o.x - x) > far or abs(o.y - y) > far:
            continue
        dx, dy = np.int64(o.x) - x, np.int64(o.y) - y
        least = 2 * radius + (tables.CONTACT if o.side != side else 0)
        square = dx * dx + dy * dy
        if square < least * least or (o.side != side and square == least * least):
            return tables.UNITS + k
    return -1


@rule
def officer_off_table(s, x, y):
    """Whether an officer's base would hang over the edge of the table."""
    return x < s.radius or y < s.radius or x > s.width - s.radius or y > s.height - s.radius


@rule
def officer_fits(s, officer, x, y):
    """Whether an officer could be put down at a place: on the table and firm ground, on nobody, out of contact."""
    if officer_off_table(s, x, y) or on_ground(s, x, y, tables.IMPASSABLE, tables.CROSSING) >= 0:
        return False
    return officer_blocked(s, officer, x, y) < 0


@rule
def officer_way(s, officer, x, y):
    """The enemy body over which an officer would ride on a straight way to a place, or -1 (G-R32)."""
    o = s.officers[officer]
    dx, dy = x - o.x, y - o.y
    far = outer(s) + s.radius
    for k in range((1 - o.side) * tables.UNITS // 2, (2 - o.side) * tables.UNITS // 2):
        t = s.units[k]
        if t.state != ON_TABLE or not between(o.x, x, t.x, far) or not between(o.y, y, t.y, far):
            continue
        if plane.disc_on_way(t.corners, 4, -dx, -dy, o.x, o.y, s.radius):
            return k
    for k in range(tables.OFFICERS):
        t = s.officers[k]
        if not enemy_officer(s, k, o.side) or not between(o.x, x, t.x, far) or not between(o.y, y, t.y, far):
            continue
        if plane.point_segment_gap(t.x, t.y, o.x, o.y, x, y) < 2 * s.radius:
            return tables.UNITS + k
    return -1


@rule
def between(a, b, x, far):
    """Whether a number lies between two others, or not far from them."""
    return min(a, b) - far <= x <= max(a, b) + far


@rule
def write_way_off(out, a, n, b, m, clear):
    """The shortest straight way that brings a convex shape off another one on which it lies, and so far clear of it; it
    goes square to an edge, rounded up."""
    best = math.inf
    for edge in range(n + m):
        if edge < n:
            ux, uy = square_to(a, n, edge)
        else:
            ux, uy = square_to(b, m, edge - n)
        square = ux * ux + uy * uy
        for way in (1, -1):
            deep = reach(b, m, way * ux, way * uy) + reach(a, n, -way * ux, -way * uy)
            far = deep + clear * plane.root_up(square, 1)
            if far / math.sqrt(square) < best:
                best = far / math.sqrt(square)
                out[0] = way * away_from_zero(ux * far, square)
                out[1] = way * away_from_zero(uy * far, square)


@rule
def square_to(shape, n, edge):
    """A vector square to an edge of a shape."""
    other = edge + 1 if edge + 1 < n else 0
    return np.int64(shape[edge, 1]) - shape[other, 1], np.int64(shape[other, 0]) - shape[edge, 0]


@rule
def reach(shape, n, ux, uy):
    """How far a shape reaches in the direction of a vector, in parts of its length."""
    most = ux * shape[0, 0] + uy * shape[0, 1]
    for k in range(1, n):
        most = max(most, ux * shape[k, 0] + uy * shape[k, 1])
    return most


@rule
def away_from_zero(number, divisor):
    """A quotient, rounded away from zero."""
    return -(-number // divisor) if number > 0 else number // divisor
