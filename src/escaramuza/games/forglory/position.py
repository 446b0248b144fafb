"""The one-line text of a position at the start of a round or of an activation:

`<south units> <north units> <south officers> <north officers> <markers> <owners> <round> <score> <order>`

A unit is `x,y/facing[:hits[:marks]]` in centimetres and degrees, `+` in reserve, `-` destroyed, `~` gone with its
division, in the order of its army, units parted by `;`. Marks: `c` column, `f` its general's last check failed, `o`
ordered in this activation. An officer is `x,y:experience[:lost]`, `+rounds:experience[:lost]` in reserve, `-` gone; the
staff comes last. Markers: `x,y:round:side` by `;`, `-` for none. Owners: one letter per objective, `-` nobody's. The
score: six numbers a side by comma, sides by `:`. Order: the groups still to come, by comma, each called after its
officer or the first unit of a detachment, with its initiative, `sg1:7`; the first one with `*` is active and passed its
check, with `!` failed it. `-` is before the round's initiative.
"""

import re
from typing import Any

from escaramuza.games.basics import NotationError
from escaramuza.games.field.notation import decimal, place_text, tenths
from escaramuza.games.forglory import state, tables
from escaramuza.games.forglory.actions import body_of
from escaramuza.games.forglory.ground import on_ground
from escaramuza.games.forglory.measure import put_officer, put_unit
from escaramuza.games.forglory.rules import groups
from escaramuza.games.forglory.rules.activation import G_ORDERS, leader
from escaramuza.games.forglory.rules.proceed import proceed
from escaramuza.games.forglory.rules.room import off_table, officer_off_table, someone_under
from escaramuza.games.forglory.rules.rounds import ACTIVATE, FORM
from escaramuza.games.forglory.rules.stack import A_GROUP, active_group
from escaramuza.games.forglory.setup import LETTER, unit_text
from escaramuza.kernel.buffers import silent_log
from escaramuza.kernel.rows import rows
from escaramuza.kernel.stack import push

FIELDS = 9
NUMBER = r"(\d{1,3}(?:\.\d{1,2})?)"
UNIT = re.compile(rf"{NUMBER},{NUMBER}/(\d{{1,3}}(?:\.\d)?)(?::([0-2])(?::([cfo]+))?)?")
OFFICER = re.compile(rf"(?:{NUMBER},{NUMBER}|\+(\d)):([0-6])(?::(\d{{1,2}}))?")
MARKER = re.compile(rf"{NUMBER},{NUMBER}:(\d{{1,2}}):([sn])")
GROUP = re.compile(r"([sn]g?\d{1,2}):(\d{1,2})([*!]?)")
MOST_FACES = 12


def parse_position(s: Any, text: str) -> None:
    """Write a text into a position fresh from `new`, whose map, armies and options stay."""
    fields = text.split()
    if len(fields) != FIELDS:
        raise NotationError("POSITION_FIELDS", wanted=FIELDS, found=len(fields))
    for side in range(2):
        _read_units(s, side, fields[side])
        _read_officers(s, side, fields[2 + side])
    _no_overlaps(s)
    _read_markers(s, fields[4])
    _read_owners(s, fields[5])
    if re.fullmatch(r"\d{1,2}", fields[6]) is None or not 1 <= int(fields[6]) <= s.rounds:
        raise NotationError("POSITION_ROUND", text=fields[6][:20])
    s.round_number = int(fields[6])
    _read_score(s, fields[7])
    s.removed = sum(1 for o in s.officers[: tables.DIVISIONS] if o.state == state.REMOVED)
    _read_order(s, fields[8])
    s.phase = state.RUNNING
    proceed(s, silent_log())


def _read_units(s: Any, side: int, text: str) -> None:
    own = [
        i for i in range(side * tables.MOST_UNITS, (side + 1) * tables.MOST_UNITS) if s.units[i].state != state.ABSENT
    ]
    parts = text.split(";")
    if len(parts) != len(own):
        raise NotationError("POSITION_UNITS", side=LETTER[side], wanted=len(own), found=len(parts))
    for unit, part in zip(own, parts, strict=True):
        if part in "-~+" and len(part) == 1:
            s.units[unit].state = {"-": state.OUT, "~": state.REMOVED, "+": state.IN_HAND}[part]
        else:
            _read_unit(s, unit, part)


def _read_unit(s: Any, unit: int, text: str) -> None:
    found = UNIT.fullmatch(text)
    if found is None or tenths(found[3], 1) >= 3600:
        raise NotationError("POSITION_UNIT", text=text[:60])
    u = s.units[unit]
    marks = found[5] or ""
    u.state, u.hits = state.ON_TABLE, int(found[4] or 0)
    u.column, u.confused, u.ordered = "c" in marks, "f" in marks, "o" in marks
    put_unit(s, unit, tenths(found[1], 2), tenths(found[2], 2), tenths(found[3], 1))
    if off_table(s, u.corners, 4) or on_ground(s, u.x, u.y, tables.IMPASSABLE, tables.CROSSING) >= 0:
        raise NotationError("POSITION_OFF_TABLE", text=text[:60])


def _read_officers(s: Any, side: int, text: str) -> None:
    own = [
        i
        for i in range(side * tables.MOST_DIVISIONS, (side + 1) * tables.MOST_DIVISIONS)
        if s.officers[i].state != state.ABSENT
    ]
    own.append(tables.STAFF + side)
    parts = text.split(";")
    if len(parts) != len(own):
        raise NotationError("POSITION_OFFICERS", side=LETTER[side], wanted=len(own), found=len(parts))
    for officer, part in zip(own, parts, strict=True):
        if part == "-":
            s.officers[officer].state = state.OUT if officer >= tables.STAFF else state.REMOVED
        else:
            _read_officer(s, officer, part)


def _read_officer(s: Any, officer: int, text: str) -> None:
    found = OFFICER.fullmatch(text)
    if found is None:
        raise NotationError("POSITION_OFFICER", text=text[:60])
    o = s.officers[officer]
    o.experience, o.lost = int(found[4]), int(found[5] or 0)
    if found[3] is not None:
        o.state, o.die = state.IN_HAND, int(found[3])
        return
    o.state = state.ON_TABLE
    put_officer(s, officer, tenths(found[1], 2), tenths(found[2], 2))
    if officer_off_table(s, o.x, o.y):
        raise NotationError("POSITION_OFF_TABLE", text=text[:60])


def _no_overlaps(s: Any) -> None:
    for unit in range(tables.UNITS):
        if s.units[unit].state != state.ON_TABLE:
            continue
        other = int(someone_under(s, unit))
        if other >= 0:
            raise NotationError("POSITION_OVERLAP", first=unit_text(unit), second=unit_text(other))


def _read_markers(s: Any, text: str) -> None:
    parts = [] if text == "-" else text.split(";")
    if len(parts) > state.MOST_MARKERS:
        raise NotationError("POSITION_MARKERS", text=text[:40])
    for m, part in zip(s.markers, parts, strict=False):
        found = MARKER.fullmatch(part)
        if found is None:
            raise NotationError("POSITION_MARKERS", text=part[:40])
        m.x, m.y, m.round_number = tenths(found[1], 2), tenths(found[2], 2), int(found[3])
        m.side = LETTER.index(found[4])
    s.n_markers = len(parts)


def _read_owners(s: Any, text: str) -> None:
    owners = "" if text == "." else text
    if len(owners) != s.n_objectives or set(owners) - set("sn-"):
        raise NotationError("POSITION_OWNERS", text=text[:20])
    for o, letter in zip(s.objectives, owners, strict=False):
        o.owner = state.NOBODY if letter == "-" else LETTER.index(letter)


def _read_score(s: Any, text: str) -> None:
    sides = text.split(":")
    numbers = [side.split(",") for side in sides]
    if len(sides) != 2 or any(len(row) != len(tables.SHEET) for row in numbers):
        raise NotationError("POSITION_SCORE", text=text[:60])
    for side, row in enumerate(numbers):
        for column, number in enumerate(row):
            if not number.isdecimal() or len(number) > 3:
                raise NotationError("POSITION_SCORE", text=text[:60])
            s.sheet[side, column] = int(number)


def _read_order(s: Any, text: str) -> None:
    """Form the groups of the round again; those that are not named have had their turn."""
    s.turn = state.NOBODY
    if text == "-":
        s.step = FORM
        return
    ordered = [int(u.ordered) for u in s.units]
    s.step = ACTIVATE
    _form(s)
    for unit, had in enumerate(ordered):
        s.units[unit].ordered = had
    for group in s.groups[: s.n_groups]:
        group.done = 1
    for place, part in enumerate(text.split(",")):
        found = GROUP.fullmatch(part)
        group = None if found is None else _named(s, body_of(found[1]))
        if found is None or group is None or int(found[2]) > MOST_FACES or (found[3] and place > 0):
            raise NotationError("POSITION_ORDER", text=part[:40])
        s.groups[group].done, s.groups[group].initiative = 0, int(found[2])
        if found[3]:
            _begin(s, group, found[3] == "*")


def _form(s: Any) -> None:
    """As at the round's initiative, but without its dice."""
    groups.clear_groups(s)
    for division in range(tables.DIVISIONS):
        if s.officers[division].state == state.ON_TABLE:
            groups.form_division(s, division)
    for unit in range(tables.UNITS):
        if s.units[unit].state == state.ON_TABLE and s.units[unit].group == tables.NONE:
            groups.form_detachment(s, unit, silent_log())


def _named(s: Any, body: int) -> int | None:
    return next((g for g in range(int(s.n_groups)) if int(leader(s, g)) == body), None)


def _begin(s: Any, group: int, passed: bool) -> None:
    push(s, A_GROUP)
    # What a compiled rule returns is a copy: written to is the frame itself.
    f = s.frames[s.depth - 1]
    f.unit, f.side, f.stage = group, s.groups[group].side, G_ORDERS
    s.groups[group].passed = int(passed)
    s.starter = s.groups[group].side if s.starter == state.NOBODY else s.starter
    if s.groups[group].officer != tables.NONE:
        for u in s.units:
            if u.group == group:
                u.confused = int(not passed)


def format_position(s: Any) -> str:
    """The text of a position; of one in the middle of an order, what stands now."""
    if s.round_number == 0:
        return "-"
    standing = [u for u in rows(s.units) if u.state != state.ABSENT]
    units = [";".join(_unit(u) for u in standing if u.side == side) for side in range(2)]
    officers = [";".join(_officer(s, i) for i in _officers(s, side)) for side in range(2)]
    markers = ";".join(f"{place_text(int(m.x), int(m.y), 0, 0)}:{m.round_number}:{LETTER[m.side]}" for m in _markers(s))
    owners = "".join("-" if o.owner == state.NOBODY else LETTER[o.owner] for o in s.objectives[: s.n_objectives])
    score = ":".join(",".join(str(int(number)) for number in row) for row in s.sheet)
    return " ".join([*units, *officers, markers or "-", owners or ".", str(s.round_number), score, _order(s)])


def _markers(s: Any) -> Any:
    return s.markers[: s.n_markers]


def _officers(s: Any, side: int) -> list[int]:
    own = range(side * tables.MOST_DIVISIONS, (side + 1) * tables.MOST_DIVISIONS)
    return [*(i for i in own if s.officers[i].state != state.ABSENT), tables.STAFF + side]


def _unit(u: Any) -> str:
    if u.state != state.ON_TABLE:
        return {state.OUT: "-", state.REMOVED: "~", state.IN_HAND: "+"}[int(u.state)]
    marks = "".join(mark for mark, on in zip("cfo", (u.column, u.confused, u.ordered), strict=True) if on)
    text = f"{decimal(int(u.x), 2)},{decimal(int(u.y), 2)}/{decimal(int(u.facing), 1)}"
    if marks:
        return f"{text}:{u.hits}:{marks}"
    return f"{text}:{u.hits}" if u.hits else text


def _officer(s: Any, i: int) -> str:
    o = s.officers[i]
    if o.state in (state.OUT, state.REMOVED):
        return "-"
    lost = f":{o.lost}" if o.lost else ""
    if o.state == state.IN_HAND:
        return f"+{o.die}:{o.experience}{lost}"
    return f"{decimal(int(o.x), 2)},{decimal(int(o.y), 2)}:{o.experience}{lost}"


def _order(s: Any) -> str:
    active = int(active_group(s))
    waiting = [g for g in range(int(s.n_groups)) if not s.groups[g].done]
    waiting.sort(key=lambda g: (g != active, -int(groups.rank(s, g)), g))
    if not waiting:
        return "-"
    parts = []
    for g in waiting:
        mark = "" if g != active else "*" if s.groups[g].passed else "!"
        parts.append(f"{unit_text(int(leader(s, g)))}:{s.groups[g].initiative}{mark}")
    return ",".join(parts)
