"""What the enemy could reach: whether an officer stands safe, for estimates and rides."""

import numpy as np

from escaramuza.games.forglory import state, tables
from escaramuza.kernel.jit import rule

# In percent: an enemy could charge there at once; after another move; a friend stands nearer than it does.
AT_ONCE, SOON, SHIELDED = 100, 40, 50


@rule
def peril(s, side, x, y):
    """How much danger somebody of a side would be in at a place, in percent."""
    worst = np.int64(0)
    own = np.int64(1) << 40
    for unit in range(side * tables.MOST_UNITS, (side + 1) * tables.MOST_UNITS):
        u = s.units[unit]
        if u.state == state.ON_TABLE:
            own = min(own, np.int64(max(abs(u.x - x), abs(u.y - y))))
    for unit in range((1 - side) * tables.MOST_UNITS, (2 - side) * tables.MOST_UNITS):
        u = s.units[unit]
        if u.state != state.ON_TABLE or tables.TYPE_OF[u.category] == tables.ARTILLERY:
            continue
        away = np.int64(max(abs(u.x - x), abs(u.y - y)))
        reach = np.int64(s.span[tables.MOVE[u.category]]) + s.front
        danger = np.int64(AT_ONCE if away <= reach else SOON if away <= 2 * reach else 0)
        if own < away:
            danger = danger * SHIELDED // 100
        worst = max(worst, danger)
    return worst
