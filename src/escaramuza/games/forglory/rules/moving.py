"""Legs in progress: a unit on its way, and the moments at which the other side may react to it."""

import numpy as np

from escaramuza.games.forglory import measure, tables
from escaramuza.games.forglory.codes import Did
from escaramuza.games.forglory.rules import stack
from escaramuza.games.forglory.rules.charge import in_range
from escaramuza.games.forglory.rules.pushing import free_spot, settle
from escaramuza.games.forglory.rules.reactions import open_window
from escaramuza.games.forglory.rules.room import enemy_on_way
from escaramuza.games.forglory.rules.stack import a_why
from escaramuza.games.forglory.rules.ways import check_rest
from escaramuza.games.forglory.sight import in_area
from escaramuza.games.forglory.state import ON_TABLE
from escaramuza.kernel.buffers import OK, emit
from escaramuza.kernel.jit import rule
from escaramuza.kernel.plane import TURN
from escaramuza.kernel.scratch import scratch
from escaramuza.kernel.stack import pop, push, top

# A way is looked at each 5 mm at scale 1, a pivot each 10° (G-E6).
LOOK, LOOK_TURN = 50, 100
before_room = scratch(tables.MOST_UNITS)


@rule
def open_leg(s, unit, x, y, facing, flags):
    """Set a unit on a straight leg: it pivots first, the shorter way round (G-R63)."""
    u = s.units[unit]
    f = push(s, stack.A_LEG)
    f.unit = unit
    f.from_x = u.x
    f.from_y = u.y
    f.x = x
    f.y = y
    f.facing = facing
    f.length = measure.centre_gap(u.x, u.y, x, y)
    f.flags = flags
    f.from_facing = u.facing
    if flags & stack.QUIET:
        measure.put_unit(s, unit, u.x, u.y, facing)
        return
    turn = (facing - int(u.facing)) % TURN
    f.to_turn = turn if turn <= TURN // 2 else turn - TURN


@rule
def can_face(s, unit, angle):
    """Whether a unit that has not set off yet has room to turn."""
    u = s.units[unit]
    before = int(u.facing)
    measure.put_unit(s, unit, u.x, u.y, angle)
    fits = check_rest(s, unit, tables.NONE, a_why()) == OK
    measure.put_unit(s, unit, u.x, u.y, before)
    return fits


@rule
def barred(s, unit, x, y):
    """Whether an enemy fell back into a unit's way, or so near its end that it could not stop there (G-E9)."""
    u = s.units[unit]
    return enemy_on_way(s, unit, x - u.x, y - u.y) >= 0 or not free_spot(s, unit, x, y)


@rule
def set_out(s, order, log):
    """Open the leg that an order asks for; a unit whose way is barred by now turns at most."""
    unit = int(order.unit)
    u = s.units[unit]
    x, y, facing, before = int(order.x), int(order.y), int(order.facing), int(u.facing)
    measure.put_unit(s, unit, u.x, u.y, facing)
    stopped = barred(s, unit, x, y)
    measure.put_unit(s, unit, u.x, u.y, before)
    if stopped:
        order.flags = (order.flags | stack.ENDED) & ~stack.BENT
        emit(log, Did.WAY_BARRED, unit)
        if facing == before or not can_face(s, unit, facing):
            return
        x, y = int(u.x), int(u.y)
    u.column = 1 if order.mode == stack.TO_MARCH else 0
    open_leg(s, unit, x, y, facing, int(order.flags) & stack.QUIET)


@rule
def run_leg(s, log):
    """Go on to the next moment at which somebody may react, or to the end."""
    f = top(s)
    unit = int(f.unit)
    order = s.frames[stack.order_of(s, unit)]
    u = s.units[unit]
    if not measure.stands(s, unit) or order.flags & stack.FLED:
        order.used = min(order.used + measure.centre_gap(f.from_x, f.from_y, u.x, u.y), order.limit)
        pop(s)
        return
    if order.flags & stack.INTERRUPTED:
        break_off(s, f, log)
        return
    if f.to_turn != 0 and next_turn(s, f, order, log):
        return
    asked = f.along > 0 or f.asked_turning
    # A charge ends in contact: only what stands in its way bars it.
    if asked and (cut_off(s, f) or (order.target == tables.NONE and not free_spot(s, unit, f.x, f.y))):
        settle(s, unit, f.from_x, f.from_y)
        order.flags = (order.flags | stack.ENDED) & ~stack.BENT
        emit(log, Did.WAY_BARRED, unit)
        arrive(s, f, order, log)
        return
    if not f.flags & stack.QUIET and next_moment(s, f, order, log):
        return
    measure.put_unit(s, unit, f.x, f.y, f.facing)
    arrive(s, f, order, log)


@rule
def cut_off(s, f):
    """Whether an enemy fell back into what is left of a leg. Places on the way are rounded, so one who stands where the
    whole leg passes him by is none."""
    unit = int(f.unit)
    u = s.units[unit]
    x, y = int(u.x), int(u.y)
    if enemy_on_way(s, unit, f.x - x, f.y - y) < 0:
        return False
    measure.try_unit(s, unit, f.from_x, f.from_y, u.facing)
    blocked = enemy_on_way(s, unit, f.x - f.from_x, f.y - f.from_y) >= 0
    measure.try_unit(s, unit, x, y, u.facing)
    return blocked


@rule
def break_off(s, f, log):
    """A reaction ended the order on its way: the unit stands where it is, or at the last free spot behind (G-E9)."""
    unit = int(f.unit)
    u = s.units[unit]
    facing = int(u.facing)
    if settle(s, unit, f.from_x, f.from_y):
        emit(log, Did.STEPS_BACK, unit, u.x, u.y)
    if u.facing != facing or f.to_turn != 0:
        emit(log, Did.PIVOTED, unit, u.facing)
    pop(s)


@rule
def arrive(s, f, order, log):
    """The leg is over."""
    unit = int(f.unit)
    u = s.units[unit]
    went = measure.centre_gap(f.from_x, f.from_y, u.x, u.y)
    # Places are rounded: a way along an angle may come out a hair longer than it was meant to be.
    order.used = min(order.used + went, order.limit)
    if went > 0:
        order.legs += 1
        emit(log, told_as(order.mode), unit, u.x, u.y, u.facing, order.used, order.limit)
    elif order.mode != stack.TO_RETREAT:
        emit(log, Did.PIVOTED, unit, u.facing)
    pop(s)


@rule
def told_as(mode):
    """The event that tells of a move by order."""
    if mode == stack.TO_RETREAT:
        return Did.RETREATED
    return Did.MARCHED if mode == stack.TO_MARCH else Did.MOVED


@rule
def comes_near(s, f, k):
    """Whether a leg may touch a unit's reaction area at all."""
    t = s.units[k]
    if t.state != ON_TABLE or t.reacted or t.column:
        return False
    far = np.int64(s.span[tables.MOVE[t.category]]) + 2 * measure.outer(s)
    return (
        max(f.from_x, f.x) + far >= t.x
        and min(f.from_x, f.x) - far <= t.x
        and max(f.from_y, f.y) + far >= t.y
        and min(f.from_y, f.y) - far <= t.y
    )


@rule
def note_watchers(s, f, before):
    """Note what each enemy near a leg sees of the unit now; whether there is any."""
    unit = int(f.unit)
    first = (1 - s.units[unit].side) * tables.MOST_UNITS
    any_near = False
    for k in range(tables.MOST_UNITS):
        before[k] = 0
        if comes_near(s, f, first + k):
            before[k] = 1 + awareness(s, first + k, unit)
            any_near = True
    return any_near


@rule
def look_around(s, unit, before, log):
    """Look which areas and ranges a unit has entered since the last look; the moment, or -1."""
    first = (1 - s.units[unit].side) * tables.MOST_UNITS
    moment = -1
    for k in range(tables.MOST_UNITS):
        if before[k] == 0:
            continue
        now = 1 + awareness(s, first + k, unit)
        if now > before[k] and now > 1:
            moment = stack.ON_RANGE if before[k] > 1 else stack.ON_AREA
            emit(log, Did.ENTERS_RANGE if before[k] > 1 else Did.ENTERS_AREA, unit, first + k)
        before[k] = now
    return moment


@rule
def next_turn(s, f, order, log):
    """Turn a unit on its leg to where it next enters an area or a range; whether the other side is asked there."""
    unit = int(f.unit)
    u = s.units[unit]
    before, most = before_room(), before_room()
    watched = recall_turn(s, f, most)
    # A move that only turns is over with its last facing, and that is a moment of its own.
    ends_here = f.length == 0 and not order.flags & stack.BENT
    while f.to_turn != 0:
        step = max(-LOOK_TURN, min(LOOK_TURN, int(f.to_turn))) if watched else int(f.to_turn)
        f.to_turn -= step
        measure.put_unit(s, unit, u.x, u.y, (int(u.facing) + step) % TURN)
        if not watched or (f.to_turn == 0 and ends_here):
            continue
        for k in range(tables.MOST_UNITS):
            before[k] = most[k]
        moment = look_around(s, unit, before, log)
        for k in range(tables.MOST_UNITS):
            most[k] = max(most[k], before[k])
        if moment >= 0 and open_window(s, unit, moment):
            f.asked_turning = 1
            return True
    return False


@rule
def recall_turn(s, f, most):
    """The most that each enemy has seen of a unit since it began to turn: within one pivot nothing is entered twice.
    Whether anybody is near."""
    unit = int(f.unit)
    u = s.units[unit]
    now = int(u.facing)
    turned = (now - int(f.from_facing)) % TURN
    turned = turned if turned <= TURN // 2 else turned - TURN
    seen = before_room()
    measure.put_unit(s, unit, u.x, u.y, int(f.from_facing))
    watched = note_watchers(s, f, most)
    while turned != 0 and watched:
        step = max(-LOOK_TURN, min(LOOK_TURN, turned))
        turned -= step
        measure.put_unit(s, unit, u.x, u.y, (int(u.facing) + step) % TURN)
        note_watchers(s, f, seen)
        for k in range(tables.MOST_UNITS):
            most[k] = max(most[k], seen[k])
    measure.put_unit(s, unit, u.x, u.y, now)
    return watched


@rule
def next_moment(s, f, order, log):
    """Move a unit on to where it next enters an area or a range; whether the other side is asked there."""
    unit = int(f.unit)
    before = before_room()
    if f.length == 0 or not note_watchers(s, f, before):
        return False
    step = LOOK * s.scale // 100
    # The end of a way is a moment of its own; a bend is looked at like any other place.
    last = int(f.length) if order.flags & stack.BENT else int(f.length) - 1
    at = int(f.along) + step
    while at - step < last:
        at = min(at, last)
        dx, dy = (np.int64(f.x) - f.from_x) * at, (np.int64(f.y) - f.from_y) * at
        measure.put_unit(s, unit, f.from_x + dx // f.length, f.from_y + dy // f.length, f.facing)
        moment = look_around(s, unit, before, log)
        if moment >= 0:
            f.along = at
            if open_window(s, unit, moment):
                return True
        at += step
    return False


@rule
def awareness(s, reactor, unit):
    """0 where a unit is outside another's reaction area, 1 inside, 2 also in its range."""
    if not in_area(s, reactor, unit):
        return 0
    return 2 if in_range(s, reactor, unit) else 1
