"""The rules of Escarmouche. Clause ids (E-T5, E-R3 …) are those of RULES.md."""

from escaramuza.games.escarmouche import kinds, state
from escaramuza.games.escarmouche.codes import Why
from escaramuza.games.escarmouche.rules.abilities import (
    apply_ability,
    apply_done,
    apply_second,
    check_ability,
    check_second,
)
from escaramuza.games.escarmouche.rules.choices import each_guard, each_own_action, each_second
from escaramuza.games.escarmouche.rules.combat import apply_attack, apply_guard, check_attack, check_guard
from escaramuza.games.escarmouche.rules.movement import apply_move, check_move
from escaramuza.games.escarmouche.rules.placement import (
    apply_obstacle,
    apply_place,
    apply_ready,
    apply_roll,
    check_obstacle,
    check_place,
    check_ready,
    check_roll,
    each_first_place,
    each_obstacle,
    each_place,
)
from escaramuza.kernel.buffers import ALL, OK, OVER, because, put, write_outcome
from escaramuza.kernel.jit import rule


@rule
def actor(s):
    """The seat that decides now, or OVER; about a guardian the attacked side decides (E-R6)."""
    if s.phase == state.FINISHED:
        return OVER
    if s.phase == state.GUARDIAN_ASKS:
        return 1 - int(s.side)
    return int(s.side)


@rule
def began(s):
    """The side that had the first turn: the higher of the last two dice (E-P4), thrown after the placement."""
    return 0 if s.faces[0] > s.faces[1] else 1


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
    if a.kind == kinds.MOVE:
        return check_move(s, a, why)
    if a.kind == kinds.ATTACK:
        return check_attack(s, a, why)
    if a.kind == kinds.ABILITY:
        return check_ability(s, a, why)
    if a.kind == kinds.FREE_MOVE:
        return check_second(s, a, why)
    if a.kind == kinds.DONE:
        return OK if s.phase == state.FORWARD_ASKS else because(why, Why.NOT_NOW, s.phase)
    if a.kind == kinds.GUARD or a.kind == kinds.NO_GUARD:
        return check_guard(s, a, why)
    if a.kind == kinds.ROLL:
        return check_roll(s, why)
    if a.kind == kinds.OBSTACLE:
        return check_obstacle(s, a, why)
    if a.kind == kinds.PLACE:
        return check_place(s, a, why)
    if a.kind == kinds.READY:
        return check_ready(s, why)
    return because(why, Why.NO_SUCH_ACTION)


@rule
def legal_actions(s, out):
    """Write all legal actions into out; their number is returned."""
    return each_action(s, out, ALL)


@rule
def each_action(s, out, only):
    """Go through the legal actions: write all, or the `only` one, or none; see `buffers.put`."""
    if s.phase == state.TURN:
        return each_own_action(s, out, only)
    if s.phase == state.FORWARD_ASKS:
        return each_second(s, out, only)
    if s.phase == state.GUARDIAN_ASKS:
        return each_guard(s, out, only)
    if s.phase == state.PLACEMENT:
        return each_place(s, out, only)
    if s.phase == state.OBSTACLES:
        return each_obstacle(s, out, only)
    if s.phase == state.DIE_OFF or s.phase == state.FIRST_DIE:
        return put(out, 0, only, kinds.ROLL, 0, 0, 0, 0, 0)
    return 0


@rule
def propose(s, out):
    """The promising actions: unit by unit in placement, else all."""
    return each_proposal(s, out, ALL)


@rule
def each_proposal(s, out, only):
    """Go through the promising actions."""
    if s.phase == state.PLACEMENT:
        return each_first_place(s, out, only)
    return each_action(s, out, only)


@rule
def apply(s, a, log):
    """Make a legal action."""
    if a.kind == kinds.MOVE:
        apply_move(s, a, log)
    elif a.kind == kinds.ATTACK:
        apply_attack(s, a, log)
    elif a.kind == kinds.ABILITY:
        apply_ability(s, a, log)
    elif a.kind == kinds.FREE_MOVE:
        apply_second(s, a, log)
    elif a.kind == kinds.DONE:
        apply_done(s, log)
    elif a.kind == kinds.GUARD or a.kind == kinds.NO_GUARD:
        apply_guard(s, a, log)
    elif a.kind == kinds.PLACE:
        apply_place(s, a, log)
    elif a.kind == kinds.OBSTACLE:
        apply_obstacle(s, a, log)
    elif a.kind == kinds.READY:
        apply_ready(s, log)
    else:
        apply_roll(s, log)
