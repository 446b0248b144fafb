"""Which actions are allowed while units act."""

from __future__ import annotations

from math import asin, cos, sin

from escaramuza.games.forglory import kinds
from tests.naive.forglory import plane
from tests.naive.forglory.feed import Act
from tests.naive.forglory.fights import Fights
from tests.naive.forglory.fuzzy import Fuzzy, Verdict, all_of, any_of, at_most, no, refuse
from tests.naive.forglory.model import FIRST_OFFICER, NONE, Body, Group, Officer, Unit, gap
from tests.naive.forglory.plane import Spot
from tests.naive.forglory.walking import ROUND_NEAR, Path, Way, facing_vector, length_in, times

MOVING = (kinds.MOVE, kinds.BEND, kinds.MARCH, kinds.MARCH_BEND)
MARCHING = (kinds.MARCH, kinds.MARCH_BEND)
TIE = 1.5
# A way through the corner of a piece of ground: its length there changes fast with the rounding of its end.
GRAZE = 4.0
# Half the diagonal of a base, and how it may charge: straight at its target and to either side.
CORNER = 305
AIMS = (0.0, *(sign * n / 12 for n in range(1, 13) for sign in (1, -1)))


class Judging(Fights):
    """The judge of orders and reactions."""

    group: Group | None

    def enemy(self, side: int, number: int) -> Body | None:
        """An enemy on the table."""
        return next((b for b in self.bodies(1 - side) if b.id == number), None)

    def aim_of(self, a: Act) -> Spot | None:
        """The point that a charge aims at."""
        return (a.x, a.y)

    def judge_orders(self, group: Group, a: Act) -> Verdict:
        """A unit of the group that had no order, or the end."""
        if a.kind == kinds.END:
            return Verdict()
        if a.kind != kinds.USE:
            return refuse("use or end")
        unit = self.units.get(a.unit)
        if unit is None or a.unit not in group.units or not unit.there:
            return refuse("not of the group")
        return Verdict().need(not unit.ordered, "had its order")

    def judge_order(self, unit: Unit, a: Act) -> Verdict:
        """What a unit in use may be told."""
        if a.kind == kinds.HOLD:
            return Verdict()
        if a.kind in MOVING:
            return self.judge_leg(unit, self.begin(unit, a.kind in MARCHING), a)
        if a.kind == kinds.CHARGE:
            return self.may_charge(unit, self.enemy(unit.side, a.target), self.aim_of(a))
        if a.kind == kinds.SHOOT:
            return self.may_shoot(unit, self.enemy(unit.side, a.target))
        if a.kind == kinds.RETREAT:
            return self.may_retreat(unit, a.choice)
        if a.kind == kinds.REGROUP:
            return Verdict().need(unit.hits >= 2, "nothing to regroup")
        return refuse("no order")

    def judge_leg(self, unit: Unit, way: Way, a: Act) -> Verdict:
        """A leg that is an order."""
        if way.legs == 0 and (a.x, a.y, a.facing) == (unit.x, unit.y, unit.facing):
            return refuse("not moved at all")
        return self.leg(unit, way, a.x, a.y, a.facing)[0]

    def judge_way(self, unit: Unit, way: Way, a: Act) -> Verdict:
        """How an open way goes on or ends."""
        if a.kind == kinds.HOLD:
            return Verdict()
        if a.kind not in MOVING or (a.kind in MARCHING) != way.march:
            return refuse("another leg, or hold")
        return self.judge_leg(unit, way, a)

    def may_retreat(self, unit: Unit, choice: int) -> Verdict:
        """It must come away at all; of equally near enemies one is named (G-R65)."""
        near = self.nearest_enemies(unit)
        if choice and choice - 1 not in [enemy.id for enemy in near]:
            return refuse("not its nearest enemy")
        fits: Fuzzy = None if len(near) > 1 else not choice
        named = Verdict().need(fits, "one is named where several are as near")
        if not named:
            return named
        ways = [plane.distance(unit.here, spot) for spots in self.retreats(unit, choice) for spot in spots]
        answer: Fuzzy = True if min(ways) > 25 else False if max(ways) == 0 else None
        held = any(self.touches(unit, unit.here, unit.shape, enemy) is not False for enemy in self.enemies(unit.side))
        if answer is False and (held or self.impassable_at(unit.here) is None):
            answer = None
        return named.need(answer, "no way back")

    def retreats(self, unit: Unit, choice: int) -> list[tuple[Spot, Spot]]:
        """Where a retreat may lead, each time between two places: away from the nearest enemy's centre (G-R30),
        straight back if there is none."""
        slow = self.difficult_at(unit.here)
        lengths = [unit.move] * (slow is not True) + [self.span(unit.kind.difficult)] * (slow is not False)
        left = self.nearest_enemies(unit)
        left = [enemy for enemy in left if enemy.id == choice - 1] or left
        away = [plane.direction(enemy.here, unit.here) for enemy in left]
        ways = away or [facing_vector(unit.facing + 1800)]
        return [self.slides(unit, ahead, length, halts=True) for ahead in ways for length in lengths]

    def may_shoot(self, unit: Unit, target: Body | None) -> Verdict:
        """Seen, in range, for infantry the nearest such unit; an officer only where no unit can be hit."""
        if unit.range == NONE:
            return refuse("cannot shoot")
        if target is None:
            return refuse("no enemy there")
        v = Verdict()
        v.need(self.in_range(unit, target), "out of range")
        if v:
            v.need(self.sees(unit, target), "not seen")
        if not v:
            return v
        others = [u for u in self.standing(1 - unit.side) if u.id != target.id]
        if isinstance(target, Officer):
            return v.need(no(self.covers(unit)), "covered by units")
        if unit.arm == "infantry":
            mine = gap(unit, target)
            for other in others:
                nearer = all_of((at_most(gap(unit, other), mine - TIE, TIE), self.can_hit(unit, other)))
                v.need(no(nearer), f"{other.id} is nearer")
        return v

    def covers(self, unit: Unit, limit: int | None = None) -> Fuzzy:
        """Whether a unit has another unit for a target, by fire or by a charge, so that officers are none (G-R10)."""
        others = self.standing(1 - unit.side)
        shots = [self.can_hit(unit, u) for u in others] if unit.range != NONE else []
        return any_of([*shots, *(self.chargeable(unit, u, limit) for u in others)])

    def chargeable(self, unit: Unit, target: Body, limit: int | None) -> Fuzzy:
        """Whether a unit could charge another with any aim (G-R64); not sure where none of many does."""
        if self.sees(unit, target) is False:
            return False
        reach = self.most(unit, self.begin(unit, limit=limit, charge=True))[1]
        if target.shape.distance(plane.Point(unit.here)) > reach + CORNER * self.table.scale:
            return False
        away, side = plane.direction(unit.here, target.here), plane.distance(unit.here, target.here)
        widest = min(1.0, 560 * self.table.scale / max(side, 1.0))
        for share in AIMS:
            turn = share * asin(widest)
            ahead = (away[0] * cos(turn) - away[1] * sin(turn), away[0] * sin(turn) + away[1] * cos(turn))
            aim = (unit.x + 2000 * ahead[0], unit.y + 2000 * ahead[1])
            if self.can_run(unit, target, aim, limit).answer:
                return True
        return None

    def judge_after_move(self, unit: Unit, a: Act) -> Verdict:
        """A shot or nothing."""
        if a.kind == kinds.HOLD:
            return Verdict()
        return (
            self.may_shoot(unit, self.enemy(unit.side, a.target)) if a.kind == kinds.SHOOT else refuse("shoot or hold")
        )

    def may_charge(self, unit: Unit, target: Body | None, aim: Spot | None, limit: int | None = None) -> Verdict:
        """An enemy that a charge can reach; an officer only where no unit is a target (G-R10)."""
        if target is None:
            return refuse("no enemy there")
        v = self.can_run(unit, target, aim, limit)
        if v and isinstance(target, Officer):
            v.need(no(self.covers(unit, limit)), "covered by units")
        return v

    def can_run(self, unit: Unit, target: Body, aim: Spot | None, limit: int | None = None) -> Verdict:
        """Seen before the move, reached by a straight way, and the first enemy touched (G-R40, G-E7)."""
        v = Verdict()
        v.need(self.sees(unit, target), "not seen")
        if not v:
            return v
        path = self.path(unit, target, aim)
        if path is None:
            return v.need(False, "misses the target")
        self.pivots(v, unit, path)
        v.need(no(path.misses), "misses the target by a hair")
        self.reaches(v, unit, path, limit)
        self.first_of(v, unit, target, path)
        return v

    def pivots(self, v: Verdict, unit: Unit, path: Path) -> None:
        """It turns towards its aim without sweeping over an enemy (G-R17, G-R40)."""
        turned = unit.at(unit.x, unit.y, path.facing)
        for enemy in self.enemies(unit.side):
            depth = plane.overlap_depth(turned, enemy.shape)
            near = ROUND_NEAR if isinstance(enemy, Officer) else TIE
            v.need(None if abs(depth) <= near else depth < 0, f"{enemy.id} leaves no room to pivot")

    def reaches(self, v: Verdict, unit: Unit, path: Path, limit: int | None) -> None:
        """The way is not too long, and over ground that it may cross."""
        way = self.begin(unit, limit=limit)
        way.far = False
        sheltered: list[Fuzzy] = []
        for length in (path.near, path.touch):
            end = path.spot(unit.here, length)
            track = plane.line([unit.here, end])
            blocked = length_in(track, self.table.impassable)
            # Its end is rounded: along an edge it may as well go beside it.
            surely = length_in(track, self.table.impassable.buffer(-TIE)) > 0 and length != path.touch
            v.need(True if blocked == 0 else False if surely and blocked > TIE else None, "impassable")
            inside = length_in(track, self.table.difficult)
            if inside and unit.arm == "cavalry":
                over = self.halts(track)
                v.need(None if over is False and length == path.touch else over, "stops at difficult ground")
            if inside and unit.arm == "artillery":
                way.slow = any_of((way.slow, None if inside <= GRAZE or length == path.touch else True))
            shape = unit.at(*end, path.facing)
            if unit.kind.code == "FA":
                sheltered.append(self.near_road(shape))
                by_road = self.goes_by_road(track)
                v.need(None if by_road is False and length == path.touch else by_road, "no road there")
            on_table = self.on_table(shape)
            v.need(None if on_table is False and length == path.touch else on_table, "off the table")
        if sheltered:
            v.need(sheltered[0] if sheltered[0] == sheltered[1] else None, "far from roads")
        low, high = self.most(unit, way)
        v.need(True if path.touch <= low - TIE else False if path.near > high + TIE else None, "out of reach")
        self.stands_free(v, unit, path)

    def stands_free(self, v: Verdict, unit: Unit, path: Path) -> None:
        """Nobody of its own side stands where it makes contact."""
        ends = [
            unit.at(*path.spot(unit.here, length), path.facing)
            for length in (max(path.near - 5, 0), path.near, path.touch)
        ]
        run = plane.swept(ends[0], *times(path.ahead, path.touch - max(path.near - 5, 0)))
        for other in self.friends(unit):
            found = [self.overlaps(unit, shape, other) for shape in ends]
            # Where exactly it ends is rounded: beside a friend it may lie on a hair of him.
            clear = run.distance(other.shape) > TIE
            # Of a target that it passes a hair from contact, it may touch any part, and so stand farther on.
            on_him = found == [True] * 3 and path.misses is not None
            v.need(True if clear else False if on_him else None, f"on {other.id}")

    def first_of(self, v: Verdict, unit: Unit, target: Body, path: Path) -> None:
        """No other enemy is touched before the target."""
        shape = unit.at(unit.x, unit.y, path.facing)
        for other in self.enemies(unit.side):
            if other.id == target.id:
                continue
            near = self.first_touch(shape, path.ahead, other, 10.0)
            if near is None or near > path.touch + 3:
                continue
            run = plane.swept(shape, *times(path.ahead, max(path.near - 3, 0)))
            margin = ROUND_NEAR if isinstance(other, Officer) else TIE
            run_over = plane.overlap_depth(run, other.shape) > margin
            v.need(False if run_over else None, f"{other.id} is touched first")

    def free_to_react(self, unit: Unit) -> bool:
        """Not marching, and no attempt in this activation yet."""
        return unit.there and not unit.column and not unit.reacted

    def could_react(self, unit: Unit, trigger: Unit) -> Fuzzy:
        """Whether a unit may try to react to a trigger now."""
        return self.in_area(unit, trigger) if self.free_to_react(unit) else False

    def judge_react(self, trigger: Unit, a: Act) -> Verdict:
        """A unit that could react, or nobody."""
        if a.kind == kinds.DECLINE:
            return Verdict()
        unit = self.units.get(a.unit)
        if a.kind != kinds.REACT or unit is None or unit.side == trigger.side or not unit.there:
            return refuse("react or decline")
        return Verdict().need(self.could_react(unit, trigger), "cannot react")

    def judge_reaction(self, unit: Unit, trigger: Unit, a: Act) -> Verdict:
        """What a unit may do that passed its check: everything but a move, against the trigger."""
        if a.kind in (kinds.SHOOT, kinds.CHARGE):
            if a.target != trigger.id:
                return refuse("not the trigger")
            if a.kind == kinds.SHOOT:
                return self.may_shoot(unit, trigger)
            held = [
                self.touches(unit, unit.here, unit.shape, enemy)
                for enemy in self.standing(trigger.side)
                if enemy.id != trigger.id and enemy.charging is not None
            ]
            return self.may_charge(unit, trigger, self.aim_of(a)).need(no(any_of(held)), "held in a melee")
        if a.kind == kinds.HOLD:
            return Verdict()
        if a.kind == kinds.RETREAT:
            return self.may_retreat(unit, a.choice)
        if a.kind == kinds.REGROUP:
            return Verdict().need(unit.hits >= 2, "nothing to regroup")
        return refuse("no reaction")

    def judge_ride(self, officer: Officer, used: float, legs: int, a: Act) -> Verdict:
        """An officer's way: L in all, over everything but enemies (G-R32)."""
        if a.kind == kinds.STAY:
            return Verdict()
        if a.kind not in (kinds.RIDE, kinds.RIDE_BEND):
            return refuse("ride or stay")
        v = Verdict()
        length = plane.distance(officer.here, (a.x, a.y))
        v.need(length > 0 or legs > 0, "not moved at all")
        v.need(length == 0 or legs < 4, "too many legs")
        most = self.span("L")
        v.need(self.affords(used + length, most, most, legs == 0), "too far")
        area = plane.swept(officer.shape, a.x - officer.x, a.y - officer.y)
        for enemy in self.enemies(officer.side):
            depth = plane.overlap_depth(area, enemy.shape)
            v.need(None if abs(depth) <= 9 else depth < 0, f"through {enemy.id}")
        return self.may_stop(v, officer, a.x, a.y, 0)

    def judge_put(self, officer: Officer, a: Act) -> Verdict:
        """Where a fallen general may be put: near all his units, and not the only target of anybody (G-R10)."""
        if a.kind != kinds.PUT:
            return refuse("a place is asked for")
        v = self.may_stop(Verdict(), officer, a.x, a.y, 0)
        if not v:
            return v
        before = (officer.state, officer.x, officer.y)
        officer.state, officer.x, officer.y = 2, a.x, a.y
        for unit in self.standing(officer.side):
            if unit.division == officer.id - FIRST_OFFICER:
                v.need(at_most(gap(unit, officer), self.span("L")), f"{unit.id} is too far")
        for enemy in self.standing(1 - officer.side):
            v.need(no(self.only_target(enemy, officer)), f"the only target of {enemy.id}")
        officer.state, officer.x, officer.y = before
        return v

    def only_target(self, enemy: Unit, officer: Officer) -> Fuzzy:
        """Whether an enemy could shoot at or charge an officer, no unit being in the way of that rule."""
        answers = [all_of((self.chargeable(enemy, officer, None), no(self.covers(enemy))))]
        if enemy.range != NONE:
            answers.append(self.may_shoot(enemy, officer).answer)
        return any_of(answers)
