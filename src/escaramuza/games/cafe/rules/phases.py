"""Which kinds of action each phase allows; that they are out of place elsewhere is said here and nowhere else."""

from escaramuza.games.cafe import kinds, state
from escaramuza.games.cafe.codes import Why
from escaramuza.games.field.rules import phases
from escaramuza.kernel.buffers import OK, because
from escaramuza.kernel.jit import rule
from escaramuza.kernel.stack import top

PHASES = phases.table(
    kinds.COUNT,
    {
        state.DIE_OFF: (kinds.ROLL,),
        state.SIDES: (kinds.KEEP, kinds.SWAP),
        state.SHARE: (kinds.TAKE, kinds.DEAL),
        state.DEPLOY: (kinds.PLACE, kinds.READY),
        state.INITIATIVE: (kinds.ROLL,),
        state.TURN: (kinds.USE, kinds.PASS),
        state.MOVE: (kinds.HOLD, kinds.WALK, kinds.RUN, kinds.WALK_BEND, kinds.RUN_BEND, kinds.CARD_ONLY),
        state.WAY: (kinds.GO, kinds.BEND, kinds.GIVE_UP),
        state.WINDOW: (kinds.NO,),
        state.ATTACK: (kinds.SHOOT, kinds.FIGHT, kinds.HEAL, kinds.END),
        state.EVADE: (kinds.EVADE, kinds.STAND),
        state.ASSIGN: (kinds.CANCEL,),
        state.TOURNIQUET_ASKS: (kinds.NO,),
        state.ADVANCE: (kinds.ADVANCE_ON, kinds.STAY),
        state.SUPPORT: (kinds.SUPPORT_WITH, kinds.NO_SUPPORT),
        state.TRAP: (kinds.TRAP_ON,),
        state.ORDER: (kinds.STRIKE,),
    },
    # A card says itself when it may be played.
    always=(kinds.CARD, kinds.ASK),
)


@rule
def check_phase(s, kind, why):
    """Whether an action of a kind belongs to the present phase at all."""
    if s.phase == state.FINISHED:
        return because(why, Why.GAME_OVER)
    if not phases.is_kind(PHASES, kind):
        return because(why, Why.NO_SUCH_ACTION)
    if phases.fits(PHASES, kind, s.phase):
        return OK
    # Who is on its way has moved already and is asked for the rest.
    if s.phase == state.WAY and phases.fits(PHASES, kind, state.MOVE):
        return because(why, Why.WAY_OPEN, top(s).unit)
    return because(why, Why.NOT_NOW, s.phase)
