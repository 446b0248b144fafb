"""The rules of Escaramuzas de Café. Clause ids (C-D4, C-R3 …) are those of RULES.md."""

from escaramuza.games.cafe import kinds, state
from escaramuza.games.cafe.codes import Did, Why
from escaramuza.games.cafe.measure import EVERYTHING
from escaramuza.games.cafe.rules.activation import (
    apply_card_only,
    apply_end,
    apply_hold,
    apply_pass,
    apply_use,
    check_card_only,
    check_end,
    check_use,
)
from escaramuza.games.cafe.rules.advance import (
    apply_advance,
    apply_no_support,
    apply_stay,
    apply_support,
    check_support,
)
from escaramuza.games.cafe.rules.aftermath import end_way
from escaramuza.games.cafe.rules.attack import apply_attack, check_fight, check_shoot
from escaramuza.games.cafe.rules.cards import check_card
from escaramuza.games.cafe.rules.choices import candidates
from escaramuza.games.cafe.rules.damage import hurt
from escaramuza.games.cafe.rules.effects import apply_card
from escaramuza.games.cafe.rules.evasion import apply_cancel, apply_evade, apply_stand, check_cancel
from escaramuza.games.cafe.rules.healing import apply_heal, check_heal
from escaramuza.games.cafe.rules.lattice import mover_mask
from escaramuza.games.cafe.rules.phases import check_phase
from escaramuza.games.cafe.rules.proceed import proceed
from escaramuza.games.cafe.rules.room import count_of, tight_places
from escaramuza.games.cafe.rules.setting import (
    apply_place,
    apply_ready,
    apply_roll,
    apply_sides,
    check_place,
    check_ready,
)
from escaramuza.games.cafe.rules.sharing import apply_deal, apply_take, check_take
from escaramuza.games.cafe.rules.stack import AN_ACTIVATION, NOBODY_YET
from escaramuza.games.cafe.rules.strikes import apply_strike, check_strike
from escaramuza.games.cafe.rules.units import check_own
from escaramuza.games.cafe.rules.ways import (
    apply_first_leg,
    apply_give_up,
    apply_go,
    bend,
    check_first_leg,
    check_give_up,
    check_next_leg,
)
from escaramuza.games.cafe.rules.windows import apply_no, check_no
from escaramuza.games.cafe.tables import NONE
from escaramuza.kernel.buffers import OK, OVER, WHY, because, emit, write_outcome
from escaramuza.kernel.jit import rule
from escaramuza.kernel.scratch import scratch_record
from escaramuza.kernel.stack import find, pop, top

a_why = scratch_record(WHY)


@rule
def actor(s):
    """The seat that decides now, or OVER."""
    return OVER if s.phase == state.FINISHED else int(s.asked)


@rule
def side_of(s, seat):
    """The side a seat plays for."""
    return seat % 2


@rule
def outcome(s, results):
    """1 for the winner, -1 for the loser; both 0 in a draw."""
    write_outcome(s.winner, results)


@rule
def check(s, a, why):
    """OK, or the code of the first rule that forbids action a, its numbers in why."""
    return check_among(s, a, why, EVERYTHING)


@rule
def check_among(s, a, why, mask):
    """The same, where only the units in the mask can stand in the way."""
    kind = a.kind
    code = check_phase(s, kind, why)
    if code != OK:
        return code
    if kind in (kinds.WALK, kinds.RUN, kinds.WALK_BEND, kinds.RUN_BEND):
        return check_first_leg(s, a, why, mask)
    if kind in (kinds.GO, kinds.BEND):
        return check_next_leg(s, a, why, mask)
    if kind == kinds.CARD:
        return check_card(s, a, why)
    if kind == kinds.USE:
        return check_use(s, a, why)
    if kind == kinds.SHOOT:
        return check_shoot(s, a, why)
    if kind == kinds.FIGHT:
        return check_fight(s, a, why)
    if kind == kinds.HEAL:
        return check_heal(s, a, why)
    if kind == kinds.SUPPORT_WITH:
        return check_support(s, a, why)
    if kind == kinds.PLACE:
        return check_place(s, a, why)
    if kind == kinds.CANCEL:
        return check_cancel(s, a, why)
    if kind == kinds.TRAP_ON:
        # Which of the drawer's own units the trap hits (C-F2).
        return check_own(s, a.unit, s.asked, why)
    if kind == kinds.STRIKE:
        return check_strike(s, a, why)
    if kind == kinds.TAKE:
        return check_take(s, a, why)
    return check_word(s, a, why)


@rule
def check_word(s, a, why):
    """Actions that say nothing but their name: most of them are free in their phase."""
    kind = a.kind
    if kind == kinds.CARD_ONLY:
        return check_card_only(s, why)
    if kind == kinds.END:
        return check_end(s, why)
    if kind == kinds.GIVE_UP:
        return check_give_up(s, why)
    if kind == kinds.READY:
        return check_ready(s, why)
    if kind == kinds.ASK:
        return OK if 0 <= a.choice <= state.ASK_NEVER else because(why, Why.NO_SUCH_ACTION)
    return check_no(s, why) if kind == kinds.NO else OK


@rule
def legal_actions(s, out):
    """Write all discrete legal actions and the lattice of places into out; their number is returned."""
    mask = EVERYTHING
    if s.phase == state.MOVE or s.phase == state.WAY:
        mask = mover_mask(s)
    kept = keep_legal(s, out, 0, candidates(s, out), mask)
    if s.phase == state.DEPLOY and kept < count_of(s, int(s.side), state.IN_HAND):
        kept = keep_legal(s, out, kept, tight_places(s, out, kept), mask)
    return kept


@rule
def keep_legal(s, out, first, n, mask):
    """Of the actions from the first one on, leave only those that are legal; how many there are now is returned."""
    kept = first
    why = a_why()
    for i in range(first, n):
        if check_among(s, out[i], why, mask) == OK:
            if kept != i:
                out[kept] = out[i]
            kept += 1
    return kept


@rule
def propose(s, out):
    """The promising actions: no bends; in deployment the front of the zone; a side's units are dealt; no
    support that was given up before."""
    n = legal_actions(s, out)
    if s.phase not in (state.MOVE, state.WAY, state.DEPLOY, state.SHARE, state.SUPPORT):
        return n
    kept = 0
    for i in range(n):
        if promising(s, out[i]):
            if kept != i:
                out[kept] = out[i]
            kept += 1
    return kept if kept > 0 else n


@rule
def promising(s, a):
    """Whether agents should look at an action at all."""
    if s.phase == state.SHARE:
        return a.kind == kinds.DEAL
    if s.phase == state.SUPPORT:
        return a.kind != kinds.SUPPORT_WITH or not (top(s).gave_up >> a.unit) & 1
    if s.phase == state.DEPLOY:
        if a.kind != kinds.PLACE:
            return True
        depth = a.x if s.left == s.side else s.width - a.x
        return s.zone - depth <= 500
    return a.kind not in (kinds.WALK_BEND, kinds.RUN_BEND, kinds.BEND)


@rule
def apply(s, a, log):
    """Make a legal action, and go on until somebody has to decide."""
    kind = a.kind
    if kind in (kinds.ROLL, kinds.KEEP, kinds.SWAP, kinds.PLACE, kinds.READY, kinds.TAKE, kinds.DEAL):
        apply_setting(s, a, log)
    elif kind == kinds.ASK:
        s.asking[s.asked] = a.choice
        emit(log, Did.ASKING_SET, s.asked, a.choice)
        return
    else:
        if kind != kinds.NO:
            stir(s)
        apply_decision(s, a, log)
        s.phase = state.RUNNING
    if s.phase == state.RUNNING:
        proceed(s, log)


@rule
def stir(s):
    """Something is done: what follows is another moment for knives (C-R28)."""
    k = find(s, AN_ACTIVATION)
    if k >= 0:
        s.frames[k].knives_had = NOBODY_YET


@rule
def apply_setting(s, a, log):
    """Set-up and initiative."""
    if a.kind == kinds.ROLL:
        initiative = s.round_number > 0
        apply_roll(s, log)
        if initiative:
            s.phase = state.RUNNING
    elif a.kind == kinds.PLACE:
        apply_place(s, a, log)
    elif a.kind == kinds.READY:
        apply_ready(s, log)
    elif a.kind == kinds.TAKE:
        apply_take(s, a, log)
    elif a.kind == kinds.DEAL:
        apply_deal(s, log)
    else:
        apply_sides(s, a, log)


@rule
def apply_decision(s, a, log):
    """All that is decided within a round."""
    kind = a.kind
    if kind == kinds.USE:
        apply_use(s, a, log)
    elif kind in (kinds.WALK, kinds.RUN, kinds.WALK_BEND, kinds.RUN_BEND):
        apply_first_leg(s, a)
    elif kind == kinds.HOLD:
        apply_hold(s, log)
    elif kind == kinds.CARD_ONLY:
        apply_card_only(s, log)
    elif kind == kinds.PASS:
        apply_pass(s, log)
    elif kind == kinds.GO:
        unit = int(top(s).unit)
        end_way(s, unit, apply_go(s, a, log), log)
    elif kind == kinds.BEND:
        bend(s, top(s), int(a.x), int(a.y), log)
    elif kind in (kinds.SHOOT, kinds.FIGHT):
        apply_attack(s, a)
    elif kind == kinds.EVADE:
        apply_evade(s, log)
    elif kind == kinds.STAND:
        apply_stand(s, log)
    elif kind == kinds.NO:
        apply_no(s, log)
    elif kind == kinds.CARD:
        apply_card(s, a, log)
    else:
        apply_rarer(s, a, log)


@rule
def apply_rarer(s, a, log):
    """Decisions that come up seldom."""
    kind = a.kind
    if kind == kinds.END:
        apply_end(s, log)
    elif kind == kinds.HEAL:
        apply_heal(s, a, log)
    elif kind == kinds.ADVANCE_ON:
        apply_advance(s, log)
    elif kind == kinds.STAY:
        apply_stay(s, log)
    elif kind == kinds.SUPPORT_WITH:
        apply_support(s, a, log)
    elif kind == kinds.NO_SUPPORT:
        apply_no_support(s, log)
    elif kind == kinds.GIVE_UP:
        apply_give_up(s, log)
    elif kind == kinds.CANCEL:
        apply_cancel(s, a, log)
    elif kind == kinds.STRIKE:
        apply_strike(s, a, log)
    elif kind == kinds.TRAP_ON:
        emit(log, Did.TAKES_THE_TRAP, a.unit)
        pop(s)
        hurt(s, int(a.unit), 1, NONE, 0)
