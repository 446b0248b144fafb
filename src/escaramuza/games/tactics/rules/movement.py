"""Chapters Movimiento, Carga, Carga inicial and Captura: a turn from its dice to its end."""

from escaramuza.games.tactics import state, tables
from escaramuza.games.tactics.codes import Did, Why
from escaramuza.kernel import buffers, grid
from escaramuza.kernel.dice import throw
from escaramuza.kernel.jit import rule


@rule
def check_move(s, a, why):
    """The first rule that forbids moving the piece on a.at to a.to."""
    if s.phase != state.TURN:
        return buffers.because(why, Why.NOT_NOW, s.phase)
    if not grid.on_board(a.at):
        return buffers.because(why, Why.OFF_BOARD, a.at)
    if not grid.on_board(a.to):
        return buffers.because(why, Why.OFF_BOARD, a.to)
    if s.board[a.at] == state.EMPTY:
        return buffers.because(why, Why.NO_PIECE, a.at)
    u = s.units[s.board[a.at]]
    if u.side != s.side:
        return buffers.because(why, Why.NOT_YOUR_PIECE, a.at, u.kind)
    if a.at == a.to:
        return buffers.because(why, Why.SAME_SQUARE, a.at)
    if u.moved:
        return buffers.because(why, Why.ALREADY_MOVED, u.kind, a.at)
    steps = grid.distance(a.at, a.to)
    if steps > tables.CHARGE_LENGTH and s.charge:
        return buffers.because(why, Why.CHARGE_TOO_FAR, u.kind, steps, tables.CHARGE_LENGTH)
    if steps > tables.CHARGE_LENGTH:
        return buffers.because(why, Why.TOO_FAR, u.kind, steps)
    if steps > 1 and not s.charge:
        return buffers.because(why, Why.NO_CHARGE, u.kind, steps)
    if not grid.straight(a.at, a.to):
        return buffers.because(why, Why.NOT_STRAIGHT, a.at, a.to)
    cost = move_cost(a.at, a.to)
    if cost > s.points:
        return buffers.because(why, Why.NOT_ENOUGH_POINTS, cost, s.points)
    if steps == tables.CHARGE_LENGTH:
        middle = (a.at + a.to) // 2
        if s.board[middle] != state.EMPTY:
            return buffers.because(why, Why.CHARGE_BLOCKED, middle)
    return check_target(s, u, a.to, why)


@rule
def check_target(s, u, to, why):
    """A piece enters an empty square, or that of an enemy it can capture (T-M5, chapter Captura)."""
    if s.board[to] == state.EMPTY:
        return buffers.OK
    t = s.units[s.board[to]]
    if t.side == u.side:
        return buffers.because(why, Why.OWN_PIECE, to, t.kind)
    if tables.TAKES[u.kind, t.kind]:
        return buffers.OK
    if u.kind == t.kind:
        return buffers.because(why, Why.EQUAL_CLASSES, u.kind, to)
    return buffers.because(why, Why.CANNOT_CAPTURE, u.kind, t.kind, to)


@rule
def move_cost(at, to):
    """2 points a square along rows and columns, 3 along diagonals (T-M3, T-M4, T-C3)."""
    if at % 8 == to % 8 or at // 8 == to // 8:
        return tables.COST_ORTHOGONAL * grid.distance(at, to)
    return tables.COST_DIAGONAL * grid.distance(at, to)


@rule
def may_capture(s, side, kind, unit):
    """Whether a piece of this side and class takes that unit: `check_target` without its reasons."""
    t = s.units[unit]
    return t.side != side and tables.TAKES[kind, t.kind] != 0


@rule
def has_move(s):
    """Whether the side to move can afford any legal move; a charge never opens what a single step does not."""
    side, points = s.side, s.points
    directions = (
        grid.DIRECTIONS
        if points >= tables.COST_DIAGONAL
        else grid.ORTHOGONAL
        if points >= tables.COST_ORTHOGONAL
        else 0
    )
    for i in range(side * tables.PIECES, (side + 1) * tables.PIECES):
        u = s.units[i]
        if u.at == state.OFF or u.moved:
            continue
        for direction in range(directions):
            to = grid.NEIGHBOUR[u.at, direction]
            if to >= 0 and (s.board[to] == state.EMPTY or may_capture(s, side, u.kind, s.board[to])):
                return True
    return False


@rule
def apply_move(s, a, log):
    """Move the piece, capture what stands there, and see whether that ends the game or the turn."""
    unit = s.board[a.at]
    u = s.units[unit]
    cost = move_cost(a.at, a.to)
    target = s.board[a.to]
    s.points -= cost
    charged = grid.distance(a.at, a.to) == tables.CHARGE_LENGTH
    buffers.emit(log, Did.PIECE_CHARGED if charged else Did.PIECE_MOVED, u.kind, a.at, a.to, cost, s.points)
    s.board[a.at] = state.EMPTY
    s.board[a.to] = unit
    u.at = a.to
    u.moved = 1
    if target != state.EMPTY:
        t = s.units[target]
        t.at = state.OFF
        buffers.emit(log, Did.PIECE_CAPTURED, u.kind, t.kind, a.to)
        if t.kind == tables.GUARD:
            s.phase = state.FINISHED
            s.winner = s.side
            buffers.emit(log, Did.GUARD_CAPTURED, s.side, u.kind, a.to)
            return
    pass_while_stuck(s, log)


@rule
def apply_end(s, log):
    """Stop here; unused points are lost (T-R5)."""
    buffers.emit(log, Did.TURN_ENDED, s.side, s.points)
    next_turn(s, log)
    pass_while_stuck(s, log)


@rule
def start_turn(s, log):
    """Throw both dice; doubles and each side's first turn double the points, once, and allow charges (T-M1, T-C1,
    T-I1, T-R3)."""
    first = throw(s.dice)
    second = throw(s.dice)
    s.faces[0] = first
    s.faces[1] = second
    buffers.emit(log, Did.DICE_THROWN, s.side, first, second)
    s.points = first + second
    s.charge = 0
    opening = s.had_turn[s.side] == 0
    if first == second or opening:
        s.points *= 2
        s.charge = 1
    buffers.emit(
        log,
        Did.POINTS_DOUBLES if first == second else Did.POINTS_FIRST_TURN if opening else Did.POINTS,
        s.side,
        s.points,
    )
    s.had_turn[s.side] = 1
    for i in range(s.side * tables.PIECES, (s.side + 1) * tables.PIECES):
        s.units[i].moved = 0


@rule
def next_turn(s, log):
    """Count the turn and hand the dice over, or call a draw at the turn limit (T-R6)."""
    s.turns += 1
    s.points = 0
    s.charge = 0
    if s.turn_limit > 0 and s.turns >= s.turn_limit:
        s.phase = state.FINISHED
        buffers.emit(log, Did.TURN_LIMIT, s.turns)
        return
    s.side = 1 - s.side
    start_turn(s, log)


@rule
def pass_while_stuck(s, log):
    """A turn without any affordable move ends by itself (T-R9). Some piece always borders an empty square and two
    points are never missing, so one of the sides can move."""
    while s.phase == state.TURN and not has_move(s):
        buffers.emit(log, Did.NO_MOVE_LEFT, s.side, s.points)
        next_turn(s, log)
