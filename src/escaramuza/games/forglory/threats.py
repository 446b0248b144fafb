"""Which units could be shot at or charged by the enemy as things stand."""

from typing import Any

from typing_extensions import TypedDict

from escaramuza.games.forglory.measure import is_enemy
from escaramuza.games.forglory.rules.charge import can_charge, in_range
from escaramuza.games.forglory.sight import sees
from escaramuza.games.forglory.state import ON_TABLE
from escaramuza.games.forglory.tables import UNITS
from escaramuza.kernel.buffers import WHY, copy, one


class GloryThreat(TypedDict):
    """A unit that an enemy unit could shoot at or charge."""

    unit: int
    target: int
    shoots: bool
    charges: bool


def threats(s: Any) -> list[GloryThreat]:
    """One entry for each enemy unit and what it could attack of the side that decides."""
    s = copy(s)
    side, why = int(s.asked), one(WHY)
    found: list[GloryThreat] = []
    for enemy in range(UNITS):
        if s.units[enemy].state != ON_TABLE or s.units[enemy].side == side:
            continue
        for unit in range(UNITS):
            if s.units[unit].side != side or not is_enemy(s, unit, 1 - side):
                continue
            shoots = bool(in_range(s, enemy, unit) and sees(s, enemy, unit))
            charges = bool(can_charge(s, enemy, unit, False, why))
            if shoots or charges:
                found.append({"unit": enemy, "target": unit, "shoots": shoots, "charges": charges})
    return found
