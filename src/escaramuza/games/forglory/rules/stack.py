"""Open procedures: a small stack of frames in the position. What each kind of frame has, besides code and stage:

| code | unit | target | other fields: see state.py |
| --- | --- | --- | --- |
| A_DEPLOYMENT | officer or staff | | side |
| A_GROUP | group | | side |
| AN_ORDER | ordered | attacked | side, mode, x, y, facing, stood_x, stood_y, used, legs, limit, flags, leaves, |
| | | | cuts_short |
| A_LEG | mover | | x, y, facing, from_x, from_y, from_facing, length, along, to_turn, asked_turning, flags |
| A_WINDOW | trigger | | side: the reacting one; moment |
| A_REACTION | reactor | trigger | side |
| A_SHOT | shooter | target | side, has_moved, as_reaction, result, stood_x, stood_y, stood_facing, push_angle, |
| | | | was_pushed |
| A_RELOCATION | officer | | side |
| A_RIDE | officer | | side, used, legs |
"""

from escaramuza.games.forglory import tables
from escaramuza.games.forglory.measure import stands
from escaramuza.games.forglory.scene import Moment, Order
from escaramuza.kernel.buffers import WHY
from escaramuza.kernel.jit import rule
from escaramuza.kernel.scratch import scratch_record
from escaramuza.kernel.stack import find

# A refusal that nobody reads: of what is only tried.
a_why = scratch_record(WHY)
A_DEPLOYMENT, A_GROUP, AN_ORDER, A_LEG, A_WINDOW, A_REACTION, A_SHOT, A_RELOCATION, A_RIDE = range(1, 10)
# Orders; what a unit may be told to do (Órdenes), and the cavalry's extra move.
TO_MOVE, TO_MARCH, TO_CHARGE, TO_SHOOT, TO_RETREAT, TO_REGROUP, TO_HOLD, AS_EXTRA = range(8)
ORDERS: tuple[Order, ...] = ("move", "march", "charge", "shoot", "retreat", "regroup", "hold", "extra")
# Stages of an order. A reaction's charge starts at O_GO, which is therefore the stage of a fresh frame.
(
    O_GO,
    O_CHOOSE,
    O_CHECK,
    O_AT_ORDER,
    O_MOVED,
    O_END_WINDOW,
    O_AFTER,
    O_SHOT,
    O_CONTACT,
    O_CONTACTED,
    O_JOIN,
    O_FIGHT,
    O_PUSHES,
    O_EXTRAS,
    O_VACATED,
    O_ON_SPOT,
    O_EXTRA,
    O_WAY,
    O_DONE,
) = range(19)
# Moments of a reaction (G-R35).
AT_ORDER, ON_AREA, ON_RANGE, AT_END, AT_CONTACT, AFTER_SHOT, ON_FAILURE = range(7)
MOMENTS: tuple[Moment, ...] = ("order", "area", "range", "end", "contact", "shot", "failed")
# Flags of an order.
QUIET = 1  # it triggers no reactions
REACTING = 2
INTERRUPTED = 4
FLED = 8  # the charged unit retreated
JOINED = 16  # a charge into a melee that waits for its dice
NEAR = 32  # the way came nearer than XL to an enemy
ROUGH = 64  # the way began in difficult ground, or a battery's touched it
ENDED = 128  # cavalry met difficult ground, or the way was barred
BENT = 256  # the way goes on after this leg
BY_REACTION = 512  # the extra move of a charge that was a reaction


@rule
def ask(s, phase, side):
    """A side decides now."""
    s.phase = phase
    s.asked = side


@rule
def broken_off(s, f):
    """Whether a unit can do nothing more of its order."""
    return f.flags & INTERRUPTED != 0 or not stands(s, f.unit)


@rule
def order_of(s, unit):
    """The place of the topmost open order of a unit, or -1."""
    for k in range(s.depth - 1, -1, -1):
        if s.frames[k].code == AN_ORDER and s.frames[k].unit == unit:
            return k
    return -1


@rule
def active_group(s):
    """The group whose activation it is, or NONE."""
    k = find(s, A_GROUP)
    return tables.NONE if k < 0 else int(s.frames[k].unit)


@rule
def aim_at(s, f, target, x, y):
    """Note in an order whom it attacks, where a charge aims, and where its target stands."""
    f.target = target
    f.x = x
    f.y = y
    f.stood_x = s.units[target].x if target < tables.UNITS else s.officers[target - tables.UNITS].x
    f.stood_y = s.units[target].y if target < tables.UNITS else s.officers[target - tables.UNITS].y


@rule
def interrupt(s, unit):
    """End what a unit was about to do; whether it was doing anything."""
    k = order_of(s, unit)
    if k < 0 or s.frames[k].flags & (INTERRUPTED | REACTING):
        return False
    s.frames[k].flags |= INTERRUPTED
    return True
