"""Which pieces the other side can take in its next turn, and how likely its dice allow it."""

from fractions import Fraction
from itertools import product
from typing import Any

from escaramuza.games.scene import SquareReach, SquareThreat
from escaramuza.games.tactics import state, tables
from escaramuza.games.tactics.view import NAMES, SIDES
from escaramuza.kernel.dice import FACES
from escaramuza.kernel.grid import DIRECTIONS, NEIGHBOUR, ORTHOGONAL, SQUARES

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
        chances = {} if unit.at == state.OFF else _chances(s, int(unit.at), int(unit.kind))
        if chances:
            found.append(
                {
                    "square": NAMES[unit.at],
                    "side": SIDES[s.side],
                    # Whatever throw lets one of them take it, lets the likeliest.
                    "probability": max(chances.values()),
                    "by": sorted(chances),
                    "chances": chances,
                }
            )
    return found


def reach(s: Any) -> list[SquareReach]:
    """The squares that the other side's pieces could enter next turn, as things stand and whomever they may take."""
    if s.phase != state.TURN:
        return []
    found: list[SquareReach] = []
    for square in range(SQUARES):
        there = s.board[square]
        if there != state.EMPTY and s.units[there].side != s.side:
            continue
        # All of them take the guard.
        chances = _chances(s, square, tables.GUARD)
        if chances:
            found.append({"square": NAMES[square], "chances": chances})
    return found


def _chances(s: Any, at: int, kind: int) -> dict[str, float]:
    """From which squares enemies could take a piece of this kind that stands here, and how likely each."""
    had_turn = bool(s.had_turn[1 - s.side])
    found: dict[str, float] = {}
    for direction in range(DIRECTIONS):
        beside = int(NEIGHBOUR[at, direction])
        if beside < 0:
            continue
        if _takes(s, beside, kind):
            found[NAMES[beside]] = float(_chance(_cost(direction), NEVER, had_turn))
        beyond = int(NEIGHBOUR[beside, direction])
        if beyond >= 0 and _takes(s, beyond, kind):
            way = _cost_to_clear(s, beside, at)
            if way < NEVER:
                far = tables.CHARGE_LENGTH * _cost(direction) + way
                found[NAMES[beyond]] = float(_chance(NEVER, far, had_turn))
    return {square: chance for square, chance in found.items() if chance > 0}


def _cost(direction: int) -> int:
    return tables.COST_ORTHOGONAL if direction < ORTHOGONAL else tables.COST_DIAGONAL


def _takes(s: Any, square: int, kind: int) -> bool:
    there = s.board[square]
    return bool(there != state.EMPTY and s.units[there].side != s.side and tables.TAKES[s.units[there].kind, kind])


def _cost_to_clear(s: Any, square: int, target: int) -> int:
    """What it costs the other side to empty a square without going to the target's: nothing, a step aside, or NEVER."""
    there = s.board[square]
    if there == state.EMPTY:
        return 0
    blocker = s.units[there]
    if blocker.side == s.side:
        return NEVER
    costs = [NEVER]
    for direction in range(DIRECTIONS):
        to = int(NEIGHBOUR[square, direction])
        if to < 0 or to == target:
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
