"""Starting a game, and deployments that save putting units down one by one."""

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from escaramuza.games.cafe import maps, state, tables
from escaramuza.games.cafe.armies import army_types
from escaramuza.games.cafe.berths import packing
from escaramuza.games.cafe.maps import Map
from escaramuza.games.cafe.options import CafeOptions
from escaramuza.games.cafe.random_maps import random_map
from escaramuza.games.cafe.rules.deck import fill
from escaramuza.games.cafe.scene import Side
from escaramuza.kernel.dice import set_key
from escaramuza.words import LANGUAGES

LOCALE = Path(__file__).parent / "locale"
SIDES: tuple[Side, Side] = ("blue", "red")
SEAT_NAMES = ("blue", "red", "blue-2", "red-2", "blue-3", "red-3", "blue-4", "red-4")
WALLS = ("wall", "tower")


def clear(s: Any) -> None:
    """A position with nothing in it."""
    for name in s.dtype.names:
        s[name] = np.zeros_like(s[name])
    s.winner = s.first_starter = state.NOBODY
    for u in s.units:
        u.state, u.seat, u.type = state.ABSENT, tables.NONE, state.UNKNOWN
    for i in range(tables.UNITS):
        s.units[i].side = i // tables.MOST_UNITS
    for f in s.frames:
        f.unit = f.target = tables.NONE
    for o in s.objectives:
        o.owner = o.first = state.NOBODY


def new(s: Any, options: CafeOptions, seed: int) -> None:
    """A fresh position: the terrain lies, the objectives are set, the units are in hand (C-R14)."""
    clear(s)
    set_key(s.dice, seed)
    s.phase = state.DIE_OFF
    s.players, s.rounds = options.players, options.rounds
    s.left = tables.BLUE
    s.with_cards, s.face_down = options.cards, options.face_down
    s.runners_fight = options.runners_fight
    s.defence_each = options.defence == "each"
    s.choose_assignment = options.assignment == "chosen"
    s.defenders_only = options.wounds == "defenders"
    s.contested_kept = options.contested == "kept"
    s.values[:] = [getattr(options, f"vp_{row}") for row in tables.POINTS]
    _lay(s, options.map, options.objectives)
    if options.difficult_walls:
        for p in s.pieces[: s.n_pieces]:
            p.roles |= state.DIFFICULT if maps.KINDS[p.kind] in WALLS else 0
    if options.cards:
        fill(s)
    _find_room(s, options)
    for side, army in ((tables.BLUE, options.blue_army), (tables.RED, options.red_army)):
        for number, kind in enumerate(army_types(army)):
            u = s.units[side * tables.MOST_UNITS + number]
            u.state, u.type, u.health = state.IN_HAND, kind, tables.HEALTH[kind]
            u.seat = side + 2 * (number % options.players)
            s.army[side, kind] += 1


def _lay(s: Any, field: Map, objectives: int) -> None:
    s.width, s.height, s.zone = field.width, field.height, field.zone
    s.n_objectives = objectives
    for o, (x, y) in zip(s.objectives, field.objectives[:objectives], strict=False):
        o.x, o.y = x, y
    s.n_pieces = len(field.terrain)
    for p, piece in zip(s.pieces, field.terrain, strict=False):
        p.kind = maps.KINDS.index(piece.kind)
        p.roles = sum(1 << maps.ROLES.index(role) for role in piece.roles)
        p.n = len(piece.corners)
        for corner, (x, y) in enumerate(piece.corners):
            p.corners[corner] = (x, y)
        p.low[:] = [min(axis) for axis in zip(*piece.corners, strict=True)]
        p.high[:] = [max(axis) for axis in zip(*piece.corners, strict=True)]


def _find_room(s: Any, options: CafeOptions) -> None:
    """Where the lattice is too coarse for an army, a tight packing is at hand (C-R31)."""
    most = max(len(army_types(army)) for army in (options.blue_army, options.red_army))
    for end, left in enumerate((True, False)):
        zone = maps.zone_at(options.map, left)
        s.lattice[end] = len(zone.lattice())
        if s.lattice[end] < most:
            found = packing(zone, most)[: tables.MOST_UNITS]
            s.n_berths[end] = len(found)
            s.berths[end, : len(found)] = found


def seats_of(options: CafeOptions) -> tuple[str, ...]:
    """The seats of a match, in turn order."""
    return SEAT_NAMES[: 2 * options.players]


def names(options: CafeOptions) -> dict[str, dict[str, str]]:
    """Language → `unit:<number>` → what the unit is called: its type, its number among its like, its side."""
    found: dict[str, dict[str, str]] = {lang: {} for lang in LANGUAGES}
    for side, army in ((tables.BLUE, options.blue_army), (tables.RED, options.red_army)):
        kinds = army_types(army)
        for number, kind in enumerate(kinds):
            like = f" {kinds[:number].count(kind) + 1}" if kinds.count(kind) > 1 else ""
            for lang in LANGUAGES:
                terms = _terms(lang)
                name = f"{terms[f'type:{tables.TYPES[kind]}']}{like} ({terms[SIDES[side]]})"
                found[lang][f"unit:{side * tables.MOST_UNITS + number}"] = name
    return found


@cache
def _terms(lang: str) -> dict[str, str]:
    terms: dict[str, str] = json.loads((LOCALE / f"{lang}.json").read_text(encoding="utf-8"))["terms"]
    return terms


def swapped(options: CafeOptions) -> CafeOptions:
    """The options of a rematch with the sides changed: every player keeps the army."""
    return options.model_copy(update={"blue_army": options.red_army, "red_army": options.blue_army})


def mixed(lot: int) -> CafeOptions:
    """Options for one game of a series: another battlefield each time, ready-made or at random."""
    lots = random.Random(lot)
    ready = list(maps.ready_maps().values())
    field = lots.choice(ready) if lots.random() < 0.5 else random_map(lots.randrange(1 << 30), symmetric=True)
    return CafeOptions(map=field)
