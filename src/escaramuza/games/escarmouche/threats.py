"""Which units the other side could attack in its next turn."""

from typing import Any, NamedTuple

from escaramuza.games.escarmouche import state, tables
from escaramuza.games.escarmouche.sight import reach as reach_of
from escaramuza.games.escarmouche.sight import visible
from escaramuza.games.escarmouche.view import NAMES, SIDES
from escaramuza.games.scene import SquareReach, SquareThreat
from escaramuza.kernel.bits import BIT
from escaramuza.kernel.grid import SQUARES, distance


class Attack(NamedTuple):
    """An attack that an enemy could make next turn: from a square, so far, with this in the way, and how strong."""

    at: int
    range: int
    screen: Any
    power: int


def threats(s: Any) -> list[SquareThreat]:
    """The units of the side to move that an enemy could attack next turn with its two actions, alone and as things
    stand: from its square, or after a move."""
    if s.phase != state.TURN:
        return []
    attacks, found = _attacks(s), []
    first = int(s.side) * tables.MOST_UNITS
    for unit in s.units[first : first + tables.MOST_UNITS]:
        if unit.at < 0 or unit.retreated:
            continue
        power = _powers(attacks, int(unit.at))
        if power:
            threat: SquareThreat = {
                "square": NAMES[unit.at],
                "side": SIDES[int(s.side)],
                "probability": 1.0,
                "by": sorted(power),
                "chances": dict.fromkeys(power, 1.0),
                "power": power,
            }
            found.append(threat)
    return found


def reach(s: Any) -> list[SquareReach]:
    """The squares on which an enemy could attack somebody next turn, likewise."""
    if s.phase != state.TURN:
        return []
    attacks, found = _attacks(s), []
    for square in range(SQUARES):
        if NAMES[square] in attacks:
            continue
        power = _powers(attacks, square)
        if power:
            reached: SquareReach = {
                "square": NAMES[square],
                "chances": dict.fromkeys(power, 1.0),
                "power": power,
            }
            found.append(reached)
    return found


def _attacks(s: Any) -> dict[str, list[Attack]]:
    """Square of each enemy → the attacks that it could make."""
    enemy = (1 - int(s.side)) * tables.MOST_UNITS
    return {NAMES[e.at]: _attacks_of(s, e) for e in s.units[enemy : enemy + tables.MOST_UNITS] if e.at >= 0}


def _powers(attacks: dict[str, list[Attack]], target: int) -> dict[str, int]:
    """Square of each enemy that can attack a square → the power of its strongest attack there."""
    found = {}
    for at, own in attacks.items():
        hits = [one.power for one in own if _hits(one, target)]
        if hits:
            found[at] = max(hits)
    return found


def _hits(attack: Attack, target: int) -> bool:
    return bool(distance(attack.at, target) <= attack.range and visible(attack.at, target, attack.screen))


def _attacks_of(s: Any, e: Any) -> list[Attack]:
    """What an enemy can attack with next turn: a suppressed one without moving first, or by a charge."""
    if e.drained == state.COMING:
        return []
    here = int(e.at)
    walk = reach_of(here, int(e.move), s.blocked)
    squares = [n for n in range(SQUARES) if walk & BIT[n]]
    abilities = [int(k) for k in e.abilities if k != tables.NONE and tables.ATTACKING[k]]
    ways = [(int(e.range), s.blocked, int(e.power))]
    for ability in abilities:
        if ability != tables.CHARGE and ability != tables.SWEEP:
            far = int(tables.ABILITY_RANGE[ability]) or int(e.range)
            power = int(tables.ABILITY_POWER[ability]) or int(e.power)
            ways.append((far, s.walls if ability == tables.PRECISION_SHOT else s.blocked, power))
    found = [Attack(here, *way) for way in ways]
    moved = [] if e.suppressed == state.COMING else squares
    found += [Attack(n, far, (screen & ~BIT[here]) | BIT[n], power) for n in moved for far, screen, power in ways]
    if tables.CHARGE in abilities:
        power = int(tables.ABILITY_POWER[tables.CHARGE])
        around = s.blocked & ~BIT[here]
        found += [Attack(n, int(e.range), around | BIT[n], power) for n in _charged(s, e, squares)]
    return found


def _charged(s: Any, e: Any, squares: list[int]) -> list[int]:
    """Where a charge can end: after a move with the first action too, unless the unit has only one."""
    if e.suppressed == state.COMING:
        return squares
    free = s.blocked & ~BIT[e.at]
    ends = [reach_of(n, int(e.move), free | BIT[n]) for n in squares]
    return [n for n in range(SQUARES) if n in squares or any(end & BIT[n] for end in ends)]
