"""Share codes: bytes as a short text that fits into a link.

A code is the letter of what it holds, the version, and base64url without padding of: three bytes of checksum over all
that follows and the two letters before, one byte that says whether the rest is deflated, and the rest.
"""

import base64
import binascii
import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from escaramuza.games.basics import NotationError

VERSION = "1"
PLAIN, DEFLATED = 0, 1
CHECKSUM = 3
# What a sentence leaves behind a code that is copied out of it.
LEFT_BEHIND = ".,;)>"
T = TypeVar("T")


@dataclass(frozen=True)
class Envelope:
    """Codes of one kind of thing: the letters they may begin with, the bytes of the longest draft there can be, and
    what is said of a code that cannot be read."""

    letters: str
    most_bytes: int
    damaged: str = "CODE_DAMAGED"
    version: str = "CODE_VERSION"

    @cached_property
    def most_text(self) -> int:
        """The longest code."""
        return self.most_bytes * 4 // 3 + 8

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        return re.compile(rf"[{self.letters}][0-9][A-Za-z0-9_-]{{8,}}")

    def looks_like_code(self, text: str) -> bool:
        """Whether a text is meant as a code, damaged or not."""
        return self._pattern.fullmatch(_joined(text)) is not None

    def seal(self, letter: str, body: bytes) -> str:
        """The code of a body."""
        packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
        packed = packer.compress(body) + packer.flush()
        data = bytes([DEFLATED]) + packed if len(packed) < len(body) else bytes([PLAIN]) + body
        start = letter + VERSION
        return start + _letters(_checksum(start, data) + data)

    def open(self, text: str, read: Callable[[str, bytes], T]) -> T:
        """What `read` makes of a code's letter and body; it may raise IndexError or ValueError at a damaged one."""
        text = _joined(text[: 2 * self.most_text])
        if len(text) > self.most_text or not self._pattern.fullmatch(text):
            raise NotationError(self.damaged)
        start, letters = text[:2], text[2:]
        if start[1] != VERSION:
            raise NotationError(self.version, found=start[1], known=VERSION)
        try:
            data = _bytes(letters)
            if data[:CHECKSUM] != _checksum(start, data[CHECKSUM:]):
                raise ValueError
            return read(start[0], _unpacked(data[CHECKSUM:], self.most_bytes))
        except (ValueError, IndexError, zlib.error) as error:
            raise NotationError(self.damaged) from error


def _joined(text: str) -> str:
    """Mail and chat programs break long lines."""
    return "".join(text.split()).rstrip(LEFT_BEHIND)


def _checksum(start: str, data: bytes) -> bytes:
    return (zlib.crc32(start.encode() + data) & 0xFFFFFF).to_bytes(CHECKSUM)


def _letters(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode("ascii").rstrip("=")


def _bytes(letters: str) -> bytes:
    """The bytes of a code; a last letter with loose bits is not one that `seal` wrote."""
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


def number_bytes(number: int) -> bytes:
    """A count in seven bits a byte, the high bit says that more follow."""
    if number < 0x80:
        return bytes([number])
    return bytes([number & 0x7F | 0x80]) + number_bytes(number >> 7)


def text_bytes(text: str) -> bytes:
    """A text in UTF-8, its length before it."""
    data = text.encode("utf-8")
    return number_bytes(len(data)) + data


class Reader:
    """Reads a body from its start; a body that ends too early raises IndexError or ValueError."""

    def __init__(self, body: bytes) -> None:
        self.body = body
        self.at = 0

    def byte(self) -> int:
        """One byte."""
        self.at += 1
        return self.body[self.at - 1]

    def number(self) -> int:
        """What `number_bytes` wrote."""
        number, shift = 0, 0
        while (byte := self.byte()) & 0x80:
            number |= (byte & 0x7F) << shift
            shift += 7
            if shift > 14:
                raise ValueError(shift)
        return number | byte << shift

    def text(self) -> str:
        """What `text_bytes` wrote."""
        length = self.number()
        data = self.body[self.at : self.at + length]
        if len(data) < length:
            raise ValueError(length)
        self.at += length
        return data.decode("utf-8")

    def end(self) -> None:
        """Nothing may be left."""
        if self.at != len(self.body):
            raise ValueError(self.at)
