"""Objectives, victory points and the end (C-O1 …, C-R9 … C-R11, C-R22, C-R23)."""

from escaramuza.games.cafe import state, tables
from escaramuza.games.cafe.codes import Did
from escaramuza.games.cafe.measure import holds_objective, in_zone
from escaramuza.games.cafe.rules.units import standing
from escaramuza.kernel.buffers import emit
from escaramuza.kernel.jit import rule

BY_DEFEAT, ON_POINTS, AS_DRAW = 1, 2, 3
THREE = 3
COLUMNS = len(tables.SHEET)


@rule
def take_objectives(s, log):
    """A side alone within 3 cm owns an objective from then on; with both there it is nobody's, or its owner's by the
    option (C-R9)."""
    for k in range(s.n_objectives):
        o = s.objectives[k]
        blue, red = present(s, k)
        if blue and red:
            if not s.contested_kept and o.owner != state.NOBODY:
                o.owner = state.NOBODY
                o.unbroken = 0
                emit(log, Did.OBJECTIVE_NEUTRAL, k)
        elif blue or red:
            side = tables.BLUE if blue else tables.RED
            if o.owner != side:
                o.unbroken = 1 if o.first == state.NOBODY else 0
                if o.first == state.NOBODY:
                    o.first = side
                o.owner = side
                emit(log, Did.OBJECTIVE_TAKEN, k, side)


@rule
def present(s, k):
    """Whether each side has a unit within 3 cm of an objective."""
    blue = False
    red = False
    for i in range(tables.UNITS):
        u = s.units[i]
        if u.state != state.ON_TABLE or (blue and u.side == tables.BLUE) or (red and u.side == tables.RED):
            continue
        if holds_objective(s, i, k):
            if u.side == tables.BLUE:
                blue = True
            else:
                red = True
    return blue, red


@rule
def owned(s, side):
    """How many objectives a side owns."""
    count = 0
    for k in range(s.n_objectives):
        if s.objectives[k].owner == side:
            count += 1
    return count


@rule
def invaders(s, side):
    """How many units of a side stand in the enemy's deployment zone."""
    count = 0
    for i in range(side * tables.MOST_UNITS, (side + 1) * tables.MOST_UNITS):
        if s.units[i].state == state.ON_TABLE and in_zone(s, i, 1 - side):
            count += 1
    return count


@rule
def reached(s, count, one, three):
    """The higher of two entries of a kind that a count has reached: for one, or for three (C-R10)."""
    return s.values[three] if count >= THREE else s.values[one] if count >= 1 else 0


@rule
def for_kills(s, side, close):
    """What a side's kills of a kind in this round bring."""
    one, three = (
        (tables.CLOSE_KILL, tables.THREE_CLOSE_KILLS) if close else (tables.RANGE_KILL, tables.THREE_RANGE_KILLS)
    )
    return reached(s, s.round_kills[side, close], one, three)


@rule
def score(s, side, column, points, log):
    """Note points on the sheet."""
    if points > 0:
        s.sheet[s.round_number - 1, side, column] += points
        emit(log, Did.POINTS_SCORED, side, column, points)


@rule
def score_round(s, log):
    """The points of a round for both sides (C-R10)."""
    for side in range(2):
        objectives = owned(s, side)
        score(s, side, tables.FOR_OBJECTIVES, objectives * s.values[tables.PER_OBJECTIVE], log)
        score(s, side, tables.FOR_ZONE, reached(s, invaders(s, side), tables.IN_ZONE, tables.THREE_IN_ZONE), log)
        score(s, side, tables.FOR_RANGE_KILLS, for_kills(s, side, 0), log)
        score(s, side, tables.FOR_CLOSE_KILLS, for_kills(s, side, 1), log)
        if objectives == s.n_objectives:
            score(s, side, tables.FOR_ALL, s.values[tables.ALL_OBJECTIVES], log)


@rule
def score_end(s, log):
    """The points for each objective owned before the other ever did and held without a break since (C-R10, C-R22)."""
    for side in range(2):
        for k in range(s.n_objectives):
            o = s.objectives[k]
            if o.owner == side and o.first == side and o.unbroken:
                score(s, side, tables.FOR_FIRST, s.values[tables.FIRST_AND_KEPT], log)


@rule
def total(s, side):
    """All points of a side."""
    points = 0
    for round in range(s.rounds):
        for column in range(COLUMNS):
            points += s.sheet[round, side, column]
    return points


@rule
def judge_losses(s, log):
    """A side with three units or fewer is beaten; if both are, the score decides (C-R11, C-R23, C-E7)."""
    s.losses = 0
    blue, red = standing(s, tables.BLUE), standing(s, tables.RED)
    if blue > tables.BEATEN and red > tables.BEATEN:
        return
    if blue <= tables.BEATEN:
        emit(log, Did.BEATEN, tables.BLUE, blue)
    if red <= tables.BEATEN:
        emit(log, Did.BEATEN, tables.RED, red)
    if blue <= tables.BEATEN and red <= tables.BEATEN:
        score_end(s, log)
        finish_on_points(s, log)
        return
    s.phase = state.FINISHED
    s.winner = tables.BLUE if red <= tables.BEATEN else tables.RED
    s.how = BY_DEFEAT


@rule
def finish_on_points(s, log):
    """The higher score wins; equal is a draw."""
    s.phase = state.FINISHED
    blue, red = total(s, tables.BLUE), total(s, tables.RED)
    if blue == red:
        s.winner = state.NOBODY
        s.how = AS_DRAW
        emit(log, Did.DRAWN, blue)
        return
    s.winner = tables.BLUE if blue > red else tables.RED
    s.how = ON_POINTS
    emit(log, Did.WON_ON_POINTS, s.winner, max(blue, red), min(blue, red))
