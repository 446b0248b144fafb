"""A match of Escaramuzas de Café beside the oracle: what both say of every action, and of what it leads to."""

from __future__ import annotations

from collections import Counter, defaultdict
from math import cos, hypot, radians, sin
from random import Random
from typing import Any

from escaramuza import Match
from escaramuza.engine.errors import Refused
from tests.naive.cafe import plane
from tests.naive.cafe.units import COPIES, OTHER, Unit, centimetres, unit_name
from tests.naive.cafe_oracle import State, summary_of

LEFT_NEAR = 1.5
# A scene shows so many points of a way, and the last.
FEW_LEGS = 4
WORDS = (
    "roll",
    "keep",
    "swap",
    "ready",
    "pass",
    "hold",
    "card-only",
    "end",
    "evade",
    "stand",
    "cancel:0",
    "cancel:1",
    "cancel:2",
    "cancel:3",
    "cancel:4",
    "advance",
    "stay",
    "no-support",
    "give-up",
    "no",
    "deal",
)
TARGETED = ("use", "shoot", "fight", "heal", "support", "trap", "take")
# Phase → what is likely to be allowed in it, for actions at random.
LIKELY = {
    "deploy": ("place",),
    "turn": ("use", "card"),
    "move": ("walk", "run", "card"),
    "way": ("go",),
    "window": ("card",),
    "attack": ("shoot", "fight", "heal", "card"),
    "support": ("support",),
    "trap": ("trap",),
    "tourniquet": ("card",),
    "order": ("strike",),
    "share": ("take",),
}


def everything(match: Match) -> tuple[dict[str, Any], dict[str, list[str]]]:
    """The whole scene, put together from what each seat sees, and every hand."""
    scene = match.view("blue")
    seats = list(scene["hands"])
    views = {seat: match.view(seat) if seat != "blue" else scene for seat in seats}
    by_side = {"blue": views["blue"], "red": views["red"]}
    scene["units"] = [unit for side, view in by_side.items() for unit in view["units"] if unit["side"] == side]
    scene["asking"] = {seat: how for view in views.values() for seat, how in view["asking"].items()}
    scene["way"] = views[scene["seat"]]["way"] if scene["seat"] else scene["way"]
    return scene, {seat: list(views[seat]["hands"][seat]["cards"]) for seat in seats}


class Disagreement(AssertionError):
    """The two do not say the same."""


class Pair:
    """A match and the oracle, step by step."""

    def __init__(self, options: Any, seed: int, position: str | None = None) -> None:
        self.match = Match("cafe", options=options, seed=seed, position=position)
        self.random = Random(seed)
        self.options = self.match.options.model_dump()
        rest = {name: value for name, value in self.options.items() if name != "map"}
        self.told = f"seed {seed} map {self.options['map']['name']} options {rest}"
        self.scene, self.hands = everything(self.match)
        self.oracle = State.from_scene(self.scene, self.options, self.hands)
        self.seen: Counter[str] = Counter()
        self.played: Counter[str] = Counter()
        self.decisions = 0

    def differ(self, text: str) -> None:
        """Say what is not the same."""
        hands = {seat: " ".join(cards) for seat, cards in self.oracle.hands.items()}
        raise Disagreement(f"{text}\n  {self.told}\n  hands {hands}\n  played {self.where()}")

    def where(self) -> str:
        """The actions so far, enough to come back to the position."""
        played = "; ".join(f"{step.action} {list(step.dice) or ''}".strip() for step in self.match.steps[-8:])
        return f"{len(self.match.steps)} steps, last: {played}"

    def compare(self) -> None:
        """The summary of both."""
        ours, theirs = self.oracle.summary(), summary_of(self.scene, self.hands)
        if self.scene["phase"] in ("die-off", "sides", "share", "deploy"):
            ours["units"] = theirs["units"] = {}
        differences = [f"{key}: oracle {ours[key]}, rules {theirs[key]}" for key in ours if not same(ours, theirs, key)]
        if differences:
            self.differ("\n  ".join(["the position is not the same:", *shortened(differences, ours, theirs)]))

    def judge(self, text: str, allowed: bool) -> None:
        """One action by both."""
        ours = self.oracle.legal(text)
        self.seen[f"{self.oracle.phase} {kind_of(text)} {ours}"] += 1
        if ours is not None and ours != allowed:
            why = self.match.why(text)
            said = "legal" if why is None else why.code
            self.differ(f"{self.oracle.phase} {text!r}: oracle {ours} ({self.oracle.reason}), rules {said}")

    def judge_many(self, listed: list[str], number: int) -> None:
        """Some of the listed actions and many others."""
        for text in self.random.sample(listed, min(len(listed), number)):
            self.judge(text, True)
        for _ in range(number):
            text = wild(self.oracle, self.random)
            self.judge(text, self.match.why(text) is None)

    def step(self, number: int) -> None:
        """Compare, judge many, and make one action on both sides."""
        self.compare()
        self.decisions += 1
        listed = self.match.legal()
        self.judge_many(listed, number)
        if self.random.random() < 0.02:
            self.act("ask:" + self.random.choice(("always", "useful", "never")))
            self.compare()
            listed = self.match.legal()
        self.act(self.choose(listed))

    def choose(self, listed: list[str]) -> str:
        """An action at random: rare kinds as often as frequent ones, at times a free place, mostly to the enemy."""
        if self.random.random() < 0.3:
            free = [text for text in (wild(self.oracle, self.random) for _ in range(20)) if text not in listed]
            free = [text for text in free if self.oracle.legal(text) and self.match.why(text) is None]
            if free:
                return self.random.choice(free)
        kinds = defaultdict(list)
        for text in listed:
            kinds[kind_of(text)].append(text)
        dull = {"pass", "hold", "end", "stay", "no", "give-up", "no-support", "card-only"}
        weights = [1 if kind in dull else 4 for kind in kinds]
        chosen = kinds[self.random.choices(list(kinds), weights)[0]]
        if "@" in chosen[0] and self.oracle.phase in ("move", "way", "deploy") and self.random.random() < 0.7:
            return min(self.random.sample(chosen, min(len(chosen), 60)), key=self.to_enemy)
        return self.random.choice(chosen)

    def to_enemy(self, text: str) -> float:
        """How far a place is from the nearest enemy, or from the middle of the table in deployment."""
        x, y = (float(part.split("/")[0]) * 100 for part in text.partition("@")[2].split(",")[:2])
        oracle = self.oracle
        if oracle.phase == "deploy":
            return abs(x - oracle.table.width / 2) + self.random.random() * 300
        mover = oracle.active if oracle.phase == "move" else oracle.units[oracle.top.unit]
        assert mover is not None
        return min((hypot(x - u.x, y - u.y) for u in oracle.alive(OTHER[mover.side])), default=0.0)

    def act(self, text: str) -> None:
        """The same action with the same dice on both sides."""
        oracle, match = self.oracle, self.match
        self.played[f"{oracle.phase} {kind_of(text)}"] += 1
        faces = oracle.predict(text, self.random)
        if match.needs_dice(text, faces) or oracle.phase in ("advance", "support"):
            faces = self.other_dice(text, faces)
        before = {seat: Counter(cards) for seat, cards in oracle.hands.items()}
        try:
            match.act(text, faces)
        except Refused as refused:
            self.differ(f"{text!r}: oracle throws {faces}; the rules fewer: {refused}")
        self.scene, self.hands = everything(match)
        drawn = self.drawn(text, before)
        told = {
            "support": self.scene["phase"] == "support" and self.scene["seat"],
            "open": self.scene["phase"] == "attack" and self.scene["activation"],
        }
        oracle.apply(text, faces, drawn, told)

    def other_dice(self, text: str, faces: list[int]) -> list[int]:
        """Where it is unsure who may be asked for support, the dice of the answer that fits."""
        for seat in (None, *self.oracle.seats):
            tried = self.oracle.predict(text, self.random, {"support": seat})
            if fits(self.match, text, tried):
                return tried
        self.differ(f"{text!r}: oracle throws {faces}; the rules another number")
        return faces

    def drawn(self, text: str, before: dict[str, Counter[str]]) -> dict[str, list[str]]:
        """The cards that each seat has now and had not."""
        seat = self.match.steps[-1].seat
        if self.oracle.phase in ("die-off", "sides", "share", "deploy"):
            self.dealt(self.scene["deck"], self.hands)
            return {}
        if text.startswith("card:"):
            before[seat] -= Counter([text[5:].split()[0]])
        return {one: sorted((Counter(cards) - before[one]).elements()) for one, cards in self.hands.items()}

    def dealt(self, deck: int, hands: dict[str, list[str]]) -> None:
        """Four cards each, never the trap (C-F2)."""
        if not any(hands.values()):
            return
        each = min(4, 28 // len(hands))
        if any(len(cards) != each or "trap" in cards for cards in hands.values()) or deck != 29 - each * len(hands):
            self.differ(f"dealt {hands}, deck {deck}")
        if Counter(card for cards in hands.values() for card in cards) - Counter(COPIES):
            self.differ(f"dealt {hands}")
        self.oracle.hands, self.oracle.deck = {seat: list(cards) for seat, cards in hands.items()}, deck


def fits(match: Match, text: str, faces: list[int]) -> bool:
    """Whether an action throws exactly these dice."""
    if match.needs_dice(text, faces):
        return False
    try:
        match.copy().act(text, faces)
    except Refused:
        return False
    return True


def same(ours: dict[str, Any], theirs: dict[str, Any], key: str) -> bool:
    """Equal, but for the rounding of lengths."""
    if key == "way" and ours[key] and theirs[key]:
        legs = len(ours[key]["legs"])
        ours, theirs = (
            {"way": {**way[key], "legs": [*way[key]["legs"][:FEW_LEGS], way[key]["legs"][-1]]}}
            for way in (ours, theirs)
        )
        rest = {k: v for k, v in ours[key].items() if k != "left"} == {
            k: v for k, v in theirs[key].items() if k != "left"
        }
        return rest and abs(ours[key]["left"] - theirs[key]["left"]) <= LEFT_NEAR * legs
    return bool(ours[key] == theirs[key])


def shortened(differences: list[str], ours: dict[str, Any], theirs: dict[str, Any]) -> list[str]:
    """Of the units only those that differ."""
    found = [line for line in differences if not line.startswith("units:")]
    for number in sorted(set(ours["units"]) | set(theirs["units"])):
        one, other = ours["units"].get(number), theirs["units"].get(number)
        if one != other:
            found.append(f"{unit_name(number)}: oracle {one}, rules {other}")
    return found


def kind_of(text: str) -> str:
    """The kind of an action."""
    if text.startswith("card:"):
        return text.split()[0]
    for sign in ("@", ">", ":", " "):
        if sign in text:
            head = text.partition(sign)[0]
            return "place" if head[0] in "br" and head[1:].isdigit() else head + sign
    return text


def wild(state: State, random: Random) -> str:
    """An action at random, more often than not of a kind that is asked for."""
    if random.random() < 0.15:
        return random.choice(WORDS)
    likely = LIKELY.get(state.phase, ())
    kind = (
        random.choice(likely) if likely and random.random() < 0.85 else random.choice((*TARGETED, "card", "go", "walk"))
    )
    if kind in TARGETED:
        return f"{kind} {any_unit(state, random)}"
    if kind == "card":
        return wild_card(state, random)
    if kind == "strike":
        by = random.choice(("", f" {any_unit(state, random)} {random.choice(('close', 'range'))}"))
        return f"strike {any_unit(state, random)}{by}"
    if kind == "place":
        return f"{any_unit(state, random)}@{deploy_place(state, random)}"
    mover, limit = moving(state, kind)
    word = random.choice(("go@", "bend@")) if kind == "go" else kind + random.choice("@@>")
    return word + near_place(state, random, mover, limit, turns=word.endswith("@") and word != "bend@")


def any_unit(state: State, random: Random) -> str:
    """A unit, mostly one that is there."""
    there = [u.id for u in state.alive()] or list(state.units)
    number = random.choice(there) if random.random() < 0.95 else random.randrange(60)
    return unit_name(number)


def moving(state: State, kind: str) -> tuple[Unit, float]:
    """The unit that moves and how far it may."""
    if state.phase == "way":
        unit = state.units[state.top.unit]
        ghost = Unit(unit.id, unit.side, unit.seat, unit.type, *state.top.legs[-1], unit.facing, "table")
        return ghost, state.top.left
    unit = state.active or next(iter(state.alive()), next(iter(state.units.values())))
    return unit, unit.kind.move / (1 if kind == "run" else 2)


def deploy_place(state: State, random: Random) -> str:
    """A place in or near a zone."""
    low, high = random.choice(list(state.zones.values()))
    x = random.choice((low, high, low + 300, random.randint(low - 100, high + 100), random.randint(low, high)))
    y = random.choice((random.randint(0, state.table.height), random.randint(300, state.table.height - 300), 375, 374))
    return f"{centimetres(max(x, 0))},{centimetres(y)}" + turned(random, 0.4)


def turned(random: Random, share: float) -> str:
    """A facing at times."""
    if random.random() > share:
        return ""
    return "/" + random.choice(("0", "90", "180", "45", f"{random.randrange(3600) / 10:g}"))


def near_place(state: State, random: Random, mover: Unit, limit: float, turns: bool) -> str:
    """A place at any distance, at the limit, at another base or at terrain."""
    lot = random.random()
    others = [u for u in state.alive() if u.id != mover.id and hypot(u.x - mover.x, u.y - mover.y) < limit + 800]
    if lot < 0.3 and others:
        x, y = beside(random, random.choice(others).corners)
    elif lot < 0.4 and state.table.pieces:
        shapes = [p.corners for p in state.table.pieces if p.shape.distance(plane.polygon(mover.corners)) < limit]
        x, y = beside(random, random.choice(shapes)) if shapes else mover.here
    else:
        distance = random.choice((limit, limit, limit * random.random() * 1.2, limit / 2, limit + 1))
        angle = radians(random.choice((random.randrange(0, 360, 15), random.random() * 360)))
        x, y = int(mover.x + distance * cos(angle)), int(mover.y + distance * sin(angle))
    x, y = max(x, 0), max(y, 0)
    return f"{centimetres(x)},{centimetres(y)}" + (turned(random, 0.3) if turns else "")


def beside(random: Random, corners: plane.Corners) -> plane.Point:
    """A point about half a base or the reach of close combat away from a shape."""
    a, b = random.choice(plane.edges(corners))
    t = random.random()
    length = max(hypot(b[0] - a[0], b[1] - a[1]), 1)
    out = random.choice((75, 100, 74, 99, 125, 375, 400, 401, 376, random.randint(50, 500))) * random.choice((1, 1, -1))
    nx, ny = (b[1] - a[1]) / length, (a[0] - b[0]) / length
    return round(a[0] + t * (b[0] - a[0]) + out * nx), round(a[1] + t * (b[1] - a[1]) + out * ny)


def wild_card(state: State, random: Random) -> str:
    """A card, mostly of the hand, with targets at random."""
    hand = state.hands.get(str(state.seat), [])
    card = random.choice(hand) if hand and random.random() < 0.8 else random.choice(list(COPIES))
    one, other = any_unit(state, random), any_unit(state, random)
    if card in ("knife", "divine-wind") and random.random() < 0.7:
        pairs = [(a.id, b.id) for a in state.alive() for b in state.alive(OTHER[a.side])]
        near = [
            (unit_name(a), unit_name(b))
            for a, b in pairs
            if hypot(state.units[a].x - state.units[b].x, state.units[a].y - state.units[b].y) < 600
        ]
        one, other = random.choice(near) if near else (one, other)
    if card in ("knife", "divine-wind"):
        return f"card:{card} {one} {other}"
    if card in ("instinct", "first-aid"):
        return f"card:{card} {one}"
    if card == "spy":
        return f"card:spy {random.choice(('blue', 'red', 'blue-2', 'red-2', 'blue-3', 'red-4'))}"
    if card == "tactical":
        unit = state.unit_named(one) if one in {unit_name(n) for n in state.units} else next(iter(state.units.values()))
        place = (
            random.choice(state.sideways(unit))
            if random.random() < 0.7
            else near_place(state, random, unit, 300, False)
        )
        return f"card:tactical {unit_name(unit.id)}@{place}"
    return f"card:{card}"
