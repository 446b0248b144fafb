"""Tactics in the terminal."""

from typing import Any

from rich.text import Text

from escaramuza.cli.boards import grid
from escaramuza.cli.shared import say
from escaramuza.games.tactics import tables

LETTER = dict(zip(tables.CLASSES, tables.LETTERS, strict=True))


def draw(match: Any, scene: dict[str, Any], lang: str) -> None:
    """The 8 × 8 board: capitals are White, lower case is Black, * the guards, a dot for pieces that have moved."""
    pieces = {piece["square"]: piece for piece in scene["pieces"]}
    marked = _last_squares(match, scene)
    grid.draw_grid(
        lambda square: _square(pieces.get(square), grid.square_style(square, marked)), _side_notes(match, scene, lang)
    )


def _square(piece: dict[str, Any] | None, style: str) -> Text:
    if piece is None:
        return Text(" · ", f"grey42 {style}")
    letter = LETTER[piece["class"]]
    letter = letter if piece["side"] == "white" else letter.lower()
    mark = "." if piece["moved"] else "*" if piece["guard"] else " "
    dim = " dim" if piece["moved"] else ""
    return Text(f" {letter}{mark}", f"{grid.PIECE_STYLE[piece['side']]} {style}{dim}")


def _last_squares(match: Any, scene: dict[str, Any]) -> set[str]:
    """Where the last moved piece came from and went to."""
    if not match.steps or scene["phase"] not in ("turn", "finished"):
        return set()
    for step in reversed(match.steps):
        if len(step.action) == 5 and step.action[2] in "-x":
            return {step.action[:2], step.action[3:]}
    return set()


def _side_notes(match: Any, scene: dict[str, Any], lang: str) -> Text:
    terms = match.game.locale[lang]["terms"]
    notes = Text()
    for side in match.game.seats:
        notes.append(grid.seats_line(match, side, lang), grid.PIECE_STYLE[side])
    if scene["phase"] == "turn":
        notes.append("\n" + say("TO_MOVE", lang, side=terms[scene["side"]]) + "\n", "bold")
        dice = " + ".join(str(face) for face in scene["dice"])
        if 0 not in scene["dice"]:
            notes.append(say("DICE", lang, dice=dice) + "\n")
        notes.append(say("POINTS_LEFT", lang, points=scene["points"]) + "\n")
        notes.append(say("CHARGE_YES" if scene["charge"] else "CHARGE_NO", lang) + "\n")
        if scene["turn_limit"]:
            notes.append(say("TURN_OF", lang, turn=scene["turns"] + 1, limit=scene["turn_limit"]) + "\n", "dim")
    key = "IN_HAND" if scene["phase"] in match.game.setup_phases else "CAPTURED"
    for side, classes in scene["off_board"].items():
        if classes:
            letters = "".join(sorted(LETTER[name] if side == "white" else LETTER[name].lower() for name in classes))
            notes.append(say(key, lang, side=terms[side], pieces=letters) + "\n", "dim")
    for side in scene["hidden"]:
        notes.append(say("HIDDEN", lang, side=terms[side]) + "\n", "dim")
    return notes
