"""Places for agents and keyboards: a tactically complete choice out of all that a unit can reach.

Full and half moves in sixteen directions, facing as now and towards the enemy; strategic moves; the edge of the range,
flanks and rears, objectives, the own officer, a place in line with a friend, roads in both directions, bends, pivots.
"""

import numpy as np

from escaramuza.games.field.rules.lattice import add_new
from escaramuza.games.forglory import kinds, measure, state, tables
from escaramuza.games.forglory.angles import angle_of
from escaramuza.games.forglory.ground import on_stretch, road_angle
from escaramuza.games.forglory.rules.activation import way_left
from escaramuza.games.forglory.rules.checks import disorganised
from escaramuza.games.forglory.rules.stack import AS_EXTRA, ENDED, TO_MARCH
from escaramuza.games.forglory.rules.ways import base_move, begins_rough, stays_apart
from escaramuza.kernel.jit import rule
from escaramuza.kernel.plane import TURN, turned_x, turned_y
from escaramuza.kernel.stack import top

DIRECTIONS, BEND_DIRECTIONS, PIVOTS = 16, 8, 8
# Rounding a direction to whole tenths of a millimetre must not lengthen the leg.
SLACK = 2
FEW_FRIENDS = 3


@rule
def scaled(s, length):
    """A length of scale 1 at the scale of the battle."""
    return int(length * np.int64(s.scale) // 100)


@rule
def look_at(s, unit, x, y, enemy):
    """The facing that looks from a place at an enemy, or the present one."""
    if enemy < 0 or (measure.x_of(s, enemy) == x and measure.y_of(s, enemy) == y):
        return int(s.units[unit].facing)
    return angle_of(measure.x_of(s, enemy) - x, measure.y_of(s, enemy) - y)


@rule
def move_places(s, out, n):
    """Where the unit in hand may go."""
    f = top(s)
    unit = int(f.unit)
    u = s.units[unit]
    marching = s.phase == state.WAY and f.mode == TO_MARCH
    if marching:
        n = add_new(out, n, kinds.MARCH, unit, u.x, u.y, u.facing)
        return march_places(s, unit, out, n)
    enemy = measure.nearest_enemy(s, unit)
    n = pivots(s, unit, enemy, out, n)
    if f.flags & ENDED:
        return n
    far = (
        int(way_left(s, f))
        if s.phase == state.WAY or f.mode == AS_EXTRA
        else int(base_move(s, unit, begins_rough(s, unit)))
    )
    if far <= SLACK:
        return n
    n = rays(s, unit, far, enemy, True, out, n)
    n = towards_enemies(s, unit, far, out, n)
    n = towards_friends(s, unit, far, out, n)
    n = towards_ground(s, unit, far, enemy, out, n)
    if s.phase != state.WAY and f.mode != AS_EXTRA:
        if not disorganised(s, unit) and stays_apart(s, unit, 0, 0):
            n = rays(s, unit, 2 * far, enemy, False, out, n)
            n = towards_ground(s, unit, 2 * far, enemy, out, n)
        n = march_places(s, unit, out, n)
    for k in range(BEND_DIRECTIONS):
        angle = k * (TURN // BEND_DIRECTIONS)
        n = add_new(
            out, n, kinds.BEND, unit, u.x + turned_x(far // 2, 0, angle), u.y + turned_y(far // 2, 0, angle), u.facing
        )
    return n


@rule
def pivots(s, unit, enemy, out, n):
    """Turning on the spot."""
    u = s.units[unit]
    for k in range(PIVOTS):
        n = add_new(out, n, kinds.MOVE, unit, u.x, u.y, k * (TURN // PIVOTS))
    n = add_new(out, n, kinds.MOVE, unit, u.x, u.y, u.facing)
    return add_new(out, n, kinds.MOVE, unit, u.x, u.y, look_at(s, unit, u.x, u.y, enemy))


@rule
def rays(s, unit, far, enemy, half, out, n):
    """The full distance in every direction, half of it in every second one."""
    u = s.units[unit]
    for k in range(DIRECTIONS):
        angle = k * (TURN // DIRECTIONS)
        for distance in (far - SLACK, far // 2 if half and k % 2 == 0 else 0):
            if distance <= 0:
                continue
            x, y = u.x + turned_x(distance, 0, angle), u.y + turned_y(distance, 0, angle)
            n = add_new(out, n, kinds.MOVE, unit, x, y, look_at(s, unit, x, y, enemy))
            n = add_new(out, n, kinds.MOVE, unit, x, y, u.facing)
    return n


@rule
def straight(s, unit, tx, ty, stop, far, facing, out, n):
    """The place on the straight way to a point where so much is left to go, or as far as the move goes."""
    u = s.units[unit]
    whole = measure.centre_gap(u.x, u.y, tx, ty)
    length = min(whole - stop, far - SLACK)
    if length <= 0:
        return n
    dx, dy = (np.int64(tx) - u.x) * length, (np.int64(ty) - u.y) * length
    x, y = u.x + (dx // whole if dx >= 0 else -(-dx // whole)), u.y + (dy // whole if dy >= 0 else -(-dy // whole))
    return add_new(out, n, kinds.MOVE, unit, x, y, int(u.facing) if facing == tables.NONE else facing)


@rule
def towards_enemies(s, unit, far, out, n):
    """Where an enemy comes into range, and its flanks and rear."""
    u = s.units[unit]
    reach = tables.RANGE[u.category]
    beside = scaled(s, 700)
    for k in range((1 - u.side) * tables.UNITS // 2, (2 - u.side) * tables.UNITS // 2):
        t = s.units[k]
        if t.state != state.ON_TABLE:
            continue
        apart = max(abs(t.x - u.x), abs(t.y - u.y))
        if reach != tables.NONE and apart <= far + s.span[reach] + 2 * measure.outer(s):
            n = straight(s, unit, t.x, t.y, s.span[reach] + s.deep, far, angle_of(t.x - u.x, t.y - u.y), out, n)
        if apart > far + beside:
            continue
        for way in range(1, 4):
            angle = int(t.facing) + way * (TURN // 4)
            x, y = t.x + turned_x(beside, 0, angle), t.y + turned_y(beside, 0, angle)
            if measure.centre_gap(u.x, u.y, x, y) <= far:
                n = add_new(out, n, kinds.MOVE, unit, x, y, angle_of(t.x - x, t.y - y))
    return n


@rule
def towards_friends(s, unit, far, out, n):
    """In line with a friend of the same division, and near the own officer."""
    u = s.units[unit]
    o = s.officers[u.division]
    if o.state == state.ON_TABLE:
        n = straight(s, unit, o.x, o.y, s.radius + s.deep, far, tables.NONE, out, n)
    beside = int(s.front) + scaled(s, 20)
    met = 0
    for k in range(tables.UNITS):
        t = s.units[k]
        if t.state != state.ON_TABLE or t.division != u.division or k == unit or met >= FEW_FRIENDS:
            continue
        met += 1
        for way in (1, 3):
            angle = int(t.facing) + way * (TURN // 4)
            x, y = t.x + turned_x(beside, 0, angle), t.y + turned_y(beside, 0, angle)
            if measure.centre_gap(u.x, u.y, x, y) <= far:
                n = add_new(out, n, kinds.MOVE, unit, x, y, int(t.facing))
    return n


@rule
def towards_ground(s, unit, far, enemy, out, n):
    """Objectives, and the nearest point of each road."""
    u = s.units[unit]
    for k in range(s.n_objectives):
        o = s.objectives[k]
        n = straight(s, unit, o.x, o.y, s.span[tables.XS] // 2, far, look_at(s, unit, u.x, u.y, enemy), out, n)
    for k in range(s.n_roads):
        r = s.roads[k]
        best_x, best_y, best = 0, 0, np.int64(far) + 1
        for bend in range(r.n - 1):
            x, y = nearest_on(r, bend, u.x, u.y, True), nearest_on(r, bend, u.x, u.y, False)
            apart = measure.centre_gap(u.x, u.y, x, y)
            if apart < best:
                best_x, best_y, best = x, y, apart
        if 0 < best <= far:
            n = add_new(out, n, kinds.MOVE, unit, best_x, best_y, u.facing)
    return n


@rule
def nearest_on(r, bend, x, y, east):
    """The point of a stretch of a road that is nearest to a point: its x, or its y."""
    ax, ay = np.int64(r.bends[bend, 0]), np.int64(r.bends[bend, 1])
    lx, ly = np.int64(r.bends[bend + 1, 0]) - ax, np.int64(r.bends[bend + 1, 1]) - ay
    length = lx * lx + ly * ly
    along = min(max((x - ax) * lx + (y - ay) * ly, np.int64(0)), length)
    return int(ax + lx * along // length) if east else int(ay + ly * along // length)


@rule
def march_places(s, unit, out, n):
    """Along every stretch of road under the unit, both ways: whole, with the strategic move, to the next bend."""
    u = s.units[unit]
    f = top(s)
    base = int(base_move(s, unit, begins_rough(s, unit)))
    for road in range(s.n_roads):
        r = s.roads[road]
        for bend in range(r.n - 1):
            if not on_stretch(r, bend, s.road_half, u.x, u.y):
                continue
            facing = (road_angle(s, road * state.MOST_BENDS + bend) + TURN // 4) % TURN
            for end in range(2):
                x, y = int(r.bends[bend + end, 0]), int(r.bends[bend + end, 1])
                whole = int(measure.centre_gap(u.x, u.y, x, y))
                for times in (2, 3):
                    far = times * base - int(f.used) - SLACK
                    if whole > 0 and 0 < far < whole:
                        mx = u.x + (np.int64(x) - u.x) * far // whole
                        my = u.y + (np.int64(y) - u.y) * far // whole
                        n = add_new(out, n, kinds.MARCH, unit, mx, my, facing)
                if whole > SLACK:
                    n = add_new(out, n, kinds.MARCH, unit, x, y, facing)
                    n = add_new(out, n, kinds.MARCH_BEND, unit, x, y, facing)
    return n


@rule
def ride_places(s, officer, out, n):
    """Where an officer may ride: all directions, near its units, near its staff; a staff near its generals."""
    f = top(s)
    o = s.officers[officer]
    body = tables.UNITS + officer
    far = int(s.span[tables.OFFICER_MOVE]) - int(f.used)
    if f.legs > 0:
        n = add_new(out, n, kinds.RIDE, body, o.x, o.y, 0)
    if far <= SLACK:
        return n
    for k in range(DIRECTIONS):
        angle = k * (TURN // DIRECTIONS)
        for distance in (far - SLACK, far // 2):
            n = add_new(
                out, n, kinds.RIDE, body, o.x + turned_x(distance, 0, angle), o.y + turned_y(distance, 0, angle), 0
            )
        if k % 2 == 0:
            half = far // 2
            n = add_new(
                out, n, kinds.RIDE_BEND, body, o.x + turned_x(half, 0, angle), o.y + turned_y(half, 0, angle), 0
            )
    if officer < tables.STAFF:
        n = ride_to(s, officer, s.officers[tables.STAFF + o.side].x, s.officers[tables.STAFF + o.side].y, far, out, n)
        return ride_to_units(s, officer, far, out, n)
    for division in range(tables.DIVISIONS):
        if s.officers[division].state == state.ON_TABLE and s.officers[division].side == o.side:
            n = ride_to(s, officer, s.officers[division].x, s.officers[division].y, far, out, n)
    return n


@rule
def ride_to_units(s, officer, far, out, n):
    """Behind the middle of an officer's units."""
    o = s.officers[officer]
    x, y, count = np.int64(0), np.int64(0), np.int64(0)
    back_x, back_y = np.int64(0), np.int64(0)
    for k in range(tables.UNITS):
        u = s.units[k]
        if u.state == state.ON_TABLE and u.division == officer:
            x += u.x
            y += u.y
            back_x -= turned_x(s.deep, 0, u.facing)
            back_y -= turned_y(s.deep, 0, u.facing)
            count += 1
    if count == 0:
        return n
    n = ride_to(s, officer, x // count + back_x // count, y // count + back_y // count, far + s.radius, out, n)
    return ride_to(s, officer, o.x, o.y, far, out, n)


@rule
def ride_to(s, officer, x, y, far, out, n):
    """Towards a point, stopping beside it."""
    o = s.officers[officer]
    whole = measure.centre_gap(o.x, o.y, x, y)
    length = min(whole - 3 * s.radius, np.int64(far) - SLACK)
    if length <= 0:
        return n
    dx, dy = (np.int64(x) - o.x) * length, (np.int64(y) - o.y) * length
    px = o.x + (dx // whole if dx >= 0 else -(-dx // whole))
    py = o.y + (dy // whole if dy >= 0 else -(-dy // whole))
    return add_new(out, n, kinds.RIDE, tables.UNITS + officer, px, py, 0)
