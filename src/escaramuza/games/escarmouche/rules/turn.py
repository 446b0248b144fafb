"""Chapter Déroulement d'un tour: how a turn begins and ends, and the scenario's control markers."""

from escaramuza.games.escarmouche import state, tables
from escaramuza.games.escarmouche.codes import Did
from escaramuza.games.escarmouche.rules.choices import has_action
from escaramuza.kernel.buffers import emit
from escaramuza.kernel.jit import rule


@rule
def start_turn(s):
    """Two actions; retreats and guards of this side end, suppression and draining begin (E-T1, E-F3)."""
    s.phase = state.TURN
    s.actions = tables.ACTIONS
    for i in range(s.side * tables.MOST_UNITS, (s.side + 1) * tables.MOST_UNITS):
        u = s.units[i]
        if u.at < 0:
            continue
        u.retreated = 0
        u.ward = tables.NONE
        if u.suppressed == state.COMING:
            u.suppressed = state.NOW
        if u.drained == state.COMING:
            u.drained = state.NOW


@rule
def finish_action(s, unit, log):
    """Count the action; the turn ends with the second, or when nothing is left to do."""
    clear_frame(s)
    s.phase = state.TURN
    s.actions -= 1
    if s.units[unit].at >= 0:
        s.units[unit].acts += 1
    if s.actions == 0:
        emit(log, Did.TURN_OVER, s.side)
        next_turn(s, log)
    pass_while_stuck(s, log)


@rule
def clear_frame(s):
    """Nothing waits for a decision."""
    f = s.frame
    f.unit = tables.NONE
    f.target = tables.NONE
    f.ability = tables.NONE
    f.power = 0
    f.rest = 0


@rule
def pass_while_stuck(s, log):
    """A side without a legal action passes (E-R4). Some unit always borders a free square, so one of the sides can
    move."""
    while s.phase == state.TURN and not has_action(s):
        emit(log, Did.NOTHING_LEFT, s.side, s.actions)
        next_turn(s, log)


@rule
def next_turn(s, log):
    """End the turn: conditions, control of the centre, the turn limit (E-R7), then the other side."""
    for i in range(s.side * tables.MOST_UNITS, (s.side + 1) * tables.MOST_UNITS):
        u = s.units[i]
        if u.at < 0:
            continue
        u.acts = 0
        u.attacked = 0
        u.used = 0
        u.overcharged = 0
        if u.suppressed == state.NOW:
            u.suppressed = 0
        if u.drained == state.NOW:
            u.drained = 0
    s.turns += 1
    s.actions = 0
    if s.scenario == state.CENTRE_SCENARIO:
        control_centre(s, log)
        if s.phase == state.FINISHED:
            return
    if s.turn_limit > 0 and s.turns >= s.turn_limit:
        s.phase = state.FINISHED
        emit(log, Did.TURN_LIMIT, s.turns)
        return
    s.side = 1 - s.side
    start_turn(s)


@rule
def control_centre(s, log):
    """A side alone on the central squares at the end of its turn gains a marker, the other loses one; five win
    (E-F4, E-R17)."""
    mine = False
    for i in range(tables.UNITS):
        u = s.units[i]
        if u.at < 0 or not tables.CENTRE[u.at]:
            continue
        if u.side != s.side:
            return
        mine = True
    if not mine:
        return
    enemy = 1 - s.side
    s.markers[s.side] += 1
    emit(log, Did.MARKER_GAINED, s.side, s.markers[s.side])
    if s.markers[enemy] > 0:
        s.markers[enemy] -= 1
        emit(log, Did.MARKER_LOST, enemy, s.markers[enemy])
    if s.markers[s.side] >= tables.MARKERS_TO_WIN:
        s.phase = state.FINISHED
        s.winner = s.side
        emit(log, Did.WON_BY_MARKERS, s.side, s.markers[s.side])
