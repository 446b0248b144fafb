"""The activation of a group: leadership, orders to its units, the officer's ride (G-R27)."""

import numpy as np

from escaramuza.games.forglory import kinds, state, tables
from escaramuza.games.forglory.codes import Did, Why
from escaramuza.games.forglory.measure import stands
from escaramuza.games.forglory.rules import stack, ways
from escaramuza.games.forglory.rules.charge import check_charge
from escaramuza.games.forglory.rules.charging import check_extra, give_extra
from escaramuza.games.forglory.rules.checks import leadership_check
from escaramuza.games.forglory.rules.driving import check_push, drive
from escaramuza.games.forglory.rules.joining import check_orderable, may_be_ordered
from escaramuza.games.forglory.rules.melee import EXTRA_FREE
from escaramuza.games.forglory.rules.officers import open_ride
from escaramuza.games.forglory.rules.pushing import check_retreat
from escaramuza.games.forglory.rules.reactions import check_regroup
from escaramuza.games.forglory.rules.shooting import check_shoot, open_shot
from escaramuza.games.forglory.rules.stack import a_why
from escaramuza.kernel.buffers import OK, because, emit
from escaramuza.kernel.jit import rule
from escaramuza.kernel.stack import pop, push, top

G_LEAD, G_ORDERS, G_RIDE, G_OVER = range(4)


@rule
def run_group(s, log):
    """One step of the activation on top."""
    f = top(s)
    g = int(f.unit)
    group = s.groups[g]
    if group.done:
        # Its division was removed.
        f.stage = G_OVER
    if f.stage == G_LEAD:
        f.stage = G_ORDERS
        begin(s, g, log)
    elif f.stage == G_ORDERS:
        if anyone_waits(s):
            s.phase = state.ORDERS
            s.asked = f.side
        else:
            f.stage = G_RIDE
    elif f.stage == G_RIDE:
        f.stage = G_OVER
        if group.officer != tables.NONE and group.passed and stands(s, tables.UNITS + group.officer):
            open_ride(s, int(group.officer))
    else:
        group.done = 1
        emit(log, Did.ACTIVATION_OVER, leader(s, g))
        pop(s)


@rule
def leader(s, g):
    """The body that a group is called after: its officer, or the first unit of a detachment."""
    if s.groups[g].officer != tables.NONE:
        return np.int64(tables.UNITS + s.groups[g].officer)
    for unit in range(tables.UNITS):
        if s.units[unit].group == g:
            return np.int64(unit)
    return np.int64(tables.UNITS + s.groups[g].division)


@rule
def begin(s, g, log):
    """Everybody may react again; an officer checks its leadership, and its units obey or are disorganised (G-P3)."""
    emit(log, Did.ACTIVATED, leader(s, g))
    for unit in range(tables.UNITS):
        s.units[unit].ordered = 0
        s.units[unit].reacted = 0
        s.units[unit].spent = EXTRA_FREE
    group = s.groups[g]
    # A detachment is disorganised anyhow; an earlier failure of its general is past (G-P3).
    group.passed = 1 if group.officer == tables.NONE or leadership_check(s, int(group.officer), log) else 0
    for unit in range(tables.UNITS):
        if s.units[unit].group == g:
            s.units[unit].confused = 1 - group.passed


@rule
def anyone_waits(s):
    """Whether a unit of the active group still waits for its order."""
    for unit in range(tables.UNITS):
        if may_be_ordered(s, unit, a_why()):
            return True
    return False


@rule
def apply_use(s, a, log):
    """Take a unit in hand."""
    if s.phase == state.EXTRAS:
        give_extra(s, top(s), int(a.unit), log)
        return
    if s.phase == state.PUSHES:
        drive(s, int(a.unit), log)
        return
    emit(log, Did.IN_HAND, a.unit)
    f = push(s, stack.AN_ORDER)
    f.unit = a.unit
    f.side = s.units[a.unit].side
    f.stage = stack.O_CHOOSE


@rule
def check_use(s, a, why):
    """Which unit gets its order now: of the active group, not yet ordered; or which makes its extra move, or is
    pushed, first."""
    if s.phase == state.EXTRAS:
        return check_extra(s, int(a.unit), why)
    if s.phase == state.PUSHES:
        return check_push(s, int(a.unit), why)
    return check_orderable(s, int(a.unit), why)


@rule
def check_move(s, a, why):
    """A leg of a move or a march, the first or a further one, or of the extra move."""
    f = top(s)
    unit = int(f.unit)
    mode = stack.TO_MARCH if a.kind in (kinds.MARCH, kinds.MARCH_BEND) else stack.TO_MOVE
    if mode == stack.TO_MOVE and f.mode == stack.AS_EXTRA:
        mode = stack.AS_EXTRA
    # An open way goes on as it began.
    if s.phase == state.WAY and mode != f.mode:
        return because(why, Why.NOT_NOW, s.phase)
    code = ways.check_moved(s, unit, a, f.legs, why)
    if code != OK:
        return code
    flags = int(f.flags) if s.phase == state.WAY else ways.begins_rough(s, unit)
    return ways.check_leg(s, unit, a, f.used, f.legs, flags, mode, why)


@rule
def apply_move(s, a, log):
    """Order a leg, or go on with one."""
    f = top(s)
    unit = int(f.unit)
    if s.phase == state.ORDER:
        order(s, f, stack.TO_MARCH if a.kind in (kinds.MARCH, kinds.MARCH_BEND) else stack.TO_MOVE, log)
    else:
        f.stage = stack.O_GO
    if f.legs == 0 and f.used == 0:
        f.flags |= ways.begins_rough(s, unit)
    flags = ways.flags_after(s, unit, a.x, a.y, int(f.flags))
    if f.mode != stack.AS_EXTRA and not flags & stack.NEAR and not ways.keeps_far(s, unit, a.x, a.y, a.facing):
        flags |= stack.NEAR
    f.limit = ways.most_length(s, unit, a.x, a.y, a.facing, flags, int(f.mode))
    bends = a.kind in (kinds.BEND, kinds.MARCH_BEND) and not flags & stack.ENDED
    f.flags = (flags | stack.BENT) if bends else (flags & ~stack.BENT)
    f.x = a.x
    f.y = a.y
    f.facing = a.facing


@rule
def order(s, f, mode, log):
    """A unit is given its order; a column that is to stay where it is forms line, others when they leave (G-R65)."""
    u = s.units[f.unit]
    u.ordered = 1
    if mode in (stack.TO_SHOOT, stack.TO_REGROUP):
        u.column = 0
    f.mode = mode
    f.stage = stack.O_CHECK
    emit(log, Did.ORDERED, f.unit, mode)


@rule
def check_other_order(s, a, why):
    """Charging, shooting, falling back, regrouping."""
    f = top(s)
    unit = int(f.unit)
    if a.kind == kinds.SHOOT:
        return check_shoot(s, unit, int(a.target), why)
    if a.kind == kinds.CHARGE:
        return check_charge(s, unit, int(a.target), a.x, a.y, s.phase == state.EXTRA, why)
    return check_regroup(s, unit, why) if a.kind == kinds.REGROUP else check_retreat(s, unit, int(a.choice), why)


@rule
def apply_other_order(s, a, log):
    """The same, made."""
    f = top(s)
    if a.kind == kinds.SHOOT and s.phase == state.AFTER_MOVE:
        f.stage = stack.O_SHOT
        open_shot(s, int(f.unit), int(a.target), True, False)
        return
    if s.phase == state.EXTRA:
        f.stage = stack.O_GO
    else:
        kinds_mode = stack.TO_REGROUP
        if a.kind == kinds.SHOOT:
            kinds_mode = stack.TO_SHOOT
        elif a.kind == kinds.CHARGE:
            kinds_mode = stack.TO_CHARGE
        elif a.kind == kinds.RETREAT:
            kinds_mode = stack.TO_RETREAT
        order(s, f, kinds_mode, log)
    if a.kind in (kinds.SHOOT, kinds.CHARGE):
        stack.aim_at(s, f, int(a.target), a.x, a.y)
    elif a.kind == kinds.RETREAT:
        f.leaves = a.choice


@rule
def apply_join(s, a, log):
    """One more unit charges in."""
    f = push(s, stack.AN_ORDER)
    f.unit = a.unit
    f.side = s.units[a.unit].side
    stack.aim_at(s, f, int(a.target), a.x, a.y)
    order(s, f, stack.TO_CHARGE, log)
    f.flags |= stack.JOINED


@rule
def apply_hold(s, log):
    """No order for this unit, no further leg, or no shot after its move."""
    f = top(s)
    if f.stage == stack.O_WAY:
        emit(log, Did.HALTED, f.unit)
        f.flags &= ~stack.BENT
        f.stage = stack.O_DONE if f.mode == stack.AS_EXTRA else stack.O_END_WINDOW
        return
    if f.stage == stack.O_CHOOSE:
        s.units[f.unit].ordered = 1
        emit(log, Did.NO_ORDER, f.unit)
    else:
        emit(log, Did.HOLDS_FIRE, f.unit)
    f.stage = stack.O_DONE


@rule
def apply_end(s, log):
    """No more orders for this group."""
    emit(log, Did.NO_MORE_ORDERS, s.asked)
    top(s).stage = G_RIDE


@rule
def way_left(s, f):
    """How much of a plain move is left on an open way, for places to try."""
    if f.mode == stack.AS_EXTRA:
        return s.span[1] - f.used
    return ways.base_move(s, int(f.unit), int(f.flags)) - f.used
