"""Which actions are allowed."""

from __future__ import annotations

import copy
import re
from math import cos, radians, sin
from types import SimpleNamespace

from tests.naive.cafe import plane
from tests.naive.cafe.plane import Corners, Point
from tests.naive.cafe.units import (
    EDGE,
    NEAR,
    OTHER,
    RANGE,
    REACH,
    ROUNDING,
    No,
    Unit,
    Unsure,
    centimetres,
    frame,
    parse_place,
    unit_name,
)


class Position:
    """What can be asked of a position."""

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


class Judging(Position):
    """The judge of every question but cards."""

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

    def judge_share(self, text: str, q: SimpleNamespace) -> None:
        """A unit of the side that is nobody's yet, or all of them dealt (C-R31)."""
        if text == "deal":
            return
        if not text.startswith("take "):
            raise No("not what is asked")
        unit = self.unit_named(text[5:])
        if unit.side != self.side_of(q.seat) or unit.seat:
            raise No("not to be had")

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
        facing = unit.facing if facing is None else facing
        self.fits(unit, x, y, facing, EDGE)
        self.room_for_the_others(unit, plane.base(x, y, facing))

    def room_for_the_others(self, unit: Unit, base: Corners) -> None:
        """Places far enough from each other and from everything for the units still in hand; else who knows (C-R31)."""
        wanted = sum(u.side == unit.side and u.state == "hand" and u.id != unit.id for u in self.units.values())
        low, high = self.zones[unit.side]
        for x in range(max(low, EDGE + 110), min(high, self.table.width - EDGE - 110) + 1, 230):
            for y in range(EDGE + 80, self.table.height - EDGE - 80 + 1, 170):
                if wanted == 0:
                    return
                shape = plane.base(x, y, 0)
                if plane.overlap(shape, base):
                    continue
                try:
                    self.not_blocked(unit, shape)
                except No:
                    continue
                wanted -= 1
        if wanted:
            raise Unsure("room for the others")

    def judge_turn(self, text: str, q: SimpleNamespace) -> None:
        """Activate a unit, or pass (C-R2)."""
        if text == "pass":
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
            if not self.card_this_turn and not self.aid_to_come(q.seat):
                raise No("no card was played")
            return
        found = re.fullmatch(r"(walk|run)([@>])(.+)", text)
        unit = self.active
        if found is None or unit is None:
            raise No("not what is asked")
        limit = unit.kind.move if found[1] == "run" else unit.kind.move // 2
        self.judge_leg(unit, unit.here, float(limit), 0, found[2] == "@", found[3])

    def aid_to_come(self, seat: str) -> bool:
        """Whether first aid can be given at the end."""
        hurt = any(u.health < u.kind.health for u in self.alive(self.side_of(seat)))
        return hurt and "first-aid" in self.hands[seat]

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
        """Cards are judged elsewhere; otherwise nothing is played, unless first aid was what the unit was used for."""
        self.one_of(text, "no")
        if self.owes_first_aid(q.seat, q.moment):
            raise No("the card is still to come")

    def judge_tourniquet(self, text: str, q: SimpleNamespace) -> None:
        """The same without exception."""
        self.one_of(text, "no")

    def judge_order(self, text: str, q: SimpleNamespace) -> None:
        """A strike that is due on a unit of this seat's."""
        found = re.fullmatch(r"strike (\w+)(?: (\w+) (close|range))?", text)
        if found is None:
            raise No("not what is asked")
        unit = self.standing(found[1])
        if unit.seat != q.seat:
            raise No("not yours")
        cause = (None, "") if found[2] is None else (self.unit_named(found[2]).id, found[3])
        if cause not in [by for _, by in unit.due]:
            raise No("no such strike")

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
                self.judge_way(
                    text,
                    frame(
                        "way",
                        purpose="support",
                        unit=unit.id,
                        left=float(unit.kind.move),
                        legs=[unit.here],
                        winner=winner.id,
                    ),
                )
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
        if unit is None or act is None or unit.harmless or act.shot or act.mode not in ("hold", "walk", "run"):
            return []
        if act.mode == "run" and not self.options["runners_fight"]:
            return []
        return [u for u in self.foes(unit) if u.id not in act.fought]

    def judge_attack(self, text: str, q: SimpleNamespace) -> None:
        """Close combat goes first; a shot, a healing or nothing otherwise (C-R3)."""
        unit, act = self.active, self.activation
        assert act is not None
        fights = self.fights()
        word, _, name = text.partition(" ")
        if act.extra and word in ("end", "heal") and self.has_target():
            raise No("an attack must follow")
        if unit is None and text != "end":
            raise No("the unit is out")
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
        assert unit is not None
        other = self.standing(name)
        if act.mode not in ("hold", "walk") or act.shot or act.fought or self.foes(unit):
            raise No("cannot shoot or heal")
        if word == "shoot":
            if unit.harmless:
                raise No("camouflage")
            if other.side == unit.side or other.camouflaged or not self.in_range(unit, other, act.range):
                raise No("no target")
            return
        self.judge_heal(unit, other)

    def has_target(self) -> bool:
        """Whether the active unit could attack anybody."""
        names = [unit_name(u.id) for u in self.alive()]
        return any(self.allowed(f"{word} {name}") for word in ("fight", "shoot") for name in names)

    def allowed(self, text: str) -> bool:
        """Whether an action is surely allowed; the reason of the question that asks for it is kept."""
        try:
            self.judge(text)
        except (No, Unsure):
            return False
        return True

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
