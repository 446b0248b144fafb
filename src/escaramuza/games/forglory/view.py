"""The scene that a client draws."""

from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any, cast, get_args

import numpy as np

from escaramuza.games.forglory import setup, state, tables
from escaramuza.games.forglory.chances import leadership, morale
from escaramuza.games.forglory.maps import ROLES
from escaramuza.games.forglory.options import ForGloryOptions
from escaramuza.games.forglory.rules import stack
from escaramuza.games.forglory.rules.checks import disorganised
from escaramuza.games.forglory.rules.deploying import EDGES, facing_of
from escaramuza.games.forglory.rules.groups import rank
from escaramuza.games.forglory.rules.losses import brigades_left
from escaramuza.games.forglory.rules.melee import fighters
from escaramuza.games.forglory.rules.reactions import may_react
from escaramuza.games.forglory.rules.victory import ENDS, total
from escaramuza.games.forglory.scene import (
    Attitude,
    GloryCombat,
    GloryDivision,
    GloryExtra,
    GloryGroup,
    GloryOfficer,
    GloryOrder,
    GloryPlacing,
    GloryReaction,
    GloryScene,
    GloryScore,
    GloryShot,
    GloryUnit,
    GloryWindow,
    Phase,
    Quality,
    State,
)
from escaramuza.games.scene import Terrain, Text
from escaramuza.kernel.buffers import WHY, one
from escaramuza.kernel.jit import plain
from escaramuza.kernel.rows import rows
from escaramuza.kernel.stack import find, top

PHASES: tuple[Phase, ...] = get_args(Phase)
SETUP_PHASES = frozenset({"muster", "distribute", "deploy", "staff-place"})
STATES: dict[int, State] = {
    state.IN_HAND: "hand",
    state.ON_TABLE: "table",
    state.OUT: "destroyed",
    state.REMOVED: "removed",
}
CHARGING: tuple[Attitude | None, ...] = (None, "front", "flank")

# Language → what a body or a division is called.
Called = Mapping[str, Mapping[str, str]]


def conceals(s: Any, seat: int) -> Callable[[str, Mapping[str, Any]], bool] | None:
    """Nothing is hidden in this game."""
    return None


def secret_now(s: Any) -> bool:
    """Nothing is hidden in this game."""
    return False


def view(s: Any, options: ForGloryOptions) -> GloryScene:
    """Everything on the table, in words a client can look up."""
    called = setup.names(options)
    # Read once: the rules that a scene only reads of them are asked in plain Python, the others need the record.
    read = SimpleNamespace(units=rows(s.units), officers=rows(s.officers), groups=rows(s.groups[: s.n_groups]))
    return {
        "shape": "forglory",
        "phase": PHASES[int(s.phase)],
        "side": setup.SIDES[int(s.asked)],
        "seat": None if s.phase == state.FINISHED else setup.SIDES[int(s.asked)],
        "winner": None if s.winner == state.NOBODY else setup.SIDES[s.winner],
        "how": ENDS[int(s.how)],
        "round": int(s.round_number),
        "rounds": int(s.rounds),
        "divisions_to_lose": tables.DIVISIONS_LOST,
        "secret": False,
        "battle": options.battle,
        "map": options.map.name,
        "scale": int(s.scale) / setup.FULL,
        "table": {"width": int(s.width), "height": int(s.height)},
        "base": {"front": int(s.front), "deep": int(s.deep), "radius": int(s.radius)},
        "facing": {side: int(plain(facing_of)(i)) for i, side in enumerate(setup.SIDES)},
        "span": {name: int(s.span[k]) for k, name in enumerate(tables.LENGTHS)},
        "road_width": 2 * int(s.road_half),
        "terrain": _terrain(s),
        "roads": [r.bends[: r.n].tolist() for r in s.roads[: s.n_roads]],
        "objectives": [
            {"id": k, "x": int(o.x), "y": int(o.y), "owner": None if o.owner == state.NOBODY else setup.SIDES[o.owner]}
            for k, o in enumerate(s.objectives[: s.n_objectives])
        ],
        "reach": int(s.span[tables.XS]),
        "units": [_unit(s, read, i, called) for i, u in enumerate(read.units) if u.state != state.ABSENT],
        "officers": [_officer(s, read, i, called) for i, o in enumerate(read.officers) if o.state != state.ABSENT],
        "divisions": [
            _division(read, i, called) for i in range(tables.DIVISIONS) if read.officers[i].state != state.ABSENT
        ],
        "groups": _groups(s, read),
        "markers": [
            {"x": int(m.x), "y": int(m.y), "round": int(m.round_number), "side": setup.SIDES[int(m.side)]}
            for m in s.markers[: s.n_markers]
        ],
        "score": {side: _score(s, i) for i, side in enumerate(setup.SIDES)},
        "order": _order(s),
        "window": _window(s),
        "shot": _shot(s),
        "combat": _combat(s),
        "placing": _placing(s),
        "extra": _extra(s),
        "reaction": _reaction(s),
        "relocating": tables.UNITS + int(top(s).unit) if s.phase == state.RELOCATING else None,
    }


def _name(called: Called, key: str) -> Text:
    """What a body or a division is called."""
    return {"es": called["es"][key], "fr": called["fr"][key], "en": called["en"][key]}


def _terrain(s: Any) -> list[Terrain]:
    return [
        {
            "id": k,
            "kind": tables.KINDS[int(p.kind)],
            "roles": [role for bit, role in enumerate(ROLES) if int(p.roles) >> bit & 1],
            "corners": p.corners[: p.n].tolist(),
        }
        for k, p in enumerate(s.pieces[: s.n_pieces])
    ]


def _unit(s: Any, read: Any, i: int, called: Called) -> GloryUnit:
    u = read.units[i]
    category = int(u.category)
    reach = int(tables.RANGE[category])
    return {
        "id": i,
        "text": setup.unit_text(i),
        "name": _name(called, f"body:{i}"),
        "side": setup.SIDES[int(u.side)],
        "number": i % tables.MOST_UNITS + 1,
        "division": int(u.division),
        "division_number": _division_number(u.division),
        "category": tables.CATEGORIES[category],
        "type": tables.TYPES[int(tables.TYPE_OF[category])],
        "quality": cast(Quality, tables.QUALITIES[int(u.quality)]),
        "x": int(u.x),
        "y": int(u.y),
        "facing": int(u.facing),
        "corners": u.corners,
        "state": STATES[int(u.state)],
        "hits": int(u.hits),
        "column": bool(u.column),
        "disorganised": bool(plain(disorganised)(read, i)),
        "detached": bool(u.detached),
        "ordered": bool(u.ordered),
        "reacted": bool(u.reacted),
        "charging": CHARGING[int(u.charging)],
        "range": None if reach == tables.NONE else int(s.span[reach]),
        "move": int(s.span[tables.MOVE[category]]),
        "difficult": int(s.span[tables.DIFFICULT_MOVE[category]]),
        "fire": None if reach == tables.NONE else int(tables.FIRE[category]),
        "melee": int(tables.MELEE[category]),
        "morale": morale(s, i) if u.state == state.ON_TABLE else None,
    }


def _officer(s: Any, read: Any, i: int, called: Called) -> GloryOfficer:
    o = read.officers[i]
    staff = i >= tables.STAFF
    waits = o.state == state.IN_HAND and not staff and s.round_number > 0
    group = _group_of(read, i)
    return {
        "id": tables.UNITS + i,
        "text": setup.unit_text(tables.UNITS + i),
        "name": _name(called, f"body:{tables.UNITS + i}"),
        "side": setup.SIDES[int(o.side)],
        "division": None if staff else i,
        "division_number": None if staff else _division_number(i),
        "staff": staff,
        "x": int(o.x),
        "y": int(o.y),
        "radius": int(s.radius),
        "state": "out" if o.state == state.OUT else "reserve" if waits else STATES[int(o.state)],
        "experience": int(o.experience) or (None if s.round_number == 0 and o.die == 0 else 0),
        "lost": int(o.lost),
        "initiative": None if group is None else group.initiative,
        "die": int(o.die) if o.state == state.IN_HAND and o.die else None,
        "edge": None if o.edge == tables.NONE else EDGES[int(o.edge)],
    }


def _group_of(read: Any, officer: int) -> Any | None:
    return next((group for group in read.groups if group.officer == officer and officer < tables.STAFF), None)


def _division_number(division: int) -> int:
    """Its number within its army, from 1."""
    return int(division) % tables.MOST_DIVISIONS + 1


def _division(read: Any, i: int, called: Called) -> GloryDivision:
    o = read.officers[i]
    lost, left = int(o.lost), int(plain(brigades_left)(read, i))
    return {
        "id": i,
        "name": _name(called, f"division:{i}"),
        "side": setup.SIDES[int(o.side)],
        "number": _division_number(i),
        "officer": tables.UNITS + i,
        "units": [k for k, u in enumerate(read.units) if u.division == i],
        "lost": lost,
        "left": left,
        "wavers": left > 0 and lost + 1 >= left - 1,
        "state": STATES[int(o.state)],
        "zone": (int(o.zone[0]), int(o.zone[1]), int(o.zone[2]), int(o.zone[3])) if o.zone[2] else None,
    }


def _groups(s: Any, read: Any) -> list[GloryGroup]:
    """In the order of activation; what is done comes first."""
    active = int(stack.active_group(s))
    order = sorted(
        range(len(read.groups)),
        key=lambda g: (not read.groups[g].done, g != active, -int(rank(s, g)), g),
    )
    return [_group(s, read, g, g == active) for g in order]


def _group(s: Any, read: Any, g: int, active: bool) -> GloryGroup:
    group = read.groups[g]
    officer = int(group.officer)
    begun = bool(group.done) or active
    waits = officer != tables.NONE and not begun and read.officers[officer].state == state.ON_TABLE
    return {
        "id": g,
        "side": setup.SIDES[int(group.side)],
        "officer": None if officer == tables.NONE else tables.UNITS + officer,
        "division": int(group.division),
        "division_number": _division_number(group.division),
        "units": [k for k, u in enumerate(read.units) if u.group == g and u.state == state.ON_TABLE],
        "initiative": int(group.initiative),
        "done": bool(group.done),
        "active": active,
        "passed": bool(group.passed) if officer != tables.NONE and begun else None,
        "leadership": leadership(s, officer) if waits else None,
    }


def _score(s: Any, side: int) -> GloryScore:
    columns = {column: int(s.sheet[side, k]) for k, column in enumerate(tables.SHEET)}
    return cast(GloryScore, {**columns, "total": int(total(s, side))})


def _order(s: Any) -> GloryOrder | None:
    k = int(find(s, stack.AN_ORDER))
    if k < 0:
        return None
    f = s.frames[k]
    return {
        "unit": int(f.unit),
        "kind": stack.ORDERS[int(f.mode)],
        "used": int(f.used),
        "most": int(f.limit),
        "legs": int(f.legs),
        "target": None if f.target == tables.NONE else int(f.target),
    }


def _window(s: Any) -> GloryWindow | None:
    k = int(find(s, stack.A_WINDOW))
    if k < 0:
        return None
    f = s.frames[k]
    return {
        "trigger": int(f.unit),
        "moment": stack.MOMENTS[int(f.moment)],
        "reactors": [i for i in range(tables.UNITS) if may_react(s, i, int(f.unit), one(WHY))],
    }


def _shot(s: Any) -> GloryShot | None:
    k = int(find(s, stack.A_SHOT))
    if k < 0:
        return None
    f = s.frames[k]
    return {
        "unit": int(f.unit),
        "target": int(f.target),
        "total": int(f.result),
        "x": int(f.stood_x),
        "y": int(f.stood_y),
    }


def _combat(s: Any) -> GloryCombat | None:
    if s.phase != state.JOINING:
        return None
    fights = np.zeros(tables.UNITS, np.int64)
    fighters(s, int(top(s).unit), fights)
    return {"unit": int(top(s).unit), "units": [k for k in range(tables.UNITS) if fights[k]]}


def _placing(s: Any) -> GloryPlacing | None:
    f = top(s)
    if f.code != stack.A_DEPLOYMENT:
        return None
    officer = int(f.unit)
    o = s.officers[officer]
    staff = bool(f.unit >= tables.STAFF)
    return {
        "division": None if staff else officer,
        "staff": staff,
        "officer": tables.UNITS + officer,
        "officer_placed": bool(o.state == state.ON_TABLE),
        "left": [] if staff else [k for k in range(tables.UNITS) if _waits(s, k, officer)],
        "edge": None if o.edge == tables.NONE else EDGES[int(o.edge)],
    }


def _waits(s: Any, unit: int, division: int) -> bool:
    return bool(s.units[unit].division == division and s.units[unit].state == state.IN_HAND)


def _reaction(s: Any) -> GloryReaction | None:
    k = int(find(s, stack.A_REACTION))
    return None if k < 0 else {"unit": int(s.frames[k].unit), "trigger": int(s.frames[k].target)}


def _extra(s: Any) -> GloryExtra | None:
    f = top(s)
    if f.code != stack.AN_ORDER or f.mode != stack.AS_EXTRA:
        return None
    return {"unit": int(f.unit), "most": int(s.span[1]), "used": int(f.used), "asked": bool(s.phase == state.EXTRA)}
