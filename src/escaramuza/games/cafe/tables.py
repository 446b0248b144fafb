"""The rulebook's tables: units (Tabla de referencia, Subir de rango), the deck (C-F2), distances, victory points."""

import numpy as np

BLUE, RED = 0, 1
NONE = -1
MOST_UNITS = 30
FEWEST_UNITS = 5
UNITS = 2 * MOST_UNITS
MOST_PLAYERS = 4
SEATS = 2 * MOST_PLAYERS

TYPES = ("alpha", "baramon", "eco", "minguin", "thanary", "domucor")
LETTERS = "ABEMTD"
KINDS_OF_UNIT = len(TYPES)
ALPHA, BARAMON, ECO, MINGUIN, THANARY, DOMUCOR = range(len(TYPES))
HEALTH = np.array([5, 4, 3, 2, 2, 1], np.int64)
RESISTANCE = np.array([4, 3, 2, 2, 2, 1], np.int64)
SHOOTING = np.array([2, 2, 2, 1, 2, 2], np.int64)
FIGHTING = np.array([3, 3, 3, 2, 3, 3], np.int64)
MOVE = np.array([600, 800, 800, 1300, 1000, 800], np.int64)
PROMOTES_AT = np.array([3, 3, 3, 2, 2, 1], np.int64)

# Tenths of a millimetre.
BASE_LENGTH, BASE_WIDTH = 200, 150
CLOSE = 300
RANGE = 2400
EDGE = 300
# Places side by side in a deployment zone.
ROW, COLUMN = 300, 250
PATCH = 250
COVER_NEAR = 300
SNIPER_NEAR, SNIPER_RANGE = 100, 500
FALSE_ORDERS_MOVE, TACTICAL_MOVE, CHEETAH_MOVE = 500, 300, 300
INSTINCT_REACH = 600

HIT = 4
MOST_WOUNDS = 3
PANIC_SHOOTING, PANIC_CLOSE = 2, 3
BEATEN = 3
ROUNDS = 6
HAND = 4

CARDS = (
    "ma",
    "divine-wind",
    "spy",
    "instinct",
    "knife",
    "false-orders",
    "first-aid",
    "tourniquet",
    "camouflage",
    "sniper",
    "trap",
    "tactical",
    "cheetah",
)
(
    MA,
    DIVINE_WIND,
    SPY,
    INSTINCT,
    KNIFE,
    FALSE_ORDERS,
    FIRST_AID,
    TOURNIQUET,
    CAMOUFLAGE,
    SNIPER,
    TRAP_CARD,
    TACTICAL,
    CHEETAH,
) = range(len(CARDS))
KINDS_OF_CARD = len(CARDS)
COPIES = np.array([4, 2, 2, 2, 2, 2, 4, 2, 2, 2, 1, 2, 2], np.int64)

# Columns of the score sheet (C-R10).
SHEET = ("objectives", "zone", "range_kills", "close_kills", "all", "six_close", "six_range", "first")
(FOR_OBJECTIVES, FOR_ZONE, FOR_RANGE_KILLS, FOR_CLOSE_KILLS, FOR_ALL, FOR_SIX_CLOSE, FOR_SIX_RANGE, FOR_FIRST) = range(
    len(SHEET)
)
MOST_ROUNDS = 12
MOST_OBJECTIVES = 7
# What each row of the table of victory points gives, unless the players agree on other values.
POINTS = {
    "objective": 1,
    "zone": 1,
    "zone_three": 3,
    "range": 1,
    "range_three": 2,
    "close": 1,
    "close_three": 2,
    "six_close": 5,
    "six_range": 5,
    "first": 3,
    "all": 6,
}
(
    PER_OBJECTIVE,
    IN_ZONE,
    THREE_IN_ZONE,
    RANGE_KILL,
    THREE_RANGE_KILLS,
    CLOSE_KILL,
    THREE_CLOSE_KILLS,
    SIX_CLOSE,
    SIX_RANGE,
    FIRST_AND_KEPT,
    ALL_OBJECTIVES,
) = range(len(POINTS))
MOST_VALUE = 20
