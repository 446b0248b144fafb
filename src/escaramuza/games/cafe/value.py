"""A quick estimate for search: who stands better, from -1000 to 1000."""

from escaramuza.games.cafe.rules.scoring import total
from escaramuza.games.cafe.state import FINISHED, NOBODY, ON_TABLE
from escaramuza.games.cafe.tables import BLUE, MOST_UNITS, RED
from escaramuza.kernel.jit import rule

CERTAIN = 1000
SOFTEN = 500


@rule
def value(s, side):
    """The estimate for a side."""
    if s.phase == FINISHED:
        if s.winner == NOBODY:
            return 0
        return CERTAIN if s.winner == side else -CERTAIN
    if s.round_number == 0:
        return 0
    score = 30 * (total(s, BLUE) - total(s, RED)) + worth(s, BLUE) - worth(s, RED)
    judged = abs(score) * (CERTAIN - 1) // (abs(score) + SOFTEN)
    return judged if (side == BLUE) == (score >= 0) else -judged


@rule
def worth(s, side):
    """What stands on the table."""
    points = 0
    for i in range(side * MOST_UNITS, (side + 1) * MOST_UNITS):
        u = s.units[i]
        if u.state == ON_TABLE:
            points += 20 + 12 * u.health - 6 * u.wounds
    return points
