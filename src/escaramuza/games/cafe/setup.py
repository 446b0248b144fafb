"""Starting a game, and deployments that save putting units down one by one."""

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from escaramuza.games.cafe.armies import army_types
from escaramuza.games.cafe.maps import KINDS, ROLES, Map, ready_maps
from escaramuza.games.cafe.measure import wall
from escaramuza.games.cafe.options import CafeOptions
from escaramuza.games.cafe.random_maps import random_map
from escaramuza.games.cafe.rules.deck import fill
from escaramuza.games.cafe.scene import Side
from escaramuza.games.cafe.state import (
    ABSENT,
    DEPLOY,
    DIE_OFF,
    DIFFICULT,
    IN_HAND,
    NOBODY,
    UNKNOWN,
)  # fmt: skip
from escaramuza.games.cafe.tables import (
    BASE_LENGTH,
    BASE_WIDTH,
    BLUE,
    COLUMN,
    DOMUCOR,
    EDGE,
    HEALTH,
    MINGUIN,
    MOST_UNITS,
    NONE,
    POINTS,
    RED,
    ROW,
    THANARY,
    TYPES,
    UNITS,
)  # fmt: skip
from escaramuza.games.spec import LANGUAGES
from escaramuza.kernel.dice import set_key

LOCALE = Path(__file__).parent / "locale"
SIDES: tuple[Side, Side] = ("blue", "red")
SEAT_NAMES = ("blue", "red", "blue-2", "red-2", "blue-3", "red-3", "blue-4", "red-4")
WALLS = ("wall", "tower")


def clear(s: Any) -> None:
    """A position with nothing in it."""
    for name in s.dtype.names:
        s[name] = np.zeros_like(s[name])
    s.winner = s.first_starter = NOBODY
    for u in s.units:
        u.state, u.seat, u.type = ABSENT, NONE, UNKNOWN
    for i in range(UNITS):
        s.units[i].side = i // MOST_UNITS
    for f in s.frames:
        f.unit = f.target = NONE
    for o in s.objectives:
        o.owner = o.first = NOBODY


def new(s: Any, options: CafeOptions, seed: int) -> None:
    """A fresh position: the terrain lies, the objectives are set, the units are in hand (C-R14)."""
    clear(s)
    set_key(s.dice, seed)
    s.phase = DIE_OFF
    s.players, s.rounds = options.players, options.rounds
    s.left = BLUE
    s.with_cards, s.face_down = options.cards, options.face_down
    s.runners_fight = options.runners_fight
    s.defence_each = options.defence == "each"
    s.choose_assignment = options.assignment == "chosen"
    s.defenders_only = options.wounds == "defenders"
    s.contested_kept = options.contested == "kept"
    s.values[:] = [getattr(options, f"vp_{row}") for row in POINTS]
    _lay(s, options.map, options.objectives)
    if options.difficult_walls:
        for p in s.pieces[: s.n_pieces]:
            p.roles |= DIFFICULT if KINDS[p.kind] in WALLS else 0
    if options.cards:
        fill(s)
    for side, army in ((BLUE, options.blue_army), (RED, options.red_army)):
        for number, kind in enumerate(army_types(army)):
            u = s.units[side * MOST_UNITS + number]
            u.state, u.type, u.health = IN_HAND, kind, HEALTH[kind]
            u.seat = side + 2 * (number % options.players)
            s.army[side, kind] += 1


def _lay(s: Any, field: Map, objectives: int) -> None:
    s.width, s.height, s.zone = field.width, field.height, field.zone
    s.n_objectives = objectives
    for o, (x, y) in zip(s.objectives, field.objectives[:objectives], strict=False):
        o.x, o.y = x, y
    s.n_pieces = len(field.terrain)
    for p, piece in zip(s.pieces, field.terrain, strict=False):
        p.kind = KINDS.index(piece.kind)
        p.roles = sum(1 << ROLES.index(role) for role in piece.roles)
        p.n = len(piece.corners)
        for corner, (x, y) in enumerate(piece.corners):
            p.corners[corner] = (x, y)
        p.low[:] = [min(axis) for axis in zip(*piece.corners, strict=True)]
        p.high[:] = [max(axis) for axis in zip(*piece.corners, strict=True)]


def seats_of(options: CafeOptions) -> tuple[str, ...]:
    """The seats of a match, in turn order."""
    return SEAT_NAMES[: 2 * options.players]


def names(options: CafeOptions) -> dict[str, dict[str, str]]:
    """Language → `unit:<number>` → what the unit is called: its type, its number among its like, its side."""
    found: dict[str, dict[str, str]] = {lang: {} for lang in LANGUAGES}
    for side, army in ((BLUE, options.blue_army), (RED, options.red_army)):
        kinds = army_types(army)
        for number, kind in enumerate(kinds):
            like = f" {kinds[:number].count(kind) + 1}" if kinds.count(kind) > 1 else ""
            for lang in LANGUAGES:
                terms = _terms(lang)
                name = f"{terms[f'type:{TYPES[kind]}']}{like} ({terms[SIDES[side]]})"
                found[lang][f"unit:{side * MOST_UNITS + number}"] = name
    return found


@cache
def _terms(lang: str) -> dict[str, str]:
    terms: dict[str, str] = json.loads((LOCALE / f"{lang}.json").read_text(encoding="utf-8"))["terms"]
    return terms


def swapped(options: CafeOptions) -> CafeOptions:
    """The options of a rematch with the sides changed: every player keeps the army."""
    return options.model_copy(update={"blue_army": options.red_army, "red_army": options.blue_army})


def mixed(lot: int) -> CafeOptions:
    """Options for one game of a series: another battlefield each time, ready-made or by lot."""
    lots = random.Random(lot)
    ready = list(ready_maps().values())
    field = lots.choice(ready) if lots.random() < 0.5 else random_map(lots.randrange(1 << 30), symmetric=True)
    return CafeOptions(map=field)


def shortcuts(s: Any, seat: int, seed: int) -> dict[str, list[str]]:
    """Ready-made and random deployments as actions: all units of a seat, or the next one where units lie open."""
    units = [i for i in range(UNITS) if s.units[i].seat == seat and s.units[i].state == IN_HAND]
    if s.phase != DEPLOY or not units or (not s.face_down and s.asked != seat):
        return {}
    free = _free(s, seat, len(units))
    if len(free) < len(units):
        return {}
    plans = {"line": _line(s, units, free), "blocks": _blocks(s, units, free), "random": _random(units, free, seed)}
    shown = units if s.face_down else units[:1]
    return {name: [_text(s, unit, plan[unit]) for unit in shown] for name, plan in plans.items()}


def _text(s: Any, unit: int, place: tuple[int, int]) -> str:
    from escaramuza.games.cafe.actions import action, format_action
    from escaramuza.games.cafe.kinds import PLACE

    return format_action(s, action(PLACE, unit=unit, x=place[0], y=place[1]))


def _free(s: Any, seat: int, needed: int) -> list[tuple[int, int]]:
    """Places on a grid where nobody and nothing stands, the front column first, from the middle outwards; players of a
    side share the rows, unless that leaves too few."""
    side, player = seat % 2, seat // 2
    taken = {(int(u.x), int(u.y)) for u in s.units if u.side == side and u.state not in (IN_HAND, ABSENT)}
    rows = range((int(s.height) - 2 * EDGE - BASE_WIDTH) // ROW + 1)
    middle = (len(rows) - 1) / 2
    shared: list[tuple[int, int]] = []
    others: list[tuple[int, int]] = []
    for column in range((int(s.zone) - EDGE - 100) // COLUMN + 1):
        depth = int(s.zone) - column * COLUMN
        x = depth if s.left == side else int(s.width) - depth
        for row in sorted(rows, key=lambda row: abs(row - middle)):
            y = EDGE + BASE_WIDTH // 2 + row * ROW
            if any(abs(x - px) < BASE_LENGTH and abs(y - py) < BASE_WIDTH for px, py in taken):
                continue
            if wall(s, _base(x, y), 0, 0) >= 0:
                continue
            (shared if row % int(s.players) == player or column > 1 else others).append((x, y))
    return shared if len(shared) >= needed else shared + others


def _base(x: int, y: int) -> Any:
    dx, dy = BASE_LENGTH // 2, BASE_WIDTH // 2
    return np.array([(x - dx, y - dy), (x + dx, y - dy), (x + dx, y + dy), (x - dx, y + dy)], np.int32)


def _in_order(s: Any, units: list[int]) -> list[int]:
    """The quick and the many in front, healers and leaders behind."""
    rank = {DOMUCOR: 0, THANARY: 1, MINGUIN: 9}
    return sorted(units, key=lambda unit: (rank.get(int(s.units[unit].type), 5), unit))


def _line(s: Any, units: list[int], free: list[tuple[int, int]]) -> dict[int, tuple[int, int]]:
    return dict(zip(_in_order(s, units), free, strict=False))


def _blocks(s: Any, units: list[int], free: list[tuple[int, int]]) -> dict[int, tuple[int, int]]:
    """Two groups at the ends of the zone and one in the middle."""
    height = int(s.height)
    groups = [_nearest(free, at) for at in (height // 2, height // 5, height * 4 // 5)]
    plan: dict[int, tuple[int, int]] = {}
    for number, unit in enumerate(_in_order(s, units)):
        place = next(p for p in groups[number % 3] if p not in plan.values())
        plan[unit] = place
    return plan


def _nearest(places: list[tuple[int, int]], y: int) -> list[tuple[int, int]]:
    return sorted(places, key=lambda place: abs(place[1] - y))


def _random(units: list[int], free: list[tuple[int, int]], seed: int) -> dict[int, tuple[int, int]]:
    return dict(zip(units, random.Random(seed).sample(free, len(units)), strict=True))
