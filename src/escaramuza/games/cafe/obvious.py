"""What anybody sees at once: attack whoever is in reach, else walk to the nearest objective that is not one's own."""

from typing import Any

import numpy as np

from escaramuza.games.cafe import kinds, state, tables
from escaramuza.games.field.nearness import Numbers, goals_of, nearest

# What comes first, before anything else is looked at.
FIRST = {
    kinds.FIGHT: 100.0,
    kinds.SHOOT: 90.0,
    kinds.HOLD: 0.0,
    kinds.ADVANCE_ON: 10.0,
    kinds.STAND: 0.0,
    kinds.EVADE: 0.0,
    kinds.NO: 5.0,
    # As likely as each other: whoever always calls somebody who finds no way there, and gives the way up, never ends.
    kinds.NO_SUPPORT: 0.0,
    kinds.SUPPORT_WITH: 0.0,
    kinds.DEAL: 5.0,
}
LAST = -1000.0
MOVES = (kinds.WALK, kinds.RUN, kinds.GO)
SURE = 500.0


def obvious(s: Any, actions: Any) -> Numbers:
    """A number for each action."""
    kind = actions["kind"]
    scores: Numbers = np.array(
        [FIRST.get(int(k), LAST if k in (kinds.WALK_BEND, kinds.RUN_BEND) else 0.0) for k in kind]
    )
    side = int(s.asked) % 2
    goals = goals_of(s, side, state.ON_TABLE)
    placed = np.isin(kind, (*MOVES, kinds.PLACE))
    scores[placed] = 400.0 - nearest(actions[placed], goals) / 100
    if s.phase == state.TURN:
        used = kind == kinds.USE
        scores[used] = [_eager(s, int(unit), goals) for unit in actions["unit"][used]]
        scores[kind == kinds.PASS] = LAST
    elif s.phase == state.MOVE and placed.any() and _in_reach(s, int(actions["unit"][placed][0])):
        scores[kind == kinds.HOLD] = SURE
    return scores


def _in_reach(s: Any, unit: int) -> bool:
    """Whether an enemy stands within range of a unit, by centres."""
    u = s.units[unit]
    enemies = [(int(t.x), int(t.y)) for t in s.units if t.state == state.ON_TABLE and t.side != u.side]
    return any(np.hypot(x - int(u.x), y - int(u.y)) <= tables.RANGE for x, y in enemies)


def _eager(s: Any, unit: int, goals: list[tuple[int, int]]) -> float:
    """Whom to use: one that can attack, then one that has not far to go."""
    u = s.units[unit]
    far = min((float(np.hypot(x - int(u.x), y - int(u.y))) for x, y in goals), default=0.0)
    return (SURE if _in_reach(s, unit) else 0.0) - far / 100
