"""Morale and leadership: a die, its modifiers, and the two faces that decide by themselves."""

import numpy as np

from escaramuza.games.forglory import tables
from escaramuza.games.forglory.codes import Did
from escaramuza.games.forglory.measure import body_gap, stands, within
from escaramuza.kernel.buffers import emit
from escaramuza.kernel.dice import FACES, throw
from escaramuza.kernel.jit import rule


@rule
def note(log, code, body, reason, value):
    """Tell a modifier that counts, of combat or of a check, and return it."""
    if value != 0:
        emit(log, code, body, reason, value)
    return value


@rule
def disorganised(s, unit):
    """Whether a unit is disorganised: of a detachment, or its officer's last check failed."""
    u = s.units[unit]
    return u.detached == 1 or u.confused == 1


@rule
def decides(face, total):
    """Whether a check is passed: more than 3; a 1 always fails, a 6 never."""
    return face == FACES or (face != 1 and total > tables.CHECK_FAILS)


@rule
def morale_modifiers(s, unit, log):
    """What a morale check adds to the die, each told."""
    u = s.units[unit]
    officer = tables.UNITS + u.division
    total = note(log, Did.MORALE_MODIFIER, unit, tables.BY_QUALITY, tables.QUALITY[u.quality])
    if stands(s, officer) and within(s, unit, officer, s.span[tables.XS]):
        total += note(log, Did.MORALE_MODIFIER, unit, tables.BY_OFFICER, tables.NEAR_OFFICER)
    total += note(log, Did.MORALE_MODIFIER, unit, tables.BY_LOST, -np.int64(s.officers[u.division].lost))
    total += note(log, Did.MORALE_MODIFIER, unit, tables.BY_HITS, -np.int64(u.hits))
    if disorganised(s, unit):
        total += note(log, Did.MORALE_MODIFIER, unit, tables.BY_DISORDER, tables.DISORDER)
    return total


@rule
def morale_check(s, unit, log):
    """Throw a unit's morale check; whether it is passed."""
    face = throw(s.dice)
    emit(log, Did.CHECK_DIE, unit, face)
    total = face + morale_modifiers(s, unit, log)
    passed = decides(face, total)
    emit(log, Did.MORALE_PASSED if passed else Did.MORALE_FAILED, unit, total)
    return passed


@rule
def tramos(s, officer):
    """How many stretches of XL lie between an officer and its staff, each one begun counted, at least one."""
    apart = body_gap(s, tables.UNITS + officer, tables.UNITS + tables.STAFF + s.officers[officer].side)
    span = np.int64(s.span[tables.XL])
    return max(np.int64(1), (apart + span - 1) // span)


@rule
def leadership_modifiers(s, officer, log):
    """What a leadership check adds to the die, each told (G-R6)."""
    o = s.officers[officer]
    body, staff = tables.UNITS + officer, tables.UNITS + tables.STAFF + o.side
    total = note(log, Did.LEADERSHIP_MODIFIER, body, tables.BY_EXPERIENCE, np.int64(o.experience))
    if stands(s, staff):
        if within(s, body, staff, s.span[tables.XS]):
            total += note(log, Did.LEADERSHIP_MODIFIER, body, tables.BY_STAFF, tables.NEAR_STAFF)
        total += note(log, Did.LEADERSHIP_MODIFIER, body, tables.BY_DISTANCE, -tramos(s, officer))
    total += note(log, Did.LEADERSHIP_MODIFIER, body, tables.BY_LOST, -np.int64(o.lost))
    return total


@rule
def leadership_check(s, officer, log):
    """Throw an officer's leadership check; whether it is passed."""
    face = throw(s.dice)
    emit(log, Did.LEADERSHIP_DIE, tables.UNITS + officer, face)
    total = face + leadership_modifiers(s, officer, log)
    passed = decides(face, total)
    emit(log, Did.LEADERSHIP_PASSED if passed else Did.LEADERSHIP_FAILED, tables.UNITS + officer, total)
    return passed


@rule
def chance(modifier):
    """In how many of six faces a check with this modifier is passed."""
    faces = 0
    for face in range(1, FACES + 1):
        if decides(face, face + modifier):
            faces += 1
    return faces
