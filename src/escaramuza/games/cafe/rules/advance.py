"""After a kill in close combat: the winner's advance, and the support that cancels it (C-C5, C-R8)."""

import numpy as np

from escaramuza.games.cafe import measure, state, tables
from escaramuza.games.cafe.codes import Did, Why
from escaramuza.games.cafe.rules import stack
from escaramuza.games.cafe.rules.units import check_own
from escaramuza.games.cafe.rules.ways import begin_way, face_danger, show_itself
from escaramuza.games.cafe.tables import MOVE as MOVES
from escaramuza.kernel.buffers import OK, because, emit
from escaramuza.kernel.jit import rule
from escaramuza.kernel.plane import gap
from escaramuza.kernel.stack import find, pop, top

TO_ASK, ON_ITS_WAY, TO_MOVE = range(3)


@rule
def run_advance(s, log):
    """Ask the winner, then the other side's seats about support, then move."""
    f = top(s)
    if s.units[f.unit].state != state.ON_TABLE:
        pop(s)
    elif not way_is_free(s, f):
        emit(log, Did.ADVANCE_BLOCKED, f.unit)
        pop(s)
    elif f.stage == TO_ASK:
        s.phase = state.ADVANCE
        s.asked = f.seat
    elif f.stage == ON_ITS_WAY:
        ask_for_support(s, f)
    else:
        move_up(s, f, log)


@rule
def way_is_free(s, f):
    """Whether the winner's base can go straight into the fallen unit's place."""
    u = s.units[f.unit]
    dx, dy = np.int64(f.x) - u.x, np.int64(f.y) - u.y
    if (
        measure.blocker(s, f.unit, u.corners, dx, dy, measure.EVERYTHING) >= 0
        or measure.wall(s, u.corners, dx, dy) >= 0
    ):
        return False
    x, y = int(u.x), int(u.y)
    measure.put(s, f.unit, f.x, f.y, u.facing)
    fits = measure.stays_on_table(s, u.corners, 0, 0)
    measure.put(s, f.unit, x, y, u.facing)
    return fits


@rule
def ask_for_support(s, f):
    """The next seat of the other side that has a unit within reach."""
    enemy = 1 - s.units[f.unit].side
    while f.asked < s.players:
        seat = enemy + 2 * int(f.asked)
        for i in range(enemy * tables.MOST_UNITS, (enemy + 1) * tables.MOST_UNITS):
            if s.units[i].seat == seat and s.units[i].state == state.ON_TABLE and may_reach(s, i, f.unit):
                s.phase = state.SUPPORT
                s.asked = seat
                return
        f.asked += 1
    f.stage = TO_MOVE


@rule
def may_reach(s, unit, winner):
    """Whether a unit is not in contact yet and its move could bring it there, as the crow flies (C-R8)."""
    return measure.within(s, unit, winner, MOVES[s.units[unit].type] + tables.CLOSE) and not measure.in_close_reach(
        s, unit, winner
    )


@rule
def move_up(s, f, log):
    """The winner takes the place; what it now stands next to is fought at once by the activation (C-C6)."""
    unit, x, y = int(f.unit), int(f.x), int(f.y)
    u = s.units[unit]
    danger = measure.slow_length(s, u.x, u.y, x, y, state.DANGEROUS) > 0
    measure.put(s, unit, x, y, u.facing)
    pop(s)
    s.frames[find(s, stack.AN_ACTIVATION)].stage = stack.HAS_ADVANCED
    emit(log, Did.ADVANCED, unit, x, y)
    show_itself(s, unit, log)
    if danger:
        face_danger(s, unit, log)


@rule
def apply_advance(s, log):
    """The winner wants to advance."""
    emit(log, Did.WANTS_ON, top(s).unit)
    top(s).stage = ON_ITS_WAY


@rule
def apply_stay(s, log):
    """The winner stays where it is."""
    emit(log, Did.STAYED, top(s).unit)
    pop(s)


@rule
def check_support(s, a, why):
    """Whether a unit of the asked seat may try to come into contact with the winner."""
    code = check_own(s, a.unit, s.asked, why)
    if code != OK:
        return code
    winner = int(top(s).unit)
    if measure.in_close_reach(s, a.unit, winner):
        return because(why, Why.IN_CONTACT_ALREADY, a.unit, winner)
    if not may_reach(s, a.unit, winner):
        apart = gap(s.units[a.unit].corners, 4, s.units[winner].corners, 4)
        return because(why, Why.SUPPORT_TOO_FAR, a.unit, winner, apart)
    return OK


@rule
def apply_support(s, a, log):
    """Open the supporting unit's way: its own move, free of cost."""
    winner = int(top(s).unit)
    emit(log, Did.COMES_TO_SUPPORT, a.unit, winner)
    begin_way(s, int(a.unit), int(s.asked), stack.TO_SUPPORT, MOVES[s.units[a.unit].type], winner)


@rule
def apply_no_support(s, log):
    """This seat brings nobody."""
    emit(log, Did.NO_SUPPORT_COMES, s.asked)
    top(s).asked += 1
