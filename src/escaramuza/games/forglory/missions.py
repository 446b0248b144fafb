"""What each division is to do, for agents: the objective that it goes for or holds.

Worked out from the position alone, so that search sees the same plan at every node: divisions choose in turn the
objective that is near, not safe already, and not yet sent enough against what the enemy has there.
"""

import numpy as np

from escaramuza.games.forglory import state, tables
from escaramuza.kernel.jit import rule
from escaramuza.kernel.scratch import scratch

NO_GOAL = -1
# A mission takes four bits, 0 for none.
BITS, MASK = 4, 15
# What a unit weighs around a place halves at so much of XL.
NEAR = 60
# Going somewhere that is ours and safe costs so much more, in XL; so does each unit beyond what is needed, in percent.
# What the enemy holds is worth a way that is so much longer, in percent of XL: it brings most.
SAFE, CROWD, PRIZE = 2, 25, 60
sent_to = scratch(tables.MOST_OBJECTIVES)
enemies_at = scratch(tables.MOST_OBJECTIVES)


@rule
def strength(u):
    """What a unit counts for where it stands: whole 3, shaken 1."""
    return np.int64(max(tables.MOST_HITS - u.hits, 1))


@rule
def weight_at(s, side, x, y, percent):
    """How strong a side is around a point, in hundredths of a unit's step; a unit weighs half at so much of XL."""
    near = np.int64(s.span[tables.XL]) * percent // 100
    square = near * near
    total = np.int64(0)
    for unit in range(side * tables.MOST_UNITS, (side + 1) * tables.MOST_UNITS):
        u = s.units[unit]
        if u.state == state.ON_TABLE:
            dx, dy = np.int64(u.x) - x, np.int64(u.y) - y
            total += 100 * square // (square + dx * dx + dy * dy) * strength(u)
    return total


@rule
def far_apart(ax, ay, bx, by):
    """A distance without a root: at most a ninth too long."""
    dx, dy = abs(np.int64(ax) - bx), abs(np.int64(ay) - by)
    return max(dx, dy) + min(dx, dy) // 2


@rule
def missions(s, side):
    """The objectives of all divisions of a side, packed: see `mission_of`."""
    plan = np.int64(0)
    if s.n_objectives == 0:
        return plan
    sent, enemies = sent_to(), enemies_at()
    for k in range(s.n_objectives):
        o = s.objectives[k]
        # What the enemy has there is what it takes.
        enemies[k] = weight_at(s, 1 - side, o.x, o.y, NEAR)
        sent[k] = -enemies[k]
    for own in range(tables.MOST_DIVISIONS):
        x, y, units, power = middle_of(s, side * tables.MOST_DIVISIONS + own)
        if units == 0:
            continue
        best, least = 0, np.int64(1) << 60
        for k in range(s.n_objectives):
            o = s.objectives[k]
            cost = far_apart(x, y, o.x, o.y) + CROWD * max(sent[k], np.int64(0)) * s.span[tables.XL] // 10000
            if o.owner == side and 2 * enemies[k] < 100 * power:
                cost += SAFE * np.int64(s.span[tables.XL])
            elif o.owner == 1 - side:
                cost -= PRIZE * np.int64(s.span[tables.XL]) // 100
            if cost < least:
                best, least = k, cost
        sent[best] += 100 * power
        plan |= np.int64(best + 1) << (BITS * own)
    return plan


@rule
def mission_of(plan, division):
    """The objective of a division by a plan of its side, or NO_GOAL."""
    return int(plan >> (BITS * (division % tables.MOST_DIVISIONS)) & MASK) - 1


@rule
def middle_of(s, division):
    """The middle of a division's units on the table, their number, and their strength."""
    x, y, power = np.int64(0), np.int64(0), np.int64(0)
    units = 0
    side = division // tables.MOST_DIVISIONS
    for unit in range(side * tables.MOST_UNITS, (side + 1) * tables.MOST_UNITS):
        u = s.units[unit]
        if u.state == state.ON_TABLE and u.division == division:
            x += u.x
            y += u.y
            power += strength(u)
            units += 1
    return x // max(units, 1), y // max(units, 1), units, power
