"""Further units of the activated group that charge into a melee before its dice (G-R41)."""

from escaramuza.games.forglory.codes import Why
from escaramuza.games.forglory.rules.charge import can_charge, check_charge
from escaramuza.games.forglory.rules.melee import fighter_room, fighters
from escaramuza.games.forglory.rules.stack import active_group
from escaramuza.games.forglory.state import ON_TABLE
from escaramuza.games.forglory.tables import UNITS
from escaramuza.kernel.buffers import OK, because
from escaramuza.kernel.jit import rule


@rule
def may_be_ordered(s, unit, why):
    """Whether a unit of the active group still waits for its order."""
    return check_orderable(s, unit, why) == OK


@rule
def check_orderable(s, unit, why):
    """Of the active group, on the table, not yet ordered."""
    if unit < 0 or unit >= UNITS or s.units[unit].state != ON_TABLE:
        return because(why, Why.NOT_ON_TABLE, unit)
    if s.units[unit].group != active_group(s):
        return because(why, Why.NOT_OF_THE_GROUP, unit)
    if s.units[unit].ordered:
        return because(why, Why.HAD_ITS_ORDER, unit)
    return OK


@rule
def any_joiner(s, charger, why):
    """Whether a unit of the group could charge an enemy of this melee."""
    waiting = False
    for k in range(UNITS):
        if may_be_ordered(s, k, why):
            waiting = True
    if not waiting:
        return False
    fights = fighter_room()
    fighters(s, charger, fights)
    side = s.units[charger].side
    for unit in range(side * UNITS // 2, (side + 1) * UNITS // 2):
        if not may_be_ordered(s, unit, why):
            continue
        for target in range((1 - side) * UNITS // 2, (2 - side) * UNITS // 2):
            if fights[target] > 0 and can_charge(s, unit, target, False, why):
                return True
    return False


@rule
def check_join(s, charger, unit, target, x, y, why):
    """Whether a unit may charge into the melee of another."""
    code = check_orderable(s, unit, why)
    if code != OK:
        return code
    fights = fighter_room()
    fighters(s, charger, fights)
    if target < 0 or target >= UNITS or fights[target] == 0 or s.units[target].side == s.units[unit].side:
        return because(why, Why.NOT_THIS_COMBAT, target)
    return check_charge(s, unit, target, x, y, False, why)
