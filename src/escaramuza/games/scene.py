"""Words that all scenes use. A game declares its own in its `scene.py` and names them as what its `view`, `describe`,
`look` and `threats` return: the server learns the types of the wire from there."""

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


class SquareThreat(TypedDict):
    """A piece that can be taken next, how likely, and from which squares."""

    square: Square
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
