"""Where a unit may go: legs of a way, how long it may be in all, roads, strategic moves."""

import numpy as np

from escaramuza.games.forglory import ground, measure, tables
from escaramuza.games.forglory.codes import Why
from escaramuza.games.forglory.rules import room, stack
from escaramuza.games.forglory.rules.checks import disorganised
from escaramuza.games.forglory.state import ON_TABLE
from escaramuza.kernel.buffers import OK, because
from escaramuza.kernel.jit import rule
from escaramuza.kernel.plane import TURN, gap, point_gap
from escaramuza.kernel.scratch import scratch

# How far beyond the edge of difficult ground cavalry may come to rest (G-E4).
OVERSHOOT = 10
sweep_room = scratch(12, 2)


@rule
def begins_rough(s, unit):
    """The flag of a way that starts in difficult ground."""
    return stack.ROUGH if ground.in_difficult(s, s.units[unit].x, s.units[unit].y) else 0


@rule
def base_move(s, unit, flags):
    """A unit's base movement, or what difficult ground leaves of it (G-R19)."""
    category = s.units[unit].category
    return np.int64(s.span[tables.DIFFICULT_MOVE[category] if flags & stack.ROUGH else tables.MOVE[category]])


@rule
def flags_after(s, unit, x, y, flags):
    """The flags of a way once it goes on to a place: a battery that touches difficult ground is slow all the way."""
    u = s.units[unit]
    if tables.TYPE_OF[u.category] == tables.ARTILLERY and ground.enters_difficult(s, u.x, u.y, x, y) >= 0:
        flags |= stack.ROUGH
    if tables.TYPE_OF[u.category] == tables.CAVALRY and ground.enters_difficult(s, u.x, u.y, x, y) >= 0:
        flags |= stack.ENDED
    return flags


@rule
def write_sweep(out, corners, dx, dy):
    """The outline of all that a base covers on its way; the number of corners is returned."""
    n = 0
    turns = (np.int64(corners[1, 0]) - corners[0, 0]) * (np.int64(corners[2, 1]) - corners[1, 1]) - (
        np.int64(corners[1, 1]) - corners[0, 1]
    ) * (np.int64(corners[2, 0]) - corners[1, 0])
    for k in range(4):
        before, after = (k + 3) % 4, (k + 1) % 4
        # An edge leads if the way goes out through it.
        first = leads(corners, before, k, dx, dy, turns)
        second = leads(corners, k, after, dx, dy, turns)
        if not first:
            n = add_corner(out, n, corners[k, 0], corners[k, 1])
        if first or second:
            n = add_corner(out, n, corners[k, 0] + dx, corners[k, 1] + dy)
        if first and not second:
            n = add_corner(out, n, corners[k, 0], corners[k, 1])
    return n


@rule
def leads(corners, a, b, dx, dy, turns):
    """Whether an edge of a base leads on a way."""
    ex, ey = np.int64(corners[b, 0]) - corners[a, 0], np.int64(corners[b, 1]) - corners[a, 1]
    outward = ey * dx - ex * dy
    return outward > 0 if turns > 0 else outward < 0


@rule
def add_corner(out, n, x, y):
    """One more corner of an outline."""
    out[n, 0] = x
    out[n, 1] = y
    return n + 1


@rule
def stays_apart(s, unit, dx, dy):
    """Whether a unit keeps XL or more from every enemy base on its way (G-R22)."""
    u = s.units[unit]
    least = np.int64(s.span[tables.XL])
    far = least + 2 * measure.outer(s)
    shape = sweep_room()
    n = write_sweep(shape, u.corners, dx, dy)
    for body in range(tables.UNITS + tables.OFFICERS):
        state = s.units[body].state if body < tables.UNITS else s.officers[body - tables.UNITS].state
        side = s.units[body].side if body < tables.UNITS else s.officers[body - tables.UNITS].side
        if state != ON_TABLE or side == u.side:
            continue
        x, y = measure.x_of(s, body), measure.y_of(s, body)
        if x > max(u.x, u.x + dx) + far or x < min(u.x, u.x + dx) - far:
            continue
        if y > max(u.y, u.y + dy) + far or y < min(u.y, u.y + dy) - far:
            continue
        if body < tables.UNITS:
            if gap(shape, n, s.units[body].corners, 4) < least:
                return False
        elif point_gap(x, y, shape, n) - s.radius < least:
            return False
    return True


@rule
def keeps_far(s, unit, x, y, facing):
    """Whether a unit stays XL or more from every enemy on a leg: where it stands, as it turns, and on its way."""
    u = s.units[unit]
    if not stays_apart(s, unit, 0, 0):
        return False
    before = int(u.facing)
    measure.try_unit(s, unit, u.x, u.y, facing)
    far = stays_apart(s, unit, x - u.x, y - u.y)
    measure.try_unit(s, unit, u.x, u.y, before)
    return far


@rule
def check_leg(s, unit, a, used, legs, flags, mode, why):
    """One leg of a way: pivot to its facing, then straight to its place (G-R17, G-E3)."""
    u = s.units[unit]
    if flags & stack.ENDED and (a.x != u.x or a.y != u.y):
        return because(why, Why.STOPPED, unit)
    if a.x < 0 or a.y < 0 or a.x > s.width or a.y > s.height:
        return because(why, Why.OFF_TABLE, a.x, a.y)
    if a.facing < 0 or a.facing >= TURN:
        return because(why, Why.BAD_FACING)
    length = measure.centre_gap(u.x, u.y, a.x, a.y)
    if length > 0 and legs >= tables.MOST_LEGS:
        return because(why, Why.TOO_MANY_LEGS, unit, tables.MOST_LEGS)
    if mode == stack.TO_MARCH:
        code = check_march(s, unit, a, why)
        if code != OK:
            return code
    code = check_ground(s, unit, u.x, u.y, a.x, a.y, why)
    if code != OK:
        return code
    code = check_length(s, unit, a, used + length, flags, mode, why)
    if code != OK:
        return code
    x, y, facing = int(u.x), int(u.y), int(u.facing)
    measure.try_unit(s, unit, x, y, a.facing)
    code = check_way(s, unit, a, mode, why)
    if code == OK:
        measure.try_unit(s, unit, a.x, a.y, a.facing)
        code = check_rest(s, unit, tables.NONE, why)
    measure.try_unit(s, unit, x, y, facing)
    return code


@rule
def check_march(s, unit, a, why):
    """A march by road: the centre on it all the way, the base turned sideways (G-R14, G-E5)."""
    u = s.units[unit]
    how = ground.marches(s, u.x, u.y, a.x, a.y, a.facing)
    if how == ground.OFF_ROAD:
        return because(why, Why.NOT_ON_ROAD, unit)
    return OK if how == ground.IN_COLUMN else because(why, Why.NOT_IN_COLUMN, unit)


@rule
def check_ground(s, unit, ax, ay, bx, by, why):
    """Impassable ground, and difficult ground that stops cavalry and shuts out foot artillery."""
    category = s.units[unit].category
    piece = ground.barrier(s, ax, ay, bx, by)
    if piece >= 0:
        return because(why, Why.IMPASSABLE_GROUND, unit, piece)
    entry = ground.enters_difficult(s, ax, ay, bx, by)
    if entry < 0:
        return OK
    if tables.TYPE_OF[category] == tables.CAVALRY and measure.centre_gap(ax, ay, bx, by) > entry + OVERSHOOT:
        return because(why, Why.STOPS_AT_DIFFICULT, unit, entry)
    if category == tables.FOOT_ARTILLERY and ground.stretch_of(s, ax, ay, bx, by) < 0:
        return because(why, Why.NO_ROAD_THERE, unit)
    return OK


@rule
def most_length(s, unit, x, y, facing, flags, mode):
    """How long a way may be in all, this leg to a place included: road and strategic moves add one base move each."""
    if mode == stack.AS_EXTRA:
        return np.int64(s.span[tables.EXTRA_MOVE])
    base = base_move(s, unit, flags)
    most = 2 * base if mode == stack.TO_MARCH else base
    if not flags & stack.NEAR and not disorganised(s, unit) and keeps_far(s, unit, x, y, facing):
        most += base
    return most


@rule
def check_length(s, unit, a, length, flags, mode, why):
    """Whether a way is short enough."""
    after = flags_after(s, unit, a.x, a.y, flags)
    # The longer ways cost a look at every enemy: only where they are needed.
    if mode != stack.AS_EXTRA and length <= base_move(s, unit, after):
        return OK
    most = most_length(s, unit, a.x, a.y, a.facing, after, mode)
    return OK if length <= most else because(why, Why.TOO_FAR, unit, length, most)


@rule
def check_way(s, unit, a, mode, why):
    """Through friends, never through enemies; on a road not through friends either (G-M2, G-M7)."""
    u = s.units[unit]
    dx, dy = a.x - u.x, a.y - u.y
    enemy = room.enemy_on_way(s, unit, dx, dy)
    if enemy >= 0:
        return because(why, Why.ENEMY_IN_THE_WAY, unit, enemy)
    if mode == stack.TO_MARCH:
        friend = room.friend_on_way(s, unit, dx, dy)
        if friend >= 0:
            return because(why, Why.UNIT_ON_THE_ROAD, unit, friend)
    return OK


@rule
def check_rest(s, unit, target, why):
    """Whether a unit may come to rest where it now stands: on the table, on nobody, off enemies but a charged one."""
    u = s.units[unit]
    if room.off_table(s, u.corners, 4):
        return because(why, Why.OFF_TABLE, u.x, u.y)
    other = room.someone_under(s, unit)
    if other >= 0:
        return because(why, Why.ROOM_TAKEN, unit, other)
    if target == tables.NONE:
        enemy = room.enemy_touched(s, unit, tables.NONE)
        if enemy >= 0:
            return because(why, Why.NEAR_ENEMY, unit, enemy)
    if u.category == tables.FOOT_ARTILLERY:
        near = s.span[tables.XS]
        if ground.shelter_gap(s, u.corners, u.x, u.y, s.span[tables.S]) > near:
            whole = np.int64(s.width) + s.height
            return because(
                why, Why.FAR_FROM_ROAD, unit, min(ground.shelter_gap(s, u.corners, u.x, u.y, whole), whole), near
            )
    return OK


@rule
def check_moved(s, unit, a, legs, why):
    """A move goes somewhere or turns the unit."""
    u = s.units[unit]
    if legs == 0 and a.x == u.x and a.y == u.y and a.facing == u.facing:
        return because(why, Why.NOT_MOVED_AT_ALL, unit)
    return OK
