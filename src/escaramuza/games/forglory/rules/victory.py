"""Objectives, the ways a battle ends, and the count of points."""

from escaramuza.games.forglory import state, tables
from escaramuza.games.forglory.codes import Did
from escaramuza.games.forglory.rules.losses import score
from escaramuza.games.forglory.rules.shooting import marker_gap
from escaramuza.games.forglory.rules.stack import AN_ORDER, O_PUSHES
from escaramuza.games.forglory.scene import Ending
from escaramuza.kernel.buffers import emit
from escaramuza.kernel.jit import rule
from escaramuza.kernel.stack import close_all, top

ENDS: tuple[Ending | None, ...] = (None, "divisions", "staff", "objectives", "rounds")
BY_DIVISIONS, BY_STAFF, BY_OBJECTIVES, BY_ROUNDS = range(1, 5)


@rule
def near_objective(s, side, k):
    """Whether a side has a unit within XS of an objective (G-R16)."""
    o = s.objectives[k]
    reach = s.span[tables.XS]
    for unit in range(side * tables.UNITS // 2, (side + 1) * tables.UNITS // 2):
        u = s.units[unit]
        if u.state != state.ON_TABLE or abs(u.x - o.x) > reach + s.front or abs(u.y - o.y) > reach + s.front:
            continue
        if marker_gap(s, unit, o.x, o.y) <= reach:
            return True
    return False


@rule
def look_at_objectives(s, log):
    """Who alone has a unit at an objective controls it, until the other does."""
    for k in range(s.n_objectives):
        south, north = near_objective(s, tables.SOUTH, k), near_objective(s, tables.NORTH, k)
        if south == north:
            continue
        side = tables.SOUTH if south else tables.NORTH
        o = s.objectives[k]
        if o.owner == side:
            continue
        if o.owner == state.NOBODY:
            emit(log, Did.OBJECTIVE_HELD, k, side)
        else:
            emit(log, Did.OBJECTIVE_TAKEN, k, side)
            score(s, side, tables.FOR_TAKEN, log)
        o.owner = side


@rule
def all_in_one_hand(s):
    """Whether one side controls every objective; not while a staff is still to come (G-R57), nor before the round from
    which the players let objectives end the battle (G-E15)."""
    if s.round_number < s.ends_from:
        return False
    if (
        s.n_objectives == 0
        or s.officers[tables.STAFF].state != state.ON_TABLE
        or s.officers[tables.STAFF + 1].state != state.ON_TABLE
    ):
        return False
    owner = s.objectives[0].owner
    for k in range(1, s.n_objectives):
        if s.objectives[k].owner != owner:
            return False
    return owner != state.NOBODY


@rule
def ends_now(s):
    """How the battle ends in the middle of a round, or 0: two divisions removed, or a staff killed, once the pushes of
    a melee are done (G-R58)."""
    if s.depth > 0 and top(s).code == AN_ORDER and top(s).stage == O_PUSHES:
        return 0
    if s.staff_lost:
        return BY_STAFF
    return BY_DIVISIONS if s.removed >= tables.DIVISIONS_LOST else 0


@rule
def total(s, side):
    """A side's points so far."""
    points = 0
    for column in range(len(tables.SHEET)):
        points += s.sheet[side, column]
    return points


@rule
def finish(s, how, log):
    """The battle is over: control is looked at again, and points decide; equal is a draw (G-R12)."""
    s.how = how
    emit(log, Did.BATTLE_ENDS, how)
    look_at_objectives(s, log)
    for k in range(s.n_objectives):
        if s.objectives[k].owner != state.NOBODY:
            score(s, int(s.objectives[k].owner), tables.FOR_HELD, log)
    south, north = total(s, tables.SOUTH), total(s, tables.NORTH)
    if south == north:
        emit(log, Did.DRAWN, south)
    else:
        s.winner = tables.SOUTH if south > north else tables.NORTH
        emit(log, Did.WON, s.winner, max(south, north), min(south, north))
    close_all(s)
    s.phase = state.FINISHED
