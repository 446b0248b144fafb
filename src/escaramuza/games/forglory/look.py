"""What a unit or an officer could do from where it stands, or from where a player thinks of putting it, to be drawn."""

import math
from typing import Any

from escaramuza.games.field import paths
from escaramuza.games.field.actions import action
from escaramuza.games.forglory import kinds, measure, sight, state, tables
from escaramuza.games.forglory.chances import charge_chances, shot_chances
from escaramuza.games.forglory.codes import Why
from escaramuza.games.forglory.paths import Marcher, Rider
from escaramuza.games.forglory.rules import stack, ways
from escaramuza.games.forglory.rules.charge import AIMS, a_direction, aim_along, aim_x, aim_y, in_range
from escaramuza.games.forglory.rules.officers import check_ride
from escaramuza.games.forglory.rules.shooting import check_shoot
from escaramuza.games.forglory.scene import (
    GloryCommand,
    GloryHider,
    GloryJudged,
    GloryLook,
    GloryMeleeChances,
    GlorySeen,
    Way,
)
from escaramuza.games.scene import Point
from escaramuza.kernel import buffers
from escaramuza.kernel.plane import TURN, turned_x, turned_y
from escaramuza.kernel.stack import top

RAYS = 72
NOTHING: GloryLook = {
    "shape": "forglory",
    "plain": [],
    "strategic": None,
    "plain_bends": [],
    "strategic_bends": [],
    "road": None,
    "place": None,
    "area": [],
    "strip": [],
    "seen": [],
    "command": None,
}


def look(s: Any, unit: int, place: tuple[int, int, int] | None = None) -> GloryLook:
    """Reach, reaction area and strip of sight of a unit, and what it sees; of an officer, its ride."""
    if not 0 <= unit < tables.BODIES or not measure.stands(s, unit):
        return NOTHING
    s = buffers.copy(s)
    return _ride(s, unit - tables.UNITS, place) if unit >= tables.UNITS else _unit(s, unit, place)


def _ride(s: Any, officer: int, place: tuple[int, int, int] | None) -> GloryLook:
    f = top(s)
    used, legs = (int(f.used), int(f.legs)) if f.code == stack.A_RIDE and f.unit == officer else (0, 0)
    a, why = action(kinds.RIDE, tables.UNITS + officer), buffers.one(buffers.WHY)
    o = s.officers[officer]
    most = int(s.span[tables.OFFICER_MOVE])

    def fits(x: int, y: int) -> bool:
        a.x, a.y = x, y
        return bool(check_ride(s, officer, a, used, legs, why) == buffers.OK)

    if place is None:
        return {**NOTHING, "plain": [_farthest(int(o.x), int(o.y), ray, most - used, fits) for ray in range(RAYS)]}
    fits(place[0], place[1])
    code = int(check_ride(s, officer, a, used, legs, why))
    way = None if code == buffers.OK else Rider(s, officer, used, legs).lead(place)
    judged = _judgement(code, used + int(measure.centre_gap(o.x, o.y, a.x, a.y)), most, "ride", place, way)
    return {**NOTHING, "place": judged}


def _farthest(x: int, y: int, ray: int, most: int, fits: Any) -> Point:
    """The farthest point of a ray that can be reached; what lies before it can nearly always be reached too."""
    angle = ray * (TURN // RAYS)
    for tenth in range(20, 0, -1):
        far = most * tenth // 20 - 2
        px, py = x + int(turned_x(far, 0, angle)), y + int(turned_y(far, 0, angle))
        if far > 0 and fits(px, py):
            return px, py
    return x, y


def _judgement(
    code: int, cost: int, most: int, kind: Way, place: tuple[int, int, int], way: paths.Way | None
) -> GloryJudged:
    """What is known of a place: a straight leg leads there, or a way with corners does, or it ends on the way."""
    straight = code == buffers.OK
    legal = straight or (way is not None and way.whole)
    return {
        "legal": legal,
        "why": None if legal else Why.of(code).name,
        "cost": cost if way is None else way.end.used,
        "most": most,
        "kind": kind,
        "to": place if straight else None if way is None else way.end[:3],
        "bends": [] if way is None else [spot[:3] for spot in way.end.bends],
    }


def _unit(s: Any, unit: int, place: tuple[int, int, int] | None) -> GloryLook:
    u = s.units[unit]
    home = (int(u.x), int(u.y), int(u.facing))
    found: GloryLook = {**NOTHING}
    if place is None:
        found = _areas(s, unit)
    else:
        judged = _judged(s, unit, (place[0], place[1], place[2] % TURN), _open_way(s, unit))
        found["place"] = judged
        if judged["to"] is not None:
            measure.put_unit(s, unit, *judged["to"])
    moved = (int(u.x), int(u.y), int(u.facing)) != home
    found["area"] = _ahead(s, unit, int(s.span[tables.MOVE[u.category]]))
    found["strip"] = _ahead(s, unit, int(s.width) + int(s.height))
    found["seen"] = [_seen(s, unit, body, moved) for body in range(tables.BODIES) if measure.is_enemy(s, body, u.side)]
    found["command"] = _command(s, unit)
    return found


def _areas(s: Any, unit: int) -> GloryLook:
    """Where a unit gets: straight, around each corner, by road."""
    u = s.units[unit]
    used, legs, flags, mode = _open_way(s, unit)
    a, why = action(kinds.MOVE, unit, facing=int(u.facing)), buffers.one(buffers.WHY)
    base = int(ways.base_move(s, unit, flags)) if mode != stack.AS_EXTRA else int(s.span[1])
    most = int(ways.most_length(s, unit, u.x, u.y, u.facing, flags, mode))

    def fits(x: int, y: int) -> bool:
        a.x, a.y = x, y
        return bool(ways.check_leg(s, unit, a, used, legs, flags, mode, why) == buffers.OK)

    def outline(far: int) -> list[Point]:
        return [_farthest(int(u.x), int(u.y), ray, far - used, fits) for ray in range(RAYS)]

    marcher = Marcher(s, unit, (used, legs, flags, mode))
    return {
        **NOTHING,
        "plain": outline(base),
        "plain_bends": marcher.areas(base),
        "strategic": outline(most) if most > base else None,
        "strategic_bends": marcher.areas(most) if most > base else [],
        "road": marcher.roads() or None if mode in (stack.TO_MOVE, stack.TO_MARCH) else None,
    }


def _open_way(s: Any, unit: int) -> tuple[int, int, int, int]:
    k = int(stack.order_of(s, unit))
    if k < 0:
        return 0, 0, int(ways.begins_rough(s, unit)), stack.TO_MOVE
    f = s.frames[k]
    if f.used == 0 and f.legs == 0:
        return 0, 0, int(ways.begins_rough(s, unit)), stack.AS_EXTRA if f.mode == stack.AS_EXTRA else stack.TO_MOVE
    return int(f.used), int(f.legs), int(f.flags), int(f.mode)


def _judged(s: Any, unit: int, place: tuple[int, int, int], way: tuple[int, int, int, int]) -> GloryJudged:
    """Whether a place is reached by a plain leg, or else by road, or else around corners; where it gets instead."""
    u = s.units[unit]
    used, legs, flags, mode = way
    a, why = action(kinds.MOVE, unit, x=place[0], y=place[1], facing=place[2]), buffers.one(buffers.WHY)
    cost = used + int(measure.centre_gap(u.x, u.y, a.x, a.y))
    code = int(ways.check_leg(s, unit, a, used, legs, flags, mode, why))
    marcher = Marcher(s, unit, way)
    column = mode == stack.TO_MARCH or (mode == stack.TO_MOVE and legs == 0)
    road = marcher.along_road(place) if column and code != buffers.OK else None
    plain = marcher.lead(place) if code != buffers.OK and mode != stack.TO_MARCH and not (road and road.whole) else None
    marches = road is not None and (road.whole or plain is None or _nearer(road, plain, place))
    found = road if marches else plain
    kind: Way = "march" if marches or mode == stack.TO_MARCH else "move"
    a.x, a.y, a.facing = place if found is None else found.end[:3]
    reach = stack.TO_MARCH if kind == "march" else mode
    flags = flags if found is None else found.end.flags
    most = int(ways.most_length(s, unit, a.x, a.y, a.facing, flags, reach))
    return _judgement(code, cost, most, kind, place, found)


def _nearer(road: paths.Way, plain: paths.Way, place: tuple[int, int, int]) -> bool:
    """Whether a march that goes only a part of the way still beats what leads there across country."""
    by_road, across = (math.dist((way.end.x, way.end.y), place[:2]) for way in (road, plain))
    return not plain.whole and by_road < across


def _ahead(s: Any, unit: int, far: int) -> list[Point]:
    """The strip before a unit's front, so far."""
    u = s.units[unit]
    facing = int(u.facing)
    dx, dy = int(turned_x(far, 0, facing)), int(turned_y(far, 0, facing))
    (ax, ay), (bx, by) = u.corners[0].tolist(), u.corners[3].tolist()
    return [(ax, ay), (bx, by), (bx + dx, by + dy), (ax + dx, ay + dy)]


def _seen(s: Any, unit: int, body: int, moved: bool) -> GlorySeen:
    through = bool(measure.is_artillery(s, unit))
    found = int(sight.sight(s, unit, body, through))
    seen = found != sight.UNSEEN
    reach = bool(in_range(s, unit, body))
    flank = body < tables.UNITS and not measure.from_front(s, s.units[unit].x, s.units[unit].y, body)
    shoots = seen and reach and check_shoot(s, unit, body, buffers.one(buffers.WHY)) == buffers.OK
    charge, aim = charge_odds(s, unit, body) if seen and not moved else (None, None)
    return {
        "body": body,
        "gap": int(measure.body_gap(s, unit, body)),
        "share": int(sight.seen_share(found)),
        "nearest": int(sight.seen_from(found)) if seen else None,
        "obscured": bool(seen and sight.obscured(s, unit, body)),
        "hidden_by": [] if seen and not sight.obscured(s, unit, body) else _blockers(s, unit, body, through),
        "cover": bool(seen and sight.covered(s, unit, body)),
        "range": reach,
        "flank": bool(flank),
        "chances": shot_chances(s, unit, body, moved) if shoots else None,
        "charge": charge,
        "aim": aim,
    }


def charge_odds(s: Any, unit: int, body: int) -> tuple[GloryMeleeChances | None, Point | None]:
    """What the first of the usual aims that makes contact leads to, else any other aim; where it aims unless at the
    centre."""
    for aim in range(len(AIMS)):
        x, y = int(aim_x(s, unit, body, aim)), int(aim_y(s, unit, body, aim))
        chances = charge_chances(s, unit, body, (x, y))
        if chances is not None:
            return chances, (x, y) if AIMS[aim] else None
    angle = int(a_direction(s, unit, body, False, buffers.one(buffers.WHY)))
    far = int(aim_along(s, unit, body, angle)) if angle >= 0 else 0
    if far == 0:
        return None, None
    x, y = (int(s.units[unit].x + turned_x(far, 0, angle)), int(s.units[unit].y + turned_y(far, 0, angle)))
    return charge_chances(s, unit, body, (x, y)), (x, y)


def _blockers(s: Any, unit: int, body: int, through: bool) -> list[GloryHider]:
    """What hides a body or a part of it: whatever lets more be seen once it is gone."""
    before = int(sight.seen_share(sight.sight(s, unit, body, through)))
    found: list[GloryHider] = []
    for k in range(int(s.n_pieces)):
        roles = int(s.pieces[k].roles)
        s.pieces[k].roles = 0
        if int(sight.seen_share(sight.sight(s, unit, body, through))) > before:
            found.append({"kind": "terrain", "id": k})
        s.pieces[k].roles = roles
    for k in range(tables.UNITS if not through else 0):
        if s.units[k].state != state.ON_TABLE or k in (unit, body):
            continue
        s.units[k].state = 0
        if int(sight.seen_share(sight.sight(s, unit, body, through))) > before:
            found.append({"kind": "unit", "id": k})
        s.units[k].state = state.ON_TABLE
    return found


def _command(s: Any, unit: int) -> GloryCommand | None:
    officer = tables.UNITS + int(s.units[unit].division)
    if not measure.stands(s, officer):
        return None
    away = int(measure.body_gap(s, unit, officer))
    return {
        "officer": officer,
        "gap": away,
        "within": away <= int(s.span[tables.L]),
        "near": away <= int(s.span[tables.XS]),
    }
