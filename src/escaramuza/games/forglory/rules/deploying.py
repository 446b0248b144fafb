"""Putting divisions and staffs on the table: at first, and as reinforcements by an edge."""

import numpy as np

from escaramuza.games.forglory.codes import (
    ALREADY_PLACED,
    BAD_FACING,
    DEPLOYS,
    EDGE_DIE,
    ENEMY_HALF,
    ENEMY_TOO_NEAR,
    FAR_FROM_EDGE,
    FAR_FROM_OFFICER,
    FAR_FROM_OFFICERS,
    IMPASSABLE_GROUND,
    IN_RESERVE,
    NEXT_EDGE,
    NO_ROOM,
    NO_SUCH_BODY,
    NOT_THIS_DIVISION,
    OFF_TABLE,
    OFFICER_FIRST,
    OUTSIDE_ZONE,
    PLACED,
    ROOM_TAKEN,
    TAKEN_UP,
    WAITS,
)  # fmt: skip
from escaramuza.games.forglory.ground import on_ground
from escaramuza.games.forglory.measure import (
    body_gap,
    is_enemy,
    put_officer,
    put_unit,
    stands,
    surely_beyond,
    try_unit,
    within,
)  # fmt: skip
from escaramuza.games.forglory.rules.officers import check_stand
from escaramuza.games.forglory.rules.room import off_table, someone_under
from escaramuza.games.forglory.rules.stack import A_DEPLOYMENT, OF_DIVISION, OF_STAFF, pop
from escaramuza.games.forglory.scene import Edge
from escaramuza.games.forglory.state import ABSENT, IN_HAND, ON_TABLE
from escaramuza.games.forglory.tables import (
    BODIES,
    CROSSING,
    DIVISIONS,
    IMPASSABLE,
    NONE,
    SOUTH,
    STAFF,
    UNITS,
    XL,
    L,
)  # fmt: skip
from escaramuza.kernel.buffers import OK, because, emit
from escaramuza.kernel.dice import throw
from escaramuza.kernel.jit import rule
from escaramuza.kernel.plane import TURN
from escaramuza.kernel.stack import push, top

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
    return 3 * TURN // 4 if side == SOUTH else TURN // 4


@rule
def open_deployment(s, division, arriving, log):
    """A division comes onto the table; a reinforcement throws for its edge (G-N3)."""
    o = s.officers[division]
    if arriving:
        face = throw(s.dice)
        o.edge = BY_DIE[o.side, (face - 1) // 2]
        o.tries = 1
        emit(log, EDGE_DIE, division, face, o.edge)
    emit(log, DEPLOYS, division)
    f = push(s, A_DEPLOYMENT)
    f.unit = division
    f.side = o.side
    f.mode = OF_DIVISION


@rule
def open_staff(s, side):
    """A staff is put on the table."""
    f = push(s, A_DEPLOYMENT)
    f.unit = STAFF + side
    f.side = side
    f.mode = OF_STAFF


@rule
def left_to_place(s, division):
    """A unit of a division that is not on the table yet, or NONE."""
    for unit in range(UNITS):
        if s.units[unit].division == division and s.units[unit].state == IN_HAND:
            return unit
    return NONE


@rule
def turned_away(s, division, log):
    """No room: a division waits in reserve, a reinforcement tries the next edge, else the next round (G-R55)."""
    o = s.officers[division]
    emit(log, NO_ROOM, division)
    lift(s, division)
    if o.edge == NONE:
        o.die = NEXT_ROUND
        emit(log, IN_RESERVE, division, NEXT_ROUND)
        pop(s)
        return
    if o.tries < MOST_TRIES:
        o.tries += 1
        o.edge = edge_after(int(o.side), int(o.edge))
        emit(log, NEXT_EDGE, division, o.edge)
        return
    o.edge = NONE
    o.tries = 0
    o.die = NEXT_ROUND
    emit(log, WAITS, division, NEXT_ROUND)
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
    emit(log, TAKEN_UP, division)


@rule
def lift(s, division):
    """Take what was placed of a division up again."""
    o = s.officers[division]
    o.state = IN_HAND
    put_officer(s, division, 0, 0)
    for unit in range(UNITS):
        u = s.units[unit]
        if u.division == division and u.state == ON_TABLE:
            u.state = IN_HAND
            put_unit(s, unit, 0, 0, facing_of(u.side))


@rule
def check_place(s, a, why):
    """Whether a piece of the division or the staff may be put down there (G-D5, G-N4)."""
    f = top(s)
    body = int(a.unit)
    if body < 0 or body >= BODIES:
        return because(why, NO_SUCH_BODY, body)
    if f.mode == OF_STAFF:
        if body != UNITS + f.unit:
            return because(why, NOT_THIS_DIVISION, body, f.unit)
        return check_officer_spot(s, int(f.unit), a.x, a.y, why)
    if body >= UNITS:
        if body != UNITS + f.unit:
            return because(why, NOT_THIS_DIVISION, body, f.unit)
        if stands(s, body):
            return because(why, ALREADY_PLACED, body)
        return check_officer_spot(s, int(f.unit), a.x, a.y, why)
    u = s.units[body]
    if u.state == ABSENT or u.division != f.unit:
        return because(why, NOT_THIS_DIVISION, body, f.unit)
    if u.state != IN_HAND:
        return because(why, ALREADY_PLACED, body)
    if not stands(s, UNITS + f.unit):
        return because(why, OFFICER_FIRST, UNITS + f.unit)
    return check_unit_spot(s, body, a.x, a.y, a.facing, why)


@rule
def check_officer_spot(s, officer, x, y, why):
    """Where a general or a staff may be put down."""
    code = check_stand(s, officer, x, y, why)
    if code != OK:
        return code
    o = s.officers[officer]
    home_x, home_y = int(o.x), int(o.y)
    put_officer(s, officer, x, y)
    code = check_far_from_enemies(s, UNITS + officer, why)
    if code == OK and officer >= STAFF:
        code = check_near_officers(s, officer, why)
    elif code == OK and o.edge == NONE:
        if (2 * y < s.height) if o.side == SOUTH else (2 * y > s.height):
            code = because(why, ENEMY_HALF, UNITS + officer)
        elif outside_zone(s, officer, x, y, 0):
            code = because(why, OUTSIDE_ZONE, UNITS + officer, officer)
    elif code == OK:
        away = max(edge_gap(s, int(o.edge), x, y) - s.radius, 0)
        if away > s.span[XL]:
            code = because(why, FAR_FROM_EDGE, UNITS + officer, away, s.span[XL])
    put_officer(s, officer, home_x, home_y)
    return code


@rule
def outside_zone(s, division, x, y, slack):
    """Whether a place is farther than a slack from where a division stood in history (G-R66); reinforcements come by
    their edge."""
    o = s.officers[division]
    if o.edge != NONE or o.zone[2] == 0:
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
    least = s.span[XL]
    side = s.units[body].side if body < UNITS else s.officers[body - UNITS].side
    for other in range(BODIES):
        if not is_enemy(s, other, side) or surely_beyond(s, body, other, least):
            continue
        away = body_gap(s, body, other)
        if away < least:
            return because(why, ENEMY_TOO_NEAR, body, other, away, least)
    return OK


@rule
def check_near_officers(s, staff, why):
    """A staff stands within XL of one of its generals (G-D6)."""
    for division in range(DIVISIONS):
        o = s.officers[division]
        if o.state != ON_TABLE or o.side != s.officers[staff].side:
            continue
        if within(s, UNITS + staff, UNITS + division, s.span[XL]):
            return OK
    return because(why, FAR_FROM_OFFICERS, UNITS + staff, s.span[XL])


@rule
def check_unit_spot(s, unit, x, y, facing, why):
    """Where a unit of the division may be put down: within L of its officer, XL from enemies."""
    if x < 0 or y < 0 or x > s.width or y > s.height:
        return because(why, OFF_TABLE, x, y)
    if facing < 0 or facing >= TURN:
        return because(why, BAD_FACING)
    piece = on_ground(s, x, y, IMPASSABLE, CROSSING)
    if piece >= 0:
        return because(why, IMPASSABLE_GROUND, unit, piece)
    u = s.units[unit]
    home_x, home_y, before = int(u.x), int(u.y), int(u.facing)
    try_unit(s, unit, x, y, facing)
    officer = UNITS + u.division
    code = OK
    other = someone_under(s, unit)
    if off_table(s, u.corners, 4):
        code = because(why, OFF_TABLE, x, y)
    elif other >= 0:
        code = because(why, ROOM_TAKEN, unit, other)
    elif outside_zone(s, int(u.division), x, y, 0):
        code = because(why, OUTSIDE_ZONE, unit, u.division)
    elif not within(s, unit, officer, s.span[L]):
        code = because(why, FAR_FROM_OFFICER, unit, body_gap(s, unit, officer), s.span[L])
    else:
        code = check_far_from_enemies(s, unit, why)
    try_unit(s, unit, home_x, home_y, before)
    return code


@rule
def apply_place(s, a, log):
    """Put a piece down."""
    body = int(a.unit)
    if body >= UNITS:
        s.officers[body - UNITS].state = ON_TABLE
        put_officer(s, body - UNITS, a.x, a.y)
    else:
        s.units[body].state = ON_TABLE
        put_unit(s, body, a.x, a.y, a.facing)
    emit(log, PLACED, body, a.x, a.y)
