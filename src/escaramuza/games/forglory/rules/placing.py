"""Procedures that put something down where there is room for it: divisions, staffs, successors, markers."""

from escaramuza.games.forglory import state, tables
from escaramuza.games.forglory.codes import Did, Why
from escaramuza.games.forglory.measure import is_artillery, stands
from escaramuza.games.forglory.rules import deploying, finding, shooting
from escaramuza.games.forglory.rules.losses import remove_division
from escaramuza.games.forglory.rules.stack import a_why
from escaramuza.kernel.buffers import OK, because, emit
from escaramuza.kernel.jit import rule
from escaramuza.kernel.stack import pop, top


@rule
def run_deployment(s, log):
    """Somebody places the next piece, or there is no room, or all stand."""
    f = top(s)
    officer = int(f.unit)
    if f.unit >= tables.STAFF:
        place_staff(s, f)
        return
    if s.officers[officer].state == state.ON_TABLE and deploying.left_to_place(s, officer) == tables.NONE:
        s.officers[officer].die = 0
        pop(s)
        return
    if s.officers[officer].state == state.IN_HAND and a_spot(s, tables.UNITS + officer, a_why()) == finding.NOWHERE:
        deploying.turned_away(s, officer, log)
        return
    s.phase = state.DEPLOY
    s.asked = f.side


@rule
def place_staff(s, f):
    """Its owner puts a staff down; one that finds no room tries again in the next round."""
    staff = int(f.unit)
    if s.officers[staff].state == state.ON_TABLE:
        pop(s)
    elif a_spot(s, tables.UNITS + staff, a_why()) != finding.NOWHERE:
        s.phase = state.STAFF_PLACE
        s.asked = f.side
    else:
        s.officers[staff].tries = deploying.NO_ROOM_FOUND
        pop(s)


@rule
def a_spot(s, body, why):
    """A spot where a piece that is deployed fits, or NOWHERE (G-R64)."""
    side = s.units[body].side if body < tables.UNITS else s.officers[body - tables.UNITS].side
    return finding.find(
        s, finding.A_UNIT if body < tables.UNITS else finding.AN_OFFICER, body, deploying.facing_of(int(side)), why
    )


@rule
def check_stuck(s, again, why):
    """A division goes into reserve, or is taken up to begin again there, only if its next piece fits nowhere."""
    f = top(s)
    body = tables.UNITS + int(f.unit)
    if again and not stands(s, body):
        return because(why, Why.ROOM_LEFT, f.unit)
    if stands(s, body):
        body = deploying.left_to_place(s, int(f.unit))
    if a_spot(s, body, why) != finding.NOWHERE:
        return because(why, Why.ROOM_LEFT, f.unit)
    return OK


@rule
def run_relocation(s, log):
    """The owner puts a fallen general's successor somewhere; with no such place the division disbands (G-F8)."""
    f = top(s)
    officer = int(f.unit)
    if s.officers[officer].state != state.IN_HAND:
        pop(s)
    elif a_place(s, officer, a_why()) != finding.NOWHERE:
        s.phase = state.RELOCATING
        s.asked = f.side
    else:
        pop(s)
        emit(log, Did.DIVISION_DISBANDS, officer)
        remove_division(s, officer, log)


@rule
def a_place(s, officer, why):
    """A place where a fallen general's successor may be put, or NOWHERE (G-R64)."""
    return finding.find(s, finding.A_SUCCESSOR, tables.UNITS + officer, 0, why)


@rule
def run_shot(s, log):
    """Throw, then what follows from it."""
    f = top(s)
    if f.stage == shooting.S_THROW:
        shooting.fire(s, log)
    elif f.stage == shooting.S_MARK:
        f.stage = shooting.S_FOLLOW
        if f.result >= tables.MARKER_FROM and is_artillery(s, f.unit):
            ask_for_marker(s, f, log)
    elif f.stage == shooting.S_FOLLOW:
        f.stage = shooting.S_OVER
        if s.follows and f.was_pushed and not f.as_reaction and stands(s, f.unit):
            s.phase = state.FOLLOWING
            s.asked = f.side
    else:
        pop(s)


@rule
def ask_for_marker(s, f, log):
    """The shooter must place a marker where there is room for one (G-R52)."""
    if a_marker_spot(s, a_why()) != finding.NOWHERE:
        s.phase = state.MARKING
        s.asked = f.side
    else:
        emit(log, Did.NO_ROOM_FOR_MARKER, f.side)


@rule
def a_marker_spot(s, why):
    """A spot for the marker of the shot on top, or NOWHERE."""
    return finding.find(s, finding.A_MARKER, 0, 0, why)
