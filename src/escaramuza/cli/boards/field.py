"""A table measured in centimetres as a map of characters: a column a centimetre, a row two, coarser where the terminal
is narrow."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

SIDE_STYLE = {
    "blue": "bold bright_blue",
    "red": "bold bright_red",
    "south": "bold bright_blue",
    "north": "bold bright_red",
    None: "bold",
}
GROUND: Mapping[str, tuple[str, str]] = {
    "wood": ("♣", "green"),
    "stream": ("~", "cyan"),
    "lake": ("≈", "cyan"),
    "town": ("⌂", "yellow"),
    "marsh": (",", "green3"),
    "wall": ("#", "grey70"),
    "tower": ("^", "grey70"),
    "building": ("█", "grey50"),
    "rock": ("▲", "grey50"),
    "bridge": ("=", "orange3"),
    "crops": ('"', "yellow3"),
    "hill": ("∩", "wheat4"),
    "river": ("~", "cyan"),
    "mountain": ("▲", "grey50"),
    "ford": (":", "orange3"),
    "fence": ("+", "grey70"),
}
COLUMN = 100
# Left of the map stand the centimetres from the top.
MARGIN = 4
MARKED_EVERY = 1000
# A cell is looked at in this many places; it shows what fills at least a quarter of them.
ACROSS, DOWN = 2, 4
ENOUGH = ACROSS * DOWN // 4
# A label that finds its place taken moves so far at most.
ASIDE, UP = 4, 1


class Field:
    """The cells of the map, each a character and its style."""

    def __init__(self, scene: Mapping[str, Any], room: int) -> None:
        self.scene = scene
        width, height = int(scene["table"]["width"]), int(scene["table"]["height"])
        self.column = max(COLUMN, -(-width // max(room - MARGIN, 1)))
        self.row = 2 * self.column
        self.columns, self.rows = -(-width // self.column), -(-height // self.row)
        self.cells = [[(" ", "")] * self.columns for _ in range(self.rows)]
        self.taken: set[tuple[int, int]] = set()
        self._draw()

    @property
    def width(self) -> int:
        """Characters a line."""
        return MARGIN + self.columns

    def _draw(self) -> None:
        scene = self.scene
        for side, zone in scene["zones"].items():
            inner = zone["x"] + zone["width"] if zone["x"] == 0 else zone["x"]
            for row in range(self.rows):
                self._put(self.cell(inner, 0)[0], row, "┊", SIDE_STYLE[side])
        # Bridges lie over what they cross.
        for piece in sorted(scene["terrain"], key=lambda piece: "bridge" in piece["roles"]):
            for column, row in self._cells_of(piece["corners"]):
                self._put(column, row, *GROUND[piece["kind"]])
        for objective in scene["objectives"]:
            self._patch(objective)
        for x, y in (scene["way"] or {"legs": []})["legs"]:
            self._put(*self.cell(x, y), "+", "bold")
        active = _active(scene)
        for unit in scene["units"]:
            if unit["state"] == "table":
                self._label(unit, unit["id"] == active)

    def label(self, unit: Mapping[str, Any]) -> str:
        """`b3D`: a unit as actions name it, and the letter of what it is; ? is face down."""
        return f"{unit['side'][0]}{unit['number']}{unit['letter'] or '?'}"

    def cell(self, x: int, y: int) -> tuple[int, int]:
        """The column and the row of a place."""
        return min(max(x // self.column, 0), self.columns - 1), min(max(y // self.row, 0), self.rows - 1)

    def _put(self, column: int, row: int, sign: str, style: str) -> None:
        if 0 <= column < self.columns and 0 <= row < self.rows:
            self.cells[row][column] = (sign, style)

    def _cells_of(self, corners: list[list[int]]) -> Iterator[tuple[int, int]]:
        """The cells that a shape covers enough of; of one too thin for that, those of its corners."""
        left, top = self.cell(min(x for x, _ in corners), min(y for _, y in corners))
        right, bottom = self.cell(max(x for x, _ in corners), max(y for _, y in corners))
        found = False
        for row in range(top, bottom + 1):
            for column in range(left, right + 1):
                if sum(inside(x, y, corners) for x, y in self._samples(column, row)) >= ENOUGH:
                    found = True
                    yield column, row
        if not found:
            yield from (self.cell(x, y) for x, y in corners)

    def _samples(self, column: int, row: int) -> Iterator[tuple[int, int]]:
        for i in range(ACROSS):
            for k in range(DOWN):
                x = column * self.column + (2 * i + 1) * self.column // (2 * ACROSS)
                yield x, row * self.row + (2 * k + 1) * self.row // (2 * DOWN)

    def _patch(self, objective: Mapping[str, Any]) -> None:
        """An objective: its patch, and in the middle its number and the letter of its owner."""
        x, y, radius = objective["x"], objective["y"], self.scene["patch"]
        style = SIDE_STYLE[objective["owner"]]
        left, top = self.cell(x - radius, y - radius)
        right, bottom = self.cell(x + radius, y + radius)
        for row in range(top, bottom + 1):
            for column in range(left, right + 1):
                u, v = column * self.column + self.column // 2, row * self.row + self.row // 2
                if (u - x) ** 2 + (v - y) ** 2 <= radius**2:
                    self._put(column, row, "o", style)
        column, row = self.cell(x, y)
        for i, sign in enumerate(f"{objective['id'] + 1}{(objective['owner'] or '-')[0]}"):
            self._put(column + i, row, sign, style)

    def _label(self, unit: Mapping[str, Any], active: bool) -> None:
        """A unit's name, as near to its place as other labels allow."""
        text = self.label(unit) + ("*" if active else "")
        column, row = self.cell(unit["x"], unit["y"])
        column = min(max(column - len(text) // 2, 0), self.columns - len(text))
        column, row = self._free(column, row, len(text))
        for i, sign in enumerate(text):
            self.taken.add((column + i, row))
            self._put(column + i, row, sign, SIDE_STYLE[unit["side"]] + (" reverse" if active else ""))

    def _free(self, column: int, row: int, length: int) -> tuple[int, int]:
        steps = [(aside, up) for aside in range(-ASIDE, ASIDE + 1) for up in range(-UP, UP + 1)]
        for aside, up in sorted(steps, key=lambda step: abs(step[0]) + 2 * abs(step[1])):
            start, line = column + aside, row + up
            fits = 0 <= start <= self.columns - length and 0 <= line < self.rows
            if fits and not any((start + i, line) in self.taken for i in range(length)):
                return start, line
        return column, row

    def text(self) -> Text:
        """The map with its centimetres along the top and the left edge."""
        drawn = Text(no_wrap=True)
        drawn.append(" " * MARGIN + self._scale() + "\n", "dim")
        for row, cells in enumerate(self.cells):
            first = -(-row * self.row // MARKED_EVERY) * MARKED_EVERY
            mark = str(first // 100) if first < (row + 1) * self.row else ""
            drawn.append(f"{mark:>{MARGIN - 1}} ", "dim")
            for style, run in groupby(cells, key=lambda cell: cell[1]):
                drawn.append("".join(sign for sign, _ in run), style)
            drawn.append("\n")
        return drawn

    def with_notes(self, table: RenderableType, *notes: RenderableType) -> RenderableType:
        """The map with its legend, and notes to the right of it."""
        layout = Table.grid(padding=(0, 3))
        layout.add_column(width=self.width)
        layout.add_row(table, Group(*notes))
        return layout

    def _scale(self) -> str:
        line = [" "] * self.columns
        for x in range(0, self.scene["table"]["width"], MARKED_EVERY):
            start = self.cell(x, 0)[0]
            line[start : start + len(str(x // 100))] = str(x // 100)
        return "".join(line)[: self.columns]


def _active(scene: Mapping[str, Any]) -> int | None:
    """The unit that is moving or active now."""
    at_work = scene["way"] or scene["activation"]
    return at_work["unit"] if at_work else None


def inside(x: int, y: int, corners: list[list[int]]) -> bool:
    """Whether a place is in a shape; good enough to draw by, exactness is the rules' business."""
    odd = False
    for i, (bx, by) in enumerate(corners):
        ax, ay = corners[i - 1]
        if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
            odd = not odd
    return odd
