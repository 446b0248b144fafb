"""Shapes at random: roundish ones, boxes, the banks of a river, and what crosses it."""

import math
from random import Random

from escaramuza.games.field.shapes import Corners, Place, outline
from escaramuza.kernel import plane

# Corners lie on whole millimetres: that keeps share codes short.
STEP = 10
TENTHS = 10


def on_grid(length: int) -> int:
    """The nearest length on the grid."""
    return (int(length) + STEP // 2) // STEP * STEP


def distance(corners: Corners, other: Corners) -> int:
    """How far two shapes lie apart; two points are a line."""
    return int(plane.gap(outline(corners), len(corners), outline(other), len(other)))


def band(line: list[Place], width: int, down: bool) -> Corners:
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


def crossing(start: Place, end: Place, along: int, over: int) -> Corners:
    """A box across the middle of a leg of a stream: half its length along the leg, half its length over it."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    leg = math.isqrt(dx * dx + dy * dy)
    along = min(along, leg // 3)
    ux, uy = on_grid(dx * along // leg), on_grid(dy * along // leg)
    vx, vy = on_grid(-dy * over // leg), on_grid(dx * over // leg)
    x, y = on_grid((start[0] + end[0]) // 2), on_grid((start[1] + end[1]) // 2)
    return tuple((x + i * ux + k * vx, y + i * uy + k * vy) for i, k in ((1, 1), (1, -1), (-1, -1), (-1, 1)))


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
