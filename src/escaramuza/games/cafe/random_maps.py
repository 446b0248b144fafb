"""Battlefields by lot: always playable, the same for the same number, fair by half a turn if wanted."""

import math
from collections.abc import Callable
from random import Random

from escaramuza.games.cafe.maps import (
    APART,
    DEFAULT_ROLES,
    HEIGHT,
    MOST_PIECES,
    WIDTH,
    Map,
    Piece,
    Point,
    outline,
    reaches,
    shape_problem,
)  # fmt: skip
from escaramuza.games.cafe.tables import PATCH
from escaramuza.kernel import plane

# How often each kind appears in a landscape of this character, and the chance of a stream in tenths.
THEMES: dict[str, tuple[dict[str, int], int]] = {
    "woodland": ({"wood": 7, "rock": 2, "marsh": 1, "wall": 1, "lake": 1}, 4),
    "village": ({"building": 4, "town": 3, "wall": 4, "wood": 2, "tower": 1}, 2),
    "ruins": ({"wall": 5, "tower": 3, "rock": 2, "wood": 2, "building": 1}, 2),
    "wetland": ({"marsh": 4, "lake": 3, "wood": 3, "rock": 1}, 6),
    "crags": ({"rock": 6, "wood": 3, "wall": 1, "lake": 1, "marsh": 1}, 3),
    "farmland": ({"wood": 4, "wall": 4, "building": 2, "lake": 1, "rock": 1}, 6),
    "mixed": ({"wood": 3, "rock": 2, "wall": 2, "building": 2, "lake": 1, "marsh": 1, "town": 1, "tower": 1}, 4),
}
GAPS = (4800, 5400, 5400, 5400, 6000)
TENTHS = 10
# Corners lie on whole millimetres: that keeps share codes short.
STEP = 10
# Between two pieces there is room for a unit to pass.
CLEAR = 260
MARGIN = 100
TRIES = 40
Corners = tuple[Point, ...]


def random_map(lot: int, symmetric: bool = False) -> Map:
    """The battlefield of a number; a symmetric one looks the same from both sides."""
    return _Painter(lot, symmetric).map()


class _Painter:
    """Puts one piece after another where it fits."""

    def __init__(self, lot: int, symmetric: bool) -> None:
        self.name = f"{'symmetric' if symmetric else 'random'}:{lot}"
        self.symmetric = symmetric
        self.random = Random(2 * lot + symmetric)
        self.gap = self.random.choice(GAPS)
        self.zone = (WIDTH - self.gap) // 2
        self.objectives = self._objectives()
        self.pieces: list[Piece] = []

    def map(self) -> Map:
        weights, stream = THEMES[self.random.choice(list(THEMES))]
        if self.random.randrange(TENTHS) < stream:
            self._stream()
        wanted = len(self.pieces) + self.random.randint(8, 15)
        kinds = self.random.choices(list(weights), list(weights.values()), k=wanted)
        for number, kind in enumerate(kinds):
            if len(self.pieces) < min(wanted, MOST_PIECES - 1):
                self._place(kind, left=number % 2 == 0)
        return Map(name=self.name, gap=self.gap, objectives=tuple(self.objectives), terrain=tuple(self.pieces))

    def _objectives(self) -> list[Point]:
        """The middle and a ring of six around it, opposite ones after each other; a bit out of place where they may."""
        middle = (WIDTH // 2, HEIGHT // 2)
        wide = self.random.randint(1960, self.gap // 2 - PATCH)
        high = self.random.randint(1960, HEIGHT // 2 - PATCH)
        first = self.random.randrange(plane.TURN)
        order = self.random.sample(range(3), 3)
        ring = [plane.TURN * spoke // 6 + first for spoke in order]
        exact = [middle]
        for angle in ring:
            x = on_grid(wide * plane.turned_x(1000, 0, angle) // 1000)
            y = on_grid(high * plane.turned_y(1000, 0, angle) // 1000)
            exact += [(middle[0] + x, middle[1] + y), (middle[0] - x, middle[1] - y)]
        for shift in (400, 250, 120):
            shifted = self._shifted(exact, shift)
            if self._fit(shifted):
                return shifted
        return exact

    def _shifted(self, places: list[Point], most: int) -> list[Point]:
        moved = [places[0]]
        for number, (x, y) in enumerate(places[1:], start=1):
            if self.symmetric and number % 2 == 0:
                u, v = turn(moved[-1])
            else:
                u, v = x + self._some(-most, most), y + self._some(-most, most)
            moved.append((u, v))
        return moved

    def _fit(self, places: list[Point]) -> bool:
        for number, (x, y) in enumerate(places):
            if not (self.zone + PATCH <= x <= WIDTH - self.zone - PATCH and PATCH <= y <= HEIGHT - PATCH):
                return False
            if any((x - u) ** 2 + (y - v) ** 2 <= (APART + 2 * PATCH) ** 2 for u, v in places[:number]):
                return False
        return True

    def _some(self, low: int, high: int) -> int:
        return on_grid(self.random.randint(low, high))

    def _place(self, kind: str, left: bool) -> None:
        """One piece, or a pair of them, where there is room; after enough tries none."""
        solid = "solid" in DEFAULT_ROLES[kind]
        # Woods and the like may reach a little into a zone.
        reach = self.zone + MARGIN if solid else self.zone - 600
        for _ in range(TRIES):
            x = self._some(reach, WIDTH // 2)
            y = self._some(MARGIN, HEIGHT - MARGIN)
            corners = SHAPES[kind](self.random, x if left else WIDTH - x, y)
            group = [corners, tuple(turn(corner) for corner in corners)] if self.symmetric else [corners]
            if self._is_free(group, solid):
                self.pieces += [piece_of(kind, each) for each in group]
                return

    def _is_free(self, group: list[Corners], solid: bool) -> bool:
        """The first of a group stands for its copy: the field and its objectives look the same from there.

        Objectives lie outside a piece or well inside it; solid ones keep off them.
        """
        corners = group[0]
        low, high = (self.zone, WIDTH - self.zone) if solid else (MARGIN, WIDTH - MARGIN)
        if any(not (low <= x <= high and MARGIN <= y <= HEIGHT - MARGIN) for x, y in corners):
            return False
        if shape_problem(corners) is not None:
            return False
        if any(reaches(x, y, PATCH, corners) and (solid or not holds(corners, x, y)) for x, y in self.objectives):
            return False
        return not any(near(corners, other) for other in [*group[1:], *(piece.corners for piece in self.pieces)])

    def _stream(self) -> None:
        """A stream across the table, over the short way or the long one, with one to three bridges."""
        down = self.random.randrange(TENTHS) < 7
        line = self._line(down)
        width = self._some(240, 360)
        bed = band(line, width, down)
        if shape_problem(bed) is not None:
            return
        self.pieces.append(piece_of("stream", bed))
        spans = [span for span in ([2], [0, 4], [1, 3]) if self.random.randrange(TENTHS) < 6] or [[2]]
        for span in spans[:2]:
            bridges = [bridge(line[leg], line[leg + 1], width) for leg in span]
            if self.symmetric:
                bridges[1:] = [tuple(map(turn, bridges[0])) for _ in bridges[1:]]
            if all(_is_on_table(corners) and shape_problem(corners) is None for corners in bridges):
                self.pieces += [piece_of("bridge", corners) for corners in bridges]

    def _line(self, down: bool) -> list[Point]:
        """Six points from edge to edge."""
        length, across = (HEIGHT, WIDTH) if down else (WIDTH, HEIGHT)
        low, high = (self.zone + 300, across - self.zone - 300) if down else (900, across - 900)
        at = [length * part // 5 + (self._some(-200, 200) if 0 < part < 5 else 0) for part in range(6)]
        side = [self._some(low, high)]
        for _ in range(5):
            side.append(min(max(side[-1] + self._some(-700, 700), low), high))
        points = [(s, a) if down else (a, s) for a, s in zip(at, side, strict=True)]
        return points[:3] + [turn(point) for point in points[2::-1]] if self.symmetric else points


def on_grid(length: int) -> int:
    """The nearest length on the grid."""
    return (int(length) + STEP // 2) // STEP * STEP


def turn(point: Point) -> Point:
    """A point turned by half around the middle of the table."""
    return WIDTH - point[0], HEIGHT - point[1]


def holds(corners: Corners, x: int, y: int) -> bool:
    """Whether a point lies inside a piece."""
    return bool(plane.where(x, y, 1, outline(corners), len(corners)) == plane.INSIDE)


def near(corners: Corners, other: Corners) -> bool:
    """Whether two pieces leave no room between them."""
    return bool(plane.gap(outline(corners), len(corners), outline(other), len(other)) < CLEAR)


def piece_of(kind: str, corners: Corners) -> Piece:
    """A piece with the roles of its kind."""
    return Piece.model_validate({"kind": kind, "corners": corners})


def band(line: list[Point], width: int, down: bool) -> Corners:
    """The banks of a stream along a line, its ends flush with the edges of the table."""
    left, right = [], []
    for number, (x, y) in enumerate(line):
        if number in (0, len(line) - 1):
            dx, dy = (0, 1) if down else (1, 0)
        else:
            (ax, ay), (bx, by) = line[number - 1], line[number + 1]
            dx, dy = bx - ax, by - ay
        length = math.isqrt(dx * dx + dy * dy)
        nx, ny = on_grid(-dy * width // (2 * length)), on_grid(dx * width // (2 * length))
        left.append((x + nx, y + ny))
        right.append((x - nx, y - ny))
    return (*left, *reversed(right))


def bridge(start: Point, end: Point, width: int) -> Corners:
    """A box across the middle of a leg of the stream."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    leg = math.isqrt(dx * dx + dy * dy)
    along, over = min(150, leg // 3), width // 2 + 110
    ux, uy = on_grid(dx * along // leg), on_grid(dy * along // leg)
    vx, vy = on_grid(-dy * over // leg), on_grid(dx * over // leg)
    x, y = on_grid((start[0] + end[0]) // 2), on_grid((start[1] + end[1]) // 2)
    return tuple((x + i * ux + k * vx, y + i * uy + k * vy) for i, k in ((1, 1), (1, -1), (-1, -1), (-1, 1)))


def _is_on_table(corners: Corners) -> bool:
    return all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in corners)


def blob(random: Random, x: int, y: int, least: int, most: int, corners: tuple[int, int]) -> Corners:
    """A roundish shape, longer one way than the other, its edge uneven."""
    count = random.randint(*corners)
    long, short = random.randint(least, most), random.randint(least, most)
    tilt = random.randrange(plane.TURN)
    found = []
    for number in range(count):
        angle = plane.TURN * number // count + random.randint(-400, 400) // count * 3
        share = random.randint(82, 114)
        u = plane.turned_x(long * share // 100, 0, angle)
        v = plane.turned_y(short * share // 100, 0, angle)
        found.append((x + on_grid(plane.turned_x(u, v, tilt)), y + on_grid(plane.turned_y(u, v, tilt))))
    return tuple(found)


def box(random: Random, x: int, y: int, length: tuple[int, int], width: tuple[int, int]) -> Corners:
    """A box, often along the table's edges."""
    angle = 900 * random.randrange(4) if random.randrange(TENTHS) < 4 else random.randrange(plane.TURN)
    half_length, half_width = random.randint(*length) // 2, random.randint(*width) // 2
    ends = [(i * half_length, k * half_width) for i, k in ((1, 1), (-1, 1), (-1, -1), (1, -1))]
    return tuple((x + on_grid(plane.turned_x(u, v, angle)), y + on_grid(plane.turned_y(u, v, angle))) for u, v in ends)


SHAPES: dict[str, Callable[[Random, int, int], Corners]] = {
    "wood": lambda random, x, y: blob(random, x, y, 210, 430, (6, 10)),
    "lake": lambda random, x, y: blob(random, x, y, 200, 420, (7, 10)),
    "marsh": lambda random, x, y: blob(random, x, y, 180, 360, (6, 10)),
    "rock": lambda random, x, y: blob(random, x, y, 110, 220, (5, 7)),
    "town": lambda random, x, y: box(random, x, y, (500, 800), (400, 650)),
    "building": lambda random, x, y: box(random, x, y, (260, 560), (220, 400)),
    "wall": lambda random, x, y: box(random, x, y, (400, 900), (70, 110)),
    "tower": lambda random, x, y: box(random, x, y, (220, 300), (220, 300)),
}
