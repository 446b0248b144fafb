"""The scene, the options and the look of Escaramuzas de Café, as they go over the wire."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from escaramuza.games.scene import Point, Size, Terrain

Side = Literal["blue", "red"]
Phase = Literal[
    "die-off",
    "sides",
    "deploy",
    "initiative",
    "turn",
    "move",
    "way",
    "window",
    "attack",
    "evade",
    "assign",
    "tourniquet",
    "advance",
    "support",
    "trap",
    "order",
    "share",
    "finished",
]
State = Literal["hand", "table", "out", "hidden"]
StatusId = Literal["camouflage", "harmless", "poison", "tourniquet"]
Ending = Literal["beaten", "points", "draw"]
Moment = Literal["moved", "end", "used", "setting-out", "declared", "hits", "resolved", "advanced", "led", "supported"]
Purpose = Literal["walk", "run", "cheetah", "false-orders", "support"]
Mode = Literal["hold", "walk", "run", "card"]
Asking = Literal["useful", "always", "never"]
Kind = Literal[
    "roll",
    "keep",
    "swap",
    "place",
    "ready",
    "use",
    "pass",
    "hold",
    "walk",
    "run",
    "walk-bend",
    "run-bend",
    "go",
    "bend",
    "card-only",
    "shoot",
    "fight",
    "heal",
    "end",
    "evade",
    "stand",
    "cancel",
    "advance",
    "stay",
    "support",
    "no-support",
    "give-up",
    "no",
    "trap",
    "card",
    "ask",
    "strike",
    "take",
    "deal",
]


class CafeStatus(TypedDict):
    """What a unit is marked with."""

    id: StatusId


class CafeUnit(TypedDict):
    """A unit; its seat and what it is are not known while it lies face down before others."""

    id: int
    side: Side
    seat: str | None
    # The number of its seat among those of its side.
    player: int | None
    number: int
    text: str
    type: str | None
    letter: str | None
    name: str | None
    x: int
    y: int
    facing: int
    corners: list[Point]
    state: State
    face_down: bool
    health: int
    max_health: int
    wounds: int
    resistance: int
    shooting: int
    fighting: int
    move: int
    kills: int
    promotes_at: int
    acted: bool
    statuses: list[CafeStatus]


class CafeZone(TypedDict):
    """A side's deployment zone, from its left edge."""

    x: int
    width: int


class CafeObjective(TypedDict):
    """An objective, who holds it, and who did first and ever since."""

    id: int
    x: int
    y: int
    owner: Side | None
    first: Side | None
    unbroken: bool


class CafeBase(TypedDict):
    """The size of a unit's base."""

    length: int
    width: int


class CafeHand(TypedDict):
    """A seat's hand: all its cards if it is one's own, else those that were shown."""

    count: int
    cards: list[str]
    own: bool
    shown: list[str]


class CafeActivation(TypedDict):
    """The unit that is active, and how."""

    unit: int
    mode: Mode | None
    range: int
    extra_dice: int
    fought: list[int]


class CafeWay(TypedDict):
    """The way that is being made: where it began, its bends, what is left of the move."""

    unit: int
    purpose: Purpose
    left: int
    legs: list[Point]
    target: int


class CafeAttack(TypedDict):
    """The attack that is being worked out; `die` is the defence die to assign."""

    attacker: int
    target: int
    close: bool
    cover: bool
    dice: list[int]
    hits: list[int]
    defence: list[int]
    die: int


class CafeAsk(TypedDict):
    """The question that is open: its kind, whom it is about, the cards that answer it."""

    kind: Phase
    cards: list[str]
    unit: int
    moment: NotRequired[Moment]
    x: NotRequired[int]
    y: NotRequired[int]
    points: NotRequired[int]


class CafePoints(TypedDict):
    """A side's points of a round, by what they are for."""

    objectives: int
    zone: int
    range_kills: int
    close_kills: int
    all: int
    six_close: int
    six_range: int
    first: int


class CafeRound(TypedDict):
    """A line of the score sheet."""

    round: int
    blue: CafePoints
    red: CafePoints


class CafeKills(TypedDict):
    """How many a side has destroyed, in all and in this round."""

    close: int
    range: int
    close_round: int
    range_round: int


class CafeScene(TypedDict):
    """The table of Escaramuzas de Café, and what is going on there."""

    shape: Literal["cafe"]
    phase: Phase
    side: Side
    seat: str | None
    winner: Side | None
    how: Ending | None
    round: int
    rounds: int
    # A side with so many units or fewer is beaten.
    beaten_at: int
    points: dict[Side, int]
    passed: list[str]
    turn_order: list[str]
    secret: bool
    hidden: list[Side]
    dice: dict[Side, list[int]]
    table: Size
    zones: dict[Side, CafeZone]
    map: str
    terrain: list[Terrain]
    objectives: list[CafeObjective]
    base: CafeBase
    patch: int
    reach: int
    range: int
    units: list[CafeUnit]
    hands: dict[str, CafeHand]
    deck: int
    asking: dict[str, Asking]
    activation: CafeActivation | None
    way: CafeWay | None
    attack: CafeAttack | None
    ask: CafeAsk | None
    sheet: list[CafeRound]
    score: dict[Side, int]
    kills: dict[Side, CafeKills]


class CafeAnswer(TypedDict):
    """What evading or standing leads to, once the attack is thrown."""

    damage: list[float]
    target_wounds: list[float]
    target_destroyed: float


class CafeCourse(CafeAnswer):
    """What an attack leads to, the defender evading or standing: shares by number."""

    hits: list[float]
    attacker_panics: float
    attacker_wounds: list[float]
    attacker_destroyed: float


class CafeChances(TypedDict):
    """The odds of an attack."""

    close: bool
    cover: bool
    dice: int
    needs: int
    evade: CafeCourse
    stand: CafeCourse


class CafeOption(TypedDict):
    """An action of Escaramuzas de Café; what it carries depends on its kind."""

    action: str
    kind: Kind
    unit: NotRequired[int]
    target: NotRequired[int]
    x: NotRequired[int]
    y: NotRequired[int]
    facing: NotRequired[int]
    card: NotRequired[str]
    seat: NotRequired[str]
    choice: NotRequired[int]
    chances: NotRequired[CafeChances]
    answer: NotRequired[CafeAnswer]
    points: NotRequired[int]
    close: NotRequired[bool]
    threw: NotRequired[bool]


class CafeJudged(TypedDict):
    """Whether a unit gets to a place; if not, where it gets instead, if anywhere; around which corners, and what that
    costs. Where it gets nowhere the cost is that of the straight line, which beside the table is not known."""

    legal: bool
    why: str | None
    cost: int | None
    straight: int
    to: Point | None
    bends: list[Point]


class CafePlace(TypedDict):
    """A place, judged for who walks and for who runs."""

    walk: CafeJudged
    run: CafeJudged


class CafeSeen(TypedDict):
    """An enemy as it is seen from a place."""

    unit: int
    gap: int
    close: bool
    in_range: bool
    blocked_by: list[int]
    cover: bool
    cover_by: list[int]
    camouflaged: bool
    chances: CafeChances | None


class CafeLook(TypedDict):
    """Where a unit gets in one straight leg and around each corner, and whom it could attack; of a place, the way
    there."""

    shape: Literal["cafe"]
    walk: list[Point]
    run: list[Point]
    walk_bends: list[list[Point]]
    run_bends: list[list[Point]]
    place: CafePlace | None
    targets: list[CafeSeen]


class CafeThreat(TypedDict):
    """A unit that could be attacked, by whom, each one's chance to destroy it, and the best of these."""

    unit: int
    by: list[int]
    odds: list[float]
    probability: float
