"""Actions of Escaramuzas de Café as text, both ways: use b3, walk@12.5,30, shoot r5, card:knife b2 r5 …"""

import re
from collections.abc import Iterator
from typing import Any

from escaramuza.games.basics import NotationError
from escaramuza.games.cafe import kinds, state, tables
from escaramuza.games.cafe.rules.choices import candidates
from escaramuza.games.cafe.scene import Asking
from escaramuza.games.cafe.setup import SEAT_NAMES
from escaramuza.games.field.actions import action, with_lattice
from escaramuza.games.field.notation import place_text, read_place
from escaramuza.kernel.stack import top

WORDS = {
    "roll": kinds.ROLL,
    "keep": kinds.KEEP,
    "swap": kinds.SWAP,
    "ready": kinds.READY,
    "pass": kinds.PASS,
    "hold": kinds.HOLD,
    "card-only": kinds.CARD_ONLY,
    "end": kinds.END,
    "evade": kinds.EVADE,
    "stand": kinds.STAND,
    "advance": kinds.ADVANCE_ON,
    "stay": kinds.STAY,
    "no-support": kinds.NO_SUPPORT,
    "give-up": kinds.GIVE_UP,
    "no": kinds.NO,
    "deal": kinds.DEAL,
}
WORD_OF = {kind: word for word, kind in WORDS.items()}
WITH_UNIT = {"use": kinds.USE, "support": kinds.SUPPORT_WITH, "trap": kinds.TRAP_ON, "take": kinds.TAKE}
WITH_TARGET = {"shoot": kinds.SHOOT, "fight": kinds.FIGHT, "heal": kinds.HEAL}
WITH_PLACE = {
    "walk@": kinds.WALK,
    "run@": kinds.RUN,
    "walk>": kinds.WALK_BEND,
    "run>": kinds.RUN_BEND,
    "go@": kinds.GO,
    "bend@": kinds.BEND,
}
UNIT_WORD = {kind: word for word, kind in {**WITH_UNIT, **WITH_TARGET}.items()}
PLACE_WORD = {kind: word for word, kind in WITH_PLACE.items()}
COUNTED = ("range", "close")
ASKING: tuple[Asking, ...] = ("useful", "always", "never")
UNIT_TEXT = re.compile(r"([br])(\d{1,2})")
PLACED = re.compile(r"([br]\d{1,2})@(\S+)")


def parse_action(s: Any, text: str) -> Any:
    """The action that a text names; whether it is legal is for `check`."""
    word = " ".join(text.lower().split())
    if word in WORDS:
        return action(WORDS[word])
    head, _, rest = word.partition(" ")
    if head in WITH_UNIT:
        return action(WITH_UNIT[head], unit=_unit(rest))
    if head in WITH_TARGET:
        return action(WITH_TARGET[head], target=_unit(rest))
    if found := PLACED.fullmatch(word):
        unit = _unit(found[1])
        x, y, facing = read_place(found[2], int(s.units[unit].facing))
        return action(kinds.PLACE, unit, x=x, y=y, facing=facing)
    for start, kind in WITH_PLACE.items():
        if word.startswith(start):
            unit = _mover(s)
            x, y, facing = read_place(word[len(start) :], int(s.units[unit].facing))
            return action(kind, unit, x=x, y=y, facing=facing)
    if word.startswith("cancel:") and word[7:].isdecimal() and len(word) <= 8:
        return action(kinds.CANCEL, choice=int(word[7:]))
    if word.startswith("ask:") and word[4:] in ASKING:
        return action(kinds.ASK, choice=ASKING.index(word[4:]))
    if head == "strike":
        return _parse_strike(text, rest.split())
    if head.startswith("card:"):
        return _parse_card(s, head[5:], rest)
    raise NotationError("UNREADABLE_ACTION", text=text[:60])


def _parse_card(s: Any, name: str, rest: str) -> Any:
    if name not in tables.CARDS:
        raise NotationError("NO_SUCH_CARD_TEXT", text=name[:40])
    card = tables.CARDS.index(name)
    words = rest.split()
    if card in (tables.KNIFE, tables.DIVINE_WIND) and len(words) == 2:
        return action(kinds.CARD, _unit(words[0]), _unit(words[1]), choice=card)
    if card in (tables.INSTINCT, tables.FIRST_AID) and len(words) == 1:
        return action(kinds.CARD, _unit(words[0]), choice=card)
    if card == tables.SPY and len(words) == 1:
        if words[0] not in SEAT_NAMES:
            raise NotationError("NO_SUCH_SEAT_TEXT", text=words[0][:40])
        return action(kinds.CARD, target=SEAT_NAMES.index(words[0]), choice=card)
    if card == tables.TACTICAL and (found := PLACED.fullmatch(rest)):
        unit = _unit(found[1])
        x, y, facing = read_place(found[2], int(s.units[unit].facing))
        return action(kinds.CARD, unit, x=x, y=y, facing=facing, choice=card)
    if (
        card in (tables.KNIFE, tables.DIVINE_WIND, tables.INSTINCT, tables.FIRST_AID, tables.SPY, tables.TACTICAL)
        or words
    ):
        raise NotationError("UNREADABLE_ACTION", text=f"card:{name} {rest}"[:60])
    return action(kinds.CARD, choice=card)


def _parse_strike(text: str, words: list[str]) -> Any:
    """strike b1: by nobody; strike b1 r3 close, strike b1 r3 range: by an enemy, and how it counts."""
    if len(words) == 1:
        return action(kinds.STRIKE, _unit(words[0]), tables.NONE)
    if len(words) == 3 and words[2] in COUNTED:
        return action(kinds.STRIKE, _unit(words[0]), _unit(words[1]), choice=COUNTED.index(words[2]))
    raise NotationError("UNREADABLE_ACTION", text=text[:60])


def _mover(s: Any) -> int:
    """The unit that is moving; before that, whose turn it is does not matter: `check` refuses."""
    unit = int(top(s).unit) if s.phase in (state.MOVE, state.WAY) else 0
    return max(unit, 0)


def _unit(text: str) -> int:
    found = UNIT_TEXT.fullmatch(text)
    if found is None or not 1 <= int(found[2]) <= tables.MOST_UNITS:
        raise NotationError("NO_SUCH_UNIT_TEXT", text=text[:40])
    return "br".index(found[1]) * tables.MOST_UNITS + int(found[2]) - 1


def unit_text(unit: int) -> str:
    """b3, r12."""
    return f"{'br'[unit // tables.MOST_UNITS]}{unit % tables.MOST_UNITS + 1}"


def format_action(s: Any, a: Any) -> str:
    """The text of an action in this position."""
    kind, unit, target, choice = int(a.kind), int(a.unit), int(a.target), int(a.choice)
    if kind in WORD_OF:
        return WORD_OF[kind]
    if kind in (kinds.USE, kinds.SUPPORT_WITH, kinds.TRAP_ON, kinds.TAKE):
        return f"{UNIT_WORD[kind]} {unit_text(unit)}"
    if kind in UNIT_WORD:
        return f"{UNIT_WORD[kind]} {unit_text(target)}"
    if kind == kinds.CANCEL:
        return f"cancel:{choice}"
    if kind == kinds.STRIKE:
        by = "" if target == tables.NONE else f" {unit_text(target)} {COUNTED[choice]}"
        return f"strike {unit_text(unit)}{by}"
    if kind == kinds.ASK:
        return f"ask:{ASKING[choice]}"
    if kind == kinds.CARD and choice != tables.TACTICAL:
        return _card_text(unit, target, choice)
    place = place_text(int(a.x), int(a.y), int(a.facing), int(s.units[unit].facing))
    if kind == kinds.CARD:
        return f"card:{tables.CARDS[choice]} {unit_text(unit)}@{place}"
    return f"{unit_text(unit)}@{place}" if kind == kinds.PLACE else PLACE_WORD[kind] + place


def _card_text(unit: int, target: int, card: int) -> str:
    text = f"card:{tables.CARDS[card]}"
    if card in (tables.KNIFE, tables.DIVINE_WIND):
        return f"{text} {unit_text(unit)} {unit_text(target)}"
    if card in (tables.INSTINCT, tables.FIRST_AID):
        return f"{text} {unit_text(unit)}"
    return f"{text} {SEAT_NAMES[target]}" if card == tables.SPY else text


def every_action(s: Any) -> Iterator[Any]:
    """Every discrete action, legal or not, the lattice of places, and some beyond the edges."""
    return with_lattice(s, candidates, _discrete())


def _discrete() -> Iterator[Any]:
    for kind in WORDS.values():
        yield action(kind)
    units = range(-1, tables.UNITS + 1)
    for unit in units:
        for kind in (kinds.USE, kinds.SUPPORT_WITH, kinds.TRAP_ON, kinds.TAKE):
            yield action(kind, unit)
        for kind in (kinds.SHOOT, kinds.FIGHT, kinds.HEAL):
            yield action(kind, target=unit)
        for card in (tables.INSTINCT, tables.FIRST_AID):
            yield action(kinds.CARD, unit, choice=card)
        yield action(kinds.STRIKE, unit, tables.NONE)
        for target in units:
            yield action(kinds.STRIKE, unit, target, choice=target % 2)
            yield action(kinds.CARD, unit, target, choice=tables.KNIFE)
            yield action(kinds.CARD, unit, target, choice=tables.DIVINE_WIND)
    for choice in range(-1, 9):
        yield action(kinds.CANCEL, choice=choice)
    for seat in range(-1, tables.SEATS + 1):
        yield action(kinds.CARD, target=seat, choice=tables.SPY)
    for card in range(-1, len(tables.CARDS) + 1):
        if card not in (
            tables.INSTINCT,
            tables.FIRST_AID,
            tables.KNIFE,
            tables.DIVINE_WIND,
            tables.SPY,
            tables.TACTICAL,
        ):
            yield action(kinds.CARD, choice=card)
