"""Starting a battle, and deployments that save putting a division down piece by piece."""

import json
import random
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from escaramuza.games.forglory import state, tables
from escaramuza.games.forglory.armies import army_units
from escaramuza.games.forglory.battles import Battle, named_army, ready_battles
from escaramuza.games.forglory.maps import BOOK, Map, ready_maps
from escaramuza.games.forglory.measure import put_officer, put_unit
from escaramuza.games.forglory.options import ForGloryOptions
from escaramuza.games.forglory.rules.deploying import check_place, facing_of
from escaramuza.games.forglory.scene import Side
from escaramuza.kernel import buffers
from escaramuza.kernel.dice import set_key
from escaramuza.kernel.stack import top
from escaramuza.words import LANGUAGES

LOCALE = Path(__file__).parent / "locale"
SIDES: tuple[Side, Side] = ("south", "north")
LETTER = "sn"
SCALES = {"half": 50, "one": 100, "double": 200}
FULL = 100
Place = tuple[int, int, int, int]


def clear(s: Any) -> None:
    """A position with nothing in it."""
    for name in s.dtype.names:
        s[name] = np.zeros_like(s[name])
    s.winner = s.turn = s.starter = state.NOBODY
    for i, u in enumerate(s.units):
        u.state, u.side, u.division, u.group, u.charged = (
            state.ABSENT,
            i // tables.MOST_UNITS,
            tables.NONE,
            tables.NONE,
            tables.NONE,
        )
    for i, o in enumerate(s.officers):
        o.state, o.side, o.edge = (
            state.ABSENT,
            i // tables.MOST_DIVISIONS if i < tables.DIVISIONS else i - tables.STAFF,
            tables.NONE,
        )
    for f in s.frames:
        f.unit = f.target = tables.NONE
    for objective in s.objectives:
        objective.owner = state.NOBODY


def new(s: Any, options: ForGloryOptions, seed: int) -> None:
    """A fresh position: the ground lies, the armies are mustered, nothing is thrown yet."""
    clear(s)
    set_key(s.dice, seed)
    s.phase, s.asked = state.MUSTER, tables.SOUTH
    s.rounds = options.rounds
    s.ends_from = options.ends_from
    s.scale = SCALES[options.scale]
    s.span[:] = tables.SPANS * s.scale // FULL
    s.front, s.deep = tables.FRONT * s.scale // FULL, tables.DEPTH * s.scale // FULL
    s.radius, s.road_half = tables.RADIUS * s.scale // FULL, tables.ROAD_HALF * s.scale // FULL
    s.fading, s.follows = options.markers == "fade", options.follow
    _lay(s, options.map, options.objectives)
    for side, army in ((tables.SOUTH, options.south_army), (tables.NORTH, options.north_army)):
        _muster(s, side, army)
    if options.deployment == "historical":
        _give_zones(s, ready_battles()[options.battle])


def _scaled(s: Any, length: int) -> int:
    return length * int(s.scale) // FULL


def _lay(s: Any, field: Map, objectives: int) -> None:
    s.width, s.height = _scaled(s, field.width), _scaled(s, field.height)
    s.n_objectives = objectives
    for o, (x, y) in zip(s.objectives, field.objectives[:objectives], strict=False):
        o.x, o.y = _scaled(s, x), _scaled(s, y)
    s.n_pieces, s.n_roads = len(field.terrain), len(field.roads)
    for p, piece in zip(s.pieces, field.terrain, strict=False):
        p.kind = tables.KINDS.index(piece.kind)
        p.roles, p.n = tables.ROLES[p.kind], len(piece.corners)
        _outline(s, p, p.corners, piece.corners)
    for r, road in zip(s.roads, field.roads, strict=False):
        r.n = len(road)
        _outline(s, r, r.bends, road)


def _outline(s: Any, record: Any, out: Any, corners: Any) -> None:
    for k, (x, y) in enumerate(corners):
        out[k] = (_scaled(s, x), _scaled(s, y))
    record.low[:] = out[: len(corners)].min(axis=0)
    record.high[:] = out[: len(corners)].max(axis=0)


def _give_zones(s: Any, battle: Battle) -> None:
    """Where each division stood in history (G-R66)."""
    for side, army in enumerate(battle.armies):
        for number, zone in enumerate(army.zones):
            s.officers[side * tables.MOST_DIVISIONS + number].zone[:] = [_scaled(s, length) for length in zone]


def _muster(s: Any, side: int, army: str) -> None:
    for number, (division, category, quality) in enumerate(army_units(army)):
        unit = side * tables.MOST_UNITS + number
        u = s.units[unit]
        u.state, u.category, u.quality = state.IN_HAND, category, quality
        u.division = side * tables.MOST_DIVISIONS + division
        put_unit(s, unit, 0, 0, facing_of(side))
        s.officers[u.division].state = state.IN_HAND
    s.officers[tables.STAFF + side].state = state.IN_HAND
    for officer in range(tables.OFFICERS):
        if s.officers[officer].state == state.IN_HAND and s.officers[officer].side == side:
            put_officer(s, officer, 0, 0)


@cache
def unit_text(body: int) -> str:
    """s3, n12, sg1, ns."""
    if body < tables.UNITS:
        return f"{LETTER[body // tables.MOST_UNITS]}{body % tables.MOST_UNITS + 1}"
    officer = body - tables.UNITS
    if officer >= tables.STAFF:
        return f"{LETTER[officer - tables.STAFF]}s"
    return f"{LETTER[officer // tables.MOST_DIVISIONS]}g{officer % tables.MOST_DIVISIONS + 1}"


def names(options: ForGloryOptions) -> dict[str, dict[str, str]]:
    """Language → `body:<number>` and `division:<number>` → what they are called: as in the battle, else by kind."""
    return _names(options.battle, options.south_army, options.north_army)


@lru_cache(maxsize=64)
def _names(battle: str, south: str, north: str) -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {lang: {} for lang in LANGUAGES}
    for side, army in ((tables.SOUTH, south), (tables.NORTH, north)):
        for lang in LANGUAGES:
            found[lang].update(_side_names(lang, side, army, battle))
    return found


def _side_names(lang: str, side: int, army: str, battle: str) -> Iterator[tuple[str, str]]:
    named, terms = named_army(battle, side, army), _terms(lang)
    units = army_units(army)
    own = terms[SIDES[side]]
    for number, (_, category, _) in enumerate(units):
        like = sum(1 for _, other, _ in units[: number + 1] if other == category)
        generic = f"{terms[f'category:{tables.CATEGORIES[category]}']} {like} ({own})"
        yield f"body:{side * tables.MOST_UNITS + number}", named.units[number][lang] if named else generic
    for division in range(max(division for division, _, _ in units) + 1):
        general = f"{terms['officer:general']} {division + 1} ({own})"
        group = f"{terms['division']} {division + 1} ({own})"
        number = side * tables.MOST_DIVISIONS + division
        yield f"body:{tables.UNITS + number}", named.generals[division][lang] if named else general
        yield f"division:{number}", named.divisions[division][lang] if named else group
    staff = named.staff[lang] if named else f"{terms['officer:staff']} ({own})"
    yield f"body:{tables.UNITS + tables.STAFF + side}", staff
    # A staff is put down like a division of its own.
    yield f"division:{tables.STAFF + side}", staff


@cache
def _terms(lang: str) -> dict[str, str]:
    terms: dict[str, str] = json.loads((LOCALE / f"{lang}.json").read_text(encoding="utf-8"))["terms"]
    return terms


def swapped(options: ForGloryOptions) -> ForGloryOptions:
    """The options of a rematch with the sides changed: every player keeps the army."""
    return options.model_copy(update={"battle": "", "south_army": options.north_army, "north_army": options.south_army})


def mixed(lot: int) -> ForGloryOptions:
    """Options for one game of a series: a ready battle, or its smaller armies on other ground, at random."""
    lots = random.Random(lot)
    small = next(iter(ready_battles().values()))
    if lots.random() < 0.5:
        return ForGloryOptions(battle=lots.choice(list(ready_battles())[:2]))
    field = (
        lots.choice(list(ready_maps().values()))
        if lots.random() < 0.5
        else BOOK.at_random(True, lots.randrange(1 << 30))
    )
    south, north = (army.text for army in small.armies)
    wanted = min(3, len(field.objectives))
    return ForGloryOptions(battle="", map=field, south_army=south, north_army=north, objectives=wanted)


def shortcuts(s: Any, seat: int, seed: int) -> dict[str, list[str]]:
    """Ready-made and random deployments of the division whose turn it is, officer and units, as actions."""
    if s.phase != state.DEPLOY or s.asked != seat or s.officers[top(s).unit].state == state.ON_TABLE:
        return {}
    found = {}
    for name in ("line", "random"):
        plan = _plan(s, name, random.Random(seed))
        if plan:
            found[name] = [_text(s, place) for place in plan]
    return found


def _text(s: Any, place: Place) -> str:
    from escaramuza.games.field.actions import action
    from escaramuza.games.forglory.actions import format_action
    from escaramuza.games.forglory.kinds import PLACE

    body, x, y, facing = place
    return format_action(s, action(PLACE, unit=body, x=x, y=y, facing=facing))


def _plan(s: Any, name: str, lots: random.Random) -> list[Place] | None:
    """Places for a whole division: the first officer's spot around which all of its units find room."""
    division, side = int(top(s).unit), int(top(s).side)
    zone = [int(length) for length in s.officers[division].zone]
    first = s.officers[division].edge == tables.NONE and any(zone)
    spots = list(_zone_spots(zone, side) if first else _officer_spots(s, side))
    if name == "random":
        lots.shuffle(spots)
    for x, y in spots:
        board = buffers.copy(s)
        if not _put(board, tables.UNITS + division, x, y, 0):
            continue
        plan = [(tables.UNITS + division, x, y, 0)]
        plan += _around(board, division, side, x, y)
        if len(plan) == 1 + sum(1 for u in s.units if u.division == division and u.state == state.IN_HAND):
            return plan
    return None


def _zone_spots(zone: list[int], side: int) -> Iterator[tuple[int, int]]:
    """From the middle of a zone outwards, well forward first."""
    west, north, east, south = zone
    for row in (3, 4, 5, 2, 6, 7, 1):
        y = north + row * (south - north) // 8
        for column in (4, 3, 5, 2, 6, 1, 7):
            yield west + column * (east - west) // 8, y if side == tables.SOUTH else north + south - y


def _officer_spots(s: Any, side: int) -> Iterator[tuple[int, int]]:
    """From the middle outwards, well forward first."""
    width, height = int(s.width), int(s.height)
    columns = sorted(range(1, 16), key=lambda column: abs(column - 8))
    for row in range(1, 16):
        y = height // 2 + row * height // 32
        for column in columns:
            yield column * width // 16, y if side == tables.SOUTH else height - y
    for row in range(16):
        for column in (1, 15, 2, 14):
            yield column * width // 16, row * height // 16 + height // 32


def _around(board: Any, division: int, side: int, x: int, y: int) -> list[Place]:
    """A line before the officer, then beside and behind it."""
    front, deep = int(board.front), int(board.deep)
    ahead = -1 if side == tables.SOUTH else 1
    facing = int(facing_of(side))
    offsets = [(column, row) for row in (2, -2, 0, 4) for column in (0, 1, -1, 2, -2, 3, -3) if row or column]
    plan: list[Place] = []
    for unit in range(side * tables.MOST_UNITS, (side + 1) * tables.MOST_UNITS):
        if board.units[unit].division != division or board.units[unit].state != state.IN_HAND:
            continue
        for column, row in offsets:
            place = (unit, x + column * (front + front // 10), y + ahead * row * deep, facing)
            if _put(board, *place):
                plan.append(place)
                break
    return plan


def _put(board: Any, body: int, x: int, y: int, facing: int) -> bool:
    from escaramuza.games.field.actions import action
    from escaramuza.games.forglory.kinds import PLACE

    assert top(board).unit < tables.STAFF
    if check_place(board, action(PLACE, unit=body, x=x, y=y, facing=facing), buffers.one(buffers.WHY)) != buffers.OK:
        return False
    if body < tables.UNITS:
        board.units[body].state = state.ON_TABLE
        put_unit(board, body, x, y, facing)
    else:
        board.officers[body - tables.UNITS].state = state.ON_TABLE
        put_officer(board, body - tables.UNITS, x, y)
    return True
