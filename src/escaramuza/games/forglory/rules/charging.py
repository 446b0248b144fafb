"""A charge from its setting off to its melee and what follows: contact, joiners, the vacated spot, extra moves."""

from escaramuza.games.forglory import measure, state, tables
from escaramuza.games.forglory.angles import angle_of
from escaramuza.games.forglory.codes import Did, Why
from escaramuza.games.forglory.ground import in_difficult
from escaramuza.games.forglory.rules import charge, melee, stack
from escaramuza.games.forglory.rules.checks import morale_check
from escaramuza.games.forglory.rules.driving import drive_back
from escaramuza.games.forglory.rules.joining import any_joiner
from escaramuza.games.forglory.rules.losses import judge_division, lose, officer_falls
from escaramuza.games.forglory.rules.moving import open_leg
from escaramuza.games.forglory.rules.pushing import CHARGING, HAIR, slide
from escaramuza.games.forglory.rules.reactions import open_window
from escaramuza.games.forglory.rules.room import enemy_on_way
from escaramuza.games.forglory.rules.stack import a_why
from escaramuza.games.forglory.rules.ways import begins_rough
from escaramuza.kernel.buffers import OK, because, emit
from escaramuza.kernel.jit import rule
from escaramuza.kernel.plane import turned_x, turned_y
from escaramuza.kernel.stack import push


@rule
def set_off(s, f, log):
    """A charge sets off, if it still can; its target may have fallen back or the way may be barred by now."""
    unit, target = int(f.unit), int(f.target)
    extra = f.mode == stack.AS_EXTRA
    f.limit = charge.charge_reach(s, unit, extra)
    f.flags |= begins_rough(s, unit)
    if f.flags & stack.FLED:
        f.stage = stack.O_VACATED
        return
    code = charge.check_run(s, unit, target, f.x, f.y, extra, a_why()) if measure.stands(s, target) else OK + 1
    if code != OK:
        emit(log, Did.CHARGE_FAILS, unit)
        f.stage = stack.O_DONE
        return
    emit(log, Did.CHARGES, unit, target)
    u = s.units[unit]
    u.column = 0
    angle = charge.charge_angle(s, unit, f.x, f.y)
    x, y, facing = int(u.x), int(u.y), int(u.facing)
    measure.try_unit(s, unit, x, y, angle)
    far = charge.charge_length(s, unit, target, angle, f.limit)
    measure.try_unit(s, unit, x, y, facing)
    f.stage = stack.O_CONTACT
    open_leg(s, unit, x + turned_x(far, 0, angle), y + turned_y(far, 0, angle), angle, int(f.flags) & stack.QUIET)


@rule
def run_charge(s, f, log):
    """The stages of a charge once the unit has arrived."""
    stage = f.stage
    if stage == stack.O_CONTACT:
        contact(s, f, log)
    elif stage == stack.O_CONTACTED:
        contacted(s, f, log)
    elif stage == stack.O_JOIN:
        join_or_fight(s, f, log)
    elif stage == stack.O_FIGHT:
        fight_next(s, f, log)
    elif stage == stack.O_PUSHES:
        drive_back(s, f, log)
    elif stage == stack.O_EXTRAS:
        next_extra(s, f, log)
    elif stage == stack.O_VACATED:
        go_to_spot(s, f, log)
    else:
        on_spot(s, f, True, log)


@rule
def contact(s, f, log):
    """The charger touches its target: the last moment for reactions (G-C3)."""
    unit, target = int(f.unit), int(f.target)
    if f.flags & stack.FLED and not stack.broken_off(s, f):
        f.stage = stack.O_VACATED
    elif stack.broken_off(s, f) or not measure.stands(s, target) or not measure.touches(s, unit, target):
        call_off(s, f, log)
    else:
        make_contact(s, f, True, log)


@rule
def make_contact(s, f, asks, log):
    """Note how a charger meets its target, from front or flank (G-R44)."""
    unit, target = int(f.unit), int(f.target)
    u = s.units[unit]
    flank = target < tables.UNITS and not measure.from_front(s, u.x, u.y, target)
    u.charging = state.FLANK_CHARGE if flank else state.HEAD_ON_CHARGE
    u.charged = target
    u.as_reaction = 1 if f.flags & (stack.REACTING | stack.BY_REACTION) else 0
    emit(log, Did.IN_CONTACT, unit, target, u.x, u.y, 1 if flank else 0)
    f.stage = stack.O_CONTACTED
    if f.flags & stack.REACTING:
        # The active unit fights without its own charge (G-R38).
        melee.end_charge(s.units[target])
        if stack.interrupt(s, target) and f.cuts_short:
            emit(log, Did.INTERRUPTED, target)
    elif asks and not f.flags & stack.QUIET:
        open_window(s, unit, stack.AT_CONTACT)


@rule
def call_off(s, f, log):
    """The charge comes to nothing; driven off, cavalry loses the extra move that it had earned (G-C4)."""
    if measure.stands(s, f.unit):
        emit(log, Did.CHARGE_FAILS, f.unit)
    melee.end_charge(s.units[f.unit])
    melee.forfeit(s.units[f.unit])
    f.stage = stack.O_DONE


@rule
def contacted(s, f, log):
    """After the reactions: officers fall, units with two hits check their morale (G-R43, G-R49)."""
    unit, target = int(f.unit), int(f.target)
    if f.flags & stack.FLED and not stack.broken_off(s, f):
        melee.end_charge(s.units[unit])
        f.stage = stack.O_VACATED
        return
    if stack.broken_off(s, f) or not measure.stands(s, target) or not measure.touches(s, unit, target):
        call_off(s, f, log)
        return
    f.stage = stack.O_JOIN
    if target >= tables.UNITS:
        melee.end_charge(s.units[unit])
        melee.succeed(s, unit, log)
        f.stage = stack.O_EXTRAS
        officer_falls(s, target, log)
        return
    shake(s, target, log)
    # Every unit that is touched, not the declared target alone (G-R63).
    side = s.units[unit].side
    for k in range((1 - side) * tables.UNITS // 2, (2 - side) * tables.UNITS // 2):
        if k != target and s.units[k].state == state.ON_TABLE and measure.touches(s, unit, k):
            shake(s, k, log)
    # All check before a division is removed (G-R63).
    for division in range(tables.DIVISIONS):
        judge_division(s, division, log)


@rule
def shake(s, unit, log):
    """A unit with two hits that a charge has touched checks its morale, and is destroyed if it fails (G-C7)."""
    if s.units[unit].hits < tables.SHAKEN:
        return
    if morale_check(s, unit, log):
        emit(log, Did.STANDS_SHAKEN, unit)
        return
    emit(log, Did.BREAKS, unit)
    lose(s, unit, log)


@rule
def enemy_met(s, unit):
    """The enemy unit in contact with a unit whose centre is nearest, or -1."""
    u = s.units[unit]
    found, best = -1, 0
    for k in range((1 - u.side) * tables.UNITS // 2, (2 - u.side) * tables.UNITS // 2):
        if s.units[k].state != state.ON_TABLE or not measure.touches(s, unit, k):
            continue
        away = measure.centre_gap(u.x, u.y, s.units[k].x, s.units[k].y)
        if found < 0 or away < best:
            found, best = k, away
    return found


@rule
def join_or_fight(s, f, log):
    """Before the dice further units of the group may charge in (G-R41)."""
    unit = int(f.unit)
    if f.flags & stack.JOINED:
        f.stage = stack.O_DONE
        return
    f.stage = stack.O_FIGHT
    free_chargers(s, int(f.side), log)
    if not measure.stands(s, unit) or s.units[unit].charging == state.NO_CHARGE:
        # It has nobody left to fight, or fought already, in the melee of an enemy's charge (G-R42).
        return
    if not f.flags & stack.REACTING and any_joiner(s, unit, a_why()):
        f.stage = stack.O_JOIN
        stack.ask(s, state.JOINING, f.side)


@rule
def free_chargers(s, side, log):
    """Those of a side whose target broke before the dice, or retreated from a further charge, have succeeded; who
    still touches another enemy fights it (G-R48, G-R67)."""
    for k in range(side * tables.UNITS // 2, (side + 1) * tables.UNITS // 2):
        u = s.units[k]
        if u.charging == state.NO_CHARGE or (measure.stands(s, u.charged) and measure.touches(s, k, u.charged)):
            continue
        other = enemy_met(s, k)
        if other < 0:
            melee.succeed(s, k, log)
            melee.end_charge(u)
        else:
            melee.earn(u)
            u.charged = other


@rule
def fight_next(s, f, log):
    """The melee of the charger, and one of its own for a joiner that is in contact elsewhere; each fights once."""
    free_chargers(s, int(f.side), log)
    unit = next_fighter(s, f)
    if unit < 0:
        melee.grant(s, int(f.side), log)
        f.stage = stack.O_EXTRAS
    else:
        melee.fight(s, unit, log)
        f.stage = stack.O_PUSHES


@rule
def next_fighter(s, f):
    """A unit whose charge has not led to its melee yet: the charger, then those that joined it; or -1."""
    if is_fighting(s, int(f.unit)):
        return int(f.unit)
    if f.mode != stack.TO_CHARGE:
        return -1
    for k in range(f.side * tables.UNITS // 2, (f.side + 1) * tables.UNITS // 2):
        if is_fighting(s, k):
            return k
    return -1


@rule
def is_fighting(s, unit):
    """Whether a unit's charge is on and in contact with an enemy unit."""
    return measure.stands(s, unit) and s.units[unit].charging != state.NO_CHARGE and enemy_met(s, unit) >= 0


@rule
def next_extra(s, f, log):
    """One cavalry unit after the other makes the move that its success gives it, in their owner's order (G-R65)."""
    first = -1
    for k in range(tables.UNITS):
        if not waits_for_extra(s, k):
            continue
        if first >= 0 and s.units[first].side == s.units[k].side:
            stack.ask(s, state.EXTRAS, s.units[k].side)
            return
        first = k if first < 0 else first
    if first >= 0:
        give_extra(s, f, first, log)
    else:
        f.stage = stack.O_DONE


@rule
def waits_for_extra(s, unit):
    """Whether a unit still has the extra move that its success gave it."""
    return s.units[unit].spent == melee.EXTRA_WAITS and s.units[unit].state == state.ON_TABLE


@rule
def check_extra(s, unit, why):
    """Which of several cavalry units makes its extra move first."""
    if unit < 0 or unit >= tables.UNITS or s.units[unit].side != s.asked or not waits_for_extra(s, unit):
        return because(why, Why.NO_EXTRA_FOR_IT, unit)
    return OK


@rule
def give_extra(s, f, unit, log):
    """Open a unit's extra move."""
    u = s.units[unit]
    u.spent = melee.EXTRA_USED
    emit(log, Did.EXTRA_MOVE, unit)
    order = push(s, stack.AN_ORDER)
    order.unit = unit
    order.side = u.side
    order.mode = stack.AS_EXTRA
    order.stage = stack.O_EXTRA
    order.flags = stack.QUIET
    if f.flags & (stack.REACTING | stack.BY_REACTION) and u.side == f.side:
        order.flags |= stack.BY_REACTION


@rule
def go_to_spot(s, f, log):
    """The charged unit fell back: the charger goes on to where it stood, within its own move and as the ground allows
    (G-R39, G-R62). It is a move like any other: others may react to it."""
    if stack.broken_off(s, f):
        call_off(s, f, log)
        return
    unit = int(f.unit)
    u = s.units[unit]
    f.flags &= ~stack.FLED
    u.column = 0
    x, y, facing = int(u.x), int(u.y), int(u.facing)
    angle = angle_of(f.stood_x - x, f.stood_y - y) if x != f.stood_x or y != f.stood_y else facing
    measure.try_unit(s, unit, x, y, angle)
    if enemy_on_way(s, unit, 0, 0) >= 0:
        # No room to turn: it goes on as it faces.
        measure.try_unit(s, unit, x, y, facing)
    turned = int(u.facing)
    far = way_to_spot(s, f, angle)
    measure.try_unit(s, unit, x, y, facing)
    if far == 0:
        on_spot(s, f, False, log)
        return
    f.stage = stack.O_ON_SPOT
    open_leg(s, unit, x + turned_x(far, 0, angle), y + turned_y(far, 0, angle), turned, int(f.flags) & stack.QUIET)


@rule
def way_to_spot(s, f, angle):
    """How far a charger gets towards the vacated spot with what is left of its move."""
    unit = int(f.unit)
    u = s.units[unit]
    most = min(measure.centre_gap(u.x, u.y, f.stood_x, f.stood_y), f.limit - f.used)
    if tables.TYPE_OF[u.category] == tables.CAVALRY and in_difficult(s, u.x, u.y) and not f.flags & stack.ROUGH:
        # It entered difficult ground, and that ends its move.
        return 0
    return slide(s, unit, angle, max(most, 0), CHARGING, f.used)


@rule
def on_spot(s, f, moved, log):
    """The target's retreat is a success; near the vacated spot a charger fights the enemy that it touches there
    (G-R39, G-R62, G-R67)."""
    if stack.broken_off(s, f):
        call_off(s, f, log)
        return
    unit = int(f.unit)
    u = s.units[unit]
    if measure.centre_gap(u.x, u.y, f.stood_x, f.stood_y) <= HAIR:
        emit(log, Did.TAKES_THE_SPOT, unit, u.x, u.y)
    other = enemy_met(s, unit)
    if other < 0:
        melee.succeed(s, unit, log)
        f.stage = stack.O_EXTRAS
        return
    melee.earn(u)
    stack.aim_at(s, f, other, int(f.x), int(f.y))
    make_contact(s, f, moved, log)
