"""What a client shows of each action before it is made: its text, who, where, and how likely what is."""

from typing import Any

from escaramuza.games.forglory import kinds, state
from escaramuza.games.forglory.actions import format_action
from escaramuza.games.forglory.chances import charge_chances, melee_chances, morale, shot_chances
from escaramuza.games.forglory.measure import x_of, y_of
from escaramuza.games.forglory.rules.activation import leader
from escaramuza.games.forglory.rules.rounds import FIRST_DEPLOY, REINFORCE
from escaramuza.games.forglory.scene import GloryChances, GloryFireChances, GloryMeleeChances, GloryOption
from escaramuza.games.forglory.tables import UNITS
from escaramuza.kernel.rows import rows
from escaramuza.kernel.stack import top

KIND_NAMES = {number: name.lower().replace("_", "-") for name, number in vars(kinds).items() if name.isupper()}
PLACES = (
    kinds.MOVE,
    kinds.BEND,
    kinds.MARCH,
    kinds.MARCH_BEND,
    kinds.PLACE,
    kinds.RIDE,
    kinds.RIDE_BEND,
    kinds.MARKER,
    kinds.PUT,
)


def describe(s: Any, actions: Any) -> list[GloryOption]:
    """One entry for each action."""
    return [_describe_one(s, a) for a in rows(actions)]


def _describe_one(s: Any, a: Any) -> GloryOption:
    kind = int(a.kind)
    option: GloryOption = {"action": format_action(s, a), "kind": KIND_NAMES[kind]}
    if kind in PLACES:
        option.update({"x": int(a.x), "y": int(a.y), "facing": int(a.facing)})
    if kind in (*PLACES, kinds.USE, kinds.REACT, kinds.JOIN, kinds.ASSIGN) and kind not in (kinds.MARKER, kinds.PUT):
        option["unit"] = int(a.unit)
    if kind == kinds.SWAP:
        option.update({"unit": int(a.unit), "target": int(a.target)})
    if kind == kinds.ASSIGN:
        option["division"] = int(a.choice)
    if kind == kinds.PICK:
        by_division = s.step in (FIRST_DEPLOY, REINFORCE)
        option["pick"] = int(a.choice)
        option["unit"] = UNITS + int(a.choice) if by_division else int(leader(s, int(a.choice)))
    if kind in (kinds.SHOOT, kinds.CHARGE, kinds.JOIN):
        option["target"] = int(a.target)
        option["chances"] = _attack(s, a, kind)
    if kind in (kinds.CHARGE, kinds.JOIN):
        aimed = int(x_of(s, int(a.target))) != a.x or int(y_of(s, int(a.target))) != a.y
        option.update({"x": int(a.x), "y": int(a.y), "aimed": bool(aimed)})
    if kind == kinds.RETREAT and a.choice > 0:
        option["target"] = int(a.choice) - 1
    if kind == kinds.REACT:
        option["chances"] = {"kind": "check", "morale": morale(s, int(a.unit))}
    if kind == kinds.USE and s.phase == state.ORDERS:
        checked = morale(s, int(a.unit)) if s.units[a.unit].hits else None
        option["chances"] = {"kind": "check", "morale": checked}
    if kind == kinds.FIGHT:
        option["chances"] = melee_chances(s, int(top(s).unit))
    return option


def _attack(s: Any, a: Any, kind: int) -> GloryChances | None:
    """The odds of a shot or a charge, with the morale check that comes first, if any."""
    unit = int(a.unit) if kind == kinds.JOIN else int(top(s).unit)
    reacting = s.phase == state.REACTION
    chances: GloryFireChances | GloryMeleeChances
    if kind == kinds.SHOOT:
        chances = shot_chances(s, unit, int(a.target), s.phase == state.AFTER_MOVE, reacting)
    else:
        charge = charge_chances(s, unit, int(a.target), (int(a.x), int(a.y)), s.phase == state.EXTRA, reacting)
        if charge is None:
            return None
        chances = charge
    checks = (s.phase == state.ORDER or kind == kinds.JOIN) and s.units[unit].hits > 0
    chances["morale"] = morale(s, unit) if checks else None
    return chances
