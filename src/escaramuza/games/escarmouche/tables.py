"""Escarmouche in figures: characteristics, abilities, ranks, rows and the scenario."""

import numpy as np

WHITE, BLACK = 0, 1
NONE = -1

# Composition des escouades, E-R1, E-F1.
MOST_UNITS = 6
UNITS = 2 * MOST_UNITS
MOST_POINTS = 30
MOST_COST = 30
LOWEST, HIGHEST = 1, 10
MOST_ABILITIES = 2
CHARACTERISTICS = ("health", "range", "move", "power")

RANKS = ("trooper", "veteran", "elite", "champion", "paragon")
RANK_POINTS = (1, 3, 6, 10, 15)

# E-F3, with the costs of the rank formula.
ABILITY_COST = {
    "charge": 3,
    "energy-bolt": 3,
    "defensive-stance": 3,
    "suppressing-fire": 4,
    "tactical-retreat": 2,
    "forward": 5,
    "devastating-strike": 6,
    "feint": 3,
    "guardian": 4,
    "sweep": 5,
    "precision-shot": 4,
    "overcharge": 3,
}
ABILITIES = tuple(ABILITY_COST)
(
    CHARGE,
    ENERGY_BOLT,
    DEFENSIVE_STANCE,
    SUPPRESSING_FIRE,
    TACTICAL_RETREAT,
    FORWARD,
    DEVASTATING_STRIKE,
    FEINT,
    GUARDIAN,
    SWEEP,
    PRECISION_SHOT,
    OVERCHARGE,
) = range(len(ABILITIES))
# What an attacking ability strikes with; 0 stands for the unit's own figure.
ABILITY_POWER = np.array([1, 2, 0, 1, 0, 0, 4, 0, 0, 1, 2, 0])
ABILITY_RANGE = np.array([0, 3, 0, 4, 0, 0, 1, 0, 0, 1, 0, 0])
# E-R8: those that a drained unit cannot use.
ATTACKING = np.array([1, 1, 0, 1, 0, 0, 1, 0, 0, 1, 1, 1])
# Those that are aimed at one enemy, without a move before.
AIMED = np.array([0, 1, 0, 1, 0, 0, 1, 0, 0, 0, 1, 1])

FORWARD_REACH = 3
FEINT_REACH = 2
DEVASTATING_LOSS = 1

ACTIONS = 2
SUPPRESSED_ACTIONS = 1
ROWS = 2
DEFAULT_TURN_LIMIT = 100

# E-F4.
MARKERS_TO_WIN = 5
HOME = np.zeros((2, 64), np.int64)
HOME[WHITE, :16] = 1
HOME[BLACK, 48:] = 1
CENTRE = np.zeros(64, np.int64)
CENTRE[[27, 28, 35, 36]] = 1
OBSTACLE_ZONE = np.zeros(64, np.int64)
OBSTACLE_ZONE[16:48] = 1
OBSTACLE_ZONE[[27, 28, 35, 36]] = 0
