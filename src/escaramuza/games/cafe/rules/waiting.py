"""Points that wait on a unit until the next round: poison, and what tourniquets hold back (C-R16, C-R30).

Each is kept with who caused it and how that counts: (unit + 1) · 4 + close · 2 + 1 for poison.
"""

from escaramuza.games.cafe.state import MOST_WAITING
from escaramuza.games.cafe.tables import NONE
from escaramuza.kernel.jit import rule


@rule
def wait(u, by, close, poison):
    """One more point waits on a unit."""
    n = u.poison + u.delayed
    if n >= MOST_WAITING:
        return
    counted = close if by != NONE else 0
    u.waiting[n] = (by + 1) * 4 + counted * 2 + poison
    if poison:
        u.poison += 1
    else:
        u.delayed += 1


@rule
def cause(point):
    """The unit that caused a point that waits, or NONE."""
    return point // 4 - 1


@rule
def counts_close(point):
    """1 if a point that waits counts as close combat, else 0."""
    return point // 2 % 2


@rule
def alike(point, by, close):
    """Whether a point was caused by a unit in a way."""
    return point // 2 == (by + 1) * 2 + (close if by != NONE else 0)


@rule
def take_due(u, by, close):
    """Take off all points due in this round that one unit caused in one way; their number is returned."""
    taken = 0
    kept = 0
    n = u.poison + u.delayed
    due = int(u.due)
    for i in range(n):
        point = u.waiting[i]
        if i < due and alike(point, by, close):
            taken += 1
            u.due -= 1
            if point % 2:
                u.poison -= 1
            else:
                u.delayed -= 1
        else:
            u.waiting[kept] = point
            kept += 1
    for i in range(kept, n):
        u.waiting[i] = 0
    return taken


@rule
def clear_waiting(u):
    """Nothing waits any more."""
    for i in range(u.poison + u.delayed):
        u.waiting[i] = 0
    u.poison = 0
    u.delayed = 0
    u.due = 0
