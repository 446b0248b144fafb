"""Chapter Capacités spéciales and the cards of E-F3."""

from escaramuza.games.escarmouche import codes, sight, state, tables
from escaramuza.games.escarmouche.codes import Did, Why
from escaramuza.games.escarmouche.rules import acting, combat
from escaramuza.games.escarmouche.rules.choices import forward_reaches, swept
from escaramuza.games.escarmouche.rules.movement import check_way, relocate
from escaramuza.games.escarmouche.rules.turn import finish_action
from escaramuza.kernel import bits
from escaramuza.kernel.bits import BIT
from escaramuza.kernel.buffers import OK, because, emit
from escaramuza.kernel.grid import distance
from escaramuza.kernel.jit import rule

LAST_ABILITY = len(tables.ABILITIES) - 1


@rule
def check_ability(s, a, why):
    """The first rule that forbids unit a.unit using ability a.choice; it takes the place of its attack (E-S1), and the
    card says how (E-S2)."""
    if a.choice < 0 or a.choice > LAST_ABILITY:
        return because(why, Why.NO_SUCH_ACTION)
    code = acting.check_actor(s, a.unit, why)
    if code != OK:
        return code
    code = acting.check_spent(s, a.unit, a.choice, why)
    if code != OK:
        return code
    if tables.AIMED[a.choice]:
        return check_aimed(s, a, why)
    if a.choice == tables.CHARGE:
        return check_charge(s, a, why)
    if a.choice == tables.TACTICAL_RETREAT:
        return check_way(s, a.unit, a.to, why)
    if a.choice == tables.FORWARD:
        return check_forward(s, a.unit, a.target, a.to, why)
    if a.choice == tables.FEINT:
        return check_feint(s, a, why)
    if a.choice == tables.GUARDIAN:
        return check_guardian(s, a, why)
    if a.choice == tables.SWEEP:
        return check_sweep(s, a, why)
    if a.choice == tables.DEFENSIVE_STANCE and s.units[a.unit].stance:
        return because(why, Why.STANCE_ACTIVE, a.unit)
    return OK


@rule
def check_aimed(s, a, why):
    """Range and sight as for an attack, with the card's figures; units do not stop a precision shot (E-R15)."""
    u = s.units[a.unit]
    return combat.check_target(
        s, u.at, a.target, acting.ability_range(u, a.choice), acting.ability_screen(s, a.choice), why
    )


@rule
def check_charge(s, a, why):
    """At least one square, then a target within range and sight from there (E-R13)."""
    code = check_way(s, a.unit, a.to, why)
    if code != OK:
        return code
    u = s.units[a.unit]
    return combat.check_target(s, a.to, a.target, u.range, (s.blocked & ~BIT[u.at]) | BIT[a.to], why)


@rule
def check_ally(s, unit, target, why):
    """Another unit of one's own squad, on the board."""
    if not acting.exists(s, target):
        return because(why, Why.NO_TARGET)
    if target == unit:
        return because(why, Why.NOT_ITSELF, unit)
    if s.units[target].side != s.side:
        return because(why, Why.NOT_AN_ALLY, target)
    if s.units[target].at < 0:
        return because(why, Why.UNIT_OUT, target)
    return OK


@rule
def check_forward(s, unit, target, to, why):
    """An ally within 3 moves; sight is not needed (E-R13)."""
    code = check_ally(s, unit, target, why)
    if code != OK:
        return code
    steps = distance(s.units[unit].at, s.units[target].at)
    if steps > tables.FORWARD_REACH:
        return because(why, Why.ALLY_TOO_FAR, target, steps, tables.FORWARD_REACH)
    return check_way(s, target, to, why)


@rule
def check_second(s, a, why):
    """Forward!'s second ally is another one."""
    if s.phase != state.FORWARD_ASKS:
        return because(why, Why.NOT_NOW, s.phase)
    if a.unit == s.frame.target:
        return because(why, Why.ALREADY_MOVED, a.unit)
    return check_forward(s, s.frame.unit, a.unit, a.to, why)


@rule
def check_feint(s, a, why):
    """An ally within 2, each in the other's sight."""
    code = check_ally(s, a.unit, a.target, why)
    if code != OK:
        return code
    at, there = s.units[a.unit].at, s.units[a.target].at
    if distance(at, there) > tables.FEINT_REACH:
        return because(why, Why.ALLY_TOO_FAR, a.target, distance(at, there), tables.FEINT_REACH)
    if not sight.visible(at, there, s.blocked):
        return because(why, Why.NO_MUTUAL_SIGHT, a.target, bits.first_bit(sight.blockers(at, there, s.blocked)))
    if not sight.visible(there, at, s.blocked):
        return because(why, Why.NO_MUTUAL_SIGHT, a.target, bits.first_bit(sight.blockers(there, at, s.blocked)))
    return OK


@rule
def check_guardian(s, a, why):
    """An adjacent ally."""
    code = check_ally(s, a.unit, a.target, why)
    if code != OK:
        return code
    steps = distance(s.units[a.unit].at, s.units[a.target].at)
    if steps > 1:
        return because(why, Why.NOT_ADJACENT, a.target, steps)
    return OK


@rule
def check_sweep(s, a, why):
    """At least one adjacent enemy that can be attacked."""
    if swept(s, a.unit) == 0:
        return because(why, Why.NOBODY_ADJACENT, a.unit)
    return OK


@rule
def apply_ability(s, a, log):
    """Use an ability."""
    u = s.units[a.unit]
    spend(u, a.choice)
    if a.choice == tables.FEINT or a.choice == tables.GUARDIAN:
        emit(log, codes.FIRST_ABILITY_EVENT + a.choice, a.unit, a.target)
    else:
        emit(log, codes.FIRST_ABILITY_EVENT + a.choice, a.unit)
    if a.choice == tables.CHARGE or a.choice == tables.TACTICAL_RETREAT:
        emit(log, Did.UNIT_MOVED, a.unit, u.at, a.to)
        relocate(s, a.unit, a.to)
    if a.choice == tables.CHARGE or tables.AIMED[a.choice]:
        combat.strike(s, a.unit, a.target, a.choice, acting.ability_power(u, a.choice), log)
    elif a.choice == tables.SWEEP:
        apply_sweep(s, a.unit, log)
    elif a.choice == tables.FORWARD:
        apply_forward(s, a, log)
    else:
        change(s, a)
        finish_action(s, a.unit, log)


@rule
def spend(u, ability):
    """Note that the unit has had its ability this turn, and what overcharging costs it (E-A12)."""
    if ability == tables.OVERCHARGE:
        u.overcharged = 1
        u.drained = state.COMING
    else:
        u.used = 1


@rule
def change(s, a):
    """The abilities that change a condition or swap places."""
    u = s.units[a.unit]
    if a.choice == tables.DEFENSIVE_STANCE:
        u.stance = 1
    elif a.choice == tables.TACTICAL_RETREAT:
        u.retreated = 1
    elif a.choice == tables.GUARDIAN:
        u.ward = a.target
    else:
        t = s.units[a.target]
        at = u.at
        u.at = t.at
        t.at = at
        s.board[u.at] = a.unit
        s.board[t.at] = a.target


@rule
def apply_sweep(s, unit, log):
    """Strike every adjacent enemy that can be attacked, as they stand now (E-E2)."""
    f = s.frame
    f.unit = unit
    f.ability = tables.SWEEP
    f.power = acting.ability_power(s.units[unit], tables.SWEEP)
    f.rest = swept(s, unit)
    combat.next_of_sweep(s)
    combat.carry_out(s, log)


@rule
def apply_forward(s, a, log):
    """The first ally moves; the player is asked about a second one if there is any (E-R13)."""
    emit(log, Did.FREE_MOVE, a.target, s.units[a.target].at, a.to)
    relocate(s, a.target, a.to)
    s.frame.unit = a.unit
    s.frame.target = a.target
    s.frame.ability = tables.FORWARD
    s.frame.power = 0
    s.frame.rest = 0
    for ally in range(s.side * tables.MOST_UNITS, (s.side + 1) * tables.MOST_UNITS):
        if ally != a.target and forward_reaches(s, a.unit, ally) and sight.reach(s.units[ally].at, 1, s.blocked) != 0:
            s.phase = state.FORWARD_ASKS
            return
    finish_action(s, a.unit, log)


@rule
def apply_second(s, a, log):
    """The second ally moves."""
    emit(log, Did.FREE_MOVE, a.unit, s.units[a.unit].at, a.to)
    relocate(s, a.unit, a.to)
    finish_action(s, s.frame.unit, log)


@rule
def apply_done(s, log):
    """One ally was enough."""
    emit(log, Did.FORWARD_ENDED, s.frame.unit)
    finish_action(s, s.frame.unit, log)
