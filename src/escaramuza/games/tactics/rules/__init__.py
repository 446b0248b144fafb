"""The rules of Tactics. Clause ids (T-M3, T-R4 …) are those of RULES.md."""

from escaramuza.games.tactics import codes, kinds, state
from escaramuza.games.tactics.rules.deployment import (
    apply_choice,
    apply_place,
    apply_ready,
    apply_roll,
    check_place,
    check_ready,
    legal_places,
    propose_places,
)
from escaramuza.games.tactics.rules.movement import apply_end, apply_move, check_move, legal_moves
from escaramuza.kernel.buffers import OK, OVER, because, set_action, write_outcome
from escaramuza.kernel.jit import rule


@rule
def actor(s):
    """The seat that decides now, or OVER."""
    if s.phase == state.FINISHED:
        return OVER
    return int(s.side)


@rule
def side_of(s, seat):
    """The side a seat plays for."""
    return seat


@rule
def outcome(s, results):
    """1 for the winner, -1 for the loser; both 0 in a draw."""
    write_outcome(s.winner, results)


@rule
def check(s, a, why):
    """OK, or the code of the first rule that forbids action a, its numbers in why."""
    if s.phase == state.FINISHED:
        return because(why, codes.GAME_DRAWN if s.winner == state.NOBODY else codes.GAME_OVER)
    if a.kind == kinds.ROLL:
        return check_phase(s, state.DIE_OFF, why)
    if a.kind == kinds.CHOOSE:
        return check_phase(s, state.CHOICE, why)
    if a.kind == kinds.PLACE:
        return check_place(s, a, why)
    if a.kind == kinds.READY:
        return check_ready(s, why)
    if a.kind == kinds.MOVE:
        return check_move(s, a, why)
    if a.kind == kinds.END:
        return check_phase(s, state.TURN, why)
    return because(why, codes.NO_SUCH_ACTION)


@rule
def check_phase(s, phase, why):
    """Each thing in its time: die-off, choice, deployment, turns (T-R1, T-G3)."""
    if s.phase != phase:
        return because(why, codes.NOT_NOW, s.phase)
    return OK


@rule
def legal_actions(s, out):
    """Write all legal actions into out; their number is returned."""
    if s.phase == state.TURN:
        return legal_moves(s, out)
    if s.phase == state.DEPLOYMENT:
        return legal_places(s, out)
    if s.phase == state.DIE_OFF:
        set_action(out[0], kinds.ROLL, 0, 0, 0, 0, 0)
        return 1
    if s.phase == state.CHOICE:
        set_action(out[0], kinds.CHOOSE, 0, 0, 0, 0, kinds.ATTACK)
        set_action(out[1], kinds.CHOOSE, 0, 0, 0, 0, kinds.DEFEND)
        return 2
    return 0


@rule
def propose(s, out):
    """The promising actions: in deployment the ready-made ones, else all."""
    if s.phase == state.DEPLOYMENT:
        return propose_places(s, out)
    return legal_actions(s, out)


@rule
def apply(s, a, log):
    """Make a legal action."""
    if a.kind == kinds.MOVE:
        apply_move(s, a, log)
    elif a.kind == kinds.END:
        apply_end(s, log)
    elif a.kind == kinds.PLACE:
        apply_place(s, a, log)
    elif a.kind == kinds.READY:
        apply_ready(s, log)
    elif a.kind == kinds.ROLL:
        apply_roll(s, log)
    else:
        apply_choice(s, a, log)
