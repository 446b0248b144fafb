"""How likely what is, before anybody throws: checks, shots and melees, exact over all faces."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, cast

import numpy as np

from escaramuza.games.forglory import state, tables
from escaramuza.games.forglory.clauses import CLAUSES
from escaramuza.games.forglory.codes import Did
from escaramuza.games.forglory.measure import from_front, put_unit
from escaramuza.games.forglory.rules import charge
from escaramuza.games.forglory.rules.checks import chance, leadership_modifiers, morale_modifiers
from escaramuza.games.forglory.rules.melee import fighters, melee_modifiers, melee_row
from escaramuza.games.forglory.rules.shooting import fire_modifiers, fire_row
from escaramuza.games.forglory.scene import GloryFireChances, GloryMeleeChances, GloryMeleeRows, GloryModifier, MeleeRow
from escaramuza.kernel import buffers
from escaramuza.kernel.dice import FACES
from escaramuza.kernel.plane import TURN, turned_x, turned_y

SECTION = {clause.id: clause.section for clause in CLAUSES}
CLAUSE_OF = {
    "category": "G-U2",
    "quality": "G-U4",
    "flank": "G-R3",
    "road": "G-B1",
    "cover": "G-Y4",
    "disorganised": "G-R29",
    "moved": "G-B1",
    "frontal": "G-R44",
    "hits": "G-B1",
    "reaction": "G-R37",
    "close": "G-B2",
    "markers": "G-R52",
    "officer": "G-K2",
    "lost": "G-K2",
    "experience": "G-K4",
    "staff": "G-R6",
    "distance": "G-R6",
}

# The rows of the melee table but for the draw, which is its first.
RESULTS = cast(tuple[MeleeRow, ...], tables.MELEE_ROWS[1:])
# The modifiers of one side of a melee, and of the other.
Both = tuple[list[GloryModifier], list[GloryModifier]]


def morale(s: Any, unit: int) -> float:
    """The chance of passing a morale check."""
    return int(chance(int(morale_modifiers(s, unit, buffers.silent_log())))) / FACES


def leadership(s: Any, officer: int) -> float:
    """The chance of passing a leadership check."""
    return int(chance(int(leadership_modifiers(s, officer, buffers.silent_log())))) / FACES


def _told(log: Any) -> list[GloryModifier]:
    """The modifiers that a log tells, with where they come from."""
    found: list[GloryModifier] = []
    for event in log.events[: log.n]:
        if event.code == Did.MODIFIER:
            reason = tables.MODIFIERS[int(event.numbers[1])]
            clause = CLAUSE_OF[reason] if CLAUSE_OF[reason] in SECTION else Did.MODIFIER.clause
            found.append(
                {
                    "unit": int(event.numbers[0]),
                    "reason": reason,
                    "value": int(event.numbers[2]),
                    "clause": clause,
                    "section": SECTION[clause],
                }
            )
    return found


def shot_chances(s: Any, unit: int, target: int, moved: bool, reacting: bool = False) -> GloryFireChances:
    """The rows of the fire table with their probabilities, and the modifiers."""
    log = buffers.one(buffers.LOG)
    modifier = int(fire_modifiers(s, unit, target, moved, reacting, log))
    rows = dict.fromkeys(tables.ROWS, 0)
    for face in range(1, FACES + 1):
        rows[tables.ROWS[int(fire_row(face + modifier))]] += 1
    return {
        "kind": "fire",
        "modifiers": _told(log),
        "total": modifier,
        "rows": {row: count / FACES for row, count in rows.items()},
        "morale": None,
    }


def charge_chances(
    s: Any, unit: int, target: int, aim: tuple[int, int], extra: bool = False, reacting: bool = False
) -> GloryMeleeChances | None:
    """What a charge leads to if it makes contact: all that would be linked by it fight. None where it cannot be."""
    why = buffers.one(buffers.WHY)
    if charge.check_run(s, unit, target, aim[0], aim[1], extra, why) != buffers.OK:
        return None
    if target >= tables.UNITS:
        return _melee(([], []), None, officer=True)
    board = buffers.copy(s)
    _make_contact(board, unit, target, aim, extra, reacting)
    shaken = morale(board, target) if board.units[target].hits >= tables.SHAKEN else None
    own, mine, theirs = _sums(board, unit)
    return _melee(own, _rows(mine, theirs), shaken=shaken)


def _melee(
    modifiers: Both, rows: GloryMeleeRows | None, shaken: float | None = None, officer: bool = False
) -> GloryMeleeChances:
    own, enemy = modifiers
    return {
        "kind": "melee",
        "modifiers": own,
        "enemy": enemy,
        "rows": rows,
        "morale": None,
        "shaken": shaken,
        "officer": officer,
    }


def _make_contact(board: Any, unit: int, target: int, aim: tuple[int, int], extra: bool, reacting: bool) -> None:
    u = board.units[unit]
    x, y = int(u.x), int(u.y)
    angle = int(charge.charge_angle(board, unit, *aim))
    put_unit(board, unit, x, y, angle)
    far = int(charge.charge_length(board, unit, target, angle, charge.charge_reach(board, unit, extra)))
    put_unit(board, unit, x + int(turned_x(far, 0, angle)), y + int(turned_y(far, 0, angle)), angle % TURN)
    u.charging = state.HEAD_ON_CHARGE if from_front(board, u.x, u.y, target) else state.FLANK_CHARGE
    u.as_reaction = int(reacting)


def melee_chances(s: Any, unit: int) -> GloryMeleeChances:
    """The rows of the melee that a unit is in, as it stands."""
    own, mine, theirs = _sums(s, unit)
    return _melee(own, _rows(mine, theirs))


def _sums(s: Any, unit: int) -> tuple[Both, dict[int, Fraction], dict[int, Fraction]]:
    """The modifiers of both sides of a melee, and how their sums are distributed."""
    fights = np.zeros(tables.UNITS, np.int64)
    fighters(s, unit, fights)
    side = int(s.units[unit].side)
    told: Both = ([], [])
    sums: tuple[dict[int, Fraction], dict[int, Fraction]] = ({0: Fraction(1)}, {0: Fraction(1)})
    spread = list(sums)
    for k in range(tables.UNITS):
        if not fights[k]:
            continue
        log = buffers.one(buffers.LOG)
        modifier = int(melee_modifiers(s, k, log))
        which = 0 if k // tables.MOST_UNITS == side else 1
        told[which].extend(_told(log))
        spread[which] = _with_die(spread[which], modifier)
    return told, spread[0], spread[1]


def _with_die(spread: Mapping[int, Fraction], modifier: int) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for total, share in spread.items():
        for face in range(1, FACES + 1):
            key = total + face + modifier
            found[key] = found.get(key, Fraction(0)) + share / FACES
    return found


def _rows(mine: Mapping[int, Fraction], theirs: Mapping[int, Fraction]) -> GloryMeleeRows:
    won = dict.fromkeys(RESULTS, Fraction(0))
    lost = dict.fromkeys(RESULTS, Fraction(0))
    draw = Fraction(0)
    for total, share in mine.items():
        for other, part in theirs.items():
            row = int(melee_row(abs(total - other)))
            if row == tables.DRAW_ROW:
                draw += share * part
            else:
                table = won if total > other else lost
                table[RESULTS[row - 1]] += share * part
    return {
        "won": {row: float(share) for row, share in won.items()},
        "draw": float(draw),
        "lost": {row: float(share) for row, share in lost.items()},
    }
