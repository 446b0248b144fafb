"""Share codes: a unit or a squad as a short text that fits into a link.

A code is `U` or `S` (unit, squad), the version, and base64url without padding of: three bytes of checksum over all
that follows and the two letters before, one byte that says whether the rest is deflated, and the rest. Figures and
abilities take three bytes a unit; texts are UTF-8 with their length before them. docs/barracks.md shows the layout.
"""

import base64
import binascii
import re
import zlib
from typing import Any

from escaramuza.games.escarmouche.squads import LONGEST_LIST, Squad, Unit, checked
from escaramuza.games.escarmouche.tables import ABILITIES
from escaramuza.games.spec import NotationError

UNIT, SQUAD = "U", "S"
VERSION = "1"
PLAIN, DEFLATED = 0, 1
CHECKSUM = 3
NIBBLE = 4
LOW_BITS = 15
# What a sentence leaves behind a code that is copied out of it.
LEFT_BEHIND = ".,;)>"
CODE = re.compile(r"[US][0-9][A-Za-z0-9_-]{8,}")
# The longest draft there can be: every text full, four bytes a character.
MOST_BYTES = 180 + LONGEST_LIST * 720
MOST_TEXT = MOST_BYTES * 4 // 3 + 8


def encode(what: Unit | Squad, lang: str = "en") -> str:
    """The code of a unit or a squad; of a quote in several languages the one asked for goes along."""
    kind, body = (SQUAD, _squad(what, lang)) if isinstance(what, Squad) else (UNIT, _unit(what, lang))
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packer.compress(body) + packer.flush()
    data = bytes([DEFLATED]) + packed if len(packed) < len(body) else bytes([PLAIN]) + body
    start = kind + VERSION
    return start + _letters(_checksum(start, data) + data)


def decode(text: str) -> Unit | Squad:
    """What a code stands for. Whatever is wrong with it, the answer is CODE_DAMAGED or CODE_VERSION."""
    # Mail and chat programs break long lines.
    text = "".join(text[: 2 * MOST_TEXT].split()).rstrip(LEFT_BEHIND)
    if len(text) > MOST_TEXT or not CODE.fullmatch(text):
        raise NotationError("CODE_DAMAGED")
    start, letters = text[:2], text[2:]
    if start[1] != VERSION:
        raise NotationError("CODE_VERSION", found=start[1], known=VERSION)
    try:
        data = _bytes(letters)
        if data[:CHECKSUM] != _checksum(start, data[CHECKSUM:]):
            raise ValueError
        reader = _Reader(_unpacked(data[CHECKSUM:]))
        found = reader.squad() if start[0] == SQUAD else reader.unit()
        reader.end()
    except (ValueError, IndexError, zlib.error) as error:
        raise NotationError("CODE_DAMAGED") from error
    return found


def looks_like_code(text: str) -> bool:
    """Whether a text is meant as a code, damaged or not."""
    return CODE.fullmatch(text.strip().rstrip(LEFT_BEHIND)) is not None


def _checksum(start: str, data: bytes) -> bytes:
    return (zlib.crc32(start.encode() + data) & 0xFFFFFF).to_bytes(CHECKSUM)


def _letters(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode("ascii").rstrip("=")


def _bytes(letters: str) -> bytes:
    """The bytes of a code; a last letter with loose bits is not one that `encode` wrote."""
    try:
        data = base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
    except binascii.Error as error:
        raise ValueError(letters) from error
    if _letters(data) != letters:
        raise ValueError(letters)
    return data


def _unpacked(data: bytes) -> bytes:
    """The body, never longer than the longest draft."""
    if data[0] == PLAIN:
        return data[1:]
    if data[0] != DEFLATED:
        raise ValueError(data[0])
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
    body = unpacker.decompress(data[1:], MOST_BYTES)
    if not unpacker.eof or unpacker.unused_data:
        raise ValueError(len(body))
    return body


def _length(number: int) -> bytes:
    """A length in seven bits a byte, the high bit says that more follow."""
    if number < 0x80:
        return bytes([number])
    return bytes([number & 0x7F | 0x80]) + _length(number >> 7)


def _text(text: str) -> bytes:
    data = text.encode("utf-8")
    return _length(len(data)) + data


def _unit(unit: Unit, lang: str) -> bytes:
    first, second, *_ = *(ABILITIES.index(ability) + 1 for ability in unit.abilities), 0, 0
    figures = bytes([unit.health << NIBBLE | unit.range, unit.move << NIBBLE | unit.power, first << NIBBLE | second])
    return figures + _text(unit.name) + _text(unit.icon) + _text(unit.quote_in(lang))


def _squad(squad: Squad, lang: str) -> bytes:
    return _text(squad.name) + _length(len(squad.units)) + b"".join(_unit(unit, lang) for unit in squad.units)


class _Reader:
    """Reads a body from its start; a body that ends too early raises IndexError or ValueError."""

    def __init__(self, body: bytes) -> None:
        self.body = body
        self.at = 0

    def byte(self) -> int:
        self.at += 1
        return self.body[self.at - 1]

    def length(self) -> int:
        number, shift = 0, 0
        while (byte := self.byte()) & 0x80:
            number |= (byte & 0x7F) << shift
            shift += 7
            if shift > 14:
                raise ValueError(shift)
        return number | byte << shift

    def text(self) -> str:
        length = self.length()
        data = self.body[self.at : self.at + length]
        if len(data) < length:
            raise ValueError(length)
        self.at += length
        return data.decode("utf-8")

    def unit(self) -> Unit:
        pairs = [divmod(self.byte(), LOW_BITS + 1) for _ in range(3)]
        (health, range_), (move, power), chosen = pairs
        if not chosen[0] and chosen[1]:
            raise ValueError(chosen)
        form: dict[str, Any] = {"health": health, "range": range_, "move": move, "power": power}
        form["abilities"] = [ABILITIES[number - 1] for number in chosen if number]
        form |= {"name": self.text(), "icon": self.text(), "quote": self.text()}
        return checked(Unit, form)

    def squad(self) -> Squad:
        name = self.text()
        units = [self.unit() for _ in range(min(self.length(), LONGEST_LIST + 1))]
        return checked(Squad, {"name": name, "units": units})

    def end(self) -> None:
        """Nothing may be left."""
        if self.at != len(self.body):
            raise ValueError(self.at)
