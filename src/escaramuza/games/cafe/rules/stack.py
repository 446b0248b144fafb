"""Open procedures: a small stack of frames in the position. The fields of a frame, by its code:

| code | unit | target | other fields |
| --- | --- | --- | --- |
| A_TURN | | | seat; amount: cards played in this turn |
| AN_ACTIVATION | active | | seat; mode: NOT_YET, HOLD, WALK, RUN, CARD_ONLY; mask: enemies fought; |
| | | | extra: dice of MA+; left: longer range of a sniper; danger: its die is thrown; amount: it has shot or healed |
| A_WAY | mover | supported winner | seat; mode: purpose; left: of the move; x, y: its start; danger; amount: legs; |
| | | | extra: it was camouflaged at the start |
| A_WINDOW | active | | seat: the active one; mode: moment; turn: how many seats were asked |
| AN_ATTACK | attacker | attacked | close; mode: cover; amount: dice; faces; extra: hits left, one bit a die; guards: |
| | | | defence dice; left: their number; danger: ones among them; turn: the die to be assigned |
| DAMAGE | hurt | who caused it | amount: points; close: how it is credited; extra: points held back |
| BLAST | source | | mask: units that have still to throw |
| AN_ADVANCE | winner | | seat; x, y: the place; turn: how many seats were asked about support |
| A_TRAP | | | seat |
| STRIKES | | | turn: the next unit |
"""

from escaramuza.games.cafe.tables import NONE
from escaramuza.kernel.jit import rule
from escaramuza.kernel.stack import find

A_TURN, AN_ACTIVATION, A_WAY, A_WINDOW, AN_ATTACK, DAMAGE, BLAST, AN_ADVANCE, A_TRAP, STRIKES = range(1, 11)
NOT_YET = -1
# Purposes of a way, moments of a window.
TO_WALK, TO_RUN, TO_CHEETAH, BY_FALSE_ORDERS, TO_SUPPORT = range(5)
AFTER_MOVE, AT_END = range(2)


@rule
def pop(s):
    """Close the top procedure."""
    s.depth -= 1
    wipe(s.frames[s.depth])


@rule
def close_all(s):
    """Nothing is open any more."""
    while s.depth > 0:
        pop(s)


@rule
def wipe(f):
    """An empty frame."""
    f.mask = 0
    f.code = 0
    f.stage = 0
    f.seat = 0
    f.unit = NONE
    f.target = NONE
    f.mode = 0
    f.left = 0
    f.x = 0
    f.y = 0
    f.close = 0
    f.amount = 0
    f.extra = 0
    f.danger = 0
    f.turn = 0
    for i in range(len(f.faces)):
        f.faces[i] = 0
        f.guards[i] = 0


@rule
def active_unit(s):
    """The unit whose activation it is, or NONE."""
    k = find(s, AN_ACTIVATION)
    return NONE if k < 0 else int(s.frames[k].unit)


@rule
def turn_seat(s):
    """The seat whose turn it is, or NONE."""
    k = find(s, A_TURN)
    return NONE if k < 0 else int(s.frames[k].seat)
