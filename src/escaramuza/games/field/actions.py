"""Action records of a gridless table, for what is not compiled."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from escaramuza.kernel.buffers import ACTION, copy, one

ROOM = 8192


def action(kind: int, unit: int = 0, target: int = 0, x: int = 0, y: int = 0, facing: int = 0, choice: int = 0) -> Any:
    """An action record."""
    a = one(ACTION)
    a.kind, a.unit, a.target, a.x, a.y, a.facing, a.choice = kind, unit, target, x, y, facing, choice
    return a


def with_lattice(s: Any, candidates: Callable[[Any, Any], int], discrete: Iterable[Any]) -> Iterator[Any]:
    """What a game holds possible now, the lattice of places included, then all other discrete actions."""
    buffer = np.zeros(ROOM, ACTION)
    seen = set()
    for i in range(int(candidates(s, buffer))):
        seen.add(buffer[i].tobytes())
        yield copy(buffer[i])
    for a in discrete:
        if a.tobytes() not in seen:
            yield a
