"""Why an action of Escaramuzas de Café is refused, and what happens in a step: name, clause, numbers."""

from collections.abc import Mapping

from escaramuza.games.cafe import tables
from escaramuza.games.codes import Codes


class Why(Codes):
    """Why an action is refused."""

    GAME_OVER = "C-W1"
    NOT_NOW = "C-M4", "phase:phase"
    NO_SUCH_ACTION = "C-A1"
    NO_SUCH_UNIT = "C-N1", "number:count units:count"
    NOT_YOUR_UNIT = "C-M4", "unit:unit"
    UNIT_OUT = "C-T2", "unit:unit"
    OUTSIDE_ZONE = "C-R14", "x:length y:length"
    NEAR_EDGE = "C-S3", "x:length y:length edge:length"
    ALREADY_PLACED = "C-E9", "unit:unit"
    NOT_ALL_PLACED = "C-S4", "placed:count units:count"
    OFF_TABLE = "C-R20", "x:length y:length"
    UNIT_IN_THE_WAY = "C-R20", "other:unit"
    SOLID_IN_THE_WAY = "C-R20", "terrain:terrain"
    NO_ROOM_TO_TURN = "C-E1", "other:unit"
    TOO_FAR = "C-R1", "unit:unit cost:length left:length"
    NOT_MOVED_AT_ALL = "C-A1", "unit:unit"
    BAD_FACING = "C-R1"
    HAS_ACTED = "C-R2", "unit:unit"
    NO_CARD_PLAYED = "C-R3"
    WAY_OPEN = "C-E1", "unit:unit"
    RUNNER = "C-A4", "unit:unit"
    HAS_SHOT = "C-D6", "unit:unit"
    IN_CLOSE_COMBAT = "C-R3", "unit:unit other:unit"
    HAS_FOUGHT_CLOSE = "C-R3", "unit:unit"
    MUST_FIGHT = "C-C1", "unit:unit other:unit"
    FRIENDLY_TARGET = "C-I2", "target:unit"
    OUT_OF_RANGE = "C-D1", "target:unit gap:length range:length"
    NO_LINE = "C-R6", "target:unit terrain:terrain"
    CAMOUFLAGED = "C-E5", "target:unit"
    OUT_OF_CLOSE_REACH = "C-C1", "target:unit gap:length"
    ALREADY_FOUGHT = "C-R3", "target:unit"
    NOT_MINGUIN = "C-U1", "unit:unit"
    NOT_AN_ALLY = "C-U1", "target:unit"
    NOT_ITSELF = "C-R25", "unit:unit"
    TOO_FAR_TO_HEAL = "C-U2", "target:unit gap:length"
    IN_ENEMY_REACH = "C-U3", "target:unit enemy:unit"
    NOTHING_TO_HEAL = "C-R13", "target:unit"
    SUCH_DIE_CANCELS_NOT = "C-T4", "die:face hit:face"
    NO_SUCH_HIT = "C-R4", "number:count"
    NO_CONTACT = "C-R8", "unit:unit winner:unit gap:length"
    SUPPORT_TOO_FAR = "C-R8", "unit:unit winner:unit gap:length"
    NO_SUCH_CARD = "C-K2", "card:card"
    NOT_THIS_MOMENT = "C-F2", "card:card"
    TOO_WEAK = "C-F2", "unit:unit health:count"
    NOT_AT_ONE = "C-F2", "unit:unit health:count"
    NOBODY_TO_ATTACK = "C-F2", "unit:unit"
    TOO_FEW_ENEMIES = "C-F2", "unit:unit enemies:count"
    NO_COVER_NEAR = "C-F2", "unit:unit"
    NO_TARGET_IN_SIGHT = "C-F2", "unit:unit"
    UNIT_IN_COMBAT = "C-F2", "unit:unit"
    NOT_SIDEWAYS = "C-R26", "unit:unit"
    EMPTY_HAND = "C-F2", "seat:seat"
    NO_SUCH_OPPONENT = "C-F2", "seat:seat"
    HAS_NOT_MOVED = "C-F2", "unit:unit"
    ALREADY_SNIPING = "C-F2", "unit:unit"
    TURN_AT_THE_END = "C-E1", "unit:unit"
    IN_CONTACT_ALREADY = "C-R8", "unit:unit winner:unit"
    HIDING = "C-R29", "unit:unit"
    JUST_A_CARD = "C-R3", "unit:unit"
    MUST_ATTACK = "C-R30", "unit:unit"
    NOTHING_WAITS = "C-R30", "unit:unit"
    NOT_YOUR_SIDE = "C-R31", "unit:unit"
    TAKEN_ALREADY = "C-R31", "unit:unit seat:seat"
    LEAVES_NO_ROOM = "C-R31", "unit:unit units:count"


class Did(Codes):
    """What happens in a step."""

    DIE_OFF_THROWN = "C-S2", "first:face second:face"
    CHOOSES_SIDES = "C-S2", "side:side"
    SIDES_KEPT = "C-S2", "side:side"
    SIDES_SWAPPED = "C-S2", "side:side"
    UNIT_PLACED = "C-S4", "side:side unit:unit x:length y:length"
    DEPLOYED = "C-E9", "seat:seat"
    UNITS_REVEALED = "C-S4"
    CARDS_DEALT = "C-S5", "seat:seat cards:count"
    TRAP_PUT_BACK = "C-F2", "seat:seat"
    INITIATIVE_THROWN = "C-P1", "first:face second:face third:face fourth:face"
    INITIATIVE = "C-M1", "side:side points:count round:count"
    ACTIVATED = "C-A1", "unit:unit points:count"
    PASSED = "C-R2", "seat:seat"
    HELD = "C-A2", "unit:unit"
    ONLY_A_CARD = "C-R3", "unit:unit"
    MOVED = "C-R1", "unit:unit x:length y:length cost:length left:length"
    BENT = "C-E1", "unit:unit x:length y:length cost:length left:length"
    TURNED = "C-R1", "unit:unit facing:angle"
    DANGER_THROWN = "C-V4", "unit:unit face:face"
    WOUNDED = "C-H1", "unit:unit face:face points:count wounds:count"
    ATTACKED = "C-D2", "unit:unit target:unit close:way dice:count needs:face"
    ATTACK_DIE = "C-T1", "unit:unit face:face hit:yes"
    PANICKED = "C-D5", "unit:unit ones:count close:way"
    EVADED = "C-T4", "unit:unit dice:count"
    STOOD = "C-R4", "unit:unit"
    DEFENCE_DIE = "C-T4", "unit:unit face:face"
    HIT_CANCELLED = "C-T4", "hit:face die:face"
    HITS_LEFT = "C-T2", "target:unit hits:count"
    DAMAGED = "C-T2", "unit:unit points:count health:count"
    FELL = "C-T2", "unit:unit"
    KILL_CREDITED = "C-R18", "unit:unit close:way kills:count"
    SIX_KILLS = "C-G9", "side:side close:way points:count"
    PROMOTED = "C-X2", "unit:unit health:count"
    CARD_DRAWN = "C-X2", "seat:seat cards:count"
    CARD_NAMED = "C-X2", "seat:seat card:card"
    DECK_EMPTY = "C-R17", "seat:seat"
    TRAP_DRAWN = "C-F2", "seat:seat"
    CARD_PLAYED_BY = "C-K1", "seat:seat card:card unit:unit target:unit"
    HEALTH_SPENT = "C-F2", "unit:unit health:count"
    SACRIFICED = "C-F2", "unit:unit target:unit"
    CARD_SHOWN = "C-F2", "seat:seat card:card"
    BLAST_DIE = "C-F2", "unit:unit face:face"
    KNIFE_DIE = "C-F2", "unit:unit face:face"
    POISONED = "C-R16", "unit:unit"
    HELD_BACK = "C-F2", "unit:unit"
    REGAINED = "C-F2", "unit:unit health:count"
    HIDES = "C-F2", "unit:unit"
    HIDES_NO_MORE = "C-R16", "unit:unit"
    STRIKES_NOW = "C-R16", "unit:unit points:count"
    HEALED = "C-U1", "unit:unit target:unit health:count wounds:count"
    ADVANCED = "C-C5", "unit:unit x:length y:length"
    STAYED = "C-C5", "unit:unit"
    SUPPORTED = "C-C5", "unit:unit winner:unit"
    NO_SUPPORT_COMES = "C-C5", "seat:seat"
    GAVE_UP = "C-R8", "unit:unit"
    WINDOW_CLOSED = "C-R17", "seat:seat"
    TAKES_THE_TRAP = "C-F2", "unit:unit"
    ROUND_OVER = "C-M5", "round:count"
    OBJECTIVE_TAKEN = "C-O3", "objective:objective side:side"
    OBJECTIVE_NEUTRAL = "C-O4", "objective:objective"
    POINTS_SCORED = "C-G1", "side:side column:column points:count"
    BEATEN = "C-W1", "side:side units:count"
    WON_ON_POINTS = "C-W2", "side:side points:count other:count"
    DRAWN = "C-R11", "points:count"
    ASKING_SET = "C-R17", "seat:seat asking:asking"
    NO_ATTACK = "C-R27", "unit:unit"
    WANTS_ON = "C-C5", "unit:unit"
    COMES_TO_SUPPORT = "C-R8", "unit:unit winner:unit"
    DIE_UNUSED = "C-R4", "unit:unit face:face"
    ACTIVATION_OVER = "C-R27", "unit:unit"
    ATTACK_LAPSES = "C-R28", "unit:unit target:unit"
    ADVANCE_BLOCKED = "C-R8", "unit:unit"
    UNIT_TAKEN = "C-R31", "unit:unit seat:seat"
    DEALT_OUT = "C-R31", "side:side"
    SETS_OUT = "C-R28", "unit:unit running:pace x:length y:length"
    DECLARES = "C-R28", "unit:unit target:unit close:way"
    NOTHING_TO_EVADE = "C-E11", "unit:unit"


# What a person wants to know of a throw: see engine/odds.py.
HEADLINES = frozenset(
    {"INITIATIVE", "CHOOSES_SIDES", "PANICKED", "HITS_LEFT", "FELL", "DAMAGED", "WOUNDED", "PROMOTED", "POISONED"}
)
CLOSE_COMBAT = {"ATTACKED": "C-C2", "PANICKED": "C-C4"}
# Clauses by column of the score sheet; two rows of a column differ by what they give, as printed.
FOR_COLUMN = {
    "objectives": "C-G1",
    "all": "C-G10",
    "six_close": "C-G9",
    "six_range": "C-G9",
    "first": "C-G8",
}
FOR_ROW = {
    ("zone", tables.POINTS["zone"]): "C-G2",
    ("zone", tables.POINTS["zone_three"]): "C-G7",
    ("range_kills", tables.POINTS["range"]): "C-G3",
    ("range_kills", tables.POINTS["range_three"]): "C-G5",
    ("close_kills", tables.POINTS["close"]): "C-G4",
    ("close_kills", tables.POINTS["close_three"]): "C-G6",
}


def clause_of(code: Codes, numbers: Mapping[str, int]) -> str:
    """The clause of a code, where shooting and close combat, or rows of victory points, have one each."""
    if code.name in CLOSE_COMBAT and numbers["close"]:
        return CLOSE_COMBAT[code.name]
    if code.name == "POINTS_SCORED":
        column = tables.SHEET[numbers["column"]]
        return FOR_COLUMN.get(column) or FOR_ROW.get((column, numbers["points"]), "C-R10")
    return code.clause
