"""Pictures of one's own for units: small JPEGs as text, in squad files and orders to print, never in codes or matches.

What comes is looked at before anything decodes it: its length first, then what its own head says of its size. Nothing
else that a file may hold is a picture here: the page makes these JPEGs itself, out of whatever somebody picked.
"""

import base64
import binascii
import re
from collections.abc import Sequence
from typing import Any

from escaramuza.squads.words import SquadError, one_line

FIELD = "portrait"
PREFIX = "data:image/jpeg;base64,"
MOST_BYTES = 24_000
MOST_TEXT = len(PREFIX) + (MOST_BYTES + 2) // 3 * 4
# The page makes 256; twice that is as much as a card can show.
MOST_SIDE = 512
# A picture that gets sharper step by step takes ten or so; thousands are only there to take time.
MOST_SCANS = 16
START, END = b"\xff\xd8", b"\xff\xd9"
# Baseline, extended and progressive: what everybody can decode. The others say a size too.
FRAMES = frozenset({0xC0, 0xC1, 0xC2})
ALL_FRAMES = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
SCAN = 0xDA
# Markers within the data of a scan: a literal 0xff, and places to start again.
WITHIN = frozenset({0x00, *range(0xD0, 0xD8)})
GREY_OR_COLOUR = (1, 3)
MARKER = re.compile(rb"\xff+([^\xff])")


def jpeg_of(text: Any, name: str) -> bytes:
    """The picture that a text stands for, for the unit of that name; a sentence for anything else."""
    name = one_line(name, 40)
    if not isinstance(text, str) or not text.startswith(PREFIX):
        raise SquadError("PORTRAIT_FORM", unit=name)
    if len(text) > MOST_TEXT:
        raise SquadError("PORTRAIT_LONG", unit=name, most=MOST_BYTES)
    try:
        found = base64.b64decode(text[len(PREFIX) :], validate=True)
    except (binascii.Error, ValueError) as error:
        raise SquadError("PORTRAIT_FORM", unit=name) from error
    if len(found) > MOST_BYTES:
        raise SquadError("PORTRAIT_LONG", unit=name, most=MOST_BYTES)
    size = _size(found)
    if size is None:
        raise SquadError("PORTRAIT_FORM", unit=name)
    if max(size) > MOST_SIDE:
        raise SquadError("PORTRAIT_LARGE", unit=name, width=size[0], height=size[1], most=MOST_SIDE)
    return found


def jpegs_of(texts: Sequence[str | None], names: Sequence[str]) -> tuple[bytes | None, ...]:
    """The pictures of the units of those names, in their order; units beyond the last picture have none."""
    if len(texts) > len(names):
        raise SquadError("PORTRAIT_UNITS", found=len(texts), units=len(names))
    found = [None if text is None else jpeg_of(text, name) for text, name in zip(texts, names, strict=False)]
    return (*found, *[None] * (len(names) - len(found)))


def set_apart(unit: Any) -> tuple[Any, Any]:
    """A unit as it is in a file without its picture, and the picture, None where it has none."""
    if not isinstance(unit, dict) or FIELD not in unit:
        return unit, None
    return {key: value for key, value in unit.items() if key != FIELD}, unit[FIELD]


def _size(jpeg: bytes) -> tuple[int, int] | None:
    """Width and height of a JPEG by its one frame, None where it is no whole picture in grey or colour."""
    if not (jpeg.startswith(START) and jpeg.endswith(END)):
        return None
    size, scans, at, last = None, 0, len(START), len(jpeg) - len(END)
    while at < last:
        found = MARKER.match(jpeg, at)
        if found is None or found.end() + 2 > last:
            return None
        marker, at = found[1][0], found.end()
        length = int.from_bytes(jpeg[at : at + 2], "big")
        segment, at = jpeg[at + 2 : at + length], at + length
        if length < 2 or at > last or marker in WITHIN:
            return None
        if marker in ALL_FRAMES:
            if size is not None or marker not in FRAMES or len(segment) < 6 or segment[5] not in GREY_OR_COLOUR:
                return None
            size = int.from_bytes(segment[3:5], "big"), int.from_bytes(segment[1:3], "big")
        if marker == SCAN:
            scans += 1
            at = _end_of_scan(jpeg, at)
    return size if size is not None and min(size) > 0 and 0 < scans <= MOST_SCANS else None


def _end_of_scan(jpeg: bytes, at: int) -> int:
    """Where the data of a scan ends and the next marker stands."""
    return next(found.start() for found in MARKER.finditer(jpeg, at) if found[1][0] not in WITHIN)
