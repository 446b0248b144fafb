"""Melee: who fights, the sums of both sides, what the difference does, and what a successful charge brings."""

import numpy as np

from escaramuza.games.forglory import state, tables
from escaramuza.games.forglory.angles import angle_of
from escaramuza.games.forglory.codes import Did
from escaramuza.games.forglory.measure import touches
from escaramuza.games.forglory.rules.checks import disorganised, note
from escaramuza.games.forglory.rules.losses import judge_division, lose, wound
from escaramuza.games.forglory.sight import in_dense
from escaramuza.kernel.buffers import emit
from escaramuza.kernel.dice import throw
from escaramuza.kernel.jit import rule
from escaramuza.kernel.plane import TURN
from escaramuza.kernel.scratch import scratch

# Cavalry's extra move: not yet, waiting to be made, used, earned by a charge that has still to fight (G-R67).
EXTRA_FREE, EXTRA_WAITS, EXTRA_USED, EXTRA_EARNED = range(4)
fighter_room = scratch(tables.UNITS)
# What the melee at hand is to a unit: nothing; it fought in it; it is still to be pushed, by so much more the way.
NO_MELEE, FOUGHT, TO_PUSH = range(3)


@rule
def fighters(s, unit, fights):
    """Mark all units linked with a unit by contact between enemies (G-R42); their number."""
    for k in range(tables.UNITS):
        fights[k] = 0
    fights[unit] = 1
    count = 1
    grew = True
    while grew:
        grew = False
        for i in range(tables.UNITS):
            if fights[i] != 1:
                continue
            fights[i] = 2
            u = s.units[i]
            for k in range((1 - u.side) * tables.UNITS // 2, (2 - u.side) * tables.UNITS // 2):
                if fights[k] == 0 and s.units[k].state == state.ON_TABLE and touches(s, i, k):
                    fights[k] = 1
                    count += 1
                    grew = True
    return count


@rule
def touched_in_dense(s, unit):
    """Whether an enemy unit that a unit touches is in dense ground (G-R44, G-E1)."""
    u = s.units[unit]
    for k in range((1 - u.side) * tables.UNITS // 2, (2 - u.side) * tables.UNITS // 2):
        if s.units[k].state == state.ON_TABLE and touches(s, unit, k) and in_dense(s, k):
            return True
    return False


@rule
def touched_in_column(s, unit):
    """Whether an enemy unit that a unit touches marches by road."""
    u = s.units[unit]
    for k in range((1 - u.side) * tables.UNITS // 2, (2 - u.side) * tables.UNITS // 2):
        if s.units[k].state == state.ON_TABLE and s.units[k].column and touches(s, unit, k):
            return True
    return False


@rule
def melee_modifiers(s, unit, log):
    """What a unit adds to its die in a melee, each told (G-B1, G-R44)."""
    u = s.units[unit]
    total = note(log, Did.MODIFIER, unit, tables.BY_CATEGORY, tables.MELEE[u.category])
    total += note(log, Did.MODIFIER, unit, tables.BY_QUALITY, tables.QUALITY[u.quality])
    if u.charging == state.FLANK_CHARGE:
        total += note(log, Did.MODIFIER, unit, tables.BY_FLANK, tables.FLANK)
    if touched_in_column(s, unit):
        total += note(log, Did.MODIFIER, unit, tables.BY_ROAD, tables.ON_ROAD)
    if touched_in_dense(s, unit):
        total += note(log, Did.MODIFIER, unit, tables.BY_COVER, tables.IN_COVER)
    if disorganised(s, unit):
        total += note(log, Did.MODIFIER, unit, tables.BY_DISORDER, tables.DISORDER)
    if u.charging == state.HEAD_ON_CHARGE:
        total += note(log, Did.MODIFIER, unit, tables.BY_FRONT, tables.HEAD_ON)
    total += note(log, Did.MODIFIER, unit, tables.BY_HITS, -np.int64(u.hits))
    if u.as_reaction:
        total += note(log, Did.MODIFIER, unit, tables.BY_REACTION, tables.REACTING)
    return total


@rule
def melee_row(difference):
    """The row of the table for a difference (G-R8)."""
    if difference <= 2:
        return tables.DRAW_ROW
    if difference == 3:
        return tables.PUSHED_ROW
    return tables.TWO_HITS_ROW if difference <= 6 else tables.DESTROYED_ROW


@rule
def sum_of_side(s, side, fights, log):
    """One die and the modifiers for each unit of a side that fights."""
    total = np.int64(0)
    for k in range(side * tables.UNITS // 2, (side + 1) * tables.UNITS // 2):
        if fights[k] == 0:
            continue
        face = throw(s.dice)
        emit(log, Did.COMBAT_DIE, k, face)
        total += face + melee_modifiers(s, k, log)
    emit(log, Did.MELEE_SUM, side, total)
    return total


@rule
def fight(s, unit, log):
    """Throw for the melee that a unit is in, of the charging side: the losses, and who is to be pushed."""
    fights = fighter_room()
    count = fighters(s, unit, fights)
    own = int(s.units[unit].side)
    mine = 0
    for k in range(own * tables.UNITS // 2, (own + 1) * tables.UNITS // 2):
        if fights[k] > 0:
            mine += 1
    emit(log, Did.MELEE, unit, mine, count - mine)
    difference = sum_of_side(s, own, fights, log) - sum_of_side(s, 1 - own, fights, log)
    row = melee_row(abs(difference))
    emit(log, Did.MELEE_RESULT, abs(difference), row)
    winner = tables.NONE
    if row != tables.DRAW_ROW:
        winner = own if difference > 0 else 1 - own
        emit(log, Did.MELEE_WON, winner)
    for k in range(tables.UNITS):
        u = s.units[k]
        if fights[k] == 0:
            continue
        u.melee = FOUGHT
        if u.side != winner:
            end_charge(u)
            if row != tables.DESTROYED_ROW:
                u.melee = TO_PUSH + push_angle(s, fights, k)
    suffer(s, fights, own, winner, row, log)


@rule
def push_angle(s, fights, unit):
    """The way a fighter is pushed: away from the mean centre of the enemies it touches (G-R46)."""
    u = s.units[unit]
    x, y, n = np.int64(0), np.int64(0), np.int64(0)
    for k in range((1 - u.side) * tables.UNITS // 2, (2 - u.side) * tables.UNITS // 2):
        if fights[k] > 0 and touches(s, unit, k):
            x += s.units[k].x
            y += s.units[k].y
            n += 1
    dx, dy = n * u.x - x, n * u.y - y
    # With no direction to go it is pushed straight back from its front (G-R65).
    return angle_of(dx, dy) if dx != 0 or dy != 0 else (int(u.facing) + TURN // 2) % TURN


@rule
def suffer(s, fights, own, winner, row, log):
    """Hits and destruction, defenders before chargers; pushes come after them (G-R45, G-R46)."""
    for turn in range(2):
        side = 1 - own if turn == 0 else own
        if side == winner:
            continue
        for k in range(side * tables.UNITS // 2, (side + 1) * tables.UNITS // 2):
            if fights[k] == 0 or s.units[k].state != state.ON_TABLE:
                continue
            if row == tables.DESTROYED_ROW:
                lose(s, k, log)
            elif row == tables.DRAW_ROW:
                wound(s, k, 1, log)
            elif row == tables.TWO_HITS_ROW:
                wound(s, k, 2, log)
    # All losses count before a division is removed (G-R63).
    for division in range(tables.DIVISIONS):
        judge_division(s, division, log)


@rule
def reward(s, log):
    """Every charging unit of the winner succeeded; cavalry has its extra move (G-R48). The melee is over."""
    for k in range(tables.UNITS):
        u = s.units[k]
        if u.melee == NO_MELEE:
            continue
        if u.charging != state.NO_CHARGE and u.state == state.ON_TABLE:
            succeed(s, k, log)
        end_charge(u)
        u.melee = NO_MELEE


@rule
def succeed(s, unit, log):
    """A charge succeeded."""
    u = s.units[unit]
    emit(log, Did.CHARGE_SUCCEEDS, unit)
    forfeit(u)
    if tables.TYPE_OF[u.category] == tables.CAVALRY and u.spent == EXTRA_FREE:
        u.spent = EXTRA_WAITS


@rule
def earn(u):
    """A charge has succeeded, but its unit has still to fight: what that brings comes after the fight (G-R67)."""
    if u.spent == EXTRA_FREE:
        u.spent = EXTRA_EARNED


@rule
def grant(s, side, log):
    """The fights of a side's charges are over: those that had succeeded before them have their reward."""
    for k in range(side * tables.UNITS // 2, (side + 1) * tables.UNITS // 2):
        u = s.units[k]
        if u.spent == EXTRA_EARNED and u.state == state.ON_TABLE:
            succeed(s, k, log)
        forfeit(u)


@rule
def forfeit(u):
    """What a unit earned and has not had yet is gone."""
    if u.spent == EXTRA_EARNED:
        u.spent = EXTRA_FREE


@rule
def end_charge(u):
    """A unit charges nobody any more."""
    u.charging = state.NO_CHARGE
    u.charged = tables.NONE
    u.as_reaction = 0
