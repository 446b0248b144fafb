"""Places for agents and keyboards: a tactically complete choice out of all that a unit can reach.

Full and half moves in sixteen directions, contact with enemies, the edge of the range, objectives, cover, bends.
"""

import numpy as np

from escaramuza.games.cafe import kinds, state, tables
from escaramuza.games.cafe.measure import OUTER, centre_gap
from escaramuza.games.cafe.rules.stack import TO_SUPPORT
from escaramuza.games.cafe.rules.ways import allowance
from escaramuza.games.field.rules.lattice import add_new, place_action
from escaramuza.kernel.jit import rule
from escaramuza.kernel.plane import TURN, turned_x, turned_y
from escaramuza.kernel.stack import top

DIRECTIONS, BEND_DIRECTIONS = 16, 8
# Centres so far apart leave room between two bases at any angle, and are in contact.
TOUCH = 2 * OUTER + 8
# Rounding a direction to whole tenths of a millimetre must not lengthen the leg.
SLACK = 2
ON_OBJECTIVE = 500
SHORTEST_BEND = 200


@rule
def lattice_columns(s):
    """How many columns the lattice of a deployment zone has."""
    return (s.zone - tables.EDGE - tables.BASE_LENGTH // 2) // tables.COLUMN + 1


@rule
def lattice_rows(s):
    """How many places each of them has."""
    return (s.height - 2 * tables.EDGE - tables.BASE_WIDTH) // tables.ROW + 1


@rule
def lattice_x(s, side, column):
    """Where a column of a side's lattice lies, the front one first."""
    depth = s.zone - column * tables.COLUMN
    return depth if s.left == side else s.width - depth


@rule
def lattice_y(row):
    """Where a row of it lies."""
    return tables.EDGE + tables.BASE_WIDTH // 2 + row * tables.ROW


@rule
def next_in_hand(s):
    """The next unit that the deciding seat has to place, or NONE."""
    for unit in range(s.side * tables.MOST_UNITS, (s.side + 1) * tables.MOST_UNITS):
        if s.units[unit].seat == s.asked and s.units[unit].state == state.IN_HAND:
            return unit
    return tables.NONE


@rule
def deploy_places(s, out, n):
    """A lattice over the zone for the next unit in hand of the deciding seat."""
    unit = next_in_hand(s)
    if unit == tables.NONE:
        return n
    for column in range(lattice_columns(s)):
        for row in range(lattice_rows(s)):
            place_action(out[n], kinds.PLACE, unit, lattice_x(s, s.side, column), lattice_y(row), 0)
            n += 1
    return n


@rule
def move_places(s, out, n):
    """Where the active unit may walk or run."""
    unit = int(top(s).unit)
    walk, run = allowance(s, unit, False), allowance(s, unit, True)
    n = rays(s, unit, kinds.WALK, walk, walk // 2, out, n)
    n = rays(s, unit, kinds.RUN, run, (walk + run) // 2, out, n)
    n = towards_enemies(s, unit, walk, run, kinds.WALK, kinds.RUN, out, n)
    n = towards_ground(s, unit, walk, run, kinds.WALK, kinds.RUN, out, n)
    n = bends(s, unit, kinds.WALK_BEND, walk // 2, out, n)
    return bends(s, unit, kinds.RUN_BEND, run // 2, out, n)


@rule
def way_places(s, out, n):
    """Where an open way may go on."""
    f = top(s)
    unit, left = int(f.unit), int(f.left)
    u = s.units[unit]
    place_action(out[n], kinds.GO, unit, u.x, u.y, u.facing)
    n += 1
    if left > SLACK:
        n = rays(s, unit, kinds.GO, left, left // 2, out, n)
        if f.mode == TO_SUPPORT:
            n = beside(s, unit, int(f.target), left, out, n)
        else:
            n = towards_enemies(s, unit, left, left, kinds.GO, kinds.GO, out, n)
            n = towards_ground(s, unit, left, left, kinds.GO, kinds.GO, out, n)
    return bends(s, unit, kinds.BEND, left // 2, out, n)


@rule
def rays(s, unit, kind, far, half, out, n):
    """The full distance in every direction, half of it in every second one."""
    u = s.units[unit]
    for k in range(DIRECTIONS):
        angle = k * (TURN // DIRECTIONS)
        for distance in (far - SLACK, half - SLACK if k % 2 == 0 else 0):
            if distance > 0:
                x, y = u.x + turned_x(distance, 0, angle), u.y + turned_y(distance, 0, angle)
                place_action(out[n], kind, unit, x, y, u.facing)
                n += 1
    return n


@rule
def bends(s, unit, kind, distance, out, n):
    """First legs of a way around something."""
    if distance < SHORTEST_BEND:
        return n
    u = s.units[unit]
    for k in range(BEND_DIRECTIONS):
        angle = k * (TURN // BEND_DIRECTIONS)
        x, y = u.x + turned_x(distance, 0, angle), u.y + turned_y(distance, 0, angle)
        place_action(out[n], kind, unit, x, y, u.facing)
        n += 1
    return n


@rule
def straight(s, unit, tx, ty, stop, walk, run, walking, running, out, n):
    """The place on the straight way to a point where so much is left to go, if a walk or a run reaches it."""
    u = s.units[unit]
    whole = centre_gap(u.x, u.y, tx, ty)
    far = whole - stop
    if far <= 0 or far > run:
        return n
    dx, dy = (np.int64(tx) - u.x) * far, (np.int64(ty) - u.y) * far
    x, y = u.x + (dx // whole if dx >= 0 else -(-dx // whole)), u.y + (dy // whole if dy >= 0 else -(-dy // whole))
    return add_new(out, n, walking if far <= walk else running, unit, x, y, u.facing)


@rule
def towards_enemies(s, unit, walk, run, walking, running, out, n):
    """Contact with each enemy within a run, and the places from which it comes into range or leaves it."""
    u = s.units[unit]
    for j in range(tables.UNITS):
        t = s.units[j]
        if t.state != state.ON_TABLE or t.side == u.side:
            continue
        apart = max(abs(t.x - u.x), abs(t.y - u.y))
        if apart <= run + TOUCH:
            n = straight(s, unit, t.x, t.y, TOUCH, walk, run, walking, running, out, n)
        # The edge of the range matters to a unit that may still shoot.
        if walk < run and apart <= walk + tables.RANGE + TOUCH:
            n = straight(s, unit, t.x, t.y, tables.RANGE + 150 - SLACK, walk, walk, walking, walking, out, n)
    return n


@rule
def towards_ground(s, unit, walk, run, walking, running, out, n):
    """Objectives, and the nearest corners of what gives cover."""
    u = s.units[unit]
    for k in range(s.n_objectives):
        o = s.objectives[k]
        n = straight(s, unit, o.x, o.y, ON_OBJECTIVE, walk, run, walking, running, out, n)
    for k in range(s.n_pieces):
        p = s.pieces[k]
        if not p.roles & state.COVER or u.x + run < p.low[0] or u.x - run > p.high[0]:
            continue
        if u.y + run < p.low[1] or u.y - run > p.high[1]:
            continue
        best = 0
        best_gap = centre_gap(u.x, u.y, p.corners[0, 0], p.corners[0, 1])
        for corner in range(1, p.n):
            apart = centre_gap(u.x, u.y, p.corners[corner, 0], p.corners[corner, 1])
            if apart < best_gap:
                best = corner
                best_gap = apart
        n = straight(s, unit, p.corners[best, 0], p.corners[best, 1], 0, walk, run, walking, running, out, n)
    return n


@rule
def beside(s, unit, winner, left, out, n):
    """Places around the winner from which a supporting unit is in contact with it."""
    w, u = s.units[winner], s.units[unit]
    for k in range(DIRECTIONS):
        angle = k * (TURN // DIRECTIONS)
        n = add_new(out, n, kinds.GO, unit, w.x + turned_x(TOUCH, 0, angle), w.y + turned_y(TOUCH, 0, angle), u.facing)
    return straight(s, unit, w.x, w.y, tables.CLOSE, left, left, kinds.GO, kinds.GO, out, n)


@rule
def near_mask(s, unit, reach):
    """The units that can stand in the way of a move of this length, one bit each."""
    u = s.units[unit]
    far = reach + 3 * OUTER
    mask = 0
    for j in range(tables.UNITS):
        t = s.units[j]
        if t.state == state.ON_TABLE and j != unit and abs(t.x - u.x) <= far and abs(t.y - u.y) <= far:
            mask |= 1 << j
    return mask


@rule
def mover_mask(s):
    """The same for the unit that is moving now."""
    f = top(s)
    return near_mask(s, int(f.unit), allowance(s, int(f.unit), True) if s.phase == state.MOVE else int(f.left))
