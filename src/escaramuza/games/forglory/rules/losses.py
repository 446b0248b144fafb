"""Hits, destroyed brigades, removed divisions, officers who fall."""

from escaramuza.games.forglory import tables
from escaramuza.games.forglory.codes import Did
from escaramuza.games.forglory.rules.stack import A_RELOCATION
from escaramuza.games.forglory.state import IN_HAND, NO_CHARGE, ON_TABLE, OUT, REMOVED
from escaramuza.kernel.buffers import emit
from escaramuza.kernel.jit import rule
from escaramuza.kernel.stack import push


@rule
def score(s, side, column, log):
    """Write down victory points of one kind."""
    s.sheet[side, column] += tables.POINTS_FOR[column]
    emit(log, Did.POINTS_SCORED, side, column, tables.POINTS_FOR[column])


@rule
def brigades_left(s, division):
    """How many brigades a division still has, detached ones and those in reserve too (G-R60)."""
    left = 0
    for i in range(tables.UNITS):
        if s.units[i].division == division and s.units[i].state in (IN_HAND, ON_TABLE):
            left += 1
    return left


@rule
def hurt(s, unit, hits, log):
    """Give a unit hits; the third destroys it (G-H1). Whether it still stands."""
    if wound(s, unit, hits, log):
        return True
    judge_division(s, int(s.units[unit].division), log)
    return False


@rule
def wound(s, unit, hits, log):
    """The same in a melee, where divisions are judged after all losses (G-R63)."""
    u = s.units[unit]
    u.hits = min(u.hits + hits, tables.MOST_HITS)
    emit(log, Did.HIT, unit, u.hits)
    if u.hits >= tables.MOST_HITS:
        lose(s, unit, log)
        return False
    return True


@rule
def destroy(s, unit, log):
    """Take a brigade off the table; too many lost ones remove its division (G-H4)."""
    lose(s, unit, log)
    judge_division(s, int(s.units[unit].division), log)


@rule
def lose(s, unit, log):
    """A brigade is destroyed, and its officer gets a counter."""
    u = s.units[unit]
    leave(u, OUT)
    emit(log, Did.DESTROYED, unit)
    score(s, 1 - u.side, tables.FOR_UNITS, log)
    close_empty_group(s, int(u.group))
    division = int(u.division)
    s.officers[division].lost += 1
    emit(log, Did.BRIGADE_LOST, tables.UNITS + division, s.officers[division].lost, brigades_left(s, division))


@rule
def judge_division(s, division, log):
    """A division with as many counters of lost brigades as brigades is removed (G-R11)."""
    o = s.officers[division]
    if o.state != REMOVED and o.lost > 0 and o.lost >= brigades_left(s, division):
        remove_division(s, division, log)


@rule
def close_empty_group(s, g):
    """A detachment without a unit left has nothing to activate (G-R60)."""
    if g == tables.NONE or s.groups[g].officer != tables.NONE:
        return
    for unit in range(tables.UNITS):
        if s.units[unit].group == g and s.units[unit].state == ON_TABLE:
            return
    s.groups[g].done = 1


@rule
def leave(u, state):
    """A unit is no longer on the table."""
    u.state = state
    u.charging = NO_CHARGE
    u.charged = tables.NONE
    u.as_reaction = 0
    u.column = 0


@rule
def remove_division(s, division, log):
    """A division leaves the battle; what it still had to do is void (G-R60)."""
    for i in range(tables.UNITS):
        if s.units[i].division == division and s.units[i].state in (IN_HAND, ON_TABLE):
            leave(s.units[i], REMOVED)
    s.officers[division].state = REMOVED
    s.removed += 1
    emit(log, Did.DIVISION_REMOVED, division)
    score(s, 1 - s.officers[division].side, tables.FOR_DIVISIONS, log)
    for g in range(s.n_groups):
        if s.groups[g].division == division:
            s.groups[g].done = 1


@rule
def officer_falls(s, body, log):
    """An officer is hit by fire or reached by a charge: a staff ends the battle, a general is put elsewhere (G-F4)."""
    officer = body - tables.UNITS
    o = s.officers[officer]
    if officer >= tables.STAFF:
        o.state = OUT
        s.staff_lost |= 1 << o.side
        emit(log, Did.STAFF_FALLS, body)
        score(s, 1 - o.side, tables.FOR_STAFF, log)
        return
    emit(log, Did.OFFICER_FALLS, body)
    o.experience = 0
    o.state = IN_HAND
    for g in range(s.n_groups):
        if s.groups[g].officer == officer:
            s.groups[g].experience = 0
    f = push(s, A_RELOCATION)
    f.unit = officer
    f.side = o.side
