"""The one-line text of a position at the start of a turn (C-E10):

`<blue units> <red units> <round> <b|r> <points> <left> <owners> <score> <hands>`

A unit is `-` once it is out, else `x,y[/facing][:health[:wounds[:marks]]]` in centimetres and degrees, in the order of
its army, units parted by `;`. Marks: `a` was active in this round, `c` camouflaged, `h` moved out of hiding, `p`
poisoned, `t` a point held back by a tourniquet, each with a digit where it is several points, `k` and a digit: enemies
destroyed since its last promotion, `s` and a digit: its player in a team, where the units were not dealt in their
order. Points are action points, `7:6`; `0:0` is before the round's initiative. Left is the side at the left edge.
Owners: one letter per objective, `-` nobody's; a capital where it was the first owner's without a break. The score is
`4:2`. Hands: cards by comma, seats by `|`, `-` for none.
"""

import re
from typing import Any

from escaramuza.games.basics import NotationError
from escaramuza.games.cafe import measure, state, tables
from escaramuza.games.cafe.actions import unit_text
from escaramuza.games.cafe.rules.deck import fill
from escaramuza.games.cafe.rules.proceed import proceed
from escaramuza.games.cafe.rules.units import standing
from escaramuza.games.cafe.rules.waiting import wait
from escaramuza.games.field.notation import place_text, tenths
from escaramuza.kernel.buffers import silent_log
from escaramuza.kernel.rows import rows

FIELDS = 9
LETTER = "br"
MOST_POINTS = 12
UNIT = re.compile(
    r"(\d{1,3}(?:\.\d{1,2})?),(\d{1,3}(?:\.\d{1,2})?)(?:/(\d{1,3}(?:\.\d)?))?(?::(\d)(?::(\d)(?::([achptks0-9]+))?)?)?"
)
MARKS = re.compile(r"(a?)([ch]?)(?:(p)([2-9])?)?(?:(t)([2-9])?)?(?:k([0-9]))?(?:s([1-4]))?")


def parse_position(s: Any, text: str) -> None:
    """Write a text into a position fresh from `new`, whose map, armies and options stay."""
    fields = text.split()
    if len(fields) != FIELDS:
        raise NotationError("POSITION_FIELDS", wanted=FIELDS, found=len(fields))
    for side in range(2):
        _read_units(s, side, fields[side])
    _no_overlaps(s)
    _read_round(s, fields[2], fields[3], fields[4])
    if fields[5] not in LETTER or len(fields[5]) != 1:
        raise NotationError("POSITION_SIDE", text=fields[5][:20])
    s.left = LETTER.index(fields[5])
    _read_owners(s, fields[6])
    _read_score(s, fields[7])
    _read_hands(s, fields[8])
    s.thrown = 1 if s.points.any() else 0
    s.phase = state.RUNNING
    s.losses = 1 if min(standing(s, 0), standing(s, 1)) <= tables.BEATEN else 0
    proceed(s, silent_log())


def _read_units(s: Any, side: int, text: str) -> None:
    own = [
        i for i in range(side * tables.MOST_UNITS, (side + 1) * tables.MOST_UNITS) if s.units[i].state != state.ABSENT
    ]
    parts = text.split(";")
    if len(parts) != len(own):
        raise NotationError("POSITION_UNITS", side=LETTER[side], wanted=len(own), found=len(parts))
    for unit, part in zip(own, parts, strict=True):
        if part == "-":
            s.units[unit].state = state.OUT
            s.units[unit].health = 0
        else:
            _read_unit(s, unit, part)


def _read_unit(s: Any, unit: int, text: str) -> None:
    found = UNIT.fullmatch(text)
    marks = MARKS.fullmatch(found[6] or "") if found else None
    if found is None or marks is None:
        raise NotationError("POSITION_UNIT", text=text[:60])
    u = s.units[unit]
    u.state = state.ON_TABLE
    facing = tenths(found[3], 1) if found[3] else 0
    printed = int(tables.HEALTH[u.type])
    u.health = printed if found[4] is None else int(found[4])
    u.wounds = int(found[5] or 0)
    if facing >= 3600 or not 1 <= u.health <= printed or u.wounds >= tables.MOST_WOUNDS:
        raise NotationError("POSITION_UNIT", text=text[:60])
    measure.put(s, unit, tenths(found[1], 2), tenths(found[2], 2), facing)
    if not measure.stays_on_table(s, u.corners, 0, 0) or measure.wall(s, u.corners, 0, 0) >= 0:
        raise NotationError("POSITION_OFF_TABLE", text=text[:60])
    u.acted, u.harmless, u.camouflaged = int(bool(marks[1])), int(bool(marks[2])), int(marks[2] == "c")
    poison, held_back = (int(number or 1) if mark else 0 for mark, number in (marks.group(3, 4), marks.group(5, 6)))
    if poison + held_back > state.MOST_WAITING:
        raise NotationError("POSITION_UNIT", text=text[:60])
    for point in range(poison + held_back):
        wait(u, tables.NONE, 0, int(point < poison))
    u.kills = int(marks[7] or 0)
    if marks[8]:
        if int(marks[8]) > s.players:
            raise NotationError("POSITION_UNIT", text=text[:60])
        u.seat = u.side + 2 * (int(marks[8]) - 1)
    if u.kills >= tables.PROMOTES_AT[u.type]:
        raise NotationError("POSITION_UNIT", text=text[:60])


def _no_overlaps(s: Any) -> None:
    for unit in range(tables.UNITS):
        if s.units[unit].state != state.ON_TABLE:
            continue
        other = int(measure.blocker(s, unit, s.units[unit].corners, 0, 0, measure.EVERYTHING))
        if other >= 0:
            raise NotationError("POSITION_OVERLAP", first=unit_text(unit), second=unit_text(other))


def _read_round(s: Any, number: str, side: str, points: str) -> None:
    if re.fullmatch(r"\d{1,2}", number) is None or not 1 <= int(number) <= s.rounds:
        raise NotationError("POSITION_ROUND", text=number[:20])
    if side not in LETTER or len(side) != 1:
        raise NotationError("POSITION_SIDE", text=side[:20])
    pair = re.fullmatch(r"(\d{1,2}):(\d{1,2})", points)
    if pair is None or max(int(pair[1]), int(pair[2])) > MOST_POINTS:
        raise NotationError("POSITION_POINTS", text=points[:20])
    s.round_number, s.side = int(number), LETTER.index(side)
    s.starter = s.first_starter = s.side
    s.points[:] = int(pair[1]), int(pair[2])


def _read_owners(s: Any, text: str) -> None:
    if len(text) != s.n_objectives or set(text.lower()) - set("br-"):
        raise NotationError("POSITION_OWNERS", text=text[:20])
    for o, letter in zip(s.objectives, text, strict=False):
        if letter == "-":
            continue
        o.owner = LETTER.index(letter.lower())
        o.unbroken = int(letter.isupper())
        o.first = o.owner if letter.isupper() else 1 - o.owner


def _read_score(s: Any, text: str) -> None:
    pair = re.fullmatch(r"(\d{1,3}):(\d{1,3})", text)
    if pair is None:
        raise NotationError("POSITION_SCORE", text=text[:20])
    for side in range(2):
        s.sheet[0, side, tables.FOR_OBJECTIVES] = int(pair[side + 1])


def _read_hands(s: Any, text: str) -> None:
    s.held[:] = 0
    s.hand_size[:] = 0
    if not s.with_cards:
        if text != "-":
            raise NotationError("POSITION_HANDS", text=text[:40])
        return
    fill(s)
    hands = text.split("|")
    if len(hands) != 2 * s.players:
        raise NotationError("POSITION_HANDS", text=text[:40])
    for seat, hand in enumerate(hands):
        for name in [] if hand == "-" else hand.split(","):
            if (
                name not in tables.CARDS
                or s.deck[tables.CARDS.index(name)] == 0
                or tables.CARDS.index(name) == tables.TRAP_CARD
            ):
                raise NotationError("POSITION_HANDS", text=name[:40])
            s.deck[tables.CARDS.index(name)] -= 1
            s.held[seat, tables.CARDS.index(name)] += 1
            s.hand_size[seat] += 1


def format_position(s: Any) -> str:
    """The text of a position; of one in the middle of an activation, what stands now."""
    if s.round_number == 0 and s.phase != state.FINISHED:
        return "-"
    sides = [";".join(_units(s, side)) for side in range(2)]
    score = ":".join(str(int(s.sheet[:, side].sum())) for side in range(2))
    points = f"{s.points[0]}:{s.points[1]}"
    return " ".join([*sides, str(s.round_number), LETTER[s.side], points, LETTER[s.left], _owners(s), score, _hands(s)])


def _units(s: Any, side: int) -> list[str]:
    own = rows(s.units[(s.units["side"] == side) & (s.units["state"] != state.ABSENT)])
    found = []
    for number, u in enumerate(own):
        dealt = u.seat in (tables.NONE, side + 2 * (number % int(s.players)))
        found.append(_unit(u, "" if dealt else f"s{u.seat // 2 + 1}"))
    return found


def _unit(u: Any, owner: str) -> str:
    # More damage than health, and a tourniquet may still hold some back: as it stands now the unit is out.
    if u.state != state.ON_TABLE or (u.type != state.UNKNOWN and u.health <= 0):
        return "-"
    moved = u.harmless and not u.camouflaged
    shown = zip("achpt", (u.acted, u.camouflaged, moved, u.poison, u.delayed), strict=True)
    marks = "".join(mark + (str(count) if count > 1 else "") for mark, count in shown if count)
    marks += (f"k{u.kills}" if u.kills else "") + owner
    text = place_text(int(u.x), int(u.y), int(u.facing), 0)
    tail = [f":{u.health}", f":{u.wounds}", f":{marks}"]
    if marks:
        return text + "".join(tail)
    if u.wounds:
        return text + "".join(tail[:2])
    return text if u.type >= 0 and u.health == tables.HEALTH[u.type] else text + tail[0]


def _owners(s: Any) -> str:
    letters = []
    for o in s.objectives[: s.n_objectives]:
        letter = "-" if o.owner == state.NOBODY else LETTER[o.owner]
        letters.append(letter.upper() if o.unbroken else letter)
    return "".join(letters)


def _hands(s: Any) -> str:
    if not s.with_cards:
        return "-"
    hands = []
    for seat in range(2 * int(s.players)):
        held = [tables.CARDS[card] for card in range(len(tables.CARDS)) for _ in range(int(s.held[seat, card]))]
        hands.append(",".join(held) or "-")
    return "|".join(hands)
