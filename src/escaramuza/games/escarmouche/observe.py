"""What a seat may see of a position, and a guess at the rest for search."""

from escaramuza.games.escarmouche import state, tables
from escaramuza.kernel.bits import BIT
from escaramuza.kernel.dice import below, reseed
from escaramuza.kernel.grid import SQUARES
from escaramuza.kernel.jit import rule


@rule
def veiled(s):
    """Whether the sides may not see each other: a secret placement goes on (E-R5)."""
    return s.phase == state.PLACEMENT and s.placement == state.SECRET


@rule
def placed(s, side):
    """How many units a side has put down."""
    count = 0
    for i in range(side * tables.MOST_UNITS, (side + 1) * tables.MOST_UNITS):
        if s.units[i].at >= 0:
            count += 1
    return count


@rule
def observe(s, seat, out):
    """Write what a seat sees into out, a copy of s: no dice to come, no units of a secret placement; squads are
    open."""
    reseed(out.dice, 0)
    if not veiled(s):
        return
    for side in range(2):
        if side != seat and placed(s, side) > 0:
            hide(out, side)


@rule
def hide(out, side):
    """Take a side's units off the visible board; how many stand is not told either."""
    for i in range(side * tables.MOST_UNITS, (side + 1) * tables.MOST_UNITS):
        u = out.units[i]
        if u.at >= 0 or u.at == state.HAND:
            u.at = state.HIDDEN
    for square in range(SQUARES):
        if tables.HOME[side, square]:
            out.board[square] = state.EMPTY
            out.blocked &= ~BIT[square]


@rule
def determinize(s, seat, seed):
    """Re-draw what a seat cannot know: the dice to come, and a secret placement of the other side."""
    reseed(s.dice, seed)
    if veiled(s) and s.side == seat and s.ready[1 - seat]:
        redeploy(s, 1 - seat, seed)


@rule
def redeploy(s, side, seed):
    """Place a side's units again at random."""
    hide(s, side)
    for i in range(side * tables.MOST_UNITS, (side + 1) * tables.MOST_UNITS):
        if s.units[i].at != state.HIDDEN:
            continue
        free = 0
        for square in range(SQUARES):
            if tables.HOME[side, square] and s.board[square] == state.EMPTY:
                free += 1
        chosen = below(seed, i, free)
        for square in range(SQUARES):
            if tables.HOME[side, square] and s.board[square] == state.EMPTY:
                if chosen == 0:
                    s.board[square] = i
                    s.units[i].at = square
                    s.blocked |= BIT[square]
                    break
                chosen -= 1
