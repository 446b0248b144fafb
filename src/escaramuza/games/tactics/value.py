"""A quick estimate for search: who stands better, from -1000 to 1000."""

from escaramuza.games.tactics import state, tables
from escaramuza.kernel import grid
from escaramuza.kernel.jit import rule

CERTAIN = 1000
WINNING = 950
PIECE = 100
# A piece that can be taken now, or only after its owner has had a say.
HANGING_NOW = 55
HANGING_LATER = 18
GUARD_IN_REACH = 260
GUARD_IN_CHARGE = 45
APPROACH = 5
SOFTEN = 500


@rule
def value(s, side):
    """The estimate for a side: material, pieces that hang, danger to the guards, how near the attack has come."""
    if s.phase == state.FINISHED:
        if s.winner == state.NOBODY:
            return 0
        return CERTAIN if s.winner == side else -CERTAIN
    if s.phase != state.TURN:
        return 0
    mover = s.side
    if guard_falls(s):
        return WINNING if mover == side else -WINNING
    score = 0
    for i in range(tables.UNITS):
        u = s.units[i]
        if u.at == state.OFF:
            continue
        worth = standing(s, u)
        score += worth if u.side == mover else -worth
    score = score * CERTAIN // (abs(score) + SOFTEN) if score >= 0 else -(-score * CERTAIN // (abs(score) + SOFTEN))
    return score if mover == side else -score


@rule
def guard_falls(s):
    """Whether the side to move can take the enemy guard with the points it has."""
    target = s.units[(1 - s.side) * tables.PIECES + tables.PIECES - 1].at
    for direction in range(grid.DIRECTIONS):
        cost = tables.COST_ORTHOGONAL if direction < grid.ORTHOGONAL else tables.COST_DIAGONAL
        if cost > s.points:
            return False
        near = grid.NEIGHBOUR[target, direction]
        if near < 0:
            continue
        if s.board[near] != state.EMPTY:
            if can_still_move(s, near):
                return True
        elif s.charge and 2 * cost <= s.points:
            far = grid.NEIGHBOUR[near, direction]
            if far >= 0 and s.board[far] != state.EMPTY and can_still_move(s, far):
                return True
    return False


@rule
def can_still_move(s, square):
    """Whether the piece there belongs to the side to move and has not moved this turn."""
    u = s.units[s.board[square]]
    return u.side == s.side and not u.moved


@rule
def standing(s, u):
    """What a piece is worth where it stands."""
    mine = u.side == s.side
    enemy_guard = s.units[(1 - u.side) * tables.PIECES + tables.PIECES - 1].at
    worth = 0
    if u.kind != tables.GUARD:
        worth = PIECE + APPROACH * (7 - grid.distance(u.at, enemy_guard))
    for direction in range(grid.DIRECTIONS):
        near = grid.NEIGHBOUR[u.at, direction]
        if near < 0:
            continue
        there = s.board[near]
        if there == state.EMPTY:
            if u.kind == tables.GUARD and mine:
                far = grid.NEIGHBOUR[near, direction]
                if far >= 0 and s.board[far] != state.EMPTY and s.units[s.board[far]].side != u.side:
                    worth -= GUARD_IN_CHARGE
            continue
        t = s.units[there]
        if t.side == u.side or not tables.TAKES[t.kind, u.kind]:
            continue
        if u.kind == tables.GUARD:
            return worth - GUARD_IN_REACH if mine else worth
        if mine:
            return worth - HANGING_LATER
        if not t.moved:
            return worth - HANGING_NOW
    return worth
