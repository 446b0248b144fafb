"""Attacks: shooting, close combat, hits, evasion, panic and the ones (C-R4, C-R5)."""

from escaramuza.games.cafe.codes import (
    ALREADY_FOUGHT,
    ATTACK_DIE,
    ATTACKED,
    CAMOUFLAGED,
    DEFENCE_DIE,
    DIE_UNUSED,
    EVADED,
    FRIENDLY_TARGET,
    HAS_FOUGHT_CLOSE,
    HAS_SHOT,
    HIT_CANCELLED,
    HITS_LEFT,
    IN_CLOSE_COMBAT,
    NO_ATTACK,
    NO_LINE,
    NO_SUCH_HIT,
    NOT_NOW,
    OUT_OF_CLOSE_REACH,
    OUT_OF_RANGE,
    PANICKED,
    RUNNER,
    STOOD,
    SUCH_DIE_CANCELS_NOT,
)  # fmt: skip
from escaramuza.games.cafe.kinds import FIGHT, RUN
from escaramuza.games.cafe.measure import close_enemy, covered, free_line, within
from escaramuza.games.cafe.rules.damage import credit, fall, hurt, promote, wound
from escaramuza.games.cafe.rules.stack import AN_ADVANCE, AN_ATTACK, pop
from escaramuza.games.cafe.rules.units import check_enemy
from escaramuza.games.cafe.state import ASSIGN, ATTACK, EVADE, ON_TABLE, SOLID
from escaramuza.games.cafe.tables import (
    CLOSE,
    FIGHTING,
    HIT,
    PANIC_CLOSE,
    PANIC_SHOOTING,
    RANGE,
    RESISTANCE,
    SHOOTING,
    UNITS,
)  # fmt: skip
from escaramuza.kernel.buffers import OK, because, emit
from escaramuza.kernel.dice import FACES, throw
from escaramuza.kernel.jit import rule
from escaramuza.kernel.plane import crosses, gap
from escaramuza.kernel.stack import push, top

ONE = 1
ASKED_TO_EVADE, TO_ASSIGN, TO_DAMAGE, TO_WOUND, TO_PROMOTE, TO_ADVANCE = range(1, 7)


@rule
def unfought(s, f):
    """The first enemy that the active unit still has to fight, or -1 (C-C1, C-R3)."""
    if f.mode == RUN and not s.runners_fight:
        return -1
    for j in range(UNITS):
        if not (f.mask >> j) & 1 and close_enemy(s, f.unit, j):
            return j
    return -1


@rule
def in_fight(s, unit):
    """An enemy in close combat with a unit, or -1."""
    for j in range(UNITS):
        if close_enemy(s, unit, j):
            return j
    return -1


@rule
def check_shoot(s, a, why):
    """Whether the active unit may shoot at a target."""
    if s.phase != ATTACK:
        return because(why, NOT_NOW, s.phase)
    f = top(s)
    if f.mode == RUN:
        return because(why, RUNNER, f.unit)
    if f.amount:
        return because(why, HAS_SHOT, f.unit)
    if f.mask != 0:
        return because(why, HAS_FOUGHT_CLOSE, f.unit)
    code = check_enemy(s, f.unit, a.target, why)
    if code != OK:
        return code
    other = in_fight(s, f.unit)
    if other >= 0:
        return because(why, IN_CLOSE_COMBAT, f.unit, other)
    return check_shot(s, f.unit, a.target, RANGE + f.left, why)


@rule
def check_shot(s, unit, target, far, why):
    """Range, line and camouflage of a shot."""
    u, t = s.units[unit], s.units[target]
    if t.side == u.side:
        return because(why, FRIENDLY_TARGET, target)
    if not within(s, unit, target, far):
        return because(why, OUT_OF_RANGE, target, gap(u.corners, 4, t.corners, 4), far)
    if not free_line(s, unit, target):
        return because(why, NO_LINE, target, solid_between(s, unit, target))
    if t.camouflaged:
        return because(why, CAMOUFLAGED, target)
    return OK


@rule
def solid_between(s, unit, target):
    """The first solid piece on the line between two centres."""
    u, t = s.units[unit], s.units[target]
    for k in range(s.n_pieces):
        p = s.pieces[k]
        if p.roles & SOLID and crosses(u.x, u.y, t.x, t.y, p.corners, p.n):
            return k
    return -1


@rule
def can_shoot_at(s, unit, target, far):
    """The same as a plain question, for enemies that are on the table."""
    t = s.units[target]
    if t.state != ON_TABLE or t.side == s.units[unit].side or t.camouflaged:
        return False
    return within(s, unit, target, far) and free_line(s, unit, target)


@rule
def check_fight(s, a, why):
    """Whether the active unit fights an enemy in close combat now."""
    if s.phase != ATTACK:
        return because(why, NOT_NOW, s.phase)
    f = top(s)
    if f.mode == RUN and not s.runners_fight:
        return because(why, RUNNER, f.unit)
    code = check_enemy(s, f.unit, a.target, why)
    if code != OK:
        return code
    u, t = s.units[f.unit], s.units[a.target]
    if not within(s, f.unit, a.target, CLOSE):
        return because(why, OUT_OF_CLOSE_REACH, a.target, gap(u.corners, 4, t.corners, 4))
    if not free_line(s, f.unit, a.target):
        return because(why, NO_LINE, a.target, solid_between(s, f.unit, a.target))
    if t.camouflaged:
        return because(why, CAMOUFLAGED, a.target)
    if (f.mask >> a.target) & 1:
        return because(why, ALREADY_FOUGHT, a.target)
    return OK


@rule
def needed(s, unit, target, close):
    """The face from which a die hits: 4, or 5 at a covered target (C-V2); there is no cover in close combat."""
    return HIT + 1 if not close and covered(s, unit, target) else HIT


@rule
def apply_attack(s, a, log):
    """Shoot or fight: the dice are thrown at once."""
    f = top(s)
    close = a.kind == FIGHT
    unit, extra = int(f.unit), int(f.extra)
    f.extra = 0
    if close:
        f.mask |= 1 << int(a.target)
    else:
        f.amount = 1
    g = push(s, AN_ATTACK)
    g.unit = unit
    g.target = a.target
    g.close = 1 if close else 0
    kind = s.units[unit].type
    g.amount = (FIGHTING[kind] if close else SHOOTING[kind]) + extra
    g.mode = needed(s, unit, a.target, close)
    throw_attack(s, g, log)


@rule
def throw_attack(s, g, log):
    """Throw the attack: from 4 up a hit, a natural 6 always, a natural 1 never; too many ones and the unit panics."""
    emit(log, ATTACKED, g.unit, g.target, g.close, g.amount, g.mode)
    ones = 0
    g.extra = 0
    for i in range(g.amount):
        face = throw(s.dice)
        g.faces[i] = face
        hit = face >= g.mode or face == FACES
        if hit:
            g.extra |= 1 << i
        if face == ONE:
            ones += 1
        emit(log, ATTACK_DIE, g.unit, face, 1 if hit else 0)
    g.turn = ones
    panic(s, g, ones, log)
    g.stage = ASKED_TO_EVADE if g.extra != 0 else TO_WOUND
    if g.extra == 0:
        emit(log, HITS_LEFT, g.target, 0)


@rule
def panic(s, g, ones, log):
    """Two ones in a shot, three in close combat: the attacker runs; in close combat it counts as destroyed (C-R5)."""
    if ones < (PANIC_CLOSE if g.close else PANIC_SHOOTING):
        return
    emit(log, PANICKED, g.unit, ones, g.close)
    fall(s, g.unit, -1, g.close, log)
    if g.close:
        credit(s, s.units[g.target].side, 1, log)


@rule
def run_attack(s, log):
    """The order of C-R5: panic, evasion, damage, the attacker's ones, the defender's ones; then promotion (C-R24)."""
    g = top(s)
    if g.stage == ASKED_TO_EVADE:
        s.phase = EVADE
        s.asked = s.units[g.target].seat
    elif g.stage == TO_ASSIGN:
        next_to_assign(s, g, log)
    elif g.stage == TO_DAMAGE:
        hits = bits(g.extra)
        emit(log, HITS_LEFT, g.target, hits)
        g.stage = TO_WOUND
        if hits > 0:
            hurt(s, g.target, hits, g.unit, g.close)
    elif g.stage == TO_WOUND:
        if not s.defenders_only:
            wound_for_ones(s, g.unit, g.turn, g.target, g.close, log)
        wound_for_ones(s, g.target, g.danger, g.unit, g.close, log)
        g.stage = TO_PROMOTE
    elif g.stage == TO_PROMOTE:
        g.stage = TO_ADVANCE
        unit, target = int(g.unit), int(g.target)
        promote(s, unit, log)
        promote(s, target, log)
    else:
        end_attack(s, g)


@rule
def end_attack(s, g):
    """The attack is over; after a kill in close combat the winner may advance (C-C5)."""
    unit, target, close = int(g.unit), int(g.target), g.close
    pop(s)
    if not close or s.units[unit].state != ON_TABLE or s.units[target].state == ON_TABLE:
        return
    f = push(s, AN_ADVANCE)
    f.unit = unit
    f.seat = s.units[unit].seat
    f.x = s.units[target].x
    f.y = s.units[target].y


@rule
def wound_for_ones(s, unit, ones, enemy, close, log):
    """Each 1 wounds the unit that threw it, while it stands (C-D4, C-C3)."""
    for _ in range(ones):
        if s.units[unit].state == ON_TABLE:
            wound(s, unit, enemy, close, log)


@rule
def bits(mask):
    """How many bits are set."""
    count = 0
    while mask:
        count += mask & 1
        mask >>= 1
    return count


@rule
def apply_stand(s, log):
    """The defender does not evade."""
    g = top(s)
    emit(log, STOOD, g.target)
    g.stage = TO_DAMAGE


@rule
def apply_evade(s, log):
    """The defender throws its resistance once, or anew for each hit by the option."""
    g = top(s)
    dice = RESISTANCE[s.units[g.target].type]
    emit(log, EVADED, g.target, dice)
    g.stage = TO_DAMAGE
    if s.defence_each:
        evade_each(s, g, dice, log)
        return
    g.left = dice
    for i in range(dice):
        g.guards[i] = throw(s.dice)
        count_one(s, g, g.guards[i], log)
    if s.choose_assignment:
        g.stage = TO_ASSIGN
        return
    cancel_best(g, log)


@rule
def count_one(s, g, face, log):
    """Note a defence die; a 1 will wound."""
    emit(log, DEFENCE_DIE, g.target, face)
    if face == ONE:
        g.danger += 1


@rule
def evade_each(s, g, dice, log):
    """Option of C-R4: all resistance dice for every hit that can be cancelled at all."""
    for i in range(g.amount):
        if not (g.extra >> i) & 1 or g.faces[i] == FACES:
            continue
        best = 0
        for _ in range(dice):
            face = throw(s.dice)
            best = max(best, face)
            count_one(s, g, face, log)
        if cancels(best, g.faces[i]):
            g.extra &= ~(1 << i)
            emit(log, HIT_CANCELLED, g.faces[i], best)


@rule
def cancels(die, hit):
    """An equal or higher die cancels a hit, but never a natural 6 (C-T4, C-T5)."""
    return hit != FACES and die >= hit


@rule
def cancel_best(g, log):
    """The best assignment: hits from the highest down, each by the lowest die that does (C-R4)."""
    used = 0
    for face in range(FACES - 1, 0, -1):
        for i in range(g.amount):
            if g.faces[i] != face or not (g.extra >> i) & 1:
                continue
            best = -1
            for d in range(g.left):
                if (used >> d) & 1 or not cancels(g.guards[d], face):
                    continue
                if best < 0 or g.guards[d] < g.guards[best]:
                    best = d
            if best >= 0:
                used |= 1 << best
                g.extra &= ~(1 << i)
                emit(log, HIT_CANCELLED, face, g.guards[best])


@rule
def can_cancel_any(g, die):
    """Whether a defence die can cancel some hit that is left."""
    for i in range(g.amount):
        if (g.extra >> i) & 1 and cancels(die, g.faces[i]):
            return True
    return False


@rule
def next_to_assign(s, g, log):
    """Ask for the next defence die that can cancel anything (option of C-R4)."""
    while g.guards[7] < g.left:
        if can_cancel_any(g, g.guards[g.guards[7]]):
            s.phase = ASSIGN
            s.asked = s.units[g.target].seat
            return
        g.guards[7] += 1
    g.stage = TO_DAMAGE


@rule
def check_cancel(s, a, why):
    """Which hit the defence die in turn cancels; 0 for none."""
    if s.phase != ASSIGN:
        return because(why, NOT_NOW, s.phase)
    if a.choice == 0:
        return OK
    g = top(s)
    if a.choice < 0 or a.choice > g.amount or not (g.extra >> (a.choice - 1)) & 1:
        return because(why, NO_SUCH_HIT, a.choice)
    die = g.guards[g.guards[7]]
    if not cancels(die, g.faces[a.choice - 1]):
        return because(why, SUCH_DIE_CANCELS_NOT, die, g.faces[a.choice - 1])
    return OK


@rule
def apply_cancel(s, a, log):
    """Use the defence die in turn."""
    g = top(s)
    if a.choice > 0:
        g.extra &= ~(1 << (int(a.choice) - 1))
        emit(log, HIT_CANCELLED, g.faces[a.choice - 1], g.guards[g.guards[7]])
    else:
        emit(log, DIE_UNUSED, g.target, g.guards[g.guards[7]])
    g.guards[7] += 1


@rule
def apply_end(s, log):
    """No attack."""
    f = top(s)
    f.amount = 1
    emit(log, NO_ATTACK, f.unit)
