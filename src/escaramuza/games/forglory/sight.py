"""What a unit sees in the strip before its front, how much of it, and what is in cover (G-R2)."""

import math

import numpy as np

from escaramuza.games.forglory import measure, state, tables
from escaramuza.games.forglory.footing import HALF, IN_DENSE
from escaramuza.kernel import plane
from escaramuza.kernel.jit import rule
from escaramuza.kernel.scratch import scratch

WHOLE = 1000
UNSEEN = -1
# What a look tells is one number: how far ahead the nearest seen point is, and how much is seen.
PACK = WHOLE + 1
LINES = 50
MOST_BLOCKERS = 40
FAR = 1e9
# How far beside a line it is looked along again, in tenths of a millimetre.
HAIR = 0.01
target_room = scratch(state.OFFICER_CORNERS, 2)
blocker_room = scratch(MOST_BLOCKERS, state.MOST_CORNERS, 2)
count_room = scratch(MOST_BLOCKERS)


@rule
def write_local(s, viewer, corners, n, out):
    """Corners as a unit sees them: how far ahead of its centre, and how far to the side."""
    u = s.units[viewer]
    facing = -np.int64(u.facing)
    for k in range(n):
        dx, dy = np.int64(corners[k, 0]) - u.x, np.int64(corners[k, 1]) - u.y
        out[k, 0] = plane.turned_x(dx, dy, facing)
        out[k, 1] = plane.turned_y(dx, dy, facing)


@rule
def sight(s, viewer, body, over_units):
    """What a unit sees of a body (G-R2): UNSEEN, or the nearest seen point and the share, packed; see `seen_share`."""
    return regard(s, viewer, body, over_units, False)


@rule
def regard(s, viewer, body, over_units, closely):
    """The same; `closely` finds the nearest seen point exactly, but hardly anything of the share."""
    target = target_room()
    n = 4
    if body < tables.UNITS:
        write_local(s, viewer, s.units[body].corners, 4, target)
        hidden = s.units[viewer].inside | s.units[body].inside
    else:
        n = state.OFFICER_CORNERS
        write_local(s, viewer, s.officers[body - tables.UNITS].corners, state.OFFICER_CORNERS, target)
        hidden = s.units[viewer].inside | s.officers[body - tables.UNITS].inside
    low, high = target[0, 0], target[0, 0]
    left, right = target[0, 1], target[0, 1]
    for k in range(1, n):
        low, high = min(low, target[k, 0]), max(high, target[k, 0])
        left, right = min(left, target[k, 1]), max(right, target[k, 1])
    if 2 * high <= s.deep or 2 * left >= s.front or 2 * right <= -s.front:
        return UNSEEN
    blockers = blocker_room()
    counts = count_room()
    m = ground_before(s, viewer, hidden, high, left, right, blockers, counts)
    if not over_units:
        m = units_before(s, viewer, body, high, left, right, blockers, counts, m)
    if m == 0 and 2 * low >= s.deep and 2 * left >= -s.front and 2 * right <= s.front:
        return (low - s.deep // 2) * PACK + WHOLE
    look = UNSEEN if closely else look_along(s, target, n, blockers, counts, m)
    if look != UNSEEN:
        return look
    nearest = look_closely(s, target, n, blockers, counts, m)
    return UNSEEN if nearest == FAR else math.floor(nearest) * PACK + 1


@rule
def ground_before(s, viewer, hidden, high, left, right, blockers, counts):
    """Write the ground that may hide a target into blockers, as the viewer sees it; the number is returned."""
    m = 0
    u = s.units[viewer]
    reach = high + s.front
    for k in range(s.n_pieces):
        p = s.pieces[k]
        if not p.roles & tables.HIDES or hidden >> k & 1 or m >= MOST_BLOCKERS:
            continue
        if u.x + reach < p.low[0] or u.x - reach > p.high[0] or u.y + reach < p.low[1] or u.y - reach > p.high[1]:
            continue
        write_local(s, viewer, p.corners, p.n, blockers[m])
        if stands_before(s, blockers[m], p.n, high, left, right):
            counts[m] = p.n
            m += 1
    return m


@rule
def units_before(s, viewer, body, high, left, right, blockers, counts, m):
    """The same for other units; officers never hide anything (G-R24)."""
    u = s.units[viewer]
    facing = -np.int64(u.facing)
    bound = measure.outer(s)
    for k in range(tables.UNITS):
        t = s.units[k]
        if t.state != state.ON_TABLE or k in (viewer, body) or m >= MOST_BLOCKERS:
            continue
        dx, dy = np.int64(t.x) - u.x, np.int64(t.y) - u.y
        ahead = plane.turned_x(dx, dy, facing)
        aside = plane.turned_y(dx, dy, facing)
        if ahead < -bound or ahead > high + bound or aside > right + bound or aside < left - bound:
            continue
        write_local(s, viewer, t.corners, 4, blockers[m])
        if stands_before(s, blockers[m], 4, high, left, right):
            counts[m] = 4
            m += 1
    return m


@rule
def stands_before(s, shape, n, high, left, right):
    """Whether a shape reaches into the part of the strip between the front and the far side of a target."""
    low, top = shape[0, 0], shape[0, 0]
    west, east = shape[0, 1], shape[0, 1]
    for k in range(1, n):
        low, top = min(low, shape[k, 0]), max(top, shape[k, 0])
        west, east = min(west, shape[k, 1]), max(east, shape[k, 1])
    if 2 * top <= s.deep or low >= high:
        return False
    return 2 * east > max(-s.front, 2 * left) and 2 * west < min(s.front, 2 * right)


@rule
def look_along(s, target, n, blockers, counts, m):
    """Look along parallel lines of the front (G-E2)."""
    front = s.deep / 2.0
    nearest = FAR
    seen = 0.0
    for line in range(LINES):
        at = -np.int64(s.front) + (2 * line + 1) * np.int64(s.front) // LINES
        begin, end = seen_at(target, n, blockers, counts, m, float(at), front)
        if begin < end:
            seen += end - begin
            nearest = min(nearest, begin - front)
    if nearest == FAR:
        return UNSEEN
    whole = float(abs(plane.area(target, n)))
    share = math.floor(2.0 * seen * s.front / LINES * WHOLE / whole + 0.5)
    return math.floor(nearest) * PACK + min(max(share, 1), WHOLE)


@rule
def seen_at(target, n, blockers, counts, m, at, front):
    """From where to where a target is seen on a line (given by twice its distance to the side)."""
    begin, end = crossing(target, n, at, -FAR), last_crossing(target, n, at)
    if begin >= end:
        return FAR, -FAR
    begin = max(begin, front)
    for k in range(m):
        if inside_at(blockers[k], counts[k], at, front):
            return FAR, -FAR
        end = min(end, crossing(blockers[k], counts[k], at, front))
    return begin, end


@rule
def look_closely(s, target, n, blockers, counts, m):
    """How far ahead the nearest seen point is, or FAR: what is seen, however narrow, begins and ends at an edge of the
    strip, at a corner or where two edges cross, so lines right beside these find it (G-R63)."""
    front, edge = s.deep / 2.0, float(s.front)
    nearest = FAR
    for at in (-edge, edge):
        nearest = min(nearest, seen_beside(target, n, blockers, counts, m, at, front, edge))
    for k in range(n):
        h = k + 1 if k + 1 < n else 0
        nearest = min(nearest, seen_beside(target, n, blockers, counts, m, 2.0 * target[k, 1], front, edge))
        at = meets_depth(target[k, 0], target[k, 1], target[h, 0], target[h, 1], front)
        nearest = min(nearest, seen_beside(target, n, blockers, counts, m, at, front, edge))
    for j in range(m):
        for k in range(counts[j]):
            nearest = min(nearest, seen_at_edge(target, n, blockers, counts, m, j, k, front, edge))
    return nearest


@rule
def seen_at_edge(target, n, blockers, counts, m, j, k, front, edge):
    """The nearest that is seen beside a corner of a blocker, and beside where its next edge crosses others."""
    shape = blockers[j]
    h = k + 1 if k + 1 < counts[j] else 0
    ax, ay, bx, by = shape[k, 0], shape[k, 1], shape[h, 0], shape[h, 1]
    nearest = seen_beside(target, n, blockers, counts, m, 2.0 * ay, front, edge)
    at = meets_depth(ax, ay, bx, by, front)
    nearest = min(nearest, seen_beside(target, n, blockers, counts, m, at, front, edge))
    for i in range(n):
        g = i + 1 if i + 1 < n else 0
        at = edges_cross(ax, ay, bx, by, target[i, 0], target[i, 1], target[g, 0], target[g, 1])
        nearest = min(nearest, seen_beside(target, n, blockers, counts, m, at, front, edge))
    return nearest


@rule
def seen_beside(target, n, blockers, counts, m, at, front, edge):
    """The nearest point of a target that is seen right beside a line, to either side of it, or FAR."""
    nearest = FAR
    for line in (at - HAIR, at + HAIR):
        if -edge < line < edge:
            begin, end = seen_at(target, n, blockers, counts, m, line, front)
            if begin < end:
                nearest = min(nearest, begin - front)
    return nearest


@rule
def meets_depth(ax, ay, bx, by, depth):
    """The line on which an edge is a distance ahead, or FAR."""
    if (ax > depth) == (bx > depth):
        return FAR
    return 2.0 * (ay + (by - ay) * ((depth - ax) / (bx - ax)))


@rule
def edges_cross(ax, ay, bx, by, cx, cy, dx, dy):
    """The line on which two edges cross, or FAR."""
    p, q = plane.cross(ax, ay, bx, by, cx, cy), plane.cross(ax, ay, bx, by, dx, dy)
    r, t = plane.cross(cx, cy, dx, dy, ax, ay), plane.cross(cx, cy, dx, dy, bx, by)
    if (p > 0) == (q > 0) or (r > 0) == (t > 0):
        return FAR
    return 2.0 * (cy + (dy - cy) * (p / (p - q)))


@rule
def meets_line(shape, n, k, at, beyond):
    """How far ahead an edge of a shape crosses a line (given by twice its distance to the side), or FAR."""
    h = k + 1 if k + 1 < n else 0
    a, b = 2 * shape[k, 1], 2 * shape[h, 1]
    if (a > at) == (b > at):
        return FAR
    ahead = shape[k, 0] + (shape[h, 0] - shape[k, 0]) * ((at - a) / (b - a))
    return ahead if ahead > beyond else FAR


@rule
def crossing(shape, n, at, beyond):
    """The nearest place beyond a distance at which a line enters or leaves a shape, or FAR."""
    best = FAR
    for k in range(n):
        best = min(best, meets_line(shape, n, k, at, beyond))
    return best


@rule
def last_crossing(shape, n, at):
    """The farthest place at which a line leaves a shape, or less than anything."""
    best = -FAR
    for k in range(n):
        ahead = meets_line(shape, n, k, at, -FAR)
        if ahead != FAR:
            best = max(best, ahead)
    return best


@rule
def inside_at(shape, n, at, ahead):
    """Whether a point of a line lies inside a shape."""
    inside = False
    for k in range(n):
        if meets_line(shape, n, k, at, ahead) != FAR:
            inside = not inside
    return inside


@rule
def seen_share(look):
    """How much of a target is seen, in thousandths."""
    return 0 if look == UNSEEN else look % PACK


@rule
def seen_from(look):
    """How far ahead of the front the nearest seen point is."""
    return look // PACK


@rule
def sees(s, viewer, body):
    """Whether a unit sees a body; other units never hide it from artillery (G-R51)."""
    return sight(s, viewer, body, measure.is_artillery(s, viewer)) != UNSEEN


@rule
def in_area(s, unit, body):
    """Whether a body is in a unit's reaction area: seen, within its base movement (G-R4)."""
    reach = np.int64(s.span[tables.MOVE[s.units[unit].category]])
    if measure.surely_beyond(s, unit, body, reach):
        return False
    guns = measure.is_artillery(s, unit)
    look = sight(s, unit, body, guns)
    if look == UNSEEN or seen_from(look) <= reach:
        return look != UNSEEN
    # A corner of it may reach nearer than the lines that were looked along.
    return measure.within(s, unit, body, reach) and seen_from(regard(s, unit, body, guns, True)) <= reach


@rule
def obscured(s, viewer, body):
    """Whether half of a body or more is unseen; for artillery other units obscure although they do not hide."""
    return WHOLE - seen_share(sight(s, viewer, body, False)) >= HALF


@rule
def in_dense(s, body):
    """Whether half of a base or more is in dense ground, all its pieces together (G-T3, G-R63)."""
    return (s.units[body].inside if body < tables.UNITS else s.officers[body - tables.UNITS].inside) & IN_DENSE != 0


@rule
def covered(s, shooter, body):
    """Whether a body is in cover from a shot: in dense ground or obscured."""
    return in_dense(s, body) or obscured(s, shooter, body)
