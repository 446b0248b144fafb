"""Measuring between bodies: bases and places, gaps, contact.

A body is a unit or an officer, by one number: units first, then officers (see tables.py).
"""

import numpy as np

from escaramuza.games.forglory import state, tables
from escaramuza.games.forglory.footing import stands_in
from escaramuza.kernel import plane
from escaramuza.kernel.jit import rule


@rule
def stands(s, body):
    """Whether a body is on the table."""
    if body < 0:
        return False
    return (s.units[body].state if body < tables.UNITS else s.officers[body - tables.UNITS].state) == state.ON_TABLE


@rule
def side_of_body(s, body):
    """The side of a unit or an officer."""
    return int(s.units[body].side if body < tables.UNITS else s.officers[body - tables.UNITS].side)


@rule
def x_of(s, body):
    """Where its centre is, from west to east."""
    return np.int64(s.units[body].x if body < tables.UNITS else s.officers[body - tables.UNITS].x)


@rule
def y_of(s, body):
    """Where its centre is, from north to south."""
    return np.int64(s.units[body].y if body < tables.UNITS else s.officers[body - tables.UNITS].y)


@rule
def outer(s):
    """More than half of a base's diagonal: a bound that needs no corners."""
    return np.int64(s.front) * 3 // 5


@rule
def try_unit(s, unit, x, y, facing):
    """Hold a base over a place for a look at the room there. It is put back in the same way: sight is not to be asked
    meanwhile, for the ground that hides it is noted only when it is put down."""
    u = s.units[unit]
    u.x = x
    u.y = y
    u.facing = facing
    plane.write_box(u.corners, x, y, s.deep, s.front, facing)


@rule
def put_unit(s, unit, x, y, facing):
    """Put a base down, and note what ground it is in."""
    try_unit(s, unit, x, y, facing)
    u = s.units[unit]
    u.inside = stands_in(s, u.corners, 4)


@rule
def put_officer(s, officer, x, y):
    """Put an officer's round base down."""
    o = s.officers[officer]
    o.x = x
    o.y = y
    for corner in range(state.OFFICER_CORNERS):
        angle = corner * (plane.TURN // state.OFFICER_CORNERS)
        o.corners[corner, 0] = x + plane.turned_x(np.int64(s.radius), 0, angle)
        o.corners[corner, 1] = y + plane.turned_y(np.int64(s.radius), 0, angle)
    o.inside = stands_in(s, o.corners, state.OFFICER_CORNERS)


@rule
def centre_gap(ax, ay, bx, by):
    """The distance between two points, rounded up."""
    dx, dy = np.int64(ax) - bx, np.int64(ay) - by
    return plane.root_up(dx * dx + dy * dy, 1)


@rule
def body_gap(s, a, b):
    """The distance between the nearest points of two bodies (G-Z2)."""
    if a < tables.UNITS and b < tables.UNITS:
        return np.int64(plane.gap(s.units[a].corners, 4, s.units[b].corners, 4))
    if a >= tables.UNITS and b >= tables.UNITS:
        return max(np.int64(0), centre_gap(x_of(s, a), y_of(s, a), x_of(s, b), y_of(s, b)) - 2 * np.int64(s.radius))
    unit, officer = (a, b) if a < tables.UNITS else (b, a)
    o = s.officers[officer - tables.UNITS]
    return max(np.int64(0), np.int64(plane.point_gap(o.x, o.y, s.units[unit].corners, 4)) - np.int64(s.radius))


@rule
def surely_beyond(s, a, b, reach):
    """Whether the centres alone show that two bodies are farther apart than a distance."""
    dx, dy = x_of(s, a) - x_of(s, b), y_of(s, a) - y_of(s, b)
    far = np.int64(reach) + 2 * outer(s)
    return dx * dx + dy * dy > far * far


@rule
def within(s, a, b, reach):
    """Whether two bodies are within a distance of each other."""
    return not surely_beyond(s, a, b, reach) and body_gap(s, a, b) <= reach


@rule
def touches(s, a, b):
    """Whether two bodies are in contact."""
    return within(s, a, b, tables.CONTACT)


@rule
def enemy_officer(s, officer, side):
    """Whether an officer stands and is an enemy of a side."""
    o = s.officers[officer]
    return o.state == state.ON_TABLE and o.side != side


@rule
def is_enemy(s, body, side):
    """Whether a body stands and is an enemy of a side."""
    return stands(s, body) and side_of_body(s, body) != side


@rule
def nearest_enemy(s, body):
    """The enemy body nearest to a body, officers included (G-R24), or -1; the lower number where they are as near."""
    side = side_of_body(s, body)
    best = centrally_nearest(s, body, side)
    if best < 0:
        return -1
    best_gap = body_gap(s, body, best)
    for other in range(tables.BODIES):
        if other == best or not is_enemy(s, other, side) or surely_beyond(s, body, other, best_gap):
            continue
        apart = body_gap(s, body, other)
        if apart < best_gap or (apart == best_gap and other < best):
            best = other
            best_gap = apart
    return best


@rule
def centrally_nearest(s, body, side):
    """The enemy whose centre is nearest, or -1: near enough to leave out most others without measuring."""
    best = -1
    least = np.int64(0)
    for other in range(tables.BODIES):
        if not is_enemy(s, other, side):
            continue
        dx, dy = x_of(s, body) - x_of(s, other), y_of(s, body) - y_of(s, other)
        square = dx * dx + dy * dy
        if best < 0 or square < least:
            best = other
            least = square
    return best


@rule
def from_front(s, x, y, target):
    """Whether a point lies ahead of the line of a unit's front edge (G-R3)."""
    t = s.units[target]
    ahead = plane.turned_x(np.int64(x) - t.x, np.int64(y) - t.y, -np.int64(t.facing))
    return 2 * ahead > s.deep


@rule
def is_artillery(s, unit):
    """Whether a unit is a battery."""
    return tables.TYPE_OF[s.units[unit].category] == tables.ARTILLERY
