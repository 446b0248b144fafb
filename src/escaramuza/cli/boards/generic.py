"""Any game in the terminal: its pieces on squares or on a measured table, whose turn it is, dice, and who plays."""

from typing import Any

from rich.text import Text

from escaramuza.cli.boards import grid
from escaramuza.cli.shared import out, say
from escaramuza.games.boards import Grid

FIRST, SECOND = "bold bright_white", "bold orange1"
EMPTY = ("·", "grey42")
CENTIMETRE = 100


def draw_generic(match: Any, scene: dict[str, Any], lang: str) -> None:
    """The board with a letter for each piece, capitals for the first side; a dot behind those that have acted."""
    pieces, notes = scene.get("pieces", []), _notes(match, scene, lang)
    board = match.game.board
    if isinstance(board, Grid):
        standing = {piece["square"]: piece for piece in pieces}
        last = _last_squares(match)

        def square(name: str) -> Text:
            sign, style = _sign(match, standing[name]) if name in standing else EMPTY
            return Text(f" {sign:<2}", f"{style} {grid.square_style(name, last)}")

        grid.draw_grid(square, notes, board.width, board.height)
    elif scene.get("table"):
        grid.beside(_plane(match, scene["table"], pieces), notes)
    else:
        out.print(notes)


def _sign(match: Any, piece: dict[str, Any]) -> tuple[str, str]:
    """Letter and style of a piece: what is left of its health, or a dot once it has acted."""
    first = piece["side"] == match.game.sides[0]
    letter = piece["letter"] if first else piece["letter"].lower()
    more = "." if piece["acted"] else "" if piece["health"] is None else str(piece["health"])[-1]
    return letter + more, FIRST if first else SECOND


def _plane(match: Any, table: dict[str, int], pieces: list[dict[str, Any]]) -> Text:
    """The table from above, one character per centimetre across and two down, coarser where there is no room."""
    column = max(CENTIMETRE, -(-table["width"] // max(out.width - grid.NOTES, 20)))
    columns, rows = -(-table["width"] // column), -(-table["height"] // (2 * column))
    cells = [[EMPTY] * columns for _ in range(rows)]
    for piece in pieces:
        sign, style = _sign(match, piece)
        # On a table pieces are named by their numbers.
        label = f"{sign[0]}{piece['id']}"
        row, start = min(piece["y"] // (2 * column), rows - 1), min(piece["x"] // column, columns - 1)
        for place, character in enumerate(label):
            if start + place < columns:
                cells[row][start + place] = (character, style)
    drawn = Text(no_wrap=True)
    for line in cells:
        for character, style in line:
            drawn.append(character, style)
        drawn.append("\n")
    return drawn


def _last_squares(match: Any) -> set[str]:
    """Where the last action came from and went to."""
    step = match.last_action
    if step is None or match.game.texts is None:
        return set()
    shown = match.game.texts.shown(match.game.parse_action(step.before, step.action))
    return {place for field, place in shown.items() if match.game.texts.is_square(field)}


def _notes(match: Any, scene: dict[str, Any], lang: str) -> Text:
    terms = match.game.locale[lang]["terms"]
    notes = Text()
    for seat in match.seat_names:
        first = match.game.sides_for(match.options)[seat] == match.game.sides[0]
        notes.append(grid.seats_line(match, seat, lang), FIRST if first else SECOND)
    if match.actor is not None:
        notes.append("\n" + say("TO_MOVE", lang, side=terms[match.actor]) + "\n", "bold")
    if scene.get("dice"):
        notes.append(say("DICE", lang, dice=" + ".join(str(face) for face in scene["dice"])) + "\n")
    if scene.get("turn_limit") and match.actor is not None:
        notes.append(say("TURN_OF", lang, turn=scene["turns"] + 1, limit=scene["turn_limit"]) + "\n", "dim")
    return notes
