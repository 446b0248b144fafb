"""What can be moved, quickly: every legal move of a turn, or the one that a lot falls on. Squares are bits, so that
moves are counted rather than listed. `check` decides; these are tested against it."""

import numpy as np

from escaramuza.games.tactics import kinds, tables
from escaramuza.kernel import buffers, grid
from escaramuza.kernel.bits import BIT, count_bits, doubled, neighbours
from escaramuza.kernel.dice import below
from escaramuza.kernel.jit import rule

# Tables have a place for every number that these leave, so that a piece off the board (-1) is on no square and goes
# nowhere, and nobody has to ask.
ANY = 2 * grid.SQUARES - 1
SIDE = 1


def _over_all(squares: np.ndarray) -> np.ndarray:
    return np.concatenate([squares, np.zeros(ANY + 1 - len(squares), np.int64)])


def _ways(length: int) -> np.ndarray:
    """The squares so many steps from each square: none of them, those along rows and columns, all."""
    steps = tuple((length * dx, length * dy) for dx, dy in grid.STEPS)
    chosen = ((), steps[: grid.ORTHOGONAL], steps)
    return np.array([_over_all(neighbours(some)) for some in chosen])


STEP, LEAP, PLACE = _ways(1), _ways(tables.CHARGE_LENGTH), _over_all(BIT)
# All bits where a class takes another.
TAKEN = np.where(tables.TAKES, -1, 0)


@rule
def each_move(s, out, only):
    """Every move, charge and capture of the side to move, and the end of its turn (T-R5); see `buffers.put`."""
    first, foe = (s.side & SIDE) * tables.PIECES, (1 - s.side & SIDE) * tables.PIECES
    steps, leaps = ways(s.points, 1), ways(s.points, tables.CHARGE_LENGTH) if s.charge else 0
    foes = by_class(s, foe)
    free = ~(standing(s, first) | standing(s, foe))
    n = 0
    for i in range(tables.PIECES):
        u = s.units[first + i]
        if u.moved:
            continue
        near, far = goals(u.at & ANY, steps, leaps, free, free | prey(i // tables.EACH, foes))
        count = count_bits(near) + count_bits(far)
        if only == buffers.ALL or n <= only < n + count:
            put_moves(out, n, only, u.at, near, far)
        n += count
        if 0 <= only < n:
            return n
    return buffers.put(out, n, only, kinds.END, 0, 0, 0, 0, 0)


@rule
def put_moves(out, n, only, at, near, far):
    """A piece's moves to squares near and far, direction by direction."""
    for direction in range(grid.DIRECTIONS):
        to = grid.NEIGHBOUR[at, direction]
        if near & PLACE[to & ANY]:
            n = buffers.put(out, n, only, kinds.MOVE, 0, 0, at, to, 0)
        if far and to >= 0:
            beyond = grid.NEIGHBOUR[to, direction]
            if far & PLACE[beyond & ANY]:
                n = buffers.put(out, n, only, kinds.MOVE, 0, 0, at, beyond, 0)
    return n


@rule
def ways(points, length):
    """Which ways of a length the points allow: none, rows and columns, all."""
    if points < tables.COST_ORTHOGONAL * length:
        return 0
    return 1 if points < tables.COST_DIAGONAL * length else 2


@rule
def goals(at, steps, leaps, free, open_to_it):
    """The squares that a piece can step to, and those that it can charge to: over a free one."""
    near = STEP[steps, at]
    far = doubled(at, near & free) & LEAP[leaps, at] & open_to_it if leaps else 0
    return near & open_to_it, far


@rule
def by_class(s, first):
    """The squares of a side, by class."""
    return (
        both(s, first),
        both(s, first + 2),
        both(s, first + 4),
        both(s, first + 6),
        both(s, first + 8),
        both(s, first + 10),
        both(s, first + 12),
        PLACE[s.units[first + 14].at & ANY],
    )


@rule
def both(s, unit):
    """The squares of a unit and the next one."""
    return PLACE[s.units[unit].at & ANY] | PLACE[s.units[unit + 1].at & ANY]


@rule
def standing(s, first):
    """The squares of a side."""
    found = np.int64(0)
    for i in range(first, first + tables.PIECES):
        found |= PLACE[s.units[i].at & ANY]
    return found


@rule
def prey(kind, foes):
    """The squares of those that a class takes, the guard always."""
    return (
        (foes[0] & TAKEN[kind, 0])
        | (foes[1] & TAKEN[kind, 1])
        | (foes[2] & TAKEN[kind, 2])
        | (foes[3] & TAKEN[kind, 3])
        | (foes[4] & TAKEN[kind, 4])
        | (foes[5] & TAKEN[kind, 5])
        | (foes[6] & TAKEN[kind, 6])
        | foes[7]
    )


@rule
def draw_move(s, seed, n, out):
    """Write the one of `each_move` that a lot falls on into out[0]."""
    first, foe = (s.side & SIDE) * tables.PIECES, (1 - s.side & SIDE) * tables.PIECES
    steps, leaps = ways(s.points, 1), ways(s.points, tables.CHARGE_LENGTH) if s.charge else 0
    free = ~(standing(s, first) | standing(s, foe))
    chosen = below(seed, n, count_moves(s, first, foe, steps, leaps, free) + 1)
    foes = by_class(s, foe)
    for i in range(tables.PIECES):
        u = s.units[first + i]
        at = u.at & ANY
        if u.moved:
            continue
        near, far = goals(at, steps, leaps, free, free | prey(i // tables.EACH, foes))
        count = count_bits(near) + count_bits(far)
        if chosen < count:
            put_moves(out, 0, chosen, at, near, far)
            return
        chosen -= count
    buffers.set_action(out[0], kinds.END, 0, 0, 0, 0, 0)


@rule
def count_moves(s, first, foe, steps, leaps, free):
    """How many moves there are: each piece's to free squares, and those to each enemy from the pieces that take it."""
    count = 0
    for i in range(first, first + tables.PIECES):
        u = s.units[i]
        near, far = goals(u.at & ANY, steps, leaps, free, free)
        count += count_bits(near & still(u)) + count_bits(far & still(u))
    own = movers(s, first)
    # Classes one by one and not in a loop: the compiler then works the table of captures out beforehand.
    for i in range(tables.EACH):
        count += count_takers(s, foe + i, steps, leaps, free, takers(tables.AXE, own))
        count += count_takers(s, foe + i + 2, steps, leaps, free, takers(tables.SWORD, own))
        count += count_takers(s, foe + i + 4, steps, leaps, free, takers(tables.PIKE, own))
        count += count_takers(s, foe + i + 6, steps, leaps, free, takers(tables.HORSE, own))
        count += count_takers(s, foe + i + 8, steps, leaps, free, takers(tables.BOW, own))
        count += count_takers(s, foe + i + 10, steps, leaps, free, takers(tables.ARQUEBUS, own))
        count += count_takers(s, foe + i + 12, steps, leaps, free, takers(tables.MAGE, own))
    return count + count_takers(s, foe + 14, steps, leaps, free, takers(tables.GUARD, own))


@rule
def still(u):
    """All bits for a piece that has not moved in this turn, none for one that has."""
    return u.moved - 1


@rule
def movers(s, first):
    """The squares of a side's pieces that have not moved, by class."""
    return (
        both_movers(s, first),
        both_movers(s, first + 2),
        both_movers(s, first + 4),
        both_movers(s, first + 6),
        both_movers(s, first + 8),
        both_movers(s, first + 10),
        both_movers(s, first + 12),
        PLACE[s.units[first + 14].at & ANY] & still(s.units[first + 14]),
    )


@rule
def both_movers(s, unit):
    """The squares of a unit and the next one, unless they have moved."""
    u, v = s.units[unit], s.units[unit + 1]
    return (PLACE[u.at & ANY] & still(u)) | (PLACE[v.at & ANY] & still(v))


@rule
def takers(kind, own):
    """The squares of those that take a class."""
    return (
        (own[0] & TAKEN[0, kind])
        | (own[1] & TAKEN[1, kind])
        | (own[2] & TAKEN[2, kind])
        | (own[3] & TAKEN[3, kind])
        | (own[4] & TAKEN[4, kind])
        | (own[5] & TAKEN[5, kind])
        | (own[6] & TAKEN[6, kind])
        | (own[7] & TAKEN[7, kind])
    )


@rule
def count_takers(s, unit, steps, leaps, free, own):
    """How many of some pieces can move to a unit: ways are as long in both directions."""
    near, far = goals(s.units[unit].at & ANY, steps, leaps, free, own)
    return count_bits(near) + count_bits(far)
