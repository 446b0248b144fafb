"""Guards about units that every chapter needs."""

from escaramuza.games.cafe import state, tables
from escaramuza.games.cafe.codes import Why
from escaramuza.kernel.buffers import OK, because
from escaramuza.kernel.jit import rule


@rule
def army(s, side):
    """How many units a side began with."""
    count = 0
    for i in range(side * tables.MOST_UNITS, (side + 1) * tables.MOST_UNITS):
        if s.units[i].state != state.ABSENT:
            count += 1
    return count


@rule
def standing(s, side):
    """How many units of a side are on the table."""
    count = 0
    for i in range(side * tables.MOST_UNITS, (side + 1) * tables.MOST_UNITS):
        if s.units[i].state == state.ON_TABLE:
            count += 1
    return count


@rule
def has_fresh(s, seat):
    """Whether a seat has a unit that was not active in this round."""
    side = seat % 2
    for i in range(side * tables.MOST_UNITS, (side + 1) * tables.MOST_UNITS):
        u = s.units[i]
        if u.seat == seat and u.state == state.ON_TABLE and not u.acted:
            return True
    return False


@rule
def check_unit(s, unit, why):
    """Whether there is such a unit and it stands on the table."""
    if unit < 0 or unit >= tables.UNITS or s.units[unit].state == state.ABSENT:
        side = 1 if unit >= tables.MOST_UNITS else 0
        return because(why, Why.NO_SUCH_UNIT, unit % tables.MOST_UNITS + 1, army(s, side))
    if s.units[unit].state != state.ON_TABLE:
        return because(why, Why.UNIT_OUT, unit)
    return OK


@rule
def check_own(s, unit, seat, why):
    """Whether a unit stands and belongs to a seat."""
    code = check_unit(s, unit, why)
    if code != OK:
        return code
    if s.units[unit].seat != seat:
        return because(why, Why.NOT_YOUR_UNIT, unit)
    return OK


@rule
def check_enemy(s, unit, target, why):
    """Whether a target stands and is an enemy of a unit."""
    code = check_unit(s, target, why)
    if code != OK:
        return code
    if s.units[target].side == s.units[unit].side:
        return because(why, Why.FRIENDLY_TARGET, target)
    return OK
