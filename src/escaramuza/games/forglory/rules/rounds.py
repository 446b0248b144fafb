"""The course of a battle when nothing is open: set-up, reinforcements, initiative, activations, the round's end."""

import numpy as np

from escaramuza.games.forglory import state, tables
from escaramuza.games.forglory.codes import Did, Why
from escaramuza.games.forglory.rules import victory
from escaramuza.games.forglory.rules.deploying import NO_ROOM_FOUND, open_deployment, open_staff
from escaramuza.games.forglory.rules.groups import form_groups, next_group, tie_die
from escaramuza.games.forglory.rules.losses import brigades_left
from escaramuza.games.forglory.rules.officers import open_ride
from escaramuza.games.forglory.rules.shooting import forget_marker
from escaramuza.kernel.buffers import OK, because, emit
from escaramuza.kernel.dice import throw
from escaramuza.kernel.jit import rule

SETTING, FIRST_DEPLOY, STAFFS, REINFORCE, FORM, ACTIVATE, STAFF_RIDES, END_ROUND = range(8)
# Noted in a staff's `tries`: it has had its ride in this round.
HAS_RIDDEN = 1


@rule
def throw_experience(s, log):
    """A die for every officer, the staffs too, before units are distributed (G-A3)."""
    for officer in range(tables.OFFICERS):
        o = s.officers[officer]
        if o.state == state.ABSENT:
            continue
        o.experience = throw(s.dice)
        emit(log, Did.EXPERIENCE_THROWN, tables.UNITS + officer, o.experience)
    s.phase = state.DISTRIBUTE
    s.asked = tables.SOUTH


@rule
def check_assign(s, a, why):
    """Put a unit under another general; its division keeps two units or more (G-A4, G-E14)."""
    unit, division = int(a.unit), int(a.choice)
    code = check_arranged(s, unit, why)
    if code != OK:
        return code
    own = division - s.asked * tables.MOST_DIVISIONS
    if own < 0 or own >= tables.MOST_DIVISIONS or s.officers[division].state == state.ABSENT:
        return because(why, Why.NO_SUCH_DIVISION, own + 1, divisions_of(s, s.asked))
    before = int(s.units[unit].division)
    if before == division:
        return because(why, Why.SAME_DIVISION, unit, division)
    if brigades_left(s, before) <= tables.FEWEST_BRIGADES:
        return because(why, Why.TOO_FEW_BRIGADES, before, brigades_left(s, before) - 1)
    return OK


@rule
def check_swap(s, a, why):
    """Exchange two units of different divisions."""
    code = check_arranged(s, int(a.unit), why)
    if code == OK:
        code = check_arranged(s, int(a.target), why)
    if code == OK and s.units[a.unit].division == s.units[a.target].division:
        return because(why, Why.SAME_DIVISION, a.target, s.units[a.target].division)
    return code


@rule
def check_arranged(s, unit, why):
    """An own unit, as often as one likes (G-E14)."""
    if unit < 0 or unit >= tables.UNITS or s.units[unit].state == state.ABSENT:
        return because(why, Why.NO_SUCH_BODY, unit)
    if s.units[unit].side != s.asked:
        return because(why, Why.NOT_YOUR_UNIT, unit)
    return OK if s.changes < tables.MOST_CHANGES else because(why, Why.NO_MORE_CHANGES, tables.MOST_CHANGES)


@rule
def divisions_of(s, side):
    """How many divisions a side has."""
    count = 0
    for division in range(side * tables.MOST_DIVISIONS, (side + 1) * tables.MOST_DIVISIONS):
        if s.officers[division].state != state.ABSENT:
            count += 1
    return count


@rule
def apply_assign(s, a, log):
    """The unit changes its division."""
    s.changes += 1
    s.units[a.unit].division = a.choice
    emit(log, Did.ASSIGNED, a.unit, a.choice)


@rule
def apply_swap(s, a, log):
    """Both units change their divisions."""
    s.changes += 1
    first, second = int(s.units[a.unit].division), int(s.units[a.target].division)
    s.units[a.unit].division = second
    s.units[a.target].division = first
    emit(log, Did.ASSIGNED, a.unit, second)
    emit(log, Did.ASSIGNED, a.target, first)


@rule
def check_ready(s, why):
    """No division has fewer than two units (G-A2)."""
    for division in range(s.asked * tables.MOST_DIVISIONS, (s.asked + 1) * tables.MOST_DIVISIONS):
        if s.officers[division].state != state.ABSENT and brigades_left(s, division) < tables.FEWEST_BRIGADES:
            return because(why, Why.TOO_FEW_BRIGADES, division, brigades_left(s, division))
    return OK


@rule
def apply_ready(s, log):
    """One army is arranged; after both the deployment dice are thrown (G-D1, G-D2)."""
    emit(log, Did.ARMY_READY, s.asked)
    s.changes = 0
    if s.asked == tables.SOUTH:
        s.asked = tables.NORTH
        return
    for division in range(tables.DIVISIONS):
        o = s.officers[division]
        if o.state == state.ABSENT:
            continue
        o.die = throw(s.dice)
        emit(log, Did.DEPLOYMENT_DIE, division, o.die)
        if o.die < tables.DEPLOYS_FROM:
            emit(log, Did.IN_RESERVE, division, o.die)
    s.step = FIRST_DEPLOY
    s.turn = state.NOBODY
    s.phase = state.RUNNING


@rule
def comes_now(s, division):
    """Whether a division waits to be deployed in this step."""
    o = s.officers[division]
    if o.state != state.IN_HAND:
        return False
    return o.die >= tables.DEPLOYS_FROM if s.step == FIRST_DEPLOY else o.die == 0


@rule
def precedence(s, division):
    """What decides the order: the deployment die at first, then experience."""
    o = s.officers[division]
    return np.int64(o.die) * 100 + o.experience


@rule
def is_first(s, division):
    """Whether a division is among those that are to be deployed first."""
    if not comes_now(s, division):
        return False
    for other in range(tables.DIVISIONS):
        if comes_now(s, other) and precedence(s, other) > precedence(s, division):
            return False
    return True


@rule
def next_division(s, log):
    """Open the next deployment, or ask an owner which of its equal divisions comes first; False when none waits."""
    south, north = first_of(s, tables.SOUTH), first_of(s, tables.NORTH)
    if south + north == 0:
        return False
    side = tables.SOUTH if south > 0 else tables.NORTH
    if south > 0 and north > 0:
        # Equal dice and experience: in turn, a die says who starts (G-R55).
        if s.turn == state.NOBODY:
            s.turn = tie_die(s, log)
        side = int(s.turn)
    if (south if side == tables.SOUTH else north) > 1:
        s.phase = state.PICKING
        s.asked = side
        return True
    for division in range(tables.DIVISIONS):
        if is_first(s, division) and s.officers[division].side == side:
            start_deployment(s, division, log)
            break
    return True


@rule
def first_of(s, side):
    """How many divisions of a side are among those that are to be deployed first."""
    count = 0
    for division in range(tables.DIVISIONS):
        if s.officers[division].side == side and is_first(s, division):
            count += 1
    return count


@rule
def start_deployment(s, division, log):
    """A division is put on the table; where an order alternates the other side comes next."""
    if s.turn != state.NOBODY:
        s.turn = 1 - s.officers[division].side
    open_deployment(s, division, s.step == REINFORCE, log)


@rule
def check_pick_division(s, division, why):
    """Which of several equal divisions of one owner comes first."""
    own = division - s.asked * tables.MOST_DIVISIONS
    if own < 0 or own >= tables.MOST_DIVISIONS or not is_first(s, division):
        return because(why, Why.NOT_TO_PICK, own + 1)
    return OK


@rule
def staff_next(s, riding, log):
    """The side whose staff comes next, by experience, then by die (G-R33), or NONE."""
    south, north = staff_waits(s, tables.SOUTH, riding), staff_waits(s, tables.NORTH, riding)
    if not south and not north:
        return tables.NONE
    if south != north:
        return tables.SOUTH if south else tables.NORTH
    if s.officers[tables.STAFF].experience != s.officers[tables.STAFF + 1].experience:
        return (
            tables.SOUTH
            if s.officers[tables.STAFF].experience > s.officers[tables.STAFF + 1].experience
            else tables.NORTH
        )
    return tie_die(s, log)


@rule
def staff_waits(s, side, riding):
    """Whether a staff still has to be placed, or to ride."""
    o = s.officers[tables.STAFF + side]
    if riding:
        return o.state == state.ON_TABLE and o.tries != HAS_RIDDEN
    if o.state != state.IN_HAND or o.tries == NO_ROOM_FOUND:
        return False
    for division in range(side * tables.MOST_DIVISIONS, (side + 1) * tables.MOST_DIVISIONS):
        if s.officers[division].state == state.ON_TABLE:
            return True
    return False


@rule
def begin_round(s, log):
    """A new round: reserves come one step nearer (G-N1)."""
    s.round_number += 1
    emit(log, Did.ROUND_BEGINS, s.round_number)
    for division in range(tables.DIVISIONS):
        o = s.officers[division]
        if o.state != state.IN_HAND:
            continue
        o.die = max(o.die - 1, 0)
        o.edge = tables.NONE
        o.tries = 0
        if o.die > 0:
            emit(log, Did.WAITS, division, o.die)
    s.officers[tables.STAFF].tries = 0
    s.officers[tables.STAFF + 1].tries = 0
    s.turn = state.NOBODY
    s.step = REINFORCE


@rule
def next_step(s, log):
    """What comes when no procedure is open."""
    if s.step in (FIRST_DEPLOY, REINFORCE):
        if not next_division(s, log):
            s.step = STAFFS
            s.turn = state.NOBODY
    elif s.step == STAFFS:
        # A staff without officers on the table comes with its first division (G-R57).
        side = staff_next(s, False, log)
        if side != tables.NONE:
            open_staff(s, side)
        elif s.round_number == 0:
            begin_round(s, log)
        else:
            s.step = FORM
    elif s.step == FORM:
        form_groups(s, log)
        s.step = ACTIVATE
    elif s.step == ACTIVATE:
        if not next_group(s, log):
            s.step = STAFF_RIDES
    elif s.step == STAFF_RIDES:
        side = staff_next(s, True, log)
        if side == tables.NONE:
            s.step = END_ROUND
        else:
            s.officers[tables.STAFF + side].tries = HAS_RIDDEN
            open_ride(s, tables.STAFF + side)
    else:
        end_round(s, log)


@rule
def end_round(s, log):
    """Objectives change hands, markers may fade, and the battle may end."""
    emit(log, Did.ROUND_OVER, s.round_number)
    victory.look_at_objectives(s, log)
    if s.fading:
        fade_markers(s, log)
    if victory.all_in_one_hand(s):
        victory.finish(s, victory.BY_OBJECTIVES, log)
    elif s.round_number >= s.rounds:
        victory.finish(s, victory.BY_ROUNDS, log)
    else:
        begin_round(s, log)


@rule
def fade_markers(s, log):
    """Option: a marker lies until the end of the round after its own (G-R7)."""
    gone = 0
    k = 0
    while k < s.n_markers:
        if s.markers[k].round_number < s.round_number:
            forget_marker(s, k)
            gone += 1
        else:
            k += 1
    if gone > 0:
        emit(log, Did.MARKERS_FADE, gone)
