"""What a game is played on: a board of squares, or a table that is measured."""

from dataclasses import dataclass
from typing import Literal

LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Grid:
    """A board of squares. Square 0 is a1, the first of the second row is a2."""

    width: int
    height: int
    kind: Literal["grid"] = "grid"

    def __post_init__(self) -> None:
        if not (1 <= self.width <= len(LETTERS) and 1 <= self.height <= 99):
            raise ValueError(f"a board has 1 to 26 columns and 1 to 99 rows, not {self.width} and {self.height}")

    @property
    def squares(self) -> int:
        """How many squares there are."""
        return self.width * self.height

    def name(self, square: int) -> str:
        """`e2`; a square beyond the last row keeps its letter, so that a message can name what was typed."""
        return LETTERS[square % self.width] + str(square // self.width + 1)

    def number(self, name: str) -> int | None:
        """The square of a name such as `e2`, which may lie beyond the rows; None where the text is not a name."""
        column, row = LETTERS.find(name[:1].lower()), name[1:]
        if not (0 <= column < self.width and row.isascii() and row.isdigit() and len(row) <= 2):
            return None
        return (int(row) - 1) * self.width + column


@dataclass(frozen=True)
class Plane:
    """A table without squares, measured in tenths of a millimetre; where maps differ in size, the scene says it."""

    width: int = 0
    height: int = 0
    kind: Literal["plane"] = "plane"


Board = Grid | Plane
