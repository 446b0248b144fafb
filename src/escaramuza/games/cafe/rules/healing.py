"""Minguin heals instead of shooting (C-U1, C-R13, C-R25)."""

from escaramuza.games.cafe.codes import (
    HAS_FOUGHT_CLOSE,
    HAS_SHOT,
    HEALED,
    IN_CLOSE_COMBAT,
    IN_ENEMY_REACH,
    MUST_ATTACK,
    NO_LINE,
    NOT_AN_ALLY,
    NOT_ITSELF,
    NOT_MINGUIN,
    NOTHING_TO_HEAL,
    RUNNER,
    TOO_FAR_TO_HEAL,
)  # fmt: skip
from escaramuza.games.cafe.kinds import RUN
from escaramuza.games.cafe.measure import free_line, within
from escaramuza.games.cafe.rules.attack import check_active, in_fight, may_attack, solid_between
from escaramuza.games.cafe.rules.units import check_unit
from escaramuza.games.cafe.state import ON_TABLE
from escaramuza.games.cafe.tables import CLOSE, HEALTH, MINGUIN, RANGE, UNITS
from escaramuza.kernel.buffers import OK, because, emit
from escaramuza.kernel.jit import rule
from escaramuza.kernel.plane import gap
from escaramuza.kernel.stack import top

HEALED_WOUNDS = 2


@rule
def check_heal(s, a, why):
    """Whether the active Minguin may heal an ally."""
    code = check_active(s, why)
    if code != OK:
        return code
    f = top(s)
    if s.units[f.unit].type != MINGUIN:
        return because(why, NOT_MINGUIN, f.unit)
    if f.mode == RUN:
        return because(why, RUNNER, f.unit)
    if f.amount:
        return because(why, HAS_SHOT, f.unit)
    if f.mask != 0:
        return because(why, HAS_FOUGHT_CLOSE, f.unit)
    code = check_unit(s, a.target, why)
    if code != OK:
        return code
    other = in_fight(s, f.unit)
    if other >= 0:
        return because(why, IN_CLOSE_COMBAT, f.unit, other)
    # MA+ was played for an attack (C-R30).
    if f.extra > 0 and may_attack(s, f):
        return because(why, MUST_ATTACK, f.unit)
    return check_patient(s, int(f.unit), int(a.target), why)


@rule
def check_patient(s, unit, target, why):
    """An ally in contact (C-E2), out of every enemy's reach, with something to heal."""
    u, t = s.units[unit], s.units[target]
    if unit == target:
        return because(why, NOT_ITSELF, unit)
    if t.side != u.side:
        return because(why, NOT_AN_ALLY, target)
    if not within(s, unit, target, CLOSE):
        return because(why, TOO_FAR_TO_HEAL, target, gap(u.corners, 4, t.corners, 4))
    if not free_line(s, unit, target):
        return because(why, NO_LINE, target, solid_between(s, unit, target))
    if not needs_healing(t):
        return because(why, NOTHING_TO_HEAL, target)
    enemy = enemy_in_reach(s, target)
    if enemy >= 0:
        return because(why, IN_ENEMY_REACH, target, enemy)
    return OK


@rule
def needs_healing(t):
    """Whether a unit is below its printed health or wounded."""
    return t.health < HEALTH[t.type] or t.wounds > 0


@rule
def enemy_in_reach(s, unit):
    """An enemy within 24 cm with a free line, or within 3 cm; -1 if there is none (C-R25)."""
    for j in range(UNITS):
        t = s.units[j]
        if t.state != ON_TABLE or t.side == s.units[unit].side:
            continue
        if within(s, unit, j, CLOSE) or (within(s, unit, j, RANGE) and free_line(s, unit, j)):
            return j
    return -1


@rule
def apply_heal(s, a, log):
    """One health and up to two wound points, never above the printed health."""
    f = top(s)
    f.amount = 1
    t = s.units[a.target]
    t.health = min(t.health + 1, HEALTH[t.type])
    t.wounds = max(t.wounds - HEALED_WOUNDS, 0)
    emit(log, HEALED, f.unit, a.target, t.health, t.wounds)
