"""What a page really holds: the shapes of a PDF in millimetres, and the pixels of a PNG."""

import io
import re
from typing import Any

import numpy as np
from PIL import Image
from pypdf import PdfReader

POINT = 72 / 25.4
# What printers leave white.
MARGIN = 3
# Of what a page is told to do: strings, and the numbers of what moves the pen or the paper.
STRING = re.compile(rb"\((?:\\.|[^\\()])*\)|<[0-9A-Fa-f]*>", re.DOTALL)
STEP = re.compile(rb"((?:[-\d.]+\s+)*)(?<![/\w])(cm|[qQmlc])(?!\w)")
UNTURNED = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0]


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
    matrix, kept = UNTURNED, []
    for numbers, operator in STEP.findall(STRING.sub(b"", page.get_contents().get_data())):
        match operator:
            case b"q":
                kept.append(matrix)
            case b"Q":
                matrix = kept.pop()
            case b"cm":
                matrix = _times([float(number) for number in numbers.split()], matrix)
            case _:
                if operator == b"m":
                    paths.append([])
                a, b, c, d, e, f = matrix
                x, y = (float(number) for number in numbers.split()[-2:])
                paths[-1].append(((a * x + c * y + e) / POINT, (height - (b * x + d * y + f)) / POINT))
    found = []
    for path in paths:
        across, down = zip(*path, strict=True)
        found.append((min(across), min(down), max(across) - min(across), max(down) - min(down)))
    return found


def _times(one: list[float], other: list[float]) -> list[float]:
    a, b, c, d, e, f = one
    g, h, i, j, k, m = other
    return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m]


def has_box(found: list[tuple[float, ...]], *wanted: float) -> bool:
    """Whether a box is among those drawn, to a hundredth of a millimetre."""
    return any(all(abs(a - b) < 0.01 for a, b in zip(box, wanted, strict=True)) for box in found)


def pixels(png: bytes) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """Rows, columns and channels of a PNG."""
    return np.asarray(Image.open(io.BytesIO(png)))
