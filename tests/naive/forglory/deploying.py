"""Muster, distribution, deployment and reinforcements."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from escaramuza.games.forglory import kinds, state
from tests.naive.forglory.charges import Charges
from tests.naive.forglory.feed import Act, Disagreement, Question
from tests.naive.forglory.fights import Asking
from tests.naive.forglory.fuzzy import Fuzzy, Verdict, any_of, at_most, no, refuse
from tests.naive.forglory.model import FIRST_OFFICER, HAND, NONE, TABLE, Body, Officer, Unit, gap, gap_at

DEPLOYS_FROM = 4
# Of each side: right flank, own edge, left flank, clockwise as the dice count them.
FLANKS = (("east", "south", "west"), ("west", "north", "east"))
EDGES = ("west", "north", "east", "south")


class Deploying(Charges):
    """How divisions come to the table."""

    turn: int

    def generals(self, side: int | None = None) -> list[Officer]:
        """Of one side or both, by number."""
        return [o for _, o in sorted(self.officers.items()) if not o.staff and side in (None, o.side)]

    def members(self, officer: Officer) -> list[Unit]:
        """The units of a general's division."""
        return [u for _, u in sorted(self.units.items()) if u.division == officer.id - FIRST_OFFICER]

    def prepare(self) -> Asking:
        """Experience, distribution, deployment."""
        yield Question(state.MUSTER, 0, lambda a: Verdict().need(a.kind == kinds.ROLL, "roll"))
        for _, officer in sorted(self.officers.items()):
            officer.experience = self.feed.take("EXPERIENCE_THROWN", officer=officer.id)["face"]
        for side in (0, 1):
            yield from self.distribute(side)
        waiting = []
        for general in self.generals():
            division = general.id - FIRST_OFFICER
            general.die = self.feed.take("DEPLOYMENT_DIE", division=division)["face"]
            if general.die < DEPLOYS_FROM:
                self.feed.take("IN_RESERVE", division=division, rounds=general.die)
            else:
                waiting.append(general)
        yield from self.enter(waiting, lambda o: (o.die, o.experience), first=True)
        for side in self.staff_order([o.side for o in self.generals() if o.there]):
            yield from self.place_staff(side)

    def staff_order(self, sides: Iterable[int]) -> list[int]:
        """Staffs by experience, then by die (G-R33)."""
        found = sorted(set(sides), key=lambda side: -self.staff(side).experience)
        if len(found) == 2 and self.staff(0).experience == self.staff(1).experience:
            first = self.tie_die()
            return [first, 1 - first]
        return found

    def distribute(self, side: int) -> Asking:
        """Units go from divisions of three or more, or change places, as often as one likes (G-E14)."""
        own = [o.id - FIRST_OFFICER for o in self.generals(side)]
        left = 200

        def judge(a: Act) -> Verdict:
            if a.kind == kinds.READY:
                return Verdict()
            if a.kind not in (kinds.ASSIGN, kinds.SWAP):
                return refuse("assign, swap or ready")
            named = [self.units.get(number) for number in ((a.unit, a.target) if a.kind == kinds.SWAP else (a.unit,))]
            if any(unit is None or unit.side != side for unit in named):
                return refuse("not yours")
            v = Verdict().need(left > 0, "no more changes")
            if a.kind == kinds.SWAP:
                return v.need(named[0].division != named[1].division, "of the same division")
            v.need(a.choice in own and a.choice != named[0].division, "no other division")
            return v.need(sum(u.division == named[0].division for u in self.units.values()) > 2, "too few brigades")

        while True:
            a = yield Question(state.DISTRIBUTE, side, judge)
            if a.kind == kinds.READY:
                self.feed.take("ARMY_READY", side=side)
                return
            left -= 1
            unit = self.units[a.unit]
            if a.kind == kinds.SWAP:
                other = self.units[a.target]
                unit.division, other.division = other.division, unit.division
                self.feed.maybe("ASSIGNED", unit=other.id)
            else:
                unit.division = a.choice
            self.feed.maybe("ASSIGNED", unit=unit.id)

    def tie_die(self) -> int:
        """One die each, again if equal; the higher side."""
        while True:
            faces = [self.feed.take("TIE_DIE", side=side)["face"] for side in (0, 1)]
            if faces[0] != faces[1]:
                return 0 if faces[0] > faces[1] else 1

    def enter(self, waiting: list[Officer], rank: Callable[[Officer], tuple[int, ...]], first: bool) -> Asking:
        """Divisions come by rank; equal ones of both sides in turn, those of one side as their owner likes. Once they
        take turns, the side that did not come last is next."""
        waiting = list(waiting)
        self.turn = NONE
        while waiting:
            best = max(map(rank, waiting))
            tied = [o for o in waiting if rank(o) == best]
            if len({o.side for o in tied}) == 2:
                if self.turn == NONE:
                    self.turn = self.tie_die()
                tied = [o for o in tied if o.side == self.turn]
            chosen = tied[0]
            if len(tied) > 1:
                number = yield from self.pick([o.id - FIRST_OFFICER for o in tied], chosen.side)
                chosen = self.officers[number + FIRST_OFFICER]
            waiting.remove(chosen)
            if self.turn != NONE:
                self.turn = 1 - chosen.side
            yield from self.deploy(chosen, first)

    def pick(self, choices: list[int], side: int):
        """The owner of several equal ones chooses; the chosen one's number."""

        def judge(a: Act) -> Verdict:
            if a.kind != kinds.PICK:
                return refuse("pick")
            return Verdict().need(self.picked(a, choices) is not None, "not to be picked")

        a = yield Question(state.PICKING, side, judge, -1, 0.0, choices)
        found = self.picked(a, choices)
        assert found is not None
        return found

    def picked(self, a: Act, choices: list[int]) -> int | None:
        """The choice that an action names."""
        return a.choice if a.choice in choices else None

    def deploy(self, officer: Officer, first: bool) -> Asking:
        """A whole division, its officer first."""
        division = officer.id - FIRST_OFFICER
        officer.edge = NONE
        self.feed.take("DEPLOYS", division=division)
        if not first:
            told = self.feed.take("EDGE_DIE", division=division)
            officer.edge = (told["face"] - 1) // 2
            self.same_edge(officer, told)
        while True:
            while (told_next := self.feed.maybe("NEXT_EDGE", division=division)) is not None:
                self.feed.take("NO_ROOM", division=division)
                self.turned_away(officer, told=True)
                officer.edge = (officer.edge + 1) % 3
                self.same_edge(officer, told_next)
            if not first and self.feed.maybe("WAITS", division=division, rounds=1):
                self.feed.take("NO_ROOM", division=division)
                self.turned_away(officer, told=True)
                self.put_back(officer)
                return
            if first and officer.state == HAND and self.feed.maybe("NO_ROOM", division=division):
                self.feed.take("IN_RESERVE", division=division, rounds=1)
                self.turned_away(officer, told=True)
                self.put_back(officer)
                return
            if officer.state == HAND:
                self.turned_away(officer, told=False)
            left: list[Body] = [b for b in (officer, *self.members(officer)) if b.state == HAND]
            if not left:
                break
            judge = lambda a: self.judge_place(officer, a)  # noqa: E731
            a = yield Question(state.DEPLOY, officer.side, judge, officer.id, 0.0, [b.id for b in left])
            if a.kind == kinds.RESERVE:
                # Giving up costs the round, and a die gives the edge again: nobody chooses one.
                self.feed.take("NO_ROOM", division=division)
                self.feed.take("IN_RESERVE" if first else "WAITS", division=division, rounds=1)
                self.put_back(officer)
                return
            if a.kind == kinds.AGAIN:
                self.feed.take("TAKEN_UP", division=division)
                for body in (officer, *self.members(officer)):
                    body.state = HAND
                continue
            self.put_down(a)
        officer.die = 0

    def same_edge(self, officer: Officer, told: dict[str, int]) -> None:
        """Both name the same edge."""
        edge = FLANKS[officer.side][officer.edge]
        if EDGES[told["edge"]] != edge:
            raise Disagreement(f"edge of {officer.id}: oracle {edge}, rules {told}")

    def put_back(self, officer: Officer) -> None:
        """A division that finds no room tries again in the next round (G-R55)."""
        for body in (officer, *self.members(officer)):
            body.state = HAND
        officer.die, officer.edge = 1, NONE

    def put_down(self, a: Act) -> None:
        """A body is placed."""
        body = self.body(a.unit)
        body.state, body.x, body.y = TABLE, a.x, a.y
        if isinstance(body, Unit):
            body.facing = a.facing
        self.feed.take("PLACED", unit=a.unit, x=a.x, y=a.y)

    def edge_of(self, officer: Officer) -> str:
        """The edge by which a reinforcement comes."""
        return FLANKS[officer.side][officer.edge]

    def has_room(self, officer: Officer) -> Fuzzy:
        """Whether there is any place for a general or a staff (G-R64)."""
        return self.any_place(lambda surely: self.room_for_deployed(officer, surely))

    def turned_away(self, officer: Officer, told: bool) -> None:
        """A general finds no place at an edge, or he does."""
        room = self.has_room(officer)
        self.feed.compared["room" if room is not None else "room unsure"] += 1
        if self.feed.decide(room, not told, "room for a division") == told:
            raise Disagreement(f"room for {officer.id}: oracle {room}, rules {not told}")

    def judge_place(self, officer: Officer, a: Act) -> Verdict:
        """Where a division may be placed."""
        if a.kind == kinds.RESERVE:
            return Verdict().need(None if officer.there else no(self.has_room(officer)), "there is room")
        if a.kind == kinds.AGAIN:
            return Verdict().need(None if officer.there else False, "nothing to take up")
        left = [b.id for b in (officer, *self.members(officer)) if b.state == HAND]
        if a.kind != kinds.PLACE or a.unit not in left:
            return refuse("not of this division, or placed")
        if not officer.there and a.unit != officer.id:
            return refuse("the officer first")
        body = self.body(a.unit)
        v = Verdict()
        self.may_stop(v, body, a.x, a.y, a.facing)
        self.off_enemies(v, body, a)
        v.need(self.in_zone(officer, a), "outside the zone of its division")
        if body is officer:
            v.need(self.own_ground(officer, a), "the enemy's half, or far from the edge")
        else:
            apart = gap_at(body, (a.x, a.y), body.at(a.x, a.y, a.facing), officer)
            v.need(at_most(apart, self.span("L")), "far from the officer")
        return v

    def off_enemies(self, v: Verdict, body: Body, a: Act) -> None:
        """XL from all enemies."""
        for enemy in self.enemies(body.side):
            apart = gap_at(body, (a.x, a.y), body.at(a.x, a.y, a.facing), enemy)
            v.need(no(at_most(apart, self.span("XL"))), f"{enemy.id} is too near")

    def in_zone(self, officer: Officer, a: Act) -> bool:
        """A historical deployment puts a division into its zone; reinforcements come by their edge (G-R66)."""
        zone = self.table.zones.get(officer.id - FIRST_OFFICER)
        if zone is None or officer.edge != NONE:
            return True
        west, north, east, south = zone
        return west <= a.x <= east and north <= a.y <= south

    def own_ground(self, officer: Officer, a: Act) -> Fuzzy:
        """The own half; or within XL of the edge by which it comes."""
        if officer.edge == NONE:
            inner = a.y - self.table.height / 2 if officer.side == 0 else self.table.height / 2 - a.y
            return None if abs(inner) <= self.table.radius + 1 else inner > 0
        apart = {"west": a.x, "east": self.table.width - a.x, "north": a.y, "south": self.table.height - a.y}[
            FLANKS[officer.side][officer.edge]
        ]
        return at_most(apart - self.table.radius, self.span("XL"))

    def place_staff(self, side: int) -> Asking:
        """Within XL of a general of its side, as soon as there is one (G-R57)."""
        staff = self.staff(side)
        if staff.there or not any(o.there for o in self.generals(side)):
            return

        def judge(a: Act) -> Verdict:
            if a.kind != kinds.PLACE or a.unit != staff.id:
                return refuse("the staff is asked for")
            v = self.may_stop(Verdict(), staff, a.x, a.y, 0)
            shape = staff.at(a.x, a.y)
            near = any_of(
                at_most(gap_at(staff, (a.x, a.y), shape, o), self.span("XL")) for o in self.generals(side) if o.there
            )
            self.off_enemies(v, staff, a)
            return v.need(near, "far from the officers")

        a = yield Question(state.STAFF_PLACE, side, judge, staff.id)
        self.put_down(a)

    def reinforcements(self) -> Asking:
        """Reserves count down and come by experience (G-R56)."""
        coming = []
        for general in self.generals():
            if general.state == HAND:
                general.die -= 1
                if general.die <= 0:
                    coming.append(general)
                else:
                    self.feed.take("WAITS", division=general.id - FIRST_OFFICER, rounds=general.die)
        yield from self.enter(coming, lambda o: (o.experience,), first=False)
        for side in self.staff_order(o.side for o in self.generals() if o.there and not self.staff(o.side).there):
            yield from self.place_staff(side)


__all__ = ["Deploying", "gap"]
