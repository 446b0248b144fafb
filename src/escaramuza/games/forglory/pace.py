"""How agents spread the time of an activation."""

from typing import Any

from escaramuza.games.forglory import state, tables
from escaramuza.games.forglory.rules.stack import active_group

# Which unit comes next, what it is ordered, and all that may follow from it: for each unit of the group.
SHARES = {state.ORDERS: 0.15, state.ORDER: 0.55, state.WAY: 0.1, state.REACTION: 0.2, state.JOINING: 0.2}
ANYTHING_ELSE = 0.08
DEPLOYMENT = 2.0
FEWEST = 2
SETTING_UP = (state.MUSTER, state.DISTRIBUTE, state.PICKING, state.DEPLOY, state.STAFF_PLACE)


def share_of_turn(s: Any) -> float:
    """By what is decided and how many units are to share the time; a deployment has its own."""
    if s.phase in SETTING_UP:
        side = int(s.asked)
        own = s.units[side * tables.MOST_UNITS : (side + 1) * tables.MOST_UNITS]
        return DEPLOYMENT / max(sum(1 for u in own if u.state != state.ABSENT), FEWEST)
    group = active_group(s)
    units = sum(1 for u in s.units if u.state == state.ON_TABLE and u.group == group) if group != tables.NONE else 0
    return SHARES.get(int(s.phase), ANYTHING_ELSE) / max(units, FEWEST)
