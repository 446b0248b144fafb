"""Share codes of maps: a battlefield as a text that fits into a link.

A code is `M`, the version, and base64url without padding of: three bytes of checksum over all that follows and the two
letters before, one byte that says whether the rest is deflated, and the rest. Lengths are counted in the largest unit
that divides all of them; a corner is written as the way from the corner before; a piece that is the one before it,
turned by half around the middle of the table, takes one byte. docs/maps.md shows the layout.
"""

import base64
import binascii
import math
import re
import zlib
from typing import Any

from escaramuza.games.cafe.maps import KINDS, LONGEST_LIST, ROLES, Map, Piece, Point, checked
from escaramuza.games.spec import NotationError

START, VERSION = "M", "1"
PLAIN, DEFLATED = 0, 1
CHECKSUM = 3
# In the place of a kind: the piece before, turned by half.
TURNED = 0x80
# What a sentence leaves behind a code that is copied out of it.
LEFT_BEHIND = ".,;)>"
CODE = re.compile(START + r"[0-9][A-Za-z0-9_-]{8,}")
# The longest draft there can be: every list full, three bytes a number.
MOST_BYTES = 200 + 6 * LONGEST_LIST + LONGEST_LIST * (5 + 6 * LONGEST_LIST)
MOST_TEXT = MOST_BYTES * 4 // 3 + 8


def encode(field: Map) -> str:
    """The code of a map, a draft too."""
    body = _body(field)
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packer.compress(body) + packer.flush()
    data = bytes([DEFLATED]) + packed if len(packed) < len(body) else bytes([PLAIN]) + body
    start = START + VERSION
    return start + _letters(_checksum(start, data) + data)


def decode(text: str) -> Map:
    """The map of a code. Whatever is wrong with it, the answer is MAP_CODE_DAMAGED or MAP_CODE_VERSION."""
    # Mail and chat programs break long lines.
    text = "".join(text[: 2 * MOST_TEXT].split()).rstrip(LEFT_BEHIND)
    if len(text) > MOST_TEXT or not CODE.fullmatch(text):
        raise NotationError("MAP_CODE_DAMAGED")
    start, letters = text[:2], text[2:]
    if start[1] != VERSION:
        raise NotationError("MAP_CODE_VERSION", found=start[1], known=VERSION)
    try:
        data = _bytes(letters)
        if data[:CHECKSUM] != _checksum(start, data[CHECKSUM:]):
            raise ValueError
        reader = _Reader(_unpacked(data[CHECKSUM:]))
        field = reader.map()
        reader.end()
    except (ValueError, IndexError, zlib.error) as error:
        raise NotationError("MAP_CODE_DAMAGED") from error
    return field


def looks_like_code(text: str) -> bool:
    """Whether a text is meant as a code, damaged or not."""
    return CODE.fullmatch("".join(text.split()).rstrip(LEFT_BEHIND)) is not None


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


def _number(number: int) -> bytes:
    """A count in seven bits a byte, the high bit says that more follow."""
    if number < 0x80:
        return bytes([number])
    return bytes([number & 0x7F | 0x80]) + _number(number >> 7)


def _signed(number: int) -> bytes:
    """A number of either sign: the lowest bit is the sign."""
    return _number(2 * number if number >= 0 else -2 * number - 1)


def _body(field: Map) -> bytes:
    unit = math.gcd(*_lengths(field)) or 1
    name = field.name.encode("utf-8")
    sizes = b"".join(_signed(length // unit) for length in (field.width, field.height, field.gap))
    pieces = _pieces(field, unit)
    head = _number(len(name)) + name + _number(unit) + sizes
    return head + _points(field.objectives, unit) + _number(len(field.terrain)) + pieces


def _lengths(field: Map) -> list[int]:
    points = [*field.objectives, *(corner for piece in field.terrain for corner in piece.corners)]
    return [field.width, field.height, field.gap, *(length for point in points for length in point)]


def turned(piece: Piece, width: int, height: int) -> Piece:
    """A piece turned by half around the middle of the table."""
    return piece.model_copy(update={"corners": tuple((width - x, height - y) for x, y in piece.corners)})


def _pieces(field: Map, unit: int) -> bytes:
    written = b""
    before: Piece | None = None
    for piece in field.terrain:
        copy = before is not None and turned(before, field.width, field.height) == piece
        written += bytes([TURNED]) if copy else _piece(piece, unit)
        before = piece
    return written


def _piece(piece: Piece, unit: int) -> bytes:
    bits = sum(1 << ROLES.index(role) for role in piece.roles)
    return bytes([KINDS.index(piece.kind), bits]) + _points(piece.corners, unit)


def _points(points: tuple[Point, ...], unit: int) -> bytes:
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

    def text(self) -> str:
        length = self.number()
        data = self.body[self.at : self.at + length]
        if len(data) < length:
            raise ValueError(length)
        self.at += length
        return data.decode("utf-8")

    def map(self) -> Map:
        name, unit = self.text(), self.number()
        width, height, gap = (self.signed() * unit for _ in range(3))
        objectives = self.points(unit)
        terrain: list[dict[str, Any]] = []
        for _ in range(min(self.number(), LONGEST_LIST + 1)):
            kind = self.byte()
            if kind == TURNED:
                corners = [(width - x, height - y) for x, y in terrain[-1]["corners"]]
                terrain.append({**terrain[-1], "corners": corners})
            else:
                terrain.append(self.piece(KINDS[kind], unit))
        form = {"name": name, "width": width, "height": height, "gap": gap}
        return checked({**form, "objectives": objectives, "terrain": terrain})

    def piece(self, kind: str, unit: int) -> dict[str, Any]:
        bits = self.byte()
        if bits >> len(ROLES):
            raise ValueError(bits)
        roles = [role for number, role in enumerate(ROLES) if bits >> number & 1]
        return {"kind": kind, "roles": roles, "corners": self.points(unit)}

    def points(self, unit: int) -> list[tuple[int, int]]:
        found, x, y = [], 0, 0
        for _ in range(min(self.number(), LONGEST_LIST + 1)):
            x += self.signed() * unit
            y += self.signed() * unit
            found.append((x, y))
        return found

    def end(self) -> None:
        """Nothing may be left."""
        if self.at != len(self.body):
            raise ValueError(self.at)
