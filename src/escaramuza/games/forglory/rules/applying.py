"""Each kind of action to the function that makes it."""

from escaramuza.games.forglory import kinds, state
from escaramuza.games.forglory.codes import Did
from escaramuza.games.forglory.rules import activation, reactions, rounds, stack
from escaramuza.games.forglory.rules.deploying import apply_place, put_off, take_up
from escaramuza.games.forglory.rules.groups import open_group
from escaramuza.games.forglory.rules.officers import apply_put, apply_ride, stay
from escaramuza.games.forglory.rules.shooting import apply_advance, apply_marker
from escaramuza.kernel.buffers import emit
from escaramuza.kernel.jit import rule
from escaramuza.kernel.stack import pop, top


@rule
def apply_setting(s, a, log):
    """Set-up."""
    kind = a.kind
    if kind == kinds.ROLL:
        rounds.throw_experience(s, log)
        return
    if kind == kinds.ASSIGN:
        rounds.apply_assign(s, a, log)
        return
    if kind == kinds.SWAP:
        rounds.apply_swap(s, a, log)
        return
    if kind == kinds.READY:
        rounds.apply_ready(s, log)
        return
    s.phase = state.RUNNING
    if kind == kinds.PLACE:
        apply_place(s, a, log)
    elif kind == kinds.RESERVE:
        put_off(s, int(top(s).unit), log)
    elif kind == kinds.AGAIN:
        take_up(s, int(top(s).unit), log)
    elif s.step == rounds.FIRST_DEPLOY or s.step == rounds.REINFORCE:
        rounds.start_deployment(s, int(a.choice), log)
    else:
        open_group(s, int(a.choice))


@rule
def apply_decision(s, a, log):
    """All that is decided within a round."""
    kind = a.kind
    if s.phase == state.REACTION:
        apply_reaction(s, a, log)
    elif kind == kinds.USE:
        activation.apply_use(s, a, log)
    elif kind in (kinds.MOVE, kinds.BEND, kinds.MARCH, kinds.MARCH_BEND):
        activation.apply_move(s, a, log)
    elif kind in (kinds.CHARGE, kinds.SHOOT, kinds.RETREAT, kinds.REGROUP):
        activation.apply_other_order(s, a, log)
    elif kind == kinds.HOLD:
        activation.apply_hold(s, log)
    elif kind == kinds.END:
        activation.apply_end(s, log)
    elif kind == kinds.REACT:
        reactions.apply_react(s, int(a.unit), log)
    elif kind == kinds.DECLINE:
        emit(log, Did.REACTION_DECLINED, s.asked)
        pop(s)
    else:
        apply_rarer(s, a, log)


@rule
def apply_reaction(s, a, log):
    """What a reactor does."""
    if a.kind == kinds.SHOOT:
        reactions.react_by_fire(s, log)
    elif a.kind == kinds.CHARGE:
        reactions.react_by_charge(s, a.x, a.y, log)
    elif a.kind == kinds.RETREAT:
        reactions.react_otherwise(s, stack.TO_RETREAT, int(a.choice), log)
    elif a.kind == kinds.REGROUP:
        reactions.react_otherwise(s, stack.TO_REGROUP, 0, log)
    else:
        reactions.react_otherwise(s, stack.TO_HOLD, 0, log)


@rule
def apply_rarer(s, a, log):
    """Decisions that come up seldom."""
    kind = a.kind
    if kind == kinds.JOIN:
        activation.apply_join(s, a, log)
    elif kind == kinds.FIGHT:
        top(s).stage = stack.O_FIGHT
    elif kind in (kinds.RIDE, kinds.RIDE_BEND):
        apply_ride(s, int(top(s).unit), a, log)
        if kind == kinds.RIDE:
            pop(s)
    elif kind == kinds.MARKER:
        apply_marker(s, a, log)
    elif kind == kinds.PUT:
        apply_put(s, a, log)
    elif kind == kinds.ADVANCE:
        apply_advance(s, log)
    elif top(s).code == stack.A_RIDE:
        stay(s, int(top(s).unit), log)
        pop(s)
    elif s.phase == state.EXTRA:
        emit(log, Did.NO_EXTRA_MOVE, top(s).unit)
        top(s).stage = stack.O_DONE
    else:
        emit(log, Did.STAYS_BACK, top(s).unit)
