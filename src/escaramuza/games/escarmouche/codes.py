"""Why an action of Escarmouche is refused, and what happens in a step: name, clause, numbers."""

from escaramuza.games.codes import Codes


class Why(Codes):
    """Why an action is refused."""

    GAME_OVER = "E-V1"
    GAME_DRAWN = "E-R7"
    NOT_NOW = "E-T1", "phase:phase"
    NO_SUCH_ACTION = "E-T2"
    OFF_BOARD = "E-M1", "square:square"
    NO_SUCH_UNIT = "E-C1", "number:count units:count"
    ALREADY_PLACED = "E-P2", "unit:unit square:square"
    OUTSIDE_HOME = "E-P2", "square:square first:count last:count"
    SQUARE_TAKEN = "E-P3", "square:square"
    OUTSIDE_MIDDLE = "E-F4", "square:square"
    CENTRAL_SQUARE = "E-F4", "square:square"
    NOT_ALL_PLACED = "E-P2", "placed:count units:count"
    NOT_YOUR_UNIT = "E-T1", "unit:unit"
    UNIT_OUT = "E-K4", "unit:unit"
    SUPPRESSED = "E-A4", "unit:unit"
    SAME_SQUARE = "E-R2", "unit:unit square:square"
    OCCUPIED = "E-D3", "square:square other:unit"
    OBSTACLE_THERE = "E-F4", "square:square"
    TOO_FAR = "E-D1", "unit:unit distance:count move:count"
    NO_WAY = "E-D3", "unit:unit square:square move:count"
    HAS_ATTACKED = "E-T5", "unit:unit"
    HAS_USED_ABILITY = "E-T5", "unit:unit"
    HAS_OVERCHARGED = "E-A12", "unit:unit"
    DRAINED = "E-A12", "unit:unit"
    NO_ABILITY = "E-S2", "unit:unit ability:ability"
    NO_TARGET = "E-K1"
    FRIENDLY_TARGET = "E-T2", "target:unit"
    RETREATED = "E-A5", "target:unit"
    OUT_OF_RANGE = "E-K1", "target:unit distance:count range:count"
    NO_SIGHT = "E-L1", "target:unit at:square to:square blocker:square"
    OBSTACLE_IN_LINE = "E-R15", "target:unit at:square to:square blocker:square"
    NOT_AN_ALLY = "E-F3", "target:unit"
    NOT_ITSELF = "E-F3", "unit:unit"
    ALLY_TOO_FAR = "E-F3", "target:unit distance:count reach:count"
    NO_MUTUAL_SIGHT = "E-A8", "target:unit blocker:square"
    NOT_ADJACENT = "E-A9", "target:unit distance:count"
    NOBODY_ADJACENT = "E-A10", "unit:unit"
    ALREADY_MOVED = "E-A6", "target:unit"
    NOT_GUARDING = "E-A9", "target:unit"
    STANCE_ACTIVE = "E-R18", "unit:unit"


class Did(Codes):
    """What happens in a step."""

    DICE_THROWN = "E-P4", "white:count black:count"
    DICE_TIED = "E-R5", "face:count"
    PLACES_FIRST = "E-R5", "side:side"
    OBSTACLE_PLACED = "E-F4", "side:side square:square"
    UNIT_PLACED = "E-P2", "side:side unit:unit square:square"
    SIDE_READY = "E-R5", "side:side"
    BEGINS = "E-P4", "side:side"
    UNIT_MOVED = "E-D1", "unit:unit at:square to:square"
    UNIT_ATTACKS = "E-K1", "unit:unit target:unit power:count"
    CHARGE_USED = "E-A1", "unit:unit"
    ENERGY_BOLT_USED = "E-A2", "unit:unit"
    STANCE_TAKEN = "E-A3", "unit:unit"
    SUPPRESSING_FIRE_USED = "E-A4", "unit:unit"
    RETREAT_USED = "E-A5", "unit:unit"
    FORWARD_USED = "E-A6", "unit:unit"
    DEVASTATING_STRIKE_USED = "E-A7", "unit:unit"
    PLACES_SWAPPED = "E-A8", "unit:unit target:unit"
    GUARD_TAKEN_UP = "E-A9", "unit:unit target:unit"
    SWEEP_USED = "E-A10", "unit:unit"
    PRECISION_SHOT_USED = "E-A11", "unit:unit"
    OVERCHARGE_USED = "E-A12", "unit:unit"
    FREE_MOVE = "E-A6", "unit:unit at:square to:square"
    FORWARD_ENDED = "E-R13", "unit:unit"
    GUARD_ASKED = "E-R6", "side:side target:unit power:count"
    GUARD_TAKES = "E-R10", "unit:unit target:unit power:count"
    GUARD_REFUSED = "E-R10", "target:unit"
    STANCE_CANCELS = "E-R9", "unit:unit"
    DAMAGE = "E-K3", "unit:unit damage:count left:count"
    NO_DAMAGE = "E-K3", "unit:unit"
    ELIMINATED = "E-K4", "unit:unit"
    UNIT_SUPPRESSED = "E-A4", "unit:unit"
    OWN_LOSS = "E-A7", "unit:unit loss:count left:count"
    MARKER_GAINED = "E-F4", "side:side markers:count"
    MARKER_LOST = "E-R17", "side:side markers:count"
    TURN_OVER = "E-T1", "side:side"
    NOTHING_LEFT = "E-R4", "side:side unused:count"
    WON_BY_ELIMINATION = "E-V1", "side:side"
    WON_BY_MARKERS = "E-F4", "side:side markers:count"
    TURN_LIMIT = "E-R7", "turns:count"


# The event of each ability, in the order of `tables.ABILITIES`.
FIRST_ABILITY_EVENT = int(Did.CHARGE_USED)

# What an action comes to, for the odds; single dice are behind these.
HEADLINES = frozenset(
    {
        "PLACES_FIRST",
        "BEGINS",
        "UNIT_MOVED",
        "FREE_MOVE",
        "PLACES_SWAPPED",
        "STANCE_TAKEN",
        "GUARD_TAKEN_UP",
        "GUARD_ASKED",
        "GUARD_TAKES",
        "STANCE_CANCELS",
        "DAMAGE",
        "ELIMINATED",
        "UNIT_SUPPRESSED",
        "OWN_LOSS",
        "RETREAT_USED",
        "MARKER_GAINED",
        "MARKER_LOST",
        "WON_BY_ELIMINATION",
        "WON_BY_MARKERS",
        "TURN_LIMIT",
    }
)
