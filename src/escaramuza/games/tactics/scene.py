"""The scene and the options of Tactics, as they go over the wire."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from escaramuza.games.scene import Square

Side = Literal["white", "black"]
Phase = Literal["die-off", "choice", "deployment", "turn", "finished"]
PieceClass = Literal["axe", "sword", "pike", "horse", "bow", "arquebus", "mage", "guard"]
Kind = Literal["roll", "choose", "place", "ready", "move", "end"]

TacticsPiece = TypedDict(
    "TacticsPiece",
    {"id": int, "side": Side, "class": PieceClass, "square": Square, "moved": bool, "guard": bool},
)


class TacticsZone(TypedDict):
    """Where a side deploys, and where its guard may stand."""

    home: list[Square]
    guard: list[Square]


class TacticsCosts(TypedDict):
    """What a move costs: a step and a charge, along a row or column and diagonally."""

    straight: int
    diagonal: int
    charge_straight: int
    charge_diagonal: int


class TacticsScene(TypedDict):
    """The board of Tactics; `classes` are all there are, as events number them, with their letters; `takes` says whom
    each captures."""

    shape: Literal["tactics"]
    phase: Phase
    side: Side
    attacker: Side | None
    winner: Side | None
    points: int
    charge: bool
    dice: list[int]
    turns: int
    turn_limit: int
    secret: bool
    hidden: list[Side]
    pieces: list[TacticsPiece]
    off_board: dict[Side, list[PieceClass]]
    zones: dict[Side, TacticsZone]
    classes: dict[PieceClass, str]
    takes: dict[PieceClass, list[PieceClass]]
    costs: TacticsCosts


class TacticsOption(TypedDict):
    """An action of Tactics: where from, where to, what it costs and takes."""

    action: str
    kind: Kind
    unit: NotRequired[PieceClass]
    at: NotRequired[Square]
    to: NotRequired[Square]
    cost: NotRequired[int]
    charge: NotRequired[bool]
    captures: NotRequired[PieceClass | None]
    threw: NotRequired[bool]
