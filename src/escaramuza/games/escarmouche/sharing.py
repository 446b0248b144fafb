"""Share codes of Escarmouche: a unit (`U`) or a squad (`S`).

Figures and abilities take three bytes a unit; texts have their length before them. docs/barracks.md shows the layout.
"""

from typing import Any

from escaramuza.games import sharecode
from escaramuza.games.escarmouche import squads
from escaramuza.games.escarmouche.squads import Squad, Unit
from escaramuza.games.escarmouche.tables import ABILITIES
from escaramuza.games.sharecode import Envelope, Reader

UNIT, SQUAD = "U", "S"
NIBBLE = 4
LOW_BITS = 15
# Every text full, four bytes a character.
CODE = Envelope(UNIT + SQUAD, most_bytes=180 + squads.LONGEST_LIST * 720)


def encode(what: Unit | Squad, lang: str = "en") -> str:
    """The code of a unit or a squad; of a quote in several languages the one asked for goes along."""
    return CODE.seal(SQUAD, _squad(what, lang)) if isinstance(what, Squad) else CODE.seal(UNIT, _unit(what, lang))


def decode(text: str) -> Unit | Squad:
    """What a code stands for. Whatever is wrong with it, the answer is CODE_DAMAGED or CODE_VERSION."""
    return CODE.open(text, _read)


def looks_like_code(text: str) -> bool:
    """Whether a text is meant as a code, damaged or not."""
    return CODE.looks_like_code(text)


def _unit(unit: Unit, lang: str) -> bytes:
    first, second, *_ = *(ABILITIES.index(ability) + 1 for ability in unit.abilities), 0, 0
    figures = bytes([unit.health << NIBBLE | unit.range, unit.move << NIBBLE | unit.power, first << NIBBLE | second])
    return (
        figures
        + sharecode.text_bytes(unit.name)
        + sharecode.text_bytes(unit.icon)
        + sharecode.text_bytes(unit.quote_in(lang))
    )


def _squad(squad: Squad, lang: str) -> bytes:
    units = b"".join(_unit(unit, lang) for unit in squad.units)
    return sharecode.text_bytes(squad.name) + sharecode.number_bytes(len(squad.units)) + units


def _read(letter: str, body: bytes) -> Unit | Squad:
    reader = Reader(body)
    found = _read_squad(reader) if letter == SQUAD else _read_unit(reader)
    reader.end()
    return found


def _read_unit(reader: Reader) -> Unit:
    (health, range_), (move, power), chosen = [divmod(reader.byte(), LOW_BITS + 1) for _ in range(3)]
    if not chosen[0] and chosen[1]:
        raise ValueError(chosen)
    form: dict[str, Any] = {"health": health, "range": range_, "move": move, "power": power}
    form["abilities"] = [ABILITIES[number - 1] for number in chosen if number]
    form |= {"name": reader.text(), "icon": reader.text(), "quote": reader.text()}
    return squads.checked(Unit, form)


def _read_squad(reader: Reader) -> Squad:
    name = reader.text()
    units = [_read_unit(reader) for _ in range(min(reader.number(), squads.LONGEST_LIST + 1))]
    return squads.checked(Squad, {"name": name, "units": units})
