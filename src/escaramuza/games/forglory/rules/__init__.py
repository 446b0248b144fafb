"""The rules of For Glory. Clause ids (G-C2, G-R41 …) are those of RULES.md."""

from escaramuza.games.field.rules.lattice import place_action
from escaramuza.games.forglory import kinds, state, tables
from escaramuza.games.forglory.codes import Why
from escaramuza.games.forglory.measure import is_enemy
from escaramuza.games.forglory.rules.activation import check_move, check_other_order, check_use
from escaramuza.games.forglory.rules.applying import apply_decision, apply_setting
from escaramuza.games.forglory.rules.charge import a_direction, aim_along, check_charge
from escaramuza.games.forglory.rules.choices import candidates
from escaramuza.games.forglory.rules.deploying import check_place, left_to_place
from escaramuza.games.forglory.rules.finding import NOWHERE, found_facing, found_x, found_y
from escaramuza.games.forglory.rules.groups import check_pick_group
from escaramuza.games.forglory.rules.joining import check_join, may_be_ordered
from escaramuza.games.forglory.rules.officers import check_put, check_ride
from escaramuza.games.forglory.rules.phases import check_phase
from escaramuza.games.forglory.rules.placing import a_marker_spot, a_place, a_spot, check_stuck
from escaramuza.games.forglory.rules.proceed import proceed
from escaramuza.games.forglory.rules.pushing import check_retreat
from escaramuza.games.forglory.rules.reactions import check_reactor, check_regroup, holder
from escaramuza.games.forglory.rules.rounds import (
    FIRST_DEPLOY,
    REINFORCE,
    check_assign,
    check_pick_division,
    check_ready,
    check_swap,
)
from escaramuza.games.forglory.rules.shooting import check_marker, check_shoot
from escaramuza.games.forglory.rules.stack import a_why
from escaramuza.kernel.buffers import OK, OVER, because, write_outcome
from escaramuza.kernel.jit import rule
from escaramuza.kernel.plane import turned_x, turned_y
from escaramuza.kernel.stack import top


@rule
def actor(s):
    """The side that decides now, or OVER."""
    return OVER if s.phase == state.FINISHED else int(s.asked)


@rule
def side_of(s, seat):
    """The side a seat plays for."""
    return seat


@rule
def outcome(s, results):
    """1 for the winner, -1 for the loser; both 0 in a draw."""
    write_outcome(s.winner, results)


@rule
def check(s, a, why):
    """OK, or the code of the first rule that forbids action a, its numbers in why."""
    code = check_phase(s, a.kind, why)
    if code != OK:
        return code
    kind = a.kind
    if kind in (kinds.MOVE, kinds.BEND, kinds.MARCH, kinds.MARCH_BEND):
        return check_move(s, a, why)
    if s.phase == state.REACTION:
        return check_reaction(s, a, why)
    if kind in (kinds.CHARGE, kinds.SHOOT, kinds.RETREAT, kinds.REGROUP):
        return check_other_order(s, a, why)
    if kind == kinds.USE:
        return check_use(s, a, why)
    if kind == kinds.REACT:
        return check_reactor(s, int(a.unit), int(top(s).unit), why)
    if kind == kinds.JOIN:
        return check_join(s, int(top(s).unit), int(a.unit), int(a.target), a.x, a.y, why)
    if kind in (kinds.RIDE, kinds.RIDE_BEND):
        return check_ride(s, int(top(s).unit), a, top(s).used, top(s).legs, why)
    if kind == kinds.MARKER:
        return check_marker(s, a.x, a.y, why)
    if kind == kinds.PUT:
        return check_put(s, int(top(s).unit), a.x, a.y, why)
    return check_setting(s, a, why)


@rule
def check_reaction(s, a, why):
    """What a reactor may do, against the trigger alone (G-R36)."""
    f = top(s)
    unit, trigger = int(f.unit), int(f.target)
    kind = a.kind
    if kind == kinds.HOLD:
        return OK
    if kind == kinds.RETREAT:
        return check_retreat(s, unit, int(a.choice), why)
    if kind == kinds.REGROUP:
        return check_regroup(s, unit, why)
    if a.target != trigger:
        return because(why, Why.NOT_THE_TRIGGER, a.target, trigger)
    if kind == kinds.SHOOT:
        return check_shoot(s, unit, trigger, why)
    other = holder(s, unit, trigger)
    if other >= 0:
        return because(why, Why.HELD_IN_MELEE, unit, other)
    return check_charge(s, unit, trigger, a.x, a.y, False, why)


@rule
def check_setting(s, a, why):
    """Set-up, and words that say nothing but their name."""
    kind = a.kind
    if kind == kinds.PLACE:
        return check_place(s, a, why)
    if kind == kinds.ASSIGN:
        return check_assign(s, a, why)
    if kind == kinds.SWAP:
        return check_swap(s, a, why)
    if kind == kinds.READY:
        return check_ready(s, why)
    if kind in (kinds.RESERVE, kinds.AGAIN):
        return check_stuck(s, kind == kinds.AGAIN, why)
    if kind != kinds.PICK:
        return OK
    if s.step == FIRST_DEPLOY or s.step == REINFORCE:
        return check_pick_division(s, int(a.choice), why)
    return check_pick_group(s, int(a.choice), why)


@rule
def legal_actions(s, out):
    """Write all discrete legal actions and the lattice of places into out; their number is returned."""
    n = candidates(s, out)
    kept = 0
    for i in range(n):
        if check(s, out[i], a_why()) == OK:
            if kept != i:
                out[kept] = out[i]
            kept += 1
    if s.phase in (state.ORDER, state.JOINING, state.EXTRA, state.REACTION):
        n = odd_charges(s, out, kept)
        for i in range(kept, n):
            if check(s, out[i], a_why()) == OK:
                if kept != i:
                    out[kept] = out[i]
                kept += 1
    if kept == 0:
        kept = squeeze_in(s, out)
    return kept


@rule
def odd_charges(s, out, n):
    """Add what may be a charge at each enemy that none of the usual aims reaches but another one does (G-R64)."""
    f = top(s)
    if s.phase != state.JOINING:
        for body in range(tables.BODIES):
            if s.phase != state.REACTION or body == f.target:
                n = odd_charge(s, kinds.CHARGE, int(f.unit), body, out, n)
        return n
    for unit in range(s.asked * tables.UNITS // 2, (s.asked + 1) * tables.UNITS // 2):
        if may_be_ordered(s, unit, a_why()):
            for body in range((1 - s.asked) * tables.UNITS // 2, (2 - s.asked) * tables.UNITS // 2):
                n = odd_charge(s, kinds.JOIN, unit, body, out, n)
    return n


@rule
def odd_charge(s, kind, unit, body, out, n):
    """The same for one unit and one enemy."""
    if n >= len(out) or not is_enemy(s, body, s.units[unit].side):
        return n
    who = unit if kind == kinds.JOIN else 0
    for i in range(n):
        if out[i].kind == kind and out[i].target == body and out[i].unit == who:
            return n
    angle = a_direction(s, unit, body, s.phase == state.EXTRA, a_why())
    far = aim_along(s, unit, body, angle) if angle >= 0 else 0
    if far == 0:
        return n
    x, y = s.units[unit].x + turned_x(far, 0, angle), s.units[unit].y + turned_y(far, 0, angle)
    place_action(out[n], kind, who, x, y, 0)
    out[n].target = body
    return n + 1


@rule
def squeeze_in(s, out):
    """Where the lattice finds no room, any spot there is; a division of which a unit fits nowhere goes back, or
    begins again."""
    f = top(s)
    a = out[0]
    if s.phase == state.DEPLOY or s.phase == state.STAFF_PLACE:
        body = tables.UNITS + int(f.unit)
        if f.unit < tables.STAFF and s.officers[f.unit].state == state.ON_TABLE:
            body = left_to_place(s, int(f.unit))
        spot = a_spot(s, body, a_why())
        if spot == NOWHERE:
            place_action(out[0], kinds.RESERVE, 0, 0, 0, 0)
            place_action(out[1], kinds.AGAIN, 0, 0, 0, 0)
            return 2
        facing = found_facing(spot) if body < tables.UNITS else 0
        place_action(a, kinds.PLACE, body, found_x(spot), found_y(spot), facing)
        return 1
    if s.phase == state.RELOCATING:
        spot = a_place(s, int(f.unit), a_why())
        place_action(a, kinds.PUT, 0, found_x(spot), found_y(spot), 0)
        return 1
    if s.phase == state.MARKING:
        spot = a_marker_spot(s, a_why())
        place_action(a, kinds.MARKER, 0, found_x(spot), found_y(spot), 0)
        return 1
    return 0


@rule
def apply(s, a, log):
    """Make a legal action, and go on until somebody has to decide."""
    if s.phase in (state.MUSTER, state.DISTRIBUTE, state.PICKING, state.DEPLOY, state.STAFF_PLACE):
        apply_setting(s, a, log)
    else:
        apply_decision(s, a, log)
        s.phase = state.RUNNING
    if s.phase == state.RUNNING:
        proceed(s, log)
