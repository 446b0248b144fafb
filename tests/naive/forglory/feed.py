"""What the rules told of a step: the oracle takes from it the dice, and what it expects itself; nothing may be left."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from escaramuza.games.forglory.rules.stack import A_LEG
from tests.naive.forglory.fuzzy import Fuzzy, Verdict
from tests.naive.forglory.plane import Point, line

# Places that differ by no more than this are the same; they are then taken over from the rules.
PLACE_NEAR = 16.0
# What a player has just said, told again: it says nothing of the rules.
ANSWERS = frozenset({"IN_HAND", "NO_MORE_ORDERS", "HOLDS_FIRE", "HALTED", "STAYS_BACK", "NO_EXTRA_MOVE"})

# How the modifiers before a result are told, and whose they are.
MODIFIERS_OF = {
    "MORALE_PASSED": ("MORALE_MODIFIER", "unit"),
    "MORALE_FAILED": ("MORALE_MODIFIER", "unit"),
    "LEADERSHIP_PASSED": ("LEADERSHIP_MODIFIER", "officer"),
    "LEADERSHIP_FAILED": ("LEADERSHIP_MODIFIER", "officer"),
}


class Disagreement(AssertionError):
    """Oracle and rules do not say the same."""


class Act(NamedTuple):
    """An action."""

    kind: int
    unit: int = 0
    target: int = 0
    x: int = 0
    y: int = 0
    facing: int = 0
    choice: int = 0
    amount: int = 0


def act_of(a: Any) -> Act:
    """An action record."""
    return Act(*(int(getattr(a, name)) for name in Act._fields))


@dataclass
class Question:
    """Who is asked what, and what may be answered."""

    phase: int
    side: int
    judge: Callable[[Act], Verdict]
    unit: int = -1
    reach: float = 0.0
    targets: list[int] = field(default_factory=list)


@dataclass
class Event:
    """Something that happened."""

    name: str
    numbers: dict[str, int]

    def fits(self, name: str, keys: dict[str, int]) -> bool:
        """Whether it is that event."""
        return self.name == name and all(self.numbers.get(key) == value for key, value in keys.items())


@dataclass
class Feed:
    """The events of one step, in their order, and the position record after it."""

    events: list[Event]
    after: Any
    compared: Counter[str]
    skipped: Counter[str]

    def __post_init__(self) -> None:
        self.events = [event for event in self.events if event.name not in ANSWERS]

    def find(self, name: str, **keys: int) -> Event | None:
        """The first such event that is not taken yet."""
        return next((event for event in self.events if event.fits(name, keys)), None)

    def take(self, name: str, **keys: int) -> dict[str, int]:
        """An event that has to be there."""
        event = self.find(name, **keys)
        if event is None:
            raise Disagreement(f"no {name} {keys} among {self.told()}")
        self.events.remove(event)
        self.compared[name] += 1
        return event.numbers

    def maybe(self, name: str, **keys: int) -> dict[str, int] | None:
        """An event that may be there."""
        return self.take(name, **keys) if self.find(name, **keys) else None

    def units_in(self, name: str, until: str) -> set[int]:
        """The units of such events, up to the first event of another name: what comes after it, as the dice of a second
        melee, is not theirs."""
        before = itertools.takewhile(lambda event: event.name != until, self.events)
        return {event.numbers["unit"] for event in before if event.name == name}

    def between(self, name: str, one: tuple[float, float], other: tuple[float, float], **keys: int) -> tuple[int, int]:
        """An event whose place is about between two; the place as the rules have it."""
        numbers = self.take(name, **keys)
        there = (numbers["x"], numbers["y"])
        if line([one, other]).distance(Point(there)) > PLACE_NEAR * max(1.0, int(self.after.scale) / 100):
            raise Disagreement(f"{name} {keys}: oracle between {one} and {other}, rules at {there}")
        return there

    def leg_end(self, unit: int) -> tuple[int, int] | None:
        """Where a unit that is on its way as the step ends goes to, as the rules have it."""
        for frame in self.after.frames[: int(self.after.depth)]:
            if int(frame.code) == A_LEG and int(frame.unit) == unit:
                return int(frame.x), int(frame.y)
        return None

    def modifiers(
        self, thrower: int, expected: dict[str, set[int]], names: tuple[str, ...], until: str, **by: int
    ) -> int:
        """The modifiers of a throw up to its result, told as those of combat or of the check: each by its name; their
        sum."""
        told, key = MODIFIERS_OF.get(until, ("MODIFIER", "unit"))
        found: dict[str, int] = {}
        for event in list(self.events):
            if event.fits(until, by):
                break
            if event.fits(told, {key: thrower}):
                self.events.remove(event)
                if event.numbers["value"]:
                    name = names[event.numbers["reason"]]
                    found[name] = found.get(name, 0) + event.numbers["value"]
        for name in set(found) | set(expected):
            values = expected.get(name, {0})
            if found.get(name, 0) not in values:
                raise Disagreement(f"modifiers of {thrower}: oracle {expected}, rules {found} ({name})")
            (self.compared if len(values) == 1 else self.skipped)[f"modifier {name}"] += 1
        return sum(found.values())

    def decide(self, answer: Fuzzy, otherwise: bool, what: str) -> bool:
        """An answer, or where it is too close to call what the rules did."""
        if answer is None:
            self.skipped[what] += 1
            return otherwise
        return answer

    def told(self) -> str:
        """What is left, as text."""
        return "; ".join(f"{event.name} {event.numbers}" for event in self.events[:12])
