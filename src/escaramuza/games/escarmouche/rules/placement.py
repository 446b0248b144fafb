"""Chapter Mise en place: the die, the scenario's obstacles, units on their first two rows, the die for the start."""

from escaramuza.games.escarmouche.codes import (
    ALREADY_PLACED,
    BEGINS,
    CENTRAL_SQUARE,
    DICE_THROWN,
    DICE_TIED,
    NO_SUCH_UNIT,
    NOT_ALL_PLACED,
    NOT_NOW,
    OBSTACLE_PLACED,
    OFF_BOARD,
    OUTSIDE_HOME,
    OUTSIDE_MIDDLE,
    PLACES_FIRST,
    SIDE_READY,
    SQUARE_TAKEN,
    UNIT_PLACED,
)  # fmt: skip
from escaramuza.games.escarmouche.kinds import OBSTACLE, PLACE, READY
from escaramuza.games.escarmouche.rules.acting import exists, squad_size
from escaramuza.games.escarmouche.rules.turn import pass_while_stuck, start_turn
from escaramuza.games.escarmouche.sight import BIT
from escaramuza.games.escarmouche.state import (
    CENTRE_SCENARIO,
    DIE_OFF,
    EMPTY,
    FIRST_DIE,
    HAND,
    OBSTACLES,
    PLACEMENT,
    SECRET,
    WALL,
)  # fmt: skip
from escaramuza.games.escarmouche.tables import BLACK, CENTRE, HOME, MOST_UNITS, OBSTACLE_ZONE, ROWS, WHITE
from escaramuza.kernel.buffers import OK, because, emit, set_action
from escaramuza.kernel.dice import throw
from escaramuza.kernel.grid import SIZE, SQUARES, on_board
from escaramuza.kernel.jit import rule


@rule
def check_roll(s, why):
    """One die before the placement, one before the first turn (E-R5)."""
    if s.phase != DIE_OFF and s.phase != FIRST_DIE:
        return because(why, NOT_NOW, s.phase)
    return OK


@rule
def check_obstacle(s, a, why):
    """An obstacle stands on a free square of rows 3 to 6, outside the central four (E-F4)."""
    if s.phase != OBSTACLES:
        return because(why, NOT_NOW, s.phase)
    if not on_board(a.to):
        return because(why, OFF_BOARD, a.to)
    if CENTRE[a.to]:
        return because(why, CENTRAL_SQUARE, a.to)
    if not OBSTACLE_ZONE[a.to]:
        return because(why, OUTSIDE_MIDDLE, a.to)
    if s.board[a.to] != EMPTY:
        return because(why, SQUARE_TAKEN, a.to)
    return OK


@rule
def check_place(s, a, why):
    """Units stand freely on their side's first two rows, one a square (E-P2, E-P3)."""
    if s.phase != PLACEMENT:
        return because(why, NOT_NOW, s.phase)
    if not exists(s, a.unit) or s.units[a.unit].side != s.side:
        return because(why, NO_SUCH_UNIT, a.unit % MOST_UNITS + 1, squad_size(s, s.side))
    if s.units[a.unit].at != HAND:
        return because(why, ALREADY_PLACED, a.unit, s.units[a.unit].at)
    if not on_board(a.to):
        return because(why, OFF_BOARD, a.to)
    if not HOME[s.side, a.to]:
        first = 1 if s.side == WHITE else SIZE - ROWS + 1
        return because(why, OUTSIDE_HOME, a.to, first, first + ROWS - 1)
    if s.board[a.to] != EMPTY:
        return because(why, SQUARE_TAKEN, a.to)
    return OK


@rule
def check_ready(s, why):
    """A secret placement is finished once all units stand (E-R5)."""
    if s.phase != PLACEMENT or s.placement != SECRET:
        return because(why, NOT_NOW, s.phase)
    waiting = in_hand(s, s.side)
    if waiting > 0:
        size = squad_size(s, s.side)
        return because(why, NOT_ALL_PLACED, size - waiting, size)
    return OK


@rule
def in_hand(s, side):
    """How many units of a side are not placed yet."""
    count = 0
    for i in range(side * MOST_UNITS, (side + 1) * MOST_UNITS):
        if s.units[i].at == HAND:
            count += 1
    return count


@rule
def legal_obstacles(s, out):
    """Every square for an obstacle."""
    n = 0
    for to in range(SQUARES):
        if OBSTACLE_ZONE[to] and s.board[to] == EMPTY:
            set_action(out[n], OBSTACLE, 0, 0, 0, to, 0)
            n += 1
    return n


@rule
def legal_places(s, out):
    """Every unit in hand on every free square, or `ready`."""
    n = 0
    for i in range(s.side * MOST_UNITS, (s.side + 1) * MOST_UNITS):
        if s.units[i].at == HAND:
            n = places_of(s, i, out, n)
    if n == 0:
        set_action(out[0], READY, 0, 0, 0, 0, 0)
        return 1
    return n


@rule
def propose_places(s, out):
    """The first unit in hand only: the order of placing matters little, the square much."""
    for i in range(s.side * MOST_UNITS, (s.side + 1) * MOST_UNITS):
        if s.units[i].at == HAND:
            return places_of(s, i, out, 0)
    return legal_places(s, out)


@rule
def places_of(s, unit, out, n):
    """Every free square of the first two rows for a unit."""
    for to in range(SQUARES):
        if HOME[s.side, to] and s.board[to] == EMPTY:
            set_action(out[n], PLACE, unit, 0, 0, to, 0)
            n += 1
    return n


@rule
def apply_roll(s, log):
    """A die each, again while they are equal: the lower one places first (E-R5, E-R17), later the higher one plays
    first (E-P4)."""
    while True:
        white = throw(s.dice)
        black = throw(s.dice)
        emit(log, DICE_THROWN, white, black)
        if white != black:
            break
        emit(log, DICE_TIED, white)
    s.faces[0] = white
    s.faces[1] = black
    higher = WHITE if white > black else BLACK
    if s.phase == FIRST_DIE:
        s.side = higher
        emit(log, BEGINS, s.side)
        start_turn(s)
        pass_while_stuck(s, log)
        return
    s.side = 1 - higher
    s.opener = s.side
    s.phase = OBSTACLES if s.scenario == CENTRE_SCENARIO else PLACEMENT
    emit(log, PLACES_FIRST, s.side)


@rule
def apply_obstacle(s, a, log):
    """Put an obstacle down; each side has one."""
    emit(log, OBSTACLE_PLACED, s.side, a.to)
    s.board[a.to] = WALL
    s.walls |= BIT[a.to]
    s.blocked |= BIT[a.to]
    s.side = 1 - s.side
    if s.side == s.opener:
        s.phase = PLACEMENT


@rule
def apply_place(s, a, log):
    """Put a unit down."""
    emit(log, UNIT_PLACED, s.side, a.unit, a.to)
    s.units[a.unit].at = a.to
    s.board[a.to] = a.unit
    s.blocked |= BIT[a.to]
    if s.placement != SECRET:
        next_placement(s)


@rule
def next_placement(s):
    """In turn, one unit each; a side that has placed everything skips (E-R5, E-R16)."""
    if in_hand(s, 1 - s.side) > 0:
        s.side = 1 - s.side
    elif in_hand(s, s.side) == 0:
        s.phase = FIRST_DIE
        s.side = s.opener


@rule
def apply_ready(s, log):
    """Once both sides are ready the units are seen."""
    emit(log, SIDE_READY, s.side)
    s.ready[s.side] = 1
    s.side = 1 - s.side
    if s.ready[s.side]:
        s.phase = FIRST_DIE
        s.side = s.opener
