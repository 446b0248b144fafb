"""A position of Tactics."""

from escaramuza.games.tactics.tables import UNITS
from escaramuza.kernel.buffers import record
from escaramuza.kernel.dice import DICE

# Where a unit stands that is on no square: in its player's hand, captured, or not for these eyes.
OFF, HIDDEN = -1, -2
EMPTY = -1
DIE_OFF, CHOICE, DEPLOYMENT, TURN, FINISHED = range(5)
SECRET, OPEN = 0, 1
NOBODY = -1

UNIT = record([("side", "i4"), ("kind", "i4"), ("at", "i4"), ("moved", "i4")])
STATE = record(
    [
        ("dice", DICE),
        ("phase", "i4"),
        ("side", "i4"),  # whose decision it is
        ("attacker", "i4"),
        ("points", "i4"),
        ("charge", "i4"),
        ("turns", "i4"),  # player turns finished
        ("turn_limit", "i4"),  # 0: none
        ("openness", "i4"),
        ("winner", "i4"),
        ("spare", "i4"),
        ("ready", "i4", (2,)),
        ("had_turn", "i4", (2,)),
        ("faces", "i4", (2,)),  # the last two dice
        ("board", "i4", (64,)),  # the unit on each square, or EMPTY
        ("units", UNIT, (UNITS,)),
    ]
)
