"""What anybody sees at once: charge or shoot whoever is in reach, else march to the nearest objective that is not one's
own."""

from typing import Any

import numpy as np

from escaramuza.games.field.nearness import Numbers, goals_of, nearest
from escaramuza.games.forglory import kinds, state, tables

FIRST = {
    kinds.CHARGE: 1000.0,
    kinds.SHOOT: 900.0,
    kinds.JOIN: 900.0,
    kinds.REACT: 900.0,
    kinds.FIGHT: 900.0,
    kinds.USE: 10.0,
    kinds.READY: 10.0,
    kinds.PICK: 10.0,
    kinds.ADVANCE: 10.0,
}
LAST = -1000.0
ROUNDABOUT = (kinds.BEND, kinds.MARCH_BEND, kinds.RIDE_BEND, kinds.ASSIGN, kinds.SWAP, kinds.AGAIN, kinds.RESERVE)
GOING = (kinds.MOVE, kinds.MARCH, kinds.PLACE)
HELD = 300.0


def obvious(s: Any, actions: Any) -> Numbers:
    """A number for each action."""
    kind = actions["kind"]
    scores: Numbers = np.array([FIRST.get(int(k), LAST if k in ROUNDABOUT else 0.0) for k in kind])
    side = int(s.asked)
    goals = goals_of(s, side, state.ON_TABLE)
    going = np.isin(kind, GOING)
    scores[going] = 400.0 - nearest(actions[going], goals) / 100
    riding = np.isin(kind, (kinds.RIDE, kinds.PUT))
    if riding.any():
        own = [(int(u.x), int(u.y)) for u in s.units if u.state == state.ON_TABLE and u.side == side]
        scores[riding] = -np.abs(nearest(actions[riding], own) - 2 * int(s.front)) / 100
        scores[kind == kinds.STAY] = -10.0
    if s.phase == state.ORDER and going.any():
        u = s.units[int(actions["unit"][going][0])]
        there = [(int(o.x), int(o.y)) for o in s.objectives[: s.n_objectives]]
        if any(np.hypot(x - int(u.x), y - int(u.y)) <= int(s.span[tables.XS]) for x, y in there):
            # Somebody has to stay.
            scores[kind == kinds.HOLD] = HELD + 200
    return scores
