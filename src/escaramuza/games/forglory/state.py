"""A position of For Glory. Lengths are tenths of a millimetre, angles tenths of a degree; x to the east, y to the
south, so that 0 faces east, 900 south and 2700 north."""

from escaramuza.games.forglory import tables
from escaramuza.kernel.buffers import record
from escaramuza.kernel.dice import DICE

NOBODY = -1
# Where a unit or an officer is: not in this army, not yet on the table, on it, destroyed, gone with its division.
ABSENT, IN_HAND, ON_TABLE, OUT, REMOVED = range(5)
(
    MUSTER,
    DISTRIBUTE,
    PICKING,
    DEPLOY,
    STAFF_PLACE,
    ORDERS,
    ORDER,
    WAY,
    AFTER_MOVE,
    JOINING,
    REACT,
    REACTION,
    MARKING,
    RELOCATING,
    EXTRA,
    FOLLOWING,
    OFFICER_RIDE,
    STAFF_RIDE,
    EXTRAS,
    PUSHES,
    FINISHED,
    RUNNING,
) = range(22)
MOST_PIECES, MOST_CORNERS = 30, 12
MOST_ROADS, MOST_BENDS = 8, 12
MOST_MARKERS = 128
MOST_GROUPS = tables.DIVISIONS + tables.UNITS
OFFICER_CORNERS = 8

UNIT = record(
    [
        ("side", "i4"),
        ("division", "i4"),  # of all, 0 to 15
        ("category", "i4"),
        ("quality", "i4"),
        ("state", "i4"),
        ("x", "i4"),
        ("y", "i4"),
        ("facing", "i4"),
        ("hits", "i4"),
        ("column", "i4"),  # it marches by road
        ("confused", "i4"),  # its officer failed the last leadership check
        ("detached", "i4"),  # part of a detachment in this round
        ("group", "i4"),  # the one it acts with in this round
        ("ordered", "i4"),  # it had its order in this activation
        ("reacted", "i4"),  # it tried to react in this activation
        ("charging", "i4"),  # NO_CHARGE, HEAD_ON_CHARGE, FLANK_CHARGE
        ("charged", "i4"),  # the body it charges
        ("as_reaction", "i4"),  # its charge is a reaction
        ("spent", "i4"),  # cavalry: its extra move of this activation is used or waits
        ("melee", "i4"),  # the melee at hand: see rules/melee.py
        ("inside", "i4"),  # pieces that half of its base or more is in, one bit each
        ("corners", "i4", (4, 2)),
    ]
)
NO_CHARGE, HEAD_ON_CHARGE, FLANK_CHARGE = range(3)
OFFICER = record(
    [
        ("side", "i4"),
        ("state", "i4"),
        ("x", "i4"),
        ("y", "i4"),
        ("experience", "i4"),
        ("lost", "i4"),  # counters of lost brigades
        ("die", "i4"),  # of deployment; rounds to wait in reserve
        ("edge", "i4"),  # by which a reinforcement comes, NONE for the first deployment
        ("tries", "i4"),  # edges it found full in this round
        ("inside", "i4"),
        ("zone", "i4", (4,)),  # where a historical deployment puts its division: west, north, east, south; 0 anywhere
        ("corners", "i4", (OFFICER_CORNERS, 2)),
    ]
)
# A division or a detachment, for one round.
GROUP = record(
    [
        ("side", "i4"),
        ("division", "i4"),
        ("officer", "i4"),  # NONE for a detachment
        ("initiative", "i4"),
        ("experience", "i4"),
        ("done", "i4"),
        ("passed", "i4"),  # its leadership check
        ("spare", "i4"),
    ]
)
PIECE = record(
    [
        ("kind", "i4"),
        ("roles", "i4"),
        ("n", "i4"),
        ("spare", "i4"),
        ("low", "i4", (2,)),
        ("high", "i4", (2,)),
        ("corners", "i4", (MOST_CORNERS, 2)),
    ]
)
ROAD = record(
    [("n", "i4"), ("spare", "i4"), ("low", "i4", (2,)), ("high", "i4", (2,)), ("bends", "i4", (MOST_BENDS, 2))]
)
OBJECTIVE = record([("x", "i4"), ("y", "i4"), ("owner", "i4"), ("spare", "i4")])
MARKER = record([("x", "i4"), ("y", "i4"), ("round_number", "i4"), ("side", "i4")])
# An open procedure. The top one says who decides what; see rules/stack.py for which kind has which of these.
FRAME = record(
    [
        ("code", "i4"),
        ("stage", "i4"),
        ("side", "i4"),
        ("unit", "i4"),
        ("target", "i4"),
        ("mode", "i4"),  # which order
        ("x", "i4"),  # where it goes, or aims
        ("y", "i4"),
        ("facing", "i4"),
        ("from_x", "i4"),  # where a leg began
        ("from_y", "i4"),
        ("from_facing", "i4"),
        ("length", "i4"),  # of a leg
        ("along", "i4"),  # how far it has come on it
        ("to_turn", "i4"),  # how much of its pivot is left
        ("asked_turning", "i4"),  # somebody was asked as it turned
        ("stood_x", "i4"),  # where the target of a charge stood at the order, that of a shot after it
        ("stood_y", "i4"),
        ("stood_facing", "i4"),
        ("used", "i4"),  # of the way, and its legs so far
        ("legs", "i4"),
        ("limit", "i4"),  # how long the way may be, as last judged
        ("flags", "i4"),
        ("leaves", "i4"),  # 1 + the enemy that a retreat leaves
        ("cuts_short", "i4"),  # this reaction ends the other's order before its time
        ("moment", "i4"),  # of a reaction
        ("has_moved", "i4"),  # before the shot
        ("as_reaction", "i4"),
        ("result", "i4"),  # of the shot, with its modifiers
        ("push_angle", "i4"),
        ("was_pushed", "i4"),
    ]
)
DEEPEST = 14
STATE = record(
    [
        ("dice", DICE),
        ("frames", FRAME, (DEEPEST,)),
        ("depth", "i4"),
        ("phase", "i4"),
        ("asked", "i4"),  # the side that decides
        ("winner", "i4"),
        ("how", "i4"),  # how it ended: see rules/victory.py
        ("round_number", "i4"),  # 0 during set-up
        ("rounds", "i4"),
        ("ends_from", "i4"),  # the round from which objectives can end the battle
        ("scale", "i4"),  # in hundredths
        ("width", "i4"),
        ("height", "i4"),
        ("span", "i4", (len(tables.LENGTHS),)),
        ("front", "i4"),
        ("deep", "i4"),
        ("radius", "i4"),
        ("road_half", "i4"),
        ("fading", "i4"),  # option: markers go at the end of the next round
        ("follows", "i4"),  # option: advance after a push by fire
        ("n_pieces", "i4"),
        ("n_roads", "i4"),
        ("n_objectives", "i4"),
        ("n_markers", "i4"),
        ("n_groups", "i4"),
        ("turn", "i4"),  # the next side where an order alternates, NOBODY before the die
        ("removed", "i4"),  # divisions removed in all
        ("staff_lost", "i4"),  # one bit a side
        ("starter", "i4"),  # whose group was activated first, for the record
        ("step", "i4"),  # where set-up or a round stands: see rules/rounds.py
        ("changes", "i4"),  # how often the arranging side moved units about
        ("spare", "i4"),
        ("sheet", "i4", (2, len(tables.SHEET))),
        ("objectives", OBJECTIVE, (tables.MOST_OBJECTIVES,)),
        ("groups", GROUP, (MOST_GROUPS,)),
        ("officers", OFFICER, (tables.OFFICERS,)),
        ("roads", ROAD, (MOST_ROADS,)),
        ("pieces", PIECE, (MOST_PIECES,)),
        ("markers", MARKER, (MOST_MARKERS,)),
        ("units", UNIT, (tables.UNITS,)),
    ]
)
