"""Bases packed on shelves: columns or rows across a deployment zone, each filled against what stands in the way.

The shelves of a zone begin at one of its ends or at a corner of something that is in it, and go on from there, as
deep as a base is wide or long. On each of them bases lie as close as they can, so no other order holds more.
"""

import numpy as np

from escaramuza.games.cafe import measure, state, tables
from escaramuza.kernel.jit import rule

# Bases follow each other along an axis: along X in rows, along Y in columns. They lie straight or turned by a quarter.
X, Y = 0, 1
STRAIGHT, QUARTER = 0, 900
FAR = 1 << 30


@rule
def half(axis, facing):
    """Half of a base's size along an axis."""
    return tables.BASE_LENGTH // 2 if (axis == X) == (facing == STRAIGHT) else tables.BASE_WIDTH // 2


@rule
def lowest(s, side, axis, facing):
    """The first place along an axis where the centre of a base may lie in a side's zone (C-R14)."""
    if axis == X and s.left != side:
        return int(s.width - s.zone)
    return tables.EDGE + half(axis, facing)


@rule
def highest(s, side, axis, facing):
    """The last one."""
    if axis == Y:
        return int(s.height) - tables.EDGE - half(axis, facing)
    return int(s.zone) if s.left == side else int(s.width) - tables.EDGE - half(axis, facing)


@rule
def is_free(s, unit, x, y, facing):
    """Whether a base has a place to itself there; it stays there for the look."""
    measure.put(s, unit, x, y, facing)
    corners = s.units[unit].corners
    return measure.blocker(s, unit, corners, 0, 0, measure.EVERYTHING) < 0 and measure.wall(s, corners, 0, 0) < 0


@rule
def next_end(corners, n, axis, low, high, at, best):
    """The nearest point beyond `at` along an axis where a shape ends or begins, of all that lies between low and high
    across; a better one may be known."""
    for i in range(n):
        k = i + 1 if i + 1 < n else 0
        along, across = np.int64(corners[i, axis]), np.int64(corners[i, 1 - axis])
        other, beside = np.int64(corners[k, axis]), np.int64(corners[k, 1 - axis])
        if low <= across <= high and at < along < best:
            best = along
        for border in (low, high):
            if across < border < beside or beside < border < across:
                rise, run = (other - along) * (border - across), beside - across
                cut = along - (-rise // run)
                if at < cut < best:
                    best = cut
    return best


@rule
def next_gap(s, side, axis, low, high, at):
    """The nearest such point of all that stands in the way, or FAR."""
    best = np.int64(FAR)
    for k in range(s.n_pieces):
        p = s.pieces[k]
        if p.roles & state.SOLID and p.high[axis] > at and p.low[1 - axis] <= high and p.high[1 - axis] >= low:
            best = next_end(p.corners, p.n, axis, low, high, at, best)
    for i in range(side * tables.MOST_UNITS, (side + 1) * tables.MOST_UNITS):
        if s.units[i].state == state.ON_TABLE:
            best = next_end(s.units[i].corners, 4, axis, low, high, at, best)
    return best


@rule
def next_on_shelf(s, unit, side, axis, facing, middle, at):
    """The first place on a shelf from `at` on where a base has room, or NONE; the base is laid there."""
    last, ahead, aside = highest(s, side, axis, facing), half(axis, facing), half(1 - axis, facing)
    at = np.int64(at)
    while at <= last:
        x, y = (at, middle) if axis == X else (middle, at)
        if is_free(s, unit, x, y, facing):
            return at
        at = next_gap(s, side, axis, middle - aside, middle + aside, at - ahead) + ahead
    return np.int64(tables.NONE)


@rule
def first_shelf(s, side, axis, facing, anchor):
    """The middle of the first shelf in the zone, of those of which one begins at the anchor."""
    low, aside = lowest(s, side, 1 - axis, facing), half(1 - axis, facing)
    return low + (int(anchor) + aside - low) % (2 * aside)


@rule
def count_on_shelves(s, unit, side, axis, facing, anchor, enough):
    """How many bases have room on all shelves of an anchor, or enough."""
    count = 0
    middle = first_shelf(s, side, axis, facing, anchor)
    while middle <= highest(s, side, 1 - axis, facing):
        at = next_on_shelf(s, unit, side, axis, facing, middle, lowest(s, side, axis, facing))
        while at != tables.NONE:
            count += 1
            if count >= enough:
                return count
            at = next_on_shelf(s, unit, side, axis, facing, middle, at + 2 * half(axis, facing))
        middle += 2 * half(1 - axis, facing)
    return count


@rule
def in_reach(s, side, axis, facing, place):
    """Whether a shelf of a side's zone may begin or end there."""
    aside = half(axis, facing)
    return lowest(s, side, axis, facing) - aside <= place <= highest(s, side, axis, facing) + aside
