"""The rules of Tactics. Clause ids (T-M3, T-R4 …) are those of RULES.md."""

from escaramuza.games.tactics import kinds, state
from escaramuza.games.tactics.codes import Why
from escaramuza.games.tactics.rules.deployment import (
    apply_choice,
    apply_place,
    apply_ready,
    apply_roll,
    check_place,
    check_ready,
    draw_place,
    each_place,
    each_ready_place,
)
from escaramuza.games.tactics.rules.movement import apply_end, apply_move, check_move
from escaramuza.games.tactics.rules.moves import draw_move, each_move
from escaramuza.kernel.buffers import ALL, NONE, OK, OVER, because, put, write_outcome
from escaramuza.kernel.dice import below
from escaramuza.kernel.jit import rule


@rule
def actor(s):
    """The seat that decides now, or OVER."""
    if s.phase == state.FINISHED:
        return OVER
    return int(s.side)


@rule
def began(s):
    """The side that had the first turn (T-D5)."""
    return int(s.attacker)


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
        return because(why, Why.GAME_DRAWN if s.winner == state.NOBODY else Why.GAME_OVER)
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
    return because(why, Why.NO_SUCH_ACTION)


@rule
def check_phase(s, phase, why):
    """Each thing in its time: die-off, choice, deployment, turns (T-R1, T-G3)."""
    if s.phase != phase:
        return because(why, Why.NOT_NOW, s.phase)
    return OK


@rule
def legal_actions(s, out):
    """Write all legal actions into out; their number is returned."""
    return each_action(s, out, ALL)


@rule
def each_action(s, out, only):
    """Go through the legal actions: write all, or the `only` one, or none; see `buffers.put`."""
    if s.phase == state.TURN:
        return each_move(s, out, only)
    if s.phase == state.DEPLOYMENT:
        return each_place(s, out, only)
    return each_opening(s, out, only)


@rule
def each_opening(s, out, only):
    """What there is before the deployment."""
    if s.phase == state.DIE_OFF:
        return put(out, 0, only, kinds.ROLL, 0, 0, 0, 0, 0)
    if s.phase == state.CHOICE:
        n = put(out, 0, only, kinds.CHOOSE, 0, 0, 0, 0, kinds.ATTACK)
        return put(out, n, only, kinds.CHOOSE, 0, 0, 0, 0, kinds.DEFEND)
    return 0


@rule
def sample(s, seed, n, out):
    """Write the legal action that a lot falls on into out[0], without a list."""
    if s.phase == state.TURN:
        draw_move(s, seed, n, out)
    elif s.phase == state.DEPLOYMENT:
        draw_place(s, seed, n, out)
    else:
        each_opening(s, out, below(seed, n, each_opening(s, out, NONE)))


@rule
def propose(s, out):
    """The promising actions: in deployment the ready-made ones, else all."""
    return each_proposal(s, out, ALL)


@rule
def each_proposal(s, out, only):
    """Go through the promising actions."""
    if s.phase == state.DEPLOYMENT:
        return each_ready_place(s, out, only)
    return each_action(s, out, only)


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
