"""The course of a battle: rounds, activations, the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from escaramuza.games.forglory import kinds, state
from escaramuza.games.forglory.tables import MODIFIERS
from tests.naive.forglory.combat import passes
from tests.naive.forglory.deploying import Deploying
from tests.naive.forglory.feed import Disagreement, Feed, Question
from tests.naive.forglory.fights import SHEET, Asking, Over
from tests.naive.forglory.fuzzy import at_most, refuse
from tests.naive.forglory.model import (
    NONE,
    Group,
    Marker,
    Objective,
    Officer,
    Table,
    Unit,
    gap,
    read_groups,
    read_officers,
    read_table,
    read_units,
)

HOWS = ("divisions", "staff", "objectives", "rounds")


@dataclass
class Battle(Deploying):
    """A battle with all that is pending in one generator of questions."""

    table: Table
    units: dict[int, Unit]
    officers: dict[int, Officer]
    objectives: list[Objective]
    markers: list[Marker]
    feed: Feed
    groups: list[Group] = field(default_factory=list)
    sheet: list[dict[str, int]] = field(default_factory=lambda: [dict.fromkeys(SHEET, 0) for _ in range(2)])
    round: int = 0
    removed: int = 0
    staff_lost: set[int] = field(default_factory=set)
    turn: int = NONE
    group: Group | None = None
    waiting: list[Unit] = field(default_factory=list)
    earned: list[Unit] = field(default_factory=list)
    aims: dict[int, int] = field(default_factory=dict)
    fled: set[int] = field(default_factory=set)
    reacted: bool = False
    winner: int = NONE
    how: str | None = None

    def play(self) -> Asking:
        """From the muster to the end."""
        try:
            yield from self.prepare()
            while True:
                yield from self.play_round()
        except Over as over:
            self.finish(over.how)
        yield Question(state.FINISHED, NONE, lambda a: refuse("the game is over"))

    def resume(self, group: Group, passed: bool) -> Asking:
        """From the orders of a group to the end."""
        self.group = group
        try:
            yield from self.orders_of(group, passed)
            yield from self.rest_of_round()
            while True:
                yield from self.play_round()
        except Over as over:
            self.finish(over.how)
        yield Question(state.FINISHED, NONE, lambda a: refuse("the game is over"))

    def play_round(self) -> Asking:
        """Reinforcements, initiative, activations, staffs, the look at the objectives."""
        self.round += 1
        self.feed.take("ROUND_BEGINS", round=self.round)
        yield from self.reinforcements()
        self.initiative()
        yield from self.rest_of_round()

    def rest_of_round(self) -> Asking:
        """Groups act in their order until none is left, then the staffs."""
        while any(self.waits(group) for group in self.groups):
            group = yield from self.next_group()
            yield from self.activate(group)
        yield from self.staffs()
        self.end_of_round()

    def initiative(self) -> None:
        """Dice of the generals, then who belongs to whom for this round (G-R5, G-R25)."""
        self.groups = []
        values = {}
        for general in self.generals():
            if not general.there:
                continue
            near = at_most(gap(general, self.staff(general.side)), self.span("XL"))
            values[general.id] = self.feed.take("INITIATIVE_DIE", officer=general.id)["face"]
            second = self.feed.maybe("INITIATIVE_DIE", officer=general.id)
            if near is not None and near != (second is not None):
                raise Disagreement(f"dice of {general.id}: oracle {near}, rules {second}")
            values[general.id] += second["face"] if second else 0
            self.feed.take("INITIATIVE", officer=general.id, initiative=values[general.id])
        told = read_groups(self.feed.after, read_units(self.feed.after, self.table))
        for unit in self.units.values():
            unit.reacted = False
        for general in self.generals():
            if general.there:
                self.divide(general, values[general.id], told)
        if len(self.groups) != len(told):
            raise Disagreement(f"groups: oracle {self.groups}, rules {told}")
        self.groups.sort(key=lambda group: group.number)

    def divide(self, general: Officer, initiative: int, told: list[Group]) -> None:
        """A division and its detachments."""
        units = [u for u in self.members(general) if u.there]
        near = {u.id: at_most(gap(u, general), self.span("L")) for u in units}
        links = {
            (u.id, w.id): at_most(gap(u, w), self.span("XS"))
            for u in units
            for w in units
            if u.id < w.id and near[u.id] is not True and near[w.id] is not True
        }
        division = self.members(general)[0].division
        if None in near.values() or None in links.values():
            self.feed.skipped["groups"] += 1
            found = [group for group in told if group.division == division]
            for group in found:
                # As told they may have acted already, in the same step.
                group.done = False
            for group in found[1:]:
                self.feed.take("DETACHMENT", unit=group.units[0], brigades=len(group.units))
        else:
            found = [Group(general.side, division, general.id, initiative, general.experience)]
            found[0].units = [number for number, here in near.items() if here]
            for part in chains([number for number, here in near.items() if not here], links):
                found.append(Group(general.side, division, NONE, 1, 0, units=part))
                self.feed.take("DETACHMENT", unit=part[0], brigades=len(part))
        for group in found:
            same = [g for g in told if g.division == division and (g.officer, g.units) == (group.officer, group.units)]
            if not same or (same[0].initiative, same[0].experience) != (group.initiative, group.experience):
                raise Disagreement(f"group: oracle {group}, rules {told}")
            group.number = told.index(same[0])
            for number in group.units:
                self.units[number].detached, self.units[number].group = group.officer == NONE, group.number
            self.feed.compared["group" if group.officer != NONE else "detachment"] += 1
        self.groups += found

    def waits(self, group: Group) -> bool:
        """Whether a group still has to act."""
        if group.done:
            return False
        if group.officer != NONE:
            return self.officers[group.officer].there
        return any(self.units[number].there for number in group.units)

    def next_group(self):
        """By initiative, then experience; a die between the sides, the owner's choice among its own (G-R26)."""
        waiting = [group for group in self.groups if self.waits(group)]
        best = max(map(self.rank, waiting))
        tied = [group for group in waiting if self.rank(group) == best]
        if len({group.side for group in tied}) == 2:
            side = self.tie_die()
            tied = [group for group in tied if group.side == side]
        if len(tied) == 1:
            return tied[0]
        number = yield from self.pick([group.number for group in tied], tied[0].side)
        return self.groups[number]

    def rank(self, group: Group) -> tuple[int, int]:
        """Initiative, then the experience that is left to its officer."""
        return group.initiative, 0 if group.officer == NONE else self.officers[group.officer].experience

    def activate(self, group: Group) -> Asking:
        """Leadership, units in their owner's order, the officer (G-R27)."""
        self.feed.take("ACTIVATED", group=name_of(group))
        self.group = group
        for unit in self.units.values():
            unit.reacted = unit.spent = unit.ordered = False
        passed = True
        if group.officer != NONE:
            passed = self.lead(self.officers[group.officer])
        for number in group.units:
            self.units[number].confused = not passed
        yield from self.orders_of(group, passed)

    def orders_of(self, group: Group, passed: bool) -> Asking:
        """The units one by one, then the officer."""
        while self.has_orders(group):
            a = yield Question(state.ORDERS, group.side, lambda a: self.judge_orders(group, a), -1, 0.0, group.units)
            if a.kind == kinds.END:
                break
            yield from self.order(self.units[a.unit])
        if group.officer != NONE and passed and self.officers[group.officer].there:
            yield from self.ride(self.officers[group.officer], state.OFFICER_RIDE)
        group.done = True
        self.group = None
        self.feed.maybe("ACTIVATION_OVER", group=name_of(group))

    def has_orders(self, group: Group) -> bool:
        """Whether a unit is left to be ordered."""
        return any(self.units[n].there and not self.units[n].ordered for n in group.units)

    def lead(self, general: Officer) -> bool:
        """The leadership check."""
        face = self.feed.take("LEADERSHIP_DIE", officer=general.id)["face"]
        name = "LEADERSHIP_PASSED" if self.feed.find("LEADERSHIP_PASSED", officer=general.id) else "LEADERSHIP_FAILED"
        total = face + self.feed.modifiers(general.id, self.leadership(general), MODIFIERS, name, officer=general.id)
        right = "LEADERSHIP_PASSED" if passes(face, total) else "LEADERSHIP_FAILED"
        self.feed.take(right, officer=general.id, total=total)
        return right == "LEADERSHIP_PASSED"

    def ride(self, officer: Officer, phase: int) -> Asking:
        """An officer's way, in several legs or none."""
        used, legs = 0.0, 0
        while True:
            judge = lambda a, u=used, n=legs: self.judge_ride(officer, u, n, a)  # noqa: E731
            a = yield Question(phase, officer.side, judge, officer.id, self.span("L"))
            if a.kind == kinds.STAY:
                self.feed.maybe("STAYED", officer=officer.id)
                return
            used += ((a.x - officer.x) ** 2 + (a.y - officer.y) ** 2) ** 0.5
            legs += 1
            officer.x, officer.y = a.x, a.y
            self.feed.take("RODE", officer=officer.id, x=a.x, y=a.y)
            if a.kind == kinds.RIDE:
                return

    def staffs(self) -> Asking:
        """Staffs move in order of experience, then by die (G-R33)."""
        for side in self.staff_order(side for side in (0, 1) if self.staff(side).there):
            yield from self.ride(self.staff(side), state.STAFF_RIDE)

    def end_of_round(self) -> None:
        """Objectives, markers, and whether that was all."""
        self.feed.take("ROUND_OVER", round=self.round)
        self.control()
        if self.table.fading:
            self.markers = [m for m in self.markers if m.round >= self.round]
            self.feed.maybe("MARKERS_FADE")
        owners = {one.owner for one in self.objectives}
        may_end = self.round >= self.table.ends_from and all(self.staff(side).there for side in (0, 1))
        if len(owners) == 1 and owners != {NONE} and may_end:
            raise Over("objectives")
        if self.round >= self.table.rounds:
            raise Over("rounds")

    def control(self) -> None:
        """A side holds a point that it alone has a unit near to, until the other does (G-R16)."""
        for number, one in enumerate(self.objectives):
            told = int(self.feed.after.objectives[number].owner)
            near = [
                [at_most(self.point_gap(u, (one.x, one.y)), self.span("XS")) for u in self.standing(side)]
                for side in (0, 1)
            ]
            if any(None in side and True not in side for side in near):
                self.feed.skipped["objective"] += 1
                owner = told
            else:
                sides = [side for side in (0, 1) if True in near[side]]
                owner = sides[0] if len(sides) == 1 else one.owner
                self.feed.compared["objective"] += 1
            if owner != one.owner:
                taken = one.owner != NONE
                one.owner = owner
                self.feed.take("OBJECTIVE_TAKEN" if taken else "OBJECTIVE_HELD", objective=number, side=owner)
                if taken:
                    self.score(owner, "taken")

    def finish(self, how: str) -> None:
        """The points decide (G-R12, G-R58)."""
        self.how = how
        self.feed.take("BATTLE_ENDS", how=HOWS.index(how) + 1)
        if how not in ("objectives", "rounds"):
            self.control()
        for one in self.objectives:
            if one.owner != NONE:
                self.score(one.owner, "held")
        totals = [sum(self.sheet[side].values()) for side in (0, 1)]
        if totals[0] == totals[1]:
            self.feed.take("DRAWN", points=totals[0])
            return
        self.winner = 0 if totals[0] > totals[1] else 1
        self.feed.take("WON", side=self.winner, points=max(totals), other=min(totals))


def name_of(group: Group) -> int:
    """The body that a group is told by: its officer, or the first of a detachment."""
    return group.units[0] if group.officer == NONE else group.officer


def chains(numbers: list[int], links: dict[tuple[int, int], bool | None]) -> list[list[int]]:
    """Units linked by short gaps."""
    parts: list[set[int]] = [{number} for number in numbers]
    for (a, b), linked in links.items():
        one = next((p for p in parts if a in p), None)
        other = next((p for p in parts if b in p), None)
        if linked and one is not None and other is not None and one is not other:
            one |= other
            parts.remove(other)
    return [sorted(part) for part in parts]


def read_battle(s: Any, feed: Feed) -> Battle:
    """A position record as a battle before its muster, or in the orders of a group."""
    table = read_table(s)
    units = read_units(s, table)
    objectives = [Objective(int(o.x), int(o.y), int(o.owner)) for o in s.objectives[: int(s.n_objectives)]]
    markers = [Marker(int(m.x), int(m.y), int(m.round_number), int(m.side)) for m in s.markers[: int(s.n_markers)]]
    battle = Battle(table, units, read_officers(s, table), objectives, markers, feed)
    battle.groups = read_groups(s, units)
    for number, group in enumerate(battle.groups):
        group.number = number
    battle.sheet = [{name: int(s.sheet[side][column]) for column, name in enumerate(SHEET)} for side in (0, 1)]
    battle.round, battle.removed, battle.turn = int(s.round_number), int(s.removed), int(s.turn)
    return battle
