"""What the oracle knows of a battle: units, officers, groups, ground; and how it is read from a position record."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import Any

from shapely import Point, Polygon, unary_union
from shapely.geometry.base import BaseGeometry

from tests.naive.forglory import plane
from tests.naive.forglory.plane import Spot

SIDES = ("south", "north")
MOST_UNITS, FIRST_OFFICER, FIRST_STAFF, DIVISIONS = 40, 80, 96, 8
ABSENT, HAND, TABLE, OUT, REMOVED = range(5)
NONE = -1
CONTACT = 10


@dataclass(frozen=True)
class Category:
    """A row of the table of categories; lengths by name."""

    code: str
    arm: str
    range: str | None
    fire: int
    melee: int
    move: str
    difficult: str


CATEGORIES = (
    Category("LnInf", "infantry", "XS", 0, 0, "S", "S"),
    Category("LI", "infantry", "S", 1, -1, "S", "S"),
    Category("HC", "cavalry", None, 0, 3, "M", "S"),
    Category("LC", "cavalry", None, 0, 2, "L", "M"),
    Category("FA", "artillery", "L", -1, -2, "S", "S"),
    Category("HA", "artillery", "M", -2, -1, "M", "S"),
)
QUALITY = (-2, -1, 0, 1, 2)
LENGTHS = {"XS": 500, "S": 1000, "M": 1500, "L": 2000, "XL": 2500}
GROUND = {
    "wood": {"difficult", "dense", "hides"},
    "crops": {"difficult", "dense"},
    "town": {"difficult", "dense", "hides", "settled"},
    "hill": {"hides"},
    "river": {"impassable"},
    "lake": {"impassable"},
    "mountain": {"impassable"},
    "bridge": {"difficult", "crossing"},
    "ford": {"difficult", "crossing"},
    "fence": set(),
}
KINDS = tuple(GROUND)


@dataclass(frozen=True)
class Piece:
    """A piece of ground."""

    number: int
    kind: str
    shape: Polygon

    @property
    def roles(self) -> set[str]:
        """What it does."""
        return GROUND[self.kind]


@dataclass
class Table:
    """What never changes."""

    width: int
    height: int
    scale: float
    pieces: list[Piece]
    roads: list[list[Spot]]
    rounds: int
    fading: bool
    follows: bool
    ends_from: int = 1
    # Division → where a historical deployment puts it.
    zones: dict[int, tuple[int, int, int, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.span = {name: round(length * self.scale) for name, length in LENGTHS.items()}
        self.front, self.deep = round(500 * self.scale), round(300 * self.scale)
        self.radius, self.road_half = round(100 * self.scale), round(100 * self.scale)
        self.impassable = self.union("impassable").difference(self.union("crossing"))
        self.dense = self.union("dense")
        self.difficult = self.union("difficult")
        self.settled = self.union("settled")
        self.stretches = [pair for road in self.roads for pair in itertools.pairwise(road)]

    def union(self, role: str) -> BaseGeometry:
        """All ground of a role."""
        return unary_union([piece.shape for piece in self.pieces if role in piece.roles])


@dataclass
class Body:
    """Whatever stands on the table."""

    id: int
    side: int
    table: Table
    state: int = ABSENT
    x: int = 0
    y: int = 0
    inside: frozenset[int] = frozenset()

    @property
    def here(self) -> Spot:
        """Its centre."""
        return (self.x, self.y)

    @property
    def there(self) -> bool:
        """Whether it stands on the table."""
        return self.state == TABLE

    @property
    def shape(self) -> Polygon:
        """Its base."""
        raise NotImplementedError


@dataclass
class Unit(Body):
    """A brigade or battery."""

    division: int = 0
    category: int = 0
    quality: int = 2
    facing: int = 0
    hits: int = 0
    column: bool = False
    confused: bool = False
    detached: bool = False
    group: int = NONE
    ordered: bool = False
    reacted: bool = False
    charging: str | None = None
    charged: int = NONE
    by_reaction: bool = False
    spent: bool = False

    @property
    def kind(self) -> Category:
        """Its row of the table."""
        return CATEGORIES[self.category]

    @property
    def arm(self) -> str:
        """Infantry, cavalry, artillery."""
        return self.kind.arm

    @property
    def shape(self) -> Polygon:
        return self.at(self.x, self.y, self.facing)

    def at(self, x: float, y: float, facing: int) -> Polygon:
        """Its base as if it stood there."""
        return plane.base(x, y, facing, self.table.deep, self.table.front)

    @property
    def seen(self) -> Polygon:
        """Its base for sight and for what ground it is in."""
        return self.shape

    @property
    def disorganised(self) -> bool:
        """As part of a detachment or after a failed leadership check."""
        return self.confused or self.detached

    @property
    def move(self) -> int:
        """Its base movement."""
        return self.table.span[self.kind.move]

    @property
    def range(self) -> int:
        """How far it shoots; cavalry does not."""
        return self.table.span[self.kind.range] if self.kind.range else NONE


@dataclass
class Officer(Body):
    """A general (with his division) or a staff."""

    experience: int = 0
    lost: int = 0
    die: int = 0
    edge: int = NONE

    @property
    def staff(self) -> bool:
        """Whether it is the staff."""
        return self.id >= FIRST_STAFF

    @property
    def shape(self) -> Polygon:
        return self.at(self.x, self.y)

    def at(self, x: float, y: float, facing: int = 0) -> Polygon:
        """Its base as if it stood there."""
        return plane.disc(x, y, self.table.radius)

    @property
    def seen(self) -> Polygon:
        """Its base for sight and for what ground it is in (G-E2)."""
        return plane.octagon(self.x, self.y, self.table.radius)


@dataclass
class Group:
    """A division or detachment for one round."""

    side: int
    division: int
    officer: int
    initiative: int
    experience: int
    done: bool = False
    units: list[int] = field(default_factory=list)
    number: int = NONE


@dataclass
class Marker:
    """Artillery fire."""

    x: int
    y: int
    round: int
    side: int


@dataclass
class Objective:
    """A point to hold."""

    x: int
    y: int
    owner: int


def gap(a: Body, b: Body) -> float:
    """The distance of the nearest points; officers are round."""
    return gap_at(a, a.here, a.shape, b)


def gap_at(a: Body, here: Spot, shape: Polygon, b: Body) -> float:
    """The same as if a stood elsewhere."""
    if isinstance(a, Unit) and isinstance(b, Unit):
        return float(shape.distance(b.shape))
    if isinstance(a, Unit):
        return max(0.0, float(shape.distance(Point(b.here))) - b.table.radius)
    if isinstance(b, Unit):
        return max(0.0, float(b.shape.distance(Point(here))) - a.table.radius)
    return max(0.0, plane.distance(here, b.here) - 2 * a.table.radius)


def bits(value: int) -> frozenset[int]:
    """The numbers of the bits that are set."""
    return frozenset(n for n in range(32) if value >> n & 1)


def read_table(s: Any) -> Table:
    """The ground of a record."""
    pieces = []
    for number in range(int(s.n_pieces)):
        told = s.pieces[number]
        corners = [(int(x), int(y)) for x, y in told.corners[: int(told.n)]]
        pieces.append(Piece(number, KINDS[int(told.kind)], Polygon(corners)))
    roads = [[(int(x), int(y)) for x, y in s.roads[r].bends[: int(s.roads[r].n)]] for r in range(int(s.n_roads))]
    return Table(
        int(s.width),
        int(s.height),
        int(s.scale) / 100,
        pieces,
        roads,
        int(s.rounds),
        bool(s.fading),
        bool(s.follows),
        int(s.ends_from),
        {
            number: (int(o.zone[0]), int(o.zone[1]), int(o.zone[2]), int(o.zone[3]))
            for number, o in enumerate(s.officers)
            if any(o.zone)
        },
    )


def read_units(s: Any, table: Table) -> dict[int, Unit]:
    """The units of a record that take part."""
    found = {}
    for number in range(2 * MOST_UNITS):
        u = s.units[number]
        if int(u.state) == ABSENT:
            continue
        found[number] = Unit(
            number,
            int(u.side),
            table,
            int(u.state),
            int(u.x),
            int(u.y),
            bits(int(u.inside)),
            int(u.division),
            int(u.category),
            int(u.quality),
            int(u.facing),
            int(u.hits),
            bool(u.column),
            bool(u.confused),
            bool(u.detached),
            int(u.group),
            bool(u.ordered),
            bool(u.reacted),
            (None, "front", "flank")[int(u.charging)],
            int(u.charged),
            bool(u.as_reaction),
            bool(u.spent),
        )
    return found


def read_officers(s: Any, table: Table) -> dict[int, Officer]:
    """The officers of a record that take part."""
    found = {}
    for number in range(2 * DIVISIONS + 2):
        o = s.officers[number]
        if int(o.state) != ABSENT:
            found[FIRST_OFFICER + number] = Officer(
                FIRST_OFFICER + number,
                int(o.side),
                table,
                int(o.state),
                int(o.x),
                int(o.y),
                bits(int(o.inside)),
                int(o.experience),
                int(o.lost),
                int(o.die),
                int(o.edge),
            )
    return found


def general_of(number: int) -> int:
    """The body of an officer; a detachment has none."""
    return NONE if number < 0 else FIRST_OFFICER + number


def read_groups(s: Any, units: dict[int, Unit]) -> list[Group]:
    """The groups of a record."""
    found = []
    for number in range(int(s.n_groups)):
        g = s.groups[number]
        members = sorted(u.id for u in units.values() if u.group == number)
        found.append(
            Group(
                int(g.side),
                int(g.division),
                general_of(int(g.officer)),
                int(g.initiative),
                int(g.experience),
                bool(g.done),
                members,
            )
        )
    return found
