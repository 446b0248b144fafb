"""Putting divisions and staffs on the table: at first, and as reinforcements by an edge."""

import numpy as np

from escaramuza.games.forglory import measure, state, tables
from escaramuza.games.forglory.codes import Did, Why
from escaramuza.games.forglory.ground import on_ground
from escaramuza.games.forglory.rules import stack
from escaramuza.games.forglory.rules.officers import check_stand
from escaramuza.games.forglory.rules.room import off_table, someone_under
from escaramuza.games.forglory.scene import Edge
from escaramuza.kernel.buffers import OK, because, emit
from escaramuza.kernel.dice import throw
from escaramuza.kernel.jit import rule
from escaramuza.kernel.plane import TURN
from escaramuza.kernel.stack import pop, push, top

EDGES: tuple[Edge, ...] = ("west", "north", "east", "south")
WEST, NORTH_EDGE, EAST, SOUTH_EDGE = range(len(EDGES))
# Right flank, own edge, left flank: clockwise as a player sees them (G-R54).
BY_DIE = np.array([[EAST, SOUTH_EDGE, WEST], [WEST, NORTH_EDGE, EAST]], np.int64)
MOST_TRIES = 3
# Noted in a staff's `tries` until the next round.
NO_ROOM_FOUND = 2
# A round's end for a division that found no room: it tries again in the next.
NEXT_ROUND = 1


@rule
def facing_of(side):
    """Towards the other player."""
    return 3 * TURN // 4 if side == tables.SOUTH else TURN // 4


@rule
def open_deployment(s, division, arriving, log):
    """A division comes onto the table; a reinforcement throws for its edge (G-N3)."""
    o = s.officers[division]
    if arriving:
        face = throw(s.dice)
        o.edge = BY_DIE[o.side, (face - 1) // 2]
        o.tries = 1
        emit(log, Did.EDGE_DIE, division, face, o.edge)
    emit(log, Did.DEPLOYS, division)
    f = push(s, stack.A_DEPLOYMENT)
    f.unit = division
    f.side = o.side


@rule
def open_staff(s, side):
    """A staff is put on the table."""
    f = push(s, stack.A_DEPLOYMENT)
    f.unit = tables.STAFF + side
    f.side = side


@rule
def left_to_place(s, division):
    """A unit of a division that is not on the table yet, or NONE."""
    for unit in range(tables.UNITS):
        if s.units[unit].division == division and s.units[unit].state == state.IN_HAND:
            return unit
    return tables.NONE


@rule
def turned_away(s, division, log):
    """No room for a general: a reinforcement tries the next edge; else its division waits (G-R55)."""
    o = s.officers[division]
    if o.edge == tables.NONE or o.tries >= MOST_TRIES:
        put_off(s, division, log)
        return
    emit(log, Did.NO_ROOM, division)
    o.tries += 1
    o.edge = edge_after(int(o.side), int(o.edge))
    emit(log, Did.NEXT_EDGE, division, o.edge)


@rule
def put_off(s, division, log):
    """A division comes in the next round, by an edge that a die then gives: nobody chooses it (G-R55)."""
    o = s.officers[division]
    emit(log, Did.NO_ROOM, division)
    lift(s, division)
    emit(log, Did.IN_RESERVE if o.edge == tables.NONE else Did.WAITS, division, NEXT_ROUND)
    o.edge = tables.NONE
    o.tries = 0
    o.die = NEXT_ROUND
    pop(s)


@rule
def edge_after(side, edge):
    """The next of a player's edges, clockwise."""
    for k in range(3):
        if BY_DIE[side, k] == edge:
            return int(BY_DIE[side, (k + 1) % 3])
    return int(BY_DIE[side, 0])


@rule
def take_up(s, division, log):
    """A division whose next unit finds no room begins again there (G-R55)."""
    lift(s, division)
    emit(log, Did.TAKEN_UP, division)


@rule
def lift(s, division):
    """Take what was placed of a division up again."""
    o = s.officers[division]
    o.state = state.IN_HAND
    measure.put_officer(s, division, 0, 0)
    for unit in range(tables.UNITS):
        u = s.units[unit]
        if u.division == division and u.state == state.ON_TABLE:
            u.state = state.IN_HAND
            measure.put_unit(s, unit, 0, 0, facing_of(u.side))


@rule
def check_place(s, a, why):
    """Whether a piece of the division or the staff may be put down there (G-D5, G-N4)."""
    f = top(s)
    body = int(a.unit)
    if body < 0 or body >= tables.BODIES:
        return because(why, Why.NO_SUCH_BODY, body)
    if f.unit >= tables.STAFF:
        if body != tables.UNITS + f.unit:
            return because(why, Why.NOT_THIS_DIVISION, body, f.unit)
        return check_officer_spot(s, int(f.unit), a.x, a.y, why)
    if body >= tables.UNITS:
        if body != tables.UNITS + f.unit:
            return because(why, Why.NOT_THIS_DIVISION, body, f.unit)
        if measure.stands(s, body):
            return because(why, Why.ALREADY_PLACED, body)
        return check_officer_spot(s, int(f.unit), a.x, a.y, why)
    u = s.units[body]
    if u.state == state.ABSENT or u.division != f.unit:
        return because(why, Why.NOT_THIS_DIVISION, body, f.unit)
    if u.state != state.IN_HAND:
        return because(why, Why.ALREADY_PLACED, body)
    if not measure.stands(s, tables.UNITS + f.unit):
        return because(why, Why.OFFICER_FIRST, tables.UNITS + f.unit)
    return check_unit_spot(s, body, a.x, a.y, a.facing, why)


@rule
def check_officer_spot(s, officer, x, y, why):
    """Where a general or a staff may be put down."""
    code = check_stand(s, officer, x, y, why)
    if code != OK:
        return code
    o = s.officers[officer]
    home_x, home_y = int(o.x), int(o.y)
    measure.put_officer(s, officer, x, y)
    code = check_far_from_enemies(s, tables.UNITS + officer, why)
    if code == OK and officer >= tables.STAFF:
        code = check_near_officers(s, officer, why)
    elif code == OK and o.edge == tables.NONE:
        if (2 * y < s.height) if o.side == tables.SOUTH else (2 * y > s.height):
            code = because(why, Why.ENEMY_HALF, tables.UNITS + officer)
        elif outside_zone(s, officer, x, y, 0):
            code = because(why, Why.OUTSIDE_ZONE, tables.UNITS + officer, officer)
    elif code == OK:
        away = max(edge_gap(s, int(o.edge), x, y) - s.radius, 0)
        if away > s.span[tables.XL]:
            code = because(why, Why.FAR_FROM_EDGE, tables.UNITS + officer, away, s.span[tables.XL])
    measure.put_officer(s, officer, home_x, home_y)
    return code


@rule
def outside_zone(s, division, x, y, slack):
    """Whether a place is farther than a slack from where a division stood in history (G-R66); reinforcements come by
    their edge."""
    o = s.officers[division]
    if o.edge != tables.NONE or o.zone[2] == 0:
        return False
    zone = o.zone
    return x < zone[0] - slack or y < zone[1] - slack or x > zone[2] + slack or y > zone[3] + slack


@rule
def edge_gap(s, edge, x, y):
    """How far a point is from an edge of the table."""
    if edge == WEST:
        return int(x)
    if edge == EAST:
        return int(s.width - x)
    return int(y) if edge == NORTH_EDGE else int(s.height - y)


@rule
def check_far_from_enemies(s, body, why):
    """XL from every enemy body (G-R55)."""
    least = s.span[tables.XL]
    side = s.units[body].side if body < tables.UNITS else s.officers[body - tables.UNITS].side
    for other in range(tables.BODIES):
        if not measure.is_enemy(s, other, side) or measure.surely_beyond(s, body, other, least):
            continue
        away = measure.body_gap(s, body, other)
        if away < least:
            return because(why, Why.ENEMY_TOO_NEAR, body, other, away, least)
    return OK


@rule
def check_near_officers(s, staff, why):
    """A staff stands within XL of one of its generals (G-D6)."""
    for division in range(tables.DIVISIONS):
        o = s.officers[division]
        if o.state != state.ON_TABLE or o.side != s.officers[staff].side:
            continue
        if measure.within(s, tables.UNITS + staff, tables.UNITS + division, s.span[tables.XL]):
            return OK
    return because(why, Why.FAR_FROM_OFFICERS, tables.UNITS + staff, s.span[tables.XL])


@rule
def check_unit_spot(s, unit, x, y, facing, why):
    """Where a unit of the division may be put down: within L of its officer, XL from enemies."""
    if x < 0 or y < 0 or x > s.width or y > s.height:
        return because(why, Why.OFF_TABLE, x, y)
    if facing < 0 or facing >= TURN:
        return because(why, Why.BAD_FACING)
    piece = on_ground(s, x, y, tables.IMPASSABLE, tables.CROSSING)
    if piece >= 0:
        return because(why, Why.IMPASSABLE_GROUND, unit, piece)
    u = s.units[unit]
    home_x, home_y, before = int(u.x), int(u.y), int(u.facing)
    measure.try_unit(s, unit, x, y, facing)
    officer = tables.UNITS + u.division
    code = OK
    other = someone_under(s, unit)
    if off_table(s, u.corners, 4):
        code = because(why, Why.OFF_TABLE, x, y)
    elif other >= 0:
        code = because(why, Why.ROOM_TAKEN, unit, other)
    elif outside_zone(s, int(u.division), x, y, 0):
        code = because(why, Why.OUTSIDE_ZONE, unit, u.division)
    elif not measure.within(s, unit, officer, s.span[tables.L]):
        code = because(why, Why.FAR_FROM_OFFICER, unit, measure.body_gap(s, unit, officer), s.span[tables.L])
    else:
        code = check_far_from_enemies(s, unit, why)
    measure.try_unit(s, unit, home_x, home_y, before)
    return code


@rule
def apply_place(s, a, log):
    """Put a piece down."""
    body = int(a.unit)
    if body >= tables.UNITS:
        s.officers[body - tables.UNITS].state = state.ON_TABLE
        measure.put_officer(s, body - tables.UNITS, a.x, a.y)
    else:
        s.units[body].state = state.ON_TABLE
        measure.put_unit(s, body, a.x, a.y, a.facing)
    emit(log, Did.PLACED, body, a.x, a.y)
