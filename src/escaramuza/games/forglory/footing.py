"""What ground a base is in: the pieces that hold half of it, and whether dense ground covers half of it in all."""

import math

from escaramuza.games.forglory import tables
from escaramuza.games.forglory.ground import leg_length, next_edge, piece_at
from escaramuza.games.forglory.state import MOST_PIECES
from escaramuza.kernel.jit import rule
from escaramuza.kernel.plane import share_inside
from escaramuza.kernel.scratch import scratch

HALF = 500
# In the bits of what a base is in: dense ground covers half of it or more, all pieces together (G-R63).
IN_DENSE = 1 << MOST_PIECES
# Pieces that overlap are measured along so many lines.
LINES = 50
clip_room = scratch(2, 16, 2)


@rule
def stands_in(s, corners, n):
    """The pieces of ground that half of a base or more is in, one bit each, and IN_DENSE; only ground that hides or
    covers is looked at."""
    left, right = corners[0, 0], corners[0, 0]
    low, high = corners[0, 1], corners[0, 1]
    for k in range(1, n):
        left, right = min(left, corners[k, 0]), max(right, corners[k, 0])
        low, high = min(low, corners[k, 1]), max(high, corners[k, 1])
    mask, dense, pieces = 0, 0, 0
    for k in range(s.n_pieces):
        p = s.pieces[k]
        if not p.roles & (tables.DENSE | tables.HIDES):
            continue
        if right < p.low[0] or left > p.high[0] or high < p.low[1] or low > p.high[1]:
            continue
        share = share_inside(corners, n, p.corners, p.n, clip_room())
        if share >= HALF:
            mask |= 1 << k
        if p.roles & tables.DENSE and share > 0:
            dense += share
            pieces += 1
            if share >= HALF:
                mask |= IN_DENSE
    if dense >= HALF and pieces > 1 and not mask & IN_DENSE and dense_share(s, corners, n, low, high) >= HALF:
        mask |= IN_DENSE
    return mask


@rule
def dense_share(s, corners, n, low, high):
    """How much of a base is in dense ground, in thousandths: what several pieces share counts once."""
    whole, inside = 0.0, 0.0
    for line in range(LINES):
        y = low + ((2 * line + 1) * (high - low)) // (2 * LINES)
        left, right = across(corners, n, y, True), across(corners, n, y, False)
        if left >= right:
            continue
        whole += right - left
        here = 0.0
        while here < 1.0:
            there = next_edge(s, here, left, y, right, y, tables.DENSE)
            middle = left + (right - left) * (here + there) / 2
            if piece_at(s, middle, float(y), left, y, right, y, tables.DENSE, 0) >= 0:
                inside += (there - here) * leg_length(left, y, right, y)
            here = there
    return math.floor(inside * 1000 / whole + 0.5) if whole > 0 else 0


@rule
def across(corners, n, y, leftmost):
    """Where a line from west to east enters a convex shape, or leaves it."""
    found, best = False, 0
    for k in range(n):
        h = k + 1 if k + 1 < n else 0
        ax, ay, bx, by = corners[k, 0], corners[k, 1], corners[h, 0], corners[h, 1]
        if (ay > y) == (by > y):
            continue
        x = math.floor(ax + (bx - ax) * ((y - ay) / (by - ay)) + 0.5)
        if not found or (x < best if leftmost else x > best):
            found, best = True, x
    return best
