"""The deck's cards: when each may be played, and what it does (C-F2, C-R16, C-R17, C-R26, C-E4, C-E8)."""

import numpy as np

from escaramuza.games.cafe.codes import (
    ALREADY_SNIPING,
    BLAST_DIE,
    CARD_SHOWN,
    EMPTY_HAND,
    HAS_NOT_MOVED,
    HEALTH_SPENT,
    HELD_BACK,
    HIDES,
    KNIFE_DIE,
    NO_COVER_NEAR,
    NO_SUCH_CARD,
    NO_SUCH_OPPONENT,
    NO_TARGET_IN_SIGHT,
    NOBODY_TO_ATTACK,
    NOT_AN_ALLY,
    NOT_AT_ONE,
    NOT_SIDEWAYS,
    NOT_THIS_MOMENT,
    NOTHING_TO_HEAL,
    OUT_OF_CLOSE_REACH,
    POISONED,
    REGAINED,
    SACRIFICED,
    TOO_FEW_ENEMIES,
    TOO_WEAK,
    UNIT_IN_COMBAT,
)  # fmt: skip
from escaramuza.games.cafe.kinds import RUN, WALK
from escaramuza.games.cafe.measure import EVERYTHING, engaged, in_close_reach, near_cover, within
from escaramuza.games.cafe.rules.attack import can_shoot_at, in_fight, unfought
from escaramuza.games.cafe.rules.damage import fall, hurt, promote
from escaramuza.games.cafe.rules.deck import spend
from escaramuza.games.cafe.rules.stack import (
    AFTER_MOVE,
    AN_ACTIVATION,
    AT_END,
    BLAST,
    BY_FALSE_ORDERS,
    TO_CHEETAH,
    pop,
    turn_seat,
)  # fmt: skip
from escaramuza.games.cafe.rules.units import check_enemy, check_own, check_unit
from escaramuza.games.cafe.rules.ways import check_leg, face_danger, make_leg, open_way
from escaramuza.games.cafe.state import ATTACK, MOVE, ON_TABLE, TOURNIQUET_ASKS, TURN, WINDOW
from escaramuza.games.cafe.tables import (
    CAMOUFLAGE,
    CHEETAH,
    CHEETAH_MOVE,
    CLOSE,
    DIVINE_WIND,
    FALSE_ORDERS,
    FALSE_ORDERS_MOVE,
    FIRST_AID,
    HEALTH,
    INSTINCT,
    INSTINCT_REACH,
    KINDS_OF_CARD,
    KNIFE,
    MA,
    NONE,
    RANGE,
    SNIPER,
    SNIPER_NEAR,
    SNIPER_RANGE,
    SPY,
    TACTICAL,
    TACTICAL_MOVE,
    TOURNIQUET,
    TRAP_CARD,
    UNITS,
)  # fmt: skip
from escaramuza.kernel.buffers import OK, because, emit
from escaramuza.kernel.dice import pick, throw
from escaramuza.kernel.jit import rule
from escaramuza.kernel.plane import gap, turned_x, turned_y
from escaramuza.kernel.stack import find, push, top

SPARE_HEALTH = 2
POISON_FROM, BLAST_ON = 5, 6
DIVINE_DAMAGE = 2
MORE_THAN_ONE = 2


@rule
def own_turn(s):
    """Whether the deciding seat is in its own turn, with nothing half done (C-R16, C-E4)."""
    return s.asked == turn_seat(s) and s.phase in (TURN, MOVE, ATTACK)


@rule
def window_is(s, moment):
    """Whether the window of a moment is open."""
    return s.phase == WINDOW and top(s).mode == moment


@rule
def is_moment(s, card):
    """Whether this is the moment of a card for the deciding seat, whatever the units."""
    mine = s.asked == turn_seat(s)
    if card == TOURNIQUET:
        return s.phase == TOURNIQUET_ASKS
    if card == FIRST_AID:
        return mine and window_is(s, AT_END)
    if card in (CHEETAH, CAMOUFLAGE):
        return mine and window_is(s, AFTER_MOVE)
    if card == FALSE_ORDERS:
        return s.asked % 2 != turn_seat(s) % 2 and window_is(s, AFTER_MOVE)
    if card == KNIFE:
        return own_turn(s) or s.phase == WINDOW
    if card in (MA, SNIPER):
        return own_turn(s) and s.phase == ATTACK
    return card != TRAP_CARD and own_turn(s)


@rule
def check_card(s, a, why):
    """Whether the deciding seat may play a card now, so."""
    card = int(a.choice)
    if card < 0 or card >= KINDS_OF_CARD or s.held[s.asked, card] <= 0:
        return because(why, NO_SUCH_CARD, card)
    if not is_moment(s, card):
        return because(why, NOT_THIS_MOMENT, card)
    if card == MA:
        return check_ma(s, why)
    if card == SNIPER:
        return check_sniper(s, why)
    if card == DIVINE_WIND:
        return check_divine_wind(s, a, why)
    if card == KNIFE:
        return check_knife(s, a, why)
    if card == INSTINCT:
        return check_instinct(s, a, why)
    if card == SPY:
        return check_spy(s, a, why)
    if card == TACTICAL:
        return check_tactical(s, a, why)
    if card == FIRST_AID:
        return check_first_aid(s, a, why)
    if card in (FALSE_ORDERS, CHEETAH, CAMOUFLAGE):
        return check_mover(s, card, why)
    return OK


@rule
def check_ma(s, why):
    """MA+: with the attack of a unit that has health to spare and somebody to attack."""
    f = top(s)
    if s.units[f.unit].health < SPARE_HEALTH:
        return because(why, TOO_WEAK, f.unit, s.units[f.unit].health)
    if not may_attack(s, f):
        return because(why, NOBODY_TO_ATTACK, f.unit)
    return OK


@rule
def may_attack(s, f):
    """Whether the active unit has somebody to attack."""
    if unfought(s, f) >= 0:
        return True
    return may_shoot(s, f, RANGE + f.left)


@rule
def may_shoot(s, f, far):
    """Whether the active unit has somebody to shoot at within a range."""
    if f.mode == RUN or f.amount or f.mask != 0 or in_fight(s, f.unit) >= 0:
        return False
    for j in range(UNITS):
        if can_shoot_at(s, f.unit, j, far):
            return True
    return False


@rule
def check_sniper(s, why):
    """Francotirador: a unit near cover with a target in its longer range."""
    f = top(s)
    if f.left > 0:
        return because(why, ALREADY_SNIPING, f.unit)
    if not near_cover(s, f.unit, SNIPER_NEAR):
        return because(why, NO_COVER_NEAR, f.unit)
    if not may_shoot(s, f, RANGE + SNIPER_RANGE):
        return because(why, NO_TARGET_IN_SIGHT, f.unit)
    return OK


@rule
def check_pair(s, a, why):
    """An own unit and an enemy in close combat distance of it."""
    code = check_own(s, a.unit, s.asked, why)
    if code != OK:
        return code
    code = check_enemy(s, a.unit, a.target, why)
    if code != OK:
        return code
    if not in_close_reach(s, a.unit, a.target):
        u, t = s.units[a.unit], s.units[a.target]
        return because(why, OUT_OF_CLOSE_REACH, a.target, gap(u.corners, 4, t.corners, 4))
    return OK


@rule
def check_divine_wind(s, a, why):
    """Viento Divino: a unit at health 1 takes an enemy along."""
    code = check_own(s, a.unit, s.asked, why)
    if code != OK:
        return code
    if s.units[a.unit].health != 1:
        return because(why, NOT_AT_ONE, a.unit, s.units[a.unit].health)
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
        return because(why, TOO_WEAK, a.unit, s.units[a.unit].health)
    enemies = 0
    for j in range(UNITS):
        if can_shoot_at(s, a.unit, j, RANGE):
            enemies += 1
            if enemies >= MORE_THAN_ONE:
                return OK
    return because(why, TOO_FEW_ENEMIES, a.unit, enemies)


@rule
def check_spy(s, a, why):
    """Espionaje: an opponent who has cards."""
    seat = int(a.target)
    if seat < 0 or seat >= 2 * s.players or seat % 2 == s.asked % 2:
        return because(why, NO_SUCH_OPPONENT, seat)
    if s.hand_size[seat] == 0:
        return because(why, EMPTY_HAND, seat)
    return OK


@rule
def check_tactical(s, a, why):
    """Unidades tácticas: a unit out of combat shifts up to 3 cm along its base's long side (C-R26)."""
    code = check_own(s, a.unit, s.asked, why)
    if code != OK:
        return code
    u = s.units[a.unit]
    if engaged(s, a.unit):
        return because(why, UNIT_IN_COMBAT, a.unit)
    dx, dy = np.int64(a.x) - u.x, np.int64(a.y) - u.y
    along = dx * turned_x(10000, 0, u.facing) + dy * turned_y(10000, 0, u.facing)
    far = (abs(along) + 5000) // 10000
    sign = 1 if along >= 0 else -1
    # The place is the whole tenth of a millimetre nearest to the line.
    straight = dx == turned_x(sign * far, 0, u.facing) and dy == turned_y(sign * far, 0, u.facing)
    if far == 0 or not straight or a.facing != u.facing:
        return because(why, NOT_SIDEWAYS, a.unit)
    return check_leg(s, a.unit, a, TACTICAL_MOVE, why, EVERYTHING)


@rule
def check_first_aid(s, a, why):
    """Primeros auxilios: a unit of the own side below its printed health."""
    code = check_unit(s, a.unit, why)
    if code != OK:
        return code
    u = s.units[a.unit]
    if u.side != s.asked % 2:
        return because(why, NOT_AN_ALLY, a.unit)
    if u.health >= HEALTH[u.type]:
        return because(why, NOTHING_TO_HEAL, a.unit)
    return OK


@rule
def check_mover(s, card, why):
    """Cheetah and false orders follow a walk or a run; camouflage any activation with a move part."""
    f = s.frames[find(s, AN_ACTIVATION)]
    if s.units[f.unit].state != ON_TABLE:
        return because(why, NOT_THIS_MOMENT, card)
    if card != CAMOUFLAGE and f.mode != WALK and f.mode != RUN:
        return because(why, HAS_NOT_MOVED, f.unit)
    if card == CAMOUFLAGE and s.units[f.unit].camouflaged:
        return because(why, NOT_THIS_MOMENT, card)
    return OK


@rule
def apply_card(s, a, log):
    """Play a card."""
    card, seat = int(a.choice), int(s.asked)
    k = find(s, AN_ACTIVATION)
    active = NONE if k < 0 else int(s.frames[k].unit)
    named = card in (DIVINE_WIND, KNIFE, INSTINCT, TACTICAL, FIRST_AID)
    aimed = card in (DIVINE_WIND, KNIFE)
    hurt_unit = int(top(s).unit) if card == TOURNIQUET else active
    spend(s, seat, card, int(a.unit) if named else hurt_unit, int(a.target) if aimed else NONE, log)
    if card == MA:
        spend_health(s, active, log)
        s.frames[k].extra += 1
    elif card == SNIPER:
        s.frames[k].left = SNIPER_RANGE
    elif card == DIVINE_WIND:
        emit(log, SACRIFICED, a.unit, a.target)
        fall(s, int(a.unit), NONE, 0, log)
        hurt(s, int(a.target), DIVINE_DAMAGE, int(a.unit), 1)
    elif card == KNIFE:
        apply_knife(s, a, log)
    elif card == INSTINCT:
        apply_instinct(s, a, log)
    elif card == SPY:
        apply_spy(s, int(a.target), log)
    elif card == TACTICAL:
        if make_leg(s, int(a.unit), a, TACTICAL_MOVE, True, log):
            face_danger(s, int(a.unit), log)
    elif card == FIRST_AID:
        s.units[a.unit].health += 1
        emit(log, REGAINED, a.unit, s.units[a.unit].health)
    elif card == TOURNIQUET:
        apply_tourniquet(s, log)
    elif card == CAMOUFLAGE:
        s.units[active].camouflaged = 1
        emit(log, HIDES, active)
    elif card == CHEETAH:
        open_way(s, active, seat, TO_CHEETAH, CHEETAH_MOVE)
    elif card == FALSE_ORDERS:
        open_way(s, active, seat, BY_FALSE_ORDERS, FALSE_ORDERS_MOVE)


@rule
def spend_health(s, unit, log):
    """The price of MA+ and of Instinto asesino."""
    s.units[unit].health -= 1
    emit(log, HEALTH_SPENT, unit, s.units[unit].health)


@rule
def apply_knife(s, a, log):
    """One damage, and a die: on 5 and 6 one more at the start of the next round."""
    t = s.units[a.target]
    face = throw(s.dice)
    emit(log, KNIFE_DIE, a.target, face)
    if face >= POISON_FROM:
        t.poison += 1
        t.poison_by = a.unit
        emit(log, POISONED, a.target)
    hurt(s, int(a.target), 1, int(a.unit), 1)


@rule
def apply_instinct(s, a, log):
    """Every other unit within 6 cm, friends too, throws a die."""
    spend_health(s, int(a.unit), log)
    mask = 0
    for j in range(UNITS):
        if j != a.unit and s.units[j].state == ON_TABLE and within(s, a.unit, j, INSTINCT_REACH):
            mask |= 1 << j
    f = push(s, BLAST)
    f.unit = a.unit
    f.mask = mask


@rule
def run_blast(s, log):
    """The next unit throws: on a 6 it takes a damage; friendly fire counts for nobody (C-R18)."""
    f = top(s)
    source = int(f.unit)
    while f.mask != 0:
        unit = 0
        while not (f.mask >> unit) & 1:
            unit += 1
        f.mask &= ~(1 << unit)
        face = throw(s.dice)
        emit(log, BLAST_DIE, unit, face)
        if face == BLAST_ON:
            foe = s.units[unit].side != s.units[source].side
            hurt(s, unit, 1, source if foe else NONE, 1 if within(s, source, unit, CLOSE) else 0)
            return
    pop(s)
    promote(s, source, log)


@rule
def apply_spy(s, seat, log):
    """One card of a hand, by lot, is shown to all."""
    lot = pick(s.dice, s.hand_size[seat])
    for card in range(KINDS_OF_CARD):
        lot -= s.held[seat, card]
        if lot < 0:
            # Equal cards are alike: the lot may fall on one that was shown before.
            if lot + s.held[seat, card] >= s.known[seat, card]:
                s.known[seat, card] += 1
            emit(log, CARD_SHOWN, seat, card)
            return


@rule
def apply_tourniquet(s, log):
    """One point of the damage waits until the next round."""
    f = top(s)
    u = s.units[f.unit]
    f.extra += 1
    u.health += 1
    u.delayed += 1
    u.delayed_by = f.target
    u.delayed_close = f.close
    emit(log, HELD_BACK, f.unit)
