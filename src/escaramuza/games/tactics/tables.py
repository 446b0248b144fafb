"""Tactics in figures: classes, captures, costs, start squares and ready-made deployments."""

import numpy as np

from escaramuza.games.tactics.scene import PieceClass

WHITE, BLACK = 0, 1
CLASSES: tuple[PieceClass, ...] = ("axe", "sword", "pike", "horse", "bow", "arquebus", "mage", "guard")
LETTERS = "ASPHBGMK"
AXE, SWORD, PIKE, HORSE, BOW, ARQUEBUS, MAGE, GUARD = range(8)
NONE = -1

# T-F1, drawn up by class.
CAPTURES = {
    AXE: (BOW, ARQUEBUS, MAGE),
    SWORD: (AXE, ARQUEBUS, MAGE),
    PIKE: (AXE, SWORD, HORSE),
    HORSE: (AXE, SWORD, BOW),
    BOW: (SWORD, PIKE, ARQUEBUS),
    ARQUEBUS: (PIKE, HORSE, MAGE),
    MAGE: (PIKE, HORSE, BOW),
    GUARD: (AXE, SWORD, PIKE, HORSE, BOW, ARQUEBUS, MAGE),
}
TAKES = np.zeros((8, 8), np.int64)
for _taker, _taken in CAPTURES.items():
    TAKES[_taker, list(_taken)] = 1
    TAKES[_taker, GUARD] = 1

PIECES = 15
EACH = 2
UNITS = 2 * PIECES
ROWS = 3
COST_ORTHOGONAL = 2
COST_DIAGONAL = 3
CHARGE_LENGTH = 2
DEFAULT_TURN_LIMIT = 200

# The class of each of a side's fifteen units, in the order of the record.
UNIT_CLASS = np.array(
    [AXE, AXE, SWORD, SWORD, PIKE, PIKE, HORSE, HORSE, BOW, BOW, ARQUEBUS, ARQUEBUS, MAGE, MAGE, GUARD]
)

# T-F2: d1, e1, d2, e2 and d7, e7, d8, e8.
GUARD_SQUARE = np.zeros((2, 64), np.int64)
GUARD_SQUARE[WHITE, [3, 4, 11, 12]] = 1
GUARD_SQUARE[BLACK, [51, 52, 59, 60]] = 1
GUARD_SQUARES = 4
HOME = np.zeros((2, 64), np.int64)
HOME[WHITE, :24] = 1
HOME[BLACK, 40:] = 1

# Ready-made deployments as white sees them, third row first.
READY_MADE = {
    "line": ("PAH..HAP", "SBG..GBS", "..MK.M.."),
    "wedge": ("..PSHA..", ".BGMGBP.", "..SMK.HA"),
    "wings": ("HA....AH", "PSG..GSP", ".BMK.MB."),
}


def _layout(rows: tuple[str, ...]) -> list[int]:
    """The squares of the fifteen white units of a drawn deployment."""
    places: dict[str, list[int]] = {}
    for y, row in zip((2, 1, 0), rows, strict=True):
        for x, letter in enumerate(row):
            places.setdefault(letter, []).append(y * 8 + x)
    return [square for letter in LETTERS for square in places[letter]]


LAYOUTS = np.array([_layout(rows) for rows in READY_MADE.values()], np.int64)
