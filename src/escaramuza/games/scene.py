"""What a client draws of a game that has no scene of its own, read from fields with the usual names.

A position may have `phase`, `side`, `winner`, `turns`, `turn_limit`, `faces` and `units`; a unit has `side` and either
`at` (a square, negative where it is off the board) or `x`, `y` and `facing`, and may have `kind`, `health` and `acted`.
"""

from typing import TYPE_CHECKING, Any

from escaramuza.games.boards import Grid
from escaramuza.games.spec import LANGUAGES
from escaramuza.kernel.buffers import OVER

if TYPE_CHECKING:
    from escaramuza.games.game import Game

# Half of what a piece is across on a table without squares, unless its record says it: 2 cm.
RADIUS = 200


def scene_of(game: "Game", s: Any) -> dict[str, Any]:
    """Everything on the table, in words that a client can look up."""
    has = s.dtype.names
    over = int(game.rules["actor"](s)) == OVER
    scene: dict[str, Any] = {
        "phase": game.phases[int(s.phase)] if "phase" in has else game.phases[-1 if over else 0],
        "side": game.sides[int(s.side)] if "side" in has else None,
        "winner": game.sides[int(s.winner)] if "winner" in has and s.winner >= 0 else None,
        "turns": int(s.turns) if "turns" in has else 0,
        "turn_limit": int(s.turn_limit) if "turn_limit" in has else 0,
        "dice": [int(face) for face in s.faces.ravel() if face > 0] if "faces" in has else [],
        "secret": bool(game.secret_now(s)),
        "pieces": game.pieces(s),
    }
    if game.board is not None and not isinstance(game.board, Grid):
        scene["table"] = {"width": game.board.width, "height": game.board.height}
    return scene


def pieces_of(game: "Game", s: Any) -> list[dict[str, Any]]:
    """The pieces on the table, each by the number of its unit."""
    if "units" not in s.dtype.names:
        return []
    numbered = enumerate(s.units)
    return [_piece(game, number, unit) for number, unit in numbered if "at" not in unit.dtype.names or unit.at >= 0]


def _piece(game: "Game", number: int, unit: Any) -> dict[str, Any]:
    has = unit.dtype.names
    kind = game.classes[int(unit.kind) if "kind" in has else 0]
    piece: dict[str, Any] = {
        "id": number, "side": game.sides[int(unit.side)], "kind": kind, "letter": kind[0].upper(),
        "health": int(unit.health) if "health" in has else None, "acted": bool(unit.acted) if "acted" in has else False,
    }  # fmt: skip
    if isinstance(game.board, Grid):
        return piece | {"square": game.board.name(int(unit.at))}
    radius = int(unit.radius) if "radius" in has else RADIUS
    facing = int(unit.facing) if "facing" in has else None
    return piece | {"x": int(unit.x), "y": int(unit.y), "radius": radius, "facing": facing}


def options_of(game: "Game", s: Any, actions: Any) -> list[dict[str, Any]]:
    """What a client shows of each action before it is made: its text, the piece that makes it, where it leads."""
    standing = {piece.get("square"): piece for piece in game.pieces(s)}
    return [_option(game, s, action, standing) for action in actions]


def _option(game: "Game", s: Any, action: Any, standing: dict[Any, dict[str, Any]]) -> dict[str, Any]:
    assert game.texts is not None
    shown = game.texts.shown(action)
    kind = game.texts.kinds[int(action.kind)]
    text = game.format_action(s, action)
    option: dict[str, Any] = {"action": text, "kind": kind.name.lower()}
    option |= {field: place for field, place in shown.items() if game.texts.is_square(field)}
    piece = standing.get(shown.get("at")) if "at" in shown else None
    if piece is not None:
        option["piece"] = piece["id"]
    elif "unit" in shown:
        option["piece"] = int(action.unit)
    if "target" in shown:
        option["target"] = int(action.target)
    if "x" in shown and "y" in shown:
        option["place"] = [int(action.x), int(action.y)]
    option["text"] = {}
    for lang in LANGUAGES:
        words = game.locale[lang]
        named = "" if piece is None else words["terms"].get(piece["kind"], piece["kind"])
        option["text"][lang] = words.get("choices", {}).get(kind.name, text).format(**shown, piece=named)
    return option
