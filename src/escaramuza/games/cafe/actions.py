"""Actions of Escaramuzas de Café as text, both ways: use b3, walk@12.5,30, shoot r5, card:knife b2 r5 …"""

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from escaramuza.games.cafe import kinds
from escaramuza.games.cafe.kinds import (
    ASK,
    BEND,
    CANCEL,
    CARD,
    FIGHT,
    GO,
    HEAL,
    PLACE,
    RUN,
    RUN_BEND,
    SHOOT,
    STRIKE,
    SUPPORT_WITH,
    TAKE,
    TRAP_ON,
    USE,
    WALK,
    WALK_BEND,
)  # fmt: skip
from escaramuza.games.cafe.rules.choices import candidates
from escaramuza.games.cafe.scene import Asking
from escaramuza.games.cafe.setup import SEAT_NAMES
from escaramuza.games.cafe.state import MOVE, WAY
from escaramuza.games.cafe.tables import (
    CARDS,
    DIVINE_WIND,
    FIRST_AID,
    INSTINCT,
    KNIFE,
    MOST_UNITS,
    NONE,
    SEATS,
    SPY,
    TACTICAL,
    UNITS,
)  # fmt: skip
from escaramuza.games.field.notation import place_text, read_place
from escaramuza.games.spec import NotationError
from escaramuza.kernel.buffers import ACTION, copy, one
from escaramuza.kernel.stack import top

WORDS = {
    "roll": kinds.ROLL, "keep": kinds.KEEP, "swap": kinds.SWAP, "ready": kinds.READY, "pass": kinds.PASS,
    "hold": kinds.HOLD, "card-only": kinds.CARD_ONLY, "end": kinds.END, "evade": kinds.EVADE, "stand": kinds.STAND,
    "advance": kinds.ADVANCE_ON, "stay": kinds.STAY, "no-support": kinds.NO_SUPPORT, "give-up": kinds.GIVE_UP,
    "no": kinds.NO, "deal": kinds.DEAL,
}  # fmt: skip
WORD_OF = {kind: word for word, kind in WORDS.items()}
WITH_UNIT = {"use": USE, "support": SUPPORT_WITH, "trap": TRAP_ON, "take": TAKE}
WITH_TARGET = {"shoot": SHOOT, "fight": FIGHT, "heal": HEAL}
WITH_PLACE = {"walk@": WALK, "run@": RUN, "walk>": WALK_BEND, "run>": RUN_BEND, "go@": GO, "bend@": BEND}
UNIT_WORD = {kind: word for word, kind in {**WITH_UNIT, **WITH_TARGET}.items()}
PLACE_WORD = {kind: word for word, kind in WITH_PLACE.items()}
COUNTED = ("range", "close")
ASKING: tuple[Asking, ...] = ("useful", "always", "never")
UNIT_TEXT = re.compile(r"([br])(\d{1,2})")
PLACED = re.compile(r"([br]\d{1,2})@(\S+)")


def action(kind: int, unit: int = 0, target: int = 0, x: int = 0, y: int = 0, facing: int = 0, choice: int = 0) -> Any:
    """An action record."""
    a = one(ACTION)
    a.kind, a.unit, a.target, a.x, a.y, a.facing, a.choice = kind, unit, target, x, y, facing, choice
    return a


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
        return action(PLACE, unit, x=x, y=y, facing=facing)
    for start, kind in WITH_PLACE.items():
        if word.startswith(start):
            unit = _mover(s)
            x, y, facing = read_place(word[len(start) :], int(s.units[unit].facing))
            return action(kind, unit, x=x, y=y, facing=facing)
    if word.startswith("cancel:") and word[7:].isdecimal() and len(word) <= 8:
        return action(CANCEL, choice=int(word[7:]))
    if word.startswith("ask:") and word[4:] in ASKING:
        return action(ASK, choice=ASKING.index(word[4:]))
    if head == "strike":
        return _parse_strike(text, rest.split())
    if head.startswith("card:"):
        return _parse_card(s, head[5:], rest)
    raise NotationError("UNREADABLE_ACTION", text=text[:60])


def _parse_card(s: Any, name: str, rest: str) -> Any:
    if name not in CARDS:
        raise NotationError("NO_SUCH_CARD_TEXT", text=name[:40])
    card = CARDS.index(name)
    words = rest.split()
    if card in (KNIFE, DIVINE_WIND) and len(words) == 2:
        return action(CARD, _unit(words[0]), _unit(words[1]), choice=card)
    if card in (INSTINCT, FIRST_AID) and len(words) == 1:
        return action(CARD, _unit(words[0]), choice=card)
    if card == SPY and len(words) == 1:
        if words[0] not in SEAT_NAMES:
            raise NotationError("NO_SUCH_SEAT_TEXT", text=words[0][:40])
        return action(CARD, target=SEAT_NAMES.index(words[0]), choice=card)
    if card == TACTICAL and (found := PLACED.fullmatch(rest)):
        unit = _unit(found[1])
        x, y, facing = read_place(found[2], int(s.units[unit].facing))
        return action(CARD, unit, x=x, y=y, facing=facing, choice=card)
    if card in (KNIFE, DIVINE_WIND, INSTINCT, FIRST_AID, SPY, TACTICAL) or words:
        raise NotationError("UNREADABLE_ACTION", text=f"card:{name} {rest}"[:60])
    return action(CARD, choice=card)


def _parse_strike(text: str, words: list[str]) -> Any:
    """strike b1: by nobody; strike b1 r3 close, strike b1 r3 range: by an enemy, and how it counts."""
    if len(words) == 1:
        return action(STRIKE, _unit(words[0]), NONE)
    if len(words) == 3 and words[2] in COUNTED:
        return action(STRIKE, _unit(words[0]), _unit(words[1]), choice=COUNTED.index(words[2]))
    raise NotationError("UNREADABLE_ACTION", text=text[:60])


def _mover(s: Any) -> int:
    """The unit that is moving; before that, whose turn it is does not matter: `check` refuses."""
    unit = int(top(s).unit) if s.phase in (MOVE, WAY) else 0
    return max(unit, 0)


def _unit(text: str) -> int:
    found = UNIT_TEXT.fullmatch(text)
    if found is None or not 1 <= int(found[2]) <= MOST_UNITS:
        raise NotationError("NO_SUCH_UNIT_TEXT", text=text[:40])
    return "br".index(found[1]) * MOST_UNITS + int(found[2]) - 1


def unit_text(unit: int) -> str:
    """b3, r12."""
    return f"{'br'[unit // MOST_UNITS]}{unit % MOST_UNITS + 1}"


def format_action(s: Any, a: Any) -> str:
    """The text of an action in this position."""
    kind, unit, target, choice = int(a.kind), int(a.unit), int(a.target), int(a.choice)
    if kind in WORD_OF:
        return WORD_OF[kind]
    if kind in (USE, SUPPORT_WITH, TRAP_ON, TAKE):
        return f"{UNIT_WORD[kind]} {unit_text(unit)}"
    if kind in UNIT_WORD:
        return f"{UNIT_WORD[kind]} {unit_text(target)}"
    if kind == CANCEL:
        return f"cancel:{choice}"
    if kind == STRIKE:
        by = "" if target == NONE else f" {unit_text(target)} {COUNTED[choice]}"
        return f"strike {unit_text(unit)}{by}"
    if kind == ASK:
        return f"ask:{ASKING[choice]}"
    if kind == CARD and choice != TACTICAL:
        return _card_text(unit, target, choice)
    place = place_text(int(a.x), int(a.y), int(a.facing), int(s.units[unit].facing))
    if kind == CARD:
        return f"card:{CARDS[choice]} {unit_text(unit)}@{place}"
    return f"{unit_text(unit)}@{place}" if kind == PLACE else PLACE_WORD[kind] + place


def _card_text(unit: int, target: int, card: int) -> str:
    text = f"card:{CARDS[card]}"
    if card in (KNIFE, DIVINE_WIND):
        return f"{text} {unit_text(unit)} {unit_text(target)}"
    if card in (INSTINCT, FIRST_AID):
        return f"{text} {unit_text(unit)}"
    return f"{text} {SEAT_NAMES[target]}" if card == SPY else text


def every_action(s: Any) -> Iterator[Any]:
    """Every discrete action, legal or not, the lattice of places, and some beyond the edges."""
    buffer = np.zeros(8192, ACTION)
    seen = set()
    for i in range(int(candidates(s, buffer))):
        seen.add(buffer[i].tobytes())
        yield copy(buffer[i])
    for a in _discrete():
        if a.tobytes() not in seen:
            yield a


def _discrete() -> Iterator[Any]:
    for kind in WORDS.values():
        yield action(kind)
    units = range(-1, UNITS + 1)
    for unit in units:
        for kind in (USE, SUPPORT_WITH, TRAP_ON, TAKE):
            yield action(kind, unit)
        for kind in (SHOOT, FIGHT, HEAL):
            yield action(kind, target=unit)
        for card in (INSTINCT, FIRST_AID):
            yield action(CARD, unit, choice=card)
        yield action(STRIKE, unit, NONE)
        for target in units:
            yield action(STRIKE, unit, target, choice=target % 2)
            yield action(CARD, unit, target, choice=KNIFE)
            yield action(CARD, unit, target, choice=DIVINE_WIND)
    for choice in range(-1, 9):
        yield action(CANCEL, choice=choice)
    for seat in range(-1, SEATS + 1):
        yield action(CARD, target=seat, choice=SPY)
    for card in range(-1, len(CARDS) + 1):
        if card not in (INSTINCT, FIRST_AID, KNIFE, DIVINE_WIND, SPY, TACTICAL):
            yield action(CARD, choice=card)
