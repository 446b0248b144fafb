"""Share codes of maps: a battlefield as a text that fits into a link.

A code is the letter of the game, the version, and base64url without padding of: three bytes of checksum over all that
follows and the two letters before, one byte that says whether the rest is deflated, and the rest. Lengths are counted
in the largest unit that divides all of them; a corner is written as the way from the corner before; a piece that is the
one before it, turned by half around the middle of the table, takes one byte. docs/maps.md shows the layout.
"""

import base64
import binascii
import math
import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from escaramuza.games.field.form import LONGEST_LIST
from escaramuza.games.spec import NotationError

VERSION = "1"
PLAIN, DEFLATED = 0, 1
CHECKSUM = 3
# In the place of a kind: the piece before, turned by half.
TURNED = 0x80
# What a sentence leaves behind a code that is copied out of it.
LEFT_BEHIND = ".,;)>"
M = TypeVar("M")
Form = dict[str, Any]
Pairs = Sequence[tuple[int, int]]


@dataclass(frozen=True)
class MapCode:
    """The codes of one game's maps: their letter, and what of a map is written in which order."""

    letter: str
    sizes: tuple[str, ...]
    kinds: tuple[str, ...]
    # Those a piece may be given; none where its kind decides.
    roles: tuple[str, ...] = ()
    roads: bool = False

    @cached_property
    def most_bytes(self) -> int:
        """The longest draft there can be: every list full, three bytes a number."""
        points = 6 * LONGEST_LIST
        roads = 1 + LONGEST_LIST * (1 + points) if self.roads else 0
        return 200 + points + LONGEST_LIST * (5 + points) + roads

    @cached_property
    def most_text(self) -> int:
        """The longest code."""
        return self.most_bytes * 4 // 3 + 8

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """What is meant as a code of this game."""
        return re.compile(self.letter + r"[0-9][A-Za-z0-9_-]{8,}")

    def looks_like_code(self, text: str) -> bool:
        """Whether a text is meant as a code, damaged or not."""
        return self.pattern.fullmatch("".join(text.split()).rstrip(LEFT_BEHIND)) is not None

    def encode(self, form: Form) -> str:
        """The code of a map, a draft too."""
        body = self._body(form)
        packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
        packed = packer.compress(body) + packer.flush()
        data = bytes([DEFLATED]) + packed if len(packed) < len(body) else bytes([PLAIN]) + body
        start = self.letter + VERSION
        return start + _letters(_checksum(start, data) + data)

    def decode(self, text: str, checked: Callable[[Form], M]) -> M:
        """The map of a code. Whatever is wrong with it, the answer is MAP_CODE_DAMAGED or MAP_CODE_VERSION."""
        # Mail and chat programs break long lines.
        text = "".join(text[: 2 * self.most_text].split()).rstrip(LEFT_BEHIND)
        if len(text) > self.most_text or not self.pattern.fullmatch(text):
            raise NotationError("MAP_CODE_DAMAGED")
        start, letters = text[:2], text[2:]
        if start[1] != VERSION:
            raise NotationError("MAP_CODE_VERSION", found=start[1], known=VERSION)
        try:
            data = _bytes(letters)
            if data[:CHECKSUM] != _checksum(start, data[CHECKSUM:]):
                raise ValueError
            reader = _Reader(_unpacked(data[CHECKSUM:], self.most_bytes))
            field = checked(self._form(reader))
            reader.end()
        except (ValueError, IndexError, zlib.error) as error:
            raise NotationError("MAP_CODE_DAMAGED") from error
        return field

    def _body(self, form: Form) -> bytes:
        unit = math.gcd(*self._lengths(form)) or 1
        name: bytes = form["name"].encode("utf-8")
        sizes = b"".join(_signed(form[size] // unit) for size in self.sizes)
        head = _number(len(name)) + name + _number(unit) + sizes + _points(form["objectives"], unit)
        body = head + _number(len(form["terrain"])) + self._pieces(form, unit)
        return body + self._roads(form, unit) if self.roads else body

    def _lengths(self, form: Form) -> list[int]:
        shapes = [form["objectives"], *(piece["corners"] for piece in form["terrain"]), *form.get("roads", ())]
        return [*(form[size] for size in self.sizes), *(n for shape in shapes for point in shape for n in point)]

    def _pieces(self, form: Form, unit: int) -> bytes:
        written = b""
        before: Form | None = None
        for piece in form["terrain"]:
            copy = before is not None and turned(before, form["width"], form["height"]) == piece
            written += bytes([TURNED]) if copy else self._piece(piece, unit)
            before = piece
        return written

    def _piece(self, piece: Form, unit: int) -> bytes:
        head = bytes([self.kinds.index(piece["kind"])])
        if self.roles:
            head += bytes([sum(1 << self.roles.index(role) for role in piece["roles"])])
        return head + _points(piece["corners"], unit)

    def _roads(self, form: Form, unit: int) -> bytes:
        return _number(len(form["roads"])) + b"".join(_points(road, unit) for road in form["roads"])

    def _form(self, reader: "_Reader") -> Form:
        name, unit = reader.text(), reader.number()
        form: Form = {"name": name, **{size: reader.signed() * unit for size in self.sizes}}
        form["objectives"] = reader.points(unit)
        terrain: list[Form] = []
        for _ in range(reader.count()):
            kind = reader.byte()
            if kind == TURNED:
                terrain.append(turned(terrain[-1], form["width"], form["height"]))
            else:
                terrain.append(self._read_piece(reader, self.kinds[kind], unit))
        form["terrain"] = terrain
        if self.roads:
            form["roads"] = [reader.points(unit) for _ in range(reader.count())]
        return form

    def _read_piece(self, reader: "_Reader", kind: str, unit: int) -> Form:
        piece: Form = {"kind": kind}
        if self.roles:
            bits = reader.byte()
            if bits >> len(self.roles):
                raise ValueError(bits)
            piece["roles"] = [role for number, role in enumerate(self.roles) if bits >> number & 1]
        return {**piece, "corners": reader.points(unit)}


def turned(piece: Mapping[str, Any], width: int, height: int) -> Form:
    """A piece turned by half around the middle of the table."""
    return {**piece, "corners": tuple((width - x, height - y) for x, y in piece["corners"])}


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


def _unpacked(data: bytes, most: int) -> bytes:
    """The body, never longer than the longest draft."""
    if data[0] == PLAIN:
        return data[1:]
    if data[0] != DEFLATED:
        raise ValueError(data[0])
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
    body = unpacker.decompress(data[1:], most)
    if not unpacker.eof or unpacker.unused_data:
        raise ValueError(len(body))
    return body


def _number(number: int) -> bytes:
    """A count in seven bits a byte, the high bit says that more follow."""
    if number < 0x80:
        return bytes([number])
    return bytes([number & 0x7F | 0x80]) + _number(number >> 7)


def _signed(number: int) -> bytes:
    """A number of either sign: the lowest bit is the sign."""
    return _number(2 * number if number >= 0 else -2 * number - 1)


def _points(points: Pairs, unit: int) -> bytes:
    ways, x, y = b"", 0, 0
    for u, v in points:
        ways += _signed((u - x) // unit) + _signed((v - y) // unit)
        x, y = u, v
    return _number(len(points)) + ways


class _Reader:
    """Reads a body from its start; a body that ends too early raises IndexError or ValueError."""

    def __init__(self, body: bytes) -> None:
        self.body = body
        self.at = 0

    def byte(self) -> int:
        self.at += 1
        return self.body[self.at - 1]

    def number(self) -> int:
        number, shift = 0, 0
        while (byte := self.byte()) & 0x80:
            number |= (byte & 0x7F) << shift
            shift += 7
            if shift > 14:
                raise ValueError(shift)
        return number | byte << shift

    def signed(self) -> int:
        number = self.number()
        return -(number + 1) // 2 if number & 1 else number // 2

    def count(self) -> int:
        """How long a list is; of one that is too long only so much is read that it is noticed."""
        return min(self.number(), LONGEST_LIST + 1)

    def text(self) -> str:
        length = self.number()
        data = self.body[self.at : self.at + length]
        if len(data) < length:
            raise ValueError(length)
        self.at += length
        return data.decode("utf-8")

    def points(self, unit: int) -> tuple[tuple[int, int], ...]:
        found, x, y = [], 0, 0
        for _ in range(self.count()):
            x += self.signed() * unit
            y += self.signed() * unit
            found.append((x, y))
        return tuple(found)

    def end(self) -> None:
        """Nothing may be left."""
        if self.at != len(self.body):
            raise ValueError(self.at)
