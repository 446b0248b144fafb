"""A quick estimate for search: who stands better, from -1000 to 1000."""

from escaramuza.games.tactics import state, tables, weights
from escaramuza.kernel import grid
from escaramuza.kernel.jit import rule

CERTAIN = 1000
WINNING = 950
OWN = weights.WEIGHTS.array


@rule
def value(s, side):
    """The estimate for a side with the weights as they are."""
    return judge(s, side, OWN)


@rule
def judge(s, side, w):
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
        worth = standing(s, u, w)
        score += worth if u.side == mover else -worth
    judged = abs(score) * CERTAIN // (abs(score) + w[weights.SOFTEN])
    return judged if (mover == side) == (score >= 0) else -judged


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
def standing(s, u, w):
    """What a piece is worth where it stands."""
    mine = u.side == s.side
    enemy_guard = s.units[(1 - u.side) * tables.PIECES + tables.PIECES - 1].at
    worth = 0
    if u.kind != tables.GUARD:
        worth = w[weights.PIECE] + w[weights.APPROACH] * (7 - grid.distance(u.at, enemy_guard))
    for direction in range(grid.DIRECTIONS):
        near = grid.NEIGHBOUR[u.at, direction]
        if near < 0:
            continue
        there = s.board[near]
        if there == state.EMPTY:
            if u.kind == tables.GUARD and mine:
                far = grid.NEIGHBOUR[near, direction]
                if far >= 0 and s.board[far] != state.EMPTY and s.units[s.board[far]].side != u.side:
                    worth -= w[weights.GUARD_IN_CHARGE]
            continue
        t = s.units[there]
        if t.side == u.side or not tables.TAKES[t.kind, u.kind]:
            continue
        if u.kind == tables.GUARD:
            return worth - w[weights.GUARD_IN_REACH] if mine else worth
        if mine:
            return worth - w[weights.HANGING_LATER] + w[weights.COVERED] * covered(s, u, t.kind)
        if not t.moved:
            return worth - w[weights.HANGING_NOW] + w[weights.COVERED] * covered(s, u, t.kind)
    return worth


@rule
def covered(s, u, taker):
    """Whether a friend beside a piece could take back from that class."""
    for direction in range(grid.DIRECTIONS):
        near = grid.NEIGHBOUR[u.at, direction]
        if near < 0 or s.board[near] == state.EMPTY:
            continue
        friend = s.units[s.board[near]]
        if friend.side == u.side and tables.TAKES[friend.kind, taker]:
            return 1
    return 0
