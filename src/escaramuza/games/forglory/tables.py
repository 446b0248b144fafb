"""The rulebook's tables: lengths (Medidas), categories, qualities, what a throw leads to, victory points."""

import numpy as np

from escaramuza.games.forglory.scene import Category, FireRow, Span, UnitType

SOUTH, NORTH = 0, 1
NONE = -1
MOST_UNITS = 40
UNITS = 2 * MOST_UNITS
MOST_DIVISIONS = 8
FEWEST_DIVISIONS = 2
DIVISIONS = 2 * MOST_DIVISIONS
FEWEST_BRIGADES = 2
# Generals first, in the order of their divisions, then both staffs.
OFFICERS = DIVISIONS + 2
STAFF = DIVISIONS
# One number for whatever stands on the table: units, then officers.
BODIES = UNITS + OFFICERS

LENGTHS: tuple[Span, ...] = ("XS", "S", "M", "L", "XL")
XS, S, M, L, XL = range(len(LENGTHS))
# Tenths of a millimetre, at scale 1.
SPANS = np.array([500, 1000, 1500, 2000, 2500], np.int64)
FRONT, DEPTH = 500, 300
RADIUS = 100
ROAD_HALF = 100
# Bases this near to each other are in contact (G-R17).
CONTACT = 10

CATEGORIES: tuple[Category, ...] = ("LnInf", "LI", "HC", "LC", "FA", "HA")
LINE, LIGHT, HEAVY_CAVALRY, LIGHT_CAVALRY, FOOT_ARTILLERY, HORSE_ARTILLERY = range(len(CATEGORIES))
TYPES: tuple[UnitType, ...] = ("infantry", "cavalry", "artillery")
INFANTRY, CAVALRY, ARTILLERY = range(len(TYPES))
TYPE_OF = np.array([INFANTRY, INFANTRY, CAVALRY, CAVALRY, ARTILLERY, ARTILLERY], np.int64)
RANGE = np.array([XS, S, NONE, NONE, L, M], np.int64)
FIRE = np.array([0, 1, 0, 0, -1, -2], np.int64)
MELEE = np.array([0, -1, 3, 2, -2, -1], np.int64)
MOVE = np.array([S, S, M, L, S, M], np.int64)
# Foot artillery has none; along a road it is S (G-R20).
DIFFICULT_MOVE = np.array([S, S, S, M, S, S], np.int64)
OFFICER_MOVE = L
EXTRA_MOVE = S
POINTS = np.array([1, 1, 2, 2, 2, 2], np.int64)

QUALITIES = "MIRVE"
MILITIA, IRREGULAR, REGULAR, VETERAN, ELITE = range(len(QUALITIES))
QUALITY = np.array([-2, -1, 0, 1, 2], np.int64)

MOST_HITS = 3
SHAKEN = 2
CHECK_FAILS = 3
DEPLOYS_FROM = 4
DIVISIONS_LOST = 2
MARKER_FROM = 2
DETACHMENT_INITIATIVE = 1
MOST_LEGS = 4
ROUNDS, MOST_ROUNDS = 12, 30

# Modifiers, in the order of the rulebook's tables: combat, then the two checks.
MODIFIERS = (
    "category",
    "quality",
    "flank",
    "road",
    "cover",
    "disorganised",
    "moved",
    "frontal",
    "hits",
    "reaction",
    "close",
    "markers",
    "officer",
    "lost",
    "experience",
    "staff",
    "distance",
)
(
    BY_CATEGORY,
    BY_QUALITY,
    BY_FLANK,
    BY_ROAD,
    BY_COVER,
    BY_DISORDER,
    BY_MOVE,
    BY_FRONT,
    BY_HITS,
    BY_REACTION,
    BY_CLOSENESS,
    BY_MARKERS,
    BY_OFFICER,
    BY_LOST,
    BY_EXPERIENCE,
    BY_STAFF,
    BY_DISTANCE,
) = range(len(MODIFIERS))
FLANK, ON_ROAD, IN_COVER, DISORDER, MOVED, HEAD_ON, REACTING = 2, 1, -1, -1, -1, -1, -2
CLOSE_FIRE, EACH_MARKER, NEAR_OFFICER, NEAR_STAFF = 2, 1, 2, 2

# Rows of the result tables: what a final result leads to.
ROWS: tuple[FireRow, ...] = ("none", "pushed", "hit", "two-hits", "destroyed")
NOTHING, PUSHED, ONE_HIT, TWO_HITS, DESTROYED = range(len(ROWS))
MELEE_ROWS = ("draw", "pushed", "two-hits", "destroyed")
DRAW_ROW, PUSHED_ROW, TWO_HITS_ROW, DESTROYED_ROW = range(len(MELEE_ROWS))

# Columns of the score (Victoria).
SHEET = ("units", "divisions", "held", "taken", "officers", "staff")
FOR_UNITS, FOR_DIVISIONS, FOR_HELD, FOR_TAKEN, FOR_OFFICERS, FOR_STAFF = range(len(SHEET))
POINTS_FOR = np.array([1, 2, 1, 4, 2, 4], np.int64)
MOST_OBJECTIVES = 12
# Nobody moves units about so often; it only keeps those who play at random from doing so for ever.
MOST_CHANGES = 200

# What lies on a table, and what it does: the roles are bits.
KINDS = ("wood", "crops", "town", "hill", "river", "lake", "mountain", "bridge", "ford", "fence")
WOOD, CROPS, TOWN, HILL, RIVER, LAKE, MOUNTAIN, BRIDGE, FORD, FENCE = range(len(KINDS))
IMPASSABLE, DIFFICULT, DENSE, HIDES, CROSSING, SETTLED = 1, 2, 4, 8, 16, 32
ROLES = np.array(
    [
        DIFFICULT | DENSE | HIDES,
        DIFFICULT | DENSE,
        DIFFICULT | DENSE | HIDES | SETTLED,
        HIDES,
        IMPASSABLE,
        IMPASSABLE,
        IMPASSABLE,
        DIFFICULT | CROSSING,
        DIFFICULT | CROSSING,
        0,
    ],
    np.int64,
)
