"""Chapter Mise en place: the die, the scenario's obstacles, units on their first two rows, the die for the start."""

from escaramuza.games.escarmouche import kinds, state, tables
from escaramuza.games.escarmouche.codes import Did, Why
from escaramuza.games.escarmouche.rules.acting import exists, squad_size
from escaramuza.games.escarmouche.rules.turn import pass_while_stuck, start_turn
from escaramuza.kernel import buffers
from escaramuza.kernel.bits import BIT
from escaramuza.kernel.dice import throw
from escaramuza.kernel.grid import SIZE, SQUARES, on_board
from escaramuza.kernel.jit import rule


@rule
def check_roll(s, why):
    """One die before the placement, one before the first turn (E-R5)."""
    if s.phase != state.DIE_OFF and s.phase != state.FIRST_DIE:
        return buffers.because(why, Why.NOT_NOW, s.phase)
    return buffers.OK


@rule
def check_obstacle(s, a, why):
    """An obstacle stands on a free square of rows 3 to 6, outside the central four (E-F4)."""
    if s.phase != state.OBSTACLES:
        return buffers.because(why, Why.NOT_NOW, s.phase)
    if not on_board(a.to):
        return buffers.because(why, Why.OFF_BOARD, a.to)
    if tables.CENTRE[a.to]:
        return buffers.because(why, Why.CENTRAL_SQUARE, a.to)
    if not tables.OBSTACLE_ZONE[a.to]:
        return buffers.because(why, Why.OUTSIDE_MIDDLE, a.to)
    if s.board[a.to] != state.EMPTY:
        return buffers.because(why, Why.SQUARE_TAKEN, a.to)
    return buffers.OK


@rule
def check_place(s, a, why):
    """Units stand freely on their side's first two rows, one a square (E-P2, E-P3)."""
    if s.phase != state.PLACEMENT:
        return buffers.because(why, Why.NOT_NOW, s.phase)
    if not exists(s, a.unit) or s.units[a.unit].side != s.side:
        return buffers.because(why, Why.NO_SUCH_UNIT, a.unit % tables.MOST_UNITS + 1, squad_size(s, s.side))
    if s.units[a.unit].at != state.HAND:
        return buffers.because(why, Why.ALREADY_PLACED, a.unit, s.units[a.unit].at)
    if not on_board(a.to):
        return buffers.because(why, Why.OFF_BOARD, a.to)
    if not tables.HOME[s.side, a.to]:
        first = 1 if s.side == tables.WHITE else SIZE - tables.ROWS + 1
        return buffers.because(why, Why.OUTSIDE_HOME, a.to, first, first + tables.ROWS - 1)
    if s.board[a.to] != state.EMPTY:
        return buffers.because(why, Why.SQUARE_TAKEN, a.to)
    return buffers.OK


@rule
def check_ready(s, why):
    """A secret placement is finished once all units stand (E-R5)."""
    if s.phase != state.PLACEMENT or s.placement != state.SECRET:
        return buffers.because(why, Why.NOT_NOW, s.phase)
    waiting = in_hand(s, s.side)
    if waiting > 0:
        size = squad_size(s, s.side)
        return buffers.because(why, Why.NOT_ALL_PLACED, size - waiting, size)
    return buffers.OK


@rule
def in_hand(s, side):
    """How many units of a side are not placed yet."""
    count = 0
    for i in range(side * tables.MOST_UNITS, (side + 1) * tables.MOST_UNITS):
        if s.units[i].at == state.HAND:
            count += 1
    return count


@rule
def each_obstacle(s, out, only):
    """Every square for an obstacle; see `buffers.put`."""
    n = 0
    for to in range(SQUARES):
        if tables.OBSTACLE_ZONE[to] and s.board[to] == state.EMPTY:
            n = buffers.put(out, n, only, kinds.OBSTACLE, 0, 0, 0, to, 0)
    return n


@rule
def each_place(s, out, only):
    """Every unit in hand on every free square, or `ready`."""
    n = 0
    for i in range(s.side * tables.MOST_UNITS, (s.side + 1) * tables.MOST_UNITS):
        if s.units[i].at == state.HAND:
            n = places_of(s, i, out, n, only)
    if n == 0:
        return buffers.put(out, 0, only, kinds.READY, 0, 0, 0, 0, 0)
    return n


@rule
def each_first_place(s, out, only):
    """The first unit in hand only: the order of placing matters little, the square much."""
    for i in range(s.side * tables.MOST_UNITS, (s.side + 1) * tables.MOST_UNITS):
        if s.units[i].at == state.HAND:
            return places_of(s, i, out, 0, only)
    return each_place(s, out, only)


@rule
def places_of(s, unit, out, n, only):
    """Every free square of the first two rows for a unit."""
    for to in range(SQUARES):
        if tables.HOME[s.side, to] and s.board[to] == state.EMPTY:
            n = buffers.put(out, n, only, kinds.PLACE, unit, 0, 0, to, 0)
    return n


@rule
def apply_roll(s, log):
    """A die each, again while they are equal: the lower one places first (E-R5, E-R17), later the higher one plays
    first (E-P4)."""
    while True:
        white = throw(s.dice)
        black = throw(s.dice)
        buffers.emit(log, Did.DICE_THROWN, white, black)
        if white != black:
            break
        buffers.emit(log, Did.DICE_TIED, white)
    s.faces[0] = white
    s.faces[1] = black
    higher = tables.WHITE if white > black else tables.BLACK
    if s.phase == state.FIRST_DIE:
        s.side = higher
        buffers.emit(log, Did.BEGINS, s.side)
        start_turn(s)
        pass_while_stuck(s, log)
        return
    s.side = 1 - higher
    s.opener = s.side
    s.phase = state.OBSTACLES if s.scenario == state.CENTRE_SCENARIO else state.PLACEMENT
    buffers.emit(log, Did.PLACES_FIRST, s.side)


@rule
def apply_obstacle(s, a, log):
    """Put an obstacle down; each side has one."""
    buffers.emit(log, Did.OBSTACLE_PLACED, s.side, a.to)
    s.board[a.to] = state.WALL
    s.walls |= BIT[a.to]
    s.blocked |= BIT[a.to]
    s.side = 1 - s.side
    if s.side == s.opener:
        s.phase = state.PLACEMENT


@rule
def apply_place(s, a, log):
    """Put a unit down."""
    buffers.emit(log, Did.UNIT_PLACED, s.side, a.unit, a.to)
    s.units[a.unit].at = a.to
    s.board[a.to] = a.unit
    s.blocked |= BIT[a.to]
    if s.placement != state.SECRET:
        next_placement(s)


@rule
def next_placement(s):
    """In turn, one unit each; a side that has placed everything skips (E-R5, E-R16)."""
    if in_hand(s, 1 - s.side) > 0:
        s.side = 1 - s.side
    elif in_hand(s, s.side) == 0:
        s.phase = state.FIRST_DIE
        s.side = s.opener


@rule
def apply_ready(s, log):
    """Once both sides are ready the units are seen."""
    buffers.emit(log, Did.SIDE_READY, s.side)
    s.ready[s.side] = 1
    s.side = 1 - s.side
    if s.ready[s.side]:
        s.phase = state.FIRST_DIE
        s.side = s.opener
