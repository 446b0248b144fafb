"""Battles at random for the comparison: small armies on small tables with much ground, and crowds in the middle."""

from __future__ import annotations

from random import Random
from typing import Any

from shapely import Polygon

from escaramuza.games.forglory import GAME, state
from escaramuza.games.forglory.battles import ready_battles
from escaramuza.games.forglory.state import MOST_PIECES
from escaramuza.kernel.buffers import one
from tests.naive.forglory import plane
from tests.naive.forglory.model import FIRST_OFFICER, TABLE, read_officers, read_table, read_units

CODES = ("LnInf", "LnInf", "LI", "HC", "LC", "FA", "HA")
EACH = 6
KINDS = ("wood", "wood", "crops", "town", "hill", "hill", "lake", "mountain", "fence")


def army(random: Random) -> str:
    """Two or three divisions of two to four units."""
    divisions = []
    for _ in range(random.choice((2, 2, 3))):
        units = [f"{random.choice(CODES)}:{random.choice('MIRRRVE')}" for _ in range(random.randint(2, 4))]
        divisions.append(" ".join(units))
    return " / ".join(divisions)


def field(random: Random) -> dict[str, Any]:
    """A small table with a road across, a river with its crossings at times, and pieces of all kinds."""
    width, height = 9000, 6000
    terrain: list[dict[str, Any]] = []
    if random.random() < 0.5:
        x = random.randint(2500, 6500)
        terrain.append({"kind": "river", "corners": rectangle(x, 0, x + 300, height)})
        for kind in ("bridge", "ford"):
            y = random.randint(1000, 5000)
            terrain.append({"kind": kind, "corners": rectangle(x - 60, y - 200, x + 360, y + 200)})
    for _ in range(random.randint(4, 12)):
        x, y = random.randint(200, width - 1600), random.randint(200, height - 1600)
        right, bottom = x + random.randint(300, 1400), y + random.randint(300, 1400)
        corners = rectangle(x, y, right, bottom)
        corners[1][1] += random.randint(0, 120)
        if random.random() < 0.3:
            corners = corners[:3]
        elif random.random() < 0.3:
            corners.append([x + (right - x) // 3, (y + bottom) // 2])
        terrain.append({"kind": random.choice(KINDS), "corners": corners})
    roads = [[[0, 3000], [3000, random.randint(2600, 3400)], [6000, 3000], [9000, random.randint(2000, 4000)]]]
    if random.random() < 0.6:
        x = random.randint(2000, 7000)
        roads.append([[x, 0], [x + random.randint(-600, 600), 3000], [x, 6000]])
    barred = [Polygon(one["corners"]) for one in terrain if one["kind"] in ("river", "lake", "mountain")]
    places = [[4500, 3000], [2000, 2900], [7000, 3100], [4500, 1500], [4500, 4500]]
    free = [spot for spot in places if all(piece.distance(plane.Point(spot)) > 10 for piece in barred)]
    return {
        "name": "small",
        "width": width,
        "height": height,
        "objectives": free[:3],
        "terrain": terrain,
        "roads": roads,
    }


def rectangle(x: int, y: int, right: int, bottom: int) -> list[list[int]]:
    """Its corners."""
    return [[x, y], [right, y], [right, bottom], [x, bottom]]


def options_by_lot(lot: int) -> Any:
    """Every option at random; now and then a ready battle, each in its turn."""
    random = Random(lot)
    if lot % EACH == EACH - 1:
        ready = list(ready_battles())
        deployment = random.choice(("free", "historical"))
        battle = {"battle": ready[lot // EACH % len(ready)], "deployment": deployment}
        return GAME.options.model_validate({**battle, **ways_to_play(random)})
    for _ in range(20):
        ground = field(random)
        given = {
            "battle": "",
            "map": ground,
            "south_army": army(random),
            "north_army": army(random),
            "objectives": random.randint(0, len(ground["objectives"])),
            **ways_to_play(random),
        }
        try:
            return GAME.options.model_validate(given)
        except ValueError:
            continue
    raise ValueError(f"no options for lot {lot}")


def ways_to_play(random: Random) -> dict[str, Any]:
    """The options that any battle may have."""
    return {
        "rounds": random.choice((2, 3, 5)),
        "scale": random.choice(("half", "one", "one", "double")),
        "markers": random.choice(("stay", "fade")),
        "follow": random.random() < 0.4,
    }


def start(options: Any, seed: int) -> Any:
    """A position before the muster."""
    s = one(GAME.state)
    GAME.new(s, options, seed)
    return s


def crowd(s: Any, random: Random) -> None:
    """In the orders of a group: both armies in one crowd in the middle of the table, some of them hurt."""
    assert int(s.phase) == state.ORDERS
    table = read_table(s)
    units = [u for u in read_units(s, table).values() if u.there]
    officers = [o for o in read_officers(s, table).values() if o.there]
    taken: list[Polygon] = []
    size = random.choice((1000.0, 1400.0, 2000.0)) * table.scale
    for body in (*units, *officers):
        for _ in range(400):
            x, y = (round(m / 2 + random.uniform(-size, size)) for m in (table.width, table.height))
            facing = random.choice((0, 900, 1800, 2700, random.randrange(3600)))
            if body.id >= FIRST_OFFICER and random.random() < 0.7:
                y = round(y * 0.3 + (table.height * 0.7 if body.side == 0 else 0))
            shape = body.at(x, y, facing)
            size += 2
            if fits(table, shape, (x, y), taken):
                taken.append(shape)
                move(s, table, body.id, x, y, facing)
                break
        if body.id < FIRST_OFFICER and body.id % 40 < 40:
            s.units[body.id].hits = random.choice((0, 0, 0, 1, 2))


def fits(table: Any, shape: Polygon, here: tuple[int, int], taken: list[Polygon]) -> bool:
    """Nobody is near, and the ground is clear about what it is."""
    x0, y0, x1, y1 = shape.bounds
    if min(x0, y0) < 0 or x1 > table.width or y1 > table.height:
        return False
    if table.impassable.distance(plane.Point(here)) < 30 or any(shape.distance(one) < 15 for one in taken):
        return False
    grounds = [*(piece.shape for piece in table.pieces), table.dense]
    return all(abs(plane.share_inside(shape, ground) - 0.5) > 0.02 for ground in grounds)


def move(s: Any, table: Any, number: int, x: int, y: int, facing: int) -> None:
    """Put a body of a record elsewhere."""
    told = s.units[number] if number < FIRST_OFFICER else s.officers[number - FIRST_OFFICER]
    shape = plane.base(x, y, facing, table.deep, table.front)
    if number >= FIRST_OFFICER:
        told.corners[:, 0] += x - told.x
        told.corners[:, 1] += y - told.y
        shape = Polygon(told.corners.tolist())
    else:
        told.facing = facing
        told.corners[:] = [(round(a), round(b)) for a, b in shape.exterior.coords[:-1]]
    told.x, told.y = x, y
    ground = [piece for piece in table.pieces if piece.roles & {"dense", "hides"}]
    inside = [piece.number for piece in ground if plane.share_inside(shape, piece.shape) > 0.5]
    dense = plane.share_inside(shape, table.dense) > 0.5
    told.inside = sum(1 << piece for piece in inside) + (dense << MOST_PIECES)


__all__ = ["TABLE", "crowd", "options_by_lot", "start"]
