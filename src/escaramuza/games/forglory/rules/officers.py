"""Officers on their own: riding, and finding a new place after they fell."""

import numpy as np

from escaramuza.games.forglory import tables
from escaramuza.games.forglory.codes import Did, Why
from escaramuza.games.forglory.ground import on_ground
from escaramuza.games.forglory.measure import body_gap, centre_gap, put_officer
from escaramuza.games.forglory.rules.charge import can_charge, covering_unit, in_range
from escaramuza.games.forglory.rules.losses import score
from escaramuza.games.forglory.rules.room import officer_blocked, officer_off_table, officer_way
from escaramuza.games.forglory.rules.stack import A_RIDE
from escaramuza.games.forglory.sight import sees
from escaramuza.games.forglory.state import OFFICER_RIDE, ON_TABLE, STAFF_RIDE
from escaramuza.kernel.buffers import OK, because, emit
from escaramuza.kernel.jit import rule
from escaramuza.kernel.stack import pop, push, top


@rule
def check_stand(s, officer, x, y, why):
    """Whether an officer may be put down at a place (G-R32)."""
    if officer_off_table(s, x, y):
        return because(why, Why.OFF_TABLE, x, y)
    piece = on_ground(s, x, y, tables.IMPASSABLE, tables.CROSSING)
    if piece >= 0:
        return because(why, Why.IMPASSABLE_GROUND, tables.UNITS + officer, piece)
    other = officer_blocked(s, officer, x, y)
    if other >= 0:
        return because(why, Why.ROOM_TAKEN, tables.UNITS + officer, other)
    return OK


@rule
def open_ride(s, officer):
    """An officer or a staff may ride now."""
    f = push(s, A_RIDE)
    f.unit = officer
    f.side = s.officers[officer].side


@rule
def run_ride(s):
    """Its owner decides where to."""
    f = top(s)
    s.phase = STAFF_RIDE if f.unit >= tables.STAFF else OFFICER_RIDE
    s.asked = f.side


@rule
def check_ride(s, officer, a, used, legs, why):
    """One leg of an officer's ride: up to L in all, over everything but enemies."""
    o = s.officers[officer]
    length = centre_gap(o.x, o.y, a.x, a.y)
    if length == 0 and legs == 0:
        return because(why, Why.NOT_MOVED_AT_ALL, tables.UNITS + officer)
    if length > 0 and legs >= tables.MOST_LEGS:
        return because(why, Why.TOO_MANY_LEGS, tables.UNITS + officer, tables.MOST_LEGS)
    most = np.int64(s.span[tables.OFFICER_MOVE])
    if used + length > most:
        return because(why, Why.TOO_FAR, tables.UNITS + officer, used + length, most)
    enemy = officer_way(s, officer, a.x, a.y)
    if enemy >= 0:
        return because(why, Why.ENEMY_IN_THE_WAY, tables.UNITS + officer, enemy)
    return check_stand(s, officer, a.x, a.y, why)


@rule
def apply_ride(s, officer, a, log):
    """Ride a leg; how far is noted in the frame."""
    f = top(s)
    o = s.officers[officer]
    f.used += centre_gap(o.x, o.y, a.x, a.y)
    f.legs += 1
    put_officer(s, officer, a.x, a.y)
    emit(log, Did.RODE, tables.UNITS + officer, a.x, a.y)


@rule
def stay(s, officer, log):
    """An officer stays where it is."""
    emit(log, Did.STAYED, tables.UNITS + officer)


@rule
def has_sole_target(s, enemy, officer, why):
    """Whether an officer would be the only target of an enemy unit (G-R10); the officer stands on the table."""
    body = tables.UNITS + officer
    if not aims_at(s, enemy, body, why):
        return False
    return covering_unit(s, enemy, body, False, why) < 0


@rule
def aims_at(s, enemy, body, why):
    """Whether an enemy unit could shoot at or charge a body, nobody else considered."""
    if in_range(s, enemy, body) and sees(s, enemy, body):
        return True
    return can_charge(s, enemy, body, False, why)


@rule
def check_put(s, officer, x, y, why):
    """Where a fallen general's successor may be put: all its units within L, nobody's only target (G-R10)."""
    code = check_stand(s, officer, x, y, why)
    if code != OK:
        return code
    o = s.officers[officer]
    home_x, home_y, state = int(o.x), int(o.y), int(o.state)
    put_officer(s, officer, x, y)
    o.state = ON_TABLE
    code = check_new_place(s, officer, why)
    put_officer(s, officer, home_x, home_y)
    o.state = state
    return code


@rule
def check_new_place(s, officer, why):
    """The same, the officer standing there for the look."""
    body = tables.UNITS + officer
    o = s.officers[officer]
    for unit in range(tables.UNITS):
        u = s.units[unit]
        if u.state == ON_TABLE and u.division == officer:
            away = body_gap(s, unit, body)
            if away > s.span[tables.L]:
                return because(why, Why.UNIT_TOO_FAR, body, unit, away)
    for enemy in range((1 - o.side) * tables.UNITS // 2, (2 - o.side) * tables.UNITS // 2):
        if s.units[enemy].state == ON_TABLE and has_sole_target(s, enemy, officer, why):
            return because(why, Why.SOLE_TARGET, body, enemy)
    return OK


@rule
def apply_put(s, a, log):
    """The successor takes command, without experience."""
    officer = int(top(s).unit)
    o = s.officers[officer]
    o.state = ON_TABLE
    put_officer(s, officer, a.x, a.y)
    emit(log, Did.OFFICER_RELOCATED, tables.UNITS + officer, a.x, a.y)
    score(s, 1 - o.side, tables.FOR_OFFICERS, log)
    pop(s)
