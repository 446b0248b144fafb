"""Units, table and notation of the oracle of Escaramuzas de Café."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import hypot
from types import SimpleNamespace
from typing import Any

from tests.naive.cafe import plane
from tests.naive.cafe.plane import Corners, Piece, Point

BLUE, RED = "blue", "red"
SIDES = (BLUE, RED)
OTHER = {BLUE: RED, RED: BLUE}
REACH, RANGE, PATCH, EDGE = 300, 2400, 250, 300
SNIPER_NEAR, SNIPER_MORE = 100, 500
INSTINCT_REACH, FALSE_ORDERS, SIDEWAYS, CHEETAH = 600, 500, 300, 300
MOST_WOUNDS, BEATEN = 3, 3
NEAR = plane.NEAR
# Lengths of the project are whole tenths of a millimetre: a leg may differ by its rounding.
ROUNDING = 1.5


@dataclass(frozen=True)
class Kind:
    """A row of the table of units; the move in tenths of a millimetre."""

    letter: str
    health: int
    resistance: int
    shooting: int
    fighting: int
    move: int
    promotes_at: int


KINDS = {
    "domucor": Kind("D", 1, 1, 2, 3, 800, 1),
    "thanary": Kind("T", 2, 2, 2, 3, 1000, 2),
    "minguin": Kind("M", 2, 2, 1, 2, 1300, 2),
    "eco": Kind("E", 3, 2, 2, 3, 800, 3),
    "baramon": Kind("B", 4, 3, 2, 3, 800, 3),
    "alpha": Kind("A", 5, 4, 2, 3, 600, 3),
}
COPIES = {
    "ma": 4,
    "divine-wind": 2,
    "spy": 2,
    "instinct": 2,
    "knife": 2,
    "false-orders": 2,
    "first-aid": 4,
    "tourniquet": 2,
    "camouflage": 2,
    "sniper": 2,
    "trap": 1,
    "tactical": 2,
    "cheetah": 2,
}
ROW = ("objectives", "zone", "range_kills", "close_kills", "all", "six_close", "six_range", "first")
QUESTIONS = {
    "die-off",
    "sides",
    "deploy",
    "initiative",
    "turn",
    "move",
    "way",
    "window",
    "attack",
    "evade",
    "assign",
    "tourniquet",
    "advance",
    "support",
    "trap",
    "order",
    "share",
    "finished",
}
NUMBER = r"(-?\d+(?:\.\d{1,2})?)"
PLACE = re.compile(rf"^{NUMBER},{NUMBER}(?:/(\d+(?:\.\d)?))?$")

Cause = tuple[int | None, str]
# "poison" or "tourniquet", and who caused it.
Waiting = tuple[str, Cause]


class No(Exception):
    """Not allowed."""


class Unsure(Exception):
    """Too near to a tie."""


def frame(what: str, **info: Any) -> SimpleNamespace:
    """Something that is pending."""
    return SimpleNamespace(what=what, **info)


def tenths(text: str) -> int:
    """Centimetres as tenths of a millimetre."""
    return int(Fraction(text) * 100)


def parse_place(text: str) -> tuple[int, int, int | None]:
    """x, y and the facing if there is one."""
    found = PLACE.match(text)
    if found is None:
        raise No("no place")
    facing = None if found[3] is None else int(Fraction(found[3]) * 10)
    if facing is not None and facing >= 3600:
        raise No("no facing")
    return tenths(found[1]), tenths(found[2]), facing


def unit_name(number: int) -> str:
    """b1 for 0, r1 for 30."""
    return f"{'br'[number // 30]}{number % 30 + 1}"


def centimetres(value: int) -> str:
    """12.35 for 1235."""
    return f"{value / 100:.2f}".rstrip("0").rstrip(".")


@dataclass
class Unit:
    """A unit and all that is told about it."""

    id: int
    side: str
    seat: str
    type: str
    x: int = 0
    y: int = 0
    facing: int = 0
    state: str = "hand"
    health: int = 0
    wounds: int = 0
    kills: int = 0
    acted: bool = False
    camouflaged: bool = False
    # It was camouflaged in this round, and does not attack before the next.
    harmless: bool = False
    # Points that strike later, in the order they came, and those of them that strike in this round.
    waiting: list[Waiting] = field(default_factory=list)
    due: list[Waiting] = field(default_factory=list)

    @property
    def kind(self) -> Kind:
        """Its row of the table."""
        return KINDS[self.type]

    @property
    def here(self) -> Point:
        """Its centre."""
        return self.x, self.y

    @property
    def corners(self) -> Corners:
        """Its base."""
        return plane.base(self.x, self.y, self.facing)

    @property
    def on_table(self) -> bool:
        """Whether it still takes part."""
        return self.state == "table"

    def statuses(self) -> list[str]:
        """The marks it bears."""
        marks = [("camouflage", self.camouflaged), ("harmless", self.harmless and not self.camouflaged)]
        points = {name for name, _ in self.waiting + self.due}
        marks += [(name, name in points) for name in ("poison", "tourniquet")]
        return [name for name, borne in marks if borne]


class Table:
    """What never changes: sizes and terrain; it is shared by copies of a state."""

    def __init__(self, scene: Mapping[str, Any]) -> None:
        self.width: int = scene["table"]["width"]
        self.height: int = scene["table"]["height"]
        self.pieces = [
            Piece(piece["id"], frozenset(piece["roles"]), tuple((x, y) for x, y in piece["corners"]))
            for piece in scene["terrain"]
        ]
        self.solid = [piece for piece in self.pieces if "solid" in piece.roles]
        self.cover = [piece for piece in self.pieces if "cover" in piece.roles]
        self.slow = [piece for piece in self.pieces if piece.roles & {"difficult", "dangerous", "bridge"}]

    def __deepcopy__(self, memo: Any) -> Table:
        return self

    def free_line(self, a: Point, b: Point) -> bool:
        """Whether no solid terrain lies between two centres (C-R6)."""
        return not any(inside for _, _, inside in plane.stretches(a, b, self.solid))

    def slow_share(self, a: Point, b: Point) -> tuple[Fraction, bool]:
        """The share of a leg in difficult ground outside bridges, and whether it leads through dangerous ground."""
        share, in_danger = Fraction(0), Fraction(0)
        for s, t, inside in plane.stretches(a, b, self.slow):
            roles = {role for piece in inside for role in piece.roles}
            if "bridge" in roles:
                continue
            if roles & {"difficult", "dangerous"}:
                share += t - s
            if "dangerous" in roles:
                in_danger += t - s
        # Lengths are whole tenths of a millimetre: who cuts a corner by less than half of one has not been there.
        length = hypot(a[0] - b[0], a[1] - b[1])
        return share, float(in_danger) * length >= 0.5

    def covered(self, shooter: Unit, target: Unit) -> bool:
        """Whether the target has cover (C-R6): its base touches it, or the line crosses it within 3 cm of the base."""
        if any(plane.within(target.corners, piece.corners, 0) for piece in self.cover):
            return True
        for s, t, inside in plane.stretches(shooter.here, target.here, self.cover):
            if inside:
                part = (plane.along(shooter.here, target.here, s), plane.along(shooter.here, target.here, t))
                if plane.square_gap([part], plane.edges(target.corners)) <= REACH * REACH:
                    return True
        return False
