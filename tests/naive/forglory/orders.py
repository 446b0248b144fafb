"""Orders to units, reactions to them, and the moves that follow."""

from __future__ import annotations

from collections.abc import Callable

from escaramuza.games.forglory import kinds, state
from tests.naive.forglory import plane
from tests.naive.forglory.feed import PLACE_NEAR, Act, Disagreement, Question
from tests.naive.forglory.fights import Asking, Deciding
from tests.naive.forglory.fuzzy import Fuzzy, Verdict, all_of, any_of, no
from tests.naive.forglory.judging import MARCHING
from tests.naive.forglory.model import FIRST_OFFICER, Body, Officer, Unit
from tests.naive.forglory.plane import Spot
from tests.naive.forglory.rooms import Rooms
from tests.naive.forglory.walking import EDGE_NEAR, ROUND_NEAR

# A move is looked at so often for entering an area or a range, in tenths of a millimetre at scale 1 (G-E6).
LOOKS = 50
LOOKS_TURN = 100
# Looks may differ by their rounding, contact by how near is near.
LOOK_NEAR, CONTACT_NEAR = 3, 45
# Turns that are tried between two facings are this far apart, in tenths of a degree.
TURN_NEAR = 10
SHAKEN = 2


class Orders(Rooms):
    """What a unit in use does."""

    reacted: bool
    # Whom each charging unit is to attack, and the chargers whose target has retreated.
    aims: dict[int, int]
    fled: set[int]
    asked_turning: bool = False

    def order(self, unit: Unit) -> Asking:
        """One order from its choice to its end."""
        a = yield Question(state.ORDER, unit.side, lambda a: self.judge_order(unit, a), unit.id, unit.move)
        unit.ordered, self.reacted = True, False
        self.aims, self.fled = {}, set()
        if a.kind == kinds.HOLD:
            self.feed.take("NO_ORDER", unit=unit.id)
            return
        self.feed.take("ORDERED", unit=unit.id)
        # A column that stays where it is forms line, others keep to the road until they leave it (G-R65).
        unit.column &= a.kind not in (kinds.SHOOT, kinds.REGROUP)
        if unit.hits and a.kind not in (kinds.RETREAT, kinds.REGROUP) and not self.check_morale(unit):
            self.feed.take("ORDER_IGNORED", unit=unit.id)
            yield from self.window(unit, "failed")
            return
        if a.kind == kinds.SHOOT:
            yield from self.open_fire(unit, self.body(a.target), moved=False)
            return
        stood = self.body(a.target).here if a.kind == kinds.CHARGE else (0, 0)
        if a.kind == kinds.CHARGE:
            self.aims[unit.id] = a.target
        if (yield from self.window(unit, "order")):
            return
        if a.kind == kinds.REGROUP:
            self.regroup(unit)
        elif a.kind == kinds.RETREAT:
            yield from self.retire(unit, a.choice)
        elif a.kind == kinds.CHARGE:
            yield from self.charge(unit, self.body(a.target), self.aim_of(a), stood)
        else:
            yield from self.go(unit, a)

    def body(self, number: int) -> Body:
        """A unit or an officer."""
        return self.units[number] if number < FIRST_OFFICER else self.officers[number]

    def regroup(self, unit: Unit) -> None:
        """One hit less."""
        unit.hits -= 1
        self.feed.take("REGROUPED", unit=unit.id, hits=unit.hits)

    def retire(self, unit: Unit, choice: int) -> Asking:
        """The order to retreat: a way like any other, but for its direction and the facing."""
        start = unit.here
        unit.column = False
        told = self.feed.find("RETREATED", unit=unit.id)
        end = self.feed.leg_end(unit.id) if told is None else (told.numbers["x"], told.numbers["y"])
        if self.comes_away(unit, choice, end):
            assert end is not None
            if (yield from self.along(unit, start, end, plane.distance(start, end))):
                return
            if unit.here != start:
                self.feed.take("RETREATED", unit=unit.id, x=unit.x, y=unit.y)
        yield from self.window(unit, "over")

    def retreat(self, unit: Unit, choice: int) -> bool:
        """A retreat as a reaction is made at once; whether the unit came away."""
        told = self.feed.maybe("RETREATED", unit=unit.id)
        end = None if told is None else (told["x"], told["y"])
        if not self.comes_away(unit, choice, end):
            return False
        assert end is not None
        unit.x, unit.y = end
        return True

    def comes_away(self, unit: Unit, choice: int, end: Spot | None) -> bool:
        """Whether a unit falls back, straight away from the nearest enemy's centre (G-R30), of several the named
        one's, to a place that the rules tell."""
        tried = self.retreats(unit, choice)
        if end is None:
            if any(self.stays(unit, spots) for spots in tried):
                self.feed.take("WAY_BARRED", unit=unit.id)
                return False
            raise Disagreement(f"{unit.id} does not retreat to {tried}")
        if min(plane.line(spots).distance(plane.Point(end)) for spots in tried) > PLACE_NEAR * max(1, self.table.scale):
            raise Disagreement(f"{unit.id} retreats to {end}, not to {tried}")
        self.feed.compared["retreat"] += 1
        return True

    def go(self, unit: Unit, a: Act) -> Asking:
        """Legs up to the last one, then perhaps a shot."""
        way = self.begin(unit, a.kind in MARCHING)
        while True:
            _, way = self.leg(unit, way, a.x, a.y, a.facing)
            if (yield from self.walk(unit, a)):
                return
            if a.kind in (kinds.MOVE, kinds.MARCH) or (unit.x, unit.y, unit.facing) != (a.x, a.y, a.facing):
                break
            if self.feed.decide(way.stopped, self.rules_phase() != state.WAY, "stops at difficult ground"):
                break
            a = yield Question(
                state.WAY,
                unit.side,
                lambda a, w=way: self.judge_way(unit, w, a),
                unit.id,
                unit.move,  # type: ignore[misc]
            )
            if a.kind == kinds.HOLD:
                break
        if (yield from self.window(unit, "over" if unit.column else "end")):
            return
        yield from self.after_move(unit)

    def walk(self, unit: Unit, a: Act) -> Deciding:
        """A leg with looks at what it enters; whether it was interrupted."""
        start, end, before = unit.here, (a.x, a.y), unit.facing
        unit.facing = a.facing
        stopped = self.reacted and self.barred(unit, end)
        unit.facing = before
        if stopped:
            turns = a.facing != before and self.feed.decide(
                self.may_face(unit, a.facing), not self.faces(unit, before), "room to turn"
            )
            if not turns:
                return False
            unit.column = a.kind in MARCHING
            return (yield from self.turning(unit, a.facing, False))
        unit.column = a.kind in MARCHING
        goes_on = start != end or a.kind in (kinds.BEND, kinds.MARCH_BEND)
        if (yield from self.turning(unit, a.facing, goes_on)):
            return True
        if start != end and self.asked_turning and self.barred(unit, end):
            self.settles(unit, start, interrupted=False)
            return False
        if (yield from self.along(unit, start, end, plane.distance(start, end))):
            return True
        if start == end and self.feed.maybe("PIVOTED", unit=unit.id, facing=a.facing):
            return False
        name = "MARCHED" if a.kind in MARCHING else "MOVED"
        told = self.feed.maybe(name, unit=unit.id)
        if told is not None and (told["x"], told["y"], told["facing"]) != (unit.x, unit.y, a.facing):
            raise Disagreement(f"{unit.id} moved to {told}, not to {a}")
        return False

    def faces(self, unit: Unit, facing: int) -> bool:
        """Whether the rules have a unit face that way after this step."""
        return plane.turn_between(int(self.feed.after.units[unit.id].facing), facing) <= 1

    def turning(self, unit: Unit, facing: int, goes_on: bool, until: Callable[[], bool] = bool) -> Deciding:
        """A pivot is movement: a look each 10° the shorter way round, at the last facing only if the unit goes on; an
        area or a range counts as entered once. Whether it was interrupted."""
        self.asked_turning = False
        turn = (facing - unit.facing) % 3600
        step, left = (1, turn) if turn <= 1800 else (-1, 3600 - turn)
        most = self.watchers(unit)
        while left > 0:
            by = min(LOOKS_TURN, left)
            left -= by
            unit.facing = (unit.facing + step * by) % 3600
            if left == 0 and not goes_on:
                return False
            now = self.watchers(unit)
            entered = any_of(self.entered_by(number, most, now) for number in now)
            asked = self.rules_ask(unit) and self.told_entering(unit)
            most = {
                number: tuple(any_of((a, b)) for a, b in zip(most.get(number, (False, False)), new, strict=True))
                for number, new in now.items()
            }  # type: ignore[misc]
            if not self.feed.decide(entered, asked, "enters an area"):
                continue
            self.asked_turning = True
            self.feed.compared["pivot"] += 1
            if (yield from self.window(unit, "area")):
                self.settles(unit, unit.here, interrupted=True)
                self.feed.maybe("PIVOTED", unit=unit.id)
                return True
            if until():
                return False
        return False

    def along(
        self,
        unit: Unit,
        start: Spot,
        end: Spot,
        length: float,
        until: Callable[[], bool] = bool,
        contact: float = CONTACT_NEAR,
    ) -> Deciding:
        """Looks on the way, the last at its end, with a window wherever an enemy's area or range is entered. The end of
        a charge may be a little farther on."""
        step = LOOKS * self.table.scale
        before = self.watchers(unit)
        covered = step
        while covered < length + step - 1e-6:
            share = min(covered / length, 1.0) if length else 1.0
            unit.x = round(start[0] + (end[0] - start[0]) * share)
            unit.y = round(start[1] + (end[1] - start[1]) * share)
            now = self.watchers(unit)
            entered = any_of(self.entered_by(number, before, now) for number in now)
            at_contact = until is not bool and covered >= length
            asked = self.rules_ask(unit, contact if at_contact else LOOK_NEAR) and self.told_entering(unit)
            if at_contact and not entered:
                # The contact is a little farther on than the oracle's last look.
                entered = None
                self.stand_as_told(unit, asked)
            if self.feed.decide(entered, asked, "enters an area") and (yield from self.window(unit, "area")):
                self.settles(unit, start, interrupted=True)
                return True
            if until():
                return False
            if until is bool and self.reacted and self.barred(unit, end):
                self.settles(unit, start, interrupted=False)
                return False
            if until is not bool and self.reacted and self.cut_off(unit, end):
                return False
            before = now
            covered += step
        unit.x, unit.y = round(end[0]), round(end[1])
        return False

    def settles(self, unit: Unit, start: Spot, interrupted: bool) -> None:
        """A unit that a reaction stopped on somebody goes back to the last free spot behind it (G-E9)."""
        ends = [self.free_behind(unit, start, doubt) for doubt in (True, False)]
        if not unit.there:
            return
        # In a pivot that is broken off on somebody it turns where it is.
        stuck = self.lies_on_somebody(unit, unit.here, unit.facing) if start == unit.here else False
        if ends[1] == unit.here and not self.feed.decide(stuck, self.stepped(unit), "stuck in a pivot"):
            return
        told = self.feed.after.units[unit.id]
        there = (int(told.x), int(told.y))
        if interrupted and (ends[0] != unit.here or self.stepped(unit)):
            self.feed.take("STEPS_BACK", unit=unit.id, x=there[0], y=there[1])
        if plane.line(ends).distance(plane.Point(there)) > PLACE_NEAR:
            raise Disagreement(f"{unit.id} settles at {there}, not between {ends}")
        self.feed.compared["settles"] += 1
        unit.x, unit.y = there
        if unit.facing != int(told.facing):
            self.turns_clear(unit, int(told.facing))

    def stepped(self, unit: Unit) -> bool:
        """Whether the rules tell of a unit that it stepped back."""
        return self.feed.find("STEPS_BACK", unit=unit.id) is not None

    def turns_clear(self, unit: Unit, facing: int) -> None:
        """Back at its start a unit turns as little as it must, if it lay on somebody as it was turned (G-E9)."""
        if self.lies_on_somebody(unit, unit.here, facing):
            raise Disagreement(f"{unit.id} turns to {facing} onto somebody")
        for turn in range(0, int(plane.turn_between(unit.facing, facing)) - TURN_NEAR, TURN_NEAR):
            for angle in (unit.facing + turn, unit.facing - turn):
                if self.lies_on_somebody(unit, unit.here, angle % 3600) is False:
                    raise Disagreement(f"{unit.id} had room turned to {angle}, not only to {facing}")
        self.feed.compared["turns clear"] += 1
        unit.facing = facing

    def lies_on_somebody(self, unit: Unit, here: Spot, facing: int) -> Fuzzy:
        """Whether a unit would lie on another body."""
        shape = unit.at(*here, facing)
        return any_of(self.overlaps(unit, shape, other) for other in self.bodies() if other.id != unit.id)

    def free_behind(self, unit: Unit, start: Spot, doubt: bool) -> Spot:
        """The first spot on the way back on which it stands on nobody, or perhaps on nobody."""
        steps = int(plane.distance(unit.here, start) / 5) + 1
        for step in range(steps + 1):
            x, y = (a + (b - a) * step / steps for a, b in zip(unit.here, start, strict=True))
            lies = self.lies_on_somebody(unit, (x, y), unit.facing)
            if lies is False or (lies is None and doubt):
                return (x, y)
        return start

    def barred(self, unit: Unit, end: Spot) -> bool:
        """Whether a unit cannot go on to the end of its leg any more, or could not stop there (G-E9)."""
        told = self.feed.find("WAY_BARRED", unit=unit.id) is not None
        found = not self.feed.decide(self.free_way(unit, end), not told, "a way barred")
        if found:
            self.feed.take("WAY_BARRED", unit=unit.id)
        return found

    def cut_off(self, unit: Unit, end: Spot) -> bool:
        """Whether an enemy fell back into what is left of a charge (G-E9)."""
        rest = plane.swept(unit.shape, end[0] - unit.x, end[1] - unit.y)
        depth = max((plane.overlap_depth(rest, enemy.shape) for enemy in self.enemies(unit.side)), default=-PLACE_NEAR)
        told = self.feed.find("WAY_BARRED", unit=unit.id) is not None
        return self.feed.decide(None if abs(depth) <= ROUND_NEAR else depth > 0, told, "a charge cut off")

    def free_way(self, unit: Unit, end: Spot) -> Fuzzy:
        """Whether it can still go to the end and stop there."""
        x, y = round(end[0]), round(end[1])
        area = plane.swept(unit.shape, x - unit.x, y - unit.y)
        v = self.may_stop(Verdict(), unit, x, y, unit.facing)
        for enemy in self.enemies(unit.side):
            depth = plane.overlap_depth(area, enemy.shape)
            near = ROUND_NEAR if isinstance(enemy, Officer) else EDGE_NEAR
            v.need(None if abs(depth) <= near else depth < 0, f"{enemy.id} is in the way")
        return v.answer

    def turns(self, unit: Unit, facing: int) -> None:
        """A unit turns where it stands, if it has room to."""
        told = int(self.feed.after.units[unit.id].facing)
        near = plane.turn_between(told, facing) <= 1
        if self.feed.decide(self.may_face(unit, facing), near, "room to turn"):
            unit.facing = told if near else facing

    def may_face(self, unit: Unit, facing: int) -> Fuzzy:
        """Whether a unit has room to turn where it stands."""
        v = self.may_stop(Verdict(), unit, unit.x, unit.y, facing)
        if unit.kind.code == "FA":
            v.need(self.near_road(unit.at(unit.x, unit.y, facing)), "far from roads")
        return v.answer

    def watchers(self, trigger: Unit) -> dict[int, tuple[Fuzzy, Fuzzy]]:
        """The enemies that could react now: whether the trigger is in their area, and in it and their range."""
        found = {}
        for reactor in self.standing(1 - trigger.side):
            if self.free_to_react(reactor):
                area = self.in_area(reactor, trigger)
                near = all_of((area, self.in_range(reactor, trigger))) if reactor.range > 0 else False
                found[reactor.id] = (area, near)
        return found

    def entered_by(
        self, number: int, before: dict[int, tuple[Fuzzy, Fuzzy]], now: dict[int, tuple[Fuzzy, Fuzzy]]
    ) -> Fuzzy:
        """Whether the trigger came into a unit's area or range since the last look."""
        old, new = before.get(number, (False, False)), now[number]
        return any_of((all_of((no(old[0]), new[0])), all_of((no(old[1]), new[1]))))

    def after_move(self, unit: Unit) -> Asking:
        """A shot after the move (its reactions came before)."""
        if unit.column or unit.range <= 0 or not unit.there:
            return
        targets = any_of(self.may_shoot(unit, b).answer for b in self.bodies(1 - unit.side))
        if not self.feed.decide(targets, self.rules_phase() == state.AFTER_MOVE, "a shot after the move"):
            return
        a = yield Question(state.AFTER_MOVE, unit.side, lambda a: self.judge_after_move(unit, a), unit.id)
        if a.kind == kinds.SHOOT:
            yield from self.open_fire(unit, self.body(a.target), moved=True)

    def open_fire(self, unit: Unit, target: Body, moved: bool) -> Asking:
        """A shot, by the option of G-R53 an advance, and the reactions to it."""
        away, stood = plane.direction(unit.here, target.here), target.here
        struck = yield from self.shoot(unit, target, moved=moved, reaction=False)
        pushed = struck and target.there and isinstance(target, Unit) and target.here != stood
        if self.table.follows and pushed:
            yield from self.follow(unit, away)
        yield from self.window(unit, "shot")

    def rules_phase(self) -> int:
        """What the rules ask after this step."""
        return int(self.feed.after.phase)

    def rules_ask(self, trigger: Unit, near: float = 3) -> bool:
        """Whether the rules stop here to ask for reactions."""
        told = self.feed.after.units[trigger.id]
        there = abs(int(told.x) - trigger.x) <= near and abs(int(told.y) - trigger.y) <= near
        turned = plane.turn_between(int(told.facing), trigger.facing) > 1
        return self.rules_phase() == state.REACT and there and not turned

    def stand_as_told(self, trigger: Unit, asked: bool) -> None:
        """Where the rules ask for reactions, about here, the trigger stands where they have it."""
        if asked:
            told = self.feed.after.units[trigger.id]
            trigger.x, trigger.y = int(told.x), int(told.y)

    def told_entering(self, trigger: Unit) -> bool:
        """Whether the rules told in this step that a unit came into an area or a range."""
        return any(self.feed.find(name, unit=trigger.id) for name in ("ENTERS_AREA", "ENTERS_RANGE"))

    def window(self, trigger: Unit, moment: str) -> Deciding:
        """Enemies react one by one as long as they can and will; whether that ends the trigger's order."""
        ended = False
        while trigger.there:
            able = {u.id: self.could_react(u, trigger) for u in self.standing(1 - trigger.side)}
            asked = self.rules_ask(trigger, CONTACT_NEAR if moment == "area" else LOOK_NEAR)
            if not self.feed.decide(any_of(able.values()), asked, f"window {moment}"):
                return ended
            self.stand_as_told(trigger, asked)
            judge = lambda a: self.judge_react(trigger, a)  # noqa: E731
            ready = [number for number, answer in able.items() if answer]
            a = yield Question(state.REACT, 1 - trigger.side, judge, trigger.id, 0.0, ready)
            self.feed.compared[f"window {moment}"] += 1
            if a.kind == kinds.DECLINE:
                self.feed.maybe("REACTION_DECLINED")
                return ended
            ended |= yield from self.react(self.units[a.unit], trigger, "over" if ended else moment)
        return ended or not trigger.there

    def react(self, reactor: Unit, trigger: Unit, moment: str) -> Deciding:
        """An attempt, and what is done if it succeeds; whether that interrupts the trigger."""
        reactor.reacted = self.reacted = True
        self.feed.take("REACTS", unit=reactor.id, trigger=trigger.id)
        if not self.check_morale(reactor):
            return False
        a = yield Question(
            state.REACTION,
            reactor.side,
            lambda a: self.judge_reaction(reactor, trigger, a),
            reactor.id,
            0.0,
            [trigger.id],
        )
        self.feed.take("REACTION_CHOSEN", unit=reactor.id)
        left = self.goes_on(trigger, moment)
        if a.kind == kinds.SHOOT:
            return (yield from self.shoot(reactor, trigger, moved=False, reaction=True, left=left))
        if a.kind == kinds.CHARGE:
            self.broken_off(trigger, left)
            yield from self.charge(reactor, trigger, self.aim_of(a), trigger.here, reaction=True)
            return True
        if a.kind == kinds.RETREAT:
            if self.retreat(reactor, a.choice) and self.aims.get(trigger.id) == reactor.id:
                self.fled.add(trigger.id)
        elif a.kind == kinds.REGROUP:
            self.regroup(reactor)
        return False

    def goes_on(self, trigger: Unit, moment: str) -> Fuzzy:
        """Whether a reaction at that moment would cut anything of the trigger's order short (G-X5)."""
        if moment == "end":
            return any_of(self.may_shoot(trigger, b).answer for b in self.bodies(1 - trigger.side))
        return moment in ("order", "area", "contact")

    def charge(
        self, unit: Unit, target: Body, aim: Spot | None, stood: Spot, reaction: bool = False, extra: bool = False
    ) -> Asking:
        """Pivot, straight on to contact, and what comes of it."""
        raise NotImplementedError

    def shaken(self, target: Unit) -> bool:
        """A charged unit with two hits checks; whether it still stands (G-R43). Its division is judged later."""
        if target.hits < SHAKEN:
            return True
        if self.check_morale(target):
            self.feed.take("STANDS_SHAKEN", unit=target.id)
            return True
        self.feed.take("BREAKS", unit=target.id)
        self.destroy(target, alone=False)
        return False
