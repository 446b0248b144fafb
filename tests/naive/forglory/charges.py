"""Charges: contact, joining units, melee, success and the extra move of cavalry."""

from __future__ import annotations

from dataclasses import dataclass
from math import radians

from escaramuza.games.forglory import kinds, state
from tests.naive.forglory import plane
from tests.naive.forglory.feed import PLACE_NEAR, Act, Disagreement, Question
from tests.naive.forglory.fights import Asking, Deciding
from tests.naive.forglory.fuzzy import Fuzzy, Verdict, all_of, any_of, at_most, no, refuse
from tests.naive.forglory.model import CONTACT, NONE, Body, Officer, Unit
from tests.naive.forglory.orders import CONTACT_NEAR, SHAKEN, Orders
from tests.naive.forglory.plane import Spot
from tests.naive.forglory.walking import Path, Way

# How far from its way a charge may be told to have made contact, at least, and how far a facing is rounded, in degrees.
TOUCH_NEAR, FACING_NEAR = 3.0, 0.05


@dataclass
class Charge:
    """A charge on its way: whom and where from, who may react, how far it has come."""

    unit: Unit
    target: Body
    aim: Spot | None
    stood: Spot
    quiet: bool
    reaction: bool
    most: float
    used: float = 0.0
    rough: Fuzzy = False
    # The extra move of a reaction keeps its −2 (G-R65).
    keeps: bool = False


class Charges(Orders):
    """What comes of a charge."""

    waiting: list[Unit]
    # Those that succeeded and have another enemy to fight before their extra move.
    earned: list[Unit]

    def charge(
        self,
        unit: Unit,
        target: Body,
        aim: Spot | None,
        stood: Spot,
        reaction: bool = False,
        extra: bool = False,
        keeps: bool = False,
    ) -> Asking:
        """Pivot, straight on to contact, and what comes of it."""
        most = self.most_of(unit, extra)
        go = Charge(unit, target, aim, stood, reaction or extra, reaction, most, keeps=extra and keeps)
        if (yield from self.contact(go)):
            yield from self.resolve(go, extra)
        yield from self.extras(unit.side if reaction or go.keeps else NONE)

    def most_of(self, unit: Unit, extra: bool) -> float:
        """How long a charge may be at most."""
        return self.most(unit, self.begin(unit, limit=self.span("S") if extra else None, charge=True))[1]

    def contact(self, go: Charge) -> Deciding:
        """Whether a charge leads to a melee; its target stood at a place when the order was given."""
        unit, target = go.unit, go.target
        go.rough = self.difficult_at(unit.here)
        self.aims[unit.id] = target.id
        if unit.id in self.fled:
            return (yield from self.to_spot(go))
        if not go.quiet and self.reacted and not self.sets_off(unit, target, go.aim):
            return self.called_off(unit)
        self.feed.take("CHARGES", unit=unit.id, target=target.id)
        unit.column = False
        path = self.path(unit, target, go.aim)
        assert path is not None
        start = unit.here
        told = int(self.feed.after.units[unit.id].facing)
        facing = told if plane.turn_between(told, path.facing) <= 1 else path.facing
        gone = lambda: unit.id in self.fled  # noqa: E731
        if go.quiet:
            unit.facing = facing
        else:
            if (yield from self.turning(unit, facing, path.near > 1, gone)):
                return self.called_off(unit)
            end = path.spot(start, path.near)
            # Where it only grazes its target, contact is made somewhere between two places.
            contact = max(CONTACT_NEAR, path.touch - path.near + PLACE_NEAR)
            if not gone() and (yield from self.along(unit, start, end, path.near, gone, contact)):
                return self.called_off(unit)
            # Somebody else fell back into its way.
            self.feed.maybe("WAY_BARRED", unit=unit.id)
        if gone():
            go.used = plane.distance(start, unit.here)
            return (yield from self.to_spot(go))
        if not target.there or (self.reacted and self.feed.find("IN_CONTACT", unit=unit.id) is None):
            return self.called_off(unit)
        self.touch(unit, target, start, path)
        go.used = plane.distance(start, unit.here)
        unit.by_reaction = go.reaction or go.keeps
        if go.reaction and isinstance(target, Unit):
            target.charging = None
        return (yield from self.met(go, asks=True))

    def called_off(self, unit: Unit) -> bool:
        """The charge comes to nothing; somebody else may have fallen back into its way."""
        self.feed.maybe("WAY_BARRED", unit=unit.id)
        self.feed.maybe("CHARGE_FAILS", unit=unit.id)
        unit.charging = None
        if unit in self.earned:
            self.earned.remove(unit)
        return False

    def met(self, go: Charge, asks: bool) -> Deciding:
        """In contact: the last reactions, then officers fall and units with two hits check (G-R43, G-R63)."""
        unit, target = go.unit, go.target
        if asks and not go.quiet and (yield from self.window(unit, "contact")):
            return self.called_off(unit)
        if unit.id in self.fled:
            unit.charging = None
            return (yield from self.to_spot(go))
        if not target.there or self.touches(unit, unit.here, unit.shape, target) is False:
            return self.called_off(unit)
        if isinstance(target, Officer):
            unit.charging = None
            self.succeed(unit)
            yield from self.officer_falls(target)
            self.judge_end()
            yield from self.extras()
            return False
        assert isinstance(target, Unit)
        self.shaken(target)
        touched = [enemy for enemy in self.touched_by(unit) if enemy.id != target.id]
        for other in touched:
            if other.hits < SHAKEN:
                continue
            # A hair from contact, whoever is touched is told by the die.
            meets = self.touches(unit, unit.here, unit.shape, other)
            if self.feed.decide(meets, other.id in self.feed.units_in("CHECK_DIE", "MELEE"), "touched too"):
                self.shaken(other)
        # All check before a division goes (G-R63).
        for division in sorted({enemy.division for enemy in (target, *touched)}):
            self.judge_division(division)
        self.judge_end()
        return True

    def sets_off(self, unit: Unit, target: Body, aim: Spot | None) -> bool:
        """Whether a charge that was ordered is still possible once the first reactions are over."""
        free = self.can_run(unit, target, aim).answer if target.there else False
        return self.feed.decide(free, self.feed.find("CHARGES", unit=unit.id) is not None, "a charge sets off")

    def touch(self, unit: Unit, target: Body, start: Spot, path: Path) -> None:
        """It makes contact between the least and the greatest distance, and from front or flank."""
        told = self.feed.take("IN_CONTACT", unit=unit.id, target=target.id)
        here = (told["x"], told["y"])
        ends = [path.spot(start, length) for length in (path.near - PLACE_NEAR, path.touch + PLACE_NEAR)]
        # A facing is a whole tenth of a degree, so a long way may end farther beside the one straight at its aim; its
        # end is rounded besides.
        beside = max(TOUCH_NEAR, 1 + radians(FACING_NEAR) * plane.distance(start, here))
        if plane.line(ends).distance(plane.Point(here)) > beside:
            raise Disagreement(f"{unit.id} touches {target.id} at {here}, not between {ends}")
        unit.x, unit.y = here
        self.feed.maybe("MOVED", unit=unit.id, x=unit.x, y=unit.y)
        self.how_met(unit, target, bool(told["from"]))

    def how_met(self, unit: Unit, target: Body, told: bool) -> None:
        """From the front or the flank."""
        if isinstance(target, Unit):
            flank = self.feed.decide(self.from_flank(unit, target), told, "flank")
            unit.charging, unit.charged = ("flank" if flank else "front"), target.id

    def to_spot(self, go: Charge) -> Deciding:
        """After a retreat the charger goes on towards the vacated centre, within its move and as the ground allows;
        others may react, and it fights whom it then touches (G-R62). Whether there is a melee."""
        unit, start = go.unit, go.unit.here
        unit.column = False
        self.fled.discard(unit.id)
        ahead = plane.direction(start, go.stood)
        turned = round(plane.heading(start, go.stood)) % 3600 if start != go.stood else unit.facing
        before = unit.facing
        unit.facing = self.turned_to(unit, turned)
        ends = self.ways_to_spot(go, ahead)
        turned, unit.facing = unit.facing, before
        far = plane.distance(start, ends[0])
        moved = far > 0
        if moved and not go.quiet:
            if (yield from self.turning(unit, turned, True)):
                return self.called_off(unit)
            if (yield from self.along(unit, start, ends[0], far, lambda: False)):
                return self.called_off(unit)
            self.feed.maybe("WAY_BARRED", unit=unit.id)
        moved = self.feed.find("MOVED", unit=unit.id) is not None
        unit.facing = turned if moved else before
        if moved:
            unit.x, unit.y = self.feed.between("MOVED", *ends, unit=unit.id)
        elif plane.distance(start, ends[0]) > PLACE_NEAR and unit.here == start and not self.reacted:
            raise Disagreement(f"{unit.id} does not go on to {ends}")
        self.feed.maybe("PIVOTED", unit=unit.id)
        self.takes_it(go)
        go.used += plane.distance(start, unit.here)
        self.feed.compared["spot"] += 1
        found = {e.id: self.touches(unit, unit.here, unit.shape, e) for e in self.standing(1 - unit.side)}
        touched = self.feed.find("IN_CONTACT", unit=unit.id)
        if not self.feed.decide(any_of(found.values()), touched is not None, "met on the spot"):
            self.succeed(unit)
            yield from self.extras()
            return False
        self.earn(unit)
        numbers = self.feed.take("IN_CONTACT", unit=unit.id)
        target = self.units[numbers["target"]]
        apart = {e: plane.distance(unit.here, self.units[e].here) for e, yes in found.items() if yes}
        if found[target.id] is False or any(other < apart.get(target.id, 0) - 2 for other in apart.values()):
            raise Disagreement(f"{unit.id} meets {target.id}, not the nearest of {apart}")
        go.target, go.stood = target, target.here
        self.aims[unit.id] = target.id
        self.how_met(unit, target, bool(numbers["from"]))
        unit.by_reaction = go.reaction or go.keeps
        self.feed.compared["spot met"] += 1
        return (yield from self.met(go, asks=moved))

    def takes_it(self, go: Charge) -> None:
        """Told of one that has come to the vacated spot, and of nobody else."""
        apart = plane.distance(go.unit.here, go.stood)
        told = self.feed.maybe("TAKES_THE_SPOT", unit=go.unit.id) is not None
        if self.feed.decide(at_most(apart, 3), told, "on the spot") != told:
            raise Disagreement(f"{go.unit.id} is {apart} from the vacated spot, and takes it: {told}")

    def turned_to(self, unit: Unit, facing: int) -> int:
        """The facing with which a charger goes on: towards the spot unless an enemy leaves no room to turn."""
        told = int(self.feed.after.units[unit.id].facing)
        shape = unit.at(unit.x, unit.y, facing)
        free = all_of(no(self.overlaps(unit, shape, enemy)) for enemy in self.enemies(unit.side))
        near = plane.turn_between(told, facing) <= 1
        if not self.feed.decide(free, near, "room to turn"):
            return unit.facing
        return told if near else facing

    def ways_to_spot(self, go: Charge, ahead: Spot) -> tuple[Spot, Spot]:
        """Where it may end: as far as it can, and a little before contact."""
        unit, start = go.unit, go.unit.here
        left = max(min(plane.distance(start, go.stood), go.most - go.used), 0.0)
        if unit.arm == "cavalry" and go.rough is not True and self.difficult_at(start) is not False:
            # It entered difficult ground, and that ends its move.
            left = left if self.difficult_at(start) is None or go.rough is None else 0.0
        ends = [self.slide(unit, ahead, left, True, clear, go.used, True) for clear in (0.5, CONTACT + 2)]
        return (
            tuple(c + d * ends[0] for c, d in zip(start, ahead, strict=True)),
            tuple(c + d * ends[1] for c, d in zip(start, ahead, strict=True)),
        )  # type: ignore[return-value]

    def resolve(self, go: Charge, extra: bool) -> Asking:
        """Joiners, then the melees (G-R41, G-R42)."""
        unit = go.unit
        self.freed(unit.side)
        if unit.there and unit.charging is not None and not go.reaction:
            yield from self.joining(unit)
        while (first := self.next_fighter(unit, extra)) is not None:
            yield from self.fight(first)
            self.judge_end()
            self.freed(unit.side)
        # What was earned before the fights is used after them (G-R67).
        for one in sorted((one for one in self.earned if one.side == unit.side), key=lambda one: one.id):
            self.earned.remove(one)
            if one.there:
                self.succeed(one)

    def freed(self, side: int) -> None:
        """Whoever's target broke or retreated before the dice has succeeded, and fights whom it still touches."""
        for one in self.standing(side):
            if one.charging is None:
                continue
            touched = self.fought_by(one)
            if any(enemy.id == one.charged for enemy in touched):
                continue
            if touched:
                self.earn(one)
                one.charged = min(touched, key=lambda enemy: plane.distance(one.here, enemy.here)).id
            else:
                self.succeed(one)
                one.charging = None

    def fought_by(self, unit: Unit) -> list[Unit]:
        """The enemies that it touches. Where a hair decides whether it touches any, it does not fight one when the
        rules call its charge a success before any melee."""
        touched = self.touched_by(unit)
        if not touched or any(self.touches(unit, unit.here, unit.shape, enemy) for enemy in touched):
            return touched
        apart = self.feed.find("MELEE") is None and self.feed.find("CHARGE_SUCCEEDS", unit=unit.id) is not None
        self.feed.skipped["touched by a hair"] += 1
        return [] if apart else touched

    def next_fighter(self, unit: Unit, extra: bool) -> Unit | None:
        """The charger, then those that joined it, as long as their charge has not led to a melee."""
        mates = [] if extra else [u for u in self.standing(unit.side) if u.id != unit.id]
        return next((u for u in (unit, *mates) if u.there and u.charging is not None and self.fought_by(u)), None)

    def joining(self, first: Unit) -> Asking:
        """Further units of the group are ordered into the same combat (G-R41)."""
        while first.there and first.charging is not None:
            able = any_of(self.chargeable(u, e, None) for u, e in self.pairs(first))
            if not self.feed.decide(able, self.rules_phase() == state.JOINING, "joining"):
                return
            a = yield Question(state.JOINING, first.side, lambda a: self.judge_join(first, a), first.id)
            if a.kind == kinds.FIGHT:
                return
            unit = self.units[a.unit]
            unit.ordered = True
            self.fled.discard(unit.id)
            self.feed.take("ORDERED", unit=unit.id)
            if unit.hits and not self.check_morale(unit):
                self.feed.take("ORDER_IGNORED", unit=unit.id)
                yield from self.window(unit, "failed")
                continue
            target = self.body(a.target)
            stood = target.here
            self.aims[unit.id] = target.id
            if not (yield from self.window(unit, "order")):
                go = Charge(unit, target, self.aim_of(a), stood, False, False, self.most_of(unit, False))
                yield from self.contact(go)
            self.freed(first.side)

    def pairs(self, first: Unit) -> list[tuple[Unit, Unit]]:
        """Units that might join, with the enemies of the combat."""
        assert self.group is not None
        fighters, _ = self.fighters(first)
        mates = [self.units[n] for n in self.group.units if self.units[n].there and not self.units[n].ordered]
        mates = [mate for mate in mates if mate.side == first.side]
        return [(mate, foe) for mate in mates for foe in fighters if foe.side != first.side]

    def judge_join(self, first: Unit, a: Act) -> Verdict:
        """A unit of the group that may charge an enemy of this combat."""
        if a.kind == kinds.FIGHT:
            return Verdict()
        if a.kind != kinds.JOIN:
            return refuse("join or fight")
        if (a.unit, a.target) not in [(mate.id, foe.id) for mate, foe in self.pairs(first)]:
            return refuse("not this combat, or not of the group")
        return self.may_charge(self.units[a.unit], self.units[a.target], self.aim_of(a))

    def succeed(self, unit: Unit) -> None:
        """A charge succeeded: cavalry has its S, once in an activation (G-R48)."""
        self.feed.take("CHARGE_SUCCEEDS", unit=unit.id)
        if unit in self.earned:
            self.earned.remove(unit)
        if unit.arm == "cavalry" and unit.there and not unit.spent:
            unit.spent = True
            self.waiting.append(unit)

    def earn(self, unit: Unit) -> None:
        """A charge succeeded, but another enemy is to be fought first (G-R67)."""
        if unit not in self.earned and not unit.spent:
            self.earned.append(unit)

    def extras(self, reacting: int = NONE) -> Asking:
        """Those that wait for it make their extra moves; those of the side that reacted keep the −2."""
        while self.waiting:
            self.waiting = [unit for unit in self.waiting if unit.there]
            if not self.waiting:
                return
            unit = min(self.waiting, key=lambda u: u.id)
            if sum(other.side == unit.side for other in self.waiting) > 1:
                a = yield Question(state.EXTRAS, unit.side, self.judge_extras, -1, 0.0, [u.id for u in self.waiting])
                unit = self.units[a.unit]
            self.waiting.remove(unit)
            if unit.there:
                yield from self.extra(unit, unit.side == reacting)

    def judge_extras(self, a: Act) -> Verdict:
        """Which of several makes its extra move first is their owner's choice (G-R65)."""
        return Verdict().need(a.kind == kinds.USE and a.unit in [u.id for u in self.waiting], "no extra move waits")

    def extra(self, unit: Unit, keeps: bool) -> Asking:
        """S more, as a move or as another charge, without reactions (G-C5)."""
        self.feed.maybe("EXTRA_MOVE", unit=unit.id)
        way = self.begin(unit, limit=self.span("S"))
        phase = state.EXTRA
        while True:
            judge = lambda a, w=way, first=phase == state.EXTRA: self.judge_extra(unit, w, first, a)  # noqa: E731
            a = yield Question(phase, unit.side, judge, unit.id, self.span("S"))
            phase = state.WAY
            if a.kind in (kinds.STAY, kinds.HOLD):
                return
            if a.kind == kinds.CHARGE:
                target = self.body(a.target)
                yield from self.charge(unit, target, self.aim_of(a), target.here, extra=True, keeps=keeps)
                return
            _, way = self.leg(unit, way, a.x, a.y, a.facing)
            unit.x, unit.y, unit.facing = a.x, a.y, a.facing
            if self.feed.maybe("PIVOTED", unit=unit.id) is None:
                self.feed.take("MOVED", unit=unit.id, x=a.x, y=a.y, facing=a.facing)
            if a.kind == kinds.MOVE:
                return
            if self.feed.decide(way.stopped, self.rules_phase() != state.WAY, "stops at difficult ground"):
                return

    def judge_extra(self, unit: Unit, way: Way, first: bool, a: Act) -> Verdict:
        """A leg, a charge or nothing; on an open way only legs or its end."""
        if a.kind in (kinds.STAY, kinds.HOLD):
            return Verdict().need((a.kind == kinds.STAY) == first, "not now")
        if a.kind in (kinds.MOVE, kinds.BEND):
            return self.judge_leg(unit, way, a)
        if a.kind != kinds.CHARGE or not first:
            return refuse("no extra move")
        return self.may_charge(unit, self.enemy(unit.side, a.target), self.aim_of(a), way.limit)
