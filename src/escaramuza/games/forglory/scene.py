"""The scene, the options and the look of For Glory, as they go over the wire."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from escaramuza.games.basics import Place
from escaramuza.games.scene import Point, Size, Terrain, Text

Side = Literal["south", "north"]
Phase = Literal[
    "muster",
    "distribute",
    "picking",
    "deploy",
    "staff-place",
    "orders",
    "order",
    "way",
    "after-move",
    "joining",
    "react",
    "reaction",
    "marking",
    "relocating",
    "extra",
    "following",
    "officer-ride",
    "staff-ride",
    "extras",
    "pushes",
    "finished",
]
Ending = Literal["divisions", "staff", "objectives", "rounds"]
Category = Literal["LnInf", "LI", "HC", "LC", "FA", "HA"]
UnitType = Literal["infantry", "cavalry", "artillery"]
Quality = Literal["M", "I", "R", "V", "E"]
Span = Literal["XS", "S", "M", "L", "XL"]
Edge = Literal["west", "north", "east", "south"]
State = Literal["hand", "table", "destroyed", "removed"]
OfficerState = Literal["hand", "table", "destroyed", "removed", "reserve", "out"]
Attitude = Literal["front", "flank"]
Order = Literal["move", "march", "charge", "shoot", "retreat", "regroup", "hold", "extra"]
Moment = Literal["order", "area", "range", "end", "contact", "shot", "failed"]
Column = Literal["units", "divisions", "held", "taken", "officers", "staff"]
FireRow = Literal["none", "pushed", "hit", "two-hits", "destroyed"]
Way = Literal["move", "march", "ride"]
MeleeRow = Literal["pushed", "two-hits", "destroyed"]


class GloryBase(TypedDict):
    """The size of bases: front and depth of a unit, radius of an officer."""

    front: int
    deep: int
    radius: int


class GloryObjective(TypedDict):
    """An objective and who holds it."""

    id: int
    x: int
    y: int
    owner: Side | None


class GloryUnit(TypedDict):
    """A brigade or a battery; `morale` is how likely it passes a check as it stands."""

    id: int
    text: str
    name: Text
    side: Side
    number: int
    division: int
    division_number: int
    category: Category
    type: UnitType
    quality: Quality
    x: int
    y: int
    facing: int
    corners: list[Point]
    state: State
    hits: int
    column: bool
    disorganised: bool
    detached: bool
    ordered: bool
    reacted: bool
    charging: Attitude | None
    range: int | None
    move: int
    difficult: int
    fire: int | None
    melee: int
    morale: float | None


class GloryOfficer(TypedDict):
    """A general of division, or the staff."""

    id: int
    text: str
    name: Text
    side: Side
    division: int | None
    division_number: int | None
    staff: bool
    x: int
    y: int
    radius: int
    state: OfficerState
    experience: int | None
    lost: int
    initiative: int | None
    die: int | None
    edge: Edge | None


class GloryDivision(TypedDict):
    """A division, who leads it and what is left of it; it wavers if the next brigade it loses takes it off the
    table."""

    id: int
    name: Text
    side: Side
    number: int
    officer: int
    units: list[int]
    lost: int
    left: int
    wavers: bool
    state: OfficerState
    # Where a historical deployment puts it: west, north, east, south.
    zone: tuple[int, int, int, int] | None


class GloryGroup(TypedDict):
    """A division or a detachment in the order of activation; whether its check was passed is not known before."""

    id: int
    side: Side
    officer: int | None
    division: int
    division_number: int
    units: list[int]
    initiative: int
    done: bool
    active: bool
    passed: bool | None
    leadership: float | None


class GloryMarker(TypedDict):
    """Where artillery has fired."""

    x: int
    y: int
    round: int
    side: Side


class GloryScore(TypedDict):
    """A side's points by what they are for."""

    units: int
    divisions: int
    held: int
    taken: int
    officers: int
    staff: int
    total: int


class GloryOrder(TypedDict):
    """The order that is being carried out."""

    unit: int
    kind: Order
    used: int
    most: int
    legs: int
    target: int | None


class GloryWindow(TypedDict):
    """A moment at which others may react."""

    trigger: int
    moment: Moment
    reactors: list[int]


class GloryReaction(TypedDict):
    """Who reacts to whom."""

    unit: int
    trigger: int


class GloryShot(TypedDict):
    """The shot that is being worked out."""

    unit: int
    target: int
    total: int
    x: int
    y: int


class GloryCombat(TypedDict):
    """The melee that others may join."""

    unit: int
    units: list[int]


class GloryPlacing(TypedDict):
    """The division or the staff that is put on the table."""

    division: int | None
    staff: bool
    officer: int
    officer_placed: bool
    left: list[int]
    edge: Edge | None


class GloryExtra(TypedDict):
    """The extra move of a unit that has won."""

    unit: int
    most: int
    used: int
    asked: bool


class GloryScene(TypedDict):
    """The table of For Glory, and what is going on there."""

    shape: Literal["forglory"]
    phase: Phase
    side: Side
    seat: Side | None
    winner: Side | None
    how: Ending | None
    round: int
    rounds: int
    # So many divisions removed end the battle.
    divisions_to_lose: int
    secret: bool
    battle: str
    map: str
    scale: float
    table: Size
    base: GloryBase
    # Where the bases of a side face at first.
    facing: dict[Side, int]
    span: dict[Span, int]
    road_width: int
    terrain: list[Terrain]
    roads: list[list[Point]]
    objectives: list[GloryObjective]
    reach: int
    units: list[GloryUnit]
    officers: list[GloryOfficer]
    divisions: list[GloryDivision]
    groups: list[GloryGroup]
    markers: list[GloryMarker]
    score: dict[Side, GloryScore]
    order: GloryOrder | None
    window: GloryWindow | None
    shot: GloryShot | None
    combat: GloryCombat | None
    placing: GloryPlacing | None
    extra: GloryExtra | None
    reaction: GloryReaction | None
    relocating: int | None


class GloryModifier(TypedDict):
    """A modifier of somebody's die, and where it comes from."""

    unit: int
    reason: str
    value: int
    clause: str
    section: str


class GloryFireChances(TypedDict):
    """The odds of a shot; `morale` those of the check that comes first, if any."""

    kind: Literal["fire"]
    modifiers: list[GloryModifier]
    total: int
    rows: dict[FireRow, float]
    morale: float | None


class GloryMeleeRows(TypedDict):
    """How likely a melee is won and lost, and how."""

    won: dict[MeleeRow, float]
    draw: float
    lost: dict[MeleeRow, float]


class GloryMeleeChances(TypedDict):
    """The odds of a melee; no rows where no dice are thrown: contact captures an officer. `shaken` is how likely a
    target with two hits stands."""

    kind: Literal["melee"]
    modifiers: list[GloryModifier]
    enemy: list[GloryModifier]
    rows: GloryMeleeRows | None
    morale: float | None
    shaken: float | None
    officer: bool


class GloryCheckChances(TypedDict):
    """The odds of a check alone."""

    kind: Literal["check"]
    morale: float | None


GloryChances = GloryFireChances | GloryMeleeChances | GloryCheckChances


class GloryOption(TypedDict):
    """An action of For Glory; what it carries depends on its kind. `aimed`: beside the middle."""

    action: str
    kind: str
    unit: NotRequired[int]
    target: NotRequired[int]
    x: NotRequired[int]
    y: NotRequired[int]
    facing: NotRequired[int]
    aimed: NotRequired[bool]
    division: NotRequired[int]
    pick: NotRequired[int]
    chances: NotRequired[GloryChances | None]
    threw: NotRequired[bool]


class GloryJudged(TypedDict):
    """Whether somebody gets to a place; if not, to where it gets instead, if anywhere; around which corners, with which
    front at each, and what that costs."""

    legal: bool
    why: str | None
    cost: int
    most: int
    kind: Way
    to: Place | None
    bends: list[Place]


class GloryHider(TypedDict):
    """What hides somebody."""

    kind: Literal["unit", "terrain"]
    id: int


class GlorySeen(TypedDict):
    """An enemy as it is seen from a place: thousandths of it, what hides the rest, the odds of fire and of a charge and
    where that aims, unless at its middle."""

    body: int
    gap: int
    share: int
    nearest: int | None
    obscured: bool
    hidden_by: list[GloryHider]
    cover: bool
    range: bool
    flank: bool
    chances: GloryFireChances | None
    charge: GloryMeleeChances | None
    aim: Point | None


class GloryCommand(TypedDict):
    """How far a unit is from its general."""

    officer: int
    gap: int
    within: bool
    near: bool


class GloryLook(TypedDict):
    """Where a unit gets, straight and around each corner, what it watches and whom it sees; of a place, the way."""

    shape: Literal["forglory"]
    plain: list[Point]
    strategic: list[Point] | None
    plain_bends: list[list[Point]]
    strategic_bends: list[list[Point]]
    road: list[list[Point]] | None
    place: GloryJudged | None
    area: list[Point]
    strip: list[Point]
    seen: list[GlorySeen]
    command: GloryCommand | None
