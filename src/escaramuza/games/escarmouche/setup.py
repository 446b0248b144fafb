"""Starting a game, and placements that save putting units down one by one."""

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

from escaramuza.games.escarmouche import state, tables
from escaramuza.games.escarmouche.options import EscarmoucheOptions
from escaramuza.games.escarmouche.position import clear
from escaramuza.games.escarmouche.squads import ready_squads
from escaramuza.kernel.dice import set_key
from escaramuza.kernel.grid import SIZE, SQUARES, square_name
from escaramuza.words import LANGUAGES

LOCALE = Path(__file__).parent / "locale"
# Files from the middle outwards, and spread over the whole row.
LINE_FILES = (3, 4, 2, 5, 1, 6)
SPREAD_FILES = (0, 7, 2, 5, 3, 4)


def new(s: Any, options: EscarmoucheOptions, seed: int) -> None:
    """A fresh position: an empty board between two squads (E-P1), nothing thrown, nothing placed."""
    clear(s)
    set_key(s.dice, seed)
    s.phase = state.DIE_OFF
    s.turn_limit = options.turn_limit
    s.scenario = state.CENTRE_SCENARIO if options.scenario == "centre" else state.STANDARD
    s.placement = state.SECRET if options.placement == "secret" else state.ALTERNATE
    for side, squad in ((tables.WHITE, options.white_squad), (tables.BLACK, options.black_squad)):
        for number, unit in enumerate(squad.units):
            u = s.units[side * tables.MOST_UNITS + number]
            u.at = state.HAND
            u.health = u.max_health = unit.health
            u.range, u.move, u.power = unit.range, unit.move, unit.power
            for k, ability in enumerate(unit.abilities):
                u.abilities[k] = tables.ABILITIES.index(ability)


def names(options: EscarmoucheOptions) -> dict[str, dict[str, str]]:
    """Language → `unit:<number>` → what the unit is called; equal names of a squad get their number in it, and where
    both squads have one the side is added."""
    squads = (options.white_squad, options.black_squad)
    listed = [[unit.name for unit in squad.units] for squad in squads]
    found: dict[str, dict[str, str]] = {lang: {} for lang in LANGUAGES}
    for side, own in enumerate(listed):
        for number, name in enumerate(own):
            shown = f"{name} #{number + 1}" if own.count(name) > 1 else name
            for lang in LANGUAGES:
                suffix = f" ({_side_words(lang)[side]})" if name in listed[1 - side] else ""
                found[lang][f"unit:{side * tables.MOST_UNITS + number}"] = shown + suffix
    return found


@cache
def _side_words(lang: str) -> tuple[str, str]:
    terms = json.loads((LOCALE / f"{lang}.json").read_text(encoding="utf-8"))["terms"]
    return terms["white"], terms["black"]


def swapped(options: EscarmoucheOptions) -> EscarmoucheOptions:
    """The options of a rematch with the sides changed: every player keeps the squad."""
    return options.model_copy(update={"white_squad": options.black_squad, "black_squad": options.white_squad})


def mixed(lot: int) -> EscarmoucheOptions:
    """Options for one game of a series: two of the ready-made squads, drawn at random."""
    lots = random.Random(lot)
    white, black = lots.choice(list(ready_squads().values())), lots.choice(list(ready_squads().values()))
    return EscarmoucheOptions(white_squad=white, black_squad=black)


def shortcuts(s: Any, seat: int, seed: int) -> dict[str, list[str]]:
    """Ready-made and random placements as actions: all units of a secret placement, else the next one in turn."""
    if s.phase != state.PLACEMENT:
        return {}
    units = [i for i in range(tables.MOST_UNITS) if s.units[seat * tables.MOST_UNITS + i].at == state.HAND]
    if not units or (s.placement != state.SECRET and s.side != seat):
        return {}
    plans = {
        "line": _plan(s, seat, LINE_FILES),
        "spread": _plan(s, seat, SPREAD_FILES),
        "random": _random(s, seat, seed),
    }
    if s.placement != state.SECRET:
        units = units[:1]
    return {name: [f"{i + 1}@{square_name(plan[i])}" for i in units] for name, plan in plans.items()}


def _plan(s: Any, seat: int, files: tuple[int, ...]) -> list[int]:
    """A square for each unit: those that strike near in front, those that shoot behind; another free one if taken."""
    front, back = (1, 0) if seat == tables.WHITE else (SIZE - 2, SIZE - 1)
    plan: list[int] = []
    for i in range(tables.MOST_UNITS):
        u = s.units[seat * tables.MOST_UNITS + i]
        row = front if u.range <= 2 else back
        wanted = [row * SIZE + files[i], (front + back - row) * SIZE + files[i], *_free(s, seat)]
        plan.append(next(square for square in wanted if s.board[square] == state.EMPTY and square not in plan))
    return plan


def _random(s: Any, seat: int, seed: int) -> list[int]:
    return random.Random(seed).sample(_free(s, seat), tables.MOST_UNITS)


def _free(s: Any, seat: int) -> list[int]:
    return [square for square in range(SQUARES) if tables.HOME[seat, square] and s.board[square] == state.EMPTY]
