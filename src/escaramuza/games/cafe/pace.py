"""How long opponents think, and how they spread the time of an activation."""

from typing import Any

from escaramuza.games.basics import Levels
from escaramuza.games.cafe import state, tables

LEVELS: Levels = {
    "recruit": (20, 0.7),
    "easy": (10, 0),
    "steady": (24, 0),
    "normal": (80, 0),
    "veteran": (1000, 0),
}
# Whom to use, where to go and whom to attack matter most.
SHARES = {state.TURN: 0.3, state.MOVE: 0.4, state.WAY: 0.2, state.ATTACK: 0.15}
ANYTHING_ELSE = 0.06
# Twice a turn, less what is decided before it.
DEPLOYMENT = 1.8


def share_of_turn(s: Any) -> float:
    """By what is decided; in a deployment the units share its time."""
    if s.phase == state.DEPLOY:
        side = int(s.asked) % 2
        own = s.units[side * tables.MOST_UNITS : (side + 1) * tables.MOST_UNITS]
        return DEPLOYMENT / sum(1 for u in own if u.state != state.ABSENT)
    return SHARES.get(int(s.phase), ANYTHING_ELSE)
