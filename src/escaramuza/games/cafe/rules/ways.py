"""Moving: straight legs, what they cost, what stands in their way, dangerous ground (C-R1, C-R7, C-R20, C-E1)."""

import numpy as np

from escaramuza.games.cafe import kinds, measure, state
from escaramuza.games.cafe.codes import Did, Why
from escaramuza.games.cafe.rules import stack
from escaramuza.games.cafe.rules.damage import wound
from escaramuza.games.cafe.rules.windows import ask_before_way, open_window
from escaramuza.games.cafe.tables import MOVE as MOVES
from escaramuza.games.cafe.tables import NONE
from escaramuza.kernel import plane
from escaramuza.kernel.buffers import OK, because, emit
from escaramuza.kernel.dice import FACES, throw
from escaramuza.kernel.jit import rule
from escaramuza.kernel.stack import find, pop, push, top


@rule
def allowance(s, unit, running):
    """How far a unit may walk or run: half its move, or all of it (C-A3, C-A4)."""
    return MOVES[s.units[unit].type] if running else MOVES[s.units[unit].type] // 2


@rule
def check_leg(s, unit, a, left, why, mask):
    """Whether a unit may go straight to the place of an action with so much of its move left."""
    u = s.units[unit]
    if a.x < 0 or a.y < 0 or a.x > s.width or a.y > s.height:
        return because(why, Why.OFF_TABLE, a.x, a.y)
    if a.facing < 0 or a.facing >= plane.TURN:
        return because(why, Why.BAD_FACING)
    dx, dy = np.int64(a.x) - u.x, np.int64(a.y) - u.y
    if dx * dx + dy * dy > np.int64(left) * left:
        return because(why, Why.TOO_FAR, unit, measure.leg_cost(s, u.x, u.y, a.x, a.y), left)
    cost = measure.leg_cost(s, u.x, u.y, a.x, a.y)
    if cost > left:
        return because(why, Why.TOO_FAR, unit, cost, left)
    other = measure.blocker(s, unit, u.corners, dx, dy, mask)
    if other >= 0:
        return because(why, Why.UNIT_IN_THE_WAY, other)
    piece = measure.wall(s, u.corners, dx, dy)
    if piece >= 0:
        return because(why, Why.SOLID_IN_THE_WAY, piece)
    # It is turned only at the end of the way: until then it goes as it is (C-E1).
    if not measure.stays_on_table(s, u.corners, dx, dy):
        return because(why, Why.OFF_TABLE, a.x, a.y)
    return OK if a.facing == u.facing else check_stand(s, unit, a, why, mask)


@rule
def check_stand(s, unit, a, why, mask):
    """Whether the base fits at the place of an action, turned as wished. The unit is put there for the look only."""
    u = s.units[unit]
    x, y, facing = int(u.x), int(u.y), int(u.facing)
    measure.put(s, unit, a.x, a.y, a.facing)
    fits = measure.stays_on_table(s, u.corners, 0, 0)
    other = measure.blocker(s, unit, u.corners, 0, 0, mask)
    piece = measure.wall(s, u.corners, 0, 0)
    measure.put(s, unit, x, y, facing)
    if not fits:
        return because(why, Why.OFF_TABLE, a.x, a.y)
    if other >= 0:
        return because(why, Why.NO_ROOM_TO_TURN, other)
    if piece >= 0:
        return because(why, Why.SOLID_IN_THE_WAY, piece)
    return OK


@rule
def check_first_leg(s, a, why, mask):
    """A walk or a run, whole or its first leg."""
    unit = int(top(s).unit)
    u = s.units[unit]
    bends = a.kind in (kinds.WALK_BEND, kinds.RUN_BEND)
    if a.x == u.x and a.y == u.y and (a.facing == u.facing or bends):
        return because(why, Why.NOT_MOVED_AT_ALL, unit)
    if bends and a.facing != u.facing:
        return because(why, Why.TURN_AT_THE_END, unit)
    return check_leg(s, unit, a, allowance(s, unit, a.kind == kinds.RUN or a.kind == kinds.RUN_BEND), why, mask)


@rule
def check_next_leg(s, a, why, mask):
    """The last leg of a way that is open, or a further bend."""
    f = top(s)
    unit = int(f.unit)
    u = s.units[unit]
    if a.kind != kinds.GO and a.x == u.x and a.y == u.y:
        return because(why, Why.NOT_MOVED_AT_ALL, unit)
    if a.kind != kinds.GO and a.facing != u.facing:
        return because(why, Why.TURN_AT_THE_END, unit)
    code = check_leg(s, unit, a, f.left, why, mask)
    if code != OK or a.kind != kinds.GO or f.purpose != stack.TO_SUPPORT:
        return code
    return check_contact(s, unit, int(f.target), a, why)


@rule
def check_contact(s, unit, winner, a, why):
    """Whether a supporting unit would stand in contact with the winner at the place of an action (C-R8, C-E2)."""
    u = s.units[unit]
    x, y, facing = int(u.x), int(u.y), int(u.facing)
    measure.put(s, unit, a.x, a.y, a.facing)
    touches = measure.in_close_reach(s, unit, winner)
    apart = plane.gap(u.corners, 4, s.units[winner].corners, 4)
    measure.put(s, unit, x, y, facing)
    return OK if touches else because(why, Why.NO_CONTACT, unit, winner, apart)


@rule
def check_give_up(s, why):
    """A support that cannot be brought may be given up; no other way may."""
    return OK if top(s).purpose == stack.TO_SUPPORT else because(why, Why.NOT_NOW, s.phase)


@rule
def make_leg(s, unit, x, y, facing, left, last, log):
    """Move a unit along a leg; whether it went through dangerous ground."""
    u = s.units[unit]
    cost = measure.leg_cost(s, u.x, u.y, x, y)
    danger = measure.slow_length(s, u.x, u.y, x, y, state.DANGEROUS) > 0
    turned = u.facing != facing
    measure.put(s, unit, x, y, facing)
    emit(log, Did.MOVED if last else Did.BENT, unit, x, y, cost, left - cost)
    if turned:
        emit(log, Did.TURNED, unit, facing)
    if cost > 0:
        show_itself(s, unit, log)
    return danger


@rule
def show_itself(s, unit, log):
    """A camouflaged unit that moves is seen again (C-R16); it does not attack in this round all the same (C-R29)."""
    if s.units[unit].camouflaged:
        s.units[unit].camouflaged = 0
        emit(log, Did.HIDES_NO_MORE, unit)


@rule
def face_danger(s, unit, log):
    """The die for dangerous ground: on a 6 a wound, once an activation for the active unit (C-V4, C-E6)."""
    k = find(s, stack.AN_ACTIVATION)
    if k >= 0 and s.frames[k].unit == unit:
        if s.frames[k].danger_thrown:
            return
        s.frames[k].danger_thrown = 1
    face = throw(s.dice)
    emit(log, Did.DANGER_THROWN, unit, face)
    if face == FACES:
        wound(s, unit, NONE, 0, log)


@rule
def begin_way(s, unit, seat, purpose, left, target):
    """Begin a way by a card or in support; others may have a knife before it (C-R28)."""
    way = open_way(s, unit, seat, purpose, left)
    way.target = target
    ask_before_way(s, way)


@rule
def run_way(s, f):
    """Whoever leads the unit decides where it goes, unless a knife has taken away who goes or who is supported."""
    gone = s.units[f.unit].state != state.ON_TABLE
    if gone or (f.purpose == stack.TO_SUPPORT and s.units[f.target].state != state.ON_TABLE):
        pop(s)
        return
    s.phase = state.WAY
    s.asked = f.seat


@rule
def open_way(s, unit, seat, purpose, left):
    """A way that a seat leads a unit on."""
    f = push(s, stack.A_WAY)
    f.unit = unit
    f.seat = seat
    f.purpose = purpose
    f.left = left
    f.from_x = s.units[unit].x
    f.from_y = s.units[unit].y
    f.was_hidden = s.units[unit].camouflaged
    return f


@rule
def apply_first_leg(s, a):
    """Walk or run: the unit is about to set out; others may have a knife for it before (C-R28)."""
    f = top(s)
    f.mode = kinds.RUN if a.kind == kinds.RUN or a.kind == kinds.RUN_BEND else kinds.WALK
    f.stage = stack.SETTING_OUT
    f.x = a.x
    f.y = a.y
    f.facing = a.facing
    f.leg = a.kind
    open_window(s, f.unit, stack.WHEN_SETTING_OUT, True)


@rule
def set_out(s, f, log):
    """Walk or run: at one go, or up to a bend."""
    unit, x, y, facing, kind = int(f.unit), int(f.x), int(f.y), int(f.facing), int(f.leg)
    running = f.mode == kinds.RUN
    left = allowance(s, unit, running)
    f.stage = stack.MOVED_ON
    if x != s.units[unit].x or y != s.units[unit].y:
        f.has_moved = 1
    if kind in (kinds.WALK, kinds.RUN):
        if make_leg(s, unit, x, y, facing, left, True, log):
            face_danger(s, unit, log)
        return
    seat = f.seat
    way = open_way(s, unit, seat, stack.TO_RUN if running else stack.TO_WALK, left)
    bend(s, way, x, y, log)


@rule
def bend(s, way, x, y, log):
    """A leg that does not end the way."""
    unit = int(way.unit)
    cost = measure.leg_cost(s, s.units[unit].x, s.units[unit].y, x, y)
    if make_leg(s, unit, x, y, s.units[unit].facing, way.left, False, log):
        way.through_danger = 1
    way.left -= cost
    way.bends[min(way.legs, 3), 0] = x
    way.bends[min(way.legs, 3), 1] = y
    way.legs += 1


@rule
def apply_go(s, a, log):
    """The last leg: the way is closed, and what it was for goes on. The purpose is returned."""
    f = top(s)
    unit, purpose = int(f.unit), int(f.purpose)
    danger = make_leg(s, unit, a.x, a.y, a.facing, f.left, True, log) or f.through_danger == 1
    pop(s)
    if danger and s.units[unit].state == state.ON_TABLE:
        face_danger(s, unit, log)
    return purpose


@rule
def apply_give_up(s, log):
    """The supporting unit goes back to where it began."""
    f = top(s)
    unit = int(f.unit)
    measure.put(s, unit, f.from_x, f.from_y, s.units[unit].facing)
    emit(log, Did.GAVE_UP, unit)
    if f.was_hidden and not s.units[unit].camouflaged:
        s.units[unit].camouflaged = 1
        emit(log, Did.HIDES, unit)
    pop(s)
    # Agents do not send the same unit again.
    top(s).gave_up |= 1 << unit


@rule
def farthest(s, unit, angle, left, a, why, mask):
    """How far a unit gets in a direction; the place is left in the action."""
    u = s.units[unit]
    low, high = 0, int(left)
    while low < high:
        middle = (low + high + 1) // 2
        a.x = u.x + plane.turned_x(middle, 0, angle)
        a.y = u.y + plane.turned_y(middle, 0, angle)
        if check_leg(s, unit, a, left, why, mask) == OK:
            low = middle
        else:
            high = middle - 1
    a.x = u.x + plane.turned_x(low, 0, angle)
    a.y = u.y + plane.turned_y(low, 0, angle)
    return low
