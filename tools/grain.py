"""Paints the grain of paper that lies over the ground of a table: `python tools/grain.py web/src/table/land/grain.png`.

Only shadows are painted, so any colour can lie under them. Its edges fit to each other. A picture and not a filter,
because a filter is computed again whenever something moves over it.
"""

import random
import struct
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

SIDE = 256
OCTAVES = ((4, 0.42), (9, 0.28), (21, 0.18), (64, 0.12))
DARKEST = 68
STEP = 4


def noise(cells: int, lots: random.Random) -> Callable[[int, int], float]:
    """Smooth values between 0 and 1 that fit to themselves at the edges."""
    knots = [[lots.random() for _ in range(cells)] for _ in range(cells)]

    def at(x: int, y: int) -> float:
        column, across = divmod(x / SIDE * cells, 1)
        row, down = divmod(y / SIDE * cells, 1)
        left, top = int(column), int(row)
        right, bottom = (left + 1) % cells, (top + 1) % cells
        across, down = (share * share * (3 - 2 * share) for share in (across, down))
        upper = knots[top][left] * (1 - across) + knots[top][right] * across
        lower = knots[bottom][left] * (1 - across) + knots[bottom][right] * across
        return upper * (1 - down) + lower * down

    return at


def painted() -> bytes:
    lots = random.Random(1808)
    octaves = [(noise(cells, lots), weight) for cells, weight in OCTAVES]
    rows = bytearray()
    for y in range(SIDE):
        rows.append(0)
        for x in range(SIDE):
            value = sum(octave(x, y) * weight for octave, weight in octaves)
            dark = min(1.0, max(0.0, (value - 0.36) * 2.1))
            alpha = min(DARKEST, int(58 * dark + 10 * lots.random()))
            rows += bytes((90, 62, 20, alpha // STEP * STEP))
    return bytes(rows)


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def main(target: str) -> None:
    header = struct.pack(">IIBBBBB", SIDE, SIDE, 8, 6, 0, 0, 0)
    picture = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(painted(), 9)) + chunk(b"IEND", b"")
    Path(target).write_bytes(b"\x89PNG\r\n\x1a\n" + picture)


if __name__ == "__main__":
    main(sys.argv[1])
