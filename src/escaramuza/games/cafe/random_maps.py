"""Battlefields at random: always playable, the same for the same number, fair by half a turn if wanted."""

import math
from collections.abc import Callable
from random import Random

from escaramuza.games.cafe import maps
from escaramuza.games.cafe.maps import Map, Piece
from escaramuza.games.cafe.tables import PATCH
from escaramuza.games.field import draw, shapes
from escaramuza.games.field.shapes import Corners, Place
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
# Between two pieces there is room for a unit to pass.
CLEAR = 260
MARGIN = 100
TRIES = 40
# Woods and marshes are 3 to 5 cm across, whichever way one looks (C-N4).
SMALL = (190, 220)
NARROWEST, WIDEST = 300, 500


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
        self.zone = (maps.WIDTH - self.gap) // 2
        self.objectives = self._objectives()
        self.pieces: list[Piece] = []

    def map(self) -> Map:
        weights, stream = THEMES[self.random.choice(list(THEMES))]
        if self.random.randrange(draw.TENTHS) < stream:
            self._stream()
        wanted = len(self.pieces) + self.random.randint(8, 15)
        kinds = self.random.choices(list(weights), list(weights.values()), k=wanted)
        for number, kind in enumerate(kinds):
            if len(self.pieces) < min(wanted, maps.MOST_PIECES - 1):
                self._place(kind, left=number % 2 == 0)
        return Map(name=self.name, gap=self.gap, objectives=tuple(self.objectives), terrain=tuple(self.pieces))

    def _objectives(self) -> list[Place]:
        """The middle and a ring of six around it, opposite ones after each other; a bit out of place where they may."""
        middle = (maps.WIDTH // 2, maps.HEIGHT // 2)
        wide = self.random.randint(1960, self.gap // 2 - PATCH)
        high = self.random.randint(1960, maps.HEIGHT // 2 - PATCH)
        first = self.random.randrange(plane.TURN)
        order = self.random.sample(range(3), 3)
        ring = [plane.TURN * spoke // 6 + first for spoke in order]
        exact = [middle]
        for angle in ring:
            x = draw.on_grid(wide * plane.turned_x(1000, 0, angle) // 1000)
            y = draw.on_grid(high * plane.turned_y(1000, 0, angle) // 1000)
            exact += [(middle[0] + x, middle[1] + y), (middle[0] - x, middle[1] - y)]
        for shift in (400, 250, 120):
            shifted = self._shifted(exact, shift)
            if self._fit(shifted):
                return shifted
        return exact

    def _shifted(self, places: list[Place], most: int) -> list[Place]:
        moved = [places[0]]
        for number, (x, y) in enumerate(places[1:], start=1):
            if self.symmetric and number % 2 == 0:
                u, v = turn(moved[-1])
            else:
                u, v = x + self._some(-most, most), y + self._some(-most, most)
            moved.append((u, v))
        return moved

    def _fit(self, places: list[Place]) -> bool:
        for number, (x, y) in enumerate(places):
            if not (self.zone + PATCH <= x <= maps.WIDTH - self.zone - PATCH and PATCH <= y <= maps.HEIGHT - PATCH):
                return False
            if any((x - u) ** 2 + (y - v) ** 2 <= (maps.APART + 2 * PATCH) ** 2 for u, v in places[:number]):
                return False
        return True

    def _some(self, low: int, high: int) -> int:
        return draw.on_grid(self.random.randint(low, high))

    def _place(self, kind: str, left: bool) -> None:
        """One piece, or a pair of them, where there is room; after enough tries none."""
        solid = "solid" in maps.DEFAULT_ROLES[kind]
        # Woods and the like may reach a little into a zone.
        reach = self.zone + MARGIN if solid else self.zone - 600
        for _ in range(TRIES):
            x = self._some(reach, maps.WIDTH // 2)
            y = self._some(MARGIN, maps.HEIGHT - MARGIN)
            corners = SHAPES[kind](self.random, x if left else maps.WIDTH - x, y)
            group = [corners, tuple(turn(corner) for corner in corners)] if self.symmetric else [corners]
            if self._is_free(group, solid):
                self.pieces += [piece_of(kind, each) for each in group]
                return

    def _is_free(self, group: list[Corners], solid: bool) -> bool:
        """The first of a group stands for its copy: the field and its objectives look the same from there.

        Objectives lie outside a piece or well inside it; solid ones keep off them.
        """
        corners = group[0]
        low, high = (self.zone, maps.WIDTH - self.zone) if solid else (MARGIN, maps.WIDTH - MARGIN)
        if any(not (low <= x <= high and MARGIN <= y <= maps.HEIGHT - MARGIN) for x, y in corners):
            return False
        if shapes.shape_problem(corners) is not None:
            return False
        if any(
            shapes.reaches(x, y, PATCH, corners) and (solid or not shapes.holds(corners, x, y))
            for x, y in self.objectives
        ):
            return False
        return not any(near(corners, other) for other in [*group[1:], *(piece.corners for piece in self.pieces)])

    def _stream(self) -> None:
        """A stream across the table, over the short way or the long one, with one to three bridges."""
        down = self.random.randrange(draw.TENTHS) < 7
        line = self._line(down)
        width = self._some(240, 360)
        bed = draw.band(line, width, down)
        if shapes.shape_problem(bed) is not None:
            return
        self.pieces.append(piece_of("stream", bed))
        spans = [span for span in ([2], [0, 4], [1, 3]) if self.random.randrange(draw.TENTHS) < 6] or [[2]]
        for span in spans[:2]:
            bridges = [bridge(line[leg], line[leg + 1], width) for leg in span]
            if self.symmetric:
                bridges[1:] = [tuple(map(turn, bridges[0])) for _ in bridges[1:]]
            if all(_is_on_table(corners) and shapes.shape_problem(corners) is None for corners in bridges):
                self.pieces += [piece_of("bridge", corners) for corners in bridges]

    def _line(self, down: bool) -> list[Place]:
        """Six points from edge to edge."""
        length, across = (maps.HEIGHT, maps.WIDTH) if down else (maps.WIDTH, maps.HEIGHT)
        low, high = (self.zone + 300, across - self.zone - 300) if down else (900, across - 900)
        at = [length * part // 5 + (self._some(-200, 200) if 0 < part < 5 else 0) for part in range(6)]
        side = [self._some(low, high)]
        for _ in range(5):
            side.append(min(max(side[-1] + self._some(-700, 700), low), high))
        points = [(s, a) if down else (a, s) for a, s in zip(at, side, strict=True)]
        return points[:3] + [turn(point) for point in points[2::-1]] if self.symmetric else points


def turn(point: Place) -> Place:
    """A point turned by half around the middle of the table."""
    return maps.WIDTH - point[0], maps.HEIGHT - point[1]


def near(corners: Corners, other: Corners) -> bool:
    """Whether two pieces leave no room between them."""
    return draw.distance(corners, other) < CLEAR


def piece_of(kind: str, corners: Corners) -> Piece:
    """A piece with the roles of its kind."""
    return Piece.model_validate({"kind": kind, "corners": corners})


def bridge(start: Place, end: Place, width: int) -> Corners:
    """A box across the middle of a leg of the stream."""
    return draw.crossing(start, end, 150, width // 2 + 110)


def _is_on_table(corners: Corners) -> bool:
    return all(0 <= x <= maps.WIDTH and 0 <= y <= maps.HEIGHT for x, y in corners)


def spans(corners: Corners) -> tuple[float, float]:
    """The least and the greatest width of a shape: the least is found across one of its edges, the greatest between two
    of its corners."""
    across = []
    for ax, ay in corners:
        for bx, by in corners:
            if (ax, ay) != (bx, by):
                far = [(bx - ax) * y - (by - ay) * x for x, y in corners]
                across.append((max(far) - min(far)) / math.dist((ax, ay), (bx, by)))
    return min(across), max(math.dist(one, other) for one in corners for other in corners)


def small_blob(random: Random, x: int, y: int) -> Corners:
    """A wood or a marsh."""
    while True:
        corners = draw.blob(random, x, y, *SMALL, (6, 10))
        least, greatest = spans(corners)
        if least >= NARROWEST and greatest <= WIDEST:
            return corners


SHAPES: dict[str, Callable[[Random, int, int], Corners]] = {
    "wood": small_blob,
    "lake": lambda random, x, y: draw.blob(random, x, y, 200, 420, (7, 10)),
    "marsh": small_blob,
    "rock": lambda random, x, y: draw.blob(random, x, y, 110, 220, (5, 7)),
    "town": lambda random, x, y: draw.box(random, x, y, (500, 800), (400, 650)),
    "building": lambda random, x, y: draw.box(random, x, y, (260, 560), (220, 400)),
    "wall": lambda random, x, y: draw.box(random, x, y, (400, 900), (70, 110)),
    "tower": lambda random, x, y: draw.box(random, x, y, (220, 300), (220, 300)),
}
