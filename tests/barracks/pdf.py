"""What a page really holds: the shapes of a PDF in millimetres, and the pixels of a PNG."""

import io
import re
import struct
import zlib
from typing import Any

import numpy as np
from pypdf import PdfReader

POINT = 72 / 25.4
# What printers leave white.
MARGIN = 3


def plain(words: str) -> str:
    """Letters and digits only: where lines break, and with which spaces, is the printer's business."""
    return re.sub(r"\W", "", words).lower()


def read(pdf: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(pdf))


def sizes(printed: PdfReader) -> list[tuple[float, float]]:
    """Widths and heights of the pages."""
    return [(float(page.mediabox.width) / POINT, float(page.mediabox.height) / POINT) for page in printed.pages]


def boxes(page: Any) -> list[tuple[float, float, float, float]]:
    """Left, top, width and height of everything drawn, from the upper left corner, clipped or not."""
    height = float(page.mediabox.height)
    paths: list[list[tuple[float, float]]] = []

    def visit(operator: bytes, operands: list[Any], matrix: list[float], _: Any) -> None:
        if operator not in (b"m", b"l", b"c"):
            return
        a, b, c, d, e, f = matrix
        x, y = (float(number) for number in operands[-2:])
        if operator == b"m":
            paths.append([])
        paths[-1].append(((a * x + c * y + e) / POINT, (height - (b * x + d * y + f)) / POINT))

    page.extract_text(visitor_operand_before=visit)
    found = []
    for path in paths:
        across, down = zip(*path, strict=True)
        found.append((min(across), min(down), max(across) - min(across), max(down) - min(down)))
    return found


def has_box(found: list[tuple[float, ...]], *wanted: float) -> bool:
    """Whether a box is among those drawn, to a hundredth of a millimetre."""
    return any(all(abs(a - b) < 0.01 for a, b in zip(box, wanted, strict=True)) for box in found)


def pixels(png: bytes) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """Rows, columns and channels of a PNG with eight bits a channel."""
    chunks: dict[bytes, bytes] = {}
    at = 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        kind = png[at + 4 : at + 8]
        chunks[kind] = chunks.get(kind, b"") + png[at + 8 : at + 8 + length]
        at += 12 + length
    width, height, depth, colour = struct.unpack(">IIBB", chunks[b"IHDR"][:10])
    assert depth == 8
    channels = {0: 1, 2: 3, 4: 2, 6: 4}[colour]
    lines = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), np.uint8).reshape(height, 1 + width * channels)
    # Plain lists: reading NumPy's numbers one by one takes many times as long.
    rows = [[0] * (width * channels)]
    for line in lines.tolist():
        rows.append(_unfiltered(line[0], line[1:], rows[-1], channels))
    return np.array(rows[1:], np.uint8).reshape(height, width, channels)


def _unfiltered(kind: int, line: list[int], above: list[int], step: int) -> list[int]:
    """A row of a PNG from its filtered form and the row above."""
    if kind == 0:
        return line
    if kind == 2:
        return [(here + higher) % 256 for here, higher in zip(line, above, strict=True)]
    for x in range(len(line)):
        left, corner = (line[x - step], above[x - step]) if x >= step else (0, 0)
        if kind == 1:
            guess = left
        elif kind == 3:
            guess = (left + above[x]) // 2
        else:
            best = left + above[x] - corner
            guess = min((left, above[x], corner), key=lambda near: abs(best - near))
        line[x] = (line[x] + guess) % 256
    return line
