"""What the deck's cards do (C-F2, C-R16 … C-R18)."""

from escaramuza.games.cafe import tables
from escaramuza.games.cafe.codes import Did
from escaramuza.games.cafe.measure import within
from escaramuza.games.cafe.rules import stack
from escaramuza.games.cafe.rules.damage import fall, hurt, promote
from escaramuza.games.cafe.rules.deck import spend
from escaramuza.games.cafe.rules.waiting import wait
from escaramuza.games.cafe.rules.ways import begin_way, face_danger, make_leg
from escaramuza.games.cafe.state import ON_TABLE
from escaramuza.kernel.buffers import emit
from escaramuza.kernel.dice import pick, throw
from escaramuza.kernel.jit import rule
from escaramuza.kernel.stack import find, pop, push, top

POISON_FROM, BLAST_ON = 5, 6
DIVINE_DAMAGE = 2


@rule
def apply_card(s, a, log):
    """Play a card."""
    card, seat = int(a.choice), int(s.asked)
    k = find(s, stack.AN_ACTIVATION)
    active = tables.NONE if k < 0 else int(s.frames[k].unit)
    named = card in (tables.DIVINE_WIND, tables.KNIFE, tables.INSTINCT, tables.TACTICAL, tables.FIRST_AID)
    aimed = card in (tables.DIVINE_WIND, tables.KNIFE)
    hurt_unit = int(top(s).unit) if card == tables.TOURNIQUET else active
    if top(s).code == stack.A_WINDOW:
        top(s).card_played = 1
    spend(s, seat, card, int(a.unit) if named else hurt_unit, int(a.target) if aimed else tables.NONE, log)
    if card == tables.MA:
        spend_health(s, active, log)
        s.frames[k].more_dice += 1
    elif card == tables.SNIPER:
        s.frames[k].more_range = tables.SNIPER_RANGE
    elif card == tables.DIVINE_WIND:
        emit(log, Did.SACRIFICED, a.unit, a.target)
        fall(s, int(a.unit), tables.NONE, 0, log)
        hurt(s, int(a.target), DIVINE_DAMAGE, int(a.unit), 1)
    elif card == tables.KNIFE:
        apply_knife(s, a, log)
    elif card == tables.INSTINCT:
        apply_instinct(s, a, log)
    elif card == tables.SPY:
        apply_spy(s, int(a.target), log)
    elif card == tables.TACTICAL:
        if make_leg(s, int(a.unit), a.x, a.y, a.facing, tables.TACTICAL_MOVE, True, log):
            face_danger(s, int(a.unit), log)
    elif card == tables.FIRST_AID:
        s.units[a.unit].health += 1
        emit(log, Did.REGAINED, a.unit, s.units[a.unit].health)
    elif card == tables.TOURNIQUET:
        apply_tourniquet(s, log)
    elif card == tables.CAMOUFLAGE:
        s.units[active].camouflaged = 1
        s.units[active].harmless = 1
        emit(log, Did.HIDES, active)
    elif card == tables.CHEETAH:
        begin_way(s, active, seat, stack.TO_CHEETAH, tables.CHEETAH_MOVE, tables.NONE)
    elif card == tables.FALSE_ORDERS:
        begin_way(s, active, seat, stack.BY_FALSE_ORDERS, tables.FALSE_ORDERS_MOVE, tables.NONE)


@rule
def spend_health(s, unit, log):
    """The price of MA+ and of Instinto asesino."""
    s.units[unit].health -= 1
    emit(log, Did.HEALTH_SPENT, unit, s.units[unit].health)


@rule
def apply_knife(s, a, log):
    """One damage, and a die: on 5 and 6 one more at the start of the next round."""
    t = s.units[a.target]
    face = throw(s.dice)
    emit(log, Did.KNIFE_DIE, a.target, face)
    if face >= POISON_FROM:
        wait(t, int(a.unit), 1, 1)
        emit(log, Did.POISONED, a.target)
    hurt(s, int(a.target), 1, int(a.unit), 1)


@rule
def apply_instinct(s, a, log):
    """Every other unit within 6 cm, friends too, throws a die."""
    spend_health(s, int(a.unit), log)
    mask = 0
    for j in range(tables.UNITS):
        if j != a.unit and s.units[j].state == ON_TABLE and within(s, a.unit, j, tables.INSTINCT_REACH):
            mask |= 1 << j
    f = push(s, stack.BLAST)
    f.unit = a.unit
    f.to_throw = mask


@rule
def run_blast(s, log):
    """The next unit throws: on a 6 it takes a damage; friendly fire counts for nobody (C-R18)."""
    f = top(s)
    source = int(f.unit)
    while f.to_throw != 0:
        unit = 0
        while not (f.to_throw >> unit) & 1:
            unit += 1
        f.to_throw &= ~(1 << unit)
        face = throw(s.dice)
        emit(log, Did.BLAST_DIE, unit, face)
        if face == BLAST_ON:
            foe = s.units[unit].side != s.units[source].side
            hurt(s, unit, 1, source if foe else tables.NONE, 1 if within(s, source, unit, tables.CLOSE) else 0)
            return
    pop(s)
    promote(s, source, log)


@rule
def apply_spy(s, seat, log):
    """One card of a hand, at random, is shown to all."""
    lot = pick(s.dice, s.hand_size[seat])
    for card in range(tables.KINDS_OF_CARD):
        lot -= s.held[seat, card]
        if lot < 0:
            # Equal cards are alike: the lot may fall on one that was shown before.
            if lot + s.held[seat, card] >= s.known[seat, card]:
                s.known[seat, card] += 1
            emit(log, Did.CARD_SHOWN, seat, card)
            return


@rule
def apply_tourniquet(s, log):
    """One point of the damage waits until the next round."""
    f = top(s)
    u = s.units[f.unit]
    f.held_back += 1
    u.health += 1
    wait(u, int(f.target), int(f.close), 0)
    emit(log, Did.HELD_BACK, f.unit)
