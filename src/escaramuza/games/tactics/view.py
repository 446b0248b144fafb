"""The scene that a client draws, from a position as a seat sees it."""

from collections.abc import Callable, Mapping
from typing import Any

from escaramuza.games.basics import GameOptions
from escaramuza.games.tactics import state, tables
from escaramuza.games.tactics.actions import action_text
from escaramuza.games.tactics.kinds import CHOOSE, END, MOVE, PLACE, READY, ROLL
from escaramuza.games.tactics.observe import veiled
from escaramuza.games.tactics.rules.movement import move_cost
from escaramuza.games.tactics.scene import (
    Kind,
    Phase,
    Side,
    TacticsCosts,
    TacticsOption,
    TacticsPiece,
    TacticsScene,
    TacticsZone,
)
from escaramuza.games.tactics.scene import PieceClass as Class
from escaramuza.kernel.grid import SQUARES, distance, square_name

PHASES: dict[int, Phase] = {
    state.DIE_OFF: "die-off",
    state.CHOICE: "choice",
    state.DEPLOYMENT: "deployment",
    state.TURN: "turn",
    state.FINISHED: "finished",
}
SIDES: tuple[Side, Side] = ("white", "black")
# Events that can be a secret for a while.
SECRET_EVENTS = frozenset({"PIECE_PLACED"})
KINDS: dict[int, Kind] = {ROLL: "roll", CHOOSE: "choose", PLACE: "place", READY: "ready", MOVE: "move", END: "end"}
NAMES = [square_name(square) for square in range(SQUARES)]
ZONES: dict[Side, TacticsZone] = {
    side: {
        "home": [NAMES[square] for square in range(SQUARES) if tables.HOME[i, square]],
        "guard": [NAMES[square] for square in range(SQUARES) if tables.GUARD_SQUARE[i, square]],
    }
    for i, side in enumerate(SIDES)
}
# Whom each class captures, and what moves cost.
TAKES: dict[Class, list[Class]] = {
    taker: [taken for j, taken in enumerate(tables.CLASSES) if tables.TAKES[i, j]]
    for i, taker in enumerate(tables.CLASSES)
}
COSTS: TacticsCosts = {
    "straight": tables.COST_ORTHOGONAL,
    "diagonal": tables.COST_DIAGONAL,
    "charge_straight": tables.CHARGE_LENGTH * tables.COST_ORTHOGONAL,
    "charge_diagonal": tables.CHARGE_LENGTH * tables.COST_DIAGONAL,
}


def conceals(s: Any, seat: int) -> Callable[[str, Mapping[str, Any]], bool] | None:
    """Which events are not yet for a seat's ears: where the other side stands, during a secret deployment. None while
    there are no secrets."""
    if not veiled(s):
        return None
    return lambda event, numbers: event in SECRET_EVENTS and numbers["side"] != seat


def describe(s: Any, actions: Any) -> list[TacticsOption]:
    """What a client shows of each action before it is made: its text, squares, cost, capture."""
    board, kinds = s.board.tolist(), s.units["kind"].tolist()
    rows = zip(*(actions[name].tolist() for name in ("kind", "unit", "at", "to", "choice")), strict=True)
    return [_describe_one(board, kinds, *row) for row in rows]


def _describe_one(
    board: list[int], kinds: list[int], kind: int, unit: int, at: int, to: int, choice: int
) -> TacticsOption:
    target = board[to]
    option: TacticsOption = {
        "action": action_text(kind, unit, at, to, choice, target != state.EMPTY),
        "kind": KINDS[kind],
    }
    if kind == PLACE:
        option.update({"unit": tables.CLASSES[unit], "to": NAMES[to]})
    elif kind == MOVE:
        option.update({"unit": tables.CLASSES[kinds[board[at]]], "at": NAMES[at], "to": NAMES[to]})
        option.update({"cost": int(move_cost(at, to)), "charge": bool(distance(at, to) > 1)})
        option["captures"] = None if target == state.EMPTY else tables.CLASSES[kinds[target]]
    return option


def view(s: Any, options: GameOptions) -> TacticsScene:
    """Everything on the table, in words a client can look up; the guard is marked as such (T-G5)."""
    units = s.units.tolist()
    mover = int(s.side)
    off: dict[Side, list[Class]] = {side: [] for side in SIDES}
    pieces: list[TacticsPiece] = []
    for number, (side, kind, at, moved) in enumerate(units):
        if at == state.OFF:
            off[SIDES[side]].append(tables.CLASSES[kind])
        elif at >= 0:
            pieces.append(
                {
                    "id": number,
                    "side": SIDES[side],
                    "class": tables.CLASSES[kind],
                    "square": NAMES[at],
                    "moved": bool(moved) and side == mover,
                    "guard": kind == tables.GUARD,
                }
            )
    return {
        "shape": "tactics",
        "phase": PHASES[int(s.phase)],
        "side": SIDES[mover],
        "attacker": None if s.attacker == state.NOBODY else SIDES[s.attacker],
        "winner": None if s.winner == state.NOBODY else SIDES[s.winner],
        "points": int(s.points),
        "charge": bool(s.charge),
        "dice": s.faces.tolist(),
        "turns": int(s.turns),
        "turn_limit": int(s.turn_limit),
        "secret": bool(veiled(s)),
        "hidden": [side for i, side in enumerate(SIDES) if units[i * tables.PIECES][2] == state.HIDDEN],
        "pieces": pieces,
        "off_board": off,
        "zones": ZONES,
        "classes": dict(zip(tables.CLASSES, tables.LETTERS, strict=True)),
        "takes": TAKES,
        "costs": COSTS,
    }
