"""Attacks: shooting, close combat, hits, evasion, panic and the ones (C-R4, C-R5)."""

from escaramuza.games.cafe import kinds, measure, state, tables
from escaramuza.games.cafe.codes import Did, Why
from escaramuza.games.cafe.rules import damage, stack
from escaramuza.games.cafe.rules.evasion import bits, may_evade, next_to_assign
from escaramuza.games.cafe.rules.units import check_enemy
from escaramuza.games.cafe.rules.windows import open_window
from escaramuza.kernel.buffers import OK, because, emit
from escaramuza.kernel.dice import FACES, throw
from escaramuza.kernel.jit import rule
from escaramuza.kernel.plane import crosses, gap
from escaramuza.kernel.stack import find, pop, push, top


@rule
def unfought(s, f):
    """The first enemy that the active unit still has to fight, or -1 (C-C1, C-R3); one that hid, shot or healed fights
    nobody."""
    u = s.units[f.unit]
    if (
        u.state != state.ON_TABLE
        or u.harmless
        or f.has_shot
        or f.mode == kinds.CARD_ONLY
        or (f.mode == kinds.RUN and not s.runners_fight)
    ):
        return -1
    for j in range(tables.UNITS):
        if not (f.fought >> j) & 1 and measure.close_enemy(s, f.unit, j):
            return j
    return -1


@rule
def in_fight(s, unit):
    """An enemy in close combat with a unit, or -1."""
    for j in range(tables.UNITS):
        if measure.close_enemy(s, unit, j):
            return j
    return -1


@rule
def check_active(s, why):
    """Whether the active unit is there for what follows its move, and not just for a card (C-R3)."""
    f = top(s)
    if s.units[f.unit].state != state.ON_TABLE:
        return because(why, Why.UNIT_OUT, f.unit)
    if f.mode == kinds.CARD_ONLY:
        return because(why, Why.JUST_A_CARD, f.unit)
    return OK


@rule
def check_attacker(s, why):
    """The same, and whether it may attack at all: not in a round in which it hid (C-R29)."""
    code = check_active(s, why)
    if code != OK:
        return code
    unit = int(top(s).unit)
    return because(why, Why.HIDING, unit) if s.units[unit].harmless else OK


@rule
def check_shoot(s, a, why):
    """Whether the active unit may shoot at a target."""
    code = check_attacker(s, why)
    if code != OK:
        return code
    f = top(s)
    if f.mode == kinds.RUN:
        return because(why, Why.RUNNER, f.unit)
    if f.has_shot:
        return because(why, Why.HAS_SHOT, f.unit)
    if f.fought != 0:
        return because(why, Why.HAS_FOUGHT_CLOSE, f.unit)
    code = check_enemy(s, f.unit, a.target, why)
    if code != OK:
        return code
    other = in_fight(s, f.unit)
    if other >= 0:
        return because(why, Why.IN_CLOSE_COMBAT, f.unit, other)
    return check_shot(s, f.unit, a.target, tables.RANGE + f.more_range, why)


@rule
def check_shot(s, unit, target, far, why):
    """Range, line and camouflage of a shot."""
    u, t = s.units[unit], s.units[target]
    if t.side == u.side:
        return because(why, Why.FRIENDLY_TARGET, target)
    if not measure.within(s, unit, target, far):
        return because(why, Why.OUT_OF_RANGE, target, gap(u.corners, 4, t.corners, 4), far)
    if not measure.free_line(s, unit, target):
        return because(why, Why.NO_LINE, target, solid_between(s, unit, target))
    if t.camouflaged:
        return because(why, Why.CAMOUFLAGED, target)
    return OK


@rule
def solid_between(s, unit, target):
    """The first solid piece on the line between two centres."""
    u, t = s.units[unit], s.units[target]
    for k in range(s.n_pieces):
        p = s.pieces[k]
        if p.roles & state.SOLID and crosses(u.x, u.y, t.x, t.y, p.corners, p.n):
            return k
    return -1


@rule
def can_shoot_at(s, unit, target, far):
    """The same as a plain question, for enemies that are on the table."""
    t = s.units[target]
    if t.state != state.ON_TABLE or t.side == s.units[unit].side or t.camouflaged:
        return False
    return measure.within(s, unit, target, far) and measure.free_line(s, unit, target)


@rule
def may_attack(s, f):
    """Whether the active unit has somebody to attack."""
    if unfought(s, f) >= 0:
        return True
    return may_shoot(s, f, tables.RANGE + f.more_range)


@rule
def may_shoot(s, f, far):
    """Whether the active unit has somebody to shoot at within a range."""
    u = s.units[f.unit]
    if u.state != state.ON_TABLE or u.harmless or f.mode in (kinds.RUN, kinds.CARD_ONLY) or f.has_shot or f.fought != 0:
        return False
    if in_fight(s, f.unit) >= 0:
        return False
    for j in range(tables.UNITS):
        if can_shoot_at(s, f.unit, j, far):
            return True
    return False


@rule
def check_fight(s, a, why):
    """Whether the active unit fights an enemy in close combat now."""
    code = check_attacker(s, why)
    if code != OK:
        return code
    f = top(s)
    if f.mode == kinds.RUN and not s.runners_fight:
        return because(why, Why.RUNNER, f.unit)
    if f.has_shot:
        return because(why, Why.HAS_SHOT, f.unit)
    code = check_enemy(s, f.unit, a.target, why)
    if code != OK:
        return code
    u, t = s.units[f.unit], s.units[a.target]
    if not measure.within(s, f.unit, a.target, tables.CLOSE):
        return because(why, Why.OUT_OF_CLOSE_REACH, a.target, gap(u.corners, 4, t.corners, 4))
    if not measure.free_line(s, f.unit, a.target):
        return because(why, Why.NO_LINE, a.target, solid_between(s, f.unit, a.target))
    if t.camouflaged:
        return because(why, Why.CAMOUFLAGED, a.target)
    if (f.fought >> a.target) & 1:
        return because(why, Why.ALREADY_FOUGHT, a.target)
    return OK


@rule
def needed(s, unit, target, close):
    """The face from which a die hits: 4, or 5 at a covered target (C-V2); there is no cover in close combat."""
    return tables.HIT + 1 if not close and measure.covered(s, unit, target) else tables.HIT


@rule
def apply_attack(s, a):
    """Shoot or fight: the attack is declared."""
    unit = int(top(s).unit)
    g = push(s, stack.AN_ATTACK)
    g.unit = unit
    g.target = a.target
    g.close = 1 if a.kind == kinds.FIGHT else 0


@rule
def begin_throw(s, g, log):
    """The declared attack is made, with the dice of MA+, unless a card has taken one of the two away."""
    if s.units[g.unit].state != state.ON_TABLE or s.units[g.target].state != state.ON_TABLE:
        emit(log, Did.ATTACK_LAPSES, g.unit, g.target)
        pop(s)
        return
    f = s.frames[find(s, stack.AN_ACTIVATION)]
    if g.close:
        f.fought |= 1 << int(g.target)
    else:
        f.has_shot = 1
    kind = s.units[g.unit].type
    g.dice = (tables.FIGHTING[kind] if g.close else tables.SHOOTING[kind]) + f.more_dice
    f.more_dice = 0
    g.needs = needed(s, g.unit, g.target, g.close)
    throw_attack(s, g, log)


@rule
def throw_attack(s, g, log):
    """Throw the attack: from 4 up a hit, a natural 6 always, a natural 1 never; too many ones and the unit panics."""
    emit(log, Did.ATTACKED, g.unit, g.target, g.close, g.dice, g.needs)
    ones = 0
    g.hits = 0
    for i in range(g.dice):
        face = throw(s.dice)
        g.faces[i] = face
        hit = face >= g.needs or face == FACES
        if hit:
            g.hits |= 1 << i
        if face == stack.ONE:
            ones += 1
        emit(log, Did.ATTACK_DIE, g.unit, face, 1 if hit else 0)
    g.ones = ones
    panic(s, g, ones, log)
    g.stage = stack.HITS_LIE if g.hits != 0 else stack.TO_WOUND
    if g.hits == 0:
        emit(log, Did.HITS_LEFT, g.target, 0)


@rule
def panic(s, g, ones, log):
    """Two ones in a shot, three in close combat: the attacker runs; in close combat it counts as destroyed (C-R5)."""
    if ones < (tables.PANIC_CLOSE if g.close else tables.PANIC_SHOOTING):
        return
    emit(log, Did.PANICKED, g.unit, ones, g.close)
    damage.fall(s, g.unit, -1, g.close, log)
    if g.close:
        damage.credit(s, s.units[g.target].side, 1, log)


@rule
def run_attack(s, log):
    """Declared, thrown, evaded and worked out, with a moment for knives at each turn of it (C-R28)."""
    g = top(s)
    if g.stage == stack.DECLARED:
        g.stage = stack.TO_THROW
        open_window(s, int(g.unit), stack.WHEN_DECLARED, True)
    elif g.stage == stack.TO_THROW:
        begin_throw(s, g, log)
    elif g.stage == stack.HITS_LIE:
        g.stage = stack.ASKED_TO_EVADE
        open_window(s, int(g.unit), stack.WHEN_HITS_LIE, False)
    elif g.stage == stack.ASKED_TO_EVADE:
        ask_to_evade(s, g, log)
    elif g.stage == stack.TO_ASSIGN:
        next_to_assign(s, g)
    else:
        work_out(s, g, log)


@rule
def ask_to_evade(s, g, log):
    """The defender's choice, if there is one (C-E11); a target that a card took away meanwhile is not a kill of
    this attack."""
    if s.units[g.target].state == state.ON_TABLE:
        if not may_evade(s, g):
            emit(log, Did.NOTHING_TO_EVADE, g.target)
            g.stage = stack.TO_DAMAGE
            return
        s.phase = state.EVADE
        s.asked = s.units[g.target].seat
        return
    g.target_taken = 1
    g.stage = stack.TO_WOUND


@rule
def work_out(s, g, log):
    """The order of C-R5: damage, the attacker's ones, the defender's ones; then promotion (C-R24)."""
    if g.stage == stack.TO_DAMAGE:
        hits = bits(g.hits)
        emit(log, Did.HITS_LEFT, g.target, hits)
        g.stage = stack.TO_WOUND
        if hits > 0:
            damage.hurt(s, g.target, hits, g.unit, g.close)
    elif g.stage == stack.TO_WOUND:
        if not s.defenders_only:
            wound_for_ones(s, g.unit, g.ones, g.target, g.close, log)
        wound_for_ones(s, g.target, g.guard_ones, g.unit, g.close, log)
        g.stage = stack.TO_PROMOTE
    else:
        g.stage = stack.RESOLVED
        unit, target = int(g.unit), int(g.target)
        damage.promote(s, unit, log)
        damage.promote(s, target, log)


@rule
def wound_for_ones(s, unit, ones, enemy, close, log):
    """Each 1 wounds the unit that threw it, while it stands (C-D4, C-C3)."""
    for _ in range(ones):
        if s.units[unit].state == state.ON_TABLE:
            damage.wound(s, unit, enemy, close, log)
