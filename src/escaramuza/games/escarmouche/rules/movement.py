"""Chapter Mouvement."""

from escaramuza.games.escarmouche import state
from escaramuza.games.escarmouche.codes import Did, Why
from escaramuza.games.escarmouche.rules.acting import check_actor
from escaramuza.games.escarmouche.rules.turn import finish_action
from escaramuza.games.escarmouche.sight import reach
from escaramuza.kernel.bits import BIT
from escaramuza.kernel.buffers import OK, because, emit
from escaramuza.kernel.grid import distance, on_board
from escaramuza.kernel.jit import rule


@rule
def check_move(s, a, why):
    """The first rule that forbids unit a.unit moving to a.to."""
    code = check_actor(s, a.unit, why)
    if code != OK:
        return code
    return check_way(s, a.unit, a.to, why)


@rule
def check_way(s, unit, to, why):
    """A unit goes up to its movement over free squares, diagonals too, around everybody (E-U4, E-D1, E-D2, E-D3)."""
    if not on_board(to):
        return because(why, Why.OFF_BOARD, to)
    u = s.units[unit]
    if to == u.at:
        return because(why, Why.SAME_SQUARE, unit, to)
    if s.board[to] == state.WALL:
        return because(why, Why.OBSTACLE_THERE, to)
    if s.board[to] != state.EMPTY:
        return because(why, Why.OCCUPIED, to, s.board[to])
    if distance(u.at, to) > u.move:
        return because(why, Why.TOO_FAR, unit, distance(u.at, to), u.move)
    if not reach(u.at, u.move, s.blocked) & BIT[to]:
        return because(why, Why.NO_WAY, unit, to, u.move)
    return OK


@rule
def relocate(s, unit, to):
    """Put a unit on another, free square."""
    u = s.units[unit]
    s.board[u.at] = state.EMPTY
    s.board[to] = unit
    s.blocked = (s.blocked & ~BIT[u.at]) | BIT[to]
    u.at = to


@rule
def apply_move(s, a, log):
    """Move as an action."""
    emit(log, Did.UNIT_MOVED, a.unit, s.units[a.unit].at, a.to)
    relocate(s, a.unit, a.to)
    finish_action(s, a.unit, log)
