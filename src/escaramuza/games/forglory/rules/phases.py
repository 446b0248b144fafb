"""Which kinds of action each phase allows; that they are out of place elsewhere is said here and nowhere else."""

from escaramuza.games.field.rules import phases
from escaramuza.games.forglory import kinds, state
from escaramuza.games.forglory.codes import Why
from escaramuza.kernel.buffers import OK, because
from escaramuza.kernel.jit import rule

LEGS = (kinds.MOVE, kinds.BEND, kinds.MARCH, kinds.MARCH_BEND)
PHASES = phases.table(
    kinds.COUNT,
    {
        state.MUSTER: (kinds.ROLL,),
        state.DISTRIBUTE: (kinds.ASSIGN, kinds.SWAP, kinds.READY),
        state.PICKING: (kinds.PICK,),
        state.DEPLOY: (kinds.PLACE, kinds.RESERVE, kinds.AGAIN),
        state.STAFF_PLACE: (kinds.PLACE,),
        state.ORDERS: (kinds.USE, kinds.END),
        state.ORDER: (*LEGS, kinds.CHARGE, kinds.SHOOT, kinds.RETREAT, kinds.REGROUP, kinds.HOLD),
        state.WAY: (*LEGS, kinds.HOLD),
        state.AFTER_MOVE: (kinds.SHOOT, kinds.HOLD),
        state.JOINING: (kinds.JOIN, kinds.FIGHT),
        state.REACT: (kinds.REACT, kinds.DECLINE),
        # Anything that can be ordered but a plain move (G-R36).
        state.REACTION: (kinds.SHOOT, kinds.CHARGE, kinds.RETREAT, kinds.REGROUP, kinds.HOLD),
        state.MARKING: (kinds.MARKER,),
        state.RELOCATING: (kinds.PUT,),
        state.EXTRA: (kinds.MOVE, kinds.BEND, kinds.CHARGE, kinds.STAY),
        state.FOLLOWING: (kinds.ADVANCE, kinds.STAY),
        state.OFFICER_RIDE: (kinds.RIDE, kinds.RIDE_BEND, kinds.STAY),
        state.STAFF_RIDE: (kinds.RIDE, kinds.RIDE_BEND, kinds.STAY),
        state.EXTRAS: (kinds.USE,),
        state.PUSHES: (kinds.USE,),
    },
)


@rule
def check_phase(s, kind, why):
    """Whether an action of a kind belongs to the present phase at all."""
    if s.phase == state.FINISHED:
        return because(why, Why.GAME_OVER)
    if not phases.is_kind(PHASES, kind):
        return because(why, Why.NO_SUCH_ACTION)
    return OK if phases.fits(PHASES, kind, s.phase) else because(why, Why.NOT_NOW, s.phase)
