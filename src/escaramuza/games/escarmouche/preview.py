"""What an attack will do before it is made: damage, stance, guardians, for the clients' previews."""

from typing import Any

from escaramuza.games.escarmouche import kinds, tables
from escaramuza.games.escarmouche.rules.acting import ability_power, guards
from escaramuza.games.escarmouche.rules.choices import swept
from escaramuza.games.escarmouche.scene import EscarmoucheEffect, EscarmouchePreview
from escaramuza.games.escarmouche.state import OUT
from escaramuza.kernel.buffers import copy


def effect(s: Any, kind: int, unit: int, target: int, ability: int) -> EscarmouchePreview:
    """`effect` and `loss` of an action, as docs/web-api.md has them; nothing for one that hurts nobody."""
    if kind == kinds.GUARD:
        return {"effect": [_hit(s, unit, int(s.frame.power), ask=False)]}
    if kind == kinds.NO_GUARD:
        return {"effect": [_hit(s, int(s.frame.target), int(s.frame.power), ask=False)]}
    if kind == kinds.ATTACK:
        return {"effect": [_hit(s, target, int(s.units[unit].power))]}
    if kind != kinds.ABILITY:
        return {}
    power = int(ability_power(s.units[unit], ability))
    if ability == tables.SWEEP:
        return {"effect": _sweep(s, unit, power)}
    if ability != tables.CHARGE and not tables.AIMED[ability]:
        return {}
    hits: EscarmouchePreview = {"effect": [_hit(s, target, power)]}
    if ability == tables.DEVASTATING_STRIKE:
        hits["loss"] = tables.DEVASTATING_LOSS
    return hits


def _sweep(s: Any, unit: int, power: int) -> list[EscarmoucheEffect]:
    """The blows of a sweep in their order, each as the ones before it leave things if no guardian steps in."""
    after = copy(s)
    hits = []
    struck = int(swept(s, unit))
    for target in (i for i in range(tables.UNITS) if struck >> i & 1):
        hits.append(_hit(after, target, power))
        t = after.units[target]
        t.health, t.stance = hits[-1]["left"], 0
        if hits[-1]["out"]:
            t.at = OUT
    return hits


def _hit(s: Any, unit: int, power: int, ask: bool = True) -> EscarmoucheEffect:
    """What so much power does to a unit; with `ask`, also to those who may take it instead."""
    u = s.units[unit]
    cancelled = int(u.stance)
    left = max(0, int(u.health) - power + cancelled)
    hit: EscarmoucheEffect = {
        "unit": unit,
        "power": power,
        "damage": power - cancelled,
        "cancelled": cancelled,
        "left": left,
        "out": left == 0,
    }
    if ask:
        guardians = [i for i in range(tables.UNITS) if guards(s, i, unit)]
        hit["guards"] = [_hit(s, guardian, power, ask=False) for guardian in guardians]
    return hit
