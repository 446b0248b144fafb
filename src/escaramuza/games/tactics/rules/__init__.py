"""The rules of Tactics. Clause ids (T-M3, T-R4 …) are those of RULES.md."""

from escaramuza.games.tactics.codes import GAME_DRAWN, GAME_OVER, NO_SUCH_ACTION, NOT_NOW
from escaramuza.games.tactics.kinds import ATTACK, CHOOSE, DEFEND, END, MOVE, PLACE, READY, ROLL
from escaramuza.games.tactics.rules.deployment import (
    apply_choice,
    apply_place,
    apply_ready,
    apply_roll,
    check_place,
    check_ready,
    legal_places,
    propose_places,
)  # fmt: skip
from escaramuza.games.tactics.rules.movement import apply_end, apply_move, check_move, legal_moves
from escaramuza.games.tactics.state import CHOICE, DEPLOYMENT, DIE_OFF, FINISHED, NOBODY, TURN
from escaramuza.kernel.buffers import OK, OVER, because, set_action, write_outcome
from escaramuza.kernel.jit import rule


@rule
def actor(s):
    """The seat that decides now, or OVER."""
    if s.phase == FINISHED:
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
    if s.phase == FINISHED:
        return because(why, GAME_DRAWN if s.winner == NOBODY else GAME_OVER)
    if a.kind == ROLL:
        return check_phase(s, DIE_OFF, why)
    if a.kind == CHOOSE:
        return check_phase(s, CHOICE, why)
    if a.kind == PLACE:
        return check_place(s, a, why)
    if a.kind == READY:
        return check_ready(s, why)
    if a.kind == MOVE:
        return check_move(s, a, why)
    if a.kind == END:
        return check_phase(s, TURN, why)
    return because(why, NO_SUCH_ACTION)


@rule
def check_phase(s, phase, why):
    """Each thing in its time: die-off, choice, deployment, turns (T-R1, T-G3)."""
    if s.phase != phase:
        return because(why, NOT_NOW, s.phase)
    return OK


@rule
def legal_actions(s, out):
    """Write all legal actions into out; their number is returned."""
    if s.phase == TURN:
        return legal_moves(s, out)
    if s.phase == DEPLOYMENT:
        return legal_places(s, out)
    if s.phase == DIE_OFF:
        set_action(out[0], ROLL, 0, 0, 0, 0, 0)
        return 1
    if s.phase == CHOICE:
        set_action(out[0], CHOOSE, 0, 0, 0, 0, ATTACK)
        set_action(out[1], CHOOSE, 0, 0, 0, 0, DEFEND)
        return 2
    return 0


@rule
def propose(s, out):
    """The promising actions: in deployment the ready-made ones, else all."""
    if s.phase == DEPLOYMENT:
        return propose_places(s, out)
    return legal_actions(s, out)


@rule
def apply(s, a, log):
    """Make a legal action."""
    if a.kind == MOVE:
        apply_move(s, a, log)
    elif a.kind == END:
        apply_end(s, log)
    elif a.kind == PLACE:
        apply_place(s, a, log)
    elif a.kind == READY:
        apply_ready(s, log)
    elif a.kind == ROLL:
        apply_roll(s, log)
    else:
        apply_choice(s, a, log)
