"""Words that all scenes use. A game declares its own in its `scene.py` and names them as what its `view`, `describe`,
`look` and `threats` return: the server learns the types of the wire from there."""

from typing import NotRequired

from typing_extensions import TypedDict

# A square such as e2, and a point of a measured table, in tenths of a millimetre.
Square = str
Point = tuple[int, int]
# Where somebody is, on the one or the other.
Spot = Square | Point


class Text(TypedDict):
    """The same in three languages."""

    es: str
    fr: str
    en: str


class SquareReach(TypedDict):
    """A square that the other side could strike next: from which squares, each with how likely it can; in games without
    dice also with the power of the strongest attack from there."""

    square: Square
    chances: dict[Square, float]
    power: NotRequired[dict[Square, int]]


class SquareThreat(SquareReach):
    """A piece that can be taken next, how likely, and from which squares."""

    side: str
    probability: float
    by: list[Square]


class Size(TypedDict):
    """The size of a measured table."""

    width: int
    height: int


class Terrain(TypedDict):
    """A piece of terrain; its roles say what it does."""

    id: int
    kind: str
    roles: list[str]
    corners: list[Point]
