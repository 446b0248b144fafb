"""A charge from its setting off to its melee and what follows: contact, joiners, the vacated spot, extra moves."""

from escaramuza.games.forglory.angles import angle_of
from escaramuza.games.forglory.codes import (
    BREAKS,
    CHARGE_FAILS,
    CHARGES,
    EXTRA_GIVEN,
    IN_CONTACT,
    NO_EXTRA_FOR_IT,
    STANDS_SHAKEN,
    TAKES_THE_SPOT,
)  # fmt: skip
from escaramuza.games.forglory.codes import INTERRUPTED as INTERRUPTED_NOW
from escaramuza.games.forglory.ground import in_difficult
from escaramuza.games.forglory.measure import centre_gap, from_front, stands, touches, try_unit
from escaramuza.games.forglory.rules.charge import charge_angle, charge_reach, check_run, run_up
from escaramuza.games.forglory.rules.checks import morale_check
from escaramuza.games.forglory.rules.driving import drive_back
from escaramuza.games.forglory.rules.joining import any_joiner
from escaramuza.games.forglory.rules.losses import judge_division, lose, officer_falls
from escaramuza.games.forglory.rules.melee import EXTRA_USED, EXTRA_WAITS, end_charge, fight, succeed
from escaramuza.games.forglory.rules.moving import open_leg
from escaramuza.games.forglory.rules.pushing import CHARGING, slide
from escaramuza.games.forglory.rules.reactions import open_window
from escaramuza.games.forglory.rules.room import enemy_on_way
from escaramuza.games.forglory.rules.stack import (
    AN_ORDER,
    AS_EXTRA,
    AT_CONTACT,
    BY_REACTION,
    FLED,
    JOINED,
    O_CONTACT,
    O_CONTACTED,
    O_DONE,
    O_EXTRA,
    O_EXTRAS,
    O_FIGHT,
    O_JOIN,
    O_ON_SPOT,
    O_PUSHES,
    O_VACATED,
    QUIET,
    REACTING,
    ROUGH,
    TO_CHARGE,
    aim_at,
    ask,
    broken_off,
    interrupt,
)  # fmt: skip
from escaramuza.games.forglory.rules.ways import begins_rough
from escaramuza.games.forglory.state import EXTRAS, FLANK_CHARGE, HEAD_ON_CHARGE, JOINING, NO_CHARGE, ON_TABLE
from escaramuza.games.forglory.tables import CAVALRY, DIVISIONS, SHAKEN, TYPE_OF, UNITS
from escaramuza.kernel.buffers import OK, because, emit
from escaramuza.kernel.jit import rule
from escaramuza.kernel.plane import turned_x, turned_y
from escaramuza.kernel.stack import push


@rule
def set_off(s, f, log):
    """A charge sets off, if it still can; its target may have fallen back or the way may be barred by now."""
    unit, target = int(f.unit), int(f.target)
    extra = f.mode == AS_EXTRA
    f.length = charge_reach(s, unit, extra)
    f.flags |= begins_rough(s, unit)
    if f.flags & FLED:
        f.stage = O_VACATED
        return
    code = check_run(s, unit, target, f.x, f.y, extra, s.why) if stands(s, target) else OK + 1
    because(s.why, OK)
    if code != OK:
        emit(log, CHARGE_FAILS, unit)
        f.stage = O_DONE
        return
    emit(log, CHARGES, unit, target)
    u = s.units[unit]
    u.column = 0
    angle = charge_angle(s, unit, f.x, f.y)
    x, y, facing = int(u.x), int(u.y), int(u.facing)
    try_unit(s, unit, x, y, angle)
    far = run_up(s, unit, angle, f.length)
    try_unit(s, unit, x, y, facing)
    f.stage = O_CONTACT
    open_leg(s, unit, x + turned_x(far, 0, angle), y + turned_y(far, 0, angle), angle, int(f.flags) & QUIET)


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
        fight_next(s, f, log)
    elif stage == O_PUSHES:
        drive_back(s, f, log)
    elif stage == O_EXTRAS:
        next_extra(s, f, log)
    elif stage == O_VACATED:
        go_to_spot(s, f, log)
    else:
        on_spot(s, f, True, log)


@rule
def contact(s, f, log):
    """The charger touches its target: the last moment for reactions (G-C3)."""
    unit, target = int(f.unit), int(f.target)
    if f.flags & FLED and not broken_off(s, f):
        f.stage = O_VACATED
    elif broken_off(s, f) or not stands(s, target) or not touches(s, unit, target):
        call_off(s, f, log)
    else:
        make_contact(s, f, True, log)


@rule
def make_contact(s, f, asks, log):
    """Note how a charger meets its target, from front or flank (G-R44)."""
    unit, target = int(f.unit), int(f.target)
    u = s.units[unit]
    flank = target < UNITS and not from_front(s, u.x, u.y, target)
    u.charging = FLANK_CHARGE if flank else HEAD_ON_CHARGE
    u.charged = target
    u.as_reaction = 1 if f.flags & (REACTING | BY_REACTION) else 0
    emit(log, IN_CONTACT, unit, target, u.x, u.y, 1 if flank else 0)
    f.stage = O_CONTACTED
    if f.flags & REACTING:
        # The active unit fights without its own charge (G-R38).
        end_charge(s.units[target])
        if interrupt(s, target) and f.amount:
            emit(log, INTERRUPTED_NOW, target)
    elif asks and not f.flags & QUIET:
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
    """After the reactions: officers fall, units with two hits check their morale (G-R43, G-R49)."""
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
    shake(s, target, log)
    # Every unit that is touched, not the declared target alone (G-R63).
    side = s.units[unit].side
    for k in range((1 - side) * UNITS // 2, (2 - side) * UNITS // 2):
        if k != target and s.units[k].state == ON_TABLE and touches(s, unit, k):
            shake(s, k, log)
    # All check before a division is removed (G-R63).
    for division in range(DIVISIONS):
        judge_division(s, division, log)


@rule
def shake(s, unit, log):
    """A unit with two hits that a charge has touched checks its morale, and is destroyed if it fails (G-C6)."""
    if s.units[unit].hits < SHAKEN:
        return
    if morale_check(s, unit, log):
        emit(log, STANDS_SHAKEN, unit)
        return
    emit(log, BREAKS, unit)
    lose(s, unit, log)


@rule
def enemy_met(s, unit):
    """The enemy unit in contact with a unit whose centre is nearest, or -1."""
    u = s.units[unit]
    found, best = -1, 0
    for k in range((1 - u.side) * UNITS // 2, (2 - u.side) * UNITS // 2):
        if s.units[k].state != ON_TABLE or not touches(s, unit, k):
            continue
        away = centre_gap(u.x, u.y, s.units[k].x, s.units[k].y)
        if found < 0 or away < best:
            found, best = k, away
    return found


@rule
def join_or_fight(s, f, log):
    """Before the dice further units of the group may charge in (G-R41)."""
    unit = int(f.unit)
    if f.flags & JOINED:
        f.stage = O_DONE
        return
    f.stage = O_FIGHT
    if not stands(s, unit) or s.units[unit].charging == NO_CHARGE:
        # It fought already, in the melee of an enemy's charge (G-R42).
        return
    if enemy_met(s, unit) < 0:
        # Its target broke before the dice: all that charged it succeeded (G-R48).
        for k in range(UNITS):
            if s.units[k].charging != NO_CHARGE and s.units[k].charged == f.target and enemy_met(s, k) < 0:
                succeed(s, k, log)
                end_charge(s.units[k])
        return
    if not f.flags & REACTING and any_joiner(s, unit, s.why):
        f.stage = O_JOIN
        ask(s, JOINING, f.side)
    because(s.why, OK)


@rule
def fight_next(s, f, log):
    """The melee of the charger, and one of its own for a joiner that is in contact elsewhere; each fights once."""
    unit = next_fighter(s, f)
    if unit < 0:
        f.stage = O_EXTRAS
    else:
        fight(s, unit, log)
        f.stage = O_PUSHES


@rule
def next_fighter(s, f):
    """A unit whose charge has not led to its melee yet: the charger, then those that joined it; or -1."""
    if is_fighting(s, int(f.unit)):
        return int(f.unit)
    if f.mode != TO_CHARGE:
        return -1
    for k in range(f.side * UNITS // 2, (f.side + 1) * UNITS // 2):
        if is_fighting(s, k):
            return k
    return -1


@rule
def is_fighting(s, unit):
    """Whether a unit's charge is on and in contact with an enemy unit."""
    return stands(s, unit) and s.units[unit].charging != NO_CHARGE and enemy_met(s, unit) >= 0


@rule
def next_extra(s, f, log):
    """One cavalry unit after the other makes the move that its success gives it, in their owner's order (G-R65)."""
    first = -1
    for k in range(UNITS):
        if not waits_for_extra(s, k):
            continue
        if first >= 0 and s.units[first].side == s.units[k].side:
            ask(s, EXTRAS, s.units[k].side)
            return
        first = k if first < 0 else first
    if first >= 0:
        give_extra(s, f, first, log)
    else:
        f.stage = O_DONE


@rule
def waits_for_extra(s, unit):
    """Whether a unit still has the extra move that its success gave it."""
    return s.units[unit].spent == EXTRA_WAITS and s.units[unit].state == ON_TABLE


@rule
def check_extra(s, unit, why):
    """Which of several cavalry units makes its extra move first."""
    if unit < 0 or unit >= UNITS or s.units[unit].side != s.asked or not waits_for_extra(s, unit):
        return because(why, NO_EXTRA_FOR_IT, unit)
    return OK


@rule
def give_extra(s, f, unit, log):
    """Open a unit's extra move."""
    u = s.units[unit]
    u.spent = EXTRA_USED
    emit(log, EXTRA_GIVEN, unit)
    order = push(s, AN_ORDER)
    order.unit = unit
    order.side = u.side
    order.mode = AS_EXTRA
    order.stage = O_EXTRA
    order.flags = QUIET
    if f.flags & (REACTING | BY_REACTION) and u.side == f.side:
        order.flags |= BY_REACTION


@rule
def go_to_spot(s, f, log):
    """The charged unit fell back: the charger goes on to where it stood, within its own move and as the ground allows
    (G-R39, G-R62). It is a move like any other: others may react to it."""
    if broken_off(s, f):
        call_off(s, f, log)
        return
    unit = int(f.unit)
    u = s.units[unit]
    f.flags &= ~FLED
    u.column = 0
    x, y, facing = int(u.x), int(u.y), int(u.facing)
    angle = angle_of(f.from_x - x, f.from_y - y) if x != f.from_x or y != f.from_y else facing
    try_unit(s, unit, x, y, angle)
    if enemy_on_way(s, unit, 0, 0) >= 0:
        # No room to turn: it goes on as it faces.
        try_unit(s, unit, x, y, facing)
    turned = int(u.facing)
    far = way_to_spot(s, f, angle)
    try_unit(s, unit, x, y, facing)
    if far == 0:
        on_spot(s, f, False, log)
        return
    f.stage = O_ON_SPOT
    open_leg(s, unit, x + turned_x(far, 0, angle), y + turned_y(far, 0, angle), turned, int(f.flags) & QUIET)


@rule
def way_to_spot(s, f, angle):
    """How far a charger gets towards the vacated spot with what is left of its move."""
    unit = int(f.unit)
    u = s.units[unit]
    most = min(centre_gap(u.x, u.y, f.from_x, f.from_y), f.length - f.used)
    if TYPE_OF[u.category] == CAVALRY and in_difficult(s, u.x, u.y) and not f.flags & ROUGH:
        # It entered difficult ground, and that ends its move.
        return 0
    return slide(s, unit, angle, max(most, 0), CHARGING, f.used)


@rule
def on_spot(s, f, moved, log):
    """Near the vacated spot a charger fights the enemy that it touches there; else its charge succeeded (G-R62)."""
    if broken_off(s, f):
        call_off(s, f, log)
        return
    unit = int(f.unit)
    u = s.units[unit]
    emit(log, TAKES_THE_SPOT, unit, u.x, u.y)
    other = enemy_met(s, unit)
    if other < 0:
        succeed(s, unit, log)
        f.stage = O_EXTRAS
        return
    aim_at(s, f, other, int(f.x), int(f.y))
    make_contact(s, f, moved, log)
