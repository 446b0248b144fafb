"""Squares of an 8 × 8 board: 0 is a1, 7 is h1, 63 is h8."""

import numpy as np

from escaramuza.kernel.jit import rule

SIZE = 8
SQUARES = SIZE * SIZE
# Orthogonal steps first, then diagonals.
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1))
ORTHOGONAL = 4
DIRECTIONS = 8


def _neighbours() -> np.ndarray:
    table = np.full((SQUARES, DIRECTIONS), -1, np.int64)
    for square in range(SQUARES):
        for direction, (dx, dy) in enumerate(STEPS):
            x, y = square % SIZE + dx, square // SIZE + dy
            if 0 <= x < SIZE and 0 <= y < SIZE:
                table[square, direction] = y * SIZE + x
    return table


# The next square in a direction, or -1 beyond the edge.
NEIGHBOUR = _neighbours()


@rule
def on_board(square):
    """Whether the number names a square of the board."""
    return 0 <= square < SQUARES


@rule
def distance(a, b):
    """Steps between two squares where a diagonal counts as one."""
    return max(abs(a % SIZE - b % SIZE), abs(a // SIZE - b // SIZE))


@rule
def straight(a, b):
    """Whether two squares lie on one row, column or diagonal."""
    dx = abs(a % SIZE - b % SIZE)
    dy = abs(a // SIZE - b // SIZE)
    return dx == 0 or dy == 0 or dx == dy


def square_name(square: int) -> str:
    """`e2`; a square beyond the last rank keeps its letter, so that a message can name what was typed."""
    return "abcdefgh"[square % SIZE] + str(square // SIZE + 1)


def square_number(name: str) -> int | None:
    """The square of a name such as `e2`; ranks 0 and 9 give numbers off the board; None where it is not a name."""
    if len(name) != 2 or name[0].lower() not in "abcdefgh" or name[1] not in "0123456789":
        return None
    return (int(name[1]) - 1) * SIZE + "abcdefgh".index(name[0].lower())
