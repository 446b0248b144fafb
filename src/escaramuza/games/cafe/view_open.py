"""What is going on in a scene: activation, way, attack, question; and each action as a client shows it."""

from typing import Any

import numpy as np

from escaramuza.games.cafe import kinds, tables
from escaramuza.games.cafe.actions import format_action
from escaramuza.games.cafe.odds import answer_chances, attack_chances
from escaramuza.games.cafe.rules import check, stack
from escaramuza.games.cafe.rules.choices import cards
from escaramuza.games.cafe.rules.waiting import alike
from escaramuza.games.cafe.scene import (
    CafeActivation,
    CafeAsk,
    CafeAttack,
    CafeOption,
    CafeWay,
    Kind,
    Mode,
    Moment,
    Phase,
    Purpose,
)
from escaramuza.games.cafe.setup import SEAT_NAMES
from escaramuza.kernel import buffers
from escaramuza.kernel.rows import rows
from escaramuza.kernel.stack import find, top

KIND_NAMES: dict[int, Kind] = {
    kinds.ROLL: "roll",
    kinds.KEEP: "keep",
    kinds.SWAP: "swap",
    kinds.PLACE: "place",
    kinds.READY: "ready",
    kinds.USE: "use",
    kinds.PASS: "pass",
    kinds.HOLD: "hold",
    kinds.WALK: "walk",
    kinds.RUN: "run",
    kinds.WALK_BEND: "walk-bend",
    kinds.RUN_BEND: "run-bend",
    kinds.GO: "go",
    kinds.BEND: "bend",
    kinds.CARD_ONLY: "card-only",
    kinds.SHOOT: "shoot",
    kinds.FIGHT: "fight",
    kinds.HEAL: "heal",
    kinds.END: "end",
    kinds.EVADE: "evade",
    kinds.STAND: "stand",
    kinds.CANCEL: "cancel",
    kinds.ADVANCE_ON: "advance",
    kinds.STAY: "stay",
    kinds.SUPPORT_WITH: "support",
    kinds.NO_SUPPORT: "no-support",
    kinds.GIVE_UP: "give-up",
    kinds.NO: "no",
    kinds.TRAP_ON: "trap",
    kinds.CARD: "card",
    kinds.ASK: "ask",
    kinds.STRIKE: "strike",
    kinds.TAKE: "take",
    kinds.DEAL: "deal",
}
MODES: dict[int, Mode] = {kinds.HOLD: "hold", kinds.WALK: "walk", kinds.RUN: "run", kinds.CARD_ONLY: "card"}
PURPOSES: tuple[Purpose, ...] = ("walk", "run", "cheetah", "false-orders", "support")
MOMENTS: tuple[Moment, ...] = (
    "moved",
    "end",
    "used",
    "setting-out",
    "declared",
    "hits",
    "resolved",
    "advanced",
    "led",
    "supported",
)
PLACES = (kinds.PLACE, kinds.WALK, kinds.RUN, kinds.WALK_BEND, kinds.RUN_BEND, kinds.GO, kinds.BEND)
NAMED = (tables.DIVINE_WIND, tables.KNIFE, tables.INSTINCT, tables.FIRST_AID, tables.TACTICAL)


def activation(s: Any) -> CafeActivation | None:
    """Which unit is active, and how."""
    k = int(find(s, stack.AN_ACTIVATION))
    if k < 0:
        return None
    f = s.frames[k]
    return {
        "unit": int(f.unit),
        "mode": MODES.get(int(f.mode)),
        "range": tables.RANGE + int(f.more_range),
        "extra_dice": int(f.more_dice),
        "fought": [i for i in range(tables.UNITS) if f.fought >> i & 1],
    }


def way(s: Any) -> CafeWay | None:
    """The way that is being made: where it began, its bends, what is left of the move."""
    k = int(find(s, stack.A_WAY))
    if k < 0:
        return None
    f = s.frames[k]
    bends = [(int(x), int(y)) for x, y in f.bends[: min(int(f.legs), 4)]]
    return {
        "unit": int(f.unit),
        "purpose": PURPOSES[f.purpose],
        "left": int(f.left),
        "legs": [(int(f.from_x), int(f.from_y)), *bends],
        "target": int(f.target),
    }


def attack(s: Any) -> CafeAttack | None:
    """The attack that is being worked out."""
    k = int(find(s, stack.AN_ATTACK))
    if k < 0:
        return None
    g = s.frames[k]
    faces = g.faces[: g.dice].tolist()
    return {
        "attacker": int(g.unit),
        "target": int(g.target),
        "close": bool(g.close),
        "cover": bool(g.needs > tables.HIT),
        "dice": faces,
        "hits": [face for i, face in enumerate(faces) if g.hits >> i & 1],
        "defence": g.guards[: g.guard_dice].tolist(),
        "die": int(g.next_guard),
    }


def ask(s: Any, phase: Phase) -> CafeAsk | None:
    """The question that is open: its kind, the unit it is about, the cards that answer it."""
    if phase not in ("window", "evade", "assign", "tourniquet", "advance", "support", "trap", "order"):
        return None
    f = top(s)
    unit = int(f.target if f.code == stack.AN_ATTACK else f.unit)
    found: CafeAsk = {"kind": phase, "cards": _playable(s), "unit": unit}
    if f.code == stack.A_WINDOW:
        found["moment"] = MOMENTS[f.moment]
    if f.code == stack.AN_ADVANCE:
        found["x"], found["y"] = int(f.x), int(f.y)
    if f.code == stack.DAMAGE:
        found["points"] = int(f.points - f.held_back)
    return found


def _playable(s: Any) -> list[str]:
    """The cards of the deciding seat that it can play now, as far as this view knows them."""
    buffer, why = np.zeros(4096, buffers.ACTION), buffers.one(buffers.WHY)
    count = int(cards(s, buffer, 0))
    return sorted({tables.CARDS[a.choice] for a in buffer[:count] if check(s, a, why) == buffers.OK})


def describe(s: Any, actions: Any) -> list[CafeOption]:
    """What a client shows of each action before it is made: its text, who, where, and how likely what is."""
    return [_describe_one(s, a) for a in rows(actions)]


def _describe_one(s: Any, a: Any) -> CafeOption:
    kind = int(a.kind)
    option: CafeOption = {"action": format_action(s, a), "kind": KIND_NAMES[kind]}
    if kind in PLACES or (kind == kinds.CARD and a.choice == tables.TACTICAL):
        option.update({"unit": int(a.unit), "x": int(a.x), "y": int(a.y), "facing": int(a.facing)})
    if kind in (kinds.USE, kinds.SUPPORT_WITH, kinds.TRAP_ON, kinds.STRIKE, kinds.TAKE) or (
        kind == kinds.CARD and a.choice in NAMED
    ):
        option["unit"] = int(a.unit)
    if kind in (kinds.SHOOT, kinds.FIGHT, kinds.HEAL) or (
        kind == kinds.CARD and a.choice in (tables.DIVINE_WIND, tables.KNIFE)
    ):
        option["target"] = int(a.target)
    if kind in (kinds.SHOOT, kinds.FIGHT):
        option["unit"] = int(top(s).unit)
        option["chances"] = attack_chances(s, int(top(s).unit), int(a.target), kind == kinds.FIGHT)
    if kind in (kinds.EVADE, kinds.STAND):
        option["answer"] = answer_chances(s, kind == kinds.EVADE)
    if kind == kinds.CARD:
        option["card"] = tables.CARDS[a.choice]
        if a.choice == tables.SPY:
            option["seat"] = SEAT_NAMES[a.target]
    if kind == kinds.CANCEL:
        option["choice"] = int(a.choice)
    if kind == kinds.STRIKE:
        u = s.units[a.unit]
        option.update({"target": int(a.target), "close": bool(a.choice)})
        option["points"] = sum(bool(alike(u.waiting[k], a.target, a.choice)) for k in range(int(u.due)))
    return option
