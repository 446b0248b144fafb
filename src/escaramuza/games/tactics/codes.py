"""Why an action of Tactics is refused, and what happens in a step: name, clause, numbers."""

from escaramuza.games.codes import Codes


class Why(Codes):
    """Why an action is refused."""

    GAME_OVER = "T-K6"
    GAME_DRAWN = "T-R6"
    NOT_NOW = "T-G3", "phase:phase"
    OFF_BOARD = "T-G1", "square:square"
    NO_PIECE = "T-G3", "square:square"
    NOT_YOUR_PIECE = "T-G3", "square:square piece:class"
    SAME_SQUARE = "T-M8", "square:square"
    ALREADY_MOVED = "T-M7", "piece:class square:square"
    TOO_FAR = "T-M8", "piece:class steps:count"
    CHARGE_TOO_FAR = "T-C2", "piece:class steps:count allowed:count"
    NO_CHARGE = "T-C1", "piece:class steps:count"
    NOT_STRAIGHT = "T-C4", "at:square to:square"
    NOT_ENOUGH_POINTS = "T-M2", "cost:count points:count"
    CHARGE_BLOCKED = "T-R4", "square:square"
    OWN_PIECE = "T-M5", "square:square piece:class"
    EQUAL_CLASSES = "T-K2", "piece:class square:square"
    CANNOT_CAPTURE = "T-K1", "piece:class target:class square:square"
    NONE_LEFT = "T-G4", "piece:class"
    OUTSIDE_HOME = "T-D1", "square:square first:count last:count"
    SQUARE_TAKEN = "T-D2", "square:square"
    GUARD_SQUARE = "T-D4", "square:square"
    KEEP_FOR_GUARD = "T-E1", "square:square"
    NOT_ALL_PLACED = "T-G4", "placed:count pieces:count"
    NO_SUCH_ACTION = "T-G3"


class Did(Codes):
    """What happens in a step."""

    DIE_OFF_THROWN = "T-D5", "white:count black:count"
    DIE_OFF_TIED = "T-R1", "face:count"
    DIE_OFF_WON = "T-D5", "side:side"
    ATTACKER_CHOSEN = "T-D5", "side:side"
    PIECE_PLACED = "T-D1", "side:side piece:class square:square"
    SIDE_READY = "T-E2", "side:side"
    DICE_THROWN = "T-M1", "side:side first:count second:count"
    POINTS = "T-M1", "side:side points:count"
    POINTS_DOUBLES = "T-C1", "side:side points:count"
    POINTS_FIRST_TURN = "T-I1", "side:side points:count"
    PIECE_MOVED = "T-M2", "piece:class at:square to:square cost:count left:count"
    PIECE_CHARGED = "T-C2", "piece:class at:square to:square cost:count left:count"
    PIECE_CAPTURED = "T-M6", "piece:class target:class square:square"
    GUARD_CAPTURED = "T-K6", "side:side piece:class square:square"
    TURN_ENDED = "T-R5", "side:side unused:count"
    NO_MOVE_LEFT = "T-R9", "side:side unused:count"
    TURN_LIMIT = "T-R6", "turns:count"


# What an action comes to, for the odds; single dice are behind these.
HEADLINES = frozenset(
    {
        "DIE_OFF_WON",
        "POINTS",
        "POINTS_DOUBLES",
        "POINTS_FIRST_TURN",
        "PIECE_MOVED",
        "PIECE_CHARGED",
        "PIECE_CAPTURED",
        "GUARD_CAPTURED",
        "TURN_LIMIT",
    }
)
