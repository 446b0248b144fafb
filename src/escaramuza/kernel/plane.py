"""Integer geometry of the table: lengths in tenths of a millimetre, angles in tenths of a degree, anticlockwise.

A shape is its corners, whole numbers in order, as rows (x, y) of an array with their count. What decides a rule is
exact: boxes are rounded to whole corners once; distances, overlaps and crossings are then found without rounding,
lengths and shares of area inside a shape to the nearest.

The exact tie: shapes that only touch do not overlap, a line along an edge or through a corner does not cross, and a gap
of exactly d is within d. Coordinates stay within ±30,000 (3 m), so that no product leaves 64 bits.
"""

import math

import numpy as np

from escaramuza.kernel.jit import rule

TURN = 3600
ONE = 1 << 30
HALF = 1 << 29
SINES = np.array([round(math.sin(math.radians(angle / 10)) * ONE) for angle in range(TURN)], np.int64)
QUARTER = TURN // 4
INSIDE, EDGE, OUTSIDE = 1, 0, -1
THOUSAND = 1000
# Corners of a clipped shape are kept this much finer than the table.
FINE = 1024


@rule
def turned_x(x, y, angle):
    """The x of a vector turned by an angle, rounded to the nearest, halves up."""
    sine, cosine = SINES[angle % TURN], SINES[(angle + QUARTER) % TURN]
    return (x * cosine - y * sine + HALF) // ONE


@rule
def turned_y(x, y, angle):
    """The y of a vector turned by an angle, rounded to the nearest, halves up."""
    sine, cosine = SINES[angle % TURN], SINES[(angle + QUARTER) % TURN]
    return (x * sine + y * cosine + HALF) // ONE


@rule
def write_box(out, x, y, length, width, angle):
    """The four corners of a box around (x, y), its length along the angle."""
    # Numba keeps the type of a record's field: widen before the products.
    half_length, half_width = np.int64(length) // 2, np.int64(width) // 2
    for corner in range(4):
        along = half_length if corner in (0, 3) else -half_length
        across = half_width if corner < 2 else -half_width
        out[corner, 0] = x + turned_x(along, across, angle)
        out[corner, 1] = y + turned_y(along, across, angle)


@rule
def cross(ox, oy, ax, ay, bx, by):
    """Twice the signed area of a triangle: positive where b lies to the left of the way from o to a."""
    return (np.int64(ax) - ox) * (np.int64(by) - oy) - (np.int64(ay) - oy) * (np.int64(bx) - ox)


@rule
def where(x, y, scale, b, m):
    """Whether the point (x, y) / scale is INSIDE a shape, on its EDGE or OUTSIDE."""
    inside = False
    for i in range(m):
        k = i + 1 if i + 1 < m else 0
        ax, ay = np.int64(b[i, 0]) * scale, np.int64(b[i, 1]) * scale
        cx, cy = np.int64(b[k, 0]) * scale, np.int64(b[k, 1]) * scale
        side = (cx - ax) * (y - ay) - (cy - ay) * (x - ax)
        if side == 0 and min(ax, cx) <= x <= max(ax, cx) and min(ay, cy) <= y <= max(ay, cy):
            return EDGE
        if (ay > y) != (cy > y) and (side > 0) == (cy > ay):
            inside = not inside
    return INSIDE if inside else OUTSIDE


@rule
def segments_meet(ax, ay, bx, by, cx, cy, dx, dy):
    """Whether two segments share a point, their ends included."""
    p = cross(ax, ay, bx, by, cx, cy)
    q = cross(ax, ay, bx, by, dx, dy)
    r = cross(cx, cy, dx, dy, ax, ay)
    t = cross(cx, cy, dx, dy, bx, by)
    if ((p > 0 and q < 0) or (p < 0 and q > 0)) and ((r > 0 and t < 0) or (r < 0 and t > 0)):
        return True
    return (
        (p == 0 and between(ax, ay, bx, by, cx, cy))
        or (q == 0 and between(ax, ay, bx, by, dx, dy))
        or (r == 0 and between(cx, cy, dx, dy, ax, ay))
        or (t == 0 and between(cx, cy, dx, dy, bx, by))
    )


@rule
def between(ax, ay, bx, by, px, py):
    """Whether a point in line with a segment lies on it."""
    return min(ax, bx) <= px <= max(ax, bx) and min(ay, by) <= py <= max(ay, by)


@rule
def root_up(square, divisor):
    """The smallest whole d with d² ≥ square / divisor, exactly."""
    d = np.int64(math.sqrt(square / divisor))
    while d * d * divisor < square:
        d += 1
    while d > 0 and (d - 1) * (d - 1) * divisor >= square:
        d -= 1
    return d


@rule
def point_segment_gap(px, py, ax, ay, bx, by):
    """The distance from a point to a segment, rounded up to a whole number."""
    x, y = np.int64(px) - ax, np.int64(py) - ay
    lx, ly = np.int64(bx) - ax, np.int64(by) - ay
    along = x * lx + y * ly
    length = lx * lx + ly * ly
    if along <= 0:
        return root_up(x * x + y * y, 1)
    if along >= length:
        x, y = np.int64(px) - bx, np.int64(py) - by
        return root_up(x * x + y * y, 1)
    side = x * ly - y * lx
    return root_up(side * side, length)


@rule
def nearer(best, px, py, ax, ay, bx, by):
    """The smaller of a distance and that from a point to a segment, rounded up; a root is taken only where it could be
    the smaller one."""
    x, y = np.int64(px) - ax, np.int64(py) - ay
    lx, ly = np.int64(bx) - ax, np.int64(by) - ay
    along = x * lx + y * ly
    divisor = lx * lx + ly * ly
    if along <= 0:
        square, divisor = x * x + y * y, np.int64(1)
    elif along >= divisor:
        x, y = np.int64(px) - bx, np.int64(py) - by
        square, divisor = x * x + y * y, np.int64(1)
    else:
        side = x * ly - y * lx
        square = side * side
    if float(square) > float(best) * float(best) * float(divisor):
        return np.int64(best)
    return min(np.int64(best), root_up(square, divisor))


@rule
def edge_gap(best, px, py, b, m):
    """The smaller of a distance and that from a point to the edges of a shape, rounded up."""
    best = nearer(best, px, py, b[m - 1, 0], b[m - 1, 1], b[0, 0], b[0, 1])
    for i in range(m - 1):
        best = nearer(best, px, py, b[i, 0], b[i, 1], b[i + 1, 0], b[i + 1, 1])
    return best


@rule
def point_gap(px, py, b, m):
    """The distance from a point to a shape, rounded up; 0 inside and on the edge."""
    if where(px, py, 1, b, m) != OUTSIDE:
        return np.int64(0)
    return edge_gap(point_segment_gap(px, py, b[0, 0], b[0, 1], b[0, 0], b[0, 1]), px, py, b, m)


@rule
def gap(a, n, b, m):
    """The distance between the nearest points of two shapes, rounded up: `gap ≤ d` says exactly whether they are within
    d. 0 where they touch or overlap."""
    if meet(a, n, b, m):
        return np.int64(0)
    best = np.int64(point_segment_gap(a[0, 0], a[0, 1], b[0, 0], b[0, 1], b[0, 0], b[0, 1]))
    for i in range(n):
        best = edge_gap(best, a[i, 0], a[i, 1], b, m)
    for i in range(m):
        best = edge_gap(best, b[i, 0], b[i, 1], a, n)
    return best


@rule
def meet(a, n, b, m):
    """Whether two shapes share a point, touching included."""
    for i in range(n):
        k = i + 1 if i + 1 < n else 0
        for j in range(m):
            h = j + 1 if j + 1 < m else 0
            if segments_meet(a[i, 0], a[i, 1], a[k, 0], a[k, 1], b[j, 0], b[j, 1], b[h, 0], b[h, 1]):
                return True
    return where(a[0, 0], a[0, 1], 1, b, m) == INSIDE or where(b[0, 0], b[0, 1], 1, a, n) == INSIDE


@rule
def overlap(a, n, dx, dy, b, m):
    """Whether a convex shape, anywhere on its straight way by (dx, dy), shares more than edges with another shape.

    A way of (0, 0) asks about the place itself.
    """
    for j in range(m):
        h = j + 1 if j + 1 < m else 0
        if way_meets_edge(a, n, dx, dy, b[j, 0], b[j, 1], b[h, 0], b[h, 1]):
            return True
    # No edge of the other passes through: all of the way is inside it, or none.
    x = np.int64(0)
    y = np.int64(0)
    for i in range(n):
        x += a[i, 0]
        y += a[i, 1]
    return where(x, y, n, b, m) == INSIDE


@rule
def disc_on_way(a, n, dx, dy, px, py, radius):
    """Whether a shape, anywhere on its straight way by (dx, dy), comes closer to a point than a radius. The distance is
    rounded up, as in `point_gap`."""
    # The shape stays, and the point goes the other way.
    qx, qy = np.int64(px) - dx, np.int64(py) - dy
    if where(px, py, 1, a, n) != OUTSIDE:
        return True
    for i in range(n):
        k = i + 1 if i + 1 < n else 0
        ax, ay, bx, by = a[i, 0], a[i, 1], a[k, 0], a[k, 1]
        if segments_meet(ax, ay, bx, by, px, py, qx, qy) or point_segment_gap(ax, ay, px, py, qx, qy) < radius:
            return True
        if point_segment_gap(px, py, ax, ay, bx, by) < radius or point_segment_gap(qx, qy, ax, ay, bx, by) < radius:
            return True
    return False


@rule
def way_meets_edge(a, n, dx, dy, px, py, qx, qy):
    """Whether a segment passes through the inside of a convex shape on its way: no line parts the two."""
    for i in range(n):
        k = i + 1 if i + 1 < n else 0
        if parted(a, n, dx, dy, px, py, qx, qy, a[i, 1] - a[k, 1], a[k, 0] - a[i, 0]):
            return False
    if (dx != 0 or dy != 0) and parted(a, n, dx, dy, px, py, qx, qy, -dy, dx):
        return False
    return not parted(a, n, dx, dy, px, py, qx, qy, py - qy, qx - px)


@rule
def parted(a, n, dx, dy, px, py, qx, qy, ux, uy):
    """Whether the shadows of a way and of a segment on a direction have at most one point in common."""
    wx, wy = np.int64(ux), np.int64(uy)
    low = wx * a[0, 0] + wy * a[0, 1]
    high = low
    for i in range(1, n):
        shadow = wx * a[i, 0] + wy * a[i, 1]
        low = min(low, shadow)
        high = max(high, shadow)
    shift = wx * dx + wy * dy
    low = min(low, low + shift)
    high = max(high, high + shift)
    p = wx * px + wy * py
    q = wx * qx + wy * qy
    return max(p, q) <= low or min(p, q) >= high


@rule
def crosses(ax, ay, bx, by, b, m):
    """Whether a segment passes through the inside of a shape. It is cut where corners of the shape lie on it; each
    piece is inside or not as its middle is."""
    for i in range(m):
        k = i + 1 if i + 1 < m else 0
        p = cross(ax, ay, bx, by, b[i, 0], b[i, 1])
        q = cross(ax, ay, bx, by, b[k, 0], b[k, 1])
        r = cross(b[i, 0], b[i, 1], b[k, 0], b[k, 1], ax, ay)
        t = cross(b[i, 0], b[i, 1], b[k, 0], b[k, 1], bx, by)
        if ((p > 0 and q < 0) or (p < 0 and q > 0)) and ((r > 0 and t < 0) or (r < 0 and t > 0)):
            return True
    x, y = np.int64(ax), np.int64(ay)
    while True:
        end = next_corner(x, y, ax, ay, bx, by, b, m)
        cx = np.int64(bx) if end < 0 else np.int64(b[end, 0])
        cy = np.int64(by) if end < 0 else np.int64(b[end, 1])
        if where(x + cx, y + cy, 2, b, m) == INSIDE:
            return True
        if end < 0:
            return False
        x, y = cx, cy


@rule
def next_corner(x, y, ax, ay, bx, by, b, m):
    """The nearest corner of a shape that lies on the segment a-b beyond (x, y), or -1."""
    lx, ly = np.int64(bx) - ax, np.int64(by) - ay
    here = (x - ax) * lx + (y - ay) * ly
    best = -1
    best_at = lx * lx + ly * ly
    for i in range(m):
        px, py = np.int64(b[i, 0]), np.int64(b[i, 1])
        if (px - ax) * ly - (py - ay) * lx != 0:
            continue
        at = (px - ax) * lx + (py - ay) * ly
        if here < at < best_at:
            best = i
            best_at = at
    return best


@rule
def length_inside(ax, ay, bx, by, b, m):
    """How much of a segment lies inside a shape, to the nearest tenth of a millimetre; along an edge is outside."""
    whole = math.sqrt(float((np.int64(bx) - ax) ** 2 + (np.int64(by) - ay) ** 2))
    inside = 0.0
    here = 0.0
    while here < 1.0:
        there = next_cut(here, ax, ay, bx, by, b, m)
        middle = (here + there) / 2
        if middle_inside(ax + (bx - ax) * middle, ay + (by - ay) * middle, ax, ay, bx, by, b, m):
            inside += there - here
        here = there
    return np.int64(math.floor(inside * whole + 0.5))


@rule
def next_cut(here, ax, ay, bx, by, b, m):
    """The share of a segment at which it next meets an edge of a shape, or 1."""
    best = 1.0
    for i in range(m):
        k = i + 1 if i + 1 < m else 0
        p = cross(ax, ay, bx, by, b[i, 0], b[i, 1])
        q = cross(ax, ay, bx, by, b[k, 0], b[k, 1])
        if (p > 0 and q > 0) or (p < 0 and q < 0):
            continue
        if p == 0 and q == 0:
            length = (np.int64(bx) - ax) ** 2 + (np.int64(by) - ay) ** 2
            if length == 0:
                continue
            at = ((np.int64(b[i, 0]) - ax) * (bx - ax) + (np.int64(b[i, 1]) - ay) * (by - ay)) / length
        else:
            r = cross(b[i, 0], b[i, 1], b[k, 0], b[k, 1], ax, ay)
            t = cross(b[i, 0], b[i, 1], b[k, 0], b[k, 1], bx, by)
            if r == t:
                continue
            at = r / (r - t)
        if here < at < best:
            best = at
    return best


@rule
def middle_inside(x, y, ax, ay, bx, by, b, m):
    """Whether the middle of a piece of the segment a-b lies inside a shape and not along one of its edges."""
    inside = False
    for i in range(m):
        k = i + 1 if i + 1 < m else 0
        cx, cy, dx, dy = float(b[i, 0]), float(b[i, 1]), float(b[k, 0]), float(b[k, 1])
        in_line = cross(ax, ay, bx, by, b[i, 0], b[i, 1]) == 0 and cross(ax, ay, bx, by, b[k, 0], b[k, 1]) == 0
        if in_line and min(cx, dx) <= x <= max(cx, dx) and min(cy, dy) <= y <= max(cy, dy):
            return False
        if (cy > y) != (dy > y) and x < (dx - cx) * (y - cy) / (dy - cy) + cx:
            inside = not inside
    return inside


@rule
def area(a, n):
    """Twice the area of a shape, positive if its corners run anticlockwise."""
    total = np.int64(0)
    for i in range(1, n - 1):
        total += cross(a[0, 0], a[0, 1], a[i, 0], a[i, 1], a[i + 1, 0], a[i + 1, 1])
    return total


@rule
def share_inside(a, n, b, m, scratch):
    """How much of a convex shape's area lies inside another shape, in thousandths.

    `scratch` is an int64 array (2, 16, 2). The other shape is a fan of triangles, each clipped to the convex one; those
    that turn the other way count against.
    """
    total = np.int64(0)
    for i in range(1, m - 1):
        part = clipped(a, n, b, i, scratch)
        total += part if cross(b[0, 0], b[0, 1], b[i, 0], b[i, 1], b[i + 1, 0], b[i + 1, 1]) > 0 else -part
    own = abs(area(a, n)) * FINE * FINE
    return (abs(total) * THOUSAND + own // 2) // own


@rule
def clipped(a, n, b, i, scratch):
    """Twice the area that a triangle of a fan has in common with a convex shape, in fine units."""
    for corner in range(3):
        k = 0 if corner == 0 else i + corner - 1
        scratch[0, corner, 0] = np.int64(b[k, 0]) * FINE
        scratch[0, corner, 1] = np.int64(b[k, 1]) * FINE
    left = 1 if area(a, n) > 0 else -1
    count = 3
    old = 0
    for edge in range(n):
        k = edge + 1 if edge + 1 < n else 0
        count = clip_by_edge(scratch, old, count, a[edge, 0], a[edge, 1], a[k, 0], a[k, 1], left)
        old = 1 - old
        if count < 3:
            return np.int64(0)
    return abs(area(scratch[old], count))


@rule
def clip_by_edge(scratch, old, count, ax, ay, bx, by, left):
    """Cut away what lies on the wrong side of an edge; the new number of corners, in the other half of scratch."""
    ex, ey = (np.int64(bx) - ax) * left, (np.int64(by) - ay) * left
    new = 1 - old
    kept = 0
    for i in range(count):
        k = i + 1 if i + 1 < count else 0
        px, py, qx, qy = scratch[old, i, 0], scratch[old, i, 1], scratch[old, k, 0], scratch[old, k, 1]
        p = ex * (py - np.int64(ay) * FINE) - ey * (px - np.int64(ax) * FINE)
        q = ex * (qy - np.int64(ay) * FINE) - ey * (qx - np.int64(ax) * FINE)
        if p >= 0:
            scratch[new, kept, 0] = px
            scratch[new, kept, 1] = py
            kept += 1
        if (p > 0 and q < 0) or (p < 0 and q > 0):
            share = p / (p - q)
            scratch[new, kept, 0] = px + np.int64(math.floor((qx - px) * share + 0.5))
            scratch[new, kept, 1] = py + np.int64(math.floor((qy - py) * share + 0.5))
            kept += 1
    return kept
