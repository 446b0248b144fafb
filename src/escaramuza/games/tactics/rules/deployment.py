"""Before the first turn: the die-off, the choice, fifteen pieces a side."""

import numpy as np

from escaramuza.games.tactics import kinds, state, tables
from escaramuza.games.tactics.codes import Did, Why
from escaramuza.games.tactics.rules.movement import pass_while_stuck, start_turn
from escaramuza.games.tactics.rules.moves import standing
from escaramuza.kernel import bits, buffers
from escaramuza.kernel.dice import below, throw
from escaramuza.kernel.grid import SQUARES, on_board
from escaramuza.kernel.jit import rule

# Where a side may put its pieces, and its guard, as bits.
HOME, MARKED = (
    np.array([bits.board_of(np.flatnonzero(row).tolist()) for row in table])
    for table in (tables.HOME, tables.GUARD_SQUARE)
)


@rule
def check_place(s, a, why):
    """The first rule that forbids placing a piece of class a.unit on a.to."""
    if s.phase != state.DEPLOYMENT:
        return buffers.because(why, Why.NOT_NOW, s.phase)
    if not on_board(a.to):
        return buffers.because(why, Why.OFF_BOARD, a.to)
    if in_hand(s, s.side, a.unit) == tables.NONE:
        return buffers.because(why, Why.NONE_LEFT, a.unit)
    if not tables.HOME[s.side, a.to]:
        first = 1 if s.side == tables.WHITE else SQUARES // 8 - tables.ROWS + 1
        return buffers.because(why, Why.OUTSIDE_HOME, a.to, first, first + tables.ROWS - 1)
    if s.board[a.to] != state.EMPTY:
        return buffers.because(why, Why.SQUARE_TAKEN, a.to)
    if a.unit == tables.GUARD:
        if not tables.GUARD_SQUARE[s.side, a.to]:
            return buffers.because(why, Why.GUARD_SQUARE, a.to)
    elif tables.GUARD_SQUARE[s.side, a.to] and last_guard_square(s, s.side):
        return buffers.because(why, Why.KEEP_FOR_GUARD, a.to)
    return buffers.OK


@rule
def check_ready(s, why):
    """A side is ready once all fifteen pieces stand (T-G4)."""
    if s.phase != state.DEPLOYMENT:
        return buffers.because(why, Why.NOT_NOW, s.phase)
    placed = count_placed(s, s.side)
    if placed < tables.PIECES:
        return buffers.because(why, Why.NOT_ALL_PLACED, placed, tables.PIECES)
    return buffers.OK


@rule
def in_hand(s, side, kind):
    """A unit of the class that its side has not placed yet, or NONE."""
    if kind < 0 or kind > tables.GUARD:
        return tables.NONE
    first = side * tables.PIECES + kind * tables.EACH
    for i in range(first, first + (1 if kind == tables.GUARD else tables.EACH)):
        if s.units[i].at == state.OFF:
            return i
    return tables.NONE


@rule
def count_placed(s, side):
    """How many of a side's pieces stand on the board."""
    placed = 0
    for i in range(side * tables.PIECES, (side + 1) * tables.PIECES):
        if s.units[i].at != state.OFF:
            placed += 1
    return placed


@rule
def last_guard_square(s, side):
    """Whether the guard still waits and only one of its four squares is free."""
    if s.units[side * tables.PIECES + tables.PIECES - 1].at != state.OFF:
        return False
    free = tables.GUARD_SQUARES
    for i in range(side * tables.PIECES, (side + 1) * tables.PIECES):
        at = s.units[i].at
        if at != state.OFF and tables.GUARD_SQUARE[side, at]:
            free -= 1
    return free == 1


@rule
def each_place(s, out, only):
    """Every placement open to the deploying side, and `ready` once all pieces stand; see `buffers.put`."""
    first = s.side * tables.PIECES
    free = HOME[s.side] & ~standing(s, first)
    marked = free & MARKED[s.side]
    # The guard's last square is kept for it.
    others = free & ~marked if last_guard_square(s, s.side) else free
    n = 0
    for kind in range(tables.GUARD + 1):
        if in_hand(s, s.side, kind) != tables.NONE:
            squares = marked if kind == tables.GUARD else others
            n = bits.put_squares(out, n, only, kinds.PLACE, kind, 0, squares, 0)
            if 0 <= only < n:
                return n
    if n == 0:
        return buffers.put(out, 0, only, kinds.READY, 0, 0, 0, 0, 0)
    return n


@rule
def draw_place(s, seed, n, out):
    """Write the one that a lot falls on into out[0]."""
    each_place(s, out, below(seed, n, each_place(s, out, buffers.NONE)))


@rule
def each_ready_place(s, out, only):
    """The next piece of each ready-made deployment that still fits; where none does, all placements."""
    n = 0
    for layout in range(2 * len(tables.LAYOUTS)):
        unit = next_of_layout(s, layout)
        if unit != tables.NONE and is_new(s, layout, unit):
            to = layout_square(s.side, layout, unit)
            n = buffers.put(out, n, only, kinds.PLACE, tables.UNIT_CLASS[unit], 0, 0, to, 0)
    if n == 0:
        return each_place(s, out, only)
    return n


@rule
def is_new(s, layout, unit):
    """Whether no ready-made deployment before this one puts a piece of that class on the same square next."""
    for earlier in range(layout):
        other = next_of_layout(s, earlier)
        if (
            other != tables.NONE
            and tables.UNIT_CLASS[other] == tables.UNIT_CLASS[unit]
            and layout_square(s.side, earlier, other) == layout_square(s.side, layout, unit)
        ):
            return False
    return True


@rule
def own_side(side, square):
    """A square drawn for White, as the side has it: Black's is the same file counted from the other end."""
    return square if side == tables.WHITE else SQUARES - 8 - square // 8 * 8 + square % 8


@rule
def layout_square(side, layout, unit):
    """Where a ready-made deployment puts a unit; the second half of them are the mirror images, left to right."""
    square = own_side(side, tables.LAYOUTS[layout % len(tables.LAYOUTS), unit])
    if layout >= len(tables.LAYOUTS):
        square = square // 8 * 8 + 7 - square % 8
    return square


@rule
def next_of_layout(s, layout):
    """The first unit in hand, if all that stand do so where the ready-made deployment has them; else NONE."""
    waiting = tables.NONE
    for unit in range(tables.PIECES):
        at = s.units[s.side * tables.PIECES + unit].at
        if at == state.OFF:
            if waiting == tables.NONE:
                waiting = unit
        elif at != layout_square(s.side, layout, unit):
            return tables.NONE
    return waiting


@rule
def apply_roll(s, log):
    """One die each, again while they are equal; the higher one chooses (T-D5, T-R1)."""
    while True:
        white = throw(s.dice)
        black = throw(s.dice)
        buffers.emit(log, Did.DIE_OFF_THROWN, white, black)
        if white != black:
            break
        buffers.emit(log, Did.DIE_OFF_TIED, white)
    s.faces[0] = white
    s.faces[1] = black
    s.side = tables.WHITE if white > black else tables.BLACK
    s.phase = state.CHOICE
    buffers.emit(log, Did.DIE_OFF_WON, s.side)


@rule
def apply_choice(s, a, log):
    """The winner of the die-off attacks or defends; the defender deploys first (T-D5, T-R2)."""
    s.attacker = s.side if a.choice == kinds.ATTACK else 1 - s.side
    buffers.emit(log, Did.ATTACKER_CHOSEN, s.attacker)
    s.phase = state.DEPLOYMENT
    s.side = 1 - s.attacker


@rule
def apply_place(s, a, log):
    """Put a piece down."""
    unit = in_hand(s, s.side, a.unit)
    s.units[unit].at = a.to
    s.board[a.to] = unit
    buffers.emit(log, Did.PIECE_PLACED, s.side, a.unit, a.to)


@rule
def apply_ready(s, log):
    """Once both sides are ready the pieces are seen and the attacker begins (T-D5)."""
    buffers.emit(log, Did.SIDE_READY, s.side)
    s.ready[s.side] = 1
    s.side = 1 - s.side
    if s.ready[s.side]:
        s.phase = state.TURN
        s.side = s.attacker
        start_turn(s, log)
        pass_while_stuck(s, log)
