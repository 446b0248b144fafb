"""Divisions and detachments of a round, their initiative, and whose turn it is (G-R25, G-R26)."""

import numpy as np

from escaramuza.games.forglory import state, tables
from escaramuza.games.forglory.codes import Did, Why
from escaramuza.games.forglory.measure import stands, within
from escaramuza.games.forglory.rules.stack import A_GROUP
from escaramuza.kernel.buffers import OK, because, emit
from escaramuza.kernel.dice import throw
from escaramuza.kernel.jit import rule
from escaramuza.kernel.stack import push


@rule
def form_groups(s, log):
    """Divide both armies into divisions and detachments for this round, and throw their initiative."""
    clear_groups(s)
    for division in range(tables.DIVISIONS):
        if s.officers[division].state == state.ON_TABLE:
            throw_initiative(s, form_division(s, division), log)
    for unit in range(tables.UNITS):
        if s.units[unit].state == state.ON_TABLE and s.units[unit].group == tables.NONE:
            form_detachment(s, unit, log)


@rule
def clear_groups(s):
    """Nobody belongs to a group."""
    for g in range(s.n_groups):
        group = s.groups[g]
        group.side = 0
        group.division = 0
        group.officer = 0
        group.initiative = 0
        group.experience = 0
        group.done = 0
        group.passed = 0
    s.n_groups = 0
    for unit in range(tables.UNITS):
        s.units[unit].group = tables.NONE
        s.units[unit].detached = 0
        s.units[unit].ordered = 0
        s.units[unit].reacted = 0


@rule
def form_division(s, division):
    """An officer and its own units within L (G-Z3); the number of the group."""
    g = add_group(s, division)
    s.groups[g].officer = division
    s.groups[g].experience = s.officers[division].experience
    for unit in range(tables.UNITS):
        u = s.units[unit]
        if (
            u.state == state.ON_TABLE
            and u.division == division
            and within(s, unit, tables.UNITS + division, s.span[tables.L])
        ):
            u.group = g
    return g


@rule
def throw_initiative(s, g, log):
    """One die for a division, two near the staff (G-I1)."""
    group = s.groups[g]
    o = s.officers[group.officer]
    officer = tables.UNITS + group.officer
    staff = tables.UNITS + tables.STAFF + o.side
    dice = 2 if stands(s, staff) and within(s, officer, staff, s.span[tables.XL]) else 1
    for _ in range(dice):
        face = throw(s.dice)
        emit(log, Did.INITIATIVE_DIE, officer, face)
        group.initiative += face
    emit(log, Did.INITIATIVE, officer, group.initiative)


@rule
def form_detachment(s, unit, log):
    """A unit beyond L of its officer, with all of its division that stand within XS of each other (G-Z4)."""
    g = add_group(s, int(s.units[unit].division))
    group = s.groups[g]
    group.officer = tables.NONE
    group.initiative = tables.DETACHMENT_INITIATIVE
    join_detachment(s, unit, g)
    grew = True
    size = 1
    while grew:
        grew = False
        for other in range(tables.UNITS):
            u = s.units[other]
            if u.state != state.ON_TABLE or u.group != tables.NONE or u.division != group.division:
                continue
            for near in range(tables.UNITS):
                if (
                    s.units[near].group == g
                    and s.units[near].state == state.ON_TABLE
                    and within(s, near, other, s.span[tables.XS])
                ):
                    join_detachment(s, other, g)
                    size += 1
                    grew = True
                    break
    emit(log, Did.DETACHMENT, unit, size)


@rule
def join_detachment(s, unit, g):
    """A unit acts on its own in this round."""
    s.units[unit].group = g
    s.units[unit].detached = 1


@rule
def add_group(s, division):
    """A new group of a division; its number."""
    g = int(s.n_groups)
    s.n_groups += 1
    s.groups[g].division = division
    s.groups[g].side = s.officers[division].side
    return g


@rule
def rank(s, g):
    """What decides the order of groups: initiative, then experience."""
    return np.int64(s.groups[g].initiative) * 100 + s.groups[g].experience


@rule
def is_next(s, g):
    """Whether a group is among those that come first now."""
    if s.groups[g].done:
        return False
    for other in range(s.n_groups):
        if not s.groups[other].done and rank(s, other) > rank(s, g):
            return False
    return True


@rule
def next_group(s, log):
    """Open the next activation, or ask an owner which of its groups comes first; False when all are done."""
    south, north = next_of(s, 0), next_of(s, 1)
    if south + north == 0:
        return False
    side = 0 if south > 0 else 1
    if south > 0 and north > 0:
        if s.turn == state.NOBODY:
            s.turn = tie_die(s, log)
        side = int(s.turn)
    if (south if side == 0 else north) > 1:
        s.phase = state.PICKING
        s.asked = side
        return True
    for g in range(s.n_groups):
        if is_next(s, g) and s.groups[g].side == side:
            open_group(s, g)
            break
    return True


@rule
def next_of(s, side):
    """How many groups of a side are among those that come first now."""
    count = 0
    for g in range(s.n_groups):
        if s.groups[g].side == side and is_next(s, g):
            count += 1
    return count


@rule
def tie_die(s, log):
    """A die a side until one is higher; the winning side."""
    while True:
        south = throw(s.dice)
        emit(log, Did.TIE_DIE, 0, south)
        north = throw(s.dice)
        emit(log, Did.TIE_DIE, 1, north)
        if south != north:
            return 0 if south > north else 1


@rule
def open_group(s, g):
    """The activation of a group begins."""
    s.turn = state.NOBODY
    if s.starter == state.NOBODY:
        s.starter = s.groups[g].side
    f = push(s, A_GROUP)
    f.unit = g
    f.side = s.groups[g].side


@rule
def check_pick_group(s, g, why):
    """Which of several equal groups of one owner comes first."""
    if g < 0 or g >= s.n_groups or not is_next(s, g) or s.groups[g].side != s.asked:
        return because(why, Why.NOT_TO_PICK, g + 1)
    return OK
