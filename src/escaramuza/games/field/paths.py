"""Ways around what stands in the way, as a proposal: every leg of them is asked of the rules, and nothing is decided.

The places where a way may bend are the corners of whatever it goes around. From each of them the rules are asked for
the next leg, the cheapest way first, so that what is found is as short as corners allow.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from escaramuza.games.scene import Point

# A proposal has at most so many corners, and so many places are tried for them.
MOST_BENDS, MOST_CORNERS = 3, 24
# How far from what it passes a way bends, in tenths of a millimetre.
MARGIN = 4
# Into how many parts a leg that goes as far as it can is cut first, and how often the part beyond is halved then.
PARTS, HALVINGS = 24, 6


class Spot(NamedTuple):
    """Somebody on its way: where, how turned, what the way has cost, what else the rules remember of it."""

    x: int
    y: int
    facing: int
    used: int = 0
    flags: int = 0
    before: Spot | None = None

    @property
    def bends(self) -> list[Spot]:
        """The corners before this place, in order."""
        found: list[Spot] = []
        spot = self.before
        while spot is not None and spot.before is not None:
            found.append(spot)
            spot = spot.before
        return found[::-1]


# A leg to a place, the last one or one that bends there; None where the rules refuse it.
Step = Callable[[Spot, int, int, bool], Spot | None]


class Way(NamedTuple):
    """Where a way ends, and whether that is where somebody wanted to go."""

    end: Spot
    whole: bool


def hull(points: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """The corners of the convex shape around some places, all one way round."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return ordered
    return [*_chain(ordered), *_chain(ordered[::-1])]


def _chain(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    found: list[tuple[float, float]] = []
    for x, y in points:
        while len(found) > 1 and _turn(found[-2], found[-1], (x, y)) <= 0:
            found.pop()
        found.append((x, y))
    return found[:-1]


def _turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def around(shape: Iterable[Point], base: Sequence[Point] = ((0, 0),), margin: float = MARGIN) -> list[Point]:
    """The corners of the room around a shape that the middle of a base cannot enter; a base as seen from it."""
    corners = hull((x - bx, y - by) for (x, y), (bx, by) in itertools.product(shape, base))
    if len(corners) < 3:
        return []
    found = []
    for before, corner, after in zip(corners[-1:] + corners[:-1], corners, corners[1:] + corners[:1], strict=True):
        (ax, ay), (bx, by) = _outward(before, corner), _outward(corner, after)
        found.append((round(corner[0] + margin * (ax + bx)), round(corner[1] + margin * (ay + by))))
    return found


def _outward(a: tuple[float, float], b: tuple[float, float]) -> tuple[float, float]:
    length = math.hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    return (b[1] - a[1]) / length, (a[0] - b[0]) / length


def gates(shape: Sequence[Point], margin: float = MARGIN) -> list[Point]:
    """The middles of a shape's sides, from outside: where a bridge is entered and left."""
    corners = hull(shape)
    found = []
    for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
        x, y = _outward(a, b)
        found.append((round((a[0] + b[0]) / 2 + margin * x), round((a[1] + b[1]) / 2 + margin * y)))
    return found


def likely(points: Iterable[Point], start: Point, goal: Point, far: float) -> list[Point]:
    """The corners within reach that lead the least out of the way."""
    near = [point for point in set(points) if math.dist(start, point) <= far]
    return sorted(near, key=lambda point: (math.dist(start, point) + math.dist(point, goal), point))[:MOST_CORNERS]


def explore(start: Spot, points: Sequence[Point], step: Step) -> list[Spot]:
    """The start and every corner that is reached, each by its cheapest way, the cheapest first."""
    found: list[Spot] = []
    done: set[Point] = set()
    best: dict[Point, int] = {}
    order = itertools.count()
    queue = [(start.used, next(order), 0, start)]
    while queue:
        _, _, bends, spot = heapq.heappop(queue)
        if (spot.x, spot.y) in done:
            continue
        done.add((spot.x, spot.y))
        found.append(spot)
        for point in points if bends < MOST_BENDS else ():
            least = spot.used + math.dist(point, (spot.x, spot.y))
            if point in done or least >= best.get(point, math.inf):
                continue
            there = step(spot, *point, False)
            if there is not None and there.used < best.get(point, math.inf):
                best[point] = there.used
                heapq.heappush(queue, (there.used, next(order), bends + 1, there))
    return found


def lead(start: Spot, goal: Point, points: Sequence[Point], step: Step, tireless: Step) -> Way | None:
    """The cheapest way to a place. Where the move does not go so far, as much of it as it does; where nothing leads
    there, a way that ends as near as one gets; None where nothing leads nearer. `tireless` is a leg of one who may go
    any length."""
    corners = likely(points, (start.x, start.y), goal, math.inf)
    spots = explore(start, corners, step)
    ends = [end for spot in spots if (end := step(spot, *goal, True)) is not None]
    if ends:
        return Way(min(ends, key=lambda end: end.used), True)
    routes = [end for spot in explore(start, corners, tireless) if (end := tireless(spot, *goal, True)) is not None]
    begun = _cut(start, min(routes, key=lambda end: end.used), step) if routes else None
    # Nobody who points ahead wants to go back, even if the way around leads there first.
    whole = math.dist((start.x, start.y), goal)
    if begun is not None and math.dist((begun.x, begun.y), goal) < whole:
        return Way(begun, False)
    nearest = [end for spot in spots if (end := towards(spot, goal, step)) is not None]
    nearest = [end for end in nearest if math.dist((end.x, end.y), goal) < whole]
    if not nearest:
        return None
    return Way(min(nearest, key=lambda end: (round(math.dist((end.x, end.y), goal)), end.used)), False)


def _cut(start: Spot, route: Spot, step: Step) -> Spot | None:
    """As much of a route as a move allows."""
    spot = start
    for place in [*route.bends, route]:
        there = step(spot, place.x, place.y, False) if place is not route else None
        if there is None:
            return towards(spot, (place.x, place.y), step)
        spot = there
    return None


def towards(spot: Spot, goal: Point, step: Step) -> Spot | None:
    """As far straight towards a place as a last leg goes."""

    def at(share: float) -> Spot | None:
        return step(spot, round(spot.x + (goal[0] - spot.x) * share), round(spot.y + (goal[1] - spot.y) * share), True)

    for part in range(PARTS - 1, -1, -1):
        best = at(part / PARTS)
        if best is None:
            continue
        low, high = part / PARTS, (part + 1) / PARTS
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            farther = at(middle)
            low, high, best = (middle, high, farther) if farther is not None else (low, middle, best)
        return best
    return None
