"""What goes over the table's WebSocket, message by message; docs/web-api.md says the same in words.

What comes in is checked by these models. What goes out is built as these dictionaries: mypy checks them where they are
built, tests check whole games against them, and `escaramuza.server.schema` makes the clients' types of them.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, NotRequired, Self

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, model_validator
from typing_extensions import TypedDict

from escaramuza.engine.agreement import Reason as EndReason
from escaramuza.games.basics import Place
from escaramuza.games.scene import Spot, SquareReach, Text
from escaramuza.server.readiness import GameReadiness
from escaramuza.server.words import Fault, GameEvent

MOST_ACTIONS = 64
FARTHEST = 100_000
Length = Annotated[int, Field(strict=True, ge=-FARTHEST, le=FARTHEST)]
Action = Annotated[str, Field(max_length=80)]
Id = int | str | None


class FromClient(BaseModel):
    """What a client says; the answer bears its id."""

    model_config = ConfigDict(extra="ignore")

    id: Id = None


class Hello(FromClient):
    """Start, or go on after a lost connection with the last number and the steps that are known."""

    type: Literal["hello"]
    seq: int = 0
    steps: int = Field(default=0, ge=0)


class Act(FromClient):
    """Make actions in order, in the state of this number."""

    type: Literal["act"]
    seq: int = 0
    actions: list[str] = Field(default=[], max_length=MOST_ACTIONS)


class Undo(FromClient):
    """Take back."""

    type: Literal["undo"]
    seq: int = 0


class AnswerTakeBack(FromClient):
    """Agree to what another wants to take back, or not; whoever asked for it may give it up."""

    type: Literal["answer_take_back"]
    seq: int = 0
    agree: bool


class Say(FromClient):
    """Say something about ending the match, for one of several seats if need be. It speaks of the match as it stands,
    whatever was played meanwhile."""

    type: Literal["say"]
    word: Literal[
        "resign",
        "decline-resign",
        "withdraw-resign",
        "offer-draw",
        "agree-draw",
        "decline-draw",
        "withdraw-draw",
        "claim",
        "abort",
    ]
    seat: Action | None = None


class AskWhy(FromClient):
    """Why an action is not allowed."""

    type: Literal["why"]
    action: Action = ""


class AskOdds(FromClient):
    """What an action leads to."""

    type: Literal["odds"]
    action: Action = ""


class AskThreats(FromClient):
    """Which pieces are in danger."""

    type: Literal["threats"]


class AskHint(FromClient):
    """What the search agent would do."""

    type: Literal["hint"]


class AskLook(FromClient):
    """What a unit could do; on a gridless table also as if it stood elsewhere."""

    type: Literal["look"]
    unit: int = Field(default=-1, ge=-1, le=10_000)
    x: Length | None = None
    y: Length | None = None
    facing: Length = 0

    @model_validator(mode="after")
    def _a_place_has_both(self) -> Self:
        if (self.x is None) != (self.y is None):
            raise ValueError("x and y go together")
        return self

    @property
    def place(self) -> Place | None:
        """Where a unit should be thought to stand; None for where it does."""
        return None if self.x is None or self.y is None else (self.x, self.y, self.facing)


class MoveNow(FromClient):
    """An agent that thinks is to make up its mind, until somebody else has to decide."""

    type: Literal["move_now"]
    seq: int = 0


class Ping(FromClient):
    """Whether the server is there."""

    type: Literal["ping"]


# What may take a while is answered beside the conversation.
Question = AskWhy | AskOdds | AskThreats | AskLook
ToServer = Annotated[
    Hello | Act | Undo | AnswerTakeBack | Say | Question | AskHint | MoveNow | Ping, Field(discriminator="type")
]
INCOMING: TypeAdapter[ToServer] = TypeAdapter(ToServer)


class SeatInfo(TypedDict):
    """Who holds a seat."""

    name: str
    kind: Literal["person", "link", "agent"]
    online: bool


class Reason(GameEvent):
    """Why not, with the squares that it is about."""

    squares: list[str]


class Move(TypedDict):
    """A piece goes by a way, from where it was, or turns where it is."""

    kind: Literal["move"]
    id: int
    way: list[Spot]
    charge: bool
    facing: NotRequired[int]


class Appear(TypedDict):
    """A piece comes onto the table, or into sight."""

    kind: Literal["appear"]
    id: int
    at: Spot


class Vanish(TypedDict):
    """A piece goes off the table, or out of sight, and where to."""

    kind: Literal["vanish"]
    id: int
    at: Spot
    to: str


class Strike(TypedDict):
    """A piece shoots at or fights another."""

    kind: Literal["strike"]
    id: int
    target: int
    close: bool


class Throw(TypedDict):
    """Dice of a piece, or of nobody in particular, with what for, their modifiers and what it comes to."""

    kind: Literal["throw"]
    id: int | None
    dice: list[int]
    purpose: str
    terms: list[tuple[str, int]]
    total: int | None


class Hit(TypedDict):
    """A piece takes damage."""

    kind: Literal["hit"]
    id: int
    points: int


class Sign(TypedDict):
    """Something else happens to a piece, good or bad, as a sign tells."""

    kind: Literal["sign"]
    id: int
    sign: str
    good: bool


class Set(TypedDict):
    """How a piece is left: those of its fields in the scene that are otherwise than before."""

    kind: Literal["set"]
    id: int
    fields: dict[str, Any]


Change = Move | Appear | Vanish | Strike | Throw | Hit | Sign | Set


class Step(TypedDict):
    """An action and what came of it; of a secret one only that it happened. `placed` says that a piece was put down
    before the game. What is to be drawn comes with the last steps only: older ones are not played any more."""

    number: int
    seat: str
    action: str | None
    events: list[GameEvent]
    changes: list[Annotated[Change, Field(discriminator="kind")]]
    threw: bool
    placed: bool


class TakeBack(TypedDict):
    """Somebody wants to take back what others have seen: whose action it is, whether it is yours, whether you are
    asked, and who said no."""

    seat: str
    mine: bool
    asks_you: bool
    declined_by: str | None


class Wish(TypedDict):
    """Somebody offers a draw, or would resign with partners: whose wish it is, whether it is yours, whether you are
    asked."""

    seat: str
    mine: bool
    asks_you: bool


class Claim(TypedDict):
    """Whom you wait for, after how many seconds that is a desertion, and how many are left: while they are away, and
    while they are at the table."""

    seat: str
    after: int
    left: int
    left_here: int


class Talk(TypedDict):
    """What is said about ending the match, and what you may say."""

    draw: Wish | None
    resigning: list[Wish]
    may_offer_draw: bool
    may_abort: bool
    claim: Claim | None


class Arriving(TypedDict):
    """Who is still to come and brings something: the seats, the option that you choose if it is you, and how many
    points or units that may have."""

    waits_for: list[str]
    option: str | None
    most: int | None


class TermsTold(TypedDict):
    """What was agreed on beside the options: when a deserted match may be claimed, and whether hints are given."""

    claim_after: int | None
    hints: bool


# The whole state for a guest. Which scene and options there are says the shape; `escaramuza.server.schema` knows them.
Update = TypedDict(
    "Update",
    {
        "type": Literal["update"],
        "shape": str,
        "seq": int,
        "from": int,
        "steps": list[Step],
        "scene": Mapping[str, Any],
        "you": list[str],
        "eyes": str | None,
        "actor": str | None,
        "legal": Sequence[Mapping[str, Any]],
        "shortcuts": dict[str, Sequence[Mapping[str, Any]]],
        "seats": dict[str, SeatInfo],
        "commitment": str,
        "outcome": dict[str, int] | None,
        "reason": EndReason | None,
        "talk": Talk,
        "terms": TermsTold,
        "arriving": Arriving | None,
        "can_undo": bool,
        "take_back": TakeBack | None,
        "position": str | None,
        "seed": str | None,
        "rematch": str | None,
    },
)


class Allowed(TypedDict):
    """It is allowed."""

    allowed: Literal[True]


class NotAllowed(TypedDict):
    """It is not, and why."""

    allowed: Literal[False]
    reason: Reason


class Chance(TypedDict):
    """One of the things that may come of an action."""

    probability: float
    error: float | None
    fraction: str | None
    text: Text


class Odds(TypedDict):
    """What an action leads to: exact, or from so many samples."""

    exact: bool
    dice: int
    samples: int
    chances: list[Chance]


class Threats(TypedDict):
    """Which pieces are in danger, as the game tells it, and on a board the squares that the other side reaches."""

    pieces: Sequence[Mapping[str, Any]]
    reach: Sequence[SquareReach]


class Gain(TypedDict):
    """Something that an action may bring, and how likely."""

    text: Text
    probability: float


class InDanger(TypedDict):
    """How many of one's own could be taken if one stopped now, and after the action."""

    before: int
    after: int


class Hint(TypedDict):
    """What the search agent would do, how it thinks the game goes on, the result that it expects, and why: what may
    come of it, what is out of danger by it, what comes next to it, and the reply to reckon with."""

    shape: str
    action: str
    line: Sequence[Mapping[str, Any]]
    expected: float
    gains: list[Gain]
    in_danger: InDanger | None
    instead: Sequence[Mapping[str, Any]]
    instead_expected: float | None
    reply: Sequence[Mapping[str, Any]]


class Nothing(TypedDict):
    """Nothing more is to be said."""


class Answer(TypedDict):
    """The answer to a message of a type."""

    type: Literal["reply"]
    id: Id
    ok: Literal[True]
    to: str
    data: Mapping[str, Any]


class Refusal(TypedDict):
    """The refusal of a message."""

    type: Literal["reply"]
    id: Id
    ok: Literal[False]
    error: Fault


class Thinking(TypedDict):
    """An agent thinks: how far it is."""

    type: Literal["thinking"]
    seat: str
    share: float


class Presence(TypedDict):
    """Somebody came or went."""

    type: Literal["presence"]
    seats: dict[str, SeatInfo]


class Leaving(TypedDict):
    """Which seats agree to delete this match; none where it stays."""

    type: Literal["leaving"]
    seats: list[str]


class Bye(TypedDict):
    """The last message before the server closes for good."""

    type: Literal["bye"]
    error: Fault


class Pong(TypedDict):
    """The server is there."""

    type: Literal["pong"]


class Preparing(GameReadiness):
    """How far the game of this table is; nothing else is said before it is ready."""

    type: Literal["preparing"] = "preparing"


FromServer = Update | Answer | Refusal | Thinking | Presence | Leaving | Bye | Pong


class Frame(TypedDict):
    """A moment of a finished match, with the step that led to it; the first is the start."""

    scene: Mapping[str, Any]
    step: Step | None
    position: str


class Replay(TypedDict):
    """A finished match, scene by scene."""

    game: str
    seats: dict[str, SeatInfo]
    seed: str
    commitment: str
    outcome: dict[str, int] | None
    reason: EndReason | None
    frames: list[Frame]


class WrittenPosition(TypedDict):
    """A written position as it is drawn."""

    scene: Mapping[str, Any]
    position: str
