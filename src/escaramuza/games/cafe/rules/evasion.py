"""Evasion: the resistance dice, and which hit each of them cancels (C-R4, C-T4, C-T5)."""

from escaramuza.games.cafe.codes import Did, Why
from escaramuza.games.cafe.rules.asking import may_hold_back
from escaramuza.games.cafe.rules.stack import ONE, TO_ASSIGN, TO_DAMAGE
from escaramuza.games.cafe.state import ASSIGN
from escaramuza.games.cafe.tables import RESISTANCE
from escaramuza.kernel.buffers import OK, because, emit
from escaramuza.kernel.dice import FACES, throw
from escaramuza.kernel.jit import rule
from escaramuza.kernel.stack import top


@rule
def bits(mask):
    """How many bits are set."""
    count = 0
    while mask:
        count += mask & 1
        mask >>= 1
    return count


@rule
def may_evade(s, g):
    """Whether evading could change anything for a target (C-E11): some hit can be cancelled, and those that cannot,
    natural sixes, do not finish it anyway, whatever its player's tourniquets hold back."""
    t = s.units[g.target]
    sixes = 0
    for k in range(g.dice):
        if (g.hits >> k) & 1 and not cancels(FACES, g.faces[k]):
            sixes += 1
    return sixes < bits(g.hits) and sixes < t.health + may_hold_back(s, t.seat)


@rule
def apply_stand(s, log):
    """The defender does not evade."""
    g = top(s)
    emit(log, Did.STOOD, g.target)
    g.stage = TO_DAMAGE


@rule
def apply_evade(s, log):
    """The defender throws its resistance once, or again for each hit by the option."""
    g = top(s)
    dice = RESISTANCE[s.units[g.target].type]
    emit(log, Did.EVADED, g.target, dice)
    g.stage = TO_DAMAGE
    if s.defence_each:
        evade_each(s, g, dice, log)
        return
    g.guard_dice = dice
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
    emit(log, Did.DEFENCE_DIE, g.target, face)
    if face == ONE:
        g.guard_ones += 1


@rule
def evade_each(s, g, dice, log):
    """Option of C-R4: all resistance dice for every hit that can be cancelled at all."""
    for i in range(g.dice):
        if not (g.hits >> i) & 1 or g.faces[i] == FACES:
            continue
        best = 0
        for _ in range(dice):
            face = throw(s.dice)
            best = max(best, face)
            count_one(s, g, face, log)
        if cancels(best, g.faces[i]):
            g.hits &= ~(1 << i)
            emit(log, Did.HIT_CANCELLED, g.faces[i], best)


@rule
def cancels(die, hit):
    """An equal or higher die cancels a hit, but never a natural 6 (C-T4, C-T5)."""
    return hit != FACES and die >= hit


@rule
def cancel_best(g, log):
    """The best assignment: hits from the highest down, each by the lowest die that does (C-R4)."""
    used = 0
    for face in range(FACES - 1, 0, -1):
        for i in range(g.dice):
            if g.faces[i] != face or not (g.hits >> i) & 1:
                continue
            best = -1
            for d in range(g.guard_dice):
                if (used >> d) & 1 or not cancels(g.guards[d], face):
                    continue
                if best < 0 or g.guards[d] < g.guards[best]:
                    best = d
            if best >= 0:
                used |= 1 << best
                g.hits &= ~(1 << i)
                emit(log, Did.HIT_CANCELLED, face, g.guards[best])


@rule
def can_cancel_any(g, die):
    """Whether a defence die can cancel some hit that is left."""
    for i in range(g.dice):
        if (g.hits >> i) & 1 and cancels(die, g.faces[i]):
            return True
    return False


@rule
def next_to_assign(s, g):
    """Ask for the next defence die that can cancel anything (option of C-R4)."""
    while g.next_guard < g.guard_dice:
        if can_cancel_any(g, g.guards[g.next_guard]):
            s.phase = ASSIGN
            s.asked = s.units[g.target].seat
            return
        g.next_guard += 1
    g.stage = TO_DAMAGE


@rule
def check_cancel(s, a, why):
    """Which hit the defence die in turn cancels; 0 for none."""
    if a.choice == 0:
        return OK
    g = top(s)
    if a.choice < 0 or a.choice > g.dice or not (g.hits >> (a.choice - 1)) & 1:
        return because(why, Why.NO_SUCH_HIT, a.choice)
    die = g.guards[g.next_guard]
    if not cancels(die, g.faces[a.choice - 1]):
        return because(why, Why.SUCH_DIE_CANCELS_NOT, die, g.faces[a.choice - 1])
    return OK


@rule
def apply_cancel(s, a, log):
    """Use the defence die in turn."""
    g = top(s)
    if a.choice > 0:
        g.hits &= ~(1 << (int(a.choice) - 1))
        emit(log, Did.HIT_CANCELLED, g.faces[a.choice - 1], g.guards[g.next_guard])
    else:
        emit(log, Did.DIE_UNUSED, g.target, g.guards[g.next_guard])
    g.next_guard += 1
