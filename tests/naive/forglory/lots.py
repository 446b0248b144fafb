"""Actions at random, more often than not near the limits of what is allowed."""

from __future__ import annotations

from math import cos, hypot, radians, sin
from random import Random

from escaramuza.games.forglory import kinds, state
from tests.naive.forglory import plane
from tests.naive.forglory.course import Battle
from tests.naive.forglory.feed import Act, Question
from tests.naive.forglory.model import Body, Unit

LIKELY = {
    state.MUSTER: (kinds.ROLL,),
    state.DISTRIBUTE: (kinds.ASSIGN, kinds.SWAP, kinds.READY),
    state.PICKING: (kinds.PICK,),
    state.DEPLOY: (kinds.PLACE,),
    state.STAFF_PLACE: (kinds.PLACE,),
    state.ORDERS: (kinds.USE,),
    state.ORDER: (
        kinds.MOVE,
        kinds.MOVE,
        kinds.BEND,
        kinds.MARCH,
        kinds.MARCH_BEND,
        kinds.CHARGE,
        kinds.CHARGE,
        kinds.SHOOT,
        kinds.SHOOT,
        kinds.RETREAT,
        kinds.REGROUP,
    ),
    state.WAY: (kinds.MOVE, kinds.BEND, kinds.MARCH, kinds.MARCH_BEND),
    state.AFTER_MOVE: (kinds.SHOOT,),
    state.JOINING: (kinds.JOIN,),
    state.REACT: (kinds.REACT,),
    state.REACTION: (kinds.SHOOT, kinds.CHARGE, kinds.RETREAT, kinds.REGROUP),
    state.MARKING: (kinds.MARKER,),
    state.RELOCATING: (kinds.PUT,),
    state.EXTRA: (kinds.MOVE, kinds.BEND, kinds.CHARGE),
    state.EXTRAS: (kinds.USE,),
    state.PUSHES: (kinds.USE,),
    state.FOLLOWING: (kinds.ADVANCE,),
    state.OFFICER_RIDE: (kinds.RIDE, kinds.RIDE_BEND),
    state.STAFF_RIDE: (kinds.RIDE, kinds.RIDE_BEND),
}
SQUARE = (0, 900, 1800, 2700)


def wild(battle: Battle, question: Question, random: Random) -> Act:
    """An action at random, mostly of a kind that is asked for."""
    likely = LIKELY.get(question.phase, ())
    kind = random.choice(likely) if likely and random.random() < 0.95 else random.randrange(29)
    if kind in (kinds.MOVE, kinds.BEND, kinds.MARCH, kinds.MARCH_BEND) and question.unit in battle.units:
        return leg(battle, question, kind, random)
    if kind in (kinds.RIDE, kinds.RIDE_BEND) and question.unit in battle.officers:
        x, y = around(battle, random, battle.officers[question.unit], question.reach)
        return Act(kind, question.unit, x=x, y=y)
    if kind in (kinds.CHARGE, kinds.SHOOT):
        return attack(battle, question, kind, question.unit, random)
    if kind == kinds.JOIN:
        mates = [u.id for u in battle.standing(question.side)] or [0]
        return attack(battle, question, kind, random.choice(mates), random)
    if kind == kinds.PLACE:
        return placing(battle, question, random)
    if kind in (kinds.MARKER, kinds.PUT):
        x, y = around(
            battle, random, battle.body(max(question.unit, 0)), battle.span("XS" if kind == kinds.MARKER else "XL")
        )
        return Act(kind, x=x, y=y)
    units = question.targets or [u.id for u in battle.standing()] or [0]
    unit = random.choice(units) if random.random() < 0.7 else random.choice(list(battle.units))
    if kind == kinds.SWAP:
        return Act(kind, *sorted(random.sample(list(battle.units), 2)))
    choice = random.randrange(16) if kind in (kinds.ASSIGN, kinds.PICK) else 0
    if kind == kinds.RETREAT and random.random() < 0.3:
        choice = 1 + random.choice([b.id for b in battle.bodies(1 - question.side)] or [0])
    return Act(kind, unit if kind in (kinds.USE, kinds.REACT, kinds.ASSIGN) else 0, choice=choice)


def facing_by_lot(random: Random, old: int) -> int:
    """As it was, square, or any."""
    return random.choice((old, old, random.choice(SQUARE), random.randrange(3600)))


def leg(battle: Battle, question: Question, kind: int, random: Random) -> Act:
    """A leg, at times along a road."""
    unit = battle.units[question.unit]
    reach = question.reach * random.choice((1, 1, 1, 2, 3))
    facing = facing_by_lot(random, unit.facing)
    if kind in (kinds.MARCH, kinds.MARCH_BEND) and battle.table.stretches and random.random() < 0.8:
        near = [pair for pair in battle.table.stretches if plane.line(pair).distance(plane.Point(unit.here)) < 200]
        a, b = random.choice(near or battle.table.stretches)
        x, y = (round(v) for v in plane.line([a, b]).interpolate(random.random(), normalized=True).coords[0])
        facing = round(plane.heading(a, b) + random.choice((900, 2700)) + random.choice((0, 0, 40, 60))) % 3600
        return Act(kind, unit.id, x=x, y=y, facing=facing)
    if random.random() < 0.1:
        return Act(kind, unit.id, x=unit.x, y=unit.y, facing=facing)
    x, y = around(battle, random, unit, reach)
    return Act(kind, unit.id, x=x, y=y, facing=facing)


def around(battle: Battle, random: Random, body: Body, limit: float) -> tuple[int, int]:
    """A place at any distance, at the limit, at another base or at terrain."""
    lot = random.random()
    near = [b for b in battle.bodies() if b.id != body.id and hypot(b.x - body.x, b.y - body.y) < limit + 800]
    if lot < 0.25 and near:
        x, y = beside(random, random.choice(near).shape, battle.table.scale)
    elif lot < 0.4 and battle.table.pieces:
        shapes = [p.shape for p in battle.table.pieces if p.shape.distance(plane.Point(body.here)) < limit]
        x, y = beside(random, random.choice(shapes), battle.table.scale) if shapes else (body.x, body.y)
    else:
        length = random.choice((limit, limit * random.random() * 1.15, limit * random.random(), limit / 2, limit + 6))
        angle = radians(random.choice((random.randrange(0, 360, 15), random.random() * 360)))
        x, y = int(body.x + length * cos(angle)), int(body.y + length * sin(angle))
    return max(x, 0), max(y, 0)


def beside(random: Random, shape: plane.Polygon, scale: float) -> tuple[int, int]:
    """A point at some distance of a side of a shape."""
    ring = list(shape.exterior.coords)
    number = random.randrange(len(ring) - 1)
    (ax, ay), (bx, by) = ring[number], ring[number + 1]
    t = random.random()
    length = max(hypot(bx - ax, by - ay), 1)
    out = (
        random.choice((150, 250, 160, 260, 156, 264, 100, 5, 0, random.randint(0, 600)))
        * random.choice((1, -1))
        * scale
    )
    nx, ny = (by - ay) / length, (ax - bx) / length
    return round(ax + t * (bx - ax) + out * nx), round(ay + t * (by - ay) + out * ny)


def attack(battle: Battle, question: Question, kind: int, unit: int, random: Random) -> Act:
    """A charge or a shot at somebody near, at times with an aim."""
    foes = battle.bodies(1 - question.side) or battle.bodies()
    here = battle.units[unit].here if unit in battle.units else (0, 0)
    foes = sorted(foes, key=lambda b: plane.distance(b.here, here))[:4]
    target = random.choice(foes) if foes else None
    if target is None:
        return Act(kind, max(unit, 0))
    if kind != kinds.SHOOT and random.random() < 0.4:
        x, y = target.x + random.randint(-300, 300), target.y + random.randint(-300, 300)
        return Act(kind, max(unit, 0), target.id, max(x, 0), max(y, 0))
    return Act(kind, max(unit, 0), target.id, target.x, target.y)


def placing(battle: Battle, question: Question, random: Random) -> Act:
    """A place for a body of the division that is deployed."""
    choices = question.targets or [max(question.unit, 0)]
    number = random.choice(choices)
    chief = battle.officers.get(question.unit)
    body = battle.body(number) if number in battle.units or number in battle.officers else chief
    facing = facing_by_lot(random, 2700 if question.side == 0 else 900)
    if isinstance(body, Unit) and chief is not None and chief.there:
        x, y = around(battle, random, chief, battle.span("L") + 300)
    else:
        x = random.randint(0, battle.table.width)
        y = random.choice(
            (random.randint(0, battle.table.height), battle.table.height // 2 + random.randint(-200, 200))
        )
    return Act(kinds.PLACE, number, x=x, y=y, facing=facing)
