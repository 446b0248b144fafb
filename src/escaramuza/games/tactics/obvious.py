"""What anybody sees at once: take what can be taken, the guard first, else go for the enemy's guard."""

from typing import Any

import numpy as np

from escaramuza.games.tactics import kinds, state, tables
from escaramuza.kernel import grid

TAKES, ON_THE_WAY = 100.0, 10.0


def obvious(s: Any, actions: Any) -> Any:
    """A number for each action."""
    scores = np.zeros(len(actions))
    if s.phase != state.TURN:
        return scores
    guard = int(s.units[(1 - int(s.side)) * tables.PIECES + tables.PIECES - 1].at)
    for i, a in enumerate(actions):
        if a.kind != kinds.MOVE:
            continue
        at, to = int(a.at), int(a.to)
        if s.board[to] != state.EMPTY:
            scores[i] = TAKES * (2 if to == guard else 1)
        elif s.units[s.board[at]].kind != tables.GUARD:
            scores[i] = ON_THE_WAY * (grid.distance(at, guard) - grid.distance(to, guard))
        else:
            scores[i] = -1
    return scores
