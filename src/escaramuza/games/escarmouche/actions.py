"""Actions of Escarmouche as text, both ways: roll, 1@c2, obstacle@d3, e2-e4, e2xe5, charge:e2-d4xd5, guard:c3 …"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any

from escaramuza.games.basics import NotationError
from escaramuza.games.escarmouche import kinds, state, tables
from escaramuza.kernel import grid
from escaramuza.kernel.buffers import ACTION, one

WORDS = {"roll": kinds.ROLL, "ready": kinds.READY, "done": kinds.DONE, "no-guard": kinds.NO_GUARD}
WORD_OF = {kind: word for word, kind in WORDS.items()}
SQUARE = "([a-h][0-9])"
PLACE_TEXT = re.compile(rf"([0-9])@{SQUARE}")
OBSTACLE_TEXT = re.compile(rf"obstacle@{SQUARE}")
MOVE_TEXT = re.compile(f"{SQUARE}-{SQUARE}")
ATTACK_TEXT = re.compile(f"{SQUARE}x{SQUARE}")
GUARD_TEXT = re.compile(f"guard:{SQUARE}")
# After the ability's name: who, and what the card leaves open.
ABILITY_TEXT = {
    tables.CHARGE: re.compile(f"{SQUARE}-{SQUARE}x{SQUARE}"),
    tables.TACTICAL_RETREAT: MOVE_TEXT,
    tables.FORWARD: re.compile(f"{SQUARE},{SQUARE}-{SQUARE}"),
    tables.FEINT: re.compile(f"{SQUARE}~{SQUARE}"),
    tables.GUARDIAN: re.compile(rf"{SQUARE}\+{SQUARE}"),
    tables.DEFENSIVE_STANCE: re.compile(SQUARE),
    tables.SWEEP: re.compile(SQUARE),
}


def action(kind: int, unit: int = 0, target: int = 0, to: int = 0, choice: int = 0) -> Any:
    """An action record."""
    a = one(ACTION)
    a.kind, a.unit, a.target, a.to, a.choice = kind, unit, target, to, choice
    return a


def parse_action(s: Any, text: str) -> Any:
    """The action that a text names; whether it is legal is for `check`."""
    word = text.strip().lower()
    if word in WORDS:
        return action(WORDS[word])
    if found := MOVE_TEXT.fullmatch(word):
        kind = kinds.FREE_MOVE if s.phase == state.FORWARD_ASKS else kinds.MOVE
        return action(kind, _unit(s, found[1]), to=_square(found[2]))
    if found := ATTACK_TEXT.fullmatch(word):
        return action(kinds.ATTACK, _unit(s, found[1]), _unit(s, found[2]))
    if found := PLACE_TEXT.fullmatch(word):
        return action(kinds.PLACE, _numbered(s, int(found[1])), to=_square(found[2]))
    if found := OBSTACLE_TEXT.fullmatch(word):
        return action(kinds.OBSTACLE, to=_square(found[1]))
    if found := GUARD_TEXT.fullmatch(word):
        return action(kinds.GUARD, _unit(s, found[1]))
    name, colon, rest = word.partition(":")
    if colon and name in tables.ABILITIES:
        return _parse_ability(s, tables.ABILITIES.index(name), rest, text)
    raise NotationError("UNREADABLE_ACTION", text=text)


def _parse_ability(s: Any, ability: int, rest: str, text: str) -> Any:
    found = ABILITY_TEXT.get(ability, ATTACK_TEXT).fullmatch(rest)
    if found is None:
        raise NotationError("UNREADABLE_ABILITY", text=text, form=FORMS[ability])
    unit = _unit(s, found[1])
    if ability == tables.CHARGE:
        target = _unit(s, found[3])
        return action(kinds.ABILITY, unit, target, _square(found[2]), ability)
    if ability == tables.TACTICAL_RETREAT:
        return action(kinds.ABILITY, unit, to=_square(found[2]), choice=ability)
    if ability == tables.FORWARD:
        return action(kinds.ABILITY, unit, _unit(s, found[2]), _square(found[3]), ability)
    if ability in (tables.DEFENSIVE_STANCE, tables.SWEEP):
        return action(kinds.ABILITY, unit, choice=ability)
    return action(kinds.ABILITY, unit, _unit(s, found[2]), choice=ability)


def _square(name: str) -> int:
    number = grid.square_number(name)
    assert number is not None
    return number


def _unit(s: Any, name: str) -> int:
    """The unit on a square. Before the first turn nobody is looked up: `check` refuses such actions all the same, and
    the answer must not tell where a secret placement stands."""
    square = _square(name)
    if not grid.on_board(square):
        raise NotationError("NOT_A_SQUARE", square=name)
    if s.phase < state.TURN:
        return 0
    unit = int(s.board[square])
    if unit < 0:
        raise NotationError("NOBODY_THERE", square=name)
    return unit


def _numbered(s: Any, number: int) -> int:
    """Unit `number` of the squad whose turn it is to place; a number that no squad has stays outside."""
    if not 1 <= number <= tables.MOST_UNITS:
        raise NotationError("UNIT_NUMBER", number=number, most=tables.MOST_UNITS)
    return int(s.side) * tables.MOST_UNITS + number - 1


def format_action(s: Any, a: Any) -> str:
    """The text of an action in this position."""
    places = s.units["at"].tolist()
    return action_text(places, int(a.kind), int(a.unit), int(a.target), int(a.to), int(a.choice))


def action_text(places: Sequence[int], kind: int, unit: int, target: int, to: int, choice: int) -> str:
    """The text of an action given by its numbers and the squares of the units."""
    if kind in WORD_OF:
        return WORD_OF[kind]
    if kind == kinds.PLACE:
        return f"{unit % tables.MOST_UNITS + 1}@{grid.square_name(to)}"
    if kind == kinds.OBSTACLE:
        return f"obstacle@{grid.square_name(to)}"
    at = grid.square_name(places[unit])
    if kind in (kinds.MOVE, kinds.FREE_MOVE):
        return f"{at}-{grid.square_name(to)}"
    if kind == kinds.ATTACK:
        return f"{at}x{grid.square_name(places[target])}"
    if kind == kinds.GUARD:
        return f"guard:{at}"
    there = grid.square_name(places[target])
    rest = {
        tables.CHARGE: f"{at}-{grid.square_name(to)}x{there}",
        tables.TACTICAL_RETREAT: f"{at}-{grid.square_name(to)}",
        tables.FORWARD: f"{at},{there}-{grid.square_name(to)}",
        tables.FEINT: f"{at}~{there}",
        tables.GUARDIAN: f"{at}+{there}",
        tables.DEFENSIVE_STANCE: at,
        tables.SWEEP: at,
    }
    return f"{tables.ABILITIES[choice]}:{rest.get(choice, f'{at}x{there}')}"


# How each ability is written, for the sentence that a wrong text gets.
_EXAMPLE = [12, 20, 35] + [-1] * (tables.UNITS - 3)
FORMS = [action_text(_EXAMPLE, kinds.ABILITY, 0, 1, 28, ability) for ability in range(len(tables.ABILITIES))]


def every_action(s: Any) -> Iterator[Any]:
    """Every action that can be written down, legal or not, and some beyond the edges: the same in any position."""
    return iter(_all_actions())


@cache
def _all_actions() -> tuple[Any, ...]:
    return tuple(_every_action())


def _every_action() -> Iterator[Any]:
    for kind in (kinds.ROLL, kinds.READY, kinds.DONE, kinds.NO_GUARD):
        yield action(kind)
    squares, units = range(-1, grid.SQUARES + 1), range(-1, tables.UNITS + 1)
    for to in squares:
        yield action(kinds.OBSTACLE, to=to)
    for unit in units:
        yield action(kinds.GUARD, unit)
        for to in squares:
            for kind in (kinds.PLACE, kinds.MOVE, kinds.FREE_MOVE):
                yield action(kind, unit, to=to)
        for target in units:
            yield action(kinds.ATTACK, unit, target)
        for ability in range(-1, len(tables.ABILITIES) + 1):
            yield from _every_ability(unit, ability)


def _every_ability(unit: int, ability: int) -> Iterator[Any]:
    squares, units = range(-1, grid.SQUARES + 1), range(-1, tables.UNITS + 1)
    if ability in (tables.CHARGE, tables.FORWARD):
        for target, to in product(units, squares):
            yield action(kinds.ABILITY, unit, target, to, ability)
    elif ability == tables.TACTICAL_RETREAT:
        for to in squares:
            yield action(kinds.ABILITY, unit, to=to, choice=ability)
    elif ability in (tables.FEINT, tables.GUARDIAN) or (0 <= ability < len(tables.ABILITIES) and tables.AIMED[ability]):
        for target in units:
            yield action(kinds.ABILITY, unit, target, choice=ability)
    else:
        yield action(kinds.ABILITY, unit, choice=ability)
