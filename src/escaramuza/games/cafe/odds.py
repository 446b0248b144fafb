"""What an attack in this position may bring, with the units as they are."""

from typing import Any

from escaramuza.games.cafe import tables
from escaramuza.games.cafe.chances import SPARED, chances, defence_chances
from escaramuza.games.cafe.measure import covered
from escaramuza.games.cafe.rules.stack import AN_ACTIVATION
from escaramuza.games.cafe.scene import CafeAnswer, CafeChances
from escaramuza.kernel.stack import find, top


def attack_chances(s: Any, unit: int, target: int, close: bool) -> CafeChances:
    """The exact probabilities of one attack, dice of MA+ included if they are this unit's."""
    u, t = s.units[unit], s.units[target]
    k = int(find(s, AN_ACTIVATION))
    extra = int(s.frames[k].more_dice) if k >= 0 and s.frames[k].unit == unit else 0
    dice = int((tables.FIGHTING if close else tables.SHOOTING)[u.type]) + extra
    cover = not close and bool(covered(s, unit, target))
    found = chances(
        dice,
        close,
        cover,
        int(tables.RESISTANCE[t.type]),
        int(t.health),
        int(t.wounds),
        int(u.wounds),
        bool(s.defence_each),
        bool(s.defenders_only),
        # What everybody knows: so many cards the target's player holds.
        min(SPARED, int(s.hand_size[t.seat])),
    )
    return found.as_json()


def answer_chances(s: Any, evades: bool) -> CafeAnswer:
    """The exact probabilities of evading, or of standing, now that the attack is thrown."""
    g = top(s)
    t = s.units[g.target]
    hits = tuple(sorted(int(g.faces[i]) for i in range(int(g.dice)) if g.hits >> i & 1))
    resistance = int(tables.RESISTANCE[t.type])
    return defence_chances(hits, resistance, int(t.health), int(t.wounds), bool(s.defence_each), evades)
