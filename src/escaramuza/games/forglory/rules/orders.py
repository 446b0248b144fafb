"""An order from its morale check to its end: moving, shooting, charging, falling back, regrouping, the extra move."""

from escaramuza.games.forglory import state
from escaramuza.games.forglory.codes import Did
from escaramuza.games.forglory.measure import stands
from escaramuza.games.forglory.rules import stack
from escaramuza.games.forglory.rules.charging import run_charge, set_off
from escaramuza.games.forglory.rules.checks import morale_check
from escaramuza.games.forglory.rules.moving import open_leg, set_out
from escaramuza.games.forglory.rules.pushing import retreat_angle, retreat_length, retreat_most, retreats_from
from escaramuza.games.forglory.rules.reactions import open_window, regroup
from escaramuza.games.forglory.rules.shooting import has_target, open_shot
from escaramuza.games.forglory.rules.stack import a_why
from escaramuza.games.forglory.tables import NONE
from escaramuza.kernel.buffers import emit
from escaramuza.kernel.jit import rule
from escaramuza.kernel.plane import turned_x, turned_y
from escaramuza.kernel.stack import pop, top


@rule
def is_charge(f):
    """Whether an order is a charge, the extra move of cavalry too."""
    return f.mode == stack.TO_CHARGE or (f.mode == stack.AS_EXTRA and f.target != NONE)


@rule
def run_order(s, log):
    """One step of the order on top."""
    f = top(s)
    stage = f.stage
    if stage == stack.O_CHOOSE:
        stack.ask(s, state.ORDER, f.side)
    elif stage == stack.O_CHECK:
        check_order(s, f, log)
    elif stage == stack.O_AT_ORDER:
        f.stage = stack.O_GO
        open_window(s, int(f.unit), stack.AT_ORDER)
    elif stage == stack.O_GO:
        go(s, f, log)
    elif stage == stack.O_MOVED:
        moved(s, f, log)
    elif stage == stack.O_END_WINDOW:
        f.stage = stack.O_AFTER
        if not stack.broken_off(s, f):
            open_window(s, int(f.unit), stack.AT_END)
    elif stage == stack.O_AFTER:
        after_move(s, f)
    elif stage == stack.O_SHOT:
        f.stage = stack.O_DONE
        open_window(s, int(f.unit), stack.AFTER_SHOT)
    elif stage == stack.O_WAY:
        stack.ask(s, state.WAY, f.side)
    elif stage == stack.O_EXTRA:
        ask_extra(s, f)
    elif stage == stack.O_DONE:
        pop(s)
    else:
        run_charge(s, f, log)


@rule
def ask_extra(s, f):
    """The owner of victorious cavalry decides about its extra move."""
    if stands(s, f.unit):
        stack.ask(s, state.EXTRA, f.side)
    else:
        f.stage = stack.O_DONE


@rule
def check_order(s, f, log):
    """A unit with hits checks once, before it moves or shoots; failing spends the order (G-R28)."""
    unit = int(f.unit)
    exempt = f.mode == stack.TO_RETREAT or f.mode == stack.TO_REGROUP
    if s.units[unit].hits > 0 and not exempt and not morale_check(s, unit, log):
        emit(log, Did.ORDER_IGNORED, unit)
        f.stage = stack.O_DONE
        open_window(s, unit, stack.ON_FAILURE)
        return
    # A shot is answered after it was fired.
    f.stage = stack.O_GO if f.mode == stack.TO_SHOOT else stack.O_AT_ORDER


@rule
def go(s, f, log):
    """Do what was ordered."""
    unit = int(f.unit)
    if stack.broken_off(s, f):
        f.stage = stack.O_DONE
    elif is_charge(f):
        set_off(s, f, log)
    elif f.mode == stack.TO_SHOOT:
        f.stage = stack.O_SHOT
        open_shot(s, unit, int(f.target), False, False)
    elif f.mode == stack.TO_RETREAT:
        fall_back(s, f, log)
    elif f.mode == stack.TO_REGROUP:
        f.stage = stack.O_DONE
        regroup(s, unit, log)
    else:
        f.stage = stack.O_MOVED
        set_out(s, f, log)


@rule
def fall_back(s, f, log):
    """A retreat by order goes step by step like any move, facing kept (G-R30)."""
    unit = int(f.unit)
    u = s.units[unit]
    enemy = retreats_from(s, unit, int(f.leaves))
    far = retreat_length(s, unit, enemy)
    angle = retreat_angle(s, unit, enemy)
    u.column = 0
    x, y = u.x + turned_x(far, 0, angle), u.y + turned_y(far, 0, angle)
    f.stage = stack.O_MOVED
    f.limit = retreat_most(s, unit)
    if far == 0:
        emit(log, Did.WAY_BARRED, unit)
    open_leg(s, unit, x, y, int(u.facing), 0)


@rule
def moved(s, f, log):
    """A leg is over: on to the next one, or to the end of the move."""
    if stack.broken_off(s, f):
        f.stage = stack.O_DONE
        return
    if f.flags & stack.BENT:
        f.stage = stack.O_WAY
    elif f.mode == stack.AS_EXTRA:
        f.stage = stack.O_DONE
    else:
        f.stage = stack.O_END_WINDOW


@rule
def after_move(s, f):
    """Having moved, a unit may shoot; not after a march or a retreat."""
    f.stage = stack.O_DONE
    if stack.broken_off(s, f) or f.mode != stack.TO_MOVE:
        return
    if has_target(s, int(f.unit), a_why()):
        stack.ask(s, state.AFTER_MOVE, f.side)
