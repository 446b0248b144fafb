"""A slow, plain reading of Escaramuzas de Café, kept apart from the real rules to check them.

Ruling numbers such as C-R8 refer to the project's RULINGS.md. Lengths are tenths of a millimetre.

`State.from_scene(scene, options, hands, causes)` takes
- scene: the view of a position without hidden parts, in phase die-off, sides, initiative or turn;
- options: the match's options as a plain dict;
- hands: seat → card ids of every seat (a view shows only its own);
- causes: unit id → {"poison": [(unit id or None, "close" or "range")], "tourniquet": [...]}, who is to be credited.

`legal(text)` says True, False or None (too near to a tie to say); `reason` then tells why not.
`apply(text, dice, drawn)` takes the dice in the order in which they are thrown:
- die-off: blue, red, again if equal; initiative: two of blue, two of red, again if equal;
- an attack: its dice (shoot, fight); then, unless a question comes between, the evasion dice (evade), one die for each
  wound of the attacker, one for each wound of the defender; a unit that is out throws none;
- dangerous ground: its die, on a 6 the die of the wound;
- knife: the target's die, before it is removed; instinct: one die a unit in the order of ids;
and the cards drawn: seat → list, "trap" among them.
`summary()` is what `summary_of(scene, hands)` makes of a scene.
"""

from __future__ import annotations

import copy
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import cos, radians, sin
from random import Random
from types import SimpleNamespace
from typing import Any

from tests.naive import cafe_plane as plane
from tests.naive.cafe_plane import Corners, Piece, Point

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
    "ma": 4, "divine-wind": 2, "spy": 2, "instinct": 2, "knife": 2, "false-orders": 2, "first-aid": 4, "tourniquet": 2,
    "camouflage": 2, "sniper": 2, "trap": 1, "tactical": 2, "cheetah": 2,
}  # fmt: skip
ROW = ("objectives", "zone", "range_kills", "close_kills", "all", "six_close", "six_range", "first")
QUESTIONS = {
    "die-off", "sides", "deploy", "initiative", "turn", "move", "way", "window", "attack", "evade", "assign",
    "tourniquet", "advance", "support", "trap", "finished",
}  # fmt: skip
NUMBER = r"(-?\d+(?:\.\d{1,2})?)"
PLACE = re.compile(rf"^{NUMBER},{NUMBER}(?:/(\d+(?:\.\d)?))?$")

FOLLOW: set[str] = set()
Cause = tuple[int | None, str]


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
    poison: list[Cause] = field(default_factory=list)
    tourniquet: list[Cause] = field(default_factory=list)

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
        marks = [("camouflage", self.camouflaged), ("poison", self.poison), ("tourniquet", self.tourniquet)]
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
        share, danger = Fraction(0), False
        for s, t, inside in plane.stretches(a, b, self.slow):
            roles = {role for piece in inside for role in piece.roles}
            if "bridge" in roles:
                continue
            if roles & {"difficult", "dangerous"}:
                share += t - s
            danger |= "dangerous" in roles
        return share, danger

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


@dataclass
class State:
    """A position of the game with everything that is pending: the last frame of the stack comes first."""

    table: Table
    options: dict[str, Any]
    seats: list[str]
    units: dict[int, Unit]
    hands: dict[str, list[str]]
    deck: int
    zones: dict[str, tuple[int, int]]
    objectives: list[dict[str, Any]]
    stack: list[SimpleNamespace] = field(default_factory=list)
    round: int = 1
    points: dict[str, int] = field(default_factory=lambda: {BLUE: 0, RED: 0})
    passed: list[str] = field(default_factory=list)
    first: str = BLUE
    last: dict[str, str] = field(default_factory=dict)
    sheet: list[dict[str, dict[str, int]]] = field(default_factory=list)
    kills: dict[str, Counter[str]] = field(default_factory=lambda: {BLUE: Counter(), RED: Counter()})
    round_kills: dict[str, Counter[str]] = field(default_factory=lambda: {BLUE: Counter(), RED: Counter()})
    asking: dict[str, str] = field(default_factory=lambda: defaultdict(lambda: "useful"))
    activation: SimpleNamespace | None = None
    attack: SimpleNamespace | None = None
    turn_of: str | None = None
    card_this_turn: bool = False
    winner: str | None = None
    how: str | None = None
    reason: str = ""
    _dice: Callable[[], int] | None = None
    _drawn: Any = None
    _told: dict[str, Any] = field(default_factory=dict)

    # ------------------------------------------------------------------------------------------------- set-up

    @staticmethod
    def from_scene(
        scene: Mapping[str, Any],
        options: Mapping[str, Any],
        hands: Mapping[str, Iterable[str]],
        causes: Mapping[int, Mapping[str, list[Cause]]] | None = None,
    ) -> State:
        """The state of a scene in phase die-off, sides, initiative or turn."""
        seats = list(scene["hands"])
        units = {u["id"]: _unit(u, (causes or {}).get(u["id"], {})) for u in scene["units"]}
        state = State(
            Table(scene),
            dict(options),
            seats,
            units,
            {seat: list(hands.get(seat, ())) for seat in seats},
            scene["deck"],
            {side: (zone["x"], zone["x"] + zone["width"]) for side, zone in scene["zones"].items()},
            [dict(one) for one in scene["objectives"]],
        )
        state.round = max(1, scene["round"])
        state.points = dict(scene["points"])
        state.passed = list(scene["passed"])
        state.sheet = [
            {side: {key: int(row[side][key]) for key in ROW} for side in SIDES} for row in scene["sheet"][: state.round]
        ]
        state.row(BLUE)
        for side in SIDES:
            told = scene["kills"][side]
            state.kills[side].update(close=told["close"], range=told["range"])
            state.round_kills[side].update(close=told["close_round"], range=told["range_round"])
        for seat, how in scene.get("asking", {}).items():
            state.asking[seat] = how
        phase, seat = scene["phase"], scene["seat"]
        if phase not in {"die-off", "sides", "initiative", "turn"}:
            raise ValueError(f"a state cannot be built in phase {phase}")
        if phase == "turn":
            state.turn_of = seat
            state.last[state.side_of(seat)] = seat
        state.stack = [frame(phase, seat=seat)]
        return state

    def copy(self) -> State:
        """An independent copy."""
        return copy.deepcopy(self)

    def row(self, side: str) -> dict[str, int]:
        """The present round's row of the score sheet."""
        while len(self.sheet) < self.round:
            self.sheet.append({one: dict.fromkeys(ROW, 0) for one in SIDES})
        return self.sheet[self.round - 1][side]

    @property
    def score(self) -> dict[str, int]:
        """All points of victory so far."""
        return {side: sum(sum(row[side].values()) for row in self.sheet) for side in SIDES}

    # ----------------------------------------------------------------------------------------------- questions

    @property
    def top(self) -> SimpleNamespace:
        """What is asked now."""
        return self.stack[-1]

    @property
    def phase(self) -> str:
        """The name of the question."""
        return str(self.top.what)

    @property
    def seat(self) -> str | None:
        """Who decides."""
        return None if self.phase == "finished" else self.top.seat

    def side_of(self, seat: str) -> str:
        """The side that a seat plays for."""
        return seat.split("-")[0]

    def alive(self, side: str | None = None) -> list[Unit]:
        """The units on the table, in the order of ids."""
        return [u for _, u in sorted(self.units.items()) if u.on_table and side in (None, u.side)]

    def of_seat(self, seat: str) -> list[Unit]:
        """The units of a player on the table."""
        return [u for u in self.alive() if u.seat == seat]

    def unused(self, seat: str) -> list[Unit]:
        """The units that a player may still activate."""
        return [u for u in self.of_seat(seat) if not u.acted]

    @property
    def active(self) -> Unit | None:
        """The active unit, unless it is out."""
        unit = None if self.activation is None else self.units[self.activation.unit]
        return unit if unit is not None and unit.on_table else None

    # ------------------------------------------------------------------------------------------------ geometry

    def reach(self, a: Unit, b: Unit) -> bool:
        """Whether two units are in close combat reach."""
        return plane.within(a.corners, b.corners, REACH) and self.table.free_line(a.here, b.here)

    def contacts(self, unit: Unit) -> list[Unit]:
        """The enemies in close combat reach."""
        return [u for u in self.alive(OTHER[unit.side]) if self.reach(unit, u)]

    def foes(self, unit: Unit) -> list[Unit]:
        """The enemies in close combat reach that can be attacked."""
        return [u for u in self.contacts(unit) if not u.camouflaged]

    def in_range(self, shooter: Unit, target: Unit, distance: int = RANGE) -> bool:
        """Whether a shot of that range reaches the target."""
        return plane.within(shooter.corners, target.corners, distance) and self.table.free_line(
            shooter.here, target.here
        )

    def fits(self, unit: Unit, x: int, y: int, facing: int, margin: int = 0) -> None:
        """A base may stand there (C-R20)."""
        corners = plane.base(x, y, facing)
        if not plane.on_table(corners, self.table.width, self.table.height, margin):
            raise No("off the table")
        self.not_blocked(unit, corners)

    def not_blocked(self, unit: Unit, shape: Corners) -> None:
        """A convex shape overlaps no other base and no solid terrain."""
        for other in self.alive():
            if other.id != unit.id and plane.overlap(shape, other.corners):
                raise No(f"overlaps {unit_name(other.id)}")
        for piece in self.table.solid:
            if plane.overlap(shape, piece.corners):
                raise No(f"overlaps terrain {piece.number}")

    def leg(self, unit: Unit, start: Point, end: Point, facing: int) -> None:
        """The base may be moved straight from start to end as it is turned."""
        if not plane.on_table(plane.base(*end, facing), self.table.width, self.table.height):
            raise No("off the table")
        shape = plane.swept(plane.base(*start, facing), end[0] - start[0], end[1] - start[1])
        self.not_blocked(unit, shape)

    def cost(self, start: Point, end: Point) -> float:
        """What a leg costs."""
        share, _ = self.table.slow_share(start, end)
        return plane.length(start, end) * float(1 + share)

    def affordable(self, start: Point, end: Point, limit: float, legs: int) -> None:
        """The leg costs no more than what is left after so many legs before it."""
        share, _ = self.table.slow_share(start, end)
        cost = plane.length(start, end) * float(1 + share)
        if legs == 0 and share in (0, 1):
            square = (start[0] - end[0]) ** 2 + (start[1] - end[1]) ** 2
            if square * (1 + share) ** 2 > limit * limit:
                raise No(f"costs {cost}, left {limit}")
            return
        if start == end:
            return
        margin = ROUNDING * (legs + 1) + NEAR
        if cost > limit + margin:
            raise No(f"costs {cost}, left {limit}")
        if cost > limit - margin:
            raise Unsure(f"costs {cost}, left {limit}")

    # ------------------------------------------------------------------------------------------------- judging

    def legal(self, text: str) -> bool | None:
        """Whether an action is allowed now; None where that is too near to a tie."""
        self.reason = ""
        try:
            self.judge(text)
        except No as no:
            self.reason = str(no)
            return False
        except Unsure as unsure:
            self.reason = str(unsure)
            return None
        return True

    def judge(self, text: str) -> None:
        """Raise No or Unsure unless the action is allowed now."""
        if self.phase == "finished":
            raise No("it is over")
        if text.startswith("card:"):
            self.judge_card(text)
            return
        getattr(self, "judge_" + self.phase.replace("-", "_"))(text, self.top)

    def unit_named(self, text: str) -> Unit:
        """The unit of a text such as b3, on the table."""
        found = re.fullmatch(r"([br])([1-9]\d?)", text)
        number = -1 if found is None else "br".index(found[1]) * 30 + int(found[2]) - 1
        if found is None or int(found[2]) > 30 or number not in self.units:
            raise No("no such unit")
        return self.units[number]

    def standing(self, text: str) -> Unit:
        """The unit of a text, which must be on the table."""
        unit = self.unit_named(text)
        if not unit.on_table:
            raise No("not on the table")
        return unit

    def one_of(self, text: str, *allowed: str) -> None:
        """One of these words."""
        if text not in allowed:
            raise No("not what is asked")

    def judge_die_off(self, text: str, q: SimpleNamespace) -> None:
        """Only the dice."""
        self.one_of(text, "roll")

    judge_initiative = judge_die_off

    def judge_sides(self, text: str, q: SimpleNamespace) -> None:
        """The winner of the die-off keeps or swaps (C-R14)."""
        self.one_of(text, "keep", "swap")

    def judge_deploy(self, text: str, q: SimpleNamespace) -> None:
        """Units of one's own in one's own zone, 3 cm from the edge (C-R14)."""
        own = [u for u in self.units.values() if u.seat == q.seat]
        if text == "ready":
            if not q.secret or any(u.state == "hand" for u in own):
                raise No("not all are placed")
            return
        name, at, place = text.partition("@")
        if not at:
            raise No("not what is asked")
        unit = self.unit_named(name)
        if unit.seat != q.seat:
            raise No("not yours")
        if not q.secret and unit.state != "hand":
            raise No("already placed")
        x, y, facing = parse_place(place)
        low, high = self.zones[unit.side]
        if not low <= x <= high:
            raise No("outside the zone")
        self.fits(unit, x, y, unit.facing if facing is None else facing, EDGE)

    def judge_turn(self, text: str, q: SimpleNamespace) -> None:
        """Activate a unit, or pass (C-R2)."""
        if text == "pass":
            if self.card_this_turn and self.unused(q.seat) and self.points[self.side_of(q.seat)] > 0:
                raise No("a card was played: activate")
            return
        if not text.startswith("use "):
            raise No("not what is asked")
        unit = self.standing(text[4:])
        if unit.seat != q.seat:
            raise No("not yours")
        if unit.acted:
            raise No("was active")
        if self.points[unit.side] < 1:
            raise No("no points")

    def judge_move(self, text: str, q: SimpleNamespace) -> None:
        """Hold, walk half the move, run, or just a card (C-R3)."""
        if text == "hold":
            return
        if text == "card-only":
            if not self.card_this_turn:
                raise No("no card was played")
            return
        found = re.fullmatch(r"(walk|run)([@>])(.+)", text)
        unit = self.active
        if found is None or unit is None:
            raise No("not what is asked")
        limit = unit.kind.move if found[1] == "run" else unit.kind.move // 2
        self.judge_leg(unit, unit.here, float(limit), 0, found[2] == "@", found[3])

    def judge_leg(self, unit: Unit, start: Point, left: float, legs: int, last: bool, place: str) -> None:
        """One leg of a way; the base may be turned at the end of the last."""
        x, y, facing = parse_place(place)
        if not last and facing is not None:
            raise No("no turn at a bend")
        self.affordable(start, (x, y), left, legs)
        self.leg(unit, start, (x, y), unit.facing)
        if facing is not None:
            self.fits(unit, x, y, facing)
        if (x, y) == start and (legs == 0 or not last):
            raise Unsure("stays where it is")

    def judge_way(self, text: str, q: SimpleNamespace) -> None:
        """A further bend or the last leg; a supporter must make contact."""
        if text == "give-up":
            if q.purpose != "support":
                raise No("a move is not given up")
            return
        found = re.fullmatch(r"(go|bend)@(.+)", text)
        if found is None:
            raise No("not what is asked")
        unit = self.units[q.unit]
        self.judge_leg(unit, q.legs[-1], q.left, len(q.legs) - 1, found[1] == "go", found[2])
        if q.purpose == "support" and found[1] == "go":
            x, y, facing = parse_place(found[2])
            there = copy.copy(unit)
            there.x, there.y = x, y
            there.facing = unit.facing if facing is None else facing
            if not self.reach(there, self.units[q.winner]):
                raise No("no contact")

    def judge_window(self, text: str, q: SimpleNamespace) -> None:
        """Cards are judged elsewhere; otherwise nothing is played."""
        self.one_of(text, "no")

    judge_tourniquet = judge_window

    def judge_trap(self, text: str, q: SimpleNamespace) -> None:
        """A unit of the drawer's."""
        if not text.startswith("trap "):
            raise No("not what is asked")
        if self.standing(text[5:]).seat != q.seat:
            raise No("not yours")

    def judge_evade(self, text: str, q: SimpleNamespace) -> None:
        """A choice (C-R4)."""
        self.one_of(text, "evade", "stand")

    def judge_assign(self, text: str, q: SimpleNamespace) -> None:
        """A defence die cancels a hit of an equal or lower face, never a 6."""
        found = re.fullmatch(r"cancel:(\d+)", text)
        if found is None:
            raise No("not what is asked")
        if int(found[1]) and int(found[1]) - 1 not in self.cancellable(q.die):
            raise No("not this hit")

    def judge_advance(self, text: str, q: SimpleNamespace) -> None:
        """A choice (C-R8)."""
        self.one_of(text, "advance", "stay")

    def judge_support(self, text: str, q: SimpleNamespace) -> None:
        """A unit of the losing side that can come into contact with the winner (C-R8)."""
        if text == "no-support":
            return
        if not text.startswith("support "):
            raise No("not what is asked")
        unit = self.standing(text[8:])
        if unit.side != self.side_of(q.seat):
            raise No("not yours")
        if unit.seat != q.seat:
            raise No("not yours")
        self.can_support(unit, self.units[q.winner])

    def can_support(self, unit: Unit, winner: Unit) -> None:
        """Too far is sure; a contact found by trying is sure; everything else is not."""
        if plane.polygon(unit.corners).distance(plane.polygon(winner.corners)) > unit.kind.move + REACH + 2:
            raise No("too far")
        if self.reach(unit, winner):
            raise No("in contact already")
        for text in self.contact_places(unit, winner):
            try:
                self.judge_way(text, frame("way", purpose="support", unit=unit.id, left=float(unit.kind.move),
                                           legs=[unit.here], winner=winner.id))  # fmt: skip
                return
            except (No, Unsure):
                continue
        raise Unsure("perhaps in reach")

    def contact_places(self, unit: Unit, winner: Unit) -> list[str]:
        """Some places near the winner."""
        found = []
        for turn in range(0, 360, 15):
            for distance in (200, 330, 420):
                x = winner.x + round(distance * cos(radians(turn)))
                y = winner.y + round(distance * sin(radians(turn)))
                found.append(f"go@{centimetres(x)},{centimetres(y)}")
        return found

    def fights(self) -> list[Unit]:
        """The enemies that the active unit still has to fight (C-R3)."""
        unit, act = self.active, self.activation
        if unit is None or act is None or unit.camouflaged or act.shot or act.mode not in ("hold", "walk", "run"):
            return []
        if act.mode == "run" and not self.options["runners_fight"]:
            return []
        return [u for u in self.foes(unit) if u.id not in act.fought]

    def judge_attack(self, text: str, q: SimpleNamespace) -> None:
        """Close combat goes first; a shot, a healing or nothing otherwise (C-R3)."""
        unit, act = self.active, self.activation
        assert unit is not None and act is not None
        fights = self.fights()
        word, _, name = text.partition(" ")
        if word == "fight":
            if self.standing(name) not in fights:
                raise No("not in reach, or fought")
            return
        if text == "end":
            if fights:
                raise No("an enemy is in reach")
            return
        if word not in ("shoot", "heal"):
            raise No("not what is asked")
        other = self.standing(name)
        if act.mode not in ("hold", "walk") or act.shot or act.fought or self.foes(unit):
            raise No("cannot shoot or heal")
        if word == "shoot":
            if other.side == unit.side or other.camouflaged or not self.in_range(unit, other, act.range):
                raise No("no target")
            return
        self.judge_heal(unit, other)

    def judge_heal(self, unit: Unit, other: Unit) -> None:
        """Minguin heals an ally in contact, out of every enemy's reach (C-R13, C-R25)."""
        if unit.type != "minguin" or other.side != unit.side or other.id == unit.id:
            raise No("cannot heal it")
        if not self.reach(unit, other):
            raise No("no contact")
        if other.health >= other.kind.health and other.wounds == 0:
            raise No("nothing to heal")
        for enemy in self.alive(OTHER[unit.side]):
            if self.in_range(enemy, other) or plane.within(enemy.corners, other.corners, REACH):
                raise No("in an enemy's reach")

    # --------------------------------------------------------------------------------------------------- cards

    def judge_card(self, text: str) -> None:
        """A card of the hand of the seat that decides, at its moment (C-F2)."""
        found = re.fullmatch(r"card:([a-z-]+)(?: (.+))?", text)
        seat = self.seat
        if found is None or seat is None or found[1] not in COPIES or found[1] == "trap":
            raise No("no such card")
        card, words = found[1], (found[2] or "").split()
        if card not in self.hands[seat]:
            raise No("not in the hand")
        arguments = {"divine-wind": 2, "knife": 2, "spy": 1, "instinct": 1, "first-aid": 1, "tactical": 1}
        if len(words) != arguments.get(card, 0):
            raise No("not written so")
        getattr(self, "card_" + card.replace("-", "_"))(seat, *words)

    def must_be_own_turn(self, seat: str) -> None:
        """The phases of a player's own turn."""
        q = self.top
        window = q.what == "window" and q.moment == "moved" and seat == self.turn_of and "A" not in FOLLOW
        if "M" in FOLLOW and q.what == "move":
            raise No("not now")
        if not window and q.what not in ("turn", "move", "attack"):
            raise No("not now")

    def own(self, seat: str, name: str) -> Unit:
        """A unit of this player's."""
        unit = self.standing(name)
        if unit.seat != seat:
            raise No("not yours")
        return unit

    def enemy(self, seat: str, name: str) -> Unit:
        """A unit of the other side."""
        unit = self.standing(name)
        if unit.side == self.side_of(seat):
            raise No("no enemy")
        return unit

    def card_ma(self, seat: str) -> None:
        """With the attack of a unit at health 2 or more."""
        unit = self.active
        if self.phase != "attack" or unit is None:
            raise No("not now")
        if unit.health < 2:
            raise No("too weak")
        if not any(self.legal(f"{word} {unit_name(u.id)}") for word in ("fight", "shoot") for u in self.alive()):
            raise No("no attack")

    def card_divine_wind(self, seat: str, name: str, target: str) -> None:
        """A unit at health 1 and an enemy in close combat reach."""
        self.must_be_own_turn(seat)
        unit, enemy = self.own(seat, name), self.enemy(seat, target)
        if unit.health != 1:
            raise No("not at health 1")
        if not self.reach(unit, enemy):
            raise No("not in reach")

    def card_spy(self, seat: str, other: str) -> None:
        """An opponent with cards."""
        self.must_be_own_turn(seat)
        if other not in self.seats or self.side_of(other) == self.side_of(seat) or not self.hands[other]:
            raise No("nothing to see")

    def card_instinct(self, seat: str, name: str) -> None:
        """A unit at health 2 or more with more than one enemy in its attack range."""
        self.must_be_own_turn(seat)
        unit = self.own(seat, name)
        if unit.health < 2:
            raise No("too weak")
        distance = self.activation.range if self.activation and unit is self.active else RANGE
        if sum(self.in_range(unit, enemy, distance) for enemy in self.alive(OTHER[unit.side])) < 2:
            raise No("too few enemies")

    def card_knife(self, seat: str, name: str, target: str) -> None:
        """Any time in one's own turn, in windows in those of others: an enemy in close combat reach."""
        if self.top.what != "window":
            self.must_be_own_turn(seat)
        if not self.reach(self.own(seat, name), self.enemy(seat, target)):
            raise No("not in reach")

    def card_false_orders(self, seat: str) -> None:
        """When an enemy has finished a walk or a run."""
        q, unit = self.top, self.active
        if q.what != "window" or q.moment != "moved" or unit is None or self.activation is None:
            raise No("not now")
        if unit.side == self.side_of(seat) or self.activation.mode not in ("walk", "run"):
            raise No("no enemy that moved")

    def card_first_aid(self, seat: str, name: str) -> None:
        """At the end of one's own turn."""
        q = self.top
        if q.what != "window" or q.moment != "end" or seat != self.turn_of:
            raise No("not now")
        unit = self.standing(name)
        if unit.side != self.side_of(seat) or unit.health >= unit.kind.health:
            raise No("nothing to heal")

    def card_tourniquet(self, seat: str) -> None:
        """Just after damage."""
        if self.top.what != "tourniquet":
            raise No("not now")

    def card_camouflage(self, seat: str) -> None:
        """In the move part of one's own activation."""
        q, unit = self.top, self.active
        if q.what != "window" or q.moment != "moved" or seat != self.turn_of or unit is None or unit.camouflaged:
            raise No("not now")

    def card_sniper(self, seat: str) -> None:
        """A unit within 1 cm of cover with a target in sight."""
        unit, act = self.active, self.activation
        if self.phase != "attack" or unit is None or act is None or act.mode == "run" or act.fought:
            raise No("not now")
        if not any(plane.within(unit.corners, piece.corners, SNIPER_NEAR) for piece in self.table.cover):
            raise No("no cover near")
        if self.foes(unit):
            raise No("in close combat")
        enemies = [u for u in self.alive(OTHER[unit.side]) if not u.camouflaged]
        if not any(self.in_range(unit, enemy, act.range + SNIPER_MORE) for enemy in enemies):
            raise No("no target")

    def card_tactical(self, seat: str, word: str) -> None:
        """Up to 3 cm along the long side of the base, for a unit not in close combat reach."""
        self.must_be_own_turn(seat)
        name, at, place = word.partition("@")
        unit = self.own(seat, name)
        x, y, facing = parse_place(place)
        if not at or facing is not None:
            raise No("not written so")
        if self.contacts(unit):
            raise No("in combat")
        self.affordable(unit.here, (x, y), SIDEWAYS, 0)
        c, s = cos(radians(unit.facing / 10)), sin(radians(unit.facing / 10))
        aside = abs((x - unit.x) * -s + (y - unit.y) * c)
        if aside > 1.5:
            raise No("not sideways")
        self.leg(unit, unit.here, (x, y), unit.facing)
        if (x, y) == unit.here:
            raise Unsure("stays where it is")
        if aside > 0.5:
            raise Unsure("hardly sideways")

    def card_cheetah(self, seat: str) -> None:
        """After a walk or run of one's own active unit."""
        q, act = self.top, self.activation
        if q.what != "window" or q.moment != "moved" or seat != self.turn_of or self.active is None or act is None:
            raise No("not now")
        if act.mode not in ("walk", "run"):
            raise No("no move")

    def playable(self, seat: str, card: str) -> bool:
        """Whether there is any way to play a card at the present question."""
        own = [unit_name(u.id) for u in self.of_seat(seat)]
        side = [unit_name(u.id) for u in self.alive(self.side_of(seat))]
        enemies = [unit_name(u.id) for u in self.alive(OTHER[self.side_of(seat)])]
        texts = {
            "divine-wind": [f" {a} {b}" for a in own for b in enemies],
            "knife": [f" {a} {b}" for a in own for b in enemies],
            "spy": [f" {other}" for other in self.seats],
            "instinct": [f" {a}" for a in own],
            "first-aid": [f" {a}" for a in side],
            "tactical": [f" {a}@{p}" for a in own for p in self.sideways(self.unit_named(a))],
        }.get(card, [""])
        return any(self.legal(f"card:{card}{text}") is True for text in texts)

    def sideways(self, unit: Unit) -> list[str]:
        """A few places to each side, as near to the line as whole numbers come."""
        c, s = cos(radians(unit.facing / 10)), sin(radians(unit.facing / 10))
        steps = [way * d for d in (20, 50, 100, 150, 290) for way in (1, -1)]
        return [f"{centimetres(unit.x + round(d * c))},{centimetres(unit.y + round(d * s))}" for d in steps]

    def opens(self, seat: str) -> bool:
        """Whether a seat is asked in a window whose question lies on the stack; "never" is for the turns of others."""
        asking = self.asking[seat]
        if not self.hands[seat] or (asking == "never" and seat != self.turn_of):
            return False
        return asking == "always" or any(self.playable(seat, card) for card in sorted(set(self.hands[seat])))

    # ------------------------------------------------------------------------------------------------ applying

    def apply(
        self,
        text: str,
        dice: Iterable[int] = (),
        drawn: Mapping[str, Iterable[str]] | None = None,
        told: Mapping[str, Any] | None = None,
    ) -> None:
        """Make an action with these dice and drawn cards; all dice must be used. `told` decides what is unsure."""
        faces = list(dice)
        self._told = dict(told or {})
        self._drawn = {seat: list(cards) for seat, cards in (drawn or {}).items()}
        self._dice = lambda: faces.pop(0)
        self._act(text)
        if faces:
            raise ValueError(f"dice left over: {faces}")

    def predict(self, text: str, random: Random) -> list[int]:
        """The dice that an action throws, by lot."""
        faces: list[int] = []
        trial = self.copy()

        def throw() -> int:
            faces.append(random.randint(1, 6))
            return faces[-1]

        trial._dice = throw
        trial._drawn, trial._told = None, {}
        trial._act(text)
        return faces

    def _act(self, text: str) -> None:
        if text.startswith("ask:"):
            self.asking[str(self.seat)] = text[4:]
            return
        q = self.stack.pop()
        if text.startswith("card:"):
            self.play_card(text, q)
        else:
            getattr(self, "answer_" + q.what.replace("-", "_"))(text, q)
        self.settle()
        self._dice = None

    def throw(self) -> int:
        """The next die."""
        assert self._dice is not None
        return self._dice()

    def plan(self, *frames: SimpleNamespace) -> None:
        """These come next, in this order."""
        self.stack.extend(reversed(frames))

    def settle(self) -> None:
        """Do what is pending up to the next question."""
        while self.stack[-1].what not in QUESTIONS:
            f = self.stack.pop()
            getattr(self, "do_" + f.what)(f)

    # ------------------------------------------------------------------------------------- before the first round

    def seats_of(self, side: str) -> list[str]:
        """The seats of a side in their order."""
        return [seat for seat in self.seats if self.side_of(seat) == side]

    def answer_die_off(self, text: str, q: SimpleNamespace) -> None:
        """One die each, again if equal."""
        blue = red = 0
        while blue == red:
            blue, red = self.throw(), self.throw()
        self.plan(frame("sides", seat=self.seats_of(BLUE if blue > red else RED)[0]))

    def answer_sides(self, text: str, q: SimpleNamespace) -> None:
        """The zones stay or change."""
        if text == "swap":
            self.zones = {side: self.zones[OTHER[side]] for side in SIDES}
        self.plan(frame("deployment"), frame("round_start"))

    def do_deployment(self, f: SimpleNamespace) -> None:
        """Secretly seat after seat, or one unit in turn."""
        if self.options["face_down"]:
            self.plan(*(frame("deploy", seat=seat, secret=True) for seat in self.seats))
        else:
            self.plan(frame("deploy_next", place=0))

    def do_deploy_next(self, f: SimpleNamespace) -> None:
        """The next seat that has a unit left to place."""
        for step in range(len(self.seats)):
            place = (f.place + step) % len(self.seats)
            seat = self.seats[place]
            if any(u.seat == seat and u.state == "hand" for u in self.units.values()):
                self.plan(frame("deploy", seat=seat, secret=False), frame("deploy_next", place=place + 1))
                return

    def answer_deploy(self, text: str, q: SimpleNamespace) -> None:
        """A unit is placed, or a seat is ready."""
        if text == "ready":
            return
        name, _, place = text.partition("@")
        unit = self.unit_named(name)
        x, y, facing = parse_place(place)
        unit.x, unit.y, unit.state = x, y, "table"
        unit.facing = unit.facing if facing is None else facing
        if q.secret:
            self.stack.append(q)

    # ------------------------------------------------------------------------------------------------- rounds

    def do_round_start(self, f: SimpleNamespace) -> None:
        """Poison and tourniquets strike, then initiative (C-R16)."""
        self.passed = []
        self.points = {BLUE: 0, RED: 0}
        self.round_kills = {BLUE: Counter(), RED: Counter()}
        self.row(BLUE)
        strikes = []
        for unit in self.alive():
            unit.acted = unit.camouflaged = False
            strikes += [frame("strike", unit=unit.id, cause=cause) for cause in unit.poison + unit.tourniquet]
            unit.poison, unit.tourniquet = [], []
        self.plan(*strikes, frame("judge_defeat"), frame("promote"), frame("initiative", seat=self.seats[0]))

    def do_strike(self, f: SimpleNamespace) -> None:
        """A point that waited."""
        if self.units[f.unit].on_table:
            self.hurt(self.units[f.unit], 1, f.cause)

    def answer_initiative(self, text: str, q: SimpleNamespace) -> None:
        """Two dice each, again if equal; the higher sum is the points of both (C-R2)."""
        blue = red = 0
        while blue == red:
            blue, red = self.throw() + self.throw(), self.throw() + self.throw()
        self.points = dict.fromkeys(SIDES, max(blue, red))
        self.first = BLUE if blue > red else RED
        self.turn_of, self.last = None, {}
        self.plan(frame("next_turn"))

    def do_next_turn(self, f: SimpleNamespace) -> None:
        """Sides alternate, and players within a side, as far as they can and will activate (C-R2, C-R15)."""
        side = self.first if self.turn_of is None else OTHER[self.side_of(self.turn_of)]
        for one in (side, OTHER[side]):
            seats = self.seats_of(one)
            start = seats.index(self.last[one]) + 1 if one in self.last else 0
            for seat in seats[start:] + seats[:start]:
                if seat not in self.passed and self.points[one] > 0 and self.unused(seat):
                    self.turn_of, self.card_this_turn = seat, False
                    self.last[one] = seat
                    self.plan(frame("turn", seat=seat))
                    return
        self.plan(frame("round_end"))

    def do_ask_turn(self, f: SimpleNamespace) -> None:
        """Back to the turn after a card, unless no unit is left for it."""
        self.plan(frame("turn", seat=self.turn_of) if self.unused(str(self.turn_of)) else frame("next_turn"))

    def do_round_end(self, f: SimpleNamespace) -> None:
        """Objectives, then points (C-R9, C-R10)."""
        self.turn_of = None
        self.capture()
        for side in SIDES:
            row = self.row(side)
            row["objectives"] += sum(one["owner"] == side for one in self.objectives)
            row["all"] += 6 if all(one["owner"] == side for one in self.objectives) else 0
            low, high = self.zones[OTHER[side]]
            there = sum(low <= u.x <= high for u in self.alive(side))
            row["zone"] += 3 if there >= 3 else 1 if there else 0
            for kind in ("close", "range"):
                count = self.round_kills[side][kind]
                row[f"{kind}_kills"] += 2 if count >= 3 else 1 if count else 0
        if self.round >= self.options["rounds"]:
            self.by_points()
            return
        self.round += 1
        self.plan(frame("round_start"))

    def capture(self) -> None:
        """Who holds each objective at the end of a round."""
        for one in self.objectives:
            near = {u.side for u in self.alive() if plane.point_within((one["x"], one["y"]), u.corners, PATCH + REACH)}
            if len(near) == 2 and self.options["contested"] == "neutral":
                one["owner"] = None
            elif len(near) == 1:
                one["owner"] = near.pop()
            if one["owner"] is not None and one["first"] is None:
                one["first"], one["unbroken"] = one["owner"], True
            elif one["owner"] != one["first"]:
                one["unbroken"] = False

    def by_points(self) -> None:
        """The last points, then the higher score (C-R10, C-R11)."""
        for side in SIDES:
            self.row(side)["first"] = 3 * sum(one["first"] == side and one["unbroken"] for one in self.objectives)
        score = self.score
        self.winner = None if score[BLUE] == score[RED] else max(SIDES, key=lambda side: score[side])
        self.over("draw" if self.winner is None else "points")

    def over(self, how: str) -> None:
        """Nothing is pending any more."""
        self.how, self.activation = how, None
        self.stack = [frame("finished", seat=None)]

    def do_judge_defeat(self, f: SimpleNamespace) -> None:
        """Three units or fewer (C-R11, C-R23)."""
        beaten = [side for side in SIDES if len(self.alive(side)) <= BEATEN]
        if len(beaten) == 2:
            self.by_points()
        elif beaten:
            self.winner = OTHER[beaten[0]]
            self.over("beaten")

    # -------------------------------------------------------------------------------------- damage and removal

    def hurt(self, unit: Unit, points: int, cause: Cause) -> None:
        """Damage, the question for a tourniquet, then removal; these come next."""
        unit.health -= points
        self.plan(
            frame("tourniquet_maybe", unit=unit.id, cause=cause, left=points),
            frame("removal", unit=unit.id, cause=cause),
        )

    def do_tourniquet_maybe(self, f: SimpleNamespace) -> None:
        """The owner is asked if it holds the card, or any if it is always asked."""
        owner = self.units[f.unit].seat
        holds = "tourniquet" in self.hands[owner] or (self.asking[owner] == "always" and self.hands[owner])
        if holds and self.asking[owner] != "never":
            self.plan(frame("tourniquet", seat=owner, unit=f.unit, cause=f.cause, left=f.left))

    def answer_tourniquet(self, text: str, q: SimpleNamespace) -> None:
        """No."""

    def do_removal(self, f: SimpleNamespace) -> None:
        """Out at no health or three wounds."""
        unit = self.units[f.unit]
        if unit.on_table and (unit.health <= 0 or unit.wounds >= MOST_WOUNDS):
            self.take_off(unit, f.cause)

    def take_off(self, unit: Unit, cause: Cause) -> None:
        """A unit leaves; the kill counts for the enemy unit that caused it (C-R18)."""
        unit.state, unit.camouflaged = "out", False
        unit.health = max(unit.health, 0)
        unit.poison, unit.tourniquet = [], []
        if cause[0] is None:
            return
        killer = self.units[cause[0]]
        if killer.side != unit.side:
            killer.kills += 1
            self.count_kill(killer.side, cause[1])

    def count_kill(self, side: str, kind: str) -> None:
        """A kill for the sheet; the sixth of its kind scores at once."""
        self.kills[side][kind] += 1
        self.round_kills[side][kind] += 1
        if self.kills[side][kind] == 6:
            self.row(side)[f"six_{kind}"] = 5

    def do_promote(self, f: SimpleNamespace) -> None:
        """Units that have destroyed enough are made whole and draw (C-R12)."""
        for unit in self.alive():
            if unit.kills >= unit.kind.promotes_at:
                unit.kills, unit.health, unit.wounds = 0, unit.kind.health, 0
                self.plan(frame("draw", seat=unit.seat), frame("promote"))
                return

    def do_draw(self, f: SimpleNamespace) -> None:
        """A card; the trap goes off at once."""
        if self.deck == 0 or not self.options["cards"]:
            return
        waiting = [] if self._drawn is None else self._drawn.get(f.seat, [])
        card = waiting.pop(0) if waiting else "trap" if self._drawn is not None else "?"
        if card == "trap":
            self.plan(frame("trap", seat=f.seat))
            return
        self.hands[f.seat].append(card)
        self.deck -= 1

    def answer_trap(self, text: str, q: SimpleNamespace) -> None:
        """One damage that counts for nobody."""
        self.plan(frame("judge_defeat"))
        self.hurt(self.standing(text[5:]), 1, (None, ""))

    # --------------------------------------------------------------------------------------------- activations

    def answer_turn(self, text: str, q: SimpleNamespace) -> None:
        """A unit is activated for a point, or the player passes."""
        if text == "pass":
            self.passed.append(q.seat)
            self.plan(frame("next_turn"))
            return
        unit = self.standing(text[4:])
        unit.acted = True
        self.points[unit.side] -= 1
        self.activation = frame(
            "activation", unit=unit.id, mode=None, range=RANGE, extra=0, fought=[], shot=False, danger=False
        )
        self.plan(frame("ask_move"))

    def do_ask_move(self, f: SimpleNamespace) -> None:
        """The move part, if the unit is still there."""
        self.plan(frame("end_activation") if self.active is None else frame("move", seat=self.turn_of))

    def answer_move(self, text: str, q: SimpleNamespace) -> None:
        """Hold, a move, or just a card."""
        act, unit = self.activation, self.active
        assert act is not None and unit is not None
        if text == "card-only":
            act.mode = "card"
            self.plan(frame("end_activation"))
            return
        if text == "hold":
            act.mode = "hold"
            self.plan(frame("window_moved"))
            return
        mode = "walk" if text.startswith("walk") else "run"
        limit = unit.kind.move if mode == "run" else unit.kind.move // 2
        act.mode = mode
        self.plan(frame("window_moved"))
        self.begin_way(unit, str(self.turn_of), mode, limit)
        way = self.stack.pop()
        sign, place = text[len(mode)], text[len(mode) + 1 :]
        self.answer_way(("go@" if sign == "@" else "bend@") + place, way)

    def begin_way(self, unit: Unit, seat: str, purpose: str, left: int, **more: Any) -> None:
        """A way from where the unit stands."""
        self.plan(
            frame("way", seat=seat, unit=unit.id, purpose=purpose, left=float(left), legs=[unit.here], danger=False,
                  camouflaged=unit.camouflaged, **more)
        )  # fmt: skip

    def answer_way(self, text: str, q: SimpleNamespace) -> None:
        """A bend, the last leg, or no move at all."""
        unit = self.units[q.unit]
        if text == "give-up":
            unit.x, unit.y = q.legs[0]
            unit.camouflaged = q.camouflaged
            self.plan(frame("support", seat=q.seat, winner=q.winner, seats=q.seats))
            return
        word, _, place = text.partition("@")
        x, y, facing = parse_place(place)
        q.left -= self.cost(q.legs[-1], (x, y))
        q.danger |= self.table.slow_share(q.legs[-1], (x, y))[1]
        q.legs.append((x, y))
        unit.camouflaged &= (x, y) == unit.here
        unit.x, unit.y = x, y
        if word == "bend":
            self.plan(q)
            return
        unit.facing = unit.facing if facing is None else facing
        if q.purpose == "support":
            assert self.activation is not None
            self.activation.fought.append(unit.id)
        frames = [frame("danger", unit=unit.id)] if q.danger else []
        if q.purpose == "support":
            frames += [frame("judge_defeat"), frame("next_fight")]
        self.plan(*frames)

    def do_danger(self, f: SimpleNamespace) -> None:
        """Dangerous ground: one die for the active unit in an activation, on a 6 a wound (C-R7)."""
        unit, act = self.units[f.unit], self.activation
        assert act is not None
        if act.unit == unit.id:
            if act.danger:
                return
            act.danger = True
        if self.throw() == 6:
            self.wound(unit, 1)
            self.plan(frame("removal", unit=unit.id, cause=(None, "")), frame("judge_defeat"))

    def wound(self, unit: Unit, number: int) -> None:
        """A die for each: 1 to 4 one point, else two; none once it is out."""
        for _ in range(number):
            if unit.wounds < MOST_WOUNDS:
                unit.wounds += 1 if self.throw() <= 4 else 2

    def do_window_moved(self, f: SimpleNamespace) -> None:
        """After the move part the active seat is asked first."""
        self.plan(frame("window_step", moment="moved", queue=self.asked()), frame("start_attack"))

    def asked(self) -> list[str]:
        """The active seat, then the others in their order."""
        at = self.seats.index(str(self.turn_of))
        return self.seats[at:] + self.seats[:at]

    def do_window_step(self, f: SimpleNamespace) -> None:
        """Ask the next seat that can play something."""
        while f.queue:
            self.plan(frame("window", seat=f.queue[0], moment=f.moment, queue=f.queue))
            if self.opens(f.queue[0]):
                return
            self.stack.pop()
            f.queue = f.queue[1:]

    def answer_window(self, text: str, q: SimpleNamespace) -> None:
        """Nothing more."""
        self.plan(frame("window_step", moment=q.moment, queue=q.queue[1:]))

    def do_start_attack(self, f: SimpleNamespace) -> None:
        """The attack part, if there can be one."""
        unit, act = self.active, self.activation
        assert act is not None
        if unit is None or unit.camouflaged or (act.mode == "run" and not self.fights()):
            self.plan(frame("end_activation"))
            return
        self.plan(frame("attack", seat=self.turn_of))
        if not self.can_attack():
            self.stack.pop()
            self.plan(frame("end_activation"))

    do_ask_attack = do_start_attack

    def can_attack(self) -> bool:
        """Whether there is anything to do in an attack whose question lies on the stack."""
        words = [f"{word} {unit_name(u.id)}" for word in ("fight", "shoot", "heal") for u in self.alive()]
        return any(self.legal(text) for text in words) or self.legal("card:sniper") is True

    def do_end_activation(self, f: SimpleNamespace) -> None:
        """The window at the end, then the next turn."""
        self.plan(frame("window_step", moment="end", queue=self.asked()), frame("finish_activation"))

    def do_finish_activation(self, f: SimpleNamespace) -> None:
        """Over to the next seat."""
        self.activation = None
        self.plan(frame("next_turn"))

    # -------------------------------------------------------------------------------------------------- attack

    def answer_attack(self, text: str, q: SimpleNamespace) -> None:
        """Shoot, fight, heal or nothing."""
        act, unit = self.activation, self.active
        assert act is not None and unit is not None
        word, _, name = text.partition(" ")
        if word == "end":
            self.plan(frame("end_activation"))
            return
        target = self.standing(name)
        if word == "heal":
            target.health = min(target.health + 1, target.kind.health)
            target.wounds = max(target.wounds - 2, 0)
            self.plan(frame("end_activation"))
            return
        close = word == "fight"
        if close:
            act.fought.append(target.id)
        else:
            act.shot = True
        self.strike_at(unit, target, close)

    def strike_at(self, unit: Unit, target: Unit, close: bool) -> None:
        """The dice of the attack, panic, and what follows in its order (C-R4, C-R5)."""
        act = self.activation
        assert act is not None
        number = (unit.kind.fighting if close else unit.kind.shooting) + act.extra
        act.extra = 0
        cover = not close and self.table.covered(unit, target)
        dice = [self.throw() for _ in range(number)]
        hits = [face for face in dice if face == 6 or face - cover >= 4]
        kind = "close" if close else "range"
        self.attack = frame("attack", attacker=unit.id, target=target.id, close=close, cover=cover, dice=dice,
                            hits=hits, defence=[], cancelled=[])  # fmt: skip
        if dice.count(1) >= (3 if close else 2):
            self.take_off(unit, (None, ""))
            if close:
                self.count_kill(target.side, "close")
        evading = [frame("evade", seat=target.seat)] if hits else []
        self.plan(
            *evading,
            frame("damage"),
            frame("wounds", unit=unit.id, number=dice.count(1), cause=(target.id, kind)),
            frame("wounds", unit=target.id, number=None, cause=(unit.id, kind)),
            frame("judge_defeat"),
            frame("promote"),
            frame("after_attack"),
        )

    def cancellable(self, die: int) -> list[int]:
        """The hits that a defence die may cancel."""
        attack = self.attack
        assert attack is not None
        return [
            i for i, face in enumerate(attack.dice)
            if face in attack.hits and i not in attack.cancelled and face < 6 and face <= die
        ]  # fmt: skip

    def answer_evade(self, text: str, q: SimpleNamespace) -> None:
        """The resistance dice, once or for each hit, and what they cancel."""
        attack = self.attack
        assert attack is not None
        if text == "stand":
            return
        number = self.units[attack.target].kind.resistance
        if self.options["defence"] == "each":
            for i, face in enumerate(attack.dice):
                if face in attack.hits and face < 6:
                    dice = [self.throw() for _ in range(number)]
                    attack.defence += dice
                    if max(dice) >= face:
                        attack.cancelled.append(i)
            return
        attack.defence = [self.throw() for _ in range(number)]
        if self.options["assignment"] == "chosen":
            self.plan(*(frame("assign_maybe", die=die) for die in attack.defence))
            return
        attack.cancelled = list(range(best_assignment(attack.hits, attack.defence)))

    def do_assign_maybe(self, f: SimpleNamespace) -> None:
        """A die that can cancel something is asked for."""
        assert self.attack is not None
        if self.cancellable(f.die):
            self.plan(frame("assign", seat=self.units[self.attack.target].seat, die=f.die))

    def answer_assign(self, text: str, q: SimpleNamespace) -> None:
        """This die cancels that hit, or none."""
        assert self.attack is not None
        number = int(text.partition(":")[2])
        if number:
            self.attack.cancelled.append(number - 1)

    def do_damage(self, f: SimpleNamespace) -> None:
        """Each hit left takes one health."""
        attack = self.attack
        assert attack is not None
        left = len(attack.hits) - len(attack.cancelled)
        if left:
            self.hurt(self.units[attack.target], left, (attack.attacker, "close" if attack.close else "range"))

    def do_wounds(self, f: SimpleNamespace) -> None:
        """A wound for each one thrown, unless the unit is out already."""
        unit, attack = self.units[f.unit], self.attack
        assert attack is not None
        number = attack.defence.count(1) if f.number is None else f.number
        if f.number is not None and self.options["wounds"] == "defenders":
            return
        if unit.on_table and number:
            self.wound(unit, number)
            self.plan(frame("removal", unit=unit.id, cause=f.cause))

    def do_after_attack(self, f: SimpleNamespace) -> None:
        """The winner of a close combat may advance (C-R8)."""
        attack = self.attack
        assert attack is not None
        unit, target = self.units[attack.attacker], self.units[attack.target]
        if not unit.on_table or not attack.close:
            self.plan(frame("end_activation"))
        elif target.on_table or not self.can_advance(unit, target):
            self.plan(frame("next_fight"))
        else:
            self.plan(frame("advance", seat=unit.seat, to=target.here))

    def can_advance(self, unit: Unit, target: Unit) -> bool:
        """Whether the way straight to the target's place is free."""
        try:
            self.leg(unit, unit.here, target.here, unit.facing)
        except No:
            return False
        return True

    def answer_advance(self, text: str, q: SimpleNamespace) -> None:
        """The other side may send a supporter."""
        if text == "stay":
            self.plan(frame("next_fight"))
            return
        self.plan(frame("support_maybe", seats=self.seats_of(OTHER[self.side_of(q.seat)])))

    def do_support_maybe(self, f: SimpleNamespace) -> None:
        """The seats of the other side that could bring a unit are asked one by one."""
        assert self.attack is not None
        winner = self.units[self.attack.attacker]
        for place, seat in enumerate(f.seats):
            if any(self.could_support(unit, winner) for unit in self.of_seat(seat)):
                self.plan(frame("support", seat=seat, winner=winner.id, seats=f.seats[place + 1 :]))
                return
        self.plan(frame("make_advance"))

    def could_support(self, unit: Unit, winner: Unit) -> bool:
        """Whether a unit can come into contact; what is unsure is told."""
        try:
            self.can_support(unit, winner)
        except No:
            return False
        except Unsure:
            return self._told.get("support") == unit.seat
        return True

    def answer_support(self, text: str, q: SimpleNamespace) -> None:
        """A supporter sets out, or nobody."""
        if text == "no-support":
            self.plan(frame("support_maybe", seats=q.seats))
            return
        unit = self.standing(text[8:])
        self.begin_way(unit, q.seat, "support", unit.kind.move, winner=q.winner, seats=q.seats)

    def do_make_advance(self, f: SimpleNamespace) -> None:
        """Straight into the place where the target stood."""
        attack = self.attack
        assert attack is not None
        unit, target = self.units[attack.attacker], self.units[attack.target]
        danger = self.table.slow_share(unit.here, target.here)[1]
        unit.x, unit.y = target.here
        self.plan(*([frame("danger", unit=unit.id)] if danger else []), frame("next_fight"))

    def do_next_fight(self, f: SimpleNamespace) -> None:
        """Close combat goes on while an enemy in reach is unfought."""
        if self.active is not None and self.fights():
            self.plan(frame("attack", seat=self.turn_of))
        else:
            self.plan(frame("end_activation"))

    # ------------------------------------------------------------------------------------------- cards at work

    def play_card(self, text: str, q: SimpleNamespace) -> None:
        """The card goes back to the deck, then does its work, then the question is asked again if it still stands."""
        seat = q.seat
        card, _, rest = text[5:].partition(" ")
        words = rest.split()
        self.hands[seat].remove(card)
        self.deck += 1
        if card == "tourniquet":
            unit = self.units[q.unit]
            unit.health += 1
            unit.tourniquet.append(q.cause)
            if q.left > 1:
                self.plan(frame("tourniquet_maybe", unit=q.unit, cause=q.cause, left=q.left - 1))
            return
        if seat == self.turn_of:
            self.card_this_turn = True
        if q.what == "window":
            self.plan(frame("window_step", moment=q.moment, queue=q.queue))
        else:
            self.plan(frame("ask_" + q.what))
        self.plan(
            *(frame(word) for word in (("promote", "judge_defeat") if "P" in FOLLOW else ("judge_defeat", "promote")))
        )
        getattr(self, "play_" + card.replace("-", "_"))(seat, *words)

    def play_ma(self, seat: str) -> None:
        """One more die for a point of health."""
        assert self.active is not None and self.activation is not None
        self.active.health -= 1
        self.activation.extra += 1

    def play_divine_wind(self, seat: str, name: str, target: str) -> None:
        """The unit is given up for two points of damage."""
        unit = self.standing(name)
        self.take_off(unit, (None, ""))
        self.hurt(self.standing(target), 2, (unit.id, "close"))

    def play_spy(self, seat: str, other: str) -> None:
        """A card is shown: nothing changes."""

    def play_instinct(self, seat: str, name: str) -> None:
        """Every other unit within 6 cm throws a die."""
        unit = self.standing(name)
        unit.health -= 1
        near = [u for u in self.alive() if u.id != unit.id and plane.within(unit.corners, u.corners, INSTINCT_REACH)]
        self.plan(*(frame("blast", unit=u.id, by=unit.id) for u in near))

    def do_blast(self, f: SimpleNamespace) -> None:
        """The die of one of them: on a 6 a point of damage."""
        unit, other = self.units[f.by], self.units[f.unit]
        if self.throw() == 6:
            kind = "close" if plane.within(unit.corners, other.corners, REACH) else "range"
            self.hurt(other, 1, (unit.id, kind))

    def play_knife(self, seat: str, name: str, target: str) -> None:
        """One point now; a die on 5 or 6 leaves poison."""
        unit, enemy = self.standing(name), self.standing(target)
        if self.throw() >= 5:
            enemy.poison.append((unit.id, "close"))
        self.hurt(enemy, 1, (unit.id, "close"))

    def play_false_orders(self, seat: str) -> None:
        """The enemy is moved."""
        assert self.active is not None
        self.begin_way(self.active, seat, "false-orders", FALSE_ORDERS)

    def play_first_aid(self, seat: str, name: str) -> None:
        """A point of health."""
        self.standing(name).health += 1

    def play_camouflage(self, seat: str) -> None:
        """It cannot be attacked and does not attack."""
        assert self.active is not None
        self.active.camouflaged = True

    def play_sniper(self, seat: str) -> None:
        """A longer range."""
        assert self.activation is not None
        self.activation.range += SNIPER_MORE

    def play_tactical(self, seat: str, word: str) -> None:
        """A shift sideways."""
        name, _, place = word.partition("@")
        unit = self.standing(name)
        x, y, _ = parse_place(place)
        danger = self.table.slow_share(unit.here, (x, y))[1]
        unit.x, unit.y, unit.camouflaged = x, y, False
        if danger:
            self.plan(frame("danger", unit=unit.id))

    def play_cheetah(self, seat: str) -> None:
        """Three centimetres more."""
        assert self.active is not None
        self.begin_way(self.active, seat, "cheetah", CHEETAH)

    # ------------------------------------------------------------------------------------------------- summary

    def summary(self) -> dict[str, Any]:
        """What can be compared with a scene."""
        return {
            "phase": self.phase,
            "seat": self.seat,
            "round": self.round,
            "winner": self.winner,
            "how": self.how,
            "points": dict(self.points),
            "passed": sorted(self.passed),
            "zones": {side: self.zones[side][0] for side in SIDES},
            "units": {u.id: _told(u) for u in self.units.values()},
            "objectives": [(one["owner"], one["first"], bool(one["unbroken"])) for one in self.objectives],
            "hands": {seat: sorted(cards) for seat, cards in self.hands.items()},
            "deck": self.deck,
            "score": self.score,
            "sheet": _rows(self.sheet),
            "kills": {
                side: [self.kills[side][k] for k in ("close", "range")]
                + [self.round_kills[side][k] for k in ("close", "range")]
                for side in SIDES
            },
            "activation": None
            if self.activation is None
            else {
                "unit": self.activation.unit,
                "mode": self.activation.mode,
                "range": self.activation.range,
                "extra_dice": self.activation.extra,
                "fought": sorted(set(self.activation.fought)),
            },
            "way": None
            if self.phase != "way"
            else {"unit": self.top.unit, "purpose": self.top.purpose, "left": self.top.left, "legs": self.top.legs},
        }


def best_assignment(hits: list[int], defence: list[int]) -> int:
    """The most hits that can be cancelled, each by one die of an equal or higher face; never a 6. By trying all."""
    if not defence:
        return 0
    die, rest = defence[0], defence[1:]
    best = best_assignment(hits, rest)
    for i, face in enumerate(hits):
        if face < 6 and face <= die:
            best = max(best, 1 + best_assignment(hits[:i] + hits[i + 1 :], rest))
    return best


def _unit(told: Mapping[str, Any], causes: Mapping[str, list[Cause]]) -> Unit:
    marks = {status["id"] for status in told["statuses"]}
    return Unit(
        told["id"], told["side"], told["seat"], told["type"], told["x"], told["y"], told["facing"], told["state"],
        told["health"], told["wounds"], told["kills"], told["acted"], "camouflage" in marks,
        list(causes.get("poison", [])), list(causes.get("tourniquet", [])),
    )  # fmt: skip


def _told(u: Unit) -> tuple[Any, ...]:
    """A unit in a summary."""
    if u.state == "out":
        return ("out",)
    if u.state == "hand":
        return ("hand", u.type)
    return (u.state, u.type, u.x, u.y, u.facing, max(u.health, 0), u.wounds, u.kills, u.acted, tuple(u.statuses()))


def _rows(sheet: Iterable[Mapping[str, Any]]) -> list[list[list[int]]]:
    """The score sheet up to its last points."""
    rows = [[[int(row[side][key]) for key in ROW] for side in SIDES] for row in sheet]
    while rows and not any(map(any, rows[-1])):
        rows.pop()
    return rows


def summary_of(scene: Mapping[str, Any], hands: Mapping[str, Iterable[str]]) -> dict[str, Any]:
    """The summary of a scene without hidden parts."""
    act, way = scene["activation"], scene["way"]
    units = {}
    for told in scene["units"]:
        unit = _unit(told, {})
        marks = tuple(m for m in ("camouflage", "poison", "tourniquet") if m in {s["id"] for s in told["statuses"]})
        units[unit.id] = _told(unit) if unit.state != "table" else (*_told(unit)[:-1], marks)
    return {
        "phase": scene["phase"],
        "seat": scene["seat"],
        "round": max(1, scene["round"]),
        "winner": scene["winner"],
        "how": scene["how"],
        "points": dict(scene["points"]),
        "passed": sorted(scene["passed"]),
        "zones": {side: scene["zones"][side]["x"] for side in SIDES},
        "units": units,
        "objectives": [(one["owner"], one["first"], bool(one["unbroken"])) for one in scene["objectives"]],
        "hands": {seat: sorted(cards) for seat, cards in hands.items()},
        "deck": scene["deck"],
        "score": dict(scene["score"]),
        "sheet": _rows(scene["sheet"]),
        "kills": {
            side: [scene["kills"][side][k] for k in ("close", "range", "close_round", "range_round")] for side in SIDES
        },
        "activation": None
        if act is None
        else {**{key: act[key] for key in ("unit", "mode", "range", "extra_dice")}, "fought": sorted(act["fought"])},
        "way": None
        if way is None
        else {**{key: way[key] for key in ("unit", "purpose", "left")}, "legs": [tuple(p) for p in way["legs"]]},
    }
