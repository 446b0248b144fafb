"""The rules of For Glory beside the oracle: what both say of every action, and of what it leads to."""

from __future__ import annotations

from collections import Counter, defaultdict
from math import hypot
from random import Random
from typing import Any

import numpy as np

from escaramuza.games.basics import log_events
from escaramuza.games.forglory import GAME, kinds, state
from escaramuza.games.forglory.codes import Did
from escaramuza.kernel.buffers import ACTION, LOG, OK, WHY, copy, one
from tests.naive.forglory.course import HOWS, read_battle
from tests.naive.forglory.feed import Act, Disagreement, Event, Feed, act_of
from tests.naive.forglory.fights import SHEET
from tests.naive.forglory.lots import wild
from tests.naive.forglory.model import FIRST_OFFICER, NONE, OUT, TABLE

RULES = GAME.rules
# Told for the reader's sake only, or told again by what is compared anyway.
LOOSE = {
    "ENTERS_AREA",
    "ENTERS_RANGE",
    "PIVOTED",
    "POINTS_SCORED",
    "NO_EXTRA_MOVE",
    "EXTRA_MOVE",
    "CHARGE_FAILS",
    "CHARGE_SUCCEEDS",
    "MODIFIER",
    "MOVED",
    "MARCHED",
}
DULL = {kinds.END, kinds.HOLD, kinds.STAY, kinds.DECLINE, kinds.RETREAT, kinds.READY, kinds.FIGHT}
KIND_NAMES = {value: name for name, value in vars(kinds).items() if name.isupper()}
PHASES = {
    getattr(state, name): name
    for name in (
        "MUSTER",
        "DISTRIBUTE",
        "PICKING",
        "DEPLOY",
        "STAFF_PLACE",
        "ORDERS",
        "ORDER",
        "WAY",
        "AFTER_MOVE",
        "JOINING",
        "REACT",
        "REACTION",
        "MARKING",
        "RELOCATING",
        "EXTRA",
        "FOLLOWING",
        "OFFICER_RIDE",
        "STAFF_RIDE",
        "EXTRAS",
        "PUSHES",
        "FINISHED",
    )
}


def event_of(code: int, numbers: list[int]) -> Event:
    """An event of the log."""
    told = Did.of(code)
    return Event(told.name, {name: numbers[i] for i, (name, _) in enumerate(told.numbers)})


class Pair:
    """A game and the oracle, step by step."""

    def __init__(self, s: Any, seed: int, told: str) -> None:
        self.s = s
        self.random = Random(seed)
        self.told = told
        self.compared: Counter[str] = Counter()
        self.skipped: Counter[str] = Counter()
        self.judged: Counter[str] = Counter()
        self.steps: list[str] = []
        self.battle = read_battle(s, self.feed_of([], s))
        if int(s.phase) == state.ORDERS:
            acting = next(u.group for u in self.battle.units.values() if u.group >= 0)
            group = self.battle.groups[self.active_group(acting)]
            self.course = self.battle.resume(group, bool(s.groups[group.number].passed))
        else:
            self.course = self.battle.play()
        self.question = next(self.course)

    def active_group(self, otherwise: int) -> int:
        """The group that has its orders now."""
        top = self.s.frames[int(self.s.depth) - 1]
        return int(top.unit) if int(top.unit) >= 0 else otherwise

    def feed_of(self, events: list[Event], after: Any) -> Feed:
        """The events of a step for the oracle."""
        return Feed(events, after, self.compared, self.skipped)

    def differ(self, text: str) -> None:
        """Say what is not the same."""
        last = "; ".join(self.steps[-8:])
        raise Disagreement(f"{text}\n  {self.told}\n  {len(self.steps)} steps, last: {last}")

    def compare(self) -> None:
        """The position of both."""
        s, battle, found = self.s, self.battle, []
        pairs: list[tuple[str, Any, Any]] = [
            ("phase", PHASES[self.question.phase], PHASES.get(int(s.phase), int(s.phase))),
            ("round", battle.round, int(s.round_number)),
            ("removed", battle.removed, int(s.removed)),
            ("winner", battle.winner, int(s.winner)),
            (
                "owners",
                [o.owner for o in battle.objectives],
                [int(o.owner) for o in s.objectives[: int(s.n_objectives)]],
            ),
            (
                "markers",
                [(m.x, m.y, m.side) for m in battle.markers],
                [(int(m.x), int(m.y), int(m.side)) for m in s.markers[: int(s.n_markers)]],
            ),
        ]
        if self.question.phase != state.FINISHED:
            pairs.append(("asked", self.question.side, int(s.asked)))
        for side in (0, 1):
            told = {name: int(s.sheet[side][i]) for i, name in enumerate(SHEET)}
            pairs.append((f"sheet {side}", battle.sheet[side], told))
        pairs += [(f"unit {n}", told_unit(u), self.record_unit(n)) for n, u in battle.units.items()]
        pairs += [(f"officer {n}", told_officer(o), self.record_officer(n)) for n, o in battle.officers.items()]
        for name, ours, theirs in pairs:
            self.compared[name.split()[0]] += 1
            if ours != theirs:
                found.append(f"{name}: oracle {ours}, rules {theirs}")
        found += self.ground()
        if found:
            self.differ("\n  ".join(["the position is not the same:", *found]))

    def ground(self) -> list[str]:
        """The pieces that half of a base is in."""
        found = []
        for body in self.battle.bodies():
            told = self.s.units[body.id] if body.id < FIRST_OFFICER else self.s.officers[body.id - FIRST_OFFICER]
            for piece in self.battle.table.pieces:
                if not piece.roles & {"dense", "hides"}:
                    continue
                inside = self.battle.stands_in(body, piece)
                if inside is not None and inside != bool(int(told.inside) >> piece.number & 1):
                    found.append(f"{body.id} in terrain {piece.number}: oracle {inside}")
        return found

    def record_unit(self, number: int) -> tuple[Any, ...]:
        """A unit of the rules as far as it is compared."""
        u = self.s.units[number]
        if int(u.state) != TABLE:
            return (int(u.state), int(u.division))
        marks = [bool(u.column), bool(u.confused), bool(u.detached), bool(u.reacted)]
        return (int(u.state), int(u.division), int(u.x), int(u.y), int(u.facing), int(u.hits), *marks)

    def record_officer(self, number: int) -> tuple[Any, ...]:
        """An officer of the rules as far as it is compared."""
        o = self.s.officers[number - FIRST_OFFICER]
        place = (int(o.x), int(o.y)) if int(o.state) == TABLE else ()
        die = int(o.die) if int(o.state) == state.IN_HAND else 0
        return (int(o.state), int(o.experience), int(o.lost), die, *place)

    def check(self, a: Act) -> int:
        """What the rules say to an action: 0 or the code of a refusal."""
        return int(RULES["check"](self.s, record_of(a), one(WHY)))

    def judge(self, a: Act, allowed: bool) -> None:
        """One action by both."""
        verdict = self.question.judge(a)
        kind = KIND_NAMES.get(a.kind, str(a.kind))
        self.judged[f"{PHASES[self.question.phase]} {kind} {verdict.answer}"] += 1
        if verdict.answer is not None and verdict.answer != allowed:
            said = "legal" if allowed else GAME.reasons.of(self.check(a)).name
            text = GAME.format_action(self.s, record_of(a))
            self.differ(f"{text!r} {a}: oracle {verdict.answer} ({verdict.reason}), rules {said}")

    def legal(self) -> list[Act]:
        """What the rules list."""
        out = np.zeros(GAME.max_actions, ACTION)
        count = int(RULES["legal_actions"](self.s, out))
        return [act_of(out[i]) for i in range(count)]

    def step(self, number: int) -> None:
        """Compare, judge many, and make one action on both sides."""
        self.compare()
        listed = self.legal()
        if not listed:
            self.differ("nothing is legal")
        for a in self.random.sample(listed, min(len(listed), number)):
            self.judge(a, True)
        tried = [wild(self.battle, self.question, self.random) for _ in range(number)]
        allowed = [self.check(a) == OK for a in tried]
        for a, legal in zip(tried, allowed, strict=True):
            self.judge(a, legal)
        free = [a for a, legal in zip(tried, allowed, strict=True) if legal]
        chosen = self.random.choice(free) if free and self.random.random() < 0.25 else self.choose(listed)
        self.act(chosen)

    def choose(self, listed: list[Act]) -> Act:
        """An action at random: rare kinds as often as frequent ones, mostly towards the enemy."""
        by_kind = defaultdict(list)
        for a in listed:
            by_kind[a.kind].append(a)
        weights = [1 if kind in DULL else 5 for kind in by_kind]
        chosen = by_kind[self.random.choices(list(by_kind), weights)[0]]
        if chosen[0].x and self.random.random() < 0.7:
            return min(self.random.sample(chosen, min(len(chosen), 40)), key=self.to_enemy)
        return self.random.choice(chosen)

    def to_enemy(self, a: Act) -> float:
        """How far a place is from the nearest enemy, or from the middle of the table."""
        battle, side = self.battle, self.question.side
        foes = [u.here for u in battle.standing(1 - side)]
        if self.question.phase in (state.DEPLOY, state.STAFF_PLACE) or not foes:
            return abs(a.y - battle.table.height / 2) + abs(a.x - battle.table.width / 2) / 3
        return min(hypot(a.x - x, a.y - y) for x, y in foes)

    def act(self, a: Act) -> None:
        """The same action on both sides, with the same dice."""
        self.steps.append(GAME.format_action(self.s, record_of(a)))
        after, log = copy(self.s), one(LOG)
        RULES["apply"](after, record_of(a), log)
        self.s = after
        feed = self.feed_of([event_of(code, numbers) for code, numbers in log_events(log)], after)
        everything = feed.told()
        too_long = [e for e in feed.events if "most" in e.numbers and e.numbers["used"] > e.numbers["most"]]
        if too_long:
            self.differ(f"more than the most: {too_long}")
        self.battle.feed = feed
        try:
            self.question = self.course.send(a)
        except Disagreement as found:
            self.differ(f"{found}\n  events: {everything}")
        left = [event for event in feed.events if event.name not in LOOSE]
        if left:
            self.differ(f"the oracle does not expect {left}\n  events: {everything}")


def record_of(a: Act) -> Any:
    """An action as a record."""
    found = one(ACTION)
    for name, value in a._asdict().items():
        setattr(found, name, value)
    return found


def told_unit(u: Any) -> tuple[Any, ...]:
    """A unit of the oracle as far as it is compared."""
    if u.state != TABLE:
        return (u.state, u.division)
    return (u.state, u.division, u.x, u.y, u.facing, u.hits, u.column, u.confused, u.detached, u.reacted)


def told_officer(o: Any) -> tuple[Any, ...]:
    """An officer of the oracle as far as it is compared."""
    place = (o.x, o.y) if o.state == TABLE else ()
    return (o.state, o.experience, o.lost, o.die if o.state == state.IN_HAND else 0, *place)


__all__ = ["HOWS", "NONE", "OUT", "Pair"]
