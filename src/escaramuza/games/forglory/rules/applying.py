"""Each kind of action to the function that makes it."""

from escaramuza.games.forglory.codes import NO_EXTRA_MOVE, REACTION_DECLINED, STAYS_BACK
from escaramuza.games.forglory.kinds import (
    ADVANCE,
    AGAIN,
    ASSIGN,
    BEND,
    CHARGE,
    DECLINE,
    END,
    FIGHT,
    HOLD,
    JOIN,
    MARCH,
    MARCH_BEND,
    MARKER,
    MOVE,
    PLACE,
    PUT,
    REACT,
    READY,
    REGROUP,
    RESERVE,
    RETREAT,
    RIDE,
    RIDE_BEND,
    ROLL,
    SHOOT,
    SWAP,
    USE,
)  # fmt: skip
from escaramuza.games.forglory.rules.activation import (
    apply_end,
    apply_hold,
    apply_join,
    apply_move,
    apply_other_order,
    apply_use,
)  # fmt: skip
from escaramuza.games.forglory.rules.deploying import apply_place, take_up, turned_away
from escaramuza.games.forglory.rules.groups import open_group
from escaramuza.games.forglory.rules.officers import apply_put, apply_ride, stay
from escaramuza.games.forglory.rules.reactions import apply_react, react_by_charge, react_by_fire, react_otherwise
from escaramuza.games.forglory.rules.rounds import (
    FIRST_DEPLOY,
    REINFORCE,
    apply_assign,
    apply_ready,
    apply_swap,
    start_deployment,
    throw_experience,
)  # fmt: skip
from escaramuza.games.forglory.rules.shooting import apply_advance, apply_marker
from escaramuza.games.forglory.rules.stack import (
    A_RIDE,
    O_DONE,
    O_FIGHT,
    TO_HOLD,
    TO_REGROUP,
    TO_RETREAT,
    pop,
)  # fmt: skip
from escaramuza.games.forglory.state import EXTRA, REACTION, RUNNING
from escaramuza.kernel.buffers import emit
from escaramuza.kernel.jit import rule
from escaramuza.kernel.stack import top


@rule
def apply_setting(s, a, log):
    """Set-up."""
    kind = a.kind
    if kind == ROLL:
        throw_experience(s, log)
        return
    if kind == ASSIGN:
        apply_assign(s, a, log)
        return
    if kind == SWAP:
        apply_swap(s, a, log)
        return
    if kind == READY:
        apply_ready(s, log)
        return
    s.phase = RUNNING
    if kind == PLACE:
        apply_place(s, a, log)
    elif kind == RESERVE:
        turned_away(s, int(top(s).unit), log)
    elif kind == AGAIN:
        take_up(s, int(top(s).unit), log)
    elif s.step == FIRST_DEPLOY or s.step == REINFORCE:
        start_deployment(s, int(a.choice), log)
    else:
        open_group(s, int(a.choice))


@rule
def apply_decision(s, a, log):
    """All that is decided within a round."""
    kind = a.kind
    if s.phase == REACTION:
        apply_reaction(s, a, log)
    elif kind == USE:
        apply_use(s, a, log)
    elif kind in (MOVE, BEND, MARCH, MARCH_BEND):
        apply_move(s, a, log)
    elif kind in (CHARGE, SHOOT, RETREAT, REGROUP):
        apply_other_order(s, a, log)
    elif kind == HOLD:
        apply_hold(s, log)
    elif kind == END:
        apply_end(s, log)
    elif kind == REACT:
        apply_react(s, int(a.unit), log)
    elif kind == DECLINE:
        emit(log, REACTION_DECLINED, s.asked)
        pop(s)
    else:
        apply_rarer(s, a, log)


@rule
def apply_reaction(s, a, log):
    """What a reactor does."""
    if a.kind == SHOOT:
        react_by_fire(s, log)
    elif a.kind == CHARGE:
        react_by_charge(s, a.x, a.y, log)
    elif a.kind == RETREAT:
        react_otherwise(s, TO_RETREAT, int(a.choice), log)
    elif a.kind == REGROUP:
        react_otherwise(s, TO_REGROUP, 0, log)
    else:
        react_otherwise(s, TO_HOLD, 0, log)


@rule
def apply_rarer(s, a, log):
    """Decisions that come up seldom."""
    kind = a.kind
    if kind == JOIN:
        apply_join(s, a, log)
    elif kind == FIGHT:
        top(s).stage = O_FIGHT
    elif kind in (RIDE, RIDE_BEND):
        apply_ride(s, int(top(s).unit), a, log)
        if kind == RIDE:
            pop(s)
    elif kind == MARKER:
        apply_marker(s, a, log)
    elif kind == PUT:
        apply_put(s, a, log)
    elif kind == ADVANCE:
        apply_advance(s, log)
    elif top(s).code == A_RIDE:
        stay(s, int(top(s).unit), log)
        pop(s)
    elif s.phase == EXTRA:
        emit(log, NO_EXTRA_MOVE, top(s).unit)
        top(s).stage = O_DONE
    else:
        emit(log, STAYS_BACK, top(s).unit)
