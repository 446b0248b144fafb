"""The one-line text of a position: `<white units> <black units> <w|b> <actions left> <obstacles> <markers>` (E-E6).

A unit is `-` once eliminated, else `square[:health[:marks]]`, in the order of its squad.
"""

import re
from typing import Any

from escaramuza.games.basics import NotationError
from escaramuza.games.escarmouche import state, tables
from escaramuza.games.escarmouche.rules.choices import has_action
from escaramuza.kernel.bits import BIT
from escaramuza.kernel.grid import SQUARES, square_name, square_number

FIELDS = 6
OBSTACLES_PLACED = 2
SIDE_LETTERS = "wb"
# Mark → (field of the unit, value).
MARKS = {
    "a": ("attacked", 1),
    "u": ("used", 1),
    "o": ("overcharged", 1),
    "n": ("acts", 1),
    "s": ("stance", 1),
    "r": ("retreated", 1),
    "p": ("suppressed", state.COMING),
    "P": ("suppressed", state.NOW),
    "x": ("drained", state.COMING),
    "X": ("drained", state.NOW),
}
# Marks of the side whose turn it is, and of the other one.
OWN_MARKS, OTHER_MARKS = set("auonsrPxXg"), set("srpxg")
MARK_TEXT = re.compile(r"(?:[auonsrpPxX]|g[1-6])*")


def clear(s: Any) -> None:
    """An empty board, no units, nothing decided."""
    s.winner = state.NOBODY
    s.board[:] = state.EMPTY
    s.blocked = 0
    s.walls = 0
    s.frame.unit = s.frame.target = s.frame.ability = tables.NONE
    for i in range(tables.UNITS):
        u = s.units[i]
        u.side = i // tables.MOST_UNITS
        u.at = state.ABSENT
        u.abilities[:] = tables.NONE
        u.ward = tables.NONE


def parse_position(s: Any, text: str) -> None:
    """Put a game into the middle of a turn (E-E6): the units are those of the squads; options and dice stay."""
    fields = text.split()
    if len(fields) != FIELDS:
        raise NotationError("POSITION_FIELDS", expected=FIELDS, found=len(fields))
    white, black, side, actions, obstacles, markers = fields
    if side not in ("w", "b"):
        raise NotationError("POSITION_SIDE", text=side)
    if actions not in ("1", "2"):
        raise NotationError("POSITION_ACTIONS", text=actions, most=tables.ACTIONS)
    s.phase = state.TURN
    s.side = SIDE_LETTERS.index(side)
    s.actions = int(actions)
    s.ready[:] = 1
    _read_obstacles(s, obstacles)
    _read_markers(s, markers)
    for number, units in ((tables.WHITE, white), (tables.BLACK, black)):
        _read_units(s, number, units)
    if sum(s.units["acts"].tolist()) > tables.ACTIONS - s.actions:
        raise NotationError("POSITION_ACTED", actions=actions)
    if not has_action(s):
        raise NotationError("POSITION_STUCK", side=side)


def _read_obstacles(s: Any, text: str) -> None:
    for name in [] if text == "-" else text.split(","):
        square = square_number(name)
        if (
            square is None
            or not 0 <= square < SQUARES
            or not tables.OBSTACLE_ZONE[square]
            or s.board[square] != state.EMPTY
        ):
            raise NotationError("POSITION_OBSTACLE", text=name)
        s.board[square] = state.WALL
        s.walls |= BIT[square]
        s.blocked |= BIT[square]
    if text.count(",") >= OBSTACLES_PLACED:
        raise NotationError("POSITION_OBSTACLE", text=text)
    if s.walls and s.scenario != state.CENTRE_SCENARIO:
        raise NotationError("POSITION_SCENARIO")


def _read_markers(s: Any, text: str) -> None:
    if text == "-":
        return
    if s.scenario != state.CENTRE_SCENARIO:
        raise NotationError("POSITION_SCENARIO")
    found = re.fullmatch("([0-4]):([0-4])", text)
    if found is None:
        raise NotationError("POSITION_MARKERS", text=text, most=tables.MARKERS_TO_WIN - 1)
    s.markers[tables.WHITE], s.markers[tables.BLACK] = int(found[1]), int(found[2])


def _read_units(s: Any, side: int, text: str) -> None:
    first = side * tables.MOST_UNITS
    units = [s.units[i] for i in range(first, first + tables.MOST_UNITS) if s.units[i].at != state.ABSENT]
    parts = text.split(",")
    if len(parts) != len(units):
        raise NotationError("POSITION_UNITS", side=SIDE_LETTERS[side], expected=len(units), found=len(parts))
    for i, part in enumerate(parts):
        if part == "-":
            units[i].at = state.OUT
            units[i].health = 0
        else:
            _read_unit(s, first + i, part)
    for i, u in enumerate(units):
        if u.ward != tables.NONE and s.units[u.ward].at == state.OUT:
            raise NotationError("POSITION_MARKS", text=parts[i])
    if all(u.at == state.OUT for u in units):
        raise NotationError("POSITION_NOBODY", side=SIDE_LETTERS[side])


def _read_unit(s: Any, number: int, text: str) -> None:
    u = s.units[number]
    name, _, rest = text.partition(":")
    health, _, marks = rest.partition(":")
    square = square_number(name)
    if square is None or not 0 <= square < SQUARES:
        raise NotationError("POSITION_SQUARE", text=text)
    if s.board[square] != state.EMPTY:
        raise NotationError("POSITION_TAKEN", square=name)
    if health and (not re.fullmatch("[0-9]{1,2}", health) or not 1 <= int(health) <= u.max_health):
        raise NotationError("POSITION_HEALTH", text=text, most=int(u.max_health))
    u.at = square
    u.health = int(health) if health else u.max_health
    s.board[square] = number
    s.blocked |= BIT[square]
    _read_marks(s, number, marks, text)


def _read_marks(s: Any, number: int, marks: str, text: str) -> None:
    u = s.units[number]
    letters = [mark for mark in marks if not mark.isdigit()]
    allowed = OWN_MARKS if u.side == s.side else OTHER_MARKS
    if not MARK_TEXT.fullmatch(marks) or len(set(letters)) < len(letters) or not set(letters) <= allowed:
        raise NotationError("POSITION_MARKS", text=text)
    for mark in letters:
        if mark != "g":
            field, value = MARKS[mark]
            setattr(u, field, value)
    if guarded := re.search("g([1-6])", marks):
        ward = int(u.side) * tables.MOST_UNITS + int(guarded[1]) - 1
        if ward == number or s.units[ward].at == state.ABSENT:
            raise NotationError("POSITION_MARKS", text=text)
        u.ward = ward
    if not _believable(s, u, letters):
        raise NotationError("POSITION_MARKS", text=text)


def _believable(s: Any, u: Any, letters: list[str]) -> bool:
    """Whether the marks can come together on this unit: what it did this turn fits its actions and its abilities."""
    abilities = {tables.ABILITIES[k] for k in u.abilities if k != tables.NONE}
    needs = {
        "o": tables.ABILITIES[tables.OVERCHARGE],
        "x": tables.ABILITIES[tables.OVERCHARGE],
        "X": tables.ABILITIES[tables.OVERCHARGE],
        "r": tables.ABILITIES[tables.TACTICAL_RETREAT],
        "g": tables.ABILITIES[tables.GUARDIAN],
    }
    if any(mark in letters and needs[mark] not in abilities for mark in needs):
        return False
    if u.overcharged != (u.side == s.side and u.drained == state.COMING) or {"x", "X"} <= set(letters):
        return False
    if u.used and (u.attacked or u.overcharged or not abilities - {tables.ABILITIES[tables.OVERCHARGE]}):
        return False
    if u.side != s.side:
        return True
    if sum(mark in letters for mark in "auo") > u.acts:
        return False
    return not (u.drained == state.NOW and (u.attacked or u.overcharged))


def format_position(s: Any) -> str:
    """The text of a position. One in the middle of a question adds `?`, one before the first turn stars: neither can
    be read back."""
    side = SIDE_LETTERS[int(s.side)]
    obstacles = ",".join(square_name(n) for n in range(SQUARES) if s.board[n] == state.WALL) or "-"
    markers = f"{s.markers[0]}:{s.markers[1]}" if s.scenario == state.CENTRE_SCENARIO else "-"
    asks = ["?"] if s.phase in (state.FORWARD_ASKS, state.GUARDIAN_ASKS) else []
    return " ".join([_units(s, tables.WHITE), _units(s, tables.BLACK), side, str(s.actions), obstacles, markers, *asks])


def _units(s: Any, side: int) -> str:
    listed = [
        s.units[i]
        for i in range(side * tables.MOST_UNITS, (side + 1) * tables.MOST_UNITS)
        if s.units[i].at != state.ABSENT
    ]
    return ",".join(_unit(u) for u in listed)


def _unit(u: Any) -> str:
    if u.at == state.OUT:
        return "-"
    if u.at == state.HAND or u.at < 0:
        return "*"
    marks = "".join(mark for mark, (field, value) in MARKS.items() if getattr(u, field) == value)
    marks += f"g{u.ward % tables.MOST_UNITS + 1}" if u.ward != tables.NONE else ""
    text = square_name(int(u.at))
    if marks or u.health != u.max_health:
        text += f":{u.health}"
    return f"{text}:{marks}" if marks else text
