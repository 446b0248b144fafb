"""Charges: contact, joining units, melee, success and the extra move of cavalry."""

from __future__ import annotations

from escaramuza.games.forglory import kinds, state
from tests.naive.forglory import plane
from tests.naive.forglory.feed import PLACE_NEAR, Act, Disagreement, Question
from tests.naive.forglory.fights import Asking, Deciding
from tests.naive.forglory.fuzzy import Verdict, any_of, refuse
from tests.naive.forglory.model import Body, Officer, Unit
from tests.naive.forglory.orders import Orders
from tests.naive.forglory.plane import Spot
from tests.naive.forglory.walking import Path, Way


class Charges(Orders):
    """What comes of a charge."""

    chargers: list[Unit]

    def charge(
        self, unit: Unit, target: Body, aim: Spot | None, stood: Spot, reaction: bool = False, extra: bool = False
    ) -> Asking:
        """Pivot, straight on to contact, and what comes of it."""
        quiet = reaction or extra
        self.chargers = []
        if (yield from self.contact(unit, target, aim, stood, quiet)):
            unit.by_reaction = reaction
            if reaction and isinstance(target, Unit):
                target.charging = None
            if not quiet:
                yield from self.joining(unit, target)
            yield from self.melee_of(unit, target)
        for one in self.units.values():
            one.charging, one.by_reaction = None, False

    def contact(self, unit: Unit, target: Body, aim: Spot | None, vacated: Spot, quiet: bool) -> Deciding:
        """Whether a charge leads to a melee; its target stood at a place when the order was given."""
        if target.here != vacated:
            yield from self.takes_the_spot(unit, vacated)
            return False
        if not quiet and self.reacted and not self.sets_off(unit, target, aim):
            self.feed.take("CHARGE_FAILS", unit=unit.id)
            return False
        self.feed.take("CHARGES", unit=unit.id, target=target.id)
        path = self.path(unit, target, aim)
        assert path is not None
        start = unit.here
        told = int(self.feed.after.units[unit.id].facing)
        unit.facing = told if plane.turn_between(told, path.facing) <= 1 else path.facing
        left = lambda: not target.there or target.here != vacated  # noqa: E731
        if not quiet:
            end = path.spot(start, path.near)
            if (yield from self.along(unit, start, end, path.near, left)):
                self.feed.maybe("CHARGE_FAILS", unit=unit.id)
                return False
            # Somebody else fell back into its way.
            self.feed.maybe("WAY_BARRED", unit=unit.id)
        if not left():
            self.touch(unit, target, start, path)
            if not quiet and (yield from self.window(unit, "contact")):
                self.feed.maybe("CHARGE_FAILS", unit=unit.id)
                return False
        if left():
            yield from self.takes_the_spot(unit, vacated)
            return False
        self.chargers.append(unit)
        if isinstance(target, Officer):
            yield from self.officer_falls(target)
            self.judge_end()
            yield from self.succeeds([unit])
            return False
        assert isinstance(target, Unit)
        if not self.shaken(target):
            self.judge_end()
            yield from self.succeeds([unit])
            return False
        return True

    def sets_off(self, unit: Unit, target: Body, aim: Spot | None) -> bool:
        """Whether a charge that was ordered is still possible once the first reactions are over."""
        free = self.can_run(unit, target, aim).answer
        return self.feed.decide(free, self.feed.find("CHARGES", unit=unit.id) is not None, "a charge sets off")

    def touch(self, unit: Unit, target: Body, start: Spot, path: Path) -> None:
        """It makes contact between the least and the greatest distance, and from front or flank."""
        told = self.feed.take("IN_CONTACT", unit=unit.id, target=target.id)
        here = (told["x"], told["y"])
        ends = [path.spot(start, length) for length in (path.near - PLACE_NEAR, path.touch + PLACE_NEAR)]
        if plane.line(ends).distance(plane.Point(here)) > 3:
            raise Disagreement(f"{unit.id} touches {target.id} at {here}, not between {ends}")
        unit.x, unit.y = here
        self.feed.maybe("MOVED", unit=unit.id, x=unit.x, y=unit.y)
        if isinstance(target, Unit):
            flank = self.feed.decide(self.from_flank(unit, target), bool(told["from"]), "flank")
            unit.charging, unit.charged = ("flank" if flank else "front"), target.id

    def takes_the_spot(self, unit: Unit, vacated: Spot) -> Asking:
        """After a retreat the charger goes on towards the vacated centre (G-R39, G-E8)."""
        ahead, turned = plane.direction(unit.here, vacated), plane.heading(unit.here, vacated)
        ends = self.slides(unit, ahead, plane.distance(unit.here, vacated))
        unit.x, unit.y = self.feed.between("TAKES_THE_SPOT", *ends, unit=unit.id)
        self.turns(unit, round(turned) % 3600)
        yield from self.succeeds([unit])

    def joining(self, first: Unit, target: Body) -> Asking:
        """Further units of the group are ordered into the same combat (G-R41)."""
        while True:
            able = any_of(self.chargeable(u, e, None) for u, e in self.pairs(first))
            if not self.feed.decide(able, self.rules_phase() == state.JOINING, "joining"):
                return
            a = yield Question(state.JOINING, first.side, lambda a: self.judge_join(first, a), first.id)
            if a.kind == kinds.FIGHT:
                return
            unit = self.units[a.unit]
            unit.ordered, unit.column = True, False
            self.feed.take("ORDERED", unit=unit.id)
            if unit.hits and not self.check_morale(unit):
                self.feed.take("ORDER_IGNORED", unit=unit.id)
                yield from self.window(unit, "failed")
                continue
            target = self.body(a.target)
            stood = target.here
            if not (yield from self.window(unit, "order")):
                yield from self.contact(unit, target, self.aim_of(a), stood, False)

    def pairs(self, first: Unit) -> list[tuple[Unit, Unit]]:
        """Units that might join, with the enemies of the combat."""
        assert self.group is not None
        fighters, _ = self.fighters(first)
        mates = [self.units[n] for n in self.group.units if self.units[n].there and not self.units[n].ordered]
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

    def melee_of(self, unit: Unit, target: Body) -> Asking:
        """The dice, then the extra moves."""
        if not unit.there or not target.there:
            return
        won = self.fight(unit)
        self.judge_end()
        if won == "attacker":
            yield from self.succeeds([u for u in self.chargers if u.side == unit.side])

    def succeeds(self, units: list[Unit]) -> Asking:
        """Cavalry has its S, once in an activation (G-R48)."""
        for unit in units:
            self.feed.maybe("CHARGE_SUCCEEDS", unit=unit.id)
        for unit in units:
            if unit.arm == "cavalry" and unit.there and not unit.spent:
                unit.spent = True
                yield from self.extra(unit)

    def extra(self, unit: Unit) -> Asking:
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
                yield from self.charge(unit, target, self.aim_of(a), target.here, extra=True)
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
