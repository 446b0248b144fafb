"""Which units the other side could attack in its next turn."""

from typing import Any

from escaramuza.games.escarmouche import state, tables
from escaramuza.games.escarmouche.sight import BIT, reach, visible
from escaramuza.games.escarmouche.view import NAMES, SIDES
from escaramuza.games.scene import SquareThreat
from escaramuza.kernel.grid import SQUARES, distance


def threats(s: Any) -> list[SquareThreat]:
    """The units of the side to move that an enemy could attack next turn with its two actions, alone and as things
    stand: from its square, or after a move."""
    if s.phase != state.TURN:
        return []
    first, enemy = int(s.side) * tables.MOST_UNITS, (1 - int(s.side)) * tables.MOST_UNITS
    found: list[SquareThreat] = []
    for unit in s.units[first : first + tables.MOST_UNITS]:
        if unit.at < 0 or unit.retreated:
            continue
        by = [
            int(e.at)
            for e in s.units[enemy : enemy + tables.MOST_UNITS]
            if e.at >= 0 and _threatens(s, e, int(unit.at))
        ]
        if by:
            found.append(
                {
                    "square": NAMES[unit.at],
                    "side": SIDES[int(s.side)],
                    "probability": 1.0,
                    "by": sorted(NAMES[square] for square in by),
                }
            )
    return found


def _threatens(s: Any, e: Any, target: int) -> bool:
    """Whether an enemy can attack a square next turn: a suppressed one without moving first, or by a charge."""
    if e.drained == state.COMING:
        return False
    walk = reach(int(e.at), int(e.move), s.blocked)
    squares = [n for n in range(SQUARES) if walk & BIT[n]]
    abilities = [int(k) for k in e.abilities if k != tables.NONE and tables.ATTACKING[k]]
    ways = [(int(e.range), s.blocked)]
    for ability in abilities:
        if ability != tables.CHARGE and ability != tables.SWEEP:
            far = int(tables.ABILITY_RANGE[ability]) or int(e.range)
            ways.append((far, s.walls if ability == tables.PRECISION_SHOT else s.blocked))
    if any(distance(int(e.at), target) <= far and visible(int(e.at), target, screen) for far, screen in ways):
        return True
    walks = [(n, far, screen) for n in squares for far, screen in ways] if e.suppressed != state.COMING else []
    if tables.CHARGE in abilities:
        walks += [(n, int(e.range), s.blocked) for n in _charged(s, e, squares)]
    return any(
        distance(n, target) <= far and visible(n, target, (screen & ~BIT[e.at]) | BIT[n]) for n, far, screen in walks
    )


def _charged(s: Any, e: Any, squares: list[int]) -> list[int]:
    """Where a charge can end: after a move with the first action too, unless the unit has only one."""
    if e.suppressed == state.COMING:
        return squares
    free = s.blocked & ~BIT[e.at]
    ends = [reach(n, int(e.move), free | BIT[n]) for n in squares]
    return [n for n in range(SQUARES) if n in squares or any(end & BIT[n] for end in ends)]
