"""Tag, a game for tests on a table without squares: two runners a side go up to 4 cm or throw a ball at somebody."""

import sys
from typing import Any

from escaramuza.games import basics, boards, codes, game
from escaramuza.kernel import dice
from escaramuza.kernel.buffers import OK, OVER, because, emit, record
from escaramuza.kernel.jit import rule

WIDTH, HEIGHT, REACH, STEP, UNITS, TURNS = 3000, 2000, 400, 280, 4, 100
UNIT = record([(name, "i4") for name in ("side", "x", "y", "facing", "health", "acted")])
NUMBERS = ("phase", "side", "winner", "turns", "turn_limit", "faces")
STATE = record([("dice", dice.DICE), *((name, "i4") for name in NUMBERS), ("units", UNIT, (UNITS,))])


class Do(codes.Kinds):
    GO = "go {unit} {x},{y}"
    THROW = "throw {unit} {target}"
    REST = "rest"


class Why(codes.Codes):
    GAME_OVER = "A-3"
    NOT_YOURS = "A-1", "unit:count"
    TOO_FAR = "A-1", "unit:count"
    NO_TARGET = "A-2", "target:count"


class Did(codes.Codes):
    WENT = "A-1", "side:side unit:count"
    THROWN = "A-2", "unit:count target:count face:die"
    HIT = "A-2", "target:count"
    MISSED = "A-2", "target:count"
    RESTED = "A-1", "side:side"
    OVER = "A-3", "turns:count"


@rule
def actor(s):
    return OVER if s.phase else s.side


@rule
def stands(s, unit, side):
    return 0 <= unit < UNITS and s.units[unit].side == side and s.units[unit].health > 0


@rule
def check(s, a, why):
    if s.phase:
        return because(why, Why.GAME_OVER)
    if a.kind == Do.REST:
        return OK
    if not stands(s, a.unit, s.side):
        return because(why, Why.NOT_YOURS, a.unit)
    if a.kind == Do.THROW:
        return OK if stands(s, a.target, 1 - s.side) else because(why, Why.NO_TARGET, a.target)
    u = s.units[a.unit]
    on_table = 0 <= a.x <= WIDTH and 0 <= a.y <= HEIGHT
    if not on_table or (a.x - u.x) ** 2 + (a.y - u.y) ** 2 > REACH * REACH:
        return because(why, Why.TOO_FAR, a.unit)
    return OK


@rule
def offer(s, a, kind, unit, target, x, y):
    """Write an action; 1 if it is legal."""
    a.kind, a.unit, a.target, a.x, a.y = kind, unit, target, x, y
    return 1 if check(s, a, None) == OK else 0


@rule
def legal_actions(s, out):
    n = offer(s, out[0], Do.REST, 0, 0, 0, 0)
    for unit in range(UNITS):
        for place in range(9):
            x, y = s.units[unit].x + (place % 3 - 1) * STEP, s.units[unit].y + (place // 3 - 1) * STEP
            if place != 4:
                n += offer(s, out[n], Do.GO, unit, 0, x, y)
        for target in range(UNITS):
            n += offer(s, out[n], Do.THROW, unit, target, 0, 0)
    return n


@rule
def apply(s, a, log):
    if a.kind == Do.GO:
        s.units[a.unit].x, s.units[a.unit].y = a.x, a.y
        emit(log, Did.WENT, s.side, a.unit)
    elif a.kind == Do.THROW:
        s.faces = dice.throw(s.dice)
        emit(log, Did.THROWN, a.unit, a.target, s.faces)
        hit = s.faces >= 4
        s.units[a.target].health -= 1 if hit else 0
        emit(log, Did.HIT if hit else Did.MISSED, a.target)
    else:
        emit(log, Did.RESTED, s.side)
    s.side = 1 - s.side
    s.turns += 1
    left = 0
    for unit in range(UNITS):
        left += stands(s, unit, s.side)
    if left == 0 or s.turns >= s.turn_limit:
        s.phase, s.winner = 1, 1 - s.side if left == 0 else -1
        emit(log, Did.OVER, s.turns)


class Tag(game.Game):
    """On 30 × 20 cm."""

    id, name, sides, classes = "tag", "Tag", ("blue", "red"), ("runner",)
    board = boards.Plane(WIDTH, HEIGHT)
    state, modules = STATE, (sys.modules[__name__],)
    actions, reasons, events = Do, Why, Did
    clauses = tuple(basics.Clause(f"A-{number}", "Tag") for number in range(1, 4))

    def words(self, lang: str) -> basics.Words:
        """In English only: other languages fall back to it."""
        return {
            "terms": {"blue": "Blue", "red": "Red", "runner": "runner"},
            "choices": {"GO": "Go to {x}, {y}", "THROW": "Throw at {target}", "REST": "Rest"},
            "reasons": {"NOT_YOURS": "Not yours: {unit}.", "TOO_FAR": "Too far.", "NO_TARGET": "No target: {target}."},
            "events": {
                "WENT": "{side}: {unit} goes",
                "THROWN": "{unit} throws at {target}: {face}",
                "HIT": "{target} is hit",
                "MISSED": "{target} is missed",
                "RESTED": "{side} rests",
                "OVER": "Turns: {turns}. It is over",
            },
            "clauses": {"A-1": "Go 4 cm, or rest.", "A-2": "A ball hits with 4.", "A-3": "The last wins."},
        }

    def new(self, s: Any, options: Any, seed: int) -> None:
        """Two runners on each side of the table."""
        dice.set_key(s.dice, seed)
        s.winner, s.turn_limit = -1, TURNS
        s.units["side"], s.units["health"] = [0, 0, 1, 1], 2
        s.units["x"], s.units["y"] = [500, 500, 2500, 2500], [600, 1400, 600, 1400]
        s.units["facing"] = [0, 0, 1800, 1800]
