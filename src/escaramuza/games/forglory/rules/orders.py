"""An order from its morale check to its end: moving, shooting, charging, falling back, regrouping, the extra move."""

from escaramuza.games.forglory.codes import (
    BREAKS,
    CHARGE_FAILS,
    CHARGES,
    EXTRA_GIVEN,
    IN_CONTACT,
    ORDER_IGNORED,
    RETREATED,
    STANDS_SHAKEN,
    TAKES_THE_SPOT,
    WAY_BARRED,
)  # fmt: skip
from escaramuza.games.forglory.codes import INTERRUPTED as INTERRUPTED_NOW
from escaramuza.games.forglory.measure import (
    angle_of,
    centre_gap,
    from_front,
    put_unit,
    stands,
    touches,
)  # fmt: skip
from escaramuza.games.forglory.rules.charge import charge_angle, charge_reach, check_run, run_up
from escaramuza.games.forglory.rules.checks import morale_check
from escaramuza.games.forglory.rules.joining import any_joiner
from escaramuza.games.forglory.rules.losses import destroy, officer_falls
from escaramuza.games.forglory.rules.melee import EXTRA_USED, EXTRA_WAITS, end_charge, fight, succeed
from escaramuza.games.forglory.rules.moving import face, open_leg, set_out
from escaramuza.games.forglory.rules.pushing import retreat_angle, retreat_length, slide
from escaramuza.games.forglory.rules.reactions import open_window, regroup
from escaramuza.games.forglory.rules.shooting import has_target, open_shot
from escaramuza.games.forglory.rules.stack import (
    AFTER_SHOT,
    AN_ORDER,
    AS_EXTRA,
    AT_CONTACT,
    AT_END,
    AT_ORDER,
    BENT,
    FLED,
    INTERRUPTED,
    JOINED,
    ON_FAILURE,
    QUIET,
    REACTING,
    TO_CHARGE,
    TO_MOVE,
    TO_REGROUP,
    TO_RETREAT,
    TO_SHOOT,
    interrupt,
    pop,
)  # fmt: skip
from escaramuza.games.forglory.state import (
    AFTER_MOVE,
    EXTRA,
    FLANK_CHARGE,
    HEAD_ON_CHARGE,
    JOINING,
    NO_CHARGE,
    ON_TABLE,
    ORDER,
    WAY,
)  # fmt: skip
from escaramuza.games.forglory.tables import NONE, SHAKEN, UNITS
from escaramuza.kernel.buffers import OK, because, emit
from escaramuza.kernel.jit import rule
from escaramuza.kernel.plane import turned_x, turned_y
from escaramuza.kernel.stack import push, top

# A reaction's charge starts at O_GO, which is therefore the stage of a fresh frame.
(
    O_GO, O_CHOOSE, O_CHECK, O_AT_ORDER, O_MOVED, O_END_WINDOW, O_AFTER, O_SHOT, O_CONTACT, O_CONTACTED, O_JOIN,
    O_FIGHT, O_EXTRAS, O_VACATED, O_EXTRA, O_WAY, O_DONE,
) = range(17)  # fmt: skip


@rule
def is_charge(f):
    """Whether an order is a charge, the extra move of cavalry too."""
    return f.mode == TO_CHARGE or (f.mode == AS_EXTRA and f.target != NONE)


@rule
def broken_off(s, f):
    """Whether a unit can do nothing more of its order."""
    return f.flags & INTERRUPTED != 0 or not stands(s, f.unit)


@rule
def run_order(s, log):
    """One step of the order on top."""
    f = top(s)
    stage = f.stage
    if stage == O_CHOOSE:
        ask(s, ORDER, f.side)
    elif stage == O_CHECK:
        check_order(s, f, log)
    elif stage == O_AT_ORDER:
        f.stage = O_GO
        open_window(s, int(f.unit), AT_ORDER)
    elif stage == O_GO:
        go(s, f, log)
    elif stage == O_MOVED:
        moved(s, f, log)
    elif stage == O_END_WINDOW:
        f.stage = O_AFTER
        if not broken_off(s, f):
            open_window(s, int(f.unit), AT_END)
    elif stage == O_AFTER:
        after_move(s, f)
    elif stage == O_SHOT:
        f.stage = O_DONE
        open_window(s, int(f.unit), AFTER_SHOT)
    elif stage == O_WAY:
        ask(s, WAY, f.side)
    elif stage == O_EXTRA:
        ask_extra(s, f)
    elif stage == O_DONE:
        pop(s)
    else:
        run_charge(s, f, log)


@rule
def ask(s, phase, side):
    """A side decides now."""
    s.phase = phase
    s.asked = side


@rule
def ask_extra(s, f):
    """The owner of victorious cavalry decides about its extra move."""
    if stands(s, f.unit):
        ask(s, EXTRA, f.side)
    else:
        f.stage = O_DONE


@rule
def check_order(s, f, log):
    """A unit with hits checks once, before it moves or shoots; failing spends the order (G-R28)."""
    unit = int(f.unit)
    exempt = f.mode == TO_RETREAT or f.mode == TO_REGROUP
    if s.units[unit].hits > 0 and not exempt and not morale_check(s, unit, log):
        emit(log, ORDER_IGNORED, unit)
        f.stage = O_DONE
        open_window(s, unit, ON_FAILURE)
        return
    # A shot is answered after it was fired.
    f.stage = O_GO if f.mode == TO_SHOOT else O_AT_ORDER


@rule
def go(s, f, log):
    """Do what was ordered."""
    unit = int(f.unit)
    if broken_off(s, f):
        f.stage = O_DONE
    elif is_charge(f):
        set_off(s, f, log)
    elif f.mode == TO_SHOOT:
        f.stage = O_SHOT
        open_shot(s, unit, int(f.target), False, False)
    elif f.mode == TO_RETREAT:
        fall_back(s, f, log)
    elif f.mode == TO_REGROUP:
        f.stage = O_DONE
        regroup(s, unit, log)
    else:
        f.stage = O_MOVED
        set_out(s, f, log)


@rule
def fall_back(s, f, log):
    """A retreat by order goes step by step like any move, facing kept (G-R30)."""
    unit = int(f.unit)
    u = s.units[unit]
    far = retreat_length(s, unit)
    angle = retreat_angle(s, unit)
    x, y = u.x + turned_x(far, 0, angle), u.y + turned_y(far, 0, angle)
    f.stage = O_MOVED
    f.length = far
    if far > 0:
        emit(log, RETREATED, unit, x, y)
    else:
        emit(log, WAY_BARRED, unit)
    open_leg(s, unit, x, y, int(u.facing), 0)


@rule
def moved(s, f, log):
    """A leg is over: on to the next one, or to the end of the move."""
    if broken_off(s, f):
        f.stage = O_DONE
        return
    if f.flags & BENT:
        f.stage = O_WAY
    elif f.mode == AS_EXTRA:
        f.stage = O_DONE
    else:
        f.stage = O_END_WINDOW


@rule
def after_move(s, f):
    """Having moved, a unit may shoot; not after a march or a retreat."""
    f.stage = O_DONE
    if broken_off(s, f) or f.mode != TO_MOVE:
        return
    if has_target(s, int(f.unit), s.why):
        ask(s, AFTER_MOVE, f.side)
    because(s.why, OK)


@rule
def set_off(s, f, log):
    """A charge sets off, if it still can; its target may have fallen back or the way may be barred by now."""
    unit, target = int(f.unit), int(f.target)
    if f.flags & FLED:
        f.stage = O_VACATED
        return
    extra = f.mode == AS_EXTRA
    code = check_run(s, unit, target, f.x, f.y, extra, s.why) if stands(s, target) else OK + 1
    because(s.why, OK)
    if code != OK:
        emit(log, CHARGE_FAILS, unit)
        f.stage = O_DONE
        return
    emit(log, CHARGES, unit, target)
    u = s.units[unit]
    angle = charge_angle(s, unit, f.x, f.y)
    x, y, quiet = int(u.x), int(u.y), int(f.flags) & QUIET
    most = charge_reach(s, unit, extra)
    put_unit(s, unit, x, y, angle)
    far = run_up(s, unit, angle, most)
    f.stage = O_CONTACT
    f.length = most
    open_leg(s, unit, x + turned_x(far, 0, angle), y + turned_y(far, 0, angle), angle, quiet)


@rule
def run_charge(s, f, log):
    """The stages of a charge once the unit has arrived."""
    stage = f.stage
    if stage == O_CONTACT:
        contact(s, f, log)
    elif stage == O_CONTACTED:
        contacted(s, f, log)
    elif stage == O_JOIN:
        join_or_fight(s, f, log)
    elif stage == O_FIGHT:
        f.stage = O_EXTRAS
        if stands(s, f.unit) and enemy_unit_touched(s, int(f.unit)):
            fight(s, int(f.unit), log)
    elif stage == O_EXTRAS:
        next_extra(s, f, log)
    else:
        take_spot(s, f, log)


@rule
def contact(s, f, log):
    """The charger touches its target: the last moment for reactions (G-C3)."""
    unit, target = int(f.unit), int(f.target)
    if f.flags & FLED and not broken_off(s, f):
        f.stage = O_VACATED
        return
    if broken_off(s, f) or not stands(s, target) or not touches(s, unit, target):
        call_off(s, f, log)
        return
    u = s.units[unit]
    flank = target < UNITS and not from_front(s, u.x, u.y, target)
    u.charging = FLANK_CHARGE if flank else HEAD_ON_CHARGE
    u.charged = target
    u.as_reaction = 1 if f.flags & REACTING else 0
    emit(log, IN_CONTACT, unit, target, u.x, u.y, 1 if flank else 0)
    f.stage = O_CONTACTED
    if f.flags & REACTING:
        # The active unit fights without its own charge (G-R38).
        end_charge(s.units[target])
        if interrupt(s, target) and f.amount:
            emit(log, INTERRUPTED_NOW, target)
    elif not f.flags & QUIET:
        open_window(s, unit, AT_CONTACT)


@rule
def call_off(s, f, log):
    """The charge comes to nothing."""
    if stands(s, f.unit):
        emit(log, CHARGE_FAILS, f.unit)
    end_charge(s.units[f.unit])
    f.stage = O_DONE


@rule
def contacted(s, f, log):
    """After the reactions: officers fall, a unit with two hits checks its morale (G-R43, G-R49)."""
    unit, target = int(f.unit), int(f.target)
    if f.flags & FLED and not broken_off(s, f):
        end_charge(s.units[unit])
        f.stage = O_VACATED
        return
    if broken_off(s, f) or not stands(s, target) or not touches(s, unit, target):
        call_off(s, f, log)
        return
    f.stage = O_JOIN
    if target >= UNITS:
        end_charge(s.units[unit])
        succeed(s, unit, log)
        f.stage = O_EXTRAS
        officer_falls(s, target, log)
        return
    if s.units[target].hits < SHAKEN:
        return
    if morale_check(s, target, log):
        emit(log, STANDS_SHAKEN, target)
        return
    emit(log, BREAKS, target)
    destroy(s, target, log)


@rule
def enemy_unit_touched(s, unit):
    """Whether a unit is in contact with an enemy unit."""
    u = s.units[unit]
    for k in range((1 - u.side) * UNITS // 2, (2 - u.side) * UNITS // 2):
        if s.units[k].state == ON_TABLE and touches(s, unit, k):
            return True
    return False


@rule
def join_or_fight(s, f, log):
    """Before the dice further units of the group may charge in (G-R41)."""
    unit = int(f.unit)
    if f.flags & JOINED:
        f.stage = O_DONE
        return
    if not stands(s, unit):
        f.stage = O_EXTRAS
        return
    if not enemy_unit_touched(s, unit):
        # Its target broke before the dice: all that charged it succeeded (G-R48).
        for k in range(UNITS):
            if s.units[k].charging != NO_CHARGE and s.units[k].charged == f.target:
                succeed(s, k, log)
                end_charge(s.units[k])
        f.stage = O_EXTRAS
        return
    f.stage = O_FIGHT
    if not f.flags & REACTING and any_joiner(s, unit, s.why):
        f.stage = O_JOIN
        ask(s, JOINING, f.side)
    because(s.why, OK)


@rule
def next_extra(s, f, log):
    """One cavalry unit after the other makes the move that its success gives it."""
    for k in range(UNITS):
        u = s.units[k]
        if u.spent != EXTRA_WAITS:
            continue
        u.spent = EXTRA_USED
        if u.state != ON_TABLE:
            continue
        emit(log, EXTRA_GIVEN, k)
        order = push(s, AN_ORDER)
        order.unit = k
        order.side = u.side
        order.mode = AS_EXTRA
        order.stage = O_EXTRA
        order.flags = QUIET
        return
    f.stage = O_DONE


@rule
def take_spot(s, f, log):
    """The charged unit fell back: the charger finishes where it stood, and that is a success (G-R39, G-E8)."""
    unit = int(f.unit)
    u = s.units[unit]
    f.stage = O_EXTRAS
    if broken_off(s, f):
        f.stage = O_DONE
        return
    far = centre_gap(u.x, u.y, f.from_x, f.from_y)
    if far > 0:
        angle = angle_of(f.from_x - u.x, f.from_y - u.y)
        far = slide(s, unit, angle, far, False)
        put_unit(s, unit, u.x + turned_x(far, 0, angle), u.y + turned_y(far, 0, angle), u.facing)
        face(s, unit, angle)
    emit(log, TAKES_THE_SPOT, unit, u.x, u.y)
    succeed(s, unit, log)
