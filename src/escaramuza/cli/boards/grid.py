"""What boards of squares in the terminal share."""

from collections.abc import Callable, Collection
from typing import Any

from rich.table import Table
from rich.text import Text

from escaramuza.cli.play import PERSON
from escaramuza.cli.shared import out, say
from escaramuza.games.boards import LETTERS

SIZE = 8
SQUARE_STYLE = ("on grey19", "on grey27")
PIECE_STYLE = {"white": "bold bright_white", "black": "bold orange1"}
MARKED = "on dark_green"
# Below this width the notes go under the board.
WIDE = 64
NOTES = 34


def square_style(square: str, marked: Collection[str]) -> str:
    """The ground of a square, or that of a marked one."""
    return MARKED if square in marked else SQUARE_STYLE[(LETTERS.index(square[0]) + int(square[1:])) % 2]


def draw_grid(cell: Callable[[str], Text], notes: Text, width: int = SIZE, height: int = SIZE) -> None:
    """Print the board, three characters a square, with the notes beside or below it."""
    board, files = Text(), LETTERS[:width]
    for rank in range(height, 0, -1):
        board.append(f"{rank:>2} ", "dim")
        for file in files:
            board.append_text(cell(f"{file}{rank}"))
        board.append("\n")
    board.append("   " + "".join(f" {file} " for file in files), "dim")
    beside(board, notes)


def beside(board: Text, notes: Text) -> None:
    """Print a board with the notes beside it, or below it where there is no room."""
    out.print()
    if out.width < max(WIDE, max(map(len, board.plain.splitlines())) + NOTES):
        out.print(board)
        out.print(notes)
        return
    layout = Table.grid(padding=(0, 3))
    layout.add_row(board, notes)
    out.print(layout)


def seats_line(match: Any, side: str, lang: str) -> str:
    """Who plays a side."""
    holder = say("PERSON", lang) if match.seats[side] == PERSON else match.seats[side]
    return say("SEAT", lang, side=match.game.locale[lang]["terms"][side], holder=holder) + "\n"
