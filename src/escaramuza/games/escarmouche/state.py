"""A position of Escarmouche."""

from escaramuza.games.escarmouche.tables import UNITS
from escaramuza.kernel.buffers import record
from escaramuza.kernel.dice import DICE

# Where a unit stands that is on no square: still in hand, eliminated, not in this squad, or not for these eyes.
HAND, OUT, ABSENT, HIDDEN = -1, -2, -3, -4
EMPTY, WALL = -1, -2
NOBODY = -1
DIE_OFF, OBSTACLES, PLACEMENT, FIRST_DIE, TURN, FORWARD_ASKS, GUARDIAN_ASKS, FINISHED = range(8)
STANDARD, CENTRE_SCENARIO = 0, 1
ALTERNATE, SECRET = 0, 1
# A condition that begins with the owner's next turn, and one that holds in this turn.
COMING, NOW = 2, 1

UNIT = record(
    [
        ("side", "i4"),
        ("at", "i4"),
        ("health", "i4"),
        ("max_health", "i4"),
        ("range", "i4"),
        ("move", "i4"),
        ("power", "i4"),
        ("abilities", "i4", (2,)),  # NONE where there is none
        ("acts", "i4"),  # actions made this turn
        ("attacked", "i4"),  # its ordinary attack is spent
        ("used", "i4"),  # an ability other than overcharge is spent
        ("overcharged", "i4"),
        ("stance", "i4"),
        ("retreated", "i4"),
        ("suppressed", "i4"),  # 0, COMING, NOW
        ("drained", "i4"),  # 0, COMING, NOW
        ("ward", "i4"),  # the ally it guards, or NONE
    ]
)
# An attack or Forward! that waits for a decision; nothing nests, so one frame is enough.
FRAME = record(
    [
        ("unit", "i4"),
        ("target", "i4"),
        ("ability", "i4"),  # NONE for an ordinary attack
        ("power", "i4"),
        ("rest", "i4"),  # units that a sweep has still to strike, one bit each
        ("spare", "i4"),
    ]
)
STATE = record(
    [
        ("dice", DICE),
        ("blocked", "i8"),  # squares with a unit or an obstacle, one bit each
        ("walls", "i8"),  # squares with an obstacle
        ("phase", "i4"),
        ("side", "i4"),  # whose turn it is
        ("actions", "i4"),  # actions left in this turn
        ("turns", "i4"),  # player turns finished
        ("turn_limit", "i4"),  # 0: none
        ("scenario", "i4"),
        ("placement", "i4"),
        ("opener", "i4"),  # who puts the first obstacle and the first unit
        ("winner", "i4"),
        ("spare", "i4"),
        ("ready", "i4", (2,)),
        ("markers", "i4", (2,)),
        ("faces", "i4", (2,)),  # the last throw
        ("board", "i4", (64,)),  # the unit on each square, EMPTY or WALL
        ("frame", FRAME),
        ("units", UNIT, (UNITS,)),
    ]
)
