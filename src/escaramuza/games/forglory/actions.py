"""Actions of For Glory as text, both ways: use s3, move@52.5,60/270, charge n4, shoot n2, react n5 …"""

import re
from collections.abc import Iterator
from typing import Any

from escaramuza.games.basics import NotationError
from escaramuza.games.field.actions import action, with_lattice
from escaramuza.games.field.notation import place_text, read_place
from escaramuza.games.forglory import kinds, tables
from escaramuza.games.forglory.measure import x_of, y_of
from escaramuza.games.forglory.rules.choices import candidates
from escaramuza.games.forglory.rules.rounds import FIRST_DEPLOY, REINFORCE
from escaramuza.games.forglory.rules.stack import A_RIDE, AN_ORDER
from escaramuza.games.forglory.setup import LETTER, unit_text
from escaramuza.kernel.stack import top

WORDS = {
    "roll": kinds.ROLL,
    "ready": kinds.READY,
    "reserve": kinds.RESERVE,
    "end": kinds.END,
    "hold": kinds.HOLD,
    "fight": kinds.FIGHT,
    "retreat": kinds.RETREAT,
    "regroup": kinds.REGROUP,
    "decline": kinds.DECLINE,
    "stay": kinds.STAY,
    "advance": kinds.ADVANCE,
    "again": kinds.AGAIN,
}
WORD_OF = {kind: word for word, kind in WORDS.items()}
WITH_UNIT = {"use": kinds.USE, "react": kinds.REACT}
UNIT_WORD = {kind: word for word, kind in WITH_UNIT.items()}
# A leg of a unit, with its facing; a place for an officer or a marker, without.
LEGS = {"move@": kinds.MOVE, "bend@": kinds.BEND, "march@": kinds.MARCH, "march>": kinds.MARCH_BEND}
POINTS = {"ride@": kinds.RIDE, "ride>": kinds.RIDE_BEND, "marker@": kinds.MARKER, "put@": kinds.PUT}
PLACE_WORD = {kind: word for word, kind in {**LEGS, **POINTS}.items()}
BODY_TEXT = re.compile(r"([sn])(g?)(\d{1,2})|([sn])s")
PLACED = re.compile(r"([sn]g?\d{1,2}|[sn]s)@(\S+)")


def parse_action(s: Any, text: str) -> Any:
    """The action that a text names; whether it is legal is for `check`."""
    word = " ".join(text.lower().split())
    if word in WORDS:
        return action(WORDS[word])
    head, _, rest = word.partition(" ")
    if head in WITH_UNIT:
        return action(WITH_UNIT[head], unit=body_of(rest))
    if head == "shoot":
        return action(kinds.SHOOT, target=body_of(rest))
    if head == "retreat":
        return action(kinds.RETREAT, choice=1 + body_of(rest))
    if head == "charge":
        return _charge(s, kinds.CHARGE, 0, rest)
    if head == "join":
        name, _, aim = rest.partition(" ")
        return _charge(s, kinds.JOIN, body_of(name), aim)
    if head == "pick":
        return action(kinds.PICK, choice=_number(rest, text) + _first_to_pick(s))
    if head == "assign":
        name, _, division = rest.partition(" ")
        body = body_of(name)
        if body >= tables.UNITS:
            raise NotationError("NO_SUCH_UNIT_TEXT", text=name[:40])
        return action(
            kinds.ASSIGN, body, choice=body // tables.MOST_UNITS * tables.MOST_DIVISIONS + _number(division, text)
        )
    if head == "swap":
        first, _, second = rest.partition(" ")
        return action(kinds.SWAP, *sorted((body_of(first), body_of(second))))
    if found := PLACED.fullmatch(word):
        body = body_of(found[1])
        x, y, facing = read_place(found[2], int(s.units[body].facing) if body < tables.UNITS else 0)
        return action(kinds.PLACE, body, x=x, y=y, facing=facing)
    for start, kind in LEGS.items():
        if word.startswith(start):
            unit = _mover(s)
            x, y, facing = read_place(word[len(start) :], int(s.units[unit].facing))
            return action(kind, unit, x=x, y=y, facing=facing)
    for start, kind in POINTS.items():
        if word.startswith(start):
            x, y, _ = read_place(word[len(start) :], 0)
            return action(kind, _rider(s) if kind in (kinds.RIDE, kinds.RIDE_BEND) else 0, x=x, y=y)
    raise NotationError("UNREADABLE_ACTION", text=text[:60])


def _number(text: str, whole: str) -> int:
    if not text.isdecimal() or len(text) > 3 or int(text) < 1:
        raise NotationError("UNREADABLE_ACTION", text=whole[:60])
    return int(text) - 1


def _first_to_pick(s: Any) -> int:
    """Divisions are counted a side, groups in all."""
    return int(s.asked) * tables.MOST_DIVISIONS if s.step in (FIRST_DEPLOY, REINFORCE) else 0


def _charge(s: Any, kind: int, unit: int, text: str) -> Any:
    name, _, aim = text.partition("@")
    target = body_of(name.strip())
    x, y = int(x_of(s, target)), int(y_of(s, target))
    if aim:
        x, y, _ = read_place(aim, 0)
    return action(kind, unit, target, x=x, y=y)


def _mover(s: Any) -> int:
    """The unit that has its order; where there is none `check` refuses."""
    f = top(s)
    return max(int(f.unit), 0) if f.code == AN_ORDER else 0


def _rider(s: Any) -> int:
    f = top(s)
    return tables.UNITS + int(f.unit) if f.code == A_RIDE else tables.UNITS


def body_of(text: str) -> int:
    """The body that a text names."""
    found = BODY_TEXT.fullmatch(text)
    if found is None:
        raise NotationError("NO_SUCH_UNIT_TEXT", text=text[:40])
    if found[4]:
        return tables.UNITS + tables.STAFF + LETTER.index(found[4])
    side, number = LETTER.index(found[1]), int(found[3])
    if not 1 <= number <= (tables.MOST_DIVISIONS if found[2] else tables.MOST_UNITS):
        raise NotationError("NO_SUCH_UNIT_TEXT", text=text[:40])
    return (
        tables.UNITS + side * tables.MOST_DIVISIONS + number - 1 if found[2] else side * tables.MOST_UNITS + number - 1
    )


def format_action(s: Any, a: Any) -> str:
    """The text of an action in this position."""
    kind, unit, target = int(a.kind), int(a.unit), int(a.target)
    if kind == kinds.RETREAT and a.choice > 0:
        return f"retreat {unit_text(int(a.choice) - 1)}"
    if kind in WORD_OF:
        return WORD_OF[kind]
    if kind in UNIT_WORD:
        return f"{UNIT_WORD[kind]} {unit_text(unit)}"
    if kind == kinds.SHOOT:
        return f"shoot {unit_text(target)}"
    if kind in (kinds.CHARGE, kinds.JOIN):
        aimed = int(x_of(s, target)) != a.x or int(y_of(s, target)) != a.y
        who = f"charge {unit_text(target)}" if kind == kinds.CHARGE else f"join {unit_text(unit)} {unit_text(target)}"
        return who + (f"@{place_text(int(a.x), int(a.y), 0, 0)}" if aimed else "")
    if kind == kinds.PICK:
        return f"pick {int(a.choice) - _first_to_pick(s) + 1}"
    if kind == kinds.ASSIGN:
        return f"assign {unit_text(unit)} {int(a.choice) % tables.MOST_DIVISIONS + 1}"
    if kind == kinds.SWAP:
        return f"swap {unit_text(unit)} {unit_text(target)}"
    if kind == kinds.PLACE:
        before = int(s.units[unit].facing) if unit < tables.UNITS else int(a.facing)
        return f"{unit_text(unit)}@{place_text(int(a.x), int(a.y), int(a.facing), before)}"
    before = (
        int(s.units[unit].facing) if kind in (kinds.MOVE, kinds.BEND, kinds.MARCH, kinds.MARCH_BEND) else int(a.facing)
    )
    return PLACE_WORD[kind] + place_text(int(a.x), int(a.y), int(a.facing), before)


def every_action(s: Any) -> Iterator[Any]:
    """Every discrete action, legal or not, the lattice of places, and some beyond the edges."""
    return with_lattice(s, candidates, _discrete())


def _discrete() -> Iterator[Any]:
    for kind in WORDS.values():
        if kind not in (kinds.RESERVE, kinds.AGAIN):
            yield action(kind)
    for body in range(-1, tables.BODIES + 1):
        yield action(kinds.REACT, body)
        yield action(kinds.USE, body)
        yield action(kinds.SHOOT, target=body)
    for choice in range(-1, tables.DIVISIONS + 1):
        yield action(kinds.PICK, choice=choice)
        for unit in (-1, 0, tables.MOST_UNITS, tables.UNITS):
            yield action(kinds.ASSIGN, unit, choice=choice)
            yield action(kinds.SWAP, unit, choice + tables.MOST_UNITS)
