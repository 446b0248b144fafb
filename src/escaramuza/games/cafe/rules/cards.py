"""The deck's cards: when each may be played (C-F2, C-R16, C-R17, C-R26 … C-R30, C-E4, C-E8)."""

import numpy as np

from escaramuza.games.cafe import kinds, measure, state, tables
from escaramuza.games.cafe.codes import Why
from escaramuza.games.cafe.rules import stack
from escaramuza.games.cafe.rules.attack import check_attacker, may_attack, may_shoot
from escaramuza.games.cafe.rules.units import check_enemy, check_own, check_unit
from escaramuza.games.cafe.rules.ways import check_leg
from escaramuza.kernel.buffers import OK, because
from escaramuza.kernel.jit import rule
from escaramuza.kernel.plane import gap, turned_x, turned_y
from escaramuza.kernel.stack import find, top

SPARE_HEALTH = 2
MORE_THAN_ONE = 2
# Rounding to whole tenths of a millimetre must not lengthen the longest.
SHIFTS = (tables.TACTICAL_MOVE - 2, 148, 48, 10)


@rule
def own_turn(s):
    """Whether the deciding seat is in its own turn, with nothing half done (C-R16, C-E4)."""
    return s.asked == stack.turn_seat(s) and s.phase in (state.TURN, state.MOVE, state.ATTACK)


@rule
def window_is(s, moment):
    """Whether the window of a moment is open."""
    return s.phase == state.WINDOW and top(s).moment == moment


@rule
def is_moment(s, card):
    """Whether this is the moment of a card for the deciding seat, whatever the units."""
    mine = s.asked == stack.turn_seat(s)
    if card == tables.TOURNIQUET:
        return s.phase == state.TOURNIQUET_ASKS
    if card == tables.FIRST_AID:
        return mine and window_is(s, stack.AT_END)
    if card in (tables.CHEETAH, tables.CAMOUFLAGE):
        return mine and window_is(s, stack.AFTER_MOVE)
    if card == tables.FALSE_ORDERS:
        return s.asked % 2 != stack.turn_seat(s) % 2 and window_is(s, stack.AFTER_MOVE)
    if card == tables.KNIFE:
        return own_turn(s) or s.phase == state.WINDOW
    if card in (tables.MA, tables.SNIPER):
        return own_turn(s) and s.phase == state.ATTACK
    return card != tables.TRAP_CARD and own_turn(s)


@rule
def check_card(s, a, why):
    """Whether the deciding seat may play a card now, so."""
    card = int(a.choice)
    if card < 0 or card >= tables.KINDS_OF_CARD or s.held[s.asked, card] <= 0:
        return because(why, Why.NO_SUCH_CARD, card)
    if not is_moment(s, card):
        return because(why, Why.NOT_THIS_MOMENT, card)
    if card == tables.MA:
        return check_ma(s, why)
    if card == tables.SNIPER:
        return check_sniper(s, why)
    if card == tables.DIVINE_WIND:
        return check_divine_wind(s, a, why)
    if card == tables.KNIFE:
        return check_knife(s, a, why)
    if card == tables.INSTINCT:
        return check_instinct(s, a, why)
    if card == tables.SPY:
        return check_spy(s, a, why)
    if card == tables.TACTICAL:
        return check_tactical(s, a, why)
    if card == tables.FIRST_AID:
        return check_first_aid(s, a, why)
    if card in (tables.FALSE_ORDERS, tables.CHEETAH, tables.CAMOUFLAGE):
        return check_mover(s, card, why)
    return OK


@rule
def check_ma(s, why):
    """MA+: with the attack of a unit that has health to spare and somebody to attack."""
    code = check_attacker(s, why)
    if code != OK:
        return code
    f = top(s)
    if s.units[f.unit].health < SPARE_HEALTH:
        return because(why, Why.TOO_WEAK, f.unit, s.units[f.unit].health)
    if not may_attack(s, f):
        return because(why, Why.NOBODY_TO_ATTACK, f.unit)
    return OK


@rule
def check_sniper(s, why):
    """Francotirador: a unit near cover with a target in its longer range."""
    code = check_attacker(s, why)
    if code != OK:
        return code
    f = top(s)
    if f.more_range > 0:
        return because(why, Why.ALREADY_SNIPING, f.unit)
    if not measure.near_cover(s, f.unit, tables.SNIPER_NEAR):
        return because(why, Why.NO_COVER_NEAR, f.unit)
    if not may_shoot(s, f, tables.RANGE + tables.SNIPER_RANGE):
        return because(why, Why.NO_TARGET_IN_SIGHT, f.unit)
    return OK


@rule
def check_pair(s, a, why):
    """An own unit and an enemy in close combat distance of it: an attack, so neither may be hidden (C-R29)."""
    code = check_own(s, a.unit, s.asked, why)
    if code != OK:
        return code
    code = check_enemy(s, a.unit, a.target, why)
    if code != OK:
        return code
    if not measure.in_close_reach(s, a.unit, a.target):
        u, t = s.units[a.unit], s.units[a.target]
        return because(why, Why.OUT_OF_CLOSE_REACH, a.target, gap(u.corners, 4, t.corners, 4))
    if s.units[a.unit].harmless:
        return because(why, Why.HIDING, a.unit)
    if s.units[a.target].camouflaged:
        return because(why, Why.CAMOUFLAGED, a.target)
    return OK


@rule
def check_divine_wind(s, a, why):
    """Viento Divino: a unit at health 1 takes an enemy along."""
    code = check_own(s, a.unit, s.asked, why)
    if code != OK:
        return code
    if s.units[a.unit].health != 1:
        return because(why, Why.NOT_AT_ONE, a.unit, s.units[a.unit].health)
    return check_pair(s, a, why)


@rule
def check_knife(s, a, why):
    """Cuchillo envenenado: an enemy in close combat distance."""
    return check_pair(s, a, why)


@rule
def check_instinct(s, a, why):
    """Instinto asesino: health to spare, and more than one enemy in the unit's attack range."""
    code = check_own(s, a.unit, s.asked, why)
    if code != OK:
        return code
    if s.units[a.unit].health < SPARE_HEALTH:
        return because(why, Why.TOO_WEAK, a.unit, s.units[a.unit].health)
    if s.units[a.unit].harmless:
        return because(why, Why.HIDING, a.unit)
    enemies = enemies_in_range(s, int(a.unit))
    return OK if enemies >= MORE_THAN_ONE else because(why, Why.TOO_FEW_ENEMIES, a.unit, enemies)


@rule
def enemies_in_range(s, unit):
    """How many enemies are in a unit's attack range, a sniper's longer one too; hidden or not (C-R29, C-R30)."""
    k = find(s, stack.AN_ACTIVATION)
    far = tables.RANGE + (s.frames[k].more_range if k >= 0 and s.frames[k].unit == unit else 0)
    count = 0
    for j in range(tables.UNITS):
        t = s.units[j]
        if (
            t.state == state.ON_TABLE
            and t.side != s.units[unit].side
            and measure.within(s, unit, j, far)
            and measure.free_line(s, unit, j)
        ):
            count += 1
    return count


@rule
def check_spy(s, a, why):
    """Espionaje: an opponent who has cards."""
    seat = int(a.target)
    if seat < 0 or seat >= 2 * s.players or seat % 2 == s.asked % 2:
        return because(why, Why.NO_SUCH_OPPONENT, seat)
    if s.hand_size[seat] == 0:
        return because(why, Why.EMPTY_HAND, seat)
    return OK


@rule
def check_tactical(s, a, why):
    """Unidades tácticas: a unit out of combat shifts up to 3 cm along its base's long side (C-R26)."""
    code = check_own(s, a.unit, s.asked, why)
    if code != OK:
        return code
    u = s.units[a.unit]
    if measure.engaged(s, a.unit):
        return because(why, Why.UNIT_IN_COMBAT, a.unit)
    dx, dy = np.int64(a.x) - u.x, np.int64(a.y) - u.y
    c, n = turned_x(10000, 0, u.facing), turned_y(10000, 0, u.facing)
    # The line passes through the whole tenth of a millimetre that is meant.
    straight = 2 * abs(dx * n - dy * c) <= abs(c) + abs(n)
    if (dx == 0 and dy == 0) or not straight or a.facing != u.facing:
        return because(why, Why.NOT_SIDEWAYS, a.unit)
    return check_leg(s, a.unit, a, tables.TACTICAL_MOVE, why, measure.EVERYTHING)


@rule
def check_first_aid(s, a, why):
    """Primeros auxilios: a unit of the own side below its printed health."""
    code = check_unit(s, a.unit, why)
    if code != OK:
        return code
    u = s.units[a.unit]
    if u.side != s.asked % 2:
        return because(why, Why.NOT_AN_ALLY, a.unit)
    if u.health >= tables.HEALTH[u.type]:
        return because(why, Why.NOTHING_TO_HEAL, a.unit)
    return OK


@rule
def check_mover(s, card, why):
    """False orders follow a walk or a run, cheetah one of some length; camouflage any activation with a move part."""
    f = s.frames[find(s, stack.AN_ACTIVATION)]
    if s.units[f.unit].state != state.ON_TABLE:
        return because(why, Why.NOT_THIS_MOMENT, card)
    if card != tables.CAMOUFLAGE and f.mode != kinds.WALK and f.mode != kinds.RUN:
        return because(why, Why.HAS_NOT_MOVED, f.unit)
    if card == tables.CHEETAH and not f.has_moved:
        return because(why, Why.HAS_NOT_MOVED, f.unit)
    if card == tables.CAMOUFLAGE and s.units[f.unit].camouflaged:
        return because(why, Why.NOT_THIS_MOMENT, card)
    return OK


@rule
def own_card_left(s, seat):
    """Whether a seat in its own turn holds a card that keeps its activation open: one it could play now (C-R27). The
    knife and first aid have their moment at the end."""
    if s.hand_size[seat] == 0:
        return False
    if s.held[seat, tables.SPY] > 0:
        for other in range(2 * s.players):
            if other % 2 != seat % 2 and s.hand_size[other] > 0:
                return True
    wind, instinct, tactical = (
        s.held[seat, tables.DIVINE_WIND] > 0,
        s.held[seat, tables.INSTINCT] > 0,
        s.held[seat, tables.TACTICAL] > 0,
    )
    if not (wind or instinct or tactical):
        return False
    side = seat % 2
    for i in range(side * tables.MOST_UNITS, (side + 1) * tables.MOST_UNITS):
        u = s.units[i]
        if u.state != state.ON_TABLE or u.seat != seat:
            continue
        if wind and u.health == 1 and not u.harmless and in_reach_of_any(s, i):
            return True
        if instinct and u.health >= SPARE_HEALTH and not u.harmless and enemies_in_range(s, i) >= MORE_THAN_ONE:
            return True
        if tactical and not measure.engaged(s, i) and (shift(s, i, 1) > 0 or shift(s, i, -1) > 0):
            return True
    return False


@rule
def in_reach_of_any(s, unit):
    """Whether an enemy that can be attacked is in close combat distance of a unit."""
    for j in range(tables.UNITS):
        if measure.close_enemy(s, unit, j):
            return True
    return False


@rule
def shift(s, unit, sign):
    """A distance that a unit can shift to one side of its base, the longest of a few, or 0."""
    u = s.units[unit]
    for far in SHIFTS:
        dx, dy = turned_x(sign * far, 0, u.facing), turned_y(sign * far, 0, u.facing)
        if not measure.stays_on_table(s, u.corners, dx, dy) or measure.wall(s, u.corners, dx, dy) >= 0:
            continue
        if measure.leg_cost(s, u.x, u.y, u.x + dx, u.y + dy) > tables.TACTICAL_MOVE:
            continue
        if measure.blocker(s, unit, u.corners, dx, dy, measure.EVERYTHING) < 0:
            return far
    return 0
