"""Running open procedures until somebody has to decide."""

from escaramuza.games.cafe import state
from escaramuza.games.cafe.rules import stack
from escaramuza.games.cafe.rules.activation import run_activation, run_turn
from escaramuza.games.cafe.rules.advance import run_advance
from escaramuza.games.cafe.rules.aftermath import run_aftermath
from escaramuza.games.cafe.rules.attack import run_attack
from escaramuza.games.cafe.rules.damage import run_damage
from escaramuza.games.cafe.rules.effects import run_blast
from escaramuza.games.cafe.rules.rounds import next_turn
from escaramuza.games.cafe.rules.scoring import judge_losses
from escaramuza.games.cafe.rules.strikes import run_strikes
from escaramuza.games.cafe.rules.windows import run_window
from escaramuza.games.cafe.tables import UNITS
from escaramuza.kernel.jit import rule
from escaramuza.kernel.stack import close_all, pop, top


@rule
def proceed(s, log):
    """Work on the top frame until a phase is set in which a seat decides, or the game is over."""
    while s.phase == state.RUNNING:
        if s.losses and nothing_half_done(s):
            judge_losses(s, log)
            if s.phase == state.FINISHED:
                break
        step(s, log)
    if s.phase == state.FINISHED:
        close_all(s)


@rule
def nothing_half_done(s):
    """Whether no attack, blast, damage or strike is being worked out (C-E7)."""
    for k in range(s.depth):
        code = s.frames[k].code
        if code in (stack.DAMAGE, stack.BLAST, stack.STRIKES):
            return False
        # An attack that is only declared has not begun; once promoted, it is over.
        if code == stack.AN_ATTACK and stack.TO_THROW < s.frames[k].stage < stack.TO_PROMOTE:
            return False
    return True


@rule
def step(s, log):
    """One step of the top procedure; without one the next turn."""
    if s.depth == 0:
        next_turn(s, log)
        return
    f = top(s)
    code = f.code
    if code == stack.A_TURN:
        run_turn(s)
    elif code == stack.AN_ACTIVATION:
        run_activation(s, log)
    elif code == stack.A_WAY:
        run_way(s, f)
    elif code == stack.A_WINDOW:
        run_window(s)
    elif code == stack.AN_ATTACK:
        if f.stage in (stack.RESOLVED, stack.TO_ADVANCE):
            run_aftermath(s)
        else:
            run_attack(s, log)
    elif code == stack.DAMAGE:
        run_damage(s, log)
    elif code == stack.BLAST:
        run_blast(s, log)
    elif code == stack.AN_ADVANCE:
        run_advance(s, log)
    elif code == stack.A_TRAP:
        run_trap(s, f)
    else:
        run_strikes(s, log)


@rule
def run_way(s, f):
    """Whoever leads the unit decides where it goes."""
    s.phase = state.WAY
    s.asked = f.seat


@rule
def run_trap(s, f):
    """Who drew the trap chooses one of its own units; without any nothing happens."""
    for i in range(UNITS):
        if s.units[i].state == state.ON_TABLE and s.units[i].seat == f.seat:
            s.phase = state.TRAP
            s.asked = f.seat
            return
    pop(s)
