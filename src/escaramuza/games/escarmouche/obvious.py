"""What anybody sees at once: strike whoever is in reach, else go for the nearest enemy, or the centre if that wins."""

from typing import Any

import numpy as np

from escaramuza.games.escarmouche import kinds, state, tables
from escaramuza.kernel.grid import SQUARES, distance

STRIKES, ON_THE_WAY = 100.0, 10.0
CENTRE = [square for square in range(SQUARES) if tables.CENTRE[square]]


def obvious(s: Any, actions: Any) -> Any:
    """A number for each action."""
    scores = np.zeros(len(actions))
    if s.phase != state.TURN:
        return scores
    enemy = (1 - int(s.side)) * tables.MOST_UNITS
    goals = [int(u.at) for u in s.units[enemy : enemy + tables.MOST_UNITS] if u.at >= 0]
    if s.scenario == state.CENTRE_SCENARIO:
        goals = CENTRE
    for i, a in enumerate(actions):
        if a.kind == kinds.ATTACK:
            scores[i] = STRIKES - int(s.units[a.target].health)
        elif a.kind == kinds.ABILITY and tables.ATTACKING[a.choice]:
            scores[i] = STRIKES / 2
        elif a.kind == kinds.MOVE and goals:
            before = min(distance(int(s.units[a.unit].at), goal) for goal in goals)
            scores[i] = ON_THE_WAY * (before - min(distance(int(a.to), goal) for goal in goals))
    return scores
