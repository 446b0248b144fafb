"""Reactions: who may react to an activated enemy, when they are asked, and what they then do."""

from escaramuza.games.forglory import state, tables
from escaramuza.games.forglory.codes import Did, Why
from escaramuza.games.forglory.measure import stands, touches
from escaramuza.games.forglory.rules import stack
from escaramuza.games.forglory.rules.checks import morale_check
from escaramuza.games.forglory.rules.pushing import retreat
from escaramuza.games.forglory.rules.shooting import has_more_to_do, open_shot
from escaramuza.games.forglory.rules.stack import a_why
from escaramuza.games.forglory.sight import in_area
from escaramuza.kernel.buffers import OK, because, emit
from escaramuza.kernel.jit import rule
from escaramuza.kernel.stack import pop, push, top

R_CHOOSE, R_OVER = range(2)


@rule
def may_react(s, unit, trigger, why):
    """Whether a unit could react to an activated enemy now."""
    return check_reactor(s, unit, trigger, why) == OK


@rule
def any_reactor(s, trigger):
    """Whether anybody could react to a unit."""
    side = 1 - s.units[trigger].side
    for k in range(side * tables.UNITS // 2, (side + 1) * tables.UNITS // 2):
        if may_react(s, k, trigger, a_why()):
            return True
    return False


@rule
def open_window(s, trigger, moment):
    """Ask the other side, if anybody there could react; whether it is asked."""
    if not stands(s, trigger) or not any_reactor(s, trigger):
        return False
    f = push(s, stack.A_WINDOW)
    f.unit = trigger
    f.side = 1 - s.units[trigger].side
    f.moment = moment
    return True


@rule
def run_window(s):
    """One reactor after the other, tested again each time (G-R36)."""
    f = top(s)
    if not stands(s, f.unit) or not any_reactor(s, int(f.unit)):
        pop(s)
        return
    s.phase = state.REACT
    s.asked = f.side


@rule
def check_reactor(s, unit, trigger, why):
    """Whether a unit may try to react to an activated enemy (G-R4)."""
    if tables.UNITS <= unit < tables.BODIES:
        return because(why, Why.OFFICERS_DO_NOT, unit)
    if unit < 0 or unit >= tables.UNITS or s.units[unit].state != state.ON_TABLE:
        return because(why, Why.NOT_ON_TABLE, unit)
    u = s.units[unit]
    if u.side == s.units[trigger].side:
        return because(why, Why.NOT_YOUR_UNIT, unit)
    if u.reacted:
        return because(why, Why.HAS_REACTED, unit)
    if u.column:
        return because(why, Why.IN_COLUMN, unit)
    return OK if in_area(s, unit, trigger) else because(why, Why.NOT_IN_AREA, unit, trigger)


@rule
def apply_react(s, unit, log):
    """The attempt is spent, passed or not (G-R34)."""
    trigger = int(top(s).unit)
    u = s.units[unit]
    u.reacted = 1
    emit(log, Did.REACTS, unit, trigger)
    if not morale_check(s, unit, log):
        return
    f = push(s, stack.A_REACTION)
    f.unit = unit
    f.target = trigger
    f.side = u.side


@rule
def run_reaction(s):
    """The reactor's owner chooses what it does, once."""
    f = top(s)
    if f.stage != R_CHOOSE or not stands(s, f.unit) or not stands(s, f.target):
        pop(s)
        return
    s.phase = state.REACTION
    s.asked = f.side


@rule
def holder(s, unit, trigger):
    """Another enemy whose charge has touched a unit: it stays in that melee (G-R65); or -1."""
    side = s.units[unit].side
    for k in range((1 - side) * tables.UNITS // 2, (2 - side) * tables.UNITS // 2):
        if (
            k != trigger
            and s.units[k].state == state.ON_TABLE
            and s.units[k].charging != state.NO_CHARGE
            and touches(s, unit, k)
        ):
            return k
    return -1


@rule
def check_regroup(s, unit, why):
    """Regrouping never takes the last hit away (G-R31)."""
    hits = s.units[unit].hits
    return OK if hits >= tables.SHAKEN else because(why, Why.NOTHING_TO_REGROUP, unit, hits)


@rule
def regroup(s, unit, log):
    """Take one hit off a unit."""
    s.units[unit].hits -= 1
    emit(log, Did.REGROUPED, unit, s.units[unit].hits)


@rule
def react_by_fire(s, log):
    """Shoot at the trigger."""
    f = top(s)
    f.stage = R_OVER
    emit(log, Did.REACTION_CHOSEN, f.unit, stack.TO_SHOOT)
    open_shot(s, int(f.unit), int(f.target), False, True)


@rule
def react_by_charge(s, x, y, log):
    """Charge the trigger; this triggers nothing itself (G-R36, G-R38)."""
    f = top(s)
    f.stage = R_OVER
    unit, target, side = int(f.unit), int(f.target), int(f.side)
    emit(log, Did.REACTION_CHOSEN, unit, stack.TO_CHARGE)
    order = push(s, stack.AN_ORDER)
    order.unit = unit
    order.side = side
    order.mode = stack.TO_CHARGE
    stack.aim_at(s, order, target, x, y)
    order.cuts_short = 1 if has_more_to_do(s, target) else 0
    order.flags = stack.QUIET | stack.REACTING


@rule
def react_otherwise(s, what, choice, log):
    """Fall back, regroup, or do nothing after all."""
    f = top(s)
    f.stage = R_OVER
    unit, trigger = int(f.unit), int(f.target)
    emit(log, Did.REACTION_CHOSEN, unit, what)
    if what == stack.TO_REGROUP:
        regroup(s, unit, log)
    elif what == stack.TO_RETREAT and retreat(s, unit, choice, log):
        order = s.frames[stack.order_of(s, trigger)]
        if order.mode in (stack.TO_CHARGE, stack.AS_EXTRA) and order.target == unit:
            order.flags |= stack.FLED
    elif what == stack.TO_HOLD:
        return
