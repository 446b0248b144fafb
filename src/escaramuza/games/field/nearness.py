"""How near places on a table are to what somebody wants to reach, for whoever goes straight there."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


def nearest(places: Any, goals: Iterable[tuple[int, int]]) -> Numbers:
    """For each record with x and y how far its nearest goal is; 0 where there is none."""
    found = [np.hypot(places["x"] - float(x), places["y"] - float(y)) for x, y in goals]
    return np.min(found, axis=0) if found else np.zeros(len(places))


def goals_of(s: Any, side: int, on_table: int) -> list[tuple[int, int]]:
    """The objectives that are not a side's own; if all are, its enemies."""
    wanted = [(int(o.x), int(o.y)) for o in s.objectives[: s.n_objectives] if o.owner != side]
    return wanted or [(int(u.x), int(u.y)) for u in s.units if u.state == on_table and u.side != side]
