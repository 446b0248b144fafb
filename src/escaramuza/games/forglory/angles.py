"""Directions."""

import math

from escaramuza.kernel.jit import rule
from escaramuza.kernel.plane import TURN


@rule
def angle_of(dx, dy):
    """The direction of a vector in tenths of a degree."""
    return math.floor(math.atan2(float(dy), float(dx)) * (TURN // 2) / math.pi + 0.5) % TURN
