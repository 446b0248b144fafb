"""What the 8 × 8 boards in the terminal share."""

from collections.abc import Callable, Collection
from typing import Any

from rich.table import Table
from rich.text import Text

from escaramuza.cli.play import PERSON
from escaramuza.cli.shared import out, say

FILES = "abcdefgh"
SQUARE_STYLE = ("on grey19", "on grey27")
PIECE_STYLE = {"white": "bold bright_white", "black": "bold orange1"}
MARKED = "on dark_green"
# Below this width the notes go under the board.
WIDE = 64


def square_style(square: str, marked: Collection[str]) -> str:
    """The ground of a square, or that of a marked one."""
    return MARKED if square in marked else SQUARE_STYLE[(FILES.index(square[0]) + int(square[1])) % 2]


def draw_grid(cell: Callable[[str], Text], notes: Text) -> None:
    """Print the board, three characters a square, with the notes beside or below it."""
    board = Text()
    for rank in range(8, 0, -1):
        board.append(f" {rank} ", "dim")
        for file in FILES:
            board.append_text(cell(f"{file}{rank}"))
        board.append("\n")
    board.append("   " + "".join(f" {file} " for file in FILES), "dim")
    out.print()
    if out.width < WIDE:
        out.print(board)
        out.print(notes)
        return
    layout = Table.grid(padding=(0, 3))
    layout.add_row(board, notes)
    out.print(layout)


def seats_line(match: Any, side: str, lang: str) -> str:
    """Who plays a side."""
    holder = say("PERSON", lang) if match.seats[side] == PERSON else match.seats[side]
    return say("SEAT", lang, side=match.spec.locale[lang]["terms"][side], holder=holder) + "\n"
