"""A position of Escaramuzas de Café. Lengths are tenths of a millimetre, angles tenths of a degree."""

from escaramuza.games.cafe import tables
from escaramuza.kernel.buffers import record
from escaramuza.kernel.dice import DICE

NOBODY = -1
# Where a unit is: in this army not at all, still in hand, on the table, out, or not for these eyes.
ABSENT, IN_HAND, ON_TABLE, OUT, HIDDEN = range(5)
UNKNOWN = -1
(
    DIE_OFF,
    SIDES,
    DEPLOY,
    INITIATIVE,
    TURN,
    MOVE,
    WAY,
    WINDOW,
    ATTACK,
    EVADE,
    ASSIGN,
    TOURNIQUET_ASKS,
    ADVANCE,
    SUPPORT,
    TRAP,
    ORDER,
    SHARE,
    FINISHED,
    RUNNING,
) = range(19)
ASK_USEFUL, ASK_ALWAYS, ASK_NEVER = range(3)
# More than any unit has health; what would come on top is lost.
MOST_WAITING = 9
MOST_PIECES, MOST_CORNERS = 24, 12
# Roles of a piece of terrain, one bit each.
COVER, DIFFICULT, DANGEROUS, SOLID, BRIDGE = 1, 2, 4, 8, 16

UNIT = record(
    [
        ("side", "i4"),
        ("seat", "i4"),
        ("type", "i4"),
        ("state", "i4"),
        ("x", "i4"),
        ("y", "i4"),
        ("facing", "i4"),
        ("health", "i4"),
        ("wounds", "i4"),
        ("kills", "i4"),  # since its last promotion
        ("acted", "i4"),
        ("camouflaged", "i4"),
        ("harmless", "i4"),  # it was camouflaged in this round: no attack until the next (C-R29)
        ("poison", "i4"),  # points that strike at the start of the next round
        ("delayed", "i4"),  # points that a tourniquet holds back until then
        ("due", "i4"),  # how many of the points that wait strike in this round: the first of them
        ("waiting", "i4", (MOST_WAITING,)),  # each of these points in the order they came: see rules/strikes.py
        ("corners", "i4", (4, 2)),
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
OBJECTIVE = record([("x", "i4"), ("y", "i4"), ("owner", "i4"), ("first", "i4"), ("unbroken", "i4"), ("spare", "i4")])
# An open procedure. The top one says who decides what; rules/stack.py says which of the fields each kind of it has.
FRAME = record(
    [
        ("fought", "i8"),  # enemies it has fought, one bit each
        ("to_throw", "i8"),  # units that have still to throw for a blast
        ("gave_up", "i8"),  # units that gave their support up
        ("code", "i4"),
        ("stage", "i4"),
        ("seat", "i4"),  # who decides
        ("unit", "i4"),
        ("target", "i4"),
        ("x", "i4"),  # where the leg or the advance goes
        ("y", "i4"),
        ("close", "i4"),  # in close combat
        # A turn.
        ("cards_played", "i4"),
        # An activation.
        ("mode", "i4"),
        ("more_dice", "i4"),  # of MA+
        ("more_range", "i4"),  # of a sniper
        ("danger_thrown", "i4"),  # its die for dangerous ground
        ("has_shot", "i4"),  # or healed
        ("has_moved", "i4"),  # some length
        ("facing", "i4"),  # of the leg it sets out on
        ("leg", "i4"),  # its kind of action
        ("knives_had", "i4"),  # who has just had a moment for a knife with nothing after it
        # A way.
        ("purpose", "i4"),
        ("left", "i4"),  # of the move
        ("from_x", "i4"),
        ("from_y", "i4"),
        ("through_danger", "i4"),
        ("was_hidden", "i4"),
        ("legs", "i4"),
        ("bends", "i4", (4, 2)),
        # A window; how many were asked is told of an advance too.
        ("moment", "i4"),
        ("asked", "i4"),
        ("seats", "i4"),  # how many are asked at all
        ("spared", "i4"),  # the seat that could use a knife right before, or NONE
        ("card_played", "i4"),
        ("decides_next", "i4"),  # the active player does
        ("told", "i4"),  # what is declared
        # An attack.
        ("dice", "i4"),
        ("needs", "i4"),  # the least face that hits
        ("faces", "i4", (8,)),
        ("hits", "i4"),  # those that are left, one bit for each die
        ("ones", "i4"),
        ("target_taken", "i4"),  # by a card, so that it does not count as a kill of this attack
        ("guard_dice", "i4"),
        ("guards", "i4", (4,)),  # their faces
        ("guard_ones", "i4"),
        ("next_guard", "i4"),  # the one to assign
        # Damage.
        ("points", "i4"),
        ("held_back", "i4"),
    ]
)
# One more than ever lie on each other.
DEEPEST = 7
STATE = record(
    [
        ("dice", DICE),
        ("frames", FRAME, (DEEPEST,)),
        ("depth", "i4"),
        ("phase", "i4"),
        ("asked", "i4"),  # the seat that decides
        ("side", "i4"),  # the side whose turn it is, or that places or chooses
        ("winner", "i4"),
        ("how", "i4"),  # how it ended: see rules/scoring.py
        ("round_number", "i4"),
        ("rounds", "i4"),
        ("players", "i4"),  # a side
        ("width", "i4"),
        ("height", "i4"),
        ("zone", "i4"),  # depth of a deployment zone
        ("left", "i4"),  # the side whose zone lies at x = 0
        ("starter", "i4"),  # who has the initiative in this round
        ("first_starter", "i4"),  # who had it in the first
        ("thrown", "i4"),  # the initiative of this round is thrown
        ("losses", "i4"),  # a unit fell since the last look at who is beaten
        ("with_cards", "i4"),
        ("face_down", "i4"),
        ("runners_fight", "i4"),
        ("defence_each", "i4"),
        ("choose_assignment", "i4"),
        ("defenders_only", "i4"),
        ("contested_kept", "i4"),
        ("n_pieces", "i4"),
        ("n_objectives", "i4"),
        ("points", "i4", (2,)),  # action points left
        ("rotor", "i4", (2,)),  # whose turn it is within each side
        ("passed", "i4", (tables.SEATS,)),
        ("asking", "i4", (tables.SEATS,)),
        ("ready", "i4", (tables.SEATS,)),
        ("hand_size", "i4", (tables.SEATS,)),
        ("deck", "i4", (tables.KINDS_OF_CARD,)),
        ("held", "i4", (tables.SEATS, tables.KINDS_OF_CARD)),
        ("known", "i4", (tables.SEATS, tables.KINDS_OF_CARD)),  # of these, openly shown
        ("values", "i4", (len(tables.POINTS),)),  # what each row of the table of victory points gives
        ("army", "i4", (2, 6)),  # how many of each type a side began with
        ("faces", "i4", (2, 2)),  # the last throw for sides or initiative
        ("kills", "i4", (2, 2)),  # side, close
        ("round_kills", "i4", (2, 2)),
        ("sheet", "i4", (tables.MOST_ROUNDS, 2, len(tables.SHEET))),
        # For each end of the table: how many places of the lattice no solid piece covers and, where these are too few
        # for an army, the places of a tight packing (x, y, facing).
        ("lattice", "i4", (2,)),
        ("n_berths", "i4", (2,)),
        ("berths", "i4", (2, tables.MOST_UNITS, 3)),
        ("objectives", OBJECTIVE, (tables.MOST_OBJECTIVES,)),
        ("pieces", PIECE, (MOST_PIECES,)),
        ("units", UNIT, (tables.UNITS,)),
    ]
)
