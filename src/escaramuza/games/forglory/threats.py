"""Which units could be shot at or charged by the enemy as things stand, and with what odds."""

from typing import Any

from typing_extensions import TypedDict

from escaramuza.games.forglory.chances import shot_chances
from escaramuza.games.forglory.look import charge_odds
from escaramuza.games.forglory.measure import is_enemy
from escaramuza.games.forglory.rules.charge import can_charge, in_range
from escaramuza.games.forglory.sight import sees
from escaramuza.games.forglory.state import ON_TABLE
from escaramuza.games.forglory.tables import UNITS
from escaramuza.kernel.buffers import WHY, copy, one


class GloryThreat(TypedDict):
    """A unit that an enemy unit could shoot at or charge: how likely a shot does harm, and a charge is won."""

    unit: int
    target: int
    shot: float | None
    charge: float | None


def threats(s: Any) -> list[GloryThreat]:
    """One entry for each unit and each enemy that it could attack from where it stands."""
    s, why = copy(s), one(WHY)
    found: list[GloryThreat] = []
    for unit in range(UNITS):
        if s.units[unit].state != ON_TABLE:
            continue
        for target in range(UNITS):
            if not is_enemy(s, target, int(s.units[unit].side)):
                continue
            shoots = bool(in_range(s, unit, target) and sees(s, unit, target))
            charges = bool(can_charge(s, unit, target, False, why))
            if shoots or charges:
                found.append(
                    {
                        "unit": unit,
                        "target": target,
                        "shot": _shot(s, unit, target) if shoots else None,
                        "charge": _charge(s, unit, target) if charges else None,
                    }
                )
    return found


def _shot(s: Any, unit: int, target: int) -> float:
    return 1.0 - shot_chances(s, unit, target, False)["rows"]["none"]


def _charge(s: Any, unit: int, target: int) -> float:
    chances, _ = charge_odds(s, unit, target)
    rows = chances["rows"] if chances else None
    return sum(rows["won"].values()) if rows else 0.0
