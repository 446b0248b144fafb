"""The ground along a way: impassable and difficult stretches of a leg, roads and towns."""

import math

import numpy as np

from escaramuza.games.forglory import tables
from escaramuza.games.forglory.angles import angle_of
from escaramuza.games.forglory.state import MOST_BENDS
from escaramuza.kernel import plane
from escaramuza.kernel.jit import rule

# How far a facing may be off square to a road (G-E5), in tenths of a degree.
SQUARE = 50
FAR_AWAY = 1 << 20
OFF_ROAD, ASKEW, IN_COLUMN = range(3)


@rule
def near_leg(p, ax, ay, bx, by):
    """Whether the frame around a piece comes near a leg at all."""
    return max(ax, bx) >= p.low[0] and min(ax, bx) <= p.high[0] and max(ay, by) >= p.low[1] and min(ay, by) <= p.high[1]


@rule
def on_ground(s, x, y, roles, unless):
    """The piece with one of the roles that a point is in, or -1; a piece with a role of `unless` over it excuses. The
    seam between two such pieces is not a gap."""
    found, edges = -1, 0
    for k in range(s.n_pieces):
        p = s.pieces[k]
        if not p.roles & (roles | unless) or not near_leg(p, x, y, x, y):
            continue
        place = plane.where(np.int64(x), np.int64(y), 1, p.corners, p.n)
        if place == plane.INSIDE and p.roles & unless:
            return -1
        if place == plane.OUTSIDE or not p.roles & roles:
            continue
        edges += 1 if place != plane.INSIDE else 2
        if found < 0 or place == plane.INSIDE:
            found = k
    return found if edges > 1 else -1


@rule
def piece_at(s, x, y, ax, ay, bx, by, roles, unless):
    """The same for the middle of a stretch of the leg a-b, which may run along an edge."""
    found = -1
    for k in range(s.n_pieces):
        p = s.pieces[k]
        if not p.roles & (roles | unless) or not near_leg(p, ax, ay, bx, by):
            continue
        if plane.middle_inside(x, y, ax, ay, bx, by, p.corners, p.n):
            if p.roles & unless:
                return -1
            if found < 0:
                found = k
    return found


@rule
def touches_ground(s, ax, ay, bx, by, roles):
    """Whether a leg comes near ground with one of the roles."""
    for k in range(s.n_pieces):
        if s.pieces[k].roles & roles and near_leg(s.pieces[k], ax, ay, bx, by):
            return True
    return False


@rule
def next_edge(s, here, ax, ay, bx, by, roles):
    """The share of a leg at which it next meets an edge of such ground, or 1."""
    there = 1.0
    for k in range(s.n_pieces):
        p = s.pieces[k]
        if p.roles & roles and near_leg(p, ax, ay, bx, by):
            there = min(there, plane.next_cut(here, ax, ay, bx, by, p.corners, p.n))
    return there


@rule
def barrier(s, ax, ay, bx, by):
    """The impassable piece that a leg of the centre goes through outside bridges and fords (G-R18), or -1."""
    if not touches_ground(s, ax, ay, bx, by, tables.IMPASSABLE):
        return -1
    if ax == bx and ay == by:
        return on_ground(s, ax, ay, tables.IMPASSABLE, tables.CROSSING)
    here = 0.0
    while here < 1.0:
        there = next_edge(s, here, ax, ay, bx, by, tables.IMPASSABLE | tables.CROSSING)
        middle = (here + there) / 2
        x, y = ax + (bx - ax) * middle, ay + (by - ay) * middle
        found = piece_at(s, x, y, ax, ay, bx, by, tables.IMPASSABLE, tables.CROSSING)
        if found >= 0 and (there - here) * leg_length(ax, ay, bx, by) > 1.0:
            return found
        here = there
    return on_ground(s, bx, by, tables.IMPASSABLE, tables.CROSSING)


@rule
def leg_length(ax, ay, bx, by):
    """The length of a leg, not rounded."""
    dx, dy = float(bx) - float(ax), float(by) - float(ay)
    return math.sqrt(dx * dx + dy * dy)


@rule
def in_difficult(s, x, y):
    """Whether a point is in difficult ground."""
    return on_ground(s, x, y, tables.DIFFICULT, 0) >= 0


@rule
def enters_difficult(s, ax, ay, bx, by):
    """How far along a leg its centre enters difficult ground from outside, or -1 where it does not."""
    if not touches_ground(s, ax, ay, bx, by, tables.DIFFICULT) or (ax == bx and ay == by):
        return -1
    before = in_difficult(s, ax, ay)
    here = 0.0
    while here < 1.0:
        there = next_edge(s, here, ax, ay, bx, by, tables.DIFFICULT)
        middle = (here + there) / 2
        inside = piece_at(s, ax + (bx - ax) * middle, ay + (by - ay) * middle, ax, ay, bx, by, tables.DIFFICULT, 0) >= 0
        if inside and not before:
            return math.floor(here * leg_length(ax, ay, bx, by))
        before = inside
        here = there
    return -1


@rule
def stretch_of(s, ax, ay, bx, by):
    """The stretch of a road that both ends of a leg lie on, as road × MOST_BENDS + its first bend, or -1."""
    half = s.road_half
    for k in range(s.n_roads):
        r = s.roads[k]
        if max(ax, bx) < r.low[0] - half or min(ax, bx) > r.high[0] + half:
            continue
        if max(ay, by) < r.low[1] - half or min(ay, by) > r.high[1] + half:
            continue
        for bend in range(r.n - 1):
            if on_stretch(r, bend, half, ax, ay) and on_stretch(r, bend, half, bx, by):
                return k * MOST_BENDS + bend
    return -1


@rule
def marches(s, ax, ay, bx, by, facing):
    """What a leg with this facing is by road: OFF_ROAD, ASKEW to every stretch that holds it, or IN_COLUMN (G-E5)."""
    found = OFF_ROAD
    for k in range(s.n_roads):
        r = s.roads[k]
        for bend in range(r.n - 1):
            if not on_stretch(r, bend, s.road_half, ax, ay) or not on_stretch(r, bend, s.road_half, bx, by):
                continue
            if is_sideways(s, k * MOST_BENDS + bend, facing):
                return IN_COLUMN
            found = ASKEW
    return found


@rule
def on_stretch(r, bend, half, x, y):
    """Whether a point lies on the band around a straight stretch of a road."""
    px, py, qx, qy = r.bends[bend, 0], r.bends[bend, 1], r.bends[bend + 1, 0], r.bends[bend + 1, 1]
    return plane.point_segment_gap(x, y, px, py, qx, qy) <= half


@rule
def road_angle(s, stretch):
    """The direction of a stretch of a road."""
    r = s.roads[stretch // MOST_BENDS]
    bend = stretch % MOST_BENDS
    return angle_of(r.bends[bend + 1, 0] - r.bends[bend, 0], r.bends[bend + 1, 1] - r.bends[bend, 1])


@rule
def is_sideways(s, stretch, facing):
    """Whether a base turns its side to a stretch of a road (G-R14)."""
    off = (np.int64(facing) - road_angle(s, stretch) + plane.TURN // 4) % (plane.TURN // 2)
    return min(off, plane.TURN // 2 - off) <= SQUARE


@rule
def shelter_gap(s, corners, x, y, reach):
    """How far a base is from the nearest road or town within a reach, else FAR_AWAY (G-R13)."""
    best = np.int64(FAR_AWAY)
    for k in range(s.n_pieces):
        p = s.pieces[k]
        if not p.roles & tables.SETTLED or not near_leg(p, x - reach, y - reach, x + reach, y + reach):
            continue
        best = min(best, np.int64(plane.gap(corners, 4, p.corners, p.n)))
    for k in range(s.n_roads):
        r = s.roads[k]
        if not near_leg(r, x - reach, y - reach, x + reach, y + reach):
            continue
        for bend in range(r.n - 1):
            away = np.int64(plane.gap(corners, 4, r.bends[bend : bend + 2], 2)) - s.road_half
            best = min(best, max(away, np.int64(0)))
    return best
