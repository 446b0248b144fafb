"""Line of sight by the corners rule (E-R3), and how far a unit can walk, on bitboards: bit n stands for square n."""

import numpy as np

from escaramuza.kernel.bits import BIT, count_bits, flip_files, flip_ranks
from escaramuza.kernel.grid import SIZE, SQUARES
from escaramuza.kernel.jit import rule

CORNERS = ((-1, -1), (1, -1), (-1, 1), (1, 1))
# Of the lines, those from the quarter of the board around a1: the others are their mirror images.
QUARTER = SIZE // 2
RIGHT_HALF, UPPER_HALF = QUARTER, QUARTER * SIZE
TO_THE_LEFT, TO_THE_BOTTOM = SIZE - 1, (SIZE - 1) * SIZE
ONE, EIGHT = np.int64(1), np.int64(8)
NOT_FILE_A = np.int64(sum(int(BIT[n]) for n in range(SQUARES) if n % SIZE != 0))
NOT_FILE_H = np.int64(sum(int(BIT[n]) for n in range(SQUARES) if n % SIZE != SIZE - 1))
NOT_TOP_ROW = np.int64(sum(int(BIT[n]) for n in range(SQUARES - SIZE)))


def _crossed() -> np.ndarray:
    """For each attacker's square in the quarter, target's square and corner: the squares whose interior the line
    crosses.

    Lengths are half squares, so that corners and centres are whole numbers. A line misses the inside of a square
    exactly if one of three lines parts them: a row's edge, a column's edge, or the line of sight itself.
    """
    n = np.arange(SQUARES)
    x, y = 2 * (n % SIZE), 2 * (n // SIZE)
    table = np.zeros((QUARTER * QUARTER, SQUARES, len(CORNERS)), np.int64)
    tx, ty = x[:, None], y[:, None]
    bx, by = x[None, :], y[None, :]
    for place in range(QUARTER * QUARTER):
        attacker = place // QUARTER * SIZE + place % QUARTER
        for corner, (cx, cy) in enumerate(CORNERS):
            ax, ay = x[attacker] + cx, y[attacker] + cy
            apart = (np.maximum(ax, tx) <= bx - 1) | (np.minimum(ax, tx) >= bx + 1)
            apart |= (np.maximum(ay, ty) <= by - 1) | (np.minimum(ay, ty) >= by + 1)
            sides = [(tx - ax) * (by + dy - ay) - (ty - ay) * (bx + dx - ax) for dx, dy in CORNERS]
            apart |= np.minimum.reduce(sides) >= 0
            apart |= np.maximum.reduce(sides) <= 0
            apart[n, n] = True
            apart[:, attacker] = True
            table[place, :, corner] = np.where(apart, 0, BIT[None, :]).sum(axis=1)
    return table


CROSSED = _crossed()


@rule
def visible(attacker, target, blocked):
    """Whether some corner of the attacker's square has a free line to the centre of the target's."""
    if attacker & RIGHT_HALF:
        attacker ^= TO_THE_LEFT
        target ^= TO_THE_LEFT
        blocked = flip_files(blocked)
    if attacker & UPPER_HALF:
        attacker ^= TO_THE_BOTTOM
        target ^= TO_THE_BOTTOM
        blocked = flip_ranks(blocked)
    place = attacker // SIZE * QUARTER + attacker % SIZE
    # Named once: a graphics card gets a table for each time that it is named.
    lines = CROSSED
    return (
        lines[place, target, 0] & blocked == 0
        or lines[place, target, 1] & blocked == 0
        or lines[place, target, 2] & blocked == 0
        or lines[place, target, 3] & blocked == 0
    )


@rule
def blockers(attacker, target, blocked):
    """The squares that block the corner with the fewest of them; none if the target is visible."""
    best = crossed(attacker, target, 0) & blocked
    for corner in range(1, 4):
        other = crossed(attacker, target, corner) & blocked
        if count_bits(other) < count_bits(best):
            best = other
    return best


@rule
def crossed(attacker, target, corner):
    """The squares whose interior the line from a corner of the attacker's square to the target's centre crosses."""
    right, upper = attacker & RIGHT_HALF, attacker & UPPER_HALF
    if right:
        attacker ^= TO_THE_LEFT
        target ^= TO_THE_LEFT
        corner ^= 1
    if upper:
        attacker ^= TO_THE_BOTTOM
        target ^= TO_THE_BOTTOM
        corner ^= 2
    squares = CROSSED[attacker // SIZE * QUARTER + attacker % SIZE, target, corner]
    if right:
        squares = flip_files(squares)
    return flip_ranks(squares) if upper else squares


@rule
def spread(bits):
    """The marked squares and all their neighbours."""
    rows = bits | ((bits << ONE) & NOT_FILE_A) | ((bits >> ONE) & NOT_FILE_H)
    return rows | (rows << EIGHT) | ((rows >> EIGHT) & NOT_TOP_ROW)


@rule
def reach(at, steps, blocked):
    """The squares that a unit can walk to: one or more steps over free squares, diagonals too (E-R2)."""
    here = BIT[at]
    free = ~blocked | here
    found = here
    for _ in range(steps):
        wider = spread(found) & free
        if wider == found:
            break
        found = wider
    return found & ~here
