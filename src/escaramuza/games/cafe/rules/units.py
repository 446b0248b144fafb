"""Guards about units that every chapter needs."""

from escaramuza.games.cafe.codes import FRIENDLY_TARGET, NO_SUCH_UNIT, NOT_YOUR_UNIT, UNIT_OUT
from escaramuza.games.cafe.state import ABSENT, ON_TABLE
from escaramuza.games.cafe.tables import MOST_UNITS, UNITS
from escaramuza.kernel.buffers import OK, because
from escaramuza.kernel.jit import rule


@rule
def army(s, side):
    """How many units a side began with."""
    count = 0
    for i in range(side * MOST_UNITS, (side + 1) * MOST_UNITS):
        if s.units[i].state != ABSENT:
            count += 1
    return count


@rule
def standing(s, side):
    """How many units of a side are on the table."""
    count = 0
    for i in range(side * MOST_UNITS, (side + 1) * MOST_UNITS):
        if s.units[i].state == ON_TABLE:
            count += 1
    return count


@rule
def check_unit(s, unit, why):
    """Whether there is such a unit and it stands on the table."""
    if unit < 0 or unit >= UNITS or s.units[unit].state == ABSENT:
        side = 1 if unit >= MOST_UNITS else 0
        return because(why, NO_SUCH_UNIT, unit % MOST_UNITS + 1, army(s, side))
    if s.units[unit].state != ON_TABLE:
        return because(why, UNIT_OUT, unit)
    return OK


@rule
def check_own(s, unit, seat, why):
    """Whether a unit stands and belongs to a seat."""
    code = check_unit(s, unit, why)
    if code != OK:
        return code
    if s.units[unit].seat != seat:
        return because(why, NOT_YOUR_UNIT, unit)
    return OK


@rule
def check_enemy(s, unit, target, why):
    """Whether a target stands and is an enemy of a unit."""
    code = check_unit(s, target, why)
    if code != OK:
        return code
    if s.units[target].side == s.units[unit].side:
        return because(why, FRIENDLY_TARGET, target)
    return OK
