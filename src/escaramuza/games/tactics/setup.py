"""Starting a game, and deployments that save placing fifteen pieces by hand."""

import random
from typing import Any

from escaramuza.games.tactics.options import TacticsOptions
from escaramuza.games.tactics.position import clear
from escaramuza.games.tactics.rules.deployment import own_side
from escaramuza.games.tactics.state import DEPLOYMENT, DIE_OFF, OFF, OPEN, SECRET
from escaramuza.games.tactics.tables import GUARD_SQUARE, HOME, LAYOUTS, LETTERS, PIECES, READY_MADE
from escaramuza.kernel.dice import set_key
from escaramuza.kernel.grid import SQUARES, square_name


def new(s: Any, options: TacticsOptions, seed: int) -> None:
    """A fresh position: nothing thrown, nothing placed."""
    clear(s)
    set_key(s.dice, seed)
    s.phase = DIE_OFF
    s.turn_limit = options.turn_limit
    s.openness = OPEN if options.deployment == "open" else SECRET


def shortcuts(s: Any, seed: int) -> dict[str, list[str]]:
    """Ready-made and random deployments for the side that deploys, as actions; none once a piece stands."""
    if s.phase != DEPLOYMENT or any(u.at != OFF for u in _units(s)):
        return {}
    plans = dict(zip(READY_MADE, LAYOUTS.tolist(), strict=True)) | {"random": random_deployment(seed)}
    return {name: [_place(s, unit, square) for unit, square in enumerate(plan)] for name, plan in plans.items()}


def _units(s: Any) -> Any:
    return s.units[s.side * PIECES : (s.side + 1) * PIECES]


def _place(s: Any, unit: int, square: int) -> str:
    """The placement of one unit of a deployment drawn for white."""
    return f"{LETTERS[_units(s)[unit].kind]}@{square_name(int(own_side(s.side, square)))}"


def random_deployment(seed: int) -> list[int]:
    """Fifteen of white's squares at random, the last one the guard's."""
    lots = random.Random(seed)
    guard = lots.choice([square for square in range(SQUARES) if GUARD_SQUARE[0, square]])
    others = [square for square in range(SQUARES) if HOME[0, square] and square != guard]
    return [*lots.sample(others, PIECES - 1), guard]
