"""What a unit could do from where it stands, or from where a player thinks of putting it, for a client to draw."""

from typing import Any

from escaramuza.games.cafe import kinds, measure, state, tables
from escaramuza.games.cafe.codes import Why
from escaramuza.games.cafe.odds import attack_chances
from escaramuza.games.cafe.paths import Walker
from escaramuza.games.cafe.rules.lattice import near_mask
from escaramuza.games.cafe.rules.stack import A_WAY, AN_ACTIVATION
from escaramuza.games.cafe.rules.ways import allowance, check_leg, farthest
from escaramuza.games.cafe.scene import CafeJudged, CafeLook, CafeSeen
from escaramuza.games.field.actions import action
from escaramuza.games.scene import Point
from escaramuza.kernel import buffers
from escaramuza.kernel.plane import TURN, crosses, gap
from escaramuza.kernel.stack import find

RAYS = 360
NOTHING: CafeLook = {
    "shape": "cafe",
    "walk": [],
    "run": [],
    "walk_bends": [],
    "run_bends": [],
    "place": None,
    "targets": [],
}


def look(s: Any, unit: int, place: tuple[int, int, int] | None = None) -> CafeLook:
    """The area a unit reaches, straight and around corners, and whom it sees; of a place which way leads there, and
    whom it sees from there."""
    if not 0 <= unit < tables.UNITS or s.units[unit].state != state.ON_TABLE or s.units[unit].type == state.UNKNOWN:
        return NOTHING
    s = buffers.copy(s)
    walk, run = _allowances(s, unit)
    if place is None:
        found = _areas(s, unit, walk, run)
    else:
        judged = _judged(s, unit, place, walk)
        further = judged if run == walk else _judged(s, unit, place, run)
        found = {**NOTHING, "place": {"walk": judged, "run": further}}
        to = further["to"]
        if to is not None:
            measure.put(s, unit, to[0], to[1], place[2] % TURN)
    found["targets"] = [_target(s, unit, j) for j in range(tables.UNITS) if _is_enemy(s, unit, j)]
    return found


def _areas(s: Any, unit: int, walk: int, run: int) -> CafeLook:
    walked, bent = _outline(s, unit, walk), Walker(s, unit, walk).areas()
    return {
        **NOTHING,
        "walk": walked,
        "run": _outline(s, unit, run) if run != walk else walked,
        "walk_bends": bent,
        "run_bends": Walker(s, unit, run).areas() if run != walk else bent,
    }


def _allowances(s: Any, unit: int) -> tuple[int, int]:
    k = int(find(s, A_WAY))
    if k >= 0 and s.frames[k].unit == unit:
        return int(s.frames[k].left), int(s.frames[k].left)
    return int(allowance(s, unit, False)), int(allowance(s, unit, True))


def _outline(s: Any, unit: int, left: int) -> list[Point]:
    """The farthest point of every ray; what lies before it on the ray is reached too."""
    a, why = action(kinds.GO, unit), buffers.one(buffers.WHY)
    a.facing = s.units[unit].facing
    mask = near_mask(s, unit, left)
    points = []
    for ray in range(RAYS):
        far = int(farthest(s, unit, ray * (TURN // RAYS), left, a, why, mask))
        points.append((int(a.x), int(a.y)) if far else (int(s.units[unit].x), int(s.units[unit].y)))
    return points


def _judged(s: Any, unit: int, place: tuple[int, int, int], left: int) -> CafeJudged:
    """Whether a straight leg leads to a place; else a way with corners, there or as near as one gets."""
    u = s.units[unit]
    a, why = action(kinds.GO, unit, x=place[0], y=place[1], facing=place[2]), buffers.one(buffers.WHY)
    code = int(check_leg(s, unit, a, left, why, measure.EVERYTHING))
    inside = 0 <= place[0] <= s.width and 0 <= place[1] <= s.height
    straight = ((place[0] - int(u.x)) ** 2 + (place[1] - int(u.y)) ** 2) ** 0.5
    cost = int(measure.leg_cost(s, int(u.x), int(u.y), *place[:2])) if inside else None
    legal, to, bends = code == buffers.OK, place[:2] if code == buffers.OK else None, []
    if not legal and (way := Walker(s, unit, left).lead((place[0], place[1], place[2] % TURN))):
        legal, to, bends = way.whole, (way.end.x, way.end.y), [(spot.x, spot.y) for spot in way.end.bends]
        cost = way.end.used
    return {
        "legal": legal,
        "why": None if legal else Why.of(code).name,
        "cost": cost,
        "straight": round(straight),
        "to": to,
        "bends": bends,
    }


def _is_enemy(s: Any, unit: int, j: int) -> bool:
    t = s.units[j]
    return bool(t.state == state.ON_TABLE and t.side != s.units[unit].side and t.type != state.UNKNOWN)


def _target(s: Any, unit: int, j: int) -> CafeSeen:
    u, t = s.units[unit], s.units[j]
    close, free = bool(measure.in_close_reach(s, unit, j)), bool(measure.free_line(s, unit, j))
    k = int(find(s, AN_ACTIVATION))
    far = tables.RANGE + (int(s.frames[k].more_range) if k >= 0 and s.frames[k].unit == unit else 0)
    in_range = bool(measure.within(s, unit, j, far))
    cover_by = [k for k in range(int(s.n_pieces)) if not close and measure.cover_piece(s, unit, j, k)]
    attackable = in_range and free and not t.camouflaged and not u.harmless
    return {
        "unit": j,
        "gap": int(gap(u.corners, 4, t.corners, 4)),
        "close": close,
        "in_range": in_range,
        "blocked_by": [] if free else [k for k in range(int(s.n_pieces)) if _blocks(s, k, u, t)],
        "cover": bool(cover_by),
        "cover_by": cover_by,
        "camouflaged": bool(t.camouflaged),
        "chances": attack_chances(s, unit, j, close) if attackable else None,
    }


def _blocks(s: Any, k: int, u: Any, t: Any) -> bool:
    p = s.pieces[k]
    return bool(
        p.roles & state.SOLID
        and measure.near_segment(p, u.x, u.y, t.x, t.y, 0)
        and crosses(u.x, u.y, t.x, t.y, p.corners, p.n)
    )
