"""Starting a game, and deployments that save placing fifteen pieces by hand."""

import random
from typing import Any

from escaramuza.games.tactics import state, tables
from escaramuza.games.tactics.options import TacticsOptions
from escaramuza.games.tactics.position import clear
from escaramuza.games.tactics.rules.deployment import own_side
from escaramuza.kernel.dice import set_key
from escaramuza.kernel.grid import SQUARES, square_name


def new(s: Any, options: TacticsOptions, seed: int) -> None:
    """A fresh position: nothing thrown, nothing placed."""
    clear(s)
    set_key(s.dice, seed)
    s.phase = state.DIE_OFF
    s.turn_limit = options.turn_limit
    s.openness = state.OPEN if options.deployment == "open" else state.SECRET


def shortcuts(s: Any, seat: int, seed: int) -> dict[str, list[str]]:
    """Ready-made and random deployments for a side that has none of its pieces on the board yet, as actions."""
    if s.phase != state.DEPLOYMENT or any(
        u.at != state.OFF for u in s.units[seat * tables.PIECES : (seat + 1) * tables.PIECES]
    ):
        return {}
    plans = dict(zip(tables.READY_MADE, tables.LAYOUTS.tolist(), strict=True)) | {"random": random_deployment(seed)}
    return {name: [_place(seat, unit, square) for unit, square in enumerate(plan)] for name, plan in plans.items()}


def _place(side: int, unit: int, square: int) -> str:
    """The placement of one unit of a deployment drawn for white."""
    return f"{tables.LETTERS[tables.UNIT_CLASS[unit]]}@{square_name(int(own_side(side, square)))}"


def random_deployment(seed: int) -> list[int]:
    """Fifteen of white's squares at random, the last one the guard's."""
    lots = random.Random(seed)
    guard = lots.choice([square for square in range(SQUARES) if tables.GUARD_SQUARE[0, square]])
    others = [square for square in range(SQUARES) if tables.HOME[0, square] and square != guard]
    return [*lots.sample(others, tables.PIECES - 1), guard]
