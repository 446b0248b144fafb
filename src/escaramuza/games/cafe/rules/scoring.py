"""Objectives, victory points and the end (C-O1 …, C-R9 … C-R11, C-R22, C-R23)."""

from escaramuza.games.cafe.codes import (
    BEATEN_NOW,
    DRAWN,
    OBJECTIVE_NEUTRAL,
    OBJECTIVE_TAKEN,
    POINTS_SCORED,
    WON_ON_POINTS,
)  # fmt: skip
from escaramuza.games.cafe.measure import holds_objective, in_zone
from escaramuza.games.cafe.rules.units import standing
from escaramuza.games.cafe.state import FINISHED, NOBODY, ON_TABLE
from escaramuza.games.cafe.tables import (
    ALL_OBJECTIVES,
    BEATEN,
    BLUE,
    CLOSE_KILL,
    FIRST_AND_KEPT,
    FOR_ALL,
    FOR_CLOSE_KILLS,
    FOR_FIRST,
    FOR_OBJECTIVES,
    FOR_RANGE_KILLS,
    FOR_ZONE,
    IN_ZONE,
    MOST_UNITS,
    PER_OBJECTIVE,
    RANGE_KILL,
    RED,
    SHEET,
    THREE_CLOSE_KILLS,
    THREE_IN_ZONE,
    THREE_RANGE_KILLS,
    UNITS,
)  # fmt: skip
from escaramuza.kernel.buffers import emit
from escaramuza.kernel.jit import rule

BY_DEFEAT, ON_POINTS, AS_DRAW = 1, 2, 3
THREE = 3
COLUMNS = len(SHEET)


@rule
def take_objectives(s, log):
    """A side alone within 3 cm owns an objective from then on; with both there it is nobody's, or its owner's by the
    option (C-R9)."""
    for k in range(s.n_objectives):
        o = s.objectives[k]
        blue, red = present(s, k)
        if blue and red:
            if not s.contested_kept and o.owner != NOBODY:
                o.owner = NOBODY
                o.unbroken = 0
                emit(log, OBJECTIVE_NEUTRAL, k)
        elif blue or red:
            side = BLUE if blue else RED
            if o.owner != side:
                o.unbroken = 1 if o.first == NOBODY else 0
                if o.first == NOBODY:
                    o.first = side
                o.owner = side
                emit(log, OBJECTIVE_TAKEN, k, side)


@rule
def present(s, k):
    """Whether each side has a unit within 3 cm of an objective."""
    blue = False
    red = False
    for i in range(UNITS):
        u = s.units[i]
        if u.state != ON_TABLE or (blue and u.side == BLUE) or (red and u.side == RED):
            continue
        if holds_objective(s, i, k):
            if u.side == BLUE:
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
    for i in range(side * MOST_UNITS, (side + 1) * MOST_UNITS):
        if s.units[i].state == ON_TABLE and in_zone(s, i, 1 - side):
            count += 1
    return count


@rule
def reached(s, count, one, three):
    """The higher of two entries of a kind that a count has reached: for one, or for three (C-R10)."""
    return s.values[three] if count >= THREE else s.values[one] if count >= 1 else 0


@rule
def for_kills(s, side, close):
    """What a side's kills of a kind in this round bring."""
    one, three = (CLOSE_KILL, THREE_CLOSE_KILLS) if close else (RANGE_KILL, THREE_RANGE_KILLS)
    return reached(s, s.round_kills[side, close], one, three)


@rule
def score(s, side, column, points, log):
    """Note points on the sheet."""
    if points > 0:
        s.sheet[s.round_number - 1, side, column] += points
        emit(log, POINTS_SCORED, side, column, points)


@rule
def score_round(s, log):
    """The points of a round for both sides (C-R10)."""
    for side in range(2):
        objectives = owned(s, side)
        score(s, side, FOR_OBJECTIVES, objectives * s.values[PER_OBJECTIVE], log)
        score(s, side, FOR_ZONE, reached(s, invaders(s, side), IN_ZONE, THREE_IN_ZONE), log)
        score(s, side, FOR_RANGE_KILLS, for_kills(s, side, 0), log)
        score(s, side, FOR_CLOSE_KILLS, for_kills(s, side, 1), log)
        if objectives == s.n_objectives:
            score(s, side, FOR_ALL, s.values[ALL_OBJECTIVES], log)


@rule
def score_end(s, log):
    """The points for each objective owned before the other ever did and held without a break since (C-R10, C-R22)."""
    for side in range(2):
        for k in range(s.n_objectives):
            o = s.objectives[k]
            if o.owner == side and o.first == side and o.unbroken:
                score(s, side, FOR_FIRST, s.values[FIRST_AND_KEPT], log)


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
    blue, red = standing(s, BLUE), standing(s, RED)
    if blue > BEATEN and red > BEATEN:
        return
    if blue <= BEATEN:
        emit(log, BEATEN_NOW, BLUE, blue)
    if red <= BEATEN:
        emit(log, BEATEN_NOW, RED, red)
    if blue <= BEATEN and red <= BEATEN:
        score_end(s, log)
        finish_on_points(s, log)
        return
    s.phase = FINISHED
    s.winner = BLUE if red <= BEATEN else RED
    s.how = BY_DEFEAT


@rule
def finish_on_points(s, log):
    """The higher score wins; equal is a draw."""
    s.phase = FINISHED
    blue, red = total(s, BLUE), total(s, RED)
    if blue == red:
        s.winner = NOBODY
        s.how = AS_DRAW
        emit(log, DRAWN, blue)
        return
    s.winner = BLUE if blue > red else RED
    s.how = ON_POINTS
    emit(log, WON_ON_POINTS, s.winner, max(blue, red), min(blue, red))
