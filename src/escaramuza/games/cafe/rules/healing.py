"""Minguin heals instead of shooting (C-U1, C-R13, C-R25)."""

from escaramuza.games.cafe import tables
from escaramuza.games.cafe.codes import Did, Why
from escaramuza.games.cafe.kinds import RUN
from escaramuza.games.cafe.measure import free_line, within
from escaramuza.games.cafe.rules import attack
from escaramuza.games.cafe.rules.units import check_unit
from escaramuza.games.cafe.state import ON_TABLE
from escaramuza.kernel.buffers import OK, because, emit
from escaramuza.kernel.jit import rule
from escaramuza.kernel.plane import gap
from escaramuza.kernel.stack import top

HEALED_WOUNDS = 2


@rule
def check_heal(s, a, why):
    """Whether the active Minguin may heal an ally."""
    code = attack.check_active(s, why)
    if code != OK:
        return code
    f = top(s)
    if s.units[f.unit].type != tables.MINGUIN:
        return because(why, Why.NOT_MINGUIN, f.unit)
    if f.mode == RUN:
        return because(why, Why.RUNNER, f.unit)
    if f.has_shot:
        return because(why, Why.HAS_SHOT, f.unit)
    if f.fought != 0:
        return because(why, Why.HAS_FOUGHT_CLOSE, f.unit)
    code = check_unit(s, a.target, why)
    if code != OK:
        return code
    other = attack.in_fight(s, f.unit)
    if other >= 0:
        return because(why, Why.IN_CLOSE_COMBAT, f.unit, other)
    # MA+ was played for an attack (C-R30).
    if f.more_dice > 0 and attack.may_attack(s, f):
        return because(why, Why.MUST_ATTACK, f.unit)
    return check_patient(s, int(f.unit), int(a.target), why)


@rule
def check_patient(s, unit, target, why):
    """An ally in contact (C-E2), out of every enemy's reach, with something to heal."""
    u, t = s.units[unit], s.units[target]
    if unit == target:
        return because(why, Why.NOT_ITSELF, unit)
    if t.side != u.side:
        return because(why, Why.NOT_AN_ALLY, target)
    if not within(s, unit, target, tables.CLOSE):
        return because(why, Why.TOO_FAR_TO_HEAL, target, gap(u.corners, 4, t.corners, 4))
    if not free_line(s, unit, target):
        return because(why, Why.NO_LINE, target, attack.solid_between(s, unit, target))
    if not needs_healing(t):
        return because(why, Why.NOTHING_TO_HEAL, target)
    enemy = enemy_in_reach(s, target)
    if enemy >= 0:
        return because(why, Why.IN_ENEMY_REACH, target, enemy)
    return OK


@rule
def needs_healing(t):
    """Whether a unit is below its printed health or wounded."""
    return t.health < tables.HEALTH[t.type] or t.wounds > 0


@rule
def enemy_in_reach(s, unit):
    """An enemy within 24 cm with a free line, or within 3 cm; -1 if there is none (C-R25)."""
    for j in range(tables.UNITS):
        t = s.units[j]
        if t.state != ON_TABLE or t.side == s.units[unit].side:
            continue
        if within(s, unit, j, tables.CLOSE) or (within(s, unit, j, tables.RANGE) and free_line(s, unit, j)):
            return j
    return -1


@rule
def apply_heal(s, a, log):
    """One health and up to two wound points, never above the printed health."""
    f = top(s)
    f.has_shot = 1
    t = s.units[a.target]
    t.health = min(t.health + 1, tables.HEALTH[t.type])
    t.wounds = max(t.wounds - HEALED_WOUNDS, 0)
    emit(log, Did.HEALED, f.unit, a.target, t.health, t.wounds)
