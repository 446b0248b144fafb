"""The scene that a client draws, from a position as a seat sees it."""

from collections.abc import Mapping
from typing import Any

from escaramuza.games.tactics.observe import veiled
from escaramuza.games.tactics.state import CHOICE, DEPLOYMENT, DIE_OFF, FINISHED, HIDDEN, NOBODY, OFF, TURN
from escaramuza.games.tactics.tables import CLASSES, GUARD, PIECES
from escaramuza.kernel.grid import square_name

PHASES = {DIE_OFF: "die-off", CHOICE: "choice", DEPLOYMENT: "deployment", TURN: "turn", FINISHED: "finished"}
SIDES = ("white", "black")


def conceals(s: Any, event: str, numbers: Mapping[str, Any], seat: int) -> bool:
    """Whether an event is not yet for a seat's ears: where the other side stands, during a secret deployment."""
    return event == "PIECE_PLACED" and bool(veiled(s)) and numbers["side"] != seat


def view(s: Any) -> dict[str, Any]:
    """Everything on the table, in words a client can look up; the guard is marked as such (T-G5)."""
    off = [u for u in s.units if u.at == OFF]
    return {
        "phase": PHASES[int(s.phase)],
        "side": SIDES[s.side],
        "attacker": None if s.attacker == NOBODY else SIDES[s.attacker],
        "winner": None if s.winner == NOBODY else SIDES[s.winner],
        "points": int(s.points),
        "charge": bool(s.charge),
        "dice": [int(face) for face in s.faces],
        "turns": int(s.turns),
        "turn_limit": int(s.turn_limit),
        "hidden": [side for i, side in enumerate(SIDES) if s.units[i * PIECES].at == HIDDEN],
        "pieces": [
            {
                "side": SIDES[u.side],
                "class": CLASSES[u.kind],
                "square": square_name(int(u.at)),
                "moved": bool(u.moved) and u.side == s.side,
                "guard": bool(u.kind == GUARD),
            }
            for u in s.units
            if u.at >= 0
        ],
        "off_board": {side: [CLASSES[u.kind] for u in off if u.side == i] for i, side in enumerate(SIDES)},
    }
