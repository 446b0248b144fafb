"""Chapters Attaque and Ligne de vue: who can be attacked, damage, guardians, elimination, victory."""

from escaramuza.games.escarmouche import sight, state, tables
from escaramuza.games.escarmouche.codes import Did, Why
from escaramuza.games.escarmouche.kinds import GUARD
from escaramuza.games.escarmouche.rules.acting import check_actor, exists, guards
from escaramuza.games.escarmouche.rules.turn import clear_frame, finish_action
from escaramuza.kernel import bits
from escaramuza.kernel.bits import BIT
from escaramuza.kernel.buffers import OK, because, emit
from escaramuza.kernel.grid import distance
from escaramuza.kernel.jit import rule


@rule
def check_attack(s, a, why):
    """The first rule that forbids unit a.unit attacking unit a.target."""
    code = check_actor(s, a.unit, why)
    if code != OK:
        return code
    u = s.units[a.unit]
    if u.attacked:
        return because(why, Why.HAS_ATTACKED, a.unit)
    if u.used:
        return because(why, Why.HAS_USED_ABILITY, a.unit)
    if u.drained == state.NOW:
        return because(why, Why.DRAINED, a.unit)
    return check_target(s, u.at, a.target, u.range, s.blocked, why)


@rule
def check_target(s, at, target, far, screen, why):
    """A target is an enemy within range (E-U2) and in sight; `screen` are the squares that block it (E-L3, E-L4)."""
    if not exists(s, target):
        return because(why, Why.NO_TARGET)
    t = s.units[target]
    if t.side == s.side:
        return because(why, Why.FRIENDLY_TARGET, target)
    if t.at < 0:
        return because(why, Why.UNIT_OUT, target)
    if t.retreated:
        return because(why, Why.RETREATED, target)
    if distance(at, t.at) > far:
        return because(why, Why.OUT_OF_RANGE, target, distance(at, t.at), far)
    if not sight.visible(at, t.at, screen):
        code = Why.OBSTACLE_IN_LINE if screen == s.walls else Why.NO_SIGHT
        return because(why, code, target, at, t.at, bits.first_bit(sight.blockers(at, t.at, screen)))
    return OK


@rule
def check_guard(s, a, why):
    """Only a guardian of the target can take its damage; the choice is its owner's (E-R6, E-R10)."""
    if s.phase != state.GUARDIAN_ASKS:
        return because(why, Why.NOT_NOW, s.phase)
    if a.kind == GUARD and not guards(s, a.unit, s.frame.target):
        return because(why, Why.NOT_GUARDING, s.frame.target)
    return OK


@rule
def guardians_of(s, target):
    """How many living guardians a unit has; its owner picks one of them at most (E-E3)."""
    count = 0
    for i in range(tables.UNITS):
        if guards(s, i, target):
            count += 1
    return count


@rule
def apply_attack(s, a, log):
    """An ordinary attack."""
    s.units[a.unit].attacked = 1
    strike(s, a.unit, a.target, tables.NONE, s.units[a.unit].power, log)


@rule
def strike(s, unit, target, ability, power, log):
    """Attack one enemy: it hits by itself (E-K2), unless its owner is first asked about a guardian (E-R6)."""
    f = s.frame
    f.unit = unit
    f.target = target
    f.ability = ability
    f.power = power
    f.rest = 0
    carry_out(s, log)


@rule
def carry_out(s, log):
    """Strike the target in the frame, and those that follow it in a sweep, until somebody must be asked."""
    f = s.frame
    while True:
        emit(log, Did.UNIT_ATTACKS, f.unit, f.target, f.power)
        if guardians_of(s, f.target) > 0:
            s.phase = state.GUARDIAN_ASKS
            emit(log, Did.GUARD_ASKED, s.units[f.target].side, f.target, f.power)
            return
        hurt(s, f.target, f.power, log)
        settle(s, log)
        if s.phase == state.FINISHED or not next_of_sweep(s):
            break
    if s.phase != state.FINISHED:
        finish_action(s, f.unit, log)


@rule
def apply_guard(s, a, log):
    """The guardian takes all of the damage or none; it cannot be passed on again (E-R10)."""
    f = s.frame
    if a.kind == GUARD:
        emit(log, Did.GUARD_TAKES, a.unit, f.target, f.power)
        hurt(s, a.unit, f.power, log)
    else:
        emit(log, Did.GUARD_REFUSED, f.target)
        hurt(s, f.target, f.power, log)
    settle(s, log)
    if s.phase == state.FINISHED:
        return
    if next_of_sweep(s):
        carry_out(s, log)
    else:
        finish_action(s, f.unit, log)


@rule
def next_of_sweep(s):
    """Whether a sweep goes on, with its next target in the frame: those declared, in the order of the squad (E-E2)."""
    f = s.frame
    for i in range(tables.UNITS):
        if f.rest & (1 << i):
            f.rest &= ~(1 << i)
            if s.units[i].at >= 0:
                f.target = i
                return True
    return False


@rule
def hurt(s, unit, power, log):
    """Damage: as much as the power (E-K3); a stance cancels its first point and is gone (E-A3, E-R9)."""
    u = s.units[unit]
    damage = power
    if u.stance:
        u.stance = 0
        damage -= 1
        emit(log, Did.STANCE_CANCELS, unit)
    if damage == 0:
        emit(log, Did.NO_DAMAGE, unit)
        return
    left = max(0, u.health - damage)
    emit(log, Did.DAMAGE, unit, damage, left)
    lose_health(s, unit, left, log)


@rule
def lose_health(s, unit, left, log):
    """A unit without health leaves the board (E-U1, E-K4); a side without units has lost, at once (E-V1, E-E5)."""
    u = s.units[unit]
    u.health = left
    if left > 0:
        return
    emit(log, Did.ELIMINATED, unit)
    s.board[u.at] = state.EMPTY
    s.blocked &= ~BIT[u.at]
    u.at = state.OUT
    u.acts = 0
    u.attacked = 0
    u.used = 0
    u.overcharged = 0
    u.stance = 0
    u.retreated = 0
    u.suppressed = 0
    u.drained = 0
    u.ward = tables.NONE
    for i in range(u.side * tables.MOST_UNITS, (u.side + 1) * tables.MOST_UNITS):
        if s.units[i].ward == unit:
            s.units[i].ward = tables.NONE
    for i in range(u.side * tables.MOST_UNITS, (u.side + 1) * tables.MOST_UNITS):
        if s.units[i].at >= 0:
            return
    clear_frame(s)
    s.phase = state.FINISHED
    s.actions = 0
    s.winner = 1 - u.side
    emit(log, Did.WON_BY_ELIMINATION, s.winner)


@rule
def settle(s, log):
    """What an ability adds once the damage is done: suppression of a survivor (E-R14), the striker's own loss, which
    nothing reduces (E-R11)."""
    if s.phase == state.FINISHED:
        return
    f = s.frame
    if f.ability == tables.SUPPRESSING_FIRE and s.units[f.target].at >= 0:
        s.units[f.target].suppressed = state.COMING
        emit(log, Did.UNIT_SUPPRESSED, f.target)
    elif f.ability == tables.DEVASTATING_STRIKE:
        left = max(0, s.units[f.unit].health - tables.DEVASTATING_LOSS)
        emit(log, Did.OWN_LOSS, f.unit, tables.DEVASTATING_LOSS, left)
        lose_health(s, f.unit, left, log)
