"""A turn: use a unit or pass; then hold, walk, run or just a card; the attack; the end (C-A1 …, C-R3, C-R27)."""

from escaramuza.games.cafe import kinds, state, tables
from escaramuza.games.cafe.codes import Did, Why
from escaramuza.games.cafe.measure import in_close_reach, near_cover
from escaramuza.games.cafe.rules import attack, stack
from escaramuza.games.cafe.rules.cards import own_card_left
from escaramuza.games.cafe.rules.healing import enemy_in_reach, needs_healing
from escaramuza.games.cafe.rules.rounds import end_turn
from escaramuza.games.cafe.rules.units import check_own, has_fresh
from escaramuza.games.cafe.rules.ways import set_out
from escaramuza.games.cafe.rules.windows import may_give_first_aid, open_window
from escaramuza.kernel.buffers import OK, because, emit
from escaramuza.kernel.jit import rule
from escaramuza.kernel.stack import find, pop, push, top


@rule
def run_turn(s):
    """Whose turn it is decides; without a fresh unit left the turn is over."""
    f = top(s)
    if not has_fresh(s, f.seat):
        seat = int(f.seat)
        pop(s)
        end_turn(s, seat)
        return
    s.phase = state.TURN
    s.asked = f.seat


@rule
def check_use(s, a, why):
    """Whether a unit may be activated: the seat's own, not active in this round yet (C-R2)."""
    code = check_own(s, a.unit, s.asked, why)
    if code != OK:
        return code
    if s.units[a.unit].acted:
        return because(why, Why.HAS_ACTED, a.unit)
    return OK


@rule
def apply_use(s, a, log):
    """Activate a unit: one action point."""
    side = s.asked % 2
    s.points[side] -= 1
    s.units[a.unit].acted = 1
    f = push(s, stack.AN_ACTIVATION)
    f.unit = a.unit
    f.seat = s.asked
    f.mode = stack.NOT_YET
    emit(log, Did.ACTIVATED, a.unit, s.points[side])


@rule
def apply_pass(s, log):
    """Pass for the rest of the round: free, after a card too, since cards cost no action points (C-P2, C-R17)."""
    seat = int(s.asked)
    s.passed[seat] = 1
    emit(log, Did.PASSED, seat)
    pop(s)
    end_turn(s, seat)


@rule
def check_card_only(s, why):
    """Just a card: one was played in this turn, or first aid will be at its end (C-R3, C-R27)."""
    if s.frames[find(s, stack.A_TURN)].cards_played == 0 and not may_give_first_aid(s, s.asked):
        return because(why, Why.NO_CARD_PLAYED)
    return OK


@rule
def apply_hold(s, log):
    """The unit does not move."""
    f = top(s)
    f.mode = kinds.HOLD
    f.stage = stack.MOVED_ON
    emit(log, Did.HELD, f.unit)


@rule
def apply_card_only(s, log):
    """The activation is just a card: no move, no attack; more cards may follow."""
    f = top(s)
    f.mode = kinds.CARD_ONLY
    f.stage = stack.TO_ATTACK
    f.knives_had = stack.ITS_PLAYER
    emit(log, Did.ONLY_A_CARD, f.unit)


@rule
def run_activation(s, log):
    """The parts of an activation in their order."""
    f = top(s)
    alive = s.units[f.unit].state == state.ON_TABLE
    if f.stage == stack.USED:
        f.stage = stack.TO_MOVE
        open_window(s, f.unit, stack.WHEN_USED, True)
    elif f.stage == stack.TO_MOVE:
        begin_move(s, f, alive)
    elif f.stage == stack.SETTING_OUT:
        f.stage = stack.TO_ATTACK
        if alive:
            set_out(s, f, log)
    elif f.stage == stack.MOVED_ON:
        f.stage = stack.TO_ATTACK
        open_window(s, f.unit, stack.AFTER_MOVE, decides_next(s, f))
    elif f.stage == stack.HAS_ADVANCED:
        f.stage = stack.TO_ATTACK
        if attack.unfought(s, f) >= 0:
            open_window(s, f.unit, stack.WHEN_ADVANCED, True)
    elif f.stage == stack.TO_ATTACK:
        begin_attack(s, f)
    elif f.stage == stack.TO_END:
        f.stage = stack.ENDED
        open_window(s, f.unit, stack.AT_END, False)
    else:
        seat = int(f.seat)
        pop(s)
        pop(s)
        end_turn(s, seat)


@rule
def begin_move(s, f, alive):
    """The move part, if the unit is still there."""
    if not alive:
        f.stage = stack.TO_ATTACK
        return
    s.phase = state.MOVE
    s.asked = f.seat


@rule
def begin_attack(s, f):
    """What may follow the move: attack, healing, cards. Without any of it the activation ends by itself (C-R27)."""
    if has_something_to_do(s, f) or own_card_left(s, f.seat):
        s.phase = state.ATTACK
        s.asked = f.seat
    else:
        f.stage = stack.TO_END


@rule
def decides_next(s, f):
    """Whether its player goes on with the activation if nothing comes in between (C-R28): of interest with a knife in
    hand, and to those who are asked always, so that nobody can tell whether they hold one."""
    if s.held[f.seat, tables.KNIFE] == 0 and s.asking[f.seat] != state.ASK_ALWAYS:
        return False
    return has_something_to_do(s, f) or own_card_left(s, f.seat)


@rule
def has_something_to_do(s, f):
    """Whether the active unit can attack or heal, or could with a sniper's longer range."""
    u = s.units[f.unit]
    if u.state != state.ON_TABLE or f.mode == kinds.CARD_ONLY:
        return False
    if attack.may_attack(s, f) or can_heal(s, f):
        return True
    if (
        f.mode == kinds.RUN
        or f.more_range > 0
        or s.held[f.seat, tables.SNIPER] == 0
        or not near_cover(s, f.unit, tables.SNIPER_NEAR)
    ):
        return False
    return attack.may_shoot(s, f, tables.RANGE + tables.SNIPER_RANGE)


@rule
def can_heal(s, f):
    """Whether the active unit is a Minguin with somebody to heal."""
    if (
        s.units[f.unit].type != tables.MINGUIN
        or f.mode == kinds.RUN
        or f.has_shot
        or f.fought != 0
        or attack.in_fight(s, f.unit) >= 0
    ):
        return False
    side = s.units[f.unit].side
    for i in range(side * tables.MOST_UNITS, (side + 1) * tables.MOST_UNITS):
        if i == f.unit or s.units[i].state != state.ON_TABLE or not in_close_reach(s, f.unit, i):
            continue
        if needs_healing(s.units[i]) and enemy_in_reach(s, i) < 0:
            return True
    return False


@rule
def check_end(s, why):
    """Nobody has to shoot, unless MA+ was played for it; close combat is not a choice (C-C1, C-R30)."""
    f = top(s)
    other = attack.unfought(s, f)
    if other >= 0:
        return because(why, Why.MUST_FIGHT, f.unit, other)
    if f.more_dice > 0 and attack.may_attack(s, f):
        return because(why, Why.MUST_ATTACK, f.unit)
    return OK


@rule
def apply_end(s, log):
    """The player ends the activation."""
    f = top(s)
    attacks = s.units[f.unit].state == state.ON_TABLE and attack.may_attack(s, f)
    f.stage = stack.TO_END
    f.knives_had = stack.ITS_PLAYER
    emit(log, Did.NO_ATTACK if attacks else Did.ACTIVATION_OVER, f.unit)
