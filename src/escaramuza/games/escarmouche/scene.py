"""The scene, the options and the look of Escarmouche, as they go over the wire."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from escaramuza.games.scene import Square, Text

Side = Literal["white", "black"]
Phase = Literal["die-off", "obstacles", "placement", "first-die", "turn", "forward", "guardian", "finished"]
State = Literal["hand", "board", "out", "hidden"]
StatusId = Literal[
    "stance", "retreated", "suppressed-next", "suppressed", "drained-next", "drained", "guards", "guarded"
]
Kind = Literal[
    "roll", "obstacle", "place", "ready", "move", "attack", "ability", "free-move", "done", "guard", "no-guard"
]


class EscarmoucheStatus(TypedDict):
    """What a unit is marked with; with the other unit of a guard."""

    id: StatusId
    unit: NotRequired[int]


class EscarmoucheUnit(TypedDict):
    """A unit with its card and how it stands."""

    id: int
    side: Side
    number: int
    name: str
    icon: str
    quote: str | Text
    cost: int
    rank: str
    points: int
    abilities: list[str]
    health: int
    max_health: int
    range: int
    move: int
    power: int
    square: Square | None
    state: State
    acted: int
    attacked: bool
    statuses: list[EscarmoucheStatus]


class EscarmoucheZone(TypedDict):
    """Where a side places its units."""

    home: list[Square]


class EscarmoucheSquad(TypedDict):
    """A squad's name and what it costs."""

    name: str
    points: int


class ForwardAsk(TypedDict):
    """An ally that was called forward may move once more."""

    kind: Literal["forward"]
    unit: int
    moved: int


class GuardianAsk(TypedDict):
    """Whether a guardian takes the blow."""

    kind: Literal["guardian"]
    attacker: int
    target: int
    ability: str | None
    damage: int
    guardians: list[int]


class EscarmoucheScene(TypedDict):
    """The board of Escarmouche, both squads' cards and markers, and what is asked."""

    shape: Literal["escarmouche"]
    phase: Phase
    side: Side
    winner: Side | None
    scenario: Literal["standard", "centre"]
    placement: Literal["alternate", "secret"]
    secret: bool
    hidden: list[Side]
    actions: int
    actions_per_turn: int
    dice: list[int]
    turns: int
    turn_limit: int
    obstacles: list[Square]
    markers: dict[Side, int]
    markers_to_win: int
    centre: list[Square]
    zones: dict[Side, EscarmoucheZone]
    obstacle_zone: list[Square]
    squads: dict[Side, EscarmoucheSquad]
    units: list[EscarmoucheUnit]
    ask: ForwardAsk | GuardianAsk | None


class EscarmoucheBlow(TypedDict):
    """Damage to one unit, and what becomes of it."""

    unit: int
    power: int
    damage: int
    cancelled: int
    left: int
    out: bool


class EscarmoucheEffect(EscarmoucheBlow):
    """What an attack does, and to whom else its owner may turn it."""

    guards: NotRequired[list[EscarmoucheBlow]]


class EscarmouchePreview(TypedDict, total=False):
    """What an action does to whom, and what it costs the one who does it."""

    effect: list[EscarmoucheEffect]
    loss: int


class EscarmoucheOption(EscarmouchePreview):
    """An action of Escarmouche: who, from where, where to, at whom, with which ability."""

    action: str
    kind: Kind
    unit: NotRequired[int]
    number: NotRequired[int]
    at: NotRequired[Square]
    to: NotRequired[Square]
    target: NotRequired[int]
    ability: NotRequired[str]
    threw: NotRequired[bool]


class EscarmoucheSight(TypedDict):
    """An enemy within range: whether it is seen, or what hides it, from the corner of the square that sees most."""

    unit: int
    corner: tuple[int, int]
    square: Square
    visible: bool
    blocked_by: list[Square]


class EscarmoucheLook(TypedDict):
    """Where a unit could go, how far it strikes, what it sees."""

    shape: Literal["escarmouche"]
    reach: list[Square]
    range: list[Square]
    seen: list[Square]
    targets: list[EscarmoucheSight]
