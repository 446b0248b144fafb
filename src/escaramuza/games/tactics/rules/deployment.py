"""Before the first turn: the die-off, the choice, fifteen pieces a side."""

from escaramuza.games.tactics.codes import (
    ATTACKER_CHOSEN,
    DIE_OFF_THROWN,
    DIE_OFF_TIED,
    DIE_OFF_WON,
    KEEP_FOR_GUARD,
    NONE_LEFT,
    NOT_ALL_PLACED,
    NOT_NOW,
    OFF_BOARD,
    OUTSIDE_HOME,
    PIECE_PLACED,
    SIDE_READY,
    SQUARE_TAKEN,
    WRONG_GUARD_SQUARE,
)  # fmt: skip
from escaramuza.games.tactics.kinds import ATTACK, PLACE, READY
from escaramuza.games.tactics.rules.movement import pass_while_stuck, start_turn
from escaramuza.games.tactics.state import CHOICE, DEPLOYMENT, EMPTY, OFF, TURN
from escaramuza.games.tactics.tables import (
    BLACK,
    EACH,
    GUARD,
    GUARD_SQUARE,
    GUARD_SQUARES,
    HOME,
    LAYOUTS,
    NONE,
    PIECES,
    ROWS,
    UNIT_CLASS,
    WHITE,
)  # fmt: skip
from escaramuza.kernel.buffers import OK, because, emit, set_action
from escaramuza.kernel.dice import throw
from escaramuza.kernel.grid import SQUARES, on_board
from escaramuza.kernel.jit import rule


@rule
def check_place(s, a, why):
    """The first rule that forbids placing a piece of class a.unit on a.to."""
    if s.phase != DEPLOYMENT:
        return because(why, NOT_NOW, s.phase)
    if not on_board(a.to):
        return because(why, OFF_BOARD, a.to)
    if in_hand(s, s.side, a.unit) == NONE:
        return because(why, NONE_LEFT, a.unit)
    if not HOME[s.side, a.to]:
        first = 1 if s.side == WHITE else SQUARES // 8 - ROWS + 1
        return because(why, OUTSIDE_HOME, a.to, first, first + ROWS - 1)
    if s.board[a.to] != EMPTY:
        return because(why, SQUARE_TAKEN, a.to)
    if a.unit == GUARD:
        if not GUARD_SQUARE[s.side, a.to]:
            return because(why, WRONG_GUARD_SQUARE, a.to)
    elif GUARD_SQUARE[s.side, a.to] and last_guard_square(s, s.side):
        return because(why, KEEP_FOR_GUARD, a.to)
    return OK


@rule
def check_ready(s, why):
    """A side is ready once all fifteen pieces stand (T-G4)."""
    if s.phase != DEPLOYMENT:
        return because(why, NOT_NOW, s.phase)
    placed = count_placed(s, s.side)
    if placed < PIECES:
        return because(why, NOT_ALL_PLACED, placed, PIECES)
    return OK


@rule
def in_hand(s, side, kind):
    """A unit of the class that its side has not placed yet, or NONE."""
    if kind < 0 or kind > GUARD:
        return NONE
    first = side * PIECES + kind * EACH
    for i in range(first, first + (1 if kind == GUARD else EACH)):
        if s.units[i].at == OFF:
            return i
    return NONE


@rule
def count_placed(s, side):
    """How many of a side's pieces stand on the board."""
    placed = 0
    for i in range(side * PIECES, (side + 1) * PIECES):
        if s.units[i].at != OFF:
            placed += 1
    return placed


@rule
def last_guard_square(s, side):
    """Whether the guard still waits and only one of its four squares is free."""
    if s.units[side * PIECES + PIECES - 1].at != OFF:
        return False
    free = GUARD_SQUARES
    for i in range(side * PIECES, (side + 1) * PIECES):
        at = s.units[i].at
        if at != OFF and GUARD_SQUARE[side, at]:
            free -= 1
    return free == 1


@rule
def legal_places(s, out):
    """Every placement open to the deploying side, and `ready` once all pieces stand."""
    if count_placed(s, s.side) == PIECES:
        set_action(out[0], READY, 0, 0, 0, 0, 0)
        return 1
    reserved = last_guard_square(s, s.side)
    n = 0
    for kind in range(GUARD + 1):
        if in_hand(s, s.side, kind) == NONE:
            continue
        for to in range(SQUARES):
            if not HOME[s.side, to] or s.board[to] != EMPTY:
                continue
            marked = GUARD_SQUARE[s.side, to]
            if kind == GUARD and not marked:
                continue
            if kind != GUARD and marked and reserved:
                continue
            set_action(out[n], PLACE, kind, 0, 0, to, 0)
            n += 1
    return n


@rule
def propose_places(s, out):
    """The next piece of each ready-made deployment that still fits; where none does, all placements."""
    n = 0
    for layout in range(2 * len(LAYOUTS)):
        unit = next_of_layout(s, layout)
        if unit == NONE:
            continue
        to = layout_square(s.side, layout, unit)
        fresh = True
        for k in range(n):
            if out[k].to == to and out[k].unit == UNIT_CLASS[unit]:
                fresh = False
        if fresh:
            set_action(out[n], PLACE, UNIT_CLASS[unit], 0, 0, to, 0)
            n += 1
    if n == 0:
        return legal_places(s, out)
    return n


@rule
def own_side(side, square):
    """A square drawn for White, as the side has it: Black's is the same file counted from the other end."""
    return square if side == WHITE else SQUARES - 8 - square // 8 * 8 + square % 8


@rule
def layout_square(side, layout, unit):
    """Where a ready-made deployment puts a unit; the second half of them are the mirror images, left to right."""
    square = own_side(side, LAYOUTS[layout % len(LAYOUTS), unit])
    if layout >= len(LAYOUTS):
        square = square // 8 * 8 + 7 - square % 8
    return square


@rule
def next_of_layout(s, layout):
    """The first unit in hand, if all that stand do so where the ready-made deployment has them; else NONE."""
    waiting = NONE
    for unit in range(PIECES):
        at = s.units[s.side * PIECES + unit].at
        if at == OFF:
            if waiting == NONE:
                waiting = unit
        elif at != layout_square(s.side, layout, unit):
            return NONE
    return waiting


@rule
def apply_roll(s, log):
    """One die each, again while they are equal; the higher one chooses (T-D5, T-R1)."""
    while True:
        white = throw(s.dice)
        black = throw(s.dice)
        emit(log, DIE_OFF_THROWN, white, black)
        if white != black:
            break
        emit(log, DIE_OFF_TIED, white)
    s.faces[0] = white
    s.faces[1] = black
    s.side = WHITE if white > black else BLACK
    s.phase = CHOICE
    emit(log, DIE_OFF_WON, s.side)


@rule
def apply_choice(s, a, log):
    """The winner of the die-off attacks or defends; the defender deploys first (T-D5, T-R2)."""
    s.attacker = s.side if a.choice == ATTACK else 1 - s.side
    emit(log, ATTACKER_CHOSEN, s.attacker)
    s.phase = DEPLOYMENT
    s.side = 1 - s.attacker


@rule
def apply_place(s, a, log):
    """Put a piece down."""
    unit = in_hand(s, s.side, a.unit)
    s.units[unit].at = a.to
    s.board[a.to] = unit
    emit(log, PIECE_PLACED, s.side, a.unit, a.to)


@rule
def apply_ready(s, log):
    """Once both sides are ready the pieces are seen and the attacker begins (T-D5)."""
    emit(log, SIDE_READY, s.side)
    s.ready[s.side] = 1
    s.side = 1 - s.side
    if s.ready[s.side]:
        s.phase = TURN
        s.side = s.attacker
        start_turn(s, log)
        pass_while_stuck(s, log)
