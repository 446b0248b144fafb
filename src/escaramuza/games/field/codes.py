"""Share codes of maps: a battlefield as a text that fits into a link.

Lengths are counted in the largest unit that divides all of them; a corner is written as the way from the corner before;
a piece that is the one before it, turned by half around the middle of the table, takes one byte. docs/maps.md shows the
layout.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from escaramuza.games import sharecode
from escaramuza.games.field.form import LONGEST_LIST
from escaramuza.games.sharecode import Envelope, Reader

# In the place of a kind: the piece before, turned by half.
TURNED = 0x80
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
    def envelope(self) -> Envelope:
        """The longest draft there can be: every list full, three bytes a number."""
        points = 6 * LONGEST_LIST
        roads = 1 + LONGEST_LIST * (1 + points) if self.roads else 0
        most = 200 + points + LONGEST_LIST * (5 + points) + roads
        return Envelope(self.letter, most, damaged="MAP_CODE_DAMAGED", version="MAP_CODE_VERSION")

    def looks_like_code(self, text: str) -> bool:
        """Whether a text is meant as a code, damaged or not."""
        return self.envelope.looks_like_code(text)

    def encode(self, form: Form) -> str:
        """The code of a map, a draft too."""
        return self.envelope.seal(self.letter, self._body(form))

    def decode(self, text: str, checked: Callable[[Form], M]) -> M:
        """The map of a code. Whatever is wrong with it, the answer is MAP_CODE_DAMAGED or MAP_CODE_VERSION."""

        def read(_: str, body: bytes) -> M:
            reader = _Reader(body)
            field = checked(self._form(reader))
            reader.end()
            return field

        return self.envelope.open(text, read)

    def _body(self, form: Form) -> bytes:
        unit = math.gcd(*self._lengths(form)) or 1
        sizes = b"".join(_signed(form[size] // unit) for size in self.sizes)
        head = (
            sharecode.text_bytes(form["name"])
            + sharecode.number_bytes(unit)
            + sizes
            + _points(form["objectives"], unit)
        )
        body = head + sharecode.number_bytes(len(form["terrain"])) + self._pieces(form, unit)
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
        return sharecode.number_bytes(len(form["roads"])) + b"".join(_points(road, unit) for road in form["roads"])

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


def _signed(number: int) -> bytes:
    """A number of either sign: the lowest bit is the sign."""
    return sharecode.number_bytes(2 * number if number >= 0 else -2 * number - 1)


def _points(points: Pairs, unit: int) -> bytes:
    ways, x, y = b"", 0, 0
    for u, v in points:
        ways += _signed((u - x) // unit) + _signed((v - y) // unit)
        x, y = u, v
    return sharecode.number_bytes(len(points)) + ways


class _Reader(Reader):
    """Reads the body of a map."""

    def signed(self) -> int:
        number = self.number()
        return -(number + 1) // 2 if number & 1 else number // 2

    def count(self) -> int:
        """How long a list is; of one that is too long only so much is read that it is noticed."""
        return min(self.number(), LONGEST_LIST + 1)

    def points(self, unit: int) -> tuple[tuple[int, int], ...]:
        found, x, y = [], 0, 0
        for _ in range(self.count()):
            x += self.signed() * unit
            y += self.signed() * unit
            found.append((x, y))
        return tuple(found)
