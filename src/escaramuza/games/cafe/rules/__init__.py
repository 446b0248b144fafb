"""The rules of Escaramuzas de Café. Clause ids (C-D4, C-R3 …) are those of RULES.md."""

from escaramuza.games.cafe.codes import ASKING_SET, GAME_OVER, NO_SUCH_ACTION, NOT_NOW, TAKES_THE_TRAP
from escaramuza.games.cafe.kinds import (
    ADVANCE_ON,
    ASK,
    BEND,
    CANCEL,
    CARD,
    CARD_ONLY,
    DEAL,
    END,
    EVADE,
    FIGHT,
    GIVE_UP,
    GO,
    HEAL,
    HOLD,
    KEEP,
    NO,
    NO_SUPPORT,
    PASS,
    PLACE,
    READY,
    ROLL,
    RUN,
    RUN_BEND,
    SHOOT,
    STAND,
    STAY,
    STRIKE,
    SUPPORT_WITH,
    SWAP,
    TAKE,
    TRAP_ON,
    USE,
    WALK,
    WALK_BEND,
)  # fmt: skip
from escaramuza.games.cafe.measure import EVERYTHING
from escaramuza.games.cafe.rules.activation import (
    apply_card_only,
    apply_end,
    apply_hold,
    apply_pass,
    apply_use,
    check_card_only,
    check_end,
    check_hold,
    check_pass,
    check_use,
)  # fmt: skip
from escaramuza.games.cafe.rules.advance import (
    apply_advance,
    apply_no_support,
    apply_stay,
    apply_support,
    check_support,
    finish_support,
)  # fmt: skip
from escaramuza.games.cafe.rules.attack import (
    apply_attack,
    check_fight,
    check_shoot,
)  # fmt: skip
from escaramuza.games.cafe.rules.cards import check_card
from escaramuza.games.cafe.rules.choices import candidates
from escaramuza.games.cafe.rules.damage import hurt
from escaramuza.games.cafe.rules.effects import apply_card
from escaramuza.games.cafe.rules.evasion import apply_cancel, apply_evade, apply_stand, check_cancel
from escaramuza.games.cafe.rules.healing import apply_heal, check_heal
from escaramuza.games.cafe.rules.lattice import mover_mask
from escaramuza.games.cafe.rules.proceed import proceed
from escaramuza.games.cafe.rules.room import count_of, tight_places
from escaramuza.games.cafe.rules.setting import (
    apply_place,
    apply_ready,
    apply_roll,
    apply_sides,
    check_place,
    check_ready,
    check_roll,
)  # fmt: skip
from escaramuza.games.cafe.rules.sharing import apply_deal, apply_take, check_take
from escaramuza.games.cafe.rules.stack import AN_ACTIVATION, NOBODY_YET, TO_SUPPORT, pop
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
)  # fmt: skip
from escaramuza.games.cafe.rules.windows import apply_no, check_no
from escaramuza.games.cafe.state import (
    ADVANCE,
    ASK_NEVER,
    DEPLOY,
    FINISHED,
    IN_HAND,
    MOVE,
    RUNNING,
    SHARE,
    SIDES,
    SUPPORT,
    TRAP,
    WAY,
)  # fmt: skip
from escaramuza.games.cafe.state import EVADE as EVADING
from escaramuza.games.cafe.tables import NONE
from escaramuza.kernel.buffers import OK, OVER, because, emit, write_outcome
from escaramuza.kernel.jit import rule
from escaramuza.kernel.stack import find, top


@rule
def actor(s):
    """The seat that decides now, or OVER."""
    return OVER if s.phase == FINISHED else int(s.asked)


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
    if s.phase == FINISHED:
        return because(why, GAME_OVER)
    kind = a.kind
    if kind in (WALK, RUN, WALK_BEND, RUN_BEND):
        return check_first_leg(s, a, why, mask)
    if kind in (GO, BEND):
        return check_next_leg(s, a, why, mask)
    if kind == CARD:
        return check_card(s, a, why)
    if kind == USE:
        return check_use(s, a, why)
    if kind == SHOOT:
        return check_shoot(s, a, why)
    if kind == FIGHT:
        return check_fight(s, a, why)
    if kind == HEAL:
        return check_heal(s, a, why)
    if kind == SUPPORT_WITH:
        return check_support(s, a, why)
    if kind == PLACE:
        return check_place(s, a, why)
    if kind == CANCEL:
        return check_cancel(s, a, why)
    if kind == TRAP_ON:
        return check_trap(s, a, why)
    if kind == STRIKE:
        return check_strike(s, a, why)
    if kind == TAKE:
        return check_take(s, a, why)
    return check_word(s, a, why)


@rule
def check_word(s, a, why):
    """Actions that say nothing but their name."""
    kind = a.kind
    if kind == PASS:
        return check_pass(s, why)
    if kind == HOLD:
        return check_hold(s, why)
    if kind == CARD_ONLY:
        return check_card_only(s, why)
    if kind == END:
        return check_end(s, why)
    if kind == GIVE_UP:
        return check_give_up(s, why)
    if kind == ROLL:
        return check_roll(s, why)
    if kind == READY:
        return check_ready(s, why)
    if kind == ASK:
        return OK if 0 <= a.choice <= ASK_NEVER else because(why, NO_SUCH_ACTION)
    if kind in (KEEP, SWAP):
        return only_in(s, SIDES, why)
    if kind == DEAL:
        return only_in(s, SHARE, why)
    if kind in (EVADE, STAND):
        return only_in(s, EVADING, why)
    if kind in (ADVANCE_ON, STAY):
        return only_in(s, ADVANCE, why)
    if kind == NO_SUPPORT:
        return only_in(s, SUPPORT, why)
    if kind == NO:
        return check_no(s, why)
    return because(why, NO_SUCH_ACTION)


@rule
def only_in(s, phase, why):
    """Some actions are free in their phase and out of place in every other."""
    return OK if s.phase == phase else because(why, NOT_NOW, s.phase)


@rule
def check_trap(s, a, why):
    """Which of the drawer's own units the trap hits (C-F2)."""
    if s.phase != TRAP:
        return because(why, NOT_NOW, s.phase)
    return check_own(s, a.unit, s.asked, why)


@rule
def legal_actions(s, out):
    """Write all discrete legal actions and the lattice of places into out; their number is returned."""
    mask = EVERYTHING
    if s.phase == MOVE or s.phase == WAY:
        mask = mover_mask(s)
    kept = keep_legal(s, out, 0, candidates(s, out), mask)
    if s.phase == DEPLOY and kept < count_of(s, int(s.side), IN_HAND):
        kept = keep_legal(s, out, kept, tight_places(s, out, kept), mask)
    because(s.why, OK)
    return kept


@rule
def keep_legal(s, out, first, n, mask):
    """Of the actions from the first one on, leave only those that are legal; how many there are now is returned."""
    kept = first
    for i in range(first, n):
        if check_among(s, out[i], s.why, mask) == OK:
            if kept != i:
                out[kept] = out[i]
            kept += 1
    return kept


@rule
def propose(s, out):
    """The promising actions: no bends; in deployment the front of the zone; a side's units are dealt; no
    support that was given up before."""
    n = legal_actions(s, out)
    if s.phase not in (MOVE, WAY, DEPLOY, SHARE, SUPPORT):
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
    if s.phase == SHARE:
        return a.kind == DEAL
    if s.phase == SUPPORT:
        return a.kind != SUPPORT_WITH or not (top(s).mask >> a.unit) & 1
    if s.phase == DEPLOY:
        if a.kind != PLACE:
            return True
        depth = a.x if s.left == s.side else s.width - a.x
        return s.zone - depth <= 500
    return a.kind not in (WALK_BEND, RUN_BEND, BEND)


@rule
def apply(s, a, log):
    """Make a legal action, and go on until somebody has to decide."""
    kind = a.kind
    if kind in (ROLL, KEEP, SWAP, PLACE, READY, TAKE, DEAL):
        apply_setting(s, a, log)
    elif kind == ASK:
        s.asking[s.asked] = a.choice
        emit(log, ASKING_SET, s.asked, a.choice)
        return
    else:
        if kind != NO:
            stir(s)
        apply_decision(s, a, log)
        s.phase = RUNNING
    if s.phase == RUNNING:
        proceed(s, log)


@rule
def stir(s):
    """Something is done: what follows is another moment for knives (C-R28)."""
    k = find(s, AN_ACTIVATION)
    if k >= 0:
        s.frames[k].turn = NOBODY_YET


@rule
def apply_setting(s, a, log):
    """Set-up and initiative."""
    if a.kind == ROLL:
        initiative = s.round_number > 0
        apply_roll(s, log)
        if initiative:
            s.phase = RUNNING
    elif a.kind == PLACE:
        apply_place(s, a, log)
    elif a.kind == READY:
        apply_ready(s, log)
    elif a.kind == TAKE:
        apply_take(s, a, log)
    elif a.kind == DEAL:
        apply_deal(s, log)
    else:
        apply_sides(s, a, log)


@rule
def apply_decision(s, a, log):
    """All that is decided within a round."""
    kind = a.kind
    if kind == USE:
        apply_use(s, a, log)
    elif kind in (WALK, RUN, WALK_BEND, RUN_BEND):
        apply_first_leg(s, a)
    elif kind == HOLD:
        apply_hold(s, log)
    elif kind == CARD_ONLY:
        apply_card_only(s, log)
    elif kind == PASS:
        apply_pass(s, log)
    elif kind == GO:
        unit = int(top(s).unit)
        if apply_go(s, a, log) == TO_SUPPORT:
            finish_support(s, unit, log)
    elif kind == BEND:
        bend(s, top(s), int(a.x), int(a.y), log)
    elif kind in (SHOOT, FIGHT):
        apply_attack(s, a)
    elif kind == EVADE:
        apply_evade(s, log)
    elif kind == STAND:
        apply_stand(s, log)
    elif kind == NO:
        apply_no(s, log)
    elif kind == CARD:
        apply_card(s, a, log)
    else:
        apply_rarer(s, a, log)


@rule
def apply_rarer(s, a, log):
    """Decisions that come up seldom."""
    kind = a.kind
    if kind == END:
        apply_end(s, log)
    elif kind == HEAL:
        apply_heal(s, a, log)
    elif kind == ADVANCE_ON:
        apply_advance(s, log)
    elif kind == STAY:
        apply_stay(s, log)
    elif kind == SUPPORT_WITH:
        apply_support(s, a, log)
    elif kind == NO_SUPPORT:
        apply_no_support(s, log)
    elif kind == GIVE_UP:
        apply_give_up(s, log)
    elif kind == CANCEL:
        apply_cancel(s, a, log)
    elif kind == STRIKE:
        apply_strike(s, a, log)
    elif kind == TRAP_ON:
        emit(log, TAKES_THE_TRAP, a.unit)
        pop(s)
        hurt(s, int(a.unit), 1, NONE, 0)
