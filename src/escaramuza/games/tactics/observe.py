"""What a seat may see of a position, and a guess at the rest for search."""

from escaramuza.games.tactics import state, tables
from escaramuza.games.tactics.rules.deployment import count_placed
from escaramuza.kernel.dice import below, reseed
from escaramuza.kernel.grid import SQUARES
from escaramuza.kernel.jit import rule


@rule
def veiled(s):
    """Whether the sides may not see each other: a secret deployment goes on (T-R2)."""
    return s.phase == state.DEPLOYMENT and s.openness != state.OPEN


@rule
def observe(s, seat, out):
    """Write what a seat sees into out, a copy of s: no dice to come, no pieces of a secret deployment."""
    reseed(out.dice, 0)
    if not veiled(s):
        return
    for side in range(2):
        if side != seat and count_placed(s, side) > 0:
            hide(out, side)


@rule
def hide(out, side):
    """Take a side's pieces off the visible board."""
    for i in range(side * tables.PIECES, (side + 1) * tables.PIECES):
        out.units[i].at = state.HIDDEN
    for square in range(SQUARES):
        if tables.HOME[side, square]:
            out.board[square] = state.EMPTY


@rule
def determinize(s, seat, seed):
    """Re-draw what a seat cannot know: the dice to come, and a secret deployment of the other side."""
    reseed(s.dice, seed)
    if veiled(s) and s.side == seat and s.ready[1 - seat]:
        redeploy(s, 1 - seat, seed)


@rule
def redeploy(s, side, seed):
    """Place a side's fifteen pieces again at random, the guard first."""
    hide(s, side)
    for k in range(tables.PIECES):
        unit = (k + tables.PIECES - 1) % tables.PIECES
        guard = k == 0
        free = 0
        for square in range(SQUARES):
            if (
                tables.HOME[side, square]
                and s.board[square] == state.EMPTY
                and (not guard or tables.GUARD_SQUARE[side, square])
            ):
                free += 1
        chosen = below(seed, k, free)
        for square in range(SQUARES):
            if (
                tables.HOME[side, square]
                and s.board[square] == state.EMPTY
                and (not guard or tables.GUARD_SQUARE[side, square])
            ):
                if chosen == 0:
                    s.board[square] = side * tables.PIECES + unit
                    s.units[side * tables.PIECES + unit].at = square
                    break
                chosen -= 1
