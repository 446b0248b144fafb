"""Open procedures: a small stack of frames in the position. The fields of a frame, by its code:

| code | unit | target | other fields |
| --- | --- | --- | --- |
| A_TURN | | | seat; amount: cards played in this turn |
| AN_ACTIVATION | active | | seat; mode: NOT_YET, HOLD, WALK, RUN, CARD_ONLY; mask: enemies fought; |
| | | | extra: dice of MA+; left: longer range of a sniper; danger: its die is thrown; amount: it has shot or healed; |
| | | | close: it has moved some length; x, y, faces: the leg it sets out on, its facing and kind; turn: who has just |
| | | | had a moment for a knife with nothing after it (NOBODY_YET, EVERYBODY, ITS_PLAYER) |
| A_WAY | mover | supported winner | seat; mode: purpose; left: of the move; x, y: its start; danger; amount: legs; |
| | | | extra: it was camouflaged at the start |
| A_WINDOW | active | | seat: the active one; mode: moment; turn: how many seats were asked; extra: a card was |
| | | | played; left: its player decides right after it |
| AN_ATTACK | attacker | attacked | close; mode: cover; amount: dice; faces; extra: hits left, one bit a die; guards: |
| | | | defence dice; left: their number; danger: ones among them; turn: ones of the attacker; x: a card took the |
| | | | target away |
| DAMAGE | hurt | who caused it | amount: points; close: how it is credited; extra: points held back |
| BLAST | source | | mask: units that have still to throw |
| AN_ADVANCE | winner | | seat; x, y: the place; turn: how many seats were asked for support; mask: units that gave up |
| A_TRAP | | | seat |
| STRIKES | | | seat: whose units come next |
"""

from escaramuza.games.cafe.tables import NONE
from escaramuza.kernel.jit import rule
from escaramuza.kernel.stack import find

A_TURN, AN_ACTIVATION, A_WAY, A_WINDOW, AN_ATTACK, DAMAGE, BLAST, AN_ADVANCE, A_TRAP, STRIKES = range(1, 11)
NOT_YET = -1
# Purposes of a way, moments of a window.
TO_WALK, TO_RUN, TO_CHEETAH, BY_FALSE_ORDERS, TO_SUPPORT = range(5)
AFTER_MOVE, AT_END, WHEN_USED, WHEN_SETTING_OUT, WHEN_DECLARED, WHEN_HITS_LIE, WHEN_RESOLVED, WHEN_ADVANCED = range(8)
NOBODY_YET, EVERYBODY, ITS_PLAYER = range(3)
# Stages of an activation, of an attack.
USED, TO_MOVE, SETTING_OUT, MOVED_ON, HAS_ADVANCED, TO_ATTACK, TO_END, ENDED = range(8)
(DECLARED, TO_THROW, HITS_LIE, ASKED_TO_EVADE, TO_ASSIGN, TO_DAMAGE, TO_WOUND, TO_PROMOTE, RESOLVED, TO_ADVANCE) = (
    range(10)
)
ONE = 1


@rule
def turn_seat(s):
    """The seat whose turn it is, or NONE."""
    k = find(s, A_TURN)
    return NONE if k < 0 else int(s.frames[k].seat)
