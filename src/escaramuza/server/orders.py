"""Work that is not done in the server's own process: agents' decisions, hints, odds and other questions, analyses,
printing, experiments. Whoever wants some gives an order; `LocalJobs` has it done by a child, `SharedJobs` by workers on
the same PostgreSQL."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec

from escaramuza.engine.errors import find_game
from escaramuza.server.words import Fault, Problem

QUESTION, THOUGHT, ANALYSIS, PRINT, LAB = "question", "thought", "analysis", "print", "lab"
# Kinds of work, and in which lane they wait: opponents never wait for an analysis, nor for paper, nor for the lab.
LANES = {
    "why": QUESTION,
    "odds": QUESTION,
    "look": QUESTION,
    "threats": QUESTION,
    "scene": QUESTION,
    "diagrams": QUESTION,
    "move": THOUGHT,
    "hint": THOUGHT,
    "draw": THOUGHT,
    "analyse": ANALYSIS,
    "print": PRINT,
    "prepare": LAB,
    "play": LAB,
}
# Whoever does work for the so manyth time that died of it gives it up.
MOST_TRIES = 4

Progress = Callable[[float], None]


@dataclass(frozen=True)
class Order:
    """A piece of work for a guest, about a game if it needs its rules. What has the same key is done once."""

    kind: str
    key: str
    guest: str
    game_id: str
    data: dict[str, Any]

    @property
    def lane(self) -> str:
        """Where it waits."""
        return LANES[self.kind]

    @property
    def rules(self) -> int:
        """The version of the game's rules."""
        return find_game(self.game_id).version if self.game_id else 0


class Failed(Exception):
    """Work that could not be done."""


class Declined(Problem):
    """Work that was refused, with the reason as it goes over the wire."""

    def __init__(self, fault: Fault) -> None:
        Exception.__init__(self, fault["code"])
        self.code, self.status, self.text = fault["code"], 422, fault["text"]


class Jobs(Protocol):
    """Has orders done."""

    async def do(self, order: Order, progress: Progress | None = None) -> Any:
        """What comes of an order. Whoever stops waiting for it is not worked for any longer."""

    def hurry(self, key: str) -> None:
        """Whoever works on the order with this key is to end it with what there is."""

    def expect(self, game_id: str) -> None:
        """There will be work about this game soon."""

    async def workers(self) -> int:
        """How many there are to do it."""

    def load(self, lane: str) -> tuple[int, int]:
        """How many orders of this process wait in a lane, and how many are in work."""

    def hear(self, what: str, id: int, rest: list[str]) -> None:
        """Something is new about a job."""

    async def beat(self) -> None:
        """Look after what is waited for."""

    def close(self) -> None:
        """Nothing more is done."""


def once() -> str:
    """A key for what nobody else asks for."""
    return secrets.token_hex(16)


def result_of(answer: dict[str, Any]) -> Any:
    """What a worker answered: a result, a refusal, or that it could not be done. What is still written JSON is read,
    but for the result."""
    if "refused" in answer:
        raise Declined(_plain(answer["refused"]))
    if "failed" in answer:
        raise Failed(_plain(answer["failed"]))
    return answer["result"]


def _plain(words: Any) -> Any:
    return msgspec.json.decode(words) if isinstance(words, msgspec.Raw) else words
