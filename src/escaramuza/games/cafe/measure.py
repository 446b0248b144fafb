"""Measuring on the table: bases, gaps between them, the line between two centres, cover, what a leg of a way costs."""

import numpy as np

from escaramuza.games.cafe import state, tables
from escaramuza.kernel import plane
from escaramuza.kernel.jit import rule

# Half of a base's shorter side, and more than half of its diagonal: bounds that need no corners.
INNER, OUTER = tables.BASE_WIDTH // 2, 126
EVERYTHING = (1 << 62) - 1
BYTE = 255


@rule
def put(s, unit, x, y, facing):
    """Put a unit's base down."""
    u = s.units[unit]
    u.x = x
    u.y = y
    u.facing = facing
    plane.write_box(u.corners, x, y, tables.BASE_LENGTH, tables.BASE_WIDTH, facing)


@rule
def centre_gap(ax, ay, bx, by):
    """The distance between two points, rounded up."""
    dx, dy = np.int64(ax) - bx, np.int64(ay) - by
    return plane.root_up(dx * dx + dy * dy, 1)


@rule
def within(s, i, j, reach):
    """Whether two bases are within a distance of each other, between their nearest points (C-R1)."""
    u, t = s.units[i], s.units[j]
    dx, dy = np.int64(u.x) - t.x, np.int64(u.y) - t.y
    square = dx * dx + dy * dy
    far = np.int64(reach) + 2 * OUTER
    if square > far * far:
        return False
    near = np.int64(reach) + 2 * INNER
    if square <= near * near:
        return True
    return plane.gap(u.corners, 4, t.corners, 4) <= reach


@rule
def free_line(s, i, j):
    """Whether no solid terrain lies between the centres of two units (C-R6)."""
    u, t = s.units[i], s.units[j]
    for k in range(s.n_pieces):
        p = s.pieces[k]
        if not p.roles & state.SOLID or not near_segment(p, u.x, u.y, t.x, t.y, 0):
            continue
        if plane.crosses(u.x, u.y, t.x, t.y, p.corners, p.n):
            return False
    return True


@rule
def near_segment(p, ax, ay, bx, by, margin):
    """Whether the frame around a piece comes near a segment at all."""
    return (
        max(ax, bx) + margin >= p.low[0]
        and min(ax, bx) - margin <= p.high[0]
        and max(ay, by) + margin >= p.low[1]
        and min(ay, by) - margin <= p.high[1]
    )


@rule
def in_close_reach(s, i, j):
    """Whether two units are in close combat distance: within 3 cm, the line not blocked (C-R3, C-R6)."""
    return within(s, i, j, tables.CLOSE) and free_line(s, i, j)


@rule
def close_enemy(s, i, j):
    """Whether j is an enemy that unit i, where it stands, has to fight: a camouflaged one cannot be attacked (C-E5)."""
    t = s.units[j]
    if t.state != state.ON_TABLE or t.side == s.units[i].side or t.camouflaged:
        return False
    return in_close_reach(s, i, j)


@rule
def engaged(s, i):
    """Whether an enemy is in close combat distance of a unit."""
    for j in range(tables.UNITS):
        t = s.units[j]
        if t.state == state.ON_TABLE and t.side != s.units[i].side and in_close_reach(s, i, j):
            return True
    return False


@rule
def cover_piece(s, i, j, k):
    """Whether piece k covers unit j from unit i: the base touches it, or the line crosses it within 3 cm (C-R6)."""
    p = s.pieces[k]
    u, t = s.units[i], s.units[j]
    if not p.roles & state.COVER or not near_segment(p, t.x, t.y, t.x, t.y, tables.COVER_NEAR + 2 * OUTER):
        return False
    if plane.meet(t.corners, 4, p.corners, p.n):
        return True
    if not plane.crosses(u.x, u.y, t.x, t.y, p.corners, p.n):
        return False
    # The last point of the line inside the piece is the one nearest to the target.
    here = 0.0
    last = -1.0
    while here < 1.0:
        there = plane.next_cut(here, u.x, u.y, t.x, t.y, p.corners, p.n)
        middle = (here + there) / 2
        x, y = u.x + (t.x - u.x) * middle, u.y + (t.y - u.y) * middle
        if plane.middle_inside(x, y, u.x, u.y, t.x, t.y, p.corners, p.n):
            last = there
        here = there
    if last < 0.0:
        return False
    x = np.int64(np.floor(u.x + (t.x - u.x) * last + 0.5))
    y = np.int64(np.floor(u.y + (t.y - u.y) * last + 0.5))
    return plane.point_gap(x, y, t.corners, 4) <= tables.COVER_NEAR


@rule
def covered(s, i, j):
    """Whether unit j is in cover from a shot of unit i."""
    for k in range(s.n_pieces):
        if cover_piece(s, i, j, k):
            return True
    return False


@rule
def near_cover(s, unit, reach):
    """Whether a base is within a distance of terrain that gives cover."""
    u = s.units[unit]
    for k in range(s.n_pieces):
        p = s.pieces[k]
        if not p.roles & state.COVER or not near_segment(p, u.x, u.y, u.x, u.y, reach + OUTER):
            continue
        if plane.gap(u.corners, 4, p.corners, p.n) <= reach:
            return True
    return False


@rule
def holds_objective(s, unit, k):
    """Whether a unit is within 3 cm of an objective's patch (C-R9)."""
    u, o = s.units[unit], s.objectives[k]
    reach = np.int64(tables.PATCH + tables.CLOSE)
    dx, dy = np.int64(u.x) - o.x, np.int64(u.y) - o.y
    if dx * dx + dy * dy > (reach + OUTER) * (reach + OUTER):
        return False
    return plane.point_gap(o.x, o.y, u.corners, 4) <= reach


@rule
def in_zone(s, unit, side):
    """Whether a unit's centre is in a side's deployment zone (C-R14)."""
    return in_zone_at(s, s.units[unit].x, side)


@rule
def in_zone_at(s, x, side):
    """Whether an x is in a side's deployment zone."""
    return x <= s.zone if side == s.left else x >= s.width - s.zone


@rule
def slow_length(s, ax, ay, bx, by, roles):
    """How much of a leg lies on ground with one of the roles and on no bridge, to the nearest tenth of a millimetre."""
    if not touches_ground(s, ax, ay, bx, by, roles):
        return np.int64(0)
    dx, dy = np.int64(bx) - ax, np.int64(by) - ay
    whole = np.sqrt(float(dx * dx + dy * dy))
    inside = 0.0
    here = 0.0
    while here < 1.0:
        there = 1.0
        for k in range(s.n_pieces):
            p = s.pieces[k]
            if p.roles & (roles | state.BRIDGE) and near_segment(p, ax, ay, bx, by, 0):
                there = min(there, plane.next_cut(here, ax, ay, bx, by, p.corners, p.n))
        middle = (here + there) / 2
        if ground_at(s, ax + (bx - ax) * middle, ay + (by - ay) * middle, ax, ay, bx, by, roles):
            inside += there - here
        here = there
    return np.int64(np.floor(inside * whole + 0.5))


@rule
def touches_ground(s, ax, ay, bx, by, roles):
    """Whether a leg comes near ground with one of the roles at all."""
    for k in range(s.n_pieces):
        p = s.pieces[k]
        if p.roles & roles and near_segment(p, ax, ay, bx, by, 0):
            return True
    return False


@rule
def ground_at(s, x, y, ax, ay, bx, by, roles):
    """Whether a point on a leg is on ground with one of the roles; a bridge over it is normal ground (C-R7)."""
    found = False
    for k in range(s.n_pieces):
        p = s.pieces[k]
        if not p.roles & (roles | state.BRIDGE) or not near_segment(p, ax, ay, bx, by, 0):
            continue
        if plane.middle_inside(x, y, ax, ay, bx, by, p.corners, p.n):
            if p.roles & state.BRIDGE:
                return False
            found = True
    return found


@rule
def leg_cost(s, ax, ay, bx, by):
    """What a straight leg costs: its length, rounded up, and once more what lies on difficult ground (C-R1, C-R7)."""
    return centre_gap(ax, ay, bx, by) + slow_length(s, ax, ay, bx, by, state.DIFFICULT | state.DANGEROUS)


@rule
def stays_on_table(s, corners, dx, dy):
    """Whether a base lies wholly on the table after a way by (dx, dy)."""
    for corner in range(4):
        x, y = corners[corner, 0] + dx, corners[corner, 1] + dy
        if x < 0 or y < 0 or x > s.width or y > s.height:
            return False
    return True


@rule
def blocker(s, unit, corners, dx, dy, mask):
    """The first unit in whose base a base runs on its way by (dx, dy), or -1; only those in the mask are looked at."""
    low_x = min(corners[0, 0], corners[1, 0], corners[2, 0], corners[3, 0]) + min(dx, 0) - OUTER
    high_x = max(corners[0, 0], corners[1, 0], corners[2, 0], corners[3, 0]) + max(dx, 0) + OUTER
    low_y = min(corners[0, 1], corners[1, 1], corners[2, 1], corners[3, 1]) + min(dy, 0) - OUTER
    high_y = max(corners[0, 1], corners[1, 1], corners[2, 1], corners[3, 1]) + max(dy, 0) + OUTER
    left = np.int64(mask)
    j = 0
    while left and j < tables.UNITS:
        if not left & BYTE:
            left >>= 8
            j += 8
            continue
        t = s.units[j]
        near = left & 1 and low_x <= t.x <= high_x and low_y <= t.y <= high_y
        if near and j != unit and t.state == state.ON_TABLE and plane.overlap(corners, 4, dx, dy, t.corners, 4):
            return j
        left >>= 1
        j += 1
    return -1


@rule
def wall(s, corners, dx, dy):
    """The first piece of solid terrain that a base meets on its way by (dx, dy), or -1."""
    for k in range(s.n_pieces):
        p = s.pieces[k]
        if not p.roles & state.SOLID:
            continue
        if not near_segment(p, corners[0, 0], corners[0, 1], corners[0, 0] + dx, corners[0, 1] + dy, 2 * OUTER):
            continue
        if plane.overlap(corners, 4, dx, dy, p.corners, p.n):
            return k
    return -1
