"""Which pieces the other side can take in its next turn, and how likely its dice allow it."""

from fractions import Fraction
from itertools import product
from typing import Any

from escaramuza.games.scene import SquareThreat
from escaramuza.games.tactics import state, tables
from escaramuza.games.tactics.view import NAMES, SIDES
from escaramuza.kernel.dice import FACES
from escaramuza.kernel.grid import DIRECTIONS, NEIGHBOUR, ORTHOGONAL

NEVER = 99


def threats(s: Any) -> list[SquareThreat]:
    """The pieces of the side to move that could be taken if it stopped here, each with its probability and takers.

    A taker beside the piece needs the points of one step; one that charges needs doubles or its first turn, the points
    of two steps, and the square between empty: a friend that stands there must be able to step aside first.
    """
    if s.phase != state.TURN:
        return []
    found: list[SquareThreat] = []
    for unit in s.units[s.side * tables.PIECES : (s.side + 1) * tables.PIECES]:
        if unit.at == state.OFF:
            continue
        near, far, takers = _reach(s, unit)
        if takers:
            chance = _chance(near, far, bool(s.had_turn[1 - s.side]))
            found.append(
                {
                    "square": NAMES[unit.at],
                    "side": SIDES[s.side],
                    "probability": float(chance),
                    "by": sorted(NAMES[square] for square in takers),
                }
            )
    return found


def _cost(direction: int) -> int:
    return tables.COST_ORTHOGONAL if direction < ORTHOGONAL else tables.COST_DIAGONAL


def _reach(s: Any, unit: Any) -> tuple[int, int, set[int]]:
    """The fewest points that take a unit by a step and by a charge, and from which squares."""
    near, far, takers = NEVER, NEVER, set()
    for direction in range(DIRECTIONS):
        beside = int(NEIGHBOUR[unit.at, direction])
        if beside < 0:
            continue
        if _takes(s, beside, unit):
            near = min(near, _cost(direction))
            takers.add(beside)
        beyond = int(NEIGHBOUR[beside, direction])
        if beyond >= 0 and _takes(s, beyond, unit):
            way = _cost_to_clear(s, beside, unit)
            if way < NEVER:
                far = min(far, tables.CHARGE_LENGTH * _cost(direction) + way)
                takers.add(beyond)
    return near, far, takers


def _takes(s: Any, square: int, unit: Any) -> bool:
    there = s.board[square]
    return bool(
        there != state.EMPTY and s.units[there].side != unit.side and tables.TAKES[s.units[there].kind, unit.kind]
    )


def _cost_to_clear(s: Any, square: int, target: Any) -> int:
    """What it costs the enemies of a piece to empty a square: nothing, a friend's step aside, or NEVER."""
    there = s.board[square]
    if there == state.EMPTY:
        return 0
    blocker = s.units[there]
    if blocker.side == target.side:
        return NEVER
    costs = [NEVER]
    for direction in range(DIRECTIONS):
        to = int(NEIGHBOUR[square, direction])
        if to < 0 or to == target.at:
            continue
        occupant = s.board[to]
        free = occupant == state.EMPTY
        if free or (s.units[occupant].side != blocker.side and tables.TAKES[blocker.kind, s.units[occupant].kind]):
            costs.append(_cost(direction))
    return min(costs)


def _chance(near: int, far: int, had_turn: bool) -> Fraction:
    """How many of the 36 throws give the points for one of the two."""
    good = 0
    for first, second in product(range(1, FACES + 1), repeat=2):
        charge = first == second or not had_turn
        points = (first + second) * (2 if charge else 1)
        good += points >= near or (charge and points >= far)
    return Fraction(good, FACES * FACES)
