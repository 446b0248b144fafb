"""Which units could be shot at or fought next, for the table's warning marks."""

from typing import Any

from escaramuza.games.cafe import state, tables
from escaramuza.games.cafe.measure import close_enemy
from escaramuza.games.cafe.odds import attack_chances
from escaramuza.games.cafe.rules.attack import can_shoot_at, in_fight
from escaramuza.games.cafe.scene import CafeThreat


def threats(s: Any) -> list[CafeThreat]:
    """For every unit within reach of an enemy that was not active yet: who could attack, and each one's chance to
    destroy it from where they stand."""
    found: list[CafeThreat] = []
    for j in range(tables.UNITS):
        t = s.units[j]
        if t.state != state.ON_TABLE or t.type == state.UNKNOWN:
            continue
        by = [i for i in range(tables.UNITS) if _dangerous(s, i, j)]
        if by:
            odds = [attack_chances(s, i, j, bool(close_enemy(s, i, j)))["evade"]["target_destroyed"] for i in by]
            found.append({"unit": j, "by": by, "odds": odds, "probability": max(odds)})
    return found


def _dangerous(s: Any, i: int, j: int) -> bool:
    """Whether a unit that is still to act could attack another; in close combat with anybody it does not shoot."""
    u = s.units[i]
    if (
        u.state != state.ON_TABLE
        or u.type == state.UNKNOWN
        or u.acted
        or u.harmless
        or not can_shoot_at(s, i, j, tables.RANGE)
    ):
        return False
    return bool(close_enemy(s, i, j) or in_fight(s, i) < 0)
