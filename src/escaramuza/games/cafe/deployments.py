"""Deployments that save putting units down one by one."""

import random
from typing import Any

import numpy as np

from escaramuza.games.cafe import state, tables
from escaramuza.games.cafe.actions import format_action
from escaramuza.games.cafe.berths import Berth
from escaramuza.games.cafe.kinds import PLACE
from escaramuza.games.cafe.rules import lattice
from escaramuza.games.cafe.rules.room import berth_places, shelf_places, take_up
from escaramuza.games.cafe.rules.shelves import is_free
from escaramuza.games.field.actions import action
from escaramuza.kernel.buffers import ACTION

# More than any zone has room for.
MOST_PLACES = 2048
# A place is shut in if something solid stands so near before it.
CLEAR = 1000


def shortcuts(s: Any, seat: int, seed: int) -> dict[str, list[str]]:
    """Ready-made and random deployments as actions: all units of a seat, or the next one where units lie open."""
    units = [i for i in range(tables.UNITS) if s.units[i].seat == seat and s.units[i].state == state.IN_HAND]
    if s.phase != state.DEPLOY or not units or (not s.face_down and s.asked != seat):
        return {}
    free = _free(s.copy(), seat, len(units))
    plans = {"line": _line(s, units, free), "blocks": _blocks(s, units, free), "random": _random(units, free, seed)}
    shown = units if s.face_down else units[:1]
    return {name: [_text(s, unit, plan[unit]) for unit in shown] for name, plan in plans.items()}


def _text(s: Any, unit: int, berth: Berth) -> str:
    x, y, facing = berth
    return format_action(s, action(PLACE, unit=unit, x=x, y=y, facing=facing))


def _free(s: Any, seat: int, needed: int) -> list[Berth]:
    """Places for all units that the side has in hand, the front first, from the middle outwards: of the lattice, or of
    a tight packing where it has too few (C-R31). The position is a copy to try them on."""
    side = seat % 2
    wanted = sum(u.state == state.IN_HAND for u in s.units[side * tables.MOST_UNITS : (side + 1) * tables.MOST_UNITS])
    unit = next(i for i in range(tables.UNITS) if s.units[i].seat == seat and s.units[i].state == state.IN_HAND)
    shared, others = _on_lattice(s, seat, unit)
    if len(shared) + len(others) >= wanted:
        return shared if len(shared) >= needed else shared + others
    found = np.zeros(MOST_PLACES, ACTION)
    count = berth_places(s, side, unit, found, 0)
    if count < wanted:
        take_up(s.units[unit])
        count = shelf_places(s, side, unit, wanted, found, 0)
    places = [(int(a.x), int(a.y), int(a.facing)) for a in found[:count]]
    return sorted(places, key=lambda place: (_depth(s, side, place[0]), abs(place[1] - s.height // 2)))


def _on_lattice(s: Any, seat: int, unit: int) -> tuple[list[Berth], list[Berth]]:
    """The free places of the lattice: players of a side share the rows of its front."""
    side, player = seat % 2, seat // 2
    rows = range(lattice.lattice_rows(s))
    middle = (len(rows) - 1) / 2
    shared: list[Berth] = []
    others: list[Berth] = []
    for column in range(lattice.lattice_columns(s)):
        for row in sorted(rows, key=lambda row: abs(row - middle)):
            x, y = int(lattice.lattice_x(s, side, column)), lattice.lattice_y(row)
            if is_free(s, unit, x, y, 0):
                (shared if row % int(s.players) == player or column > 1 else others).append((x, y, 0))
    return shared, others


def _depth(s: Any, side: int, x: int) -> int:
    """How far behind the front of its zone a place lies."""
    return int(s.zone - x if s.left == side else x - (s.width - s.zone))


def _in_order(s: Any, units: list[int]) -> list[int]:
    """The quick and the many in front, healers and leaders behind."""
    rank = {tables.DOMUCOR: 0, tables.THANARY: 1, tables.MINGUIN: 9}
    return sorted(units, key=lambda unit: (rank.get(int(s.units[unit].type), 5), unit))


def _line(s: Any, units: list[int], free: list[Berth]) -> dict[int, Berth]:
    """Side by side at the front; behind something solid only where there is no other room."""
    side = int(s.units[units[0]].side)
    solid = [p for p in s.pieces[: int(s.n_pieces)] if p.roles & state.SOLID]
    ahead = 1 if s.left == side else -1
    open_first = sorted(free, key=lambda berth: any(_shuts_in(p, berth, ahead) for p in solid))
    return dict(zip(_in_order(s, units), open_first, strict=False))


def _shuts_in(p: Any, berth: Berth, ahead: int) -> bool:
    """Whether a piece stands before a base that looks this way, so near that it would have to go around it."""
    x, y, _ = berth
    near, far = sorted((x, x + ahead * CLEAR))
    half = tables.BASE_WIDTH // 2
    return bool(p.low[1] < y + half and p.high[1] > y - half and p.low[0] < far and p.high[0] > near)


def _blocks(s: Any, units: list[int], free: list[Berth]) -> dict[int, Berth]:
    """Two groups at the ends of the zone and one in the middle."""
    height = int(s.height)
    groups = [_nearest(free, at) for at in (height // 2, height // 5, height * 4 // 5)]
    plan: dict[int, Berth] = {}
    for number, unit in enumerate(_in_order(s, units)):
        place = next(p for p in groups[number % 3] if p not in plan.values())
        plan[unit] = place
    return plan


def _nearest(places: list[Berth], y: int) -> list[Berth]:
    return sorted(places, key=lambda place: abs(place[1] - y))


def _random(units: list[int], free: list[Berth], seed: int) -> dict[int, Berth]:
    return dict(zip(units, random.Random(seed).sample(free, len(units)), strict=True))
