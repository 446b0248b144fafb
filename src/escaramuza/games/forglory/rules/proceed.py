"""Running open procedures until somebody has to decide."""

from escaramuza.games.forglory.rules import stack
from escaramuza.games.forglory.rules.activation import run_group
from escaramuza.games.forglory.rules.moving import run_leg
from escaramuza.games.forglory.rules.officers import run_ride
from escaramuza.games.forglory.rules.orders import run_order
from escaramuza.games.forglory.rules.placing import run_deployment, run_relocation, run_shot
from escaramuza.games.forglory.rules.reactions import run_reaction, run_window
from escaramuza.games.forglory.rules.rounds import next_step
from escaramuza.games.forglory.rules.victory import ends_now, finish
from escaramuza.games.forglory.state import RUNNING
from escaramuza.kernel.jit import rule
from escaramuza.kernel.stack import top


@rule
def proceed(s, log):
    """Work on the top frame until a phase is set in which a side decides, or the battle is over (G-R58)."""
    while s.phase == RUNNING:
        how = ends_now(s)
        if how:
            finish(s, how, log)
        elif s.depth == 0:
            next_step(s, log)
        else:
            step(s, log)


@rule
def step(s, log):
    """One step of the top procedure."""
    code = top(s).code
    if code == stack.AN_ORDER:
        run_order(s, log)
    elif code == stack.A_LEG:
        run_leg(s, log)
    elif code == stack.A_WINDOW:
        run_window(s)
    elif code == stack.A_REACTION:
        run_reaction(s)
    elif code == stack.A_SHOT:
        run_shot(s, log)
    elif code == stack.A_GROUP:
        run_group(s, log)
    elif code == stack.A_RIDE:
        run_ride(s)
    elif code == stack.A_RELOCATION:
        run_relocation(s, log)
    elif code == stack.A_DEPLOYMENT:
        run_deployment(s, log)
