"""How long opponents think, and how they spread the time of an activation."""

from typing import Any

from escaramuza.games.basics import Levels
from escaramuza.games.forglory import state, tables
from escaramuza.games.forglory.rules.stack import active_group

LEVELS: Levels = {
    "recruit": (8, 12),
    "easy": (12, 0),
    "steady": (40, 0),
    "normal": (200, 0),
    "veteran": (1000, 0),
}
# Which unit comes next, what it is ordered, and all that may follow from it: for each unit of the group.
SHARES = {state.ORDERS: 0.15, state.ORDER: 0.55, state.WAY: 0.1, state.REACTION: 0.2, state.JOINING: 0.2}
ANYTHING_ELSE = 0.08
# Twice a turn, less what it takes to pick the division that comes next.
DEPLOYMENT = 1.9
FEWEST = 2
SETTING_UP = (state.MUSTER, state.DISTRIBUTE, state.DEPLOY, state.STAFF_PLACE)


def share_of_turn(s: Any) -> float:
    """By what is decided and how many units are to share the time; a deployment has its own."""
    if s.phase in SETTING_UP:
        side = int(s.asked)
        # Generals and the staff are put down one by one, too.
        bodies = [body for body in (*s.units, *s.officers) if body.side == side and body.state != state.ABSENT]
        return DEPLOYMENT / max(len(bodies), FEWEST)
    group = active_group(s)
    units = sum(1 for u in s.units if u.state == state.ON_TABLE and u.group == group) if group != tables.NONE else 0
    return SHARES.get(int(s.phase), ANYTHING_ELSE) / max(units, FEWEST)
