"""Battlefields of For Glory at random: always playable, the same for the same number, fair by half a turn if wanted.

First an axis is laid from edge to edge, which may be a river; a road leads over its middle, others along its banks.
What is impassable besides stands alone and off the edges, so that every objective can be reached.
"""

from collections.abc import Callable
from itertools import pairwise
from random import Random

from escaramuza.games.field import draw
from escaramuza.games.field.shapes import Corners, Place, shape_problem
from escaramuza.games.forglory.maps import IMPASSABLE, Map, Piece
from escaramuza.games.forglory.state import MOST_PIECES

# How often each kind appears in a landscape of this character, and the chance of a river in tenths.
THEMES: dict[str, tuple[dict[str, int], int]] = {
    "farmland": ({"crops": 6, "fence": 3, "wood": 3, "town": 2, "hill": 2}, 5),
    "woodland": ({"wood": 8, "hill": 3, "crops": 1, "lake": 1}, 5),
    "highland": ({"hill": 6, "mountain": 3, "wood": 3, "crops": 1}, 4),
    "lakeland": ({"lake": 3, "wood": 4, "hill": 2, "crops": 2}, 7),
    "villages": ({"town": 4, "crops": 4, "fence": 2, "hill": 2, "wood": 2}, 5),
    "mixed": ({"wood": 4, "crops": 3, "hill": 3, "town": 1, "fence": 1, "lake": 1, "mountain": 1}, 6),
}
SIZES = ((12000, 9000), (12000, 9000), (12000, 9000), (15000, 10000))
STATIONS = 6
# The stations beside the middle: there the road across turns off.
INNER = (2, 3)
RIVER = (320, 460)
BRIDGE, FORD, OVER = 220, 320, 150
# Around what nobody can enter there is room to pass, and more around what is fought for.
MARGIN, CLEAR, WAY, ROOM = 200, 150, 350, 700
SPREAD = 2000
TRIES = 40
LEAST, MOST = 12, 18


def random_map(lot: int, symmetric: bool = False) -> Map:
    """The battlefield of a number; a symmetric one looks the same from both sides."""
    return _Painter(lot, symmetric).map()


class _Painter:
    """Lays river and roads, then puts one piece after another where it fits."""

    def __init__(self, lot: int, symmetric: bool) -> None:
        self.name = f"{'symmetric' if symmetric else 'random'}:{lot}"
        self.symmetric = symmetric
        self.random = Random(2 * lot + symmetric)
        self.width, self.height = self.random.choice(SIZES)
        self.weights, river = THEMES[self.random.choice(list(THEMES))]
        self.with_river = self._chance(river)
        # Whether the axis runs from north to south.
        self.down = self._chance(6)
        self.pieces: list[Piece] = []
        self.roads: list[tuple[Place, ...]] = []
        self.objectives: list[Place] = []

    def map(self) -> Map:
        line = self._axis()
        start, end = line[STATIONS // 2 - 1], line[STATIONS // 2]
        middle = (draw.on_grid((start[0] + end[0]) // 2), draw.on_grid((start[1] + end[1]) // 2))
        banks = self._river(line) if self.with_river else [middle]
        self._lay_roads(line, middle, banks)
        self._more_objectives()
        self._villages()
        wanted = len(self.pieces) + self.random.randint(LEAST, MOST)
        for kind in self.random.choices(list(self.weights), list(self.weights.values()), k=wanted):
            if len(self.pieces) < min(wanted, MOST_PIECES - 1):
                self._place(kind)
        return Map(
            name=self.name,
            width=self.width,
            height=self.height,
            objectives=tuple(self.objectives),
            terrain=tuple(self.pieces),
            roads=tuple(self.roads),
        )

    def _some(self, low: int, high: int) -> int:
        return draw.on_grid(self.random.randint(low, high))

    def _turn(self, point: Place) -> Place:
        """A point turned by half around the middle of the table."""
        return self.width - point[0], self.height - point[1]

    def _point(self, along: int, across: int) -> Place:
        """A place by its ways along the axis and across it."""
        return (across, along) if self.down else (along, across)

    @property
    def _sizes(self) -> tuple[int, int]:
        """The table along the axis and across it."""
        return (self.height, self.width) if self.down else (self.width, self.height)

    def _axis(self) -> list[Place]:
        """Points from edge to edge, through the middle of the table or near it."""
        length, across = self._sizes
        low, high = draw.on_grid(across * 36 // 100), draw.on_grid(across * 64 // 100)
        at = [length * part // (STATIONS - 1) for part in range(STATIONS)]
        at[1:-1] = [draw.on_grid(station + self._some(-250, 250)) for station in at[1:-1]]
        side = [self._some(low, high)]
        for _ in range(STATIONS - 1):
            step = draw.on_grid(across * 8 // 100)
            side.append(min(max(side[-1] + self._some(-step, step), low), high))
        points = [self._point(a, s) for a, s in zip(at, side, strict=True)]
        half = points[: STATIONS // 2]
        return half + [self._turn(point) for point in reversed(half)] if self.symmetric else points

    def _river(self, line: list[Place]) -> list[Place]:
        """A river along the axis with a bridge over its middle and a ford or two; the ends of the bridge's road."""
        width = self._some(*RIVER)
        over = width // 2 + OVER
        self._put("river", draw.band(line, width, self.down))
        legs = list(pairwise(line))
        bridge = draw.crossing(*legs[STATIONS // 2 - 1], BRIDGE, over)
        self._put("bridge", bridge)
        first = self.random.randrange(2)
        fords = [draw.crossing(*legs[first], FORD, over)]
        if self.symmetric:
            fords.append(tuple(map(self._turn, fords[0])))
        elif self._chance(6):
            fords.append(draw.crossing(*legs[-1 - self.random.randrange(2)], FORD, over))
        for ford in fords:
            self._put("ford", ford)
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = bridge
        ends = [((ax + dx) // 2, (ay + dy) // 2), ((bx + cx) // 2, (by + cy) // 2)]
        return sorted(ends, key=lambda end: end[0 if self.down else 1])

    def _put(self, kind: str, corners: Corners) -> None:
        self.pieces.append(Piece.model_validate({"kind": kind, "corners": corners}))

    def _lay_roads(self, line: list[Place], middle: Place, banks: list[Place]) -> None:
        """A road across the axis and one along each side of it; where they meet there is something to fight for."""
        near = self._side_road(line, -1)
        far = tuple(map(self._turn, near)) if self.symmetric else self._side_road(line, 1)
        turning = self.random.choice(INNER)
        first, second = near[turning], far[turning if self.symmetric else self.random.choice(INNER)]
        start = self._edge(first, 0)
        end = self._turn(start) if self.symmetric else self._edge(second, self._sizes[1])
        self.roads = [(start, first, *banks, second, end), near]
        self.objectives = [middle, first, second]
        if self.symmetric or self._chance(7):
            self.roads.append(far)

    def _side_road(self, line: list[Place], side: int) -> tuple[Place, ...]:
        """A road beside the axis, from edge to edge, never nearer than the room for a brigade's move."""
        across = self._sizes[1]
        away = self._some(across * 15 // 100, across * 24 // 100)
        places = []
        for x, y in line:
            along, at = (y, x) if self.down else (x, y)
            places.append(self._point(along, at + side * (away + self._some(-150, 150))))
        return tuple(places)

    def _edge(self, near: Place, across: int) -> Place:
        """Where a road from a place leaves the table, a bit aside."""
        along = near[1] if self.down else near[0]
        length = self._sizes[0]
        return self._point(min(max(along + self._some(-800, 800), 300), length - 300), across)

    def _more_objectives(self) -> None:
        """Two more, opposite each other or anywhere, away from the others."""
        for _ in range(TRIES):
            x, y = self._some(900, self.width - 900), self._some(900, self.height - 900)
            pair = [(x, y), self._turn((x, y))]
            if not self.symmetric:
                pair[1] = (self._some(900, self.width - 900), self._some(900, self.height - 900))
            if self._are_apart([*self.objectives, *pair]) and all(self._is_dry(place) for place in pair):
                self.objectives += pair
                return

    @staticmethod
    def _are_apart(places: list[Place]) -> bool:
        return all(
            (x - u) ** 2 + (y - v) ** 2 > SPREAD**2
            for number, (x, y) in enumerate(places[3:], start=3)
            for u, v in places[:number]
        )

    def _is_dry(self, place: Place) -> bool:
        return all(draw.distance((place, place), piece.corners) > ROOM for piece in self.pieces)

    def _villages(self) -> None:
        """Some objectives are places where people live; of two that are each other's twins both or none."""
        middle, *others = self.objectives
        if not self.with_river and self._chance(7):
            half = SHAPES["town"](self.random, *middle)[:2]
            self._build("town", (*half, *((2 * middle[0] - x, 2 * middle[1] - y) for x, y in half)), [])
        for place in others[:: 2 if self.symmetric else 1]:
            if self._chance(6):
                self._try("town", place)

    def _chance(self, tenths: int) -> bool:
        return self.random.randrange(draw.TENTHS) < tenths

    def _place(self, kind: str) -> None:
        """One piece, or a pair of them, where there is room; after enough tries none."""
        for _ in range(TRIES):
            x, y = self._some(MARGIN, self.width - MARGIN), self._some(MARGIN, self.height - MARGIN)
            if self._try(kind, (x, y)):
                return

    def _try(self, kind: str, place: Place) -> bool:
        """Put a piece around a place, with its twin in a symmetric map, if there is room."""
        corners = SHAPES[kind](self.random, *place)
        return self._build(kind, corners, [tuple(map(self._turn, corners))] if self.symmetric else [])

    def _build(self, kind: str, corners: Corners, twin: list[Corners]) -> bool:
        barred = kind in IMPASSABLE
        if not self._is_free(corners, WAY if barred else CLEAR, twin) or (barred and self._is_in_the_way(corners)):
            return False
        for each in (corners, *twin):
            self._put(kind, each)
        return True

    def _is_free(self, corners: Corners, clear: int, twin: list[Corners]) -> bool:
        """Whether a piece is on the table, a simple shape and apart from all others; its twin is then as well."""
        if any(not (MARGIN <= x <= self.width - MARGIN and MARGIN <= y <= self.height - MARGIN) for x, y in corners):
            return False
        if shape_problem(corners) is not None:
            return False
        return all(
            draw.distance(corners, other) >= clear for other in [*twin, *(piece.corners for piece in self.pieces)]
        )

    def _is_in_the_way(self, corners: Corners) -> bool:
        """Whether a piece that nobody can enter would bar a road or an objective."""
        if any(draw.distance(corners, (place, place)) < ROOM for place in self.objectives):
            return True
        return any(draw.distance(corners, leg) < WAY for road in self.roads for leg in pairwise(road))


SHAPES: dict[str, Callable[[Random, int, int], Corners]] = {
    "wood": lambda random, x, y: draw.blob(random, x, y, 380, 800, (7, 11)),
    "hill": lambda random, x, y: draw.blob(random, x, y, 450, 1000, (8, 11)),
    "lake": lambda random, x, y: draw.blob(random, x, y, 350, 700, (8, 11)),
    "mountain": lambda random, x, y: draw.blob(random, x, y, 350, 750, (6, 9)),
    "town": lambda random, x, y: draw.box(random, x, y, (500, 900), (450, 750)),
    "crops": lambda random, x, y: draw.box(random, x, y, (600, 1100), (450, 800)),
    "fence": lambda random, x, y: draw.box(random, x, y, (500, 1000), (50, 60)),
}
