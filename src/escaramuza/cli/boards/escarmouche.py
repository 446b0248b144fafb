"""Escarmouche in the terminal: the board, and both squads with health, figures, abilities and conditions."""

import re
from typing import Any

from rich.text import Text

from escaramuza.cli.boards import grid
from escaramuza.cli.shared import say
from escaramuza.squads.words import text

SQUARE = re.compile("[a-h][1-8]")


def draw(match: Any, scene: dict[str, Any], lang: str) -> None:
    """The 8 × 8 board: units by their number in the squad, Black's in brackets, # the obstacles."""
    units = {unit["square"]: unit for unit in scene["units"] if unit["square"]}
    marked = _last_squares(match, scene)

    def cell(square: str) -> Text:
        style = grid.square_style(square, marked)
        if square in scene["obstacles"]:
            return Text(" # ", f"grey70 {style}")
        if square not in units:
            centre = scene["scenario"] == "centre" and square in scene["centre"]
            return Text(" + " if centre else " · ", f"grey42 {style}")
        unit = units[square]
        number = f" {unit['number']} " if unit["side"] == "white" else f"({unit['number']})"
        return Text(number, f"{grid.PIECE_STYLE[unit['side']]} {style}")

    grid.draw_grid(cell, _notes(match, scene, lang))


def _last_squares(match: Any, scene: dict[str, Any]) -> set[str]:
    """The squares that the last action of a turn names."""
    step = match.last_action
    if step is None or scene["phase"] in match.game.setup_phases:
        return set()
    return set(SQUARE.findall(step.action))


def _notes(match: Any, scene: dict[str, Any], lang: str) -> Text:
    terms = match.game.locale[lang]["terms"]
    notes = Text()
    for side in match.game.seats:
        notes.append(
            grid.seats_line(match, side, lang).rstrip() + f" – {scene['squads'][side]['name']}\n",
            grid.PIECE_STYLE[side],
        )
        for unit in scene["units"]:
            if unit["side"] == side:
                notes.append(_line(unit, lang) + "\n", "dim strike" if unit["state"] == "out" else "")
    if scene["phase"] in ("turn", "forward", "guardian"):
        notes.append(say("TO_MOVE", lang, side=terms[match.actor or scene["side"]]) + "\n", "bold")
        notes.append(say("ACTIONS_LEFT", lang, actions=scene["actions"]) + "\n")
        if scene["turn_limit"]:
            notes.append(say("TURN_OF", lang, turn=scene["turns"] + 1, limit=scene["turn_limit"]) + "\n", "dim")
    if scene["scenario"] == "centre":
        white, black = scene["markers"]["white"], scene["markers"]["black"]
        notes.append(say("MARKERS", lang, white=white, black=black, most=scene["markers_to_win"]) + "\n")
    for side in scene["hidden"]:
        notes.append(say("HIDDEN", lang, side=terms[side]) + "\n", "dim")
    return notes


def _line(unit: dict[str, Any], lang: str) -> str:
    """`1 e2 Aldric 7/7 1·2·2 Charge, Guardian [stance]`: number, square, name, health, range·move·power."""
    figures = f"{unit['range']}·{unit['move']}·{unit['power']}"
    abilities = ", ".join(text(f"ability:{ability}", lang) for ability in unit["abilities"])
    conditions = " ".join(f"[{text('status:' + status['id'], lang)}]" for status in unit["statuses"])
    parts = (
        str(unit["number"]),
        unit["square"] or "–",
        unit["name"],
        f"{unit['health']}/{unit['max_health']}",
        figures,
    )
    return "  ".join(part for part in (*parts, abilities, conditions) if part)
