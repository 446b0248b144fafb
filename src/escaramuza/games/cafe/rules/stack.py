"""Open procedures: a small stack of frames in the position. What each kind of frame has, besides code and stage:

| code | unit | target | other fields: see state.py |
| --- | --- | --- | --- |
| A_TURN | | | seat, cards_played |
| AN_ACTIVATION | active | | seat, mode (NOT_YET, HOLD, WALK, RUN, CARD_ONLY), fought, more_dice, more_range, |
| | | | danger_thrown, has_shot, has_moved, knives_had; x, y, facing, leg: what it sets out on |
| A_WAY | mover | supported winner | seat, purpose, left, from_x, from_y, through_danger, was_hidden, legs, bends |
| A_WINDOW | whom it is about | | seat: the active one; moment, asked, seats, spared, card_played, decides_next, told |
| AN_ATTACK | attacker | attacked | close, dice, needs, faces, hits, ones, target_taken, guard_dice, guards, |
| | | | guard_ones, next_guard |
| DAMAGE | hurt | who caused it | close, points, held_back |
| BLAST | source | | to_throw |
| AN_ADVANCE | winner | | seat, x, y, asked, gave_up |
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
(
    AFTER_MOVE,
    AT_END,
    WHEN_USED,
    WHEN_SETTING_OUT,
    WHEN_DECLARED,
    WHEN_HITS_LIE,
    WHEN_RESOLVED,
    WHEN_ADVANCED,
    WHEN_LED,
    WHEN_SUPPORTED,
) = range(10)
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
