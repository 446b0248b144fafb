"""Damage, wounds, units that fall, who is credited, and promotion."""

from escaramuza.games.cafe import state, tables
from escaramuza.games.cafe.codes import Did
from escaramuza.games.cafe.rules import stack
from escaramuza.games.cafe.rules.asking import wants_tourniquet
from escaramuza.games.cafe.rules.deck import draw
from escaramuza.games.cafe.rules.waiting import clear_waiting
from escaramuza.kernel.buffers import emit
from escaramuza.kernel.dice import throw
from escaramuza.kernel.jit import rule
from escaramuza.kernel.stack import pop, push, top

LIGHT_UP_TO = 4
SIX = 6


@rule
def hurt(s, unit, points, by, close):
    """Open the procedure for damage to a unit; by is the unit that caused it, or NONE."""
    f = push(s, stack.DAMAGE)
    f.unit = unit
    f.target = by
    f.points = points
    f.close = close


@rule
def run_damage(s, log):
    """Take the health, ask about a tourniquet, then see whether the unit falls."""
    f = top(s)
    u = s.units[f.unit]
    if u.state != state.ON_TABLE:
        pop(s)
        return
    if f.stage == 0:
        u.health -= f.points
        f.stage = 1
        emit(log, Did.DAMAGED, f.unit, f.points, max(u.health, 0))
    if f.stage == 1:
        if wants_tourniquet(s, f):
            s.phase = state.TOURNIQUET_ASKS
            s.asked = u.seat
            return
        f.stage = 2
    unit, by, close = f.unit, f.target, f.close
    pop(s)
    if u.health <= 0:
        fall(s, unit, by, close, log)
    # The promotion for an attack or a blast waits for its end (C-R24); a knife in the middle of it is done at once.
    if by != tables.NONE and top(s).code not in (stack.AN_ATTACK, stack.BLAST):
        promote(s, by, log)


@rule
def fall(s, unit, by, close, log):
    """A unit is out; an enemy that caused it is credited (C-R18)."""
    u = s.units[unit]
    u.state = state.OUT
    u.health = 0
    u.camouflaged = 0
    clear_waiting(u)
    s.losses = 1
    emit(log, Did.FELL, unit)
    if by != tables.NONE and s.units[by].side != u.side:
        s.units[by].kills += 1
        emit(log, Did.KILL_CREDITED, by, close, s.units[by].kills)
        credit(s, s.units[by].side, close, log)


@rule
def credit(s, side, close, log):
    """Count a kill for a side; the sixth of its kind scores once in a game (C-R10)."""
    s.kills[side, close] += 1
    s.round_kills[side, close] += 1
    if s.kills[side, close] == SIX:
        column = tables.FOR_SIX_CLOSE if close else tables.FOR_SIX_RANGE
        points = s.values[tables.SIX_CLOSE if close else tables.SIX_RANGE]
        s.sheet[s.round_number - 1, side, column] += points
        emit(log, Did.SIX_KILLS, side, close, points)


@rule
def wound(s, unit, by, close, log):
    """Throw for a wound: light or grave; three points and the unit is out (C-H1, C-H2)."""
    u = s.units[unit]
    face = throw(s.dice)
    points = 1 if face <= LIGHT_UP_TO else 2
    u.wounds = min(u.wounds + points, tables.MOST_WOUNDS)
    emit(log, Did.WOUNDED, unit, face, points, u.wounds)
    if u.wounds >= tables.MOST_WOUNDS:
        fall(s, unit, by, close, log)


@rule
def promote(s, unit, log):
    """A unit that has destroyed enough enemies is made whole, poison and all, and its player draws a card (C-R12)."""
    u = s.units[unit]
    if u.state != state.ON_TABLE or u.kills < tables.PROMOTES_AT[u.type]:
        return
    u.kills = 0
    u.health = tables.HEALTH[u.type]
    u.wounds = 0
    clear_waiting(u)
    emit(log, Did.PROMOTED, unit, u.health)
    draw(s, u.seat, log)
