"""How long opponents think, and how they spread the time of a turn."""

from typing import Any

from escaramuza.games.basics import Levels
from escaramuza.games.tactics import state, tables

# With few simulations only good moves are looked at, and whoever errs between these errs little.
LEVELS: Levels = {"recruit": (60, 50), "easy": (60, 9), "steady": (60, 2.5), "normal": (24, 0), "veteran": (100, 0)}
# A deployment is put down piece by piece.
PLACEMENT = 2 / tables.PIECES
MOST, OF_THE_REST = 0.3, 0.7


def share_of_turn(s: Any) -> float:
    """The more points are left, the more moves are still to come."""
    if s.phase != state.TURN:
        return PLACEMENT
    return min(MOST, OF_THE_REST / (1 + int(s.points) // tables.COST_ORTHOGONAL))
