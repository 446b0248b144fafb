"""Rounds: initiative, action points, whose turn it is, the end of a round (C-R2, C-R15, C-R21)."""

from escaramuza.games.cafe import state, tables
from escaramuza.games.cafe.codes import Did
from escaramuza.games.cafe.rules import scoring
from escaramuza.games.cafe.rules.stack import A_TURN
from escaramuza.games.cafe.rules.strikes import begin_strikes
from escaramuza.games.cafe.rules.units import has_fresh
from escaramuza.kernel.buffers import emit
from escaramuza.kernel.dice import throw
from escaramuza.kernel.jit import rule
from escaramuza.kernel.stack import push


@rule
def start_round(s):
    """A new round: first what poison and tourniquets left over strikes (C-R16)."""
    s.round_number += 1
    s.thrown = 0
    for side in range(2):
        s.points[side] = 0
        s.rotor[side] = 0
        for close in range(2):
            s.round_kills[side, close] = 0
    for seat in range(tables.SEATS):
        s.passed[seat] = 0
    for i in range(tables.UNITS):
        s.units[i].acted = 0
        s.units[i].camouflaged = 0
        s.units[i].harmless = 0
    begin_strikes(s)


@rule
def apply_initiative(s, log):
    """Both throw two dice, again if equal; the higher starts, and its sum is the action points of both (C-M1, C-P1)."""
    if s.round_number == 1 and s.face_down:
        emit(log, Did.UNITS_REVEALED)
    while True:
        for side in range(2):
            for die in range(2):
                s.faces[side, die] = throw(s.dice)
        emit(log, Did.INITIATIVE_THROWN, s.faces[0, 0], s.faces[0, 1], s.faces[1, 0], s.faces[1, 1])
        blue, red = s.faces[0, 0] + s.faces[0, 1], s.faces[1, 0] + s.faces[1, 1]
        if blue != red:
            break
    s.starter = tables.BLUE if blue > red else tables.RED
    s.side = s.starter
    if s.round_number == 1:
        s.first_starter = s.starter
    s.points[0] = max(blue, red)
    s.points[1] = max(blue, red)
    s.thrown = 1
    emit(log, Did.INITIATIVE, s.starter, max(blue, red), s.round_number)


@rule
def seat_to_act(s, side):
    """The seat of a side that may activate next, in turn among its players, or -1."""
    if s.points[side] <= 0:
        return -1
    for step in range(s.players):
        seat = side + 2 * ((int(s.rotor[side]) + step) % int(s.players))
        if not s.passed[seat] and has_fresh(s, seat):
            return seat
    return -1


@rule
def next_turn(s, log):
    """Ask for the initiative, give the turn to the next player who can and will, or end the round (C-M4, C-M5)."""
    if not s.thrown:
        s.phase = state.INITIATIVE
        s.asked = 0
        return
    for _ in range(2):
        seat = seat_to_act(s, s.side)
        if seat >= 0:
            f = push(s, A_TURN)
            f.seat = seat
            return
        s.side = 1 - s.side
    end_round(s, log)


@rule
def end_turn(s, seat):
    """The other side's turn comes; within this side the next player's."""
    side = seat % 2
    s.rotor[side] = (seat // 2 + 1) % int(s.players)
    s.side = 1 - side


@rule
def end_round(s, log):
    """Objectives and points; after the last round the score decides (C-R11)."""
    emit(log, Did.ROUND_OVER, s.round_number)
    scoring.take_objectives(s, log)
    scoring.score_round(s, log)
    if s.round_number >= s.rounds:
        scoring.score_end(s, log)
        scoring.finish_on_points(s, log)
        return
    start_round(s)
