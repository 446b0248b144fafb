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
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from tests.naive.cafe.activations import Activations
from tests.naive.cafe.attacks import Attacks
from tests.naive.cafe.cards import CardJudging, CardPlaying
from tests.naive.cafe.course import Applying, Course
from tests.naive.cafe.judging import Judging
from tests.naive.cafe.units import (
    BLUE,
    RED,
    ROW,
    SIDES,
    Cause,
    Table,
    Unit,
    frame,
)

NOBODYS: Cause = (None, "")
MARKS = ("camouflage", "harmless", "poison", "tourniquet")


@dataclass
class State(Judging, CardJudging, CardPlaying, Applying, Course, Activations, Attacks):
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
            "way": self.told_way(),
        }

    def told_way(self) -> dict[str, Any] | None:
        """The way that is being made, or that waits for knives."""
        waiting = [f.way for f in self.stack if f.what == "way_maybe"]
        way = self.top if self.phase == "way" else waiting[-1] if waiting else None
        return way and {key: getattr(way, key) for key in ("unit", "purpose", "left", "legs")}


def _unit(told: Mapping[str, Any], causes: Mapping[str, list[Cause]]) -> Unit:
    marks = {status["id"] for status in told["statuses"]}
    return Unit(
        told["id"],
        told["side"],
        told["seat"],
        told["type"],
        told["x"],
        told["y"],
        told["facing"],
        told["state"],
        told["health"],
        told["wounds"],
        told["kills"],
        told["acted"],
        "camouflage" in marks,
        bool(marks & {"camouflage", "harmless"}),
        [(name, cause) for name in ("poison", "tourniquet") if name in marks for cause in causes.get(name, [NOBODYS])],
    )


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
        marks = tuple(m for m in MARKS if m in {s["id"] for s in told["statuses"]})
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
