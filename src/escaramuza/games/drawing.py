"""What a client draws of a game that has no scene of its own, read from fields with the usual names.

A position may have `phase`, `side`, `winner`, `turns`, `turn_limit`, `faces` and `units`; a unit has `side` and either
`at` (a square, negative where it is off the board) or `x`, `y` and `facing`, and may have `kind`, `health` and `acted`.
"""

from typing import TYPE_CHECKING, Any, Literal, NotRequired

from typing_extensions import TypedDict

from escaramuza.games import scene
from escaramuza.games.boards import Grid
from escaramuza.kernel.buffers import OVER

if TYPE_CHECKING:
    from escaramuza.games.game import Game

# Half of what a piece is across on a table without squares, unless its record says it: 2 cm.
RADIUS = 200


class GenericPiece(TypedDict):
    """A piece by its id, on a square or somewhere on a measured table; with what is left of it where that counts."""

    id: int
    side: str
    kind: str
    letter: str
    health: int | None
    acted: bool
    square: NotRequired[scene.Square]
    x: NotRequired[int]
    y: NotRequired[int]
    radius: NotRequired[int]
    facing: NotRequired[int | None]


class GenericScene(TypedDict):
    """The table of a game that has no scene of its own."""

    shape: Literal["generic"]
    phase: str
    side: str | None
    winner: str | None
    turns: int
    turn_limit: int
    dice: list[int]
    secret: bool
    pieces: list[GenericPiece]
    table: NotRequired[scene.Size]


class GenericOption(TypedDict):
    """An action: its text, the piece that makes it, where it leads."""

    action: str
    kind: str
    text: scene.Text
    at: NotRequired[scene.Square]
    to: NotRequired[scene.Square]
    piece: NotRequired[int]
    target: NotRequired[int]
    place: NotRequired[scene.Point]
    threw: NotRequired[bool]


def scene_of(game: "Game", s: Any) -> GenericScene:
    """Everything on the table, in words that a client can look up."""
    has = s.dtype.names
    over = int(game.rules["actor"](s)) == OVER
    drawn: GenericScene = {
        "shape": "generic",
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
        drawn["table"] = {"width": game.board.width, "height": game.board.height}
    return drawn


def pieces_of(game: "Game", s: Any) -> list[GenericPiece]:
    """The pieces on the table, each by the number of its unit."""
    if "units" not in s.dtype.names:
        return []
    numbered = enumerate(s.units)
    return [_piece(game, number, unit) for number, unit in numbered if "at" not in unit.dtype.names or unit.at >= 0]


def _piece(game: "Game", number: int, unit: Any) -> GenericPiece:
    has = unit.dtype.names
    kind = game.classes[int(unit.kind) if "kind" in has else 0]
    piece: GenericPiece = {
        "id": number,
        "side": game.sides[int(unit.side)],
        "kind": kind,
        "letter": kind[0].upper(),
        "health": int(unit.health) if "health" in has else None,
        "acted": bool(unit.acted) if "acted" in has else False,
    }
    if isinstance(game.board, Grid):
        piece["square"] = game.board.name(int(unit.at))
        return piece
    piece["x"], piece["y"] = int(unit.x), int(unit.y)
    piece["radius"] = int(unit.radius) if "radius" in has else RADIUS
    piece["facing"] = int(unit.facing) if "facing" in has else None
    return piece


def options_of(game: "Game", s: Any, actions: Any) -> list[GenericOption]:
    """What a client shows of each action before it is made: its text, the piece that makes it, where it leads."""
    standing = {piece["square"]: piece for piece in game.pieces(s) if "square" in piece}
    return [_option(game, s, action, standing) for action in actions]


def _option(game: "Game", s: Any, action: Any, standing: dict[str, GenericPiece]) -> GenericOption:
    assert game.texts is not None
    shown = game.texts.shown(action)
    kind = game.texts.kinds[int(action.kind)]
    written = game.format_action(s, action)
    piece = standing.get(shown["at"]) if "at" in shown else None
    option: GenericOption = {
        "action": written,
        "kind": kind.name.lower(),
        "text": _said(game, kind.name, written, shown, piece),
    }
    if "at" in shown and game.texts.is_square("at"):
        option["at"] = shown["at"]
    if "to" in shown and game.texts.is_square("to"):
        option["to"] = shown["to"]
    if piece is not None:
        option["piece"] = piece["id"]
    elif "unit" in shown:
        option["piece"] = int(action.unit)
    if "target" in shown:
        option["target"] = int(action.target)
    if "x" in shown and "y" in shown:
        option["place"] = (int(action.x), int(action.y))
    return option


def _said(game: "Game", kind: str, written: str, shown: dict[str, str], piece: GenericPiece | None) -> scene.Text:
    """An action in words; as it is written where the game has none."""

    def in_language(lang: str) -> str:
        words = game.locale[lang]
        named = "" if piece is None else words["terms"].get(piece["kind"], piece["kind"])
        return str(words.get("choices", {}).get(kind, written)).format(**shown, piece=named)

    return {"es": in_language("es"), "fr": in_language("fr"), "en": in_language("en")}
